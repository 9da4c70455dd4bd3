"""The course of a vote on builds: who may vote, until when, what follows, and that nobody learns how another voted."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import timedelta
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.diplomacy.tables import DAY, HOUR, POWERS, START, Table, lines, opening, position, speaker

from dragoman.ballots.receipts import confirmed
from dragoman.diplomacy.board.position import Position
from dragoman.diplomacy.commands import (
    AcceptOrders,
    BreakTie,
    CastBallot,
    Observe,
    Process,
    Resign,
    SendPress,
    SetDeadline,
    SubmitOrders,
    WithdrawBallot,
)
from dragoman.diplomacy.decide.electorate import electorate
from dragoman.diplomacy.democracy.ballots import BallotLine
from dragoman.diplomacy.democracy.options import all_offered, beginnings, option
from dragoman.diplomacy.events import GameOpened, NoticeGiven, PollClosed, decoded, encoded
from dragoman.diplomacy.evolve import evolve
from dragoman.diplomacy.game import DIPLOMACY
from dragoman.diplomacy.houserules.presets import preset
from dragoman.diplomacy.houserules.sheet import Sheet
from dragoman.diplomacy.orders.writing import write
from dragoman.diplomacy.sight import View, sight
from dragoman.diplomacy.state import State
from dragoman.game.protocol import Notice
from dragoman.game.seats import GM, Seat

OBSERVERS = ("observer Maria", "observer Nils", "observer Olga")

WINTER = position(
    "W1901A",
    {"England": "F NTH", "Germany": "A HOL, A BEL, A MUN", "France": "A PAR, A SPA", "Austria": "A VIE, A BUD, F TRI"},
    {"England": "LON EDI LVP", "Germany": "MUN HOL BEL", "France": "PAR SPA", "Austria": "VIE BUD"},
)
"""England has two builds; Austria must remove one; the others have nothing to adjust."""


def table(
    given_: Position | None = None,
    seated: Sequence[str] = (*POWERS, *OBSERVERS),
    gm: bool = False,
    **rules: str,
) -> Table:
    base = preset("democracy")
    assert isinstance(base, Sheet)
    chosen = {"VII.4": "movement=7 retreat=3 adjustment=4", "VII.2": "B", "II.1": "B"}
    sheet = base.overlaid((chosen | {key.replace("_", "."): value for key, value in rules.items()}).items())
    assert isinstance(sheet, Sheet), sheet
    return Table(opening(rules=sheet.as_rules(), seated=seated, given=given_, gm=gm))


def ballot(seat: str, *written: str) -> CastBallot:
    """`ballot("England", "15 F LON", "5 NO BUILD EDI")`"""
    pairs = (text.partition(" ") for text in written)
    return CastBallot(speaker(seat), tuple(BallotLine(option(choice), int(votes)) for votes, _, choice in pairs))


def everybody_votes(at: Table, *but: str) -> None:
    for seat in electorate(at.state):
        if seat not in but:
            at.say(ballot(seat))


# --- the beginning ---


def test_the_board_is_bare_until_it_is_voted_what_stands() -> None:
    at = table()
    assert at.state.position.units == ()
    assert at.state.poll is not None
    assert at.state.deadline == START + 7 * DAY
    everybody_votes(at, "England")
    assert at.state.deadline == START + 7 * DAY
    at.say(ballot("England", "12 F LON", "8 A LVP"))
    assert at.state.deadline == START + DAY
    at.wait(DAY)
    assert [str(unit) for unit in at.state.position.units] == ["A LVP", "F LON"]
    assert at.state.poll is None
    assert str(at.state.phase) == "S1901M"
    assert at.state.deadline == START + 8 * DAY


def test_nobody_orders_before_there_is_anything_on_the_board() -> None:
    at = table()
    assert at.refused(SubmitOrders(speaker("England"), ())).code == "nothing-to-order"
    at.wait(7 * DAY)
    assert at.state.poll is not None  # notice was given at the deadline


def test_the_map_has_its_units_where_there_is_no_vote_on_the_beginning() -> None:
    at = table(D_5="B")
    assert at.state.poll is None
    assert at.state.position.units == at.state.chart.opening.units


def test_the_map_has_its_units_where_nobody_voted_by_choice() -> None:
    at = table(D_5="A unvoted=map", D_13="B")
    at.say(ballot("England", "5 NO BUILD LON", "5 A EDI"))
    at.wait(7 * DAY)
    standing = [str(unit) for unit in at.state.position.units_of("England")]
    assert standing == ["A EDI", "A LVP"]
    assert len(at.state.position.units) == 21


def test_units_voted_away_are_built_in_winter_or_never() -> None:
    def winter(missing: str) -> dict[str, int]:
        at = table(D_5=f"A missing={missing}", D_13="B notice=0", seated=POWERS)
        for power in POWERS:
            homes = [c for c in at.state.chart.home_centres(power) if c not in ("LON", "PAR")]
            at.say(ballot(power, *(f"1 A {centre}" for centre in homes)))
        for _ in range(2):
            at.strike()
        assert at.state.poll is not None or missing == "lost"
        return {each.power: each.builds for each in at.state.poll.contests} if at.state.poll else {}

    assert winter("later") == {"England": 1, "France": 1}
    assert winter("lost") == {}


# --- who votes ---


def test_everyone_has_the_votes_of_the_variants_text() -> None:
    assert electorate(table().state) == {
        **dict.fromkeys(POWERS, 20), "Russia": 25, **dict.fromkeys(OBSERVERS, 5),
    }  # fmt: skip


def test_an_observer_of_autumn_1901_votes_and_one_of_spring_1902_does_not() -> None:
    for phase, votes in (("F1901M", 5), ("W1901A", 5), ("S1902M", None)):
        at = table(position(phase, {"England": "F NTH"}, {"England": "LON EDI"}), seated=POWERS)
        at.say(Observe(speaker(None, "late"), "Late"))
        assert electorate(at.state).get("observer Late") == votes


def test_nothing_is_carried_over_and_an_eliminated_power_keeps_five() -> None:
    at = table(WINTER)
    assert electorate(at.state)["Italy"] == 5
    assert electorate(at.state)["England"] == 20
    at.say(ballot("England", "1 F LON"))
    everybody_votes(at, "England")
    at.wait(DAY)
    assert electorate(at.state)["England"] == 20


def test_whoever_plays_does_not_vote_as_an_observer_too() -> None:
    at = table(WINTER, seated=(*POWERS[:-1], *OBSERVERS))
    assert "Turkey" not in electorate(at.state)
    olga = speaker("observer Olga")
    at.say(Resign(speaker("Italy")))
    assert "Italy" not in electorate(at.state)
    assert at.refused(ballot("Italy")).code == "not-your-seat"
    assert electorate(at.state)[str(olga.seat)] == 5


def test_the_game_master_and_strangers_do_not_vote() -> None:
    at = table(WINTER, gm=True)
    assert at.refused(ballot(GM)).code == "no-vote"
    assert at.refused(CastBallot(speaker(None, "stranger"), ())).code == "no-vote"


# --- the vote of a winter ---


def test_no_vote_is_held_where_nobody_builds() -> None:
    at = table(position("W1901A", {"Austria": "A VIE, A BUD"}, {"Austria": "VIE"}))
    assert at.state.poll is None
    assert at.state.due("Austria").count == -1


def test_builds_are_what_is_voted_and_removals_what_their_owner_orders() -> None:
    at = table(WINTER)
    assert at.state.poll is not None
    at.order("Austria", "A BUD D")
    refused = at.refused(SubmitOrders(speaker("England"), (), final=True))
    assert refused.code == "nothing-to-order"
    at.say(ballot("England", "20 F EDI"))
    at.say(ballot("Germany", "9 NO BUILD EDI", "4 A LON"))
    everybody_votes(at, "England", "Germany")
    assert isinstance(at.events[-2], NoticeGiven)
    at.wait(DAY)
    assert sorted(map(str, at.state.position.units_of("England"))) == ["A LON", "F EDI", "F NTH"]
    assert sorted(map(str, at.state.position.units_of("Austria"))) == ["A VIE", "F TRI"]
    assert str(at.state.phase) == "S1902M"


def test_a_final_set_ends_no_vote() -> None:
    at = table(WINTER)
    at.order("Austria", "A BUD D", final=True)
    assert at.state.poll is not None


def test_no_order_builds_anything_whichever_way_it_comes() -> None:
    at = table(WINTER, gm=True)
    assert at.hear(AcceptOrders(speaker(GM), "England", lines("F LON B"), "it came by telephone"))
    everybody_votes(at)
    at.wait(DAY)
    assert sorted(map(str, at.state.position.units_of("England"))) == ["F NTH"]


def test_the_vote_takes_the_deadline_of_its_phase_and_then_the_notice() -> None:
    at = table(WINTER)
    assert at.state.deadline == START + 4 * DAY
    at.say(ballot("England", "20 F EDI"))
    at.strike()
    assert at.state.deadline == START + 5 * DAY
    at.say(ballot("England", "20 A EDI"))
    at.strike()
    assert "A EDI" in map(str, at.state.position.units_of("England"))


def test_without_the_notice_it_is_counted_at_the_deadline() -> None:
    at = table(WINTER, D_13="B")
    at.say(ballot("England", "20 F EDI"))
    at.strike()
    assert str(at.state.phase) == "S1902M"


def test_a_vote_has_its_time_even_where_winters_have_no_round_of_their_own() -> None:
    start = position("F1901M", {"England": "F NTH"}, {"England": "LON EDI"})
    at = table(start, II_5="A", F_5="B", VII_4="movement=7 retreat=0 adjustment=0")
    at.strike()
    assert str(at.state.phase) == "W1901A"
    assert at.state.poll is not None
    assert at.state.deadline is not None
    assert at.state.deadline > at.now


def test_the_game_master_moves_the_end_of_a_vote_and_does_not_cut_it_short() -> None:
    at = table(WINTER, gm=True)
    assert at.refused(Process(speaker(GM), at.state.phase)).code == "vote-open"
    at.say(SetDeadline(speaker(GM), at.now + HOUR))
    at.wait(HOUR)
    assert at.state.poll is not None
    assert at.state.poll.notice == at.now + DAY


def test_whoever_leaves_is_no_longer_waited_for() -> None:
    at = table(WINTER)
    everybody_votes(at, "observer Olga")
    assert at.state.poll is not None
    assert at.state.poll.notice is None
    at.say(Resign(speaker("observer Olga")))
    assert at.state.poll.notice == at.now + DAY


def test_a_ballot_taken_back_is_waited_for_again() -> None:
    at = table(WINTER)
    everybody_votes(at, "observer Olga")
    at.say(WithdrawBallot(speaker("England")))
    at.say(ballot("observer Olga"))
    assert at.state.poll is not None
    assert at.state.poll.notice is None


def test_ballots_that_come_late_or_after_the_count_are_refused() -> None:
    at = table(WINTER)
    at.say(ballot("Germany", "5 F EDI", "5 A LON"))
    everybody_votes(at, "Germany")
    at.wait(DAY)
    assert at.refused(ballot("England", "1 F EDI")).code == "no-poll"


# --- ties ---


def tied() -> Table:
    at = table(position("W1901A", {"England": "F NTH, A NWY"}, {"England": "LON EDI LVP"}), D_9="hours=12")
    at.say(ballot("Germany", "5 F EDI"))
    at.say(ballot("France", "5 A LON"))
    at.say(ballot("Italy", "5 F LVP"))
    everybody_votes(at, "Germany", "France", "Italy")
    at.wait(DAY)
    return at


def test_the_home_power_is_asked_and_has_a_short_time() -> None:
    at = tied()
    assert at.state.poll is not None
    assert {p: list(map(str, tied_)) for p, tied_ in at.state.poll.asked.items()} == {
        "England": ["A LON", "F EDI", "F LVP"]
    }
    assert at.state.deadline == at.now + timedelta(hours=12)
    assert at.refused(ballot("England", "1 F EDI")).code == "counted"
    assert at.refused(BreakTie(speaker("Germany"), (option("F EDI"),))).code == "no-choice"
    assert at.refused(BreakTie(speaker("England"), (option("A EDI"),))).code == "not-tied"
    at.say(BreakTie(speaker("England"), (option("F LVP"),)))
    assert sorted(map(str, at.state.position.units_of("England"))) == ["A NWY", "F LVP", "F NTH"]


def test_if_no_answer_comes_the_alphabet_decides() -> None:
    at = tied()
    at.strike()
    assert sorted(map(str, at.state.position.units_of("England"))) == ["A LON", "A NWY", "F NTH"]


def test_the_time_for_a_choice_is_never_longer_than_for_an_adjustment() -> None:
    at = table(position("W1901A", {"England": "F NTH, A NWY"}, {"England": "LON EDI LVP"}), D_9="hours=1000", D_13="B")
    at.say(ballot("Germany", "5 F EDI"))
    at.say(ballot("France", "5 A LON"))
    at.strike()
    assert at.state.deadline == at.now + 4 * DAY


def test_a_power_that_nobody_plays_is_not_asked() -> None:
    at = table(
        position("W1901A", {"England": "F NTH, A NWY"}, {"England": "LON EDI LVP"}),
        seated=[each for each in POWERS if each != "England"],
        D_13="B",
        D_9="silence=lot",
    )
    at.say(ballot("Germany", "5 F EDI"))
    at.say(ballot("France", "5 A LON"))
    at.strike()
    assert str(at.state.phase) == "S1902M"
    found = at.state.polls[-1].found["England"]
    assert {each.why.value for each in found if each.built} == {"lot"}


# --- press ---


def test_all_press_goes_to_everybody() -> None:
    at = table(WINTER, gm=True)
    refused = at.refused(SendPress(speaker("England"), ("France",), "psst"))
    assert (refused.code, refused.clause) == ("broadcast-only", "D.15.A")
    at.say(SendPress(speaker("observer Olga"), ("all",), "Vote for me"))
    at.say(SendPress(speaker("observer Olga"), (GM,), "A question"))
    at.say(SendPress(speaker(GM), ("observer Olga",), "An answer"))
    private = table(WINTER, D_15="B")
    private.say(SendPress(speaker("England"), ("France",), "psst"))


# --- what nobody learns ---


def notices(at: Table) -> list[Notice]:
    """Everything that everybody was ever told."""
    state: State | None = None
    told: list[Notice] = []
    for event in at.events:
        before = None if isinstance(event, GameOpened) else state
        state = evolve(state, event)
        told.extend(DIPLOMACY.tell(before, (event,), state))
    return told


def plain(view: View) -> str:
    """A view without its seals, of which nobody without the salts can tell anything."""
    return _sealed(repr(view))


def _sealed(text: str) -> str:
    return re.sub(r"[0-9a-f]{64}", "SEAL", text)


CHOICES = tuple(map(str, all_offered(table().state.chart, beginnings(table().state.chart))))
five = st.lists(st.sampled_from(CHOICES), min_size=1, max_size=5, unique=True).map(
    lambda found: tuple(f"1 {each}" for each in found)
)


@pytest.mark.dear
@settings(max_examples=10)
@given(five, five, st.sampled_from(["England", "observer Maria", "gm"]))
def test_nothing_that_another_seat_receives_tells_whose_a_ballot_was(
    one: tuple[str, ...], other: tuple[str, ...], reader: str
) -> None:
    """Two ballots change their voters: what everybody else sees and is told stays the same but for the seals."""

    def played(olga: tuple[str, ...], nils: tuple[str, ...]) -> Table:
        at = table(gm=True)
        for seat, cast in (("observer Nils", nils), ("observer Olga", olga)):
            at.say(ballot(seat, *cast))
        everybody_votes(at, "observer Nils", "observer Olga")
        at.wait(DAY)
        while at.state.poll is not None:
            at.strike()
        return at

    straight, swapped = played(one, other), played(other, one)
    assert plain(sight(straight.state, Seat(reader))) == plain(sight(swapped.state, Seat(reader)))
    assert plain(sight(straight.state, None)) == plain(sight(swapped.state, None))
    told = [[_sealed(repr(each)) for each in notices(at) if each.to == reader] for at in (straight, swapped)]
    assert told[0] == told[1]
    assert told[0]


@settings(max_examples=15)
@given(five, five)
def test_until_the_count_nobody_but_its_voter_learns_that_a_ballot_was_cast(
    one: tuple[str, ...], other: tuple[str, ...]
) -> None:
    before, after = table(), table()
    after.say(ballot("observer Olga", *one))
    after.say(ballot("observer Nils", *other))
    for seat in (*POWERS, "observer Maria", None):
        name = Seat(seat) if seat else None
        assert sight(before.state, name) == sight(after.state, name)
    assert len(notices(before)) == len(notices(after))


@settings(max_examples=15)
@given(five)
def test_each_voter_finds_the_own_ballot_counted_as_cast_and_no_other(cast: tuple[str, ...]) -> None:
    at = table(D_13="B")
    at.say(ballot("observer Olga", *cast))
    at.wait(7 * DAY)
    while at.state.poll is not None:
        at.strike()
    poll = sight(at.state, Seat("observer Olga")).polls[-1]
    assert poll.receipt is not None
    assert confirmed(poll.receipt, poll.seals)
    assert poll.receipt.ballot == "; ".join(cast)
    assert len(poll.seals) == len(POWERS) + len(OBSERVERS)
    others = sight(at.state, Seat("England")).polls[-1]
    assert others.receipt is not None
    assert others.receipt.ballot == ""
    assert sight(at.state, None).polls[-1].receipt is None


def test_ballots_are_told_afterwards_where_the_house_rules_say_so() -> None:
    at = table(D_13="B", D_14="B")
    at.say(ballot("observer Olga", "5 F LON"))
    assert sight(at.state, None).polls[-1].ballots == {}
    at.strike()
    told = sight(at.state, None).polls[-1].ballots
    assert [str(line.option) for line in told["observer Olga"]] == ["F LON"]
    closed = table(D_13="B")
    closed.say(ballot("observer Olga", "5 F LON"))
    closed.strike()
    assert sight(closed.state, None).polls[-1].ballots == {}


# --- the record ---


@settings(max_examples=15)
@given(st.lists(st.tuples(st.sampled_from([*POWERS, *OBSERVERS]), five), max_size=12), st.randoms())
def test_the_count_never_hangs_on_the_order_in_which_ballots_arrive(
    cast: list[tuple[str, tuple[str, ...]]], chance: Random
) -> None:
    """The last ballot of each voter counts, whoever was first; equal games come from the same record."""
    last = dict(cast)

    def played(order: list[str]) -> tuple[PollClosed, Table]:
        at = table(D_13="B")
        for seat in order:
            at.say(ballot(seat, *last[seat]))
        at.wait(7 * DAY)
        while at.state.poll is not None:
            at.strike()
        return next(each for each in at.events if isinstance(each, PollClosed)), at

    order = sorted(last)
    shuffled = list(order)
    chance.shuffle(shuffled)
    one, at = played(order)
    other, _ = played(shuffled)
    assert one == other
    again: State | None = None
    for event in (decoded(encoded(each)) for each in at.events):
        again = evolve(again, event)
    assert again == at.state


@pytest.mark.parametrize("letter", ["A", "B"])
def test_a_ballot_that_goes_too_far_is_cut_or_refused(letter: str) -> None:
    at = table(D_12=letter)
    outcome = at.hear(ballot("observer Olga", "4 F LON", "3 A LON"))
    if letter == "B":
        assert getattr(outcome, "clause", "") == "D.12.B"
    else:
        lines = at.state.polls[-1].lines("observer Olga")
        assert [(line.votes, str(line.option)) for line in lines] == [(4, "F LON"), (1, "A LON")]


def test_a_ballot_of_which_nothing_is_possible_leaves_an_earlier_one() -> None:
    at = table()
    at.say(ballot("observer Olga", "4 F LON"))
    assert at.refused(ballot("observer Olga", "4 A NTH")).code == "nothing-possible"
    assert [str(line.option) for line in at.state.polls[-1].lines("observer Olga")] == ["F LON"]


def test_whoever_has_not_voted_is_reminded_and_nobody_else() -> None:
    at = table(WINTER)
    everybody_votes(at, "observer Olga", "Austria")
    at.order("Austria", "A BUD D", final=True)
    due = DIPLOMACY.due(at.state)
    assert due is not None
    assert at.state.deadline is not None
    assert due < at.state.deadline
    at.wait(due - at.now)
    told = {each.to for each in notices(at) if each.kind == "reminder"}
    assert told == {"observer Olga", "Austria"}


# --- what stands below a ballot ---


@pytest.mark.parametrize(
    ("text", "votes", "orders", "unread"),
    [
        ("ballot: none\nA Bud D", [], ["A BUD D"], []),
        ("ballot: none\n\nA Bud D", [], ["A BUD D"], []),
        ("ballot: none\nend ballot\nA Bud D", [], ["A BUD D"], []),
        ("ballot:\n5 A Lon\nend\nA Bud D", ["5 A LON"], ["A BUD D"], []),
        ("ballot: 5 A Lon\n3 F Lon\n\nA Bud D", ["5 A LON", "3 F LON"], ["A BUD D"], []),
        ("ballot:\n\n5 A Lon\nA Bud D\nRegards,\nAnn", ["5 A LON"], ["A BUD D"], []),
        ("äänet:\n5 A Lon\nA Bud hajotetaan\nt. Anna", ["5 A LON"], ["A BUD D"], []),
        ("ballot:\n5 A Lon\nA Lvp\nhello everybody", ["5 A LON"], [], ["no-votes"]),
        ("ballot:\n5 A Lon\npress to all: hello\nend press\nA Bud D", ["5 A LON"], ["A BUD D"], []),
    ],
)
def test_what_is_no_choice_of_a_ballot_is_read_as_what_it_is(
    text: str, votes: list[str], orders: list[str], unread: list[str]
) -> None:
    reading = DIPLOMACY.read(table(WINTER).state, speaker("Austria"), "", text, START)
    (cast,) = (each for each in reading.commands if isinstance(each, CastBallot))
    sets = [each for each in reading.commands if isinstance(each, SubmitOrders)]
    assert [f"{line.votes} {line.option}" for line in cast.lines] == votes
    assert [write(line.order) for each in sets for line in each.lines] == orders
    assert [each.code for each in reading.unread] == unread
