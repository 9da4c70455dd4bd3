"""Words about those who play: standing by, deputies, substitutes, and the game master's words about people."""

from __future__ import annotations

import re
from datetime import datetime

from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.commands import (
    AllowDeputy,
    AnswerApplicant,
    AppointSecond,
    CallStandby,
    Command,
    HandOver,
    Invite,
    ListPlayer,
    NameDeputy,
    RemovePlayer,
    ReplacePlayer,
    Resign,
    StandBy,
    TakeBack,
)
from dragoman.diplomacy.speech import names
from dragoman.diplomacy.speech.blocks import Block
from dragoman.diplomacy.speech.days import ahead, end_of
from dragoman.diplomacy.speech.moments import EXAMPLES, moment
from dragoman.diplomacy.speech.numbers import first_number
from dragoman.diplomacy.state import State
from dragoman.game.clock import zone
from dragoman.game.protocol import Speaker, Unread
from dragoman.game.seats import Seat
from dragoman.tongues.lexicon import LANGUAGES, lexicon

PLAYERS_WORDS = frozenset(
    ("replace", "call", "allow_deputy", "refuse_deputy", "return", "remove", "disorder", "approve", "decline",
     "blacklist", "unlist", "second", "dismiss_second", "hand_over", "invite")
)  # fmt: skip

_ADDRESS = re.compile(r"[^\s<>,;:()\"]{1,254}@[^\s<>,;:()\"]{1,254}")


# --- what players write ---


def player_wish(state: State, by: Speaker, block: Block, now: datetime) -> Command | Unread:
    """`standby as Austria`, `resign suggest x@example.org`, `deputy x@example.org until 10 March`, `return`."""
    match block.entry:
        case "standby":
            return _standby(state, by, block)
        case "deputy":
            return _deputy(state, by, block, now)
        case "take_back":
            return TakeBack(by)
        case _:
            address = _address(block.rest)
            if not address and _holds(block.rest, "suggest"):
                return _incomplete(block, "resign suggest x@example.org")
            return Resign(by, address)


def _standby(state: State, by: Speaker, block: Block) -> StandBy | Unread:
    """Whatever is not named is as welcome as any other, where nothing is."""
    wished: list[str] = []
    anything = False
    for name in names.parts(_after(block.rest, "as")):
        if names.meaning("within", name) in ("any", "all"):
            anything = True
            continue
        power = names.power(state.chart, name)
        if power is None:
            near = names.near_powers(state.chart, name)
            return Unread("unknown-power", block.line, block.number, name, _column(block, name), near)
        wished.append(power)
    return StandBy(by) if anything else StandBy(by, tuple(dict.fromkeys(wished)))


def _deputy(state: State, by: Speaker, block: Block, now: datetime) -> NameDeputy | Unread:
    address = _address(block.rest)
    if not address:
        return _incomplete(block, "deputy x@example.org until 10 March")
    rest = block.rest.replace(address, " ", 1)
    due = moment(rest, now, zone(state.zone), state.calendar.hour) or end_of(state, rest, now)
    if due is None and re.search(r"\w", _without_until(rest)):
        examples = tuple(f"deputy {address} until {example}" for example in EXAMPLES)
        if ahead(state, rest, now):
            return Unread("not-ahead", block.line, block.number, rest.strip(), _column(block, rest.strip()), examples)
        return Unread("no-moment", block.line, block.number, rest.strip(), _column(block, rest.strip()), examples)
    return NameDeputy(by, address, None, due)


def _incomplete(block: Block, *examples: str) -> Unread:
    return Unread("incomplete", block.line, block.number, block.rest, _column(block, block.rest), examples)


def _without_until(text: str) -> str:
    for writing in _writings("until"):
        text = re.sub(rf"\b{re.escape(writing)}\b", " ", text, flags=re.IGNORECASE)
    return text


# --- what the game master writes ---


def players_office(state: State, by: Speaker, block: Block, now: datetime) -> Command | Unread:
    """The game master's words about people."""
    said, why = reasoned(block.rest.lstrip(" :").strip())
    match block.office:
        case "approve" | "decline":
            return _applicant(by, block, said, why)
        case "second" | "hand_over":
            return _presiding(by, block, said)
        case "dismiss_second":
            return AppointSecond(by, dismiss=True)
        case "invite":
            address = _address(said)
            return Invite(by, None, address) if address else _incomplete(block, "gm invite x@example.org")
        case "replace":
            return _replace(state, by, block, said, why)
        case _:
            return _of_power(state, by, block, said, why, now)


def _applicant(by: Speaker, block: Block, said: str, why: str) -> AnswerApplicant | Unread:
    number = first_number(said)
    if number is None:
        return Unread("incomplete", block.line, block.number, said, _column(block, said), ("gm approve 1",))
    return AnswerApplicant(by, number, block.office == "approve", why)


def _presiding(by: Speaker, block: Block, said: str) -> AppointSecond | HandOver | Unread:
    address = _address(said)
    if block.office == "second" and address:
        return AppointSecond(by, address)
    if block.office == "hand_over" and (address or names.meaning("within", said) == "referee"):
        return HandOver(by, address, None, not address)
    example = "gm second x@example.org" if block.office == "second" else "gm hand over to x@example.org"
    return Unread("incomplete", block.line, block.number, said, _column(block, said), (example,))


def _replace(state: State, by: Speaker, block: Block, said: str, why: str) -> ReplacePlayer | Unread:
    """`gm replace Austria with x@example.org`, or `with the substitute`; `drop orders` has those on file not stay."""
    address = _address(said)
    before = said.partition(address)[0] if address else said
    power, rest = found_power(state.chart, before)
    suggested = not address and _holds(rest, "substitute")
    if power is None:
        return _no_power(state, block, before, f"gm replace {{}} with {address or 'x@example.org'}")
    if not (address or suggested):
        example = f"gm replace {power} with x@example.org"
        word = _after(rest, "with").strip(" ,:.")
        code = "no-address" if word else "incomplete"
        return Unread(code, block.line, block.number, word, _column(block, word), (example,))
    clear = _holds(said.replace(address, " ") if address else said, "dropping")
    return ReplacePlayer(by, Seat(power), address, None, why, suggested, clear)


def _of_power(state: State, by: Speaker, block: Block, said: str, why: str, now: datetime) -> Command | Unread:
    """Words about the player of one power."""
    address = _address(said)
    power, rest = found_power(state.chart, said.replace(address, " ") if address else said)
    if power is None:
        return _no_power(state, block, said, f"gm {block.office.replace('_', ' ')} {{}}")
    match block.office:
        case "call":
            return CallStandby(by, power, "", address)
        case "allow_deputy" | "refuse_deputy":
            return AllowDeputy(by, power, block.office == "allow_deputy", why)
        case "return":
            return TakeBack(by, power)
        case "remove" | "disorder":
            return RemovePlayer(by, power, why, block.office == "disorder")
        case _:
            until = moment(rest, now, zone(state.zone), state.calendar.hour)
            if until is None and _holds(rest, "until"):
                examples = tuple(f"gm blacklist {power} until {example}" for example in EXAMPLES)
                return Unread("no-moment", block.line, block.number, rest, _column(block, rest), examples)
            return ListPlayer(by, power, why, until, block.office == "blacklist")


def _no_power(state: State, block: Block, said: str, example: str) -> Unread:
    """No power is named: the first word that comes near one is at fault, else all that stands where one is named.
    `example` is what to write, with a gap for the power."""
    words = re.split(rf"\s(?:{'|'.join(map(re.escape, (*_writings('with'), *_writings('until'))))})(?!\w)", said)[
        0
    ].split()
    near = next((word for word in words if names.near_powers(state.chart, word)), "")
    word = (near or " ".join(words)).strip(" ,:.")
    if not word:
        return Unread("incomplete", block.line, block.number, "", 0, (example.format(state.powers()[0]),))
    meant = (*names.near_powers(state.chart, word), *state.powers())[0]
    return Unread("unknown-power", block.line, block.number, word, _column(block, word), (example.format(meant),))


def found_power(chart: Chart, text: str) -> tuple[str | None, str]:
    """The first power that a text names, and what follows on it."""
    words = text.replace(",", " , ").replace(":", " : ").split()
    for start in range(len(words)):
        for end in range(len(words), start, -1):
            power = names.power(chart, " ".join(words[start:end]))
            if power is not None:
                return power, " ".join(words[end:])
    return None, text


# --- small words ---


def reasoned(text: str) -> tuple[str, str]:
    """A text before the word that introduces a reason, and the reason."""
    found = re.search(rf"\b(?:{'|'.join(map(re.escape, _writings('because')))})\b", text, re.IGNORECASE)
    if found is None:
        return text.strip(), ""
    return text[: found.start()].strip(" ,"), text[found.end() :].strip(" :")


def _holds(text: str, entry: str) -> bool:
    return any(re.search(rf"\b{re.escape(each)}\b", text, re.IGNORECASE) for each in _writings(entry))


def _after(text: str, entry: str) -> str:
    for writing in _writings(entry):
        if re.match(rf"\s*{re.escape(writing)}\b", text, re.IGNORECASE):
            return re.sub(rf"^\s*{re.escape(writing)}\b", "", text, flags=re.IGNORECASE)
    return text


def _writings(entry: str) -> tuple[str, ...]:
    found = (writing for lang in LANGUAGES for writing in lexicon(lang).entries("within").get(entry, ()))
    return tuple(sorted(found, key=len, reverse=True))


def _address(text: str) -> str:
    found = _ADDRESS.search(text)
    return found[0].rstrip(".") if found else ""


def _column(block: Block, word: str) -> int:
    return block.line.find(word) + 1 if word else 0
