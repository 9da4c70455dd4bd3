"""What is told goes out under a key of its own, so that a notice told twice is recognised as one and the same."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from datetime import datetime

from dragoman.game.protocol import Game, Notice
from dragoman.game.seats import KEEPER
from dragoman.referee.chain import moment
from dragoman.referee.ports import Posting, Slip


def postings(game: Game, table: str, now: datetime, notices: Iterable[Notice]) -> tuple[Posting, ...]:
    """The notices of one hearing, at `now`. The key is table, person, moment, and what the person is told: a number of
    events, or a place among everybody's notices, would tell of what others do and are told.

    A seat that the host's keeper holds, as every seat of a game that was taken in, is nobody's who reads letters.
    A person who holds two seats and is to be told the very same thing in both is told once.
    """
    told: dict[str, Posting] = {}
    at = moment(now)
    for notice in notices:
        if notice.person == KEEPER:
            continue
        body = game.encode_body(notice.body)
        said = hashlib.sha256(notice.kind.encode() + b"\0" + body).hexdigest()[:32]
        key = f"{table}/{notice.person}/{at}/{said}"
        told.setdefault(key, Posting(key, notice, body=body))
    return tuple(told.values())


def receipt(slip: Slip, notice: Notice) -> Posting:
    """The answer to a letter. Its key is the letter's own: a question changes no version, and may be asked again."""
    return Posting(f"{slip.table}/letter/{slip.letter}/{notice.person}", notice, slip.message_id)
