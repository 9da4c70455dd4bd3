"""A condition is settled before its phase is adjudicated (F.6, Finnish rule 6): it looks at the board then, and at what
has happened since it was sent. Whoever hangs orders for the current phase on what others do in it is told so, and told
what will be followed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from dragoman.diplomacy.commands import Command, SubmitOrders
from dragoman.diplomacy.orders.conditions import Facts
from dragoman.diplomacy.orders.contingent import resolve
from dragoman.diplomacy.orders.writing import write
from dragoman.diplomacy.state import Stage, State
from dragoman.game.saying import Saying, filled, say

FOLLOWED = say(
    "The conditions of your orders for {phase_now} look at the board before that phase is adjudicated, never at what "
    "anybody orders in it. By the board as it stands, these are followed: {orders}."
)
NONE_HOLDS = say(
    "The conditions of your orders for {phase_now} look at the board before that phase is adjudicated, never at what "
    "anybody orders in it. By the board as it stands, none of them holds, and none of those orders is followed."
)
ALL = (FOLLOWED, NONE_HOLDS)


def remarks(state: State, commands: Iterable[Command]) -> Iterator[Saying]:
    """What is to be told of the conditions on orders for the current phase."""
    for each in commands if state.stage is Stage.RUNNING else ():
        if isinstance(each, SubmitOrders) and each.choices and each.phase in (None, state.phase):
            lines = resolve((choice for _, choice in each.choices), Facts(state.position)).lines
            orders = "; ".join(write(line.order) for line in lines)
            yield filled(FOLLOWED if lines else NONE_HOLDS, phase_now=state.phase, orders=orders)
