"""Who is told what, and that the game keeps the protocol by which the referee knows it."""

from __future__ import annotations

from datetime import UTC

import pytest
from tests.diplomacy.rendering.test_words import everything
from tests.diplomacy.tables import DAY, LETTERS, POWERS, START, Table, lines, opening, person, position, speaker

from dragoman.diplomacy import commands as c
from dragoman.diplomacy.events import Event
from dragoman.diplomacy.game import DIPLOMACY, Diplomacy
from dragoman.diplomacy.report import Receipt, file_of
from dragoman.diplomacy.report.time import clock_told
from dragoman.diplomacy.sight import sight
from dragoman.diplomacy.state import State
from dragoman.game.protocol import Game, Notice, Reading, Speaker
from dragoman.game.refusals import Refusal
from dragoman.game.seats import GM, PersonId, Seat

EVERYBODY = {*POWERS, GM, "observer Olga"}


def told(table: Table, command: c.Command) -> dict[str, list[str]]:
    """Seat → the kinds of notices it gets because of a command."""
    before = table.state
    return kinds(DIPLOMACY.tell(before, table.say(command), table.state))


def kinds(notices: tuple[Notice, ...]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for notice in notices:
        found.setdefault(notice.to, []).append(notice.kind)
    return found


def moderated() -> Table:
    return Table(opening(gm=True, seated=(*POWERS, "observer Olga")))


def test_it_is_a_game() -> None:
    game: Game = Diplomacy()
    assert game.name == "diplomacy"
    assert game.strike(START) == c.ClockStruck(START)


def test_the_beginning_is_told_to_everybody() -> None:
    table = moderated()
    assert kinds(DIPLOMACY.tell(None, tuple(table.events), table.state)) == {seat: ["started"] for seat in EVERYBODY}


def test_orders_are_told_to_nobody() -> None:
    table = moderated()
    for command in (
        c.SubmitOrders(speaker("Austria"), ()),
        c.MarkStatus(speaker("Austria"), True),
        c.ClearOrders(speaker("Austria")),
        c.AskStatus(speaker("Austria")),
    ):
        assert told(table, command) == {}


def test_results_are_told_to_everybody_the_eliminated_too() -> None:
    """Whoever is out wants to know how it went on."""
    given_position = position("F1902M", {"France": "A PAR", "Italy": "A ROM"}, {"France": "PAR", "Italy": "ROM"})
    table = Table(opening(gm=True, seated=(*POWERS, "observer Olga"), given=given_position))
    table.order("France")
    table.order("Italy")
    before, events = table.state, table.strike()
    assert kinds(DIPLOMACY.tell(before, events, table.state)) == {seat: ["results"] for seat in EVERYBODY}


def test_a_vacant_seat_is_told_nothing() -> None:
    table = moderated()
    table.say(c.Resign(speaker("Turkey")))
    assert told(table, c.Announce(speaker(GM), "Hello")).keys() == EVERYBODY - {"Turkey"}


def test_press_is_told_to_its_readers_alone() -> None:
    table = moderated()
    assert told(table, c.SendPress(speaker("France"), ("Italy", "gm"), "Hello")) == {"Italy": ["press"], GM: ["press"]}
    to_all = told(table, c.SendPress(speaker("France"), ("all",), "Hello"))
    assert to_all == {seat: ["press"] for seat in EVERYBODY - {"France"}}


def test_the_last_final_set_is_told_once_to_the_game_master() -> None:
    table = moderated()
    heard = [told(table, c.SubmitOrders(speaker(power), (), None, True)) for power in POWERS]
    assert heard == [{}] * 6 + [{GM: ["all-final"]}]
    assert told(table, c.MarkStatus(speaker("France"), True)) == {}


def test_a_change_of_hands_is_told_to_all_and_to_the_new_holder_as_theirs() -> None:
    table = moderated()
    before = table.state
    events = table.say(c.ReplacePlayer(speaker(GM), Seat("Italy"), person=PersonId("new")))
    notices = DIPLOMACY.tell(before, events, table.state)
    (theirs,) = [notice for notice in notices if notice.person == "new"]
    assert theirs.body.yours
    assert theirs.body.file is not None
    assert {notice.to for notice in notices} == {*EVERYBODY, ""}
    (left,) = [notice.body for notice in notices if notice.person == person("Italy")]
    assert left.change == "lost"
    assert not any(getattr(notice.body, "yours", False) for notice in notices if notice.person != "new")


def test_who_looks_on_comes_and_goes_quietly() -> None:
    table = moderated()
    assert told(table, c.Observe(speaker(None, "ann"), "Ann")) == {}
    assert told(table, c.Resign(Speaker(person("ann"), Seat("observer Ann")))) == {}


def test_every_body_is_read_back_as_it_was_written() -> None:
    for notice in everything():
        assert DIPLOMACY.decode_body(notice.kind, DIPLOMACY.encode_body(notice.body)) == notice.body


# --- receipts ---


def receipt(table: Table, by: Speaker, *heard: c.Command, refused: tuple[Refusal, ...] = ()) -> Receipt:
    body = DIPLOMACY.receipt(table.state, by, heard, Reading(), refused, table.now).body
    assert isinstance(body, Receipt)
    return body


def test_a_receipt_holds_the_set_on_file_and_the_deadline() -> None:
    table = moderated()
    table.order("Austria", "A VIE - GAL")
    body = receipt(table, speaker("Austria"))
    assert body.file is not None
    assert [line.text for line in body.file.lines] == ["A VIE - GAL"]
    assert body.next.deadline == START + 7 * DAY


def test_a_receipt_for_orders_that_ended_the_phase_still_repeats_them() -> None:
    table = Table()
    for power in POWERS[:-1]:
        table.order(power, final=True)
    phase = table.state.phase
    table.order("Turkey", "A CON - BUL", final=True)
    words = DIPLOMACY.receipt(
        table.state,
        speaker("Turkey"),
        (c.SubmitOrders(speaker("Turkey"), lines("A CON - BUL"), phase, True),),
        Reading(),
        (),
        table.now,
    )
    said = DIPLOMACY.words(words, "en", UTC).text
    assert "Orders for Spring 1901, moves, which has now been adjudicated:\nA CON - BUL" in said


def test_somebody_without_a_seat_gets_a_receipt_too() -> None:
    table = Table(opening(seated=(), begin=False))
    by = speaker(None, "ann")
    table.say(c.Join(by, ("Austria",)))
    body = receipt(table, by, c.Join(by, ("Austria",)))
    assert body.head.seat == "player 1"
    assert "you asked for Austria" in DIPLOMACY.words(Notice("receipt", Seat(""), by.person, body), "en", UTC).text


# --- people by address ---


def test_an_address_is_looked_up_by_whoever_knows_addresses() -> None:
    game = Diplomacy({"x@example.org": PersonId("x")}.get)
    table = moderated()
    named = c.ReplacePlayer(speaker(GM), Seat("Italy"), "x@example.org")
    outcome = game.decide(table.state, named, table.now)
    assert isinstance(outcome, tuple)
    state: State = table.state
    for event in outcome:
        state = game.evolve(state, event)
    assert state.seats[Seat("Italy")] == "x"
    unknown = c.ReplacePlayer(speaker(GM), Seat("Italy"), "y@example.org")
    assert isinstance(game.decide(table.state, unknown, table.now), Refusal)


@pytest.mark.parametrize("stage", ["forming", "over"])
def test_a_clock_that_has_nothing_to_strike_for_is_not_wound(stage: str) -> None:
    table = Table(opening(gm=True, begin=stage != "forming", seated=() if stage == "forming" else POWERS))
    if stage == "over":
        table.say(c.EndGame(speaker(GM), "enough"))
    assert DIPLOMACY.due(table.state) is None


def test_a_stopped_clock_strikes_for_the_end_of_the_pause_alone() -> None:
    table = Table(opening(gm=True))
    table.say(c.Pause(speaker(GM), until=START + 30 * DAY))
    assert DIPLOMACY.due(table.state) == START + 30 * DAY


def test_a_game_survives_its_bytes() -> None:
    table = moderated()
    table.strike()
    events: list[Event] = [DIPLOMACY.decode_event(DIPLOMACY.encode_event(event)) for event in table.events]
    assert events == table.events


def test_what_was_ordered_twice_stands_once_on_file() -> None:
    """Exact duplicates count as one order (III.6), however each was written."""
    at = Table(opening())
    written = "A Par - Bur, A MAR - SPA\nA Mar-Spa and F Bre - Mao\nF Bre-Mid"
    for command in DIPLOMACY.read(at.state, speaker("France"), "", written, at.now).commands:
        at.say(command)
    told = file_of(sight(at.state, Seat("France")))
    assert told is not None
    assert [line.text for line in told.lines] == ["A Par - Bur", "A MAR - SPA", "F Bre - Mao"]


def test_of_orders_of_which_the_last_counts_every_one_stands_on_file() -> None:
    at = Table(opening(rules=LETTERS | {"III.6": "E which=last"}))
    at.order("France", "A PAR - BUR", "A PAR - PIC", "A PAR - BUR")
    told = file_of(sight(at.state, Seat("France")))
    assert told is not None
    assert [line.text for line in told.lines] == ["A PAR - BUR", "A PAR - PIC", "A PAR - BUR"]


def test_nobody_is_asked_for_contact_in_a_game_that_is_over() -> None:
    """VII.6: who missed a turn need not write any more."""
    at = Table(opening(gm=True, rules=LETTERS | {"VII.6": "A contact=24"}))
    at.strike()
    assert at.state.time.contact_of(Seat("France")) is not None
    at.say(c.EndGame(speaker(GM), "nobody comes"))
    read = DIPLOMACY.read(at.state, speaker("France"), "", "status", at.now)
    assert not any(isinstance(command, c.MakeContact) for command in read.commands)
    assert not any("missed a turn" in said.text for said in clock_told(sight(at.state, Seat("France"))))
