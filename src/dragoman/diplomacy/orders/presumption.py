"""An unclear order may be made out from the rest of its set: because the player is presumed to have wanted a complete
set of valid orders (III.1.B), or because one order may explain another (4.E.2.b).

Only readings that the words allow are weighed, and one is taken only if it is the only one that will do: what is still
unclear then stays so. What was written exactly binds, but for III.2.B together with III.1.B: there a word that makes
the order invalid may be a slip for another. Nothing depends on the order of lines.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from dragoman.diplomacy.board.position import PhaseKind, Position
from dragoman.diplomacy.orders.findings import Heading, Item, Read, ReadingContext
from dragoman.diplomacy.orders.lines import LineReader
from dragoman.diplomacy.orders.misreading import Misreading
from dragoman.diplomacy.orders.one_order import settle, settle_retreats
from dragoman.diplomacy.orders.order import (
    Build,
    Convoy,
    Disband,
    Hold,
    Line,
    Move,
    Order,
    Retreat,
    SupportHold,
    SupportMove,
    Waive,
)
from dragoman.diplomacy.orders.writing import write

PRESUMED = "presumed"
"""The sort of the note on an order that was made out from the rest of its set."""

Found = Line | Misreading


def presumed(found: Sequence[Found], context: ReadingContext) -> tuple[Found, ...]:
    """The same lines and misreadings, each unclear one made out where that can be done by the rules of the context.

    `found` is the whole set of the context's power for the phase its position is in.
    """
    if context.presumption is None or context.position is None:
        return tuple(found)
    table = _Table(context, context.position)
    settled = list(found)
    while choices := table.choices(settled):
        for index, order in choices:
            text = settled[index].text
            settled[index] = Line(order, text, (f"{PRESUMED}: {text.strip()} = {write(order)}",))
    return tuple(settled)


def presumed_items(items: Sequence[Item], context: ReadingContext) -> tuple[Item, ...]:
    """The same for all that was found in a text. What stands under a heading of another power, or for another kind of
    phase, is left as it is."""
    heading: Heading | None = None
    own: dict[int, tuple[Found, Heading | None]] = {}
    for index, item in enumerate(items):
        if isinstance(item, Heading):
            heading = item
        elif isinstance(item, Read) and _is_own(item.heading, context):
            own[index] = item.line, item.heading
        elif isinstance(item, Misreading) and _is_own(heading, context):
            own[index] = item, heading
    made_out = dict(zip(own, presumed([found for found, _ in own.values()], context), strict=True))
    return tuple(_item(item, made_out.get(index), own.get(index, (item, None))[1]) for index, item in enumerate(items))


def _is_own(heading: Heading | None, context: ReadingContext) -> bool:
    return heading is None or (heading.power in ("", context.power) and heading.kind in (None, context.kind))


def _item(item: Item, found: Found | None, heading: Heading | None) -> Item:
    if not isinstance(found, Line):
        return item
    if isinstance(item, Read):
        return replace(item, line=found)
    return Read(found, item.line, max(item.column, 1), heading) if isinstance(item, Misreading) else item


class _Choice(NamedTuple):
    """Which of the lines is made out, and as what."""

    at: int
    order: Order


class _Table:
    """Where the readings of a set are weighed."""

    def __init__(self, context: ReadingContext, position: Position) -> None:
        assert context.presumption is not None
        self.context, self.position, self.rules = context, position, context.presumption

    def choices(self, found: Sequence[Found]) -> tuple[_Choice, ...]:
        """The lines of which just one reading will do, as far as no two of them are for the same unit."""
        clear = [each.order for each in found if isinstance(each, Line) and not self._doubtful(each)]
        wanted = [
            _Choice(index, will_do[0])
            for index, each in enumerate(found)
            if len(will_do := self._weighed(self._readings(each), clear)) == 1
        ]
        units = [_province(choice.order) for choice in wanted]
        return tuple(choice for choice, unit in zip(wanted, units, strict=True) if units.count(unit) == 1)

    def _readings(self, each: Found) -> tuple[Order, ...]:
        """What a line may be besides what it was taken for."""
        reader = LineReader(each.text, self.context)
        if isinstance(each, Misreading):
            return reader.readings() if not each.clause else ()
        return reader.slips() if self._doubtful(each) else ()

    def _doubtful(self, line: Line) -> bool:
        """Whether an exact writing does not bind (III.2.B), because it makes no valid order."""
        loose = self.context.tolerance == "B" and self.rules.complete and not line.notes
        return loose and not isinstance(line.order, Waive) and not self._valid(line.order)

    def _weighed(self, readings: Iterable[Order], clear: Sequence[Order]) -> list[Order]:
        """The readings that will do beside the lines that are clear."""
        will_do = list(dict.fromkeys(readings))
        if self.rules.complete:
            ordered = {_province(order) for order in clear}
            will_do = [order for order in will_do if _province(order) not in ordered and self._valid(order)]
        if self.rules.together and (not self.rules.complete or len(will_do) > 1):
            will_do = [order for order in will_do if any(_fit(order, other) for other in clear)]
        return will_do

    def _valid(self, order: Order) -> bool:
        """Whether the power could give that order as the board stands."""
        chart, power, lines = self.context.chart, self.context.power, (Line(order, write(order)),)
        match self.position.phase.kind:
            case PhaseKind.MOVEMENT:
                fate = settle(chart, self.position, power, lines, self.rules.switches).fates[0]
                return not isinstance(order, Disband | Retreat) and fate.flaw is None
            case PhaseKind.RETREAT:
                (fate,) = settle_retreats(chart, self.position, power, lines, self.rules.switches)
                return isinstance(order, Disband | Retreat) and fate.flaw is None
            case PhaseKind.ADJUSTMENT:
                return self._adjusts(order)

    def _adjusts(self, order: Order) -> bool:
        power, chart = self.context.power, self.context.chart
        owned = self.position.centres_of(power)
        due = len(owned) - len(self.position.units_of(power))
        unit = self.position.unit_in(_province(order))
        if isinstance(order, Disband):
            return due < 0 and unit is not None and unit.power == power
        if not isinstance(order, Build) or due <= 0 or unit is not None:
            return False
        sites = owned if chart.build_sites != "home" else set(owned) & set(chart.home_centres(power))
        return _province(order) in sites and (
            order.unit.kind is None or chart.can_stand(order.unit.kind, order.unit.place)
        )


def _province(order: Order) -> str:
    if isinstance(order, Waive):
        return order.place.province if order.place else ""
    return order.unit.place.province


def _fit(order: Order, other: Order) -> bool:
    """Whether one of two orders serves the other: a support or convoy its move, a support its hold."""
    return _serves(order, other) or _serves(other, order)


def _serves(order: Order, other: Order) -> bool:
    match order, other:
        case SupportMove(_, served, to) | Convoy(_, served, to), Move(unit, goal):
            return (served.place.province, to.province) == (unit.place.province, goal.province)
        case SupportHold(_, served), Hold(unit):
            return served.place.province == unit.place.province
        case _:
            return False
