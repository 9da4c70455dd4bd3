"""What bids come to: they add up, ties are decided as told, nobody pays more than they have, and all is told alike in
whatever order offers come."""

from __future__ import annotations

import tomllib
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.diplomacy.tables import POWERS, order

from dragoman.diplomacy.board.mapfile import chart
from dragoman.diplomacy.houserules.sheet import Sheet
from dragoman.diplomacy.orders.order import Waive
from dragoman.diplomacy.orders.writing import write
from dragoman.diplomacy.payola.bids import Bid, Offer, Piece, Sort, pieces, written
from dragoman.diplomacy.payola.market import Market, sale
from dragoman.diplomacy.payola.settings import income
from dragoman.diplomacy.state import ordered_province

CASES = tomllib.loads((Path(__file__).parents[2] / "cases/payola/markets.toml").read_text("utf-8"))["case"]
BOARD = chart("standard")


def bid(text: str) -> Bid:
    mark = next(each for each in text if each in ":!>@&")
    amount, _, listed = text.partition(mark)
    orders = tuple(order(each.strip()) for each in listed.split("|"))
    found = pieces(amount)
    assert found is not None
    return Bid(ordered_province(orders[0]), Sort(mark), orders, found, text)


def market(case: dict[str, Any]) -> Market:
    powers = {*case.get("bids", {}), *case.get("accepts", {})}
    offers = {
        power: Offer(
            tuple(bid(text) for text in case.get("bids", {}).get(power, ())),
            case.get("savings", {}).get(power, 0),
            tuple(sorted((unit, tuple(names)) for unit, names in case.get("accepts", {}).get(power, {}).items())),
        )
        for power in powers
    }
    own = [order(text) for text in case.get("own", ())]
    return Market(
        units=BOARD.opening.units,
        orders={ordered_province(each): each for each in own if not isinstance(each, Waive)},
        offers=offers,
        purses={power: case.get("purses", {}).get(power, 48) for power in POWERS},
        played=frozenset(POWERS) - frozenset(case.get("unplayed", ())),
        seed=7,
        occasion="market S1901M",
    )


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_the_market_comes_out_so(case: dict[str, Any]) -> None:
    made = sale(market(case))
    does = {each.unit.province: f"{write(each.order)} {each.price}" for each in made.sold}
    assert {unit: does[unit] for unit in case["does"]} == case["does"]
    assert {power: made.cost(power) for power in case.get("pays", {})} == case.get("pays", {})


@pytest.mark.parametrize(
    ("text", "amounts"),
    [("5", [5]), ("2*3+4", [3, 3, 4]), ("2 * 3#1 + 4", [3, 3, 4]), ("", None), ("x", None), ("5*", None), ("-1", None)],
)
def test_an_amount_is_read_in_its_pieces(text: str, amounts: list[int] | None) -> None:
    read = pieces(text)
    assert (None if read is None else [piece.amount for piece in read]) == amounts


@given(st.lists(st.builds(Piece, st.integers(0, 99), st.just(0)), min_size=1, max_size=9).map(tuple))
def test_an_amount_is_read_back_as_it_was_written(amount: tuple[Piece, ...]) -> None:
    assert pieces(written(amount)) == amount


@pytest.mark.parametrize(("centres", "crowns"), [(0, 0), (1, 17), (2, 33), (3, 48), (4, 62), (17, 153), (18, 153)])
def test_income_counts_down(centres: int, crowns: int) -> None:
    assert income(Sheet(), BOARD, centres) == crowns


# --- laws ---

UNITS = ("A VIE", "F ANK", "A VEN")
ORDERS = {
    "A VIE": ("A VIE H", "A VIE - BOH", "A VIE - GAL"),
    "F ANK": ("F ANK H", "F ANK - BLA", "F ANK - CON"),
    "A VEN": ("A VEN H", "A VEN - TRI", "A VEN - TYR"),
}
texts = st.sampled_from(UNITS).flatmap(
    lambda unit: st.tuples(
        st.sampled_from(["3", "5", "2*4#2", "9+1", "7#7", "0"]),
        st.sampled_from(":!>@&"),
        st.lists(st.sampled_from(ORDERS[unit]), min_size=1, max_size=2, unique=True),
    ).map(lambda found: f"{found[0]}{found[1]} {' | '.join(found[2])}")
)
offers = st.dictionaries(st.sampled_from(POWERS), st.lists(texts, max_size=5), max_size=5)
purses = st.fixed_dictionaries({power: st.integers(0, 20) for power in POWERS})
savings = st.dictionaries(st.sampled_from(POWERS), st.integers(0, 10), max_size=2)


@given(offers, purses, savings)
def test_nobody_pays_more_than_there_is_to_spend(
    bids: dict[str, list[str]], money: dict[str, int], saved: dict[str, int]
) -> None:
    goods = market({"bids": bids, "purses": money, "savings": saved})
    made = sale(goods)
    for power in bids:
        assert made.cost(power) <= max(money[power] - saved.get(power, 0), 0)
    assert [each.unit for each in made.sold] == sorted(goods.units)


@given(offers, purses)
def test_every_price_is_paid_by_somebody_and_nothing_else_is(bids: dict[str, list[str]], money: dict[str, int]) -> None:
    made = sale(market({"bids": bids, "purses": money}))
    assert sum(each.price for each in made.sold) == sum(made.cost(power) for power in bids)


@given(offers, purses, st.randoms(use_true_random=False))
def test_the_order_in_which_offers_come_is_nothing_to_the_market(
    bids: dict[str, list[str]], money: dict[str, int], chance: Random
) -> None:
    shuffled = list(bids.items())
    chance.shuffle(shuffled)
    one = sale(market({"bids": bids, "purses": money}))
    assert sale(market({"bids": dict(shuffled), "purses": money})) == one


@given(offers, purses)
def test_no_dearer_order_was_passed_over(bids: dict[str, list[str]], money: dict[str, int]) -> None:
    """Of two with purses without bottom, what a unit does costs at least as much as anything else offered for it."""
    goods = market({"bids": bids, "purses": dict.fromkeys(money, 10_000)})
    for sold in sale(goods).sold:
        listed = [each for offer in goods.offers.values() for each in offer.bids if each.unit == sold.unit.province]
        for candidate in {write(o): o for each in listed for o in each.orders if each.amount}.values():
            assert sum(each.amount for each in listed if each.pays(candidate)) <= sold.price
