"""The orders of a letter: read line by line, sorted by the phase they are for, and whose units they name."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from dragoman.diplomacy.board.position import Phase, PhaseKind
from dragoman.diplomacy.decide.orders import wrong_phase
from dragoman.diplomacy.orders.misreading import Misreading
from dragoman.diplomacy.orders.order import Build, Line, Order, Waive
from dragoman.diplomacy.orders.reading import Heading, Ignored, Item, Read, ReadingContext, read_set
from dragoman.diplomacy.speech import names
from dragoman.diplomacy.state import State
from dragoman.game.protocol import Unread
from dragoman.game.refusals import Refusal
from dragoman.game.saying import say


@dataclass(frozen=True, slots=True)
class Orders:
    """What the lines of a letter that are no commands come to. `status` is what headings called the set; `first` and
    `last` are the numbers of its first and last order's lines (0: there is none)."""

    lines: tuple[Line, ...]
    refused: tuple[Refusal, ...]
    unread: tuple[Unread, ...]
    ignored: tuple[str, ...]
    status: str = ""
    last: int = 0


def orders(state: State, power: str, named: Phase | None, text: str) -> Orders:
    """Read the orders of a power (empty: of somebody who plays none). `named` is the phase the subject named."""
    items = read_set(text, _context(state, power))
    taken, refused = _sorted(state, power, named, items)
    return Orders(
        tuple(read.line for read in taken),
        refused,
        tuple(_unread(item) for item in items if isinstance(item, Misreading)),
        tuple(item.text for item in items if isinstance(item, Ignored) and not item.joined),
        next((item.status for item in reversed(items) if isinstance(item, Heading) and item.status), ""),
        max((read.number for read in taken), default=0),
    )


def _context(state: State, power: str) -> ReadingContext:
    tolerance = state.sheet.choice("III.2")
    return ReadingContext(
        chart=state.chart,
        power=power,
        kind=state.phase.kind,
        position=state.position,
        tolerance=tolerance.letter,
        also=_abbreviations(state, dict(tolerance.values).get("also", "")),
    )


def _abbreviations(state: State, listed: str) -> tuple[tuple[str, str], ...]:
    """Clause III.2's own list: `Nrg = NWG, Smy = SMY`."""
    pairs = (entry.partition("=") for entry in listed.replace(";", ",").split(",") if "=" in entry)
    known = ((short.strip(), province.strip().upper()) for short, _, province in pairs)
    return tuple((short, province) for short, province in known if short and province in state.chart.provinces)


def _unread(item: Misreading) -> Unread:
    return Unread(item.code, item.text.strip(), item.line, item.word, item.column, item.suggestions)


def _sorted(
    state: State, power: str, named: Phase | None, items: Iterable[Item]
) -> tuple[tuple[Read, ...], tuple[Refusal, ...]]:
    """The orders to be taken, and those that cannot be, each with the reason."""
    taken: list[Read] = []
    refused: list[Refusal] = []
    for read in (item for item in items if isinstance(item, Read)):
        why = _wrong(state, power, named, read)
        if why is None:
            taken.append(read)
        else:
            refused.append(why)
    return tuple(taken), tuple(refused)


def _wrong(state: State, power: str, named: Phase | None, read: Read) -> Refusal | None:
    phase = headed_phase(state, read.heading) or named
    wrong = wrong_phase(state, phase)
    if wrong is not None:
        return Refusal(wrong.code, wrong.says, wrong.clause, read.line.text)
    return _anothers(state, power, read)


def headed_phase(state: State, heading: Heading | None) -> Phase | None:
    """The phase a heading names. “Moves:” or “orders:” alone name none, since that is what people call any set."""
    if heading is None or not (heading.season or heading.year or heading.kind):
        return None
    if not heading.season and not heading.year and heading.kind is PhaseKind.MOVEMENT:
        return None
    season = heading.season or state.phase.season
    if not heading.season and heading.kind is PhaseKind.ADJUSTMENT:
        season = state.chart.adjustment_season
    return names.completed(state, season, heading.year or state.phase.year, heading.kind)


def _anothers(state: State, power: str, read: Read) -> Refusal | None:
    """Orders for another power's unit, or under another power's name, are refused, and the power is named."""
    owner = _owner(state, power, read)
    if not power or owner in (None, power):
        return None
    text = say("{unit} is {power_owner:genitive}, not yours.", unit=_unit(read.line.order), power_owner=owner)
    return Refusal("not-your-unit", text, text=read.line.text)


def _unit(order: Order) -> str:
    return "" if isinstance(order, Waive) else str(order.unit)


def _owner(state: State, power: str, read: Read) -> str | None:
    """Whose unit an order names, as far as it is written or the board tells; None where that is open."""
    if read.heading is not None and read.heading.power:
        return read.heading.power
    order = read.line.order
    if isinstance(order, Waive | Build):
        return None
    if order.unit.power is not None:
        return order.unit.power
    province = order.unit.place.province
    owners = {u.power for u in state.position.units if u.province == province}
    owners |= {d.unit.power for d in state.position.dislodged if d.unit.province == province}
    return power if power in owners else next(iter(sorted(owners)), None)
