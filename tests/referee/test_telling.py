"""What identifies a letter tells of nothing but what its reader is told, and when."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from tests.referee.toys import ANN, BEN, BLUE, GAMES, RED

from dragoman.game.protocol import Notice
from dragoman.referee.telling import postings

NOW = datetime(2026, 3, 2, 16, 0, tzinfo=UTC)
GAME = GAMES["counter"]


def told(*notices: Notice, now: datetime = NOW) -> list[str]:
    return [posting.key for posting in postings(GAME, "kalmar", now, notices)]


def test_a_key_hangs_on_nothing_that_others_are_told() -> None:
    mine = Notice("total", RED, ANN, {"total": 1})
    theirs = Notice("total", BLUE, BEN, {"total": 2})
    assert told(mine)[0] == told(theirs, mine)[1]


def test_the_same_thing_later_is_another_letter() -> None:
    mine = Notice("total", RED, ANN, {"total": 1})
    assert told(mine) != told(mine, now=NOW + timedelta(microseconds=1))


def test_the_same_thing_in_two_seats_is_told_once() -> None:
    one, two = Notice("total", RED, ANN, {"total": 1}), Notice("total", BLUE, ANN, {"total": 1})
    assert len(told(one, two)) == 1


def test_another_kind_of_notice_is_another_letter() -> None:
    one, two = Notice("total", RED, ANN, {"total": 1}), Notice("sum", RED, ANN, {"total": 1})
    assert len(set(told(one, two))) == 2
