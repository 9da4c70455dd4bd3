"""A bid offers money for what a unit does: for one order or any of several, for anything but them, or for any move or
any order to stay.

Amounts are `5`, or in pieces `2*3#1+4`: two pieces of three that are never cut below one, and one piece of four. Where
a player cannot pay, each piece is cut by one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from dragoman.diplomacy.orders.order import Move, Order
from dragoman.diplomacy.orders.writing import write

MOST = 9_999
MOST_PIECES = 99


class Sort(StrEnum):
    """What a bid is for, by the mark behind its amount."""

    THIS = ":"
    NOT_THIS = "!"
    OR_ANY_MOVE = ">"
    OR_STAYING = "@"
    ANYTHING = "&"


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of an amount, and below what it is never cut (`plateau`)."""

    amount: int
    plateau: int = 0

    def cut(self) -> Piece:
        return Piece(max(self.amount - 1, min(self.plateau, self.amount)), self.plateau)


@dataclass(frozen=True, slots=True)
class Bid:
    """One line: so much for what the unit in that province does. `orders` are in the bidder's order of liking; `text`
    as it was written."""

    unit: str
    sort: Sort
    orders: tuple[Order, ...]
    pieces: tuple[Piece, ...]
    text: str = ""

    @property
    def amount(self) -> int:
        return sum(piece.amount for piece in self.pieces)

    def pays(self, order: Order) -> bool:
        """Whether it is for that order."""
        listed = write(order) in map(write, self.orders)
        match self.sort:
            case Sort.THIS:
                return listed
            case Sort.NOT_THIS:
                return not listed
            case Sort.OR_ANY_MOVE:
                return listed or isinstance(order, Move)
            case Sort.OR_STAYING:
                return listed or not isinstance(order, Move)
            case Sort.ANYTHING:
                return True

    def place(self, order: Order) -> int:
        """Where an order stands among those it names; one that it only covers comes after them."""
        written = [write(each) for each in self.orders]
        return written.index(write(order)) if write(order) in written else len(written)


@dataclass(frozen=True, slots=True)
class Offer:
    """All that one player offers in a phase: the bids in their order, what is to be held back, and for units (or, under
    an empty name, for all) the acceptance lists by which ties over them are decided."""

    bids: tuple[Bid, ...] = ()
    savings: int = 0
    accepts: tuple[tuple[str, tuple[str, ...]], ...] = ()

    def accept(self, unit: str) -> tuple[str, ...]:
        lists = dict(self.accepts)
        return lists.get(unit, lists.get("", ()))


_PIECE = re.compile(r"(?:(\d{1,2})\*)?(\d{1,4})(?:#(\d{1,4}))?")


def pieces(text: str) -> tuple[Piece, ...] | None:
    """The pieces of an amount in writing; None for what is none."""
    found: list[Piece] = []
    for part in re.sub(r"\s*([*#+])\s*", r"\1", text.strip()).split("+"):  # `5 5` is no 55
        match = _PIECE.fullmatch(part)
        if match is None:
            return None
        times, amount, plateau = int(match[1] or 1), int(match[2]), int(match[3] or 0)
        found.extend([Piece(amount, min(plateau, amount))] * times)
    return tuple(found) if 0 < len(found) <= MOST_PIECES else None


def written(amount: tuple[Piece, ...]) -> str:
    """An amount as it is written."""
    return "+".join(f"{piece.amount}#{piece.plateau}" if piece.plateau else str(piece.amount) for piece in amount)
