"""Whatever goes wrong is told as RFC 9457 has it: a problem with a status, a stable code, a sentence in the asker's
tongue, and where in the request it lies."""

from __future__ import annotations

from collections.abc import Iterable
from http import HTTPStatus
from typing import Any

import msgspec
from django.http import HttpResponse
from django.utils.translation import gettext as _
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


def plain(status: int) -> HttpResponse:
    """The problem for a status alone, for what went wrong before any of our code was asked."""
    known = HTTPStatus(status)
    return response(known, known.phrase.lower().replace(" ", "-"))


def no_such_game(name: str) -> Refused:
    """There is no game of that name, or none of the kind that was asked for."""
    return Refused(
        HTTPStatus.NOT_FOUND,
        "no-such-game",
        _("There is no game “%(name)s” of that kind here.") % {"name": name[:40]},
        "path.name",
    )


def no_such(what: str, where: str) -> Refused:
    """There is nothing of that number or name in the game."""
    return Refused(HTTPStatus.NOT_FOUND, f"no-such-{what}", _("There is no such thing in this game."), where)


def invalid(errors: list[dict[str, Any]]) -> HttpResponse:
    """What does not fit the schema, field by field."""
    troubles = [
        Trouble(
            code=str(each.get("type", "invalid")).replace("_", "-"),
            says=str(each.get("msg", "")),
            where=".".join(str(part) for part in each.get("loc", ())),
        )
        for each in errors
    ]
    first = troubles[0].where if troubles else ""
    detail = _("The request does not fit its description.")
    return response(HTTPStatus.UNPROCESSABLE_ENTITY, "invalid", detail, first, troubles)


__all__ = ["KIND", "Problem", "Refused", "Trouble", "invalid", "no_such", "no_such_game", "plain", "response"]
