"""How units and places are named in a row of words and signs: types and powers before and after, coasts, endings, and,
where likeness may help, slips of the pen."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from dragoman.diplomacy.board.position import PhaseKind
from dragoman.diplomacy.board.province import Place
from dragoman.diplomacy.board.unit import UnitKind
from dragoman.diplomacy.orders import likeness
from dragoman.diplomacy.orders.likeness import Candidate
from dragoman.diplomacy.orders.order import (
    Order,
    Ordered,
)
from dragoman.diplomacy.orders.tokens import MOVE_SIGN, Token
from dragoman.diplomacy.orders.vocabulary import Meaning, Role, Vocabulary
from dragoman.tongues.lexicon import folded

KINDS = {Role.ARMY: UnitKind.ARMY, Role.FLEET: UnitKind.FLEET}
SHORT_COASTS = {"n": "NC", "s": "SC", "e": "EC", "w": "WC"}
SEPARATORS = frozenset(",;.!")
WIDEST_NAME = 4
"""The words that a misspelt name may have at most."""


class Note(NamedTuple):
    """A tolerance that was used: its sort (`abbreviation`, `typo`, `glued`, `bare`, `aside`), the words, how they were
    read."""

    sort: str
    word: str
    read_as: str

    def __str__(self) -> str:
        return f"{self.sort}: {self.word} = {self.read_as}"


class Fragment(NamedTuple):
    """An order as far as it was read: the order, where it ends, and the notes taken."""

    order: Order
    end: int
    notes: tuple[Note, ...] = ()
    verb_first: bool = False


class Spot(NamedTuple):
    place: Place
    end: int
    notes: tuple[Note, ...] = ()
    answers: str = ""


class Named(NamedTuple):
    """A unit that was named; `goal` tells that its place has an ending that says whither (`armeija Moskovaan`)."""

    unit: Ordered
    end: int
    notes: tuple[Note, ...] = ()
    goal: bool = False


class Trouble(NamedTuple):
    """Why reading stopped furthest on: at which token, what was wanted there, and places that come near."""

    at: int
    wanted: str
    near: tuple[Candidate, ...] = ()


Phrases = tuple[tuple[int, tuple[Meaning, ...]], ...]
"""The known phrases that begin at a token, each with the index after it."""

Guessable = Callable[[Named, bool], bool]
"""Whether a unit named without its type, and with a slip besides, may be taken for that unit; told whether it must be
the writer's own."""

Bare = Callable[[Ordered], Order | None]
"""What a unit named without a verb means in an adjustment phase, None if nothing."""


def nothing(unit: Ordered) -> None:
    """A unit named without a verb says nothing."""


def never(named: Named, own: bool) -> bool:
    """Nothing is guessed."""
    return False


@dataclass
class Naming:
    """Reads one row of tokens. `loose` lets likeness help (III.2.B, III.2.D); `kind` is the phase orders are for."""

    tokens: Sequence[Token]
    words: Vocabulary
    loose: bool
    kind: PhaseKind
    bare: Bare = nothing
    guessable: Guessable = never
    trouble: Trouble = field(default_factory=lambda: Trouble(0, "order"), init=False)
    longest: Fragment | None = field(default=None, init=False)
    seen: dict[int, Phrases] = field(default_factory=dict)

    # --- looking at tokens ---

    def at(self, index: int) -> Iterator[tuple[int, tuple[Meaning, ...]]]:
        """The known phrases here, longest first, each with the index after it."""
        if (seen := self.seen.get(index)) is None:
            seen = self.seen[index] = tuple(self.words.at(self.tokens, index))
        return iter(seen)

    def ends_with(self, index: int, *roles: Role) -> int | None:
        """The index after the longest phrase here that has one of these roles, or None."""
        return next((end for end, meanings in self.at(index) if any(m.role in roles for m in meanings)), None)

    def sign(self, index: int, sign: str) -> bool:
        return index < len(self.tokens) and self.tokens[index].word == sign

    def past_filler(self, index: int, dots: bool = True) -> int:
        """Past words that change nothing, and past the dots of abbreviations."""
        while index < len(self.tokens):
            if dots and self.sign(index, "."):
                index += 1
            elif (end := self.ends_with(index, Role.FILLER)) is not None and not self.means_more(index, (Role.FILLER,)):
                index = end
            else:
                break
        return index

    def means_more(self, index: int, roles: tuple[Role, ...]) -> bool:
        """Whether the words here can be anything but these."""
        return any(m.role not in roles for _, found in self.at(index) for m in found)

    def fail(self, index: int, wanted: str, near: tuple[Candidate, ...] = ()) -> None:
        """Remember the furthest point where reading stopped."""
        if index > self.trouble.at or (index == self.trouble.at and near and not self.trouble.near):
            self.trouble = Trouble(index, wanted, near)

    # --- places ---

    def places(self, index: int) -> Iterator[Spot]:
        """A place here, with its coast wherever that stands: `STP/NC`, `Spain (sc)`, `north coast of Spain`."""
        index = self.past_filler(index)
        known = 0
        for end, meanings in self.at(index):
            for meaning in meanings:
                if meaning.role is Role.PLACE:
                    known = max(known, end)
                    yield from self._named_on(Spot(Place.parse(meaning.value), end))
                    yield from self._coasted(Spot(Place.parse(meaning.value), end, (), meaning.answers))
                elif meaning.role is Role.COAST:
                    for spot in self.places(end) if self._place_follows(end) else ():
                        if not spot.place.coast:
                            yield spot._replace(place=Place(spot.place.province, meaning.value))
        if self.loose or not known:
            yield from self._likely(index, known)

    def _named_on(self, spot: Spot) -> Iterator[Spot]:
        """A place by its abbreviation and a further word of its name, whole or shortened: `Nth Sea`, `Eng Chan`."""
        token = self.tokens[spot.end] if self.loose and spot.end < len(self.tokens) else None
        if token is None or len(token.word) < likeness.SHORTEST_STUB or self._is_verb(spot.end):
            return
        province = self.words.chart.provinces[spot.place.province]
        further = {word for name in province.names.values() for word in folded(name).split()[1:]}
        if any(word.startswith(token.word) for word in further):
            note = Note("abbreviation", self.text(spot.end - 1, spot.end + 1), province.id)
            yield spot._replace(end=spot.end + 1, notes=(note,))

    def _place_follows(self, index: int) -> bool:
        """Guards against coasts without end before a place."""
        return self.ends_with(self.past_filler(index), Role.COAST) is None

    def _coasted(self, spot: Spot) -> Iterator[Spot]:
        if not spot.place.coast:
            for coast, end in self._coast(spot):
                yield spot._replace(place=Place(spot.place.province, coast), end=end)
        yield spot

    def _coast(self, spot: Spot) -> Iterator[tuple[str, int]]:
        slash, bracket = self.sign(spot.end, "/"), self.sign(spot.end, "(")
        start = spot.end + (slash or bracket)
        coasts = self.words.chart.provinces[spot.place.province].coasts
        for end, meanings in self.at(start):
            closed = end + 1 if bracket and self.sign(end, ")") else end
            if closed > end or not bracket:
                without = bracket and self.tokens[start].word == "nc" and "NC" not in coasts  # "no convoy"
                yield from (("" if without else m.value, closed) for m in meanings if m.role is Role.COAST)
        if (slash or bracket) and start < len(self.tokens):
            short = SHORT_COASTS.get(self.tokens[start].word)
            if short in coasts and (slash or self.sign(start + 1, ")")):
                yield str(short), start + 1 + bracket
            dotted = bracket and self.sign(start + 1, ".") and self.tokens[start + 2 :][:1]
            if short in coasts and dotted and dotted[0].word == "c":  # "(n.c.)"
                end = start + 3 + self.sign(start + 3, ".")
                if self.sign(end, ")"):
                    yield str(short), end + 1
            self.fail(start, "coast")

    def _likely(self, index: int, known: int) -> Iterator[Spot]:
        """Places that the words here are like, the most words first; never fewer words than name a place exactly."""
        if index >= len(self.tokens) or self._is_verb(index):
            self.fail(index, "place")
            return
        for end in reversed(range(max(index + 1, known + 1), self._name_ends(index) + 1)):
            written = " ".join(t.word for t in self.tokens[index:end] if t.is_word)
            if not self._may_be_name(index, end, written, known):
                continue
            found = self.words.like(written)
            chosen = likeness.winner(written, found)
            if chosen is not None and self.loose:
                note = Note(chosen.sort, self.text(index, end), chosen.place)
                yield from (spot._replace(notes=(note,)) for spot in self._coasted(Spot(Place(chosen.place), end)))
            elif not known:
                self.fail(index, "place", found)
        if not known:
            self.fail(index, "place")

    def _may_be_name(self, index: int, end: int, written: str, known: int) -> bool:
        """Whether some words may be a misspelt name as a whole, and not a name with something else stuck to it."""
        if not self.tokens[end - 1].is_word or self.words.says_via(written):
            return False
        dashed = any(token.word == MOVE_SIGN for token in self.tokens[index:end])
        if (known or dashed) and not self.words.spells(written):
            return False
        if end - index > 1 and self._is_another(self.tokens[end - 1].word, written):
            return False
        dash = self.sign(end, MOVE_SIGN) and self.tokens[end].tight  # `Portu-gal`
        after = self.tokens[end + dash].word if end + dash < len(self.tokens) else ""
        return not (after and self.words.places(written + after))

    def _is_another(self, last: str, written: str) -> bool:
        """Whether the last word alone is exactly a place, and not the one that all the words are like."""
        chosen = likeness.winner(written, self.words.like(written))
        return chosen is not None and bool(self.words.places(last) - {chosen.place})

    def _name_ends(self, index: int) -> int:
        """How far a misspelt name may go on: over words that are nothing else, and the little words of names."""
        end = index
        while end < len(self.tokens) and end - index < 2 * WIDEST_NAME:
            token = self.tokens[end]
            if token.is_word and end > index and self._is_verb(end):
                break
            if not token.is_word and not (token.word == "." or (token.word == MOVE_SIGN and token.tight)):
                break
            end += 1
        return end

    def _is_verb(self, index: int) -> bool:
        return self.ends_with(index, *VERBS) is not None

    def text(self, start: int, end: int) -> str:
        """The words as they were written."""
        return " ".join(token.text for token in self.tokens[start:end])

    # --- units ---

    def units(self, index: int) -> Iterator[Named]:
        """A unit as an order names it: `A Vie`, `Russian army in Warsaw`, `the fleet at Stp (sc)`, `Vienna`."""
        index = self.past_filler(index)
        for power, start in self._powers(index):
            yield from self._glued(self.past_filler(start), power)
            for kind, after, notes in self._kinds(self.past_filler(start)):
                for spot in self._in_brackets(after):
                    unit = Ordered(spot.place, kind, power)
                    if kind is None:
                        yield from self._type_last(unit, spot)
                    yield Named(unit, spot.end, notes + spot.notes, spot.answers == "goal")

    def _type_last(self, unit: Ordered, spot: Spot) -> Iterator[Named]:
        """A unit whose type follows its place, in a word: `the Vienna army`, `Wienin armeija`."""
        if spot.answers in ("", "plain") and spot.end < len(self.tokens) and len(self.tokens[spot.end].word) > 1:
            for end, meanings in self.at(spot.end):
                for kind in (KINDS[m.role] for m in meanings if m.role in KINDS):
                    yield Named(replace(unit, kind=kind), end, spot.notes)

    def _powers(self, index: int) -> list[tuple[str | None, int]]:
        """The powers that may be named here, or none; first whatever takes the most words (`English Channel`)."""
        named = [(end, m) for end, meanings in self.at(index) for m in meanings if m.role in (Role.POWER, Role.PLACE)]
        powers: list[tuple[str | None, int]] = [(m.value, end) for end, m in named if m.role is Role.POWER]
        place_first = any(m.role is Role.PLACE and end > powers[0][1] for end, m in named) if powers else True
        return [(None, index), *powers] if place_first else [*powers, (None, index)]

    def _kinds(self, index: int) -> Iterator[tuple[UnitKind | None, int, tuple[Note, ...]]]:
        """The type of a unit here, and that it is left out."""
        known = False
        for end, meanings in self.at(index):
            for meaning in meanings:
                known = True
                if meaning.role in KINDS:
                    article = self.ends_with(end, Role.ARMY, Role.FLEET) if self.tokens[index].word == "a" else None
                    if article is not None:  # "a fleet", "a army"
                        yield from self._kinds(end)
                    else:
                        yield KINDS[meaning.role], end, ()
                        if self.sign(end, MOVE_SIGN) and self.tokens[end].tight:  # "A-Vie"
                            yield KINDS[meaning.role], end + 1, ()
        if self.loose and not known and index < len(self.tokens):
            word = self.tokens[index].word
            if (role := likeness.nearest_meaning(word, self.words.types, shortest=4)) is not None:
                yield KINDS[role], index + 1, (Note("typo", self.tokens[index].text, role.value),)
        yield None, index, ()

    def _in_brackets(self, index: int) -> Iterator[Spot]:
        """A place, perhaps in brackets: `F(Nth)`."""
        if self.sign(index, "("):
            yield from (s._replace(end=s.end + 1) for s in self.places(index + 1) if self.sign(s.end, ")"))
        else:
            yield from self.places(index)

    def _glued(self, index: int, power: str | None) -> Iterator[Named]:
        """A type written together with its place, `Avie`: the rest must be an exact writing."""
        if not self.loose or index >= len(self.tokens) or not self.tokens[index].is_word:
            return
        word = self.tokens[index].word
        meanings = self.words.phrases.get(word[1:], ()) if len(word) > 3 and word not in self.words.phrases else ()
        for kind in UnitKind:
            if word[:1] != kind.value.lower():
                continue
            for meaning in meanings:
                if meaning.role is Role.PLACE:
                    for spot in self._coasted(Spot(Place.parse(meaning.value), index + 1)):
                        unit = Ordered(spot.place, kind, power)
                        yield Named(unit, spot.end, (Note("glued", self.tokens[index].text, str(unit)),))


VERBS = frozenset(set(Role) - {Role.PLACE, Role.POWER, Role.FILLER, Role.COAST, Role.SEASON, Role.PHASE, Role.STATUS})
