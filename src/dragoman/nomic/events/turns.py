"""Turns, circuits, points and penalties."""

from __future__ import annotations

from datetime import datetime

from dragoman.nomic.events.happened import Happened


class TurnPassed(Happened, frozen=True, kw_only=True, tag="TurnPassed"):
    """It is known who moves next, and until when they are to post (None: no rule says)."""

    to: str
    post_by: datetime | None = None


class TurnBegun(Happened, frozen=True, kw_only=True, tag="TurnBegun"):
    """The mover began their turn with that proposal. It ends the term of the Judge of the turn before (212)."""

    player: str
    number: int


class TurnCompleted(Happened, frozen=True, kw_only=True, tag="TurnCompleted"):
    """Both parts of a turn are done (318)."""

    player: str
    number: int
    parallel: bool = False


class CircuitCompleted(Happened, frozen=True, kw_only=True, tag="CircuitCompleted"):
    """A full circuit of turns is complete: so many by now (306)."""

    circuits: int


class DeadlineSet(Happened, frozen=True, kw_only=True, tag="DeadlineSet"):
    """The next proposal is due at another time than was said: after a block (212), or by whoever presides. `held`: the
    time does not run, because the turn may not begin. `by` is `gm` where whoever presides moved it."""

    post_by: datetime | None
    why: str = ""
    held: bool = False
    by: str = ""


class PostingMissed(Happened, frozen=True, kw_only=True, tag="PostingMissed"):
    """The next proposal was not posted in time, and there is none to be assumed in its place (307)."""

    player: str


class PointsAdded(Happened, frozen=True, kw_only=True, tag="PointsAdded"):
    """A score changed. `because` is `defeat`, `turn`, `parallel`, `penalty`, `dissent`, `code`, `judgment`, `overruled`
    or `gm`; `rule` the number of the rule that does it, `number` the proposal it is about, `die` what was thrown,
    `score` what it comes to."""

    player: str
    amount: int
    because: str
    rule: str = ""
    number: int = 0
    die: int = 0
    note: str = ""
    score: int | None = None


class PenaltyAssigned(Happened, frozen=True, kw_only=True, tag="PenaltyAssigned"):
    """A player got a penalty, by that rule."""

    id: int
    player: str
    category: str
    severity: str
    rule: str
    because: str = ""


class PenaltyRemoved(Happened, frozen=True, kw_only=True, tag="PenaltyRemoved"):
    """A player is rid of a penalty."""

    id: int
    because: str = ""


class PenaltyRestored(Happened, frozen=True, kw_only=True, tag="PenaltyRestored"):
    """A penalty is held again: the Judge who had it removed was overruled."""

    id: int
