"""What the course of a game says of its end: whether a year is done, who has the centres that win, for how many years
nothing has changed hands, who stood where, and the centres of every year."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from dragoman.diplomacy.adjudication.verdict import Ruling
from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.board.position import PhaseKind, Position
from dragoman.diplomacy.houserules.sheet import Sheet
from dragoman.diplomacy.state.turns import Turn

SHARED = frozenset({"ranking", "several"})
"""What brings about a win that several share, which is no draw (F.16)."""


@dataclass(frozen=True, slots=True)
class Year:
    """The centres of each power that had any, once the year was done; the year before the first is the opening."""

    year: int
    centres: Mapping[str, int]


def year_done(chart: Chart, ruling: Ruling) -> bool:
    """Whether the centres of the year have been counted with this ruling."""
    before, after = ruling.phase, ruling.after.phase
    return before.kind is not PhaseKind.ADJUSTMENT and after.kind is not PhaseKind.RETREAT and chart.counts(before)


def champion(chart: Chart, sheet: Sheet, ruling: Ruling) -> str | None:
    """Who has won by this ruling, where IX.1.centres says otherwise than the map: whoever alone has the most centres,
    and enough of them."""
    choice = sheet.choice("IX.1.centres")
    if choice.letter != "B":
        return ruling.winner
    leading = leaders(ruling.after) if year_done(chart, ruling) else ()
    if len(leading) != 1 or len(ruling.after.centres_of(leading[0])) < choice.number("centres"):
        return None
    return leading[0]


def winning(chart: Chart, sheet: Sheet) -> int:
    """How many centres win: as the house rules say, or else the map."""
    choice = sheet.choice("IX.1.centres")
    return choice.number("centres") if choice.letter == "B" else chart.victory


def leaders(position: Position) -> tuple[str, ...]:
    """Those who have the most centres, by name; nobody if nobody has any."""
    counts = Counter(position.centres.values())
    return tuple(sorted(power for power, count in counts.items() if count == max(counts.values())))


def unchanged_years(chart: Chart, turns: Sequence[Turn]) -> int:
    """For how many whole years, up to the last one done, no centre has changed hands (IX.2)."""
    count = 0
    for first, last in reversed(_years(chart, turns)):
        if dict(first.before.centres) != dict(last.ruling.after.centres):
            break
        count += 1
    return count


def _years(chart: Chart, turns: Sequence[Turn]) -> list[tuple[Turn, Turn]]:
    """The first phase of each year, and the one with which its centres were counted; years not done are left out.
    Where the map counts centres in every second year alone, what is a year here is two."""
    opened: Turn | None = None
    done: dict[int, tuple[Turn, Turn]] = {}
    for turn in turns:
        opened = opened or turn
        if year_done(chart, turn.ruling):
            done[turn.phase.year] = (opened, turn)
            opened = None
        elif turn.phase.kind is PhaseKind.ADJUSTMENT:
            opened = None
    return [done[year] for year in sorted(done)]


def chart_of_years(chart: Chart, turns: Sequence[Turn], position: Position) -> tuple[Year, ...]:
    """The centres of each power at the beginning, and at the end of every year; a year not done, as they stand."""
    if not turns:
        return (Year(position.phase.year - chart.years, _counts(position)),)
    before = Year(turns[0].phase.year - chart.years, _counts(turns[0].before))
    years = [Year(last.phase.year, _counts(last.ruling.after)) for _, last in _years(chart, turns)]
    return before, *years


def _counts(position: Position) -> dict[str, int]:
    return dict(sorted(Counter(position.centres.values()).items()))


def standing(position: Position, turns: Sequence[Turn], powers: Iterable[str]) -> tuple[tuple[str, ...], ...]:
    """The places of all powers without any vote: by their centres, and those without any by how long they lasted."""
    lasted = {power: _lasted(power, turns, position) for power in powers}
    places = sorted(set(lasted.values()), reverse=True)
    return tuple(tuple(power for power in sorted(lasted) if lasted[power] == place) for place in places)


def _lasted(power: str, turns: Sequence[Turn], position: Position) -> tuple[int, int]:
    """The power's centres, or how many phases it saw."""
    centres = len(position.centres_of(power))
    if centres or position.units_of(power):
        return centres, len(turns)
    return 0, next((n for n, turn in reversed([*enumerate(turns)]) if _there(power, turn.before)), -1)


def _there(power: str, position: Position) -> bool:
    return bool(position.centres_of(power) or position.units_of(power))
