"""What a letter without commands may have meant: a short line with a word near one is told how to say it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from dragoman.diplomacy.speech.names import meaning
from dragoman.game.protocol import Unread
from dragoman.tongues.lexicon import words_of

EXAMPLES = {
    "draw": ("propose draw", "propose draw: England, France"),
    "concession": ("propose win: France",),
    "resign": ("resign",),
    "absent": ("absent 5 March to 12 March",),
    "delay": ("delay 2 days",),
    "export": ("export", "export S1901M"),
    "default": ("all hold", "perpetual"),
}
"""By the lexicon's `[nearly]`: what to write."""

LONGEST = 8
"""Words of a line; a longer one is prose, which may speak of anything."""


def meant(prose: Iterable[str], text: str) -> Iterator[Unread]:
    """The lines of a letter that come near a command, with the commands they may mean. A question is prose."""
    lines = text.split("\n")
    for line in prose:
        near = tuple(dict.fromkeys(_near(line))) if "?" not in line else ()
        if near:
            number = next((at for at, each in enumerate(lines, 1) if line in each), 1)
            examples = tuple(example for entry in near for example in EXAMPLES[entry])
            yield Unread("meant", line.strip(), number, "", 0, examples)


def _near(line: str) -> Iterator[str]:
    words = words_of(line)
    for word, _ in words if len(words) <= LONGEST else ():
        if entry := meaning("nearly", word):
            yield entry
