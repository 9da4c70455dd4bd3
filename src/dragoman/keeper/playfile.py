"""A game in a file: what is set, given, written and expected, read from TOML with every fault told in one line."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.board.mapfile import chart, chart_source
from dragoman.diplomacy.board.position import Dislodged, Phase, PhaseKind, Position
from dragoman.diplomacy.board.province import Place
from dragoman.diplomacy.board.unit import Unit, UnitKind
from dragoman.diplomacy.commands import OpenGame
from dragoman.diplomacy.houserules.presets import preset, read_preset
from dragoman.diplomacy.houserules.sheet import Sheet
from dragoman.diplomacy.speech import names
from dragoman.diplomacy.speech.blocks import cut
from dragoman.game.clock import UnknownZone, zone
from dragoman.game.press import OBSERVER
from dragoman.game.protocol import Speaker
from dragoman.game.seats import GM, KEEPER, Seat
from dragoman.tongues.saying import put

SPAN = re.compile(r"P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?")
UNIT = re.compile(r"([AF])\s+([A-Z]{2,4})(?:\s*[/(]\s*([NSEW]C)\s*\)?)?", re.IGNORECASE)
KEYS = frozenset({"game", "name", "map", "rules", "lang", "start", "seed", "zone", "hour", "weekdays", "begin", "entry",
                  "set", "given", "seats", "letter", "expect"})  # fmt: skip
GIVEN = frozenset({"phase", "units", "centers", "centres", "dislodged", "attacked_from", "contested"})


class Unplayable(Exception):
    """The file says something that cannot be: one line that names it."""


@dataclass(frozen=True, slots=True)
class Written:
    """A letter of the file."""

    at: datetime
    sender: str
    subject: str
    text: str


@dataclass(frozen=True, slots=True)
class Expected:
    """An expectation: its number in the file (from 1), when it is looked at, and what it says."""

    number: int
    at: datetime
    holds: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Script:
    """A whole file. `seats` maps each seat that is taken from the beginning to an address."""

    game: str
    name: str
    lang: str
    zone: str
    start: datetime
    board: Chart
    opening: OpenGame
    seats: Mapping[Seat, str]
    letters: tuple[Written, ...] = ()
    expected: tuple[Expected, ...] = ()
    gm: str = ""


def load(path: Path) -> Script:
    """Read a file. Raises Unplayable."""
    try:
        return script(tomllib.loads(path.read_text(encoding="utf-8")), path.stem)
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as fault:
        raise Unplayable(f"{path}: {fault}") from fault
    except Unplayable as fault:
        raise Unplayable(f"{path}: {fault}") from fault


def script(data: Mapping[str, Any], name: str = "play") -> Script:
    """Read the tables of a file; `name` is the game's where the file gives none. Raises Unplayable."""
    if data.get("game", "diplomacy") != "diplomacy":
        raise Unplayable(f"no game is called {data['game']!r} here; there is diplomacy")
    unknown = sorted(data.keys() - KEYS)
    if unknown:
        raise Unplayable(f"{unknown[0]!r} is no key of a game in a file; there are {', '.join(sorted(KEYS))}")
    board = _map(data)
    start, zone_name = _start(data)
    gm, seats = _seats(data, board)
    letters = tuple(_letter(each, n, start, data.get("name", name)) for n, each in enumerate(data.get("letter", ()), 1))
    return Script(
        game="diplomacy",
        name=str(data.get("name", name)),
        lang=str(data.get("lang", "en")),
        zone=zone_name,
        start=start,
        board=board,
        opening=_opening(data, board, name, start, zone_name, _begins(data, seats, letters)),
        seats=seats,
        letters=tuple(sorted(letters, key=lambda letter: letter.at)),
        expected=tuple(_expected(each, n, start) for n, each in enumerate(data.get("expect", ()), 1)),
        gm=gm,
    )


# --- the game ---


def _map(data: Mapping[str, Any]) -> Chart:
    try:
        return chart(str(data.get("map", "standard")))
    except LookupError as fault:
        raise Unplayable(str(fault.args[0])) from fault


def _opening(
    data: Mapping[str, Any], board: Chart, name: str, start: datetime, zone_name: str, begin: bool
) -> OpenGame:
    """The opening, still without its people."""
    local = start.astimezone(zone(zone_name))
    return OpenGame(
        by=Speaker(KEEPER, None),
        name=str(data.get("name", name)),
        map=chart_source(str(data.get("map", "standard"))),
        rules=_rules(data).as_rules(),
        seed=int(data.get("seed", 0)),
        lang=str(data.get("lang", "en")),
        zone=zone_name,
        hour=str(data.get("hour", f"{local:%H:%M}")),
        weekdays=tuple(data.get("weekdays", range(7))),
        given=_given(data["given"], board) if "given" in data else None,
        entry=str(data.get("entry", "open")),
        begin=begin,
    )


def _rules(data: Mapping[str, Any]) -> Sheet:
    named = str(data.get("rules", "datc"))
    try:
        base = read_preset(Path(named).read_text(encoding="utf-8")) if named.endswith(".toml") else preset(named)
    except OSError as fault:
        raise Unplayable(f"rules = {named!r}: {fault}") from fault
    changes = [(key, str(value)) for key, value in data.get("set", {}).items()]
    made = base.overlaid(changes) if isinstance(base, Sheet) else base
    if isinstance(made, Sheet):
        return made
    raise Unplayable("; ".join(put(error.says, "en") for error in made))


def _begins(data: Mapping[str, Any], seats: Mapping[Seat, str], letters: Iterable[Written]) -> bool:
    """Whether play begins at once, with seats left vacant: where the file names players, or a position, and nobody
    asks for a seat by letter."""
    if "begin" in data:
        return bool(data["begin"])
    named = "given" in data or any(not seat.startswith(OBSERVER) for seat in seats)
    return named and not any(_asks(letter) for letter in letters)


def _asks(letter: Written) -> bool:
    """Whether a letter asks for a seat."""
    blocks, _ = cut(letter.text)
    return any(block.entry == "join" for block in blocks)


def _start(data: Mapping[str, Any]) -> tuple[datetime, str]:
    """When the game is opened, in UTC, and the table's zone: the one named, or the offset of the start."""
    given = data.get("start", datetime(2026, 1, 1, 18, tzinfo=UTC))
    start = _moment(given, "start")
    named = str(data.get("zone", "")) or _offset(start)
    try:
        here = zone(named)
    except UnknownZone as fault:
        raise Unplayable(f"there is no time zone {named!r}") from fault
    return start.replace(tzinfo=start.tzinfo or here).astimezone(UTC), named


def _offset(start: datetime) -> str:
    return f"{start:%z}"[:3] + ":" + f"{start:%z}"[3:5] if start.utcoffset() else "UTC"


# --- people ---


def _seats(data: Mapping[str, Any], board: Chart) -> tuple[str, dict[Seat, str]]:
    gm, seats = "", {}
    for written, address in data.get("seats", {}).items():
        if written == GM:
            gm = _address(address)
        else:
            seats[seat(board, written)] = _address(address)
    return gm, seats


def seat(board: Chart, written: str) -> Seat:
    """The seat a file names. Raises Unplayable."""
    if written == GM or written.startswith(OBSERVER):
        return Seat(written)
    power = names.power(board, written)
    if power is None:
        known = ", ".join([*board.powers, "gm", '"observer NAME"'])
        raise Unplayable(f"nobody sits as {written!r}; there are {known}")
    return Seat(power)


def _address(written: object) -> str:
    address = str(written).strip().lower()
    if not re.fullmatch(r"[^\s@]+@[^\s@]+", address):
        raise Unplayable(f"{written!r} is no address")
    return address


# --- letters and expectations ---


def _letter(data: Mapping[str, Any], number: int, start: datetime, name: str) -> Written:
    try:
        return Written(
            when(data["at"], start, f"letter {number}"),
            _address(data["from"]),
            str(data.get("subject", name)),
            str(data.get("text", "")),
        )
    except KeyError as fault:
        raise Unplayable(f"letter {number} lacks {fault.args[0]!r}") from fault


def _expected(data: Mapping[str, Any], number: int, start: datetime) -> Expected:
    if "at" not in data:
        raise Unplayable(f"expect {number} lacks 'at'")
    holds = {key: value for key, value in data.items() if key != "at"}
    return Expected(number, when(data["at"], start, f"expect {number}"), holds)


def when(written: object, start: datetime, where: str = "") -> datetime:
    """A moment of the file: a span after the start (`P1DT2H`), or a date and time. Raises Unplayable."""
    if isinstance(written, str) and written[:1] == "P":
        found = SPAN.fullmatch(written)
        if found is None or written in ("P", "PT"):
            raise Unplayable(f"{where}: {written!r} is no span of time; write P1DT2H")
        weeks, days, hours, minutes, seconds = (int(part or 0) for part in found.groups())
        return start + timedelta(weeks=weeks, days=days, hours=hours, minutes=minutes, seconds=seconds)
    at = _moment(written, where)
    return (at if at.tzinfo else at.replace(tzinfo=UTC)).astimezone(UTC)


def _moment(written: object, where: str) -> datetime:
    if isinstance(written, datetime):
        return written
    try:
        return datetime.fromisoformat(str(written))
    except ValueError as fault:
        raise Unplayable(f"{where}: {written!r} is no time; write P1DT2H or 2026-03-02T18:00:00+02:00") from fault


# --- positions ---


def _given(data: Mapping[str, Any], board: Chart) -> Position:
    unknown = sorted(data.keys() - GIVEN)
    if unknown:
        raise Unplayable(f"given: {unknown[0]!r} cannot be given; there are {', '.join(sorted(GIVEN))}")
    centres = data.get("centers", data.get("centres"))
    sources = {_province(board, key): _province(board, value) for key, value in data.get("attacked_from", {}).items()}
    exiles = units(data.get("dislodged", {}), board)
    return Position(
        phase=phase(data.get("phase", str(board.first_phase())), board),
        units=units(data["units"], board) if "units" in data else board.opening.units,
        centres=owners(centres, board) if centres is not None else dict(board.opening.centres),
        dislodged=tuple(Dislodged(unit, sources.get(unit.province)) for unit in exiles),
        contested=frozenset(_province(board, name) for name in data.get("contested", ())),
    )


def phase(written: object, board: Chart) -> Phase:
    """A phase written short. Raises Unplayable."""
    found = re.fullmatch(r"([A-Za-z])(\d{3,4})([MRA])", str(written).strip())
    seasons = {season[0]: season for season in (*board.turns, board.adjustment_season)}
    if found is None or found[1].upper() not in seasons:
        raise Unplayable(f"{written!r} is no phase; write S1901M")
    kind = {"M": PhaseKind.MOVEMENT, "R": PhaseKind.RETREAT, "A": PhaseKind.ADJUSTMENT}[found[3]]
    return Phase(seasons[found[1].upper()], int(found[2]), kind)


def units(data: object, board: Chart) -> tuple[Unit, ...]:
    """Units by power (`Austria = ["A VIE"]`), or as triples. Raises Unplayable."""
    if isinstance(data, Mapping):
        pairs = [(power, text) for power, texts in data.items() for text in texts]
    else:
        pairs = [(power, f"{kind} {place}") for power, kind, place in (data if isinstance(data, list) else ())]
    return tuple(sorted(unit(power, text, board) for power, text in pairs))


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
