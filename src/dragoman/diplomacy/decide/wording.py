"""What a command's words lose before anything is decided, whichever way they came: marks that turn the direction of
writing, and readers who are among others named beside them."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

from dragoman.diplomacy.commands import Command, SendPress
from dragoman.game.directions import unmarked
from dragoman.game.press import ALL, OBSERVERS, is_observer
from dragoman.game.seats import Seat


def tidied(command: Command) -> Command:
    """The command with its words as they are kept."""
    found = {field.name: getattr(command, field.name) for field in fields(command)}
    changed: dict[str, Any] = {
        name: plain for name, value in found.items() if isinstance(value, str) and (plain := unmarked(value)) != value
    }
    if isinstance(command, SendPress):
        changed["to"] = _audience(command.to)
    return replace(command, **changed) if changed else command


def _audience(to: tuple[str, ...]) -> tuple[str, ...]:
    """“To everybody and England” is to everybody."""
    if ALL in to:
        return (ALL,)
    whole = OBSERVERS in to
    return tuple(dict.fromkeys(seat for seat in to if not (whole and is_observer(Seat(seat)))))
