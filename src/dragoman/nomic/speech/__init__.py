"""What a letter to a game of Nomic says, in English or Finnish: proposals, votes, judgments, questions, in any order
and any number. Nothing here fails, whatever the text.

A line that begins with a word of command is one; what belongs to it runs to a line `end`, or else to the next command.
Prose is passed over, and so is what stands behind a command and could not change it; what is neither is told as not
read.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from dragoman.game.directions import unmarked
from dragoman.game.protocol import Reading, Speaker, Unread
from dragoman.game.refusals import Refusal
from dragoman.game.saying import say
from dragoman.nomic.commands import CastVote, Command
from dragoman.nomic.speech.advice import instead
from dragoman.nomic.speech.blocks import Block, asks, cut
from dragoman.nomic.speech.sentences import said
from dragoman.nomic.state import State
from dragoman.tongues.asides import Aside
from dragoman.tongues.lexicon import words_of

LONGEST = 100_000
MOST_LINES = 2_000


def read(state: State, speaker: Speaker, subject: str, text: str, now: datetime) -> Reading:
    """Understand a letter, already stripped of quotations and signature."""
    if len(text) > LONGEST or text.count("\n") > MOST_LINES:
        return Reading(unread=(Unread("too-long", subject, word=f"{LONGEST}"),))
    blocks, rest = cut(unmarked(text))
    found = [each for block in blocks for each in _said(state, speaker, block, now)]
    unread, ignored = _rest(state, speaker, rest)
    return Reading(
        commands=in_order(tuple(each for each in found if not isinstance(each, Unread | Refusal | Aside))),
        unread=(*(each for each in found if isinstance(each, Unread)), *unread),
        refused=tuple(each for each in found if isinstance(each, Refusal)),
        ignored=ignored,
        remarks=tuple(
            say("What stands beside the command was passed over: “{written}”.", written=each.text.strip(" ,;.–—-("))
            for each in found
            if isinstance(each, Aside)
        ),
    )


def _said(state: State, speaker: Speaker, block: Block, now: datetime) -> Iterator[Command | Unread | Refusal | Aside]:
    if asks(block):
        yield Unread("asked", block.line, block.number, "?", block.line.rfind("?") + 1)
    else:
        yield from said(state, speaker, block, now)
        if block.aside:
            yield Aside(block.aside)


def in_order(commands: tuple[Command, ...]) -> tuple[Command, ...]:
    """The commands as they stand, but votes of one letter by the numbers of what is voted on: they are received in one
    moment, and lower numbers are dealt with first (ours)."""
    votes = iter(sorted((c for c in commands if isinstance(c, CastVote)), key=lambda c: _numeral(c.number)))
    return tuple(next(votes) if isinstance(each, CastVote) else each for each in commands)


def _numeral(number: str) -> tuple[bool, int]:
    return number.startswith("R"), int(number.lstrip("R") or 0)


# --- what is no command ---


def _rest(
    state: State, speaker: Speaker, lines: tuple[tuple[int, str], ...]
) -> tuple[tuple[Unread, ...], tuple[str, ...]]:
    """Lines that look like a misspelt command, and prose."""
    unread, ignored = [], []
    for number, line in lines:
        near = instead(state, speaker.seat, line)
        if near:
            unread.append(Unread("not-read", line.strip(), number, words_of(line)[0][0], 1, near))
        elif line.strip():
            ignored.append(line.strip())
    return tuple(unread), tuple(ignored)
