"""What reports of conduct and the game master's sanctions leave behind (X.3 to X.6)."""

from __future__ import annotations

from dragoman.diplomacy.events import (
    ConductEvent,
    ConductReported,
    MailBlocked,
    PlayerCautioned,
    PlayerExpelled,
)
from dragoman.diplomacy.state import State
from dragoman.diplomacy.state.conduct import Report, Sanction
from dragoman.game.changing import replace
from dragoman.game.seats import Seat


def conducted(state: State, event: ConductEvent) -> State:
    """Conduct, and what was done about it."""
    kept, at = state.conduct, event.at
    match event:
        case ConductReported():
            report = Report(event.number, at, Seat(event.seat), event.whose, event.clause, event.text)
            return replace(state, conduct=kept.with_report(report))
        case PlayerCautioned(seat=seat, why=why, clause=clause, piece=piece):
            return replace(state, conduct=kept.with_sanction(Sanction(at, "caution", Seat(seat), why, clause, piece)))
        case MailBlocked():
            deed = "block" if event.blocked else "unblock"
            sanction = Sanction(
                at, deed, Seat(event.seat), event.why, event.clause, event.piece, event.to, event.kind,
                state.holder(Seat(event.seat)),
            )  # fmt: skip
            return replace(state, conduct=kept.with_sanction(sanction))
        case PlayerExpelled(seat=seat, why=why, clause=clause):
            kept = kept.with_sanction(Sanction(at, "expulsion", Seat(seat), why, clause))
            return replace(state, conduct=kept)
