"""Money and bids as one seat sees them (family P): its own purse, its own bids, and what they came to; nobody else's
before the game is over."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from dragoman.diplomacy.board.position import Phase
from dragoman.diplomacy.payola.bids import Bid, Offer
from dragoman.diplomacy.payola.market import Paid, Sold
from dragoman.diplomacy.payola.settings import bought, public_prices
from dragoman.diplomacy.state import Stage, State
from dragoman.diplomacy.state.market import Bought
from dragoman.game.seats import Seat


@dataclass(frozen=True, slots=True)
class LedgerSeen:
    """What a phase's market came to for a seat: its `bids`, what it `paid` for them, and what it had then. `prices` are
    those of all orders where they are told (P.5.B), and once the game is over, when `others` tells everybody's bids."""

    phase: Phase
    bids: tuple[Bid, ...] = ()
    paid: tuple[Paid, ...] = ()
    balance: int | None = None
    prices: tuple[Sold, ...] = ()
    others: Mapping[str, tuple[Paid, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PurseSeen:
    """What a seat has, what it bids on the current phase (None: it sent none), and its ledgers."""

    money: int | None = None
    offer: Offer | None = None
    ledgers: tuple[LedgerSeen, ...] = ()


def purse_seen(state: State, seat: Seat | None) -> PurseSeen | None:
    """A seat's money and bids; None where orders are not bought."""
    if not bought(state.sheet):
        return None
    power = str(seat or "")
    ledgers = tuple(_ledger(state, each, power) for each in state.purses.markets)
    return PurseSeen(state.purses.money.get(power), state.purses.offers.get(power), ledgers)


def _ledger(state: State, market: Bought, power: str) -> LedgerSeen:
    over = state.stage in (Stage.OVER, Stage.CLOSED)
    offer = market.offers.get(power)
    return LedgerSeen(
        market.phase,
        offer.bids if offer is not None else (),
        market.sale.paid.get(power, ()),
        market.purses.get(power),
        market.sale.sold if over or public_prices(state.sheet) else (),
        dict(market.sale.paid) if over else {},
    )
