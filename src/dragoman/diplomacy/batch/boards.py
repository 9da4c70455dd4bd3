"""Many positions of one map as one array, with names for its parts: views, never copies."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from dragoman.diplomacy.batch import layout
from dragoman.diplomacy.batch.tables import Atlas, atlas
from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.board.position import Dislodged, Phase, PhaseKind, Position
from dragoman.diplomacy.board.unit import Unit

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.int16]

STAGES = (PhaseKind.MOVEMENT, PhaseKind.RETREAT, PhaseKind.ADJUSTMENT)


@dataclass(frozen=True)
class Unfit:
    """A position that cannot be laid out, by its index, and what of it the map does not know."""

    board: int
    what: str

    def __str__(self) -> str:
        return f"position {self.board}: the map does not know {self.what}"


@dataclass(frozen=True, eq=False)
class Boards:
    """Boards of one map. `numbers` has the shape (boards, layout.ROWS, columns) and the type int16; a column for each
    province, but 8 at least. `Atlas` names what the numbers stand for (`names`)."""

    chart: Chart
    numbers: Numbers

    def __len__(self) -> int:
        return len(self.numbers)

    @property
    def names(self) -> Atlas:
        return atlas(self.chart)

    @property
    def spots(self) -> Numbers:
        """(boards, columns): each unit's spot, then -1."""
        return self.numbers[:, layout.SPOT]

    @property
    def powers(self) -> Numbers:
        """(boards, columns): each unit's power, then -1."""
        return self.numbers[:, layout.POWER]

    @property
    def exiles(self) -> Numbers:
        """(boards, columns): each dislodged unit's spot, then -1."""
        return self.numbers[:, layout.EXILE]

    @property
    def exiled_powers(self) -> Numbers:
        return self.numbers[:, layout.EXILED]

    @property
    def attackers(self) -> Numbers:
        """(boards, columns): the province closed to each dislodged unit since its attacker came from there, or -1."""
        return self.numbers[:, layout.ATTACKER]

    @property
    def contested(self) -> Numbers:
        """(boards, columns): by province, 1 after a standoff."""
        return self.numbers[:, layout.CONTESTED]

    @property
    def owners(self) -> Numbers:
        """(boards, columns): by province, the power that owns the centre, or -1."""
        return self.numbers[:, layout.OWNER]

    @property
    def turns(self) -> Numbers:
        """(boards): which of the year's turns, by `Chart.turns`; one more is the adjustments'."""
        return self.numbers[:, layout.CLOCK, layout.TURN]

    @property
    def years(self) -> Numbers:
        return self.numbers[:, layout.CLOCK, layout.YEAR]

    @property
    def stages(self) -> Numbers:
        """(boards): 0 movement, 1 retreats, 2 adjustments."""
        return self.numbers[:, layout.CLOCK, layout.STAGE]

    @property
    def winners(self) -> Numbers:
        """(boards): the power that has won with this position, or -1."""
        return self.numbers[:, layout.CLOCK, layout.WINNER]

    def like(self) -> Boards:
        """Room for as many boards, not yet filled."""
        import numpy as np

        return Boards(self.chart, np.empty_like(self.numbers))

    def positions(self) -> list[Position]:
        """The same as positions for people and for `adjudication`."""
        return [_position(self.names, rows.tolist()) for rows in self.numbers]


def laid_out(chart: Chart, positions: Iterable[Position]) -> Boards | Unfit:
    """Positions as boards; or the first that cannot be."""
    import numpy as np

    a = atlas(chart)
    rows = []
    for index, position in enumerate(positions):
        row = _rows(a, position)
        if isinstance(row, str):
            return Unfit(index, row)
        rows.append(row)
    if not a.fits:
        return Unfit(0, "numbers small enough for so large a map")
    return Boards(chart, np.array(rows, dtype=np.int16).reshape(len(rows), layout.ROWS, a.width))


def _rows(a: Atlas, position: Position) -> list[list[int]] | str:
    """One board, or what of it is not on the map."""
    exiled = tuple(d.unit for d in position.dislodged)
    strange = _strange(a, position, (*position.units, *exiled))
    if strange:
        return strange
    rows = [[-1] * a.width for _ in range(layout.ROWS)]
    rows[layout.CONTESTED], rows[layout.CLOCK] = [0] * a.width, [0] * a.width
    for first, units in ((layout.SPOT, position.units), (layout.EXILE, exiled)):
        for index, unit in enumerate(units):
            rows[first][index] = a.spot(unit.kind, unit.place)
            rows[first + 1][index] = a.power_number[unit.power]
    for index, each in enumerate(position.dislodged):
        rows[layout.ATTACKER][index] = a.province_number.get(each.attacker_from or "", -1)
    for province in position.contested:
        rows[layout.CONTESTED][a.province_number[province]] = 1
    for province, owner in position.centres.items():
        rows[layout.OWNER][a.province_number[province]] = a.power_number[owner]
    clock = rows[layout.CLOCK]
    season, clock[layout.YEAR], kind = position.phase
    turns = a.chart.turns
    clock[layout.TURN] = turns.index(season) if season in turns else len(turns)
    clock[layout.STAGE], clock[layout.WINNER] = STAGES.index(kind), -1
    return rows


def _strange(a: Atlas, position: Position, units: Sequence[Unit]) -> str:
    """What the map does not know, in words; empty where it knows all."""
    for unit in units:
        if unit.power not in a.power_number or not a.chart.can_stand(unit.kind, unit.place):
            return f"{unit} of {unit.power}"
    owners = [owner for owner in position.centres.values() if owner not in a.power_number]
    provinces = [p for p in (*position.centres, *position.contested) if p not in a.province_number]
    season, year, kind = position.phase
    on_time = season in a.chart.turns or kind is PhaseKind.ADJUSTMENT
    strange = [*owners, *provinces, *([] if on_time and 0 <= year <= 30_000 else [str(position.phase)])]
    crowded = len(units) > 2 * a.width or len(position.units) > len({u.province for u in position.units})
    return strange[0] if strange else "two units in one province" if crowded else ""


def _position(a: Atlas, rows: list[list[int]]) -> Position:
    clock = rows[layout.CLOCK]
    turns, kind = a.chart.turns, STAGES[clock[layout.STAGE]]
    season = turns[clock[layout.TURN]] if clock[layout.TURN] < len(turns) else a.chart.adjustment_season
    owned = {a.provinces[p]: a.powers[k] for p, k in enumerate(rows[layout.OWNER]) if k >= 0}
    exiled = _units(a, rows[layout.EXILE], rows[layout.EXILED])
    origins = (a.provinces[p] if p >= 0 else None for p in rows[layout.ATTACKER])
    return Position(
        Phase(season, clock[layout.YEAR], kind),
        tuple(sorted(_units(a, rows[layout.SPOT], rows[layout.POWER]))),
        dict(sorted(owned.items())),
        tuple(sorted(Dislodged(unit, origin) for unit, origin in zip(exiled, origins, strict=False))),
        frozenset(a.provinces[p] for p, held in enumerate(rows[layout.CONTESTED]) if held == 1),
    )


def _units(a: Atlas, spots: Sequence[int], powers: Sequence[int]) -> list[Unit]:
    found = []
    for spot, power in zip(spots, powers, strict=True):
        if spot < 0:
            break
        found.append(Unit(a.powers[power], *a.unit(spot)))
    return found
