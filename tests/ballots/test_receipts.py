"""A receipt proves to its holder how they were counted, fails once anything on it is altered, tells others nothing."""

import hashlib
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.ballots import boxes
from tests.ballots.boxes import OPENS, at

from dragoman.ballots.ballot import NO, YES, Ballot, Preference, PreferenceBallot, Question
from dragoman.ballots.count import Counting, tally
from dragoman.ballots.procedures import draw
from dragoman.ballots.receipts import SALT, Receipt, confirmed, of_ballots, of_tally, receipt, roll, seal

SALTS = {voter: hashlib.sha256(voter.encode()).digest()[:SALT] for voter in boxes.VOTERS}
QUESTION = Question("3", ("Ann", "Bob"), OPENS)


@given(boxes.boxes())
def test_everyone_finds_their_own_vote_in_the_roll(box: tuple[Question, list[Ballot], Counting]) -> None:
    question, ballots, counting = box
    found = tally(question, ballots, counting)
    receipts = of_tally(found, SALTS)
    published = roll(receipts)
    assert [r.voter for r in receipts] == [vote.voter for vote in found.votes]
    assert all(confirmed(r, published) for r in receipts)
    assert all(r.ballot.startswith(vote.option) for r, vote in zip(receipts, found.votes, strict=True))
    assert published == tuple(sorted(published)) == roll(reversed(receipts))


@given(st.sampled_from(["question", "voter", "ballot", "salt", "seal"]), st.text(min_size=1))
def test_nothing_on_a_receipt_can_be_altered(part: str, other: str) -> None:
    receipts = of_tally(tally(QUESTION, [Ballot("Ann", YES, at(1))], draw("C")), SALTS)
    altered = replace(receipts[0], **{part: other})
    assert altered == receipts[0] or not confirmed(altered, roll(receipts))


def test_a_vote_counted_otherwise_than_cast_is_found_out() -> None:
    cast = of_tally(tally(QUESTION, [Ballot("Ann", YES, at(1)), Ballot("Bob", YES, at(1))], draw("C")), SALTS)
    counted = tally(QUESTION, [Ballot("Ann", NO, at(1)), Ballot("Bob", YES, at(1))], draw("C"))
    published = roll(of_tally(counted, SALTS))
    assert [confirmed(r, published) for r in cast] == [False, True]


@given(st.tuples(*[st.text(max_size=4)] * 3), st.tuples(*[st.text(max_size=4)] * 3))
def test_different_ballots_never_share_a_seal(one: tuple[str, str, str], other: tuple[str, str, str]) -> None:
    assert (seal(*one, b"\0" * SALT) == seal(*other, b"\0" * SALT)) == (one == other)


def test_the_roll_tells_neither_who_voted_nor_how() -> None:
    """Whether one voted or not, the roll has as many seals, of one length, and no word of the ballots."""
    silent, spoken = (tally(QUESTION, ballots, draw("C")) for ballots in ([], [Ballot("Ann", YES, at(1))]))
    rolls = [roll(of_tally(found, SALTS)) for found in (silent, spoken)]
    assert [len(published) for published in rolls] == [2, 2]
    assert {len(mark) for published in rolls for mark in published} == {64}
    assert not any(word in mark for published in rolls for mark in published for word in ("Ann", "Bob", YES))


def test_equal_votes_have_unlike_seals_under_unlike_salts() -> None:
    assert seal("3", "Ann", YES, b"0" * SALT) != seal("3", "Ann", YES, b"1" * SALT)


def test_a_salt_that_could_be_tried_out_is_refused() -> None:
    with pytest.raises(ValueError, match="16 bytes"):
        receipt("3", "Ann", YES, b"0" * (SALT - 1))


def test_a_seal_stays_what_it_was() -> None:
    """Receipts of old votes must be good for ever: this is how a seal is made, step by step."""
    parts = [b"dragoman ballot 1", b"3", b"Ann", b"yes"]
    whole = b"".join(len(part).to_bytes(8, "big") + part for part in parts) + b"0" * SALT
    assert seal("3", "Ann", YES, b"0" * SALT) == hashlib.sha256(whole).hexdigest()


def test_ballots_of_several_preferences_have_receipts_too() -> None:
    ballots = [
        PreferenceBallot("Ann", (Preference("F Lon", 15),), at(1)),
        PreferenceBallot("Ann", (Preference("A Lvp", 15),), at(2)),
    ]
    receipts = of_ballots(QUESTION, ballots, SALTS)
    assert [(r.voter, r.ballot) for r in receipts] == [("Ann", "15 A Lvp"), ("Bob", "")]
    assert all(confirmed(r, roll(receipts)) for r in receipts)
    assert not confirmed(Receipt("3", "Ann", "15 F Lon", receipts[0].salt, receipts[0].seal), roll(receipts))
