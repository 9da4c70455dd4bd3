"""What is said for courtesy's sake around what a letter asks: thanks, greetings, and with whose name it ends. It asks
for nothing, and keeps no command from being read whole.
"""

from __future__ import annotations

import re
from functools import cache

from dragoman.tongues.lexicon import LANGUAGES, lexicon, words_of


def bare(text: str) -> bool:
    """Whether a text says nothing but courtesies, and begs pardon at its end at the most."""
    return all(word in small_words() for word, _ in words_of(without(trimmed(text))))


def regrets(text: str) -> bool:
    """Whether a text begins with an apology."""
    return any((lexicon(lang).opening("courtesy", text) or ("",))[0] == "regret" for lang in LANGUAGES)


def without(text: str) -> str:
    """A text without the thanks in it, and without the name that ends it."""
    text = _signature().sub(" ", text)
    return _phrases().sub(" ", text)


def trimmed(text: str) -> str:
    """A text without the courtesies at its end. One after another is taken from the end, and no more of the text is
    looked at than one can be long: an expression for all of them would try every blank of many as a beginning."""
    text = _signature().sub("", text)
    bare = _stripped(text, ".!")
    for _ in range(MOST):
        found = _courtesy().search(f" {bare[-LONGEST:]}")
        if found is None:
            break
        text = bare = _stripped(bare[: len(bare) - len(found[1])], ",;!–-")
    return text


def _stripped(text: str, marks: str) -> str:
    """A text without blanks and such marks at its end."""
    before = ""
    while before != text:
        before, text = text, text.rstrip().rstrip(marks)
    return text


@cache
def small_words() -> frozenset[str]:
    """Single words that say nothing by themselves beside a command."""
    return frozenset(word for each in _writings("word") for word, _ in words_of(each))


def ends(line: str) -> bool:
    """Whether a line is a letter's farewell, with or without a name: `Regards, Bert`, `t. Anna`."""
    return _farewell().fullmatch(line.strip()) is not None


def _writings(*entries: str) -> list[str]:
    found = (
        each for lang in LANGUAGES for entry in entries for each in lexicon(lang).entries("courtesy").get(entry, ())
    )
    return sorted(found, key=len, reverse=True)


@cache
def _phrases() -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, _writings('phrase')))})(?![\w-])", re.IGNORECASE)


MOST = 40
"""Courtesies that are taken from the end of a text; whoever writes more of them means something else."""

LONGEST = 60
"""Letters of the longest courtesy, and some more."""


@cache
def _courtesy() -> re.Pattern[str]:
    return re.compile(rf"[\s,;!–-]({'|'.join(map(re.escape, _writings('phrase', 'word', 'regret')))})$", re.IGNORECASE)


@cache
def _signature() -> re.Pattern[str]:
    """A farewell at the end of a line; a short one only with a name behind it: `2 t` are hours."""
    long, short = ("|".join(map(re.escape, _writings(each))) for each in ("farewell", "brief"))
    name = r"(?:[\s.,:–-]{1,40}[^\W\d_a-zåäö][\w'’-]{0,40}\.?)"
    before = r"(?:^|(?<![\s,;!–-])[\s,;!–-]+)"
    return re.compile(rf"{before}(?:(?i:{long})[.,!]{{0,9}}{name}{{0,3}}|(?i:{short})[.,:]{{0,9}}{name}{{1,3}})\s*$")


@cache
def _farewell() -> re.Pattern[str]:
    long, short = ("|".join(map(re.escape, _writings(each))) for each in ("farewell", "brief"))
    name = r"(?:[\s.,:–-]{1,40}[^\W\d_a-zåäö][\w'’-]{0,40}\.?)"
    return re.compile(rf"[-–\s]*(?:(?i:{long})[.,!]{{0,9}}{name}{{0,3}}|(?i:{short})[.,:]{{0,9}}{name}{{1,3}})\W*")
