"""The house rules of a game as provisions of a rulebook: each setting with its choice, and how it came to be so.

A setting is numbered as its clause or point is and never gets another number; its status is always that it is in force.
The choice has its one reader in `sheet`: here it is only kept with its history.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from dragoman.game.rulebook import Rulebook, Version, rulebook

IN_FORCE = "in force"
CHOICE = "choice"
"""The one setting of each provision."""


@dataclass(frozen=True, slots=True)
class Change:
    """A choice that was made anew: when, in which setting, from what to what; `how` is `vote` or `gm`, `by` the number
    of the proposal or the game master's reason."""

    at: datetime
    number: str
    before: str
    after: str
    how: str
    by: str


def provisions(rules: Mapping[str, str], at: datetime) -> Rulebook:
    """The book that a game begins with, of every setting in writing."""
    return rulebook(_version(number, choice, at) for number, choice in sorted(rules.items()))


def _version(number: str, choice: str, at: datetime, how: str = "set-up", by: str = "") -> Version:
    return Version(at, number, "", IN_FORCE, {CHOICE: choice}, how=how, by=by)


def chosen_anew(book: Rulebook, choices: Mapping[str, str], at: datetime, how: str, by: str) -> Rulebook:
    """The book after some settings were chosen anew."""
    for number, choice in sorted(choices.items()):
        book = book.with_version(number, _version(number, choice, at, how, by))
    return book


def changes(book: Rulebook) -> tuple[Change, ...]:
    """Every change so far, the first first."""
    found = [
        Change(after.at, number, before.settings[CHOICE], after.settings[CHOICE], after.how, after.by)
        for number, provision in book.provisions.items()
        for before, after in zip(provision.versions, provision.versions[1:], strict=False)
    ]
    return tuple(sorted(found, key=lambda change: (change.at, change.number)))
