"""What adopted code may bring about: a closed vocabulary, checked in form and size before anything of it counts.

Nothing here can change a rule's words, send letters, read a clock or touch another game: only adopted proposals change
rules (104, 116).
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct, ValidationError

from dragoman.game.directions import unmarked
from dragoman.tongues.misfits import misfit

MOST = 64
"""Effects of one run."""

LONGEST = 16_384
"""Bytes of one answer."""

POINTS = 1_000_000
"""Points that one effect may give or take."""


class Effect(Struct, frozen=True, forbid_unknown_fields=True, tag_field="effect"):
    """One thing that a run of code wants done."""


class AddPoints(Effect, frozen=True, tag="add_points"):
    player: str
    amount: int
    because: str = ""


class AssignPenalty(Effect, frozen=True, tag="assign_penalty"):
    player: str
    category: str
    severity: str
    because: str = ""


class RemovePenalty(Effect, frozen=True, tag="remove_penalty"):
    id: int
    because: str = ""


class SetParam(Effect, frozen=True, tag="set_param"):
    """Only parameters that the rule of the code sets itself."""

    name: str
    value: str | int


class SetVar(Effect, frozen=True, tag="set_var"):
    """Something for the rule's own store of 4 kB; None forgets it."""

    name: str
    value: Any = None


class Schedule(Effect, frozen=True, tag="schedule"):
    """Call `on_timer` after so many hours."""

    key: str
    after_h: int
    payload: Any = None


class CancelTimer(Effect, frozen=True, tag="cancel"):
    key: str


class Require(Effect, frozen=True, tag="require"):
    """Where the code is asked whether something may be: it may, whatever others say."""

    action: str = ""
    reason: str = ""


class Refuse(Effect, frozen=True, tag="refuse"):
    """It may not."""

    action: str = ""
    reason: str = ""


class DeclareWinner(Effect, frozen=True, tag="declare_winner"):
    """A claim: it counts at once only for who has reached the target (112, 322); else a Judge is asked."""

    player: str
    because: str = ""


class Notice(Effect, frozen=True, tag="notice"):
    text: str


class NeedJudge(Effect, frozen=True, tag="need_judge"):
    question: str


AnyEffect = (
    AddPoints
    | AssignPenalty
    | RemovePenalty
    | SetParam
    | SetVar
    | Schedule
    | CancelTimer
    | Require
    | Refuse
    | DeclareWinner
    | Notice
    | NeedJudge
)

_decoder = msgspec.json.Decoder(tuple[AnyEffect, ...])


class BadEffects(ValueError):
    """What the code returned is no list of effects: why, in one line."""


def read(answer: str) -> tuple[AnyEffect, ...]:
    """The effects in an answer (JSON), without marks of direction; null is none. Raises BadEffects."""
    try:
        size = len(answer.encode())
    except UnicodeEncodeError as fault:
        raise BadEffects("what was returned cannot be written down") from fault
    if size > LONGEST:
        raise BadEffects(f"more than {LONGEST} bytes were returned")
    if answer.strip() == "null":
        return ()
    try:
        found = _decoder.decode(unmarked(answer))
        plain = unmarked(msgspec.json.encode(found).decode())  # a mark may be written as an escape, too
        found = _decoder.decode(plain)
    except (ValidationError, msgspec.DecodeError, msgspec.EncodeError, RecursionError, ValueError) as fault:
        raise BadEffects(f"no list of effects was returned: {misfit(fault)}") from fault
    if len(found) > MOST:
        raise BadEffects(f"{len(found)} effects were returned, and no more than {MOST} are taken")
    for each in found:
        if isinstance(each, AddPoints) and abs(each.amount) > POINTS:
            raise BadEffects(f"{each.amount} points are more than the {POINTS} that are taken")
    return found


PRELUDE = """
def add_points(player, amount, because=""):
    return {"effect": "add_points", "player": player, "amount": amount, "because": because}

def assign_penalty(player, category, severity, because=""):
    return {"effect": "assign_penalty", "player": player, "category": category, "severity": severity,
            "because": because}

def remove_penalty(id, because=""):
    return {"effect": "remove_penalty", "id": id, "because": because}

def set_param(name, value):
    return {"effect": "set_param", "name": name, "value": value}

def set_var(name, value):
    return {"effect": "set_var", "name": name, "value": value}

def schedule(key, after_h, payload=None):
    return {"effect": "schedule", "key": key, "after_h": after_h, "payload": payload}

def cancel(key):
    return {"effect": "cancel", "key": key}

def require(action="", reason=""):
    return {"effect": "require", "action": action, "reason": reason}

def refuse(action="", reason=""):
    return {"effect": "refuse", "action": action, "reason": reason}

def declare_winner(player, because=""):
    return {"effect": "declare_winner", "player": player, "because": because}

def notice(text):
    return {"effect": "notice", "text": text}

def need_judge(question):
    return {"effect": "need_judge", "question": question}
"""
"""Functions by which code writes its effects, for those who would rather not write tables."""
