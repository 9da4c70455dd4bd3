"""Press runs on to its end mark, or to the end of the letter: whoever forgot the mark is told which lines of the piece
read as orders or commands of theirs, and went to its readers. Nothing is guessed: the piece stays as it was written.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from dragoman.diplomacy.orders.order import Line
from dragoman.diplomacy.orders.reading import ReadingContext, read_order
from dragoman.diplomacy.speech.blocks import PRESS, UNKNOWN, Block, command
from dragoman.diplomacy.speech.sets import context_of
from dragoman.diplomacy.state import State, ordered_province
from dragoman.game.saying import Saying, filled, say
from dragoman.tongues.lexicon import status, words_of

MOST_QUOTED = 12
"""Lines that are quoted at most."""


CARRIED = say(
    "These lines are a part of your press, since no line “end press” closes it before them, and do not count "
    "as orders or commands: {lines}. If they were meant for the game, send them again in a letter of their "
    "own; another time write “end press” between the press and them."
)
UNSENT = say(
    "These lines stand in press that was not sent, and do not count as orders or commands either: {lines}. If they "
    "were meant for the game, send them again in a letter of their own."
)


def remarks(state: State, power: str, blocks: Iterable[Block], sent: Collection[Block]) -> tuple[Saying, ...]:
    """What a writer is told of lines that their press carried along; `power` is whose orders they may give. Of the
    blocks that are press, those not `sent` have reached nobody: all their lines may be in the wrong place."""
    context = context_of(state, power)
    press = [block for block in blocks if block.entry in PRESS]
    carried = [block for block in press if block in sent and not block.ended]
    unsent = [block for block in press if block not in sent]
    return tuple(
        filled(says, lines=_quoted(lines))
        for says, those in ((CARRIED, carried), (UNSENT, unsent))
        if (lines := [line for block in those for line in _swallowed(state, power, context, block)])
    )


def _quoted(lines: Sequence[str]) -> str:
    quoted = ", ".join(f"“{line}”" for line in lines[:MOST_QUOTED])
    return f"{quoted}, …" if len(lines) > MOST_QUOTED else quoted


def ordering(state: State, power: str, text: str) -> Iterator[str]:
    """The lines of a text that read as orders for a power's own units, or as builds that it may make."""
    context = context_of(state, power)
    for line in filter(None, map(str.strip, text.split("\n"))):
        if _orders(state, power, context, line) or _several(context, line):
            yield line


def _several(context: ReadingContext, line: str) -> bool:
    """Whether some piece of a line, parted by commas, is an order by itself."""
    return any(isinstance(read_order(piece.strip(" .!"), context), Line) for piece in line.split(","))


def _swallowed(state: State, power: str, context: ReadingContext, block: Block) -> Iterator[str]:
    for line in filter(None, map(str.strip, block.body.split("\n"))):
        if _commands(line) or _marks(line) or (power and _orders(state, power, context, line)):
            yield line


def _commands(line: str) -> bool:
    found = command(line)
    return found is not None and found.office != UNKNOWN


def _marks(line: str) -> bool:
    """A status of the set, alone on its line."""
    return status(line) is not None and len(tuple(words_of(line))) == 1


def _orders(state: State, power: str, context: ReadingContext, line: str) -> bool:
    """Whether a line is an order for a unit of the writer's own; what others might order is what press speaks of."""
    found = read_order(line, context)
    province = ordered_province(found.order) if isinstance(found, Line) else None
    return province is not None and any(unit.province == province for unit in state.due(power).units)
