"""What in a sheet does not go together, for people: both clauses by name, why, and what would mend it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from dragoman.diplomacy.houserules.accord import Remark
from dragoman.diplomacy.houserules.catalogue import CATALOGUE
from dragoman.diplomacy.houserules.choosing import Chosen, choose
from dragoman.diplomacy.houserules.clause import Choice, Instead, SheetError
from dragoman.diplomacy.houserules.document import settings_of
from dragoman.diplomacy.houserules.sheet import Sheet
from dragoman.diplomacy.houserules.wording import answer
from dragoman.game.saying import Saying, say
from dragoman.tongues.saying import put
from dragoman.web import says


@dataclass(frozen=True, slots=True)
class Way:
    """A choice that mends it: the clause, what to choose there, how that is cited, and what it says."""

    number: str
    written: str
    cited: str
    says: str


@dataclass(frozen=True, slots=True)
class Problem:
    """`one` and `other` cite the two choices, `numbers` are their clauses; without them `why` says everything."""

    one: str
    other: str
    numbers: tuple[str, ...]
    why: str
    ways: tuple[Way, ...]


def problems(errors: Iterable[SheetError]) -> tuple[Problem, ...]:
    """What cannot stand together."""
    return tuple(_problem(error.keys, error.says, error.instead) for error in errors)


def remarks(found: Iterable[Remark]) -> tuple[Problem, ...]:
    """What stands together, and says less than it seems to."""
    return tuple(_problem(remark.keys, remark.says, remark.instead) for remark in found)


def _problem(keys: tuple[str, ...], saying: Saying, instead: Instead) -> Problem:
    parts = dict(saying.args)
    ways = tuple(_way(number, written) for number, written in instead)
    if not {"one", "other", "said_why"} <= parts.keys():
        return Problem("", "", tuple(key for key in keys if key in CATALOGUE), put(saying, says.lang()), ways)
    one, other = (parts[name].replace("=", ".", 1) for name in ("one", "other"))
    return Problem(one, other, keys, put(say(parts["said_why"]), says.lang()), ways)


def _way(number: str, written: str) -> Way:
    clause = CATALOGUE[number]
    made = choose(clause, written, number)
    assert isinstance(made, Chosen)
    said = answer(clause, made.choice)
    return Way(number, written, cited(number, made.choice), " ".join(put(each, says.lang()) for each in said))


def cited(number: str, choice: Choice) -> str:
    """A choice as it is cited: `VI.4.D`, `VI.2=4.A.3.a`, `VII.4` where there is no letter."""
    if not choice.letter:
        return number
    return f"{number}={choice.letter}" if "." in choice.letter else f"{number}.{choice.letter}"


def followed(before: Sheet, after: Sheet, number: str) -> tuple[str, ...]:
    """What else became of a choice in a clause: every other setting that changed with it, with what it says now."""
    told, own = [], settings_of(CATALOGUE[number])
    for other in dict(after.choices):
        if other not in own and before.choice(other) != after.choice(other):
            clause, choice = CATALOGUE[other], after.choice(other)
            said = " ".join(put(each, says.lang()) for each in answer(clause, choice))
            told.append(f"{cited(other, choice)}: {said}")
    return tuple(told)


__all__ = ["Problem", "Way", "cited", "followed", "problems", "remarks"]
