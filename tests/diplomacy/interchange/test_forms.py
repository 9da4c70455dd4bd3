"""Games written in the forms of other programs and read back: the same positions, and orders that mean the same."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from msgspec import convert

from dragoman.diplomacy import exchange
from dragoman.diplomacy.board.mapfile import chart
from dragoman.diplomacy.board.position import PhaseKind, Position
from dragoman.diplomacy.docket import Docket
from dragoman.diplomacy.exchange import Question, Unfit
from dragoman.diplomacy.houserules.presets import preset
from dragoman.diplomacy.houserules.sheet import Sheet
from dragoman.diplomacy.interchange import diplomacy_package, webdiplomacy
from dragoman.diplomacy.state import Turn

FORMS = (diplomacy_package, webdiplomacy)
CORPUS = Path(os.environ.get("DRAGOMAN_CASES", "none")) / "corpus"
PEER = Path(__file__).parents[3] / ".venv-bench/bin/python"
PEERS = Path(os.environ.get("DRAGOMAN_BENCH_PEER", PEER))
NOW = datetime(2026, 3, 2, tzinfo=UTC)


@dataclass
class Seen:
    """As much of a view as the forms look at."""

    game: str
    turns: tuple[Turn, ...]
    position: Position
    retreats: Any
    chart: Any = field(default_factory=lambda: chart("standard"))
    power: str | None = None
    ending: Any = None


def docket() -> Docket:
    sheet = preset("datc")
    assert isinstance(sheet, Sheet)
    return Docket(sheet)


def played(lines: list[dict[str, Any]]) -> Seen:
    """A recorded game, adjudicated from its beginning."""
    on, judge = chart("standard"), docket()
    at = exchange.position(convert(lines[0], Question), on)
    turns: list[Turn] = []
    retreats: Any = ()
    for line in lines:
        if (line["season"], line["year"], line["phase"]) != tuple(at.phase):
            break
        ruling = judge.judge_from(at, on, line["orders"]).ruling
        turns.append(Turn(at, ruling, NOW, None))
        at, retreats = ruling.after, ruling.retreats
    return Seen("a game", tuple(turns), at, retreats)


def games(most: int) -> Iterator[list[dict[str, Any]]]:
    """The first recorded games."""
    found: list[dict[str, Any]] = []
    with gzip.open(CORPUS / "diplomacy-network.jsonl.gz", "rt", encoding="utf-8") as file:
        for written in file:
            line = json.loads(written)
            if found and found[0]["game"] != line["game"]:
                yield found
                found, most = [], most - 1
                if not most:
                    return
            found.append(line)


@pytest.fixture(scope="module")
def seen(depth: str) -> list[Seen]:
    if not CORPUS.is_dir():
        pytest.skip("the recorded games are not here")
    return [played(lines) for lines in games(200 if depth == "full" else 6)]


@pytest.mark.corpus
@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.__name__.rpartition(".")[2])
def test_what_is_written_is_read_back_as_the_same_game(seen: list[Seen], form: ModuleType) -> None:
    judge, phases = docket(), 0
    for game in seen:
        saved = form.read(json.loads(json.dumps(form.written(game))))
        assert len(saved.moments) == len(game.turns) + 1
        for moment, turn in zip(saved.moments, game.turns, strict=False):
            same(moment.position, turn.before)
            if form is diplomacy_package and turn.phase.kind is PhaseKind.RETREAT:
                assert {p: tuple(sorted(some)) for p, some in moment.retreats.items()} == dict(retreats(game, turn))
            ruling = judge.judge_from(turn.before, game.chart, moment.orders).ruling
            assert ruling.after == turn.ruling.after, (turn.phase, moment.orders)
            phases += 1
        same(saved.moments[-1].position, game.position)
    assert phases > 100


def retreats(game: Seen, turn: Turn) -> Iterator[tuple[str, tuple[object, ...]]]:
    before = game.turns[game.turns.index(turn) - 1].ruling
    return ((province, tuple(sorted(places))) for province, places in before.retreats)


def same(one: Position, other: Position) -> None:
    """Whether both are one position, but for what no form tells: where attackers came from."""
    assert one.phase == other.phase
    assert set(one.units) == set(other.units)
    assert {each.unit for each in one.dislodged} == {each.unit for each in other.dislodged}
    assert one.centres == other.centres


@pytest.mark.corpus
@pytest.mark.slow
def test_the_package_itself_loads_what_was_written(seen: list[Seen], tmp_path: Path) -> None:
    if not PEERS.exists():
        pytest.skip("the package “diplomacy” is not installed in .venv-bench")
    for number, game in enumerate(seen[:3]):
        (tmp_path / f"{number}.json").write_text(json.dumps(diplomacy_package.written(game)))
    script = (
        "import json, sys\n"
        "from diplomacy.utils.export import from_saved_game_format\n"
        "for name in sys.argv[1:]:\n"
        "    game = from_saved_game_format(json.load(open(name)))\n"
        "    print(game.get_current_phase(), len(game.state_history), json.dumps(game.get_units(), sort_keys=True))\n"
    )
    files = sorted(str(path) for path in tmp_path.glob("*.json"))
    out = subprocess.run([str(PEERS), "-c", script, *files], capture_output=True, text=True, timeout=300, check=True)
    lines = [line.split(" ", 2) for line in out.stdout.splitlines()]
    for (phase, count, units), game in zip(lines, seen, strict=False):
        assert (phase, int(count)) == (str(game.position.phase), len(game.turns))
        loaded = {unit.lstrip("*") for some in json.loads(units).values() for unit in some}
        assert loaded == {str(unit) for unit in game.position.units} | {str(d.unit) for d in game.position.dislodged}


def test_the_numbers_of_places_are_those_of_the_map() -> None:
    known = {str(place) for province in chart("standard").provinces.values() for place in province.places}
    assert set(webdiplomacy.PLACES) == known - {"SWI"}
    assert set(webdiplomacy.POWERS) == set(chart("standard").powers)


STATE = {"units": {"FRANCE": ["A PAR"]}, "centers": {"FRANCE": ["PAR"]}}


@pytest.mark.parametrize(("form", "data"), [
    (diplomacy_package, None), (diplomacy_package, []), (diplomacy_package, {"phases": []}),
    (diplomacy_package, {"map": "moon", "phases": [{"name": "S1901M", "state": STATE}]}),
    (diplomacy_package, {"phases": [{"name": "X1901M", "state": STATE}]}),
    (diplomacy_package, {"phases": [{"name": "S1901M", "state": {"units": {"MARS": ["A PAR"]}}}]}),
    (diplomacy_package, {"phases": [{"name": "S1901M", "state": {"units": {"FRANCE": ["PAR"]}}}]}),
    (diplomacy_package, {"phases": [{"name": "S1901M", "state": STATE, "orders": {"MARS": ["A PAR H"]}}]}),
    (webdiplomacy, None), (webdiplomacy, {"phases": []}), (webdiplomacy, {"variantID": 15, "phases": [{}]}),
    (webdiplomacy, {"phases": [{"turn": -1, "phase": "Diplomacy"}]}),
    (webdiplomacy, {"phases": [{"turn": 10**9, "phase": "Diplomacy"}]}),
    (webdiplomacy, {"phases": [{"turn": 0, "phase": "Diplomacy",
                                "units": [{"unitType": "Army", "terrID": 999, "countryID": 1}]}]}),
    (webdiplomacy, {"phases": [{"turn": 0, "phase": "Diplomacy",
                                "units": [{"unitType": "Army", "terrID": 6, "countryID": 9}]}]}),
    (webdiplomacy, {"phases": [{"turn": 0, "phase": "Diplomacy",
                                "orders": [{"countryID": 1, "type": "Hold", "terrID": "²"}]}]}),
])  # fmt: skip
def test_what_is_no_game_is_told(form: ModuleType, data: object) -> None:
    with pytest.raises(Unfit):
        form.read(data)
