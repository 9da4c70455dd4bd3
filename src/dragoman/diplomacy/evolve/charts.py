"""The map of a record: its whole text stands in the opening, and is read once."""

from __future__ import annotations

from functools import lru_cache

from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.board.mapfile import chart, chart_names, chart_source, read_chart
from dragoman.diplomacy.board.maptext import MapError


class UnreadableMap(Exception):
    """A recorded map that cannot be read; one with faults never comes into a record."""


@lru_cache(maxsize=64)
def chart_read(text: str) -> Chart | tuple[MapError, ...]:
    """The chart of a map's text, or its faults; a text is read once, and one that comes with the program not again."""
    own = next((name for name in chart_names() if chart_source(name) == text), None)
    return chart(own) if own is not None else read_chart(text, "map")


def chart_of(text: str) -> Chart:
    """The chart of a recorded map's text. Raises UnreadableMap."""
    read = chart_read(text)
    if isinstance(read, Chart):
        return read
    raise UnreadableMap("; ".join(f"line {fault.line}: {fault.code} {fault.word}" for fault in read))
