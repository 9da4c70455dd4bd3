"""A ruling must not contradict itself: what is said of an order, and where its unit is afterwards, are one story."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from dragoman.diplomacy.adjudication.verdict import Outcome, Ruling, Verdict
from dragoman.diplomacy.board.position import PhaseKind, Position
from dragoman.diplomacy.board.unit import Unit
from dragoman.diplomacy.orders.order import Move, Retreat


def contradictions(before: Position, ruling: Ruling) -> tuple[Verdict, ...]:
    """The verdicts of a movement or retreat phase that the position after it belies: a unit whose move succeeded is not
    where it went, one that stayed is not where it was, one that was dislodged neither retreats nor is gone."""
    if before.phase.kind is PhaseKind.ADJUSTMENT:
        return ()
    return tuple(verdict for verdict in ruling.verdicts if verdict.unit is not None and _belied(verdict, ruling))


def _belied(verdict: Verdict, ruling: Ruling) -> bool:
    unit = verdict.unit
    assert unit is not None
    if verdict.dislodged:
        return unit not in _driven_out(ruling)
    succeeds = verdict.outcome is Outcome.SUCCEEDS
    match verdict.order:
        case Move(_, to) | Retreat(_, to) if succeeds:
            return not any(_same(each, unit) and each.province == to.province for each in ruling.after.units)
        case Move():
            return unit not in ruling.after.units
        case _:
            return False


def _driven_out(ruling: Ruling) -> Iterator[Unit]:
    yield from (each.unit for each in ruling.after.dislodged)
    yield from ruling.removed


def _same(one: Unit, other: Unit) -> bool:
    return (one.power, one.kind) == (other.power, other.kind)


def crowded(position: Position) -> tuple[tuple[Unit, ...], ...]:
    """The units of each province that holds more than one (VIII.3)."""
    counts = Counter(unit.province for unit in position.units)
    return tuple(
        tuple(unit for unit in position.units if unit.province == province)
        for province, count in sorted(counts.items())
        if count > 1
    )


__all__ = ["contradictions", "crowded"]
