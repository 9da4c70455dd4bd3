"""What a letter to a game of Nomic says, in English or Finnish: proposals, votes, judgments, questions, in any order
and any number. Nothing here fails, whatever the text.

A line that begins with a word of command is one; what belongs to it runs to a line `end`, or else to the next command.
Prose is passed over, and what is neither is told as not read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime
from difflib import get_close_matches

from dragoman.game.directions import unmarked
from dragoman.game.protocol import Reading, Speaker, Unread
from dragoman.game.refusals import Refusal
from dragoman.nomic.commands import CastVote, Command
from dragoman.nomic.speech.blocks import NUMBERED, Block, asks, cut, opening
from dragoman.nomic.speech.sentences import said
from dragoman.nomic.state import State
from dragoman.tongues.lexicon import LANGUAGES, lexicon, words_of

NUMERAL = re.compile(r"r?\d{1,6}")
LONGEST = 100_000
MOST_LINES = 2_000


def read(state: State, speaker: Speaker, subject: str, text: str, now: datetime) -> Reading:
    """Understand a letter, already stripped of quotations and signature."""
    if len(text) > LONGEST or text.count("\n") > MOST_LINES:
        return Reading(unread=(Unread("too-long", subject, word=f"{LONGEST}"),))
    blocks, rest = cut(unmarked(text))
    found = [each for block in blocks for each in _said(state, speaker, block, now)]
    unread, ignored = _rest(rest)
    return Reading(
        commands=in_order(tuple(each for each in found if not isinstance(each, Unread | Refusal))),
        unread=(*(each for each in found if isinstance(each, Unread)), *unread),
        refused=tuple(each for each in found if isinstance(each, Refusal)),
        ignored=ignored,
    )


def _said(state: State, speaker: Speaker, block: Block, now: datetime) -> Iterator[Command | Unread | Refusal]:
    if asks(block):
        yield Unread("asked", block.line, block.number, "?", block.line.rfind("?") + 1)
    else:
        yield from said(state, speaker, block, now)


def in_order(commands: tuple[Command, ...]) -> tuple[Command, ...]:
    """The commands as they stand, but votes of one letter by the numbers of what is voted on: they are received in one
    moment, and lower numbers are dealt with first (ours)."""
    votes = iter(sorted((c for c in commands if isinstance(c, CastVote)), key=lambda c: _numeral(c.number)))
    return tuple(next(votes) if isinstance(each, CastVote) else each for each in commands)


def _numeral(number: str) -> tuple[bool, int]:
    return number.startswith("R"), int(number.lstrip("R") or 0)


# --- what is no command ---

MOST_WORDS = 8
"""Words that a line has at most which is meant as a command and misspelt."""


def _rest(lines: tuple[tuple[int, str], ...]) -> tuple[tuple[Unread, ...], tuple[str, ...]]:
    """Lines that look like a misspelt command, and prose."""
    unread, ignored = [], []
    for number, line in lines:
        near = _meant(line) or _begun(line)
        if near:
            unread.append(Unread("not-read", line.strip(), number, words_of(line)[0][0], 1, near))
        elif line.strip():
            ignored.append(line.strip())
    return tuple(unread), tuple(ignored)


LEAVING = {"resign": "forfeit", "i resign": "forfeit", "eroa": "luovuta", "eroan": "luovuta"}
"""Lines that give up a seat in the words of other games, and the word that does it here."""

BEGUN = ("vote_for", "vote_against", "vote_abstain", "vote", "revise", "announce", "cancel", "propose", "parallel",
         "regulate")  # fmt: skip
AMBIGUOUS = frozenset({"for", "against"})
"""Words that begin a vote, and sentences about a proposal as well."""


def _begun(line: str) -> tuple[str, ...]:
    """What to write instead of a line that begins as a command, names a number and goes on as none."""
    found, words = opening("nomic", line), [word for word, _ in words_of(line)]
    if " ".join(words) in LEAVING:
        return (LEAVING[" ".join(words)],)
    numbers = [word.upper() for word in words if NUMERAL.fullmatch(word)]
    if found is None or found[0] not in BEGUN or not numbers or words[0] in AMBIGUOUS:
        return ()
    writings = [lexicon(lang).first("nomic", found[0]) for lang in LANGUAGES if _says(lang, line)]
    number = " 206" if found[0] in ("propose", "parallel", "regulate") else f" {numbers[0]}"
    return tuple(f"{writing}{' amend' if number == ' 206' else ''}{number}" for writing in writings)


def _says(lang: str, line: str) -> bool:
    return lexicon(lang).opening("nomic", line.strip()) is not None


def _meant(line: str) -> tuple[str, ...]:
    """The commands that a short line is likely to mean, if its first word is nearly theirs and a number follows."""
    words = [word for word, _ in words_of(line)]
    if not words or len(words) > MOST_WORDS or not any(word.lstrip("r").isdigit() for word in words[1:]):
        return ()
    known: dict[str, str] = {}
    for lang in LANGUAGES:
        for entry in NUMBERED:
            first = lexicon(lang).first("nomic", entry)
            known.setdefault(first.split()[0], first)
    near = get_close_matches(words[0], known, n=2, cutoff=0.7)
    return tuple(known[each] for each in near)
