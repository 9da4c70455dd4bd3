"""What the retreats that F.12.B gives to units without an order must leave free: the sites of builds that are ordered
ahead. To the units of a power in civil disorder it gives none: they are disbanded, as the rulebooks have it."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from dragoman.diplomacy.adjudication import phases
from dragoman.diplomacy.board.position import PhaseKind
from dragoman.diplomacy.orders.order import Build
from dragoman.diplomacy.state import State


def sends_off(state: State, power: str) -> bool:
    """Whether a power's units for which no retreat is ordered are given one, as long as a place is open to them."""
    return state.sheet.letter("F.12") == "B" and power not in state.roster.disorder


def kept_free(state: State) -> dict[str, frozenset[str]] | None:
    """By power, the provinces that a retreat given by the rule must leave free; None where the rule gives none."""
    if state.phase.kind is not PhaseKind.RETREAT or state.sheet.letter("F.12") != "B":
        return None
    kept = {power: _wanted(state, power) for power in {each.unit.power for each in state.position.dislodged}}
    return kept | {power: frozenset(state.chart.provinces) for power in state.roster.disorder}


def _wanted(state: State, power: str) -> frozenset[str]:
    """The centres kept free in the autumn, since the player has ordered, and can make, a build there that winter."""
    if not state.chart.counts(state.phase):
        return frozenset()
    lines = state.planned(power, state.chart.winter(state.phase))
    ordered = {line.order.unit.place.province for line in lines if isinstance(line.order, Build)}
    position = replace(
        state.position, centres=phases.captured(state.chart, state.position.centres, state.position.units)
    )
    surplus = Counter(position.centres.values())[power] - len(position.units_of(power))
    return frozenset(ordered.intersection(phases.sites(state.chart, position, power))) if surplus > 0 else frozenset()
