"""A rulebook is numbered provisions, each with text, settings, status and dated history; nothing of it is ever lost.

A house rule of Diplomacy and a rule of Nomic are both provisions. A provision keeps its key for ever, and its number
only until a change gives it another; whoever names it by a number it once had means the same provision.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property

REPEALED = "repealed"
"""The status of a provision that is not in force. Every other status is a game's own word."""


@dataclass(frozen=True, slots=True)
class Amendment:
    """A change of a provision that can itself be amended or repealed: the number it came by, the text before and after
    it, and the settings and code it gave (None: left as they were)."""

    number: str
    before: str
    after: str
    settings: Mapping[str, str] = field(default_factory=dict)
    code: str | None = None


@dataclass(frozen=True, slots=True)
class Version:
    """A provision as it stood from a moment on: `how` it came to be so (`set-up`, `enact`, `amend` …) and `by` which
    ballot or person (empty: by itself). `original` is what stood before any of its `amendments`."""

    at: datetime
    number: str
    text: str
    status: str
    settings: Mapping[str, str] = field(default_factory=dict)
    code: str = ""
    title: str = ""
    how: str = "set-up"
    by: str = ""
    amendments: tuple[Amendment, ...] = ()
    original: Version | None = None


@dataclass(frozen=True, slots=True)
class Provision:
    """One provision with all its versions, the first first. Its key is the number it began with."""

    key: str
    versions: tuple[Version, ...]

    @property
    def now(self) -> Version:
        return self.versions[-1]

    @property
    def in_force(self) -> bool:
        return self.now.status != REPEALED

    @property
    def number(self) -> str:
        return self.now.number

    @property
    def numbers(self) -> tuple[str, ...]:
        """Every number it has borne, the present one last."""
        return tuple(dict.fromkeys(version.number for version in self.versions))

    def at(self, moment: datetime) -> Provision | None:
        """As it stood at a moment; None before it came to be."""
        versions = tuple(version for version in self.versions if version.at <= moment)
        return Provision(self.key, versions) if versions else None


@dataclass(frozen=True)
class Rulebook:
    """Provisions by key. Looking up is cheap, for it is done for every step of a game."""

    provisions: Mapping[str, Provision] = field(default_factory=dict)

    @cached_property
    def in_force(self) -> tuple[Provision, ...]:
        """Those in force, by number."""
        standing = (each for each in self.provisions.values() if each.in_force)
        return tuple(sorted(standing, key=lambda each: ordinal(each.number)))

    @cached_property
    def _standing(self) -> Mapping[str, Provision]:
        return {each.number: each for each in self.in_force}

    @cached_property
    def _bearers(self) -> Mapping[str, Provision]:
        ever = {number: each for each in self.provisions.values() for number in each.numbers}
        return {**ever, **self._standing}

    @cached_property
    def _setters(self) -> Mapping[str, tuple[Provision, ...]]:
        names = dict.fromkeys(name for each in self.in_force for name in each.now.settings)
        return {name: tuple(each for each in self.in_force if name in each.now.settings) for name in names}

    def standing(self, number: str) -> Provision | None:
        """The provision in force that bears a number now."""
        return self._standing.get(number)

    def once(self, number: str) -> Provision | None:
        """The provision that bears a number or last bore it, in force or not."""
        return self._bearers.get(number)

    def setting(self, name: str) -> tuple[Provision, ...]:
        """The provisions in force that set something of that name, by number."""
        return self._setters.get(name, ())

    def settings(self) -> tuple[str, ...]:
        """The names of everything that is set by a provision in force, sorted."""
        return tuple(sorted(self._setters))

    def with_version(self, key: str, version: Version) -> Rulebook:
        """With one more version of a provision, or a new provision."""
        before = self.provisions[key].versions if key in self.provisions else ()
        return Rulebook({**self.provisions, key: Provision(key, (*before, version))})

    def at(self, moment: datetime) -> Rulebook:
        """The book as it stood at a moment."""
        stood = {key: each.at(moment) for key, each in self.provisions.items()}
        return Rulebook({key: each for key, each in stood.items() if each is not None})

    def referring(self, number: str) -> tuple[Provision, ...]:
        """Provisions in force, other than its own bearer, whose words or settings name that number."""
        named = re.compile(rf"(?<![\w.]){re.escape(number)}(?![\w]|\.\d)")
        bearer = self.standing(number)
        return tuple(each for each in self.in_force if each != bearer and _names(each.now, named))


def _names(version: Version, named: re.Pattern[str]) -> bool:
    return any(named.search(text) for text in (version.text, *version.settings.values()))


def ordinal(number: str) -> tuple[str, tuple[int, ...], str]:
    """By what numbers are compared: the letters before, the digits as numbers, then as written (`203` before `R100`,
    `VI.2` before `VI.10`)."""
    letters = re.match(r"\D*", number)
    return (letters[0] if letters else "", tuple(int(digits) for digits in re.findall(r"\d+", number)), number)


def rulebook(versions: Iterable[Version]) -> Rulebook:
    """A book that begins with these provisions. Raises ValueError where two bear one number."""
    begun = list(versions)
    numbers = [version.number for version in begun]
    if len(set(numbers)) != len(numbers):
        twice = sorted({number for number in numbers if numbers.count(number) > 1})
        raise ValueError(f"more than one provision bears the number {', '.join(twice)}")
    return Rulebook({each.number: Provision(each.number, (each,)) for each in begun})


def originally(version: Version) -> Version:
    """What stood before any amendment of it."""
    return replace(version.original, original=None) if version.original is not None else version
