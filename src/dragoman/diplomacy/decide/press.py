"""Which press is carried, and to whom (X.1); what its readers and the game master may do about it; and when it is told
who wrote it (X.2).

Nothing here answers differently to anybody but the author for who wrote a piece: a refusal could tell it, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import assert_never

from dragoman.diplomacy.commands import (
    AnswerPress,
    ClaimNames,
    DiscloseAuthors,
    MutePress,
    PressCommand,
    RefusePress,
    ReportPress,
    SendPress,
)
from dragoman.diplomacy.decide.claims import closed, game_master_only
from dragoman.diplomacy.decide.conduct import blocked
from dragoman.diplomacy.decide.datelines import claimed, forbidden
from dragoman.diplomacy.decide.pieces import piece_at
from dragoman.diplomacy.democracy.settings import rules, voted
from dragoman.diplomacy.events import (
    AuthorsDisclosed,
    Event,
    NamesClaimed,
    PressMuted,
    PressRefused,
    PressReported,
    PressSent,
)
from dragoman.diplomacy.houserules.press import CARRIED
from dragoman.diplomacy.state import Piece, Stage, State
from dragoman.diplomacy.state.press import public
from dragoman.diplomacy.state.roster import AWAY
from dragoman.game.press import ALL, OBSERVERS, UNSIGNED, Colour
from dragoman.game.protocol import Speaker
from dragoman.game.refusals import Refusal
from dragoman.game.saying import say
from dragoman.game.seats import GM, Seat

Outcome = tuple[Event, ...] | Refusal

LONGEST = 20_000
"""Characters in one piece of press."""

LONGEST_NAME = 80

INSTEAD = {
    "A": say(
        "White, grey and black press is carried here, no dark grey: write “press to …:”, “grey press to …:” or “black "
        "press as … to …:”."
    ),
    "B": say(
        "White, grey and dark grey press is carried here, no black: write “press to …:”, “grey press to …:” or “dark "
        "grey press as … to …:”."
    ),
    "C": say(
        "White and grey press is carried here, none in another's name: write “press to …:” or “grey press to …:”."
    ),
    "D": say("Only white press, with its author named, is carried here: write “press to …:”."),
}


def decide(state: State, command: PressCommand, now: datetime) -> Outcome:  # one arm per kind of command
    """What comes of whatever is said about press."""
    refused = closed(state) or _no_seat(command.by)
    if refused:
        return refused
    match command:
        case SendPress():
            return _send(state, _Sending(command), now)
        case AnswerPress():
            return _answer(state, command, now)
        case ReportPress():
            return _report(state, command, now)
        case MutePress():
            return _mute(state, command, now)
        case DiscloseAuthors():
            return _disclose(state, command, now)
        case RefusePress():
            return game_master_only(command.by) or _refuse(state, command, now)
        case ClaimNames():
            return game_master_only(command.by) or _claim(state, command, now)
        case _:
            assert_never(command)


def _no_seat(by: Speaker) -> Refusal | None:
    """Whoever has handed a seat over has no voice of their own: in an anonymous game it would tell of the deputy."""
    if by.seat is None:
        return Refusal("no-seat", say("You hold no seat in this game."))
    if by.seat.startswith(AWAY):
        return Refusal("away", say("A deputy speaks for you. “return” gives the seat back to you."))
    return None


# --- sending ---


@dataclass(frozen=True, slots=True)
class _Sending:
    """A piece about to be sent: the command, the piece that it answers (0: none), and that one's author where they are
    to read it unnamed."""

    said: SendPress
    answers: int = 0
    unnamed: str = ""


def _send(state: State, sending: _Sending, now: datetime) -> Outcome:
    """Carry a piece to everybody it names, or to nobody."""
    said = sending.said
    refused = (
        _unfit(state, said)
        or _nowhere(state, sending)
        or _not_theirs(state, said)
        or forbidden(state, said)
        or blocked(state, said)
    )
    if refused:
        return refused
    to = tuple(dict.fromkeys(said.to))
    sent = PressSent(
        at=now,
        number=len(state.press) + 1,
        person=said.by.person,
        seat=said.by.seat or "",
        to=to,
        text=said.text.strip(),
        colour=said.colour.value,
        dateline=said.dateline.strip(),
        name=said.name.strip(),
        held=_held(state, to),
        answers=sending.answers,
        unnamed=sending.unnamed,
    )
    return (sent,)


def _held(state: State, to: tuple[str, ...]) -> bool:
    """What everybody may read waits for the report where the house rules say so; letters to some never do."""
    waits = state.sheet.choice("X.1").value("sent") == "with the report"
    return waits and public(to) and state.stage is Stage.RUNNING


def _unfit(state: State, said: SendPress) -> Refusal | None:
    letter = state.sheet.letter("X.1")
    if said.colour not in CARRIED[letter]:
        return Refusal("press-kind", INSTEAD[letter], f"X.1.{letter}")
    if not said.text.strip():
        return Refusal("empty-press", say("The piece of press is empty; nothing was sent."))
    if len(said.text) > LONGEST:
        text = say("A piece of press may have {most} characters; this one has more and was not sent.", most=LONGEST)
        return Refusal("press-too-long", text)
    if len(said.name) > LONGEST_NAME or len(said.dateline) > LONGEST_NAME:
        text = say("A name or dateline may have {most} characters; nothing was sent.", most=LONGEST_NAME)
        return Refusal("press-too-long", text)
    return None


def _nowhere(state: State, sending: _Sending) -> Refusal | None:
    """Press to nobody, to oneself alone, or to a seat that is not there, is not sent at all."""
    said = sending.said
    if not [seat for seat in said.to if seat != said.by.seat] and not sending.unnamed:
        return Refusal("no-readers", say("Nobody is named to read it; nothing was sent."))
    if _private(state, said):
        text = say("All press goes to everybody in this game: write “press to all:” or “grey press to all:”.")
        return Refusal("broadcast-only", text, "D.15.A")
    for seat in said.to:
        if seat == GM and not state.moderated():
            return Refusal("no-gm", say("No human game master presides in this game; nothing was sent."), text=seat)
        if seat not in (ALL, OBSERVERS, GM) and Seat(seat) not in state.seats:
            return _unknown_seat(seat)
    return None


def _private(state: State, said: SendPress) -> bool:
    """D.15: where builds are voted on, nothing passes between single seats; only the game master has letters."""
    if not voted(state.sheet) or not rules(state.sheet).broadcast or said.by.seat == GM:
        return False
    return any(seat not in (ALL, GM) for seat in said.to)


def _unknown_seat(seat: str) -> Refusal:
    text = say("Nobody in this game is called “{seat}”; nothing was sent.", seat=seat)
    return Refusal("unknown-seat", text, text=seat)


def _not_theirs(state: State, said: SendPress) -> Refusal | None:
    """Whom a piece may be ascribed to: black press to another seat, which the game master's is not (X.6)."""
    name = said.name.strip()
    if said.colour is Colour.DARK_GREY and not name:
        return Refusal("no-name", say("Say in whose name: “dark grey press as the Pope to all:”."), "X.1")
    if said.colour is not Colour.BLACK:
        return None
    if name == GM:
        return Refusal("as-gm", say("Nobody may pass as the game master; nothing was sent."), "X.6")
    if name == said.by.seat:
        text = say("Press in your own name is white press: write “press to …:”.")
        return Refusal("own-name", text, "X.1", name)
    return None if Seat(name) in state.seats else _unknown_seat(name)


# --- answering ---


def _answer(state: State, command: AnswerPress, now: datetime) -> Outcome:
    """An answer goes to whoever seems to have written the piece, and to its other readers; to an author whom nobody
    knows, it goes unnamed. Whom a signature would give away answers unsigned."""
    piece = piece_at(state, command.by.seat, command.number)
    if isinstance(piece, Refusal):
        return piece
    own = piece.seat == command.by.seat
    apparent = piece.seat if piece.told else piece.apparent
    known = [] if own or not apparent else [str(apparent)]
    to = (ALL,) if public(piece.to) else tuple(s for s in dict.fromkeys((*known, *piece.to)) if s != command.by.seat)
    hidden = (own and piece.colour is not Colour.WHITE) or command.by.seat == piece.unnamed
    colour = Colour.GREY if hidden else Colour.WHITE
    said = SendPress(command.by, to, command.text, command.dateline, colour)
    unnamed = "" if known or own or piece.seat in to or public(to) else str(piece.seat)
    return _send(state, _Sending(said, piece.number, unnamed), now)


# --- what readers do about it ---


def _report(state: State, command: ReportPress, now: datetime) -> Outcome:
    piece = piece_at(state, command.by.seat, command.number)
    if isinstance(piece, Refusal):
        return piece
    if piece.seat == command.by.seat:
        return Refusal("own-press", say("That piece is your own."))
    if not state.moderated():
        text = say(
            "No human game master presides in this game. “mute …” spares you what somebody writes; the keeper of the "
            "host can be written to outside the game."
        )
        return Refusal("no-gm", text, "X.5")
    by = command.by
    return (PressReported(at=now, number=piece.number, person=by.person, seat=by.seat or "", why=command.why.strip()),)


def _mute(state: State, command: MutePress, now: datetime) -> Outcome:
    seat = Seat(command.by.seat or "")
    for whom in command.whom:
        if whom == GM:
            return Refusal("not-the-gm", say("The game master is heard by everybody."))
        if whom not in (OBSERVERS, UNSIGNED) and (Seat(whom) not in state.seats or whom == seat):
            return Refusal("unknown-seat", say("Nobody else in this game is called “{seat}”.", seat=whom), text=whom)
    changed = [whom for whom in command.whom if ((seat, whom) in state.papers.mutes) is not command.muted]
    return tuple(PressMuted(at=now, seat=seat, whom=whom, muted=command.muted) for whom in dict.fromkeys(changed))


# --- who wrote it ---


def _disclose(state: State, command: DiscloseAuthors, now: datetime) -> Outcome:
    """X.2: never; or after the end, as the game master chooses; or at any player's request as well."""
    refused = _not_disclosed(state, command.by)
    if refused:
        return refused
    pieces: list[Piece] = []
    for piece in _named(state, command):
        if isinstance(piece, Refusal):
            return piece
        if piece.colour is not Colour.WHITE and not piece.told:
            pieces.append(piece)
    if not pieces:
        return Refusal("nothing-to-disclose", say("There is no press whose author is still to be told."), "X.2")
    numbers = tuple(sorted({piece.number for piece in pieces}))
    return (AuthorsDisclosed(at=now, numbers=numbers, seat=command.by.seat or ""),)


def _named(state: State, command: DiscloseAuthors) -> Iterator[Piece | Refusal]:
    """The pieces asked for; with none named, all that the speaker may read, and for the game master all there are."""
    if command.numbers:
        yield from (piece_at(state, command.by.seat, number) for number in command.numbers)
    else:
        yield from state.press if command.by.seat == GM else state.papers.read_from(command.by.seat)


def _not_disclosed(state: State, by: Speaker) -> Refusal | None:
    letter = state.sheet.letter("X.2")
    if letter == "A":
        return Refusal("never-told", say("Who wrote press that is not white is never told in this game."), "X.2.A")
    if letter == "B" and by.seat != GM:
        text = say("Who wrote press that is not white is told after the game if the game master so chooses.")
        return Refusal("gm-chooses", text, "X.2.B")
    if by.seat != GM and by.seat not in state.chart.powers:
        return Refusal("players-only", say("Only players and the game master can ask who wrote it."), "X.2.C")
    if state.stage is not Stage.OVER:
        text = say("Who wrote press that is not white is told after the game; it is not over yet.")
        return Refusal("not-over", text, f"X.2.{letter}")
    return None


# --- the game master ---


def _refuse(state: State, command: RefusePress, now: datetime) -> Outcome:
    """X.1: any piece may be refused; what is held is never published then, what is out is withdrawn."""
    piece = piece_at(state, command.by.seat, command.number)
    if isinstance(piece, Refusal):
        return piece
    if piece.refused is not None:
        return Refusal("refused-already", say("Piece {number} has been refused already.", number=command.number))
    return (PressRefused(at=now, number=piece.number, why=command.why.strip()),)


def _claim(state: State, command: ClaimNames, now: datetime) -> Outcome:
    """Finnish rule 15: a name or place that the game master announces as the game master's own."""
    if state.sheet.letter("F.15") != "B":
        text = say("No names are reserved in this game; F.15.B would reserve them.")
        return Refusal("no-reserved-names", text, f"F.15.{state.sheet.letter('F.15')}")
    known = claimed(state.sheet)
    names = tuple(dict.fromkeys(name for each in command.names if (name := _plain(each)) and name not in known))
    if not names:
        return Refusal("nothing-claimed", say("Name what you claim: “gm claim Vatican, Atlantis”."), "F.15.B")
    return (NamesClaimed(at=now, names=names, claimed=", ".join((*known, *names))),)


def _plain(name: str) -> str:
    return " ".join(name.replace(",", " ").replace('"', " ").split())[:LONGEST_NAME]


__all__ = ["INSTEAD", "LONGEST", "decide", "piece_at"]
