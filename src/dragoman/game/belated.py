"""What was said since a letter came that is heard late: where the same seat has said the same kind of thing since, the
newer word stands."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

WHOSE = ("seat", "player", "number", "regulation")
"""What tells whose and about what an event is."""


def moment(event: Any) -> datetime:
    """When that was said which an event tells: when it came, where that is not when it was recorded."""
    came: datetime | None = getattr(event, "came", None)
    at: datetime = event.at
    return came or at


def overtaken(events: Sequence[Any], since: Iterable[Any], came: datetime, seat: str | None) -> Any | None:
    """The first of what was said since then that what a seat says by these events would undo; None if there is none.
    What follows from its words, such as a count, is not said by it."""
    own = [event for event in events if getattr(event, "seat", getattr(event, "player", None)) == seat]
    mine = {_kind(event) for event in own or events[:1]}
    return next((event for event in since if _kind(event) in mine and moment(event) > came), None)


def _kind(event: Any) -> tuple[Any, ...]:
    return type(event), *(getattr(event, name, None) for name in WHOSE)
