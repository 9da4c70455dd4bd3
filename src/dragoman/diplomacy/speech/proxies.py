"""Proxies as people write them: `proxy to Germany: F Nth, A Yor`, `revoke proxy`."""

from __future__ import annotations

from dragoman.diplomacy.commands import GrantProxy, RevokeProxy
from dragoman.diplomacy.decide.proxies import unfit
from dragoman.diplomacy.orders.order import Hold, Line, Ordered
from dragoman.diplomacy.orders.reading import read_order
from dragoman.diplomacy.speech import names
from dragoman.diplomacy.speech.blocks import Block, units_behind
from dragoman.diplomacy.speech.sets import context_of
from dragoman.diplomacy.state import State
from dragoman.game.protocol import Speaker, Unread
from dragoman.game.refusals import Refusal
from dragoman.tongues.lexicon import words_of

EXAMPLE = "proxy to Germany: F NTH, A YOR"


def proxy(state: State, by: Speaker, block: Block) -> tuple[GrantProxy | Unread | Refusal, ...]:
    """The proxy of a block, for those units that are named exactly; each of the others is told by itself (II.3)."""
    head, listed = units_behind(block.rest)
    receiver = names.power(state.chart, head.strip(' \t."“”'))
    if receiver is None:
        column = block.line.find(head.strip()) + 1
        near = names.near_powers(state.chart, head)
        return (Unread("unknown-power", block.line, block.number, head.strip(), column, near),)
    units: list[Ordered] = []
    wrong: list[Unread | Refusal] = []
    for part in names.parts(listed):
        named = _unit(state, by, part)
        if named is None:
            wrong.append(Unread("inexact-unit", block.line, block.number, part, block.line.find(part) + 1, (EXAMPLE,)))
        elif (fault := unfit(state, str(by.seat), named)) is not None:
            wrong.append(fault)
        else:
            units.append(named)
    return (GrantProxy(by, receiver, tuple(units)), *wrong) if units or not wrong else tuple(wrong)


def _unit(state: State, by: Speaker, written: str) -> Ordered | None:
    """The unit, or centre, that a writing names exactly: no slip and no guess is taken for one."""
    read = read_order(f"{written} H", context_of(state, str(by.seat)))
    if not isinstance(read, Line) or not isinstance(read.order, Hold) or any("typo" in note for note in read.notes):
        return None
    return read.order.unit


def revocation(state: State, by: Speaker, block: Block) -> RevokeProxy | Unread:
    """`revoke proxy`, and to whom if it is said."""
    said = " ".join(word for word, _ in words_of(block.rest))
    if not said:
        return RevokeProxy(by)
    tries = (said, said.partition(" ")[2])
    receiver = next((found for each in tries if each and (found := names.power(state.chart, each))), None)
    if receiver is None:
        return Unread("unknown-power", block.line, block.number, block.rest.strip(), 0)
    return RevokeProxy(by, receiver)
