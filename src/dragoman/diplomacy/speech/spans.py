"""Lengths of time as people write them. What is not understood exactly is asked back, never guessed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import timedelta

from dragoman.tongues.lexicon import LANGUAGES, lexicon, words_of

MOST = 10_000
"""Of any one unit."""

_NO_WHOLE = re.compile(r"[-−–+/]\s*\d|\d\s*[.,:/–-]\s*\d|[½¼¾]")
"""What makes a number another than its digits say: `-3`, `1.5`, `2-3`."""


def exact(said: str) -> timedelta | None:
    """The length of time that a text names, and not a word more but a courtesy."""
    found = measured(said)
    return found[0] if found is not None and not found[1] else None


_COURTESY = frozenset({"please", "thanks", "thank", "you", "kiitos"})


def measured(said: str) -> tuple[timedelta, str] | None:
    """The length of time that a text names, and the remark behind it: `2 days`, `1 day and 12 hours`, `12 h`, `two
    weeks`, `kaksi vuorokautta`.

    A courtesy or a remark may follow it, but nothing else that measures or counts: None where it names none, or might
    mean another.
    """
    if _NO_WHOLE.search(said):
        return None
    said = re.sub(r"(\d)([^\W\d])", r"\1 \2", said)
    words, ends = [word for word, _ in words_of(said)], [end for _, end in words_of(said)]
    if len(words) == 1 and (alone := _known("span_alone", words[0])):
        return timedelta(**{alone: 1}), ""
    at, found = 0, dict[str, int]()
    while at < len(words):
        if _known("span_word", words[at]) == ("and" if found else "before"):
            at += 1
            continue
        number, unit = _number(words[at]), _known("span", words[at + 1]) if at + 1 < len(words) else None
        if number is None or unit is None:
            break
        if unit in found or number > MOST:
            return None
        found[unit], at = number, at + 2
    if not found or _measured(words[at:]):
        return None
    remark = "" if all(word in _COURTESY for word in words[at:]) else said[ends[at - 1] :].strip(" ,.")
    return timedelta(**found), remark


def speaks_of_time(said: str) -> bool:
    """Whether a text has a number, or a word that measures, in it: so that a line with it is no mere remark."""
    words = [word for word, _ in words_of(said)]
    return any(character.isdigit() for character in said) or any(map(_measures, words))


def _measured(words: Sequence[str]) -> bool:
    """Whether a remark counts or measures anything."""
    return any(word[:1].isdigit() or _measures(word) for word in words)


def _measures(word: str) -> bool:
    return len(word) > 1 and (_known("span", word) is not None or _counted(word) is not None)


def _number(word: str) -> int | None:
    if _known("span_word", word) == "one":
        return 1
    return int(word) if word.isdecimal() else _counted(word)


def _counted(word: str) -> int | None:
    found = _known("span_number", word)
    return int(found) if found else None


def _known(section: str, word: str) -> str | None:
    return next((known for lang in LANGUAGES if (known := lexicon(lang).meaning(section, word))), None)
