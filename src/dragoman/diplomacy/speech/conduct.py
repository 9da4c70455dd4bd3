"""Conduct as people write of it: `report conduct of France (X.3): …`; and the game master's sanctions."""

from __future__ import annotations

import re
from collections.abc import Iterator

from dragoman.diplomacy.commands import BlockMail, Caution, Command, Expel, ReportConduct
from dragoman.diplomacy.speech import names
from dragoman.diplomacy.speech.blocks import Block, opening
from dragoman.diplomacy.speech.numbers import first_number
from dragoman.diplomacy.speech.reasons import parted
from dragoman.diplomacy.state import State
from dragoman.diplomacy.state.conduct import ANY_KIND
from dragoman.game.press import Colour
from dragoman.game.protocol import Speaker, Unread
from dragoman.game.seats import Seat
from dragoman.tongues.lexicon import LANGUAGES, lexicon

WORDS = frozenset({"conduct"})
OFFICE_WORDS = frozenset({"caution", "block", "unblock", "expel"})

_CLAUSE = re.compile(r"\(?\b(X\.\d{1,2})(?:\.[A-Z])?\b\)?", re.IGNORECASE)
_COLOURS = {"press": Colour.WHITE, "grey_press": Colour.GREY, "dark_grey_press": Colour.DARK_GREY,
            "black_press": Colour.BLACK}  # fmt: skip


def conduct(state: State, by: Speaker, block: Block) -> ReportConduct | Unread:
    """`report conduct of France (X.3): …`; nobody need be named."""
    head, _, first = block.rest.partition(":")
    clause, head = _clause(head)
    whose = names.seat(state, head) if head else ""
    if whose is None:
        return Unread("unknown-reader", block.line, block.number, head, block.line.find(head) + 1,
                      names.near_powers(state.chart, head))  # fmt: skip
    text = "\n".join(part for part in (first.strip(), block.body.strip()) if part)
    return ReportConduct(by, text, whose, clause)


def conduct_office(state: State, by: Speaker, block: Block) -> Command | Unread:
    """`gm caution France (X.5) because …`, `gm block France to Italy grey press because …`, `gm expel France …`;
    `the author of 17` stands for a seat."""
    said, _, why = parted(block.rest.lstrip(" :"))
    clause, said = _clause(said)
    match block.office:
        case "expel":
            seat = names.seat(state, said)
            return Expel(by, Seat(seat), clause, why) if seat else _unread(block, said)
        case "caution":
            whom = _whom(state, said)
            return Caution(by, *whom, clause, why) if whom else _unread(block, said)
        case _:
            return _block(state, by, block, said, clause, why)


def _block(state: State, by: Speaker, block: Block, said: str, clause: str, why: str) -> BlockMail | Unread:
    for before, after in _parts(said):
        whom, found = _whom(state, before), _to(state, after.split())
        if whom is not None and found is not None:
            return BlockMail(by, *found, *whom, clause, why, block.office == "block")
    return _unread(block, said)


def _parts(said: str) -> Iterator[tuple[str, str]]:
    """Sender, and receiver with the kind of press: parted by `to`, or, where a language has no such word, anywhere."""
    found = re.split(rf"(?<!\w)(?:{_either('to')})(?!\w)", said, maxsplit=1, flags=re.IGNORECASE)
    if len(found) == 2:
        yield found[0].strip(), found[1]
    words = said.split()
    yield from ((" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words)))


def _either(entry: str) -> str:
    words = [word for lang in LANGUAGES for word in lexicon(lang).entries("within").get(entry, ())]
    return "|".join(map(re.escape, words))


def _to(state: State, words: list[str]) -> tuple[str, str] | None:
    """The receiver, and the kind of press behind: all of it where none is named."""
    for count in range(len(words), 0, -1):
        seat = names.seat(state, " ".join(words[:count]))
        if seat is not None:
            kind = _kind(" ".join(words[count:]))
            return (seat, kind) if kind else None
    return None


def _kind(text: str) -> str:
    if not text.strip(" .:"):
        return ANY_KIND
    said = text.strip(" .:").casefold()
    if said in Colour.__members__.values() or said.removesuffix(" press") in list(Colour):
        return str(Colour(said.removesuffix(" press")))
    found = opening("command", text)
    return str(_COLOURS[found[0]]) if found is not None and found[0] in _COLOURS else ""


def _whom(state: State, said: str) -> tuple[str, int] | None:
    """A seat, or the number of a piece by its author."""
    begun = opening("about", said)
    number = first_number(said)
    if begun is not None and begun[0] == "author" and number is not None:
        return "", number
    seat = names.seat(state, said)
    return (seat, 0) if seat else None


def _clause(text: str) -> tuple[str, str]:
    """The clause that a text names, and the text without it."""
    found = _CLAUSE.search(text)
    if found is None:
        return "", text.strip(" ,:.")
    return found[1].upper(), (text[: found.start()] + text[found.end() :]).strip(" ,:.")


def _unread(block: Block, word: str) -> Unread:
    examples = {
        "caution": ("gm caution France because …", "gm caution the author of 17 because …"),
        "expel": ("gm expel France because …",),
        "block": ("gm block France to Italy because …", "gm block the author of 17 to Italy because …"),
        "unblock": ("gm unblock France to Italy",),
    }
    at = block.line.find(word) + 1 if word else 0
    return Unread("unreadable", block.line, block.number, word, at, examples[block.office])
