"""Who votes on builds, and with how many votes: every power that somebody plays, and observers by D.4."""

from __future__ import annotations

from dragoman.diplomacy.democracy.allotment import allotment, may_watch
from dragoman.diplomacy.democracy.settings import Rules, rules
from dragoman.diplomacy.state import State
from dragoman.game.press import is_observer
from dragoman.game.seats import Seat


def electorate(state: State) -> dict[str, int]:
    """Everyone entitled now, by name of the seat, with their votes."""
    said = rules(state.sheet)
    worth = {power: allotment(state.chart, state.position, power, said.worth) for power in state.players()}
    watching = {str(seat): said.worth.observer for seat in state.seats if _votes(state, seat, said)}
    return dict(sorted({**worth, **watching}.items()))


def _votes(state: State, seat: Seat, said: Rules) -> bool:
    """D.4: nobody votes twice, and nobody who came too late."""
    person = state.seats[seat]
    if person is None or not is_observer(seat) or any(state.holder(Seat(power)) == person for power in state.powers()):
        return False
    first, latest = state.signed_on.get(person, (state.phase.year, state.phase.year))
    return may_watch(state.chart, first, latest, said.watching)
