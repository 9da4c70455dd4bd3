"""Who may speak as whom, and at which stage of a game anything may be said at all."""

from __future__ import annotations

from datetime import datetime

from dragoman.diplomacy.state import Stage, State
from dragoman.diplomacy.state.endings import SHARED
from dragoman.game.protocol import Speaker
from dragoman.game.refusals import Refusal
from dragoman.game.saying import say
from dragoman.game.seats import GM, KEEPER, PersonId, Seat


def not_theirs(state: State, speaker: Speaker) -> Refusal | None:
    """Why somebody may not speak as that seat, or None. Who claims no seat speaks for themselves alone."""
    seat = speaker.seat
    if seat is None or state.holder(seat) == speaker.person:
        return None
    if speaker.person == KEEPER and state.holder(seat) is None and seat in (GM, *state.chart.powers):
        return None  # whoever runs the host may speak for a seat that nobody holds
    return Refusal("not-your-seat", say("You do not hold the seat {seat} in this game.", seat=seat))


def game_master_only(speaker: Speaker) -> Refusal | None:
    """The game master's words are refused to everybody else."""
    if speaker.seat == GM:
        return None
    return Refusal("gm-only", say("Only the game master can do that."))


def nobody_presides() -> Refusal:
    """The same where there is no game master."""
    says = say("Nobody presides over this game: a program adjudicates it, and takes no words of a game master's.")
    return Refusal("gm-only", says)


def seat_of(state: State, person: PersonId) -> Seat | None:
    """The first seat that person holds."""
    return next((seat for seat, holder in state.seats.items() if holder == person), None)


def not_running(state: State) -> Refusal | None:
    """Why nothing can be ordered: play has not begun, or is over; and how it ended."""
    match state.stage:
        case Stage.RUNNING:
            return None
        case Stage.FORMING:
            return Refusal("not-begun", say("The game has not begun yet. You will be told when it does."))
        case Stage.OVER | Stage.CLOSED:
            return _over(state)


def _over(state: State) -> Refusal:
    ending = state.ending
    if ending is not None and ending.result == "win":
        return Refusal("game-over", say("The game is over: {power_winner} has won.", power_winner=ending.powers[0]))
    if ending is not None and ending.result == "draw" and ending.cause in SHARED:
        text = say("The game is over: {seats_sharing} share the win.", seats_sharing="; ".join(ending.powers))
        return Refusal("game-over", text)
    if ending is not None and ending.result == "draw":
        return Refusal(
            "game-over", say("The game is over: a draw of {seats_sharing}.", seats_sharing="; ".join(ending.powers))
        )
    return Refusal("game-over", say("The game is over: the game master has ended it."))


def closed(state: State) -> Refusal | None:
    """A closed game hears nothing more."""
    if state.stage is Stage.CLOSED:
        return Refusal("game-closed", say("The game is over and closed; nothing more is heard in it."))
    return None


def past(state: State, now: datetime) -> Refusal | None:
    """VII.3.A: what is due with the orders is not taken once the deadline has passed; B takes it until the
    adjudication. F.7.B: before play has begun nothing is late."""
    waiting = state.time.waiting
    if state.deadline is None or now < state.deadline or state.paused is not None:
        return None
    if state.sheet.letter("VII.3") == "B" or (waiting is not None and waiting.clause == "F.7.B"):
        return None
    text = say("The deadline for {phase_now} was {time_deadline}.", phase_now=state.phase,
               time_deadline=state.deadline.isoformat())  # fmt: skip
    return Refusal("late", text, clause="VII.3.A")


def being_adjudicated(state: State) -> Refusal | None:
    """Once a result waits for its release, its adjudication has started (VII.3)."""
    if state.corrections.held is None:
        return None
    text = say("{phase_now} is being adjudicated; its orders are closed.", phase_now=state.phase)
    return Refusal("closed", text, f"VII.3.{state.sheet.letter('VII.3')}")


def late_for(state: State, seat: str, now: datetime) -> Refusal | None:
    """The same for one seat: whoever has grace (VII.6.B), or is waited for (VII.6.C), is in time."""
    waiting = state.time.waiting
    if now < state.time.grace.get(seat, now) or (waiting is not None and seat in waiting.powers):
        return None
    return past(state, now)
