"""Recorded lines held many at a time by compiled code, from their bytes to what came of them: the quickest way, for
archives. What it finds to be as recorded is counted; everything else is held by `Wholesale`, which tells what differs.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dragoman.diplomacy.adjudication.compiled import kept_on_disk
from dragoman.diplomacy.batch import layout
from dragoman.diplomacy.batch.boards import Boards
from dragoman.diplomacy.batch.turning import Turned, turn_over
from dragoman.diplomacy.board.position import Position
from dragoman.diplomacy.docket import Docket, chart_of
from dragoman.diplomacy.exchange import Unfit
from dragoman.diplomacy.scanning.meanings import Meanings
from dragoman.diplomacy.scanning.words import MOST_LINES, Room
from dragoman.keeper import scanner
from dragoman.keeper.briefs import decode
from dragoman.keeper.line_facts import (
    COUNT,
    EXCUSED,
    FACTS,
    GAME_AT,
    GAME_END,
    HELD,
    OF_KIND,
    PENDING,
    READ,
    REFUSED,
    SAME_GAME,
    STATUS,
    Sheets,
)
from dragoman.keeper.replaying import Record
from dragoman.keeper.vocabulary import LineVocabulary
from dragoman.keeper.wholesale import Wholesale
from dragoman.tongues.misfits import UNREADABLE

Placed = tuple[str, bytes]
Indices = NDArray[np.int64]

PADDING = bytes(8)
"""Stands behind the last line, so that whoever looks a few signs ahead looks at something."""

ASKS = 4096
"""How many words and cases can be asked for at a time."""

ROUNDS = 40
"""So often at the most lines are read anew for what was not met before; what is unknown then is not plain."""

AT_ONCE = 4000
"""How many lines are swept at a time, however long a game is: each takes some six kilobytes."""

MOST_MAPS = 64


def compiled_before() -> bool:
    """Whether the compiled code is kept on disk, so that it need only be loaded; where the kernel has changed since,
    part of it is made anew all the same."""
    return kept_on_disk(scanner.machine().read_all)


class Understood(dict[str, Meanings]):
    """What is understood on each map under one docket; it may be shared by threads. Raises Unfit for no map."""

    def __init__(self, docket: Docket) -> None:
        self.docket = docket

    def __missing__(self, variant: str) -> Meanings:
        found = self[variant] = Meanings(chart_of(variant), self.docket.switches)
        return found


class Sweeper:
    """Holds lines against one docket, and counts those `left` to others. Each thread needs one of its own; the compiled
    code lets other threads run."""

    def __init__(self, understood: Understood) -> None:
        self.docket = understood.docket
        self._understood = understood
        self._wholesale = Wholesale(self.docket)
        self._brooms: dict[str, Broom | None] = {}
        self.left = 0

    def held(self, record: Record, lines: Sequence[Placed]) -> list[dict[str, Any]]:
        """Hold the lines, each with where it stands, in their order; what is to be told of them."""
        found = []
        for start in range(0, len(lines), AT_ONCE):
            found += self._swept(record, lines[start : start + AT_ONCE])
        return found

    def _swept(self, record: Record, lines: Sequence[Placed]) -> list[dict[str, Any]]:
        broom = self._broom(lines)
        if broom is None:
            self.left += len(lines)
            return self._wholesale.held(record, lines)
        broom.sweep([line for _, line in lines], record)
        found = []
        for first, end, good in broom.runs():
            if good:
                broom.count(record, first, end)
            else:
                self.left += end - first
                found += self._wholesale.held(record, lines[first:end])
        return found

    def _broom(self, lines: Sequence[Placed]) -> Broom | None:
        """That for the map of the first line; None where there is none."""
        try:
            variant = decode(lines[0][1]).variant if lines else ""
        except UNREADABLE:
            variant = "standard"
        if variant not in self._brooms:
            if len(self._brooms) > MOST_MAPS:
                return None
            self._brooms[variant] = self._made(variant)
        return self._brooms[variant]

    def _made(self, variant: str) -> Broom | None:
        try:
            vocabulary = LineVocabulary(self._understood[variant], variant)
        except Unfit:
            return None
        return Broom(vocabulary) if vocabulary.atlas.fits and len(vocabulary.atlas.powers) < 60 else None


class Broom:
    """Sweeps lines of one map: reads them, has their boards turned over, and holds them to what they record."""

    def __init__(self, vocabulary: LineVocabulary) -> None:
        self._vocabulary, self._machine = vocabulary, scanner.machine()
        self._width = vocabulary.atlas.width
        provinces = len(vocabulary.atlas.provinces)
        self._room = Room(
            np.zeros(provinces, dtype=np.int32), np.zeros(provinces, dtype=np.int64),
            np.zeros((2, MOST_LINES), dtype=np.int32), np.zeros((ASKS, 3), dtype=np.int64),
            np.zeros(ASKS, dtype=np.int64), np.zeros(4, dtype=np.int64),
        )  # fmt: skip
        self._sheets = self._blank(0)
        self._data = b""
        self._after: tuple[Boards, Boards] = self._empty, self._empty
        self._index: Indices = np.zeros(0, dtype=np.int64)

    def _blank(self, lines: int) -> Sheets:
        boards = np.empty((lines, layout.ROWS, self._width), dtype=np.int16)
        orders = np.empty((lines, self._width), dtype=np.int32)
        return Sheets(boards, np.empty_like(boards), orders, np.zeros((lines, FACTS), dtype=np.int64))

    @property
    def _empty(self) -> Boards:
        return Boards(self._vocabulary.chart, self._blank(0).boards)

    def sweep(self, lines: Sequence[bytes], record: Record) -> None:
        """Read the lines and hold them; `runs` tells what came of it."""
        if self._vocabulary.words.full:
            self._vocabulary.begin()
        data = self._data = b"\n".join([*lines, PADDING])
        lengths = np.fromiter(map(len, lines), dtype=np.int64, count=len(lines))
        starts = np.concatenate((np.zeros(1, dtype=np.int64), np.cumsum(lengths + 1)))
        if len(lines) > len(self._sheets.facts):
            self._whole = self._blank(len(lines))
        s = self._sheets = Sheets(*(rows[: len(lines)] for rows in self._whole))
        signs = np.frombuffer(data, dtype=np.uint8)
        self._read(signs, starts)
        self._machine.follow(signs, s)
        self._hold(record)

    def _read(self, signs: NDArray[np.uint8], starts: Indices) -> None:
        facts, vocabulary, room = self._sheets.facts, self._vocabulary, self._room
        facts[:, STATUS] = PENDING
        for _ in range(ROUNDS):
            known = vocabulary.form, vocabulary.words.lexicon, vocabulary.terrain
            if not self._machine.read_all(signs, starts, self._sheets, *known, room):
                return
            words, cases = room.words[: room.asked[0]].tolist(), room.asked_cases[: room.asked[1]].tolist()
            vocabulary.learn(dict.fromkeys((realm, self._data[a:b]) for realm, a, b in words), dict.fromkeys(cases))
        facts[facts[:, STATUS] == PENDING, STATUS] = REFUSED

    def _hold(self, record: Record) -> None:
        """Turn over what was read: retreats after all else, since they hang on what the line before left."""
        s, terrain, room, machine = self._sheets, self._vocabulary.terrain, self._room, self._machine
        facts = s.facts
        retreats = facts[:, OF_KIND] == 1
        read = facts[:, STATUS] == READ
        rows = np.flatnonzero(read & ~retreats)
        self._index = np.zeros(len(facts), dtype=np.int64)
        self._index[rows] = np.arange(len(rows))
        after = self._turned(rows)
        machine.compare(rows, s, after.numbers, terrain, room)
        rows = np.flatnonzero(read & retreats)
        if len(rows) and rows[0] == 0 and record.left(self._game(0)) is not None:
            facts[0, STATUS] = REFUSED
        machine.recall(rows, s, after.numbers, self._index)
        rows = rows[facts[rows, STATUS] == READ]
        self._index[rows] = np.arange(len(rows))
        then = self._turned(rows)
        machine.compare(rows, s, then.numbers, terrain, room)
        self._after = after, then

    def _turned(self, rows: Indices) -> Boards:
        """The boards after the phases of these lines."""
        vocabulary = self._vocabulary
        boards = Boards(vocabulary.chart, self._sheets.boards[rows])
        turned = turn_over(boards, self._sheets.orders[rows], vocabulary.switches, causes=False)
        assert isinstance(turned, Turned), turned
        return turned.after

    # --- what came of it ---

    def runs(self) -> list[tuple[int, int, bool]]:
        """Lines in a row that are as recorded, or that are to be looked at by others: from, to, and which."""
        good = self._sheets.facts[:, STATUS] == HELD
        if not len(good):
            return []
        ends = [0, *(np.flatnonzero(good[1:] != good[:-1]) + 1).tolist(), len(good)]
        return [(a, b, bool(good[a])) for a, b in pairwise(ends)]

    def count(self, record: Record, first: int, end: int) -> None:
        """Count lines that came out as recorded."""
        facts = self._sheets.facts[first:end]
        record.enter(self._game(first))
        record.passed_all(
            end - first,
            int((facts[1:, SAME_GAME] == 0).sum()),
            int(facts[:, COUNT].sum()),
            int(facts[:, EXCUSED].sum()),
            self._game(end - 1),
            self._left(end - 1),
        )

    def _game(self, line: int) -> str:
        a, b = self._sheets.facts[line, GAME_AT : GAME_END + 1].tolist()
        return self._data[a:b].decode()

    def _left(self, line: int) -> Position:
        """The position after a line's phase."""
        boards = self._after[int(self._sheets.facts[line, OF_KIND] == 1)]
        at = int(self._index[line])
        return Boards(boards.chart, boards.numbers[at : at + 1]).positions()[0]
