"""A batch comes to what `adjudicate` rules, plain and compiled, on every map and under all rules; no number that fits
into an array does harm."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

import pytest
from bench.sample import RULES, drawn, phases, prepared
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.conftest import Depth, lacking
from tests.diplomacy.batch.plays import Given, any_sheet, plain_sheet, played

from dragoman.diplomacy.adjudication import aftermath, compiled, kernel
from dragoman.diplomacy.adjudication.verdict import Code, Ruling
from dragoman.diplomacy.batch import layout, machine
from dragoman.diplomacy.batch.boards import Boards, Unfit, laid_out
from dragoman.diplomacy.batch.codes import NO_ORDER, encode
from dragoman.diplomacy.batch.turning import Misshapen, OutOfRange, Turned, blank_orders, turn_over
from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.board.mapfile import chart
from dragoman.diplomacy.board.position import PhaseKind, Position
from dragoman.diplomacy.board.province import Place
from dragoman.diplomacy.board.unit import Unit, UnitKind
from dragoman.diplomacy.houserules.switches import Switches

np = pytest.importorskip("numpy", reason="NumPy is not installed (the extra `fast`)")

MAPS = ("standard", "ancientmediterranean", "coldwar", "hundred", "pure")
STANDARD = chart("standard")


@pytest.fixture(params=["plain", pytest.param("compiled", marks=pytest.mark.slow)])
def _way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each test runs uncompiled and compiled."""
    if request.param == "plain":
        monkeypatch.setattr(compiled, "available", lambda: False)
    elif not compiled.available():
        lacking("Numba is not installed (the extra `fast`)")


@pytest.fixture
def _plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled, "available", lambda: False)


def as_boards(board: Chart, positions: Sequence[Position]) -> Boards:
    boards = laid_out(board, positions)
    assert isinstance(boards, Boards), boards
    return boards


def as_codes(board: Chart, position: Position, orders: Given) -> list[int]:
    codes = [NO_ORDER if o is None else encode(board, position, power, o) for power, o in orders]
    return [NO_ORDER if code is None else code for code in codes]


def array(rows: Sequence[Sequence[int]], columns: int) -> machine.Codes:
    numbers = np.full((len(rows), columns), NO_ORDER, dtype=np.int32)
    for index, row in enumerate(rows):
        numbers[index, : len(row)] = row
    return numbers


def turned(boards: Boards, orders: machine.Codes, switches: Switches, threads: int = 1) -> Turned:
    found = turn_over(boards, orders, switches, threads=threads)
    assert isinstance(found, Turned), found
    return found


@pytest.mark.usefixtures("_way")
@pytest.mark.parametrize("name", MAPS)
def test_a_game_goes_as_it_is_ruled(name: str, depth: Depth) -> None:
    board = chart(name)
    for seed in range(60 if depth == "full" else 8):
        dice = Random(f"{name} {seed}")
        switches = any_sheet(dice) if seed else plain_sheet()
        game = list(played(board, switches, 24, dice))
        boards = as_boards(board, [position for position, _, _ in game])
        codes = [as_codes(board, position, orders) for position, orders, _ in game]
        found = turned(boards, array(codes, max(boards.names.width, *map(len, codes))), switches)
        for got, index, (position, _, ruling) in zip(found.after.positions(), range(len(game)), game, strict=True):
            assert got == ruling.after, (seed, position.phase, switches)
            winner = int(found.after.winners[index])
            assert (boards.names.powers[winner] if winner >= 0 else None) == ruling.winner
            if position.phase.kind is PhaseKind.RETREAT:
                assert causes_of_retreats(position, ruling) == found.told[index][layout.CAUSES].tolist()[
                    : len(position.dislodged)
                ]  # fmt: skip


def causes_of_retreats(position: Position, ruling: Ruling) -> list[int]:
    """What a ruling says of each exile, in the batch's words."""
    by = {verdict.unit: verdict.code for verdict in ruling.verdicts}
    words = {Code.RETREAT_CLASH: layout.RETREAT_CLASH, Code.OK: 0, Code.NOT_ORDERED: 0}
    return [words.get(by[each.unit], layout.CLOSED) for each in position.dislodged]


@pytest.mark.dear
@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32), st.sampled_from(MAPS))
def test_any_sheet_and_any_orders(seed: int, name: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(compiled, "available", lambda: False)
        check_a_game(seed, name)


def check_a_game(seed: int, name: str) -> None:
    dice, board = Random(seed), chart(name)
    switches = any_sheet(dice)
    for position, orders, ruling in played(board, switches, 6, dice):
        codes = as_codes(board, position, orders)
        boards = as_boards(board, [position])
        found = turned(boards, array([codes], max(len(codes), boards.names.width)), switches)
        assert found.after.positions() == [ruling.after]


@pytest.mark.dear
@pytest.mark.corpus
@pytest.mark.usefixtures("_way")
@pytest.mark.parametrize("name", ["droidippy-00", "droidippy-01", "droidippy-02"])
def test_recorded_positions(name: str, cases_folder: Path, depth: Depth) -> None:
    records = phases([cases_folder / "corpus" / f"{name}.jsonl.gz"])
    sample = drawn(records, 5_000 if depth == "full" else 100, seed=1902)
    ready = [prepared(record, STANDARD) for record in sample]
    positions = [each.position for each in ready]
    codes = [as_codes(STANDARD, p, [(e.unit.power, e.order) for e in each.fought.effective])
             for p, each in zip(positions, ready, strict=True)]  # fmt: skip
    found = turned(as_boards(STANDARD, positions), array(codes, 34), RULES)
    for each, got, told in zip(ready, found.after.positions(), found.told, strict=True):
        assert got == aftermath(STANDARD, each.position, each.sets, RULES)
        n = len(each.fought.units)
        wanted = [list(each.fought.work[row][:n]) for row in kernel.ANSWERS]
        movers = [u for u in range(n) if each.orders.kind[u] == kernel.MOVE]
        for row in range(len(kernel.ANSWERS)):
            where = movers if kernel.ANSWERS[row] == kernel.PATH else range(n)
            assert [int(told[row, u]) for u in where] == [wanted[row][u] for u in where]


# --- threads ---


@pytest.mark.slow
def test_threads_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "LEAST_PART", 1)
    if not compiled.available():
        lacking("Numba is not installed (the extra `fast`)")
    dice, switches = Random(7), plain_sheet()
    game = [each for _ in range(6) for each in played(STANDARD, switches, 20, dice)]
    boards = as_boards(STANDARD, [position for position, _, _ in game])
    codes = array([as_codes(STANDARD, position, orders) for position, orders, _ in game], boards.names.width)
    alone, together = turned(boards, codes, switches), turned(boards, codes, switches, threads=2)
    assert (alone.after.numbers == together.after.numbers).all()
    assert (alone.told == together.told).all()


# --- what is no board and no order ---


def spoilt() -> Iterator[tuple[int, int, int]]:
    """Row, column and a number that cannot stand there on the opening board."""
    for row, numbers in ((layout.SPOT, (-2, 162, 164, 30_000)), (layout.POWER, (-1, 7)), (layout.OWNER, (-2, 7))):
        yield from ((row, 3, number) for number in numbers)
    yield from ((layout.CONTESTED, 9, number) for number in (-1, 2))
    yield from ((layout.CLOCK, layout.STAGE, number) for number in (-1, 3))
    yield from ((layout.CLOCK, layout.TURN, number) for number in (-1, 2))
    yield layout.CLOCK, layout.YEAR, -1


@pytest.mark.usefixtures("_way")
@pytest.mark.parametrize(("row", "column", "number"), list(spoilt()))
def test_what_is_no_board_is_refused_by_row_and_column(row: int, column: int, number: int) -> None:
    boards = as_boards(STANDARD, [STANDARD.opening] * 3)
    boards.numbers[1, row, column] = number
    found = turn_over(boards, blank_orders(boards), plain_sheet())
    assert isinstance(found, OutOfRange)
    assert (found.board, found.column, found.number) == (1, column, number)


@pytest.mark.usefixtures("_way")
@pytest.mark.parametrize("code", [-2, -(2**31), 2**31 - 1, 11 << 27, 1000 << 17, 6 << 27 | 400])
def test_what_is_no_order_is_refused(code: int) -> None:
    boards = as_boards(STANDARD, [STANDARD.opening] * 3)
    orders = blank_orders(boards)
    orders[2, 5] = code
    assert turn_over(boards, orders, plain_sheet()) == OutOfRange(2, "orders", 5, code)


@pytest.mark.usefixtures("_way")
def test_two_units_in_one_province_are_refused() -> None:
    boards = as_boards(STANDARD, [STANDARD.opening])
    boards.spots[0, 4] = boards.spots[0, 9]
    found = turn_over(boards, blank_orders(boards), plain_sheet())
    assert isinstance(found, OutOfRange)
    assert (found.row, found.column) == ("spot", 9)


def crowded(dice: Random) -> tuple[Boards, machine.Codes]:
    """A board full of units, and orders of any bits that name something: knotted, senseless."""
    names = as_boards(STANDARD, [STANDARD.opening]).names
    spots = [(kind, place) for kind, place in names.spots() if STANDARD.can_stand(kind, place)]
    where = {place.province: Unit(dice.choice(names.powers), kind, place)
             for kind, place in dice.sample(spots, len(spots))}  # fmt: skip
    boards = as_boards(STANDARD, [Position(STANDARD.opening.phase, tuple(sorted(where.values())), {})])
    codes = [any_code(dice, int(spot), len(names.provinces)) for spot in boards.spots[0] if spot >= 0]
    return boards, array([codes], boards.names.width)


@pytest.mark.usefixtures("_way")
def test_any_numbers_at_all_come_to_an_end(depth: Depth) -> None:
    for seed in range(200 if depth == "full" else 6):
        dice = Random(seed)
        boards, orders = crowded(dice)
        (after,) = turned(boards, orders, any_sheet(dice)).after.positions()
        assert len(after.units) + len(after.dislodged) <= (boards.spots >= 0).sum()
        assert len({unit.province for unit in after.units}) == len(after.units)


@pytest.mark.slow
def test_compiled_is_plain_whatever_the_numbers(depth: Depth, monkeypatch: pytest.MonkeyPatch) -> None:
    if not compiled.available():
        lacking("Numba is not installed (the extra `fast`)")
    cases = []
    for seed in range(400 if depth == "full" else 12):
        dice = Random(seed)
        cases.append((*crowded(dice), any_sheet(dice)))
    quick = [turned(*case) for case in cases]
    monkeypatch.setattr(compiled, "available", lambda: False)
    for case, one in zip(cases, quick, strict=True):
        other = turned(*case)
        assert (one.after.numbers == other.after.numbers).all(), case[2]
        assert (one.told == other.told).all(), case[2]


def any_code(dice: Random, spot: int, provinces: int) -> int:
    kind = dice.choice([0, 1, 2, 2, 2, 3, 4, 4, 5, 5, 6, 6, 7, 8, 9])
    goal, source = dice.randrange(provinces), dice.randrange(provinces)
    return kind << layout.AT_KIND | spot << layout.AT_SPOT | source << layout.AT_SOURCE | goal


@pytest.mark.usefixtures("_plain")
def test_wrong_shapes_are_refused_by_name() -> None:
    boards = as_boards(STANDARD, [STANDARD.opening])
    good = blank_orders(boards)
    for orders in (good.astype(np.int64), good[:, :21], good[:, ::2], good[0], np.repeat(good, 2, axis=0)):
        found = turn_over(boards, orders, plain_sheet())
        assert isinstance(found, Misshapen)
        assert found.name == "orders"
    assert isinstance(turn_over(boards, good, plain_sheet(), after=boards), Misshapen)
    first = turn_over(boards, good, plain_sheet())
    assert isinstance(first, Turned)
    assert turn_over(boards, good, plain_sheet(), told=first.told[:, :, :21]) == Misshapen(
        "told", f"int16, C order, shape {first.told.shape}"
    )
    second = turn_over(boards, good, plain_sheet(), told=np.full_like(first.told, 7))
    assert isinstance(second, Turned)
    assert (second.told == first.told).all()


def test_a_position_that_the_map_does_not_know() -> None:
    strange = Position(STANDARD.opening.phase, (Unit("Narnia", UnitKind.ARMY, Place("PAR")),), {})
    assert laid_out(STANDARD, [STANDARD.opening, strange]) == Unfit(1, "A PAR of Narnia")


@pytest.mark.usefixtures("_plain")
def test_no_boards_at_all() -> None:
    none = as_boards(STANDARD, [])
    assert turned(none, blank_orders(none), plain_sheet()).after.positions() == []
