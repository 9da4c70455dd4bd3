"""What several bodies have in common, made from a view: heads, standings, what is owed, sets on file, pieces of
press."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import zip_longest

from dragoman.diplomacy.adjudication.verdict import Verdict
from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.board.position import Position
from dragoman.diplomacy.events import recorded
from dragoman.diplomacy.orders.order import Line
from dragoman.diplomacy.report.bodies import FileNow, Head, Next, Owed, PieceTold, SeatTold, Standing, Written
from dragoman.diplomacy.sight import OnFile, View
from dragoman.diplomacy.state import Due, Piece
from dragoman.game.press import is_observer


def names_of(chart: Chart) -> dict[str, dict[str, str]]:
    """Every power's name and genitive by language."""
    languages = sorted({lang for power in chart.powers.values() for lang in power.names})
    return {lang: dict(_names_in(lang, chart)) for lang in languages}


def _names_in(lang: str, chart: Chart) -> Iterator[tuple[str, str]]:
    for power in chart.powers.values():
        yield power.id, power.names.get(lang, power.id)
        if power.genitives and lang in power.genitives:
            yield f"{power.id}:genitive", power.genitives[lang]


def head_of(view: View) -> Head:
    return Head(view.game, view.seat or "", names_of(view.chart))


def written(line: Line, flaw: Verdict | None = None) -> Written:
    record = recorded.line_record(line)
    if flaw is None:
        return Written(record.order, record.text, record.notes)
    return Written(record.order, record.text, record.notes, flaw.code.value, flaw.clause)


def file_record(view: View, on_file: OnFile) -> FileNow:
    """The full set on file for a power."""
    return FileNow(
        on_file.power,
        tuple(written(line, flaw) for line, flaw in zip_longest(on_file.lines, on_file.flaws)),
        tuple(recorded.unit_record(unit) for unit in on_file.unordered),
        on_file.final,
        owed_record(on_file.due, view.retreats),
        on_file.at,
    )


def file_of(view: View) -> FileNow | None:
    """The seat's own set, where it has something to order."""
    return file_record(view, view.own) if view.own is not None and view.own.due else None


def standings(chart: Chart, now: Position, before: Position) -> tuple[Standing, ...]:
    """Every power's centres and units, in the order of the map."""
    return tuple(
        Standing(power, len(now.centres_of(power)), len(before.centres_of(power)), len(now.units_of(power)))
        for power in chart.powers
    )


def owed_record(owed: Due, retreats: Iterable[tuple[str, Iterable[object]]] = ()) -> Owed:
    """What a power has to order, with the retreats open to its units."""
    provinces = {unit.province for unit in owed.units}
    return Owed(
        tuple(recorded.unit_record(unit) for unit in owed.units),
        owed.count,
        owed.sites,
        {at: tuple(str(place) for place in places) for at, places in retreats if at in provinces},
    )


def piece_told(piece: Piece) -> PieceTold:
    return PieceTold(piece.number, piece.at, piece.seat, piece.to, piece.text, piece.dateline)


def next_of(view: View) -> Next:
    """The current phase and its deadline; none while the clock stands still."""
    return Next(recorded.phase_record(view.phase), None if view.paused else view.deadline)


def seats_told(view: View) -> tuple[SeatTold, ...]:
    return tuple(SeatTold(seat, person is not None) for seat, person in view.seats.items() if not is_observer(seat))
