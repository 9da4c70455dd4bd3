"""Every answer carries the headers that keep a page to itself: nothing comes from elsewhere, nothing runs inline."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware

from dragoman.game.directions import isolated_html, may_turn

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "manifest-src 'self'",
    )
)

ALONE = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
"""The policy of a drawing that is a document of its own: it brings its style along, and nothing else."""

HEADERS = {
    "Content-Security-Policy": POLICY,
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Opener-Policy": "same-origin",
}


VERBS = ("GET", "HEAD", "POST", "OPTIONS")


class Headers:
    """Middleware that sets them, and forbids to keep a page that was made for one person. Pages know no verbs but those
    of browsers; whatever else is asked of one is refused before it is made."""

    def __init__(self, answer: Callable[[HttpRequest], HttpResponse]) -> None:
        self.answer = answer

    def __call__(self, request: HttpRequest) -> HttpResponse:
        known = request.method in VERBS or request.path.startswith("/api/")
        response = self.answer(request) if known else HttpResponseNotAllowed(VERBS)
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        response.headers.setdefault("Cache-Control", "private, no-store")
        return response


class Isolated:
    """Middleware that shuts off, in every page and part of one, what runs from right to left."""

    def __init__(self, answer: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.answer = answer

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.answer(request)
        kind = response.headers.get("Content-Type", "")
        if isinstance(response, HttpResponse) and kind.startswith("text/html") and may_turn(response.content):
            response.content = isolated_html(response.content.decode()).encode()
        return response


PACKED = ("text/html", "text/css", "text/javascript", "image/svg+xml", "application/atom+xml", "text/calendar")
"""What is sent packed. A stream of news must not wait until there is enough to pack, and pictures are packed."""


class Packed(GZipMiddleware):
    """Middleware that sends text packed to whoever can unpack it; each answer with some bytes more, of random number,
    so that its length tells nobody what is in it (BREACH)."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        kind = response.headers.get("Content-Type", "").partition(";")[0]
        if kind not in PACKED or response.status_code != 200:
            return response
        return super().process_response(request, response)


__all__ = ["ALONE", "HEADERS", "POLICY", "Headers", "Isolated", "Packed"]
