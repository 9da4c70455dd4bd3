"""A set is not final while a line of it was not read: with “final” the phase could be ruled upon before its writer sees
that a unit has no order. It is taken as preliminary, and its writer told what to send.
"""

from __future__ import annotations

from dataclasses import replace

from dragoman.diplomacy.commands import MarkStatus, SubmitOrders
from dragoman.diplomacy.decide.orders import final_unless_marked
from dragoman.diplomacy.state import State
from dragoman.game.saying import Saying, filled, say

Sets = tuple[SubmitOrders | MarkStatus, ...]

NOT_FINAL = say(
    "The set for {phase_now} is not final, since not every line of this letter was read: send all its orders again, "
    "put right, with “final”; or, if the set is whole as it stands, “final” alone."
)


def kept_open(state: State, sets: Sets, lacking: bool) -> tuple[Sets, tuple[Saying, ...]]:
    """The sets of a letter, and what is to be said of them. `lacking`: some line of it may have been an order and was
    not read. Sets that were not called final, and are not where nothing is said (II.1.B), stay as they are."""
    settled = tuple(each for each in sets if _final(state, each)) if lacking else ()
    if not settled:
        return sets, ()
    told = tuple(filled(NOT_FINAL, phase_now=each.phase or state.phase) for each in settled)
    return tuple(replace(each, final=False) if each in settled else each for each in sets), told


def _final(state: State, each: SubmitOrders | MarkStatus) -> bool:
    """Whether it would count as final; orders by proxy have no status of their own."""
    if isinstance(each, SubmitOrders) and each.giver:
        return False
    return final_unless_marked(state) if each.final is None else each.final
