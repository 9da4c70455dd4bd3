"""Votes are counted exactly, by the rules named, and in whatever order they came."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.ballots import boxes
from tests.ballots.boxes import OPENS, at

from dragoman.ballots.ballot import ABSTAIN, NO, YES, Ballot, Preference, PreferenceBallot, Question, latest
from dragoman.ballots.count import MAJORITY, UNANIMITY, Base, Counting, Deemed, How, Role, Rule, Threshold, tally

COUNTS = boxes.cases("counts.toml")


@pytest.mark.parametrize("case", COUNTS, ids=[case["id"] for case in COUNTS])
def test_the_count(case: dict[str, Any]) -> None:
    found = tally(boxes.question(case), boxes.ballots(case), boxes.counting(case))
    assert (found.result, found.rule.value, dict(found.counts)) == (case["result"], case["rule"], case["counts"])
    assert found.carried == (case["result"] != case.get("otherwise", NO))
    uncast = {vote.voter: vote for vote in found.votes if vote.how is not How.CAST}
    said = {
        v: f"{vote.how} {vote.clause}".strip() if vote.how is How.DEEMED else vote.how for v, vote in uncast.items()
    }
    assert said == case.get("how", {})
    if "share" in case:
        assert found.share() == Fraction(case["share"])
    if "leading" in case:
        assert found.leading == tuple(case["leading"].split())


def test_every_case_has_its_own_name() -> None:
    names = [case["id"] for case in (*COUNTS, *boxes.cases("courses.toml"))]
    assert len(names) == len(set(names))


@given(boxes.boxes(), st.randoms(use_true_random=False))
def test_the_order_of_arrival_never_matters(box: tuple[Question, list[Ballot], Counting], chance: Any) -> None:
    question, ballots, counting = box
    mixed, others = ballots[:], list(question.electorate)
    chance.shuffle(mixed)
    chance.shuffle(others)
    assert tally(replace(question, electorate=tuple(others)), mixed, counting) == tally(question, ballots, counting)


@given(boxes.boxes(), st.data())
def test_one_more_vote_for_an_option_never_defeats_it(
    box: tuple[Question, list[Ballot], Counting], data: st.DataObject
) -> None:
    question, ballots, counting = box
    before = tally(question, ballots, counting)
    if not before.carried or not question.electorate:
        return
    convert = Ballot(data.draw(st.sampled_from(question.voters)), before.result, at(100))
    assert tally(question, [*ballots, convert], counting).result == before.result


@given(boxes.boxes())
def test_everyone_entitled_has_exactly_one_vote(box: tuple[Question, list[Ballot], Counting]) -> None:
    question, ballots, counting = box
    found = tally(question, ballots, counting)
    assert [vote.voter for vote in found.votes] == sorted(set(question.electorate))
    assert found.entitled == sum(question.weight(voter) for voter in question.voters)
    assert found.counted == sum(count for _, count in found.counts) <= found.entitled
    left_out = sum(vote.weight for vote in found.votes if vote.option == ABSTAIN)
    assert found.counted + left_out == found.entitled


@given(boxes.boxes())
def test_silence_is_as_good_as_a_ballot_that_says_the_same(box: tuple[Question, list[Ballot], Counting]) -> None:
    question, ballots, counting = box
    free = replace(counting, abstaining=True, bound=frozenset(), quorum=Fraction(0))
    found = tally(question, ballots, free)
    spoken = [Ballot(v.voter, free.silence, OPENS) for v in found.votes if v.how is How.SILENT]
    silent = {ballot.voter for ballot in spoken}
    told = tally(question, [*(b for b in ballots if b.voter not in silent), *spoken], free)
    assert (told.result, told.counts, told.rule) == (found.result, found.counts, found.rule)
    assert not any(vote.how is How.SILENT for vote in told.votes)


@given(boxes.boxes())
def test_under_unanimity_a_single_no_defeats(box: tuple[Question, list[Ballot], Counting]) -> None:
    question, ballots, counting = box
    found = tally(question, ballots, replace(counting, needs=UNANIMITY))
    weighty = [vote for vote in found.votes if vote.weight and vote.option != ABSTAIN]
    if found.carried:
        assert {vote.option for vote in weighty} == {found.result}


@given(boxes.boxes())
def test_only_the_last_valid_ballot_of_each_counts(box: tuple[Question, list[Ballot], Counting]) -> None:
    question, ballots, counting = box
    found = tally(question, ballots, counting)
    standing = [
        b for b in ballots if any(v.voter == b.voter and v.at == b.at and v.option == b.choice for v in found.votes)
    ]
    assert len({b.voter for b in standing}) == sum(vote.at is not None for vote in found.votes)
    for vote in found.votes:
        later = [b for b in ballots if b.voter == vote.voter and b.choice in question.options]
        if vote.how is How.CAST:
            assert vote.option == max(later, key=lambda b: (b.at, b.number)).choice


def test_of_two_ballots_at_one_moment_the_later_number_counts() -> None:
    question = Question("1", ("Ann",), OPENS)
    ballots = [Ballot("Ann", NO, at(1), 2), Ballot("Ann", YES, at(1), 1)]
    assert tally(question, ballots, Counting()).result == NO


def test_nothing_is_rounded() -> None:
    question = Question("1", ("Ann", "Bob", "Cid"), OPENS)
    ballots = [Ballot("Ann", YES, at(1)), Ballot("Bob", YES, at(1)), Ballot("Cid", NO, at(1))]
    assert tally(question, ballots, Counting(MAJORITY)).share() == Fraction(2, 3)


def test_who_abstains_or_is_deemed_to_vote_takes_part() -> None:
    question = Question("1", ("Ann", "Bob", "Cid", "Dee"), OPENS, author="Dee")
    counting = Counting(MAJORITY, ABSTAIN, Fraction(3, 4), deemed=(Deemed(Role.AUTHOR, "IX.5.A"),))
    ballots = [Ballot("Ann", YES, at(1)), Ballot("Bob", ABSTAIN, at(1))]
    assert tally(question, ballots, counting).result == YES
    assert tally(question, ballots[:1], counting).rule is Rule.NO_QUORUM


def test_no_votes_at_all_are_never_enough() -> None:
    assert not Threshold(Fraction(0)).met(0, 0)
    assert not Threshold(Fraction(1), of=Base.ENTITLED).met(0, 0)


@pytest.mark.parametrize(
    "question",
    [
        {"options": (YES, YES)},
        {"options": (YES, ABSTAIN), "otherwise": YES},
        {"options": (YES, "perhaps")},
        {"weights": {"Ann": -1}},
    ],
)
def test_a_question_that_makes_no_sense_is_refused(question: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"1"):
        Question("1", ("Ann",), OPENS, **question)


@pytest.mark.parametrize(
    "counting", [Counting(silence="perhaps"), Counting(deemed=(Deemed(Role.AUTHOR, "IX.5.A", "perhaps"),))]
)
def test_a_vote_taken_as_given_must_be_an_option(counting: Counting) -> None:
    with pytest.raises(ValueError, match="perhaps"):
        tally(Question("1", ("Ann",), OPENS), [], counting)


def test_ballots_of_several_preferences_are_kept_and_revised_alike() -> None:
    first = PreferenceBallot("Ann", (Preference("F Stp/nc", 3), Preference("A Mos", 12)), at(1))
    second = PreferenceBallot("Ann", (Preference("A Mos", 15),), at(2))
    other = PreferenceBallot("Bob", (), at(3))
    assert first.written() == "3 F Stp/nc; 12 A Mos"
    assert latest([second, other, first]) == {"Ann": second, "Bob": other}
