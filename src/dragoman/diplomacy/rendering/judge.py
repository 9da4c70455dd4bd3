"""Results in the form of the old judges, and behind them what a reader needs besides: their own file, and press."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import tzinfo

from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.board.mapfile import chart
from dragoman.diplomacy.events import recorded
from dragoman.diplomacy.njudge import Judgement, write
from dragoman.diplomacy.rendering.press import beside_orders, writers
from dragoman.diplomacy.report import Results
from dragoman.game.page import Section, Verbatim


def chart_of(body: Results) -> Chart | None:
    """The map that the results are of; None if they do not say, or it is no map that comes with the program."""
    try:
        return chart(body.head.map)
    except LookupError:
        return None


def judged(body: Results, on: Chart, zone: tzinfo) -> Section:
    """The text itself, with dates in the reader's zone."""
    return Section("", (Verbatim(judged_text(body, on, zone)),))


def judged_text(body: Results, on: Chart, zone: tzinfo) -> str:
    """The whole mail as a judge would have sent it, in English and ASCII."""
    phases = [(told.before, told.ruling) for told in body.earlier] + [(body.before, body.ruling)]
    first = body.number - len(body.earlier)
    told = [
        Judgement(first + n, recorded.position(before), recorded.ruling(ruling), body.due)
        for n, (before, ruling) in enumerate(phases)
    ]
    coming = (recorded.phase(body.next.phase), body.next.deadline) if body.next is not None else None
    return write(on, body.head.game, told, coming, zone)


def press_beside(body: Results) -> Iterator[Section]:
    """The press that stands beside its authors' orders in other forms."""
    powers = next(iter(body.head.names.values()), {})
    for ruling in (*(told.ruling for told in body.earlier), body.ruling):
        for power in sorted(writers(body.press, ruling.phase, powers)):
            yield Section("", tuple(beside_orders(body.press, ruling.phase, power)))
