"""What whoever presides entered by hand, so that everybody can tell it from what came about by the rules."""

from __future__ import annotations

from datetime import datetime

from dragoman.nomic.events.happened import Happened


class RecordedByHand(Happened, frozen=True, kw_only=True, tag="RecordedByHand"):
    """Whoever presides recorded a fact, for the reason given (empty: for none). What came of it follows as events of
    their own. `what` and the rest are as in an order: `points`, `penalty`, `remove penalty`, `reading`, `set`,
    `suspend`, `restore`, `conflict`, `winner`, `opens`, `effect` or `settled`."""

    what: str
    why: str = ""
    player: str = ""
    amount: int = 0
    name: str = ""
    value: str = ""
    rules: tuple[str, ...] = ()
    moment: datetime | None = None
