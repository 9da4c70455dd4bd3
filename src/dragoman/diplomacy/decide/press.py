"""Which press is carried, and to whom (X.1)."""

from __future__ import annotations

from datetime import datetime

from dragoman.diplomacy.commands import SendPress
from dragoman.diplomacy.decide.claims import closed
from dragoman.diplomacy.events import Event, PressSent
from dragoman.diplomacy.state import State
from dragoman.game.press import ALL, OBSERVERS, Colour
from dragoman.game.refusals import Refusal
from dragoman.game.saying import say
from dragoman.game.seats import GM, Seat

LONGEST = 20_000
"""Characters in one piece of press."""


def send(state: State, command: SendPress, now: datetime) -> tuple[Event, ...] | Refusal:
    """Carry a piece to everybody it names, or to nobody."""
    refused = closed(state) or _unfit(command) or _nowhere(state, command)
    if refused:
        return refused
    sent = PressSent(
        at=now,
        number=len(state.press) + 1,
        person=command.by.person,
        seat=command.by.seat or "",
        to=tuple(dict.fromkeys(command.to)),
        text=command.text.strip(),
        colour=command.colour.value,
        dateline=command.dateline.strip(),
    )
    return (sent,)


def _unfit(command: SendPress) -> Refusal | None:
    if command.by.seat is None:
        return Refusal("no-seat", say("You hold no seat in this game."))
    if command.colour is not Colour.WHITE:
        return Refusal("no-such-press", say("Only white press, with its author named, is carried here."), "X.1")
    if not command.text.strip():
        return Refusal("empty-press", say("The piece of press is empty; nothing was sent."))
    if len(command.text) > LONGEST:
        text = say("A piece of press may have {most} characters; this one has more and was not sent.", most=LONGEST)
        return Refusal("press-too-long", text)
    return None


def _nowhere(state: State, command: SendPress) -> Refusal | None:
    """Press to nobody, to oneself alone, or to a seat that is not there, is not sent at all."""
    if not [seat for seat in command.to if seat != command.by.seat]:
        return Refusal("no-readers", say("Nobody is named to read it; nothing was sent."))
    for seat in command.to:
        if seat == GM and not state.moderated():
            return Refusal("no-gm", say("No human game master presides in this game; nothing was sent."), text=seat)
        if seat not in (ALL, OBSERVERS, GM) and Seat(seat) not in state.seats:
            return Refusal("unknown-seat", say("Nobody in this game is called “{seat}”; nothing was sent.", seat=seat),
                           text=seat)  # fmt: skip
    return None
