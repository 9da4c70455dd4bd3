"""How the powers stand at a moment: centres, units, and who plays them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from dragoman import assembly
from dragoman.diplomacy.board.position import Position
from dragoman.diplomacy.sight import View
from dragoman.diplomacy.state import Turn
from dragoman.game.seats import PersonId, Seat


@dataclass(frozen=True, slots=True)
class Standing:
    """One power: `player` is the name of whoever plays it (empty if they gave none), `held` whether anybody does;
    `change` by how many centres it has more, or fewer, than before the phase in which centres last changed hands."""

    power: str
    centres: int
    units: int
    held: bool
    player: str
    mine: bool
    change: int = 0


def of(view: View, turn: Turn | None) -> tuple[Standing, ...]:
    """Every power, the one with most centres first; before a turn's adjudication where one is given."""
    position = turn.ruling.after if turn else view.position
    old = _last_change(view, turn)
    persons = [person for person in view.seats.values() if person is not None]
    names = assembly.register().names(persons)
    found = [_standing(view, position, old or position, power, names) for power in view.chart.powers]
    return tuple(sorted(found, key=lambda each: (-each.centres, -each.units)))


def _last_change(view: View, turn: Turn | None) -> Position | None:
    """The position before the phase in which centres last changed hands; None while none ever did."""
    until = view.turns.index(turn) + 1 if turn else len(view.turns)
    changed = (each for each in reversed(view.turns[:until]) if each.before.centres != each.ruling.after.centres)
    return next((each.before for each in changed), None)


def _standing(view: View, position: Position, old: Position, power: str, names: Mapping[PersonId, str]) -> Standing:
    person = view.seats.get(Seat(power))
    return Standing(
        power,
        len(position.centres_of(power)),
        len(position.units_of(power)),
        person is not None,
        names.get(person, "") if person else "",
        power == view.power,
        len(position.centres_of(power)) - len(old.centres_of(power)),
    )
