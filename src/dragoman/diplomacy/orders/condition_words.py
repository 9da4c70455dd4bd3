"""The phrasebook of conditions: the sentences of `conditions.toml`, laid out so that a row of words finds its way
through them word by word.

A pattern such as `WHO (moves|goes) [from FROM] to PLACE` is written out in full, every choice and every part that may
be left out, and joined with all the others into one tree; equal beginnings are walked once.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import Any, NamedTuple

from dragoman.tongues.lexicon import folded

SLOTS = frozenset(
    ("WHO", "BY", "POWER", "OWNER", "PLACE", "GOAL", "FROM", "AT", "KIND", "UNIT", "MANY", "TAIL", "NUMBER", "WHAT")
)


class Sentence(NamedTuple):
    """What a sentence says: the entry of its table, and whether it denies that."""

    entry: str
    denied: bool = False


@dataclass(eq=False)
class Branching:
    """A place in the tree of sentences: what may come next, and what has been said if nothing does."""

    words: dict[str, Branching] = field(default_factory=dict)
    slots: dict[str, Branching] = field(default_factory=dict)
    ends: list[Sentence] = field(default_factory=list)

    def add(self, elements: Sequence[str], sentence: Sentence) -> None:
        here = self
        for element in elements:
            branches = here.slots if element in SLOTS else here.words
            here = branches.setdefault(element, Branching())
        if sentence not in here.ends:
            here.ends.append(sentence)


@dataclass(frozen=True)
class Phrasebook:
    """The sentences of some languages together. `words` maps an entry to its phrases, each as compared words; `short`
    a word to those it stands for; `possessive` and `owning` are endings of names."""

    words: Mapping[str, tuple[tuple[str, ...], ...]]
    numbers: Mapping[str, int]
    short: Mapping[str, tuple[str, ...]]
    possessive: tuple[str, ...]
    owning: tuple[str, ...]
    sentences: Branching
    who: Branching


_ENDINGS = ("possessive", "owning")


@cache
def phrasebook(languages: tuple[str, ...]) -> Phrasebook:
    """The phrasebook of these languages. Raises KeyError if one has no sentences."""
    words: dict[str, list[tuple[str, ...]]] = {}
    numbers: dict[str, int] = {}
    short: dict[str, tuple[str, ...]] = {}
    possessive, owning = (tuple(e for lang in languages for e in tables()[lang][name]) for name in _ENDINGS)
    sentences, who = Branching(), Branching()
    for lang in languages:
        table = tables()[lang]
        for entry, phrases in table["word"].items():
            words.setdefault(entry, []).extend(tuple(folded(phrase).split()) for phrase in phrases)
        numbers |= {folded(word): int(number) for number, known in table["number"].items() for word in known}
        short |= {folded(word): tuple(folded(meant).split()) for word, meant in table["short"].items()}
        for name in ("sentence", "denial"):
            for entry, patterns in table[name].items():
                _plant(sentences, patterns, Sentence(entry, name == "denial"))
        _plant(who, table["who"], Sentence("who"))
    longest_first = {entry: tuple(sorted(set(found), key=lambda p: (-len(p), p))) for entry, found in words.items()}
    return Phrasebook(longest_first, numbers, short, possessive, owning, sentences, who)


@cache
def tables() -> Mapping[str, Mapping[str, Any]]:
    """The file as it stands, one table for each language."""
    text = (resources.files(__package__) / "conditions.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def shown(lang: str, section: str, entry: str) -> str:
    """The writing to show for an entry of a section, with gaps to fill. Raises KeyError if the language has none."""
    return str(tables()[lang][section][entry])


def word(lang: str, entry: str) -> str:
    """The first phrase of an entry of the words, which is the one to show. Raises KeyError if the language has none."""
    return str(tables()[lang]["word"][entry][0])


def _plant(tree: Branching, patterns: Iterable[str], sentence: Sentence) -> None:
    for pattern in patterns:
        for elements in expansions(pattern):
            tree.add(elements, sentence)


# --- patterns ---

_PIECES = re.compile(r"[()\[\]|]|[^\s()\[\]|]+")


def expansions(pattern: str) -> Iterator[tuple[str, ...]]:
    """Every way to say a pattern, as slots and compared words."""
    pieces = _PIECES.findall(pattern)
    found, end = _choices(pieces, 0)
    if end != len(pieces):
        raise ValueError(f"a bracket is closed that was not opened: {pattern}")
    yield from dict.fromkeys(found)


def _choices(pieces: Sequence[str], index: int) -> tuple[list[tuple[str, ...]], int]:
    """All choices up to a closing bracket or the end."""
    found: list[tuple[str, ...]] = []
    said: list[tuple[str, ...]] = [()]
    while index < len(pieces) and pieces[index] not in (")", "]"):
        piece = pieces[index]
        if piece == "|":
            found, said, index = found + said, [()], index + 1
        elif piece in ("(", "["):
            inner, closed = _choices(pieces, index + 1)
            inner = [*inner, ()] if piece == "[" else inner
            said, index = [(*before, *after) for before in said for after in inner], closed + 1
        else:
            said, index = [(*before, *_element(piece)) for before in said], index + 1
    return found + said, index


def _element(piece: str) -> tuple[str, ...]:
    return (piece,) if piece in SLOTS or piece == "-" else tuple(folded(piece).split())
