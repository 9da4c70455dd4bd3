"""The letters in tests/cases/letters, each with what must be read from it, and a host to which they are written.

A case's JSON says why it is there, and the fields of `dragoman letter` that it fixes: those it leaves out must be empty
(`warnings`, `press`, `commands`, `reason`); `ignored` lists what must be among the ignored;
`must_not_extract` orders that stand in the letter and may not be heard; `after` a letter that came before it.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from dragoman.game.protocol import Speaker
from dragoman.game.seats import PersonId, Seat
from dragoman.people.speaking import Acts, Nobody, Standing
from dragoman.post.slips import Conventions

FOLDER = Path(__file__).parent.parent / "cases" / "letters"
NAMES = sorted(path.stem for path in FOLDER.glob("*.eml"))
EXPECTED = ("disposition", "power", "final", "orders")
EMPTY: dict[str, Any] = {"press": [], "commands": [], "warnings": [], "reason": None}


def raw(name: str) -> bytes:
    return (FOLDER / f"{name}.eml").read_bytes()


def case(name: str) -> dict[str, Any]:
    expected: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return expected


def wanted(expected: dict[str, Any]) -> dict[str, Any]:
    """What the fields that a case fixes must be."""
    return {key: expected[key] for key in EXPECTED} | {key: expected.get(key, no) for key, no in EMPTY.items()}


@dataclass
class Town:
    """A host with one game, kalmar, at which each of these addresses holds a seat and writes as it may."""

    seats: dict[str, str] = field(default_factory=lambda: {"england@example.org": "England"})
    conventions_: Conventions = field(default_factory=Conventions)
    tables: tuple[str, ...] = ("kalmar",)
    standings: dict[tuple[str, str], Standing] = field(default_factory=dict)
    trusted: str = "mx.example.org"
    understood: tuple[str, ...] = ()
    asked: list[tuple[str, str, str, bool]] = field(default_factory=list)

    def conventions(self, table: str) -> Conventions | None:
        return self.conventions_ if table in self.tables else None

    def standing(self, table: str, token: str, sender: str, vouched: bool) -> Standing:
        self.asked.append((table, token, sender, vouched))
        seat = self.seats.get(sender)
        known = Acts(Speaker(PersonId(sender), Seat(seat))) if seat else Nobody()
        return self.standings.get((table, sender), known)

    def sits(self, sender: str) -> tuple[str, ...]:
        return tuple(self.tables) if sender in self.seats else ()

    def vouches(self, server: str) -> bool:
        return server == self.trusted

    def understands(self, table: str, speaker: Speaker, subject: str, text: str) -> bool:
        return any(words in text for words in self.understood)
