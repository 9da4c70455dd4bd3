"""Plays tell the choices of a clause apart by letters: a few that are written, and what comes of them under each.

They are data files in `houserules/plays`, one for each family, for clauses that no single phase shows: of time, votes,
press and standing. What they say comes of the letters is not believed but played through the real door, and held
against it by the tests; what is expected under one choice must fail under the others.

A play is a table `[[play]]`: its `id` is a short title, `clause` the clause it is of, `rules` other clauses chosen for
it over DATC's preferences, `seats` who takes part. `given` is a position to begin from, and `game` whatever else a
file for `dragoman play` can set. A `[[play.letter]]` says when it comes, from which seat, and what it says. Each
`[[play.outcome]]` names the choices that come to the same, says in a sentence what that is, and has a table
`[[play.outcome.expect]]` for each thing that is so under these choices alone: written as in such a file, with seats in
place of addresses. `beside` are rules that choices bring along where they cannot stand without (F.5.B goes with II.5.A
alone), by choice.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from functools import cache
from importlib import resources
from typing import Any

import msgspec

from dragoman.diplomacy.examples import in_full
from dragoman.diplomacy.houserules.catalogue import CATALOGUE, choices_of
from dragoman.diplomacy.houserules.sheet import Sheet
from dragoman.game.clock import span
from dragoman.game.saying import Saying, say

START = datetime(2026, 3, 2, 18, tzinfo=UTC)
"""When every play begins, a Monday; its moments count from here."""


class Letter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A letter: when it comes (`P1DT2H` after the start), from which seat, and what it says. `to` is the address it is
    sent to, if the game's own gets a copy alone."""

    at: str
    sender: str = msgspec.field(name="from")
    text: str = ""
    subject: str | None = None
    to: str = ""

    @property
    def after(self) -> timedelta:
        """How long after the start it comes."""
        return span(self.at) or timedelta()

    def table(self) -> dict[str, Any]:
        """The letter as a file for `dragoman play` has it."""
        subject = {} if self.subject is None else {"subject": self.subject}
        return {"at": self.at, "from": address(self.sender), "text": self.text, "to": self.to, **subject}


class Outcome(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a play comes to under some choices of its clause."""

    choices: tuple[str, ...]
    says: str
    expect: tuple[dict[str, Any], ...]

    @property
    def sentence(self) -> Saying:
        return say(self.says)


class Play(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One play, as its file tells it."""

    id: str
    clause: str
    seats: tuple[str, ...]
    letter: tuple[Letter, ...]
    outcome: tuple[Outcome, ...]
    rules: tuple[str, ...] = ()
    beside: dict[str, tuple[str, ...]] = {}
    given: dict[str, Any] | None = None
    game: dict[str, Any] = {}

    @property
    def title(self) -> Saying:
        return say(self.id)

    def sheet(self, choice: str) -> Sheet | None:
        """The sheet with a choice of the clause; None where that cannot stand beside the rest."""
        pairs = (rule.partition("=") for rule in (*self.rules, *self._beside(choice)))
        base = Sheet.of({number: written for number, _, written in pairs})
        made = base.with_choice(self.clause, choice)
        return made if isinstance(made, Sheet) else None

    def _beside(self, choice: str) -> tuple[str, ...]:
        clause = CATALOGUE[self.clause]
        return next((rules for each, rules in self.beside.items() if in_full(clause, each) == choice), ())

    def choices(self) -> tuple[str, ...]:
        """Every choice, in full, under which it is played: those of the clause that can stand beside its rules, and
        what else its outcomes name."""
        clause = CATALOGUE[self.clause]
        named = (in_full(clause, written) for outcome in self.outcome for written in outcome.choices)
        found = dict.fromkeys((*choices_of(clause), *named))
        return tuple(choice for choice in found if self.sheet(choice) is not None)

    def outcome_of(self, choice: str) -> Outcome | None:
        """What it comes to under a choice in full; None if it does not say."""
        clause = CATALOGUE[self.clause]
        for each in self.outcome:
            if choice in {in_full(clause, written) for written in each.choices}:
                return each
        return None

    def tables(self, choice: str, expected: Outcome) -> dict[str, Any]:
        """The play under a choice, as a file for `dragoman play` has it, with what is expected of an outcome. Raises
        ValueError if the choice cannot stand."""
        sheet = self.sheet(choice)
        if sheet is None:
            raise ValueError(f"{self.clause}={choice} cannot stand beside {', '.join(self.rules)}")
        given = {} if self.given is None else {"given": self.given}
        return {
            "name": "kalmar",
            "start": START,
            "seed": 1,
            **self.game,
            **given,
            "set": sheet.as_rules(),
            "seats": {seat: address(seat) for seat in self.seats},
            "letter": [letter.table() for letter in self.letter],
            "expect": [_addressed(each) for each in expected.expect],
        }


def address(seat: str) -> str:
    """The address of whoever sits there."""
    return f"{'-'.join(seat.lower().split())}@example.org"


def _addressed(expect: Mapping[str, Any]) -> dict[str, Any]:
    return {key: address(value) if key == "to" else value for key, value in expect.items()}


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    play: tuple[Play, ...]


@cache
def plays() -> Mapping[str, tuple[Play, ...]]:
    """Every play, by the number of its clause, in the order of the files. Raises msgspec.DecodeError."""
    folder = resources.files("dragoman.diplomacy.houserules") / "plays"
    files = sorted((entry for entry in folder.iterdir() if entry.name.endswith(".toml")), key=lambda entry: entry.name)
    found: dict[str, list[Play]] = {}
    for file in files:
        for play in msgspec.toml.decode(file.read_text(encoding="utf-8"), type=_File).play:
            found.setdefault(play.clause, []).append(play)
    return {clause: tuple(some) for clause, some in found.items()}


def plays_of(clause: str) -> tuple[Play, ...]:
    """The plays of a clause or point."""
    return plays().get(clause, ())
