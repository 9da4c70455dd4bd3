"""Money and bids laid out for their owner: bids on file, the ledger of a phase, income and gifts (family P)."""

from __future__ import annotations

from collections.abc import Iterator

from dragoman.diplomacy.report import BidTold, LedgerTold, MoneyNews, OfferTold
from dragoman.game.page import Block, Cell, Page, Paragraph, Rows, Section, paragraph
from dragoman.game.saying import say


def bids_section(told: OfferTold) -> Section:
    """What is bid now, and what there is to spend."""
    return Section(say("Your bids"), tuple(_offer(told)))


def _offer(told: OfferTold) -> Iterator[Block]:
    if told.bids:
        yield Rows(tuple((_amount(bid), " | ".join(bid.orders)) for bid in told.bids))
    else:
        yield paragraph(say("You bid for nothing yet."))
    if told.savings:
        yield paragraph(say("To be held back: {crowns_saved}.", crowns_saved=told.savings))
    for unit, powers in told.accepts.items():
        whom = say("{seats_first}", seats_first="; ".join(powers))
        yield Paragraph((say("Ties over {unit} are decided by:", unit=unit or "*"), whom))
    yield paragraph(say("You have {crowns_yours}.", crowns_yours=told.money))


def _amount(bid: BidTold) -> str:
    return f"{bid.amount}{bid.sort}"


def ledger_sections(told: LedgerTold) -> Iterator[Section]:
    """What the market came to: the own bids, what they cost, what is left; and prices, where they are told."""
    if told.balance is not None:
        yield Section(say("Your ledger"), tuple(_ledger(told)))
    if told.prices:
        rows = tuple(
            (say("{power_of}", power_of=price.unit[0]), price.order, str(price.price))
            for price in told.prices
            if price.price
        )
        yield Section(say("Prices"), (Rows(rows) if rows else paragraph(say("Nothing was bought.")),))
    for power, lines in told.others.items():
        if lines:
            yield Section(say("The bids of {power_of}", power_of=power), (_rows(lines),))


def _ledger(told: LedgerTold) -> Iterator[Block]:
    if told.bids:
        yield _rows(told.bids)
    else:
        yield paragraph(say("You had bid for nothing."))
    yield paragraph(
        say("Spent: {crowns_cost}. Left: {crowns_left}.", crowns_cost=told.cost, crowns_left=told.balance or 0)
    )


def _rows(bids: tuple[BidTold, ...]) -> Rows:
    return Rows(tuple((_amount(bid), " | ".join(bid.orders), _fate(bid)) for bid in bids))


def _fate(bid: BidTold) -> Cell:
    if bid.paid is None:
        return say("not accepted")
    if bid.cut:
        return say("accepted for {crowns_paid}, after cuts of {cut}", crowns_paid=bid.paid, cut=bid.cut)
    return say("accepted for {crowns_paid}", crowns_paid=bid.paid)


def money_page(body: MoneyNews) -> Page:
    """Income, or a gift."""
    if body.change == "gift":
        text = say("{power_giver} has paid you {crowns_paid}.", power_giver=body.giver, crowns_paid=body.amount)
    else:
        text = say("You are paid {crowns_paid}.", crowns_paid=body.amount)
    has = paragraph(say("You have {crowns_yours}.", crowns_yours=body.has))
    return Page(say("{game}: money", game=body.head.game), (Section("", (paragraph(text), has)),))
