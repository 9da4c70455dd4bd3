"""What a command's words lose before anything is decided, whichever way they came: marks that turn the direction of
writing, and readers who are among others named beside them."""

from __future__ import annotations

from dataclasses import replace

from dragoman.diplomacy.commands import Command, SendPress
from dragoman.game.directions import unmarked_within
from dragoman.game.press import ALL, OBSERVERS, is_observer
from dragoman.game.seats import Seat


def tidied(command: Command) -> Command:
    """The command with its words as they are kept."""
    plain: Command = unmarked_within(command)
    return replace(plain, to=_audience(plain.to)) if isinstance(plain, SendPress) else plain


def _audience(to: tuple[str, ...]) -> tuple[str, ...]:
    """“To everybody and England” is to everybody."""
    if ALL in to:
        return (ALL,)
    whole = OBSERVERS in to
    return tuple(dict.fromkeys(seat for seat in to if not (whole and is_observer(Seat(seat)))))
