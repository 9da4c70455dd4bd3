"""A language that bends its names at the end says so in its words: from a name in its first form, every form is made.

What an ending answers is kept: `goal` (whither), `source` (whence), `plain` (the rest), for in Finnish it may stand
alone where English has a word: `armeija Wien Galiciaan`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

VOWELS = "aeiouyåäö"


@dataclass(frozen=True, slots=True)
class Inflection:
    """`endings` are pairs of an ending and what it answers, in which `*` stands for the last vowel of the stem; `stems`
    and `gradation` are pairs of what a name ends in (before its last vowel, for gradation) and what that becomes;
    `compounds` are first parts that bend with what they are written together with (`Mustallemerelle`)."""

    endings: tuple[tuple[str, str], ...] = ()
    stems: tuple[tuple[str, str], ...] = ()
    gradation: tuple[tuple[str, str], ...] = ()
    compounds: tuple[str, ...] = ()

    def forms(self, name: str) -> Iterator[tuple[str, str]]:
        """Every form of a name of one or more words, with what its ending answers; the first form is not among them.

        Words before the last are both left as they are and bent likewise (`Englannin kanaaliin`, `Itäiselle
        Välimerelle`). More forms are made than are good Finnish; none of them means anything else.
        """
        *before, last = name.split()
        for ending, answers in self.endings:
            for form in self._bent(last, ending):
                yield " ".join((*before, form)), answers
                if before:
                    for first in self._bent(before[0], ending):
                        yield " ".join((first, *before[1:], form)), answers

    def _bent(self, word: str, ending: str) -> Iterator[str]:
        yield from self._plainly(word, ending)
        parts = (len(each) for each in self.compounds if word.casefold().startswith(each) and len(word) > len(each))
        for part in parts:
            for rest in self._plainly(word[part:], ending):
                alike = dict.fromkeys((ending, ending.replace("ä", "a")))  # each part by vowels of its own
                firsts = [first for each in alike for first in self._plainly(word[:part], each)]
                yield from (f"{first}{space}{rest}" for first in firsts for space in ("", " "))

    def _plainly(self, word: str, ending: str) -> Iterator[str]:
        for stem in self._stems(word):
            vowel = next((c for c in reversed(stem) if c in VOWELS), "")
            yield stem + ending.replace("*", vowel)

    def _stems(self, word: str) -> tuple[str, ...]:
        word = word if word[-1:] in VOWELS or word.endswith(tuple(old for old, _ in self.stems)) else word + "i"
        changed = tuple(word[: -len(old)] + new for old, new in self.stems if word.endswith(old)) or (word,)
        body, vowel = word[:-1], word[-1:]
        weak = tuple(body.removesuffix(old) + new + vowel for old, new in self.gradation if body.endswith(old))
        return (*changed, *weak)
