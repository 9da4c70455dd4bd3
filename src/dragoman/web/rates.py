"""How often somebody may ask for what takes work: whoever has signed in is counted by themselves, so that nobody
suffers from who else is behind their network address; all others are counted by that address.

Which pages count as what is one table. Whatever else a form does counts as a deed; to look at a page is not counted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from dragoman import assembly
from dragoman.store.rates import Rate

COUNTED: Mapping[str, tuple[str, ...]] = {
    "guesses": ("read-orders", "what-if", "what-if-offers", "sandbox", "sandbox-offers", "sandbox-file", "compare"),
    "pictures": ("small", "moment-png", "moving", "pictures", "years-svg"),
    "imports": ("load-sheet",),
    "wizard": ("compose", "name-sheet", "mend-sheet", "drop-sheet", "clause", "open", "open-nomic"),
    "press": ("send-press",),
}
"""What takes work whatever the verb, by the name of the page; of the wizard and of press it is the forms."""

OF_FORMS = frozenset({"wizard", "press", "imports"})
OFTEN = frozenset({"guesses", "deeds"})
BATCH = 10
SAFE = ("GET", "HEAD", "OPTIONS")
KEPT = ("text", "orders", "note", "why", "about")
"""Fields whose writing is shown again where it was not taken, so that nothing written is lost."""
LONGEST = 40_000

_KINDS = {name: kind for kind, names in COUNTED.items() for name in names}


class Counted:
    """Middleware that answers 429 to whoever asks too often."""

    def __init__(self, answer: Callable[[HttpRequest], HttpResponse]) -> None:
        self.answer = answer

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.answer(request)

    def process_view(self, request: HttpRequest, view: Any, args: Any, named: Any) -> HttpResponse | None:
        found = request.resolver_match
        kind = kind_of(request.method or "GET", found.url_name or "") if found and not found.namespaces else ""
        if not kind:
            return None
        left = assembly.rates().take(asker(request), rate(kind))
        return None if left.passes else _too_often(request, left.wait)


def kind_of(method: str, page: str) -> str:
    """As what a request counts; empty where it is not counted."""
    kind = _KINDS.get(page, "")
    if method in SAFE:
        return "" if kind in OF_FORMS else kind
    return kind or "deeds"


def rate(kind: str) -> Rate:
    """How often it may be done; what is done often is drawn some at a time."""
    count: int = getattr(assembly.house().limits, kind)
    return Rate(kind, count, 60, BATCH if kind in OFTEN else 1)


def asker(request: HttpRequest) -> str:
    """Who is counted."""
    person = getattr(getattr(request, "reader", None), "person", None)
    return f"person {person}" if person is not None else f"address {source(request)}"


def source(request: HttpRequest) -> str:
    """What tells askers apart who are not known: the network address, as a server of the keeper's tells it where one
    stands before. Of the addresses of IPv6 the network: whoever has one has 2^64 of them (RFC 6177)."""
    forwarded = request.headers.get("X-Forwarded-For", "") if assembly.house().web.proxied else ""
    told = forwarded.rpartition(",")[2].strip() or str(request.META.get("REMOTE_ADDR", ""))
    try:
        address = ip_address(told.strip("[]"))
    except ValueError:
        return told[:64]
    if isinstance(address, IPv6Address):
        mapped = address.ipv4_mapped
        return str(mapped) if mapped else str(ip_network((address, 64), strict=False))
    return str(address)


def _too_often(request: HttpRequest, wait: int) -> HttpResponse:
    written = [request.POST[name][:LONGEST] for name in KEPT if request.POST.get(name, "").strip()]
    answer = render(request, "web/errors/429.html", {"wait": wait, "written": written}, status=429)
    answer.headers["Retry-After"] = str(wait)
    return answer


__all__ = ["COUNTED", "Counted", "asker", "kind_of", "rate", "source"]
