"""Money and bids as their owner is told of them (family P)."""

from __future__ import annotations

from collections.abc import Iterator

from dragoman.diplomacy.events import IncomePaid, MoneyGiven, recorded
from dragoman.diplomacy.ledgers import LedgerSeen
from dragoman.diplomacy.orders.writing import write
from dragoman.diplomacy.payola.bids import Bid, Offer, written
from dragoman.diplomacy.payola.market import Paid
from dragoman.diplomacy.report.news import MoneyNews
from dragoman.diplomacy.report.parts import head_of
from dragoman.diplomacy.report.pieces import BidTold, LedgerTold, OfferTold, PriceTold
from dragoman.diplomacy.sight import View


def offer_told(view: View) -> OfferTold | None:
    """The bids on file for the view's seat, and its purse."""
    purse = view.purse
    if purse is None or purse.money is None:
        return None
    offer = purse.offer or Offer()
    accepts = {unit: tuple(powers) for unit, powers in offer.accepts}
    return OfferTold(purse.money, tuple(_bid(each) for each in offer.bids), offer.savings, accepts)


def _bid(bid: Bid) -> BidTold:
    return BidTold(written(bid.pieces), bid.sort.value, tuple(write(order) for order in bid.orders))


def ledger_told(view: View, phases: frozenset[object]) -> LedgerTold | None:
    """What the market of one of those phases came to for the view's seat."""
    purse = view.purse
    found = [each for each in purse.ledgers if each.phase in phases] if purse is not None else []
    return _ledger(found[-1]) if found else None


def _ledger(seen: LedgerSeen) -> LedgerTold:
    paid = {each.line: each for each in seen.paid}
    bids = tuple(_paid(bid, paid[number]) if number in paid else _bid(bid) for number, bid in enumerate(seen.bids, 1))
    return LedgerTold(
        recorded.phase_record(seen.phase),
        bids,
        sum(each.paid for each in seen.paid),
        seen.balance,
        tuple(PriceTold(recorded.unit_record(each.unit), write(each.order), each.price) for each in seen.prices),
        {power: tuple(_paid(each.bid, each) for each in lines) for power, lines in seen.others.items()},
    )


def _paid(bid: Bid, paid: Paid) -> BidTold:
    return BidTold(written(bid.pieces), bid.sort.value, tuple(write(each) for each in bid.orders), paid.paid, paid.cut)


def money_news(view: View, event: IncomePaid | MoneyGiven) -> Iterator[MoneyNews]:
    """Income is told to its power, a gift to whoever gets it."""
    purse, power = view.purse, view.power or ""
    has = purse.money if purse is not None else None
    if has is None:
        return
    match event:
        case IncomePaid(income=income, purses=purses) if power in income:
            yield MoneyNews(head=head_of(view), change="income", amount=income[power], has=purses.get(power, has))
        case MoneyGiven(seat=seat, to=to, amount=amount) if to == power:
            yield MoneyNews(head=head_of(view), change="gift", amount=amount, has=has, giver=seat)
        case _:
            return
