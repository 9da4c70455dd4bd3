"""What people write of time: delays, absences, the pace, being there; and what the game master writes of them."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

from dragoman.diplomacy.board.position import PhaseKind
from dragoman.diplomacy.commands import (
    AcceptLate,
    AnswerDelay,
    AskDelay,
    CallResumption,
    Command,
    MakeContact,
    ObjectToPace,
    Pause,
    PlanAbsence,
    Remind,
    SetPace,
    Warn,
    WithdrawAbsence,
)
from dragoman.diplomacy.speech import names
from dragoman.diplomacy.speech.blocks import Block
from dragoman.diplomacy.speech.days import ahead, days, end_of, opening_of, until_alone
from dragoman.diplomacy.speech.moments import EXAMPLES, moment
from dragoman.diplomacy.speech.numbers import first_number
from dragoman.diplomacy.speech.reasons import parted
from dragoman.diplomacy.speech.spans import exact, measured
from dragoman.diplomacy.state import State
from dragoman.game import clock
from dragoman.game.clock import zone
from dragoman.game.protocol import Speaker, Unread
from dragoman.tongues import courtesies
from dragoman.tongues.lexicon import LANGUAGES, lexicon

WORDS = frozenset({"delay", "absent", "withdraw_absence", "object", "accept_pace", "present", "call_resumption"})
"""The commands of players that are read here."""

OFFICE = frozenset({"grant", "refuse_delay", "warn", "pace", "remind", "pause"})
"""The game master's."""

DELAY = ("delay 2 days because …", "delay 12 hours")
ABSENT = ("absent 3 March to 10 March", "absent 3.3.–10.3. announced", "absent 2026-03-03 to 2026-03-10 because …")


def wish(state: State, by: Speaker, block: Block, now: datetime) -> Command | Unread:
    """What a player says of time, or why it is nothing."""
    said, _, why = parted(block.rest)
    match block.entry:
        case "delay":
            span, remark = measured(said) or (None, "")
            return (
                AskDelay(by, span, " ".join(filter(None, (courtesies.trimmed(remark), why))))
                if span
                else _unread(block, "no-span", said, DELAY)
            )
        case "absent":
            return _absence(state, by, block, said, why, now)
        case "withdraw_absence":
            number = first_number(said)
            return WithdrawAbsence(by, number) if number else _unread(block, "incomplete", said, ())
        case "object":
            return (
                ObjectToPace(by)
                if _about_pace(said)
                else _unread(block, "incomplete", said, ("object to faster pace",))
            )
        case "accept_pace":
            return ObjectToPace(by, stands=False)
        case "call_resumption":
            return CallResumption(by)
        case _:
            return MakeContact(by)


def _about_pace(said: str) -> bool:
    return any(names.meaning("timely", each) == "faster" for each in (said, said.partition(" ")[2]))


def _absence(state: State, by: Speaker, block: Block, said: str, why: str, now: datetime) -> Command | Unread:
    plain, announced = _told_to(said)
    span = days(plain, now.astimezone(zone(state.zone)).date())
    if span is None:
        return _unread(block, "no-days", said, ABSENT)
    if span[1] < span[0]:
        return _unread(block, "reversed-days", said, ABSENT)
    there = zone(state.zone)
    begins, ends = clock.midnight(span[0], there), clock.midnight(span[1] + timedelta(days=1), there)
    at_once = until_alone(plain)
    return PlanAbsence(by, max(begins, now) if at_once else begins, ends, why, announced)


def _told_to(said: str) -> tuple[str, bool]:
    """The text without the words that say to whom an absence is told, and whether that is everybody."""
    announced = False
    for lang in LANGUAGES:
        for entry in ("announced", "private"):
            for word in lexicon(lang).entries("timely").get(entry, ()):
                plain = re.sub(rf"\b{re.escape(word)}\b", " ", said, flags=re.IGNORECASE)
                announced = announced or (plain != said and entry == "announced")
                said = plain
    return said, announced


# --- the game master ---


def office(state: State, by: Speaker, block: Block, now: datetime) -> Command | Unread:
    """What the game master says of time, or why it is nothing."""
    rest = block.rest.lstrip(" :").strip()
    said, _, why = parted(rest)
    match block.office:
        case "grant" | "refuse_delay":
            number = first_number(said)
            if number is None:
                return _unread(block, "incomplete", said, ("gm grant delay 1", "gm refuse delay 1 because …"))
            return AnswerDelay(by, number, block.office == "grant", why)
        case "warn":
            return _warn(state, by, block, rest)
        case "pace":
            return _pace(by, block, said, why)
        case "remind":
            return _remind(state, by, block, block.rest.strip())
        case _:
            return _pause(state, by, block, rest, now)


def accept_late(state: State, by: Speaker, block: Block) -> AcceptLate | None:
    """`gm accept late Austria because …` with nothing below it: the set that came late; None for any other `accept`."""
    said, _, why = parted(block.rest.strip().removesuffix(":"))
    power = names.power(state.chart, said.strip(" :"))
    return AcceptLate(by, power, why.strip(" :")) if power is not None and not block.body.strip() else None


def _warn(state: State, by: Speaker, block: Block, rest: str) -> Warn | Unread:
    head, _, words = rest.partition(":")
    said, _, why = parted(head)
    power = _power_in(state, said)
    if power is None:
        return _unread(block, "unknown-power", said, (f"gm warn {state.powers()[0]}: …",))
    return Warn(by, power, "\n".join(part for part in (why, words.strip(), block.body) if part))


def _pace(by: Speaker, block: Block, said: str, why: str) -> SetPace | Unread:
    """`gm pace moves 4 days, retreats 1 day`, or `gm pace normal`."""
    if names.meaning("timely", said) == "normal":
        return SetPace(by, {}, why)
    lengths: dict[str, int] = {}
    for part in _PACES.split(said):
        first, _, rest = part.strip(" :.").partition(" ")
        kind = _kind(first)
        if kind is None or kind in lengths or not rest.strip():
            return _unread(block, "incomplete", part.strip(), PACE)
        span = exact(f"{rest} days" if rest.strip().isdecimal() else rest)
        if span is None or not span or span % timedelta(days=1) or span > MOST_PACE:
            return _unread(block, "no-whole-days", rest.strip(), PACE)
        lengths[kind] = span.days
    return SetPace(by, lengths, why)


_PACES = re.compile(r"[,;&](?!\d)|\b(?:and|ja|sekä)\b(?!\s*\d)", re.IGNORECASE)
PACE = ("gm pace moves 4 days, retreats 1 day", "gm pace normal")
MOST_PACE = timedelta(days=999)


def _kind(word: str) -> str | None:
    """The kind of phase that a word means, as pace is kept; orders with no kind of their own are moves."""
    known = names.meaning("phase", word)
    return names.KINDS.get(known, PhaseKind.MOVEMENT).value.lower() if known else None


def _remind(state: State, by: Speaker, block: Block, rest: str) -> Remind | Unread:
    """`gm remind`, `gm remind Austria, Italy`, `gm remind all: …`."""
    head, _, words = rest.partition(":")
    powers = []
    for part in names.parts(head):
        if names.meaning("audience", part) == "all" or names.meaning("within", part) == "all":
            return Remind(by, (), words.strip(), broadcast=True)
        power = names.power(state.chart, part)
        if power is None:
            near = names.near_powers(state.chart, part)
            return _unread(block, "unknown-power", part, near)
        powers.append(power)
    return Remind(by, tuple(powers), words.strip())


def _pause(state: State, by: Speaker, block: Block, rest: str, now: datetime) -> Pause | Unread:
    """`gm pause`, `gm pause for a week`, `gm pause until 10 April because …`; a day alone is taken to its beginning."""
    said, _, why = parted(rest)
    opened = opening_of(said, "until")
    if ahead(state, said, now):
        examples = ("gm pause until 10 April", "gm pause for two weeks")
        return _unread(block, "not-ahead", said, examples)
    if opened is None and said and (end := end_of(state, said, now)) is not None:
        return Pause(by, why, end)
    if opened is None:
        return Pause(by, why or said)
    until = moment(opened, now, zone(state.zone), state.calendar.hour) or _midnight(state, opened, now)
    if until is None:
        return _unread(block, "no-moment", opened, tuple(f"gm pause until {example}" for example in EXAMPLES))
    return Pause(by, why, until)


def _midnight(state: State, said: str, now: datetime) -> datetime | None:
    there = zone(state.zone)
    span = days(said, now.astimezone(there).date())
    return clock.midnight(span[0], there) if span is not None else None


# --- what both have in common ---


def _power_in(state: State, said: str) -> str | None:
    """The power that a text begins with."""
    words = said.strip(" :").split()
    tries = (" ".join(words[:count]) for count in range(len(words), 0, -1))
    return next((known for each in tries if (known := names.power(state.chart, each))), None)


def _unread(block: Block, code: str, word: str, examples: tuple[str, ...]) -> Unread:
    column = block.line.find(word) + 1 if word else 0
    return Unread(code, block.line, block.number, word, column, examples)
