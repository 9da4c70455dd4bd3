"""Votes: how silence, order and secrecy are kept (IX.4, IX.5, F.16), what is published instead of an adjudication
(IX.1–IX.3), and how a game ends by itself (IX.2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.diplomacy.tables import HOUR, LETTERS, Table, opening, phase_of, position, speaker

from dragoman.ballots.receipts import confirmed
from dragoman.diplomacy.commands import (
    AppointSecond,
    AskProposals,
    CastVote,
    ChangeRules,
    ChooseReports,
    DeclareDraw,
    EndGame,
    HoldResults,
    ProposeEnding,
    ProposeRules,
    ReleaseResults,
    ReplacePlayer,
    Resign,
    RollBack,
    WarnOfDraw,
    WithdrawProposal,
)
from dragoman.diplomacy.decide.votes import TIME_TO_READ
from dragoman.diplomacy.events import (
    DeadlineSet,
    Event,
    GameEnded,
    PhaseAdjudicated,
    RulesChanged,
    VoteClosed,
    VoteOpened,
    decoded,
    encoded,
)
from dragoman.diplomacy.evolve import evolve
from dragoman.diplomacy.game import DIPLOMACY
from dragoman.diplomacy.polls import VoteSeen
from dragoman.diplomacy.sight import View, sight
from dragoman.diplomacy.state import Stage
from dragoman.diplomacy.state.roster import SECOND
from dragoman.game.protocol import Reading, Speaker
from dragoman.game.seats import GM, Seat

PLAYERS = ("England", "France", "Germany", "Italy")
SEATS = (*PLAYERS, GM, "observer Olga", None)
CHOICES = ("yes", "no", "abstain")

choices = st.sampled_from(CHOICES)
ballots = st.dictionaries(st.sampled_from(PLAYERS), choices)
some_rules = st.fixed_dictionaries(
    {
        "IX.4": st.sampled_from("ABC"),
        "IX.5": st.sampled_from("ABCD"),
        "F.16": st.just("B proposals=20"),
        "F.16.silence": st.sampled_from("AB"),
    }
)
questions = st.sampled_from(
    [
        ("draw", ()),
        ("draw", (("England", "France"),)),
        ("win", (("France",),)),
        ("ranking", (("Italy",), ("England", "Germany"))),
    ]
)


def quiet(rules: Mapping[str, str] | None = None, *, gm: bool = False, phase: str = "S1903M") -> Table:
    """Four players with a unit and a centre each, and an observer."""
    units = {"England": "F LON", "France": "A PAR", "Germany": "A BER", "Italy": "A ROM"}
    centres = {"England": "LON", "France": "PAR", "Germany": "BER", "Italy": "ROM"}
    given_position = position(phase, units, centres)
    seated = (*PLAYERS, "Turkey", "observer Olga")
    return Table(opening(gm=gm, seated=seated, rules={**LETTERS, **(rules or {})}, given=given_position))


def propose(table: Table, seat: str, form: str = "draw", places: tuple[tuple[str, ...], ...] = ()) -> int:
    table.say(ProposeEnding(speaker(seat), form, places))
    return len(table.state.votes)


def vote(table: Table, number: int, cast: Mapping[str, str]) -> None:
    """Cast those ballots, as far as they can be: whose vote is taken as given casts none."""
    for seat, choice in cast.items():
        table.hear(CastVote(speaker(seat), number, choice))


def closed(events: tuple[Event, ...], number: int) -> VoteClosed:
    return next(each for each in events if isinstance(each, VoteClosed) and each.number == number)


def seen_vote(table: Table, seat: str | None, number: int) -> VoteSeen:
    view = sight(table.state, None if seat is None else Seat(seat))
    return next(vote for vote in view.votes if vote.number == number)


# --- counting ---


@given(some_rules, questions, ballots)
def test_the_order_of_ballots_never_matters(
    rules: dict[str, str], question: tuple[str, tuple[tuple[str, ...], ...]], cast: dict[str, str]
) -> None:
    results = []
    for order in (list(cast), sorted(cast, reverse=True)):
        table = quiet(rules)
        number = propose(table, "England", *question)
        vote(table, number, {seat: cast[seat] for seat in order})
        table.now += HOUR
        result = closed(table.strike(), number)
        results.append((result.carried, result.votes, result.hows, result.rule, table.state.stage, table.state.ending))
    assert results[0] == results[1]


@given(some_rules, questions, ballots, ballots)
def test_only_the_last_ballot_counts(
    rules: dict[str, str],
    question: tuple[str, tuple[tuple[str, ...], ...]],
    first: dict[str, str],
    last: dict[str, str],
) -> None:
    one, other = quiet(rules), quiet(rules)
    for table in (one, other):
        propose(table, "England", *question)
    vote(one, 1, first)
    vote(one, 1, {**first, **last})
    vote(other, 1, {**first, **last})
    assert closed(one.strike(), 1).votes == closed(other.strike(), 1).votes


@given(some_rules, questions, ballots)
def test_silence_carries_nothing_where_the_clause_says_no(
    rules: dict[str, str], question: tuple[str, tuple[tuple[str, ...], ...]], cast: dict[str, str]
) -> None:
    table = quiet({**rules, "F.16.silence": "A"})
    number = propose(table, "England", *question)
    vote(table, number, cast)
    result = closed(table.strike(), number)
    silent = [seat for seat, how in result.hows.items() if how == "silent"]
    assert all(result.votes[seat] == "no" for seat in silent)
    assert not (silent and result.carried)


@given(some_rules, questions, ballots)
def test_one_no_defeats_whatever_silence_means(
    rules: dict[str, str], question: tuple[str, tuple[tuple[str, ...], ...]], cast: dict[str, str]
) -> None:
    table = quiet(rules)
    number = propose(table, "England", *question)
    vote(table, number, {**cast, "Germany": "no"})
    result = closed(table.strike(), number)
    assert result.hows["Germany"] == "deemed" or not result.carried


@given(ballots)
def test_the_house_rules_change_only_if_nobody_left_is_silent(cast: dict[str, str]) -> None:
    table = quiet({"F.16.silence": "B", "II.4": "A"}, gm=True)
    table.say(ProposeRules(speaker("England"), (("II.4", "B"),)))
    vote(table, 1, {**cast, GM: "yes"})
    events = table.strike()
    willing = all(cast.get(seat) in ("yes", "abstain") for seat in PLAYERS if seat != "England")
    assert closed(events, 1).carried == willing
    assert (table.state.sheet.letter("II.4") == "B") == willing
    assert any(isinstance(event, PhaseAdjudicated) for event in events) != willing


def test_the_automatic_referee_agrees_and_is_no_voter() -> None:
    table = quiet({"II.4": "A"})
    table.say(ProposeRules(speaker("England"), (("II.4", "B"),)))
    vote(table, 1, dict.fromkeys(PLAYERS, "yes"))
    assert GM not in closed(table.strike(), 1).votes
    assert table.state.sheet.letter("II.4") == "B"


def test_who_has_left_is_not_waited_for_and_a_successor_votes_in_the_seat() -> None:
    table = quiet({"IX.5": "C"}, gm=True)
    number = propose(table, "England")
    vote(table, number, {"England": "yes", "France": "yes", "Italy": "no"})
    table.say(Resign(speaker("Germany")))
    table.say(ReplacePlayer(speaker(GM), Seat("Italy"), "new@example.org", speaker("nobody").person))
    assert seen_vote(table, "Italy", number).mine == "no"
    table.say(CastVote(speaker("Italy", "nobody"), number, "yes"))
    result = closed(table.strike(), number)
    assert set(result.votes) == {"England", "France", "Italy"}
    assert result.carried


# --- secrecy ---


def masked(view: View) -> View:
    """The view with the seals, which differ in every world and tell nothing."""
    return replace(view, votes=tuple(replace(vote, roll=()) for vote in view.votes))


def told(table: Table, seat: str | None, since: int) -> list[object]:
    notices = DIPLOMACY.tell(quiet().state, tuple(table.events[since:]), table.state)
    return [(each.body, DIPLOMACY.words(each, "fi", UTC)) for each in notices if each.to == seat]


def answered(table: Table, seat: str) -> object:
    command = AskProposals(speaker(seat))
    return DIPLOMACY.receipt(table.state, speaker(seat), (command,), Reading(), (), table.now).body


@given(some_rules, questions, ballots, ballots, st.sampled_from(SEATS))
def test_nobodys_view_changes_by_the_secret_vote_of_another(
    rules: dict[str, str],
    question: tuple[str, tuple[tuple[str, ...], ...]],
    one: dict[str, str],
    other: dict[str, str],
    seat: str | None,
) -> None:
    mine = {seat: "no"} if seat in PLAYERS else {}
    worlds = []
    for cast in (one, other):
        table = quiet(rules, gm=True)
        number = propose(table, "England", *question)
        since = len(table.events)
        vote(table, number, {**{who: choice for who, choice in cast.items() if who != seat}, **mine})
        asked = answered(table, seat) if seat not in (None, "observer Olga") else None
        worlds.append((sight(table.state, None if seat is None else Seat(seat)), told(table, seat, since), asked))
    assert worlds[0] == worlds[1]


@given(questions, ballots, ballots, st.sampled_from(SEATS))
def test_under_a_nothing_but_the_result_is_ever_told(
    question: tuple[str, tuple[tuple[str, ...], ...]], one: dict[str, str], other: dict[str, str], seat: str | None
) -> None:
    """Of two worlds in which others voted otherwise and the result is the same, a seat sees the same, seals apart."""
    worlds = []
    for cast in (one, other):
        table = quiet({"IX.4": "A", "F.16": "B"}, gm=True)
        number = propose(table, "England", *question)
        ballot = {who: choice for who, choice in cast.items() if who != seat}
        vote(table, number, {**ballot, **({seat: "no"} if seat in PLAYERS else {"Italy": "no"})})
        since = len(table.events)
        events = table.strike()
        seeing = masked(sight(table.state, None if seat is None else Seat(seat)))
        worlds.append((closed(events, number).carried, seeing, told(table, seat, since)))
    if worlds[0][0] == worlds[1][0]:
        assert worlds[0] == worlds[1]


@given(some_rules, questions, ballots, st.sampled_from(["France", "Germany"]))
def test_nobody_learns_who_proposed_but_under_c(
    rules: dict[str, str], question: tuple[str, tuple[tuple[str, ...], ...]], cast: dict[str, str], author: str
) -> None:
    """Italy sees the same whoever proposed, as long as the author's own vote is not taken as given, and not under C."""
    seeing = []
    for who in ("England", author):
        table = quiet({**rules, "IX.4": "A", "IX.5": "C"})
        number = propose(table, who, *question)
        vote(table, number, cast)
        before = sight(table.state, Seat("Italy"))
        since = len(table.events)
        table.strike()
        seeing.append((before, masked(sight(table.state, Seat("Italy"))), told(table, "Italy", since)))
    assert seeing[0] == seeing[1]


def test_the_terms_of_a_vote_hold_to_its_end() -> None:
    """What was promised when the question was put is kept, though the rules change meanwhile."""
    table = quiet({"IX.4": "A", "IX.5": "C", "F.1": "B"}, gm=True)
    number = propose(table, "England")
    changes = (("IX.4", "C"), ("IX.5", "A"), ("F.16.silence", "B"))
    table.say(ChangeRules(speaker(GM), changes, "a new taste"))
    vote(table, number, {"France": "yes"})
    result = closed(table.strike(), number)
    assert result.votes == {"England": "no", "France": "yes", "Germany": "no", "Italy": "no"}
    seen = seen_vote(table, "Italy", number)
    assert seen.told is not None
    assert (seen.told.level, seen.told.counts, seen.told.votes, seen.told.author) == ("A", None, None, None)


@given(some_rules, questions, ballots)
def test_every_voter_finds_their_ballot_in_the_roll_and_nobody_elses(
    rules: dict[str, str], question: tuple[str, tuple[tuple[str, ...], ...]], cast: dict[str, str]
) -> None:
    table = quiet(rules)
    number = propose(table, "England", *question)
    vote(table, number, cast)
    result = closed(table.strike(), number)
    for seat in PLAYERS:
        seen = seen_vote(table, seat, number)
        assert seen.receipt is not None
        assert seen.receipt.voter == seat
        assert seen.receipt.ballot == f"{result.votes[seat]} ({result.hows[seat]})"
        assert confirmed(seen.receipt, seen.roll)
        assert not confirmed(replace(seen.receipt, ballot="yes (bought)"), seen.roll)
        assert len(seen.roll) == len(PLAYERS)
    for seat in ("Turkey", "observer Olga", None):
        assert seen_vote(table, seat, number).receipt is None


# --- what is published instead ---


def test_an_end_goes_before_other_rules_and_both_before_the_adjudication() -> None:
    table = quiet({"IX.5": "C", "II.4": "A"})
    table.say(ProposeRules(speaker("England"), (("II.4", "B"),)))
    number = propose(table, "France")
    for each in (1, number):
        vote(table, each, dict.fromkeys(PLAYERS, "yes"))
    events = table.strike()
    kinds = [type(event) for event in events]
    assert kinds == [VoteClosed, VoteClosed, GameEnded]
    assert table.state.sheet.letter("II.4") == "A"
    assert table.state.ending is not None
    assert table.state.ending.places[0] == ("England", "France", "Germany", "Italy")


def test_of_two_changes_that_cannot_stand_together_the_first_is_made() -> None:
    table = quiet({"II.5": "B", "F.5": "A"})
    table.say(ProposeRules(speaker("England"), (("II.5", "A"), ("F.5", "C"))))
    table.say(ProposeRules(speaker("France"), (("F.5", "D"),)))
    for number in (1, 2):
        vote(table, number, dict.fromkeys(PLAYERS, "yes"))
    events = table.strike()
    assert [type(event) for event in events] == [VoteClosed, RulesChanged, VoteClosed, DeadlineSet]
    assert set(closed(events, 2).void) >= {"II.5", "F.5"}
    assert table.state.sheet.letter("F.5") == "C"
    assert seen_vote(table, "Italy", 2).outcome == "void"


def test_the_phase_begins_anew_with_orders_kept_and_none_of_them_final() -> None:
    table = quiet({"II.4": "A", "VII.2": "A"})
    table.order("England", "F LON - NTH", final=True)
    table.say(ProposeRules(speaker("England"), (("II.4", "B"),)))
    vote(table, 1, dict.fromkeys(PLAYERS, "yes"))
    due = table.state.deadline
    table.strike()
    assert due is not None
    assert table.state.deadline == due + timedelta(days=7)
    assert len(table.state.on_file("England")) == 1
    assert not table.state.is_final("England")
    table.strike()
    assert any(str(unit) == "F NTH" for unit in table.state.position.units_of("England"))


def test_nothing_is_adjudicated_early_while_a_vote_is_awaited() -> None:
    table = quiet({"VII.2": "B", "IX.5": "C"})
    number = propose(table, "England")
    for power, order in (("England", "F LON H"), ("France", "A PAR H"), ("Germany", "A BER H"), ("Italy", "A ROM H")):
        table.order(power, order, final=True)
    vote(table, number, {"England": "yes", "France": "yes", "Germany": "no"})
    assert len(table.state.turns) == 0
    vote(table, number, {"Italy": "abstain"})
    assert len(table.state.turns) == 1
    assert seen_vote(table, "Italy", number).outcome == "failed"


def test_where_silence_is_a_yes_nobody_is_taken_by_surprise() -> None:
    table = quiet({"F.16.silence": "B", "IX.5": "C"})
    assert table.state.deadline is not None
    table.now = table.state.deadline - TIME_TO_READ + timedelta(minutes=1)
    number = propose(table, "England")
    assert seen_vote(table, "Italy", number).held_over
    table.strike()
    assert table.state.votes[number].open
    assert len(table.state.turns) == 1
    table.strike()
    assert table.state.stage is Stage.OVER


def test_a_late_proposal_is_counted_at_once_if_all_have_spoken() -> None:
    table = quiet({"F.16.silence": "B", "IX.5": "C"})
    assert table.state.deadline is not None
    table.now = table.state.deadline - HOUR
    vote(table, propose(table, "England"), dict.fromkeys(PLAYERS, "yes"))
    table.strike()
    assert table.state.stage is Stage.OVER


def test_no_vote_is_cast_or_taken_back_while_a_result_waits_for_its_release() -> None:
    """The game master has seen what the phase comes to; whatever is proposed then belongs to the next orders."""
    table = quiet({"IX.5": "C"}, gm=True)
    number = propose(table, "England")
    table.say(HoldResults(speaker(GM), True))
    table.strike()
    assert table.state.corrections.held is not None
    assert table.refused(CastVote(speaker("France"), number, "yes")).code == "vote-over"
    assert table.refused(WithdrawProposal(speaker("England"), number)).code == "vote-over"
    table.now += HOUR
    later = propose(table, "France", "win", (("France",),))
    table.say(CastVote(speaker("Italy"), later, "yes"))
    table.say(ReleaseResults(speaker(GM), table.state.phase))
    assert seen_vote(table, "Italy", number).outcome == "failed"
    assert seen_vote(table, "Italy", later).outcome == "open"


# --- what may be proposed ---


def test_a_proposal_is_withdrawn_by_its_author_alone_and_counts_towards_the_round() -> None:
    table = quiet({"F.16": "B proposals=1"})
    number = propose(table, "England")
    assert table.refused(WithdrawProposal(speaker("France"), number)).code == "not-yours"
    table.say(WithdrawProposal(speaker("England"), number))
    assert table.refused(CastVote(speaker("France"), number, "yes")).code == "vote-over"
    number = propose(table, "England")  # nobody had voted: the slip costs nothing
    table.say(CastVote(speaker("France"), number, "no"))
    table.say(WithdrawProposal(speaker("England"), number))
    assert table.refused(ProposeEnding(speaker("England"), "draw")).code == "too-many-proposals"
    table.say(ProposeEnding(speaker("France"), "draw"))
    table.strike()
    table.say(ProposeEnding(speaker("England"), "draw"))


def test_a_draw_names_several() -> None:
    table = quiet()
    assert table.refused(ProposeEnding(speaker("England"), "draw", (("France",),))).code == "lone-draw"
    assert table.refused(ProposeEnding(speaker("England"), "draw", (("England",),))).code == "lone-draw"


def test_a_pair_of_proposals_that_ask_the_same_is_one_too_many() -> None:
    table = quiet()
    propose(table, "England", "draw", (("France", "England"),))
    assert table.refused(ProposeEnding(speaker("France"), "draw", (("England", "France"),))).code == "proposed-already"
    table.say(ProposeRules(speaker("England"), (("II.4", "B"),)))
    assert table.refused(ProposeRules(speaker("France"), (("II.4", "B"),))).code == "proposed-already"


@pytest.mark.parametrize("seat", ["Turkey", "observer Olga"])
def test_who_does_not_remain_has_no_voice(seat: str) -> None:
    table = quiet()
    number = propose(table, "England")
    assert table.refused(ProposeEnding(speaker(seat), "draw")).code == "no-voice"
    assert table.refused(CastVote(speaker(seat), number, "yes")).code == "no-vote"


# --- what went wrong elsewhere ---


def test_draws_of_different_players_are_different_questions_and_none_outlives_its_phase() -> None:
    """PB31: elsewhere votes for subsets ran together, lapsed in silence, and a draw of two became a concession."""
    table = quiet({"IX.5": "C"})
    pairs = (("England", "France"), ("England", "France", "Germany"), ("England", "France", "Germany", "Italy"))
    first, second, third = (propose(table, "England", "draw", (each,)) for each in pairs)
    vote(table, first, {"England": "yes", "France": "yes", "Germany": "yes"})
    vote(table, second, dict.fromkeys(("England", "Germany", "Italy"), "yes"))
    for number in (first, second, third):
        receipt = DIPLOMACY.receipt(
            table.state, speaker("France"), (CastVote(speaker("France"), number, "yes"),), Reading(), (), table.now
        )
        words = DIPLOMACY.words(receipt, "en", UTC).text
        assert f"Proposal {number}: the game ends in a draw of {', '.join(pairs[number - 1])}." in " ".join(
            words.split()
        )
    since = len(table.events)
    table.strike()
    assert [seen_vote(table, "France", number).outcome for number in (first, second, third)] == ["failed"] * 3
    (told_of_it,) = [body for body, _ in told(table, "England", since) if type(body).__name__ == "Results"]
    assert [each.number for each in told_of_it.votes] == [first, second, third]  # type: ignore[attr-defined]
    vote(table, propose(table, "France", "draw", (pairs[0],)), dict.fromkeys(PLAYERS, "yes"))
    table.strike()
    assert table.state.ending is not None
    assert (table.state.ending.result, table.state.ending.powers) == ("draw", ("England", "France"))
    assert table.refused(ProposeEnding(speaker("England"), "draw")).code == "game-over"


@pytest.mark.parametrize("level", ["A", "B", "C"])
def test_the_absent_the_abstaining_and_the_eliminated_never_block_by_accident(level: str) -> None:
    """PB32: one power without a player, one that abstains, one eliminated; and nobody sees more than IX.4 lets."""
    table = quiet({"IX.4": level, "IX.5": "C"}, gm=True)
    table.say(Resign(speaker("Germany")))
    number = propose(table, "England", "draw", (("England", "France", "Italy"),))
    assert table.refused(ProposeEnding(speaker("France"), "draw", (("France", "Germany"),))).code == "not-remaining"
    vote(table, number, {"England": "yes", "France": "yes", "Italy": "abstain"})
    for seat in SEATS:
        assert seen_vote(table, seat, number).told is None
    table.strike()
    assert table.state.stage is Stage.OVER
    for seat in SEATS:
        seen = seen_vote(table, seat, number).told
        assert seen is not None
        assert (seen.counts is None) == (level == "A")
        assert (seen.votes is None) == (level != "C")
        assert (seen.author is None) == (level != "C")
        assert seen.left_out == (None if level == "A" else 1)


@pytest.mark.parametrize("form", ["words", "codes", "njudge"])
def test_the_result_of_a_vote_stands_in_every_form_of_the_report(form: str) -> None:
    table = quiet({"IX.5": "C"})
    number = propose(table, "England")
    table.say(ChooseReports(speaker("France"), form))
    since = len(table.events)
    table.strike()
    texts = [
        DIPLOMACY.words(notice, "en", UTC).text
        for notice in DIPLOMACY.tell(table.state, tuple(table.events[since:]), table.state)
        if notice.to == "France"
    ]
    assert any(f"Proposal {number} has not passed." in text for text in texts)


# --- a game ends by itself ---


def years(table: Table, count: int) -> None:
    """Let so many years go by in which nobody orders anything."""
    for _ in range(2 * count):
        table.strike()


def test_after_years_without_change_the_players_are_asked_and_asked_again() -> None:
    table = quiet({"IX.2": "B years=1"})
    years(table, 1)
    (asked,) = table.state.votes.values()
    assert (asked.about, asked.author, asked.open) == ("continue", "", True)
    assert table.refused(CastVote(speaker("England"), 1, "abstain")).code == "no-abstention"
    vote(table, 1, dict.fromkeys(PLAYERS, "yes"))
    table.strike()
    assert table.state.stage is Stage.RUNNING
    assert table.state.votes[1].carried
    table.strike()
    assert [each.number for each in table.state.votes.values() if each.open] == [2]
    vote(table, 2, {"England": "yes", "France": "yes", "Germany": "yes"})
    table.strike()
    assert table.state.ending is not None
    assert (table.state.ending.result, table.state.ending.cause) == ("draw", "stalemate")
    assert table.state.ending.powers == PLAYERS


def test_a_draw_is_declared_only_after_years_and_a_warning() -> None:
    table = quiet({"IX.2": "A years=1"}, gm=True)
    assert table.refused(WarnOfDraw(speaker(GM))).code == "too-soon"
    assert table.refused(WarnOfDraw(speaker("England"))).code == "gm-only"
    years(table, 1)
    assert table.refused(DeclareDraw(speaker(GM))).code == "no-warning"
    table.say(WarnOfDraw(speaker(GM), "nothing moves"))
    assert table.refused(DeclareDraw(speaker(GM))).code == "no-warning"
    table.strike()
    table.say(DeclareDraw(speaker(GM)))
    assert table.state.ending is not None
    assert table.state.ending.cause == "declared"


def test_a_centre_that_changes_hands_begins_the_years_anew() -> None:
    table = quiet({"IX.2": "A years=1"}, gm=True)
    table.order("England", "F LON - NTH")
    table.strike()
    table.order("England", "F NTH - NWY")
    table.strike()
    assert table.state.position.centres["NWY"] == "England"
    assert table.refused(WarnOfDraw(speaker(GM))).code == "too-soon"
    table.strike()  # the adjustments
    years(table, 1)
    table.say(WarnOfDraw(speaker(GM)))


@pytest.mark.parametrize(("choice", "result", "powers"), [("B year=1903", "draw", PLAYERS), ("A", "", ())])
def test_the_last_year_ends_the_game(choice: str, result: str, powers: tuple[str, ...]) -> None:
    table = quiet({"IX.2.last": choice})
    years(table, 1)
    ending = table.state.ending
    assert (ending.result, ending.powers) == (result, powers) if ending is not None else not result


def test_open_questions_lapse_with_the_game() -> None:
    table = quiet(gm=True)
    number = propose(table, "England")
    table.say(EndGame(speaker(GM), "enough"))
    assert seen_vote(table, "France", number).outcome == "lapsed"
    assert table.refused(CastVote(speaker("France"), number, "yes")).code == "game-over"


# --- the record ---


@given(some_rules, questions, ballots)
def test_a_record_of_votes_folds_to_the_same_game(
    rules: dict[str, str], question: tuple[str, tuple[tuple[str, ...], ...]], cast: dict[str, str]
) -> None:
    table = quiet(rules)
    vote(table, propose(table, "England", *question), cast)
    table.say(ProposeRules(speaker("France"), (("II.4", "B"),)))
    vote(table, 2, cast)
    table.strike()
    state = None
    for event in table.events:
        assert decoded(encoded(event)) == event
        state = evolve(state, decoded(encoded(event)))
    assert state == table.state


def test_a_vote_of_an_earlier_version_still_folds_and_is_told() -> None:
    """What was recorded before votes had terms and forms."""
    table = quiet({"II.3": "D hours=24", "IX.4": "C"})
    old = (
        b'{"type":"VoteOpened","v":1,"at":"2026-03-03T18:00:00Z","number":1,"seat":"England","about":"proxy","proxy":0}'
    )
    done = (
        b'{"type":"VoteClosed","v":1,"at":"2026-03-04T18:00:00Z","number":1,"carried":false,'
        b'"votes":{"England":"yes","France":"no"}}'
    )
    state = table.state
    for data in (old, done):
        state = evolve(state, decoded(data))
    (seen,) = sight(state, Seat("Italy")).votes
    assert seen.outcome == "failed"
    assert seen.told is not None
    assert seen.told.counts == (("yes", 1), ("no", 1))
    assert isinstance(decoded(old), VoteOpened)


def test_a_second_game_master_votes_in_the_game_masters_place() -> None:
    table = quiet({"II.4": "A"}, gm=True)
    table.say(AppointSecond(speaker(GM), "second@example.org", speaker("nobody").person))
    table.say(ProposeRules(speaker("England"), (("II.4", "B"),)))
    assert seen_vote(table, SECOND, 1).entitled
    table.say(CastVote(Speaker(speaker("nobody").person, SECOND), 1, "yes"))
    assert seen_vote(table, SECOND, 1).mine == seen_vote(table, GM, 1).mine == "yes"
    assert table.state.votes[1].ballots[-1].voter == GM


def test_what_is_taken_back_is_not_asked_about() -> None:
    """The year is not over any more; its question is off, ends nothing, and comes again with the year's end."""
    table = quiet({"IX.2": "B years=1"}, gm=True)
    years(table, 1)
    assert seen_vote(table, "Italy", 1).outcome == "open"
    table.say(RollBack(speaker(GM), phase_of("F1903M"), "a wrong map"))
    assert seen_vote(table, "Italy", 1).outcome == "undone"
    table.strike()
    assert table.state.stage is Stage.RUNNING
    assert [vote.number for vote in table.state.votes.values() if vote.open] == [2]


def test_what_the_house_rules_have_given_already_is_not_refused_to_whoever_says_it() -> None:
    """IX.5.A: the author counts as Yes."""
    table = quiet({"IX.5": "A"})
    table.say(ProposeEnding(speaker("England"), "draw"))
    yes, no = (CastVote(speaker("England"), 1, choice) for choice in ("yes", "no"))
    assert table.say(yes) == ()
    receipt = DIPLOMACY.receipt(table.state, yes.by, (yes,), Reading(), (), table.now)
    assert "a Yes without your saying so (IX.5.A)" in DIPLOMACY.words(receipt, "en", UTC).text
    assert table.refused(no).code == "deemed"
