"""Proposals from their posting to what they change in the rules."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from dragoman.game.rulebook import Rulebook
from dragoman.nomic.events import proposals as q
from dragoman.nomic.events.recorded import version
from dragoman.nomic.evolve.folds import folded
from dragoman.nomic.state import Argument, Cast, Count, Occasion, Proposal, RegulationVote, Revision, State, Trial

MOST_OCCASIONS = 50
"""Occasions that are remembered for trying out code."""


@folded.register
def _(event: q.ProposalPosted, state: State) -> State:
    first = Revision(1, event.at, event.change, event.basis)
    posted = Proposal(
        event.number, event.player, event.at, (first,), event.parallel, event.assumed_from, event.assumed_revision
    )
    return replace(with_proposal(state, posted), next_number=event.number + 1)


@folded.register
def _(event: q.CodeTried, state: State) -> State:
    tried = Trial(event.revision, event.runs, event.faults, event.would)
    return with_proposal(state, replace(state.proposals[event.number], trial=tried))


@folded.register
def _(event: q.ProposalRevised, state: State) -> State:
    proposal = state.proposals[event.number]
    form = Revision(event.revision, event.at, event.change, event.basis)
    return with_proposal(state, replace(proposal, revisions=(*proposal.revisions, form)))


@folded.register
def _(event: q.Argued, state: State) -> State:
    proposal = state.proposals[event.number]
    said = (*proposal.arguments, Argument(event.seat, event.text, event.at))
    return with_proposal(state, replace(proposal, arguments=said))


@folded.register
def _(event: q.VoteAnnounced, state: State) -> State:
    return with_proposal(state, replace(state.proposals[event.number], opens=event.opens))


@folded.register
def _(event: q.AnnouncementUndone, state: State) -> State:
    return with_proposal(state, replace(state.proposals[event.number], opens=event.opens))


@folded.register
def _(event: q.VoteOpened, state: State) -> State:
    proposal = state.proposals[event.number]
    opened = replace(proposal, opened=event.at, voted=event.revision, voters=event.voters, needs=event.needs)
    return with_proposal(state, opened)


@folded.register
def _(event: q.VoteCast, state: State) -> State:
    proposal = state.proposals[event.number]
    casts = (*proposal.casts, Cast(event.player, event.choice, event.at))
    return with_proposal(state, replace(proposal, casts=casts))


@folded.register
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
    state = replace(with_proposal(state, done), completed_votes=(*state.completed_votes, event.number))
    state = remembered(state, "on_vote_completed", about, event.at)
    return remembered(state, "on_proposal_adopted" if event.adopted else "on_proposal_defeated", about, event.at)


def remembered(state: State, hook: str, about: Mapping[str, Any], at: datetime) -> State:
    """The state with one more occasion on which a new rule's code can be tried."""
    told = Occasion(hook, json.dumps(about, sort_keys=True, ensure_ascii=False), at)
    return replace(state, occasions=(*state.occasions, told)[-MOST_OCCASIONS:])


@folded.register
def _(event: q.ProposalCancelled, state: State) -> State:
    return with_proposal(state, replace(state.proposals[event.number], cancelled=event.at))


@folded.register
def _(event: q.HourPassed, state: State) -> State:
    return with_proposal(state, replace(state.proposals[event.number], hour_passed=True))


@folded.register
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
    return with_proposal(replace(state, held=held), replace(proposal, effect=""))


def _code_before(book: Rulebook, key: str) -> str:
    versions = book.provisions[key].versions
    return versions[-2].code if len(versions) > 1 else ""


def _numbered(vote: RegulationVote, event: q.RuleChanged) -> RegulationVote:
    return replace(vote, number=event.rule.number) if vote.handle == event.by and not vote.number else vote


@folded.register
def _(event: q.ChangeWithoutEffect, state: State) -> State:
    return with_proposal(state, replace(state.proposals[event.number], effect=event.why))


def with_proposal(state: State, proposal: Proposal) -> State:
    """The state with that proposal in place of the one of the same number."""
    return replace(state, proposals={**state.proposals, proposal.number: proposal})
