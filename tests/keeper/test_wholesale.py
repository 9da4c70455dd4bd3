"""Lines held many at a time tell what they tell one by one, whatever lines they are."""

from __future__ import annotations

import gzip
import json
from dataclasses import asdict
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.conftest import Depth
from tests.diplomacy.shorthand.tables import draw_orders, draw_position

from dragoman.diplomacy.board.mapfile import chart
from dragoman.diplomacy.board.position import PhaseKind, Position
from dragoman.diplomacy.docket import Docket
from dragoman.diplomacy.exchange import centers, triples
from dragoman.diplomacy.houserules.presets import preset, preset_names
from dragoman.diplomacy.houserules.sheet import Sheet
from dragoman.keeper.replaying import Record
from dragoman.keeper.wholesale import Wholesale

Told = tuple[dict[str, int], list[dict[str, Any]]]

PIECES = ("units", "dislodged", "centers", "orders", "next_units", "next_dislodged", "next_centers", "next_phase")
STRANGE = (
    None, [], {}, 5, "COMPLETED", "F1901M", ["Fall", 1901, "Movement"], [["Austria", "A", "BUD"]] * 2,
    [["austria", "A", "bud"]], [["Austria", "A", "ADR"]], [["Austria", "X", "BUD"]], [["Austria", "F", "STP"]],
    {"Austria": ["BUD"], "Turkey": ["BUD"]}, {"austria": ["bud"]}, {"Atlantis": ["BUD"]}, {"Austria": ["TYR"]},
    {"Austria": ["A BUD - SER", "A BUD - RUM"], "AUSTRIA": ["A VIE H"]}, {"Turkey": ["A CON-BUL", "waive"]},
)  # fmt: skip
"""What may stand where something else is looked for."""


def docket(rules: str) -> Docket:
    sheet = preset(rules)
    assert isinstance(sheet, Sheet)
    return Docket(sheet)


def one_by_one(docket: Docket, lines: list[tuple[str, bytes]]) -> Told:
    record = Record(docket)
    told = [found for where, text in lines if (found := record.hold(text, where)) is not None]
    return asdict(record.tally), told


def at_once(docket: Docket, lines: list[tuple[str, bytes]], size: int) -> Told:
    record, wholesale, told = Record(docket), Wholesale(docket), []
    for start in range(0, len(lines), size):
        told += wholesale.held(record, lines[start : start + size])
    return asdict(record.tally), told


def recorded(at: Position, after: Position, orders: dict[str, list[str]], game: str) -> dict[str, Any]:
    on = chart("standard")
    return {
        "game": game, "season": at.phase.season, "year": at.phase.year, "phase": at.phase.kind.value,
        "units": triples(at.units), "dislodged": triples(d.unit for d in at.dislodged), "centers": centers(at, on),
        "orders": orders, "next_phase": list(after.phase), "next_units": triples(after.units),
        "next_dislodged": triples(d.unit for d in after.dislodged), "next_centers": centers(after, on),
    }  # fmt: skip


def draw_lines(random: Random, docket: Docket, count: int) -> list[tuple[str, bytes]]:
    """Phases that follow each other and phases that do not, most of them as they would be recorded."""
    on, lines = chart("standard"), list[dict[str, Any]]()
    after = on.opening
    for n in range(count):
        if random.random() < 0.3:
            after = draw_position(random, on, random.choice(list(PhaseKind)))
        at = after
        orders = draw_orders(random, on, at, hostile=random.random() < 0.2)
        after = docket.after(at, on, orders)
        lines.append(recorded(at, after, orders, f"made/{n // 7}"))
    return [(f"line {n}", spoilt(random, line)) for n, line in enumerate(lines, 1)]


def spoilt(random: Random, line: dict[str, Any]) -> bytes:
    """The line as bytes; one in three with something wrong, or unusual, about it."""
    text = json.dumps(line, separators=random.choice([(",", ":"), (", ", ": "), (",", " : ")])).encode()
    name = random.choice(PIECES)
    match random.randrange(30):
        case 0 | 1 | 2:
            return json.dumps({**line, name: random.choice(STRANGE)}, separators=(",", ":")).encode()
        case 3:
            return json.dumps({k: v for k, v in line.items() if k != name}, separators=(",", ":")).encode()
        case 4:
            given_twice = json.dumps({name: random.choice(STRANGE)}, separators=(",", ":")).encode()
            return given_twice[:-1] + b"," + text[1:]
        case 5:
            return text.replace(b'"units"', b'"unit\\u0073"').replace(b'"Austria"', b'"Austri\\u0061"')
        case 6:
            return text.replace(b"A BUD", b"A B\xffD").replace(b'"VIE"', b'"VI\xff"')
        case 7:
            return random.choice(
                [b"{}", b"no JSON", b"[1]", text[: random.randrange(len(text))], b'{"game": "\\ud800"}']
            )
        case 8:
            notes = random.choice(["unit count differs by 1", ["a", "unit count differs"], 5])
            return json.dumps({**line, "notes": notes}).encode()
        case 9:
            return json.dumps({**line, "contested": ["BUD"], "attacked_from": {"BUD": "SER"}}).encode()
        case 10:
            return json.dumps({**line, "variant": random.choice(["standard", "pure", "nowhere", 5])}).encode()
        case 11 if len(line["next_units"]) > 1:
            return json.dumps({**line, "next_units": line["next_units"][1:]}, separators=(",", ":")).encode()
        case 12:
            return json.dumps({**line, "units": line["units"] * 2}, separators=(",", ":")).encode()
        case _:
            return text


@pytest.mark.parametrize("rules", preset_names())
def test_lines_of_all_sorts_are_told_as_they_are_one_by_one(rules: str, depth: Depth) -> None:
    judge = docket(rules)
    for seed in range(10 if depth == "full" else 1):
        lines = draw_lines(Random(f"{rules} {seed}"), judge, 300)
        told = at_once(judge, lines, 100)
        assert told == one_by_one(judge, lines)
        assert told[0]["unreadable"]
        assert told[0]["differences"]


def test_most_lines_are_held_in_shorthand(monkeypatch: pytest.MonkeyPatch) -> None:
    judge, random = docket("datc"), Random(11)
    on, lines, after = chart("standard"), list[tuple[str, bytes]](), chart("standard").opening
    for _ in range(200):
        orders = draw_orders(random, on, after, hostile=False)
        at, after = after, docket("datc").after(after, on, orders)
        text = json.dumps(recorded(at, after, orders, "made"), separators=(",", ":"))
        lines.append(("", text.encode()))
    slowly = 0
    hold = Record.hold

    def counted(self: Record, text: bytes, where: str) -> dict[str, Any] | None:
        nonlocal slowly
        slowly += 1
        return hold(self, text, where)

    monkeypatch.setattr(Record, "hold", counted)
    tally, told = at_once(judge, lines, 50)
    assert (tally["phases"], told) == (200, [])
    assert slowly < 40


@pytest.mark.corpus
@pytest.mark.slow
@pytest.mark.parametrize("rules", ["droidippy", "datc", "1971", "webdiplomacy"])
def test_recorded_games_are_told_as_they_are_one_by_one(rules: str, cases_folder: Path, depth: Depth) -> None:
    """Under other rules than theirs, so that there are differences to tell."""
    files = sorted((cases_folder / "corpus").glob("*.jsonl.gz"))
    assert files
    judge, most = docket(rules), 5000 if depth == "full" else 150
    for path in files:
        with gzip.open(path) as stream:
            lines = [(f"line {n}", line) for n, line in enumerate(islice(stream, most))]
        assert at_once(judge, lines, 500) == one_by_one(judge, lines)
