"""What a clause of the house rules is made of: alternatives, parameters, and, where it ties several settings, its
parts.

These are data types only. A clause is a numbered question with lettered answers; DATC's open points are clauses too,
under their own numbers (`4.A.1`) with lower-case labels. A clause *without* parts is a setting: the sheet keeps one
choice for it. A clause *with* parts keeps nothing itself: each of its choices is a choice in each of those settings, so
that a clause and the DATC point it answers can never disagree.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from dragoman.game.saying import Saying


class Sort(StrEnum):
    """What a parameter's value is."""

    NUMBER = "number"
    WORD = "word"
    """One of the parameter's `words`."""
    TEXT = "text"


EMPTY, GIVEN = "", "*"
"""Keys in `Parameter.says`: what is said of a blank left empty (or at zero), and of one that is filled."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """A blank in a clause. `unit` is what a number counts (`hours`, `days`, `years`), from `low` to `high`
    inclusive.

    `title` says in a few words what the blank asks. `says` gives the sentences that its value adds to the document: for
    a word by that word, otherwise under `EMPTY` and `GIVEN`; a blank without any has its gap in the clause's own words.
    """

    name: str
    sort: Sort
    default: str
    words: tuple[str, ...] = ()
    unit: str = ""
    low: int = 0
    high: int = 0
    title: str = ""
    says: tuple[tuple[str, str], ...] = ()

    @property
    def gap(self) -> str:
        """The name of its gap in a sentence, which begins with the unit so that numbers can be told with it."""
        return f"{self.unit}_{self.name}" if self.unit else self.name

    def sentence(self, value: str) -> str:
        """The sentence (a gettext msgid) that the value adds to the document, or ""."""
        sentences = dict(self.says)
        if self.sort is Sort.WORD:
            return sentences.get(value, "")
        return sentences.get(EMPTY if value in ("", "0") else GIVEN, "")


@dataclass(frozen=True, slots=True)
class Alternative:
    """One answer: its letter (or a label such as `4.A.3.b` or `F.13` where the clause itself has no such letter), what
    it says in one sentence (a gettext msgid), and the asterisk of the list of clauses, kept although its meaning is
    lost. `more` are sentences that the document prints besides; `settled` those among them that this program adds where
    the list of clauses is silent."""

    letter: str
    text: str
    parameters: tuple[Parameter, ...] = ()
    asterisk: bool = False
    more: tuple[str, ...] = ()
    settled: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Part:
    """What one choice of a composed clause means in one setting: any of `choices` will do, the first is taken.

    A `soft` part only fills in: it yields to whatever else is said about that setting, and contradicts nothing.
    """

    setting: str
    choices: tuple[str, ...]
    soft: bool = False


@dataclass(frozen=True, slots=True)
class Clause:
    """A numbered question of the house rules.

    `default` is the choice in writing (`"B top to bottom"`), and is DATC's preference wherever DATC has one. `text`
    says what holds under every alternative. `parameters` belong to the whole clause. `parts` gives, for each choice in
    writing, what it means in other settings. `phrases` are words that may follow the letter and speak of another
    setting (`VI.2=B fallback`). `help` tells a game master what the choice is about; `settled` are sentences that this
    program adds where the list of clauses is silent. `under` is a clause and the letter without which this one means
    nothing, and is not told. Every sentence is a gettext msgid, and says a number by the gap of
    its blank: `{hours_contact}`.
    """

    number: str
    title: str
    alternatives: tuple[Alternative, ...] = ()
    default: str = ""
    text: str = ""
    parameters: tuple[Parameter, ...] = ()
    parts: Mapping[str, tuple[Part, ...]] = field(default_factory=dict)
    phrases: Mapping[str, Part] = field(default_factory=dict)
    help: str = ""
    settled: tuple[str, ...] = ()
    under: tuple[str, str] = ("", "")

    @property
    def is_setting(self) -> bool:
        """Whether the sheet keeps a choice for it: it has something to choose, and no parts."""
        return not self.parts and bool(self.alternatives or self.parameters)

    def alternative(self, letter: str) -> Alternative | None:
        """The alternative of that letter, in any case; None if there is none."""
        same = [a for a in self.alternatives if a.letter.casefold() == letter.casefold()]
        return same[0] if same else None

    def blanks(self, letter: str) -> tuple[Parameter, ...]:
        """The parameters that a choice of that letter has."""
        chosen = self.alternative(letter)
        return (*(chosen.parameters if chosen else ()), *self.parameters)


@dataclass(frozen=True, slots=True)
class Choice:
    """What was chosen: the letter ("" where a clause has parameters only) and the values of its parameters in order."""

    letter: str
    values: tuple[tuple[str, str], ...] = ()

    def value(self, name: str) -> str:
        """The value of a parameter; KeyError if the choice has none of that name."""
        return dict(self.values)[name]

    def number(self, name: str) -> int:
        """The value of a number parameter, in the parameter's unit."""
        return int(self.value(name))

    def __str__(self) -> str:
        return " ".join(([self.letter] if self.letter else []) + [f"{name}={_quoted(v)}" for name, v in self.values])


def _quoted(value: str) -> str:
    """The value, in quotation marks where it could not be read back without."""
    if value and value == value.strip(" ,") and not set(value) & set('="'):
        return value
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'


Instead = tuple[tuple[str, str], ...]
"""Choices, each as a clause and what to write in it, of which any one would do."""


@dataclass(frozen=True, slots=True)
class SheetError:
    """Why a choice cannot be made: `code` is short and stable, `keys` are the clauses at fault as they were written,
    `says` the sentence, with what to write instead; `instead` the same as choices, any of which mends it."""

    code: str
    keys: tuple[str, ...]
    says: Saying
    instead: Instead = ()


def hours(name: str, title: str, default: int, high: int = 24 * 60) -> Parameter:
    """A blank for a number of hours."""
    return Parameter(name, Sort.NUMBER, str(default), unit="hours", low=0, high=high, title=title)


def days(name: str, title: str, default: int, low: int = 0, *, given: str = "", empty: str = "") -> Parameter:
    """A blank for a number of days. `given` and `empty` are what the document says of a number and of none."""
    says = ((EMPTY, empty), (GIVEN, given))
    return Parameter(name, Sort.NUMBER, str(default), unit="days", low=low, high=365, title=title, says=says)


def word(name: str, title: str, says: Mapping[str, str]) -> Parameter:
    """A blank for one of some words, each with the sentence that it stands for; the first is the default."""
    words = tuple(says)
    return Parameter(name, Sort.WORD, words[0], words=words, title=title, says=tuple(says.items()))


def text(name: str, title: str, *, given: str, empty: str = "") -> Parameter:
    """A blank for free text. `given` and `empty` are what the document says of some text and of none."""
    return Parameter(name, Sort.TEXT, "", title=title, says=((EMPTY, empty), (GIVEN, given)))


def part(setting: str, *choices: str) -> Part:
    """What a choice means in a setting."""
    return Part(setting, choices)


def soft(setting: str, choice: str) -> Part:
    """What a choice fills in, if nothing else is said."""
    return Part(setting, (choice,), soft=True)
