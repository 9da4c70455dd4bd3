"""Bids for orders, what was bought, and money that was paid (family P)."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from dragoman.diplomacy.events.happened import Happened
from dragoman.diplomacy.events.recorded import OrderRecord, PhaseRecord, UnitRecord


class BidRecord(Struct, frozen=True, omit_defaults=True):
    """So much for what the unit in a province does. `sort` is `:`, `!`, `>`, `@` or `&`; `pieces` are amounts, each
    with the least to which it is cut."""

    unit: str
    sort: str
    orders: tuple[OrderRecord, ...]
    pieces: tuple[tuple[int, int], ...]
    text: str = ""


class SoldRecord(Struct, frozen=True, omit_defaults=True):
    """What a unit does, and at what price."""

    unit: UnitRecord
    order: OrderRecord
    price: int = 0
    tied: tuple[OrderRecord, ...] = ()


class PaidRecord(Struct, frozen=True, omit_defaults=True):
    """What was paid for a bid: its place on its bidder's list, and how much less it was in the end than at first."""

    line: int
    paid: int
    cut: int = 0


class BidsReceived(Happened, frozen=True, kw_only=True, tag="BidsReceived"):
    """Bids for a phase arrived, and take the place of those that came before from the same seat. `accepts` are
    acceptance lists by province, under an empty name for all units."""

    seat: str
    phase: PhaseRecord
    bids: tuple[BidRecord, ...] = ()
    savings: int = 0
    accepts: Mapping[str, tuple[str, ...]] = {}


class OrdersBought(Happened, frozen=True, kw_only=True, tag="OrdersBought"):
    """The market of a phase: what every unit does and what each bidder paid, with what is then in the purses."""

    phase: PhaseRecord
    sold: tuple[SoldRecord, ...]
    paid: Mapping[str, tuple[PaidRecord, ...]]
    purses: Mapping[str, int]


class IncomePaid(Happened, frozen=True, kw_only=True, tag="IncomePaid"):
    """Every power was paid its income; `purses` is what each then has."""

    income: Mapping[str, int]
    purses: Mapping[str, int]


class MoneyGiven(Happened, frozen=True, kw_only=True, tag="MoneyGiven"):
    """One power paid another."""

    seat: str
    to: str
    amount: int


MarketEvent = BidsReceived | OrdersBought | IncomePaid | MoneyGiven
