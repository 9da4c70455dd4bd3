"""Money and bids (family P): who may bid, what is bought when a phase is adjudicated, and when income is paid."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from dragoman.diplomacy.board.position import PhaseKind
from dragoman.diplomacy.commands import GiveMoney, MarketCommand, PlaceBids
from dragoman.diplomacy.decide.claims import being_adjudicated, late_for, not_running
from dragoman.diplomacy.events import BidsReceived, Event, IncomePaid, MoneyGiven, OrdersBought, recorded
from dragoman.diplomacy.events.payola import BidRecord, PaidRecord, SoldRecord
from dragoman.diplomacy.houserules.sheet import switches
from dragoman.diplomacy.orders.order import Line, Order, OrderSet
from dragoman.diplomacy.orders.settled import settled_line
from dragoman.diplomacy.orders.writing import write
from dragoman.diplomacy.payola.bids import Bid
from dragoman.diplomacy.payola.market import Market, Sale, Sold, sale
from dragoman.diplomacy.payola.settings import bought, gifts, hoarding, income
from dragoman.diplomacy.state import State, ordered_province
from dragoman.game.refusals import Refusal
from dragoman.game.saying import say
from dragoman.game.seats import Seat

Answered = tuple[Event, ...] | Refusal


def decide(state: State, command: MarketCommand, now: datetime) -> Answered:
    """Take bids, or money for another."""
    refused = not_running(state) or _not_here(state, command)
    if refused:
        return refused
    return _placed(state, command, now) if isinstance(command, PlaceBids) else _given(state, command, now)


def _not_here(state: State, command: MarketCommand) -> Refusal | None:
    if not bought(state.sheet):
        return Refusal("no-market", say("Orders are not for sale in this game."), "P.1.A")
    if command.by.seat not in state.chart.powers:
        return Refusal("no-power", say("Only those who play a power have money."), "P.2")
    return None


def _placed(state: State, command: PlaceBids, now: datetime) -> Answered:
    if state.phase.kind is not PhaseKind.MOVEMENT:
        text = say("Only moves are for sale; each player orders the own {phase_now}.", phase_now=state.phase)
        return Refusal("not-for-sale", text, "P.1.B")
    if refused := late_for(state, command.by.seat or "", command.came or now) or being_adjudicated(state):
        return refused
    standing, offer = {unit.province for unit in state.position.units}, command.offer
    bids = tuple(bid for bid in offer.bids if bid.unit in standing)
    if offer.bids and not bids:
        text = say("No unit stands where you bid for one; your bids are not taken.")
        return Refusal("no-such-unit", text, "P.1.B")
    return (
        BidsReceived(
            at=now,
            seat=command.by.seat or "",
            phase=recorded.phase_record(state.phase),
            bids=tuple(_bid_record(state, bid) for bid in bids),
            savings=offer.savings,
            accepts=dict(offer.accepts),
        ),
    )


def _bid_record(state: State, bid: Bid) -> BidRecord:
    """The bid with its orders as they are adjudicated, so that the same order is the same, however it is written."""
    owner = next(unit.power for unit in state.position.units if unit.province == bid.unit)
    orders = tuple(recorded.order_record(_settled(state, owner, Line(each, write(each)))) for each in bid.orders)
    pieces = tuple((piece.amount, piece.plateau) for piece in bid.pieces)
    return BidRecord(bid.unit, bid.sort.value, orders, pieces, bid.text)


def _settled(state: State, owner: str, line: Line) -> Order:
    return settled_line(state.chart, state.position, owner, line, switches(state.sheet)).order


def _given(state: State, command: GiveMoney, now: datetime) -> Answered:
    giver = command.by.seat or ""
    if not gifts(state.sheet):
        return Refusal("no-gifts", say("Money cannot be given away in this game."), "P.6.B")
    if command.to not in state.chart.powers or command.to == giver or state.holder(Seat(command.to)) is None:
        return Refusal("no-receiver", say("Nobody plays {seat_to}; nothing was paid.", seat_to=command.to), "P.6")
    has = state.purses.money.get(giver, 0)
    if not 0 < command.amount <= has:
        return Refusal("too-little", say("You have {crowns_yours}; nothing was paid.", crowns_yours=has), "P.6")
    return (MoneyGiven(at=now, seat=giver, to=command.to, amount=command.amount),)


# --- the market ---


def held(state: State, now: datetime) -> tuple[Event, ...]:
    """The market of a movement phase, counted before it is adjudicated."""
    if not bought(state.sheet) or state.phase.kind is not PhaseKind.MOVEMENT:
        return ()
    made = sale(_market(state))
    return (
        OrdersBought(
            at=now,
            phase=recorded.phase_record(state.phase),
            sold=tuple(map(_sold_record, made.sold)),
            paid={p: tuple(PaidRecord(e.line, e.paid, e.cut) for e in paid) for p, paid in made.paid.items()},
            purses={power: money - made.cost(power) for power, money in sorted(state.purses.money.items())},
        ),
    )


def _market(state: State) -> Market:
    played = frozenset(state.players())
    return Market(
        units=state.position.units,
        orders=_orders(state),
        offers=state.purses.offers,
        purses=state.purses.money,
        played=played,
        seed=state.seed,
        occasion=f"market {state.phase}",
    )


def _orders(state: State) -> dict[str, Order]:
    """What each unit's own player ordered, which counts as a bid of nothing."""
    found: dict[str, Order] = {}
    for power in state.powers():
        own = {unit.province for unit in state.position.units_of(power)}
        for line in state.orders(power):
            province = ordered_province(line.order)
            if province in own:
                found[province] = _settled(state, power, line)
    return found


def _sold_record(sold: Sold) -> SoldRecord:
    tied = tuple(recorded.order_record(each) for each in sold.tied)
    return SoldRecord(recorded.unit_record(sold.unit), recorded.order_record(sold.order), sold.price, tied)


def with_bought(state: State, sets: Mapping[str, OrderSet]) -> dict[str, OrderSet]:
    """The sets of a movement phase, with what was bought in the place of what was ordered."""
    if not bought(state.sheet) or state.phase.kind is not PhaseKind.MOVEMENT:
        return dict(sets)
    last = next((each.sale for each in reversed(state.purses.markets) if each.phase == state.phase), None)
    made: Sale = last if last is not None else sale(_market(state))
    lines: dict[str, list[Line]] = {}
    for each in made.sold:
        lines.setdefault(each.unit.power, []).append(Line(each.order, write(each.order)))
    return {power: OrderSet(power, tuple(found)) for power, found in lines.items()}


# --- income ---


def paid(state: State, now: datetime) -> tuple[Event, ...]:
    """P.2: the income of all powers, at the beginning and whenever a year begins."""
    if not bought(state.sheet):
        return ()
    due = {power: income(state.sheet, state.chart, len(state.position.centres_of(power))) for power in state.powers()}
    kept = state.purses.money if hoarding(state.sheet) else {}
    return (IncomePaid(at=now, income=due, purses={p: kept.get(p, 0) + amount for p, amount in due.items()}),)
