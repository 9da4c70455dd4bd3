"""Whatever goes wrong is told as RFC 9457 has it: a problem with a status, a stable code, a sentence in the asker's
tongue, and where in the request it lies."""

from __future__ import annotations

from collections.abc import Iterable
from http import HTTPStatus

import msgspec
from django.conf import settings
from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from ninja import Schema
from pydantic import Field

KIND = "application/problem+json"


class Trouble(Schema):
    """One thing that is wrong: a `code` that stays the same, a sentence, and where: the field, the line of writing with
    its number and column, and the rule that decided."""

    code: str = Field(description="Short and stable, as `not-your-seat`.")
    says: str = Field(default="", description="A sentence for people.")
    where: str = Field(default="", description="The field of the request, as `body.lines.0`.")
    text: str = Field(default="", description="The piece of writing that it is about.")
    clause: str = Field(default="", description="The rule that decided, as `II.2` or `DATC 4.E.1`.")
    line: int = Field(default=0, description="The line of the writing, counted from 1; 0: none.")
    column: int = Field(default=0, description="The column in that line, counted from 1; 0: none.")
    word: str = Field(default="", description="The smallest piece that could not be read.")
    instead: list[str] = Field(default=[], description="What would have been read.")


class Problem(Schema):
    """What an answer with a status of 400 and above holds (RFC 9457)."""

    type: str = "about:blank"
    title: str
    status: int
    detail: str = ""
    code: str
    where: str = ""
    errors: list[Trouble] = []


class Refused(Exception):
    """A request ends here, with that problem. `headers` go with it."""

    def __init__(
        self,
        status: HTTPStatus,
        code: str,
        detail: str = "",
        where: str = "",
        errors: Iterable[Trouble] = (),
        headers: dict[str, str] | None = None,
    ) -> None:
        super().__init__(code)
        self.status, self.code, self.detail, self.where = status, code, detail, where
        self.errors, self.headers = list(errors), headers or {}

    def response(self) -> HttpResponse:
        """The problem as an answer."""
        return response(self.status, self.code, self.detail, self.where, self.errors, self.headers)


def response(
    status: HTTPStatus,
    code: str,
    detail: str = "",
    where: str = "",
    errors: Iterable[Trouble] = (),
    headers: dict[str, str] | None = None,
) -> HttpResponse:
    """A problem as an answer."""
    said = Problem(
        title=status.phrase, status=status.value, detail=detail, code=code, where=where, errors=list(errors)
    )  # fmt: skip
    content = msgspec.json.encode(said.model_dump())
    return HttpResponse(content, content_type=KIND, status=status.value, headers=headers or {})


def plain(status: int, method: str = "", allowed: str = "") -> HttpResponse:
    """The problem for a status alone, for what went wrong before any of our code was asked."""
    known = HTTPStatus(status)
    code = known.phrase.lower().replace(" ", "-")
    if known is HTTPStatus.METHOD_NOT_ALLOWED and allowed:
        return response(known, code, _("This address takes %(allowed)s, not %(method)s.") % {
            "allowed": allowed, "method": method[:20],
        })  # fmt: skip
    return response(known, code, str(DETAILS.get(known, LATER if status >= 500 else DETAILS[HTTPStatus.BAD_REQUEST])))


LATER = gettext_lazy("Something went wrong here, and the host's log tells what. Try again later.")
DETAILS = {
    HTTPStatus.BAD_REQUEST: gettext_lazy("That cannot be understood: /api/v1/openapi.json tells what can be asked."),
    HTTPStatus.NOT_FOUND: gettext_lazy("There is nothing at this address: /api/v1/openapi.json lists all there is."),
}


def too_large() -> Refused:
    """RFC 9110 15.5.14."""
    most = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    detail = _("A request may have at most %(n)d bytes: send less at once.") % {"n": most}
    return Refused(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "too-large", detail, "body")


def broken_off() -> Refused:
    """The sender went away in the middle."""
    return Refused(HTTPStatus.BAD_REQUEST, "bad-request", _("The request broke off: send it again."), "body")


def no_such_game(name: str, kind: str = "") -> Refused:
    """There is no game of that name, or (`kind` tells which) one of another kind than this address is for."""
    if kind:
        detail = _("“%(name)s” is a game of %(kind)s, which has nothing at this address.")
    else:
        detail = _("There is no game “%(name)s” here: see /games.")
    told = detail % {"name": name[:40], "kind": kind.capitalize()}
    return Refused(HTTPStatus.NOT_FOUND, "no-such-game", told, "path.name")


NONE_SUCH = {
    "phase": gettext_lazy("No such phase of this game has been adjudicated: see /phases under it for those that have."),
    "proof": gettext_lazy("This game has no proof: one is made when a game is over that sealed something."),
    "proposal": gettext_lazy("This game has no proposal of that number: see /proposals under it."),
    "rule": gettext_lazy("No rule of this game bears that number, nor ever did: see /rulebook under it."),
}


def no_such(what: str, where: str) -> Refused:
    """There is nothing of that number or name in the game."""
    return Refused(HTTPStatus.NOT_FOUND, f"no-such-{what}", str(NONE_SUCH[what]), where)


def invalid(troubles: list[Trouble], detail: str) -> HttpResponse:
    """What does not fit the description, field by field."""
    first = troubles[0].where if troubles else ""
    return response(HTTPStatus.UNPROCESSABLE_ENTITY, "invalid", detail, first, troubles)


__all__ = ["KIND", "Problem", "Refused", "Trouble", "broken_off", "invalid", "no_such", "no_such_game", "plain",
           "too_large"]  # fmt: skip
