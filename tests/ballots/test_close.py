"""Votes open and close when their rules say, whatever the order in which ballots came, and not a moment otherwise."""

from datetime import timedelta
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.ballots import boxes
from tests.ballots.boxes import OPENS, at

from dragoman.ballots.ballot import ABSTAIN, NO, WITHDRAWN, YES, Ballot, Preference, PreferenceBallot, Question
from dragoman.ballots.close import (
    Because,
    Closing,
    Early,
    Objection,
    Opening,
    course,
    decided,
    objection,
    outstanding,
    preference_course,
)
from dragoman.ballots.count import Counting, tally
from dragoman.ballots.procedures import concession, draw, rule_change, unanimous_change

COURSES = boxes.cases("courses.toml")


@pytest.mark.parametrize("case", COURSES, ids=[case["id"] for case in COURSES])
def test_the_course(case: dict[str, Any]) -> None:
    question, ballots, counting = boxes.question(case), boxes.ballots(case), boxes.counting(case)
    due = at(case["orders"]) if "orders" in case else None
    found = course(question, ballots, counting, boxes.closing(case), due)
    assert found.closes == (at(case["closes"]) if "closes" in case else None)
    assert found.because == case.get("because")
    assert found.noticed == (at(case["noticed"]) if "noticed" in case else None)
    last = {ballot.voter: ballot for ballot in sorted(ballots, key=lambda b: b.at)}
    assert [voter for voter, b in sorted(last.items()) if not found.admits(b.at)] == case.get("late", "").split()


closings = st.builds(
    Closing,
    hours=st.none() | st.integers(0, 70),
    early=st.sampled_from(Early),
    notice=st.sampled_from([0, 24]),
)


@given(boxes.boxes(), closings, st.randoms(use_true_random=False))
def test_a_course_hangs_on_no_order(
    box: tuple[Question, list[Ballot], Counting], closing: Closing, chance: Any
) -> None:
    question, ballots, counting = box
    mixed = ballots[:]
    chance.shuffle(mixed)
    assert course(question, mixed, counting, closing) == course(question, ballots, counting, closing)


@given(boxes.boxes(), closings)
def test_what_comes_too_late_changes_nothing(box: tuple[Question, list[Ballot], Counting], closing: Closing) -> None:
    question, ballots, counting = box
    found = course(question, ballots, counting, closing)
    assert course(question, found.admitted(ballots), counting, closing) == found


@given(boxes.boxes(), closings)
def test_a_course_once_ended_is_known_at_its_end(
    box: tuple[Question, list[Ballot], Counting], closing: Closing
) -> None:
    """Who computes it from the ballots received by then finds the same end: nothing is foreseen."""
    question, ballots, counting = box
    found = course(question, ballots, counting, closing)
    if found.closes is not None:
        known = [ballot for ballot in ballots if ballot.at <= found.closes]
        assert course(question, known, counting, closing) == found


@given(boxes.boxes(most=5))
def test_decided_means_that_no_outstanding_vote_matters(box: tuple[Question, list[Ballot], Counting]) -> None:
    question, ballots, counting = box
    waiting = outstanding(question, ballots, counting)
    others = [ballot for ballot in ballots if ballot.voter not in waiting]
    results = {
        tally(question, [*others, *map(_cast, waiting, choices)], counting).result
        for choices in product((*question.options, ABSTAIN, WITHDRAWN), repeat=len(waiting))
    }
    assert decided(question, ballots, counting) == (len(results) == 1)


def _cast(voter: str, choice: str) -> Ballot:
    return Ballot(voter, choice, OPENS)


def test_a_notice_is_not_begun_anew_by_revisions() -> None:
    question = Question("1", ("Ann", "Bob"), OPENS)
    closing = Closing(early=Early.ALL_VOTED, notice=24)
    ballots = [
        Ballot("Ann", YES, at(1)),
        Ballot("Bob", YES, at(2)),
        Ballot("Ann", WITHDRAWN, at(3)),
        Ballot("Ann", NO, at(20)),
    ]
    found = course(question, ballots, draw("C"), closing)
    assert (found.noticed, found.closes) == (at(2), at(26))
    assert found.admits(at(25.9))
    assert not found.admits(at(26))
    assert found.closed(at(26))
    assert not found.closed(at(25.9))


def test_ballots_of_several_preferences_close_once_all_are_in() -> None:
    question = Question("F1901A", ("England", "observer Olga"), OPENS)
    closing = Closing(hours=72, early=Early.ALL_VOTED, notice=24)
    ballots = [
        PreferenceBallot("England", (Preference("F Lon", 15),), at(1)),
        PreferenceBallot("observer Olga", (Preference("no build Lon", 5),), at(6)),
        PreferenceBallot("England", (), at(8)),
    ]
    found = preference_course(question, ballots, closing)
    assert (found.because, found.noticed, found.closes) == (Because.ALL_VOTED, at(6), at(30))
    assert preference_course(question, ballots[:1], closing).noticed == at(72)
    with pytest.raises(ValueError, match="decided"):
        preference_course(question, ballots, Closing(early=Early.DECIDED))


def test_a_vote_closes_in_one_way() -> None:
    with pytest.raises(ValueError, match="several"):
        Closing(hours=48, with_orders=True)
    question = Question("1", ("Ann",), OPENS)
    assert course(question, [], draw("C"), Closing(until=at(5))).closes == at(5)


OBJECTIONS = [
    (Ballot("Zoe", YES, at(1)), Objection.NOT_ENTITLED),
    (Ballot("Ann", YES, at(-1)), Objection.NOT_OPEN_YET),
    (Ballot("Ann", YES, at(48)), Objection.CLOSED),
    (Ballot("Ann", "perhaps", at(1)), Objection.NO_SUCH_OPTION),
    (Ballot("Bob", YES, at(1)), Objection.DEEMED),
    (Ballot("gm", ABSTAIN, at(1)), Objection.MAY_NOT_ABSTAIN),
    (Ballot("gm", NO, at(1)), None),
    (Ballot("Ann", ABSTAIN, at(1)), None),
    (Ballot("Ann", WITHDRAWN, at(1)), None),
]


@pytest.mark.parametrize(("ballot", "wrong"), OBJECTIONS, ids=[str(wrong) for _, wrong in OBJECTIONS])
def test_a_ballot_that_cannot_count_is_told_why(ballot: Ballot, wrong: Objection | None) -> None:
    question = Question("1", ("Ann", "Bob", "gm"), OPENS, author="Bob")
    counting = rule_change("A", "gm")
    assert objection(question, ballot, counting, course(question, [], counting, Closing(hours=48))) == wrong


@given(boxes.boxes(), closings)
def test_a_ballot_without_objection_is_counted(box: tuple[Question, list[Ballot], Counting], closing: Closing) -> None:
    """What is accepted and not revised stands in the tally as it was cast."""
    question, ballots, counting = box
    when = course(question, ballots, counting, closing)
    accepted = [b for b in ballots if objection(question, b, counting, when) is None]
    found = tally(question, when.admitted(ballots), counting)
    for voter in {ballot.voter for ballot in accepted}:
        last = max((b for b in accepted if b.voter == voter), key=lambda b: (b.at, b.number))
        vote = found.vote(voter)
        assert vote is not None
        assert vote.option == (last.choice or counting.silence)


def test_nobody_waits_for_those_whose_vote_is_given() -> None:
    question = Question("1", ("Austria", "France"), OPENS, author="Austria", beneficiary="France")
    assert outstanding(question, [], concession("A")) == ()
    assert outstanding(question, [], concession("C")) == ("Austria",)


def test_the_window_in_which_a_vote_may_open() -> None:
    window = Opening(24, 48)
    assert window.opens(OPENS, at(30)) == at(30)
    assert window.opens(OPENS) == at(48)
    assert window.opens(OPENS, at(23)) == at(48)
    assert [window.allows(OPENS, at(hour)) for hour in (23, 24, 48, 48.5)] == [False, True, True, False]


def test_a_vote_opened_by_announcement_lasts_its_hours_from_there() -> None:
    opens = Opening(24, 48).opens(OPENS, at(30))
    question = Question("323", ("Ann", "Bob"), opens)
    found = course(question, [], unanimous_change(), Closing(hours=48, early=Early.ALL_VOTED))
    assert found.closes == opens + timedelta(hours=48) == at(78)
