"""Press is what the people at a table write to each other through the referee: its colours, and to whom it may go."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from enum import StrEnum

from dragoman.game.seats import GM, Seat


class Colour(StrEnum):
    """How far the author is told: by name, not at all, unofficially as somebody, officially as somebody else (X.1)."""

    WHITE = "white"
    GREY = "grey"
    DARK_GREY = "dark grey"
    BLACK = "black"


ALL = "all"
"""Everybody at the table: players, game master, observers."""

OBSERVERS = "observers"
"""Everybody who looks on."""

UNSIGNED = "unsigned"
"""Everybody who writes without a signature, for a reader who wants to see no such press."""

OBSERVER = "observer "
"""What the name of an observer's seat begins with."""


def is_observer(seat: Seat) -> bool:
    return seat.startswith(OBSERVER)


def reaches(seat: Seat, author: Seat, audience: Collection[str]) -> bool:
    """Whether a piece by that author to that audience (seats, `all`, `observers`) may be read from a seat.

    The author may read it, too. Press to all is read by everyone; nobody else sees what is not addressed to them, the
    game master not excepted.
    """
    if ALL in audience or seat == author:
        return True
    return seat in audience or (OBSERVERS in audience and is_observer(seat))


def readers(seats: Iterable[Seat], author: Seat, audience: Collection[str]) -> tuple[Seat, ...]:
    """The seats, other than the author's own, that a piece goes to."""
    return tuple(seat for seat in seats if seat != author and reaches(seat, author, audience))


__all__ = ["ALL", "GM", "OBSERVER", "OBSERVERS", "UNSIGNED", "Colour", "is_observer", "readers", "reaches"]
