"""The vocabulary joins a map's names with the words of the languages: every phrase that can stand in an order, and what
it may mean. What is found here is exact; everything looser is `likeness`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property, lru_cache
from typing import NamedTuple, Protocol

from rapidfuzz.distance import OSA

from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.board.province import Province, Terrain
from dragoman.diplomacy.orders.likeness import SHORTEST_STUB, Candidate, candidates, spelt
from dragoman.diplomacy.orders.tokens import MOVE_SIGN, Token
from dragoman.tongues.lexicon import LANGUAGES, Lexicon, folded, lexicon


class Role(StrEnum):
    """What a word or phrase can do in an order, in a heading, or beside them."""

    PLACE = "place"
    POWER = "power"
    ARMY = "army"
    FLEET = "fleet"
    MOVE = "move"
    HOLD = "hold"
    SUPPORT = "support"
    CONVOY = "convoy"
    VIA = "via"
    BACKED = "backed"
    RETREAT = "retreat"
    BUILD = "build"
    DISBAND = "disband"
    WAIVE = "waive"
    FILLER = "filler"
    AND = "and"
    ALL = "all"
    UNLESS = "unless"
    COAST = "coast"
    STATUS = "status"
    PHASE = "phase"
    SEASON = "season"
    NUMBER = "number"


OPERATORS = frozenset(
    {Role.MOVE, Role.HOLD, Role.SUPPORT, Role.CONVOY, Role.VIA, Role.RETREAT, Role.BUILD, Role.DISBAND}
)
MUTE = frozenset({Role.PLACE, Role.FILLER, Role.AND, Role.POWER})
"""What words may mean that need no looking out for, since they say nothing, or are likened to places elsewhere."""

SECTIONS = ("order", "coast", "status", "phase", "season", "number")
"""The sections of a lexicon that reading orders needs; entries of `order` are roles, those of others are values."""


class Likened(Protocol):
    """Finds places by words that are not exact."""

    def __call__(self, written: str, /) -> tuple[Candidate, ...]: ...


class Meaning(NamedTuple):
    """One thing that a phrase may mean: `value` names the place, power, coast and so on; `answers` tells of a place
    whose ending says whither (`goal`) or whence (`source`)."""

    role: Role
    value: str = ""
    answers: str = ""


@dataclass(frozen=True)
class Vocabulary:
    """`phrases` maps a phrase, as compared, to its meanings; `writings` are first forms of places, for likeness."""

    chart: Chart
    phrases: Mapping[str, tuple[Meaning, ...]]
    writings: tuple[tuple[str, str], ...]
    operators: tuple[tuple[str, Role], ...]
    longest: int

    def at(self, tokens: Sequence[Token], start: int) -> Iterator[tuple[int, tuple[Meaning, ...]]]:
        """The known phrases that begin at a token, longest first, each with the index after it."""
        found: list[tuple[int, tuple[Meaning, ...]]] = []
        words = 0
        phrase = ""
        index = start
        while index < len(tokens) and words < self.longest:
            token = tokens[index]
            if token.is_word:
                phrase = f"{phrase} {token.word}" if phrase else token.word
                words += 1
                if (meanings := self.phrases.get(phrase)) is not None:
                    found.append((index + 1, meanings))
            elif not phrase or not (token.word == "." or (token.word == MOVE_SIGN and token.tight)):
                break
            index += 1
        if not found and start < len(tokens) and tokens[start].word == MOVE_SIGN:
            return iter(((start + 1, MOVE_BY_SIGN),))
        return reversed(found)

    @cached_property
    def like(self) -> Likened:
        """The places that some words may mean, the nearest first; what was asked lately is remembered."""
        remembered = lru_cache(4096)(lambda written: candidates(written, self.writings))
        longest = max(len(writing) for writing, _ in self.writings) + LONGEST_SLIP
        return lambda written: remembered(written) if len(written) <= longest else ()

    def places(self, phrase: str) -> set[str]:
        """The places that a phrase, as compared, names exactly."""
        return {meaning.value for meaning in self.phrases.get(phrase, ()) if meaning.role is Role.PLACE}

    def says_via(self, written: str) -> bool:
        """Whether words for a convoy, or what may be such, end what is written (`belvia`): then it is no mere slip."""
        last = written.rpartition(" ")[2]
        vias = [phrase for phrase, role in self.operators if role is Role.VIA]
        glued = written.replace(" ", "")
        return any(glued.endswith(via) or (last != written and spelt([last], [via])) for via in vias)

    @cached_property
    def types(self) -> tuple[tuple[str, Role], ...]:
        """The single words for army and fleet."""
        wanted = (Role.ARMY, Role.FLEET)
        return tuple((p, m.role) for p, found in sorted(self.phrases.items()) for m in found if m.role in wanted)

    def is_like_a_word(self, word: str) -> bool:
        """Whether a word that means nothing is a slip away from one that means something in an order."""
        return any(OSA.distance(word, known, score_cutoff=1) <= 1 for known in self._telling)

    @cached_property
    def _telling(self) -> tuple[str, ...]:
        """The words of all phrases that do more than fill an order, without those too short to be known again."""
        means = (p for p, found in self.phrases.items() if any(m.role not in MUTE for m in found))
        return tuple(sorted({word for phrase in means for word in phrase.split() if len(word) > 2}))

    def spells(self, written: str) -> bool:
        """Whether the words are, each by itself, those of a name with a slip or none: `baltic see`, not `bel ia`."""
        words = written.split()
        return any(spelt(words, writing.split()) for writing, _ in self.writings)


MOVE_BY_SIGN = (Meaning(Role.MOVE),)


def vocabulary(
    chart: Chart, languages: tuple[str, ...] = LANGUAGES, also: tuple[tuple[str, str], ...] = ()
) -> Vocabulary:
    """The vocabulary of a map in some languages; `also` are further abbreviations and their provinces (III.2.A).

    It is made once for a map and kept for as long as that map is the one asked about.
    """
    key = (chart.id, languages, also)
    kept = _KEPT.get(key)
    if kept is None or kept.chart is not chart:
        kept = _KEPT[key] = _Gathering(chart, languages, also).vocabulary()
    return kept


_KEPT: dict[tuple[str, tuple[str, ...], tuple[tuple[str, str], ...]], Vocabulary] = {}


class _Gathering:
    """Collects the phrases. A bent form gives way to any first form, and is left out where it could be two places."""

    def __init__(self, chart: Chart, languages: tuple[str, ...], also: tuple[tuple[str, str], ...]) -> None:
        self.chart, self.also = chart, also
        self.lexicons = tuple(lexicon(lang) for lang in languages)
        self.phrases: dict[str, list[Meaning]] = {}
        self.writings: dict[str, str] = {}

    def vocabulary(self) -> Vocabulary:
        for words in self.lexicons:
            self._add_words(words)
        for power in self.chart.powers.values():
            for words in self.lexicons:
                forms = (power.names, power.adjectives, power.genitives)
                said = [form[words.lang] for form in forms if form and words.lang in form]
                for writing in (power.id, *said, *power.aliases.get(words.lang, ())):
                    self._add(writing, Meaning(Role.POWER, power.id))
        for province in self.chart.provinces.values():
            self._add_places(province)
        for writing, place in self.also:
            if place.partition("/")[0] not in self.chart.provinces:
                continue  # a sheet is written for any map: what this one lacks means nothing here
            self._add_place(writing, place)
        self._add_bent()
        phrases = {phrase: tuple(meanings) for phrase, meanings in self.phrases.items()}
        return Vocabulary(self.chart, phrases, tuple(self.writings.items()), self._operators(), self._longest())

    def _longest(self) -> int:
        return max(phrase.count(" ") + 1 for phrase in self.phrases)

    def _operators(self) -> tuple[tuple[str, Role], ...]:
        return tuple(
            (phrase, meaning.role)
            for phrase, meanings in sorted(self.phrases.items())
            for meaning in meanings
            if meaning.role in OPERATORS and " " not in phrase
        )

    def _add(self, writing: str, meaning: Meaning) -> None:
        meanings = self.phrases.setdefault(folded(writing), [])
        if meaning not in meanings:
            meanings.append(meaning)

    def _add_words(self, words: Lexicon) -> None:
        for turn, writings in words.entries("turn").items():
            if turn in self.chart.turns:  # a year is a word like others where it is no turn
                for writing in writings:
                    self._add(writing, Meaning(Role.SEASON, turn))
        for section in SECTIONS:
            for entry, writings in words.entries(section).items():
                meaning = Meaning(Role(entry)) if section == "order" else Meaning(Role(section), entry)
                for writing in writings:
                    self._add(writing, meaning)

    def _add_places(self, province: Province) -> None:
        if province.terrain is Terrain.IMPASSABLE:
            return
        for writing in self._called(province):
            self._add_place(writing, province.id)
            for coast in province.coasts:  # "STP-NC", "Spain SC" and the glued "stpnc" of some judges
                self._add(f"{writing} {coast}", Meaning(Role.PLACE, f"{province.id}/{coast}"))
        for coast in province.coasts:
            self._add(f"{province.id}{coast}", Meaning(Role.PLACE, f"{province.id}/{coast}"))

    def _called(self, province: Province) -> list[str]:
        spoken = [words.lang for words in self.lexicons]
        names = [province.names[lang] for lang in spoken if lang in province.names]
        return [province.id, *names, *(alias for lang in spoken for alias in province.aliases.get(lang, ()))]

    def _add_place(self, writing: str, place: str) -> None:
        self._add(writing, Meaning(Role.PLACE, place))
        self.writings.setdefault(folded(writing), place)

    def _add_bent(self) -> None:
        bent: dict[str, set[Meaning]] = {}
        for words in self.lexicons:
            for writing, place in self.writings.items():
                if len(writing) > SHORTEST_BENT:
                    for form, answers in words.inflection.forms(writing):
                        bent.setdefault(form, set()).add(Meaning(Role.PLACE, place, answers))
        for form, meanings in bent.items():
            if form not in self.phrases and len({meaning.value for meaning in meanings}) == 1:
                self.phrases[form] = sorted(meanings)[:1]


def stubs(chart: Chart, lang: str) -> tuple[tuple[str, str], ...]:
    """The first three letters of a map's names in one language, with their provinces, where no other province's name
    begins so in any, and they mean nothing else: `Kre` for Kreikka. In a game of that language they are abbreviations
    like others, though one slip could make one of another's (III.2.B)."""
    known = vocabulary(chart)
    begun: dict[str, set[str]] = {}
    for writing, place in known.writings:
        begun.setdefault(writing[:SHORTEST_STUB], set()).add(place.partition("/")[0])
    found: dict[str, str] = {}
    for province in chart.provinces.values():
        for name in (province.names.get(lang, ""), *province.aliases.get(lang, ())):
            stub = folded(name)[:SHORTEST_STUB]
            if begun.get(stub) == {province.id} and stub.isalpha() and stub not in known.phrases:
                found[stub] = province.id
    return tuple((stub, place) for stub, place in found.items() if len(stub) == SHORTEST_STUB)


LONGEST_SLIP = 3
"""A word longer than every name by more letters than this is no name with a slip."""

SHORTEST_BENT = 3
"""Abbreviations of so many letters are not bent: people write `Gal`, and bend only names."""
