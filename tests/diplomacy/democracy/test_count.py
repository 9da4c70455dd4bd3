"""The count comes out as the variant's text has it, whatever order anything is given in."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.diplomacy.democracy.test_allotment import sheet

from dragoman.diplomacy.board.mapfile import chart
from dragoman.diplomacy.democracy.count import COUNT, Contest, Counting, Option, Rank, counted, option
from dragoman.diplomacy.democracy.options import offered
from dragoman.diplomacy.democracy.settings import rules
from dragoman.diplomacy.democracy.telling import count_line, reason, result

CASES = tomllib.loads((Path(__file__).parents[2] / "cases/democracy/counts.toml").read_text("utf-8"))["case"]
BOARD = chart("standard")


def contest(case: Mapping[str, Any]) -> Contest:
    centres = tuple(sorted(case.get("centres", "EDI LON LVP").split()))
    return Contest(case.get("power", "England"), case.get("builds", 1), centres)


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_it_is_counted_so(case: dict[str, Any]) -> None:
    votes = {option(written): count for written, count in case["votes"].items()}
    order = [Rank(option(written), "list") for written in case.get("list", ())]
    outcome = counted(contest(case), votes, order, Counting.of(rules(sheet(case.get("rules")))))
    found = {each.centre: each for each in outcome.found}
    assert sorted(map(str, outcome.built)) == sorted(case["built"])
    assert list(map(str, outcome.asked)) == case.get("asked", [])
    assert {centre: found[centre].why for centre in case.get("why", {})} == case.get("why", {})
    told = {count_line(BOARD, centre, votes, "en") for centre in contest(case).centres}
    assert told >= set(case.get("lines", ()))
    assert {count_line(BOARD, c, votes, "fi") for c in contest(case).centres} >= set(case.get("lauseina", ()))
    if "says" in case:
        assert result(BOARD, outcome.contest, outcome.found, False, "en") == case["says"]
    for each in outcome.found:
        for lang in ("en", "fi"):
            assert "{" not in reason(each, lang)


# --- laws ---

CONTEST = Contest("Russia", 2, ("MOS", "SEV", "STP", "WAR"))
OPTIONS = tuple(each for centre in CONTEST.centres for each in offered(BOARD, centre))
ballots = st.lists(st.tuples(st.sampled_from(OPTIONS), st.integers(0, 12)), max_size=6)
lists = st.lists(st.sampled_from(OPTIONS), unique=True, max_size=6)
countings = st.builds(Counting, st.booleans(), st.booleans(), st.sampled_from(["home", "unit", "nothing"]))
contests = st.builds(Contest, st.just("Russia"), st.integers(1, 4), st.just(CONTEST.centres))


def tallied(cast: list[list[tuple[Option, int]]]) -> dict[Option, int]:
    votes: dict[Option, int] = {}
    for ballot in cast:
        for choice, count in ballot:
            votes[choice] = votes.get(choice, 0) + count
    return votes


def ranked(listed: list[Option]) -> list[Rank]:
    """A whole order: the home power's list, then the alphabet, as a game has it once nobody answers."""
    rest = sorted((each for each in OPTIONS if each not in listed), key=str)
    return [*(Rank(each, "list") for each in listed), *(Rank(each, "alphabet") for each in rest)]


@given(contests, st.lists(ballots, max_size=6), lists, countings, st.randoms(use_true_random=False))
def test_the_order_in_which_ballots_come_is_nothing_to_the_count(
    held: Contest, cast: list[list[tuple[Option, int]]], listed: list[Option], counting: Counting, chance: Random
) -> None:
    order = [Rank(each, "list") for each in listed]
    straight = counted(held, tallied(cast), order, counting)
    shuffled = [list(ballot) for ballot in cast]
    chance.shuffle(shuffled)
    for ballot in shuffled:
        chance.shuffle(ballot)
    assert counted(held, tallied(shuffled), order, counting) == straight


@given(contests, st.lists(ballots, max_size=6), lists, countings)
def test_no_more_is_built_than_may_be_and_never_what_nobody_voted_for(
    held: Contest, cast: list[list[tuple[Option, int]]], listed: list[Option], counting: Counting
) -> None:
    votes = tallied(cast)
    for order in ([Rank(each, "list") for each in listed], ranked(listed)):
        outcome = counted(held, votes, order, counting)
        assert len(outcome.built) <= held.builds
        assert len({each.centre for each in outcome.built}) == len(outcome.built)
        assert all(votes.get(each, 0) > 0 and each.kind is not None for each in outcome.built)
        assert {each.centre for each in outcome.found} == set(held.centres)


@given(contests, st.lists(ballots, max_size=6), lists, countings)
def test_a_whole_order_leaves_nothing_to_be_asked(
    held: Contest, cast: list[list[tuple[Option, int]]], listed: list[Option], counting: Counting
) -> None:
    assert counted(held, tallied(cast), ranked(listed), counting).asked == ()


@given(contests, st.lists(ballots, max_size=6), lists, countings)
def test_what_is_asked_are_choices_that_lead(
    held: Contest, cast: list[list[tuple[Option, int]]], listed: list[Option], counting: Counting
) -> None:
    votes = tallied(cast)
    for each in counted(held, votes, [Rank(one, "list") for one in listed], counting).asked:
        rivals = [count for other, count in votes.items() if other.centre == each.centre]
        assert votes[each] == max(rivals) > 0
        assert each not in listed


@given(contests, st.lists(ballots, max_size=6), lists, countings, st.sampled_from(OPTIONS), st.integers(1, 20))
def test_raising_a_choice_never_makes_it_lose(
    held: Contest,
    cast: list[list[tuple[Option, int]]],
    listed: list[Option],
    counting: Counting,
    raised: Option,
    more: int,
) -> None:
    """More votes for a unit that is built leave it built; more for nothing leave empty what was left empty."""
    votes, order = tallied(cast), ranked(listed)
    before = counted(held, votes, order, counting)
    after = counted(held, {**votes, raised: votes.get(raised, 0) + more}, order, counting)
    if raised.kind is not None and raised in before.built:
        assert raised in after.built
    if raised.kind is None and all(each.centre != raised.centre for each in before.built):
        assert all(each.centre != raised.centre for each in after.built)


@given(contests, st.lists(ballots, max_size=6), lists, st.sampled_from(OPTIONS))
def test_an_answer_settles_what_was_asked_and_changes_nothing_that_was_settled(
    held: Contest, cast: list[list[tuple[Option, int]]], listed: list[Option], choice: Option
) -> None:
    votes, order = tallied(cast), [Rank(each, "list") for each in listed]
    before = counted(held, votes, order, COUNT)
    if choice not in before.asked:
        return
    after = counted(held, votes, [*order, Rank(choice, "choice")], COUNT)
    assert set(before.built) <= set(after.built)
    assert choice not in after.asked
