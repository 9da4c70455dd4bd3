"""Lines swept by compiled code tell what they tell one by one, whatever lines they are."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from dataclasses import asdict
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.conftest import Depth, lacking
from tests.diplomacy.shorthand.tables import draw_orders, draw_position, draw_switches
from tests.keeper.test_wholesale import Told, docket, draw_lines, one_by_one, recorded

from dragoman.diplomacy.adjudication import compiled
from dragoman.diplomacy.board.mapfile import chart
from dragoman.diplomacy.board.position import PhaseKind
from dragoman.diplomacy.docket import Docket
from dragoman.diplomacy.houserules.presets import preset_names
from dragoman.keeper.replaying import Record

np = pytest.importorskip("numpy", reason="NumPy is not installed (the extra `fast`)")

from dragoman.diplomacy.scanning import lexicon, meanings  # noqa: E402 (they ask for NumPy)
from dragoman.keeper import line_facts, line_outcomes, scanner, sweeping  # noqa: E402


@pytest.fixture
def _plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same functions, as they stand."""
    plain = scanner.Compiled(scanner.read_all, scanner.follow, line_outcomes.compare, line_outcomes.recall)
    monkeypatch.setattr(scanner, "machine", lambda: plain)
    monkeypatch.setattr(compiled, "available", lambda: False)


@pytest.fixture
def _compiled() -> None:
    if not compiled.available():
        lacking("Numba is not installed (the extra `fast`)")


def swept(docket: Docket, lines: list[tuple[str, bytes]], size: int) -> Told:
    record, sweeper, told = Record(docket), sweeping.Sweeper(sweeping.Understood(docket)), []
    for start in range(0, len(lines), size):
        told += sweeper.held(record, lines[start : start + size])
    return asdict(record.tally), told


def swept_dockets() -> Iterator[str]:
    return (name for name in preset_names() if docket(name).can_be_scanned)


@pytest.mark.usefixtures("_plain")
def test_lines_of_all_sorts_are_told_as_they_are_one_by_one() -> None:
    judge = docket("datc")
    lines = draw_lines(Random("sorts"), judge, 60)
    assert swept(judge, lines, 25) == one_by_one(judge, lines)


@pytest.mark.slow
@pytest.mark.usefixtures("_compiled")
@pytest.mark.parametrize("rules", list(swept_dockets()))
def test_compiled_they_are_told_alike(rules: str, depth: Depth) -> None:
    judge = docket(rules)
    for seed in range(40 if depth == "full" else 1):
        lines = draw_lines(Random(f"swept {rules} {seed}"), judge, 100)
        told = swept(judge, lines, 40)
        assert told == one_by_one(judge, lines)
        assert told[0]["unreadable"]
        assert told[0]["differences"]


@pytest.mark.slow
@pytest.mark.usefixtures("_compiled")
def test_under_any_switches(depth: Depth, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whichever can be swept; every line as it would be recorded under them, so that each must be found to be so."""
    slowly = _left(monkeypatch)
    for seed in range(400 if depth == "full" else 8):
        random, judge = Random(f"switches {seed}"), docket("datc")
        judge.switches = draw_switches(random)
        if judge.can_be_scanned:
            lines = _recorded(random, judge, 40)
            assert swept(judge, lines, 40) == one_by_one(judge, lines)
    assert slowly


def _recorded(random: Random, judge: Docket, count: int) -> list[tuple[str, bytes]]:
    on, lines = chart("standard"), list[tuple[str, bytes]]()
    after = on.opening
    for n in range(count):
        at = draw_position(random, on, random.choice(list(PhaseKind))) if random.random() < 0.3 else after
        orders = draw_orders(random, on, at, hostile=False)
        after = judge.after(at, on, orders)
        text = json.dumps(recorded(at, after, orders, f"made/{n // 9}"), separators=(",", ":"))
        lines.append((f"line {n}", text.encode()))
    return lines


def _left(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """The lines that are left to others."""
    found: list[bytes] = []
    held = sweeping.Wholesale.held

    def counted(self: sweeping.Wholesale, record: Record, lines: list[tuple[str, bytes]]) -> list[dict[str, Any]]:
        found.extend(line for _, line in lines)
        return held(self, record, lines)

    monkeypatch.setattr(sweeping.Wholesale, "held", counted)
    return found


@pytest.mark.slow
@pytest.mark.usefixtures("_compiled")
def test_most_lines_are_swept(monkeypatch: pytest.MonkeyPatch) -> None:
    left, random, judge = _left(monkeypatch), Random(11), docket("datc")
    on, lines, after = chart("standard"), list[tuple[str, bytes]](), chart("standard").opening
    for _ in range(150):
        orders = draw_orders(random, on, after, hostile=False)
        at, after = after, judge.after(after, on, orders)
        lines.append(("", json.dumps(recorded(at, after, orders, "made")).encode()))
    tally, told = swept(judge, lines, 100)
    assert (tally["phases"], told) == (150, [])
    assert all(b'"phase": "Adjustment"' in line for line in left)  # several builds in one centre
    assert len(left) < 45
    assert sweeping.compiled_before()


@pytest.mark.slow
@pytest.mark.usefixtures("_compiled")
def test_any_byte_may_be_another(depth: Depth) -> None:
    """What is scanned as plain is what a careful reader of JSON reads."""
    random, judge = Random("bytes"), docket("datc")
    lines = _recorded(random, judge, 30)
    for _ in range(200 if depth == "full" else 5):
        altered = [(where, _altered(random, text)) for where, text in lines]
        assert swept(judge, altered, 30) == one_by_one(judge, altered)


SIGNS = (b'"', b",", b"{}", b"[]", b" ", b"\t", b"\\", b"0", b"-1")


def _altered(random: Random, text: bytes) -> bytes:
    """The line with a few bytes put in, left out, or set otherwise; most often such as mean something in JSON."""
    for _ in range(random.randint(0, 2)):
        at, signs = random.randrange(len(text)), random.choice(SIGNS)
        match random.randrange(4):
            case 0:
                text = text[:at] + signs + text[at:]
            case 1:
                text = text[:at] + text[at + 1 :]
            case 2:
                text = text[:at] + bytes([random.randrange(256)]) + text[at + 1 :]
            case _:
                part = text[at : at + random.randrange(40)]
                text = text[:at] + part + text[at:]
    return text


KINDS_OF_VALUES = (
    b"1", b"-1", b"01", b"-", b"1.0", b"1e3", b"true", b"nul", b"null", b'"x"', b'"\\u0041"', b'"\xc3\xa4"', b"{}",
    b'{"a":[1,{"b":null}],"c":"d"}', b"[1,]", b"[,1]", b'{"a" 1}', b'{"a":1,}', b"{1:2}", b"[[[]]]", b"[1 2]", b"",
    b"[" * 60 + b"]" * 60, b'"', b"[}", b"123456789012345678901234567890",
)  # fmt: skip


@pytest.mark.slow
@pytest.mark.usefixtures("_compiled")
def test_values_of_every_kind_for_every_key() -> None:
    judge = docket("datc")
    [(_, text)] = _recorded(Random(3), judge, 1)
    lines = [text]
    for key in ("else", *line_facts.NAMES):
        for value in KINDS_OF_VALUES:
            told = b'"%s":%s' % (key.encode(), value)
            without = json.dumps({k: v for k, v in json.loads(text).items() if k != key}).encode()
            lines += [without[:-1] + b"," + told + b"}", b"{" + told + b" , " + text[1:]]
    placed = [(f"line {n}", line) for n, line in enumerate(lines)]
    assert swept(judge, placed, len(lines)) == one_by_one(judge, placed)


@pytest.mark.slow
@pytest.mark.usefixtures("_compiled")
def test_what_is_remembered_may_be_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    judge = docket("datc")
    lines = _recorded(Random(5), judge, 60)
    whole = swept(judge, lines, 60)
    monkeypatch.setattr(sweeping, "AT_ONCE", 7)
    monkeypatch.setattr(lexicon, "MOST_WORDS", 10)
    monkeypatch.setattr(meanings, "MOST_WORDS", 10)
    monkeypatch.setattr(sweeping, "ASKS", 3)
    monkeypatch.setattr(lexicon, "WORDS_AT_FIRST", 4)
    monkeypatch.setattr(lexicon, "CASES_AT_FIRST", 4)
    assert swept(judge, lines, 20) == whole


@pytest.mark.corpus
@pytest.mark.slow
@pytest.mark.usefixtures("_compiled")
@pytest.mark.parametrize("rules", ["droidippy", "1971"])
def test_recorded_games_are_told_as_they_are_one_by_one(rules: str, cases_folder: Path, depth: Depth) -> None:
    """Under other rules than theirs, too, so that there are differences to tell."""
    files = sorted((cases_folder / "corpus").glob("*.jsonl.gz"))
    assert files
    judge, most = docket(rules), 5000 if depth == "full" else 40
    for path in files:
        with gzip.open(path) as stream:
            lines = [(f"line {n}", line) for n, line in enumerate(islice(stream, most))]
        assert swept(judge, lines, 500) == one_by_one(judge, lines)
