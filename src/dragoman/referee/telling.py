"""What is told goes out under a key of its own, so that a notice told twice is recognised as one and the same."""

from __future__ import annotations

from collections.abc import Iterable

from dragoman.game.protocol import Game, Notice
from dragoman.referee.ports import Posting, Slip


def postings(game: Game, table: str, version: int, notices: Iterable[Notice]) -> tuple[Posting, ...]:
    """The notices of one hearing, which reached `version`. The key is table, version, place among what the person is
    told, and person: were it the place among everybody's notices, it would tell of what others are told or are not.

    A person who holds two seats and is to be told the very same thing in both is told once.
    """
    told: dict[str, list[tuple[str, bytes]]] = {}
    out = []
    for notice in notices:
        theirs = told.setdefault(notice.person, [])
        same = (notice.kind, game.encode_body(notice.body))
        if same not in theirs:
            out.append(Posting(f"{table}/{version}/{len(theirs)}/{notice.person}", notice))
            theirs.append(same)
    return tuple(out)


def receipt(slip: Slip, notice: Notice) -> Posting:
    """The answer to a letter. Its key is the letter's own: a question changes no version, and may be asked again."""
    return Posting(f"{slip.table}/letter/{slip.letter}/{notice.person}", notice, slip.message_id)
