"""Letters to a game of Diplomacy that are confirmed late count as of when they came (VII.1)."""

from __future__ import annotations

import pytest
from tests.diplomacy.tables import HOUR, LETTERS, START, Table, opening, speaker

from dragoman.diplomacy.board.province import Place
from dragoman.diplomacy.commands import AcceptLate, CastVote, GrantProxy, ProposeEnding
from dragoman.diplomacy.evolve import evolve
from dragoman.diplomacy.game import DIPLOMACY
from dragoman.diplomacy.orders.order import Ordered
from dragoman.diplomacy.state import State
from dragoman.game.protocol import Late
from dragoman.referee.hearing import Hearing, weigh
from dragoman.referee.ports import Slip

UNHURRIED = LETTERS | {"VII.2.start": "B", "VII.3": "A", "II.3": "B revocation told to=both"}
"""The game master adjudicates when they come to it."""


def heard_late(table: Table, count: int, text: str, seat: str = "Austria") -> Hearing:
    """A letter that came after so many events is heard now."""
    then: State | None = None
    for event in table.events[:count]:
        then = evolve(then, event)
    late = Late(table.events[count - 1].at, then, tuple(table.events[count:]))
    return weigh(DIPLOMACY, table.state, Slip("kalmar", speaker(seat), text=text), table.now, late=late)


@pytest.mark.parametrize("text", ["A Vie - Boh", "vote yes on 1", "final"])
def test_what_came_before_the_deadline_is_in_time_until_the_adjudication(text: str) -> None:
    """VII.3.A."""
    table = Table(opening(gm=True, rules=UNHURRIED))
    table.say(ProposeEnding(speaker("Italy"), "draw"))
    count = len(table.events)
    assert table.state.deadline is not None
    table.now = table.state.deadline + HOUR
    hearing = heard_late(table, count, text)
    assert (hearing.refused, len(hearing.events)) == ((), 1)
    now = weigh(DIPLOMACY, table.state, Slip("kalmar", speaker("Austria"), text=text), table.now)
    assert [each.code for each in (*now.refused, *now.events) if hasattr(each, "code")] in (["late"], [])
    assert not any(type(event) is type(hearing.events[0]) for event in now.events)


def test_a_vote_that_was_cast_since_stands() -> None:
    table = Table(opening(gm=True, rules=UNHURRIED))
    table.say(ProposeEnding(speaker("Italy"), "draw"))
    count = len(table.events)
    table.now = START + HOUR
    table.say(CastVote(speaker("Austria"), 1, "no"))
    assert [each.code for each in heard_late(table, count, "vote yes on 1").refused] == ["newer-stands"]
    table.say(CastVote(speaker("France"), 1, "no"))
    assert heard_late(table, count, "vote yes on 1", "Germany").events


def test_a_proxy_for_another_is_none_that_stands_before_it() -> None:
    table = Table(opening(gm=True, rules=UNHURRIED))
    count = len(table.events)
    table.now = START + HOUR
    table.say(GrantProxy(speaker("Austria"), "Italy", (Ordered(Place("TRI"), None),)))
    assert heard_late(table, count, "proxy to Germany: A Vie").events
    assert [each.code for each in heard_late(table, count, "proxy to Italy: A Bud").refused] == ["newer-stands"]


def test_what_takes_back_takes_back_nothing_newer() -> None:
    table = Table(opening(gm=True, rules=UNHURRIED))
    table.say(GrantProxy(speaker("Austria"), "Italy", (Ordered(Place("VIE"), None),)))
    count = len(table.events)
    table.now = START + HOUR
    assert heard_late(table, count, "revoke proxy").events
    table.say(GrantProxy(speaker("Austria"), "Italy", (Ordered(Place("TRI"), None),)))
    assert [each.code for each in heard_late(table, count, "revoke proxy").refused] == ["newer-stands"]


def test_a_late_set_waits_no_more_once_another_came_in_time() -> None:
    """The deadline was moved after it had come."""
    table = Table(opening(gm=True, rules=UNHURRIED))
    deadline = table.state.deadline
    assert deadline is not None

    def says(seat: str, text: str) -> None:
        for command in DIPLOMACY.read(table.state, speaker(seat), "", text, table.now).commands:
            table.say(command)

    table.now = deadline + HOUR
    says("Austria", "A Vie - Boh")
    table.now += HOUR
    says("gm", "gm deadline 20 March 18:00")
    table.now += HOUR
    says("Austria", "A Vie - Gal")
    table.now += HOUR
    assert table.refused(AcceptLate(speaker("gm"), "Austria", "the log shows it")).code == "no-late-set"
    assert [line.text for line in table.state.on_file("Austria")] == ["A Vie - Gal"]
