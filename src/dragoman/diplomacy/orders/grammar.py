"""The grammar of orders: what a row of words and signs can say, tried in the likeliest order until one reading uses
them all. Nothing is skipped but words that change nothing, so prose and slips never pass for an order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from dragoman.diplomacy.board.position import PhaseKind
from dragoman.diplomacy.board.province import Place, Terrain
from dragoman.diplomacy.orders import likeness
from dragoman.diplomacy.orders.likeness import Candidate
from dragoman.diplomacy.orders.naming import Fragment, Named, Naming, Note, Spot
from dragoman.diplomacy.orders.order import (
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Order,
    Ordered,
    Retreat,
    SupportHold,
    SupportMove,
    Waive,
)
from dragoman.diplomacy.orders.tokens import MOVE_SIGN
from dragoman.diplomacy.orders.vocabulary import OPERATORS, Role

NO_ORDER = "–"
"""How words after an order are read that order nothing."""
SHORTEST_REMARK = 4
"""The letters of a word in brackets that is no slip for a coast or a sign."""


class Grammar(Naming):
    """Reads the orders of a row of tokens."""

    def orders(self, index: int) -> Iterator[Fragment]:
        """Every order that could begin here, the longest readings first."""
        index = self.past_filler(index)
        yield from self._waived(index)
        yield from self._verb_first(index)
        for named in self.units(index):
            if self._sure(named, index, own=True):
                yield from self._after_unit(named)

    def _sure(self, named: Named, index: int, own: bool) -> bool:
        if named.goal:
            return False
        if named.unit.kind or not named.notes or self.guessable(named, own):
            return True
        self.fail(index, "place", (Candidate(named.unit.place.province, likeness.NEAR, "typo"),))
        return False

    def _others(self, index: int) -> Iterator[Named]:
        return (named for named in self.units(index) if self._sure(named, index, own=False))

    def _after_unit(self, named: Named) -> Iterator[Fragment]:
        start = self._past_mark(self.past_filler(named.end))
        for role, end, notes in self._operators(start):
            named_so = named._replace(notes=named.notes + notes)
            match role:
                case Role.HOLD:
                    yield from self._told(Hold(named.unit), end, named_so.notes)
                case Role.MOVE:
                    yield from self._moved(named_so, end)
                case Role.SUPPORT:
                    yield from self._supporting(named_so, end)
                case Role.CONVOY:
                    yield from self._convoying(named_so, end)
                case Role.VIA:  # "A Lon via convoy to Nwy"
                    yield from self._moved_by_convoy(named_so, end)
                case Role.RETREAT:
                    yield from self._retreating(named_so, end)
                case Role.DISBAND:
                    yield from self._told(Disband(named.unit), end, named_so.notes)
                case Role.BUILD:
                    yield from self._told(Build(named.unit), end, named_so.notes)
                case _:
                    pass
        for begin, end in self._marked(start):
            yield from self._after_mark(named, begin, end)
        for spot in self._goals(start):
            yield from self._arrived(named, spot, False)
        if (bare := self.bare(named.unit)) is not None and self.kind is PhaseKind.ADJUSTMENT:
            yield from self._told(bare, named.end, (*named.notes, Note("bare", str(named.unit), type(bare).__name__)))
        self.fail(start, "verb")

    def _marked(self, index: int) -> Iterator[tuple[int, int]]:
        """Where a verb set off from its unit stands, and the index after it: `A Vie - H`, `A Vie (S) A Bud`."""
        bracket = self.sign(index, "(")
        if not bracket and not self.sign(index, MOVE_SIGN):
            return
        for end, meanings in self.at(index + 1):
            closed = not bracket or self.sign(end, ")")
            if closed and any(m.role in AIDING for m in meanings) and all(m.role is not Role.PLACE for m in meanings):
                yield index + 1, end + bracket

    def _after_mark(self, named: Named, begin: int, end: int) -> Iterator[Fragment]:
        if self.ends_with(begin, Role.HOLD) is not None:
            yield from self._told(Hold(named.unit), end, named.notes)
        if self.ends_with(begin, Role.SUPPORT) is not None:
            yield from self._supporting(named, end)
        if self.ends_with(begin, Role.CONVOY) is not None:
            yield from self._convoying(named, end)

    def _past_mark(self, index: int) -> int:
        """Past a colon or comma between a unit and what it is to do: `Vienna: hold`, `A Par, moves to Bur`."""
        marked = self.sign(index, ":") or self.sign(index, ",")
        return index + 1 if marked and self.ends_with(self.past_filler(index + 1), *DONE) is not None else index

    def _operators(self, index: int) -> Iterator[tuple[Role, int, tuple[Note, ...]]]:
        found = False
        for end, meanings in self.at(index):
            for meaning in meanings:
                found = True
                yield meaning.role, end, ()
        if not found and self.loose and index < len(self.tokens) and self.tokens[index].is_word:
            role = likeness.nearest_meaning(self.tokens[index].word, self.words.operators)
            if role is not None:
                yield role, index + 1, (Note("typo", self.tokens[index].text, role.value),)

    def _told(self, order: Order, end: int, notes: tuple[Note, ...]) -> Iterator[Fragment]:
        fragment = Fragment(order, end, notes)
        if self.longest is None or end > self.longest.end:
            self.longest = fragment
        yield fragment
        if (after := self._aside(end)) is not None:
            words = " ".join(token.text for token in self.tokens[end:after] if token.is_word)
            yield fragment._replace(end=after, notes=(*notes, Note("aside", words, NO_ORDER)))

    # --- remarks after an order ---

    def _aside(self, index: int) -> int | None:
        """The index after a remark that orders nothing: `supported by A Bud`, `(support from F Tri)`, `(bounce)`."""
        index = self.past_filler(index, dots=False)
        bracket = self.sign(index, "(")
        start = index + 1 if bracket or self.sign(index, ",") else index
        end = self._backers(start)
        if end is None and bracket:
            end = self._remark(start)
        return end if end is None or not bracket else end + 1 if self.sign(end, ")") else None

    def _backers(self, index: int) -> int | None:
        """The index after words that tell whose support is expected. They are no order to those who are named."""
        if (end := self.ends_with(index, Role.BACKED)) is None:
            return None
        while end is not None:
            named = next((named for named in self.units(end) if not named.notes), None)
            if named is None:
                return None
            index, end = named.end, self.ends_with(named.end, Role.AND)
            if end is None and self.sign(index, ",") and next(self.units(index + 1), None) is not None:
                return None
        return index if self.ends_with(index, *DONE) is None else None

    def _remark(self, index: int) -> int | None:
        """The index after words of which none can belong to an order; none may be like one that could."""
        start, telling = index, False
        while index < len(self.tokens) and not self.sign(index, ")"):
            token = self.tokens[index]
            end, meanings = next(self.at(index), (index + 1, ()))
            if any(m.role not in ASIDES for m in meanings) or (not token.is_word and token.word not in ",.!"):
                return None
            if token.is_word and not meanings:
                if self.words.like(token.word) or self.words.is_like_a_word(token.word):
                    return None
                telling = telling or len(token.word) >= SHORTEST_REMARK
            index = end
        return index if telling and index > start else None

    def _goals(self, index: int) -> Iterator[Spot]:
        """A place whose ending alone says that it is the goal (`Galiciaan`)."""
        for end, meanings in self.at(self.past_filler(index)):
            for meaning in meanings:
                if meaning.role is Role.PLACE and meaning.answers == "goal":
                    yield from self._coasted(Spot(Place.parse(meaning.value), end, (), "goal"))

    def _targets(self, index: int) -> Iterator[Spot]:
        """The place after the sign or word for a move; a second such sign or word is passed over."""
        index = self.past_filler(index)
        again = self.ends_with(index, Role.MOVE)
        yield from self._in_brackets(self.past_filler(again) if again is not None else index)

    def _moved(self, named: Named, index: int) -> Iterator[Fragment]:
        """A move, of which the sign or word ends before the index."""
        for spot in self._targets(index):
            yield from self._stations(named, spot, (), self.tokens[index - 1].word)

    def _stations(self, named: Named, spot: Spot, passed: tuple[str, ...], joint: str) -> Iterator[Fragment]:
        """One more station of a stated route, or the goal (`A Lon - Eng - Mao - Por`, VI.3).

        Stations are joined by one sign or word: `moves west to Bul` has no station in the Western Mediterranean.
        """
        onward = self.ends_with(spot.end, Role.MOVE)
        province = self.words.chart.provinces[spot.place.province]
        alike = onward is not None and self.tokens[onward - 1].word == joint
        if onward is not None and alike and province.convoys and province.id not in passed:
            for after in self._targets(onward):
                after = after._replace(notes=spot.notes + after.notes)
                yield from self._stations(named, after, (*passed, province.id), joint)
        yield from self._arrived(named, spot, bool(passed), passed)

    def _arrived(self, named: Named, spot: Spot, via: bool, route: tuple[str, ...] = ()) -> Iterator[Fragment]:
        for said, stated, end in self._vias(spot.end):
            if not (route and stated):
                move = Move(named.unit, spot.place, via or said, route or stated)
                yield from self._told(self._for_phase(move), end, named.notes + spot.notes)

    def _for_phase(self, move: Move) -> Order:
        """In a retreat phase people write retreats as they write moves."""
        plain = self.kind is PhaseKind.RETREAT and not move.via
        return Retreat(move.unit, move.to) if plain else move

    def _vias(self, index: int) -> Iterator[tuple[bool, tuple[str, ...], int]]:
        """Words that say that a move is by convoy, and perhaps over which seas; or nothing."""
        start = index + 1 if self.sign(index, ",") else index
        bracket = self.sign(start, "(")
        inner = start + bracket
        if (end := self.ends_with(inner, Role.VIA)) is not None:
            for seas, after in self._seas(end, ()):
                if not bracket or self.sign(after, ")"):
                    yield True, seas, after + bracket
        if bracket and self.ends_with(inner, Role.CONVOY) == inner + 1 and self.sign(inner + 1, ")"):
            yield True, (), inner + 2
        yield False, (), index

    def _seas(self, index: int, passed: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], int]]:
        """The seas of a route told in words: `via Eng and Mao`."""
        start = index
        if passed and (joined := self.ends_with(index, Role.AND, Role.MOVE)) is not None:
            start = joined
        fleet = self.ends_with(self.past_filler(start), Role.FLEET)  # "convoyed by F Eng"
        start, joined = (start if fleet is None else fleet), start > index
        for spot in self.places(start) if not passed or joined else ():
            province = self.words.chart.provinces[spot.place.province]
            if province.convoys and province.terrain is Terrain.SEA and province.id not in passed and not spot.notes:
                yield from self._seas(spot.end, (*passed, province.id))
        yield passed, index

    def _moved_by_convoy(self, named: Named, index: int) -> Iterator[Fragment]:
        for seas, after in self._seas(index, ()):
            if (end := self.ends_with(self.past_filler(after), Role.MOVE)) is not None:
                for spot in self._targets(end):
                    yield from self._told(Move(named.unit, spot.place, True, seas), spot.end, named.notes + spot.notes)

    def _supporting(self, named: Named, index: int) -> Iterator[Fragment]:
        for other in self._others(index):
            notes = named.notes + other.notes
            after = self.past_filler(other.end)
            if (end := self.ends_with(after, Role.MOVE)) is not None:
                for spot in self._targets(end):
                    yield from self._told(SupportMove(named.unit, other.unit, spot.place), spot.end, notes + spot.notes)
            for spot in self._goals(after):
                yield from self._told(SupportMove(named.unit, other.unit, spot.place), spot.end, notes)
            hold = SupportHold(named.unit, other.unit)
            bracket = self.sign(after, "(")
            if (end := self.ends_with(after + bracket, Role.HOLD)) is not None and (not bracket or self.sign(end, ")")):
                yield from self._told(hold, end + bracket, notes)
            yield from self._told(hold, other.end, notes)

    def _convoying(self, named: Named, index: int) -> Iterator[Fragment]:
        for other in self._others(index):
            notes = named.notes + other.notes
            after = self.past_filler(other.end)
            if (end := self.ends_with(after, Role.MOVE)) is not None:
                for spot in self._targets(end):
                    yield from self._told(Convoy(named.unit, other.unit, spot.place), spot.end, notes + spot.notes)
            for spot in self._goals(after):
                yield from self._told(Convoy(named.unit, other.unit, spot.place), spot.end, notes)
            self.fail(after, "goal")

    def _retreating(self, named: Named, index: int) -> Iterator[Fragment]:
        if (end := self.ends_with(self.past_filler(index), Role.DISBAND)) is not None:  # "retreats off the board"
            yield from self._told(Disband(named.unit), end, named.notes)
        for spot in self._targets(index):
            yield from self._told(Retreat(named.unit, spot.place), spot.end, named.notes + spot.notes)

    # --- orders that begin with their verb ---

    def _verb_first(self, index: int) -> Iterator[Fragment]:
        for end, meanings in self.at(index):
            start = end + self.sign(end, ":")
            for meaning in meanings:
                match meaning.role:
                    case Role.BUILD:
                        yield from self._each(start, Build)
                    case Role.DISBAND:
                        yield from self._each(start, Disband)
                    case Role.HOLD:
                        yield from self._each(start, Hold)
                    case Role.RETREAT:
                        for named in self.units(start):
                            onward = self.ends_with(self.past_filler(named.end), Role.MOVE)
                            for spot in self._goals(named.end) if onward is None else self._targets(onward):
                                retreat = Retreat(named.unit, spot.place)
                                yield from self._told(retreat, spot.end, named.notes + spot.notes)
                    case Role.MOVE if self.tokens[index].is_word:
                        for named in self.units(start):
                            if (onward := self.ends_with(self.past_filler(named.end), Role.MOVE)) is not None:
                                yield from self._moved(named, onward)

    def _each(self, index: int, order: Callable[[Ordered], Order]) -> Iterator[Fragment]:
        count, after = self._number(index)
        for named in self.units(after if count == 1 else index):  # "build one army in Vienna"
            for fragment in self._told(order(named.unit), named.end, named.notes):
                yield fragment._replace(verb_first=True)

    def _waived(self, index: int) -> Iterator[Fragment]:
        """`waive`, `waive 2`, `2 waives`, `waive one build in London`."""
        count, start = self._number(index)
        if (end := self.ends_with(start, Role.WAIVE)) is None:
            return
        if not count:
            count, end = self._number(self.past_filler(end))
        built = self.ends_with(self.past_filler(end), Role.BUILD, Role.PHASE)
        end = built if built is not None else end
        for spot in self.places(end) if not count else ():
            yield from self._told(Waive(1, spot.place), spot.end, spot.notes)
        yield from self._told(Waive(count or 1), end, ())

    def _number(self, index: int) -> tuple[int, int]:
        if index < len(self.tokens) and (word := self.tokens[index].word).isdecimal() and len(word) < 3:
            return int(word), index + 1
        spelt = ((int(m.value), end) for end, found in self.at(index) for m in found if m.role is Role.NUMBER)
        return next(spelt, (0, index))


ASIDES = frozenset({Role.FILLER, Role.AND, Role.POWER})
"""What words of a remark may mean beside nothing."""

AIDING = frozenset({Role.HOLD, Role.SUPPORT, Role.CONVOY})
"""What may be set off from its unit by a dash or brackets."""

DONE = OPERATORS - {Role.VIA}
"""What a unit can be told to do."""
