"""The market: every unit does what most money was offered for, and whoever offered it pays.

If somebody cannot pay all that would be accepted, every piece of their bids is cut by one and all is counted anew; bids
only ever fall, so that comes to an end. Nothing depends on the order in which offers came, and lots are drawn once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from dragoman.diplomacy.board.unit import Unit
from dragoman.diplomacy.orders.order import Hold, Order, Ordered
from dragoman.diplomacy.orders.writing import write
from dragoman.diplomacy.payola.bids import Bid, Offer
from dragoman.game.lots import drawn


@dataclass(frozen=True, slots=True)
class Sold:
    """What one unit does, at what price in all; `tied` are other orders that were offered as much."""

    unit: Unit
    order: Order
    price: int
    tied: tuple[Order, ...] = ()


@dataclass(frozen=True, slots=True)
class Paid:
    """What one player paid for one of their bids, counted from 1 in the order of their list; `cut` is how much less was
    offered in the end than at first."""

    line: int
    bid: Bid
    paid: int
    cut: int


@dataclass(frozen=True, slots=True)
class Sale:
    """A phase's market: what every unit does, and what each player paid."""

    sold: tuple[Sold, ...]
    paid: Mapping[str, tuple[Paid, ...]]

    def cost(self, power: str) -> int:
        return sum(each.paid for each in self.paid.get(power, ()))


@dataclass(frozen=True, slots=True)
class Market:
    """What goes to market: the units, what their own players ordered (`orders` by province), the offers and purses by
    power, which powers are `played`, and the seed and occasion of the lots."""

    units: tuple[Unit, ...]
    orders: Mapping[str, Order]
    offers: Mapping[str, Offer]
    purses: Mapping[str, int]
    played: frozenset[str]
    seed: int
    occasion: str

    def lot(self, names: Sequence[str], about: str = "") -> tuple[str, ...]:
        return drawn(self.seed, f"{self.occasion} {about}", names)


def sale(market: Market) -> Sale:
    """Count the offers, and cut those of whoever cannot pay, until everybody can."""
    offers = {power: market.offers[power] for power in sorted(market.offers)}
    while True:
        sold = tuple(_sold(market, offers, unit) for unit in sorted(market.units))
        does = {each.unit.province: each.order for each in sold}
        short = [power for power in offers if _cost(offers[power], does) > _to_spend(market, power)]
        if not short:
            return Sale(sold, {power: _paid(market.offers[power], offers[power], does) for power in offers})
        offers = {power: _cut(offer) if power in short else offer for power, offer in offers.items()}


def _to_spend(market: Market, power: str) -> int:
    return max(market.purses.get(power, 0) - market.offers[power].savings, 0)


def _cost(offer: Offer, does: Mapping[str, Order]) -> int:
    return sum(bid.amount for bid in offer.bids if bid.unit in does and bid.pays(does[bid.unit]))


def _cut(offer: Offer) -> Offer:
    """Every piece one less, but none below its plateau; where nothing more can be cut so, the last bid is given up."""
    cut = tuple(replace(bid, pieces=tuple(piece.cut() for piece in bid.pieces)) for bid in offer.bids)
    if cut != offer.bids:
        return replace(offer, bids=cut)
    last = max(index for index, bid in enumerate(offer.bids) if bid.amount)
    none = replace(offer.bids[last], pieces=())
    return replace(offer, bids=(*offer.bids[:last], none, *offer.bids[last + 1 :]))


def _paid(first: Offer, last: Offer, does: Mapping[str, Order]) -> tuple[Paid, ...]:
    return tuple(
        Paid(number, before, bid.amount, before.amount - bid.amount)
        for number, (before, bid) in enumerate(zip(first.bids, last.bids, strict=True), 1)
        if bid.unit in does and bid.pays(does[bid.unit])
    )


# --- one unit ---


def _sold(market: Market, offers: Mapping[str, Offer], unit: Unit) -> Sold:
    bids = {power: _bids_on(offer, unit) for power, offer in offers.items()}
    own = market.orders.get(unit.province, Hold(Ordered(unit.place, unit.kind)))
    candidates = {write(own): own}
    for listed in bids.values():
        candidates |= {write(order): order for _, bid in listed for order in bid.orders if bid.amount}
    totals = {
        text: sum(bid.amount for listed in bids.values() for _, bid in listed if bid.pays(order))
        for text, order in candidates.items()
    }
    most = max(totals.values())
    best = sorted(text for text, total in totals.items() if total == most)
    if most == 0 or best == [write(own)]:
        return Sold(unit, own, most)
    if len(best) == 1:
        return Sold(unit, candidates[best[0]], most)
    if unit.power not in market.played:
        hold = Hold(Ordered(unit.place, unit.kind))
        return Sold(unit, hold, totals.get(write(hold), 0), tuple(candidates[text] for text in best))
    winner = min(best, key=lambda text: _claim(market, offers, bids, unit, candidates[text]))
    tied = tuple(candidates[text] for text in best if text != winner)
    return Sold(unit, candidates[winner], most, tied)


def _bids_on(offer: Offer, unit: Unit) -> tuple[tuple[int, Bid], ...]:
    return tuple((number, bid) for number, bid in enumerate(offer.bids) if bid.unit == unit.province)


def _claim(
    market: Market,
    offers: Mapping[str, Offer],
    bids: Mapping[str, tuple[tuple[int, Bid], ...]],
    unit: Unit,
    order: Order,
) -> tuple[object, ...]:
    """How an order stands in a tie, the least first: bidder by bidder in the order of the acceptance list, the place on
    that bidder's own list; and at last the lot."""
    last = max((len(offer.bids) for offer in offers.values()), default=0) + 1
    places = []
    for power in _acceptance(market, offers, unit):
        own = [(number, bid.place(order)) for number, bid in bids.get(power, ()) if bid.amount and bid.pays(order)]
        places.append(min(own, default=(last, 0)))
    text = write(order)
    lots = market.lot(sorted({text, *_written(bids)}), unit.province)
    return (*places, lots.index(text))


def _written(bids: Mapping[str, tuple[tuple[int, Bid], ...]]) -> set[str]:
    return {write(order) for listed in bids.values() for _, bid in listed for order in bid.orders}


def _acceptance(market: Market, offers: Mapping[str, Offer], unit: Unit) -> tuple[str, ...]:
    """The owner's list for a unit; whoever it does not name follows in the order of the lot."""
    owner = offers.get(unit.power)
    listed = (owner.accept(unit.province) if owner is not None else ()) or (unit.power,)
    rest = [power for power in offers if power not in listed]
    return (*(power for power in listed if power in offers), *market.lot(rest, f"bidders {unit.province}"))
