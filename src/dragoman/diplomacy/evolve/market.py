"""What becomes of money and bids (family P)."""

from __future__ import annotations

from collections.abc import Iterable

from dragoman.diplomacy.events import BidsReceived, IncomePaid, MarketEvent, MoneyGiven, OrdersBought, recorded
from dragoman.diplomacy.events.payola import BidRecord, PaidRecord, SoldRecord
from dragoman.diplomacy.payola.bids import Bid, Offer, Piece, Sort
from dragoman.diplomacy.payola.market import Paid, Sale, Sold
from dragoman.diplomacy.state import State
from dragoman.diplomacy.state.market import Bought
from dragoman.game.changing import replace


def traded(state: State, event: MarketEvent) -> State:
    """Bids come, orders are bought, income and gifts are paid."""
    purses = state.purses
    match event:
        case BidsReceived():
            return replace(state, purses=replace(purses, offers={**purses.offers, event.seat: _offer(event)}))
        case OrdersBought():
            bought = _bought(state, event)
            noted = purses.noted(len(state.turns), market=True)
            return replace(
                state, purses=replace(noted, money=dict(event.purses), offers={}, markets=(*purses.markets, bought))
            )
        case IncomePaid():
            noted = purses.noted(len(state.turns), market=False)
            return replace(state, purses=replace(noted, money=dict(event.purses)))
        case MoneyGiven(seat=seat, to=to, amount=amount):
            money = {**purses.money, seat: purses.money.get(seat, 0) - amount}
            return replace(state, purses=replace(purses, money={**money, to: money.get(to, 0) + amount}))


def _offer(event: BidsReceived) -> Offer:
    return Offer(tuple(map(_bid, event.bids)), event.savings, tuple(sorted(event.accepts.items())))


def _bid(record: BidRecord) -> Bid:
    pieces = tuple(Piece(amount, plateau) for amount, plateau in record.pieces)
    orders = tuple(recorded.order(each) for each in record.orders)
    return Bid(record.unit, Sort(record.sort), orders, pieces, record.text)


def _bought(state: State, event: OrdersBought) -> Bought:
    offers = state.purses.offers
    paid = {power: _paid(offers[power], lines) for power, lines in event.paid.items() if power in offers}
    sale = Sale(tuple(map(_sold, event.sold)), paid)
    return Bought(recorded.phase(event.phase), len(state.turns), offers, sale, dict(event.purses))


def _sold(record: SoldRecord) -> Sold:
    tied = tuple(recorded.order(each) for each in record.tied)
    return Sold(recorded.unit(record.unit), recorded.order(record.order), record.price, tied)


def _paid(offer: Offer, records: Iterable[PaidRecord]) -> tuple[Paid, ...]:
    return tuple(Paid(each.line, offer.bids[each.line - 1], each.paid, each.cut) for each in records)
