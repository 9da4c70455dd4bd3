"""What an overruled Judge ordered is put back as it stood, unless something else has changed it since (212).

Nothing that is recorded is undone: points come back by entries of their own, and all else by events that say what
stands again. What the rules made of it meanwhile stands, until a Judge orders otherwise (ours).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import singledispatch
from itertools import takewhile
from typing import Any

from dragoman.game.rulebook import REPEALED, Provision
from dragoman.nomic import hooks
from dragoman.nomic.decide import traces
from dragoman.nomic.decide.proceedings import Proceedings
from dragoman.nomic.events import ordered as o
from dragoman.nomic.events.code import CodeRestored, CodeSuspended, ParameterSet, TimerSet
from dragoman.nomic.events.judgment import (
    ConflictEnded,
    ConflictFound,
    FindingEnded,
    HeldForJudgment,
    HeldSettled,
    NotTakenBack,
    ReadingChosen,
    UnplayableFound,
)
from dragoman.nomic.events.ordered import Ordered
from dragoman.nomic.events.proposals import AnnouncementUndone, ChangeWithoutEffect, RuleChanged
from dragoman.nomic.events.recorded import RuleRecord, rule_record
from dragoman.nomic.events.turns import PenaltyRemoved, PenaltyRestored, PointsAdded
from dragoman.nomic.readings import READINGS
from dragoman.nomic.state import Conflict, Judgment, State

OVERRULED = "overruled"


def take_back(p: Proceedings, asked: Judgment) -> None:
    """Everything that the rulings on a question ordered, the last first."""
    went_on = _went_on(p.state, asked)
    for trace in reversed(asked.ordered):
        stays = _back(trace, p, f"judgment {asked.id}")
        if stays is not None:
            p.happen(NotTakenBack, id=asked.id, matter=stays[0], about=stays[1])
    if went_on and any(isinstance(each, _LASTING) for each in asked.ordered):
        p.happen(NotTakenBack, id=asked.id, matter="meanwhile")


_LASTING = o.ReadSo | o.Set | o.TookEffect | o.Stopped | o.Opposed
"""What the rules go on from, so that something may have come of it."""


def _went_on(state: State, asked: Judgment) -> bool:
    """Whether a vote was completed, or a score changed by the rules, since the ruling."""
    if asked.given is None:
        return False
    counts: Iterable[Any] = (each.count for each in state.proposals.values() if each.count is not None)
    return any(each.at > asked.given for each in (*counts, *state.points))


@singledispatch
def _back(trace: Ordered, p: Proceedings, by: str) -> tuple[str, str] | None:
    """One thing is put back; or why it stays, in a word, and what it is."""
    raise TypeError(f"nothing takes back {type(trace).__name__}")


# --- points and penalties ---


@_back.register
def _(trace: o.Booked, p: Proceedings, by: str) -> None:
    score = p.state.players[trace.player].score - trace.amount
    p.happen(PointsAdded, player=trace.player, amount=-trace.amount, because=OVERRULED, note=by, score=score)


@_back.register
def _(trace: o.Assigned, p: Proceedings, by: str) -> tuple[str, str] | None:
    if p.state.penalties[trace.penalty - 1].removed is not None:
        return "penalty", str(trace.penalty)
    p.happen(PenaltyRemoved, id=trace.penalty, because=OVERRULED)
    return None


@_back.register
def _(trace: o.Removed, p: Proceedings, by: str) -> None:
    if p.state.penalties[trace.penalty - 1].removed is not None:
        p.happen(PenaltyRestored, id=trace.penalty)


# --- readings, parameters, rules ---


@_back.register
def _(trace: o.ReadSo, p: Proceedings, by: str) -> tuple[str, str] | None:
    if p.state.chosen.get(trace.reading) != trace.now:
        return "reading", trace.reading
    usual = READINGS[trace.reading].usual if trace.reading in READINGS else trace.was
    p.happen(ReadingChosen, reading=trace.reading, option=trace.was or usual, by=by)
    return None


@_back.register
def _(trace: o.Set, p: Proceedings, by: str) -> tuple[str, str] | None:
    rule = p.state.book.provisions[trace.rule]
    if not rule.in_force or rule.now.settings.get(trace.name) != trace.now or _named_since(rule, trace):
        return "set", trace.name
    p.happen(ParameterSet, rule=trace.rule, name=trace.name, value=trace.was, by=by, because=OVERRULED)
    return None


def _named_since(rule: Provision, trace: o.Set) -> bool:
    """Whether an amendment has set the parameter since, though to the same value."""
    for version in reversed(rule.versions):
        if version.how == "by judgment":
            return False
        if version.how == "amend" and version.amendments and trace.name in version.amendments[-1].settings:
            return True
    return False


@_back.register
def _(trace: o.TookEffect, p: Proceedings, by: str) -> tuple[str, str] | None:
    """The rule bears its old number again, and the change waits as it did."""
    rule = p.state.book.provisions[trace.rule]
    since = list(takewhile(lambda version: version.by != str(trace.number), reversed(rule.versions)))
    if any(version.how not in ("by judgment", OVERRULED) for version in since):
        return "effect", rule.number
    now = rule_record(rule.now)
    never = RuleRecord(now.number, now.text, REPEALED, now.settings, now.code, now.title)
    record = trace.was if trace.was is not None else never
    p.happen(RuleChanged, key=trace.rule, was=rule.number, how=OVERRULED, by=by, rule=record)
    p.happen(ChangeWithoutEffect, number=trace.number, why=trace.why, rule=trace.clause)
    return None


# --- what hangs on rules ---


@_back.register
def _(trace: o.Stopped, p: Proceedings, by: str) -> tuple[str, str] | None:
    rule = p.state.book.provisions[trace.rule]
    same = hooks.digest(rule.now.code) == trace.code
    if not same or traces.stop(p.state.suspended.get(trace.rule)) != trace.now:
        return "code", rule.number
    if trace.was is None:
        p.happen(CodeRestored, rule=trace.rule, by=by)
    else:
        was = trace.was
        p.happen(CodeSuspended, rule=trace.rule, why=was.why, says=was.says, line=was.line, hook=was.hook)
    return None


@_back.register
def _(trace: o.Opposed, p: Proceedings, by: str) -> None:
    """A conflict ends by itself when either rule is changed: then there is nothing to put back."""
    pair = {trace.first, trace.second}
    found: Conflict | None = next((e for e in p.state.conflicts if {e.first, e.second} == pair), None)
    if traces.clash(found) != trace.now:
        return
    if trace.was is None:
        p.happen(ConflictEnded, first=trace.first, second=trace.second)
    else:
        was = trace.was
        p.happen(ConflictFound, first=trace.first, second=trace.second, prevails=was.prevails, void=was.void)


@_back.register
def _(trace: o.Unset, p: Proceedings, by: str) -> None:
    there = any((each.rule, each.key) == (trace.rule, trace.key) for each in p.state.timers)
    if p.state.book.provisions[trace.rule].in_force and not there:
        p.happen(TimerSet, rule=trace.rule, key=trace.key, rings=trace.rings, payload=trace.payload)


@_back.register
def _(trace: o.Opens, p: Proceedings, by: str) -> tuple[str, str] | None:
    """A vote that has begun goes on: its beginning is fixed (307)."""
    proposal = p.state.proposals[trace.number]
    if proposal.cancelled is not None:
        return None
    if proposal.opened is not None:
        return "opens", str(trace.number)
    if proposal.opens != trace.now:
        return "announced", str(trace.number)
    p.happen(AnnouncementUndone, number=trace.number, opens=trace.was)
    return None


@_back.register
def _(trace: o.Waited, p: Proceedings, by: str) -> None:
    """What a ruling ended waits for a Judge again."""
    if all((each.what, each.about) != (trace.what, trace.about) for each in p.state.held):
        p.happen(HeldForJudgment, what=trace.what, about=trace.about, clause=trace.clause)


@_back.register
def _(trace: o.Asked, p: Proceedings, by: str) -> None:
    if any(each.about == trace.about for each in p.state.held):
        p.happen(HeldSettled, by=OVERRULED, ends=(trace.about,))


@_back.register
def _(trace: o.Found, p: Proceedings, by: str) -> None:
    """213: a win that was being confirmed is none; whoever would have won before is asked about anew."""
    if p.state.unplayable != trace.player:
        return
    p.happen(FindingEnded, player=trace.player, because=OVERRULED)
    if trace.was in p.state.playing:
        p.happen(UnplayableFound, id=trace.id, player=trace.was, rule=trace.rule)
