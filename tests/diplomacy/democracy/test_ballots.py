"""A ballot is made to fit what its voter has, and what can be built."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from tests.diplomacy.democracy.test_allotment import sheet

from dragoman.diplomacy.board.mapfile import chart
from dragoman.diplomacy.democracy.ballots import BallotLine, fitted
from dragoman.diplomacy.democracy.options import offered, option
from dragoman.diplomacy.democracy.settings import rules

OFFERED = tuple(each for centre in ("LON", "STP") for each in offered(chart("standard"), centre))
KNOWN = (*OFFERED, option("A PAR"), option("NO BUILD NTH"))
lines = st.lists(st.builds(BallotLine, st.sampled_from(KNOWN), st.integers(0, 40)), max_size=8)
RULES = rules(sheet())


def written(ballot: tuple[BallotLine, ...]) -> list[str]:
    return [f"{line.votes} {line.option}" for line in ballot]


def test_too_many_votes_are_cut_from_the_bottom() -> None:
    cast = [BallotLine(option("F LON"), 15), BallotLine(option("A LON"), 10), BallotLine(option("A STP"), 3)]
    ballot = fitted(cast, OFFERED, 20, RULES)
    assert written(ballot.lines) == ["15 F LON", "5 A LON"]
    assert written(ballot.cut) == ["5 A LON", "3 A STP"]


def test_what_cannot_be_built_is_put_aside_and_its_votes_stay_free() -> None:
    cast = [BallotLine(option("A PAR"), 15), BallotLine(option("A LON"), 10)]
    assert written(fitted(cast, OFFERED, 20, RULES).lines) == ["10 A LON"]
    assert written(fitted(cast, OFFERED, 20, RULES).impossible) == ["15 A PAR"]


def test_its_votes_are_lost_by_the_other_choice() -> None:
    cast = [BallotLine(option("A PAR"), 15), BallotLine(option("A LON"), 10)]
    ballot = fitted(cast, OFFERED, 20, rules(sheet({"D.11": "B"})))
    assert written(ballot.lines) == ["5 A LON"]
    assert written(ballot.cut) == ["5 A LON"]


def test_what_is_listed_twice_stands_in_its_first_place_with_all_its_votes() -> None:
    cast = [BallotLine(option("F LON"), 2), BallotLine(option("A LON"), 5), BallotLine(option("F LON"), 3)]
    assert written(fitted(cast, OFFERED, 20, RULES).lines) == ["5 F LON", "5 A LON"]


def test_a_line_without_votes_keeps_its_place() -> None:
    cast = [BallotLine(option("F LON"), 0), BallotLine(option("A LON"), 5)]
    assert written(fitted(cast, OFFERED, 5, RULES).lines) == ["0 F LON", "5 A LON"]


@given(lines, st.integers(0, 60), st.sampled_from(["A", "B"]))
def test_no_ballot_gives_more_than_its_voter_has_and_no_vote_is_made_or_lost(
    cast: list[BallotLine], votes: int, spent: str
) -> None:
    ballot = fitted(cast, OFFERED, votes, rules(sheet({"D.11": spent})))
    assert ballot.given <= votes
    assert all(line.option in OFFERED for line in ballot.lines)
    asked = sum(line.votes for line in cast)
    assert ballot.given + sum(line.votes for line in (*ballot.cut, *ballot.impossible)) == asked
    again = fitted(ballot.lines, OFFERED, votes, RULES)
    assert written(again.lines) == written(ballot.lines)
