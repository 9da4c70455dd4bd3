"""The clock of a game: nothing is stuck or adjudicated twice, local times are exact whatever the clocks do, and what is
a player's own business stays so (VII)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, time, timedelta
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
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
    position,
    speaker,
)

from dragoman.diplomacy.commands import (
    AcceptLate,
    AcceptOrders,
    AnswerDelay,
    AskDelay,
    ClockStruck,
    Command,
    MakeContact,
    MarkStatus,
    ObjectToPace,
    Pause,
    PlanAbsence,
    Process,
    Remind,
    ReplacePlayer,
    Resign,
    Resume,
    SetDeadline,
    SetPace,
    SubmitOrders,
    Warn,
    WithdrawAbsence,
)
from dragoman.diplomacy.decide.strike import due
from dragoman.diplomacy.events import (
    ContactLapsed,
    ContactMade,
    DeadlineSet,
    GraceGranted,
    HostAway,
    PhaseAdjudicated,
    Reminded,
    RulingAwaited,
)
from dragoman.diplomacy.game import DIPLOMACY
from dragoman.diplomacy.sight import sight
from dragoman.diplomacy.state import Stage
from dragoman.game import clock
from dragoman.game.seats import GM, Seat

ZONES = (
    "Europe/Helsinki", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata", "Africa/Casablanca", "Pacific/Apia",
)  # fmt: skip
"""With clocks that change in either half of the year, by half an hour, in Ramadan, and not at all."""

SMALL = position(
    "S1901M",
    {"Austria": "A VIE", "Italy": "A VEN", "Turkey": "A ANK"},
    {"Austria": "VIE", "Italy": "VEN", "Turkey": "ANK"},
)
THREE = ("Austria", "Italy", "Turkey")


def small(*, gm: bool = False, seated: tuple[str, ...] = THREE, **rules: str) -> Table:
    """A game of three powers with a unit each; `VII_6="B"` is a clause."""
    chosen = {key.replace("_", ".", 1): value for key, value in rules.items()}
    return Table(opening(gm=gm, seated=seated, rules=LETTERS | chosen, given=SMALL))


def hold(table: Table, *powers: str, final: bool = False) -> None:
    for power in powers:
        table.say(SubmitOrders(speaker(power), (), table.state.phase, final))


# --- ten years ---


class Course:
    """A game that runs by its clock alone, with people who now and then do something."""

    def __init__(self, zone: str, seed: int) -> None:
        self.chance = Random(seed)
        self.hour = time(self.chance.randrange(24), self.chance.choice((0, 15, 30)))
        self.weekdays = self.chance.choice((tuple(range(7)), (0, 1, 2, 3, 4), (2, 6), (5,)))
        letter = self.chance.choice(("A contact=48", "B grace=24 contact=48", "A contact=0"))
        rules = LETTERS | {"VII.6": letter, "VII.2.space": "space=12"}
        command = opening(gm=True, seated=THREE, given=SMALL, rules=rules)
        self.zone = zone
        self.table = Table(replace(command, zone=zone, hour=f"{self.hour:%H:%M}", weekdays=self.weekdays))

    def run(self, until: datetime) -> None:
        table = self.table
        while table.now < until:
            self._act()
            falls = due(table.state)
            assert falls is not None, "a clock that has nothing more to strike for stands still for ever"
            table.now = max(table.now, falls) + timedelta(seconds=self.chance.choice((0, 0, 0, 7)))
            assert table.say(ClockStruck(table.now)), "a clock that strikes brings something about"
            after = due(table.state)
            assert after is None or after > table.now, "what was due is done with"

    def _act(self) -> None:
        table, chance = self.table, self.chance
        power = chance.choice(THREE)
        acts: list[Callable[[], Command]] = [
            lambda: SubmitOrders(speaker(power), (), table.state.phase, chance.random() < 0.5),
            lambda: AskDelay(speaker(power), timedelta(days=chance.randrange(4), hours=24 * chance.randrange(2))),
            lambda: PlanAbsence(speaker(power), table.now + chance.randrange(9) * DAY, table.now + 10 * DAY),
            lambda: Pause(speaker(GM), "rest", table.now + chance.randrange(1, 50) * DAY),
            lambda: Resume(speaker(GM)),
            lambda: MakeContact(speaker(power)),
            lambda: SetPace(speaker(GM), {"movement": chance.randrange(1, 12)}),
            lambda: ObjectToPace(speaker(power), chance.random() < 0.3),
        ]
        for _ in range(chance.randrange(4)):
            table.hear(chance.choice(acts)())
        if chance.random() < 0.2:
            falls = due(table.state)
            if falls is not None and falls - table.now > 2 * HOUR:
                table.now += (falls - table.now) / 2


def exact(course: Course) -> Iterator[str]:
    """Deadlines that are not at their hour on a weekday that is allowed, and are not where the clock leaps."""
    there = clock.zone(course.zone)
    for event in course.table.events:
        if isinstance(event, DeadlineSet):
            local = event.deadline.astimezone(there)
            first, exists = clock.shown(datetime.combine(local.date(), course.hour), there)
            if event.deadline != first or (exists and local.weekday() not in course.weekdays):
                yield f"{event.cause}: {local.isoformat()}"


@pytest.mark.parametrize("zone", ZONES)
def test_ten_years_pass_and_no_game_is_stuck_and_no_phase_adjudicated_twice(zone: str, depth: str) -> None:
    years = 10 if depth == "full" else 2
    for seed in range(3 if depth == "full" else 1):
        course = Course(zone, seed)
        course.run(START + years * 366 * DAY)
        assert list(exact(course)) == []
        ruled = [event.ruling.phase for event in course.table.events if isinstance(event, PhaseAdjudicated)]
        assert len(set(ruled)) == len(ruled) > 5 * years


# --- VII.6 ---


def test_grace_is_granted_once_before_the_first_missed_turn() -> None:
    table = small(VII_6="B grace=24 contact=48")
    hold(table, "Austria", "Turkey")
    (granted,) = table.strike()
    assert isinstance(granted, GraceGranted)
    assert (granted.seat, granted.until) == ("Italy", table.now + DAY)
    table.wait(DAY)
    assert table.state.turns[-1].missing == ("Italy",)
    hold(table, "Austria", "Turkey")
    events = table.strike()
    assert any(isinstance(event, PhaseAdjudicated) for event in events)
    assert not any(isinstance(event, GraceGranted) for event in events)


def test_whoever_takes_a_seat_over_has_a_grace_of_their_own() -> None:
    table = small(gm=True, VII_6="B grace=24 contact=48")
    hold(table, "Austria", "Turkey")
    table.strike()
    table.wait(DAY)
    table.say(ReplacePlayer(speaker(GM), Seat("Italy"), person=person("newcomer")))
    hold(table, "Austria", "Turkey")
    assert isinstance(table.strike()[0], GraceGranted)


def test_the_game_master_does_not_adjudicate_over_the_head_of_whoever_has_grace() -> None:
    table = small(gm=True, VII_6="B grace=24 contact=48")
    hold(table, "Austria", "Turkey")
    table.strike()
    assert table.refused(Process(speaker(GM), table.state.phase)).clause == "VII.6.B"
    hold(table, "Italy")
    assert isinstance(table.say(Process(speaker(GM), table.state.phase))[0], PhaseAdjudicated)


SEES = ("France", "observer Olga", None)


def seen(table: Table, seat: str | None, since: int) -> tuple[object, ...]:
    """Everything that comes to a seat: its view, and what it was told since then, word for word."""
    before = Table(opening()).state
    told = [n for n in DIPLOMACY.tell(before, tuple(table.events[since:]), table.state) if n.to == seat]
    words = [DIPLOMACY.words(notice, "fi", UTC) for notice in told]
    return sight(table.state, None if seat is None else Seat(seat)), [notice.body for notice in told], words


@given(
    st.sampled_from(SEES), st.sampled_from(("Austria", "Italy")), st.integers(0, 23), st.integers(0, 23), st.booleans()
)
def test_nobody_learns_who_had_grace_nor_when_the_missing_orders_came(
    seat: str | None, late: str, one: int, other: int, gm: bool
) -> None:
    """Two worlds: in one Turkey is late, in the other Austria or Italy, and they order at different hours."""
    worlds = []
    for silent, hours in (("Turkey", one), (late, other)):
        rules = LETTERS | {"VII.6": "B grace=24 contact=48"}
        table = Table(opening(gm=gm, seated=(*POWERS, "observer Olga"), rules=rules))
        hold(table, *(power for power in POWERS if power != silent))
        since = len(table.events)
        table.strike()
        worlds.append((table, since, silent, hours))
    assert len({repr(seen(table, seat, since)) for table, since, _, _ in worlds}) == 1
    for table, _, silent, hours in worlds:
        table.now += hours * HOUR
        hold(table, silent)
        table.now += (23 - hours) * HOUR
    assert len({repr(seen(table, seat, since)) for table, since, _, _ in worlds}) == 1
    for table, _, _, _ in worlds:
        table.wait(HOUR)
        assert len(table.state.turns) == 1
    assert len({repr(seen(table, seat, since)) for table, since, _, _ in worlds}) == 1


@given(st.sampled_from(SEES), st.integers(1, 5))
def test_nobody_learns_whose_wish_it_was(seat: str | None, days: int) -> None:
    """Delays, private absences and objections to the pace: two worlds that differ in whose they are."""
    worlds = []
    for power in ("Austria", "Italy"):
        table = Table(opening(gm=True, seated=(*POWERS, "observer Olga")))
        since = len(table.events)
        table.say(AskDelay(speaker(power), days * DAY, "exams"))
        table.say(AnswerDelay(speaker(GM), 1, granted=True))
        table.say(PlanAbsence(speaker(power), START + 5 * DAY, START + 20 * DAY, "a wedding"))
        table.say(SetDeadline(speaker(GM), START + 3 * DAY))
        table.say(ObjectToPace(speaker(power)))
        worlds.append(repr(seen(table, seat, since)))
    assert worlds[0] == worlds[1]


def test_nothing_is_adjudicated_without_all_orders_and_what_is_missing_is_taken() -> None:
    table = small(VII_6="C contact=48")
    hold(table, "Austria", "Turkey")
    waiting, _ = table.strike()
    assert isinstance(waiting, RulingAwaited)
    assert (waiting.clause, waiting.powers) == ("VII.6.C", ("Italy",))
    assert table.refused(SubmitOrders(speaker("Austria"), (), table.state.phase)).clause == "VII.3.A"
    table.now += HOUR
    events = table.say(SubmitOrders(speaker("Italy"), (), table.state.phase, False))
    assert isinstance(events[0], ContactMade)
    assert any(isinstance(event, PhaseAdjudicated) for event in events)


def test_a_seat_given_up_is_waited_for_and_its_new_player_has_the_whole_phase() -> None:
    """PB14."""
    table = small(gm=True, VII_6="C contact=48")
    hold(table, "Austria", "Italy")
    table.say(Resign(speaker("Turkey")))
    (waiting,) = table.strike()
    assert isinstance(waiting, RulingAwaited)
    assert due(table.state) is None
    table.now += 3 * DAY
    table.say(ReplacePlayer(speaker(GM), Seat("Turkey"), person=person("newcomer")))
    assert table.state.deadline == table.now + 7 * DAY
    assert table.state.time.waiting is None


def test_contact_not_made_in_time_lapses_and_any_word_is_contact() -> None:
    table = small(gm=True, VII_6="A contact=48")
    hold(table, "Austria")
    table.strike()
    assert {each.seat for each in table.state.time.contacts} == {"Italy", "Turkey"}
    table.now += HOUR
    assert isinstance(table.say(AskDelay(speaker("Italy"), DAY))[0], ContactMade)
    lapsed = table.wait(2 * DAY)
    assert [event.seat for event in lapsed if isinstance(event, ContactLapsed)] == ["Turkey"]
    assert isinstance(table.say(MakeContact(speaker("Turkey")))[0], ContactMade)
    assert table.refused(MakeContact(speaker("Turkey"))).code == "not-missed"


# --- nobody is waited for, reminded or blamed who has nothing to decide (PB07, PB08, PB10, PB11) ---


WINTER = position(
    "W1901A", {"Austria": "A VIE", "France": "A PAR", "Italy": "A VEN, A ROM"},
    {"Austria": "VIE BUD", "France": "PAR", "Italy": "VEN"},
)  # fmt: skip
"""Austria builds, France has nothing to do, Italy disbands one of two."""


def test_a_power_with_nothing_to_order_owes_nothing() -> None:
    """PB10."""
    rules = LETTERS | {"VII.6": "B grace=24 contact=48", "VII.1.reminders": "B"}
    table = Table(opening(seated=("Austria", "France", "Italy"), given=WINTER, rules=rules))
    assert table.state.deadline is not None
    table.wait(table.state.deadline - table.now - DAY)
    reminded = [event for event in table.events if isinstance(event, Reminded)]
    assert [event.powers for event in reminded] == [("Austria", "Italy")]
    granted = [event.seat for event in table.strike() if isinstance(event, GraceGranted)]
    assert granted == ["Austria", "Italy"]
    table.wait(DAY)
    assert table.state.turns[-1].missing == ("Austria", "Italy")
    assert {each.seat for each in table.state.time.contacts} == {"Austria", "Italy"}


def test_a_power_that_can_only_disband_all_it_has_is_not_blamed() -> None:
    """PB11."""
    given_position = position("W1901A", {"Austria": "A VIE", "Italy": "A VEN"}, {"Austria": "VIE BUD"})
    table = Table(opening(seated=("Austria", "Italy"), given=given_position, rules=LETTERS))
    hold(table, "Austria", final=True)
    assert table.state.turns[-1].missing == ()


def test_a_set_of_holds_is_a_set_whatever_it_is_called_later() -> None:
    """PB07."""
    table = small()
    for power in ("Austria", "Italy"):
        hold(table, power)
    table.order("Turkey", "A ANK H", final=False)
    table.say(MarkStatus(speaker("Turkey"), False))
    table.strike()
    assert table.state.turns[-1].missing == ()


def test_to_order_nothing_is_to_have_ordered() -> None:
    """PB08."""
    table = small()
    for power in THREE:
        table.say(MarkStatus(speaker(power), True))
    assert table.state.turns[-1].missing == ()


# --- VII.5 ---


def test_delays_are_granted_then_with_a_warning_then_not() -> None:
    table = Table(opening(seated=THREE, given=SMALL, rules=LETTERS | {"VII.5.delays": "longest=7 free=1"}))
    assert table.refused(AskDelay(speaker("Austria"), 8 * DAY)).clause == "VII.5.delays"
    for expected in (START + 8 * DAY, START + 9 * DAY, START + 9 * DAY):
        table.say(AskDelay(speaker("Austria"), DAY))
        assert table.state.deadline == expected
    assert person("Austria") in table.state.time.warned
    table.say(AskDelay(speaker("Italy"), DAY))
    assert table.state.deadline == START + 10 * DAY


def test_a_delay_asked_for_after_the_deadline_is_too_late() -> None:
    table = small(VII_6="C contact=48")
    table.strike()
    assert table.refused(AskDelay(speaker("Austria"), DAY)).code == "late"


def test_a_game_master_refuses_only_after_a_warning_and_silence_grants() -> None:
    table = small(gm=True)
    table.say(AskDelay(speaker("Austria"), DAY))
    assert table.refused(AnswerDelay(speaker(GM), 1, granted=False)).code == "not-warned"
    table.now = START + 7 * DAY
    table.say(ClockStruck(table.now))
    assert table.state.deadline == START + 8 * DAY
    table.say(Warn(speaker(GM), "Austria", "enough"))
    table.say(AskDelay(speaker("Austria"), DAY))
    table.say(AnswerDelay(speaker(GM), 2, granted=False))
    assert table.state.deadline == START + 8 * DAY
    table.say(AskDelay(speaker("Austria"), DAY))
    assert isinstance(table.strike()[1], PhaseAdjudicated), "unanswered after a warning it is refused"


def test_an_absence_moves_the_deadline_and_nothing_for_one_whose_orders_are_final() -> None:
    table = small()
    table.say(PlanAbsence(speaker("Austria"), START + 5 * DAY, START + 9 * DAY))
    assert table.state.deadline == START + 10 * DAY
    hold(table, "Italy", final=True)
    table.say(PlanAbsence(speaker("Italy"), START + 8 * DAY, START + 20 * DAY))
    assert table.state.deadline == START + 10 * DAY


def test_an_absence_moves_no_deadline_by_more_than_the_rules_say() -> None:
    table = small()
    table.say(PlanAbsence(speaker("Austria"), START + 5 * DAY, START + 60 * DAY))
    assert table.state.deadline == START + 21 * DAY


def test_an_absence_taken_back_moves_no_later_deadline() -> None:
    table = small()
    table.say(PlanAbsence(speaker("Austria"), START + 12 * DAY, START + 16 * DAY))
    table.say(WithdrawAbsence(speaker("Austria"), 1))
    assert table.refused(WithdrawAbsence(speaker("Austria"), 1)).code == "no-such-absence"
    hold(table, *THREE)
    table.strike()
    assert table.state.deadline == START + 14 * DAY


@pytest.mark.parametrize("by", ["referee", "gm", "clock"])
def test_a_delay_never_ends_in_a_planned_absence(by: str) -> None:
    """VII.5.absences.B holds of whatever sets a deadline, whoever grants it."""
    table = small(gm=by != "referee")
    table.say(PlanAbsence(speaker("Austria"), START + 8 * DAY, START + 12 * DAY))
    table.say(AskDelay(speaker("Italy"), 2 * DAY))
    if by == "gm":
        table.say(AnswerDelay(speaker(GM), 1, granted=True))
    elif by == "clock":
        table.strike()
    assert table.state.deadline == START + 13 * DAY


def test_what_runs_on_after_an_outage_or_a_pause_does_not_end_in_a_planned_absence() -> None:
    table = small(gm=True)
    table.say(PlanAbsence(speaker("Austria"), START + 8 * DAY, START + 12 * DAY))
    back = START + 7 * DAY + 2 * HOUR
    table.now = back
    table.say(ClockStruck(back, (START + 7 * DAY - HOUR, back)))
    assert table.state.deadline == START + 13 * DAY
    table.say(Pause(speaker(GM)))
    table.say(PlanAbsence(speaker("Austria"), START + 13 * DAY - HOUR, START + 14 * DAY + HOUR))
    table.now += HOUR
    table.say(Resume(speaker(GM)))
    assert table.state.deadline == START + 16 * DAY


# --- VII.4 ---


def test_the_schedule_holds_where_a_faster_pace_is_a_hardship() -> None:
    table = small(gm=True)
    table.say(SetPace(speaker(GM), {"movement": 3}))
    hold(table, *THREE)
    table.strike()
    assert table.state.deadline == START + 10 * DAY
    table.say(ObjectToPace(speaker("Italy")))
    assert table.state.deadline == START + 14 * DAY
    assert table.refused(SetDeadline(speaker(GM), START + 9 * DAY)).code == "hardship"
    assert table.refused(SetPace(speaker(GM), {"movement": 2})).code == "hardship"
    table.say(SetPace(speaker(GM), {"movement": 9}))
    table.say(ObjectToPace(speaker("Italy"), stands=False))
    table.say(SetDeadline(speaker(GM), START + 9 * DAY))


# --- VII.1, VII.3, F.2 ---


def test_a_late_set_is_kept_and_taken_on_proof() -> None:
    table = Table(opening(gm=True, seated=THREE, given=SMALL, rules=LETTERS | {"VII.2.start": "B"}))
    hold(table, "Italy", "Turkey")
    table.strike()
    table.now += HOUR
    table.say(SubmitOrders(speaker("Austria"), lines("A VIE - TRI"), table.state.phase, True))
    assert "Austria" not in table.state.sets
    assert table.refused(AcceptLate(speaker(GM), "Austria")).code == "no-reason"
    assert table.refused(AcceptLate(speaker(GM), "Italy", "the log")).code == "no-late-set"
    table.say(AcceptLate(speaker(GM), "Austria", "the log of the mail server"))
    assert [line.text for line in table.state.on_file("Austria")] == ["A VIE - TRI"]


def test_what_came_by_post_counts_from_when_it_came() -> None:
    table = Table(
        opening(gm=True, seated=THREE, given=SMALL, rules=LETTERS | {"F.2": "B", "III.4": "A until=deadline"})
    )
    table.now += 3 * DAY
    table.order("Austria", "A VIE - TRI")
    table.now += DAY
    enter = AcceptOrders(speaker(GM), "Austria", lines("A VIE - BUD"), "her letter", channel="post")
    table.say(replace(enter, received=START + DAY))
    assert [line.text for line in table.state.on_file("Austria")] == ["A VIE - TRI"], "mail of a later day goes before"
    table.say(replace(enter, received=START + 3 * DAY + HOUR))
    assert [line.text for line in table.state.on_file("Austria")] == ["A VIE - BUD"]
    assert table.refused(replace(enter, received=table.now + DAY)).code == "not-yet"


# --- reminders ---


def test_reminders_go_to_those_whose_orders_are_wanted_and_not_after_the_deadline() -> None:
    table = small()
    hold(table, "Austria", final=True)
    reminded = table.wait(6 * DAY)
    assert [event.powers for event in reminded if isinstance(event, Reminded)] == [("Italy", "Turkey")]
    assert due(table.state) == START + 7 * DAY


def test_a_clock_that_comes_late_reminds_nobody_of_what_has_passed() -> None:
    table = small(VII_6="B grace=24 contact=48")
    hold(table, "Austria")
    assert not any(isinstance(event, Reminded) for event in table.strike())
    assert due(table.state) == START + 8 * DAY


def test_a_phase_that_is_shorter_than_the_reminders_begins_with_none() -> None:
    table = small(gm=True)
    table.say(SetDeadline(speaker(GM), START + 20 * HOUR))
    assert due(table.state) == START + 20 * HOUR


def test_the_game_master_reminds_nobody_who_has_nothing_to_order() -> None:
    table = Table(opening(gm=True, seated=("Austria", "France", "Italy"), given=WINTER, rules=LETTERS))
    assert table.refused(Remind(speaker(GM), ("France",))).code == "nothing-to-order"
    (reminded,) = table.say(Remind(speaker(GM)))
    assert isinstance(reminded, Reminded)
    assert reminded.powers == ("Austria", "Italy")


# --- outages ---


def test_what_fell_due_while_the_host_was_away_is_extended() -> None:
    """PB04."""
    table = small(gm=True)
    back = START + 7 * DAY + 30 * HOUR
    table.now = back
    away, moved, *_ = table.say(ClockStruck(back, (START + 7 * DAY - HOUR, back)))
    assert isinstance(away, HostAway)
    assert isinstance(moved, DeadlineSet)
    assert (moved.cause, table.state.deadline) == ("outage", START + 10 * DAY)
    assert not any(isinstance(event, PhaseAdjudicated) for event in table.events)


def test_an_absence_of_the_host_that_missed_nothing_changes_nothing() -> None:
    table = small()
    hold(table, *THREE)
    table.now = START + 7 * DAY
    events = table.say(ClockStruck(table.now, (START + DAY, START + 2 * DAY)))
    assert isinstance(events[0], PhaseAdjudicated)


def test_grace_and_contact_run_on_after_an_outage() -> None:
    table = small(gm=True, VII_6="B grace=24 contact=48")
    hold(table, "Austria", "Turkey")
    table.strike()
    back = START + 8 * DAY + 6 * HOUR
    table.now = back
    table.say(ClockStruck(back, (START + 7 * DAY + HOUR, back)))
    assert table.state.time.grace["Italy"] == back + DAY
    assert table.state.stage is Stage.RUNNING
    assert table.state.turns == ()


def test_a_pause_of_no_time_leaves_the_deadline_as_it_was() -> None:
    """One set by hand to another hour than the usual, too; a pause that took something moves it to a usual hour."""
    table = small(gm=True)
    by_hand = table.now + 3 * DAY + 2 * HOUR
    table.say(SetDeadline(speaker(GM), by_hand))
    table.say(Pause(speaker(GM)))
    table.now += timedelta(seconds=30)
    table.say(Resume(speaker(GM)))
    assert table.state.deadline == by_hand
    table.say(Pause(speaker(GM)))
    table.now += HOUR
    table.say(Resume(speaker(GM)))
    assert table.state.deadline is not None
    assert table.state.deadline > by_hand + HOUR
