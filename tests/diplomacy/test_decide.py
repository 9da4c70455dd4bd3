"""What comes about when people and the clock speak to a game, and what is refused and why."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from tests.diplomacy.tables import (
    DAY,
    HOUR,
    LETTERS,
    POWERS,
    START,
    Table,
    lines,
    opening,
    person,
    phase_of,
    position,
    speaker,
    unit,
)

from dragoman.diplomacy.commands import (
    Announce,
    AskHistory,
    ClearOrders,
    ClockStruck,
    Command,
    EndGame,
    Invite,
    Join,
    MarkStatus,
    Observe,
    Pause,
    Preview,
    Process,
    ReplacePlayer,
    Resign,
    Resume,
    SendPress,
    SetDeadline,
    SubmitOrders,
)
from dragoman.diplomacy.decide import decide
from dragoman.diplomacy.decide.office import too_early
from dragoman.diplomacy.events import ContactAwaited, DeadlineSet, GameStarted, LotsDrawn, PhaseAdjudicated
from dragoman.diplomacy.orders.writing import write
from dragoman.diplomacy.report import HistoryAnswer
from dragoman.diplomacy.report import answer as answer_to
from dragoman.diplomacy.sight import sight
from dragoman.diplomacy.state import Stage
from dragoman.game.protocol import Speaker
from dragoman.game.refusals import Refusal
from dragoman.game.seats import GM, KEEPER, PersonId, Seat


def on_file(table: Table, power: str) -> list[str]:
    return [write(line.order) for line in table.state.on_file(power)]


# --- the course of a game ---


def test_a_game_with_all_seats_taken_begins_and_has_a_deadline() -> None:
    table = Table()
    assert table.state.stage is Stage.RUNNING
    assert table.state.deadline == START + 7 * DAY


def test_the_deadline_rules_with_what_there_is_and_names_who_sent_nothing() -> None:
    table = Table()
    table.order("Austria", "A VIE - GAL")
    table.wait(7 * DAY - timedelta(seconds=1))
    assert str(table.state.phase) == "S1901M"
    ruled, _, following, *contacts = table.strike()
    assert isinstance(ruled, PhaseAdjudicated)
    assert ruled.missing == tuple(power for power in POWERS if power != "Austria")
    assert str(table.state.phase) == "F1901M"
    assert isinstance(following, DeadlineSet)
    assert table.state.deadline == START + 14 * DAY
    assert [type(each) for each in contacts] == [ContactAwaited] * 6


def test_an_adjudicated_phase_is_never_adjudicated_again() -> None:
    table = Table()
    table.strike()
    assert table.say(ClockStruck(table.now)) == ()


def test_all_final_sets_rule_at_once_under_vii_2_b() -> None:
    table = Table()
    for power in POWERS[:-1]:
        assert len(table.order(power, final=True)) == 1
    _, ruled, *_ = table.order("Turkey", "A CON - BUL", final=True)
    assert isinstance(ruled, PhaseAdjudicated)
    assert ruled.cause == "all-final"
    assert ruled.missing == ()


def test_vii_2_a_never_rules_before_the_deadline() -> None:
    table = Table(opening(rules=LETTERS | {"VII.2": "A"}))
    for power in POWERS:
        table.order(power, final=True)
    assert str(table.state.phase) == "S1901M"


RETREATING = position(
    "S1901R",
    {"Austria": "A VIE, A BUD", "Italy": "A TRI, A ROM, F NAP", "France": "A PAR"},
    {"Austria": "VIE BUD TRI", "Italy": "VEN ROM NAP", "France": "PAR"},
    "Austria F TRI < VEN",
)

BUILDING = position(
    "W1901A",
    {"France": "A PAR, F POR", "Italy": "A ROM, F TUN, F NAP"},
    {"France": "PAR MAR BRE POR", "Italy": "ROM VEN NAP", "Austria": "VIE BUD"},
)


def test_nobody_is_waited_for_who_has_nothing_to_order() -> None:
    """PB10: with units equal to centres there is nothing owed, nothing missing, and nothing to wait for."""
    table = Table(opening(given=RETREATING))
    assert table.state.deadline == START + 3 * DAY
    refused = table.refused(SubmitOrders(speaker("France"), (), table.state.phase, True))
    assert refused.code == "nothing-to-order"
    _, ruled, *_ = table.order("Austria", "F TRI R ALB", final=True)
    assert isinstance(ruled, PhaseAdjudicated)
    assert ruled.missing == ()
    assert str(table.state.phase) == "F1901M"
    assert unit("Austria", "F ALB") in table.state.position.units


def test_builds_wait_only_for_those_who_can_build() -> None:
    """Italy has as many units as centres, and Austria no unit to order and nowhere to lose one: it may build two."""
    table = Table(opening(given=BUILDING))
    assert table.state.due("France").count == 2
    assert not table.state.due("Italy")
    assert table.state.due("Austria").count == 2
    table.order("France", "F BRE B", final=True)
    _, ruled, *_ = table.order("Austria", "A VIE B", "A BUD B", final=True)
    assert isinstance(ruled, PhaseAdjudicated)
    assert unit("France", "F BRE") in table.state.position.units


def test_eighteen_centres_win_and_end_the_game() -> None:
    homes = "PAR MAR BRE SPA POR BEL HOL MUN KIE BER DEN LON LVP EDI ROM VEN NAP TUN"
    given_position = position("F1910M", {"France": "A PIE, A BUR", "Austria": "A BUD"},
                              {"France": homes.replace(" VEN", ""), "Italy": "VEN", "Austria": "BUD"})  # fmt: skip
    table = Table(opening(given=given_position))
    table.order("France", "A PIE - VEN")
    events = table.strike()
    assert [type(event).__name__ for event in events] == ["PhaseAdjudicated", "RoundPlayed", "GameWon", "GameEnded"]
    assert table.state.stage is Stage.OVER
    assert table.state.deadline is None
    refused = table.refused(SubmitOrders(speaker("France"), (), None))
    assert refused.code == "game-over"
    assert dict(refused.says.args) == {"power_winner": "France"}


# --- sets of orders ---


def test_the_status_of_an_unmarked_set_is_the_rules_to_say() -> None:
    for letter, final in (("A", True), ("B", False)):
        table = Table(opening(rules=LETTERS | {"II.1": letter}))
        table.order("Austria", "A VIE - GAL")
        assert table.state.is_final("Austria") is final


def test_a_revision_replaces_unit_by_unit_under_iii_4_b() -> None:
    table = Table()
    table.order("Austria", "A VIE - GAL", "F TRI - ALB")
    table.order("Austria", "A VIE - TRI")
    assert on_file(table, "Austria") == ["F TRI - ALB", "A VIE - TRI"]


def test_a_revision_replaces_everything_under_iii_4_a() -> None:
    table = Table(opening(rules=LETTERS | {"III.4": "A"}))
    table.order("Austria", "A VIE - GAL", "F TRI - ALB")
    table.order("Austria", "A VIE - TRI")
    assert on_file(table, "Austria") == ["A VIE - TRI"]


def test_sets_stand_beside_each_other_under_4_d_1_c_if_they_share_no_unit() -> None:
    table = Table(opening(rules={}))
    table.order("Austria", "A VIE - GAL", final=False)
    table.order("Austria", "F TRI - ALB", final=False)
    assert on_file(table, "Austria") == ["A VIE - GAL", "F TRI - ALB"]
    table.order("Austria", "F TRI - VEN", final=False)
    assert on_file(table, "Austria") == ["F TRI - VEN"]


def test_a_set_once_replaced_never_comes_back_under_4_d_1_c() -> None:
    """Each set stands beside, or replaces, what then stood: never what had been replaced before it."""
    table = Table(opening(rules={}))
    filed = []
    for line in ("A VIE - TYR", "A VIE - GAL", "A BUD - SER", "A VIE - BOH", "F TRI - ALB"):
        table.order("Austria", line, final=False)
        filed.append(on_file(table, "Austria"))
    assert filed == [
        ["A VIE - TYR"],
        ["A VIE - GAL"],
        ["A VIE - GAL", "A BUD - SER"],
        ["A VIE - BOH"],
        ["A VIE - BOH", "F TRI - ALB"],
    ]


def test_an_older_build_gives_way_to_a_newer_one() -> None:
    table = Table(opening(given=BUILDING))
    table.order("France", "A PAR B", "F BRE B")
    table.order("France", "A MAR B")
    assert on_file(table, "France") == ["A MAR B", "A PAR B"]


def test_twice_the_same_set_changes_nothing() -> None:
    """PB41: players send twice to be safe; the second copy is taken once more and changes nothing."""
    table = Table()
    table.order("Austria", "A VIE - GAL", "F TRI - ALB")
    before = on_file(table, "Austria")
    table.order("Austria", "A VIE - GAL", "F TRI - ALB")
    assert on_file(table, "Austria") == before


def test_a_set_without_orders_is_a_set() -> None:
    """PB07, PB08: that a set was received is recorded as such, and never deduced from what is in it."""
    table = Table()
    table.say(MarkStatus(speaker("England"), True))
    table.say(MarkStatus(speaker("England"), False))
    ruled = table.strike()[0]
    assert isinstance(ruled, PhaseAdjudicated)
    assert "England" not in ruled.missing


def test_taking_back_takes_everything_back() -> None:
    table = Table()
    table.order("Austria", "A VIE - GAL", final=True)
    table.say(ClearOrders(speaker("Austria")))
    assert on_file(table, "Austria") == []
    assert not table.state.is_final("Austria")
    assert table.refused(ClearOrders(speaker("Austria"))).code == "nothing-on-file"
    assert table.refused(MarkStatus(speaker("Austria"), False)).code == "nothing-on-file"


@pytest.mark.parametrize(
    ("named", "code"),
    [("S1901M", "phase-over"), ("F1901M", "ok"), ("F1901R", "ok"), ("W1901A", "ok"), ("S1902M", "ok"), ("S1902R", "ok"),
     ("F1902M", "phase-ahead"), ("W1900A", "phase-over"), ("S1901R", "phase-over")],
)  # fmt: skip
def test_orders_are_for_the_current_phase_and_the_next_ones(named: str, code: str) -> None:
    table = Table()
    table.strike()
    order = {"M": "A VIE - GAL", "R": "A VIE R GAL", "A": "A VIE B"}[named[-1]]
    outcome = table.hear(SubmitOrders(speaker("Austria"), lines(order), phase_of(named)))
    assert (outcome.code if isinstance(outcome, Refusal) else "ok") == code
    if isinstance(outcome, Refusal):
        assert ("phase_now", "F1901M") in outcome.says.args


def test_history_without_a_phase_is_of_the_last_one() -> None:
    table = Table()
    assert table.refused(AskHistory(speaker("Austria"))).code == "no-such-phase"
    table.strike()
    table.say(AskHistory(speaker("Austria")))
    answer = answer_to(sight(table.state, Seat("Austria")), AskHistory(speaker("Austria")))
    assert isinstance(answer, HistoryAnswer)
    assert answer.results.ruling.phase == ("Spring", 1901, "Movement")


def test_late_orders_are_refused_or_taken_as_vii_3_says() -> None:
    """Only a clock that is late itself leaves a moment between deadline and adjudication."""
    strict, lenient = Table(), Table(opening(rules={"VII.3": "B", "III.4": "B until=adjudication"}))
    for table in (strict, lenient):
        table.now = START + 7 * DAY
    refused = strict.refused(SubmitOrders(speaker("Austria"), ()))
    assert (refused.code, refused.clause) == ("late", "VII.3.A")
    assert not isinstance(lenient.hear(SubmitOrders(speaker("Austria"), ())), Refusal)


@pytest.mark.parametrize("seat", ["observer Olga", GM])
def test_only_powers_order(seat: str) -> None:
    table = Table(opening(gm=True, seated=(*POWERS, "observer Olga")))
    assert table.refused(SubmitOrders(speaker(seat), ())).code == "no-power"


def test_nobody_speaks_for_anothers_seat() -> None:
    table = Table(opening(gm=True))
    assert table.refused(SubmitOrders(speaker("Austria", "England"), ())).code == "not-your-seat"
    assert table.refused(Pause(speaker(GM, "England"))).code == "not-your-seat"
    assert table.refused(Pause(speaker("England"))).code == "gm-only"


def test_the_keeper_presides_where_nobody_does() -> None:
    keeper = Speaker(KEEPER, GM)
    assert Table().say(Announce(keeper, "Hello"))
    assert Table().refused(SubmitOrders(Speaker(KEEPER, Seat("Austria")), ())).code == "not-your-seat"


# --- seats ---


def join_all(table: Table, *wishes: tuple[str, ...]) -> None:
    for number, wish in enumerate(wishes):
        table.say(Join(speaker(None, f"p{number}"), wish))


def test_seven_people_are_allotted_what_they_wished_as_far_as_the_lot_allows() -> None:
    table = Table(opening(seated=(), begin=False))
    join_all(table, *([("Austria", "France")] * 2), ("Italy",), (), ("Turkey",), ("Russia",))
    assert table.state.stage is Stage.FORMING
    join_all_last = table.say(Join(speaker(None, "p6"), ("England",)))
    assert [type(event) for event in join_all_last][1:3] == [LotsDrawn, GameStarted]
    seats = {seat: str(person) for seat, person in table.state.seats.items()}
    assert {seats["Austria"], seats["France"]} == {"person of p0", "person of p1"}
    assert seats["Italy"] == "person of p2"
    assert seats["Germany"] == "person of p3"
    assert table.state.wishes == {}


def test_the_lot_hangs_on_the_recorded_seed() -> None:
    def seated(seed: int) -> dict[str, str]:
        table = Table(opening(seated=(), begin=False, seed=seed))
        join_all(table, *([()] * 7))
        return {seat: str(person) for seat, person in table.state.seats.items()}

    assert seated(1) == seated(1)
    assert len({tuple(seated(seed).items()) for seed in range(8)}) > 4


def test_wishes_can_be_changed_and_given_up_before_the_lot() -> None:
    table = Table(opening(seated=(), begin=False))
    table.say(Join(speaker(None, "ann"), ("Austria",)))
    seat = Seat("player 1")
    table.say(Join(Speaker(person("ann"), seat), ("Italy",)))
    assert table.state.wishes == {seat: ("Italy",)}
    table.say(Resign(Speaker(person("ann"), seat)))
    assert table.state.wishes == {}
    assert seat not in table.state.seats


def test_an_eighth_player_may_only_look_on() -> None:
    table = Table(opening(begin=False, seated=POWERS[1:]))
    table.say(Join(speaker(None, "ann")))
    assert table.state.stage is Stage.RUNNING
    assert table.refused(Join(speaker(None, "bob"))).code == "table-full"
    table.say(Observe(speaker(None, "bob"), "Bob"))
    assert table.state.seats[Seat("observer Bob")] == person("bob")
    assert table.refused(Observe(speaker(None, "cid"), "bob")).code == "name-taken"


def test_a_person_has_one_seat() -> None:
    table = Table(opening(gm=True, begin=False, seated=POWERS[1:]))
    assert table.refused(Join(speaker("England"))).code == "already-seated"
    assert table.refused(Join(speaker(GM))).code == "already-seated"
    assert table.refused(ReplacePlayer(speaker(GM), Seat("Italy"), person=person(GM))).code == "gm-plays-not"


def test_a_vacant_seat_is_taken_in_the_middle_of_the_game() -> None:
    table = Table()
    table.say(Resign(speaker("Austria")))
    assert table.state.seats[Seat("Austria")] is None
    assert table.refused(Join(speaker(None, "ann"), ("Italy",))).code == "table-full"
    table.say(Join(speaker(None, "ann"), ("Italy", "Austria")))
    assert table.state.seats[Seat("Austria")] == person("ann")


def test_nobody_waits_for_one_who_has_left() -> None:
    table = Table()
    for power in POWERS[1:]:
        table.order(power, final=True)
    events = table.say(Resign(speaker("Austria")))
    assert isinstance(events[1], PhaseAdjudicated)


def test_who_is_not_invited_cannot_join() -> None:
    table = Table(opening(gm=True, begin=False, seated=(), entry="invited"))
    assert table.refused(Join(speaker(None, "ann"))).code == "not-invited"
    table.say(Invite(speaker(GM), person("ann")))
    table.say(Join(speaker(None, "ann")))


# --- press ---


@pytest.mark.parametrize(
    ("to", "text", "code"),
    [((), "Hello", "no-readers"), (("France",), "Hello", "no-readers"), (("Italy",), " \n", "empty-press"),
     (("Atlantis",), "Hello", "unknown-seat"), ((GM,), "Hello", "no-gm"), (("Italy",), "x" * 20_001, "press-too-long")],
)  # fmt: skip
def test_press_that_reaches_nobody_is_not_sent(to: tuple[str, ...], text: str, code: str) -> None:
    assert Table().refused(SendPress(speaker("France"), to, text)).code == code


def test_readers_who_are_among_others_are_not_named_again() -> None:
    table = Table(opening(seated=(*POWERS, "observer Olga")))
    table.say(SendPress(speaker("France"), ("all", "England", "observers"), "Hello"))
    table.say(SendPress(speaker("France"), ("England", "observer Olga", "observers", "England"), "Hello"))
    assert [piece.to for piece in table.state.press] == [("all",), ("England", "observers")]


def test_marks_that_turn_the_direction_of_writing_are_not_taken_in() -> None:
    table = Table(opening(gm=True, seated=(*POWERS, "observer Olga")))
    table.say(SendPress(speaker("France"), ("all",), "I am \u202eynamreG\u202c."))
    table.say(Announce(speaker(GM), "\u2067Hello\u2069"))
    table.say(Observe(speaker(None, "ann"), "An\u202en"))
    assert table.state.press[0].text == "I am ynamreG."
    assert table.state.announcements[0].text == "Hello"
    assert Seat("observer Ann") in table.state.seats


def test_press_is_carried_until_the_game_is_closed() -> None:
    table = Table(opening(gm=True))
    table.say(EndGame(speaker(GM), "We all agree"))
    table.say(SendPress(speaker("France"), ("all",), "Well played"))
    table.say(EndGame(speaker(GM), "enough"))
    assert table.state.stage is Stage.CLOSED
    assert table.refused(SendPress(speaker("France"), ("all",), "Hello?")).code == "game-closed"
    assert table.refused(Announce(speaker(GM), "Hello?")).code == "game-closed"


# --- the game master ---


def test_the_game_master_rules_early_only_where_the_rules_allow() -> None:
    table = Table(opening(gm=True))
    assert table.refused(Process(speaker(GM), table.state.phase)).clause == "VII.2.B"
    waits = too_early(table.state, table.now)
    assert waits is not None
    assert waits.clause == "VII.2.B"
    for power in POWERS:
        table.order(power, final=True)
    assert too_early(table.state, table.now) is None
    assert str(table.state.phase) == "S1901M"
    assert table.refused(Process(speaker(GM))).code == "phase-missing"
    table.say(Process(speaker(GM), phase_of("S1901M")))
    assert str(table.state.phase) == "F1901M"
    again = table.refused(Process(speaker(GM), phase_of("S1901M")))
    assert again.code == "phase-over"


def test_vii_2_a_holds_for_the_game_master_too() -> None:
    table = Table(opening(gm=True, rules=LETTERS | {"VII.2": "A"}))
    for power in POWERS:
        table.order(power, final=True)
    assert table.refused(Process(speaker(GM), table.state.phase)).clause == "VII.2.A"
    waits = too_early(table.state, table.now)
    assert waits is not None
    assert waits.clause == "VII.2.A"
    assert table.state.deadline is not None
    assert too_early(table.state, table.state.deadline) is None


def test_looking_ahead_changes_nothing() -> None:
    assert Table(opening(gm=True)).say(Preview(speaker(GM))) == ()


def test_a_deadline_can_be_moved_but_not_into_the_past() -> None:
    table = Table(opening(gm=True))
    assert table.refused(SetDeadline(speaker(GM), START)).code == "deadline-past"
    assert table.refused(SetDeadline(speaker(GM), START + 367 * DAY)).code == "deadline-far"
    assert table.refused(SetDeadline(speaker(GM), START + 363 * DAY)).code == "deadline-distant"
    table.say(SetDeadline(speaker(GM), START + 363 * DAY, sure=True))
    table.say(SetDeadline(speaker(GM), START + 2 * DAY))
    table.wait(2 * DAY - HOUR)
    assert str(table.state.phase) == "S1901M"
    assert isinstance(table.wait(HOUR)[0], PhaseAdjudicated)


def test_a_paused_game_waits_and_gives_the_time_back() -> None:
    table = Table(opening(gm=True))
    table.now += DAY
    table.say(Pause(speaker(GM), "holidays"))
    assert table.refused(Pause(speaker(GM))).code == "paused-already"
    assert table.wait(30 * DAY) == ()
    table.order("Austria", "A VIE - GAL")
    table.say(Resume(speaker(GM)))
    assert table.state.deadline == table.now + 6 * DAY
    assert table.refused(Resume(speaker(GM))).code == "not-paused"


def test_a_new_player_finds_the_orders_on_file() -> None:
    table = Table(opening(gm=True))
    table.order("Austria", "A VIE - GAL")
    assert table.refused(ReplacePlayer(speaker(GM), Seat("Austria"), "x@example.org")).code == "unknown-person"
    table.say(ReplacePlayer(speaker(GM), Seat("Austria"), person=PersonId("new")))
    assert table.state.seats[Seat("Austria")] == "new"
    assert on_file(table, "Austria") == ["A VIE - GAL"]
    assert table.refused(SubmitOrders(speaker("Austria"), ())).code == "not-your-seat"


# --- opening ---


@pytest.mark.parametrize(
    ("change", "code"),
    [({"zone": "Mars/Olympus"}, "unknown-zone"), ({"hour": "25:00"}, "bad-hour"), ({"map": "[map]"}, "faulty-map"),
     ({"rules": {"VI.4": "Q"}}, "bad-rules"), ({"seats": {Seat("Atlantis"): PersonId("x")}}, "unknown-seat")],
)  # fmt: skip
def test_a_game_that_cannot_be_is_not_opened(change: dict[str, object], code: str) -> None:
    command: Command = replace(opening(), **change)  # type: ignore[arg-type]
    outcome = decide(None, command, START)
    assert isinstance(outcome, Refusal)
    assert outcome.code == code


def test_a_game_is_opened_once() -> None:
    assert Table().refused(opening()).code == "name-taken"
    outcome = decide(None, Announce(speaker(GM), "Hello"), START)
    assert isinstance(outcome, Refusal)
