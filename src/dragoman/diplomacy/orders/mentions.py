"""What a sentence that is no order says of an order for a unit of the writer's. Then it is not plainly prose: whoever
wrote `could you send my army Vienna to Galicia` is told that it was not taken. Nothing here is ever taken for an order.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import NamedTuple

from dragoman.diplomacy.board.position import Position
from dragoman.diplomacy.board.province import Place
from dragoman.diplomacy.board.unit import UnitKind
from dragoman.diplomacy.orders.findings import ReadingContext
from dragoman.diplomacy.orders.grammar import Grammar
from dragoman.diplomacy.orders.lines import QUOTED, LineReader
from dragoman.diplomacy.orders.order import Move, Order, Retreat, Waive
from dragoman.diplomacy.orders.tokens import MOVE_SIGN, Token
from dragoman.diplomacy.orders.vocabulary import OPERATORS, Role
from dragoman.tongues.lexicon import lexicon

MOST_MENTIONS = 8
"""The units that are told of one line."""

LONGEST_SENTENCE = 60
"""The words and signs of a sentence beyond which nobody looks for what it says."""

MOST_SENTENCES = 20
"""The sentences of a line that are looked at."""

MOST_TRIED = 8
"""The ways to understand the words at one place that are tried."""

ENDS = frozenset(".!?;")
"""What ends a sentence."""

KINDS = (Role.ARMY, Role.FLEET)


class Mention(NamedTuple):
    """A unit of the writer's that a sentence names: its province, the words that name it and where they begin (from 1),
    and the order that the sentence speaks of, with the unit's type (None: it cannot be made out)."""

    province: str
    word: str
    column: int
    order: Order | None = None


def mentions(text: str, context: ReadingContext) -> tuple[Mention, ...]:
    """The units of the writer's that a line would have do something, in order. A question speaks of no order, unless it
    asks politely for one."""
    own = _own(context.position, context.power) if context.position is not None else {}
    if not own or text.lstrip().startswith(QUOTED):
        return ()
    reader = LineReader(text, context)
    rows = islice(_sentences(reader.row), MOST_SENTENCES)
    found = (each for row in rows if len(row) <= LONGEST_SENTENCE for each in _Sentence(reader, row, own).mentions())
    return tuple(islice(found, MOST_MENTIONS))


def _own(position: Position, power: str) -> Mapping[str, UnitKind]:
    """The units that a power can order, by their provinces; one that was driven out before one that stands there."""
    driven = tuple(each.unit for each in position.dislodged if each.unit.power == power)
    return {unit.place.province: unit.kind for unit in (*position.units_of(power), *driven)}


def _sentences(row: Sequence[Token]) -> Iterator[Sequence[Token]]:
    start = 0
    for index, token in enumerate(row):
        if token.word in ENDS:
            yield row[start : index + 1]
            start = index + 1
    yield row[start:]


class _Sentence:
    def __init__(self, reader: LineReader, row: Sequence[Token], own: Mapping[str, UnitKind]) -> None:
        self.reader, self.row, self.own = reader, row, own
        self.grammar: Grammar = reader.grammar(row, None, loose=False)

    def mentions(self) -> Iterator[Mention]:
        if not self.row or self._asks():
            return
        index = 0
        while index < len(self.row):
            province, named, typed = self._unit(index)
            order, end = self._order(index, province, typed) if province else (None, index)
            if order is not None or (province and typed and self._told(named)):
                yield Mention(province, self._written(index, named), self.row[index].start + 1, order)
                index = max(named, end)
            else:
                index = next((end for end, _ in self.grammar.at(index)), index + 1)

    def _asks(self) -> bool:
        if self.row[-1].word != "?":
            return False
        text = self._written(0, len(self.row))
        begun = (lexicon(lang).opening("changing", text) for lang in self.reader.context.languages)
        return all(each is None or each[0] != "polite" for each in begun)

    def _unit(self, index: int) -> tuple[str, int, bool]:
        """The province of the writer's that is named here, the index after it, and whether its unit's type stands with
        it; an article is no army."""
        typed = self.grammar.ends_with(index, *KINDS) if self.row[index].text != "a" else None
        province, end = self._place(index if typed is None else self.grammar.past_filler(typed))
        if typed is None and province and end < len(self.row) and len(self.row[end].word) > 1:
            typed = self.grammar.ends_with(end, *KINDS)  # "the Trieste fleet"
            end = end if typed is None else typed
        return province, end, typed is not None

    def _place(self, index: int) -> tuple[str, int]:
        named = ((end, m) for end, meanings in self.grammar.at(index) for m in meanings if m.role is Role.PLACE)
        end, meaning = next(named, (index, None))
        province = Place.parse(meaning.value).province if meaning is not None and meaning.answers != "goal" else ""
        return (province, end) if province in self.own else ("", index)

    def _order(self, start: int, province: str, typed: bool) -> tuple[Order | None, int]:
        """The order that the words from there on say, if it is one for that unit, and the index after it. Of a place
        alone only a move is one: `I hope that Vienna holds` wants nothing."""
        for fragment in islice(self.grammar.orders(start), MOST_TRIED):
            order = fragment.order
            if isinstance(order, Waive) or order.unit.place.province != province or fragment.notes:
                continue
            if typed or isinstance(order, Move | Retreat):
                return replace(order, unit=replace(order.unit, kind=self.own[province])), fragment.end
        return None, start

    def _told(self, index: int) -> bool:
        """Whether something to do, or another place, follows in the same clause."""
        comma = next((at for at in range(index, len(self.row)) if self.row[at].word == ","), len(self.row))
        return any(
            self.row[at].word == MOVE_SIGN or self.grammar.ends_with(at, *OPERATORS, Role.PLACE) is not None
            for at in range(index, comma)
        )

    def _written(self, start: int, end: int) -> str:
        return self.reader.shown[self.row[start].start : self.row[end - 1].end]
