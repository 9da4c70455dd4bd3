"""One line of writing: read as a whole if every word of it makes sense, or else piece by piece, and with suspicion.

A piece that was not read may have belonged to its neighbour, so a neighbour that it could have changed is not taken.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from dragoman.diplomacy.board.position import PhaseKind
from dragoman.diplomacy.board.province import Place
from dragoman.diplomacy.orders import likeness
from dragoman.diplomacy.orders.findings import Heading, Ignored, Item, Read, ReadingContext
from dragoman.diplomacy.orders.grammar import Grammar
from dragoman.diplomacy.orders.likeness import Candidate
from dragoman.diplomacy.orders.line_headings import VERBS, head_of
from dragoman.diplomacy.orders.misreading import Misreading
from dragoman.diplomacy.orders.naming import SEPARATORS, WIDEST_NAME, Bare, Fragment, Named, Note, Phrases, nothing
from dragoman.diplomacy.orders.order import (
    Build,
    Disband,
    Hold,
    Line,
    Move,
    Order,
    Ordered,
    SupportHold,
    Waive,
)
from dragoman.diplomacy.orders.rows import KIND, OrderRow
from dragoman.diplomacy.orders.shape import resembles
from dragoman.diplomacy.orders.tokens import MOVE_SIGN, Token, columns, tokens, visible
from dragoman.diplomacy.orders.vocabulary import OPERATORS, Role
from dragoman.diplomacy.orders.writing import write
from dragoman.tongues.lexicon import LANGUAGES, folded, lexicon

LONGEST_LINE = 250
"""The words and signs of a line beyond which it is a paragraph, and only its sentences are looked at."""

LONGEST_ORDER = 40
"""The words and signs beyond which a sentence is no order."""

SHORTEST_GUESS = 5
"""The letters of a misspelt place that may be taken for a unit whose type is not written."""

MOST_SUGGESTIONS = 5
"""The writings that are suggested for one that was not read."""

MOST_CONTESTANTS = 8
"""The places that one word may mean, beyond which it means nothing."""

MOST_UNCLEAR = 2
"""The unclear words that an order may hold, beyond which it is none."""

SUPPORT_SIGN = "S"

QUOTED = (">", "＞")
"""What a line of another letter begins with."""

_STRUCK = re.compile(r"~~.+?~~")
"""What was struck out."""

MOST_CELLS = 8
"""The cells that the row of a table of orders may have."""

EVERYONE = "everyone"
"""The sort of the note on orders that stand for one order to all units."""


class LineReader:
    """Reads one line. `heading` is what it stands under; `number` its place in the text, from 1."""

    def __init__(self, text: str, context: ReadingContext, number: int = 1, heading: Heading | None = None) -> None:
        self.text, self.context, self.number, self.heading = text.strip(), context, number, heading
        self.shown = visible(text)
        self.quoted = self.text.startswith(QUOTED)
        self.row = tokens(_STRUCK.sub(lambda struck: " " * len(struck[0]), text))
        self.seen: dict[tuple[int, int], dict[int, Phrases]] = {}

    def items(self) -> tuple[Item, ...]:
        """What the line holds, in order; nothing for a blank line."""
        if not self.text:
            return ()
        if self.quoted or not self.row:
            return (Ignored(self.text, self.number),)
        if (nothing_ordered := self._nothing_but_holds()) is not None:
            return nothing_ordered
        if (blocked := self._blocked()) is not None:
            return (self._misreading(self.row, blocked) if self._resembles(self.row) else self._ignored(self.row),)
        if (everyone := self._everyone()) is not None:
            return everyone
        if len(self.row) <= LONGEST_LINE and (whole := self.whole(self.row)) is not None:
            return whole or (Ignored(self.text, self.number),)
        return self._cells() or self._pieces()

    def _cells(self) -> tuple[Item, ...]:
        """The order of a row of a table, `| A Vie | Gal |`, `"A Vie","Gal"`; nothing if it is none, or may be several.

        Between two of its cells a move may go without saying.
        """
        cells = columns(self.text)
        found: list[tuple[Item, ...]] = []
        for joint in range(len(cells)) if 1 < len(cells) <= MOST_CELLS else ():
            text = " ".join((*cells[:joint], *((MOVE_SIGN,) if joint else ()), *cells[joint:]))
            items = LineReader(text, self.context, self.number, self.heading).entire()
            if len(_orders_of(items)) == len(items) == 1:
                found.append(items)
        orders = {_orders_of(items) for items in found}
        if len(orders) != 1:
            return ()
        read = found[0][0]
        assert isinstance(read, Read)
        return (replace(read, line=replace(read.line, text=self.text), column=1),)

    def entire(self) -> tuple[Item, ...]:
        """The orders and headings of the line if every word of it makes sense, else nothing; no fault is looked for."""
        if self.quoted or len(self.row) > LONGEST_LINE or self._blocked() is not None:
            return ()
        return self.whole(self.row) or ()

    def whole(self, row: Sequence[Token]) -> tuple[Item, ...] | None:
        """Every item of a row of which every word makes sense, or None."""
        return self._whole(row, self.context.loose)

    def _whole(self, row: Sequence[Token], loose: bool) -> tuple[Item, ...] | None:
        head = head_of(self.grammar(row, self.heading, loose), self.text, self.number)
        heading, start = head or (self.heading, 0)
        grammar = self.grammar(row, heading, loose)
        found = OrderRow(grammar, VERBS.get(heading.verb) if heading else None).from_index(start)
        if found is None:
            return None
        above: tuple[Item, ...] = (head[0],) if head else ()
        return (*above, *(self._read(row, at, fragment, heading, len(found) == 1) for at, fragment in found))

    def grammar(self, row: Sequence[Token], heading: Heading | None, loose: bool) -> Grammar:
        kind = (heading and heading.kind) or self.context.kind
        made = Grammar(row, self.context.words, loose, kind, self._bare(heading), self._guessable)
        made.seen = self.seen.setdefault((row[0].start, row[-1].end) if row else (0, 0), {})
        return made

    def _bare(self, heading: Heading | None) -> Bare:
        """What a unit named alone means where no heading tells: what the power has to do as the board stands."""
        position, power = self.context.position, self.context.power
        if position is None or (heading is not None and heading.verb):
            return nothing
        due = len(position.centres_of(power)) - len(position.units_of(power))
        return Build if due > 0 else Disband if due < 0 else nothing

    def _guessable(self, named: Named, own: bool) -> bool:
        """Only where a unit stands, and for an order only one's own, so that `Home to Rome` orders nobody."""
        position, place = self.context.position, named.unit.place
        unit = position.unit_in(place.province) if position is not None else None
        long_enough = all(len(note.word) >= SHORTEST_GUESS for note in named.notes)
        return unit is not None and long_enough and (unit.power == self.context.power or not own)

    def _read(self, row: Sequence[Token], start: int, fragment: Fragment, heading: Heading | None, alone: bool) -> Read:
        text = self.text if alone else self._written(row[start : fragment.end])
        line = Line(fragment.order, text, tuple(map(str, fragment.notes)))
        return Read(line, self.number, row[start].start + 1, heading)

    def _written(self, row: Sequence[Token]) -> str:
        return self.shown[row[0].start : row[-1].end] if row else ""

    def _nothing_but_holds(self) -> tuple[Item, ...] | None:
        """What `I order nothing, all units hold` says: the denial is of other orders, and denies no hold."""
        found = [each for lang in LANGUAGES if (each := lexicon(lang).opening("nothing", self.text)) is not None]
        rest = min((rest for _, rest in found), key=len, default="").lstrip(" ,;:.!-–—")
        if not rest:
            return None
        read = LineReader(rest, self.context, self.number, self.heading)._everyone()
        if read is None or not all(isinstance(item, Read) for item in read):
            return None
        return tuple(replace(i, line=replace(i.line, text=self.text)) for i in read if isinstance(i, Read))

    def _everyone(self) -> tuple[Item, ...] | None:
        """What `all units hold` says: a hold for each of one's units, where it is known where they are."""
        grammar = self.grammar(self.row, self.heading, loose=False)
        start = grammar.past_filler(0)
        if (waived := grammar.ends_with(start, Role.WAIVE)) is not None and waived < len(self.row):
            return self._all_waived(grammar.ends_with(waived, Role.ALL) == len(self.row))
        roles = (Role.ALL, Role.HOLD) if grammar.ends_with(start, Role.ALL) is not None else (Role.HOLD, Role.ALL)
        middle = grammar.ends_with(start, roles[0])
        end = None if middle is None else grammar.ends_with(grammar.past_filler(middle), roles[1])
        if end is None or grammar.past_filler(end) < len(self.row):
            return None
        position = self.context.position
        if position is None or self.context.kind is not PhaseKind.MOVEMENT:
            return (Misreading("incomplete", self.text, self.row[0].text, self.number, self.row[0].start + 1),)
        holds = [Hold(Ordered(unit.place, unit.kind)) for unit in position.units_of(self.context.power)]
        notes = [(str(Note(EVERYONE, self.text, write(hold))),) for hold in holds]
        lines = [Line(hold, self.text, note) for hold, note in zip(holds, notes, strict=True)]
        return tuple(Read(line, self.number, 1, self.heading) for line in lines)

    def _all_waived(self, said: bool) -> tuple[Item, ...] | None:
        """What `waive all` says where it is known how many builds there are."""
        position, power = self.context.position, self.context.power
        if not said or position is None or self.context.kind is not PhaseKind.ADJUSTMENT:
            return None
        due = len(position.centres_of(power)) - len(position.units_of(power))
        return (Read(Line(Waive(due), self.text), self.number, 1, self.heading),) if due > 0 else None

    # --- what is no order ---

    def _blocked(self) -> int | None:
        """The first word that makes the line more, or less, than plain orders: a condition, a denial, a question."""
        grammar = self.grammar(self.row, None, loose=False)
        index = 0
        while index < len(self.row):
            end, meanings = next(grammar.at(index), (index + 1, ()))
            if any(m.role is Role.UNLESS for m in meanings) and not any(m.role is not Role.UNLESS for m in meanings):
                return index
            index = end
        return None

    def _ignored(self, row: Sequence[Token]) -> Ignored:
        return Ignored(self._written(row) or self.text, self.number, row[0].start + 1 if row else 1)

    def _misreading(self, row: Sequence[Token], blocked: int | None = None) -> Misreading:
        """Say what was wrong with a row that looks like an order, and what would have been read."""
        text = self._written(row)
        if blocked is not None:
            token = row[blocked]
            return Misreading("unreadable", text, token.text, self.number, token.start + 1)
        grammar = self.grammar(row, self.heading, self.context.loose)
        OrderRow(grammar, None).from_index(0)
        at, wanted, near = grammar.trouble
        suggestions = self._suggestions(row, grammar)
        if not self.context.loose and (meant := _orders_of(self._whole(row, loose=True))):
            token, clause = row[min(at, len(row) - 1)], f"III.2.{self.context.tolerance}"  # the GM may rule
            return Misreading("ambiguous", text, token.text, self.number, token.start + 1, meant, clause)
        if at >= len(row):
            return Misreading("incomplete", text, row[-1].text, self.number, row[-1].start + 1, suggestions)
        token = row[at]
        if (sign := self._strange_sign(row, at)) is not None:
            word, column = sign
            meant = _orders_of(self._respelt(row, at - (row[at - 1].word == "/"), at, MOVE_SIGN).entire())
            return Misreading("unknown-word", text, word, self.number, column + 1, meant or suggestions)
        word, code = self._stopped_at(row, at), _code(wanted, near)
        mover = self._mover(row, at) if code == "unknown-province" else None
        return Misreading(code, text, word, self.number, token.start + 1, suggestions, mover=mover)

    def _mover(self, row: Sequence[Token], at: int) -> Ordered | None:
        """The unit that a row orders to move to a space that is not on the board, and nothing else (III.5): every word
        before the space's name is exact, the unit's type among them, lest prose become an order."""
        grammar = self.grammar(row, self.heading, loose=True)
        nameless = all(row[i].is_word and next(grammar.at(i), None) is None for i in range(at, len(row)))
        if not nameless or len(row) - at > WIDEST_NAME:
            return None
        match self._respelt(row, at, len(row), next(iter(self.context.chart.provinces))).entire():
            case (Read(Line(Move(unit), _, ())),) if unit.kind is not None:
                return unit
            case _:
                return None

    def _stopped_at(self, row: Sequence[Token], at: int) -> str:
        """The word at which reading stopped; a move sign with the word it leads to, since it is that which is too much
        (`A Smy-Con-Bul`), and one sign is like another."""
        leads = row[at].word == MOVE_SIGN and at + 1 < len(row) and row[at + 1].is_word
        return self._written(row[at : at + 1 + leads])

    def _strange_sign(self, row: Sequence[Token], at: int) -> tuple[str, int] | None:
        """The sign that means nothing, with where it stands, before the word where reading stopped: `A Vie ~ Gal`."""
        if at == 0:
            return None
        if row[at - 1].word == "/" and not row[at - 1].tight:
            return row[at - 1].text, row[at - 1].start
        between = self.shown[row[at - 1].end : row[at].start]
        strange = between.strip(" \t\"'“”*_`|")
        return (strange, row[at - 1].end + between.index(strange)) if strange else None

    def _suggestions(self, row: Sequence[Token], grammar: Grammar) -> tuple[str, ...]:
        """Orders that would have been read, with a place that comes near in the place of the bad word."""
        found: list[str] = []
        at, wanted, near = grammar.trouble
        if wanted == "verb" and 0 < at < len(row):  # "F Kiel Denmark"
            moved = self._respelt(row, at, at, MOVE_SIGN).entire()
            found.extend(_orders_of(tuple(i for i in moved if isinstance(i, Read) and not i.line.notes)))
        likely = likeness.contest(row[at].word, near) if near and at < len(row) else ()
        for candidate in sorted(near, key=lambda each: each.place not in likely)[:MOST_SUGGESTIONS]:
            for end in (end for end in range(min(len(row), at + 3), at, -1) if not _places(grammar, at + 1, end)):
                found.extend(_orders_of(self._respelt(row, at, end, candidate.place).entire()))
        if grammar.longest is not None:
            found.append(write(grammar.longest.order))
        return tuple(dict.fromkeys(found))[:MOST_SUGGESTIONS]

    def _respelt(self, row: Sequence[Token], start: int, end: int, instead: str) -> LineReader:
        """The row with other words in the place of some."""
        spelt = " ".join(filter(None, (self._written(row[:start]), instead, self._written(row[end:]))))
        return LineReader(spelt, self.context, self.number, self.heading)

    # --- what else a line may be ---

    def readings(self, words: int = MOST_UNCLEAR) -> tuple[Order, ...]:
        """Every order that a line which was not read may be, where the only fault is unclear names (so many of them),
        or no word between a unit and a place. Nothing is weighed: see `presumption`.

        A unit must have its type written, lest prose become an order.
        """
        if not self.context.loose or len(self.row) > LONGEST_ORDER or self._blocked() is not None:
            return ()
        grammar = self.grammar(self.row, self.heading, loose=True)
        OrderRow(grammar, None).from_index(0)
        at, wanted, near = grammar.trouble
        found: list[Order] = []
        for other in self._respellings(at, wanted, near) if words else ():
            whole = other.entire()
            found.extend(_typed(whole) if whole else other.readings(words - 1))
        return tuple(dict.fromkeys(found))

    def _respellings(self, at: int, wanted: str, near: tuple[Candidate, ...]) -> Iterator[LineReader]:
        """The line with each place that the unclear words may mean; with a move or support where no verb is."""
        if wanted == "place" and near:
            for end in self._name_ends(at):
                contest = likeness.contest(" ".join(token.word for token in self.row[at:end]), near)
                for place in contest if len(contest) <= MOST_CONTESTANTS else ():
                    yield self._respelt(self.row, at, end, place)
        elif wanted == "verb" and 0 < at < len(self.row):
            yield from (self._respelt(self.row, at, at, verb) for verb in (MOVE_SIGN, SUPPORT_SIGN))

    def _name_ends(self, start: int) -> Iterator[int]:
        """Where an unclear name may end: after its first word, or further words that mean nothing else."""
        grammar = self.grammar(self.row, self.heading, loose=True)
        for end in range(start + 1, min(len(self.row), start + WIDEST_NAME) + 1):
            if end > start + 1 and (not self.row[end - 1].is_word or next(grammar.at(end - 1), None) is not None):
                break
            yield end

    def slips(self) -> tuple[Order, ...]:
        """Every other order that the line would be if one of its exact names were a slip for another, one letter away.

        Nothing is weighed: see `presumption`.
        """
        grammar = self.grammar(self.row, self.heading, loose=False)
        found: list[Order] = []
        for index in range(len(self.row) if len(self.row) <= LONGEST_ORDER else 0):
            for end, meanings in grammar.at(index):
                here = {Place.parse(m.value).province for m in meanings if m.role is Role.PLACE}
                name = " ".join(token.word for token in self.row[index:end] if token.is_word)
                near = [c.place for c in self.context.words.like(name) if here and c.sort == "typo" and c.distance == 1]
                for place in near if len(near) <= MOST_CONTESTANTS else ():
                    found.extend(_typed(self._respelt(self.row, index, end, place).entire()))
        return tuple(dict.fromkeys(found))

    # --- piece by piece ---

    def _pieces(self) -> tuple[Item, ...]:
        pieces = [_Piece(row, self._piece(row)) for row in self._split()]
        spoilt = {i + step for i, piece in enumerate(pieces) for step in self._doubts(piece)} | set(_torn(pieces))
        for i, (piece, after) in enumerate(pairwise(pieces)):
            if _open_ended(piece) and self._goes_on(after):
                spoilt.add(i)
            if _unread(piece) and _untyped(after) and not self._stands(piece):
                spoilt.add(i + 1)
        spoilt |= set(self._spoken_of(pieces))
        found: list[Item] = []
        for i, piece in enumerate(pieces):
            orders = _orders_of(piece.items)
            found.extend((self._doubted(piece.row, orders),) if i in spoilt and orders else piece.items)
        if not any(isinstance(item, Read | Misreading) for item in found):
            return (Ignored(self.text, self.number),)
        return tuple(found)

    def _spoken_of(self, pieces: Sequence[_Piece]) -> Iterator[int]:
        """Pieces that may be what the sentence only speaks of: `Vienna - Galicia, I think, is a bad idea`.

        So it is where words that go on to say something of it follow, and for a unit without its type also where any
        opinion stands beside it.
        """
        langs = self.context.languages
        others = [(i, piece.row) for i, piece in enumerate(pieces) if not _orders_of(piece.items)]
        held = any(token.word in _remarks("opinion", langs) for _, row in others for token in row)
        last_told = max((at for at, row in others if row[0].word in _remarks("predicate", langs)), default=-1)
        for i, piece in enumerate(pieces):
            if last_told > i or (held and _untyped(piece)):
                yield i

    def _piece(self, row: Sequence[Token]) -> tuple[Item, ...]:
        if len(row) > LONGEST_ORDER:
            return (self._ignored(row),)
        whole = self.whole(row)
        if whole is not None:
            return whole or (self._ignored(row),)
        return (self._misreading(row) if self._resembles(row) else self._ignored(row),)

    def _doubts(self, piece: _Piece) -> tuple[int, ...]:
        """Which neighbours a piece that was not read may have belonged to: -1 the one before, +1 the one after.

        A verb or a place left over may have ended the order before; a unit without a verb, or a support or convoy of
        nothing, may have begun the one after.
        """
        if not _unread(piece) or self._stands(piece):
            return ()
        grammar = self.grammar(piece.row, None, loose=False)
        first = next((meanings for _, meanings in grammar.at(0)), ())
        before = any(m.role in OPERATORS for m in first) or (bool(first) and first[0].role is Role.PLACE)
        breaks_off = _column(piece.items[0]) == piece.row[-1].start + 1
        after = breaks_off and all(grammar.ends_with(i, Role.MOVE) is None for i in range(len(piece.row))[-2:])
        return (*((-1,) if before else ()), *((1,) if after else ()))

    def _stands(self, piece: _Piece) -> bool:
        """Whether a piece begins with an exact name of a unit of the writer's own and something to do, so that it is no
        part of its neighbours however it goes on: the `Mun - xyz` of `Ber - Kie, Mun - xyz`."""
        position, grammar = self.context.position, self.grammar(piece.row, None, loose=False)
        for named in grammar.units(0):
            unit = position.unit_in(named.unit.place.province) if position is not None else None
            own = unit is not None and unit.power == self.context.power and not named.notes and not named.goal
            if own and (grammar.ends_with(named.end, *OPERATORS) is not None or grammar.sign(named.end, MOVE_SIGN)):
                return True
        return False

    def _goes_on(self, piece: _Piece) -> bool:
        """Whether a piece that was not read, and names no unit of its own at its head, has something to do in it."""
        if _orders_of(piece.items) or isinstance(piece.items[0], Heading):
            return False
        grammar = self.grammar(piece.row, None, loose=False)
        verbs = any(grammar.ends_with(i, *OPERATORS) is not None for i in range(len(piece.row)))
        return verbs and grammar.ends_with(0, *KIND) is None

    def _doubted(self, row: Sequence[Token], orders: tuple[str, ...]) -> Misreading:
        return Misreading("doubtful", self._written(row), row[0].text, self.number, row[0].start + 1, orders)

    def _split(self) -> Iterator[Sequence[Token]]:
        """The pieces between commas, full stops and the like, and between orders joined by `and`."""
        grammar = self.grammar(self.row, None, loose=False)
        start = index = 0
        while index < len(self.row):
            end = next((end for end, _ in grammar.at(index)), index + 1)
            if self.row[index].word in SEPARATORS or grammar.ends_with(index, Role.AND) is not None:
                if index > start:
                    yield self.row[start:index]
                start = end
            index = end
        if start < len(self.row):
            yield self.row[start:]

    def _resembles(self, row: Sequence[Token]) -> bool:
        return resembles(self.grammar(row, None, loose=False))


class _Piece(NamedTuple):
    row: Sequence[Token]
    items: tuple[Item, ...]


def _unread(piece: _Piece) -> bool:
    return isinstance(piece.items[0], Misreading)


@cache
def _remarks(entry: str, languages: tuple[str, ...]) -> frozenset[str]:
    """The words with which people speak of what could be ordered."""
    return frozenset(folded(word) for lang in languages for word in lexicon(lang).entries("remark").get(entry, ()))


def _open_ended(piece: _Piece) -> bool:
    """Whether the last order of a piece could have gone on: a support, or one read only by likeness."""
    last = piece.items[-1]
    return isinstance(last, Read) and (isinstance(last.line.order, SupportHold) or bool(last.line.notes))


def _untyped(piece: _Piece) -> bool:
    """Whether the first order of a piece names its unit by a place alone, which may be the end of another name."""
    first = piece.items[0]
    return isinstance(first, Read) and not isinstance(first.line.order, Waive) and first.line.order.unit.kind is None


def _column(item: Item) -> int:
    return 0 if isinstance(item, Heading) else item.column


def _torn(pieces: Sequence[_Piece]) -> Iterator[int]:
    """Pieces parted by a sign without a space, one of them not read: a slip may have torn a word (`Norw;egian`)."""
    for i, (one, other) in enumerate(pairwise(pieces)):
        tight = one.row[-1].end + 1 == other.row[0].start
        if tight and (_untyped(other) or not (_orders_of(one.items) and _orders_of(other.items))):
            yield from (i, i + 1)


def _code(wanted: str, near: tuple[Candidate, ...]) -> str:
    if wanted == "place":
        return "ambiguous" if near else "unknown-province"
    return "unknown-word"


def _typed(items: tuple[Item, ...]) -> tuple[Order, ...]:
    """The order that the items are, if they are one, of a unit with its type."""
    match items:
        case (Read(line),) if isinstance(line.order, Waive) or line.order.unit.kind is not None:
            return (line.order,)
        case _:
            return ()


def _places(grammar: Grammar, start: int, end: int) -> bool:
    """Whether one of these words is by itself a place's exact name, and so no part of another's that is misspelt."""
    found = (meaning for at in range(start, end) for _, meanings in grammar.at(at) for meaning in meanings)
    return any(meaning.role is Role.PLACE for meaning in found)


def _orders_of(items: tuple[Item, ...] | None) -> tuple[str, ...]:
    return tuple(write(item.line.order) for item in items or () if isinstance(item, Read))
