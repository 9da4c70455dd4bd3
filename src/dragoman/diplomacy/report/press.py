"""What a seat is told of press: what came, what is published with a report, what was refused or reported, and who wrote
what."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from dragoman.diplomacy.board.position import Phase
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
from dragoman.diplomacy.events import (
    AuthorsDisclosed,
    Event,
    GameEnded,
    NamesClaimed,
    PhaseAdjudicated,
    PressEvent,
    PressMuted,
    PressRefused,
    PressReported,
    PressSent,
)
from dragoman.diplomacy.masks import PieceSeen
from dragoman.diplomacy.report.bodies import AnyBody
from dragoman.diplomacy.report.news import Claimed, Disclosed, Press, PressComplaint, PressWithdrawn
from dragoman.diplomacy.report.parts import head_of, piece_told
from dragoman.diplomacy.report.pieces import PieceTold
from dragoman.diplomacy.sight import View
from dragoman.diplomacy.state.press import public
from dragoman.game.press import Colour
from dragoman.game.saying import Saying, filled, say
from dragoman.game.seats import GM


def published(view: View, phases: Collection[Phase]) -> tuple[PieceTold, ...]:
    """The press to everybody that belongs to the report of those phases."""
    return tuple(
        piece_told(view, piece)
        for piece in view.press
        if piece.phase in phases and public(piece.to) and not (piece.held or piece.refused or piece.muted)
    )


def press_told(view: View, event: PressEvent, events: Sequence[Event]) -> Iterator[AnyBody]:
    """What an event of press means to the view's seat."""
    match event:
        case PressSent():
            yield from _came(view, event, events)
        case PressRefused(at=at):
            for piece in view.press:
                if piece.mine and piece.refused == at:
                    yield PressWithdrawn(head=head_of(view), piece=piece_told(view, piece), why=event.why)
        case PressReported(seat=seat):
            yield from _reported(view, seat)
        case AuthorsDisclosed(at=at):
            told = tuple(piece_told(view, piece) for piece in view.press if piece.told == at)
            if told:
                yield Disclosed(head=head_of(view), pieces=told)
        case NamesClaimed(names=names, claimed=claimed) if view.seat != GM:
            yield Claimed(head=head_of(view), names=names, claimed=claimed)
        case PressMuted() | NamesClaimed():
            return


def _came(view: View, event: PressSent, events: Sequence[Event]) -> Iterator[Press]:
    """A piece goes to its readers; its author knows it already, and who mutes its like is spared it. One that is held
    goes to the game master alone, who may refuse it."""
    if event.held and view.seat != GM:
        return
    alike = [each for each in events if isinstance(each, PressSent) and _same(each, event)]
    seen = [piece for piece in view.press if _is(piece, event)]
    at = len(seen) - len(alike) + alike.index(event)
    if event.seat == view.seat or at < 0:
        return
    if not seen[at].muted:
        yield Press(head=head_of(view), piece=piece_told(view, seen[at]))


def _same(one: PressSent, other: PressSent) -> bool:
    return (one.to, one.text, one.dateline, one.colour, one.name) == (
        other.to, other.text, other.dateline, other.colour, other.name
    )  # fmt: skip


def _is(piece: PieceSeen, event: PressSent) -> bool:
    """Whether a piece that this reader sees is the one that was sent."""
    seat = {Colour.WHITE: event.seat, Colour.BLACK: event.name}.get(Colour(event.colour), "")
    return (piece.at, piece.to, piece.text, piece.dateline, piece.seat) == (
        event.at, event.to, event.text, event.dateline, seat
    )  # fmt: skip


def _reported(view: View, seat: str) -> Iterator[PressComplaint]:
    complaint = next((each for each in reversed(view.complaints) if each.seat == seat), None)
    if complaint is not None:
        piece = piece_told(view, view.press[complaint.number - 1])
        yield PressComplaint(head=head_of(view), piece=piece, whose=seat, why=complaint.why)


def published_late(view: View, event: GameEnded, events: Sequence[Event]) -> Iterator[Press]:
    """What waited for a report that will never come, now that the game has ended without one."""
    if any(isinstance(each, PhaseAdjudicated) for each in events):
        return
    sent = [each for each in events if isinstance(each, PressSent)]
    for piece in view.press:
        late = piece.at == event.at and public(piece.to) and not (piece.mine or piece.muted or piece.refused)
        if late and not any(_is(piece, each) for each in sent):
            yield Press(head=head_of(view), piece=piece_told(view, piece))


# --- receipts ---

SENT = {
    Colour.WHITE: say("Your press to {seats_to} has been sent."),
    Colour.GREY: say("Your unsigned press to {seats_to} has been sent."),
    Colour.DARK_GREY: say("Your press to {seats_to}, unofficially from {name}, has been sent."),
    Colour.BLACK: say("Your press to {seats_to}, in the name of {seat_name}, has been sent."),
}
HELD = say("Your press to {seats_to} waits for the report of this phase.")


def press_heard(command: PressCommand, view: View) -> Saying:  # one arm per kind of command
    """That something said about press was heard."""
    match command:
        case SendPress(to=to, colour=colour, name=name):
            held = any(piece.mine and piece.held and piece.text == command.text.strip() for piece in view.press)
            return filled(HELD if held else SENT[colour], seats_to="; ".join(to), name=name, seat_name=name)
        case AnswerPress(number=number):
            mine = [piece for piece in view.press if piece.mine and piece.answers == number]
            if mine and mine[-1].colour is not Colour.WHITE:
                return say("Your unsigned answer to piece {number} has been sent.", number=number)
            return say("Your answer to piece {number} has been sent.", number=number)
        case ReportPress(number=number):
            return say("Piece {number} has been brought before the game master.", number=number)
        case MutePress(whom=whom, muted=muted):
            said = MUTED if muted else UNMUTED
            return filled(said, seats_whom="; ".join(whom))
        case DiscloseAuthors():
            return say("It has been told who wrote the pieces that you asked about.")
        case RefusePress(number=number):
            return say("Piece {number} is refused; its author has been told.", number=number)
        case ClaimNames(names=names):
            return say("Nobody else's press may use these names from now on: {names}.", names=", ".join(names))


MUTED = say("You will read no more press from {seats_whom}.")
UNMUTED = say("You will read press from {seats_whom} again.")


def remarks(commands: Sequence[object]) -> tuple[Saying, ...]:
    """What a writer should know who sends signed and unsigned pieces in one letter: they come at one moment."""
    colours = {command.colour for command in commands if isinstance(command, SendPress)}
    if len(colours) < 2:
        return ()
    return (
        say(
            "You sent signed and unsigned press in one letter: it goes out at the same moment, and a reader may guess "
            "by that who wrote it."
        ),
    )
