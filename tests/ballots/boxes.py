"""Cases of votes as data, and votes of every kind drawn at random."""

import tomllib
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from dragoman.ballots import procedures
from dragoman.ballots.ballot import ABSTAIN, NO, WITHDRAWN, YES, Ballot, Question
from dragoman.ballots.close import Closing, Early
from dragoman.ballots.count import Base, Counting, Deemed, Role, Threshold

FOLDER = Path(__file__).parent.parent / "cases" / "ballots"
OPENS = datetime(2026, 3, 2, 18, tzinfo=UTC)
VOTERS = ("Ann", "Bob", "Cid", "Dee", "Eve")


def cases(name: str) -> list[dict[str, Any]]:
    return tomllib.loads((FOLDER / name).read_text(encoding="utf-8"))["case"]


def at(hours: float) -> datetime:
    return OPENS + timedelta(hours=hours)


def question(case: dict[str, Any]) -> Question:
    since = case.get("since")
    return Question(
        case["id"],
        tuple(case["voters"].split()),
        OPENS,
        tuple(case.get("options", f"{YES} {NO}").split()),
        case.get("otherwise", NO),
        case.get("author", ""),
        case.get("beneficiary", ""),
        case.get("weights", {}),
        None if since is None else at(since),
    )


def counting(case: dict[str, Any]) -> Counting:
    name, *arguments = case["procedure"].split()
    if name == "plurality":
        return Counting(None, ABSTAIN)
    made = getattr(procedures, name)(*arguments)
    assert isinstance(made, Counting)
    return made


def ballots(case: dict[str, Any]) -> list[Ballot]:
    return [Ballot(voter, choice, at(hour), n) for n, (voter, choice, hour) in enumerate(case["ballots"])]


def closing(case: dict[str, Any]) -> Closing:
    said = case["closing"]
    return Closing(
        hours=said.get("hours"),
        with_orders=said.get("with_orders", False),
        early=Early(said.get("early", "never")),
        notice=said.get("notice", 0),
    )


# --- drawn ---

OPTIONS = ((YES, NO), ("none", "army", "fleet"))


@st.composite
def questions(draw: st.DrawFn) -> Question:
    options = draw(st.sampled_from(OPTIONS))
    electorate = draw(st.lists(st.sampled_from(VOTERS), max_size=5, unique=True))
    return Question(
        "7",
        tuple(electorate),
        OPENS,
        options,
        draw(st.sampled_from(options)) if options != OPTIONS[0] else NO,
        draw(st.sampled_from(("", *VOTERS))),
        draw(st.sampled_from(("", *VOTERS))),
        draw(st.dictionaries(st.sampled_from(VOTERS), st.integers(0, 3), max_size=2)),
    )


SHARES = st.sampled_from([Fraction(0), Fraction(1, 3), Fraction(1, 2), Fraction(2, 3), Fraction(1)])


@st.composite
def countings(draw: st.DrawFn, of: Question) -> Counting:
    threshold = st.builds(Threshold, SHARES, st.booleans(), st.sampled_from(Base))
    deemed = st.builds(Deemed, st.sampled_from(Role), st.just("IX.5"), st.sampled_from(of.options))
    return Counting(
        draw(st.none() | threshold),
        draw(st.sampled_from((*of.options, ABSTAIN))),
        draw(SHARES),
        draw(st.booleans()),
        frozenset(draw(st.lists(st.sampled_from(VOTERS), max_size=1))),
        tuple(draw(st.lists(deemed, max_size=2))),
    )


@st.composite
def boxes(draw: st.DrawFn, most: int = 12) -> tuple[Question, list[Ballot], Counting]:
    """A question, ballots of every kind, valid or not, and a way to count them."""
    asked = draw(questions())
    choices = st.sampled_from((*asked.options, ABSTAIN, WITHDRAWN, "nonsense"))
    cast = draw(st.lists(st.tuples(st.sampled_from((*VOTERS, "Zoe")), choices, st.integers(-2, 60)), max_size=most))
    return (
        asked,
        [Ballot(voter, choice, at(hour), n) for n, (voter, choice, hour) in enumerate(cast)],
        draw(countings(asked)),
    )
