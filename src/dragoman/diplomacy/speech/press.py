"""Press as people write it: pieces of every colour, answers, and what readers and the game master say about them.

What is meant for one reader must never go to another: a piece of which one reader, or whom it is ascribed to, is not
known goes to nobody.
"""

from __future__ import annotations

import re

from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.commands import (
    AnswerPress,
    ClaimNames,
    DiscloseAuthors,
    MutePress,
    PressCommand,
    RefusePress,
    ReportPress,
    SendPress,
)
from dragoman.diplomacy.speech import names
from dragoman.diplomacy.speech.blocks import Block, opening
from dragoman.diplomacy.speech.numbers import WHOLE, first_number
from dragoman.diplomacy.state import State
from dragoman.game.press import UNSIGNED, Colour
from dragoman.game.protocol import Speaker, Unread
from dragoman.tongues.lexicon import LANGUAGES, lexicon

COLOURS = {
    "press": Colour.WHITE,
    "grey_press": Colour.GREY,
    "dark_grey_press": Colour.DARK_GREY,
    "black_press": Colour.BLACK,
}
PRESS_WORDS = frozenset({*COLOURS, "answer", "report", "mute", "unmute", "disclose"})
OFFICE_WORDS = frozenset({"refuse", "claim", "disclose"})

EXAMPLES = {
    Colour.DARK_GREY: ("dark grey press as the Pope to all:",),
    Colour.BLACK: ("black press as Italy to Turkey:",),
}

_DATELINE = re.compile(r"[^:]{2,48},[^:]{0,30}\d[^:]{0,20}:")
_NUMBER = re.compile(r"\d{1,6}")


def press(state: State, by: Speaker, block: Block) -> PressCommand | Unread:
    """The command that a block about press is, or why it is none."""
    match block.entry:
        case "answer":
            return _answer(by, block)
        case "report":
            number, why = _numbered(block.rest)
            return ReportPress(by, number, why) if number else _unread(block, "report 17: …")
        case "mute" | "unmute":
            return _mute(state, by, block)
        case "disclose":
            return DiscloseAuthors(by, _numbers(block.rest))
        case _:
            return _piece(state, by, block)


def press_office(by: Speaker, block: Block) -> PressCommand | Unread:
    """What the game master says about press: `gm refuse 17 because …`, `gm claim Vatican`, `gm disclose all`."""
    match block.office:
        case "refuse":
            number, why = _numbered(block.rest)
            return RefusePress(by, number, _reason(why)) if number else _unread(block, "gm refuse 17 because …")
        case "claim":
            return ClaimNames(by, names.parts(block.rest))
        case _:
            return DiscloseAuthors(by, _numbers(block.rest))


def _unread(block: Block, example: str) -> Unread:
    return Unread("unreadable", block.line, block.number, block.rest.strip(), 0, (example,))


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(dict.fromkeys(int(found) for found in _NUMBER.findall(text)))


def _numbered(rest: str) -> tuple[int, str]:
    """The number that a text begins with (0: none), and what follows it."""
    found = re.match(rf"[^\d:]{{0,20}}?{WHOLE}\s*[:.,]?\s*", rest)
    return (int(found[1]), rest[found.end() :].strip()) if found else (0, rest)


def _reason(text: str) -> str:
    """A reason, without the word that introduces it."""
    found = opening("within", text)
    return found[1].strip(" :,") if found is not None and found[0] == "because" else text


# --- pieces ---


def _piece(state: State, by: Speaker, block: Block) -> SendPress | Unread:
    """`press to France, Italy:`, `black press as Italy to Turkey:` and the text. If one reader is not known, it goes to
    none."""
    head, _, first = block.rest.partition(":")
    colour, name = COLOURS[block.entry], ""
    if colour in EXAMPLES:
        split = _ascribed(state, head, colour)
        if split is None:
            return _unknown(state.chart, block, _without_as(head), EXAMPLES[colour])
        name, head = split
    to = []
    for written in names.parts(_without(head, "to")):
        seat = names.seat(state, written)
        if seat is None:
            return _unknown(state.chart, block, written, names.near_powers(state.chart, written))
        to.append(seat)
    dateline, text = dated(_text(first, block.body))
    return SendPress(by, tuple(dict.fromkeys(to)), text, dateline, colour, name)


def _unknown(chart: Chart, block: Block, written: str, near: tuple[str, ...]) -> Unread:
    return Unread("unknown-reader", block.line, block.number, written, block.line.find(written) + 1, near)


def _ascribed(state: State, head: str, colour: Colour) -> tuple[str, str] | None:
    """Whom a piece is ascribed to and the readers: `Italy to Turkey`, and in Finnish `nimellä Italia Turkille` or
    `Italian nimissä Turkille`. The readers are as many of the last words as all name readers."""
    before, after = _around_as(head)
    if before:
        return _in_name_of(state, before, colour, after)
    words = after.split()
    for count in range(1, len(words)):
        readers = _without(" ".join(words[count:]), "to")
        if _all_readers(state, readers):
            return _in_name_of(state, " ".join(words[:count]), colour, readers)
    return None


def _in_name_of(state: State, name: str, colour: Colour, readers: str) -> tuple[str, str] | None:
    name = name.strip(' \t,"“”')
    if colour is Colour.DARK_GREY:
        return name, readers
    seat = names.seat(state, name)
    return (seat, readers) if seat is not None else None


def _all_readers(state: State, text: str) -> bool:
    parts = names.parts(text)
    return bool(parts) and all(names.seat(state, part) is not None for part in parts)


def _around_as(head: str) -> tuple[str, str]:
    """What stands before and after the word that ascribes; English has it in the command already."""
    words = [word for lang in LANGUAGES for word in lexicon(lang).entries("within").get("as", ())]
    found = re.search(rf"(?<!\w)(?:{'|'.join(map(re.escape, words))})(?!\w)", head, re.IGNORECASE)
    return (head[: found.start()].strip(), head[found.end() :].strip()) if found else ("", head.strip())


def _without_as(head: str) -> str:
    return _around_as(head)[1] or head.strip()


def _text(first: str, body: str) -> str:
    return "\n".join(part for part in (first.strip(), body) if part)


def dated(text: str) -> tuple[str, str]:
    """An optional first line `Paris, 3 March:` is the dateline."""
    first, _, rest = text.strip().partition("\n")
    if rest.strip() and _DATELINE.fullmatch(first.strip()):
        return first.strip().rstrip(":"), rest.strip("\n")
    return "", text.strip()


def _answer(by: Speaker, block: Block) -> AnswerPress | Unread:
    """`answer 12:` and the words."""
    head, _, first = block.rest.partition(":")
    number = first_number(head)
    if number is None:
        return _unread(block, "answer 12: …")
    dateline, text = dated(_text(first, block.body))
    return AnswerPress(by, number, text, dateline)


# --- readers ---


def _mute(state: State, by: Speaker, block: Block) -> MutePress | Unread:
    """`mute France, unsigned press`."""
    whom = []
    for part in names.parts(block.rest):
        found = UNSIGNED if names.meaning("writer", part) == "unsigned" else names.seat(state, part)
        if found is None:
            return _unknown(state.chart, block, part, names.near_powers(state.chart, part))
        whom.append(found)
    if not whom:
        return _unread(block, f"{block.entry} {state.powers()[0]}")
    return MutePress(by, tuple(dict.fromkeys(whom)), block.entry == "mute")


def _without(text: str, word: str) -> str:
    """A text without the small word it begins with."""
    found = opening("within", text)
    return found[1] if found is not None and found[0] == word else text
