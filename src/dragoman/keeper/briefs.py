"""Recorded lines in shorthand: what a line says is looked up by its bytes wherever the same bytes were read before.

A line that is in any way unusual is not read here; then `Record.hold` reads it as every line was read before.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec
from msgspec import UNSET, Raw, Struct, UnsetType

from dragoman.diplomacy import exchange
from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.board.position import PhaseKind
from dragoman.diplomacy.exchange import Question, Unfit
from dragoman.diplomacy.shorthand import Moment, Roll, Short, roll
from dragoman.keeper.recorded_phases import ENDED, phase_told
from dragoman.tongues.misfits import UNREADABLE

MOST = 20_000
"""How many pieces of lines are remembered of a kind."""

NOTHING: Final = (b"", b"[]")
NULL: Final = b"null"


ABSENT: Final = Raw()
"""What is not told in a line."""


class Brief(Struct, gc=False, kw_only=True):
    """A recorded line, in which what is mostly the same from line to line is left as it stands there."""

    id: str | int | None = None
    variant: str = "standard"
    season: str
    year: int
    phase: str
    units: Raw
    dislodged: Raw = ABSENT
    attacked_from: dict[str, str | None] = {}
    contested: list[str] = []
    centers: Raw = ABSENT
    orders: dict[str, list[str]] | UnsetType = UNSET
    game: str = ""
    next_phase: tuple[str, int, str] | str | None = None
    next_units: Raw = ABSENT
    next_dislodged: Raw = ABSENT
    next_centers: Raw = ABSENT
    notes: tuple[str, ...] | str = ()


decode = msgspec.json.Decoder(Brief).decode


def said_once(text: bytes, brief: Brief) -> bool:
    """Whether no name that is left as it stands could have been given twice, once wrongly, or written in signs."""
    units = 1 + (brief.next_units is not ABSENT)
    driven = (brief.dislodged is not ABSENT) + (brief.next_dislodged is not ABSENT)
    owned = (brief.centers is not ABSENT) + (brief.next_centers is not ABSENT) + (brief.orders is not UNSET)
    if text.count(b'units":') != units or text.count(b'dislodged":') != driven:
        return False
    return text.count(b'ers":') == owned and b"\\" not in text


class Strange(Exception):
    """What is written here is to be read the long way."""


class Shelf:
    """What the pieces of lines mean on one chart."""

    def __init__(self, chart: Chart) -> None:
        self.chart = chart
        self.roll: Roll = roll(chart)
        self._unit = {
            f'"{power}","{kind}","{place}"'.encode(): n for (power, kind, place), n in self.roll.number.items()
        }
        self._moments: dict[tuple[str, int, str], Moment] = {}
        self._wanted: dict[tuple[str, int, str] | str | None, Moment | None] = {}
        self._owners: dict[bytes, tuple[int, ...]] = {}
        self._last: tuple[bytes, list[int]] = (b"", [])

    def units(self, raw: Raw) -> list[int]:
        """The units written there, sorted. Raises Strange."""
        text = bytes(raw)
        if text == self._last[0]:
            return self._last[1]
        if text in NOTHING:
            return []
        if text[:2] != b"[[" or text[-2:] != b"]]":
            raise Strange
        try:
            found = sorted(map(self._unit.__getitem__, text[2:-2].split(b"],[")))
        except KeyError:
            raise Strange from None
        self._last = (text, found)
        return found

    def crowded(self, units: list[int]) -> bool:
        """Whether two of the units are in one province."""
        return len({*map(self.roll.place.__getitem__, units)}) < len(units)

    def owners(self, raw: Raw) -> tuple[int, ...]:
        """Whose the centres are. Raises Strange."""
        text = bytes(raw)
        found = self._owners.get(text)
        if found is None:
            if len(self._owners) >= MOST:
                self._owners.clear()
            found = self._owners[text] = self._owned(text)
        return found

    def _owned(self, text: bytes) -> tuple[int, ...]:
        if not text or text == NULL:
            return self.roll.unowned
        try:
            told = msgspec.json.decode(text, type=dict[str, list[str]])
            centres = {place: power for power, places in told.items() for place in places}
            if len(centres) < sum(map(len, told.values())):
                raise Strange
            return self.roll.owners(centres)
        except (*UNREADABLE, KeyError):
            raise Strange from None

    def wanted(self, named: tuple[str, int, str] | str | None) -> Moment | None:
        """The phase that comes next by the record; None if it tells none. Raises Strange."""
        if named in self._wanted:
            return self._wanted[named]
        if len(self._wanted) >= MOST:
            self._wanted.clear()
        phase = None if named is None else phase_told(named, self.chart)
        if phase is None and named not in (None, ENDED):
            raise Strange
        found = self._wanted[named] = None if phase is None else self.roll.moment(phase)
        return found

    def moment(self, brief: Brief) -> Moment:
        """The phase of the line. Raises Strange."""
        key = (brief.season, brief.year, brief.phase)
        found = self._moments.get(key)
        if found is None:
            if len(self._moments) >= MOST:
                self._moments.clear()
            question = Question(season=brief.season, year=brief.year, phase=brief.phase, units=[])
            try:
                found = self._moments[key] = self.roll.moment(exchange.phase_of(question, self.chart))
            except Unfit:
                raise Strange from None
        return found


def told(raw: Raw) -> bool:
    """Whether a line tells that."""
    return raw is not ABSENT and bytes(raw) != NULL


def remembered(short: Short, before: Short | None) -> Short:
    """A position before retreats with what the line before left: where the attackers came from, and standoffs."""
    if before is None:
        return short
    origins: Mapping[int, int] = dict(before.dislodged)
    dislodged = tuple((n, origins.get(n, closed)) for n, closed in short.dislodged)
    return short._replace(dislodged=dislodged, contested=before.contested)


def suits(kind: PhaseKind, brief: Brief) -> bool:
    """Whether the line tells what is needed in its phase, and nothing that is to be weighed besides."""
    if brief.attacked_from or brief.contested:
        return False
    if kind is PhaseKind.ADJUSTMENT and bytes(brief.centers) in (b"", NULL):
        return False
    return kind is PhaseKind.RETREAT or bytes(brief.dislodged) in NOTHING
