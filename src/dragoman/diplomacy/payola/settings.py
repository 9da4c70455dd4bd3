"""The one reader of family P of the house rules."""

from __future__ import annotations

from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.houserules.sheet import Sheet


def bought(sheet: Sheet) -> bool:
    """P.1: whether orders are bought."""
    return sheet.letter("P.1") == "B"


def income(sheet: Sheet, chart: Chart, centres: int) -> int:
    """P.2: what a power with so many centres is paid: on the standard map 17 for one, 17 + 16 for two, or so much for
    each."""
    said = sheet.choice("P.2")
    if said.letter == "B":
        return said.number("each") * centres
    return sum(max(chart.victory - 1 - n, 0) for n in range(centres))


def hoarding(sheet: Sheet) -> bool:
    """P.3: whether money is kept from year to year."""
    return sheet.letter("P.3") == "A"


def public_prices(sheet: Sheet) -> bool:
    """P.5."""
    return sheet.letter("P.5") == "B"


def gifts(sheet: Sheet) -> bool:
    """P.6."""
    return sheet.letter("P.6") == "A"
