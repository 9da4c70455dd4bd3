"""A position with its orders as a test case writes it (DATC), read back: what `report.exports` writes, and what people
would write instead. The first fault is told, with the line it stands in.

    Spring 1901, Movement
    Position
    Austria: A VIE, A BUD, F TRI; centres VIE, BUD, TRI
    Germany: A MUN (dislodged from BUR)
    Contested: BUR

    Austria:
    A VIE - GAL
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.board.position import PhaseKind, Position
from dragoman.diplomacy.exchange import Question, Triple, Unfit, position, power_named
from dragoman.game.saying import say

MOST_LINES, LONGEST_LINE = 600, 400
HEAD = re.compile(r"(?:.*:)?\s*([^\W\d]+)\s+(\d{1,4})\s*[,;]?\s*([^\W\d]+)\s*")
UNIT = re.compile(r"([AF])\s+([^\s()]+)\s*(?:\(dislodged(?:\s+from\s+([^\s()]+))?\))?", re.IGNORECASE)
CENTRES = re.compile(r"\s*(?:centres|centers)\s*:?\s*(.*)", re.IGNORECASE)


def read_case(text: str, chart: Chart) -> tuple[Position, dict[str, tuple[str, ...]]]:
    """The position, and the order lines by power. Raises Unfit for what cannot be read, or cannot be on that map."""
    lines = [line.strip()[:LONGEST_LINE] for line in text.splitlines()[:MOST_LINES] if line.strip()]
    if not lines:
        raise Unfit(say("begin with the phase: {example}", example=f"{chart.turns[0]} 1901, Movement"))
    case = _Case(chart, lines[0])
    for line in lines[1:]:
        case.take(line)
    return position(case.question(), chart), {power: tuple(some) for power, some in case.orders.items() if some}


class _Case:
    """What has been read so far. A line `Power:` alone begins that power's orders."""

    def __init__(self, chart: Chart, head: str) -> None:
        found = HEAD.fullmatch(head)
        if found is None:
            raise Unfit(say("“{line}” is no phase; write {example}", line=head,
                            example=f"{chart.turns[0]} 1901, Movement"))  # fmt: skip
        self.chart = chart
        self.season, self.year, kind = found[1], int(found[2]), found[3]
        kinds = [each.value for each in PhaseKind if each.value.casefold().startswith(kind.casefold()[:4])]
        self.kind = kinds[0] if kinds else kind
        self.units: list[Triple] = []
        self.driven: list[Triple] = []
        self.closed: dict[str, str | None] = {}
        self.centres: dict[str, list[str]] = {}
        self.contested: list[str] = []
        self.orders: dict[str, list[str]] = {}
        self.writer = ""

    def question(self) -> Question:
        return Question(
            variant=self.chart.id, season=self.season, year=self.year, phase=self.kind, units=self.units,
            dislodged=self.driven, attacked_from=self.closed, contested=self.contested, centers=self.centres,
        )  # fmt: skip

    def take(self, line: str) -> None:
        head, colon, rest = line.partition(":")
        power = power_named(head.strip(), self.chart) if colon else None
        if power is not None and not rest.strip():
            self.writer = power
        elif power is not None and not self.writer:
            self._stands(power, rest)
        elif colon and head.strip().casefold() == "contested":
            self.contested += [word.strip() for word in rest.split(",") if word.strip()]
        elif self.writer:
            self.orders.setdefault(self.writer, []).append(line)
        elif line.casefold() != "position":
            powers = ", ".join(self.chart.powers)
            raise Unfit(say("“{line}” names no power; write one of {powers}, and a colon", line=line, powers=powers))

    def _stands(self, power: str, text: str) -> None:
        units, _, rest = text.partition(";")
        if (alone := CENTRES.fullmatch(units)) is not None:
            units, rest = "", units
            assert alone is not None
        for written in _parted(units):
            self._unit(power, written)
        if rest.strip():
            owned = CENTRES.fullmatch(rest)
            if owned is None:
                raise Unfit(say("“{line}” is neither units nor centres", line=rest.strip()))
            self.centres.setdefault(power, []).extend(_parted(owned[1]))

    def _unit(self, power: str, written: str) -> None:
        found = UNIT.fullmatch(written)
        if found is None:
            raise Unfit(say("“{line}” is no unit; write {example}", line=written, example="A VIE, F STP/SC"))
        triple = (power, found[1].upper(), found[2].upper())
        if "(" not in written:
            self.units.append(triple)
            return
        self.driven.append(triple)
        self.closed[found[2].upper().partition("/")[0]] = found[3]


def _parted(text: str) -> Iterator[str]:
    return (word for part in text.split(",") if (word := part.strip()) not in ("", "-"))


__all__ = ["read_case"]
