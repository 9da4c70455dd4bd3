"""Who comes and goes, and the course of the game, told."""

from __future__ import annotations

from collections.abc import Iterator

from dragoman.game.saying import filled, say
from dragoman.nomic.events import players as p
from dragoman.nomic.events import talk
from dragoman.nomic.report.bodies import Block, Quote, Table, text
from dragoman.nomic.report.telling.news import told
from dragoman.nomic.report.telling.office import reason, says
from dragoman.nomic.sight import View


@told.register
def _(event: p.GameStarted, view: View) -> Iterator[Block]:
    yield text(say("The game {game} begins. The order of turns: {players}.", game=view.game,
                   players=", ".join(view.order)))  # fmt: skip


def first_words(view: View) -> Iterator[Block]:
    """What the reader of a first letter is to do, and how it is answered."""
    if view.may_post:
        by = view.turn.post_by
        yield text(
            say("It is for you to propose a change of the rules, by {time_by}.", time_by=by.isoformat())
            if by is not None
            else say("It is for you to propose a change of the rules; no time is set for it yet."),
            say("Answer this letter, for instance so:"),
        )
        yield Table(tuple((line,) for line in PROPOSAL))
    elif view.turn.mover and view.player:
        yield text(
            say("{player} proposes a change of the rules now; you are told of it, and when to vote.",
                player=view.turn.mover)
        )  # fmt: skip
    yield text(
        say("Answer this letter to write to the game: “rules” tells the rules as they stand, “help” the words that "
            "work.")
    )  # fmt: skip


PROPOSAL = (say("propose enact:"), say("Every player who votes receives one point."), say("end"))
"""A proposal as it may be written, a line each."""


@told.register
def _(event: p.JoinAsked, view: View) -> Iterator[Block]:
    if event.waits_for:
        yield text(say("{player} would like to join, once the votes on {numbers} are complete.", player=event.player,
                       numbers=", ".join(map(str, event.waits_for))))  # fmt: skip


@told.register
def _(event: p.PlayerJoined, view: View) -> Iterator[Block]:
    if event.returns:
        yield text(say("{player} is back in the game, with the score of before.", player=event.player))
    else:
        yield text(say("{player} has joined the game.", player=event.player))


@told.register
def _(event: p.PlayerForfeited, view: View) -> Iterator[Block]:
    yield text(say("{player} has forfeited the game.", player=event.player))


@told.register
def _(event: p.PlayerReplaced, view: View) -> Iterator[Block]:
    given = (
        say("The game master has given the seat of {player} to somebody else.")
        if view.moderated
        else say("The keeper of the host has given the seat of {player} to somebody else.")
    )
    yield text(filled(given, player=event.player))
    yield from reason(event.why, view)


@told.register
def _(event: p.Paused, view: View) -> Iterator[Block]:
    yield text(
        say("The game master has paused the game: the clock stands still.")
        if view.moderated
        else say("The keeper of the host has paused the game: the clock stands still.")
    )
    yield from reason(event.why, view)


@told.register
def _(event: p.Resumed, view: View) -> Iterator[Block]:
    yield text(
        say("The game master lets the clock go on.")
        if view.moderated
        else say("The keeper of the host lets the clock go on.")
    )


@told.register
def _(event: p.WinnerDeclared, view: View) -> Iterator[Block]:
    yield text(say("{player} has won the game {game}, by rule {rule}.", player=event.player, game=view.game,
                   rule=event.rule))  # fmt: skip


@told.register
def _(event: p.GameEnded, view: View) -> Iterator[Block]:
    if event.abandoned:
        yield text(say("Nobody plays any more: the game {game} ends without a winner.", game=view.game))
    else:
        ended = (
            say("The game master has ended the game {game}.")
            if view.moderated
            else say("The keeper of the host has ended the game {game}.")
        )
        yield text(filled(ended, game=view.game))
    if event.why:
        yield Quote(says(view), event.why)


@told.register
def _(event: talk.Announced, view: View) -> Iterator[Block]:
    yield Quote(says(view), event.text)
