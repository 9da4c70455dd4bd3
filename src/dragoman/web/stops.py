"""The way through the clauses: every one in which there is something to choose, family by family."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from dragoman.diplomacy.houserules.answers import ANSWERS
from dragoman.diplomacy.houserules.catalogue import CATALOGUE, FAMILIES
from dragoman.diplomacy.houserules.clause import Clause
from dragoman.diplomacy.houserules.document import applies, nested, settings_of
from dragoman.diplomacy.houserules.sheet import Sheet


@dataclass(frozen=True, slots=True)
class Family:
    """A family of clauses: the numeral under which it stands, its title (a gettext msgid), and where one stops."""

    numeral: str
    title: str
    stops: tuple[str, ...]


@cache
def families() -> tuple[Family, ...]:
    """The families that leave anything to choose."""
    found = (Family(clauses[0].number.partition(".")[0], title, tuple(_stops(clauses))) for title, clauses in FAMILIES)
    return tuple(family for family in found if family.stops)


@cache
def stops() -> tuple[str, ...]:
    """Every stop, in order."""
    return tuple(number for family in families() for number in family.stops)


@cache
def rulings() -> tuple[str, ...]:
    """The stops whose choices can make a difference to how one phase is ruled upon."""
    asked = {setting for setting, _ in ANSWERS.values()} | {"III.1", "III.2", "III.3"}
    return tuple(number for number in stops() if asked & set(settings_of(CATALOGUE[number])))


@cache
def way(sheet: Sheet | None = None, here: str = "") -> tuple[str, ...]:
    """The stops that one comes by when one goes on from clause to clause: a composed clause, and not its halves. Those
    that mean nothing under the sheet are passed over, but for the one where one is."""
    found = (number for number in stops() if number not in nested())
    return tuple(n for n in found if n == here or sheet is None or applies(CATALOGUE[n], sheet))


def neighbours(number: str, sheet: Sheet | None = None) -> tuple[str, str]:
    """The stop before and the one after, on that way; "" where it begins and ends. A half goes on from its clause."""
    whole = whole_of(number) or number
    steps = way(sheet, whole)
    at = steps.index(whole)
    back = number != whole and whole
    return back or (steps[at - 1] if at else ""), steps[at + 1] if at + 1 < len(steps) else ""


def family_of(number: str) -> Family:
    """The family in which a stop stands. KeyError if there is no such stop."""
    for family in families():
        if number in family.stops:
            return family
    raise KeyError(number)


def halves(number: str) -> tuple[str, ...]:
    """The settings that a composed clause ties, each of which can be chosen by itself; none for a setting."""
    clause = CATALOGUE[number]
    return settings_of(clause) if clause.parts else ()


def whole_of(number: str) -> str:
    """The clause that ties this setting to others; "" if none does."""
    return next((each for each in stops() if number in halves(each)), "") if number in nested() else ""


def _stops(clauses: tuple[Clause, ...]) -> Iterator[str]:
    """The clauses with anything to choose, a composed one before its halves; not those that only rename others."""
    for clause in clauses:
        if clause.parts and clause.number[0] in "IVX":
            yield clause.number
            yield from settings_of(clause)
        elif clause.is_setting and clause.number not in nested():
            yield clause.number
