"""Those who play: standbys, deputies, resignations, civil disorder, the blacklist, who presides, and what may be known
of them."""

from __future__ import annotations

import re
import tomllib
from dataclasses import MISSING, fields, replace
from datetime import timedelta
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.diplomacy.tables import DAY, LETTERS, POWERS, START, Table, lines, opening, person, speaker

from dragoman.diplomacy import commands as c
from dragoman.diplomacy.board.position import PhaseKind
from dragoman.diplomacy.decide import deputies
from dragoman.diplomacy.events import DisorderBegan, PersonListed, PlayerReplaced, RoundPlayed, SeatResigned
from dragoman.diplomacy.evolve import evolve
from dragoman.diplomacy.game import DIPLOMACY
from dragoman.diplomacy.marks import marks
from dragoman.diplomacy.seating import SOMEBODY
from dragoman.diplomacy.sight import sight
from dragoman.diplomacy.state import Stage
from dragoman.game.protocol import Speaker
from dragoman.game.repute import Listing, Repute
from dragoman.game.seats import GM, PersonId, Seat

CASES = tomllib.loads((Path(__file__).parent.parent / "cases" / "speech" / "players.toml").read_text(encoding="utf-8"))
F8 = LETTERS | {"VII.6": "F.8", "F.9": "B"}
ANN, BOB, SAM = PersonId("ann"), PersonId("bob"), PersonId("sam")


def alone(who: PersonId) -> Speaker:
    """Somebody without a seat."""
    return Speaker(who, None)


# --- what people write ---


@cache
def standing() -> Table:
    table = Table(opening(gm=True))
    for _ in range(3):
        table.strike()
    return table


@pytest.mark.parametrize("case", CASES["case"], ids=lambda case: case["id"])
def test_a_letter_about_players_is_understood(case: dict[str, Any]) -> None:
    seat = case.get("from", "Austria")
    writer = speaker(seat or None, None if seat else "stranger")
    table = standing()
    reading = DIPLOMACY.read(table.state, writer, "", case["text"], table.now)
    said = [command for command in reading.commands if not isinstance(command, c.MakeContact)]  # any letter is contact
    assert [short(command) for command in said] == case.get("does", [])
    assert [unread.code for unread in reading.unread] == case.get("unread", [])


def short(command: Any) -> str:
    """A command by its kind and whatever is not as it is by default."""
    if isinstance(command, c.SubmitOrders):
        return "SubmitOrders"
    said = []
    for each in sorted(fields(command), key=lambda field: field.name):
        value = getattr(command, each.name)
        if each.name in ("by", "repute") or value == each.default or (each.default is MISSING and value in ((), "")):
            continue
        written = "+".join(value) if isinstance(value, tuple) else getattr(value, "isoformat", lambda v=value: str(v))()
        said.append(f"{each.name}={written}")
    return " ".join([type(command).__name__, *said])


GUIDE = (Path(__file__).parents[2] / "docs" / "how-to" / "players.md").read_text(encoding="utf-8")
TABLES = [block for block in GUIDE.split("\n\n") if block.startswith("| to | write |")]
WRITTEN = [(number, words) for number, table in enumerate(TABLES) for words in re.findall(r"`([^`]+)`", table)]


@pytest.mark.parametrize(("office", "words"), WRITTEN, ids=[words for _, words in WRITTEN])
def test_what_the_guide_tells_people_to_write_is_understood(office: int, words: str) -> None:
    writer = speaker(GM) if office else speaker("Austria")
    reading = DIPLOMACY.read(standing().state, writer, "", words, standing().now)
    assert reading.unread == ()
    assert [each for each in reading.commands if not isinstance(each, c.MakeContact)]


# --- rounds ---


def test_a_round_tells_who_was_there_by_person() -> None:
    table = Table(opening(seated=("Austria", "Italy")))
    table.order("Austria", "A VIE - GAL")
    played = [event for event in table.strike() if isinstance(event, RoundPlayed)]
    (event,) = played
    assert event.owed["Austria"] == person("Austria")
    assert event.owed["France"] == ""
    assert "Austria" not in event.absent
    assert "Italy" in event.absent
    assert table.state.roster.missed["Italy"] == 1


def test_an_empty_set_is_no_miss() -> None:
    """PB07, PB08: that something came is what counts, not what is in it; and a set called final and preliminary again
    came all the same."""
    table = Table(opening(rules=F8))
    table.order("Austria")
    table.order("Italy", "A VEN H", "A ROM H", "F NAP H")
    table.say(c.MarkStatus(speaker("Italy"), True))
    table.say(c.MarkStatus(speaker("Italy"), False))
    table.strike()
    assert table.state.roster.missed.get("Austria", 0) == 0
    assert table.state.roster.missed.get("Italy", 0) == 0


def test_who_owes_nothing_misses_nothing() -> None:
    """PB10: in a round without anything to order nobody is absent."""
    table = Table(opening(rules=F8))
    for _ in range(2):
        for power in POWERS:
            table.order(power)
        table.strike()
    assert table.state.phase.kind is not PhaseKind.ADJUSTMENT
    assert not any(table.state.roster.missed.values())


def test_two_rounds_missed_are_a_resignation_and_one_kept_between_is_none() -> None:
    table = Table(opening(rules=F8))
    for power in POWERS[1:]:
        table.order(power)
    table.strike()
    for power in POWERS:
        table.order(power)
    table.strike()
    assert table.state.holder(Seat("Austria")) == person("Austria")
    for _ in range(2):
        for power in POWERS[1:]:
            table.order(power)
        events = table.strike()
    (left,) = [event for event in events if isinstance(event, SeatResigned)]
    assert (left.seat, left.cause) == ("Austria", "missed")
    (listed,) = [event for event in events if isinstance(event, PersonListed)]
    assert (listed.person, listed.until) == (person("Austria"), table.now + timedelta(days=365))


def test_who_takes_over_is_blamed_for_none_of_it() -> None:
    """PB37: what is missed is the person's who was in charge then."""
    table = Table(opening(rules=F8, gm=True))
    for power in POWERS[1:]:
        table.order(power)
    table.strike()
    table.say(c.ReplacePlayer(speaker(GM), Seat("Austria"), person=ANN))
    assert "Austria" not in table.state.roster.missed
    for power in POWERS[1:]:
        table.order(power)
    events = table.strike()
    (played,) = [event for event in events if isinstance(event, RoundPlayed)]
    assert played.owed["Austria"] == ANN
    assert table.state.roster.missed["Austria"] == 1
    assert table.state.holder(Seat("Austria")) == ANN


# --- standbys ---


def called(rules: dict[str, str] = F8) -> Table:
    """A table at which a standby has been called for Austria, which missed the first round."""
    table = Table(opening(rules=rules))
    table.say(c.StandBy(alone(SAM), ("Austria",)))
    for power in POWERS[1:]:
        table.order(power)
    table.strike()
    assert table.state.roster.called == {"Austria": "standby 1"}
    return table


STANDBY = Speaker(SAM, Seat("standby 1"))


def test_a_standby_s_orders_lie_beside_the_player_s_and_neither_sees_the_other_s() -> None:
    table = called()
    table.say(c.SubmitOrders(STANDBY, lines("A VIE - TYR"), None, True))
    table.order("Austria", "A VIE - GAL")
    mine = sight(table.state, Seat("standby 1"))
    theirs = sight(table.state, Seat("Austria"))
    assert mine.own is not None
    assert theirs.own is not None
    assert [line.text for line in mine.own.lines] == ["A VIE - TYR"]
    assert [line.text for line in theirs.own.lines] == ["A VIE - GAL"]


def test_a_standby_s_final_set_ends_no_phase() -> None:
    table = called()
    for power in POWERS[1:]:
        table.order(power, final=True)
    phase = table.state.phase
    table.say(c.SubmitOrders(STANDBY, lines("A VIE - TYR"), None, True))
    assert table.state.phase == phase


def test_the_seat_passes_with_the_orders() -> None:
    table = called()
    table.say(c.SubmitOrders(STANDBY, lines("A VIE - TYR"), None, True))
    (passed,) = [event for event in table.strike() if isinstance(event, PlayerReplaced)]
    assert (passed.person, passed.before, passed.cause) == (SAM, person("Austria"), "standby")
    assert table.state.holder(Seat("Austria")) == SAM
    assert any(unit.province == "TYR" for unit in table.state.position.units_of("Austria"))
    assert Seat("standby 1") not in table.state.seats


def test_who_is_called_and_sends_nothing_stands_by_no_more() -> None:
    table = called()
    table.strike()
    assert table.state.roster.standbys == ()
    assert table.state.holder(Seat("Austria")) is None


def test_a_standby_who_declines_gives_way_to_the_next() -> None:
    table = called()
    table.say(c.StandBy(alone(ANN)))
    table.say(c.Resign(STANDBY))
    assert table.state.roster.called == {"Austria": "standby 2"}


def test_where_a_seat_falls_vacant_the_first_standby_takes_it() -> None:
    table = Table(opening())
    table.say(c.StandBy(alone(SAM), ("Italy",)))
    table.say(c.StandBy(alone(ANN)))
    table.say(c.Resign(speaker("Austria")))
    assert table.state.holder(Seat("Austria")) == ANN


def test_a_game_master_is_left_to_call() -> None:
    table = Table(opening(rules=F8, gm=True))
    table.say(c.StandBy(alone(SAM)))
    assert table.refused(c.CallStandby(speaker(GM), "Austria")).code == "nothing-missed"
    table.say(c.Resign(speaker("Austria")))
    assert table.state.holder(Seat("Austria")) is None
    table.say(c.CallStandby(speaker(GM), "Austria"))
    assert table.state.holder(Seat("Austria")) == SAM
    assert table.refused(c.CallStandby(speaker(GM), "Austria", person=person("Italy"))).code == "nothing-missed"


def test_beside_a_player_a_standby_is_called_under_f_8_alone() -> None:
    table = Table(opening(gm=True))
    table.strike()
    refused = table.refused(c.CallStandby(speaker(GM), "Austria", person=SAM))
    assert (refused.code, refused.clause) == ("no-standbys", "VII.6.A")


# --- civil disorder ---


def test_nobody_for_two_rounds_is_civil_disorder_until_somebody_comes() -> None:
    table = Table(opening(seated=POWERS[1:]))
    for _ in range(2):
        for power in POWERS[1:]:
            table.order(power)
        events = table.strike()
    assert [event.power for event in events if isinstance(event, DisorderBegan)] == ["Austria"]
    table.say(c.Join(alone(ANN), ("Austria",)))
    assert table.state.roster.disorder == frozenset()


def test_what_was_on_file_is_dropped_by_disorder_and_kept_by_removal() -> None:
    """PB13: which it is stands in the answer."""
    for disorder in (False, True):
        table = Table(opening(gm=True))
        table.order("Italy", "A VEN - TYR")
        table.say(c.RemovePlayer(speaker(GM), "Italy", "X.3", disorder))
        assert bool(table.state.on_file("Italy")) is not disorder
    table = Table(opening(gm=True))
    table.order("Italy", "A VEN - TYR")
    table.say(c.ReplacePlayer(speaker(GM), Seat("Italy"), person=ANN, clear=True))
    assert table.state.on_file("Italy") == ()


# --- deputies ---


def test_a_deputy_holds_the_seat_until_the_moment_named() -> None:
    table = Table(opening())
    until = START + 3 * DAY
    table.say(c.NameDeputy(speaker("Austria"), "ann", ANN, until))
    assert table.state.holder(Seat("Austria")) == ANN
    due = DIPLOMACY.due(table.state)
    assert deputies.due(table.state) == until
    assert due is not None
    assert due <= until
    table.now = until
    table.say(c.ClockStruck(until))
    assert table.state.holder(Seat("Austria")) == person("Austria")
    assert deputies.due(table.state) is None


def test_whoever_handed_the_seat_over_sees_what_everybody_sees_and_takes_it_back() -> None:
    table = Table(opening())
    table.say(c.NameDeputy(speaker("Austria"), "ann", ANN))
    table.say(c.SubmitOrders(Speaker(ANN, Seat("Austria")), lines("A VIE - TYR")))
    away = Speaker(person("Austria"), Seat("away Austria"))
    assert sight(table.state, away.seat).on_file == {}
    assert table.refused(c.SubmitOrders(away, lines("A VIE - GAL"))).code == "no-power"
    assert table.refused(c.Resign(away)).code == "deputy-holds"
    table.say(c.TakeBack(away))
    assert table.state.holder(Seat("Austria")) == person("Austria")
    assert Seat("away Austria") not in table.state.seats


def test_a_game_master_consents_or_does_not() -> None:
    table = Table(opening(gm=True))
    table.say(c.NameDeputy(speaker("Austria"), "ann", ANN))
    assert table.state.holder(Seat("Austria")) == person("Austria")
    assert sight(table.state, Seat("Italy")).company.seated["Austria"].leave is None
    table.say(c.AllowDeputy(speaker(GM), "Austria", False, "too often"))
    assert table.refused(c.AllowDeputy(speaker(GM), "Austria")).code == "no-deputy"
    table.say(c.NameDeputy(speaker("Austria"), "ann", ANN))
    table.say(c.AllowDeputy(speaker(GM), "Austria"))
    assert table.state.holder(Seat("Austria")) == ANN


def test_a_deputy_who_resigns_gives_the_seat_back() -> None:
    table = Table(opening())
    table.say(c.NameDeputy(speaker("Austria"), "ann", ANN))
    table.say(c.Resign(Speaker(ANN, Seat("Austria"))))
    assert table.state.holder(Seat("Austria")) == person("Austria")


@pytest.mark.parametrize("days", [-1, 200])
def test_a_deputy_is_for_a_while(days: int) -> None:
    table = Table(opening())
    refused = table.refused(c.NameDeputy(speaker("Austria"), "ann", ANN, START + days * DAY))
    assert refused.code == "bad-time"
    assert table.refused(c.NameDeputy(speaker("Austria"), "", person("Italy"))).code == "already-seated"


# --- leaving, and the blacklist ---


def test_a_suggested_substitute_is_let_in_or_left_to_the_game_master() -> None:
    table = Table(opening(entry="invited"))
    table.say(c.Resign(speaker("Austria"), "ann", ANN))
    table.say(c.Join(alone(ANN), ("Austria",)))
    assert table.state.holder(Seat("Austria")) == ANN
    table = Table(opening(gm=True))
    table.say(c.Resign(speaker("Austria"), "ann", ANN))
    assert sight(table.state, GM).company.seated["Austria"].suggested == ANN
    assert sight(table.state, Seat("Italy")).company.seated["Austria"].suggested is None
    table.say(c.ReplacePlayer(speaker(GM), Seat("Austria"), suggested=True))
    assert table.state.holder(Seat("Austria")) == ANN


LISTED = Repute(listings=(Listing("aland", "Italy", "left", START),))


def test_who_is_on_the_blacklist_waits_for_the_game_master() -> None:
    table = Table(opening(rules=LETTERS | {"F.9": "B"}, gm=True, seated=(), begin=False))
    table.say(c.Join(alone(ANN), ("Austria",), LISTED))
    assert table.refused(c.Join(alone(ANN), (), LISTED)).code == "asked-already"
    assert table.state.wishes == {}
    assert sight(table.state, Seat("player 1")).company.applicants == ()
    table.say(c.AnswerApplicant(speaker(GM), 1, False, "not again"))
    table.say(c.Join(alone(ANN), ("Austria",), LISTED))
    table.say(c.AnswerApplicant(speaker(GM), 2))
    assert table.state.wishes == {Seat("player 1"): ("Austria",)}


def test_without_a_game_master_nobody_can_let_them_in_and_without_f_9_nobody_asks() -> None:
    table = Table(opening(rules=LETTERS | {"F.9": "B"}, seated=(), begin=False))
    refused = table.refused(c.Join(alone(ANN), (), LISTED))
    assert (refused.code, refused.clause) == ("blacklisted", "F.9.B")
    table = Table(opening(seated=(), begin=False))
    table.say(c.Join(alone(ANN), (), LISTED))


def test_a_minimum_keeps_out_no_newcomer_and_nobody_invited() -> None:
    def forming() -> Table:
        return Table(replace(opening(gm=True, seated=(), begin=False), least=90))

    poor = Repute(kept=10, missed=10)
    assert forming().refused(c.Join(alone(ANN), (), poor)).code == "unreliable"
    forming().say(c.Join(alone(ANN), (), Repute(kept=1, missed=2)))
    table = forming()
    table.say(c.Invite(speaker(GM), ANN))
    table.say(c.Join(alone(ANN), (), poor))


def test_the_game_master_lists_with_a_reason_and_takes_off() -> None:
    table = Table(opening(rules=F8, gm=True))
    by = speaker(GM)
    assert table.refused(c.ListPlayer(by, "Austria", "why")).code == "nobody-left"
    table.say(c.Resign(speaker("Austria")))
    assert table.refused(c.ListPlayer(by, "Austria")).code == "no-reason"
    (listed,) = table.say(c.ListPlayer(by, "Austria", "vanished"))
    assert isinstance(listed, PersonListed)
    assert listed.person == person("Austria")
    table.say(c.ListPlayer(by, "Austria", listed=False))
    assert table.state.roster.listed == {}
    assert Table(opening(gm=True)).refused(c.ListPlayer(by, "Austria", "x")).clause == "F.9.A"


# --- who presides ---


def test_a_second_game_master_does_and_sees_what_the_first_does() -> None:
    table = Table(opening(gm=True))
    table.say(c.AppointSecond(speaker(GM), "ann", ANN))
    second = Speaker(ANN, Seat("gm 2"))
    table.order("Italy", "A VEN - TYR")
    assert sight(table.state, second.seat) == sight(table.state, GM)
    table.say(c.Pause(second, "snow"))
    assert table.state.paused is not None
    assert table.refused(c.Join(alone(ANN))).code == "already-seated"
    table.say(c.Resign(second))
    assert Seat("gm 2") not in table.state.seats


def test_the_office_is_handed_over_and_its_holder_may_not_just_leave() -> None:
    table = Table(opening(gm=True))
    assert table.refused(c.Resign(speaker(GM))).code == "gm-stays"
    assert table.refused(c.HandOver(speaker(GM), "italy", person("Italy"))).code == "plays"
    table.say(c.AppointSecond(speaker(GM), "ann", ANN))
    table.say(c.Resign(speaker(GM)))
    assert table.state.holder(GM) == ANN
    assert Seat("gm 2") not in table.state.seats
    table.say(c.HandOver(Speaker(ANN, GM), "bob", BOB))
    assert table.state.holder(GM) == BOB
    table.say(c.HandOver(Speaker(BOB, GM), referee=True))
    assert not table.state.moderated()


@pytest.mark.parametrize("command", [
    c.CallStandby(speaker("Italy"), "Austria"), c.AllowDeputy(speaker("Italy"), "Austria"),
    c.RemovePlayer(speaker("Italy"), "Austria", "x"), c.AnswerApplicant(speaker("Italy"), 1),
    c.ListPlayer(speaker("Italy"), "Austria", "x"), c.AppointSecond(speaker("Italy"), "ann", ANN),
    c.HandOver(speaker("Italy"), "ann", ANN), c.TakeBack(speaker("Italy"), "Austria"),
], ids=lambda command: type(command).__name__)  # fmt: skip
def test_all_this_is_the_game_master_s_alone(command: c.Command) -> None:
    assert Table(opening(gm=True)).refused(command).code == "gm-only"


# --- anonymous games ---


def test_in_an_anonymous_game_nobody_learns_who_plays_what_before_the_end() -> None:
    table = Table(replace(opening(gm=True), anonymous=True))
    table.say(c.StandBy(alone(SAM)))
    table.say(c.NameDeputy(speaker("Austria"), "ann", ANN))
    table.say(c.AllowDeputy(speaker(GM), "Austria"))
    names = {person(power) for power in POWERS} | {ANN, SAM}
    for seat in (None, *map(Seat, POWERS), Seat("standby 1"), Seat("away Austria")):
        view = sight(table.state, seat)
        holder = table.state.holder(seat) if seat else None
        shown = {who for who in view.seats.values() if who} | {each.person for each in view.company.seated.values()}
        shown |= {each.person for each in view.company.standbys} | {each.person for each in view.company.tenures}
        assert shown & names <= {holder}
        assert SOMEBODY in view.seats.values()
    assert sight(table.state, GM).seats[Seat("Austria")] == ANN
    table.say(c.EndGame(speaker(GM), "enough"))
    assert table.state.stage is Stage.OVER
    assert sight(table.state, None).seats[Seat("Austria")] == ANN
    assert {each.person for each in sight(table.state, None).company.tenures} >= {person("Austria"), ANN}


def test_of_a_deputy_in_an_anonymous_game_nobody_else_is_told() -> None:
    table = Table(replace(opening(), anonymous=True))
    before = table.state
    events = table.say(c.NameDeputy(speaker("Austria"), "ann", ANN))
    notices = DIPLOMACY.tell(before, events, table.state)
    assert {notice.to for notice in notices} == {"Austria", "away Austria"}


def test_whoever_has_handed_the_seat_over_says_nothing_meanwhile() -> None:
    table = Table(opening())
    table.say(c.NameDeputy(speaker("Austria"), "ann", ANN))
    away = Speaker(person("Austria"), Seat("away Austria"))
    assert table.refused(c.SendPress(away, ("all",), "Hello")).code == "away"


def test_a_called_standby_gives_way_to_whom_the_game_master_seats() -> None:
    table = Table(opening(rules=F8, gm=True))
    table.say(c.StandBy(alone(SAM)))
    for power in POWERS[1:]:
        table.order(power)
    table.strike()
    table.say(c.CallStandby(speaker(GM), "Austria"))
    table.say(c.SubmitOrders(STANDBY, lines("A VIE - TYR")))
    table.say(c.ReplacePlayer(speaker(GM), Seat("Austria"), person=ANN))
    assert table.state.roster.called == {}
    assert [each.person for each in table.state.roster.standbys] == [SAM]
    table.strike()
    assert table.state.holder(Seat("Austria")) == ANN


def test_both_game_masters_are_told_that_all_is_final() -> None:
    table = Table(opening(gm=True))
    table.say(c.AppointSecond(speaker(GM), "ann", ANN))
    for power in POWERS[:-1]:
        table.order(power, final=True)
    before = table.state
    events = table.order(POWERS[-1], final=True)
    told = {notice.to for notice in DIPLOMACY.tell(before, events, table.state) if notice.kind == "all-final"}
    assert told == {GM, "gm 2"}


# --- a law over whatever people do ---


def anything(table: Table, chance: Random) -> c.Command:
    """One thing that somebody says or asks, sensible or not."""
    state, people = table.state, [PersonId(name) for name in ("ann", "bob", "sam", "zoe", *map(person, POWERS[:3]))]
    seats = [seat for seat, holder in state.seats.items() if holder is not None]
    seat = chance.choice(seats) if seats else None
    by = Speaker(state.seats[seat] or PersonId(""), seat) if seat is not None else alone(ANN)
    free = [who for who in people if who not in state.seats.values()]
    stranger = alone(chance.choice(free)) if free else by
    power, who = chance.choice(POWERS[:4]), chance.choice(people)
    gm = Speaker(state.seats[GM] or PersonId(""), GM) if state.seats.get(GM) else by
    return chance.choice([
        c.StandBy(stranger, (power,) if chance.random() < 0.5 else ()), c.Join(stranger, (power,)), c.Observe(stranger),
        c.Resign(by), c.Resign(by, "x", who), c.NameDeputy(by, "x", who), c.TakeBack(by),
        c.NameDeputy(by, "x", who, table.now + chance.randrange(1, 9) * DAY), c.SubmitOrders(by, ()),
        c.CallStandby(gm, power), c.CallStandby(gm, power, "", "x", who),
        c.AllowDeputy(gm, power, chance.random() < 0.8), c.TakeBack(gm, power),
        c.RemovePlayer(gm, power, "why", chance.random() < 0.5),
        c.ReplacePlayer(gm, Seat(power), "x", who), c.ReplacePlayer(gm, Seat(power), suggested=True),
        c.ListPlayer(gm, power, "why"), c.ListPlayer(gm, power, listed=False), c.AnswerApplicant(gm, 1),
        c.AppointSecond(gm, "x", who), c.AppointSecond(gm, dismiss=True), c.HandOver(gm, "x", who),
        c.HandOver(gm, referee=True),
    ])  # fmt: skip


@pytest.mark.parametrize("seed", range(24))
def test_whatever_people_do_nobody_sits_twice_and_no_seat_is_lost(seed: int) -> None:
    """And what came about is read back as it was written, told to everybody, and folds to the same state again."""
    chance = Random(seed)
    table = Table(replace(opening(gm=bool(seed % 3), rules=F8), anonymous=bool(seed % 2)))
    for _ in range(80):
        before, heard = table.state, len(table.events)
        if chance.random() < 0.15:
            table.wait(chance.randrange(1, 8) * DAY)
        else:
            table.hear(anything(table, chance))
        DIPLOMACY.tell(before, tuple(table.events[heard:]), table.state)
        holders = [holder for holder in table.state.seats.values() if holder is not None]
        assert len(holders) == len(set(holders))
        assert set(POWERS) <= set(table.state.seats)
        for power, seat in table.state.roster.called.items():
            assert table.state.roster.standby(seat) is not None, power
        for power, leave in table.state.roster.leaves.items():
            assert table.state.holder(Seat(power)) == (leave.deputy if leave.granted else leave.owner)
            assert not leave.granted or table.state.holder(leave.away) == leave.owner
    again = None
    for event in table.events:
        again = evolve(again, DIPLOMACY.decode_event(DIPLOMACY.encode_event(event)))
    assert again == table.state


def test_an_announced_absence_is_no_miss_and_no_step_towards_a_resignation() -> None:
    table = Table(opening(rules=F8))
    deadline = table.state.deadline
    assert deadline is not None
    table.say(c.PlanAbsence(speaker("Austria"), deadline - DAY, deadline + 60 * DAY, "holidays"))
    for _ in range(3):
        for power in POWERS[1:]:
            table.order(power)
        (played,) = [event for event in table.strike() if isinstance(event, RoundPlayed)]
        assert (played.absent, played.excused) == (("Austria",), ("Austria",))
        assert [mark.kind for mark in marks(played) if mark.seat == "Austria"] == ["excused"]
    assert table.state.roster.missed.get("Austria", 0) == 0
    assert table.state.holder(Seat("Austria")) == person("Austria")
