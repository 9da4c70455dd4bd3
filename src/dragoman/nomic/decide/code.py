"""Adopted code is called where a rule in force has it, and what it answers is checked before any of it comes about.

Faulty code is suspended, everybody is told, and the words of the rule stand; nothing it does can stop a game. Where a
host runs no code, what a rule's code would have done is left as a task.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from datetime import timedelta
from functools import reduce
from typing import Any

from dragoman.game.asking import Fault, FaultKind, Ran
from dragoman.game.refusals import Refusal
from dragoman.game.rulebook import Provision
from dragoman.game.saying import say
from dragoman.nomic import effects as e
from dragoman.nomic import hooks, parameters, standing
from dragoman.nomic.decide import scoring, winning
from dragoman.nomic.decide.proceedings import Proceedings
from dragoman.nomic.events.code import (
    CodeSuspended,
    HookRan,
    NoticeGiven,
    ParameterSet,
    TaskLeft,
    TimerCancelled,
    TimerSet,
    VariableSet,
)
from dragoman.nomic.events.judgment import HeldForJudgment
from dragoman.nomic.precedence import prevails
from dragoman.nomic.state import Timer

DEEPEST = 3
"""Hooks that may be called because of what hooks did."""

MOST_KEPT = 4096
"""Bytes of a rule's own store."""

MOST_TIMERS = 16
"""Timers that a rule may have running."""


def occasion(p: Proceedings, hook: str, about: Mapping[str, Any], made_by: str = "") -> None:
    """Everything that rules' code does on an occasion, in the order of their numbers. A rule does not act upon the vote
    `made_by` which it stands as it does: that would be acting upon the past (107)."""
    if p.depth >= DEEPEST:
        return
    p.depth += 1
    for handler in hooks.handlers(p.state, hook):
        if not p.over and handler.rule.key not in p.state.suspended and (not made_by or made_by != handler.rule.now.by):
            _act(p, handler.rule, hook, about)
    p.depth -= 1


def _act(p: Proceedings, rule: Provision, hook: str, about: Mapping[str, Any]) -> None:
    answer = _answer(p, rule, hook, about)
    if answer is None:
        return
    try:
        found = e.read(answer.value)
        wrong = next((why for each in found if (why := _unfit(p, rule, each))), "") or _too_much(p, rule, found)
    except e.BadEffects as fault:
        found, wrong = (), str(fault)
    if wrong:
        p.happen(CodeSuspended, rule=rule.key, why="effects", says=wrong, hook=hook)
        return
    _noted(p, rule, hook, about, answer)
    _bring_about(p, rule, found)


def _answer(p: Proceedings, rule: Provision, hook: str, about: Mapping[str, Any]) -> Ran | None:
    """What the code returned; None where it could not be run, which is then told."""
    outcome = p.ask(hooks.call(p.state, rule, hook, about))
    if isinstance(outcome, Ran):
        return outcome
    if outcome.kind is FaultKind.OFF:
        p.happen(TaskLeft, rule=rule.key, hook=hook, about=hooks.written(about))
    else:
        p.happen(CodeSuspended, rule=rule.key, why=outcome.kind.value, says=outcome.says, line=outcome.line, hook=hook)
    return None


def _noted(p: Proceedings, rule: Provision, hook: str, about: Mapping[str, Any], answer: Ran) -> None:
    p.happen(
        HookRan, rule=rule.key, hook=hook, about=hooks.written(about), answer=answer.value,
        code=hooks.digest(rule.now.code), ticks=answer.ticks,
    )  # fmt: skip


# --- what effects may be ---


def _unfit(p: Proceedings, rule: Provision, effect: e.AnyEffect) -> str:
    """Why an effect cannot come about, in one line; empty if it can."""
    match effect:
        case e.AddPoints(player=player) | e.DeclareWinner(player=player) if player not in p.state.playing:
            return f"nobody plays as {player!r}"
        case e.AssignPenalty():
            return _unassignable(p, effect)
        case e.RemovePenalty(id=number):
            held = any(each.id == number and each.removed is None for each in p.state.penalties)
            return "" if held else f"there is no penalty {number}"
        case e.SetParam(name=name, value=value):
            return _not_own(rule, name, str(value))
        case e.Schedule(after_h=hours):
            return "" if 0 < hours <= 8760 else "a timer is set for 1 to 8760 hours"
        case _:
            return ""


def _too_much(p: Proceedings, rule: Provision, found: tuple[e.AnyEffect, ...]) -> str:
    """What all effects of a run together would make of a rule's store and timers, where that is more than it may have.

    Without such limits a rule could keep the referee busy for ever with what it asked for before.
    """
    given = {each.name: hooks.written(each.value) for each in found if isinstance(each, e.SetVar)}
    if given and len(hooks.written({**p.state.variables.get(rule.key, {}), **given})) > MOST_KEPT:
        return f"a rule's own store holds {MOST_KEPT} bytes"
    keys = {each.key for each in p.state.timers if each.rule == rule.key}
    wanted = keys | {each.key for each in found if isinstance(each, e.Schedule)}
    return f"a rule has {MOST_TIMERS} timers at most" if len(wanted) > MOST_TIMERS and wanted != keys else ""


def _unassignable(p: Proceedings, effect: e.AssignPenalty) -> str:
    if effect.player not in p.state.playing:
        return f"nobody plays as {effect.player!r}"
    kind = standing.penalty(p.state, effect.category, effect.severity)
    return "" if kind is not None and kind.when else f"no rule assigns ({effect.category}, {effect.severity})"


def _not_own(rule: Provision, name: str, value: str) -> str:
    if name not in rule.now.settings:
        return f"{name!r} is no parameter of rule {rule.number}"
    wrong = parameters.misfit(name, value, own=True)
    return "" if wrong is None else f"{value!r} is no value for {name}"


# --- what effects do ---


def _bring_about(p: Proceedings, rule: Provision, found: tuple[e.AnyEffect, ...]) -> None:
    """All of it in one moment: who reaches the target by it is looked at when all points are booked."""
    gained = []
    before = standing.whole(p.state, "target")
    for effect in found:
        match effect:
            case e.AddPoints(player=player, amount=amount, because=why):
                scoring.add(p, player, amount, "code", rule.number, note=why)
                gained.append(player)
            case e.DeclareWinner(player=player, because=why):
                _claimed(p, rule, player, why)
            case _:
                DOES[type(effect)](p, rule, effect)
    scoring.reached(p, tuple(sorted(set(gained))))
    scoring.target_moved(p, before)


def _claimed(p: Proceedings, rule: Provision, player: str, why: str) -> None:
    """Only points win (112): any other claim is for a Judge."""
    if p.over:
        return
    if winning.at_target(p.state, (player,)):
        winning.wins(p, player, rule.number, why)
    else:
        p.happen(HeldForJudgment, what="winner-claimed", about=player, clause="112")


def _assign(p: Proceedings, rule: Provision, effect: e.AssignPenalty) -> None:
    kind = standing.penalty(p.state, effect.category, effect.severity)
    if kind is not None:
        number = scoring.assign(p, effect.player, kind, "code")
        assigned(p, number)


def assigned(p: Proceedings, number: int) -> None:
    """The occasion that a penalty was assigned."""
    penalty = p.state.penalties[number - 1]
    occasion(
        p, "on_penalty_assigned",
        {"id": number, "player": penalty.player, "category": penalty.category, "severity": penalty.severity},
    )  # fmt: skip


def _schedule(p: Proceedings, rule: Provision, effect: e.Schedule) -> None:
    rings = p.at + timedelta(hours=effect.after_h)
    p.happen(TimerSet, rule=rule.key, key=effect.key, rings=rings, payload=hooks.written(effect.payload))


def _set_param(p: Proceedings, rule: Provision, effect: e.SetParam) -> None:
    p.happen(ParameterSet, rule=rule.key, name=effect.name, value=str(effect.value), by="code")


def _set_var(p: Proceedings, rule: Provision, effect: e.SetVar) -> None:
    p.happen(VariableSet, rule=rule.key, name=effect.name, value=hooks.written(effect.value))


def _remove(p: Proceedings, rule: Provision, effect: e.RemovePenalty) -> None:
    scoring.remove(p, effect.id, "code")


def _cancel(p: Proceedings, rule: Provision, effect: e.CancelTimer) -> None:
    p.happen(TimerCancelled, rule=rule.key, key=effect.key)


def _notice(p: Proceedings, rule: Provision, effect: e.Notice) -> None:
    p.happen(NoticeGiven, rule=rule.number, text=effect.text)


def _need_judge(p: Proceedings, rule: Provision, effect: e.NeedJudge) -> None:
    p.happen(HeldForJudgment, what="asked-by-code", about=effect.question, clause=rule.number)


def _nothing(p: Proceedings, rule: Provision, effect: e.AnyEffect) -> None:
    """Leave is asked for elsewhere: here it means nothing."""


DOES: Mapping[type, Callable[[Proceedings, Provision, Any], None]] = {
    e.AssignPenalty: _assign,
    e.RemovePenalty: _remove,
    e.SetParam: _set_param,
    e.SetVar: _set_var,
    e.Schedule: _schedule,
    e.CancelTimer: _cancel,
    e.Notice: _notice,
    e.NeedJudge: _need_judge,
    e.Require: _nothing,
    e.Refuse: _nothing,
}


def timer(p: Proceedings, rung: Timer) -> None:
    """The moment came for which a rule's code had set a timer."""
    rule = p.state.book.provisions[rung.rule]
    acting = any(each.rule.key == rule.key for each in hooks.handlers(p.state, "on_timer"))
    if acting and rule.in_force:
        _act(p, rule, "on_timer", {"key": rung.key, "payload": json.loads(rung.payload)})


# --- hooks that are asked ---


def leave(p: Proceedings, hook: str, about: Mapping[str, Any]) -> Refusal | None:
    """Whether code forbids something. Where one rule refuses and another requires it, precedence decides (110, 211)."""
    said: list[tuple[Provision, e.Require | e.Refuse]] = []
    for handler in hooks.handlers(p.state, hook):
        answer = _answer(p, handler.rule, hook, about)
        if answer is None:
            continue
        try:
            found = [each for each in e.read(answer.value) if isinstance(each, e.Require | e.Refuse)]
        except e.BadEffects as fault:
            p.happen(CodeSuspended, rule=handler.rule.key, why="effects", says=str(fault), hook=hook)
            continue
        _noted(p, handler.rule, hook, about, answer)
        said.extend((handler.rule, each) for each in found)
    if not said:
        return None
    rule, word = reduce(lambda one, other: one if _first(p, one[0], other[0]) == one[0] else other, said)
    if isinstance(word, e.Require):
        return None
    says = say("Rule {rule} does not allow it: {why}", rule=rule.number, why=word.reason or word.action or "…")
    return Refusal("forbidden-by-rule", says, rule.number)


def value(p: Proceedings, hook: str, about: Mapping[str, Any], owner: str) -> tuple[Any, str]:
    """What code says that something is, and which rule; None where the rule of that number, whose own way is at hand,
    goes before those with code, or no code has anything to say."""
    said: list[tuple[Provision, Any]] = []
    for handler in hooks.handlers(p.state, hook):
        answer = _answer(p, handler.rule, hook, about)
        if answer is None:
            continue
        try:
            found = hooks.value(hook, answer.value)
        except ValueError as fault:
            p.happen(CodeSuspended, rule=handler.rule.key, why="effects", says=str(fault), hook=hook)
            continue
        _noted(p, handler.rule, hook, about, answer)
        if found is not None:
            said.append((handler.rule, found))
    native = p.state.book.standing(owner)
    if native is not None and all(rule.key != native.key for rule, _ in said):
        said.append((native, None))
    if not said:
        return None, owner
    rule, found = reduce(lambda one, other: one if _first(p, one[0], other[0]) == one[0] else other, said)
    return found, rule.number


def _first(p: Proceedings, one: Provision, other: Provision) -> Provision:
    return prevails(p.state.book, one, other) if one.key != other.key else one


# --- code that is proposed ---


def unreadable(p: Proceedings, source: str) -> Refusal | None:
    """Why proposed code cannot be taken, or None: it must be readable, and have a function that is ever called."""
    if not source.strip():
        return None
    named = hooks.functions(source)
    if not any(name in hooks.HOOKS for name in named):
        says = say("The code has no function that is ever called; name one of {hooks}.",
                   hooks=", ".join(sorted(hooks.HOOKS)))  # fmt: skip
        return Refusal("no-hook", says)
    outcome = p.ask(hooks.reading(source, "code"))
    if isinstance(outcome, Ran) or outcome.kind is FaultKind.OFF:
        return None
    says = say("The code cannot be read: line {line}, column {column}: {fault}", line=outcome.line,
               column=outcome.column, fault=outcome.says)  # fmt: skip
    return Refusal("bad-code", says, text=_line(source, outcome))


def _line(source: str, fault: Fault) -> str:
    lines = source.splitlines()
    return lines[fault.line - 1] if 0 < fault.line <= len(lines) else ""


def tried(p: Proceedings, source: str, key: str) -> tuple[int, tuple[str, ...], tuple[str, ...]]:
    """Proposed code tried on the occasions of the past: how many runs, what went wrong, and what it would have done.

    The game it is shown is that of now; what it keeps in its own store is not kept.
    """
    runs, faults, would = 0, list[str](), list[str]()
    for past in p.state.occasions:
        if past.hook not in hooks.functions(source) or len(faults) >= 3:
            continue
        outcome = p.ask(hooks.run(p.state, source, "code", key, past.hook, json.loads(past.about)))
        if isinstance(outcome, Fault) and outcome.kind is FaultKind.OFF:
            return 0, (), ()
        runs += 1
        if isinstance(outcome, Fault):
            faults.append(f"{past.hook}: {outcome.says or outcome.kind.value}")
        elif outcome.value != "null" and outcome.value != "[]":
            would.append(f"{past.hook}: {outcome.value[:200]}")
    return runs, tuple(faults), tuple(would)
