"""What is told goes out under a key of its own, so that a notice told twice is recognised as one and the same."""

from __future__ import annotations

from collections.abc import Iterable

from dragoman.game.protocol import Game, Notice
from dragoman.referee.ports import Posting, Slip


def postings(game: Game, table: str, version: int, notices: Iterable[Notice]) -> tuple[Posting, ...]:
    """The notices of one hearing, which reached `version`. The key is table, version, place in the list, and person.

    A person who holds two seats and is to be told the very same thing in both is told once.
    """
    told: set[tuple[str, str, bytes]] = set()
    out = []
    for index, notice in enumerate(notices):
        same = (notice.person, notice.kind, game.encode_body(notice.body))
        if same not in told:
            told.add(same)
            out.append(Posting(f"{table}/{version}/{index}/{notice.person}", notice))
    return tuple(out)


def receipt(slip: Slip, notice: Notice) -> Posting:
    """The answer to a letter. Its key is the letter's own: a question changes no version, and may be asked again."""
    return Posting(f"{slip.table}/letter/{slip.letter}/{notice.person}", notice, slip.message_id)
