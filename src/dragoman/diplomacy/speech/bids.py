"""Bids as people write them (family P): after a heading a line each, `5: A Vie - Gal | A Vie - Tri`, `2! A Ven - Tri`,
`$ 3` for what is to be held back, and `accept A Vie: Germany, Italy` for the order in which bidders decide ties.

One line that cannot be read is told, and loses nothing beside it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from dragoman.diplomacy.board.position import PhaseKind
from dragoman.diplomacy.commands import Command, GiveMoney, PlaceBids
from dragoman.diplomacy.orders.misreading import Misreading
from dragoman.diplomacy.orders.order import Build, Line, Order, Waive
from dragoman.diplomacy.orders.reading import read_order
from dragoman.diplomacy.payola.bids import Bid, Offer, Sort, pieces
from dragoman.diplomacy.speech import names
from dragoman.diplomacy.speech.blocks import Block, opening
from dragoman.diplomacy.speech.sets import context_of
from dragoman.diplomacy.state import State
from dragoman.game.protocol import Speaker, Unread

ENTRIES = frozenset({"bids", "pay"})
EXAMPLES = ("5: A Vie - Gal", "3! A Ven - Tri", "$ 4", "accept A Vie: Germany, Italy")

_BID = re.compile(r"(\d[\d+*# ]*?)\s{0,20}([:!>@&])\s*(.*)", re.DOTALL)
_SAVED = re.compile(r"\$\s*(\d{1,4})|(\d{1,4})\s*\$")
_PAY = re.compile(r"(\d{1,4})")


def bids(state: State, by: Speaker, block: Block) -> tuple[Command | Unread, ...]:
    """The command that a block is, and the lines of it that were not read."""
    if block.entry == "pay":
        return (_gift(state, by, block),)
    found: list[Bid] = []
    accepts: dict[str, tuple[str, ...]] = {}
    unread: list[Unread] = []
    savings = 0
    for number, text in _written(block):
        if (saved := _SAVED.fullmatch(text)) is not None:
            savings = int(saved[1] or saved[2])
        elif (listed := opening("bid", text)) is not None and listed[0] == "accept":
            accepted = _accepted(state, listed[1])
            if accepted is None:
                unread.append(Unread("unreadable", text, number, text, 0, EXAMPLES[3:]))
            else:
                accepts |= dict([accepted])
        else:
            read = _bid(state, text)
            found.append(read) if isinstance(read, Bid) else unread.append(_told(read, text, number))
    offer = Offer(tuple(found), savings, tuple(sorted(accepts.items())))
    nothing = not (found or accepts or savings) and unread
    return (*(() if nothing else (PlaceBids(by, offer),)), *unread)


def _written(block: Block) -> Iterator[tuple[int, str]]:
    lines = [block.rest.strip().removeprefix(":"), *block.body.split("\n")]
    for number, line in enumerate(lines, block.number):
        if plain := line.partition("%")[0].strip(" \t*-•"):
            yield number, plain


def _told(misread: Misreading, text: str, number: int) -> Unread:
    return Unread(misread.code, text, number, misread.word or text, 0, misread.suggestions or EXAMPLES)


def _bid(state: State, text: str) -> Bid | Misreading:
    """`5: A Vie - Gal | A Vie - Tri`; what follows a stroke may leave the unit out."""
    parts = _BID.fullmatch(text)
    amount = pieces(parts[1]) if parts is not None else None
    if parts is None or amount is None:
        return Misreading("unreadable", text, text, 1)
    orders: list[Order] = []
    for written in parts[3].split("|"):
        read = _order(state, written, orders)
        if isinstance(read, Misreading):
            return read
        orders.append(read)
    units = {_unit(order) for order in orders}
    if len(units) != 1:
        return Misreading("several-units", text, parts[3].strip(), 1)
    if not any(unit.province in units for unit in state.position.units):
        return Misreading("no-unit-there", text, min(units), 1)
    sort = Sort(parts[2])
    return Bid(units.pop(), sort, tuple(orders), amount, text)


def _order(state: State, text: str, before: list[Order]) -> Order | Misreading:
    context = replace(context_of(state, "", None), kind=PhaseKind.MOVEMENT)
    read = read_order(text.strip(), context)
    if isinstance(read, Misreading) and before:
        named = getattr(before[0], "unit", None)
        again = read_order(f"{named} {text.strip()}", context)
        read = again if isinstance(again, Line) else read
    if isinstance(read, Misreading):
        return read
    if isinstance(read.order, Build | Waive):
        return Misreading("unreadable", text, text.strip(), 1)
    return read.order


def _unit(order: Order) -> str:
    return "" if isinstance(order, Waive) else order.unit.place.province


def _accepted(state: State, text: str) -> tuple[str, tuple[str, ...]] | None:
    """`A Vie: Germany, Italy, ?` or `: Germany, Italy`; a question mark is the lot for all others."""
    unit, _, listed = text.partition(":")
    powers = [names.power(state.chart, part) for part in names.parts(listed.replace("?", ""))]
    if not powers or None in powers:
        return None
    if not unit.strip():
        return "", tuple(power for power in powers if power)
    read = read_order(f"{unit.strip()} H", replace(context_of(state, "", None), kind=PhaseKind.MOVEMENT))
    return (_unit(read.order), tuple(p for p in powers if p)) if isinstance(read, Line) else None


def _gift(state: State, by: Speaker, block: Block) -> GiveMoney | Unread:
    """`pay 5 to France`"""
    amount = _PAY.search(block.rest)
    rest = block.rest[amount.end() :] if amount is not None else block.rest
    words = rest.replace(".", " ").split()
    tries = (" ".join(words[start:]) for start in range(len(words)))
    to = next((power for each in tries if (power := names.power(state.chart, each))), None)
    if amount is None or to is None:
        return Unread("unreadable", block.line, block.number, block.rest.strip(), 0, ("pay 5 to France",))
    return GiveMoney(by, to, int(amount[1]))
