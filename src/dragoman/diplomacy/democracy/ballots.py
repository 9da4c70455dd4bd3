"""A ballot is a list, the dearest first: so many votes for each choice. Here it is made to fit: what cannot be built is
put aside (D.11), and what goes beyond a voter's votes is cut from the bottom (D.12)."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from dragoman.diplomacy.democracy.options import Option
from dragoman.diplomacy.democracy.settings import Rules

MOST = 200
"""Lines on one ballot: more than any map has choices is a slip."""


@dataclass(frozen=True, slots=True)
class BallotLine:
    """So many votes for one choice; `text` as it was written."""

    option: Option
    votes: int
    text: str = ""


@dataclass(frozen=True, slots=True)
class Fitted:
    """A ballot as it counts: its lines, the votes cut from it, and the lines for what cannot be built. `over` says that
    it went beyond what the voter has."""

    lines: tuple[BallotLine, ...]
    cut: tuple[BallotLine, ...] = ()
    impossible: tuple[BallotLine, ...] = ()

    @property
    def over(self) -> bool:
        return bool(self.cut)

    @property
    def given(self) -> int:
        return sum(line.votes for line in self.lines)


def fitted(lines: Iterable[BallotLine], offered: Collection[Option], votes: int, rules: Rules) -> Fitted:
    """Make a ballot fit the choices offered and the votes a voter has.

    What is listed twice counts once, in its first place, with all its votes.
    """
    kept: dict[Option, BallotLine] = {}
    cut: list[BallotLine] = []
    impossible: list[BallotLine] = []
    for line in _joined(lines):
        given = min(line.votes, votes)
        if line.option not in offered:
            impossible.append(line)
            votes -= given if rules.spent else 0
            continue
        if given or not line.votes:
            kept[line.option] = BallotLine(line.option, given, line.text)
        if given < line.votes:
            cut.append(BallotLine(line.option, line.votes - given, line.text))
        votes -= given
    return Fitted(tuple(kept.values()), tuple(cut), tuple(impossible))


def _joined(lines: Iterable[BallotLine]) -> list[BallotLine]:
    joined: dict[Option, BallotLine] = {}
    for line in lines:
        before = joined.get(line.option)
        joined[line.option] = BallotLine(line.option, line.votes + (before.votes if before else 0), line.text)
    return list(joined.values())
