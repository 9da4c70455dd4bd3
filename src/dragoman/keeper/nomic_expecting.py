"""What can be expected of a game of Nomic in a file: every word of the scenarios, looked up in the state.

Beside such a word may stand what it is about: `proposal`, `player`, `rule`, `conflict`. Where nothing does, the latest
proposal, vote or judgment is meant. Nothing (no winner, no vote recorded) is written as an empty text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any

from dragoman.game.rulebook import Provision
from dragoman.keeper.performance import Performance
from dragoman.keeper.playfile import Unplayable
from dragoman.nomic import standing
from dragoman.nomic.decide import electing, judging, regulating, voting
from dragoman.nomic.events.players import JoinAsked, PlayerJoined
from dragoman.nomic.events.proposals import ProposalPosted, RegulationProposed
from dragoman.nomic.precedence import prevails
from dragoman.nomic.sight import stage_of
from dragoman.nomic.state import Count, Proposal, RegulationVote, State

Holds = Mapping[str, Any]
Found = Callable[[Performance, Holds], Any]

ABOUT = frozenset({"proposal", "player", "rule", "conflict"})
"""What an expectation may say it is about."""


def faults(stage: Performance, holds: Holds) -> Iterator[str]:
    """What of an expectation does not hold."""
    for key, wanted in holds.items():
        if key in ABOUT:
            continue
        have = LOOKS[key](stage, holds)
        if isinstance(wanted, Mapping) and isinstance(have, Mapping):
            for part, value in wanted.items():
                if plain(have.get(part, "")) != plain(value):
                    yield f"{key} of {part} is {told(have.get(part, ''))}, not {told(value)}"
        elif plain(have) != plain(wanted):
            yield f"{key} is {told(have)}, not {told(wanted)}"


def plain(value: Any) -> Any:
    """A value as it is compared: lists are tuples, nothing is an empty text, whole numbers are whole."""
    if isinstance(value, list | tuple):
        return tuple(plain(each) for each in value)
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value


def told(value: Any) -> str:
    plainly = plain(value)
    return "nothing" if plainly == "" else str(plainly)


# --- what it is about ---


def _state(stage: Performance) -> State:
    state: State = stage.state
    return state


def _proposal(stage: Performance, holds: Holds) -> Proposal:
    state = _state(stage)
    number = int(holds.get("proposal", 0)) or max(state.proposals, default=0)
    if number not in state.proposals:
        raise Unplayable(f"there is no proposal {number or ''} to look at")
    return state.proposals[number]


def _vote(stage: Performance, holds: Holds) -> Proposal | RegulationVote | None:
    """The vote that is meant: of a proposal, or the last regulation-change if that was the last to be decided."""
    state = _state(stage)
    named = str(holds.get("proposal", ""))
    decided = [each for each in state.regulation_votes if each.closed is not None]
    if named.startswith("R"):
        return next(each for each in reversed(decided) if each.handle == named)
    counted = [each for each in state.proposals.values() if each.count is not None]
    if named or not decided:
        return _proposal(stage, holds) if named else max(counted, key=_counted_at, default=None)
    last = max(decided, key=lambda each: each.closed or state.opened)
    latest = max(counted, key=_counted_at, default=None)
    return last if latest is None or (last.closed or state.opened) > _counted_at(latest) else latest


def _counted_at(proposal: Proposal) -> datetime:
    return proposal.count.at if proposal.count is not None else proposal.posted


def _count(stage: Performance, holds: Holds) -> Count | None:
    found = _vote(stage, holds)
    return found.count if isinstance(found, Proposal) else None


def _hours(stage: Performance, moment: datetime | None) -> float | None:
    return round((moment - stage.script.start) / timedelta(hours=1), 3) if moment is not None else None


def _provision(stage: Performance, holds: Holds) -> Provision:
    state = _state(stage)
    number = str(holds.get("rule", ""))
    changed = [each for each in state.book.provisions.values() if len(each.versions) > 1 or each.now.how != "set-up"]
    found = state.book.once(number) if number else max(changed, key=lambda each: each.now.at, default=None)
    if found is None:
        raise Unplayable(f"there is no rule {number} to look at")
    return found


# --- votes ---


def _adopted(stage: Performance, holds: Holds) -> Any:
    found = _vote(stage, holds)
    if isinstance(found, RegulationVote):
        return found.adopted
    count = _count(stage, holds)
    return count.adopted if count is not None else None


def _tally(stage: Performance, holds: Holds) -> Any:
    """Votes for and against."""
    found = _vote(stage, holds)
    if isinstance(found, RegulationVote):
        return (found.favourable, sum(vote == "against" for vote in found.votes.values()))
    count = _count(stage, holds)
    return (count.favourable, count.entitled - count.favourable) if count is not None else None


def _votes_recorded(stage: Performance, holds: Holds) -> Any:
    return electing.standing_votes(_state(stage), _proposal(stage, holds))


def _counts(stage: Performance, holds: Holds) -> Any:
    """Whether the player's vote counted as cast."""
    count = _count(stage, holds)
    return count is not None and holds["player"] in count.votes and holds["player"] not in count.silent


def _completed(stage: Performance, holds: Holds) -> Any:
    found = _vote(stage, holds)
    if isinstance(found, RegulationVote):
        return _hours(stage, found.closed)
    count = _count(stage, holds)
    return _hours(stage, count.at if count is not None else None)


def _eligible(stage: Performance, holds: Holds) -> Any:
    proposal = _proposal(stage, holds)
    return proposal.count.entitled if proposal.count else len(electing.electorate(_state(stage), proposal))


def _threshold(stage: Performance, holds: Holds) -> Any:
    found = standing.stands(_state(stage), "threshold")
    return found.text if found is not None else None


def _open_votes(stage: Performance, holds: Holds) -> Any:
    return len(_state(stage).open_proposals)


def _period(stage: Performance, holds: Holds) -> Any:
    """The hours that the vote lasts, or lasted."""
    proposal = _proposal(stage, holds)
    closes = voting.closes(_state(stage), proposal)
    return (closes - proposal.opened) / timedelta(hours=1) if closes and proposal.opened else None


def _adoptable(stage: Performance, holds: Holds) -> Any:
    """Whether the regulation-change under vote can ever be adopted as things stand."""
    running = _state(stage).open_regulation
    return running is not None and regulating.closes(_state(stage), running) is not None


# --- proposals ---


def _number(stage: Performance, holds: Holds) -> Any:
    """The number of the last proposal, or of the rule or regulation that is meant."""
    state = _state(stage)
    if "rule" in holds:
        provision = _provision(stage, holds)
        return provision.number if provision.number.startswith("R") else int(provision.number)
    decided = [each.number for each in state.regulation_votes if each.number]
    if decided and not state.proposals:
        return decided[-1]
    return _proposal(stage, holds).number


def _number_used(stage: Performance, holds: Holds) -> Any:
    """Whether what was heard last used a number."""
    events = stage.replies[-1].events if stage.replies else ()
    return any(isinstance(event, ProposalPosted | RegulationProposed) for event in events)


def _granted(stage: Performance, holds: Holds) -> Any:
    """Whether all that was heard last was read and granted."""
    reply = stage.replies[-1]
    body = reply.receipt.body if reply.receipt is not None else None
    taken = bool(reply.events or getattr(body, "heard", ()) or getattr(body, "answers", ()))
    return taken and not reply.refused and not reply.unread


def _number_reused(stage: Performance, holds: Holds) -> Any:
    """Whether a proposal after a cancelled one got its number."""
    numbers = [event.number for event in _events(stage) if isinstance(event, ProposalPosted)]
    return len(numbers) != len(set(numbers))


def _events(stage: Performance) -> tuple[Any, ...]:
    return stage.ledger.load(stage.script.name).events


def _cancelled(stage: Performance, holds: Holds) -> Any:
    return {str(n): each.cancelled is not None for n, each in _state(stage).proposals.items()}


def _effective(stage: Performance, holds: Holds) -> Any:
    return _hours(stage, _provision(stage, holds).now.at)


def _text_of(stage: Performance, holds: Holds) -> Any:
    """The proposal that the last one copies, if its text is that one's."""
    proposal = _proposal(stage, holds)
    source = _state(stage).proposals.get(proposal.assumed_from)
    same = source is not None and source.revisions[proposal.assumed_revision - 1].change.text
    return proposal.assumed_from if source and same == proposal.revisions[0].change.text else None


def _revision_text(stage: Performance, holds: Holds) -> Any:
    """Which revision of its source an assumed proposal reads as."""
    proposal = _proposal(stage, holds)
    source = _state(stage).proposals.get(proposal.assumed_from)
    forms = source.revisions if source is not None else ()
    text = proposal.revisions[0].change.text
    return next((form.number for form in reversed(forms) if form.change.text == text), None)


def _fallback(stage: Performance, holds: Holds) -> Any:
    """The proposal assumed in the present turn."""
    assumed = [each.number for each in _state(stage).proposals.values() if each.assumed_from and not each.turn_done]
    return assumed[-1] if assumed else None


def _defeat_penalty(stage: Performance, holds: Holds) -> Any:
    return _proposal(stage, holds).lost


def _next_deadline(stage: Performance, holds: Holds) -> Any:
    state = _state(stage)
    return _hours(stage, None if judging.blocked(state) else state.turn.post_by)


# --- rules ---


def _in_force(stage: Performance, holds: Holds) -> Any:
    return tuple(number for number in holds["in_force"] if _state(stage).book.standing(str(number)) is not None)


def _not_in_force(stage: Performance, holds: Holds) -> Any:
    return tuple(number for number in holds["not_in_force"] if _state(stage).book.standing(str(number)) is None)


def _text_contains(stage: Performance, holds: Holds) -> Any:
    wanted = str(holds["text_contains"])
    return wanted if wanted in _provision(stage, holds).now.text else _provision(stage, holds).now.text


def _rule_exists(stage: Performance, holds: Holds) -> Any:
    return _provision(stage, holds).in_force


def _prevails(stage: Performance, holds: Holds) -> Any:
    """Which of two rules prevails: of those named, or of the conflict found last."""
    state = _state(stage)
    if "conflict" in holds:
        pair = [state.book.once(str(number)) for number in holds["conflict"]]
        one, other = (each for each in pair if each is not None)
        return int(prevails(state.book, one, other).number)
    found = state.conflicts[-1]
    return int(state.book.provisions[found.prevails].number)


def _void(stage: Performance, holds: Holds) -> Any:
    state = _state(stage)
    return tuple(int(state.book.provisions[key].number) for key in sorted(state.void))


def _rule_203_void(stage: Performance, holds: Holds) -> Any:
    found = _state(stage).book.once("203")
    return found is not None and found.key in _state(stage).void


def _valid(stage: Performance, holds: Holds) -> Any:
    """Whether the penalty that was proposed last can be."""
    return not any(refusal.clause == "313" for refusal in stage.replies[-1].refused)


def _assignable(stage: Performance, holds: Holds) -> Any:
    """Of each penalty named (`noise minor`) whether a rule in force assigns it; with nothing named, of the last rule
    that defines one."""
    kinds = {f"{each.category} {each.severity}": bool(each.when) for each in standing.penalties(_state(stage))}
    return kinds if isinstance(holds["assignable"], Mapping) else all(kinds.values())


# --- players ---


def _score(stage: Performance, holds: Holds) -> Any:
    return {name: player.score for name, player in _state(stage).players.items()}


def _penalties(stage: Performance, holds: Holds) -> Any:
    held = [each for each in _state(stage).penalties if each.removed is None]
    if "player" in holds:
        held = [each for each in held if each.player == holds["player"]]
    return tuple(sorted((each.player, each.category, each.severity) for each in held))


def _penalty_count(stage: Performance, holds: Holds) -> Any:
    return len(_penalties(stage, holds))


def _removable(stage: Performance, holds: Holds) -> Any:
    """Whether any penalty that is held can be removed by a condition."""
    kinds = [standing.penalty(_state(stage), e.category, e.severity) for e in _state(stage).penalties if not e.removed]
    return any(kind is not None and kind.removal is not None for kind in kinds)


def _first_effect(stage: Performance, holds: Holds) -> Any:
    """After whose turn the first long-term effect came."""
    state = _state(stage)
    moment = next((each.at for each in state.points if each.because == "penalty"), None)
    turns = [each for each in state.proposals.values() if each.turn_done and _counted_at(each) == moment]
    return turns[0].player if turns else None


def _points(stage: Performance, holds: Holds) -> Any:
    """What the turn of the proposal brought."""
    return _proposal(stage, holds).points


def _joins_after(stage: Performance, holds: Holds) -> Any:
    """The votes that the last to join had to wait for."""
    joined = [event for event in _events(stage) if isinstance(event, PlayerJoined)]
    asked = [event for event in _events(stage) if isinstance(event, JoinAsked)]
    return next((each.waits_for for each in asked if joined and each.player == joined[-1].player), None)


def _winner(stage: Performance, holds: Holds) -> Any:
    return _state(stage).winner


def _winner_after(stage: Performance, holds: Holds) -> Any:
    """Who has won, or would once it is confirmed."""
    return _state(stage).winner or _state(stage).unplayable


# --- judgment ---


def _judge(stage: Performance, holds: Holds) -> Any:
    asked = _state(stage).open_judgments
    return asked[-1].judge if asked else None


def _overruled(stage: Performance, holds: Holds) -> Any:
    asked = _state(stage).judgments
    return bool(asked) and (len(asked[-1].judges) > 1 or asked[-1].exhausted)


def _judges_left(stage: Performance, holds: Holds) -> Any:
    """How many could still come to judge the last question."""
    state = _state(stage)
    asked = state.judgments[-1]
    if asked.exhausted:
        return 0
    return len(set(state.playing) - {asked.moving, *asked.judges[:-1]})


def _binding(stage: Performance, holds: Holds) -> Any:
    """Whether the question asked last was settled by what an earlier Judge decided."""
    return _state(stage).judgments[-1].given is not None


def _held(stage: Performance, holds: Holds) -> Any:
    return bool(_state(stage).held)


def _code_suspended(stage: Performance, holds: Holds) -> Any:
    return bool(_state(stage).suspended)


def _stage(stage: Performance, holds: Holds) -> Any:
    return _state(stage).stage.value


def _stage_of(stage: Performance, holds: Holds) -> Any:
    return stage_of(_proposal(stage, holds))


def _parameters(stage: Performance, holds: Holds) -> Any:
    state = _state(stage)
    return {name: found.text for name in holds["parameters"] if (found := standing.stands(state, name)) is not None}


def _readings(stage: Performance, holds: Holds) -> Any:
    return {name: standing.reading(_state(stage), name) for name in holds["readings"]}


LOOKS: dict[str, Found] = {
    "opens_h": lambda stage, holds: _hours(stage, _opens(stage, holds)),
    "closes_h": lambda stage, holds: _hours(stage, voting.closes(_state(stage), _proposal(stage, holds))),
    "vote_deadline": lambda stage, holds: _hours(stage, voting.closes(_state(stage), _proposal(stage, holds))),
    "posted_h": lambda stage, holds: _hours(stage, _proposal(stage, holds).posted),
    "completed_h": _completed,
    "effective_h": _effective,
    "next_post_deadline_h": _next_deadline,
    "period_h": _period,
    "revision_voted": lambda stage, holds: _proposal(stage, holds).voted,
    "revision": lambda stage, holds: len(_proposal(stage, holds).revisions),
    "revision_text": _revision_text,
    "text_of": _text_of,
    "proponent": lambda stage, holds: _proposal(stage, holds).player,
    "fallback": _fallback,
    "adopted": _adopted,
    "tally": _tally,
    "votes_recorded": _votes_recorded,
    "counts": _counts,
    "eligible": _eligible,
    "open_votes": _open_votes,
    "threshold": _threshold,
    "adoptable": _adoptable,
    "number": _number,
    "number_used": _number_used,
    "number_reused": _number_reused,
    "accepted": _granted,
    "allowed": _granted,
    "valid": _valid,
    "cancelled": _cancelled,
    "defeat_penalty": _defeat_penalty,
    "points": _points,
    "score": _score,
    "scores": _score,
    "penalties": _penalties,
    "penalty_count": _penalty_count,
    "removable": _removable,
    "assignable": _assignable,
    "first_effect_after_turn_of": _first_effect,
    "circuits": lambda stage, holds: _state(stage).circuits,
    "next_mover": lambda stage, holds: _state(stage).turn.mover,
    "in_force": _in_force,
    "not_in_force": _not_in_force,
    "mutable_count": lambda stage, holds: standing.mutable_count(_state(stage)),
    "text_contains": _text_contains,
    "rule_exists": _rule_exists,
    "prevails": _prevails,
    "void": _void,
    "rule_203_void": _rule_203_void,
    "judge": _judge,
    "overruled": _overruled,
    "judges_left": _judges_left,
    "binding": _binding,
    "held_for_judgment": _held,
    "joins_after": _joins_after,
    "code_suspended": _code_suspended,
    "winner": _winner,
    "winner_after_confirmation": _winner_after,
    "state": _stage,
    "stage": _stage,
    "fate": _stage_of,
    "parameters": _parameters,
    "readings": _readings,
}
"""Every key that can be expected."""


def _opens(stage: Performance, holds: Holds) -> datetime | None:
    proposal = _proposal(stage, holds)
    return proposal.opened or voting.opens(_state(stage), proposal)
