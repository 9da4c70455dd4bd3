"""Offers are exactly the legal orders: none offered is at fault, and none that would be legal is left out."""

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.board.mapfile import chart
from dragoman.diplomacy.board.position import Phase, PhaseKind, Position
from dragoman.diplomacy.board.province import Place
from dragoman.diplomacy.board.unit import Unit, UnitKind
from dragoman.diplomacy.houserules.switches import Designation, SupportedCoast, Switches
from dragoman.diplomacy.orders.legality import Bench, Ground
from dragoman.diplomacy.orders.offers import Counter, build_offers, removal_offers, retreat_offers
from dragoman.diplomacy.orders.order import Convoy, Hold, Line, Move, Order, Ordered, SupportHold, SupportMove
from dragoman.diplomacy.orders.writing import write

STANDARD: Chart = chart("standard")
SPRING = Phase("Spring", 1901, PhaseKind.MOVEMENT)
SHEETS = (Switches(), Switches(omitted_nationality=Designation.VOID, supported_coast_omitted=SupportedCoast.VOID))


def unit(power: str, text: str) -> Unit:
    kind, _, place = text.partition(" ")
    return Unit(power, UnitKind(kind), Place.parse(place))


def at(*units: Unit) -> Position:
    return Position(SPRING, tuple(sorted(units)), {})


def offered(position: Position, one: Unit, switches: Switches = SHEETS[0]) -> list[str]:
    return [write(order) for order in Counter(STANDARD, position, one.power, switches).offers(one)]


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Up to twelve units anywhere they can stand, at most one in a province."""
    stands = [
        (kind, place)
        for province in STANDARD.provinces.values()
        for place in province.places
        for kind in UnitKind
        if STANDARD.can_stand(kind, place)
    ]
    chosen = draw(st.lists(st.sampled_from(stands), min_size=1, max_size=12, unique_by=lambda stand: stand[1].province))
    powers = st.sampled_from(sorted(STANDARD.powers)[:3])
    return at(*(Unit(draw(powers), kind, place) for kind, place in chosen))


def thinkable(position: Position, one: Unit) -> Iterator[Order]:
    """Every order that could be written for a unit on this map, sensible or not."""
    me = Ordered(one.place, one.kind)
    places = [place for province in STANDARD.provinces.values() for place in province.places]
    yield Hold(me)
    for place in places:
        yield Move(me, place)
        yield Move(me, place, via=True)
    for other in position.units:
        named = Ordered(other.place, other.kind, other.power)
        yield SupportHold(me, named)
        for place in places:
            yield SupportMove(me, named, place)
            yield Convoy(me, named, place)


def plainly(order: Order) -> str:
    """An order without what may be written or left out at will: powers named, `via` where there is no other way."""
    text = write(order)
    for power in STANDARD.powers:
        text = text.replace(f"{power} ", "")
    return text


@pytest.mark.parametrize("switches", SHEETS)
@given(positions(), st.integers(0, 11))
def test_what_is_offered_is_legal_and_named_once(switches: Switches, position: Position, index: int) -> None:
    one = position.units[index % len(position.units)]
    bench = Bench(Ground(STANDARD, position, switches), one.power)
    orders = Counter(STANDARD, position, one.power, switches).offers(one)
    assert [write(order) for order in orders if bench.fate(Line(order, write(order))).flaw] == []
    assert len({write(order) for order in orders}) == len(orders)


@given(positions(), st.integers(0, 11))
def test_nothing_legal_is_left_out(position: Position, index: int) -> None:
    one = position.units[index % len(position.units)]
    bench = Bench(Ground(STANDARD, position, SHEETS[0]), one.power)
    legal = [fate for order in thinkable(position, one) if not (fate := bench.fate(Line(order, write(order)))).flaw]
    meant = {plainly(fate.order) for fate in legal}
    orders = Counter(STANDARD, position, one.power, SHEETS[0]).offers(one)
    said = {plainly(bench.fate(Line(order, write(order))).order) for order in orders}
    steps = {str(place) for place in STANDARD.steps(one.kind, one.place)}
    by_sea_anyway = {text for text in meant if text.endswith(" VIA") and text[:-4].rpartition(" - ")[2] not in steps}
    either_coast = {text for text in meant if " S " in text and text[-3:-2] == "/" and text[:-3] in meant}
    assert said <= meant
    assert meant - said == by_sea_anyway | either_coast


def test_an_army_is_offered_land_and_sea() -> None:
    army, fleet = unit("England", "A LON"), unit("England", "F NTH")
    texts = offered(at(army, fleet), army)
    assert {"A LON H", "A LON - WAL", "A LON - YOR", "A LON - YOR VIA", "A LON - NWY"} <= set(texts)
    assert "A LON - NWY VIA" not in texts, "there is no other way, so nothing need be said"
    assert "F NTH C A LON - NWY" in offered(at(army, fleet), fleet)


def test_a_fleet_is_offered_its_own_coasts_and_support_of_either() -> None:
    fleet, army = unit("Russia", "F STP/SC"), unit("Russia", "A MOS")
    assert {"F STP/SC - BOT", "F STP/SC - LVN", "F STP/SC S A MOS - LVN"} <= set(offered(at(fleet, army), fleet))
    other = unit("France", "F MAO")
    texts = offered(at(unit("France", "A GAS"), other), unit("France", "A GAS"))
    assert "A GAS S F MAO - SPA" in texts
    assert "A GAS S F MAO - SPA/NC" not in texts


def test_house_rules_that_want_more_said_get_it_said() -> None:
    army, fleet = unit("Germany", "A GAS"), unit("France", "F MAO")
    texts = offered(at(army, fleet), army, SHEETS[1])
    assert "A GAS S France F MAO - SPA/NC" in texts
    assert "A GAS S France F MAO - SPA/SC" in texts


def test_retreats_builds_and_removals() -> None:
    exiled = unit("Austria", "A VIE")
    assert [write(o) for o in retreat_offers(exiled, (Place("TYR"), Place("BOH")))] == [
        "A VIE R BOH", "A VIE R TYR", "A VIE D",
    ]  # fmt: skip
    assert [write(o) for o in build_offers(STANDARD, ("MOS", "STP"))] == [
        "A MOS B", "A STP B", "F STP/NC B", "F STP/SC B",
    ]  # fmt: skip
    assert [write(o) for o in removal_offers((unit("Italy", "F NAP"), unit("Italy", "A ROM")))] == [
        "A ROM D", "F NAP D",
    ]  # fmt: skip
