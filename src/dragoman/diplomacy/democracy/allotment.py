"""How many votes a power has: so many of its own, and more for the centres it holds, afresh for each vote (D.2)."""

from __future__ import annotations

from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.board.position import Position
from dragoman.diplomacy.democracy.settings import Watching, Worth


def allotment(chart: Chart, position: Position, power: str, worth: Worth) -> int:
    """The votes of a power. The example of the variant's text: England with Lon, Edi, Lvp, Nor, Swe, Stp, Den, Por, Spa
    and Bre has 5 + 15 + 6 + 5 = 31."""
    centres = position.centres_of(power)
    if not centres and not position.units_of(power):
        return worth.eliminated
    return worth.power + sum(_value(chart, power, centre, worth) for centre in centres)


def _value(chart: Chart, power: str, centre: str, worth: Worth) -> int:
    home = chart.provinces[centre].home
    if home == power:
        return worth.home
    neutral = centre not in chart.opening.centres if worth.owned else home is None
    return worth.neutral if neutral else worth.foreign


def may_watch(chart: Chart, first: int, latest: int, watching: Watching) -> bool:
    """Whether an observer votes, who first and last signed on in those years of the calendar (D.4)."""
    if watching.years is None:
        return True
    return (latest if watching.anew else first) - chart.first_phase().year < watching.years
