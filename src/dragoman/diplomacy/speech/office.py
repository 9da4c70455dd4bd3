"""The game master's words: what follows `gm`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta

from dragoman.diplomacy.commands import (
    AcceptKept,
    AcceptOrders,
    Announce,
    AskPublic,
    Command,
    ConfirmPublic,
    EndGame,
    Preview,
    Process,
    Resume,
    SetDeadline,
)
from dragoman.diplomacy.speech import names
from dragoman.diplomacy.speech.blocks import Block, opening
from dragoman.diplomacy.speech.moments import EXAMPLES, leapt, moment
from dragoman.diplomacy.speech.reasons import parted
from dragoman.diplomacy.speech.reports import reports
from dragoman.diplomacy.speech.sets import Orders, orders
from dragoman.diplomacy.speech.whole import left_of, writings
from dragoman.diplomacy.state import Stage, State
from dragoman.game.clock import zone
from dragoman.game.protocol import Speaker, Unread
from dragoman.game.refusals import Refusal
from dragoman.game.saying import say
from dragoman.tongues.lexicon import LANGUAGES, folded, lexicon, status

_NUMBER = re.compile(r"(?:set|no\.?|nr\.?|number|numero|sarja|siirrot|#)*\s*#?(\d{1,6})\.?", re.IGNORECASE)


def office(state: State, by: Speaker, block: Block, now: datetime) -> tuple[Command | Unread | Refusal, ...]:
    """The commands of the game master's that a block is, or why it is none."""
    if block.office == "accept":
        return tuple(_accept(state, by, block, now))
    if block.office == "end" and (refused := _result(state, block)):
        return (refused,)
    return (_office(state, by, block, now),)


def _office(state: State, by: Speaker, block: Block, now: datetime) -> Command | Unread:
    rest = block.rest.lstrip(" :").strip()
    match block.office:
        case "preview":
            return Preview(by)
        case "process":
            return _process(state, by, block, rest)
        case "deadline":
            return _deadline(state, by, block, rest, now)
        case "announce":
            return Announce(by, _text(rest, block.body))
        case "reports":
            return reports(by, block, everybody=True)
        case "resume":
            return Resume(by)
        case "end":
            return EndGame(by, _text(rest, block.body))
        case "ask_public":
            return _ask_public(state, by, block, rest)
        case "confirm":
            confirmed = _process(state, by, block, rest)
            return ConfirmPublic(by, confirmed.phase) if isinstance(confirmed, Process) else confirmed
        case _:
            return Unread("not-here", block.line, block.number)


def names_result(why: str) -> bool:
    """Whether the reason for an end begins with a result: a draw, a win, places."""
    found = opening("within", re.sub(r"^(?:a|an|the)\s+", "", why.lstrip(" :").strip(), flags=re.IGNORECASE))
    return found is not None and found[0] in ("draw", "concession", "ranking")


def _result(state: State, block: Block) -> Refusal | None:
    """`gm end` gives no result: one that is named there would be lost."""
    if state.stage in (Stage.OVER, Stage.CLOSED) or not names_result(block.rest):
        return None
    says = say(
        "“gm end” ends the game without places or winners, so it was not ended. A draw of all survivors is declared "
        "with “gm declare draw” after “gm warn of draw” (IX.2.A); any other result is voted on: “propose draw: "
        "England, France”. To end it without a result, write “gm end: no result, because …”."
    )
    return Refusal("no-result", says, "IX.2", block.line)


def _text(rest: str, body: str) -> str:
    return "\n".join(part for part in (rest, body) if part)


def _process(state: State, by: Speaker, block: Block, rest: str) -> Process | Unread:
    phase = names.phase(state, rest)
    if phase is None and rest:
        return Unread(
            "unreadable", block.line, block.number, rest, _column(block, rest), (f"gm process {state.phase}",)
        )
    return Process(by, phase)


def _deadline(state: State, by: Speaker, block: Block, rest: str, now: datetime) -> SetDeadline | Unread:
    said, _, why = parted(rest)
    said, sure = _sure(said)
    due = moment(said, now, zone(state.zone), state.calendar.hour)
    if due is None:
        examples = tuple(f"gm deadline {example}" for example in EXAMPLES)
        return Unread("no-moment", block.line, block.number, said, _column(block, said), examples)
    return SetDeadline(by, due, why, leapt(said, due, zone(state.zone), state.calendar.hour), sure)


def _sure(said: str) -> tuple[str, bool]:
    """The text without a word at its end that says that it is meant, and whether there is one."""
    words = said.split()
    known = {folded(each) for lang in LANGUAGES for each in lexicon(lang).entries("timely").get("sure", ())}
    if words and folded(words[-1].strip("!.,:")) in known:
        return " ".join(words[:-1]).rstrip(" ,"), True
    return said, False


def _ask_public(state: State, by: Speaker, block: Block, rest: str) -> AskPublic | Unread:
    """`gm ask public`, of all who have something to order, or `gm ask public of Austria, Italy`."""
    found = []
    for part in names.parts(rest):
        words = part.split()
        tries = (" ".join(words[start:]) for start in range(len(words)))
        power = next((known for each in tries if (known := names.power(state.chart, each))), None)
        if power is None:
            near = names.near_powers(state.chart, part)
            return Unread("unknown-power", block.line, block.number, part, _column(block, part), near)
        found.append(power)
    return AskPublic(by, tuple(found))


def _accept(state: State, by: Speaker, block: Block, now: datetime) -> Iterator[Command | Unread | Refusal]:
    """`gm accept 17`, of a set that was kept (II.2), or `gm accept Austria because …` with the orders on the lines
    below, to an end mark."""
    said, _, why = parted(block.rest.strip().removesuffix(":"))
    if number := _NUMBER.fullmatch(said):
        yield AcceptKept(by, int(number[1]), why.strip(" :"))
        return
    head, why, body, above = _below_colon(block, said, why)
    power = next((known for part in _leading(head) if (known := names.power(state.chart, part))), None)
    found = orders(state, power, None, body) if power is not None else None
    if power is None or found is None or not found.sets:
        example = f"gm accept {state.powers()[0]} because …"
        yield Unread("incomplete", block.line, block.number, said, _column(block, said), (example,))
        return
    final = {"final": True, "preliminary": False}.get(status(body) or "")
    received = _received(state, block, head, now)
    if isinstance(received, Unread):
        yield received
        return
    if left := _strange(state, power, head, found if above else None):
        example = f"gm accept {state.powers()[0]} because …"
        yield Unread("surplus", block.line, block.number, left, _column(block, left), (example,))
        return
    for written in found.sets:
        if not written.giver:
            yield AcceptOrders(by, power, written.lines, why.strip(" :"), written.phase, written.choices, final,
                               _channel(head), received)  # fmt: skip
    yield from (replace(unread, line=block.number - above + unread.line) for unread in found.unread)
    yield from found.refused


def _below_colon(block: Block, said: str, why: str) -> tuple[str, str, str, int]:
    """The words before the orders, the reason, the orders, and 1 where the first of them stand on the command's own
    line, behind a colon."""
    head, colon, behind = (why or said).partition(": ")
    if not colon or not behind.strip() or block.rest.rstrip().endswith(":"):  # all orders stand below
        return said, why, block.body, 0
    return (said if why else head), (head if why else ""), _text(behind, block.body), 1


def _strange(state: State, power: str, head: str, found: Orders | None) -> str:
    """What of a set that is handed in is neither its power, its way, its moment nor an order."""
    if found is not None and found.ignored:
        return found.ignored[0].strip()
    named = next(part for part in _leading(head) if names.power(state.chart, part) == power)
    rest = head[len(named) :] if head.startswith(named) else " ".join(head.split()[len(named.split()) :])
    before = re.split(rf"(?<!\w)(?:{'|'.join(map(re.escape, writings('timely', 'received')))})(?!\w)", rest,
                      maxsplit=1, flags=re.IGNORECASE)[0]  # fmt: skip
    for way in writings("channel", "post", "in person", "phone"):
        before = re.sub(rf"(?<!\w){re.escape(way)}(?!\w)", " ", before, flags=re.IGNORECASE)
    return left_of(before)


def _channel(said: str) -> str:
    """F.2: the way by which a set came to the game master: `by post`."""
    plain = f" {folded(said)} "
    known = (each for lang in LANGUAGES for each in lexicon(lang).entries("channel").items())
    return next((entry for entry, ways in known if any(f" {folded(way)} " in plain for way in ways)), "gm")


def _received(state: State, block: Block, said: str, now: datetime) -> datetime | Unread | None:
    """F.2: when a set came, the last such date and time: `received 3 March 18:00`; None where nothing is said of it."""
    words = [word for lang in LANGUAGES for word in lexicon(lang).entries("timely").get("received", ())]
    found = re.search(rf"\b(?:{'|'.join(map(re.escape, words))})\b(.*)", said, re.IGNORECASE)
    if found is None:
        return None
    came = moment(found[1], now - timedelta(days=364), zone(state.zone), None)
    return came or Unread("no-moment", block.line, block.number, found[1].strip(), 0, EXAMPLES)


def _leading(text: str) -> tuple[str, ...]:
    """The text, shortened word by word from its end."""
    words = text.split()
    return tuple(" ".join(words[:count]) for count in range(len(words), 0, -1))


def without_because(text: str) -> str:
    """A reason, without the word that introduces it."""
    said, because, why = parted(text)
    return why if because and not said else text


def _column(block: Block, word: str) -> int:
    return block.line.find(word) + 1 if word else 0
