"""Turns, time to post, points and penalties, told."""

from __future__ import annotations

from collections.abc import Iterator

from dragoman.game.saying import filled, say
from dragoman.nomic.events import turns as t
from dragoman.nomic.report.bodies import Block, text
from dragoman.nomic.report.telling.news import told
from dragoman.nomic.report.telling.office import reason
from dragoman.nomic.report.wording import (
    BECAUSE,
)
from dragoman.nomic.sight import View


@told.register
def _(event: t.TurnPassed, view: View) -> Iterator[Block]:
    yours = event.to == view.player
    if event.post_by is None:
        yield text(say("It is your turn.") if yours else say("It is {player}'s turn.", player=event.to))
        return
    by = event.post_by.isoformat()
    if yours:
        yield text(say("It is your turn: post a proposal by {time_by}.", time_by=by))
    else:
        yield text(say("It is {player}'s turn, to post by {time_by}.", player=event.to, time_by=by))


@told.register
def _(event: t.CircuitCompleted, view: View) -> Iterator[Block]:
    yield text(say("A full circuit of turns is complete; circuits so far: {circuits}.", circuits=event.circuits))


@told.register
def _(event: t.DeadlineSet, view: View) -> Iterator[Block]:
    if event.held:
        yield text(say("The next turn may not begin while Judgment is pending; the time to post stands still."))
    elif event.post_by is not None and event.by == "gm":
        moved = (
            say("The game master has moved the deadline: {player} is to post by {time_by}.")
            if view.moderated
            else say("The keeper of the host has moved the deadline: {player} is to post by {time_by}.")
        )
        yield text(filled(moved, player=view.turn.mover, time_by=event.post_by.isoformat()))
    elif event.post_by is not None:
        yield text(say("{player} is to post by {time_by}.", player=view.turn.mover, time_by=event.post_by.isoformat()))
    if event.by:  # else `why` is the rule's own cause, and nobody's words
        yield from reason(event.why, view)


@told.register
def _(event: t.PointsAdded, view: View) -> Iterator[Block]:
    score = event.score if event.score is not None else "–"
    why = BECAUSE.get(event.because, BECAUSE["gm"])
    amount = f"+{event.amount}" if event.amount >= 0 else str(event.amount).replace("-", "−")
    yield text(say("{player}: {amount} {said_why}. Score: {score}.", player=event.player, amount=amount,
                   said_why=why.text, number=event.number, rule=event.rule, note=event.note or "–",
                   score=str(score).replace("-", "−")))  # fmt: skip
    if event.die:
        yield text(say("The die shows {die}.", die=event.die))


@told.register
def _(event: t.PenaltyAssigned, view: View) -> Iterator[Block]:
    yield text(say("{player} gets a penalty: {said_category}, {said_severity} (number {number}, rule {rule}).",
                   player=event.player, said_category=event.category, said_severity=event.severity, number=event.id,
                   rule=event.rule))  # fmt: skip


@told.register
def _(event: t.PenaltyRemoved, view: View) -> Iterator[Block]:
    yield text(say("Penalty {number} is removed.", number=event.id))


@told.register
def _(event: t.PenaltyRestored, view: View) -> Iterator[Block]:
    yield text(say("Penalty {number} is held again.", number=event.id))
