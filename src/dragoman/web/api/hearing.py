"""What the referee answered, as JSON: whether anything came of it, its receipt in words, and each no with its
reason."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from http import HTTPStatus
from typing import Annotated, Any, Protocol, TypeVar

from django.utils.translation import gettext as _
from ninja import Query, Schema
from pydantic import Field

from dragoman import assembly
from dragoman.game.protocol import Notice, Reply, Unread
from dragoman.game.refusals import Refusal
from dragoman.game.seats import PersonId
from dragoman.referee.hearing import BUSY
from dragoman.web import papers
from dragoman.web.api.access import Request, bring
from dragoman.web.api.problems import Problem, Refused, Trouble
from dragoman.web.door import Visit

T = TypeVar("T")

PROBLEMS: dict[Any, Any] = {
    frozenset({400, 401, 403, 404, 405, 409, 412, 413, 415, 422, 429, 503}): Problem,
}
"""What every operation may answer besides."""

ANYBODY: dict[str, Any] = {"security": [{}, {"token": []}]}
"""For an operation that needs no token, and tells more to whoever has one."""

BEARER: dict[str, Any] = {"security": [{"token": []}]}

MOST_ITEMS = 100
LARGEST = 1_000_000_000

Number = Annotated[int, Field(ge=0, le=LARGEST)]
Text = Annotated[str, Field(max_length=20_000)]
Short = Annotated[str, Field(max_length=500)]
Word = Annotated[str, Field(max_length=80)]


class Receipt(Schema):
    """What the referee writes back, as it would in a letter."""

    kind: str
    subject: str
    text: str


class Heard(Schema):
    """What came of something said: `done` tells whether anything was recorded."""

    done: bool
    says: list[str] = Field(default=[], description="Sentences that stand in the place of a receipt.")
    receipt: Receipt | None = None
    refused: list[Trouble] = []
    unread: list[Trouble] = []


class Paging(Schema):
    """Which part of a list."""

    limit: Annotated[int, Field(ge=1, le=MOST_ITEMS)] = 50
    offset: Annotated[int, Field(ge=0, le=LARGEST)] = 0


PagingOf = Annotated[Paging, Query()]


class Page(Protocol):
    """A page of a list."""

    count: int
    next: int | None


def cut(found: Sequence[T], paging: Paging) -> tuple[Sequence[T], int | None]:
    """The part of a list that is asked for, and where the next one begins."""
    end = paging.offset + paging.limit
    return found[paging.offset : end], end if end < len(found) else None


def refusals(refused: Iterable[Refusal], seen: Visit) -> list[Trouble]:
    return [
        Trouble(code=each.code, says=papers.spoken(each.says, seen), text=each.text, clause=each.clause)
        for each in refused
    ]


def misreadings(unread: Iterable[Unread]) -> list[Trouble]:
    return [
        Trouble(
            code=each.code, text=each.text, line=each.line, column=each.column, word=each.word,
            instead=list(each.suggestions),
        )
        for each in unread
    ]  # fmt: skip


def receipt(notice: Notice | None, seen: Visit) -> Receipt | None:
    if notice is None:
        return None
    words = assembly.games()[seen.game].words(notice, seen.reader.lang, seen.reader.zone)
    return Receipt(kind=notice.kind, subject=words.subject, text=words.text)


def told(reply: Reply, seen: Visit) -> Heard:
    """The reply as it stands. Raises Refused where nobody could be heard for now."""
    if reply.error == BUSY:
        raise Refused(
            HTTPStatus.SERVICE_UNAVAILABLE, "busy", papers.spoken(reply.error, seen), headers={"Retry-After": "2"}
        )  # fmt: skip
    return Heard(
        done=bool(reply.events),
        says=[papers.spoken(reply.error, seen)] if reply.error else [],
        receipt=receipt(reply.receipt, seen),
        refused=refusals(reply.refused, seen),
        unread=misreadings(reply.unread),
    )


def say(
    request: Request, seen: Visit, command: Any = None, text: str = "", part: str = "", only: str = ""
) -> Heard:  # fmt: skip
    """Have one thing heard. `part` tells it from others of the same request; `only` is the one scope whose commands
    writing may hold. Raises Refused where nothing came of it but a no."""
    reply = bring(request, seen, command, text, part=part, only=only)
    heard = told(reply, seen)
    if heard.done or not (heard.refused or heard.unread):
        return heard
    raise refused(heard.refused, heard.unread)


FORBIDDEN = ("lacks-scope", "not-your-seat")


def refused(refused: list[Trouble], unread: list[Trouble]) -> Refused:
    """A no to all that was said, as a problem."""
    first = (refused or unread)[0]
    if refused:
        status = HTTPStatus.FORBIDDEN if first.code in FORBIDDEN else HTTPStatus.CONFLICT
        return Refused(status, first.code, first.says, errors=[*refused, *unread])
    detail = _("That could not be read.")
    return Refused(HTTPStatus.UNPROCESSABLE_ENTITY, first.code, detail, "body", [*refused, *unread])


def one_line(text: str) -> str:
    """Words that stand in one line of writing, however many they were written in."""
    return " ".join(text.split())


def person(request: Request) -> PersonId:
    """Whose token it is; asked where it is known that there is one."""
    assert request.reader.person is not None
    return request.reader.person
