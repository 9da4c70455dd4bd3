"""Phases however a record writes them: `["Fall", 1901, "Movement"]`, `"F1901M"`, or that the game has ended."""

from __future__ import annotations

from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.board.position import SHORT_PHASE, Phase, PhaseKind

ENDED = "COMPLETED"
"""What stands for a phase where the game ended."""


def phase_told(named: tuple[str, int, str] | str, chart: Chart) -> Phase | None:
    """The phase so named, with the map's own season for adjustments; None if it is none."""
    if isinstance(named, str):
        short = SHORT_PHASE.fullmatch(named)
        season, year, kind = (short[1], int(short[2]), short[3]) if short else ("", 0, "")
    else:
        season, year, kind = named
    kinds = [k for k in PhaseKind if kind and k.value.upper().startswith(kind.upper())]
    if kinds == [PhaseKind.ADJUSTMENT]:
        return Phase(chart.adjustment_season, year, PhaseKind.ADJUSTMENT)
    seasons = [s for s in chart.turns if season and s.upper().startswith(season.upper())]
    return Phase(seasons[0], year, kinds[0]) if kinds and seasons else None
