"""How orders in writing were read, with the fault of each that lies in the set itself: nothing of anybody else's orders
goes into it."""

from __future__ import annotations

from collections.abc import Iterator

from dragoman.diplomacy.adjudication.reasons import why
from dragoman.diplomacy.commands import SubmitOrders
from dragoman.diplomacy.orders.writing import write
from dragoman.diplomacy.report.parts import settled
from dragoman.diplomacy.sight import View, faults
from dragoman.game.protocol import Reading
from dragoman.tongues.saying import put
from dragoman.web import says
from dragoman.web.api.shapes import ReadLine


def lines_read(view: View, reading: Reading) -> Iterator[ReadLine]:
    """Every order that was read, in canonical writing."""
    for command in reading.commands:
        if isinstance(command, SubmitOrders):
            yield from _lines(view, command)


def _lines(view: View, command: SubmitOrders) -> Iterator[ReadLine]:
    phase, power = command.phase or view.phase, command.giver or view.power or ""
    lines = settled(view, power, command.lines, phase)
    known = phase == view.phase and power in view.chart.powers
    found = faults(view.chart, view.position, power, command.lines, view.sheet) if known else ()
    for line, flaw in zip(lines, (*found, *[None] * len(lines)), strict=False):
        yield ReadLine(
            order=write(line.order), text=line.text, power=power, phase=str(phase), notes=list(line.notes),
            flaw=flaw.code.value if flaw else "", says=put(why(flaw, view.chart), says.lang()) if flaw else "",
        )  # fmt: skip


__all__ = ["lines_read"]
