"""Phases in their course: which may come after which, which share a round (F.5, II.5), and how far ahead orders are
taken (F.6)."""

from __future__ import annotations

from collections.abc import Iterator

from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.board.position import Phase, PhaseKind
from dragoman.diplomacy.houserules.sheet import Sheet
from dragoman.game.recalled import recalled

TOGETHER = {"A": frozenset(), "B": frozenset("RA"), "C": frozenset("R"), "D": frozenset("A")}
"""By F.5's letter: the kinds of phase that go into the round of a phase before them. Under D the adjustments go with
the retreats alone, since they share the retreats' deadline; after moves without retreats they have it to themselves."""


def together(sheet: Sheet, before: Phase, after: Phase) -> bool:
    """Whether a phase is adjudicated in one round with the one before it, without a deadline between."""
    if after.kind is PhaseKind.MOVEMENT or after.year != before.year:
        return False
    grouping = sheet.letter("F.5")
    if grouping == "D" and before.kind is PhaseKind.MOVEMENT:
        return False
    return after.kind.value[0] in TOGETHER.get(grouping, frozenset())


def following(chart: Chart, phase: Phase) -> Iterator[Phase]:
    """Every phase that may come after that one, in order and without end."""
    while True:
        if phase.kind is PhaseKind.MOVEMENT:
            phase = phase._replace(kind=PhaseKind.RETREAT)
        elif phase.kind is PhaseKind.RETREAT and chart.counts(phase):
            phase = chart.winter(phase)
        else:
            phase = chart.next_moves(phase)
        yield phase


@recalled(64)
def open_phases(sheet: Sheet, chart: Chart, now: Phase) -> tuple[Phase, ...]:
    """The phases that orders are taken for, the current one first.

    Those up to the next moves always, since contingent retreats and adjustments are accepted (II.5); and where F.6.B
    lets orders be sent ahead, those moves and what follows on them.
    """
    moves = 2 if sheet.letter("F.6") == "B" else 1
    found = [now]
    for phase in following(chart, now):
        if phase.kind is PhaseKind.MOVEMENT:
            moves -= 1
            if not moves:
                break
        found.append(phase)
    return tuple(found)


def round_of(sheet: Sheet, chart: Chart, now: Phase) -> tuple[Phase, ...]:
    """The current phase and all that may be adjudicated in one round with it."""
    found = [now]
    for phase in following(chart, now):
        if not together(sheet, found[-1], phase):
            break
        found.append(phase)
    return tuple(found)


def days(sheet: Sheet, first: Phase) -> int:
    """Clause VII.4: the length of a round that begins with that phase. One without a length of its own (a game may be
    given so, and under F.5.D adjustments may come without retreats) has that of retreats, or of moves."""
    lengths = sheet.choice("VII.4")
    return lengths.number(first.kind.value.lower()) or lengths.number("retreat") or lengths.number("movement")


def is_phase(chart: Chart, phase: Phase) -> bool:
    """Whether the map's calendar has such a phase at all."""
    if (phase.year - chart.first_phase().year) % chart.years:
        return False
    if phase.kind is PhaseKind.ADJUSTMENT:
        return phase.season == chart.adjustment_season and chart.counts(phase)
    return phase.season in chart.turns


def rank(chart: Chart, phase: Phase) -> tuple[int, int, int]:
    """Where a phase lies in the course of a game: by year, season, and movement before retreats before adjustments."""
    seasons = (*chart.turns, chart.adjustment_season)
    season = seasons.index(phase.season) if phase.season in seasons else len(seasons)
    return phase.year, season, list(PhaseKind).index(phase.kind)
