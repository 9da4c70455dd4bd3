"""Nobody learns what somebody voted before the vote is complete, nor press that is not for them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from tests.nomic.tables import PLAYERS, Table, speaker

from dragoman.game.seats import Seat
from dragoman.nomic import commands as c
from dragoman.nomic.events.recorded import Change
from dragoman.nomic.game import NOMIC


def voting(choices: dict[str, str]) -> tuple[Table, Table]:
    """A game in whose vote these have voted, and the one before they did."""
    table, before = Table(), Table()
    for each in (table, before):
        each.does(c.Post(speaker("Ann"), Change("enact", text="Everybody is polite.")))
        each.until(49)
    for name, choice in choices.items():
        table.does(c.CastVote(speaker(name), "323", choice))
    return table, before


@given(st.dictionaries(st.sampled_from(PLAYERS[:4]), st.sampled_from(["for", "against"]), min_size=1, max_size=4))
def test_a_vote_under_way_is_its_voters_alone(choices: dict[str, str]) -> None:
    table, before = voting(choices)
    other, _ = voting({name: "for" if choice == "against" else "against" for name, choice in choices.items()})
    for seat in (None, "Eve", "gm", *PLAYERS):
        if seat not in choices:
            assert NOMIC.sight(table.state, seat) == NOMIC.sight(other.state, seat)
    cast = tuple(table.events[len(before.events) :])
    assert NOMIC.tell(before.state, cast, table.state) == ()


def test_ones_own_vote_is_seen() -> None:
    table, _ = voting({"Bob": "against"})
    assert NOMIC.sight(table.state, Seat("Bob")).proposal(323).yours == "against"
    assert NOMIC.sight(table.state, Seat("Ann")).proposal(323).yours == ""


def test_votes_are_told_once_the_vote_is_complete() -> None:
    table, before = voting(dict.fromkeys(PLAYERS, "for"))
    notices = NOMIC.tell(before.state, tuple(table.events[len(before.events) :]), table.state)
    assert {notice.to for notice in notices} == set(PLAYERS)
    assert NOMIC.sight(table.state, None).proposal(323).count.votes == dict.fromkeys(PLAYERS, "for")


def test_press_is_seen_by_its_readers_and_its_author() -> None:
    table = Table()
    table.does(c.SendPress(speaker("Ann"), ("Bob",), "a secret"))
    seen = {seat: len(NOMIC.sight(table.state, seat).pieces) for seat in (None, "gm", *PLAYERS)}
    assert seen == {None: 0, "gm": 0, "Ann": 1, "Bob": 1, "Cid": 0, "Dee": 0, "Eve": 0}
    (notice,) = NOMIC.tell(None, tuple(table.events[-1:]), table.state)
    assert notice.to == "Bob"
