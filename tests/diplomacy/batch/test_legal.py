"""The lists of legal orders hold exactly what legality lets pass; codes and texts are each other's."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from tests.conftest import Depth
from tests.diplomacy.batch.plays import any_sheet, plain_sheet, played

from dragoman.diplomacy.adjudication import compiled
from dragoman.diplomacy.adjudication.phases import due
from dragoman.diplomacy.adjudication.retreats import open_places
from dragoman.diplomacy.batch.boards import Boards, laid_out
from dragoman.diplomacy.batch.codes import NO_ORDER, code_of, decode, text_of
from dragoman.diplomacy.batch.legal import Legal, legal_orders
from dragoman.diplomacy.batch.turning import OutOfRange
from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.board.mapfile import chart
from dragoman.diplomacy.board.position import PhaseKind, Position
from dragoman.diplomacy.board.province import Place
from dragoman.diplomacy.board.unit import Unit, UnitKind
from dragoman.diplomacy.houserules.switches import Switches
from dragoman.diplomacy.orders.legality import Bench, Ground
from dragoman.diplomacy.orders.order import (
    Build,
    Convoy,
    Disband,
    Hold,
    Line,
    Move,
    Order,
    Ordered,
    Retreat,
    SupportHold,
    SupportMove,
    Waive,
)
from dragoman.diplomacy.orders.writing import write

pytest.importorskip("numpy", reason="NumPy is not installed (the extra `fast`)")


@pytest.fixture(params=["plain", pytest.param("compiled", marks=pytest.mark.slow)])
def _way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "plain":
        monkeypatch.setattr(compiled, "available", lambda: False)


def conceivable(board: Chart, position: Position, unit: Unit) -> Iterator[Order]:
    """Every order that could be written for a unit, coasts of supported units left out."""
    me = Ordered(unit.place, unit.kind)
    goals = [place for province in board.provinces.values() for place in province.places]
    bare = [Place(province) for province in board.provinces]
    yield Hold(me)
    yield from (
        Move(me, to, via) for to in goals for via in ((False, True) if unit.kind is UnitKind.ARMY else (False,))
    )
    for other in position.units:
        them = Ordered(other.place, other.kind)
        yield SupportHold(me, them)
        yield from (SupportMove(me, them, to) for to in bare)
        if unit.kind is UnitKind.FLEET and other.kind is UnitKind.ARMY:
            yield from (Convoy(me, them, to) for to in bare)


def passed(board: Chart, position: Position, unit: Unit, switches: Switches) -> set[Order]:
    """Those of them that are legal, `via` only where it makes a difference."""
    bench = Bench(Ground(board, position, switches), unit.power)
    fates = (bench.fate(Line(order, f"{order}")) for order in conceivable(board, position, unit))
    legal = {fate.order for fate in fates if fate.flaw is None}
    return {o for o in legal if not (isinstance(o, Move) and o.via and not board.reaches(unit, o.to.province))}


def listed(board: Chart, position: Position, switches: Switches) -> list[list[Order]]:
    boards = laid_out(board, [position])
    assert isinstance(boards, Boards)
    legal = legal_orders(boards, switches)
    assert isinstance(legal, Legal)
    slots = int((legal.givers[0] >= 0).sum())
    found = []
    for slot in range(slots):
        codes = legal.of(0, slot).tolist()
        assert len(set(codes)) == len(codes)
        power = boards.names.powers[legal.givers[0, slot]]
        for code in codes:
            text = text_of(board, position, code)
            assert code_of(board, position, power, text) == code, text
        found.append([order for code in codes if (order := decode(board, position, code)) is not None])
    return found


@pytest.mark.dear
@pytest.mark.usefixtures("_way")
@pytest.mark.parametrize("name", ["standard", "coldwar", "pure"])
def test_what_is_listed_is_what_is_legal(name: str, depth: Depth) -> None:
    board = chart(name)
    for seed in range(6 if depth == "full" else 2):
        dice = Random(f"{name} {seed}")
        switches = any_sheet(dice) if seed else plain_sheet()
        for position, _, _ in list(played(board, switches, 14, dice))[3::5]:
            lists = listed(board, position, switches)
            match position.phase.kind:
                case PhaseKind.MOVEMENT:
                    wanted = [passed(board, position, unit, switches) for unit in position.units]
                    assert [set(each) for each in lists] == wanted
                case PhaseKind.RETREAT:
                    assert [set(each) for each in lists] == [
                        {Disband(Ordered(d.unit.place, d.unit.kind))}
                        | {Retreat(Ordered(d.unit.place, d.unit.kind), to)
                           for to in open_places(board, d, position.units, position.contested)}
                        for d in position.dislodged
                    ]  # fmt: skip
                case PhaseKind.ADJUSTMENT:
                    powers = sorted(board.powers)
                    assert len(lists) == sum(abs(due(board, position, power)) for power in powers)
                    assert all(isinstance(o, Build | Waive | Disband) for each in lists for o in each)


@pytest.mark.usefixtures("_way")
def test_a_convoy_is_listed_for_all_who_have_a_part_in_it() -> None:
    board = chart("standard")
    units = (
        Unit("England", UnitKind.ARMY, Place("LON")),
        Unit("England", UnitKind.FLEET, Place("NTH")),
        Unit("France", UnitKind.FLEET, Place("HOL")),
    )
    texts = [{write(o) for o in each} for each in listed(board, Position(board.opening.phase, units, {}), Switches())]
    assert "A LON - BEL" in texts[0]
    assert "F NTH C A LON - BEL" in texts[1]
    assert "F HOL S A LON - BEL" in texts[2]
    assert "A LON - WAL VIA" not in texts[0]
    assert "A LON - YOR VIA" in texts[0]


@pytest.mark.usefixtures("_way")
@pytest.mark.parametrize("illegal", [True, False])
def test_a_convoy_that_needs_other_fleets_alone_is_listed_where_useless_orders_stand(illegal: bool) -> None:
    board = chart("standard")
    units = (
        Unit("Turkey", UnitKind.ARMY, Place("CON")),
        Unit("Turkey", UnitKind.FLEET, Place("BLA")),
        Unit("Germany", UnitKind.FLEET, Place("HEL")),
    )
    position, switches = Position(board.opening.phase, units, {}), Switches(useless_order_illegal=illegal)
    lists = listed(board, position, switches)
    assert [set(each) for each in lists] == [passed(board, position, unit, switches) for unit in units]
    assert ("F HEL C A CON - SEV" in {write(o) for o in lists[2]}) is not illegal


@pytest.mark.usefixtures("_way")
def test_a_number_that_cannot_be_is_refused() -> None:
    boards = laid_out(chart("pure"), [chart("pure").opening])
    assert isinstance(boards, Boards)
    boards.powers[0, 2] = 9
    assert legal_orders(boards, Switches()) == OutOfRange(0, "power", 2, 9)


def test_no_code_is_no_order() -> None:
    board = chart("standard")
    for code in (NO_ORDER, 15 << 27, 1000 << 17):
        assert decode(board, board.opening, code) is None
        assert text_of(board, board.opening, code) == ""
    assert code_of(board, board.opening, "France", "A PAR goes home") is None
    assert code_of(board, board.opening, "France", "A BER - KIE") is None
