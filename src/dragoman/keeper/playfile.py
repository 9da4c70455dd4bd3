"""A game in a file: what is set, given, written and expected, read from TOML with every fault told in one line."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from dataclasses import field as field_
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

from msgspec import Struct, ValidationError, convert, field

from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.board.mapfile import chart, chart_source
from dragoman.diplomacy.board.position import SHORT_PHASE, Dislodged, Phase, PhaseKind, Position
from dragoman.diplomacy.board.province import Place
from dragoman.diplomacy.board.unit import Unit, UnitKind
from dragoman.diplomacy.commands import OpenGame
from dragoman.diplomacy.houserules.clause import SheetError
from dragoman.diplomacy.houserules.presets import preset, read_preset
from dragoman.diplomacy.houserules.sheet import Sheet
from dragoman.diplomacy.speech import names
from dragoman.diplomacy.speech.blocks import cut
from dragoman.game.clock import UnknownZone, span, zone
from dragoman.game.press import OBSERVER
from dragoman.game.protocol import Speaker
from dragoman.game.repute import Listing, Repute
from dragoman.game.seats import GM, KEEPER, Seat
from dragoman.tongues.lexicon import LANGUAGES
from dragoman.tongues.misfits import misfit
from dragoman.tongues.saying import put

UNIT = re.compile(r"([AF])\s+([A-Z]{2,4})(?:\s*[/(]\s*([NSEW]C)\s*\)?)?", re.IGNORECASE)


class LetterTable(Struct, frozen=True, forbid_unknown_fields=True):
    """`[[letter]]`; `to` is whom it is sent to where the game's own address gets a copy alone; `replies` is the kind of
    letter (`press`, `results` …) to the last of which, of those sent to the writer, it replies."""

    at: Any
    sender: str = field(name="from")
    text: str = ""
    subject: str | None = None
    to: str = ""
    replies: str = ""


class OutageTable(Struct, frozen=True, forbid_unknown_fields=True):
    """`[[outage]]`: the host is away from `at` until `until`; letters that come meanwhile are heard when it is back."""

    at: Any
    until: Any


class GivenTable(Struct, frozen=True, forbid_unknown_fields=True):
    """`[given]`: a position to begin from; what is left out is as at the opening."""

    phase: str | None = None
    units: dict[str, list[str]] | None = None
    centers: dict[str, list[str]] | None = None
    centres: dict[str, list[str]] | None = None
    dislodged: dict[str, list[str]] = {}
    attacked_from: dict[str, str] = {}
    contested: list[str] = []


class KnownTable(Struct, frozen=True, forbid_unknown_fields=True):
    """`[known."x@example.org"]`: what a host knows of somebody from before: rounds kept, missed and excused, games
    left, and why they stand on the blacklist (empty: they do not)."""

    kept: int = 0
    missed: int = 0
    excused: int = 0
    left: int = 0
    listed: str = ""


class FileTable(Struct, frozen=True, forbid_unknown_fields=True):
    """The whole file."""

    game: str = "diplomacy"
    name: str | None = None
    map: str = "standard"
    rules: str = ""
    lang: str = "en"
    start: Any = datetime(2026, 1, 1, 18, tzinfo=UTC)
    seed: int = 0
    zone: str = ""
    hour: str | None = None
    weekdays: tuple[int, ...] = (0, 1, 2, 3, 4, 5, 6)
    begin: bool | None = None
    entry: Literal["open", "invited"] = "open"
    anonymous: bool = False
    least: int = 0
    hold: bool = False
    known: dict[str, KnownTable] = {}
    set: dict[str, Any] = {}
    given: GivenTable | None = None
    seats: dict[str, str] = {}
    letter: list[LetterTable] = []
    outage: list[OutageTable] = []
    expect: list[dict[str, Any]] = []


VARIANTS: Mapping[str, tuple[tuple[tuple[str, str], ...], str]] = {
    "diplomacy": ((), "datc"),
    "democracy": ((("D.1", "B"),), "democracy"),
    "payola": ((("P.1", "B"),), "payola"),
}
"""What `game` may say: a variant is Diplomacy with a clause that chooses it, whatever house rules are named beside it,
and with those of its own preset where none are."""


class Unplayable(Exception):
    """The file says something that cannot be: one line that names it."""


@dataclass(frozen=True, slots=True)
class Written:
    """A letter of the file. `to` is where it is sent while the game's own address gets a copy (empty: to that);
    `replies` the kind of letter that it replies to (empty: to none)."""

    at: datetime
    sender: str
    subject: str
    text: str
    to: str = ""
    replies: str = ""


@dataclass(frozen=True, slots=True)
class Expected:
    """An expectation: its number in the file (from 1), when it is looked at, and what it says."""

    number: int
    at: datetime
    holds: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Script:
    """A whole file. `board` is the chart of the map, None for a game without one, and `opening` the command that opens
    the game. `seats` maps each seat that is taken from the beginning to an address; `reputes` tell of some of them what
    is known from before; `outages` are when the host is down."""

    game: str
    name: str
    lang: str
    zone: str
    start: datetime
    board: Any
    opening: Any
    seats: Mapping[Seat, str]
    letters: tuple[Written, ...] = ()
    expected: tuple[Expected, ...] = ()
    gm: str = ""
    reputes: Mapping[str, Repute] = field_(default_factory=dict)
    outages: tuple[tuple[datetime, datetime], ...] = ()


def load(path: Path) -> Script:
    """Read a file. Raises Unplayable."""
    try:
        return script(tomllib.loads(path.read_text(encoding="utf-8")), path.stem, path.parent)
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError, Unplayable) as fault:
        raise Unplayable(" ".join(f"{path}: {misfit(fault)}".split())) from fault


def script(data: Mapping[str, Any], name: str = "play", folder: Path = Path()) -> Script:
    """Read the tables of a file; `name` is the game's where the file gives none, `folder` where a file of house rules
    is looked for. Raises Unplayable."""
    if data.get("game") == "nomic":
        from dragoman.keeper.nomic_script import nomic_script  # it reads letters and times as this does

        return nomic_script(data, name, folder)
    table = _table(data)
    board, name = _map(table), table.name or name
    start, zone_name = start_of(table)
    seats = {seat(board, written): address_of(address) for written, address in table.seats.items() if written != GM}
    letters = tuple(letter_of(each, number, start, name) for number, each in enumerate(table.letter, 1))
    outages = tuple((when(each.at, start, "outage"), when(each.until, start, "outage")) for each in table.outage)
    opening = OpenGame(
        by=Speaker(KEEPER, None),
        name=name,
        map=chart_source(table.map),
        rules=_rules(table, folder).as_rules(),
        seed=table.seed,
        lang=table.lang,
        zone=zone_name,
        hour=f"{start.astimezone(zone(zone_name)):%H:%M}" if table.hour is None else table.hour,
        weekdays=table.weekdays,
        given=_given(table.given, board) if table.given is not None else None,
        entry=table.entry,
        anonymous=table.anonymous,
        least=table.least,
        hold=table.hold,
        begin=_begins(table, seats, letters),
    )
    return Script(
        "diplomacy", name, table.lang, zone_name, start, board, opening, seats,
        tuple(sorted((_once_back(each, outages) for each in letters), key=lambda letter: letter.at)),
        tuple(expected_of(each, number, start) for number, each in enumerate(table.expect, 1)),
        address_of(table.seats[GM]) if GM in table.seats else "",
        {address_of(address): _repute(known, start) for address, known in table.known.items()},
        outages=outages,
    )  # fmt: skip


def _once_back(letter: Written, outages: Iterable[tuple[datetime, datetime]]) -> Written:
    """A letter that comes while the host is away is taken when it is back."""
    back = next((until for since, until in outages if since <= letter.at < until), letter.at)
    return replace(letter, at=back)


def _table(data: Mapping[str, Any]) -> FileTable:
    try:
        table = convert(data, FileTable)
    except ValidationError as fault:
        raise Unplayable(misfit(fault, FileTable)) from fault
    if table.game not in VARIANTS:
        raise Unplayable(f"no game is called {table.game!r} here; there are {', '.join((*VARIANTS, 'nomic'))}")
    if table.lang not in LANGUAGES:
        raise Unplayable(f"no language is called {table.lang!r} here; there are {', '.join(LANGUAGES)}")
    return table


# --- the game ---


def _map(table: FileTable) -> Chart:
    try:
        return chart(table.map)
    except LookupError as fault:
        raise Unplayable(str(fault.args[0])) from fault


def _rules(table: FileTable, folder: Path) -> Sheet:
    choosing, usual = VARIANTS[table.game]
    base = _base(table.rules or usual, folder)
    made = base.overlaid([*choosing, *_flat(table.set)]) if isinstance(base, Sheet) else base
    if isinstance(made, Sheet):
        return made
    raise Unplayable("; ".join(put(error.says, "en") for error in made))


def _base(rules: str, folder: Path) -> Sheet | tuple[SheetError, ...]:
    if not rules.endswith(".toml"):
        return preset(rules)
    try:
        return read_preset((folder / rules).read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as fault:
        raise Unplayable(f"rules = {rules!r}: {misfit(fault)}") from fault


def _flat(data: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, str]]:
    """Clauses and choices, where an unquoted `VI.4 = "D"` has made a table in a table."""
    for key, value in data.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{before}{key}.")
        else:
            yield f"{before}{key}", str(value)


def _begins(table: FileTable, seats: Mapping[Seat, str], letters: Iterable[Written]) -> bool:
    """Whether play begins at once, with seats left vacant: where the file names players, or a position, and nobody
    asks for a seat by letter."""
    if table.begin is not None:
        return table.begin
    named = table.given is not None or any(not seat.startswith(OBSERVER) for seat in seats)
    return named and not any(_asks(letter) for letter in letters)


def _asks(letter: Written) -> bool:
    """Whether a letter asks for a seat."""
    blocks, _ = cut(letter.text)
    return any(block.entry == "join" for block in blocks)


def start_of(table: Any) -> tuple[datetime, str]:
    """When the game is opened, in UTC, and the table's zone: the one named, or the offset of the start."""
    start = _moment(table.start, "start")
    named = table.zone or _offset(start)
    try:
        here = zone(named)
    except UnknownZone as fault:
        raise Unplayable(f"there is no time zone {named!r}") from fault
    return _universal(start.replace(tzinfo=start.tzinfo or here), table.start, "start"), named


def _offset(start: datetime) -> str:
    return f"{start:%z}"[:3] + ":" + f"{start:%z}"[3:5] if start.utcoffset() else "UTC"


# --- people ---


def seat(board: Chart, written: str) -> Seat:
    """The seat a file names. Raises Unplayable."""
    if written == GM or written.startswith(OBSERVER):
        return Seat(written)
    power = names.power(board, written)
    if power is None:
        known = ", ".join([*board.powers, "gm", '"observer NAME"'])
        raise Unplayable(f"nobody sits as {written!r}; there are {known}")
    return Seat(power)


def _repute(known: KnownTable, start: datetime) -> Repute:
    listings = (Listing("elsewhere", "", known.listed, start),) if known.listed else ()
    return Repute(known.kept, known.missed, known.excused, known.left, listings)


def address_of(written: object) -> str:
    address = str(written).strip().lower()
    if not re.fullmatch(r"[^\s@]+@[^\s@]+", address):
        raise Unplayable(f"{written!r} is no address")
    return address


# --- letters and expectations ---


def letter_of(table: LetterTable, number: int, start: datetime, name: str) -> Written:
    at = when(table.at, start, f"letter {number}")
    to = address_of(table.to) if table.to else ""
    subject = name if table.subject is None else table.subject
    return Written(at, address_of(table.sender), subject, table.text, to, table.replies)


def expected_of(data: Mapping[str, Any], number: int, start: datetime) -> Expected:
    if "at" not in data:
        raise Unplayable(f"expect {number} lacks 'at'")
    holds = {key: value for key, value in data.items() if key != "at"}
    return Expected(number, when(data["at"], start, f"expect {number}"), holds)


def when(written: object, start: datetime, where: str = "") -> datetime:
    """A moment of the file: a span after the start (`P1DT2H`), or a date and time. Raises Unplayable."""
    if isinstance(written, str) and written[:1] == "P":
        return _later(start, written, where)
    return _universal(_moment(written, where), written, where)


def _later(start: datetime, written: str, where: str) -> datetime:
    try:
        after = span(written)
        if after is not None:
            return start + after
    except OverflowError as fault:
        raise Unplayable(f"{where}: {written!r} ends later than any calendar goes") from fault
    raise Unplayable(f"{where}: {written!r} is no span of time; write P1DT2H")


def _universal(at: datetime, written: object, where: str) -> datetime:
    """The moment in UTC; without an offset it is taken to be so already."""
    try:
        return (at if at.tzinfo else at.replace(tzinfo=UTC)).astimezone(UTC)
    except OverflowError as fault:
        raise Unplayable(f"{where}: {str(written)!r} is outside the years that a calendar has") from fault


def _moment(written: object, where: str) -> datetime:
    if isinstance(written, datetime):
        return written
    try:
        return datetime.fromisoformat(str(written))
    except ValueError as fault:
        raise Unplayable(f"{where}: {written!r} is no time; write P1DT2H or 2026-03-02T18:00:00+02:00") from fault


# --- positions ---


def _given(table: GivenTable, board: Chart) -> Position:
    centres = table.centers if table.centers is not None else table.centres
    sources = {_province(board, key): _province(board, value) for key, value in table.attacked_from.items()}
    exiles = units(table.dislodged, board)
    return Position(
        phase=phase(table.phase, board) if table.phase is not None else board.first_phase(),
        units=units(table.units, board) if table.units is not None else board.opening.units,
        centres=owners(centres, board) if centres is not None else dict(board.opening.centres),
        dislodged=tuple(Dislodged(unit, sources.get(unit.province)) for unit in exiles),
        contested=frozenset(_province(board, name) for name in table.contested),
    )


def phase(written: object, board: Chart) -> Phase:
    """A phase written short. Raises Unplayable."""
    found = SHORT_PHASE.fullmatch(str(written).strip())
    seasons = {season[0]: season for season in (*board.turns, board.adjustment_season)}
    if found is None or found[1].upper() not in seasons:
        raise Unplayable(f"{written!r} is no phase; write S1901M")
    kind = {"M": PhaseKind.MOVEMENT, "R": PhaseKind.RETREAT, "A": PhaseKind.ADJUSTMENT}[found[3].upper()]
    return Phase(seasons[found[1].upper()], int(found[2]), kind)


def units(data: Mapping[str, Iterable[str]], board: Chart) -> tuple[Unit, ...]:
    """Units by power (`Austria = ["A VIE"]`). Raises Unplayable."""
    return tuple(sorted(unit(power, text, board) for power, texts in data.items() for text in texts))


def unit(power: str, text: str, board: Chart) -> Unit:
    """One unit of a power. Raises Unplayable."""
    found = UNIT.fullmatch(text.strip())
    if found is None:
        raise Unplayable(f"{text!r} is no unit; write A VIE or F STP/NC")
    place = Place(_province(board, found[2]), (found[3] or "").upper())
    made = Unit(seat(board, power), UnitKind(found[1].upper()), place)
    if not board.can_stand(made.kind, place):
        raise Unplayable(f"{text!r}: no such unit can stand there")
    return made


def owners(data: Mapping[str, Iterable[str]], board: Chart) -> dict[str, str]:
    """Who owns which centre. Raises Unplayable."""
    return {_province(board, name): seat(board, power) for power, held in data.items() for name in held}


def _province(board: Chart, name: str) -> str:
    if name.upper() not in board.provinces:
        raise Unplayable(f"the map has no province {name!r}")
    return name.upper()
