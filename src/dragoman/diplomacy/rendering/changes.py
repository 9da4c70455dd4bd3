"""What a game master changed of a ruling or a position, in words (VIII)."""

from __future__ import annotations

from dragoman.diplomacy.events.corrections import ChangeRecord
from dragoman.diplomacy.events.recorded import order
from dragoman.diplomacy.orders.writing import write
from dragoman.game.saying import Saying, filled, say

CHANGES = {
    "order": say("{power_whose}: {order}"),
    "succeeds": say("{order} succeeds"),
    "fails": say("{order} fails"),
    "remove": say("off the board: {unit}"),
    "add": say("on the board: {unit}"),
    "centre": say("{place} belongs to {power_whose}"),
    "free": say("{place} belongs to nobody"),
}


def change(record: ChangeRecord) -> Saying:
    """One change of the game master's, in words."""
    says = "free" if record.says == "centre" and not record.power else record.says
    written = write(order(record.line.order)) if record.line is not None else ""
    unit = " ".join(filter(None, (record.power, record.kind, record.place)))
    return filled(CHANGES[says], power_whose=record.power, order=written, unit=unit, place=record.place)
