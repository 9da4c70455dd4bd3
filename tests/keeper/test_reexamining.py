"""Looking at old rulings with today's adjudicator: the same ruling is no news, another one is noted."""

from __future__ import annotations

from datetime import timedelta

import msgspec
import pytest
from tests.diplomacy.tables import Table

from dragoman.diplomacy.events import PhaseAdjudicated
from dragoman.diplomacy.game import DIPLOMACY
from dragoman.keeper.reexamining import ruled_otherwise
from dragoman.referee.chain import follow, origin
from dragoman.referee.record import Record, verify

GAMES = {"diplomacy": DIPLOMACY}


def recorded(table: Table) -> Record:
    salted = [(bytes(16), DIPLOMACY.encode_event(event)) for event in table.events]
    return Record("kalmar", "diplomacy", follow(origin("kalmar", "diplomacy"), 0, table.now, salted))


@pytest.fixture
def table() -> Table:
    played = Table()
    played.order("Austria", "A VIE - GAL")
    played.wait(timedelta(days=7))
    played.wait(timedelta(days=7))
    return played


def test_rulings_that_stand_are_no_news(table: Table) -> None:
    assert sum(isinstance(event, PhaseAdjudicated) for event in table.events) == 2
    assert verify(recorded(table), GAMES) == ()
    assert list(ruled_otherwise(recorded(table))) == []


def test_a_ruling_that_would_be_another_today_is_noted_and_is_no_fault(table: Table) -> None:
    at = next(n for n, event in enumerate(table.events) if isinstance(event, PhaseAdjudicated))
    event = table.events[at]
    assert isinstance(event, PhaseAdjudicated)
    verdicts = event.ruling.verdicts
    altered = msgspec.structs.replace(event.ruling, verdicts=(replaced(verdicts[0]), *verdicts[1:]))
    table.events[at] = msgspec.structs.replace(event, ruling=altered, judged_by="0")
    assert verify(recorded(table), GAMES) == ()
    (note,) = ruled_otherwise(recorded(table))
    assert dict(note.args) == {"phase_ruled": "S1901M", "n": str(at + 1), "version": "0"}


def replaced(verdict: msgspec.Struct) -> msgspec.Struct:
    """The same verdict by another clause."""
    return msgspec.structs.replace(verdict, clause="VI.9")
