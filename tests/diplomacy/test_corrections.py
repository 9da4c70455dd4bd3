"""Errors and their correction (VIII): until when, by whom, what follows; that nothing is erased, that the positions
follow from the rulings in force, and that nobody learns by a roll-back what was secret."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs
from tests.diplomacy.games import some_orders
from tests.diplomacy.tables import DAY, HOUR, LETTERS, POWERS, Table, lines, opening, phase_of, position, speaker, unit

from dragoman.diplomacy import exchange
from dragoman.diplomacy.adjudication.amending import Added, Change, Decided, Given, Misfit, Removed, amended
from dragoman.diplomacy.adjudication.consistency import contradictions, crowded
from dragoman.diplomacy.adjudication.verdict import Outcome, Ruling
from dragoman.diplomacy.board.province import Place
from dragoman.diplomacy.commands import (
    AskReview,
    ClaimError,
    ClockStruck,
    CorrectRuling,
    EditPosition,
    Expel,
    HoldResults,
    ReleaseResults,
    RollBack,
    SubmitOrders,
    TakeAdvice,
    UpholdRuling,
)
from dragoman.diplomacy.decide import decide
from dragoman.diplomacy.docket import Docket
from dragoman.diplomacy.events import (
    Event,
    GameEnded,
    PhaseAdjudicated,
    PositionEdited,
    RulingCorrected,
    decoded,
    encoded,
    recorded,
)
from dragoman.diplomacy.evolve import evolve
from dragoman.diplomacy.orders.order import Move
from dragoman.diplomacy.report.exports import exported
from dragoman.diplomacy.sight import sight
from dragoman.diplomacy.state import Stage, State
from dragoman.game.seats import GM, Seat

C = {"VIII.1": "C hours=24"}


def table(**more: str) -> Table:
    """A table with a game master; Austria and Italy have bounced in Tyrolia."""
    rules = LETTERS | {"VII.4": "movement=7 retreat=3 adjustment=3"} | {k.replace("_", "."): v for k, v in more.items()}
    at = Table(opening(gm=True, rules=rules))
    at.order("Austria", "A VIE - TYR")
    at.order("Italy", "A VEN - TYR")
    at.strike()
    return at


def decided(text: str, succeeds: bool) -> Decided:
    return Decided(lines(text)[0], succeeds)


def correct(at: Table, *changes: Change, phase: str = "S1901M") -> CorrectRuling:
    return CorrectRuling(speaker(GM), phase_of(phase), tuple(changes), "the program erred")


def back(phase: str = "S1901M") -> RollBack:
    return RollBack(speaker(GM), phase_of(phase), "the claim came in time")


def claim(at: Table, phase: str | None = None) -> ClaimError:
    return ClaimError(speaker("Austria"), "Tyrolia is mine.", phase_of(phase) if phase else None)


# --- until when (VIII.1, F.4) ---


@pytest.mark.parametrize(
    ("choice", "days", "corrected"),
    [
        ("A hours=48", 2, True),
        ("A hours=48", 2.1, False),
        ("A hours=400", 6, True),
        ("A hours=400", 8, False),  # the next adjudication has been published
        ("B", 6, True),
        ("B", 8, False),
        ("C hours=24", 6.9, True),  # the next adjudication is not due yet
        ("C hours=24", 7.1, False),
        ("C hours=240", 9, True),
        ("C hours=240", 10.1, False),
    ],
)
def test_how_long_a_ruling_is_open_to_correction(choice: str, days: float, corrected: bool) -> None:
    at = table(VIII_1=choice)
    ruled_at = at.now
    if days > 7:
        at.strike()
    at.now = ruled_at + days * DAY
    outcome = at.hear(correct(at, decided("A VIE - TYR", True)))
    assert isinstance(outcome, tuple) is corrected, outcome


def test_a_claim_in_time_keeps_the_door_open_under_c_alone() -> None:
    for choice, open_ in (("A hours=48", False), ("B", False), ("C hours=24", True)):
        at = table(VIII_1=choice)
        at.say(claim(at))
        at.strike()
        at.now += HOUR
        assert isinstance(at.hear(back()), tuple) is open_, choice


def test_what_stands_may_be_mended_where_that_disturbs_nothing() -> None:
    at = table(VIII_1="A hours=1", F_4="B")
    at.now += DAY
    assert isinstance(at.hear(correct(at, decided("A VIE - TYR", True))), tuple)
    at = table(VIII_1="A hours=1", F_4="B")
    at.strike()
    assert at.refused(correct(at, decided("A VIE - TYR", True))).clause == "VIII.1.A", "a phase hangs on it by now"
    mark = decided("A BUD H", False)
    assert isinstance(at.hear(correct(at, mark)), tuple), "only what is said of an order becomes otherwise"


def test_only_players_claim_and_only_the_game_master_corrects() -> None:
    at = table()
    assert at.refused(ClaimError(speaker(GM), "Wrong.")).code == "no-power"
    for command in (back(), correct(at), HoldResults(speaker(GM)), Expel(speaker(GM), Seat("Italy"), "X.4", "x")):
        assert at.refused(replace(command, by=speaker("Austria"))).code == "gm-only"  # type: ignore[type-var]


# --- claims and reviews (VIII.4) ---


def test_a_claim_refused_may_be_reviewed_once() -> None:
    at = table(VIII_1="B")
    at.say(claim(at))
    assert at.refused(AskReview(speaker("Austria"), 1)).code == "not-refused"
    at.say(UpholdRuling(speaker(GM), 1, "the orders were so"))
    assert at.refused(UpholdRuling(speaker(GM), 1, "again")).code == "decided"
    at.now += HOUR
    at.say(AskReview(speaker("Austria"), 0, "they were not"))
    at.say(TakeAdvice(speaker(GM), 1, "Another program says so, too.", public=True))
    at.now += HOUR
    at.say(UpholdRuling(speaker(GM), 1, "for good"))
    assert at.refused(AskReview(speaker("Austria"), 1)).clause == "VIII.4"
    seen = sight(at.state, Seat("Austria")).claims[0]
    assert (seen.outcome, seen.why, seen.advice[0].text) == ("stands", "for good", "Another program says so, too.")
    assert sight(at.state, Seat("Italy")).claims == ()
    assert sight(at.state, None).claims == ()


def test_a_review_asked_for_waits_for_the_game_master_until_it_is_decided_even_in_the_same_moment() -> None:
    at = table(VIII_1="B")
    at.say(claim(at))
    at.say(UpholdRuling(speaker(GM), 1, "the orders were so"))
    assert sight(at.state, GM).open_claims == 0
    at.say(AskReview(speaker("Austria"), 1, "they were not"))
    assert sight(at.state, GM).open_claims == 1
    at.say(UpholdRuling(speaker(GM), 1, "for good"))
    assert sight(at.state, GM).open_claims == 0


def test_the_automatic_referee_adjudicates_anew_and_corrects_what_was_wrong() -> None:
    """A record of an older adjudicator's, in which Vienna's move was called a success."""
    at = Table(opening(rules=LETTERS | {"VIII.1": "B"}))
    at.order("Austria", "A VIE - TYR")
    at.order("Italy", "A VEN - TYR")
    at.now = at.state.deadline or at.now
    wrong: list[Event] = []
    for event in decide(at.state, ClockStruck(at.now), at.now):  # type: ignore[union-attr]
        if isinstance(event, PhaseAdjudicated):
            before = at.state
            ruling = recorded.ruling(event.ruling)
            forged = amended(before.chart, before.position, ruling, [decided("A VIE - TYR", True)])
            assert isinstance(forged, Ruling)
            event = structs.replace(event, ruling=recorded.ruling_record(forged), judged_by="0")
        wrong.append(event)
    for event in wrong:
        at.standing = evolve(at.standing, event)
    at.events += wrong
    assert at.state.position.unit_in("TYR") is not None
    came = at.say(ClaimError(speaker("Italy"), "Tyrolia was contested."))
    assert isinstance(came[1], RulingCorrected)
    assert came[1].by == "referee"
    assert at.state.position.unit_in("TYR") is None
    assert at.state.corrections.claims[0].outcome == "corrected"
    assert at.state.deadline is not None
    assert at.say(ClaimError(speaker("Italy"), "Still."))[1].outcome == "stands"  # type: ignore[union-attr]


# --- what follows from a change ---


def test_a_move_that_succeeds_after_all_dislodges_whoever_stands_there() -> None:
    given_position = position(
        "S1902M", {"Austria": "A VIE, A BOH", "Italy": "A TYR"}, {"Austria": "VIE", "Italy": "VEN"}
    )
    at = Table(opening(gm=True, given=given_position, rules=LETTERS | {"VIII.1": "B"}))
    at.order("Austria", "A VIE - TYR")
    at.order("Italy", "A TYR H")
    at.strike()
    at.say(correct(at, decided("A VIE - TYR", True), phase="S1902M"))
    assert str(at.state.phase) == "S1902R"
    assert [str(each.unit) for each in at.state.position.dislodged] == ["A TYR"]
    assert dict(at.state.retreats)["TYR"], "with places to retreat to"
    assert "VIE" not in {place.province for place in dict(at.state.retreats)["TYR"]}, (
        "but not where it was attacked from"
    )
    at.say(correct(at, decided("A VIE - TYR", False), phase="S1902M"))
    assert str(at.state.phase) == "F1902M"
    assert at.state.position.units == given_position.units


def test_what_cannot_be_on_one_board_is_refused_and_nothing_changes() -> None:
    at = table(VIII_1="B")
    before = at.state
    at.say(correct(at, decided("A VIE - TYR", True)))
    assert at.refused(correct(at, decided("A VEN - TYR", True))).clause == "VIII.3"
    edits: tuple[tuple[Change, str], ...] = (
        (Added(unit("Italy", "A BUD")), "VIII.3"),
        (Added(unit("Italy", "F BOH")), ""),
        (Removed(Place("GAL")), ""),
        (Given("BOH", "Italy"), ""),
    )
    for change, clause in edits:
        assert at.refused(EditPosition(speaker(GM), (change,), "x")).clause == clause
    assert before.position != at.state.position


def test_centres_given_to_another_call_for_other_adjustments() -> None:
    given_position = position("F1902M", {"Austria": "A VIE", "Italy": "A VEN"}, {"Austria": "VIE", "Italy": "VEN"})
    at = Table(opening(gm=True, given=given_position, rules=LETTERS | {"VIII.1": "B"}))
    at.strike()
    assert str(at.state.phase) == "S1903M"
    at.say(correct(at, Given("BUD", "Austria"), phase="F1902M"))
    assert str(at.state.phase) == "W1902A"
    assert at.state.due("Austria").count == 1


def test_a_win_by_mistake_is_undone_and_one_that_was_missed_ends_the_game() -> None:
    homes = "PAR MAR BRE SPA POR BEL HOL MUN KIE BER DEN LON LVP EDI ROM VIE NAP"
    given_position = position("F1910M", {"France": "F WES", "Italy": "A VEN"}, {"France": homes, "Italy": "TUN VEN"})
    at = Table(opening(gm=True, given=given_position, rules=LETTERS | {"VIII.1": "B"}))
    at.order("France", "F WES - TUN")
    at.strike()
    assert at.state.stage is Stage.OVER
    at.say(correct(at, decided("F WES - TUN", False), phase="F1910M"))
    assert at.state.stage is Stage.RUNNING
    assert at.state.ending is None
    assert at.state.deadline is not None
    came = at.say(correct(at, decided("F WES - TUN", True), phase="F1910M"))
    assert isinstance(came[-1], GameEnded)
    assert at.state.stage is Stage.OVER


# --- results that wait ---


def test_a_result_waits_with_its_orders_closed() -> None:
    at = Table(opening(gm=True, rules={"II.1": "B", "VII.3": "B"}))
    at.say(HoldResults(speaker(GM)))
    at.order("Austria", "A VIE - TYR")
    at.strike()
    assert str(at.state.phase) == "S1901M"
    assert at.refused(SubmitOrders(speaker("Austria"), lines("A VIE - BOH"))).code == "closed"
    assert sight(at.state, Seat("Austria")).turns == ()
    at.say(correct(at, decided("A VIE - TYR", False)))
    at.say(ReleaseResults(speaker(GM), phase_of("S1901M")))
    assert at.state.position.unit_in("VIE") is not None
    assert at.state.turns[0].ruling.verdicts
    assert at.refused(ReleaseResults(speaker(GM), phase_of("F1901M"))).code == "not-held"


# --- for other programs ---


def test_a_phase_taken_out_comes_to_the_same_elsewhere() -> None:
    at = table()
    told = exported(sight(at.state, Seat("Austria")), phase_of("S1901M"))
    assert told is not None
    judged = Docket(at.state.sheet).judge(msgspec.json.decode(told.json, type=exchange.Question))
    assert judged.ruling.after == at.state.turns[0].ruling.after
    assert exported(sight(at.state, Seat("Austria")), phase_of("F1901M")) is None, "orders on file are nobody's to see"
    assert exported(sight(at.state, GM), phase_of("F1901M")) is not None


# --- laws ---


def folded(events: list[Event]) -> State:
    state: State | None = None
    for event in events:
        state = evolve(state, event)
    assert state is not None
    return state


def some_course(seed: int, length: int, rules: dict[str, str]) -> Table:
    """A game with a game master in which phases are adjudicated, corrected and taken back, and positions edited."""
    chance = Random(seed)
    at = Table(opening(gm=True, rules=LETTERS | {"F.6": "B"} | rules, seed=seed))
    for _ in range(length):
        if at.state.stage is not Stage.RUNNING:
            break
        for power in chance.sample(POWERS, 4):
            at.hear(SubmitOrders(speaker(power), some_orders(at.state, power, chance), at.state.phase, True))
        _deed(at, chance)
        at.now += HOUR
    return at


def _deed(at: Table, chance: Random) -> None:
    turns = at.state.turns
    kind = chance.choice(["strike", "strike", "strike", "claim", "back", "correct", "edit", "pause"])
    if kind == "claim" and turns:
        at.hear(ClaimError(speaker("Austria"), "Wrong.", chance.choice(turns).phase))
    elif kind == "back" and turns:
        at.hear(RollBack(speaker(GM), chance.choice(turns[-4:]).phase, "so it is"))
    elif kind == "correct" and turns:
        turn = chance.choice(turns[-4:])
        moves = [v for v in turn.ruling.verdicts if isinstance(v.order, Move) and v.unit is not None]
        if moves:
            verdict = chance.choice(moves)
            change = decided(verdict.text, verdict.outcome is not Outcome.SUCCEEDS)
            at.hear(CorrectRuling(speaker(GM), turn.phase, (change,), "so it is"))
    elif kind == "edit":
        gone = chance.choice(at.state.position.units)
        at.hear(EditPosition(speaker(GM), (Removed(gone.place, gone.kind, gone.power),), "so it is"))
    elif at.state.deadline is not None and at.state.deadline > at.now:
        at.strike()


RULES = st.sampled_from([{"VIII.1": "C hours=1440"}, {"VIII.1": "B"}, {"VIII.1": "A hours=200", "F.4": "B"}])


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10_000), length=st.integers(1, 12), rules=RULES)
def test_after_any_course_a_replay_gives_the_same_bytes_and_positions_follow_from_rulings(
    seed: int, length: int, rules: dict[str, str]
) -> None:
    at = some_course(seed, length, rules)
    again = [decoded(encoded(event)) for event in at.events]
    assert [encoded(event) for event in again] == [encoded(event) for event in at.events]
    assert folded(again) == at.state
    _positions_follow(at)
    _nothing_is_erased(at)


def _positions_follow(at: Table) -> None:
    """Each ruling in force is of the position that the one before it, and the edits in force since, have left."""
    state = at.state
    standing = {edit.turns: edit.after for edit in state.corrections.edits if edit.undone is None}
    for index, turn in enumerate(state.turns[1:], 1):
        left = standing.get(index, state.turns[index - 1].ruling.after)
        assert turn.before == left
    last = state.turns[-1].ruling.after if state.turns else state.chart.opening
    assert state.position == standing.get(len(state.turns), last)
    assert crowded(state.position) == ()
    assert all(contradictions(turn.before, turn.ruling) == () for turn in state.turns), "no report contradicts itself"
    assert len({turn.phase for turn in state.turns}) == len(state.turns), "no phase has two rulings in force"


def _nothing_is_erased(at: Table) -> None:
    """Every ruling ever given is in force or kept apart from those that are; every edit is kept."""
    given_ = [e.ruling for e in at.events if isinstance(e, PhaseAdjudicated | RulingCorrected)]
    kept = [*(t.ruling for t in at.state.turns), *(s.turn.ruling for s in at.state.corrections.superseded)]
    assert Counter(map(repr, map(recorded.ruling, given_))) == Counter(map(repr, kept))
    assert sum(isinstance(e, PositionEdited) for e in at.events) == len(at.state.corrections.edits)


@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 10_000), secret=st.sampled_from(["F CON B", "A CON B"]))
def test_what_was_on_file_and_not_adjudicated_stays_secret_after_a_roll_back(seed: int, secret: str) -> None:
    """Two worlds that differ in what Turkey has sent for a phase that was not adjudicated yet are one to the others."""
    worlds = []
    for order in ("F ANK B", secret):
        at = Table(opening(gm=True, rules=LETTERS | C | {"F.6": "B"}, seed=seed))
        dice = Random(seed)
        for power in POWERS:
            at.hear(SubmitOrders(speaker(power), some_orders(at.state, power, dice), at.state.phase, True))
        at.say(SubmitOrders(speaker("Turkey"), lines(order), phase_of("W1901A"), True))
        at.strike()
        at.say(claim(at))
        at.strike()
        at.say(back())
        worlds.append(at)
    one, other = worlds
    assert one.state.ahead[phase_of("W1901A")] != other.state.ahead[phase_of("W1901A")], "the orders are still on file"
    for seat in (*POWERS, None):
        if seat != "Turkey":
            mine, yours = (sight(at.state, Seat(seat) if seat else None) for at in worlds)
            assert mine == yours, seat


def test_an_edit_does_not_outlive_the_phases_before_it() -> None:
    at = table(VIII_1="C hours=1440")
    at.say(EditPosition(speaker(GM), (Removed(Place("VIE")),), "it was never there"))
    at.say(back())
    assert at.state.position.unit_in("VIE") is not None
    assert at.state.corrections.edits[0].undone == at.now


def test_misfits_name_what_is_in_the_way() -> None:
    at = table()
    turn = at.state.turns[0]
    found = amended(at.state.chart, turn.before, turn.ruling, [decided("A MUN - TYR", True)])
    assert isinstance(found, Misfit)
    assert found.code == "no-such-order"


def test_nobody_is_said_to_have_bounced_with_a_unit_that_went_there() -> None:
    at = table(**C)
    at.say(correct(at, decided("A VIE - TYR", True)))
    other = next(v for v in at.state.turns[0].ruling.verdicts if v.unit is not None and v.unit.province == "VEN")
    assert (other.by, other.strength, other.against) == ((), 0, 0)


def test_a_unit_that_is_not_driven_out_after_all_is_not_said_to_have_been() -> None:
    """What it supported stays cut, by the attack that did not drive it out."""
    units = {"Austria": "A TYR, A VEN, F ADR", "Italy": "A ROM, A TUS, A APU"}
    stood = position("F1902M", units, {"Austria": "VIE", "Italy": "ROM"})
    at = Table(opening(gm=True, rules=LETTERS | {"VII.4": "movement=7 retreat=3 adjustment=3"} | C, given=stood))
    at.order("Austria", "A VEN H", "A TYR - PIE", "F ADR S A VEN - ROM")
    at.order("Italy", "A ROM - VEN", "A TUS S A ROM - VEN", "A APU S A ROM - VEN")
    at.strike()
    turn = at.state.turns[0]
    driven = next(v for v in turn.ruling.verdicts if v.unit == unit("Austria", "A VEN"))
    assert driven.dislodged
    found = amended(at.state.chart, turn.before, turn.ruling, [decided("A ROM - VEN", False)])
    assert isinstance(found, Ruling)
    stayed = next(v for v in found.verdicts if v.unit == unit("Austria", "A VEN"))
    assert (stayed.outcome, stayed.dislodged, stayed.dislodger, stayed.by) == (Outcome.SUCCEEDS, False, None, ())
