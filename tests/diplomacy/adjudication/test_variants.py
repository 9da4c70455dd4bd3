"""Every variant map that comes with the program, against whole games that others recorded on that map.

A recorded game begins as the map says, every order in it that was carried out is legal on the map, and every phase
comes out as recorded: units, dislodged units, centres, and the phase that follows.
"""

from __future__ import annotations

import gzip
import json
import os
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.board.mapfile import chart, chart_names
from dragoman.diplomacy.docket import Docket
from dragoman.diplomacy.exchange import triples
from dragoman.diplomacy.houserules.presets import preset
from dragoman.diplomacy.houserules.sheet import Sheet
from dragoman.keeper.replaying import Record

pytestmark = pytest.mark.corpus

VARIANTS = tuple(name for name in chart_names() if name != "standard")

RULES = "datc"

IDS: Mapping[str, Mapping[str, str]] = {}
"""Per map, what a record calls a province (in capitals) and what the map calls it, wherever they differ."""

UNIT_LISTS = ("units", "dislodged", "next_units", "next_dislodged")

OPENS_LATER: Mapping[str, str] = {}
"""Recorded games that do not begin at the map's beginning, each with the reason."""

KNOWN: Mapping[tuple[str, str, int, str], str] = {}
"""Phases in which a record is wrong: game, season, year, phase; and why."""


@cache
def recorded(variant: str) -> tuple[dict[str, Any], ...]:
    """The recorded phases of a variant, with the map's own ids. Skips where there is no record."""
    folder = os.environ.get("DRAGOMAN_CASES")
    if not folder:
        pytest.skip("DRAGOMAN_CASES names no folder of recorded games")
    path = Path(folder) / "corpus" / f"godip-{variant}.jsonl.gz"
    if not path.exists():
        pytest.skip(f"there are no recorded games of {variant}")
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        named = (_named(json.loads(line), IDS.get(variant, {})) for line in lines)
        return tuple(_plain(line, chart(variant)) for line in named)


def _named(value: Any, ids: Mapping[str, str]) -> Any:
    """A recorded value with the map's ids in it, in unit lists, lists of centres and orders alike."""
    match value:
        case str():
            return " ".join(_place(word, ids) for word in value.split(" "))
        case list():
            return [_named(each, ids) for each in value]
        case dict():
            return {key: _named(each, ids) for key, each in value.items()}
        case _:
            return value


def _place(word: str, ids: Mapping[str, str]) -> str:
    province, slash, coast = word.partition("/")
    return f"{ids.get(province, province)}{slash}{coast}"


ARMY = re.compile(r"\bA (\w+)/\w+")
ARMY_MOVES = re.compile(r"\b(A \w+ [-R] \w+)/\w+")


def _plain(line: dict[str, Any], on: Chart) -> dict[str, Any]:
    """A record as it would be without two habits of its source, which gives an army the coast that it came by, and
    which counts a unit twice that it knows with and without a coast."""
    lists = {key: _told_once(line[key], on) for key in UNIT_LISTS if line.get(key)}
    orders = {
        power: [ARMY_MOVES.sub(r"\1", ARMY.sub(r"A \1", o)) for o in said] for power, said in line["orders"].items()
    }
    return line | lists | {"orders": orders}


def _told_once(units: list[list[str]], on: Chart) -> list[list[str]]:
    ashore = [[power, kind, place.partition("/")[0] if kind == "A" else place] for power, kind, place in units]
    coastless = [u for u in ashore if u[1] == "F" and u[2] in on.provinces and on.provinces[u[2]].coasts]
    return [u for i, u in enumerate(ashore) if u not in ashore[:i] and u not in coastless]


def differences(variant: str) -> Iterator[tuple[tuple[str, str, int, str], Any]]:
    """Every phase that comes out otherwise than recorded."""
    sheet = preset(RULES)
    assert isinstance(sheet, Sheet)
    record = Record(Docket(sheet))
    for number, line in enumerate(recorded(variant), 1):
        found = record.hold(json.dumps(line).encode(), f"{variant}:{number}")
        if found is not None:
            yield (line["game"], line["season"], line["year"], line["phase"]), found
    assert record.tally.phases == len(recorded(variant)), "every recorded phase is adjudicated"


@pytest.mark.parametrize("variant", VARIANTS)
def test_recorded_games_replay_equal(variant: str) -> None:
    found = dict(differences(variant))
    unexplained = {where: told for where, told in found.items() if where not in KNOWN}
    assert not unexplained
    assert {where for where in KNOWN if where[0].split("/")[0] == f"godip-{variant}"} <= set(found)


@pytest.mark.parametrize("variant", VARIANTS)
def test_recorded_games_begin_as_the_map_says(variant: str) -> None:
    opening = chart(variant).opening
    firsts = {line["game"]: line for line in reversed(recorded(variant))}
    for game, line in firsts.items():
        if game in OPENS_LATER:
            continue
        assert (line["season"], line["year"], line["phase"]) == opening.phase, game
        assert sorted(map(tuple, line["units"])) == sorted(triples(opening.units)), game
        owned = {place: power for power, places in line["centers"].items() for place in places}
        assert owned == opening.centres, game


@pytest.mark.parametrize("variant", VARIANTS)
def test_recorded_provinces_and_centres_are_the_maps(variant: str) -> None:
    """Nothing recorded lies off the map, and all centres that anybody ever held are centres."""
    on = chart(variant)
    for line in recorded(variant):
        units = [*line["units"], *line["dislodged"]]
        assert {tuple(unit) for unit in units} <= set(on.units), line["game"]
        assert {place for places in line["centers"].values() for place in places} <= on.centres, line["game"]
