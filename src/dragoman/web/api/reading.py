"""How orders in writing were read, with the fault of each that lies in the set itself: nothing of anybody else's orders
goes into it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from dragoman.diplomacy.adjudication.reasons import why
from dragoman.diplomacy.board.position import Phase
from dragoman.diplomacy.commands import SubmitOrders
from dragoman.diplomacy.orders.order import Line
from dragoman.diplomacy.orders.writing import write
from dragoman.diplomacy.report.parts import settled
from dragoman.diplomacy.sight import View, faults, filed
from dragoman.game.protocol import Reading
from dragoman.tongues.saying import put
from dragoman.web import says
from dragoman.web.api.shapes import ReadLine
from dragoman.web.door import Visit


def lines_read(view: View, reading: Reading) -> Iterator[ReadLine]:
    """Every order that was read, in canonical writing."""
    for command in reading.commands:
        if isinstance(command, SubmitOrders):
            yield from _lines(view, command.giver or view.power or "", command.phase or view.phase, command.lines)


def lines_filed(seen: Visit, events: Iterable[Any]) -> Iterator[ReadLine]:
    """Every order of one's own that was put on file by what happened."""
    for power, phase, lines in filed(events, seen.seat):
        yield from _lines(seen.view, power, phase, lines)


def _lines(view: View, power: str, phase: Phase, given: tuple[Line, ...]) -> Iterator[ReadLine]:
    lines = settled(view, power, given, phase)
    known = phase == view.phase and power in view.chart.powers
    found = faults(view.chart, view.position, power, given, view.sheet) if known else ()
    for line, flaw in zip(lines, (*found, *[None] * len(lines)), strict=False):
        yield ReadLine(
            order=write(line.order), text=line.text, power=power, phase=str(phase), notes=list(line.notes),
            flaw=flaw.code.value if flaw else "", says=put(why(flaw, view.chart), says.lang()) if flaw else "",
        )  # fmt: skip


__all__ = ["lines_filed", "lines_read"]
