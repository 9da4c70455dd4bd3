"""A scribe answers many questions at a time by compiled code: they are packed into bytes, read into boards, turned over
by the batch, and told as positions. What is not plain is left to others.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from dragoman.diplomacy.batch import layout
from dragoman.diplomacy.batch.boards import Boards
from dragoman.diplomacy.batch.turning import Turned, turn_over
from dragoman.diplomacy.board.position import Position
from dragoman.diplomacy.exchange import Question
from dragoman.diplomacy.scanning.meanings import Meanings
from dragoman.diplomacy.scanning.packed import PENDING, READ
from dragoman.diplomacy.scanning.pressing import machine
from dragoman.diplomacy.scanning.teller import Teller
from dragoman.diplomacy.scanning.vocabulary import Vocabulary
from dragoman.diplomacy.scanning.words import MOST_LINES, Room

ASKS = 4096
"""How many words and cases can be asked for at a time."""

ROUNDS = 40
"""So often at the most questions are read anew for what was not met before; what is unknown then is not plain."""

AT_ONCE = 4000
"""How many questions are answered at a time: each takes some three kilobytes."""

Flags = NDArray[np.bool_]


class Scribe:
    """Answers questions on one map by one sheet's switches. Each thread needs one of its own."""

    def __init__(self, meanings: Meanings) -> None:
        self._vocabulary = Vocabulary(meanings)
        self._pack = msgspec.msgpack.Encoder().encode
        self._teller = Teller(self._vocabulary)
        provinces = len(self._vocabulary.atlas.provinces)
        self._room = Room(
            np.zeros(provinces, dtype=np.int32), np.zeros(provinces, dtype=np.int64),
            np.zeros((2, MOST_LINES), dtype=np.int32), np.zeros((ASKS, 3), dtype=np.int64),
            np.zeros(ASKS, dtype=np.int64), np.zeros(4, dtype=np.int64),
        )  # fmt: skip

    def after(self, questions: Sequence[Question]) -> list[Position | None]:
        """The positions after the phases that are asked; None for what is not plain, or cannot be asked."""
        starts = range(0, len(questions), AT_ONCE)
        return list(chain.from_iterable(self._after(questions[a : a + AT_ONCE]) for a in starts))

    def _after(self, questions: Sequence[Question]) -> list[Position | None]:
        try:
            data = self._pack(questions)
        except (TypeError, ValueError, OverflowError, RecursionError):  # one of them has what cannot be packed
            middle = len(questions) // 2
            return [*self._after(questions[:middle]), *self._after(questions[middle:])] if middle else [None]
        boards, orders, good = self._read(data, len(questions))
        if not good.all():
            boards, orders = boards[good], orders[good]
        turned = turn_over(Boards(self._vocabulary.chart, boards), orders, self._vocabulary.switches, causes=False)
        assert isinstance(turned, Turned), turned
        found = self._teller.positions(turned.after)
        if len(found) == len(questions):
            return list(found)
        each = iter(found)
        return [next(each) if plain else None for plain in good.tolist()]

    def _read(self, data: bytes, count: int) -> tuple[Any, Any, Flags]:
        """The boards of questions, the orders, and which are plain."""
        vocabulary, room = self._vocabulary, self._room
        if vocabulary.words.full:
            vocabulary.begin()
        boards = np.empty((count, layout.ROWS, vocabulary.atlas.width), dtype=np.int16)
        orders = np.empty((count, vocabulary.atlas.width), dtype=np.int32)
        starts, status = np.zeros(count + 1, dtype=np.int64), np.full(count, PENDING, dtype=np.int32)
        signs, read = np.frombuffer(data, dtype=np.uint8), machine().read_all
        starts[0] = 1 if count < 16 else 3 if count < 1 << 16 else 5  # behind the head of the list
        for _ in range(ROUNDS):
            if not read(signs, starts, status, boards, orders, vocabulary.words.lexicon, vocabulary.terrain, room):
                break
            asked, met = room.words[: room.asked[0]].tolist(), room.asked_cases[: room.asked[1]].tolist()
            vocabulary.learn(dict.fromkeys((realm, data[a:b]) for realm, a, b in asked), dict.fromkeys(met))
        return boards, orders, status == READ
