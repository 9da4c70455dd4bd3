"""The arrays in which compiled code looks up words and cases: see `words.Lexicon`."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dragoman.diplomacy.scanning.cases import slot_of
from dragoman.diplomacy.scanning.words import APART, MASK, PRIME, SEED, TEXTS, Lexicon

MOST_WORDS, MOST_CASES = 60_000, 200_000
"""How many are remembered; beyond, all are forgotten and read anew."""

CASES_AT_FIRST, WORDS_AT_FIRST = 1 << 17, 1 << 13


class Words:
    """Words of several realms, each with a number, and the orders that texts are in cases met before."""

    def __init__(self) -> None:
        self._size = self._end = self._texts = self._cases = 0
        self.lexicon = Lexicon(
            np.full(4 * WORDS_AT_FIRST, -1, dtype=np.int32),
            np.zeros((WORDS_AT_FIRST, 4), dtype=np.int32),
            np.zeros(16 * WORDS_AT_FIRST, dtype=np.uint8),
            np.zeros((WORDS_AT_FIRST, 3), dtype=np.int32),
            np.full(CASES_AT_FIRST, -1, dtype=np.int64),
            np.zeros(CASES_AT_FIRST, dtype=np.int32),
        )

    @property
    def full(self) -> bool:
        return self._size > MOST_WORDS or self._cases > MOST_CASES

    def add(self, realm: int, word: bytes, value: int) -> None:
        """Remember a word that was not met before."""
        x = self.lexicon
        if self._size == len(x.entries):
            x = x._replace(entries=_doubled(x.entries))
        while self._end + len(word) > len(x.pool):
            x = x._replace(pool=_doubled(x.pool))
        x.pool[self._end : self._end + len(word)] = np.frombuffer(word, dtype=np.uint8)
        x.entries[self._size] = self._end, len(word), realm, value
        self._size += 1
        self._end += len(word)
        if 4 * self._size > len(x.slots):
            x = x._replace(slots=np.full(4 * len(x.slots), -1, dtype=np.int32))
            for number in range(self._size):
                self._enter(x, number)
        else:
            self._enter(x, self._size - 1)
        self.lexicon = x

    def _enter(self, x: Lexicon, number: int) -> None:
        at, size, realm, _ = x.entries[number].tolist()
        h = SEED
        for c in x.pool[at : at + size].tobytes():
            h = ((h ^ c) * PRIME) & MASK
        i = (h + realm * APART) & (len(x.slots) - 1)
        while x.slots[i] >= 0:
            i = (i + 1) & (len(x.slots) - 1)
        x.slots[i] = number

    def add_text(self, word: bytes, province: int, other: int, what: int) -> None:
        """Remember the text of an order."""
        if self._texts == len(self.lexicon.texts):
            self.lexicon = self.lexicon._replace(texts=_doubled(self.lexicon.texts))
        self.lexicon.texts[self._texts] = province, other, what
        self.add(TEXTS, word, self._texts)
        self._texts += 1

    def add_case(self, case: int, code: int) -> None:
        """Remember the code of an order in a case that was not met before."""
        x = self.lexicon
        if 2 * self._cases > len(x.cases):
            cases, codes = x.cases[x.cases >= 0].tolist(), x.codes[x.cases >= 0].tolist()
            wide = 4 * len(x.cases)
            x = x._replace(cases=np.full(wide, -1, dtype=np.int64), codes=np.zeros(wide, dtype=np.int32))
            for each, known in zip(cases, codes, strict=True):
                _enter_case(x, each, known)
        _enter_case(x, case, code)
        self._cases += 1
        self.lexicon = x


def _enter_case(x: Lexicon, case: int, code: int) -> None:
    most = len(x.cases) - 1
    i = slot_of(case) & most
    while x.cases[i] >= 0:
        i = (i + 1) & most
    x.cases[i], x.codes[i] = case, code


def _doubled(rows: NDArray[np.int32]) -> NDArray[np.int32]:
    return np.concatenate((rows, np.zeros_like(rows)))
