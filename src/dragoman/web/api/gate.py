"""Every request to the API passes here, and every answer: who asks and how often is seen to, a repeated request gets
its first answer, an unchanged one a 304, and whatever went wrong leaves as a problem (RFC 9457)."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from http import HTTPStatus

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse, HttpResponseBase, UnreadablePostError
from django.utils import timezone, translation
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.http import quote_etag
from django.utils.translation import gettext as _

from dragoman import assembly
from dragoman.people.api_answers import Answered
from dragoman.people.api_tokens import Bearer
from dragoman.store.rates import Left, Rate
from dragoman.web.api import limits, problems
from dragoman.web.api.access import Caller, bearer_of, reader_of
from dragoman.web.api.problems import Refused
from dragoman.web.rates import source

ROOT = "/api/"
SAFE = ("GET", "HEAD", "OPTIONS")
LONGEST_KEY = 200
EVENTS = "text/event-stream"


class Gate:
    """Middleware for whatever lies under `/api/`."""

    def __init__(self, answer: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.answer = answer

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if not request.path.startswith(ROOT):
            return self.answer(request)
        try:
            bearer = bearer_of(request)
        except Refused as refused:
            left = _taken(request, None)
            told = refused.response() if left.passes else _too_many(left)
            return _finished(request, told, left, limits.of_strangers())
        left = _taken(request, bearer)
        reader = reader_of(bearer, request.reader)  # type: ignore[attr-defined]  # see web.reader.Request
        request.reader = reader  # type: ignore[attr-defined]
        with translation.override(reader.lang), timezone.override(reader.zone):
            response = self._passed(request, bearer) if left.passes else _too_many(left)
        response.headers["Content-Language"] = reader.lang
        return _finished(request, response, left, limits.of_token() if bearer else limits.of_strangers())

    def _passed(self, request: HttpRequest, bearer: Bearer | None) -> HttpResponseBase:
        try:
            once = _once(request, bearer)
        except Refused as refused:
            return refused.response()
        except RequestDataTooBig:
            return problems.too_large().response()
        except UnreadablePostError:
            return problems.broken_off().response()
        request.caller = Caller(bearer, once.mark if once else "")  # type: ignore[attr-defined]
        if once is not None and once.before is not None:
            return once.before
        response = _told(request, self.answer(request))
        if once is not None:
            once.keep(response)
        return response


# --- how often ---


def _taken(request: HttpRequest, bearer: Bearer | None) -> Left:
    if bearer is not None:
        return assembly.rates().take(bearer.id, limits.of_token())
    return assembly.rates().take(source(request), limits.of_strangers())


def _too_many(left: Left) -> HttpResponse:
    detail = _("Too many requests: the next one is taken in %(n)d seconds.") % {"n": left.wait}
    headers = {"Retry-After": str(left.wait)}
    return problems.response(HTTPStatus.TOO_MANY_REQUESTS, "too-many-requests", detail, headers=headers)


# --- once and no more ---


@dataclass(frozen=True, slots=True)
class Once:
    """A request that may come again: its mark, what it asks, and the answer that it was given before, if it was."""

    bearer: Bearer
    mark: str
    request: str
    before: HttpResponse | None = None

    def keep(self, response: HttpResponseBase) -> None:
        """Keep an answer to be given again; one that bids to come again later is none."""
        lasts = response.status_code < 500 and response.status_code != HTTPStatus.TOO_MANY_REQUESTS
        if lasts and isinstance(response, HttpResponse):
            kind = response.headers.get("Content-Type", "")
            answered = Answered(self.request, response.status_code, kind, response.content)
            assembly.api_answers().keep(self.bearer.person, self.mark, answered, assembly.clock().now())


def _once(request: HttpRequest, bearer: Bearer | None) -> Once | None:
    """What the request's idempotency key makes of it. Raises Refused for a key that is used for something else."""
    key = request.headers.get("Idempotency-Key", "")
    if not key or bearer is None or request.method in SAFE:
        return None
    if len(key) > LONGEST_KEY:
        detail = _("An idempotency key has at most %(n)d characters.") % {"n": LONGEST_KEY}
        raise Refused(HTTPStatus.BAD_REQUEST, "idempotency-key-too-long", detail, "header.Idempotency-Key")
    mark = assembly.keys().digest("api", bearer.id, key)
    asked = hashlib.sha256(f"{request.method} {request.get_full_path()}\n".encode() + request.body).hexdigest()
    found = assembly.api_answers().find(bearer.person, mark)
    if found is None:
        return Once(bearer, mark, asked)
    if found.request != asked:
        detail = _("Another request was made under this idempotency key: take a new one.")
        raise Refused(
            HTTPStatus.UNPROCESSABLE_ENTITY, "idempotency-key-reused", detail, "header.Idempotency-Key"
        )  # fmt: skip
    again = HttpResponse(found.content, content_type=found.kind, status=found.status)
    again.headers["Idempotency-Replayed"] = "true"
    return Once(bearer, mark, asked, again)


# --- answers ---


def _told(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    """The answer; one that is no problem yet, and says that something went wrong, as one."""
    kind = response.headers.get("Content-Type", "")
    if response.status_code < 400 or kind.startswith(problems.KIND):
        return response
    if "Allow" in response.headers:
        response.headers["Allow"] = ", ".join(sorted(response.headers["Allow"].split(", ")))
    told = problems.plain(response.status_code, request.method or "", response.headers.get("Allow", ""))
    for name in ("Allow", "Retry-After", "WWW-Authenticate"):
        if name in response.headers:
            told.headers[name] = response.headers[name]
    return told


def _finished(request: HttpRequest, response: HttpResponseBase, left: Left, rate: Rate) -> HttpResponseBase:
    """With what every answer bears, and only that nothing has changed for whoever has it already (RFC 9110 13.1)."""
    response = _conditional(request, response)
    if response.status_code == HTTPStatus.SERVICE_UNAVAILABLE:
        response._has_been_logged = True  # type: ignore[attr-defined]  # Django's mark: to be busy is no fault to log
    patch_vary_headers(response, ("Authorization", "Accept-Language"))
    response.headers.setdefault("Cache-Control", "private, no-cache")
    response.headers["RateLimit-Policy"] = f'"{rate.name}";q={rate.count};w={rate.seconds}'
    response.headers["RateLimit"] = f'"{rate.name}";r={left.more};t={left.wait}'
    response.headers["X-Robots-Tag"] = "noindex"
    return response


def _conditional(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    if request.method not in ("GET", "HEAD") or response.status_code != 200 or not isinstance(response, HttpResponse):
        return response
    etag = etag_of(response.content)
    found = get_conditional_response(request, etag, None, response) or response
    found.headers["ETag"] = etag
    return found


def etag_of(*content: bytes) -> str:
    """What tells this representation from any other."""
    return quote_etag(hashlib.sha256(b"".join(content)).hexdigest()[:32])


def matches(request: HttpRequest, etags: Iterable[str]) -> bool:
    """Whether what a request wants to change is as whoever sends it has seen it (RFC 9110 13.1.1); it need not say."""
    wanted = request.headers.get("If-Match", "").strip()
    return not wanted or wanted == "*" or bool({each.strip() for each in wanted.split(",")} & set(etags))


__all__ = ["Gate", "etag_of", "matches"]
