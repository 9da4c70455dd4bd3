"""How persons played, remembered over all games of a host, each figure with the event that it comes from."""

from __future__ import annotations

from datetime import timedelta

import pytest
from tests.diplomacy.tables import LETTERS, POWERS, Table, opening, person, speaker

from dragoman.diplomacy import commands as c
from dragoman.diplomacy.game import Diplomacy
from dragoman.game.repute import Repute
from dragoman.game.seats import GM, PersonId, Seat
from dragoman.referee.seeded import SeededEntropy
from dragoman.store.conduct import Conducts
from dragoman.store.ledger import DatabaseLedger

pytestmark = pytest.mark.django_db

GAMES = {"diplomacy": Diplomacy()}
AUSTRIA = person("Austria")


def kept(table: Table, name: str = "kalmar") -> DatabaseLedger:
    """A table's events in a ledger, appended as they came: the opening, and the rest."""
    ledger = DatabaseLedger(GAMES, SeededEntropy(name))
    first, rest = tuple(table.events[:3]), tuple(table.events[3:])
    ledger.create(name, "diplomacy", first, table.events[0].at, None, ())
    ledger.append(name, len(first), rest, table.now, None, ())
    return ledger


def a_game_left() -> Table:
    """Austria misses two rounds running, and is gone; a standby plays on."""
    table = Table(opening(rules=LETTERS | {"VII.6": "F.8", "F.9": "B"}))
    for _ in range(2):
        for power in POWERS[1:]:
            table.order(power)
        table.strike()
    table.say(c.Join(speaker(None, "new"), ("Austria",)))
    table.strike()
    return table


def test_each_round_is_remembered_of_whoever_was_in_charge() -> None:
    """PB37: whoever takes a seat over begins with nothing on it."""
    table = a_game_left()
    kept(table)
    conducts = Conducts()
    assert conducts.repute(AUSTRIA, table.now).missed == 2
    assert conducts.repute(person("new"), table.now) == Repute(missed=1)
    assert conducts.repute(person("Italy"), table.now) == Repute(kept=2, missed=1)
    assert conducts.repute(PersonId("nobody"), table.now) == Repute()


def test_every_figure_is_followed_to_its_event() -> None:
    table = a_game_left()
    kept(table)
    for remark in Conducts().remarks(AUSTRIA):
        event = table.events[remark.n - 1]
        assert type(event).__name__ == ("PersonListed" if remark.kind == "listed" else "RoundPlayed")


def test_who_left_stands_on_the_blacklist_until_the_time_is_up() -> None:
    table = a_game_left()
    kept(table)
    conducts = Conducts()
    (listing,) = conducts.repute(AUSTRIA, table.now).listings
    assert (listing.table, listing.seat, listing.why) == ("kalmar", "Austria", "missed")
    assert [each.person for each in conducts.listed(table.now)] == [AUSTRIA]
    later = table.now + timedelta(days=366)
    assert conducts.repute(AUSTRIA, later).listings == ()
    assert conducts.repute(AUSTRIA, later).left == 0
    assert conducts.listed(later) == ()


def test_the_keeper_may_lift_it_and_so_may_the_game() -> None:
    table = a_game_left()
    kept(table)
    conducts = Conducts()
    (remark,) = conducts.listed(table.now)
    assert conducts.lift(remark.id, table.now)
    assert not conducts.lift(remark.id, table.now)
    assert conducts.listed(table.now) == ()
    table = Table(opening(rules=LETTERS | {"F.9": "B"}, gm=True))
    table.say(c.Resign(speaker("Austria")))
    table.say(c.ListPlayer(speaker(GM), "Austria", "vanished"))
    table.say(c.ListPlayer(speaker(GM), "Austria", listed=False))
    kept(table, "aland")
    assert conducts.listed(table.now) == ()


def test_whoever_is_erased_leaves_no_trace_here() -> None:
    table = a_game_left()
    kept(table)
    conducts = Conducts()
    conducts.forget(AUSTRIA)
    assert conducts.remarks(AUSTRIA) == ()
    assert conducts.repute(AUSTRIA, table.now) == Repute()
    assert table.state.holder(Seat("Austria")) == person("new")


def test_a_record_taken_in_from_elsewhere_is_remembered_alike() -> None:
    table = a_game_left()
    ledger = kept(table)
    before = Conducts().repute(person("Italy"), table.now)
    game, entries = ledger.record("kalmar")
    ledger.restore("copy", game, entries, None)
    after = Conducts().repute(person("Italy"), table.now)
    assert (after.kept, after.missed) == (2 * before.kept, 2 * before.missed)
