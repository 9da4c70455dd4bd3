"""What people at the table say to each other."""

from __future__ import annotations

from dragoman.nomic.events.happened import Happened


class PressSent(Happened, frozen=True, kw_only=True, tag="PressSent"):
    """Somebody wrote to others at the table; `to` names seats, `all` or `observers`."""

    number: int
    person: str
    seat: str
    to: tuple[str, ...]
    text: str


class Announced(Happened, frozen=True, kw_only=True, tag="Announced"):
    """Whoever presides told everybody something."""

    text: str
