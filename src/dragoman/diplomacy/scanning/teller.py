"""Boards of one map told as positions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dragoman.diplomacy.batch.boards import STAGES, Boards
from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.board.position import Dislodged, Phase, Position
from dragoman.diplomacy.scanning.pressing import machine
from dragoman.diplomacy.scanning.telling import EXILES, STANDOFFS, TOLD, TURNS, UNITS_END
from dragoman.diplomacy.scanning.vocabulary import Vocabulary

Numbers = NDArray[np.int32]

MOST_PHASES = 20_000

NOWHERE: frozenset[str] = frozenset()


class Phases(dict[int, Phase]):
    """The phases of a map, by the number that is told of them."""

    def __init__(self, chart: Chart) -> None:
        self._seasons = (*chart.turns, chart.adjustment_season)

    def __missing__(self, told: int) -> Phase:
        if len(self) >= MOST_PHASES:
            self.clear()
        rest, stage = divmod(told, len(STAGES))
        year, turn = divmod(rest, TURNS)
        found = self[told] = Phase(self._seasons[turn], year, STAGES[stage])
        return found


class Teller:
    """Tells boards of one map as positions, whose units, powers and provinces are those of the map."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        roll = vocabulary.roll
        self._terrain, self._centres, self._provinces = vocabulary.terrain, roll.centres, roll.name
        self._unit = roll.unit
        self._units, self._powers = _objects(roll.unit), _objects((*roll.powers, None))  # -1 is nobody
        self._phases = Phases(vocabulary.chart)

    def positions(self, boards: Boards) -> list[Position]:
        told, units, owners, exiles, held = self._told(boards.numbers)
        ends, how_many_exiles, how_many_held, unowned, phases = told.T.tolist()
        standing = self._units[units].tolist()
        driven, contested = self._driven(exiles), map(self._provinces.__getitem__, held.tolist())
        return [
            Position(
                phase,
                tuple(standing[a:b]),
                self._centres_of(owner) if free else dict(zip(self._centres, owner, strict=True)),
                tuple(islice(driven, out)) if out else (),
                frozenset(islice(contested, closed)) if closed else NOWHERE,
            )
            for a, b, phase, owner, free, out, closed in zip(
                [0, *ends], ends, map(self._phases.__getitem__, phases), self._powers[owners].tolist(), unowned,
                how_many_exiles, how_many_held, strict=False,
            )
        ]  # fmt: skip

    def _told(self, boards: NDArray[np.int16]) -> tuple[Numbers, Numbers, Numbers, Numbers, Numbers]:
        """What `telling.tell_all` tells, each list as long as it is."""
        count, _, width = boards.shape
        told, owners = np.empty((count, TOLD), dtype=np.int32), np.empty((count, len(self._centres)), dtype=np.int32)
        units, exiles = np.empty(count * width, dtype=np.int32), np.empty((count * width, 2), dtype=np.int32)
        held = np.empty(count * width, dtype=np.int32)
        machine().tell_all(boards, self._terrain, told, units, exiles, owners, held)
        end = told[-1, UNITS_END] if count else 0
        return told, units[:end], owners, exiles[: told[:, EXILES].sum()], held[: told[:, STANDOFFS].sum()]

    def _centres_of(self, owners: Sequence[str | None]) -> dict[str, str]:
        return {centre: owner for centre, owner in zip(self._centres, owners, strict=True) if owner is not None}

    def _driven(self, exiles: Numbers) -> Iterator[Dislodged]:
        for number, closed in exiles.tolist():
            yield Dislodged(self._unit[number], None if closed < 0 else self._provinces[closed])


def _objects(items: Sequence[Any]) -> NDArray[np.object_]:
    """An array of these, from which many are taken at once."""
    found = np.empty(len(items), dtype=np.object_)
    for index, item in enumerate(items):
        found[index] = item
    return found
