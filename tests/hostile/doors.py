"""Every place at which writing comes in that somebody else made, as a function of bytes: it may refuse, and do nothing
worse. Whatever it raises besides, or a time or a memory beyond measure, is a fault.

A door's seeds are what is rightly sent there; `hostile` makes of them what nobody would.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from tests.diplomacy.tables import START, Table, opening, speaker
from tests.nomic.tables import Table as NomicTable
from tests.nomic.tables import speaker as nomic_speaker

from dragoman.diplomacy.board.mapfile import chart_source, read_chart
from dragoman.diplomacy.caseform import read_case
from dragoman.diplomacy.exchange import Unfit
from dragoman.diplomacy.game import DIPLOMACY
from dragoman.diplomacy.houserules.presets import preset, read_preset_file, write_preset
from dragoman.diplomacy.houserules.sheet import Sheet
from dragoman.diplomacy.interchange import diplomacy_package, webdiplomacy
from dragoman.diplomacy.interchange.reading import Untaken
from dragoman.diplomacy.interchange.reading import read as read_saved
from dragoman.diplomacy.sight import sight
from dragoman.game.protocol import Reading
from dragoman.game.refusals import Refusal
from dragoman.game.seats import GM
from dragoman.nomic.game import NOMIC
from dragoman.nomic.rulesets import NAMES, read_toml
from dragoman.post import reading
from dragoman.referee import proof, record
from dragoman.tongues.lexicon import LANGUAGES, lexicon
from dragoman.tongues.saying import put
from dragoman.web import draft, study

CASES = Path(__file__).parents[1] / "cases"


def _several(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


@dataclass(frozen=True)
class Form:
    """How values are written."""

    read: Callable[[bytes], Any]
    write: Callable[[Any], bytes]


JSON = Form(json.loads, lambda value: json.dumps(value).encode())
LINES = Form(
    lambda data: [json.loads(line) for line in data.splitlines()],
    lambda value: b"\n".join(json.dumps(each, separators=(",", ":")).encode() for each in _several(value)),
)
LINK = Form(
    lambda data: json.loads(zlib.decompress(base64.urlsafe_b64decode(data + b"=" * (-len(data) % 4)))),
    lambda value: base64.urlsafe_b64encode(zlib.compress(json.dumps(value).encode())).rstrip(b"="),
)


@dataclass(frozen=True)
class Door:
    """`enter` takes what was sent, as the product does, and answers nothing; `seeds` are good examples. `form` says how
    values are written there, which are then turned as values, too: what is no JSON at all is seldom hostile."""

    name: str
    enter: Callable[[bytes], object]
    seeds: Callable[[], tuple[bytes, ...]]
    form: Form | None = None


# --- what is sent where ---


def _letter(data: bytes) -> None:
    found = reading.read(data)
    for line in (found.subject, found.text, found.alternative, found.sender.address, found.message_id):
        assert "\0" not in line
        assert not any(0xD800 <= ord(sign) < 0xE000 for sign in line)


def _letters() -> tuple[bytes, ...]:
    return tuple(path.read_bytes() for path in sorted((CASES / "letters").glob("*.eml")))


def _told(found: Reading) -> None:
    """All that is answered, in both tongues."""
    for each in (*found.remarks, *(refusal.says for refusal in found.refused)):
        for lang in ("en", "fi"):
            put(each, lang)


@cache
def _table() -> Table:
    return Table(opening(gm=True))


def _speech(seat: str) -> Callable[[bytes], None]:
    def enter(data: bytes) -> None:
        text = data.decode("utf-8", "replace")
        subject = text.strip().partition("\n")[0]  # a reply bears the subject that the referee wrote
        for found in (DIPLOMACY.read(_table().state, speaker(seat), each, text, START) for each in ("", subject)):
            _told(found)

    return enter


def _named_phases() -> Iterator[str]:
    """Lines about a phase, by each name that it may have, in each tongue."""
    for lang in LANGUAGES:
        words = lexicon(lang)
        kinds = [each for writings in words.entries("phase").values() for each in writings]
        seasons = [writings[0] for writings in words.entries("season").values()]
        commands = [words.first("command", each) for each in ("history", "error", "export")]
        for number, kind in enumerate(kinds):
            called = f"{seasons[number % len(seasons)]} 1901, {kind}"
            asked = (f"{command} {called}: x" for command in commands)
            ruled = (f"gm {each} {called} because x" for each in ("process", "rollback to", "release", "correct"))
            marked = f"{called}:\nA Vie - Gal\nfinal for {called}, preliminary for X1901M"
            yield "\n\n".join((called, *asked, *ruled, marked))


def _sayings() -> tuple[bytes, ...]:
    orders = [json.loads(line) for line in (CASES / "orders" / "reading.jsonl").read_text().splitlines()[:400:8]]
    spoken = [each for path in sorted((CASES / "speech").glob("*.toml")) for each in path.read_text().split("\n\n")]
    texts = [each.get("text", "") for each in orders if isinstance(each.get("text"), str)]
    return tuple(
        each.encode()
        for each in (
            *_named_phases(),
            *texts,
            *spoken[:80],
            "if A Par - Bur succeeds:\n  A Mar S A Par - Bur\nelse:\n  A Mar H",
            "press to France, Germany:\nhello\nend",
            "gm deadline 2026-03-09 18:00",
        )
    )


@cache
def _lounge() -> NomicTable:
    return NomicTable()


def _nomic(data: bytes) -> None:
    at, text = _lounge(), data.decode("utf-8", "replace")
    found = NOMIC.read(at.state, nomic_speaker("Ann"), "", text, at.now)
    _told(found)


def _map(data: bytes) -> None:
    found = read_chart(data.decode("utf-8", "replace"), "sent")
    if isinstance(found, tuple):
        assert found


def _sheet(data: bytes) -> None:
    text = data.decode("utf-8", "replace")
    read_preset_file(text)
    draft.from_file(text)


def _rules(data: bytes) -> None:
    found = read_toml(data.decode("utf-8", "replace"))
    if isinstance(found, Refusal):
        put(found.says, "fi")


def _sheets() -> tuple[bytes, ...]:
    sheets = [preset(name) for name in ("datc", "suomi", "payola")]
    return tuple(write_preset(each, "datc", "Mine", "of mine").encode() for each in sheets if isinstance(each, Sheet))


def _import(form: str) -> Callable[[bytes], None]:
    def enter(data: bytes) -> None:
        try:
            read_saved(data, form)
        except Untaken as fault:
            put(fault.says, "fi")

    return enter


@cache
def _played() -> Any:
    table = Table(opening())
    for power in table.state.powers():
        table.order(power)
    table.strike()
    return sight(table.state, None)


def _saved(form: Any) -> Callable[[], tuple[bytes, ...]]:
    return lambda: (json.dumps(form.written(_played())).encode(),)


def _study(data: bytes) -> None:
    found = study.decoded(data.decode("ascii", "replace"))
    if found is not None:
        found.begun()


def _studies() -> tuple[bytes, ...]:
    made = study.Study(orders={"France": ("A PAR - BUR",)})
    return (made.encoded().encode(), made.stepped().encoded().encode())


def _case(data: bytes) -> None:
    try:
        read_case(data.decode("utf-8", "replace"), _table().state.chart)
    except Unfit as fault:
        put(fault.says, "fi")


def _proof(data: bytes) -> None:
    lines = data.splitlines(keepends=True)
    proof.is_proof(lines[0] if lines else b"")
    try:
        made = proof.read(lines)
    except record.Unreadable as fault:
        put(fault.says, "fi")
        return
    for fault in proof.faults(made):
        put(fault, "fi")


def _proofs() -> tuple[bytes, ...]:
    link = {"n": 1, "digest": "0" * 64, "seal": "1" * 64}
    heading = {"dragoman": "proof", "format": 2, "table": "kalmar", "game": "diplomacy"}
    return (b"\n".join(msgspec.json.encode(each) for each in (heading, link, {**link, "n": 2})),)


def _record(data: bytes) -> None:
    """A game's record, as `dragoman verify` reads one."""
    try:
        record.read(data.splitlines(keepends=True))
    except record.Unreadable as fault:
        put(fault.says, "fi")


def _records() -> tuple[bytes, ...]:
    heading = {"dragoman": "record", "format": 2, "table": "kalmar", "game": "diplomacy"}
    entry = {"n": 1, "type": "x", "at": "2026-03-02T18:00:00Z", "salt": "AA", "data": "{}", "seal": "AA"}
    return (b"\n".join(msgspec.json.encode(each) for each in (heading, entry, {**entry, "n": 2})),)


DOORS = (
    Door("letters", _letter, _letters),
    Door("orders", _speech("Austria"), _sayings),
    Door("the game master's words", _speech(GM), _sayings),
    Door(
        "words of Nomic",
        _nomic,
        lambda: tuple(each.encode() for each in (CASES / "nomic" / "speech.toml").read_text().split("\n\n")),
    ),
    Door("maps", _map, lambda: (chart_source("standard").encode(), chart_source("pure").encode())),
    Door("house rules", _sheet, _sheets),
    Door(
        "rule sets of Nomic",
        _rules,
        lambda: tuple((resources.files("dragoman.nomic.rulesets") / f"{name}.toml").read_bytes() for name in NAMES),
    ),
    Door("games of the diplomacy package", _import("diplomacy"), _saved(diplomacy_package), JSON),
    Door("games of webDiplomacy", _import("webdiplomacy"), _saved(webdiplomacy), JSON),
    Door("links to the sandbox", _study, _studies, LINK),
    Door(
        "positions as cases",
        _case,
        lambda: (
            b"PRESTATE_SETPHASE Spring 1901, Movement\nPRESTATE\n  France: A Paris\n"
            b"ORDERS\n  France: A Paris - Burgundy\nEND\n",
        ),
    ),
    Door("proofs", _proof, _proofs, LINES),
    Door("records", _record, _records, LINES),
)
"""Every door. What comes by the API is tried by schemathesis, code of Nomic by tests/sandbox."""


# --- what nobody would send ---

ODD = (
    b"",
    b"\0",
    b"\xff\xfe",
    b"\xc3",
    b"\r\n",
    b"\r",
    b"\x1b[2J",
    b"\xe2\x80\xae",
    b"\xe2\x81\xa6",
    b"\xf3\xa0\x80\x81",
    b"\xed\xa0\x80",
    b"\xe2\x80\x8b",
    b"\xef\xbb\xbf",
    b"a\xcc\x81" * 30,
    b"9" * 5000,
    b"1e999999",
    b"-1",
    b"NaN",
    b"\xc2\xb2",
    b"\xd9\xa3",
    b"\xc4\xb0",
    b"\xef\xac\x83",
    b"'",
    b'"',
    b'"""',
    b"\\",
    b"(" * 60,
    b"[" * 3000,
    b"{" * 60,
    b">" * 90,
    b"=?utf-8?b?4oCu?=",
    b"=?x?q?=",
    b"%s%n",
    b"{0}",
    b"${x}",
    b"<!--",
    b"&#0;",
    b"../../etc/passwd",
    b"--",
    b"if if if",
    b"unless",
    b" - " * 50,
    b"S " * 80,
    b"true",
    b"null",
    b"[]",
    b"{}",
    b'{"a":' * 300,
    b"0x10",
    b"1_000",
    b"2026-02-30",
    b"-0001-01-01",
    b"24:61",
    b"\t" * 200,
    b" " * 5000,
    b"\n" * 500,
)


def hostile(seeds: tuple[bytes, ...], chance: Random) -> bytes:
    """Some seed, changed at a few places: bytes turned, cut, doubled, moved, mixed with another, or something odd put
    in."""
    data = bytearray(chance.choice(seeds))
    for _ in range(chance.choice((1, 1, 2, 3, 8))):
        at, other = sorted((chance.randrange(len(data) + 1), chance.randrange(len(data) + 1)))
        other = min(other, at + chance.choice((1, 4, 40, 4000)))
        match chance.randrange(8):
            case 0:
                data[at:other] = b""
            case 1:
                data[at:at] = chance.choice(ODD)
            case 2:
                data[at:other] = chance.choice(ODD)
            case 3 if at < len(data):
                data[at] ^= 1 << chance.randrange(8)
            case 4:
                data[at:at] = bytes(data[at:other]) * chance.choice((1, 2, 20))
            case 5:
                second = chance.choice(seeds)
                begin = chance.randrange(len(second) + 1)
                data[at:other] = second[begin : begin + 400]
            case 6:
                data[at:other] = bytes(data[at:other])[::-1]
            case _:
                data[at:other] = bytes(data[at:other]).swapcase()
        del data[200_000:]
    return bytes(data)


ODD_VALUES = (
    None,
    True,
    False,
    0,
    -1,
    1e308,
    10**30,
    2**63,
    "",
    "\0",
    "\u202e",
    "S1901M",
    "9" * 50,
    [],
    {},
    [[]],
    {"": ""},
    ["A PAR"],
    {"FRANCE": ["A PAR"]},
    [None],
    {"x": {"x": {}}},
    "A PAR - BUR",
    "F STP/NC",
    "COMPLETED",
    0.5,
)


def twisted(value: Any, chance: Random, often: float = 0.02) -> Any:
    """A value of which some parts are others, are gone, or stand twice or elsewhere."""
    if chance.random() < often:
        return chance.choice(ODD_VALUES)
    if isinstance(value, dict):
        names = list(value)
        return {
            (chance.choice(names) if chance.random() < often else name): twisted(each, chance, often)
            for name, each in value.items()
            if chance.random() > often / 2
        }
    if isinstance(value, list):
        parts = [twisted(each, chance, often) for each in value if chance.random() > often / 2]
        return parts + parts[: chance.choice((0, 0, 0, 1, 3))]
    return value


def attempts(door: Door, chance: Random) -> Iterator[bytes]:
    """One after the other, without end."""
    seeds = door.seeds()
    while True:
        if door.form is not None and chance.random() < 0.8:
            value = door.form.read(chance.choice(seeds))
            yield door.form.write(twisted(value, chance, chance.choice((0.003, 0.02, 0.1))))
        else:
            yield hostile(seeds, chance)


__all__ = ["DOORS", "ODD", "Door", "attempts", "hostile"]
