"""A unit too many, that nobody noticed in time (VIII.2): which one goes, and whether at once."""

from __future__ import annotations

from datetime import datetime

from dragoman.diplomacy.adjudication.amending import Misfit, Removed
from dragoman.diplomacy.adjudication.distance import removals
from dragoman.diplomacy.adjudication.verdict import Outcome
from dragoman.diplomacy.board.position import PhaseKind
from dragoman.diplomacy.board.unit import Unit
from dragoman.diplomacy.commands import RemoveExtraUnit
from dragoman.diplomacy.events import Event, ExtraUnitNoted
from dragoman.diplomacy.houserules.sheet import switches
from dragoman.diplomacy.orders.order import Build, Move, Retreat
from dragoman.diplomacy.state import State, Turn
from dragoman.game.refusals import Refusal
from dragoman.game.saying import say


def noted_or_unit(state: State, command: RemoveExtraUnit, now: datetime) -> tuple[Event, ...] | Refusal | Removed:
    """VIII.2.A: it is noted, and the next adjustments see to it; B: the unit that goes at once."""
    if command.power not in state.chart.powers:
        text = say("The map has no power “{seat}”.", seat=command.power)
        return Refusal("unknown-seat", text, text=command.power)
    unit = extra_unit(state, command)
    if isinstance(unit, Misfit):
        return Refusal(unit.code, unit.says, unit.clause)
    if state.sheet.letter("VIII.2") == "A":
        return (ExtraUnitNoted(at=now, power=command.power, why=command.why.strip()),)
    return Removed(unit.place, unit.kind, unit.power)


def extra_unit(state: State, command: RemoveExtraUnit) -> Unit | Misfit:
    """The unit that goes: the one that an error added or left; after too many builds the one that V.2 names; after too
    few disbands the one that V.4 names, on the latest adjudicated position."""
    match command.cause:
        case "built":
            return _built(state, command)
        case "kept":
            found = removals(state.chart, state.position, command.power, 1, switches(state.sheet))
            return found[0] if found else _nothing(command.power)
        case _:
            unit = command.unit
            if unit is None or unit not in _standing(state):
                text = say("No such unit of {power_whose} is on the board.", power_whose=command.power)
                return Misfit("no-such-unit", text, "VIII.2")
            return _old_enough(state, unit)


def _standing(state: State) -> tuple[Unit, ...]:
    return (*state.position.units, *(each.unit for each in state.position.dislodged))


def _old_enough(state: State, unit: Unit) -> Unit | Misfit:
    """The clause is for what has stood for more than one adjudication; a younger error is one of VIII.1."""
    if age(state, unit) > 1:
        return unit
    text = say(
        "{unit} has not stood for more than one adjudication: correct the ruling that put it there, or edit the "
        "position (“gm correct …”, “gm edit …”).",
        unit=f"{unit.power} {unit}",
    )  # fmt: skip
    return Misfit("too-young", text, "VIII.2")


def _nothing(power: str) -> Misfit:
    return Misfit("no-such-unit", say("{power_whose} has no unit that could go.", power_whose=power), "VIII.2")


def _built(state: State, command: RemoveExtraUnit) -> Unit | Misfit:
    """V.2, of the builds made then: under B what exceeds the number, as the lines are counted; where V.2.A names no
    unit, the build listed last (ours)."""
    turns = [
        index for index, turn in enumerate(state.turns)
        if turn.phase.kind is PhaseKind.ADJUSTMENT and command.phase in (None, turn.phase)
    ]  # fmt: skip
    if not turns:
        text = say("No such adjustments are among the rulings in force.")
        return Misfit("no-such-phase", text, "VIII.2")
    index = turns[-1]
    builds = [
        verdict.unit for verdict in state.turns[index].ruling.verdicts
        if verdict.power == command.power and verdict.unit is not None and isinstance(verdict.order, Build)
        and verdict.outcome is Outcome.SUCCEEDS
    ]  # fmt: skip
    choice = state.sheet.choice("V.2")
    counted_from_the_end = choice.letter == "B" and "bottom to top" in str(choice)
    for unit in builds if counted_from_the_end else reversed(builds):
        standing = now_at(state.turns[index + 1 :], unit)
        if standing is not None and standing in _standing(state):
            return standing
    return _nothing(command.power)


# --- following a unit ---


def now_at(turns: tuple[Turn, ...], unit: Unit) -> Unit | None:
    """Where a unit stands after those rulings; None if it is gone."""
    for turn in turns:
        moved = _moved(turn, unit)
        after = turn.ruling.after
        if moved not in after.units and all(each.unit != moved for each in after.dislodged):
            return None
        unit = moved
    return unit


def _moved(turn: Turn, unit: Unit) -> Unit:
    for verdict in turn.ruling.verdicts:
        if verdict.unit == unit and verdict.outcome is Outcome.SUCCEEDS:
            match verdict.order:
                case Move(_, to) | Retreat(_, to):
                    return Unit(unit.power, unit.kind, to)
                case _:
                    return unit
    return unit


def age(state: State, unit: Unit) -> int:
    """How many adjudications a unit has gone through since it came onto the board."""
    count = 0
    for turn in reversed(state.turns):
        before = _came_from(turn, unit)
        if before is None:
            break
        count, unit = count + 1, before
    return count


def _came_from(turn: Turn, unit: Unit) -> Unit | None:
    """What a unit that stands after a ruling was before it; None if it was not on the board."""
    there = (*turn.before.units, *(each.unit for each in turn.before.dislodged))
    return next((each for each in there if _moved(turn, each) == unit and _survives(turn, each)), None)


def _survives(turn: Turn, unit: Unit) -> bool:
    return unit not in turn.ruling.removed
