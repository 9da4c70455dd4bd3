"""What people put behind a command that is no part of it: an apology, a reason, a word to somebody. It is passed over,
and told so, unless it could change what the command says: a condition, a second thought, another answer or number.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache

from dragoman.tongues import courtesies
from dragoman.tongues.lexicon import LANGUAGES, folded, lexicon, words_of


@dataclass(frozen=True, slots=True)
class Aside:
    """Words that were passed over."""

    text: str


FREE = frozenset({"vote", "abstain", "withdraw_proposal", "withdraw_absence", "absent", "object"})
"""Commands that say exactly what they are about, so that anything may stand behind them that does not turn them. Behind
all others only a reason, an apology, or what the writer says of themself: “propose draw: Austria, Narnia”."""

LONGEST = 600
"""Characters of an aside; a longer one is a text of its own, that may say anything."""

MOST = 8
"""Places at which an aside is looked for."""

_MARK = re.compile(r"[,;!(–—]|\.(?=\s)|(?<=\s)-+(?=\s)")


def parted(text: str) -> Iterator[tuple[str, str]]:
    """A text before each mark, or word for a reason, behind which an aside may begin, and what stands behind; the
    longest text first."""
    found = sorted(
        {
            *(each.start() for each in _MARK.finditer(text)),
            *(each.start() for each in _because().finditer(text)),
        },
        reverse=True,
    )
    for at in found[-MOST:]:
        if folded(text[at:]):
            yield text[:at].rstrip(" ,;!.–—-("), text[at:].strip()


def turns(aside: str, answer: str = "") -> bool:
    """Whether an aside could change what stands before it. `answer` is that of a vote: the same one said again changes
    nothing, nor does a denial behind a No."""
    if "?" in aside or len(aside) > LONGEST:
        return True
    reason = _gives_reason(aside)
    plain = courtesies.without(courtesies.trimmed(f" {aside}"))
    words = [word for word, _ in words_of(plain)]
    if any(_turning(word, "turned") or any(map(str.isdecimal, word)) for word in words):
        return True
    if any(_answers(word, before) not in ("", answer) for before, word in zip(["", *words], words, strict=False)):
        return True
    denied = any(_turning(word, "denied") for word in words)
    return denied and not reason and (answer != "no" or len(words) == 1)


def own(aside: str) -> bool:
    """Whether an aside gives a reason, begs pardon, or speaks of its writer."""
    if _gives_reason(aside):
        return True
    words = words_of(aside)
    first = words[0][0] if words else ""
    return courtesies.bare(aside) or courtesies.regrets(aside) or _turning(first, "own")


def behind(entry: str, text: str, listed: Callable[[str], bool], answer: str = "") -> Iterator[tuple[str, Aside]]:
    """The texts of a command before asides that change nothing. `listed` tells whether a word may
    be a power that the command is about: then it is no aside."""
    for head, aside in parted(text):
        if turns(aside, answer):
            return
        if entry in FREE or (own(aside) and not any(listed(word) for word, _ in words_of(aside))):
            yield head, Aside(aside)


def _gives_reason(aside: str) -> bool:
    return _because().match(aside.lstrip(" ,;!.–—-(")) is not None


def _answers(word: str, before: str) -> str:
    """The answer that a word gives; “for” gives one only behind what says that somebody is: `I am for it`."""
    if word == "for" and not _turning(before, "being"):
        return ""
    if _turning(word, "never"):
        return "no"
    return next((entry for lang in LANGUAGES if (entry := lexicon(lang).meaning("answer", word))), "")


def _turning(word: str, entry: str) -> bool:
    return word in _words(entry)


@cache
def _words(entry: str) -> frozenset[str]:
    return frozenset(folded(each) for lang in LANGUAGES for each in lexicon(lang).entries("aside").get(entry, ()))


@cache
def _because() -> re.Pattern[str]:
    words = (
        each
        for lang in LANGUAGES
        for each in (*lexicon(lang).entries("within")["because"], *lexicon(lang).entries("aside")["since"])
    )
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, words))})(?!\w)", re.IGNORECASE)
