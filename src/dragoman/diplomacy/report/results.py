"""A phase adjudicated, or previewed, as one seat is told of it."""

from __future__ import annotations

from datetime import datetime

from dragoman.diplomacy.adjudication.verdict import Ruling
from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.board.position import PhaseKind, Position
from dragoman.diplomacy.events import recorded
from dragoman.diplomacy.report.bodies import Next, Owed, Results
from dragoman.diplomacy.report.parts import head_of, owed_record, piece_told, standings
from dragoman.diplomacy.sight import View
from dragoman.diplomacy.state import Turn, due
from dragoman.game.press import ALL


def results(view: View, turn: Turn, deadline: datetime | None = None) -> Results:
    """A phase that was adjudicated, as the view's seat is told of it.

    What comes next is told of the last phase alone, with `deadline` or else the one that stands.
    """
    following = _next(view, turn, deadline)
    return Results(
        head=head_of(view),
        before=recorded.position_record(turn.before),
        ruling=recorded.ruling_record(turn.ruling),
        standings=standings(view.chart, turn.ruling.after, turn.before),
        missing=turn.missing,
        next=following,
        owed=_owed_by(view, turn.ruling) if following else None,
        all_owed=_owed_by_all(view.chart, turn.ruling) if following else {},
        press=tuple(piece_told(piece) for piece in view.press if piece.phase == turn.phase and ALL in piece.to),
        announced=tuple(said.text for said in view.announcements if said.phase == turn.phase),
    )


def _next(view: View, turn: Turn, deadline: datetime | None) -> Next | None:
    after = turn.ruling.after.phase
    if turn.ruling.winner is not None or (deadline is None and after != view.phase):
        return None
    return Next(recorded.phase_record(after), deadline or (None if view.paused else view.deadline))


def previewed(view: View, before: Position, ruling: Ruling) -> Results:
    """What the game master is shown: what the orders on file would come to."""
    return Results(
        head=head_of(view),
        before=recorded.position_record(before),
        ruling=recorded.ruling_record(ruling),
        standings=standings(view.chart, ruling.after, before),
        preview=True,
    )


def _owed_by(view: View, ruling: Ruling) -> Owed | None:
    if view.power is None:
        return None
    return owed_record(due(view.chart, ruling.after, view.power), ruling.retreats)


def _owed_by_all(chart: Chart, ruling: Ruling) -> dict[str, Owed]:
    """Retreats and adjustments are everybody's to see; that units may move goes without saying."""
    if ruling.after.phase.kind is PhaseKind.MOVEMENT:
        return {}
    owed = {power: due(chart, ruling.after, power) for power in chart.powers}
    return {power: owed_record(each, ruling.retreats) for power, each in owed.items() if each}
