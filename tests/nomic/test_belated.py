"""Letters to a game of Nomic that are confirmed late count as of when they came."""

from __future__ import annotations

from datetime import timedelta

from tests.nomic.tables import Table, speaker

from dragoman.game.protocol import Late
from dragoman.nomic import commands as c
from dragoman.nomic.evolve import evolve
from dragoman.nomic.game import NOMIC
from dragoman.nomic.state import State
from dragoman.referee.hearing import Hearing, weigh
from dragoman.referee.ports import Slip


def heard_late(table: Table, count: int, text: str, seat: str) -> Hearing:
    """A letter that came after so many events is heard now."""
    then: State | None = None
    for event in table.events[:count]:
        then = evolve(then, event)
    late = Late(table.events[count - 1].at, then, tuple(table.events[count:]))
    return weigh(NOMIC, table.state, Slip("lounge", speaker(seat), text=text), table.now, late=late)


def voting() -> Table:
    table = Table()
    mover = table.state.turn.mover
    assert table.says(mover, "propose enact:\nHats are worn.\nend") == []
    table.does(c.AnnounceVote(speaker(mover), max(table.state.proposals), table.now + timedelta(hours=24)))
    return table


def test_a_newer_vote_stands() -> None:
    table = voting()
    number = max(table.state.proposals)
    table.until(30)
    count = len(table.events)
    table.until(31)
    voter = next(name for name in table.state.playing if name != table.state.turn.mover)
    table.votes(number, against=[voter])
    hearing = heard_late(table, count, f"vote for {number}", voter)
    assert [each.code for each in hearing.refused] == ["newer-stands"]
    assert hearing.events == ()


def test_a_vote_that_came_before_the_vote_began_is_none() -> None:
    table = voting()
    number, count = max(table.state.proposals), len(table.events)
    voter = next(name for name in table.state.playing if name != table.state.turn.mover)
    table.until(30)
    assert heard_late(table, count, f"vote for {number}", voter).events == ()
    assert heard_late(table, len(table.events), f"vote for {number}", voter).events


def test_what_was_about_a_turn_is_not_taken_in_the_next() -> None:
    table = voting()
    number, count, mover = max(table.state.proposals), len(table.events), table.state.turn.mover
    table.until(30)
    table.votes(number, table.state.playing)
    assert table.state.turn.mover != mover
    hearing = heard_late(table, count, "invoke judgment:\nIs it so?\nend", mover)
    assert [each.code for each in hearing.refused] == ["over"]
