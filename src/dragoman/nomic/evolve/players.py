"""Who plays, looks on and has won; the course of the game as a whole."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

from dragoman.game.seats import PersonId, Seat
from dragoman.nomic.events import office as o
from dragoman.nomic.events import ordered
from dragoman.nomic.events import players as p
from dragoman.nomic.evolve.folds import folded
from dragoman.nomic.state import Newcomer, Player, Proposal, Stage, State


@folded.register
def _(event: p.PersonInvited, state: State) -> State:
    return replace(state, invited=state.invited | {PersonId(event.person)})


@folded.register
def _(event: p.PlayerSeated, state: State) -> State:
    seated = Player(event.player, PersonId(event.person), len(state.players) + 1, event.surname, event.score, event.at)
    return with_player(state, seated)


@folded.register
def _(event: p.ObserverSeated, state: State) -> State:
    return replace(state, observers={**state.observers, Seat(event.seat): PersonId(event.person)})


@folded.register
def _(event: p.GameStarted, state: State) -> State:
    return replace(state, stage=Stage.RUNNING)


@folded.register
def _(event: p.FactsRecorded, state: State) -> State:
    players = {n: replace(who, score=event.scores.get(n, who.score)) for n, who in state.players.items()}
    turn = state.turn if event.mover is None else replace(state.turn, mover=event.mover)
    circuits = state.circuits if event.circuits is None else event.circuits
    number = event.next_number or state.next_number
    regulation = event.next_regulation or state.next_regulation
    return replace(state, players=players, turn=turn, circuits=circuits, next_number=number, next_regulation=regulation)


@folded.register
def _(event: p.JoinAsked, state: State) -> State:
    asked = Newcomer(event.player, PersonId(event.person), event.at, event.waits_for, event.surname, event.returns)
    return replace(state, newcomers=(*state.newcomers, asked))


@folded.register
def _(event: p.PlayerJoined, state: State) -> State:
    waiting = tuple(each for each in state.newcomers if each.name != event.player)
    before = state.players.get(event.player)
    person = PersonId(event.person)
    if event.returns and before is not None:
        joined = replace(before, person=person, left=None, since=event.at)
    else:
        joined = Player(event.player, person, len(state.players) + 1, event.surname, event.score, event.at)
    return with_player(replace(state, newcomers=waiting), joined)


@folded.register
def _(event: p.PlayerForfeited, state: State) -> State:
    under_way = tuple(each.number for each in state.open_proposals if each.opened is not None)
    leaver = replace(
        state.players[event.player], left=event.at, votes_at_leaving=len(state.completed_votes),
        open_at_leaving=under_way,
    )  # fmt: skip
    return with_player(state, leaver)


@folded.register
def _(event: p.PlayerReplaced, state: State) -> State:
    return with_player(state, replace(state.players[event.player], person=PersonId(event.person)))


@folded.register
def _(event: p.Paused, state: State) -> State:
    return replace(state, paused=event.at)


@folded.register
def _(event: p.Resumed, state: State) -> State:
    later = event.at - event.paused_at
    proposals = {n: _postponed(each, later) for n, each in state.proposals.items()}
    turn = replace(state.turn, post_by=_later(state.turn.post_by, later))
    timers = tuple(replace(each, rings=each.rings + later) for each in state.timers)
    votes = tuple(
        each if each.closed else replace(each, proposed=each.proposed + later) for each in state.regulation_votes
    )
    judgments = tuple(replace(each, ordered=ordered.postponed(each.ordered, later)) for each in state.judgments)
    return replace(
        state, paused=None, proposals=proposals, turn=turn, timers=timers, regulation_votes=votes, judgments=judgments
    )


def _later(moment: datetime | None, by: timedelta) -> datetime | None:
    return moment + by if moment is not None else None


def _postponed(proposal: Proposal, by: timedelta) -> Proposal:
    if proposal.finished:
        return proposal
    return replace(
        proposal, posted=proposal.posted + by, opens=_later(proposal.opens, by), opened=_later(proposal.opened, by)
    )


@folded.register
def _(event: p.WinnerDeclared, state: State) -> State:
    return replace(state, stage=Stage.OVER, winner=event.player, won_by=event.rule, why=event.why, unplayable="",
                   wins=())  # fmt: skip


@folded.register
def _(event: p.GameEnded, state: State) -> State:
    return replace(state, stage=Stage.ABANDONED if event.abandoned else Stage.OVER, why=event.why)


def with_player(state: State, player: Player) -> State:
    """The state with that player in place of the one of the same name."""
    return replace(state, players={**state.players, player.name: player})


@folded.register
def _(event: o.RecordedByHand, state: State) -> State:
    return state
