"""Reading conditions: a row of words becomes a condition, or the word at fault is named. It never fails, whatever the
text.

`and` binds tighter than `or`, `not` tighter than both; brackets say otherwise. Each sentence is of one language.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from dragoman.diplomacy.orders.condition_sentences import (
    Failing,
    Names,
    Parsed,
    SentenceReader,
    Trouble,
    phrase,
    sign,
)
from dragoman.diplomacy.orders.condition_words import phrasebook
from dragoman.diplomacy.orders.conditions import Condition, all_of, any_of, negation
from dragoman.diplomacy.orders.findings import ReadingContext
from dragoman.diplomacy.orders.misreading import Misreading
from dragoman.diplomacy.orders.tokens import Token, tokens, visible
from dragoman.tongues.lexicon import folded

__all__ = ["ConditionReader", "Parsed", "parse", "spread"]

DEEPEST = 20
"""The brackets within brackets that a condition may have."""

LONGEST_CONDITION = 150
"""The words and signs of a line among which a condition may be."""


def parse(text: str, context: ReadingContext) -> Parsed | Misreading:
    """Read a text that is one condition and nothing else; the word `if` is not part of it."""
    row = spread(tokens(text), context)
    reader = ConditionReader(row, context)
    found = reader.condition(0)
    if found is not None and found.end == len(row):
        return found
    if found is not None:
        reader.failing.fail(Trouble(found.end))
    return reader.misreading(text)


def spread(row: Iterable[Token], context: ReadingContext) -> tuple[Token, ...]:
    """A row in which words that stand for several are spread out (`doesn't`, `eikä`), and possessives are plain names.

    Each new word keeps the place of the old one in the text.
    """
    book, words = phrasebook(context.languages), context.words
    found: list[Token] = []
    for token in row:
        if (meant := book.short.get(token.word)) is not None:
            found.extend(Token(token.text, word, token.start, token.end, True) for word in meant)
        elif token.word not in words.phrases and (name := _bare(token, book.possessive)) in words.phrases:
            found.append(Token(token.text, name, token.start, token.end, True))
        else:
            found.append(token)
    return tuple(found)


def _bare(token: Token, endings: Iterable[str]) -> str:
    """A word without the ending that says that something is its."""
    return next((folded(token.text.removesuffix(e)) for e in endings if token.text.endswith(e)), token.word)


class ConditionReader:
    """Reads conditions from a row of words that `spread` has seen to."""

    def __init__(self, row: Sequence[Token], context: ReadingContext) -> None:
        self.row = row
        self.failing = Failing()
        self._context = context
        self._begun = 0
        self._book = phrasebook(context.languages)
        names = Names(row, context, self.failing)
        self._readers = tuple(SentenceReader(row, context, lang, names) for lang in context.languages)

    def word(self, index: int, *entries: str) -> int | None:
        """The index after the longest phrase here of these entries of the phrasebook, in any language, or None."""
        return phrase(self.row, self._book, index, *entries)

    def phrases(self, entry: str) -> Sequence[tuple[str, ...]]:
        """The phrases of an entry of the phrasebook, in any language, each as compared words."""
        return self._book.words.get(entry, ())

    def sign(self, index: int, signs: str) -> bool:
        """Whether one of these signs stands there."""
        return sign(self.row, index, signs)

    def misreading(self, text: str, number: int = 1) -> Misreading:
        """What was wrong, and, where a province came near by which a condition can be read, the text with it in its
        place."""
        at, code, near, word = self.failing.trouble
        at = at if word is None else word
        if at >= len(self.row):
            last = self.row[-1] if self.row else None
            return Misreading("incomplete", text, last.text if last else "", number, last.start + 1 if last else 0)
        token, shown = self.row[at], visible(text)
        repaired = (
            f"{shown[: token.start]}{c.place}{shown[token.end :]}".strip() for c in near[:4] if self._reads(at, c.place)
        )
        return Misreading(code, text, token.text, number, token.start + 1, tuple(repaired))

    def _reads(self, at: int, place: str) -> bool:
        """Whether a condition stands where one was looked for, once a word is that place."""
        row = (*self.row[:at], *spread(tokens(place), self._context), *self.row[at + 1 :])
        return ConditionReader(row, self._context).condition(self._begun) is not None

    def condition(self, index: int) -> Parsed | None:
        """The condition that begins here, as far as it goes; None, with the trouble kept, where there is none."""
        self.failing.trouble = Trouble(index)
        self._begun = index
        return self._alternatives(index, 0)

    # --- and, or, not ---

    def _alternatives(self, index: int, depth: int) -> Parsed | None:
        return self._joined(index, depth, "or", any_of, self._conjunction)

    def _conjunction(self, index: int, depth: int) -> Parsed | None:
        return self._joined(index, depth, "and", all_of, self._term)

    def _joined(
        self,
        index: int,
        depth: int,
        word: str,
        join: Callable[..., Condition],
        part: Callable[[int, int], Parsed | None],
    ) -> Parsed | None:
        found: list[Parsed] = []
        after: int | None = index
        while after is not None:
            one = part(after, depth)
            if one is None:
                return None
            found.append(one)
            after = self._past(one.end, word)
        notes = tuple(note for one in found for note in one.notes)
        signed = any(one.signed for one in found)
        return Parsed(join(*(one.condition for one in found)), found[-1].end, notes, signed)

    def _past(self, index: int, word: str) -> int | None:
        """The index after a word that joins, a comma before it or none; but not if it begins the words `or else`."""
        start = index + self.sign(index, ",")
        end = self.word(start, word)
        otherwise = self.word(start, "otherwise")
        return None if end is None or (otherwise is not None and otherwise > end) else end

    def _term(self, index: int, depth: int) -> Parsed | None:
        """One sentence, a denial, or what stands in brackets."""
        if index > LONGEST_CONDITION or depth > DEEPEST:
            self.failing.fail(Trouble(index, "unreadable"))
            return None
        paired = self.word(index, "pair")
        index = index if paired is None else paired
        denials, start = 0, index
        while (said := self._sentence(start)) is None and (after := self.word(start, "not")) is not None:
            denials, start = denials + 1, after
        inner = said or self._in_brackets(start, depth)
        if inner is None or not denials % 2:
            return inner
        return Parsed(negation(inner.condition), inner.end, inner.notes, inner.signed)

    def _in_brackets(self, index: int, depth: int) -> Parsed | None:
        if not self.sign(index, "("):
            return None
        inner = self._alternatives(index + 1, depth + 1)
        if inner is None:
            return None
        if not self.sign(inner.end, ")"):
            self.failing.fail(Trouble(inner.end))
            return None
        return Parsed(inner.condition, inner.end + 1, inner.notes, inner.signed)

    # --- sentences ---

    def _sentence(self, index: int) -> Parsed | None:
        """The reading of one sentence here that ends where one may end, takes in the most words, and needs the fewest
        tolerances."""
        self.failing.begun = index
        readings = (reading for reader in self._readers for reading in reader.readings(index))
        return max(readings, key=self._rank, default=None)

    def _rank(self, found: Parsed) -> tuple[bool, int, int]:
        return self._may_end(found.end), found.end, -len(found.notes)

    def _may_end(self, index: int) -> bool:
        """Whether a sentence may end here: before a sign, a joining word, or what belongs to the orders."""
        joined = ("and", "or", "then", "otherwise", "if", "unless")
        return index >= len(self.row) or self.sign(index, ":,;.)") or self.word(index, *joined) is not None
