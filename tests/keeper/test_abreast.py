"""Replaying in several processes: the same is told, in the same order, as by one."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from itertools import chain, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.conftest import lacking

from dragoman.diplomacy.adjudication import compiled
from dragoman.diplomacy.docket import Docket
from dragoman.diplomacy.houserules.presets import preset
from dragoman.diplomacy.houserules.sheet import Sheet
from dragoman.keeper import abreast
from dragoman.keeper.abreast import Held, Placed, in_batches, replayed
from dragoman.keeper.complaints import Unusable
from dragoman.keeper.replaying import Tally

UNITS = [["Austria", "A", "BUD"], ["Turkey", "A", "CON"]]


def line(game: str, year: int, wrong: bool = False) -> bytes:
    moved = [["Austria", "A", "VIE" if wrong else "SER"], ["Turkey", "A", "CON"]]
    recorded = {"game": game, "season": "Spring", "year": year, "phase": "Movement", "units": UNITS,
                "orders": {"Austria": ["A BUD - SER"]}, "next_units": moved}  # fmt: skip
    return json.dumps(recorded).encode()


def placed(lines: list[bytes]) -> list[Placed]:
    return [(f"line {number}", each) for number, each in enumerate(lines, 1)]


def told(lines: Iterator[Placed] | list[Placed], processes: int) -> tuple[dict[str, int], list[dict[str, object]]]:
    sheet = preset("datc")
    assert isinstance(sheet, Sheet)
    tally, differences = Tally(), []
    for held in replayed(lines, sheet, processes):
        tally.add(held.tally)
        differences += held.told
    return asdict(tally), differences


@pytest.fixture
def few_lines_are_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(abreast, "LEAST", 3)
    monkeypatch.setattr(abreast, "ALONE", 1)
    monkeypatch.setattr(abreast, "AHEAD", 2)
    monkeypatch.setattr(abreast, "TOGETHER", 2)
    monkeypatch.setattr(abreast, "MOSTLY", 1)  # threads go on, however many lines are left to others


@pytest.fixture(params=["processes", pytest.param("threads", marks=pytest.mark.slow)])
def _way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each test runs in the two ways in which an archive can be shared."""
    if request.param == "processes":
        monkeypatch.setattr(compiled, "available", lambda: False)
    elif not compiled.available():
        lacking("Numba is not installed (the extra `fast`)")
    else:
        monkeypatch.setattr("dragoman.keeper.sweeping.compiled_before", lambda: True)


@pytest.mark.usefixtures("few_lines_are_many", "_way")
def test_several_at_once_tell_what_one_tells() -> None:
    lines = placed([line(f"made/{n // 4}", 1901 + n % 4, wrong=n % 3 == 0) for n in range(60)] + [b"{}", b"no JSON"])
    tally, differences = told(lines, processes=2)
    assert (tally, differences) == told(lines, processes=1)
    assert tally == {"games": 15, "phases": 60, "orders": 60, "differences": 20, "excused": 0, "unreadable": 2}
    assert [each["year"] for each in differences[:5]] == [1901, 1904, 1903, 1902, 1901]
    assert "line 62: " in str(differences[-1]["error"])


@pytest.mark.usefixtures("few_lines_are_many", "_way")
@pytest.mark.parametrize("processes", [1, 2])
def test_what_was_read_is_told_before_a_file_that_breaks_off(processes: int) -> None:
    def broken() -> Iterator[Placed]:
        yield from placed([line(f"made/{n}", 1901, wrong=True) for n in range(20)])
        raise Unusable("the file breaks off")

    sheet, found = preset("datc"), []
    assert isinstance(sheet, Sheet)
    with pytest.raises(Unusable):  # noqa: PT012 (what comes before it counts)
        for held in replayed(broken(), sheet, processes):
            found += held.told
    assert [each["game"] for each in found] == [f"made/{n}" for n in range(20)]


@pytest.mark.slow
@pytest.mark.usefixtures("few_lines_are_many")
@pytest.mark.parametrize(("kept", "plain", "wanted"), [(True, True, False), (True, False, True), (False, True, True)])
def test_who_replays_an_archive(kept: bool, plain: bool, wanted: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Processes do where nothing is compiled yet, or where compiled code would leave most lines to others."""
    if not compiled.available():
        lacking("Numba is not installed (the extra `fast`)")
    monkeypatch.setattr("dragoman.keeper.sweeping.compiled_before", lambda: kept)
    monkeypatch.setattr(abreast, "MOSTLY", 8)
    by_processes: list[int] = []
    in_shorthand = abreast._in_shorthand

    def noted(batches: Iterator[list[Placed]], docket: Docket, ways: abreast.Ways) -> Iterator[Held]:
        for batch in batches:
            by_processes.append(len(batch))
            yield from in_shorthand(iter([batch]), docket, ways)

    monkeypatch.setattr(abreast, "_in_shorthand", noted)
    lines = placed([line(f"made/{n // 4}", 1901 + n % 4, wrong=not plain) for n in range(40)])
    tally, _ = told(lines, processes=1)
    assert tally["phases"] == 40
    assert bool(by_processes) == wanted


GAMES = [line("one", 1901), line("one", 1902), line("two", 1901), b"no JSON", b'{"game": "three"}']


@given(st.lists(st.sampled_from(GAMES), max_size=40))
def test_batches_end_where_games_end(lines: list[bytes]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(abreast, "LEAST", 3)
        batches = list(in_batches(placed(lines)))
    assert list(chain.from_iterable(batches)) == placed(lines)
    for before, after in pairwise(batches):
        assert len(before) >= 3
        last, first = json.loads(before[-1][1]), json.loads(after[0][1])
        assert last["game"] != first["game"]


@given(st.lists(st.sampled_from(GAMES), max_size=40))
def test_batches_make_no_difference(lines: list[bytes]) -> None:
    whole = told(placed(lines), processes=1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(abreast, "LEAST", 3)
        assert told(placed(lines), processes=1) == whole
