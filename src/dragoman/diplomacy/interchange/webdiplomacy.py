"""The status of a game at webDiplomacy, as its API told it (`game/status`): places and powers by number, two turns a
year from 1901 on. The same lists of phases stand in the files by which that site tells games today."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct, convert

from dragoman.diplomacy import exchange
from dragoman.diplomacy.adjudication.verdict import Outcome, Verdict
from dragoman.diplomacy.board.mapfile import chart
from dragoman.diplomacy.board.position import Phase, PhaseKind
from dragoman.diplomacy.board.province import Place
from dragoman.diplomacy.board.unit import Unit, UnitKind
from dragoman.diplomacy.exchange import Question, Triple, Unfit
from dragoman.diplomacy.interchange import Moment, Saved, Told, phase_at, saved, told
from dragoman.diplomacy.orders.order import (
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Ordered,
    Retreat,
    SupportHold,
    SupportMove,
    Waive,
)
from dragoman.diplomacy.sight import View
from dragoman.game.saying import say
from dragoman.tongues.misfits import UNREADABLE, misfit, path

CLASSIC = 1
FIRST_YEAR = 1901

POWERS = ("England", "France", "Italy", "Germany", "Austria", "Turkey", "Russia")
"""By number, from 1 on."""

PLACES = (
    "CLY", "EDI", "LVP", "YOR", "WAL", "LON", "POR", "SPA", "NAF", "TUN", "NAP", "ROM", "TUS", "PIE", "VEN", "APU",
    "GRE", "ALB", "SER", "BUL", "RUM", "CON", "SMY", "ANK", "ARM", "SYR", "SEV", "UKR", "WAR", "LVN", "MOS", "STP",
    "FIN", "SWE", "NWY", "DEN", "KIE", "BER", "PRU", "SIL", "MUN", "RUH", "HOL", "BEL", "PIC", "BRE", "PAR", "BUR",
    "MAR", "GAS", "BAR", "NWG", "NTH", "SKA", "HEL", "BAL", "BOT", "NAO", "IRI", "ENG", "MAO", "WES", "LYO", "TYS",
    "ION", "ADR", "AEG", "EAS", "BLA", "TYR", "BOH", "VIE", "TRI", "BUD", "GAL", "SPA/NC", "SPA/SC", "STP/NC",
    "STP/SC", "BUL/EC", "BUL/SC",
)  # fmt: skip
"""By number, from 1 on, by the names of the standard map here."""

NUMBERS = {place: number for number, place in enumerate(PLACES, 1)}

KINDS = {PhaseKind.MOVEMENT: "Diplomacy", PhaseKind.RETREAT: "Retreats", PhaseKind.ADJUSTMENT: "Builds"}
UNITS = {UnitKind.ARMY: "Army", UnitKind.FLEET: "Fleet"}


class UnitRead(Struct, frozen=True):
    unitType: str
    terrID: int | str
    countryID: int | str
    retreating: str = "No"


class CentreRead(Struct, frozen=True):
    terrID: int | str
    countryID: int | str


class OrderRead(Struct, frozen=True):
    countryID: int | str
    type: str
    terrID: int | str | None = None
    unitType: str | None = None
    toTerrID: int | str | None = None
    fromTerrID: int | str | None = None
    viaConvoy: str | None = None


class PhaseRead(Struct, frozen=True):
    turn: int
    phase: str
    units: list[UnitRead] = []
    centers: list[CentreRead] = []
    orders: list[OrderRead] = []


class StatusRead(Struct, frozen=True):
    """A status, as far as it is read."""

    phases: list[PhaseRead]
    gameID: int | str = 0
    name: str = ""
    variantID: int | str = CLASSIC


# --- written ---


def written(view: View) -> dict[str, Any]:
    """A game as that site's status would have it, of what this seat sees that is over. Raises Unfit for another map
    than the standard one."""
    if view.chart.id != "standard":
        raise Unfit(say("webDiplomacy’s form has numbers for the standard map alone, not for {map}", map=view.chart.id))
    phases = list(told(view))
    last = phases[-1].position
    return {
        "gameID": 0,
        "name": view.game,
        "countryID": POWERS.index(view.power) + 1 if view.power in POWERS else 0,
        "variantID": CLASSIC,
        "turn": _turn(last.phase),
        "phase": "Finished" if view.ending is not None else KINDS[last.phase.kind],
        "gameOver": {"win": "Won", "draw": "Drawn"}.get(view.ending.result, "No") if view.ending else "No",
        "standoffs": [{"terrID": NUMBERS[place], "countryID": 0} for place in sorted(last.contested)],
        "occupiedFrom": {
            str(_number(each.unit.place)): NUMBERS[each.attacker_from]
            for each in last.dislodged
            if each.attacker_from is not None
        },
        "phases": [_phase(each) for each in phases],
    }


def _turn(at: Phase) -> int:
    """Adjustments belong to the turn of autumn."""
    return 2 * (at.year - FIRST_YEAR) + (at.season != "Spring")


def _phase(of: Told) -> dict[str, Any]:
    at = of.position
    driven = [(each.unit, "Yes") for each in at.dislodged]
    return {
        "turn": _turn(at.phase),
        "phase": KINDS[at.phase.kind],
        "units": [
            {"unitType": UNITS[unit.kind], "retreating": retreating, "terrID": _number(unit.place),
             "countryID": POWERS.index(unit.power) + 1}
            for unit, retreating in (*((unit, "No") for unit in at.units), *driven)
        ],
        "centers": [
            {"terrID": NUMBERS[centre], "countryID": POWERS.index(owner) + 1}
            for centre, owner in sorted(at.centres.items())
        ],
        "orders": [each for verdict in of.verdicts if verdict.text for each in _orders(of, verdict)],
    }  # fmt: skip


def _number(place: Place) -> int:
    return NUMBERS[str(place)]


def _orders(of: Told, verdict: Verdict) -> Iterator[dict[str, Any]]:
    for fields in _fields(of, verdict):
        yield {
            "turn": _turn(of.position.phase), "phase": KINDS[of.position.phase.kind],
            "countryID": POWERS.index(verdict.power) + 1,
            "terrID": 0, "unitType": "", "toTerrID": 0, "fromTerrID": 0, "viaConvoy": "No",
            "success": "Yes" if verdict.outcome is Outcome.SUCCEEDS else "No",
            "dislodged": "Yes" if verdict.dislodged else "No", **fields,
        }  # fmt: skip


def _fields(of: Told, verdict: Verdict) -> Iterator[dict[str, Any]]:  # one arm per kind of order
    match verdict.order:
        case Hold(unit):
            yield {"type": "Hold", **_of(of, unit)}
        case Move(unit, to, via, route):
            by_sea = "Yes" if via or route else "No"
            yield {"type": "Move", **_of(of, unit), "toTerrID": _number(to), "viaConvoy": by_sea}
        case SupportHold(unit, supported):
            yield {"type": "Support hold", **_of(of, unit), "toTerrID": NUMBERS[supported.place.province]}
        case SupportMove(unit, supported, to):
            yield {"type": "Support move", **_of(of, unit), "fromTerrID": NUMBERS[supported.place.province],
                   "toTerrID": NUMBERS[to.province]}  # fmt: skip
        case Convoy(unit, army, to):
            yield {"type": "Convoy", **_of(of, unit), "fromTerrID": NUMBERS[army.place.province],
                   "toTerrID": NUMBERS[to.province]}  # fmt: skip
        case Retreat(unit, to):
            yield {"type": "Retreat", **_of(of, unit), "toTerrID": _number(to)}
        case Disband(unit):
            retreat = of.position.phase.kind is PhaseKind.RETREAT
            found = _of(of, unit)
            yield {"type": "Disband" if retreat else "Destroy", **found, "toTerrID": 0 if retreat else found["terrID"]}
        case Build(unit):
            kind = UNITS[unit.kind or UnitKind.ARMY]
            at = _number(unit.place)
            yield {"type": f"Build {kind}", "terrID": at, "toTerrID": at, "unitType": kind}
        case Waive(count):
            yield from [{"type": "Wait"}] * count
        case None:
            return


def _of(of: Told, ordered: Ordered) -> dict[str, Any]:
    """The unit that an order is for: as it stands, or as it was written where none does."""
    at = of.position
    units = [each.unit for each in at.dislodged] if at.phase.kind is PhaseKind.RETREAT else list(at.units)
    unit = next((each for each in units if each.province == ordered.place.province), None)
    if unit is None:
        return {"terrID": _number(ordered.place), "unitType": UNITS[ordered.kind or UnitKind.ARMY]}
    return {"terrID": _number(unit.place), "unitType": UNITS[unit.kind]}


# --- read ---


def read(data: Any) -> Saved:
    """A status. Raises Unfit for what is none, or cannot be on its map."""
    try:
        found = convert(data, StatusRead, strict=False)
    except UNREADABLE as fault:
        says = say("this is no status of a game at webDiplomacy: {fault}", fault=misfit(fault, StatusRead))
        raise Unfit(says, path(fault)) from fault
    if str(found.variantID) != str(CLASSIC):
        raise Unfit(say("only webDiplomacy’s variant 1, the standard map, can be read; this is {n}", n=found.variantID))
    phases = [each for each in found.phases if each.phase in KINDS.values()]
    if not phases:
        raise Unfit(say("this status has no phase"))
    moments = []
    for index, phase in enumerate(found.phases):
        if phase.phase in KINDS.values():
            with phase_at(index, f"phases[{index}]"):
                moments.append((index, _moment(phase, over=phase is not phases[-1] or bool(phase.orders))))
    return saved(found.name or str(found.gameID), chart("standard"), moments)


def _moment(phase: PhaseRead, over: bool) -> Moment:
    on = chart("standard")
    if not 0 <= phase.turn < 2 * (9999 - FIRST_YEAR):
        raise Unfit(say("turn {n} is none: the first is 0, and there are two a year", n=phase.turn))
    kind = next(kind for kind, word in KINDS.items() if word == phase.phase)
    year, autumn = divmod(phase.turn, 2)
    season = on.adjustment_season if kind is PhaseKind.ADJUSTMENT else on.turns[autumn]
    centers: dict[str, list[str]] = {}
    for centre in phase.centers:
        if str(centre.countryID) != "0":
            centers.setdefault(_power(centre.countryID), []).append(_place(centre.terrID).province)
    at = exchange.position(
        Question(
            variant=on.id, season=season, year=FIRST_YEAR + year, phase=kind.value,
            units=[_triple(each) for each in phase.units if each.retreating != "Yes"],
            dislodged=[_triple(each) for each in phase.units if each.retreating == "Yes"], centers=centers,
        ),
        on,
    )  # fmt: skip
    stands = {unit.province: unit for unit in at.units}
    driven = {each.unit.province: each.unit for each in at.dislodged}
    orders: dict[str, tuple[str, ...]] = {}
    for order in phase.orders:
        line = _line(order, stands, driven)
        if line and str(order.countryID) != "0":
            power = _power(order.countryID)
            orders[power] = (*orders.get(power, ()), line)
    return Moment(at, {}, orders, over)


def _triple(unit: UnitRead) -> Triple:
    return _power(unit.countryID), unit.unitType[:1].upper(), str(_place(unit.terrID))


def _power(number: int | str) -> str:
    if str(number).isdecimal() and 1 <= int(number) <= len(POWERS):
        return POWERS[int(number) - 1]
    raise Unfit(
        say("there is no country {n}; they are numbered from 1 to {most}", n=str(number)[:20], most=len(POWERS))
    )


def _place(number: int | str | None) -> Place:
    if str(number).isdecimal() and 1 <= int(str(number)) <= len(PLACES):
        return Place.parse(PLACES[int(str(number)) - 1])
    raise Unfit(
        say("there is no territory {n}; they are numbered from 1 to {most}", n=str(number)[:20], most=len(PLACES))
    )


def _line(order: OrderRead, stands: Mapping[str, Unit], driven: Mapping[str, Unit]) -> str:  # one arm per kind
    """The order in canonical writing; nothing for one of a kind that is not known."""
    match order.type:
        case "Hold":
            return f"{_named(order.terrID, stands)} H"
        case "Move":
            via = " VIA" if order.viaConvoy == "Yes" else ""
            return f"{_named(order.terrID, stands)} - {_place(order.toTerrID)}{via}"
        case "Support hold":
            return f"{_named(order.terrID, stands)} S {_named(order.toTerrID, stands)}"
        case "Support move" | "Convoy":
            verb = "C" if order.type == "Convoy" else "S"
            moved, to = _named(order.fromTerrID, stands), _place(order.toTerrID).province
            return f"{_named(order.terrID, stands)} {verb} {moved} - {to}"
        case "Retreat":
            return f"{_named(order.terrID, driven)} R {_place(order.toTerrID)}"
        case "Disband":
            return f"{_named(order.terrID, driven)} D"
        case "Destroy":
            return f"{_named(order.toTerrID or order.terrID, stands)} D"
        case "Build Army" | "Build Fleet":
            return f"{order.type[6]} {_place(order.toTerrID or order.terrID)} B"
        case "Wait":
            return "WAIVE"
        case _:
            return ""


def _named(number: int | str | None, units: Mapping[str, Unit]) -> str:
    place = _place(number)
    found = units.get(place.province)
    return str(found) if found is not None else str(place)


__all__ = ["PLACES", "POWERS", "read", "written"]
