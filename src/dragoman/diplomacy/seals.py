"""The seal of a power's orders for a phase: told to it when they come, to everybody when they are ruled upon, and
opened when the game is over. Orders changed in between, by whoever keeps the host, no longer fit their seal.

The salt is drawn from the game's seed for this phase and power alone.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping

import msgspec

from dragoman.ballots import receipts
from dragoman.ballots.seals import SALT, Opening, seal
from dragoman.diplomacy.board.position import Phase
from dragoman.diplomacy.events.contingent import choice_record
from dragoman.diplomacy.orders.order import Order
from dragoman.diplomacy.state import Stage, State, Turn
from dragoman.diplomacy.state.filing import Sets, merged, standing
from dragoman.game.recalled import recalled

FORM = "dragoman orders 1"


def seal_now(state: State, power: str) -> str:
    """The seal of what a power has on file for the current phase; empty where nothing has come."""
    sets = state.sets.get(power, ())
    return _opening(state, state.phase, power, state.sheet.letter("III.4"), sets).seal if sets else ""


def seals(state: State, phase: Phase, sets: Mapping[str, Sets]) -> tuple[tuple[str, str], ...]:
    """The seal of each power that sent something, in the order of the map."""
    letter = state.sheet.letter("III.4")
    sent = (power for power in state.powers() if sets.get(power))
    return tuple((power, _opening(state, phase, power, letter, sets[power]).seal) for power in sent)


def openings(state: State) -> tuple[Opening, ...] | None:
    """Every seal that was told, with what it was made of; the seals of ballots are told and stay closed. None before
    the game is over."""
    if state.stage not in (Stage.OVER, Stage.CLOSED):
        return None
    turns = (*(each.turn for each in state.corrections.superseded), *state.turns)
    opened = [opening for turn in turns for opening in _of_turn(state, turn)]
    ballots = (Opening(receipts.FORM, f"{poll.number}", "", "", "", seal) for poll in state.polls
               for seal in poll.seals)  # fmt: skip
    return tuple(dict.fromkeys((*opened, *ballots)))


def _of_turn(state: State, turn: Turn) -> Iterator[Opening]:
    if turn.filed is None:
        return
    letter = turn.filed.sheet.letter("III.4")
    for power, told in turn.seals:
        opening = _opening(state, turn.phase, power, letter, turn.filed.sets.get(power, ()))
        yield Opening(opening.form, opening.about, power, opening.sent, opening.salt, told)


def _opening(state: State, phase: Phase, power: str, letter: str, sets: Sets) -> Opening:
    """`letter` is what III.4 says of several sets: those that count are sealed."""
    about, sent = f"{state.name} {phase}", written(letter, sets, phase)
    salt = hashlib.sha256(f"{state.seed}\0orders\0{phase}\0{power}".encode()).digest()[:SALT]
    return Opening(FORM, about, power, sent, salt.hex(), seal(FORM, about, power, sent, salt))


@recalled(4096)
def _plain(order: Order) -> str:
    return str(order)


def written(letter: str, sets: Sets, phase: Phase) -> str:
    """The orders that counted, as they are sealed: JSON, plain orders and conditional ones. When and in how many
    letters they came is not told by it, for that stays their sender's."""
    counted = standing(letter, sets)
    plain = sorted(_plain(line.order) for line in merged(counted, phase.kind))
    choices = [choice_record(choice) for each in counted for _, choice in each.choices]
    return msgspec.json.encode((plain, choices)).decode()
