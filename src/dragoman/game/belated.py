"""What was said since a letter came that is heard late: where the same seat has said the same kind of thing since, the
newer word stands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

WHOSE = ("seat", "player", "to")
"""What tells whose an event is, and to whom."""

NUMBERED = ("number",)
"""What tells beside it which of several things an event is about."""

NONE_ALIKE: Mapping[type, str] = {}


def moment(event: Any) -> datetime:
    """When that was said which an event tells: when it came, where that is not when it was recorded."""
    came: datetime | None = getattr(event, "came", None)
    at: datetime = event.at
    return came or at


def overtaken(
    events: Sequence[Any],
    since: Iterable[Any],
    came: datetime,
    seat: str | None,
    alike: Mapping[type, str] = NONE_ALIKE,
) -> Any | None:
    """The first of what was said since then that what a seat says by these events would undo; None if there is none.
    What follows from its words, such as a count, is not said by it. Types of events that bear one name in `alike`
    undo one another: what gives and what takes back."""
    own = [event for event in events if getattr(event, "seat", getattr(event, "player", None)) == seat]
    mine = {_kind(event, alike) for event in own or events[:1]}
    return next((event for event in since if _kind(event, alike) in mine and moment(event) > came), None)


def _kind(event: Any, alike: Mapping[type, str]) -> tuple[Any, ...]:
    name = alike.get(type(event))
    told = WHOSE if name else (*WHOSE, *NUMBERED)
    return name or type(event), *(getattr(event, each, None) for each in told)
