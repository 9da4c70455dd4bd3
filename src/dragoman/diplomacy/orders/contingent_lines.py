"""One line of a letter, cut into the cases it sets: `if …: orders; otherwise: orders`, numbered or not, or with the
condition behind the orders. Only the conditions are read here; orders stay text, each with its column.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from rapidfuzz.distance import OSA

from dragoman.diplomacy.orders.condition_reading import ConditionReader, Parsed, spread
from dragoman.diplomacy.orders.condition_writing import write_case
from dragoman.diplomacy.orders.conditions import Condition, all_of, negation
from dragoman.diplomacy.orders.findings import ReadingContext
from dragoman.diplomacy.orders.lines import LONGEST_LINE
from dragoman.diplomacy.orders.misreading import Misreading
from dragoman.diplomacy.orders.tokens import Token, tokens, visible
from dragoman.diplomacy.orders.vocabulary import Role

_PLACE = re.compile(r"(?:^|[\s(])(\d{1,2})[.):\]]\s*$")
_BETWEEN = ",;.|"
"""Signs that part orders."""


class Piece(NamedTuple):
    """Orders on one line, with spaces before them so that their columns are those of the line."""

    number: int
    text: str


@dataclass
class Case:
    """One case as written.

    `condition` is None for `otherwise`; `after` tells that it goes on from the case before (`otherwise`, `else if`);
    `place` is its number in a list, 0 for none. `pieces` are its orders; `parted` tells that a colon or the like is
    before them, `behind` that the condition is, `open` that they are to come on further lines, `nothing` that there are
    to be none. `wrong` is why it was not read; it is then the last of its line.
    """

    number: int
    line: str
    keyword: str
    column: int
    condition: Condition | None = None
    notes: tuple[str, ...] = ()
    after: bool = False
    place: int = 0
    pieces: list[Piece] = field(default_factory=list)
    open: bool = False
    parted: bool = False
    behind: bool = False
    nothing: bool = False
    wrong: Misreading | None = None


class Cut(NamedTuple):
    """The cases of a line, and the line with them blanked out."""

    cases: tuple[Case, ...]
    plain: str


class _Head(NamedTuple):
    """How a case begins.

    Its number in a list; the indices of its first word, of its keyword, and of its orders; what parts it from them (`:`
    for a colon or `then`, `,`, or nothing); whether it goes on from another case; its condition, the end of that and
    the tolerances, or why it was not read.
    """

    place: int
    start: int
    keyword: int
    body: int
    parted: str
    after: bool = False
    condition: Condition | None = None
    parsed: Parsed | None = None
    wrong: Misreading | None = None


def differs_by_a_slip(said: Sequence[str], meant: Sequence[str]) -> bool:
    """Whether words are some others but for one slip: in four letters or more, and not those words themselves."""
    written, known = " ".join(said), " ".join(meant)
    return len(written) > 3 and written != known and OSA.distance(written, known, score_cutoff=1) <= 1


def cut(text: str, number: int, context: ReadingContext) -> Cut | None:
    """Cut a line up; None if it sets no case. `number` is that of the line, from 1."""
    return _LineCutter(text, number, context).cut()


def _within(head: _Head, inner: _Head | None) -> tuple[str, ...]:
    """How to write a case within a case."""
    if head.condition is None or inner is None or inner.condition is None or inner.after:
        return ()
    return (write_case(all_of(head.condition, inner.condition), "…"),)


class _LineCutter:
    """Cuts one line."""

    def __init__(self, text: str, number: int, context: ReadingContext) -> None:
        self.text, self.number, self.context = text.strip(), number, context
        self.shown = visible(text)
        self.row: Sequence[Token] = spread(tokens(text), context)
        self.reader = ConditionReader(self.row, context)

    def cut(self) -> Cut | None:
        heads = self._heads() if len(self.row) <= LONGEST_LINE else []
        if not heads:
            return None
        heads = self._parted_heads(heads)
        ends = [*(head.start for head in heads[1:]), len(self.row)]
        behind = self._is_behind(heads[0])
        cases: list[Case] = []
        for head, end in zip(heads, ends, strict=True):
            following = heads[len(cases) + 1] if len(cases) + 1 < len(heads) else None
            cases.append(self._behind(head, end) if behind and not cases else self._case(head, end, following))
            if cases[-1].wrong:
                break
        return Cut(tuple(cases), self._plain(heads, ends[0], behind))

    # --- how cases begin ---

    def _heads(self) -> list[_Head]:
        """The beginnings of the cases, up to the first that is not understood."""
        heads: list[_Head] = []
        index = 0
        while (found := self._keyword(index)) is not None:
            heads.append(self._head(*found))
            if heads[-1].wrong:
                break
            index = heads[-1].body
        return heads

    def _parted_heads(self, heads: Sequence[_Head]) -> list[_Head]:
        """The beginnings, up to orders that nothing parts from the next one: `A War H if …` could be a case of its own
        with the condition behind, and a word there may have been `else`."""
        found = list(heads[:1])
        for head in heads[1:]:
            parted = head.after or head.start == found[-1].body or self.reader.sign(head.start - 1, _BETWEEN)
            if not parted:
                found[-1] = found[-1]._replace(wrong=self._wrong("ambiguous", head.keyword))
                break
            found.append(head)
        return found

    def _keyword(self, index: int) -> tuple[str, int, int] | None:
        """The next word that begins a case: which, where it is, where it ends. `slip` is one with a slip in it."""
        for at in range(index, len(self.row)):
            found = [(end, sort) for sort in ("if", "unless", "otherwise") if (end := self.reader.word(at, sort))]
            denied = self.reader.word(at, "if_not")
            if denied and (denied == len(self.row) or self.reader.sign(denied, ":,")):
                found.append((denied, "otherwise"))
            if not found and (end := self._slipped(at)):
                found.append((end, "slip"))
            if found:
                end, sort = max(found)
                return sort, at, end
        return None

    def _slipped(self, at: int) -> int | None:
        """Where words end that are `otherwise` but for one slip, where a case may begin."""
        if at > 0 and not self.reader.sign(at - 1, ",;.:)"):
            return None
        for words in self.reader.phrases("otherwise"):
            said = self.row[at : at + len(words)]
            if all(token.is_word for token in said) and differs_by_a_slip([t.word for t in said], words):
                return at + len(words)
        return None

    def _head(self, sort: str, at: int, end: int) -> _Head:
        place, start = self._numbered(at)
        if sort == "slip":
            return _Head(place, start, at, end, ":", after=True, wrong=self._wrong("unknown-word", at))
        after = sort == "otherwise"
        if after:
            further = end + self.reader.sign(end, ",")
            inner = [(found, sort) for sort in ("if", "unless") if (found := self.reader.word(further, sort))]
            if not inner:
                return _Head(place, start, at, *self._parted(end), after)
            end, sort = max(inner)
        parsed = self.reader.condition(end)
        if parsed is None:
            wrong = self.reader.misreading(self.text, self.number)
            return _Head(place, start, at, end, "", after, wrong=wrong)
        body, parted = self._parted(parsed.end)
        condition = negation(parsed.condition) if sort == "unless" else parsed.condition
        return _Head(place, start, at, body, parted, after, condition, parsed)

    def _numbered(self, at: int) -> tuple[int, int]:
        """The number before a keyword, `1.` or `(1)`, and the index where that begins; 0 where there is none."""
        if at == 0:
            head = _PLACE.search(self.shown[: self.row[0].start])
            return (int(head[1]), 0) if head else (0, 0)
        if at > 1 and self.reader.sign(at - 1, ".):") and self._is_number(at - 2):
            return int(self.row[at - 2].word), at - 2 - self.reader.sign(at - 3, "(") if at > 2 else 0
        return 0, at

    def _is_number(self, index: int) -> bool:
        return self.row[index].word.isdecimal() and len(self.row[index].word) < 3

    def _parted(self, index: int) -> tuple[int, str]:
        """Where the orders begin, and what parts them from what is before."""
        then = self.reader.word(index + self.reader.sign(index, ","), "then")
        if then is not None:
            return then + self.reader.sign(then, ":,"), ":"
        for sign in (":", ","):
            if self.reader.sign(index, sign):
                return index + 1, ":" if self.reader.sign(index + 1, ":") else sign
        return index, ""

    # --- cases ---

    def _case(self, head: _Head, end: int, following: _Head | None) -> Case:
        case = self._empty_case(head)
        start, stop = self._stripped(head.body, end)
        if case.wrong is not None:
            return case
        if start == stop and following is None:
            case.open = True
        elif start == stop:
            case.wrong = self._wrong("ambiguous", end, *_within(head, following))
        elif not head.parted and head.condition is not None:
            case.wrong = self._wrong("unreadable", start, write_case(head.condition, self._written(start, stop)))
        elif self.reader.sign(stop - 1, ":") and stop == len(self.row):
            case.wrong = self._wrong("unreadable", start)
        elif self.reader.word(start, "nothing") == stop:
            case.nothing = True
        else:
            case.pieces.append(self._piece(start, stop))
        return case

    def _empty_case(self, head: _Head) -> Case:
        keyword = self.row[head.keyword]
        notes = tuple(map(str, head.parsed.notes)) if head.parsed else ()
        said = (head.condition, notes, head.after, head.place)
        parted = head.parted == ":"
        return Case(self.number, self.text, keyword.text, keyword.start + 1, *said, parted=parted, wrong=head.wrong)

    def _wrong(self, code: str, index: int, *meant: str) -> Misreading:
        token = self.row[min(index, len(self.row) - 1)]
        return Misreading(code, self.text, token.text, self.number, token.start + 1, tuple(filter(None, meant)))

    def _stripped(self, start: int, end: int) -> tuple[int, int]:
        """A stretch of words without the signs, and the `and`, at its ends."""
        while start < end and self.reader.sign(start, _BETWEEN):
            start += 1
        while start < end and (self.reader.sign(end - 1, _BETWEEN) or self.reader.word(end - 1, "and") == end):
            end -= 1
        return start, end

    def _piece(self, start: int, end: int) -> Piece:
        return Piece(self.number, " " * self.row[start].start + self._written(start, end))

    def _written(self, start: int, end: int) -> str:
        return self.shown[self.row[start].start : self.row[end - 1].end]

    # --- conditions behind their orders ---

    def _is_behind(self, head: _Head) -> bool:
        """Whether the line begins with orders for the first case: `A War if Austria moves to Galicia`."""
        if head.start == 0 or head.after or head.parted == ":" or self.reader.sign(head.start - 1, ":;."):
            return False
        return head.start > 2 or any(self._is_place(index) for index in range(head.start))

    def _is_place(self, index: int) -> bool:
        meanings = next(iter(self.context.words.at(self.row, index)), (0, ()))[1]
        return any(meaning.role is Role.PLACE for meaning in meanings)

    def _behind(self, head: _Head, end: int) -> Case:
        """The case of orders with their condition behind them. It is not taken where more could belong to either."""
        case = self._empty_case(head)
        case.behind = True
        if case.wrong is not None:
            return case
        start, stop = self._stripped(self._segment(head), head.start)
        body, body_end = self._stripped(head.body, end)
        meant = write_case(head.condition, self._written(start, stop)) if head.condition and start < stop else ""
        several = [i for i in range(start, stop) if self.reader.sign(i, ",.") or self.reader.word(i, "and")]
        if several or (head.parsed is not None and head.parsed.signed):
            case.wrong = self._wrong("ambiguous", several[0] if several else head.keyword, meant)
        elif body < body_end and not self.reader.sign(head.body, ";."):
            case.wrong = self._wrong("ambiguous", body, meant)
        else:
            case.pieces.append(self._piece(start, stop))
        return case

    def _segment(self, head: _Head) -> int:
        """Where the orders before a condition begin: behind the last semicolon."""
        return next((i + 1 for i in reversed(range(head.start)) if self.reader.sign(i, ";")), 0)

    def _plain(self, heads: Sequence[_Head], end: int, behind: bool) -> str:
        """The line without its cases: what stands before them, and after a condition behind its orders."""
        head = heads[0]
        start = self._segment(head) if behind else head.start
        before = self.shown[: self.row[start].start] if start else ""
        body, stop = self._stripped(head.body, end)
        if not behind or body == stop or not self.reader.sign(head.body, ";."):
            return before
        return f"{before.ljust(self.row[body].start)}{self._written(body, stop)}"
