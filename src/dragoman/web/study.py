"""A study: a position, what is guessed of the phases from it, and the orders being written for the next. It is a value
that a link can hold whole; whoever reads one back believes nothing in it."""

from __future__ import annotations

import base64
import binascii
import zlib
from collections.abc import Mapping

import msgspec

from dragoman.diplomacy import exchange
from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.board.position import Position
from dragoman.diplomacy.docket import chart_of
from dragoman.diplomacy.exchange import Question, Unfit
from dragoman.diplomacy.houserules.presets import preset
from dragoman.diplomacy.houserules.sheet import Sheet
from dragoman.diplomacy.supposing import MOST_STEPS, Begun, bounded

LONGEST = 12_000
"""Characters of a study in a link."""

LARGEST = 200_000
"""Bytes that a study may unfold to."""

MOST_WRITTEN = 8_000
"""Characters of one power's orders that are read."""

Orders = dict[str, tuple[str, ...]]


class Study(msgspec.Struct, frozen=True, omit_defaults=True):
    """`start` is the position it begins with (None: the map's opening); `steps` the orders of the phases that were
    adjudicated, `orders` those being written; `said` are clauses chosen otherwise than the preset `rules` has them."""

    map: str = "standard"
    rules: str = "datc"
    start: Question | None = None
    steps: tuple[Orders, ...] = ()
    orders: Orders = {}
    said: dict[str, str] = {}

    def begun(self) -> Begun:
        """Where it begins. Raises Unfit where the map or the position cannot be."""
        on = chart_of(self.map)
        sheet = preset(self.rules)
        if not isinstance(sheet, Sheet):
            sheet = Sheet()
        if self.said:
            sheet = sheet.composed(self.said.items())[0]
        return Begun(on, sheet, exchange.position(self.start, on) if self.start else on.opening)

    def writing(self, orders: Mapping[str, tuple[str, ...]]) -> Study:
        """With these orders being written."""
        return msgspec.structs.replace(self, orders={power: bounded(some) for power, some in orders.items() if some})

    def stepped(self) -> Study:
        """With the orders being written adjudicated; the line is as long as it may be where nothing is added."""
        if len(self.steps) >= MOST_STEPS:
            return self
        return msgspec.structs.replace(self, steps=(*self.steps, self.orders), orders={})

    def back(self, to: int) -> Study:
        """As it was when the phase of that number was being ordered."""
        if not 0 <= to < len(self.steps):
            return self
        return msgspec.structs.replace(self, steps=self.steps[:to], orders=self.steps[to])

    def encoded(self) -> str:
        """The study as a link holds it."""
        return base64.urlsafe_b64encode(zlib.compress(msgspec.json.encode(self), 9)).rstrip(b"=").decode()


def decoded(text: str) -> Study | None:
    """A study as a link held it; None for anything else."""
    if not text or len(text) > LONGEST:
        return None
    try:
        raw = base64.urlsafe_b64decode(text.encode() + b"=" * (-len(text) % 4))
        unfolding = zlib.decompressobj()
        data = unfolding.decompress(raw, LARGEST)
        if not unfolding.eof:
            return None
        study = msgspec.json.decode(data, type=Study)
        study.begun()
    except (binascii.Error, UnicodeError, zlib.error, msgspec.DecodeError, Unfit, ValueError, RecursionError):
        return None
    return msgspec.structs.replace(study, steps=study.steps[:MOST_STEPS])


def asked(chart: Chart, position: Position) -> Question | None:
    """A position as a study holds it: nothing for the opening."""
    if position == chart.opening:
        return None
    season, year, kind = position.phase
    return Question(
        variant=chart.id, season=season, year=year, phase=kind.value,
        units=exchange.triples(position.units),
        dislodged=exchange.triples(each.unit for each in position.dislodged),
        attacked_from={each.unit.province: each.attacker_from for each in position.dislodged},
        contested=sorted(position.contested), centers=exchange.centers(position, chart),
    )  # fmt: skip


__all__ = ["LONGEST", "MOST_WRITTEN", "Orders", "Study", "asked", "decoded"]
