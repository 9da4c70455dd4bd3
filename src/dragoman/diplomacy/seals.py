"""The seal of a power's orders for a phase: told to it when they come, to everybody when they are ruled upon, and
opened when the game is over. Orders changed in between, by whoever keeps the host, no longer fit their seal.

The salt is drawn from the game's seed for this phase, this power and these very orders, so that a salt shown at the end
opens nothing but the set that counted: one that was replaced stays its sender's own. In games opened before that was so
(`sealing` 1) a phase and power have one salt, and the seals of replaced sets stand in no proof.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping

import msgspec

from dragoman.ballots import receipts
from dragoman.ballots.seals import SALT, Opening, seal
from dragoman.diplomacy.board.position import Phase
from dragoman.diplomacy.events.contingent import choice_record
from dragoman.diplomacy.orders.order import Order
from dragoman.diplomacy.state import Stage, State, Turn
from dragoman.diplomacy.state.filing import Sets, merged, standing
from dragoman.diplomacy.state.votes import receipts_of
from dragoman.game.recalled import recalled

FORMS = {1: "dragoman orders 1", 2: "dragoman orders 2"}
"""The form by how a game is sealed."""


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
    return tuple(dict.fromkeys(opening for turn in turns for opening in _of_turn(state, turn)))


def told(states: Iterable[State]) -> tuple[Opening, ...]:
    """Every seal that may stand in somebody's letter, closed: of ballots, and of every set of orders that was ever on
    file, counted, replaced or never ruled upon. `states` are all that the game went through, in turn. Orders come in
    the order of their seals and without a name: how often somebody thought again is nobody else's business."""
    ballots: dict[Opening, None] = {}
    orders: dict[str, None] = {}
    seen: dict[str, object] = {}
    for state in states:
        ballots |= dict.fromkeys(_ballots(state, seen))
        if state.sealing > 1:
            orders |= dict.fromkeys(_on_file(state, seen))
    return (*ballots, *(Opening(FORMS[2], "", "", "", "", each) for each in sorted(orders)))


def _ballots(state: State, seen: dict[str, object]) -> Iterator[Opening]:
    """Those of a state that differ from what was seen of the one before."""
    if seen.get("polls") is not state.polls:
        seen["polls"] = state.polls
        for poll in state.polls:
            yield from (Opening(receipts.FORM, f"{poll.number}", "", "", "", each) for each in poll.seals)
    if seen.get("votes") is not state.votes:
        seen["votes"] = state.votes
        for vote in state.votes.values():
            given = receipts_of(state.name, state.seed, vote)
            yield from (Opening(receipts.FORM, f"{vote.number}", "", "", "", each) for each in receipts.roll(given))


def _on_file(state: State, seen: dict[str, object]) -> Iterator[str]:
    """Those that differ from what was seen; a standby who was called is told of theirs as the power's."""
    letter = state.sheet.letter("III.4")
    for seat, sets in state.sets.items():
        power = state.roster.acting(seat) or seat
        key = (power, sets, state.phase, letter)
        if sets and seen.get(seat) != key:
            seen[seat] = key
            yield _opening(state, state.phase, power, letter, sets).seal


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
    drawn = f"{state.seed}\0orders\0{phase}\0{power}" + (f"\0{sent}" if state.sealing > 1 else "")
    salt, form = hashlib.sha256(drawn.encode()).digest()[:SALT], FORMS[state.sealing]
    return Opening(form, about, power, sent, salt.hex(), seal(form, about, power, sent, salt))


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
