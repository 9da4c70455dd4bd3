"""The occasions on which adopted code is called, what it is told of the game, and how its calls are written.

A hook is a function of that name in a rule's code: `def on_proposal_adopted(game, event):`. `game` is a copy of what
everybody may know; `event` tells of the occasion. A hook that answers None has nothing to say.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Any

from dragoman.ballots.count import Threshold
from dragoman.game.asking import Call
from dragoman.game.rulebook import Provision
from dragoman.nomic import parameters, standing
from dragoman.nomic.effects import PRELUDE
from dragoman.nomic.state import State


class Answers(StrEnum):
    """What a hook answers."""

    EFFECTS = "effects"
    """A list of effects."""
    LEAVE = "leave"
    """A list with `refuse` or `require`, or nothing."""
    THRESHOLD = "threshold"
    """What adoption needs, as it is written for the parameter (`2/3`)."""
    POINTS = "points"
    """A whole number."""
    PLAYER = "player"
    """A player's name."""
    TALLY = "tally"
    """[votes for, eligible votes]"""


HOOKS: Mapping[str, Answers] = {
    "may_post": Answers.LEAVE,
    "on_proposal_posted": Answers.EFFECTS,
    "on_revision": Answers.EFFECTS,
    "may_open_vote": Answers.LEAVE,
    "on_vote_opened": Answers.EFFECTS,
    "on_vote_cast": Answers.EFFECTS,
    "tally": Answers.TALLY,
    "threshold": Answers.THRESHOLD,
    "on_vote_completed": Answers.EFFECTS,
    "on_proposal_adopted": Answers.EFFECTS,
    "on_proposal_defeated": Answers.EFFECTS,
    "turn_points": Answers.POINTS,
    "on_turn_started": Answers.EFFECTS,
    "on_turn_completed": Answers.EFFECTS,
    "on_circuit_completed": Answers.EFFECTS,
    "next_player": Answers.PLAYER,
    "on_parallel_started": Answers.EFFECTS,
    "on_parallel_hour_passed": Answers.EFFECTS,
    "on_parallel_cancelled": Answers.EFFECTS,
    "on_parallel_completed": Answers.EFFECTS,
    "on_missed_posting": Answers.EFFECTS,
    "on_penalty_assigned": Answers.EFFECTS,
    "on_penalty_held": Answers.EFFECTS,
    "on_penalty_check": Answers.EFFECTS,
    "on_regulation_proposed": Answers.EFFECTS,
    "on_regulation_decided": Answers.EFFECTS,
    "on_judgment_invoked": Answers.EFFECTS,
    "on_judgment_given": Answers.EFFECTS,
    "on_judgment_overruled": Answers.EFFECTS,
    "may_join": Answers.LEAVE,
    "on_join": Answers.EFFECTS,
    "on_forfeit": Answers.EFFECTS,
    "may_rejoin": Answers.LEAVE,
    "check_winner": Answers.EFFECTS,
    "on_timer": Answers.EFFECTS,
}
"""Every hook and what it answers."""

_FUNCTION = re.compile(r"^def[ \t]+([A-Za-z_]\w*)[ \t]*\(", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Handler:
    """A rule in force whose code has that hook and acts."""

    rule: Provision
    hook: str


def functions(code: str) -> tuple[str, ...]:
    """The functions that a piece of code defines, in their order."""
    return tuple(found[1] for found in _FUNCTION.finditer(code))


def handlers(state: State, hook: str) -> tuple[Handler, ...]:
    """The rules that act at a hook, by number; not those that are void, nor those whose code is suspended."""
    coded = (each for each in standing.effective(state, standing.rules(state)) if each.now.code)
    return tuple(
        Handler(each, hook) for each in coded if each.key not in state.suspended and hook in functions(each.now.code)
    )


def call(state: State, rule: Provision, hook: str, about: Mapping[str, Any]) -> Call:
    """The run that a hook of a rule's code asks for."""
    return run(state, rule.now.code, f"rule {rule.number}", rule.key, hook, about)


def run(state: State, code: str, name: str, key: str, hook: str, about: Mapping[str, Any]) -> Call:
    """A run of a piece of code, as if it were that of the rule begun as `key`."""
    return Call(code, name, hook, written([told(state, key), about]), PRELUDE)


def reading(code: str, name: str) -> Call:
    """A run that runs nothing: whether the code can be read at all."""
    return Call(code, name, prelude=PRELUDE)


def digest(code: str) -> str:
    """By which the code of a run is known in the ledger."""
    return hashlib.sha256(code.encode()).hexdigest()


def written(value: Any) -> str:
    """JSON, the same for equal values."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def told(state: State, key: str = "") -> dict[str, Any]:
    """What code is told of the game: nothing that is secret, no clock, no floating numbers."""
    return {
        "players": [
            {"name": name, "score": state.players[name].score, "penalties": _penalties(state, name)}
            for name in standing.order(state)
        ],
        "turn": {"mover": state.turn.mover, "begun": state.turn.begun, "turns": len(state.turns)},
        "circuits": state.circuits,
        "params": {name: _plain(found.value) for name in _named(state) if (found := standing.stands(state, name))},
        "rules": [{"number": each.number, "mutable": each.now.status == "mutable"} for each in standing.rules(state)],
        "own": dict(state.book.provisions[key].now.settings) if key in state.book.provisions else {},
        "vars": {name: json.loads(value) for name, value in sorted(state.variables.get(key, {}).items())},
    }


def writable(text: str) -> bool:
    """Whether a text can be written down: half of a pair of UTF-16 cannot."""
    return not any(0xD800 <= ord(sign) < 0xE000 for sign in text)


def _named(state: State) -> list[str]:
    return [name for name in state.book.settings() if name in parameters.CATALOGUE]


def _penalties(state: State, name: str) -> list[dict[str, Any]]:
    held = [each for each in state.penalties if each.player == name and each.removed is None]
    return [{"id": each.id, "category": each.category, "severity": each.severity} for each in held]


def _plain(value: parameters.Value) -> Any:
    """A parameter's value as code gets it: exact numbers as whole ones or as [over, under]."""
    if isinstance(value, Fraction):
        return value.numerator if value.denominator == 1 else [value.numerator, value.denominator]
    if isinstance(value, Threshold):
        return [value.share.numerator, value.share.denominator]
    return list(value) if isinstance(value, tuple) else value


def value(hook: str, answer: str) -> Any:
    """What a hook that answers a value said, as the game uses it: None for nothing. Raises ValueError for what is no
    such value."""
    try:
        return _value(hook, json.loads(answer))
    except RecursionError as fault:
        raise ValueError("the answer is nested too deeply") from fault


def _value(hook: str, said: Any) -> Any:
    if said is None:
        return None
    shown = repr(said)[:80]
    match HOOKS[hook]:
        case Answers.THRESHOLD:
            found = parameters.threshold(str(said))
            if found is None:
                raise ValueError(f"{shown} is no requirement: write unanimous, majority or 2/3")
            return found
        case Answers.POINTS:
            if not isinstance(said, int) or isinstance(said, bool) or abs(said) > 1_000_000:
                raise ValueError(f"{shown} is no number of points")
            return said
        case Answers.TALLY:
            counts = isinstance(said, list) and len(said) == 2
            if not counts or not all(type(n) is int and 0 <= n <= 1_000_000 for n in said):
                raise ValueError(f"{shown} is no count: write [votes for, eligible votes]")
            return tuple(said)
        case _:
            if not isinstance(said, str) or not writable(said):
                raise ValueError(f"{shown} is no name of a player")
            return said
