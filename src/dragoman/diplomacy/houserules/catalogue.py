"""Every clause and every DATC point by its number: the one table that joins the families."""

from __future__ import annotations

import difflib
import itertools
from collections.abc import Iterator
from functools import cache

from dragoman.diplomacy.houserules import (
    adjustments,
    convoys,
    corrections,
    deadlines,
    democracy,
    designation,
    finnish,
    general,
    payola,
    points,
    press,
    reading,
    votes,
)
from dragoman.diplomacy.houserules.choosing import choose
from dragoman.diplomacy.houserules.clause import Choice, Clause, Parameter, SheetError, Sort
from dragoman.game.saying import say

FAMILIES: tuple[tuple[str, tuple[Clause, ...]], ...] = (
    ("General", tuple(c for c in general.CLAUSES if c.number.startswith("I."))),
    ("Status and delivery of orders", tuple(c for c in general.CLAUSES if c.number.startswith("II."))),
    ("Reading orders", reading.CLAUSES),
    ("Unit type, nationality and coast in orders", designation.CLAUSES),
    ("Adjustments", adjustments.CLAUSES),
    ("Convoys", convoys.CLAUSES),
    ("Deadlines, lengths, missed turns", deadlines.CLAUSES),
    ("Corrections", corrections.CLAUSES),
    ("Votes and endings", votes.CLAUSES),
    ("Press and conduct", press.CLAUSES),
    ("From the rules of Finnish play by mail", finnish.CLAUSES),
    ("Democracy: votes on what is built", democracy.CLAUSES),
    ("Payola: orders that are bought", payola.CLAUSES),
    ("Points that the rulebook leaves open", points.CLAUSES),
)
"""The families in order, each with its title (a gettext msgid) and its clauses."""

CATALOGUE: dict[str, Clause] = {clause.number: clause for _, clauses in FAMILIES for clause in clauses}

SETTINGS: dict[str, Clause] = {number: clause for number, clause in CATALOGUE.items() if clause.is_setting}
"""The clauses for which a sheet keeps a choice."""

BY_NUMBER = {number.casefold(): clause for number, clause in CATALOGUE.items()}

FIXED = {"4.B.1": "the move fails", "4.B.7": "the build fails"}
"""DATC points that have one answer only."""


def find(key: str) -> Clause | SheetError:
    """The clause or point of that number, in any case (`vi.4`, `4.a.1`)."""
    clause = BY_NUMBER.get(key.strip().strip(".").casefold())
    if clause is not None:
        return clause
    if key.strip().upper() in FIXED:
        text = say("{key} has one answer only: {answer}", key=key, answer=FIXED[key.strip().upper()])
        return SheetError("nothing-to-choose", (key,), text)
    near = difflib.get_close_matches(key.strip().upper()[:12], CATALOGUE, n=3, cutoff=0.6)
    if not near:
        text = say("there is no clause {key}; clauses are written like VI.4, DATC points like 4.A.1", key=key)
        return SheetError("unknown-clause", (key,), text)
    known = ", ".join(near)
    return SheetError(
        "unknown-clause", (key,), say("there is no clause {key}; near to it are {known}", key=key, known=known)
    )


def choices_of(clause: Clause) -> Iterator[str]:
    """Every choice of a clause in canonical writing, with each word that its blanks may hold; other blanks as they are
    by default."""
    for alternative in clause.alternatives or (None,):
        letter = alternative.letter if alternative else ""
        for values in itertools.product(*(_possible(parameter) for parameter in clause.blanks(letter))):
            yield str(Choice(letter, tuple(values)))


def _possible(parameter: Parameter) -> list[tuple[str, str]]:
    values = parameter.words if parameter.sort is Sort.WORD else (parameter.default,)
    return [(parameter.name, value) for value in values]


@cache
def default(number: str) -> Choice:
    """The choice that a setting has when nothing is said: DATC's preference, wherever it has one."""
    clause = SETTINGS[number]
    chosen = choose(clause, clause.default, number)
    if isinstance(chosen, SheetError):
        raise ValueError(f"{number} has an unreadable default")
    return chosen.choice
