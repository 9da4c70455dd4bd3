"""What people write to each other through the referee. Nothing of it is a move."""

from __future__ import annotations

from dragoman.game.press import ALL, OBSERVERS
from dragoman.game.refusals import Refusal
from dragoman.game.saying import say
from dragoman.game.seats import GM
from dragoman.nomic.commands import SendPress
from dragoman.nomic.decide.proceedings import Proceedings
from dragoman.nomic.events.talk import PressSent

LONGEST = 20_000


def press(p: Proceedings, command: SendPress) -> Refusal | None:
    """210 keeps nobody from it: its ban on consulting does not apply to games by mail or computer."""
    state = p.state
    if command.by.seat is None:
        return Refusal("no-seat", say("Only people at the table may do that."))
    if not command.text.strip() or len(command.text) > LONGEST:
        says = say("A message has 1 to {most} characters.", most=LONGEST)
        return Refusal("bad-press", says)
    known = {ALL, OBSERVERS, GM, *state.players, *state.observers}
    strange = [to for to in command.to if to not in known]
    if strange or not command.to:
        says = say("Nobody here is called “{name}”.", name=", ".join(strange) or "–")
        return Refusal("unknown-reader", says)
    p.happen(
        PressSent, number=len(state.pieces) + 1, person=command.by.person, seat=command.by.seat, to=command.to,
        text=command.text,
    )  # fmt: skip
    return None
