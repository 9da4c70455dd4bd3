"""Proposals: posted in a turn, in parallel or by default, revised, argued about, cancelled (103–111, 307, 319)."""

from __future__ import annotations

from datetime import timedelta

from dragoman.game.refusals import Refusal
from dragoman.game.saying import say
from dragoman.nomic import changes, standing
from dragoman.nomic.commands import Argue, Cancel, Post, Revise
from dragoman.nomic.decide import code, joining, judging, scoring, who, winning
from dragoman.nomic.decide.proceedings import Proceedings
from dragoman.nomic.events.judgment import HeldForJudgment, TermEnded
from dragoman.nomic.events.proposals import (
    Argued,
    CodeTried,
    HourPassed,
    ProposalCancelled,
    ProposalPosted,
    ProposalRevised,
)
from dragoman.nomic.events.recorded import Change
from dragoman.nomic.events.turns import PostingMissed, TurnBegun
from dragoman.nomic.state import Proposal, State

LONGEST_TEXT = 20_000
LONGEST_CODE = 16_000

# --- posting ---


def post(p: Proceedings, command: Post) -> Refusal | None:
    """Somebody proposes a rule-change in their turn, or in a parallel one."""
    refused = who.not_playing(p.state, command.by)
    if refused is not None:
        return refused
    name = who.player(p.state, command.by)
    refused = parallel_refused(p.state, name) if command.parallel else main_refused(p.state, name)
    refused = refused or _unfit(p, command.change) or code.leave(p, "may_post", _about(command, name))
    if refused is not None:
        return refused
    _posted(p, name, changes.normal(p.state, command.change), command.by.person, command.parallel)
    return None


def _about(command: Post, name: str) -> dict[str, object]:
    change = command.change
    return {"player": name, "kind": change.kind, "target": change.target, "parallel": command.parallel}


def _posted(p: Proceedings, name: str, change: Change, person: str, parallel: bool) -> None:
    number = next_number(p.state)
    p.happen(
        ProposalPosted, number=number, player=name, change=change, person=person, parallel=parallel,
        basis=basis(p.state, change),
    )  # fmt: skip
    if not parallel:
        _begun(p, name, number)
    elif standing.reading(p.state, "judge-term") == "any" and p.state.open_judgments:
        p.happen(TermEnded)
        winning.settle(p)
    if p.over:
        return
    _try(p, number)
    about = {"number": number, "proponent": name, "kind": change.kind, "target": change.target}
    code.occasion(p, "on_proposal_posted", about)
    if parallel:
        code.occasion(p, "on_parallel_started", about)


def _begun(p: Proceedings, name: str, number: int) -> None:
    """No ruling of the turn before can be overruled any more: whoever waited for that has won (212)."""
    p.happen(TurnBegun, player=name, number=number)
    winning.settle(p)


def next_number(state: State) -> int:
    """108: the next whole number, but for those that rules bear already."""
    number = state.next_number
    while state.book.once(str(number)) is not None:
        number += 1
    return number


def basis(state: State, change: Change) -> str:
    """The text that a change is written against."""
    target = changes.target(state, change)
    return target.now.text if target is not None else ""


def main_refused(state: State, name: str) -> Refusal | None:
    """Why a player cannot begin a turn in order now, or None."""
    turn = state.turn
    if name == turn.mover and turn.begun:
        return _begun_already(state)
    if name != turn.mover:
        mine = standing.whole(state, "parallel_turns")
        hint = say("It is {player}'s turn; out of turn write “parallel propose …”.", player=turn.mover)
        plain = say("It is {player}'s turn.", player=turn.mover)
        return Refusal("not-your-turn", hint if mine else plain, standing.owner(state, "order"))
    if judging.blocked(state):
        says = say("Judgment was invoked in the turn before: yours may begin once the Judgment is given, or a majority "
                   "of the other players consents.")  # fmt: skip
        return Refusal("blocked", says, "212")
    return None


def _begun_already(state: State) -> Refusal:
    """Why whoever has proposed in their turn cannot propose in it again."""
    number, clause = state.turn.number, standing.owner(state, "order")
    if standing.whole(state, "parallel_turns"):
        says = say("You have proposed {number} in this turn; beside it write “parallel propose …”, or “revise "
                   "{number}: …” to give it another form.", number=number)  # fmt: skip
    else:
        says = say("You have proposed {number} in this turn; write “revise {number}: …” to give it another form.",
                   number=number)  # fmt: skip
    return Refusal("turn-begun", says, clause)


def parallel_refused(state: State, name: str) -> Refusal | None:
    """Why a player cannot begin a parallel turn now, or None."""
    most = standing.whole(state, "parallel_turns")
    if not most:
        return Refusal("no-parallel-turns", say("No rule in force gives parallel turns."), "201")
    running = [e for e in state.proposals.values() if e.player == name and e.parallel and under_way(e)]
    if len(running) >= most:
        says = say("Your parallel turn with proposal {number} is still under way.", number=running[0].number)
        return Refusal("parallel-under-way", says, standing.owner(state, "parallel_turns"))
    return None


def under_way(proposal: Proposal) -> bool:
    """Whether the turn of a proposal has not ended."""
    return not proposal.turn_done and proposal.cancelled is None


def _unfit(p: Proceedings, change: Change) -> Refusal | None:
    """Why the change cannot be proposed, or its code cannot be taken."""
    if len(change.text) > LONGEST_TEXT or len(change.code or "") > LONGEST_CODE:
        says = say("That is too long: a text has {most} characters at most, and code {code}.", most=LONGEST_TEXT,
                   code=LONGEST_CODE)  # fmt: skip
        return Refusal("too-long", says, "106")
    refused = changes.improper(p.state, change)
    let_pass = refused is not None and refused.code in ("immutable", "rule-repealed", "no-such-rule")
    if refused is not None and not (let_pass and standing.reading(p.state, "improper") == "numbered"):
        return refused
    return code.unreadable(p, change.code) if change.code is not None else None


def _try(p: Proceedings, number: int) -> None:
    """Proposed code is tried on the past, so that those who vote know."""
    proposal = p.state.proposals[number]
    source = proposal.change.code
    if not source:
        return
    target = changes.target(p.state, proposal.change)
    runs, faults, would = code.tried(p, source, target.key if target is not None else "")
    p.happen(CodeTried, number=number, revision=len(proposal.revisions), runs=runs, faults=faults, would=would[:20])


# --- by default ---


def missed(p: Proceedings) -> None:
    """307: nobody posted in time. The last proposal that was not adopted is deemed posted by whoever was to; if there
    is none, or none that is still a rule-change, a Judge is asked."""
    mover = p.state.turn.mover
    code.occasion(p, "on_missed_posting", {"player": mover})
    source = fallback(p.state)
    if source is None:
        p.happen(PostingMissed, player=mover)
        p.happen(HeldForJudgment, what="no-fallback", about=mover, clause=standing.owner(p.state, "post_within_h"))
        return
    form = copied(p.state, source)
    change = changes.normal(p.state, source.revisions[form - 1].change)
    number = next_number(p.state)
    p.happen(
        ProposalPosted, number=number, player=mover, change=change, basis=basis(p.state, change),
        assumed_from=source.number, assumed_revision=form,
    )  # fmt: skip
    _begun(p, mover, number)
    if p.over:
        return
    _try(p, number)
    code.occasion(p, "on_proposal_posted", {"number": number, "proponent": mover, "kind": change.kind,
                                            "target": change.target})  # fmt: skip


def fallback(state: State) -> Proposal | None:
    """The proposal that would be deemed posted: the last one finished and not adopted, if it can still be proposed."""
    if standing.word(state, "fallback") != "last-defeated":
        return None
    defeated = [each for _, each in sorted(state.proposals.items()) if each.defeated]
    if not defeated:
        return None
    change = defeated[-1].revisions[copied(state, defeated[-1]) - 1].change
    return defeated[-1] if changes.improper(state, change) is None else None


def copied(state: State, proposal: Proposal) -> int:
    """Which revision of it is copied."""
    return proposal.voted if standing.reading(state, "fallback-text") == "voted" and proposal.voted else 1


# --- before the vote ---


def revise(p: Proceedings, command: Revise) -> Refusal | None:
    """The proponent decides the form that is voted on (111)."""
    refused = who.not_playing(p.state, command.by) or _not_revisable(p.state, command)
    if refused is not None:
        return refused
    change = changes.normal(p.state, revised(p.state.proposals[command.number], command.change))
    refused = _unfit(p, change)
    if refused is not None:
        return refused
    revision = len(p.state.proposals[command.number].revisions) + 1
    p.happen(ProposalRevised, number=command.number, revision=revision, change=change, basis=basis(p.state, change))
    _try(p, command.number)
    code.occasion(p, "on_revision", {"number": command.number, "revision": revision})
    return None


def revised(proposal: Proposal, given: Change) -> Change:
    """What is said anew. Whoever says kind and rule anew says the whole; else what nothing is said of stays: the words,
    each parameter, the code."""
    before = proposal.revisions[-1].change
    if given.kind:
        return given
    settings = {name: value for name, value in before.settings.items() if name not in given.unset}
    own = before.settings if before.kind == "enact" else {}  # what a new rule no longer sets, nothing has set
    fresh = tuple(each for each in given.unset if each not in before.unset and each not in own)
    unset = (*(each for each in before.unset if each not in given.settings), *fresh)
    return Change(before.kind, before.target, given.text or before.text, {**settings, **given.settings}, unset,
                  before.code if given.code is None else given.code, given.title or before.title,
                  before.also)  # fmt: skip


def _not_revisable(state: State, command: Revise) -> Refusal | None:
    proposal = state.proposals.get(command.number)
    if proposal is None:
        return Refusal("no-such-proposal", say("There is no proposal {number}.", number=command.number))
    if proposal.player != who.player(state, command.by):
        says = say("Only {player}, who proposed {number}, can revise it; write “argue {number}: …” to suggest "
                   "something.", player=proposal.player, number=command.number)  # fmt: skip
        return Refusal("not-yours", says, "111")
    if proposal.finished:
        return Refusal("finished", say("Proposal {number} is finished.", number=command.number))
    if proposal.opened is not None:
        says = say("The vote on {number} has begun: revision {revision} is what is voted on.", number=command.number,
                   revision=proposal.voted)  # fmt: skip
        return Refusal("vote-begun", says, "106")
    if proposal.assumed_from and standing.reading(state, "fallback-revision") == "refused":
        says = say("Proposal {number} was deemed proposed, and stays as it is.", number=command.number)
        return Refusal("assumed", says, "307")
    return None


def argue(p: Proceedings, command: Argue) -> Refusal | None:
    """111: anybody at the table may speak to a proposal."""
    proposal = p.state.proposals.get(command.number)
    if p.state.over:
        return Refusal("game-over", say("The game {game} is over.", game=p.state.name))
    if proposal is None:
        return Refusal("no-such-proposal", say("There is no proposal {number}.", number=command.number))
    if command.by.seat is None:
        return Refusal("no-seat", say("Only people at the table may do that."))
    if proposal.finished:
        return Refusal("finished", say("Proposal {number} is finished.", number=command.number), "111")
    p.happen(Argued, number=command.number, seat=command.by.seat, text=command.text.strip())
    return None


# --- parallel turns ---


def cancel(p: Proceedings, command: Cancel) -> Refusal | None:
    """319: within the hour a parallel turn can be taken back, at no cost."""
    refused = who.not_playing(p.state, command.by)
    if refused is not None:
        return refused
    proposal = p.state.proposals.get(command.number)
    if proposal is None:
        return Refusal("no-such-proposal", say("There is no proposal {number}.", number=command.number))
    if proposal.player != who.player(p.state, command.by):
        return Refusal("not-yours", say("Proposal {number} is not yours.", number=command.number), "319")
    if not proposal.parallel:
        says = say("Only a parallel turn can be cancelled; no turn in order is skipped.")
        return Refusal("not-parallel", says, "201")
    if proposal.cancelled is not None:
        return Refusal("cancelled", say("Proposal {number} is cancelled already.", number=command.number))
    if proposal.hour_passed or proposal.finished:
        says = say("A parallel turn can be cancelled within {minutes} of its start; that time is over.",
                   minutes=standing.amount(p.state, "cancel_within_min") or 0)  # fmt: skip
        return Refusal("too-late", says, standing.owner(p.state, "cancel_within_min"))
    p.happen(ProposalCancelled, number=command.number)
    code.occasion(p, "on_parallel_cancelled", {"number": command.number, "player": proposal.player})
    joining.admit(p)
    return None


def hour_passed(p: Proceedings, number: int) -> None:
    """319: the penalty and the price of a parallel turn."""
    proposal = p.state.proposals[number]
    p.happen(HourPassed, number=number)
    if not p.state.players[proposal.player].plays:
        return
    before = len(p.state.penalties)
    scoring.assign_all(p, proposal.player, "parallel")
    for each in range(before + 1, len(p.state.penalties) + 1):
        code.assigned(p, each)
    cost = standing.whole(p.state, "parallel_cost")
    if cost and not p.over:
        scoring.score(p, proposal.player, -cost, "parallel", standing.owner(p.state, "parallel_cost"), number)
    code.occasion(p, "on_parallel_hour_passed", {"number": number, "player": proposal.player})


def hour_ends(state: State, proposal: Proposal) -> timedelta | None:
    """How long after its start a parallel turn can no longer be cancelled, to the microsecond."""
    within = standing.amount(state, "cancel_within_min")
    if within is None:
        return timedelta(0) if standing.giver(state, "parallel_cost") is not None else None
    span = timedelta(seconds=float(within * 60))
    inclusive = standing.reading(state, "cancelling") == "inclusive"
    return span + timedelta(microseconds=1) if inclusive else span
