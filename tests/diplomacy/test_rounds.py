"""Phases in rounds: which are adjudicated together, for whom a round waits, who has missed it, and what becomes of the
retreats that nobody ordered (F.5, F.6, F.12, II.3 to II.5)."""

from __future__ import annotations

import pytest
from tests.diplomacy.games import some_manifold_game
from tests.diplomacy.tables import DAY, HOUR, LETTERS, START, Table, lines, opening, phase_of, position, speaker, unit

from dragoman.diplomacy.board.mapfile import chart
from dragoman.diplomacy.board.unit import Unit
from dragoman.diplomacy.commands import CastVote, ClearOrders, GrantProxy, MarkStatus, RevokeProxy, SubmitOrders
from dragoman.diplomacy.events import PhaseAdjudicated
from dragoman.diplomacy.houserules.sheet import Sheet
from dragoman.diplomacy.orders.order import Hold, Ordered
from dragoman.diplomacy.state.rounds import following, open_phases, round_of

GROUPED = {"A": {"F.5": "A"}, "B": {"II.5": "A", "F.5": "B"}, "C": {"II.5": "A", "F.5": "C"}, "D": {"F.5": "D"}}


def sheet(rules: dict[str, str]) -> Sheet:
    made = Sheet().overlaid(rules.items())
    assert isinstance(made, Sheet)
    return made


@pytest.mark.parametrize(
    ("grouping", "now", "together"),
    [
        ("A", "F1901M", "F1901M"),
        ("B", "S1901M", "S1901M S1901R"),
        ("B", "F1901M", "F1901M F1901R W1901A"),
        ("B", "F1901R", "F1901R W1901A"),
        ("C", "F1901M", "F1901M F1901R"),
        ("C", "W1901A", "W1901A"),
        ("D", "S1901R", "S1901R"),
        ("D", "F1901M", "F1901M"),
        ("D", "F1901R", "F1901R W1901A"),
    ],
)
def test_which_phases_share_a_round(grouping: str, now: str, together: str) -> None:
    found = round_of(sheet(GROUPED[grouping]), chart("standard"), phase_of(now))
    assert " ".join(map(str, found)) == together


@pytest.mark.parametrize(
    ("letter", "now", "last"),
    [("A", "S1901M", "S1901R"), ("A", "F1901M", "W1901A"), ("B", "S1901M", "W1901A"), ("B", "F1901R", "S1902R"),
     ("B", "W1901A", "S1902R")],
)  # fmt: skip
def test_how_far_ahead_orders_are_taken(letter: str, now: str, last: str) -> None:
    """F.6: contingent ones to the next moves in any case (II.5), and those moves under B."""
    found = open_phases(sheet({"F.6": letter}), chart("standard"), phase_of(now))
    assert (str(found[0]), str(found[-1])) == (now, last)


def test_phases_follow_on_each_other_for_ever() -> None:
    course = following(chart("standard"), phase_of("S1901M"))
    assert " ".join(str(next(course)) for _ in range(6)) == "S1901R F1901M F1901R W1901A S1902M S1902R"


# --- who is waited for, and who has missed the round ---

AUTUMN = position(
    "F1902M",
    {"Austria": "A VIE, A BUD", "Italy": "A TYR, A BOH", "Russia": "A WAR"},
    {"Austria": "VIE BUD TRI", "Italy": "VEN ROM", "Russia": "WAR"},
)
ATTACK = ("A TYR - VIE", "A BOH S A TYR - VIE")


def ruled(table: Table) -> list[PhaseAdjudicated]:
    return [event for event in table.events if isinstance(event, PhaseAdjudicated)]


def test_who_sent_moves_has_not_missed_the_round() -> None:
    table = Table(opening(given=AUTUMN, rules=LETTERS | GROUPED["B"]))
    table.order("Austria", "A VIE H")
    table.order("Italy", *ATTACK)
    table.strike()
    assert [(str(phase_of_event(e)), e.missing, e.cause) for e in ruled(table)] == [
        ("F1902M", ("Russia",), "deadline"),
        ("F1902R", (), "round"),
        ("W1902A", (), "round"),
    ]


def phase_of_event(event: PhaseAdjudicated) -> str:
    season, year, kind = event.ruling.phase
    return f"{season[0]}{year}{kind[0]}"


def test_who_sent_nothing_at_all_is_named_each_time() -> None:
    table = Table(opening(given=AUTUMN, rules=LETTERS | GROUPED["B"]))
    table.order("Italy", *ATTACK)
    table.strike()
    assert ["Austria" in event.missing for event in ruled(table)] == [True, True, True]


def test_a_round_waits_for_those_who_may_have_something_to_order_later_in_it() -> None:
    """F.5.D: Italy has nothing to retreat, and adjustments to come."""
    table = Table(opening(given=AUTUMN, rules=LETTERS | GROUPED["D"]))
    table.order("Austria", "A VIE H", final=True)
    table.order("Russia", "A WAR H", final=True)
    table.order("Italy", *ATTACK, final=True)
    assert str(table.state.phase) == "F1902R"
    table.order("Austria", "A VIE R TRI", final=True)
    assert str(table.state.phase) == "F1902R"
    table.say(SubmitOrders(speaker("Italy"), lines("A ROM B"), phase_of("W1902A"), True))
    assert str(table.state.phase) == "S1903M"
    assert [event.missing for event in ruled(table)] == [(), (), ()]


def test_a_round_without_a_length_of_its_own_has_that_of_retreats() -> None:
    """F.5.D: adjustments that no retreats went before."""
    table = Table(opening(given=AUTUMN, rules=LETTERS | GROUPED["D"]))
    table.strike()
    assert str(table.state.phase) == "W1902A"
    assert table.state.deadline == START + 10 * DAY


def test_phases_whose_orders_are_all_sent_ahead_and_final_are_adjudicated_at_once() -> None:
    table = Table(opening(given=AUTUMN))
    table.say(SubmitOrders(speaker("Austria"), lines("A VIE R TRI"), phase_of("F1902R"), True))
    table.say(SubmitOrders(speaker("Italy"), lines("A ROM B"), phase_of("W1902A"), True))
    table.order("Austria", "A VIE H", final=True)
    table.order("Russia", final=True)
    table.order("Italy", *ATTACK, final=True)
    assert [phase_of_event(event) for event in ruled(table)] == ["F1902M", "F1902R", "W1902A"]
    assert {unit("Austria", "A TRI"), unit("Italy", "A ROM")} <= set(table.state.position.units)


def test_perpetual_sets_do_not_let_a_game_run_away() -> None:
    table = Table(opening(given=AUTUMN, rules=LETTERS | {"II.4": "B"}))
    for power in ("Austria", "Italy", "Russia"):
        table.say(SubmitOrders(speaker(power), (), None, True, perpetual=True))
    assert str(table.state.phase) == "W1902A"
    table.strike()
    assert str(table.state.phase) == "S1903M"
    assert len(ruled(table)) == 2


def test_taking_everything_back_takes_orders_ahead_and_perpetual_ones() -> None:
    table = Table(opening(given=AUTUMN, rules=LETTERS | {"II.4": "B"}))
    table.say(SubmitOrders(speaker("Italy"), lines("A ROM B"), phase_of("W1902A")))
    table.say(SubmitOrders(speaker("Italy"), lines(*ATTACK), None, False, perpetual=True))
    table.say(ClearOrders(speaker("Italy")))
    assert not table.state.received("Italy")
    assert not table.state.received("Italy", phase_of("W1902A"))
    assert not table.state.perpetual
    assert table.refused(ClearOrders(speaker("Italy"))).code == "nothing-on-file"


def test_a_perpetual_set_is_refused_where_the_rules_have_none() -> None:
    refused = Table().refused(SubmitOrders(speaker("Italy"), (), perpetual=True))
    assert (refused.code, refused.clause) == ("no-perpetual", "II.4.A")


# --- retreats that nobody ordered ---


def gone(given: str, driven: str, *, centres: dict[str, str], ahead: tuple[str, ...] = ()) -> tuple[Unit, ...]:
    """Where the dislodged units of Austria go of themselves, under F.12.B."""
    at = position(given, {"Italy": "A VEN", "Russia": "A MOS"}, centres, driven)
    table = Table(opening(given=at, rules=LETTERS | {"II.5": "A fallback=finnish", "F.5": "C", "II.4": "A"}))
    if ahead:
        table.say(SubmitOrders(speaker("Austria"), lines(*ahead), phase_of("W1902A")))
    table.strike()
    return table.state.position.units_of("Austria")


@pytest.mark.parametrize(
    ("driven", "centres", "to"),
    [
        ("Austria A TYR < VEN", {"Austria": "VIE", "Italy": "TRI"}, "TRI"),  # 1. an own home centre, not held
        ("Austria A TYR < VEN", {"Austria": "VIE TRI", "Germany": "MUN"}, "MUN"),  # 2. another centre, not held
        ("Austria A GAL < UKR", {"Austria": "VIE BUD WAR RUM"}, "BUD"),  # 3. a held one: as near home, by the alphabet
        ("Austria A PIE < TUS", {"Austria": "VIE MAR"}, "MAR"),  # 3. before any other province
        ("Austria A SIL < WAR", {"Austria": "VIE BER MUN"}, "MUN"),
        ("Austria A UKR < SEV", {"Austria": "MOS WAR RUM"}, "RUM"),  # nearest to a home centre
    ],
)
def test_where_a_unit_without_an_order_goes(driven: str, centres: dict[str, str], to: str) -> None:
    assert [each.province for each in gone("S1902R", driven, centres=centres)] == [to]


def test_in_the_autumn_a_centre_in_which_a_build_is_ordered_is_passed_over() -> None:
    """It is no longer a place to go at all: the unit leaves the board before it takes the build's place."""
    centres = {"Austria": "VIE BUD TRI", "Germany": "MUN"}
    for ahead, goes in (
        ((), ["VIE"]),
        (("A VIE B",), ["GAL"]),
        (("A MUN B",), ["VIE"]),  # where it cannot be made, no build is in the way
    ):
        units = gone("F1902R", "Austria A BOH < MUN", centres=centres, ahead=ahead)
        assert [each.province for each in units] == goes
    spring = gone("S1902R", "Austria A BOH < MUN", centres=centres, ahead=("A VIE B",))
    assert [each.province for each in spring] == ["VIE"]


def test_two_units_without_orders_are_not_driven_together() -> None:
    units = gone("S1902R", "Austria A BOH < MUN, Austria A TYR < VEN", centres={"Austria": "VIE TRI BUD"})
    assert len(units) == 2


# --- proxies ---


def lend(table: Table, *named: str, to: str = "Italy") -> None:
    units = tuple(
        order.unit for line in lines(*(f"{each} H" for each in named)) if isinstance(order := line.order, Hold)
    )
    table.say(GrantProxy(speaker("Austria"), to, units))


def test_without_proxies_none_is_given() -> None:
    table = Table(opening(rules=LETTERS | {"II.3": "A"}))
    refused = table.refused(GrantProxy(speaker("Austria"), "Italy", ()))
    assert (refused.code, refused.clause) == ("no-proxies", "II.3.A")


@pytest.mark.parametrize(
    ("rule", "after", "stands"),
    [
        ("A until=deadline", ("A BUD H",), False),  # the last set alone counts
        ("B until=deadline", ("A BUD H",), True),  # unit by unit
        ("B until=deadline", ("A VIE H",), False),  # the unit itself is ordered anew
        ("4.D.1.c until=deadline", ("A BUD H",), True),  # clearly meant to stand beside the first
        ("4.D.1.c until=deadline", ("F TRI H",), False),  # takes the place of the first
    ],
)
def test_a_proxy_written_into_a_set_falls_with_it(rule: str, after: tuple[str, ...], stands: bool) -> None:
    table = Table(opening(rules={"II.1": "B", "III.4": rule, "II.3": "4.E.5.b"}))
    lend(table, "A VIE")
    table.say(SubmitOrders(speaker("Austria"), lines("F TRI H")))
    assert [proxy.in_force for proxy in table.state.proxies] == [True]
    table.now += HOUR
    table.say(SubmitOrders(speaker("Austria"), lines(*after)))
    assert [proxy.in_force for proxy in table.state.proxies] == [stands]
    table.now += HOUR
    table.say(ClearOrders(speaker("Austria")))
    assert [proxy.in_force for proxy in table.state.proxies] == [False]


def test_a_proxy_needs_units_and_a_receiver() -> None:
    table = Table(opening(seated=("Austria", "Italy"), rules=LETTERS | {"II.3": "B"}))
    vie = lines("A VIE H")[0].order.unit  # type: ignore[union-attr]
    for to, units, code in (
        ("Italy", (), "no-units"),
        ("Austria", (vie,), "own-proxy"),
        ("France", (vie,), "no-receiver"),
        ("Italy", (Ordered(vie.place, None, None), vie), ""),
    ):
        outcome = table.hear(GrantProxy(speaker("Austria"), to, units))
        assert getattr(outcome, "code", "") == code


def test_a_proxy_is_for_the_next_phase_only() -> None:
    table = Table(opening(rules=LETTERS | {"II.3": "B"}))
    lend(table, "A VIE")
    table.strike()
    refused = table.refused(SubmitOrders(speaker("Italy"), lines("A VIE - GAL"), giver="Austria"))
    assert refused.code == "no-proxy"


def test_a_giver_who_sends_nothing_has_not_missed_the_turn() -> None:
    table = Table(opening(given=AUTUMN, rules=LETTERS | {"II.3": "B"}))
    lend(table, "A VIE")
    table.strike()
    assert "Austria" not in ruled(table)[0].missing


@pytest.mark.parametrize(("letter", "hours", "code"), [("C", 25, ""), ("C", 24, "proxy-binds"), ("B", 0.1, "")])
def test_until_when_a_proxy_can_be_revoked(letter: str, hours: float, code: str) -> None:
    table = Table(opening(rules=LETTERS | {"II.3": letter if letter == "B" else f"{letter} hours=24"}))
    lend(table, "A VIE")
    assert table.state.deadline is not None
    table.now = table.state.deadline - hours * HOUR
    assert getattr(table.hear(RevokeProxy(speaker("Austria"))), "code", "") == code


def test_a_proxy_voted_down_is_none() -> None:
    table = Table(opening(given=AUTUMN, seated=("Austria", "Italy", "Russia"), rules=LETTERS | {"II.3": "D"}))
    lend(table, "A VIE")
    table.say(CastVote(speaker("Italy"), 1, "abstain"))
    table.say(CastVote(speaker("Russia"), 1, "no"))
    assert [proxy.approved for proxy in table.state.proxies] == [False]
    assert table.refused(CastVote(speaker("Russia"), 1, "yes")).code == "vote-over"
    lend(table, "A VIE")
    table.say(CastVote(speaker("Italy"), 2, "abstain"))
    table.say(CastVote(speaker("Russia"), 2, "yes"))
    assert [proxy.in_force for proxy in table.state.proxies] == [False, True]


# --- what a phase ahead says of itself ---


def test_an_empty_set_can_be_sent_ahead_and_marked() -> None:
    table = Table()
    table.say(MarkStatus(speaker("Austria"), True, phase_of("F1901M")))
    assert table.state.received("Austria", phase_of("F1901M"))[-1].final
    assert not table.state.sets


def test_games_at_random_have_some_of_everything() -> None:
    """Lest the laws about them say nothing."""
    tables = [some_manifold_game(seed, 6) for seed in range(12)]
    assert sum(bool(turn.taken) for table in tables for turn in table.state.turns) > 5
    assert sum(len(table.state.proxies) for table in tables) > 5
    assert any(event.cause == "round" for table in tables for event in ruled(table))
