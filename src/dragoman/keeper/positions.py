"""The option by which a command is told the position that writing meets: a file as `adjudicate` takes it."""

from __future__ import annotations

from itertools import islice

import msgspec

from dragoman.diplomacy import exchange
from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.board.mapfile import chart
from dragoman.diplomacy.board.position import Position
from dragoman.diplomacy.docket import chart_of
from dragoman.keeper.complaints import Unusable
from dragoman.keeper.lines import lines_of
from dragoman.tongues.misfits import UNREADABLE, misfit

MOST_LINES = 10_000


def met(path: str | None) -> tuple[Chart, Position]:
    """The map and the position in that file, which holds one JSON value over any number of lines, or JSON lines, of
    which the first counts; without a file the opening. Raises Unusable."""
    if path is None:
        board = chart("standard")
        return board, board.opening
    lines = [line for _, line in islice(lines_of(path), MOST_LINES)]
    try:
        question = _question(lines)
        board = chart_of(question.variant)
        return board, exchange.position(question, board)
    except UNREADABLE as fault:
        raise Unusable(f"--position {path}: {misfit(fault)}") from fault
    except exchange.Unfit as fault:
        raise Unusable(f"--position {path}: {fault}") from fault


def _question(lines: list[bytes]) -> exchange.Question:
    try:
        return msgspec.json.decode(lines[0] if lines else b"", type=exchange.Question)
    except msgspec.DecodeError:
        if len(lines) < 2:
            raise
        return msgspec.json.decode(b"".join(lines), type=exchange.Question)
