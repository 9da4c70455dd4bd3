"""What is told of a vote is what its level lets be told: two votes that a reader may not tell apart look the same."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.ballots import boxes
from tests.ballots.boxes import OPENS, at

from dragoman.ballots.ballot import ABSTAIN, NO, YES, Ballot, Question
from dragoman.ballots.count import Counting, How, tally
from dragoman.ballots.disclosure import Shown, disclosed
from dragoman.ballots.procedures import draw

QUESTION = Question("3", ("Austria", "England", "France"), OPENS, author="Austria")
CAST = [Ballot("Austria", YES, at(1)), Ballot("England", ABSTAIN, at(2))]


def test_under_a_nothing_but_the_result() -> None:
    told = disclosed(QUESTION, tally(QUESTION, CAST, draw("C")), "A")
    assert (told.carried, told.result) == (False, NO)
    assert (told.counts, told.left_out, told.author_vote, told.author, told.votes, told.rule) == (None,) * 6


def test_under_b_the_counts_and_the_vote_of_an_unnamed_author() -> None:
    told = disclosed(QUESTION, tally(QUESTION, CAST, draw("C")), "B")
    assert (told.counts, told.left_out, told.author_vote) == (((YES, 1), (NO, 1)), 1, YES)
    assert (told.author, told.votes, told.rule) == (None, None, None)


def test_under_c_everything() -> None:
    told = disclosed(QUESTION, tally(QUESTION, CAST, draw("C")), "C")
    assert told.author == "Austria"
    assert told.votes == (
        Shown("Austria", YES, How.CAST),
        Shown("England", ABSTAIN, How.ABSTAINED),
        Shown("France", NO, How.SILENT),
    )


def test_there_is_no_other_level() -> None:
    with pytest.raises(ValueError, match="D"):
        disclosed(QUESTION, tally(QUESTION, CAST, draw("C")), "D")


@given(boxes.boxes(), boxes.boxes())
def test_under_a_votes_with_one_result_look_the_same(
    one: tuple[Question, list[Ballot], Counting], other: tuple[Question, list[Ballot], Counting]
) -> None:
    found, found_other = tally(*one), tally(*other)
    if found.result == found_other.result and found.carried == found_other.carried:
        assert disclosed(one[0], found, "A") == disclosed(other[0], found_other, "A")


@given(boxes.boxes(), st.permutations(boxes.VOTERS))
def test_under_b_nobody_is_told_who_voted_how(box: tuple[Question, list[Ballot], Counting], names: list[str]) -> None:
    """Every vote is given to somebody else, the author with them: the counts stay, and so does all that is told."""
    question, ballots, counting = box
    becomes = dict(zip(boxes.VOTERS, names, strict=True)) | {"": ""}
    swapped = replace(
        question,
        electorate=tuple(becomes[voter] for voter in question.electorate),
        author=becomes[question.author],
        beneficiary=becomes[question.beneficiary],
        weights={becomes[voter]: weight for voter, weight in question.weights.items()},
    )
    recast = [replace(ballot, voter=becomes.get(ballot.voter, ballot.voter)) for ballot in ballots]
    recounting = replace(counting, bound=frozenset(becomes[voter] for voter in counting.bound))
    told = disclosed(question, tally(question, ballots, counting), "B")
    assert told == disclosed(swapped, tally(swapped, recast, recounting), "B")
    assert not any(name in repr(told) for name in boxes.VOTERS)
