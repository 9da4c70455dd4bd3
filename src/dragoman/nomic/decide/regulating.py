"""Regulations: proposed one at a time, voted on for the whole period they themselves set, adopted by a quorum (320)."""

from __future__ import annotations

from datetime import datetime
from fractions import Fraction

from dragoman.ballots.ballot import ABSTAIN as LEFT_OUT
from dragoman.ballots.ballot import Ballot, Question
from dragoman.ballots.count import MAJORITY, Base, Counting, Rule, Tally, Threshold, tally
from dragoman.ballots.procedures import delegated_by_immutable
from dragoman.game.refusals import Refusal
from dragoman.game.rulebook import REPEALED, Version
from dragoman.game.saying import say
from dragoman.nomic import changes, standing
from dragoman.nomic.commands import CastVote, Regulate
from dragoman.nomic.decide import code, scoring, who
from dragoman.nomic.decide.proceedings import Proceedings
from dragoman.nomic.events.proposals import RegulationCast, RegulationCompleted, RegulationProposed, RuleChanged
from dragoman.nomic.events.recorded import Change, rule_record
from dragoman.nomic.precedence import IMMUTABLE
from dragoman.nomic.state import AGAINST, FOR, RegulationVote, State, is_regulation


def propose(p: Proceedings, command: Regulate) -> Refusal | None:
    """Any player may propose a regulation-change while none is voted on."""
    refused = who.not_playing(p.state, command.by) or _unfit(p.state, command.change)
    if refused is not None:
        return refused
    change = command.change
    handle = change.target if change.kind != "enact" else f"R{p.state.next_regulation}"
    name = who.player(p.state, command.by)
    p.happen(
        RegulationProposed, handle=handle, player=name, person=command.by.person, change=change,
        voters=p.state.playing,
    )  # fmt: skip
    code.occasion(p, "on_regulation_proposed", {"handle": handle, "player": name, "kind": change.kind})
    return None


def _unfit(state: State, change: Change) -> Refusal | None:
    running = state.open_regulation
    if standing.giver(state, "reg_threshold") is None:
        return Refusal("no-regulations", say("No rule in force provides for regulations."), "116")
    if running is not None:
        says = say("The vote on {handle} is not over: one regulation-change at a time.", handle=running.handle)
        return Refusal("one-at-a-time", says, standing.owner(state, "reg_threshold"))
    if change.kind not in ("enact", "amend", "repeal"):
        return Refusal("no-such-change", say("A regulation is enacted, amended or repealed."), "320")
    if change.kind != "enact":
        found = state.book.standing(change.target)
        if found is None or not is_regulation(change.target):
            return Refusal("no-such-regulation", say("There is no regulation {number}.", number=change.target), "320")
    if change.code is not None:
        return Refusal("no-code", say("A regulation sets parameters; code belongs to rules."), "320")
    if change.kind != "repeal" and not (change.text.strip() or change.settings):
        says = say("Say what the regulation is to be: its text, and a line “set … = …” for each parameter.")
        return Refusal("no-text", says, "320")
    return changes.unfit_settings(state, change)


# --- voting ---


def vote(p: Proceedings, command: CastVote) -> Refusal | None:
    """Every eligible voter has one vote; to change it before the end is not forbidden (116)."""
    refused = who.not_playing(p.state, command.by)
    if refused is not None:
        return refused
    running, name = p.state.open_regulation, who.player(p.state, command.by)
    if running is None or running.handle != command.number:
        says = say("No vote on {handle} is under way.", handle=command.number)
        return Refusal("no-such-vote", says, "320")
    if name not in electorate(p.state, running):
        says = say("You have no vote on {number}: you were no player when it began.", number=command.number)
        return Refusal("not-entitled", says, "320")
    if command.choice not in (FOR, AGAINST):
        return Refusal("no-such-choice", say("Vote for or against {number}.", number=command.number), "320")
    p.happen(RegulationCast, handle=running.handle, player=name, choice=command.choice)
    return None


def electorate(state: State, running: RegulationVote) -> tuple[str, ...]:
    """Who votes: the players at the close, or as the reading has it those of when it was proposed."""
    now = state.playing
    if standing.reading(state, "regulation-electorate") == "close":
        return now
    return running.voters


def closes(state: State, running: RegulationVote) -> datetime | None:
    """When the period has elapsed; None where nothing defines it, so that it never has."""
    period = standing.hours(state, "reg_vote_h")
    return running.proposed + period if period is not None else None


def complete(p: Proceedings) -> None:
    """The period has elapsed: the count, and what it changes."""
    running = p.state.open_regulation
    assert running is not None
    counted = _counted(p.state, running)
    target = p.state.book.standing(running.change.target)
    moot = counted.carried and running.change.kind != "enact" and target is None
    p.happen(
        RegulationCompleted, handle=running.handle, votes={v.voter: v.option for v in counted.votes},
        favourable=counted.count(FOR), entitled=counted.entitled, adopted=counted.carried and not moot,
        why="moot" if moot else _why(counted),
    )  # fmt: skip
    if counted.carried and not moot:
        _take_effect(p, running)
    if not p.over:
        code.occasion(p, "on_regulation_decided", {"handle": running.handle, "adopted": counted.carried and not moot})


def _why(counted: Tally) -> str:
    if counted.carried:
        return ""
    return {Rule.NO_QUORUM: "no-quorum", Rule.NOT_UNANIMOUS: "not-unanimous", Rule.NOBODY: "nobody"}.get(
        counted.rule, "short"
    )


def _counted(state: State, running: RegulationVote) -> Tally:
    voters = electorate(state, running)
    question = Question(running.handle, voters, running.proposed, (FOR, AGAINST), AGAINST)
    cast = [Ballot(each.player, each.choice, each.at, n) for n, each in enumerate(running.casts)]
    return tally(question, cast, counting(state, running.change))


def counting(state: State, change: Change) -> Counting:
    """What a regulation-change needs. Where an immutable rule delegates what it sets, all must be for it."""
    if unanimous(state, change):
        by_all = delegated_by_immutable()
        return Counting(by_all.needs, AGAINST, abstaining=False, clause="320")
    found = standing.threshold(state, "reg_threshold")
    needs = Threshold(found.share, found.strictly, Base.COUNTED) if found is not None else MAJORITY
    quorum = standing.amount(state, "reg_quorum") or Fraction(0)
    return Counting(needs, LEFT_OUT, quorum, abstaining=False, clause="320")


def unanimous(state: State, change: Change) -> bool:
    """Whether an immutable rule delegates what a regulation-change is about."""
    target = state.book.standing(change.target)
    names = {*change.settings, *(target.now.settings if target is not None else ())}
    return any(rule.now.status == IMMUTABLE for name in names for rule in standing.delegators(state, name))


def _take_effect(p: Proceedings, running: RegulationVote) -> None:
    """The number: a new one for what is enacted, and for what is amended only if it is so read."""
    change, before = running.change, standing.whole(p.state, "target")
    new = f"R{p.state.next_regulation}"
    if change.kind == "enact":
        made = Version(p.at, new, change.text, "mutable", dict(change.settings), title=change.title)
        p.happen(RuleChanged, key=new, was="", how="enact", by=running.handle, rule=rule_record(made))
    else:
        provision = p.state.book.standing(change.target)
        assert provision is not None
        renumbered = change.kind == "amend" and standing.reading(p.state, "regulation-number") == "new"
        made = _changed(provision.now, change, new if renumbered else provision.number)
        p.happen(RuleChanged, key=provision.key, was=provision.number, how=change.kind, by=running.handle,
                 rule=rule_record(made))  # fmt: skip
    scoring.target_moved(p, before)


def _changed(now: Version, change: Change, number: str) -> Version:
    settings = changes.with_settings(now.settings, {**change.settings, **dict.fromkeys(change.unset, "")})
    status = REPEALED if change.kind == "repeal" else now.status
    return Version(now.at, number, change.text or now.text, status, settings, title=now.title,
                   amendments=now.amendments, original=now.original)  # fmt: skip
