"""A phase in the forms in which other programs and other people read it: JSON as `dragoman adjudicate` takes it, and
text in the way of the test cases (DATC)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.json import encode

from dragoman.diplomacy import exchange
from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.board.position import Phase, Position
from dragoman.diplomacy.events import recorded
from dragoman.diplomacy.orders.writing import write
from dragoman.diplomacy.report.bodies import ExportAnswer
from dragoman.diplomacy.sight import View
from dragoman.diplomacy.state import Turn
from dragoman.game.seats import GM


def exported(view: View, phase: Phase | None) -> ExportAnswer | None:
    """The phase named; None named: the last one adjudicated, and for the game master the current one."""
    turn = next((each for each in reversed(view.turns) if phase is None or each.phase == phase), None)
    if view.seat == GM and (phase == view.phase or (phase is None and turn is None)):
        return answer_of(view.chart, view.game, view.position, on_file(view))
    return answer_of(view.chart, view.game, turn.before, ruled_upon(turn)) if turn is not None else None


def answer_of(chart: Chart, game: str, position: Position, orders: Mapping[str, Sequence[str]]) -> ExportAnswer:
    """A position with its orders, in both forms."""
    return ExportAnswer(
        phase=recorded.phase_record(position.phase),
        json=as_json(chart, game, position, orders),
        text=as_case(chart, game, position, orders),
    )


def ruled_upon(turn: Turn) -> dict[str, list[str]]:
    """The orders that a phase was adjudicated by: as they were understood, or as written where they were not."""
    orders: dict[str, list[str]] = {}
    for verdict in turn.ruling.verdicts:
        if verdict.text:
            written = write(verdict.order) if verdict.order is not None else verdict.text
            orders.setdefault(verdict.power, []).append(written)
    return orders


def on_file(view: View) -> dict[str, list[str]]:
    """The orders on file for the current phase, as far as this seat sees them."""
    return {power: [write(line.order) for line in each.lines] for power, each in view.on_file.items() if each.lines}


def as_json(chart: Chart, game: str, position: Position, orders: Mapping[str, Sequence[str]]) -> str:
    """The question that `dragoman adjudicate` answers."""
    season, year, kind = position.phase
    asked = {
        "id": f"{game} {position.phase}",
        "variant": chart.id,
        "season": season,
        "year": year,
        "phase": kind.value,
        "units": exchange.triples(position.units),
        "dislodged": exchange.triples(each.unit for each in position.dislodged),
        "attacked_from": {
            each.unit.province: each.attacker_from for each in position.dislodged if each.attacker_from is not None
        },
        "contested": sorted(position.contested),
        "centers": exchange.centers(position, chart),
        "orders": {power: list(lines) for power, lines in orders.items()},
    }
    return encode(asked).decode()


def as_case(chart: Chart, game: str, position: Position, orders: Mapping[str, Sequence[str]]) -> str:
    """The phase as a test case is written: the position by power, then each power's orders."""
    season, year, kind = position.phase
    lines = [f"{game}: {season} {year}, {kind.value}", "", "Position"]
    for power in chart.powers:
        units = [str(unit) for unit in position.units_of(power)]
        driven = [f"{each.unit} (dislodged{_from(each.attacker_from)})" for each in position.dislodged
                  if each.unit.power == power]  # fmt: skip
        centres = position.centres_of(power)
        if units or driven or centres:
            lines.append(f"{power}: {', '.join([*units, *driven]) or '-'}; centres {', '.join(centres) or '-'}")
    if position.contested:
        lines.append(f"Contested: {', '.join(sorted(position.contested))}")
    for power in chart.powers:
        if orders.get(power):
            lines += ["", f"{power}:", *orders[power]]
    return "\n".join(lines) + "\n"


def _from(province: str | None) -> str:
    return f" from {province}" if province else ""


__all__ = ["answer_of", "as_case", "as_json", "exported", "on_file", "ruled_upon"]
