"""A receipt lets one voter check that their own ballot was counted as cast, and shows it to nobody else.

For every ballot a seal is made: the hash of question, voter, ballot and a salt that only this voter is given. All the
seals are published in the order of their bytes, which is no order of anything. Whoever holds a receipt finds their seal
in the roll; whoever does not hold the salt learns nothing from it, not even by trying every ballot there could be.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from dragoman.ballots import seals
from dragoman.ballots.ballot import Cast, Question, latest
from dragoman.ballots.count import Tally
from dragoman.ballots.seals import SALT

FORM = "dragoman ballot 1"


@dataclass(frozen=True, slots=True)
class Receipt:
    """What one voter is given, and nobody else: the ballot as it was counted, the salt in hexadecimal, the seal."""

    question: str
    voter: str
    ballot: str
    salt: str
    seal: str


def seal(question: str, voter: str, ballot: str, salt: bytes) -> str:
    """The SHA-256 of all four, each told apart from the next by its length. Raises ValueError for too short a salt."""
    if len(salt) < SALT:
        raise ValueError(f"a salt has {SALT} bytes or more, not {len(salt)}")
    return seals.seal(FORM, question, voter, ballot, salt)


def receipt(question: str, voter: str, ballot: str, salt: bytes) -> Receipt:
    """The receipt for one ballot as counted. Raises ValueError for too short a salt."""
    return Receipt(question, voter, ballot, salt.hex(), seal(question, voter, ballot, salt))


def of_tally(tally: Tally, salts: Mapping[str, bytes]) -> tuple[Receipt, ...]:
    """A receipt for everyone entitled, those who said nothing too, so that the length of the roll tells nothing.

    `salts` has one for each voter, drawn for this question alone. Raises KeyError where one lacks.
    """
    return tuple(
        receipt(tally.question, vote.voter, f"{vote.option} ({vote.how})", salts[vote.voter]) for vote in tally.votes
    )


def of_ballots(question: Question, ballots: Iterable[Cast], salts: Mapping[str, bytes]) -> tuple[Receipt, ...]:
    """A receipt for everyone entitled, of the last ballot they sent; an empty one for those who sent none."""
    standing = latest(ballots)
    written = {voter: standing[voter].written() if voter in standing else "" for voter in question.voters}
    return tuple(receipt(question.id, voter, written[voter], salts[voter]) for voter in question.voters)


def roll(receipts: Iterable[Receipt]) -> tuple[str, ...]:
    """The seals as they are published."""
    return tuple(sorted(receipt.seal for receipt in receipts))


def confirmed(receipt: Receipt, published: Iterable[str]) -> bool:
    """Whether the ballot on the receipt is the one that was counted: its seal is right, and stands in the roll."""
    try:
        salt = bytes.fromhex(receipt.salt)
        right = seal(receipt.question, receipt.voter, receipt.ballot, salt) == receipt.seal
    except ValueError:
        return False
    return right and receipt.seal in tuple(published)
