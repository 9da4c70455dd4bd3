"""A refusal is a no that a person can act on: understood, not allowed now, by which rule, and what to do instead."""

from __future__ import annotations

from dataclasses import dataclass

from dragoman.game.saying import Saying


@dataclass(frozen=True, slots=True)
class Refusal:
    """`code` is stable and short (`phase-over`, `not-your-seat`); `says` the sentence; `clause` the rule that decided;
    `text` the piece of writing that was refused, where there is one."""

    code: str
    says: Saying
    clause: str = ""
    text: str = ""
