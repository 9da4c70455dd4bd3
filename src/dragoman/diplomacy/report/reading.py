"""How writing would be read, told before it is said: the same lines, faults and sentences that its receipt would hold.

Nothing is decided here: it is told from the reading and the view alone, and so tells nothing that the view does not.
"""

from __future__ import annotations

from collections.abc import Iterator

from dragoman.diplomacy.commands import SubmitOrders
from dragoman.diplomacy.report.bodies import Heard, NotRead, Receipt
from dragoman.diplomacy.report.kept import refused
from dragoman.diplomacy.report.parts import choice_told, head_of, next_of, settled, written
from dragoman.diplomacy.report.pieces import Written
from dragoman.diplomacy.sight import View, faults
from dragoman.game.protocol import Reading
from dragoman.game.saying import say

STAGE = "unsaid"
"""The stage of a receipt for what has not been said yet."""

MOST_PASSED, MOST_QUOTED = 8, 80


def as_read(view: View, reading: Reading) -> Receipt:
    """What a text comes to: orders as they were understood, what else it says, and what could not be read."""
    return Receipt(
        head=head_of(view),
        stage=STAGE,
        heard=tuple(_heard(view, reading)),
        refused=tuple(refused(each) for each in reading.refused),
        unread=tuple(
            NotRead(each.code, each.text, each.line, each.word, each.column, each.suggestions)
            for each in reading.unread
        ),
        ignored=len(reading.ignored),
        passed=tuple(line[:MOST_QUOTED] for line in reading.ignored[:MOST_PASSED]),
        remarks=reading.remarks,
        next=next_of(view),
    )  # fmt: skip


def _heard(view: View, reading: Reading) -> Iterator[Heard]:
    others = 0
    for command in reading.commands:
        if not isinstance(command, SubmitOrders):
            others += 1
            continue
        choices = tuple(choice_told(view.chart, choice) for _, choice in command.choices)
        phase = command.phase or view.phase
        yield Heard(say("Read so, for {phase_now}:", phase_now=phase), _lines(view, command), choices)
    if others:
        yield Heard(say("What else is written is done when it is said. Words to the referee: {count}.", count=others))


def _lines(view: View, command: SubmitOrders) -> tuple[Written, ...]:
    """The orders, each with its fault; of units that are not one's own, or of a phase to come, none is looked for."""
    phase, power = command.phase or view.phase, command.giver or view.power or ""
    lines = settled(view, power, command.lines, phase)
    if phase != view.phase or power not in view.chart.powers:
        return tuple(map(written, lines))
    found = faults(view.chart, view.position, power, command.lines, view.sheet)
    return tuple(written(line, flaw) for line, flaw in zip(lines, (*found, *[None] * len(lines)), strict=False))


__all__ = ["STAGE", "as_read"]
