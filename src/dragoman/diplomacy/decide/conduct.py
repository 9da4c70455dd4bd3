"""Conduct: what is brought before the game master, and the sanctions that the house rules offer (X.3 to X.6).

The author of an unsigned piece can be cautioned, and their mail blocked, without the game master learning who it is;
so nothing here answers differently for who wrote a piece.
"""

from __future__ import annotations

from datetime import datetime
from typing import assert_never

from dragoman.diplomacy.commands import BlockMail, Caution, ConductDeed, Expel, ReportConduct, SendPress
from dragoman.diplomacy.decide import opening, turn
from dragoman.diplomacy.decide.claims import closed, game_master_only
from dragoman.diplomacy.decide.pieces import piece_at
from dragoman.diplomacy.events import (
    ConductReported,
    Event,
    MailBlocked,
    PlayerCautioned,
    PlayerExpelled,
    SeatResigned,
)
from dragoman.diplomacy.houserules.conduct import CLAUSES, in_full, offered
from dragoman.diplomacy.state import State
from dragoman.diplomacy.state.conduct import ANY_KIND
from dragoman.game.press import ALL, OBSERVERS, Colour, is_observer
from dragoman.game.protocol import Speaker
from dragoman.game.refusals import Refusal
from dragoman.game.saying import say
from dragoman.game.seats import GM, Seat

Outcome = tuple[Event, ...] | Refusal


def decide(state: State, command: ConductDeed, now: datetime) -> Outcome:
    refused = closed(state)
    if refused:
        return refused
    match command:
        case ReportConduct():
            return _report(state, command, now)
        case Caution():
            return game_master_only(command.by) or _caution(state, command, now)
        case BlockMail():
            return game_master_only(command.by) or _block(state, command, now)
        case Expel():
            return game_master_only(command.by) or _expel(state, command, now)
        case _:
            assert_never(command)


# --- what is offered ---


def _clause(state: State, named: str, deed: str) -> str | Refusal:
    """The clause by which the game master may do that."""
    clause = named or CLAUSES[0]
    if clause not in CLAUSES:
        text = say("Conduct is a matter of X.3, X.4, X.5 and X.6; {clause} is none of them.", clause=clause)
        return Refusal("no-such-clause", text, text=named)
    if deed in offered(state.sheet, clause):
        return in_full(state.sheet, clause)
    text = say(
        "By that clause the house rules of this game offer no such sanction. Where another was broken, name it: “gm "
        "caution France (X.4) because …”."
    )
    return Refusal("no-sanction", text, in_full(state.sheet, clause))


# --- reports ---


def _report(state: State, command: ReportConduct, now: datetime) -> Outcome:
    refused = _may_not_report(state, command)
    if refused:
        return refused
    return (
        ConductReported(
            at=now,
            number=len(state.conduct.reports) + 1,
            person=command.by.person,
            seat=command.by.seat or "",
            text=command.text.strip(),
            whose=command.whose,
            clause=command.clause,
        ),
    )


def _may_not_report(state: State, command: ReportConduct) -> Refusal | None:
    by: Speaker = command.by
    if by.seat is None:
        return Refusal("no-seat", say("You hold no seat in this game."))
    if not state.moderated():
        text = say(
            "No human game master presides in this game; the keeper of the host can be written to outside the game."
        )
        return Refusal("no-gm", text)
    if not command.text.strip():
        return Refusal("nothing-reported", say("Say what happened: “report conduct of France (X.3): …”."))
    if command.whose and (Seat(command.whose) not in state.seats or command.whose == by.seat):
        text = say("Nobody else in this game is called “{seat}”.", seat=command.whose)
        return Refusal("unknown-seat", text, text=command.whose)
    if command.clause and command.clause not in CLAUSES:
        text = say("Conduct is a matter of X.3, X.4, X.5 and X.6; {clause} is none of them.", clause=command.clause)
        return Refusal("no-such-clause", text, text=command.clause)
    if command.clause and not offered(state.sheet, command.clause):
        text = say("The house rules of this game leave that free; the game master stays out of it.")
        return Refusal("free", text, in_full(state.sheet, command.clause))
    return None


# --- sanctions ---


def _caution(state: State, command: Caution, now: datetime) -> Outcome:
    found = _meant(state, command, "caution")
    if isinstance(found, Refusal):
        return found
    seat, piece, clause = found
    return (PlayerCautioned(at=now, seat=seat, why=command.why.strip(), clause=clause, piece=piece),)


def _block(state: State, command: BlockMail, now: datetime) -> Outcome:
    found = _meant(state, command, "block")
    if isinstance(found, Refusal):
        return found
    seat, piece, clause = found
    if command.to in (GM, command.seat) or Seat(command.to) not in state.seats:
        text = say("Say to whom: “gm block France to Italy grey press because …”.")
        return Refusal("no-such-reader", text, text=command.to)
    if command.kind not in (ANY_KIND, *Colour):
        text = say("There are white, grey, dark grey and black press, and all of them.")
        return Refusal("no-such-kind", text, text=command.kind)
    return (
        MailBlocked(
            at=now, seat=seat, to=command.to, kind=command.kind, why=command.why.strip(), clause=clause, piece=piece,
            blocked=command.blocked,
        ),
    )  # fmt: skip


def _expel(state: State, command: Expel, now: datetime) -> Outcome:
    clause = _clause(state, command.clause, "expel")
    if isinstance(clause, Refusal):
        return clause
    refused = _no_reason(command.why) or _not_seated(state, command.seat)
    if refused:
        return refused
    if clause == "X.5.B" and not _noticed(state, command.seat):
        text = say(
            "Under X.5.B mail of that kind is blocked first (“gm block …”); a player is put out for repeating it, or "
            "for abusing the rule."
        )
        return Refusal("not-repeated", text, "X.5.B")
    person, why = state.holder(command.seat) or "", command.why.strip()
    events: list[Event] = [PlayerExpelled(at=now, seat=command.seat, person=person, why=why, clause=clause)]
    events.append(SeatResigned(at=now, person=person, seat=command.seat, cause="removed", why=f"{why} ({clause})"))
    return *events, *turn.if_all_final(opening.folded(state, events), now)


def _noticed(state: State, seat: Seat) -> bool:
    """Whether mail from or to a seat was blocked under its name. Blocks on the author of a piece do not count: to ask
    about them would tell who that was."""
    return any(each.deed == "block" and not each.piece and seat in (each.seat, each.to)
               for each in state.conduct.sanctions)  # fmt: skip


def _meant(state: State, command: Caution | BlockMail, deed: str) -> tuple[str, int, str] | Refusal:
    """Whose conduct is meant: the seat, the piece that they wrote (0: none is named), and the clause."""
    clause = _clause(state, command.clause, deed)
    if isinstance(clause, Refusal):
        return clause
    refused = _no_reason(command.why) if not isinstance(command, BlockMail) or command.blocked else None
    if refused:
        return refused
    if not command.piece:
        unseated = _not_seated(state, Seat(command.seat))
        return unseated or (command.seat, 0, clause)
    piece = piece_at(state, GM, command.piece)
    if isinstance(piece, Refusal):
        return piece
    if piece.seat == GM:
        return Refusal("own-press", say("That piece is your own."))
    return piece.seat, piece.number, clause


def _no_reason(why: str) -> Refusal | None:
    if why.strip():
        return None
    return Refusal("no-reason", say("Say why: “… because …”."))


def _not_seated(state: State, seat: Seat) -> Refusal | None:
    if state.seats.get(seat) is not None and seat != GM:
        return None
    return Refusal("unknown-seat", say("Nobody in this game sits as “{seat}”.", seat=seat), text=seat)


# --- what is blocked ---


def blocked(state: State, said: SendPress) -> Refusal | None:
    """Why a piece may not go to one of its readers. This is asked of those it names, never of an author whom the writer
    does not know."""
    seat = Seat(said.by.seat or "")
    to: set[str] = set(said.to)
    if ALL in to:
        to |= {*state.seats}
    elif OBSERVERS in to:
        to |= {each for each in state.seats if is_observer(each)}
    shut = state.conduct.blocked(seat, state.holder(seat), to, said.colour)
    if not shut:
        return None
    text = say(
        "The game master lets no such press of yours go to {seats_shut}; nothing was sent. Write to the others by "
        "name.",
        seats_shut="; ".join(shut),
    )  # fmt: skip
    return Refusal("blocked", text, in_full(state.sheet, "X.5"))
