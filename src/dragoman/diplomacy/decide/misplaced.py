"""Orders of a kind that their phase cannot have: a build among moves, a move among builds.

They are never put on file for it, where they would put good orders out of force, make an empty set final, and be
published with the result. They are refused one by one, with what to write to order ahead.
"""

from __future__ import annotations

from collections.abc import Iterable

from dragoman.diplomacy.board.position import Phase, PhaseKind
from dragoman.diplomacy.orders.contingent import Choice
from dragoman.diplomacy.orders.order import Build, Disband, Line, Order, Retreat, Waive
from dragoman.diplomacy.state import State
from dragoman.diplomacy.state.filing import lines_of
from dragoman.diplomacy.state.rounds import rank
from dragoman.game.refusals import Refusal
from dragoman.game.saying import Saying, filled, say

CODE = "wrong-kind"

NOTHING = {
    "built": (
        say("{phase_now}: there is nothing to build."),
        say("{phase_now}: there is nothing to build. To order ahead, put “{phase_ahead}:” on a line over it."),
        say(
            "{phase_now}: there is nothing to build. {phase_past} is over since {time_ruled}. To order ahead, put "
            "“{phase_ahead}:” on a line over it."
        ),
    ),
    "retreats": (
        say("{phase_now}: nothing retreats."),
        say("{phase_now}: nothing retreats. To order ahead, put “{phase_ahead}:” on a line over it."),
        say(
            "{phase_now}: nothing retreats. {phase_past} is over since {time_ruled}. To order ahead, put "
            "“{phase_ahead}:” on a line over it."
        ),
    ),
    "disbands": (
        say("{phase_now}: there is nothing to disband."),
        say("{phase_now}: there is nothing to disband. To order ahead, put “{phase_ahead}:” on a line over it."),
        say(
            "{phase_now}: there is nothing to disband. {phase_past} is over since {time_ruled}. To order ahead, put "
            "“{phase_ahead}:” on a line over it."
        ),
    ),
    "moves": (
        say("{phase_now}: no unit moves, holds, supports or convoys."),
        say(
            "{phase_now}: no unit moves, holds, supports or convoys. To order ahead, put “{phase_ahead}:” on a line "
            "over it."
        ),
        say(
            "{phase_now}: no unit moves, holds, supports or convoys. {phase_past} is over since {time_ruled}. To order "
            "ahead, put “{phase_ahead}:” on a line over it."
        ),
    ),
}
"""What is said of an order in the wrong phase: by itself; where orders are taken for a phase ahead that can have it;
and where one that could has just been adjudicated, too."""


KINDS = {
    "built": (PhaseKind.ADJUSTMENT,),
    "retreats": (PhaseKind.RETREAT,),
    "disbands": (PhaseKind.RETREAT, PhaseKind.ADJUSTMENT),
    "moves": (PhaseKind.MOVEMENT,),
}
"""The kinds of phase that can have such an order."""


def misplaced(state: State, phase: Phase, line: Line) -> Refusal | None:
    """Why an order is not taken for a phase: no phase of that kind can have it."""
    if fits(phase, line):
        return None
    return Refusal(CODE, _says(state, phase, _sort(line.order)), text=line.text)


def fits(phase: Phase, line: Line) -> bool:
    """Whether a phase of that kind can have such an order."""
    return phase.kind in KINDS[_sort(line.order)]


def said_alone(phase: Phase, line: Line) -> Saying:
    """What is said of such an order to whoever cannot order ahead."""
    return filled(NOTHING[_sort(line.order)][0], phase_now=phase)


def first_misplaced(state: State, phase: Phase, lines: Iterable[Line]) -> Refusal | None:
    """The first such refusal of several orders."""
    return next((why for line in lines if (why := misplaced(state, phase, line)) is not None), None)


def all_lines(lines: Iterable[Line], choices: Iterable[tuple[int, Choice]]) -> tuple[Line, ...]:
    """Every order of a set, those under conditions among them."""
    return (*lines, *(line for _, choice in choices for line in lines_of(choice)))


def _says(state: State, phase: Phase, sort: str) -> Saying:
    here, ahead, past_too = NOTHING[sort]
    kinds = KINDS[sort]
    place = rank(state.chart, phase)
    coming = next((p for p in state.open_phases() if p.kind in kinds and rank(state.chart, p) > place), None)
    if coming is None:
        return filled(here, phase_now=phase)
    last = state.turns[-1] if state.turns else None
    if last is None or last.phase.kind not in kinds or phase != state.phase:
        return filled(ahead, phase_now=phase, phase_ahead=coming)
    return filled(
        past_too, phase_now=phase, phase_past=last.phase, time_ruled=last.at.isoformat(), phase_ahead=coming
    )  # fmt: skip


def _sort(order: Order) -> str:
    match order:
        case Build() | Waive():
            return "built"
        case Retreat():
            return "retreats"
        case Disband():
            return "disbands"
        case _:
            return "moves"
