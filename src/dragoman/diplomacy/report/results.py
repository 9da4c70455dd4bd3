"""A phase adjudicated, or previewed, as one seat is told of it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from dragoman.diplomacy.adjudication.verdict import Ruling
from dragoman.diplomacy.board.position import PhaseKind
from dragoman.diplomacy.democracy.settings import voted
from dragoman.diplomacy.events import recorded
from dragoman.diplomacy.events.corrections import change_record
from dragoman.diplomacy.report.market import ledger_told
from dragoman.diplomacy.report.news import PhaseTold, Results
from dragoman.diplomacy.report.parts import file_of, head_of, owed_record, standings, taken_told
from dragoman.diplomacy.report.pieces import Next, Owed, TakenTold
from dragoman.diplomacy.report.polls import of_turn
from dragoman.diplomacy.report.press import published
from dragoman.diplomacy.report.votes import votes_counted
from dragoman.diplomacy.sight import View
from dragoman.diplomacy.state import Due, Stage, Superseded, Turn, due
from dragoman.game.seats import GM


def results(view: View, turn: Turn, deadline: datetime | None = None, earlier: Sequence[Turn] = ()) -> Results:
    """A phase that was adjudicated, and those `earlier` of the same go, as the view's seat is told of them.

    What comes next is told of the last phase alone, with `deadline` or else the one that stands.
    """
    following = _next(view, turn, deadline)
    phases = {each.phase for each in (*earlier, turn)}
    amended = [each for each in (*earlier, turn) if each.changes]
    announced = [said for said in view.announcements if said.phase in phases]
    return Results(
        head=head_of(view),
        before=recorded.position_record(turn.before),
        ruling=recorded.ruling_record(turn.ruling),
        standings=standings(view.chart, turn.ruling.after, (*earlier, turn)[0].before),
        missing=turn.missing,
        next=following,
        owed=_owed_by(view, turn.ruling) if following else None,
        all_owed=_owed_by_all(view, turn.ruling) if following else {},
        press=published(view, phases),
        announced=tuple(said.text for said in announced),
        announced_on=tuple(
            (recorded.phase_record(said.phase), said.at) for said in announced if said.phase is not None
        ),
        earlier=tuple(_phase_told(view, each) for each in earlier),
        taken=_taken(view, turn),
        disordered=turn.disordered,
        form=view.form,
        number=view.turns.index(turn) + 1,
        due=turn.deadline,
        votes=votes_counted(view, (*earlier, turn)),
        mark="correction" if turn.cause == "corrected" else "amended" if amended else "",
        mark_why="\n".join(filter(None, (each.why for each in amended))) or turn.why,
        changes=tuple(change_record(change) for each in amended for change in each.changes),
        file=file_of(view) if following and view.own is not None and view.own.at is not None else None,
        poll=of_turn(view, frozenset(phases)),
        ledger=ledger_told(view, frozenset(phases)),
        seals=turn.seals,
        played=_played(view) if following else None,
    )


def _played(view: View) -> int | None:
    """How many powers have a player, to the game master, where that is one or none: nobody else may stop the clock."""
    played = sum(person is not None for seat, person in view.seats.items() if seat in view.chart.powers)
    return played if view.seat == GM and view.stage is Stage.RUNNING and not view.paused and played < 2 else None


def no_longer(view: View, past: Superseded) -> Results:
    """A ruling that is no longer in force, marked so."""
    turn = past.turn
    return Results(
        head=head_of(view),
        before=recorded.position_record(turn.before),
        ruling=recorded.ruling_record(turn.ruling),
        standings=standings(view.chart, turn.ruling.after, turn.before),
        missing=turn.missing,
        taken=_taken(view, turn),
        mark=past.how,
        mark_why=past.why,
    )


def _phase_told(view: View, turn: Turn) -> PhaseTold:
    before, ruling = recorded.position_record(turn.before), recorded.ruling_record(turn.ruling)
    return PhaseTold(before, ruling, turn.missing, _taken(view, turn), turn.disordered, turn.seals)


def _taken(view: View, turn: Turn) -> tuple[TakenTold, ...]:
    """How this seat's own conditional orders came out."""
    own = turn.taken.get(view.power, ()) if view.power else ()
    return tuple(taken_told(view.chart, taken) for taken in own)


def _next(view: View, turn: Turn, deadline: datetime | None) -> Next | None:
    after = turn.ruling.after.phase
    if turn.ruling.winner is not None or (deadline is None and after != view.phase):
        return None
    return Next(
        recorded.phase_record(after), deadline or (None if view.paused else view.deadline), view.poll is not None
    )


def previewed(view: View, turns: Sequence[Turn]) -> Results:
    """What the game master is shown: what the orders on file would come to, through all phases of the round."""
    last = turns[-1]
    return Results(
        head=head_of(view),
        before=recorded.position_record(last.before),
        ruling=recorded.ruling_record(last.ruling),
        standings=standings(view.chart, last.ruling.after, turns[0].before),
        preview=True,
        earlier=tuple(_phase_told(view, each) for each in turns[:-1]),
    )


def _owed_by(view: View, ruling: Ruling) -> Owed | None:
    if view.power is None:
        return None
    return owed_record(_due(view, ruling, view.power), ruling.retreats)


def _due(view: View, ruling: Ruling, power: str) -> Due:
    """Builds that are voted on (D.1) are nobody's to order."""
    owed = due(view.chart, ruling.after, power)
    return Due() if owed.count > 0 and voted(view.sheet) else owed


def _owed_by_all(view: View, ruling: Ruling) -> dict[str, Owed]:
    """Retreats and adjustments are everybody's to see; that units may move goes without saying."""
    if ruling.after.phase.kind is PhaseKind.MOVEMENT:
        return {}
    owed = {power: _due(view, ruling, power) for power in view.chart.powers}
    return {power: owed_record(each, ruling.retreats) for power, each in owed.items() if each}
