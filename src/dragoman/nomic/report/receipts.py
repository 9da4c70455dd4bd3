"""The answer to writing: what was heard, told back in full, and the answers to what was asked."""

from __future__ import annotations

from collections.abc import Iterator

from dragoman.game.saying import Saying, say
from dragoman.nomic import commands as c
from dragoman.nomic.report.bodies import Block, Part, Quote, text
from dragoman.nomic.report.occasions import uncalled
from dragoman.nomic.report.telling import by_hand, description, kind_said, reason, tried
from dragoman.nomic.report.wording import CHOICES
from dragoman.nomic.sight import ProposalSeen, View
from dragoman.nomic.state import is_regulation

CONFIRMED = {
    c.Forfeit: say("You have forfeited the game."),
    c.Begin: say("The game begins."),
    c.Resume: say("The clock goes on."),
    c.Pause: say("The game is paused."),
    c.End: say("The game is ended."),
    c.Announce: say("Your announcement is sent."),
    c.SetDeadline: say("The deadline is moved."),
    c.Replace: say("The seat has another player."),
    c.Invite: say("They may join now, and a letter with the way to the game is on its way."),
    c.SendPress: say("Your message is sent."),
    c.BuyOff: say("The penalty is removed."),
    c.Invoke: say("Judgment is invoked."),
    c.Judge: say("Your ruling is recorded."),
}
"""What is told back of commands that need no more words."""


def heard(command: c.Command, view: View) -> Part | None:
    """A command told back; None for questions, which are answered."""
    blocks = tuple(_heard(command, view))
    return Part("", blocks) if blocks else None


def _heard(command: c.Command, view: View) -> Iterator[Block]:  # one arm for each kind that has words of its own
    match command:
        case c.Post():
            yield from _posted(command, view)
        case c.Revise(number=number):
            yield from _revised(number, view)
        case c.Regulate(change=change):
            handle = view.regulation.handle if view.regulation is not None else change.target
            yield text(say("Your regulation-change is voted on as {handle}.", handle=handle))
            yield from description(change)
            yield from _sealed(view.regulation.seal if view.regulation is not None else "")
        case c.Argue(number=number, text=words):
            yield Quote(say("What you say on {number} is passed on:", number=number), words)
        case c.AnnounceVote(number=number, opens=opens):
            yield text(say("The vote on {number} begins at {time_opens}.", number=number, time_opens=opens.isoformat()))
        case c.CastVote(number=number, choice=choice):
            yield text(say("Your vote on {number}: {said_choice}.", number=number, said_choice=CHOICES[choice].text))
            yield from _sealed(_vote_seal(number, view))
        case c.Cancel(number=number):
            yield text(say("Proposal {number} is cancelled with its parallel turn; its number is not used again.",
                           number=number))  # fmt: skip
        case c.Record(order=order, why=why):
            yield text(by_hand(order, view))
            yield from reason(why, view)
        case c.Join() | c.Observe():
            yield text(*_joined(command, view))
        case c.Overrule(agrees=agrees) | c.Consent(agrees=agrees) | c.Confirm(agrees=agrees):
            yield text(_agreed(command, agrees))
        case _:
            if type(command) in CONFIRMED:
                yield text(CONFIRMED[type(command)])


def _posted(command: c.Post, view: View) -> Iterator[Block]:
    mine = [each for each in view.proposals if each.player == view.player and each.parallel == command.parallel]
    number = mine[-1].number if mine else view.next_number - 1
    yield text(say("Your proposal has the number {number}: {said_kind}.", number=number,
                   said_kind=kind_said(command.change).text, target=command.change.target))  # fmt: skip
    yield from description(command.change)
    yield from uncalled(command.change.code or "")
    yield from _tried(mine[-1] if mine else None)
    yield from _sealed(mine[-1].seal if mine else "")


def _tried(seen: ProposalSeen | None) -> Iterator[Block]:
    if seen is not None and seen.trial is not None:
        yield from tried(seen.number, seen.trial.runs, seen.trial.faults)


def _revised(number: int, view: View) -> Iterator[Block]:
    """The whole of it as it now is: what was said anew, and what stayed."""
    yield text(say("Proposal {number} is revised, and now is:", number=number))
    seen = view.proposal(number)
    if seen is not None:
        yield from description(seen.change)
        yield from uncalled(seen.change.code or "")
        yield from _tried(seen)
        yield from _sealed(seen.seal)


def _vote_seal(number: str, view: View) -> str:
    """The seal of the reader's vote on that number; of a regulation's several, that on the last."""
    if not is_regulation(number):
        seen = view.proposal(int(number))
        return seen.your_seal if seen is not None else ""
    votes = (*view.past_regulations, *((view.regulation,) if view.regulation is not None else ()))
    return next((each.your_seal for each in reversed(votes) if each.handle == number), "")


def _sealed(seal: str) -> Iterator[Block]:
    """What shows afterwards that nobody changed what came: see `nomic.seals`."""
    if seal:
        yield text(say("Its seal: {seal}", seal=seal))


def _joined(command: c.Join | c.Observe, view: View) -> Iterator[Saying]:
    """As whom somebody joins; and the surname, by which turns may go (201), where they gave one."""
    if view.seat is not None and not view.player:
        yield say("You look on at the game {game}.", game=view.game)
        return
    if view.player:
        yield say("You play in the game {game} as {player}.", game=view.game, player=view.player)
    else:
        yield say("You have asked to join the game {game}.", game=view.game)
    surname = next((each.surname for each in view.players if each.name == view.player), "")
    surname = surname or (command.surname if isinstance(command, c.Join) else "")
    if surname:
        yield say("Your surname is recorded as {surname}, for an order of turns that goes by it.", surname=surname)


def _agreed(command: c.Command, agrees: bool) -> Saying:
    match command:
        case c.Overrule():
            return say("You are for overruling the Judge.") if agrees else say("You are against overruling the Judge.")
        case c.Consent():
            return say("You consent to the next turn.") if agrees else say("You do not consent to the next turn.")
        case _:
            return say("You confirm it.") if agrees else say("You do not confirm it.")
