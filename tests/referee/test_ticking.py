"""The clock: it strikes as often as needed, for every table, and a fault at one stops no other."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import pytest
from tests.referee.toys import ANN, GAMES, RED, SEATS, Open

from dragoman.game.protocol import Speaker
from dragoman.referee.hearing import Referee
from dragoman.referee.memory import MemoryLedger
from dragoman.referee.ports import Appending, Slip
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


def test_tables_struck_for_together_wait_together_for_earlier_letters(ledger: MemoryLedger) -> None:
    unheard = [True]
    referee = Referee(ledger, GAMES, earlier=lambda _: unheard[0])
    for name in ("egg", "tea"):
        wound(referee, name, 1)
    assert referee.go_round(NOW + HOUR).waiting == ("egg", "tea")
    unheard.clear()
    unheard.append(False)
    assert referee.go_round(NOW + HOUR).struck == ("egg", "tea")


def test_a_letter_that_comes_while_strikes_are_decided_is_waited_for(ledger: MemoryLedger) -> None:
    answers = [False, True]
    referee = Referee(ledger, GAMES, earlier=lambda _: answers.pop(0))
    for name in ("egg", "tea"):
        wound(referee, name, 1)
    assert referee.go_round(NOW + HOUR).waiting == ("egg", "tea")
    assert [referee.tables.at(name).version for name in ("egg", "tea")] == [1, 1]


class Unsure(MemoryLedger):
    """Cannot write several tables at once, or not all of them."""

    passed_over: frozenset[str] = frozenset()
    fails = False

    def append_all(self, appendings: Sequence[Appending]) -> tuple[bytes | None, ...]:
        if self.fails:
            raise OSError("the disk is full for so much at once")
        fit = [each for each in appendings if each.table not in self.passed_over]
        seals = dict(zip((each.table for each in fit), super().append_all(fit), strict=True))
        return tuple(seals.get(each.table) for each in appendings)


@pytest.mark.parametrize(("passed_over", "fails"), [(("tea",), False), (("egg", "tea"), False), ((), True)])
def test_what_cannot_be_written_with_others_is_struck_for_by_itself(passed_over: tuple[str, ...], fails: bool) -> None:
    ledger = Unsure(GAMES, SeededEntropy("7"))
    ledger.passed_over, ledger.fails = frozenset(passed_over), fails
    referee = Referee(ledger, GAMES)
    for name in ("egg", "tea", "tin"):
        wound(referee, name, 1)
    assert referee.go_round(NOW + HOUR).struck == ("egg", "tea", "tin")
    assert [referee.tables.at(name).state.rings for name in ("egg", "tea", "tin")] == [1, 1, 1]
    assert len({posting.key for posting in ledger.postings}) == len(ledger.postings) == 3 * 2 * 2
