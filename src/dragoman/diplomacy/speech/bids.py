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
from dragoman.diplomacy.speech.blocks import Block, meaning, opening
from dragoman.diplomacy.speech.numbers import only_number
from dragoman.diplomacy.speech.sets import context_of
from dragoman.diplomacy.state import State
from dragoman.game.protocol import Speaker, Unread
from dragoman.tongues import courtesies

ENTRIES = frozenset({"bids", "pay"})
EXAMPLES = ("5: A Vie - Gal", "3! A Ven - Tri", "$ 4", "accept A Vie: Germany, Italy")

_BID = re.compile(r"(\d[\d+*# ]*?)\s{0,20}([:!>@&])\s*(.*)", re.DOTALL)
_SAVED = re.compile(r"\$\s*(\d{1,4})|(\d{1,4})\s*\$")
_BULLET = re.compile(r"[\s*•]*(?:[-–]+\s+)?[\s*•]*")
"""What a line of a list begins with. A dash close to a number is its sign: `-3: A Par H` offers nothing."""


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
        written = line.partition("%")[0]
        if plain := written[_BULLET.match(written).end() :].rstrip(" \t*•"):  # type: ignore[union-attr]
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
    """`pay 5 to France`. Money that is gone is gone: one whole amount and one power, and nothing beside them that could
    make them others (`-3`, `2.5`, `5 to France and 3 to Italy`)."""
    said = courtesies.trimmed(block.rest).strip(" .!")
    amount, words = only_number(said), said.split()
    at = next((i for i, word in enumerate(words) if any(map(str.isdigit, word))), len(words))
    others = [i for i in range(at + 1, len(words) + 1) if not all(map(_beside, words[at + 1 : i]))]
    starts = range(at + 1, min([*others, len(words)]) + 1)
    to = next((power for i in starts if (power := names.power(state.chart, " ".join(words[i:])))), None)
    if amount is None or to is None or not all(map(_beside, words[:at])):
        return Unread("unreadable", block.line, block.number, block.rest.strip(), 0, ("pay 5 to France",))
    return GiveMoney(by, to, amount)


def _beside(word: str) -> bool:
    """Whether a word may stand beside an amount and whom it is for."""
    return meaning("payment", word.strip(" ,:;")) is not None
