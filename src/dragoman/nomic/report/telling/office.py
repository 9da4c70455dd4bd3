"""What whoever presides enters by hand, told."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from dragoman.game.saying import Saying, filled, say
from dragoman.nomic.events import office as o
from dragoman.nomic.report.bodies import Block, Quote, text
from dragoman.nomic.report.telling.news import told
from dragoman.nomic.report.wording import (
    ORDERED,
)
from dragoman.nomic.sight import View


@told.register
def _(event: o.RecordedByHand, view: View) -> Iterator[Block]:
    yield text(by_hand(event, view))
    yield from reason(event.why, view)


def by_hand(ordered: Any, view: View) -> Saying:
    """Who recorded what; an order and the record of one have the same fields."""
    recorded = (
        say("The game master records by hand: {said_what}.")
        if view.moderated
        else say("The keeper of the host records by hand: {said_what}.")
    )
    return filled(
        recorded, said_what=ORDERED[ordered.what].text, player=ordered.player,
        amount=f"{ordered.amount:+d}".replace("-", "−"), number=ordered.amount, category=ordered.name,
        severity=ordered.value, name=ordered.name, value=ordered.value, rules=", ".join(ordered.rules),
        time_opens=ordered.moment.isoformat() if ordered.moment is not None else "",
    )  # fmt: skip


def reason(why: str, view: View) -> Iterator[Block]:
    """The own words for it of whoever presides, if there are any."""
    if why:
        yield Quote(says(view), why)


def says(view: View) -> Saying:
    """Where nobody presides, only whoever keeps the host acts so."""
    return say("The game master says:") if view.moderated else say("The keeper of the host says:")
