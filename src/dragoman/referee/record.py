"""A table's record as a file: a line that says what it is, then a line of JSON for each event with its salt and seal.

The file is the whole game. It holds no address and no name; persons stand in it by id. Read back, it is the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

import msgspec

from dragoman.game.protocol import Game
from dragoman.game.saying import Saying, say
from dragoman.referee.chain import FORM, Entry, broken, form_of, moment
from dragoman.tongues.misfits import misfit


class Heading(msgspec.Struct, frozen=True, omit_defaults=True):
    """The first line: the kind of the file, how its chain is sealed, which table of which game it is, and how many
    lines follow (0: the file is older than that was said)."""

    dragoman: str
    format: int
    table: str
    game: str
    lines: int = 0


class Line(msgspec.Struct, frozen=True):
    """One event: bytes as hexadecimal, the event itself as it was written."""

    n: int
    at: str
    salt: str
    seal: str
    event: msgspec.Raw


@dataclass(frozen=True, slots=True)
class Record:
    """A record read from a file; nothing is said yet of whether its chain is whole."""

    table: str
    game: str
    entries: tuple[Entry, ...]


class Unreadable(Exception):
    """The file is no record: the line (from 1), and what is wrong with it."""

    def __init__(self, line: int, says: Saying) -> None:
        super().__init__(f"line {line}: {says.text}")
        self.line = line
        self.says = says


def write(record: Record) -> Iterator[bytes]:
    """The file, line by line, each with its line end."""
    form = form_of(record.table, record.game, record.entries)
    yield msgspec.json.encode(Heading("record", form, record.table, record.game, len(record.entries))) + b"\n"
    for e in record.entries:
        line = Line(e.n, moment(e.at), e.salt.hex(), e.seal.hex(), msgspec.Raw(e.data))
        yield msgspec.json.encode(line) + b"\n"


def read(lines: Iterable[bytes]) -> Record:
    """What `write` wrote. Raises Unreadable."""
    numbered = enumerate(lines, start=1)
    _, first = next(numbered, (1, b""))
    try:
        heading = msgspec.json.decode(first, type=Heading)
    except (msgspec.MsgspecError, RecursionError) as fault:
        raise Unreadable(1, say("This is not a game's record: its first line does not say so.")) from fault
    if heading.dragoman != "record" or heading.format not in (1, FORM):
        raise Unreadable(1, say("This record is in a format that this version does not know."))
    as_written(1, first, heading)
    entries = tuple(_entry(number, line) for number, line in numbered if line.strip())
    if not entries:
        raise Unreadable(1, say("This record holds no event; it ends after its first line."))
    whole(heading, len(entries))
    return Record(heading.table, heading.game, entries)


def whole(heading: Heading, lines: int) -> None:
    """Raises Unreadable where not all the lines are there that the first one tells of."""
    if heading.lines and lines != heading.lines:
        text = say("The file is not whole: its first line tells of {count} more, and {n} are there.",
                   count=heading.lines, n=lines)  # fmt: skip
        raise Unreadable(min(lines, heading.lines) + 1, text)


def _entry(number: int, text: bytes) -> Entry:
    try:
        line = msgspec.json.decode(text, type=Line)
        as_written(number, text, line)
        at = datetime.strptime(line.at, "%Y-%m-%dT%H:%M:%S.%fZ").replace(tzinfo=UTC)
        return Entry(line.n, at, bytes.fromhex(line.salt), bytes(line.event), bytes.fromhex(line.seal))
    except (msgspec.MsgspecError, ValueError, RecursionError) as fault:
        raise Unreadable(number, say("This line is not an event of a record: {fault}.", fault=amiss(fault))) from fault


def amiss(fault: Exception) -> str:
    """Why a line cannot be read, in plain words."""
    if isinstance(fault, (msgspec.MsgspecError, RecursionError)):
        return misfit(fault)
    return "its moment is none, or its salt or seal is no number in hexadecimal"


def as_written(number: int, line: bytes, read: msgspec.Struct) -> None:
    """Raises Unreadable where a line is not byte for byte what is written for what it says: it was altered, if only in
    a blank or in the case of a digit, which no seal would show."""
    if line.rstrip(b"\r\n") != msgspec.json.encode(read):
        raise Unreadable(number, say("This line is not as it was written: something in it was altered."))


def verify(record: Record, games: Mapping[str, Game]) -> tuple[Saying, ...]:
    """What is wrong with a record: where its chain is broken, which event cannot be read or folded. Empty if sound."""
    at = broken(record.table, record.game, record.entries)
    if at is not None:
        return (say("The chain is broken at event {n}: it, or one before it, is not what was recorded.", n=at),)
    game = games.get(record.game)
    if game is None:
        return (say("The chain is whole, but nobody here knows the game “{game}”.", game=record.game),)
    state = None
    for entry in record.entries:
        try:
            state = game.evolve(state, game.decode_event(entry.data))
        except Exception as fault:
            kind = type(fault).__name__
            return (say("Event {n} cannot be read and folded: {kind}: {fault}", n=entry.n, kind=kind, fault=fault),)
    return ()
