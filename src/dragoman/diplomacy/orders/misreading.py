"""A misreading is a line that is no order: it names the smallest bad piece and what to write instead."""

from __future__ import annotations

from dataclasses import dataclass

from dragoman.diplomacy.orders.order import Ordered


@dataclass(frozen=True, slots=True)
class Misreading:
    """Why a line is no order.

    `code` is one of `unreadable`, `unknown-word`, `unknown-province`, `ambiguous`, `incomplete`, and `doubtful` (it
    would have been read but for what stands beside it); `text` the whole line;
    `word` the smallest piece at fault and `column` where it starts (1-based, 0 if the whole line is meant);
    `suggestions` are writings that would have been read. `mover` is the unit that the line, whatever its goal may be,
    orders to move: `A Tri - Narnia` (III.5.A).
    """

    code: str
    text: str
    word: str = ""
    line: int = 0
    column: int = 0
    suggestions: tuple[str, ...] = ()
    clause: str = ""
    mover: Ordered | None = None
