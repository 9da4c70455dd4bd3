"""Sentences about conditions, in one language: a row of words finds its way through the phrasebook, and what is named
on the way is found with the vocabulary of orders, exactly or, where III.2 lets it, by likeness.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple

from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.board.province import Place
from dragoman.diplomacy.orders.condition_meaning import Meaning, Several
from dragoman.diplomacy.orders.condition_words import Branching, Phrasebook, Sentence, phrasebook
from dragoman.diplomacy.orders.condition_writing import written_who
from dragoman.diplomacy.orders.conditions import Comparison, Condition, Counted, Who
from dragoman.diplomacy.orders.findings import ReadingContext
from dragoman.diplomacy.orders.grammar import Grammar
from dragoman.diplomacy.orders.likeness import Candidate, nearest_meaning
from dragoman.diplomacy.orders.naming import KINDS, Note
from dragoman.diplomacy.orders.naming import Trouble as OrderTrouble
from dragoman.diplomacy.orders.order import Ordered
from dragoman.diplomacy.orders.tokens import MOVE_SIGN, Token
from dragoman.diplomacy.orders.vocabulary import Role
from dragoman.tongues.lexicon import folded, lexicon

MOST_LISTED = 12
"""The powers or provinces that one list may name."""


@dataclass(frozen=True, slots=True)
class Parsed:
    """A condition as read, the index after it, the tolerances used, and whether part of it is written with the sign of
    a move (`A Vie - Gal`), as orders are."""

    condition: Condition
    end: int
    notes: tuple[Note, ...] = ()
    signed: bool = False


class Trouble(NamedTuple):
    """Where reading stopped furthest on, why, what comes near, and which word is at fault if not the one there."""

    at: int
    code: str = "unknown-word"
    near: tuple[Candidate, ...] = ()
    word: int | None = None

    @property
    def telling(self) -> tuple[int, bool, bool]:
        """How much it tells: the further on the more, and at one point by its reason."""
        return self.at, self.code != "unknown-word", bool(self.near)


@dataclass
class Failing:
    """Keeps the most telling trouble; `begun` is where the sentence began that is being read."""

    trouble: Trouble = field(default_factory=lambda: Trouble(0))
    begun: int = 0

    def fail(self, trouble: Trouble) -> None:
        if trouble.telling > self.trouble.telling:
            self.trouble = trouble


class Filled(NamedTuple):
    """One way to fill a slot: with what, up to where, by which tolerances."""

    value: Any
    end: int
    notes: tuple[Note, ...] = ()


class Said(NamedTuple):
    """One way to read a sentence: which, up to where, what fills it."""

    sentence: Sentence
    end: int
    values: tuple[tuple[str, Any], ...] = ()
    notes: tuple[Note, ...] = ()
    signed: bool = False


# --- what is named ---


class Names:
    """The places and units named in a row, whatever the language of the sentence around them; found once each."""

    def __init__(self, row: Sequence[Token], context: ReadingContext, failing: Failing) -> None:
        self.failing = failing
        self._grammars = [
            Grammar(row, context.words, loose, context.kind) for loose in ((False, True) if context.loose else (False,))
        ]
        self._places: dict[int, tuple[tuple[str, Filled], ...]] = {}
        self._units: dict[int, tuple[Filled, ...]] = {}

    def places(self, index: int, but: str = "none") -> Iterator[Filled]:
        """The places that may be named here, but none whose ending answers that (`source`: whence; `goal`: whither)."""
        if index not in self._places:
            self._places[index] = tuple(self._find_places(index))
        return (place for answers, place in self._places[index] if answers != but)

    def _find_places(self, index: int) -> Iterator[tuple[str, Filled]]:
        """Places by exact writings, or if there is none, by likeness."""
        found: dict[tuple[str, Place, int], Filled] = {}
        for grammar in self._grammars:
            grammar.trouble = OrderTrouble(index, "place")
            for spot in grammar.places(index) if not found else ():
                key = (spot.answers, spot.place, spot.end)
                if key not in found:
                    found[key] = Filled(spot.place, spot.end, spot.notes)
                    yield spot.answers, found[key]
            at, near = grammar.trouble.at, grammar.trouble.near
            if not found and at > self.failing.begun:  # whatever begins a sentence may be meant for anything
                self.failing.fail(Trouble(at, "ambiguous" if near else "unknown-province", near))

    def units(self, index: int) -> Iterator[Filled]:
        """The units that may be named here as orders name them. One whose type is not written must be written
        exactly."""
        if index not in self._units:
            found: dict[tuple[Ordered, int], Filled] = {}
            for grammar in self._grammars:
                for named in grammar.units(index):
                    if named.unit.kind or not named.notes:
                        found.setdefault((named.unit, named.end), Filled(named.unit, named.end, named.notes))
            self._units[index] = tuple(found.values())
        return iter(self._units[index])


# --- one language ---


class SentenceReader:
    """Reads sentences of one language from a row of words that `condition_reading.spread` has seen to."""

    def __init__(self, row: Sequence[Token], context: ReadingContext, lang: str, names: Names) -> None:
        self.row, self.context, self.lang, self.names = row, context, lang, names
        self.book: Phrasebook = phrasebook((lang,))
        self._filled: dict[tuple[str, int], tuple[Filled, ...]] = {}
        self._slots: dict[str, Callable[[int], Iterator[Filled]]] = {
            "WHO": lambda index: self._several(index, self._who),
            "BY": lambda index: iter(self._fill("WHO", index)),
            "PLACE": lambda index: self._several(index, names.places),
            "GOAL": lambda index: self._several(index, lambda at: names.places(at, but="source")),
            "FROM": lambda index: names.places(index, but="goal"),
            "AT": names.places,
            "UNIT": names.units,
            "POWER": self._powers,
            "OWNER": self._owners,
            "KIND": self._kinds,
            "MANY": self._comparisons,
            "TAIL": self._tails,
            "NUMBER": self._numbers,
            "WHAT": self._counted,
        }

    def readings(self, index: int) -> Iterator[Parsed]:
        """Every reading of one sentence that begins here."""
        for said in self._walk(self.book.sentences, Said(Sentence(""), index)):
            condition = Meaning(self.context.chart, dict(said.values)).condition(said.sentence)
            if condition is None:  # it could mean this or that
                self.names.failing.fail(Trouble(said.end, "ambiguous", word=said.end - 1))
            else:
                yield Parsed(condition, said.end, said.notes, said.signed)

    def _walk(self, here: Branching, so_far: Said) -> Iterator[Said]:
        """Every way through the tree of sentences from here on."""
        known = bool(here.ends)
        for sentence in here.ends:
            yield so_far._replace(sentence=sentence)
        for word, end, notes in self._word(here, so_far.end):
            known, signed = True, so_far.signed or word == MOVE_SIGN
            yield from self._walk(here.words[word], so_far._replace(end=end, notes=so_far.notes + notes, signed=signed))
        for slot, after in here.slots.items():
            for filled in self._fill(slot, so_far.end):
                known = True
                values, notes = (*so_far.values, (slot, filled.value)), so_far.notes + filled.notes
                yield from self._walk(after, so_far._replace(end=filled.end, values=values, notes=notes))
        if not known:
            self.names.failing.fail(Trouble(so_far.end))

    def _word(self, here: Branching, index: int) -> Iterator[Filled]:
        """The word here, if a sentence can go on with it: exactly, or with a slip where slips are read. Between two
        words there may be a comma."""
        begins = here is self.book.sentences or here is self.book.who
        index += not begins and sign(self.row, index, ",")
        if index >= len(self.row):
            return
        token = self.row[index]
        if token.word in here.words:
            yield Filled(token.word, index + 1)
        elif self.context.loose and token.is_word and not self._means_something(index):
            meant = nearest_meaning(token.word, ((word, word) for word in here.words))
            if meant is not None:
                yield Filled(meant, index + 1, (Note("typo", token.text, meant),))

    def _means_something(self, index: int) -> bool:
        """Whether a word is known to the vocabulary of orders: then it is no slip."""
        return next(iter(self.context.words.at(self.row, index)), None) is not None

    def _fill(self, slot: str, index: int) -> tuple[Filled, ...]:
        """Every way to fill a slot here, each worked out once."""
        if (slot, index) not in self._filled:
            self._filled[slot, index] = tuple(self._slots[slot](index)) if index < len(self.row) else ()
        return self._filled[slot, index]

    def _phrase(self, index: int, *entries: str) -> int | None:
        return phrase(self.row, self.book, index, *entries)

    # --- what fills the slots ---

    def _several(self, index: int, one: Callable[[int], Iterator[Filled]]) -> Iterator[Filled]:
        """One, or a list of them; of a list, the first way to read each further member."""
        for first in one(index):
            yield first._replace(value=Several((first.value,)))
            values, end, notes, joined = [first.value], first.end, first.notes, ""
            while len(values) < MOST_LISTED and (parted := self._parted(end)) is not None:
                word, start = parted
                following = next(one(start), None) if start < len(self.row) else None
                if following is None or (joined and word != joined):
                    break
                values.append(following.value)
                end, notes, joined = following.end, notes + following.notes, word
                if joined:
                    yield Filled(Several(tuple(values), joined), end, notes)

    def _parted(self, index: int) -> tuple[str, int] | None:
        """How the next member of a list is joined (`and`, `or`, or by a comma alone: ``), and where it begins."""
        comma = sign(self.row, index, ",")
        for word in ("and", "or"):
            if (end := self._phrase(index + comma, word)) is not None:
                return word, end
        return ("", index + 1) if comma else None

    def _who(self, index: int) -> Iterator[Filled]:
        """Units: a power, a unit by its place, any of a kind. A word that is as well a power as a place is asked
        back."""
        seen: set[tuple[Who, int]] = set()
        for said in self._walk(self.book.who, Said(Sentence(""), index)):
            who = Meaning(self.context.chart, dict(said.values)).who()
            if both := self._power_and_place(index, said.end):
                near = tuple(Candidate(written_who(each), 1, "exact") for each in both)
                self.names.failing.fail(Trouble(said.end, "ambiguous", near, index))
            elif (who, said.end) not in seen:
                seen.add((who, said.end))
                yield Filled(who, said.end, said.notes)

    def _power_and_place(self, start: int, end: int) -> tuple[Who, ...]:
        """The power and the unit that the same words name exactly, if they do name both: `ENG`."""
        meanings = self.context.words.phrases.get(" ".join(token.word for token in self.row[start:end]), ())
        powers = [Who(power=m.value) for m in meanings if m.role is Role.POWER]
        places = [Who(place=Place.parse(m.value)) for m in meanings if m.role is Role.PLACE]
        return (*powers[:1], *places[:1]) if powers and places else ()

    def _powers(self, index: int) -> Iterator[Filled]:
        for end, meanings in self.context.words.at(self.row, index):
            for power in dict.fromkeys(m.value for m in meanings if m.role is Role.POWER):
                yield Filled(power, end)
        if self.context.power and (after := self._phrase(index, "me")) is not None:
            yield Filled(self.context.power, after)

    def _owners(self, index: int) -> Iterator[Filled]:
        """A power in the form of one who has something (`Italialla`)."""
        known = owners(self.context.chart, self.lang)
        for end in (index + 2, index + 1):
            if (power := known.get(" ".join(token.word for token in self.row[index:end]))) is not None:
                yield Filled(power, end)
        if self.context.power and (after := self._phrase(index, "my")) is not None:
            yield Filled(self.context.power, after)

    def _kinds(self, index: int) -> Iterator[Filled]:
        """Army or fleet in a word, not by a letter; or a unit of either kind."""
        for end, meanings in self.context.words.at(self.row, index):
            for meaning in meanings:
                if meaning.role in KINDS and len(self.row[index].word) > 1:
                    yield Filled(KINDS[meaning.role], end)
        if (after := self._phrase(index, "unit")) is not None:
            yield Filled(None, after)

    def _comparisons(self, index: int) -> Iterator[Filled]:
        for comparison in Comparison:
            if (end := self._phrase(index, comparison.value)) is not None:
                yield Filled(comparison, end)

    def _tails(self, index: int) -> Iterator[Filled]:
        for entry, comparison in (("or_more", Comparison.AT_LEAST), ("or_fewer", Comparison.AT_MOST)):
            if (end := self._phrase(index, entry)) is not None:
                yield Filled(comparison, end)

    def _numbers(self, index: int) -> Iterator[Filled]:
        word = self.row[index].word
        if word.isdecimal() and len(word) < 4:
            yield Filled(int(word), index + 1)
        elif word in self.book.numbers:
            yield Filled(self.book.numbers[word], index + 1)

    def _counted(self, index: int) -> Iterator[Filled]:
        for what in Counted:
            if (end := self._phrase(index, what.value)) is not None:
                yield Filled(what, end)


def sign(row: Sequence[Token], index: int, signs: str) -> bool:
    """Whether one of these signs stands there."""
    return 0 <= index < len(row) and not row[index].is_word and row[index].word in signs


def phrase(row: Sequence[Token], book: Phrasebook, index: int, *entries: str) -> int | None:
    """The index after the longest phrase there of these entries of a phrasebook, or None."""
    ends = [
        index + len(words)
        for entry in entries
        for words in book.words.get(entry, ())
        if all(at < len(row) and row[at].word == word for at, word in enumerate(words, index))
    ]
    return max(ends, default=None)


@lru_cache(16)
def _owners(lang: str, names: tuple[tuple[str, str], ...]) -> Mapping[str, str]:
    endings = phrasebook((lang,)).owning
    return {
        form: power
        for name, power in names
        for form, answers in lexicon(lang).inflection.forms(name)
        if answers == "plain" and form.endswith(endings)
    }


def owners(chart: Chart, lang: str) -> Mapping[str, str]:
    """Every form that says of a power that it has something, as compared, where a language has such a form:
    `Italialla` is of Italia."""
    return _owners(lang, tuple((folded(p.names[lang]), p.id) for p in chart.powers.values() if lang in p.names))
