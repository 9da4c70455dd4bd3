"""Folding: how each event changes the state. Nothing is judged or refused here, no rule is read and no code run."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from functools import singledispatch
from typing import Any

from dragoman.game.rulebook import Rulebook, Version, rulebook
from dragoman.game.seats import PersonId, Seat
from dragoman.nomic.events import Event, ordered, talk
from dragoman.nomic.events import code as c
from dragoman.nomic.events import judgment as j
from dragoman.nomic.events import office as o
from dragoman.nomic.events import players as p
from dragoman.nomic.events import proposals as q
from dragoman.nomic.events import turns as t
from dragoman.nomic.events.recorded import version
from dragoman.nomic.state import (
    Argument,
    Cast,
    Conflict,
    Count,
    Held,
    Judgment,
    Newcomer,
    Occasion,
    Penalty,
    Piece,
    Player,
    Proposal,
    RegulationVote,
    Revision,
    Scored,
    Stage,
    State,
    Suspension,
    Timer,
    Trial,
    Win,
)

MOST_OCCASIONS = 50
"""Occasions that are remembered for trying out code."""


class NotOpened(Exception):
    """A record that does not begin with the opening of a game."""


def evolve(state: State | None, event: Event) -> State:
    """The state after the event. Raises NotOpened if anything comes before GameOpened."""
    if isinstance(event, p.GameOpened):
        return _opened(event)
    if state is None:
        raise NotOpened(type(event).__name__)
    return replace(_folded(event, state), last=event.at)


def _opened(event: p.GameOpened) -> State:
    return State(
        name=event.name, lang=event.lang, zone=event.zone, seed=event.seed, collation=event.collation,
        entry=event.entry, wanted=event.wanted, ruleset=event.ruleset, opened=event.at,
        book=rulebook(version(each, event.at) for each in (*event.rules, *event.regulations)),
        chosen=dict(event.readings), next_number=event.next_number, next_regulation=event.next_regulation,
        gm=PersonId(event.gm) if event.gm is not None else None, last=event.at,
    )  # fmt: skip


@singledispatch
def _folded(event: Any, state: State) -> State:
    """The state after an event of its kind; each kind is registered below."""
    raise TypeError(f"no fold for {type(event).__name__}")


# --- players ---


@_folded.register
def _(event: p.PersonInvited, state: State) -> State:
    return replace(state, invited=state.invited | {PersonId(event.person)})


@_folded.register
def _(event: p.PlayerSeated, state: State) -> State:
    seated = Player(event.player, PersonId(event.person), len(state.players) + 1, event.surname, event.score, event.at)
    return _with_player(state, seated)


@_folded.register
def _(event: p.ObserverSeated, state: State) -> State:
    return replace(state, observers={**state.observers, Seat(event.seat): PersonId(event.person)})


@_folded.register
def _(event: p.GameStarted, state: State) -> State:
    return replace(state, stage=Stage.RUNNING)


@_folded.register
def _(event: p.FactsRecorded, state: State) -> State:
    players = {n: replace(who, score=event.scores.get(n, who.score)) for n, who in state.players.items()}
    turn = state.turn if event.mover is None else replace(state.turn, mover=event.mover)
    circuits = state.circuits if event.circuits is None else event.circuits
    number = event.next_number or state.next_number
    regulation = event.next_regulation or state.next_regulation
    return replace(state, players=players, turn=turn, circuits=circuits, next_number=number, next_regulation=regulation)


@_folded.register
def _(event: p.JoinAsked, state: State) -> State:
    asked = Newcomer(event.player, PersonId(event.person), event.at, event.waits_for, event.surname, event.returns)
    return replace(state, newcomers=(*state.newcomers, asked))


@_folded.register
def _(event: p.PlayerJoined, state: State) -> State:
    waiting = tuple(each for each in state.newcomers if each.name != event.player)
    before = state.players.get(event.player)
    person = PersonId(event.person)
    if event.returns and before is not None:
        joined = replace(before, person=person, left=None, since=event.at)
    else:
        joined = Player(event.player, person, len(state.players) + 1, event.surname, event.score, event.at)
    return _with_player(replace(state, newcomers=waiting), joined)


@_folded.register
def _(event: p.PlayerForfeited, state: State) -> State:
    under_way = tuple(each.number for each in state.open_proposals if each.opened is not None)
    leaver = replace(
        state.players[event.player], left=event.at, votes_at_leaving=len(state.completed_votes),
        open_at_leaving=under_way,
    )  # fmt: skip
    return _with_player(state, leaver)


@_folded.register
def _(event: p.PlayerReplaced, state: State) -> State:
    return _with_player(state, replace(state.players[event.player], person=PersonId(event.person)))


@_folded.register
def _(event: p.Paused, state: State) -> State:
    return replace(state, paused=event.at)


@_folded.register
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


@_folded.register
def _(event: p.WinnerDeclared, state: State) -> State:
    return replace(state, stage=Stage.OVER, winner=event.player, won_by=event.rule, why=event.why, unplayable="",
                   wins=())  # fmt: skip


@_folded.register
def _(event: p.GameEnded, state: State) -> State:
    return replace(state, stage=Stage.ABANDONED if event.abandoned else Stage.OVER, why=event.why)


def _with_player(state: State, player: Player) -> State:
    return replace(state, players={**state.players, player.name: player})


@_folded.register
def _(event: o.RecordedByHand, state: State) -> State:
    return state


# --- proposals ---


@_folded.register
def _(event: q.ProposalPosted, state: State) -> State:
    first = Revision(1, event.at, event.change, event.basis)
    posted = Proposal(
        event.number, event.player, event.at, (first,), event.parallel, event.assumed_from, event.assumed_revision
    )
    return replace(_with_proposal(state, posted), next_number=event.number + 1)


@_folded.register
def _(event: q.CodeTried, state: State) -> State:
    tried = Trial(event.revision, event.runs, event.faults, event.would)
    return _with_proposal(state, replace(state.proposals[event.number], trial=tried))


@_folded.register
def _(event: q.ProposalRevised, state: State) -> State:
    proposal = state.proposals[event.number]
    form = Revision(event.revision, event.at, event.change, event.basis)
    return _with_proposal(state, replace(proposal, revisions=(*proposal.revisions, form)))


@_folded.register
def _(event: q.Argued, state: State) -> State:
    proposal = state.proposals[event.number]
    said = (*proposal.arguments, Argument(event.seat, event.text, event.at))
    return _with_proposal(state, replace(proposal, arguments=said))


@_folded.register
def _(event: q.VoteAnnounced, state: State) -> State:
    return _with_proposal(state, replace(state.proposals[event.number], opens=event.opens))


@_folded.register
def _(event: q.AnnouncementUndone, state: State) -> State:
    return _with_proposal(state, replace(state.proposals[event.number], opens=event.opens))


@_folded.register
def _(event: q.VoteOpened, state: State) -> State:
    proposal = state.proposals[event.number]
    opened = replace(proposal, opened=event.at, voted=event.revision, voters=event.voters, needs=event.needs)
    return _with_proposal(state, opened)


@_folded.register
def _(event: q.VoteCast, state: State) -> State:
    proposal = state.proposals[event.number]
    casts = (*proposal.casts, Cast(event.player, event.choice, event.at))
    return _with_proposal(state, replace(proposal, casts=casts))


@_folded.register
def _(event: q.VoteCompleted, state: State) -> State:
    count = Count(
        dict(event.votes), event.favourable, event.entitled, event.adopted, event.needs, event.rule, event.silent,
        event.at,
    )  # fmt: skip
    done = replace(state.proposals[event.number], count=count)
    about = {"number": event.number, "adopted": event.adopted, "favourable": event.favourable,
             "entitled": event.entitled, "votes": dict(event.votes), "silent": list(event.silent),
             "proponent": done.player, "kind": done.change.kind, "target": done.change.target,
             "parallel": done.parallel, "needs": event.needs}  # fmt: skip
    state = replace(_with_proposal(state, done), completed_votes=(*state.completed_votes, event.number))
    state = _remembered(state, "on_vote_completed", about, event.at)
    return _remembered(state, "on_proposal_adopted" if event.adopted else "on_proposal_defeated", about, event.at)


def _remembered(state: State, hook: str, about: Mapping[str, Any], at: datetime) -> State:
    told = Occasion(hook, json.dumps(about, sort_keys=True, ensure_ascii=False), at)
    return replace(state, occasions=(*state.occasions, told)[-MOST_OCCASIONS:])


@_folded.register
def _(event: q.ProposalCancelled, state: State) -> State:
    return _with_proposal(state, replace(state.proposals[event.number], cancelled=event.at))


@_folded.register
def _(event: q.HourPassed, state: State) -> State:
    return _with_proposal(state, replace(state.proposals[event.number], hour_passed=True))


@_folded.register
def _(event: q.RuleChanged, state: State) -> State:
    book = state.book.with_version(event.key, version(event.rule, event.at, event.how, event.by))
    conflicts = tuple(each for each in state.conflicts if event.key not in (each.first, each.second))
    gone = event.rule.status == "repealed"
    timers = tuple(each for each in state.timers if not (gone and each.rule == event.key))
    state = replace(state, book=book, conflicts=conflicts, timers=timers)
    if event.rule.code != _code_before(book, event.key):
        state = replace(state, suspended={k: v for k, v in state.suspended.items() if k != event.key})
    if event.rule.number.startswith("R"):
        state = replace(state, regulation_votes=tuple(_numbered(each, event) for each in state.regulation_votes))
        state = replace(state, next_regulation=max(state.next_regulation, int(event.rule.number[1:]) + 1))
    return _takes_effect(state, event.by)


def _takes_effect(state: State, by: str) -> State:
    """What was adopted and waited for a Judge does so no more, once it has changed the rules."""
    proposal = state.proposals.get(int(by)) if by.isdecimal() else None
    if proposal is None or not proposal.effect:
        return state
    held = tuple(each for each in state.held if each.about != by)
    return _with_proposal(replace(state, held=held), replace(proposal, effect=""))


def _code_before(book: Rulebook, key: str) -> str:
    versions = book.provisions[key].versions
    return versions[-2].code if len(versions) > 1 else ""


def _numbered(vote: RegulationVote, event: q.RuleChanged) -> RegulationVote:
    return replace(vote, number=event.rule.number) if vote.handle == event.by and not vote.number else vote


@_folded.register
def _(event: q.ChangeWithoutEffect, state: State) -> State:
    return _with_proposal(state, replace(state.proposals[event.number], effect=event.why))


def _with_proposal(state: State, proposal: Proposal) -> State:
    return replace(state, proposals={**state.proposals, proposal.number: proposal})


# --- regulations ---


@_folded.register
def _(event: q.RegulationProposed, state: State) -> State:
    vote = RegulationVote(event.handle, event.player, event.at, event.change, event.voters)
    return replace(state, regulation_votes=(*state.regulation_votes, vote))


@_folded.register
def _(event: q.RegulationCast, state: State) -> State:
    cast = Cast(event.player, event.choice, event.at)
    return _with_regulation(state, event.handle, lambda vote: replace(vote, casts=(*vote.casts, cast)))


@_folded.register
def _(event: q.RegulationCompleted, state: State) -> State:
    return _with_regulation(
        state,
        event.handle,
        lambda vote: replace(
            vote, closed=event.at, adopted=event.adopted, why=event.why, votes=dict(event.votes),
            favourable=event.favourable, entitled=event.entitled,
        ),
    )  # fmt: skip


def _with_regulation(state: State, handle: str, changed: Any) -> State:
    votes = tuple(
        changed(each) if each.handle == handle and each.closed is None else each for each in state.regulation_votes
    )
    return replace(state, regulation_votes=votes)


# --- turns, points, penalties ---


@_folded.register
def _(event: t.TurnPassed, state: State) -> State:
    ended = state.turn.mover if state.turn.begun else state.turn.ended
    ended_at = event.at if state.turn.begun else state.turn.ended_at
    turn = replace(
        state.turn, mover=event.to, begun=False, number=0, post_by=event.post_by, ended=ended, ended_at=ended_at,
        late=False, blocked_at=None,
    )  # fmt: skip
    return replace(state, turn=turn)


@_folded.register
def _(event: t.TurnBegun, state: State) -> State:
    turn = replace(state.turn, mover=event.player, begun=True, number=event.number, late=False, blocked_at=None)
    judgments = tuple(replace(each, over=True) for each in state.judgments)
    return replace(state, turn=turn, judgments=judgments, consents={}, confirmations={}, unplayable="")


@_folded.register
def _(event: j.TermEnded, state: State) -> State:
    return replace(state, judgments=tuple(replace(each, over=True) for each in state.judgments), consents={})


@_folded.register
def _(event: t.TurnCompleted, state: State) -> State:
    done = replace(state.proposals[event.number], turn_done=True)
    return replace(_with_proposal(state, done), turns=(*state.turns, (event.player, event.parallel)))


@_folded.register
def _(event: t.CircuitCompleted, state: State) -> State:
    return replace(state, circuits=event.circuits)


@_folded.register
def _(event: t.DeadlineSet, state: State) -> State:
    held_at = event.at if event.held else None
    return replace(state, turn=replace(state.turn, post_by=event.post_by, late=False, blocked_at=held_at))


@_folded.register
def _(event: t.PostingMissed, state: State) -> State:
    return replace(state, turn=replace(state.turn, late=True))


@_folded.register
def _(event: t.PointsAdded, state: State) -> State:
    player = state.players[event.player]
    entry = Scored(event.player, event.amount, event.because, event.rule, event.number, event.at, event.die, event.note)
    state = _with_player(state, replace(player, score=player.score + event.amount))
    state = replace(state, points=(*state.points, entry))
    proposal = state.proposals.get(event.number)
    if proposal is None:
        return state
    if event.because == "turn":
        return _with_proposal(state, replace(proposal, points=event.amount))
    if event.because == "defeat":
        return _with_proposal(state, replace(proposal, lost=-event.amount))
    return state


@_folded.register
def _(event: t.PenaltyAssigned, state: State) -> State:
    under_way = state.turn.begun  # the turn in which it is assigned is none of those that must pass
    own = sum(player == event.player for player, parallel in state.turns if not parallel)
    own += under_way and state.turn.mover == event.player
    in_order = sum(not parallel for _, parallel in state.turns) + under_way
    penalty = Penalty(event.id, event.player, event.category, event.severity, event.rule, event.at, in_order, own)
    about = {"player": event.player, "category": event.category, "severity": event.severity, "id": event.id}
    state = replace(state, penalties=(*state.penalties, penalty))
    return _remembered(state, "on_penalty_assigned", about, event.at)


@_folded.register
def _(event: t.PenaltyRemoved, state: State) -> State:
    held = tuple(replace(each, removed=event.at) if each.id == event.id else each for each in state.penalties)
    return replace(state, penalties=held)


@_folded.register
def _(event: t.PenaltyRestored, state: State) -> State:
    held = tuple(replace(each, removed=None) if each.id == event.id else each for each in state.penalties)
    return replace(state, penalties=held)


# --- judgment ---


@_folded.register
def _(event: j.JudgmentInvoked, state: State) -> State:
    judges = (event.judge,) if event.judge else ()
    asked = Judgment(event.id, event.player, event.question, event.moving, event.at, judges)
    return replace(state, judgments=(*state.judgments, asked))


@_folded.register
def _(event: j.JudgmentGiven, state: State) -> State:
    state = _with_judgment(
        state, event.id, lambda each: replace(each, ruling=event.ruling, given=event.at, overruling={})
    )
    return _waits_no_more(state, event.ends)


@_folded.register
def _(event: j.OrdersCarriedOut, state: State) -> State:
    return _with_judgment(state, event.id, lambda each: replace(each, ordered=(*each.ordered, *event.traces)))


@_folded.register
def _(event: j.NotTakenBack, state: State) -> State:
    return state


@_folded.register
def _(event: j.OverrulingCast, state: State) -> State:
    return _with_judgment(
        state, event.id, lambda each: replace(each, overruling={**each.overruling, event.player: event.overrule})
    )


@_folded.register
def _(event: j.JudgeOverruled, state: State) -> State:
    def overruled(each: Judgment) -> Judgment:
        judges = (*each.judges, event.next) if event.next else each.judges
        return replace(each, judges=judges, ruling="", given=None, overruling={}, exhausted=not event.next, ordered=())

    gone = next(each.ordered for each in state.judgments if each.id == event.id)
    kept = tuple(replace(each, ordered=ordered.without(each.ordered, gone)) for each in state.judgments)
    return _with_judgment(replace(state, judgments=kept), event.id, overruled)


@_folded.register
def _(event: j.UnplayableFound, state: State) -> State:
    return replace(state, unplayable=event.player, confirmations={})


@_folded.register
def _(event: j.FindingEnded, state: State) -> State:
    return replace(state, unplayable="", confirmations={})


@_folded.register
def _(event: j.WinWaits, state: State) -> State:
    win = Win(event.player, event.rule, event.because, event.id, event.named, event.why)
    return replace(state, wins=(*state.wins, win))


@_folded.register
def _(event: j.WinLapsed, state: State) -> State:
    gone = (event.player, event.id, event.named)
    return replace(state, wins=tuple(each for each in state.wins if (each.player, each.id, each.named) != gone))


@_folded.register
def _(event: j.ConsentGiven, state: State) -> State:
    return replace(state, consents={**state.consents, event.player: event.consents})


@_folded.register
def _(event: j.ConfirmationGiven, state: State) -> State:
    return replace(state, confirmations={**state.confirmations, event.player: event.confirms})


@_folded.register
def _(event: j.HeldForJudgment, state: State) -> State:
    return replace(state, held=(*state.held, Held(event.what, event.about, event.clause, event.at)))


@_folded.register
def _(event: j.HeldSettled, state: State) -> State:
    return _waits_no_more(state, event.ends)


def _waits_no_more(state: State, ends: tuple[str, ...] | None) -> State:
    return replace(state, held=tuple(each for each in state.held if ends is not None and each.about not in ends))


@_folded.register
def _(event: j.ConflictFound, state: State) -> State:
    found = Conflict(event.first, event.second, event.prevails, event.void)
    return replace(state, conflicts=(*_other_conflicts(state, event.first, event.second), found))


@_folded.register
def _(event: j.ConflictEnded, state: State) -> State:
    return replace(state, conflicts=_other_conflicts(state, event.first, event.second))


def _other_conflicts(state: State, first: str, second: str) -> tuple[Conflict, ...]:
    return tuple(each for each in state.conflicts if {each.first, each.second} != {first, second})


@_folded.register
def _(event: j.ReadingChosen, state: State) -> State:
    return replace(state, chosen={**state.chosen, event.reading: event.option})


def _with_judgment(state: State, number: int, changed: Any) -> State:
    return replace(state, judgments=tuple(changed(each) if each.id == number else each for each in state.judgments))


# --- code ---


@_folded.register
def _(event: c.HookRan, state: State) -> State:
    return state


@_folded.register
def _(event: c.ParameterSet, state: State) -> State:
    now: Version = state.book.provisions[event.rule].now
    how = {"gm": "by hand", "overruled": "overruled"}.get(event.because, "by judgment")
    how = "by its own code" if event.by == "code" else how
    by = "" if event.because == "gm" else event.by
    changed = replace(now, at=event.at, settings={**now.settings, event.name: event.value}, how=how, by=by)
    return replace(state, book=state.book.with_version(event.rule, changed))


@_folded.register
def _(event: c.VariableSet, state: State) -> State:
    kept = {**state.variables.get(event.rule, {}), event.name: event.value}
    if event.value == "null":
        del kept[event.name]
    return replace(state, variables={**state.variables, event.rule: kept})


@_folded.register
def _(event: c.TimerSet, state: State) -> State:
    others = _other_timers(state, event.rule, event.key)
    return replace(state, timers=(*others, Timer(event.rule, event.key, event.rings, event.payload)))


@_folded.register
def _(event: c.TimerCancelled, state: State) -> State:
    return replace(state, timers=_other_timers(state, event.rule, event.key))


@_folded.register
def _(event: c.TimerRang, state: State) -> State:
    return replace(state, timers=_other_timers(state, event.rule, event.key))


def _other_timers(state: State, rule: str, key: str) -> tuple[Timer, ...]:
    return tuple(each for each in state.timers if (each.rule, each.key) != (rule, key))


@_folded.register
def _(event: c.NoticeGiven, state: State) -> State:
    return replace(state, pieces=(*state.pieces, Piece("", ("all",), event.text, event.at, event.rule)))


@_folded.register
def _(event: c.TaskLeft, state: State) -> State:
    return replace(state, held=(*state.held, Held("task", f"{event.rule} {event.hook}", event.rule, event.at)))


@_folded.register
def _(event: c.CodeSuspended, state: State) -> State:
    found = Suspension(event.why, event.says, event.line, event.hook, event.at)
    return replace(state, suspended={**state.suspended, event.rule: found})


@_folded.register
def _(event: c.CodeRestored, state: State) -> State:
    return replace(state, suspended={key: each for key, each in state.suspended.items() if key != event.rule})


# --- talk ---


@_folded.register
def _(event: talk.PressSent, state: State) -> State:
    return replace(state, pieces=(*state.pieces, Piece(event.seat, event.to, event.text, event.at)))


@_folded.register
def _(event: talk.Announced, state: State) -> State:
    return replace(state, pieces=(*state.pieces, Piece("", ("all",), event.text, event.at)))
