"""No label, centre or unit mark covers another, on any board that comes with the program, large or small.

Every pair that can meet is tried by itself; and whole recorded games are drawn, phase by phase, at each stage.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from dataclasses import replace
from importlib import resources
from itertools import groupby, islice
from pathlib import Path
from typing import Any

import pytest
from msgspec import convert
from tests.diplomacy.drawing.outlines import marks, overlaps

from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.board.mapfile import chart
from dragoman.diplomacy.board.position import Dislodged, Phase, PhaseKind, Position
from dragoman.diplomacy.board.province import Place
from dragoman.diplomacy.board.unit import Unit, UnitKind
from dragoman.diplomacy.docket import Docket
from dragoman.diplomacy.drawing.board import draw
from dragoman.diplomacy.drawing.geometry import Geometry, geometry
from dragoman.diplomacy.drawing.turn import Stage, Told, draw_turn
from dragoman.diplomacy.exchange import Question, Unfit, position
from dragoman.diplomacy.houserules.presets import preset
from dragoman.diplomacy.houserules.sheet import Sheet

BOARDS = sorted(
    entry.name.removesuffix(".json")
    for entry in (resources.files("dragoman.diplomacy.drawing") / "maps").iterdir()
    if entry.name.endswith(".json")
)


def full(on: Chart, board: Geometry, kind: UnitKind, coast: int) -> Position:
    """A board on which every province holds a unit, and a dislodged one beside it; fleets on their nth coast."""
    powers = sorted(on.powers)
    units = []
    for number, name in enumerate(sorted(board.provinces)):
        province = on.provinces[name]
        places = [p for p in (on.army if kind is UnitKind.ARMY else on.fleet) if p.province == name]
        place = sorted(places, key=str)[min(coast, len(places) - 1)] if places else province.places[0]
        units.append(Unit(powers[number % len(powers)], kind if places else UnitKind.ARMY, place))
    owners = {name: powers[number % len(powers)] for number, name in enumerate(sorted(on.centres))}
    phase = Phase(on.opening.phase.season, on.opening.phase.year, PhaseKind.RETREAT)
    return Position(phase, tuple(units), owners, tuple(Dislodged(unit) for unit in units))


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("narrow", [False, True], ids=["wide", "narrow"])
@pytest.mark.parametrize(("kind", "coast"), [(UnitKind.ARMY, 0), (UnitKind.FLEET, 0), (UnitKind.FLEET, 1)])
def test_a_full_board_hides_nothing(name: str, narrow: bool, kind: UnitKind, coast: int) -> None:
    on, board = chart(name), geometry(name)
    svg = draw(board, on, full(on, board, kind, coast), styled=False)
    assert overlaps(marks(svg, narrow=narrow)) == []


def games(file: Path, most: int) -> Iterator[list[dict[str, Any]]]:
    """The first games of a recorded corpus that came to anything, line by line."""
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        read = (json.loads(line) for line in lines)
        played = (list(game) for _, game in groupby(read, key=lambda line: line["game"]))
        yield from islice((game for game in played if len(game) >= SHORTEST), most)


LEAST = 10
"""Phases to be drawn of each map's games; of some there are few."""

SHORTEST = 6
"""Phases of a game that came to anything."""


def turns(game: list[dict[str, Any]], on: Chart, docket: Docket) -> Iterator[Told]:
    """Each phase of a recorded game, ruled upon, with the retreats that the one before it left open."""
    after: Position | None = None
    retreats: tuple[tuple[str, tuple[Place, ...]], ...] = ()
    for line in game:
        known = {key: value for key, value in line.items() if key in Question.__struct_fields__}
        # Some records name a unit twice.
        asked = convert({**known, "units": list(dict.fromkeys(map(tuple, line["units"])))}, Question)
        try:
            at = position(asked, on)
        except Unfit:
            # A record of what cannot be on this map (an army on a coast) is for the replays to judge.
            after, retreats = None, ()
            continue
        if after is not None and at.phase.kind is PhaseKind.RETREAT:
            origins = {exile.unit: exile.attacker_from for exile in after.dislodged}
            driven = tuple(Dislodged(exile.unit, origins.get(exile.unit)) for exile in at.dislodged)
            at = replace(at, dislodged=driven, contested=after.contested)
        ruling = docket.judge_from(at, on, asked.orders).ruling
        yield Told(at, ruling, retreats if at.phase.kind is PhaseKind.RETREAT else ())
        after, retreats = ruling.after, ruling.retreats


CORPORA = {
    "standard": "droidippy-00.jsonl.gz",
    "ancientmediterranean": "godip-ancientmediterranean.jsonl.gz",
    "hundred": "godip-hundred.jsonl.gz",
    "coldwar": "godip-coldwar.jsonl.gz",
    "pure": "godip-pure.jsonl.gz",
}


@pytest.mark.slow
@pytest.mark.corpus
@pytest.mark.parametrize("name", [name for name in BOARDS if name in CORPORA])
def test_no_phase_of_recorded_games_hides_anything(name: str, cases_folder: Path, depth: str) -> None:
    """Fifty games, or three as a sample; each phase before its orders, with them, and after it, large and small."""
    rules = preset("datc")
    assert isinstance(rules, Sheet)
    on, board, docket = chart(name), geometry(name), Docket(rules)
    phases, faults = 0, list[str]()
    for game in games(cases_folder / "corpus" / CORPORA[name], 50 if depth == "full" else 3):
        for turn in turns(game, on, docket):
            phases += 1
            for stage in Stage:
                svg = units_of(draw_turn(board, on, turn, stage, styled=False, legend=False))
                for narrow in (False, True):
                    found = overlaps(marks(svg, narrow=narrow))
                    faults += [f"{game[0]['game']} {turn.phase} {stage} {narrow}: {each}" for each in found]
    assert phases >= LEAST
    assert faults == []


def units_of(svg: str) -> str:
    """The drawing without its land and water, which hold no mark and are slow to read."""
    _, centres, rest = svg.partition('<g class="centres">')
    return f'<svg xmlns="http://www.w3.org/2000/svg"><g>{centres}{rest}'


def test_the_measure_sees_what_lies_upon_another() -> None:
    """Marks moved upon each other are found, so that an empty list means something."""
    on, board = chart("standard"), geometry("standard")
    shape = board.provinces["MUN"]
    crowded = replace(board, provinces={**board.provinces, "MUN": replace(shape, unit=shape.label.at)})
    svg = draw(crowded, on, on.opening, styled=False)
    assert any("MUN" in fault for fault in overlaps(marks(svg, narrow=False)))
    assert any("MUN" in fault for fault in overlaps(marks(svg, narrow=True)))
