"""What the referee answered, as JSON: whether anything came of it, its receipt in words, and each no with its
reason."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from http import HTTPStatus
from typing import Annotated, Any, Protocol, TypeVar

from django.utils.translation import gettext as _
from ninja import Query, Schema
from pydantic import Field

from dragoman import assembly
from dragoman.diplomacy import sight as diplomacy
from dragoman.game.protocol import Notice, Reply, Unread
from dragoman.game.refusals import Refusal
from dragoman.game.seats import PersonId
from dragoman.nomic import sight as nomic
from dragoman.referee.hearing import BUSY
from dragoman.web import papers
from dragoman.web.api.access import Request, bring
from dragoman.web.api.problems import Problem, Refused, Trouble
from dragoman.web.api.reading import lines_filed
from dragoman.web.api.shapes import ReadLine
from dragoman.web.door import GAME, Visit

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

    done: bool = Field(description="Whether anything was recorded; a question alone records nothing.")
    says: list[str] = Field(default=[], description="Sentences that stand in the place of a receipt.")
    receipt: Receipt | None = None
    number: int | None = Field(
        default=None, description="Of a proposal, a vote or a question that was made: the number that it bears."
    )
    orders: list[ReadLine] = Field(
        default=[], description="Orders that were put on file; one that cannot work there bears its `flaw`."
    )
    refused: list[Trouble] = Field(default=[], description="What was understood, and not allowed now.")
    unread: list[Trouble] = Field(default=[], description="Lines that could not be read; nothing came of these.")


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


@dataclass(frozen=True, slots=True)
class Written:
    """Writing as it stands in a request: under which field, in which lines, each an entry of its own (`listed`) or all
    one text; and how many lines were set before it when it was read."""

    lines: tuple[str, ...] = ()
    field: str = "body"
    listed: bool = False
    before: int = 0

    def where(self, line: int) -> str:
        return f"{self.field}.{line - 1}" if self.listed else self.field

    def found(self, text: str, nth: int) -> tuple[int, int] | None:
        """The line and column of a piece of it; where there are several, of one after the other."""
        same = [(number, 1) for number, line in enumerate(self.lines, 1) if line.strip() == text]
        within = [(number, line.find(text) + 1) for number, line in enumerate(self.lines, 1) if text in line]
        places = same or within
        return places[min(nth, len(places) - 1)] if places and text else None


NOTHING = Written()
UNPLACED = "lacks-scope"
"""The code of refusals whose text is none of the writer's."""


def written(text: str) -> Written:
    """A text, under the field that letters have."""
    return Written(tuple(text.splitlines()), "body.text")


def placed(troubles: Iterable[Trouble], within: Written) -> list[Trouble]:
    """Each with its line, its column and its field, as whoever wrote it counts them."""
    met: Counter[str] = Counter()
    return [_placed(each, within, met) for each in troubles]


def _placed(trouble: Trouble, within: Written, met: Counter[str]) -> Trouble:
    line, column = max(trouble.line - within.before, 0), trouble.column
    if not trouble.line and trouble.code != UNPLACED:
        line, column = within.found(trouble.text, met[trouble.text]) or (0, 0)
        met[trouble.text] += 1
    known = 0 < line <= len(within.lines)
    return trouble.model_copy(update={"line": line, "column": column, "where": within.where(line) if known else ""})


def refusals(refused: Iterable[Refusal], seen: Visit, within: Written = NOTHING) -> list[Trouble]:
    return placed((
        Trouble(code=each.code, says=papers.spoken(each.says, seen), text=each.text, clause=each.clause)
        for each in refused
    ), within)  # fmt: skip


def misreadings(unread: Iterable[Unread], seen: Visit, within: Written = NOTHING) -> list[Trouble]:
    return placed((
        Trouble(
            code=each.code, says=papers.not_read(each, seen), text=each.text, line=each.line, column=each.column,
            word=each.word, instead=list(each.suggestions),
        )
        for each in unread
    ), within)  # fmt: skip


def receipt(notice: Notice | None, seen: Visit) -> Receipt | None:
    if notice is None:
        return None
    words = assembly.games()[seen.game].words(notice, seen.reader.lang, seen.reader.zone)
    return Receipt(kind=notice.kind, subject=words.subject, text=words.text)


def told(reply: Reply, seen: Visit, within: Written = NOTHING) -> Heard:
    """The reply as it stands. Raises Refused where nobody could be heard for now, or the token is for none of it."""
    if reply.error == BUSY:
        raise Refused(
            HTTPStatus.SERVICE_UNAVAILABLE, "busy", papers.spoken(reply.error, seen), headers={"Retry-After": "2"}
        )  # fmt: skip
    heard = Heard(
        done=bool(reply.events),
        says=[papers.spoken(reply.error, seen)] if reply.error else [],
        receipt=receipt(reply.receipt, seen),
        number=_number(reply, seen),
        orders=list(lines_filed(seen, reply.events)) if seen.game == GAME else [],
        refused=refusals(reply.refused, seen, within),
        unread=misreadings(reply.unread, seen, within),
    )
    if _for_nothing(reply):
        raise refused(heard.refused, [])
    return heard


def _number(reply: Reply, seen: Visit) -> int | None:
    """Of the last thing made that has a path of its own."""
    numbers = diplomacy.numbers_given if seen.game == GAME else nomic.numbers_given
    return next(reversed(list(numbers(reply.events))), None)


def _for_nothing(reply: Reply) -> bool:
    """Whether the token, or its seat, is for nothing of what was said, and nothing was answered besides."""
    answers = getattr(reply.receipt.body, "answers", ()) if reply.receipt is not None else ()
    lacking = bool(reply.refused) and all(each.code in FORBIDDEN for each in reply.refused)
    return lacking and not (reply.events or reply.unread or answers)


def say(
    request: Request, seen: Visit, command: Any = None, text: str = "", part: str = "", only: str = "",
    within: Written = NOTHING,
) -> Heard:  # fmt: skip
    """Have one thing heard. `part` tells it from others of the same request; `only` is the one scope whose commands
    writing may hold; `within` is how it was written. Raises Refused where nothing came of it but a no."""
    reply = bring(request, seen, command, text, part=part, only=only)
    heard = told(reply, seen, within)
    if heard.done or not (heard.refused or heard.unread):
        return heard
    raise refused(heard.refused, heard.unread)


Fields = Mapping[str, tuple[str, Any]]
"""For the code of a refusal: the field by which a program says what a letter says in words, and a sentence on it."""


@contextmanager
def in_fields(fields: Fields) -> Iterator[None]:
    """A no that tells what to write in a letter also tells what to send."""
    try:
        yield
    except Refused as no:
        if no.code in fields:
            field, sentence = fields[no.code]
            no.detail, no.where = f"{no.detail} {sentence}", no.where or field
        raise


FORBIDDEN = ("lacks-scope", "not-your-seat")


def refused(refused: list[Trouble], unread: list[Trouble]) -> Refused:
    """A no to all that was said, as a problem."""
    first, errors = (refused or unread)[0], [*refused, *unread]
    if not refused:
        detail = first.says or _("That could not be read.")
        return Refused(HTTPStatus.UNPROCESSABLE_ENTITY, first.code, detail, first.where or "body", errors)
    status = HTTPStatus.FORBIDDEN if first.code in FORBIDDEN else HTTPStatus.CONFLICT
    return Refused(status, first.code, first.says, first.where, errors, _wanted(first))


def _wanted(first: Trouble) -> dict[str, str]:
    """RFC 6750 3.1: which scope would do."""
    if first.code != UNPLACED:
        return {}
    return {"WWW-Authenticate": f'Bearer realm="dragoman", error="insufficient_scope", scope="{first.text}"'}


def one_line(text: str) -> str:
    """Words that stand in one line of writing, however many they were written in."""
    return " ".join(text.split())


def person(request: Request) -> PersonId:
    """Whose token it is; asked where it is known that there is one."""
    assert request.reader.person is not None
    return request.reader.person
