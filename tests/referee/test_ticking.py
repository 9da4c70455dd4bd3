"""The clock: it strikes as often as needed, for every table, and a fault at one stops no other."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from tests.referee.toys import ANN, GAMES, RED, SEATS, Open

from dragoman.game.protocol import Speaker
from dragoman.referee.hearing import Referee
from dragoman.referee.memory import MemoryLedger
from dragoman.referee.ports import Slip
from dragoman.referee.seeded import SeededEntropy
from dragoman.referee.ticking import ClockStuck

NOW = datetime(2026, 3, 2, 16, 0, tzinfo=UTC)
HOUR = timedelta(hours=1)


@pytest.fixture
def ledger() -> MemoryLedger:
    return MemoryLedger(GAMES, SeededEntropy("7"))


@pytest.fixture
def referee(ledger: MemoryLedger) -> Referee:
    return Referee(ledger, GAMES)


def wound(referee: Referee, name: str, until: int, every: timedelta = HOUR) -> None:
    referee.open(Slip(name, Speaker(ANN, RED), command=Open(SEATS, every, until)), "timer", NOW)


def test_nothing_strikes_before_it_is_due(referee: Referee) -> None:
    wound(referee, "egg", 1)
    assert referee.go_round(NOW + HOUR - timedelta(microseconds=1)).struck == ()
    assert referee.go_round(NOW + HOUR).struck == ("egg",)
    assert referee.go_round(NOW + HOUR).struck == ()


def test_a_clock_long_unheard_strikes_as_often_as_it_should_have(referee: Referee) -> None:
    wound(referee, "egg", 5)
    assert referee.go_round(NOW + 3 * HOUR).struck == ("egg",)
    assert referee.tables.at("egg").state.rings == 3


def test_tables_are_struck_in_the_order_in_which_they_fell_due(referee: Referee) -> None:
    wound(referee, "late", 1, 2 * HOUR)
    wound(referee, "early", 1, HOUR)
    assert referee.go_round(NOW + 3 * HOUR).struck == ("early", "late")


@pytest.mark.parametrize(("until", "fault"), [(9, ZeroDivisionError), (8, ClockStuck)])
def test_a_fault_at_one_table_is_told_and_stops_no_other(referee: Referee, until: int, fault: type[Exception]) -> None:
    wound(referee, "broken", until, HOUR / 2)
    wound(referee, "sound", 1)
    turn = referee.go_round(NOW + HOUR)
    assert turn.struck == ("sound",)
    assert [(f.table, type(f.error)) for f in turn.faults] == [("broken", fault)]
    assert referee.tables.at("broken").version == 1


def test_a_table_left_out_does_not_strike(referee: Referee) -> None:
    wound(referee, "egg", 1)
    assert referee.go_round(NOW + HOUR, leaving=frozenset({"egg"})).struck == ()


def test_a_clock_without_end_is_called_stuck(referee: Referee) -> None:
    wound(referee, "egg", 10_000)
    assert isinstance(referee.go_round(NOW + 5000 * HOUR).faults[0].error, ClockStuck)


def test_what_the_clock_brings_is_told_under_keys_of_its_own(referee: Referee, ledger: MemoryLedger) -> None:
    wound(referee, "egg", 2)
    for hours in (1, 2):
        referee.go_round(NOW + hours * HOUR)
    keys = [p.key for p in ledger.postings]
    assert [key.rsplit("/", 2)[0] for key in keys] == ["egg/p-ann", "egg/p-ben"] * 3
    assert len(set(keys)) == 6


def test_workers_that_begin_elsewhere_strike_for_other_tables(referee: Referee) -> None:
    names = [f"egg-{n}" for n in range(6)]
    for name in names:
        wound(referee, name, 1)
    assert referee.go_round(NOW + HOUR, most=2, begin=10).struck == ("egg-4", "egg-5")
    assert referee.go_round(NOW + HOUR, most=3, begin=3).struck == ("egg-3", "egg-0", "egg-1")
    assert referee.go_round(NOW + HOUR, most=3, begin=7).struck == ("egg-2",)
