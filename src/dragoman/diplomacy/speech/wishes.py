"""What people say besides orders: press, questions, and how they come and go."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from dragoman.diplomacy.commands import (
    AskHelp,
    AskHistory,
    AskMap,
    AskProposals,
    AskRules,
    AskStatus,
    ClearOrders,
    Command,
    DemandPrivate,
    Join,
    Observe,
)
from dragoman.diplomacy.speech import conduct, corrections, names
from dragoman.diplomacy.speech.blocks import Block, opening
from dragoman.diplomacy.speech.players import player_wish
from dragoman.diplomacy.speech.press import PRESS_WORDS, press
from dragoman.diplomacy.speech.proxies import revocation
from dragoman.diplomacy.speech.reports import reports
from dragoman.diplomacy.state import State
from dragoman.game.protocol import Speaker, Unread
from dragoman.tongues import courtesies
from dragoman.tongues.lexicon import words_of


def wish(state: State, by: Speaker, block: Block, now: datetime) -> Command | Unread:
    """The command a block is, or why it is none. What this game does not offer is not read."""
    match block.entry:
        case entry if entry in PRESS_WORDS:
            return press(state, by, block)
        case entry if entry in corrections.WORDS:
            return corrections.correction(state, by, block)
        case entry if entry in conduct.WORDS:
            return conduct.conduct(state, by, block)
        case "join":
            return _join(state, by, block)
        case "history":
            return _history(state, by, block)
        case "observe":
            return Observe(by, _name(block.rest))
        case "clear":
            return ClearOrders(by)
        case "revoke_proxy":
            return revocation(state, by, block)
        case "demand_private":
            return DemandPrivate(by)
        case "reports":
            return reports(by, block)
        case "resign" | "standby" | "deputy" | "take_back":
            return player_wish(state, by, block, now)
        case entry if entry in _QUESTIONS:
            return _QUESTIONS[entry](by)
        case _:
            return Unread("not-here", block.line, block.number)


_QUESTIONS: dict[str, Callable[[Speaker], Command]] = {
    "status": AskStatus,
    "rules": AskRules,
    "map": AskMap,
    "help": AskHelp,
    "proposals": AskProposals,
}


def _join(state: State, by: Speaker, block: Block) -> Join | Unread:
    """`join as Austria, France, any`: whatever is not named is as welcome as any other."""
    wishes: list[str] = []
    anything = False
    for name in names.parts(_without(block.rest, "as")):
        if names.meaning("within", name) in ("any", "all"):
            anything = True
            continue
        power = names.power(state.chart, name)
        if power is None:
            column = block.line.find(name) + 1
            return Unread("unknown-power", block.line, block.number, name, column, names.near_powers(state.chart, name))
        if not anything:
            wishes.append(power)
    return Join(by, tuple(dict.fromkeys(wishes)))


def _history(state: State, by: Speaker, block: Block) -> AskHistory | Unread:
    phase = names.phase(state, block.rest)
    if phase is None and words_of(block.rest):
        column = block.line.find(block.rest) + 1
        return Unread("unreadable", block.line, block.number, block.rest, column, (f"history {state.phase}",))
    return AskHistory(by, phase)


def _name(rest: str) -> str:
    return _without(courtesies.trimmed(f" {rest}").strip(), "as").strip(' \t.:!"“”')


def _without(text: str, word: str) -> str:
    """A text without the small word it begins with."""
    found = opening("within", text)
    return found[1] if found is not None and found[0] == word else text
