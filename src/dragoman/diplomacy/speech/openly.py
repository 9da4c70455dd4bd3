"""Orders given to everybody, where the game master has asked for them in public (II.6): a piece to all that holds
nothing else is such a set, as the house rule has it; of orders among other words it is told that they do not count.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dragoman.diplomacy.board.position import Phase
from dragoman.diplomacy.commands import SendPress
from dragoman.diplomacy.speech import swallowed
from dragoman.diplomacy.speech.blocks import Block
from dragoman.diplomacy.speech.press import press
from dragoman.diplomacy.speech.sets import orders
from dragoman.diplomacy.state import State
from dragoman.game.press import ALL
from dragoman.game.protocol import Speaker
from dragoman.game.saying import Saying, say
from dragoman.tongues.lexicon import status


@dataclass(frozen=True, slots=True)
class Given:
    """A letter's blocks without the pieces that are sets of orders; the rest of the letter with these; whether there
    are any; and what is to be said of orders in other pieces to all."""

    blocks: tuple[Block, ...]
    rest: str
    openly: bool = False
    remarks: tuple[Saying, ...] = ()


def given(state: State, speaker: Speaker, named: Phase | None, blocks: Sequence[Block], rest: str) -> Given:
    """The sets that a letter gives to all, of somebody of whom public orders are asked."""
    power = state.speaks_for(speaker.seat)
    if not power or speaker.seat not in state.asked or named not in (None, state.phase):
        return Given(tuple(blocks), rest)
    pieces = {block: text for block in blocks if (text := _to_all(state, speaker, block))}
    mere = [block for block, text in pieces.items() if _only_orders(state, power, text)]
    if len(mere) == 1 and not orders(state, power, named, rest).sets:
        text = pieces[mere[0]]
        return Given(tuple(block for block in blocks if block is not mere[0]), f"{rest}\n{text}", True)
    lines = [line for block in pieces for line in swallowed.ordering(state, power, pieces[block])]
    return Given(tuple(blocks), rest, False, (_not_taken(lines),) if lines else ())


def _to_all(state: State, speaker: Speaker, block: Block) -> str:
    """The text of a signed piece to everybody; empty of anything else."""
    said = press(state, speaker, block) if block.entry == "press" else None
    return said.text if isinstance(said, SendPress) and ALL in said.to else ""


def _only_orders(state: State, power: str, text: str) -> bool:
    """Whether a text is orders for the current phase and perhaps their status, and not a word more."""
    found = orders(state, power, None, text)
    own = bool(found.sets) and all(each.phase == state.phase and not each.giver for each in found.sets)
    return own and not (found.refused or found.unread) and all(status(line) for line in found.ignored)


def _not_taken(lines: Sequence[str]) -> Saying:
    return say(
        "Public orders are asked of you (II.6), but what your press says of them beside other words was not taken as "
        "your orders: {lines}. To give them, write “public” on a line, and the orders below it.",
        lines=", ".join(f"“{line}”" for line in lines[: swallowed.MOST_QUOTED]),
    )
