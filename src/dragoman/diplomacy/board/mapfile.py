"""Map files are TOML written for people; this is their one reader. A faulty map is refused with every fault it has,
each with line, word and what to write instead; in a map that is read no border is one-sided and no word means two.

The form of the file is told at the head of `maps/standard.toml`.
"""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.board.maptext import TOML_PLACE, MapError, MapText
from dragoman.diplomacy.board.position import Phase, PhaseKind, Position
from dragoman.diplomacy.board.power import Power
from dragoman.diplomacy.board.province import Place, Province, Terrain
from dragoman.diplomacy.board.unit import Unit, UnitKind
from dragoman.game.saying import say
from dragoman.game.toml import Untoml, toml

BUILD_SITES = ("home", "owned", "owned-if-home")
"""Where units may be built: in owned home centres; in any owned centre; in any owned one while a home one is owned."""

PROVINCE_ID = re.compile(r"[A-Z][A-Z0-9]{1,4}")
MAP_KEYS = frozenset({"id", "name", "start", "turns", "years", "rounds", "adjustments", "victory", "builds"})
POWER_KEYS = frozenset(
    {
        "name",
        "adjective",
        "genitive",
        "alias",
        "letter",
        "colour",
        "capital",
        "ruler",
        "places",
        "units",
        "centres",
    }
)
PROVINCE_KEYS = frozenset({"name", "alias", "centre", "home", "army", "fleet", "convoys", "one_way"})


@cache
def chart_names() -> tuple[str, ...]:
    """The names of the maps that come with the program."""
    folder = resources.files("dragoman.diplomacy.board") / "maps"
    return tuple(sorted(entry.name.removesuffix(".toml") for entry in folder.iterdir() if entry.name.endswith(".toml")))


def chart_source(name: str) -> str:
    """The text of a map file that comes with the program.

    Raises LookupError, naming the maps there are, if there is none of that name.
    """
    if name not in chart_names():
        raise LookupError(f"no map is called {name!r}; there are {', '.join(chart_names())}")
    return (resources.files("dragoman.diplomacy.board") / "maps" / f"{name}.toml").read_text(encoding="utf-8")


@cache
def chart(name: str) -> Chart:
    """A map that comes with the program, read once. Raises LookupError as `chart_source` does."""
    read = read_chart(chart_source(name), f"{name}.toml")
    if isinstance(read, Chart):
        return read
    raise LookupError("; ".join(f"{e.source}:{e.line}: {e.code} {e.word}" for e in read))


def read_chart(text: str, source: str) -> Chart | tuple[MapError, ...]:
    """Read the text of a map file. `source` is the name under which its faults are told (a file's name)."""
    try:
        data = toml(text)
    except Untoml as error:
        return (_syntax(str(error), source),)
    reader = _Reader(data, MapText(text), source)
    made = reader.chart()
    return tuple(sorted(reader.errors, key=lambda e: (e.line, e.column))) if made is None else made


def folded(word: str) -> str:
    """A word as it is compared with others: without case, accents, punctuation and doubled spaces."""
    plain = "".join(c for c in unicodedata.normalize("NFKD", word.casefold()) if not unicodedata.combining(c))
    return " ".join("".join(c if c.isalnum() else " " for c in plain).split())


def _syntax(message: str, source: str) -> MapError:
    """A fault in the TOML itself; the parser names the place in its message."""
    place = TOML_PLACE.search(message)
    line, column = (int(place[1]), int(place[2])) if place else (1, 1)
    fault = TOML_PLACE.sub("", message).strip()
    return MapError("syntax", source, line, column, "", say("this is not TOML: {fault}", fault=fault))


@dataclass(frozen=True, slots=True)
class _Spot:
    """One province as the file has it: its table (`coastal.STP`), id, terrain and keys."""

    table: str
    id: str
    terrain: Terrain
    data: Mapping[str, Any]

    @property
    def coasts(self) -> tuple[str, ...]:
        fleet = self.data.get("fleet")
        return tuple(fleet) if isinstance(fleet, dict) else ()


@dataclass(frozen=True, slots=True)
class _Border:
    """One border as written on one side."""

    key: str
    here: Place
    word: str
    there: Place


class _Reader:
    """Reads one file, collecting faults; what has a fault is left out, so that the rest can be judged too."""

    def __init__(self, data: Mapping[str, Any], text: MapText, source: str) -> None:
        self.data, self.text, self.source = data, text, source
        self.errors: list[MapError] = []
        self.spots = {spot.id: spot for spot in self._spots()}
        self.powers: Mapping[str, Any] = dict(self._powers())

    # --- telling ---

    def fault(self, code: str, table: str, key: str, word: str, text: str, /, **args: object) -> None:
        line, column = self.text.find(table, key, word)
        self.errors.append(MapError(code, self.source, line, column, word, say(text, word=word, **args)))

    def _unknown(self, code: str, table: str, key: str, word: str, known: Iterable[str]) -> None:
        near = difflib.get_close_matches(word.upper(), [k.upper() for k in known], n=1, cutoff=0.5)
        back = {k.upper(): k for k in known}
        if near:
            self.fault(code, table, key, word, "{word} is not known here; write {instead}", instead=back[near[0]])
        else:
            self.fault(
                code, table, key, word, "{word} is not known here; write one of {known}", known=", ".join(sorted(known))
            )

    # --- the whole ---

    def chart(self) -> Chart | None:
        self._known_keys()
        heading = self._heading()
        provinces = {spot.id: self._province(spot) for spot in self.spots.values()}
        powers = {name: self._power(name, keys) for name, keys in self.powers.items()}
        army = self._borders(UnitKind.ARMY)
        fleet = self._borders(UnitKind.FLEET)
        self._clashes([(self.spots[p.id].table, p) for p in provinces.values()])
        self._clashes([(f"power.{p.id}", p) for p in powers.values()])
        self._letters(powers)
        opening = self._opening(heading.start, provinces)
        if self.errors:
            return None
        return Chart(
            heading.id,
            heading.names,
            provinces,
            powers,
            army,
            fleet,
            opening,
            heading.turns,
            heading.adjustments,
            heading.victory,
            heading.builds,
            heading.years,
            heading.rounds,
        )

    def _spots(self) -> Iterator[_Spot]:
        seen: dict[str, str] = {}
        for terrain in Terrain:
            for name, keys in self._table(terrain.value).items():
                table = f"{terrain.value}.{name}"
                if name in seen:
                    self.fault("twice", table, "", name, "{word} is under [{other}] too; keep one", other=seen[name])
                elif not isinstance(keys, dict):
                    self.fault("form", terrain.value, name, name, "write a table: [{table}]", table=table)
                elif not PROVINCE_ID.fullmatch(name):
                    self.fault("form", table, "", name, "a province has two to five capitals and figures for its id")
                else:
                    seen[name] = table
                    yield _Spot(table, name, terrain, keys)

    def _powers(self) -> Iterator[tuple[str, Mapping[str, Any]]]:
        for name, keys in self._table("power").items():
            if isinstance(keys, dict):
                yield name, keys
            else:
                self.fault("form", "power", name, name, "write a table: [{table}]", table=f"power.{name}")

    def _table(self, name: str) -> Mapping[str, Any]:
        found = self.data.get(name, {})
        return found if isinstance(found, dict) else {}

    def _known_keys(self) -> None:
        tables = {"map", "power", *(t.value for t in Terrain)}
        for name in sorted(self.data.keys() - tables):
            self._unknown("unknown-table", name, "", name, tables)
        self._only("map", self._table("map"), MAP_KEYS)
        for name, keys in self.powers.items():
            self._only(f"power.{name}", keys, POWER_KEYS)
        for spot in self.spots.values():
            self._only(spot.table, spot.data, PROVINCE_KEYS)

    def _only(self, table: str, keys: Mapping[str, Any], known: frozenset[str]) -> None:
        for key in keys:
            if key not in known:
                self._unknown("unknown-key", table, key, key, known)

    # --- pieces of a table ---

    def _value(self, table: str, keys: Mapping[str, Any], key: str, kind: type, default: Any) -> Any:
        """A value of the wanted type; a fault and the default where it has another, or is wanted and missing (None)."""
        found = keys.get(key, default)
        if found is None or not isinstance(found, kind) or (kind is int and isinstance(found, bool)):
            self.fault("form", table, key, key, "{word} must be given as {kind}", kind=_KINDS[kind])
            return kind()
        return found

    def _words(self, table: str, keys: Mapping[str, Any], key: str) -> dict[str, str]:
        """A word per language, `{ en = "…", fi = "…" }`; a bare string is English."""
        found = keys.get(key)
        if isinstance(found, str):
            return {"en": found}
        if not isinstance(found, dict) or not all(isinstance(v, str) for v in found.values()) or "en" not in found:
            self.fault("form", table, key, key, '{word} must be given as { en = "…", fi = "…" }')
            return {"en": ""}
        return dict(found)

    def _lists(self, table: str, keys: Mapping[str, Any], key: str) -> dict[str, tuple[str, ...]]:
        """A list of words per language; a bare list is English."""
        found = keys.get(key, {})
        found = {"en": found} if isinstance(found, list) else found
        if isinstance(found, dict) and all(_strings(v) for v in found.values()):
            return {language: tuple(words) for language, words in found.items()}
        self.fault("form", table, key, key, '{word} must be given as a list per language: {word}.en = ["…"]')
        return {}

    def _heading(self) -> _Heading:
        keys = self._table("map")
        turns = tuple(keys.get("turns", ())) if _strings(keys.get("turns")) else ()
        if not turns:
            self.fault("form", "map", "turns", "turns", 'turns must be given as ["Spring", "Fall"]')
        builds = self._value("map", keys, "builds", str, "home")
        if builds not in BUILD_SITES:
            self._unknown("unknown-word", "map", "builds", builds, BUILD_SITES)
        centres = sum(bool(spot.data.get("centre")) for spot in self.spots.values())
        victory = self._value("map", keys, "victory", int, None)
        if not 0 < victory <= centres:
            self.fault(
                "victory",
                "map",
                "victory",
                str(victory),
                "{word} centres cannot be won: the map has {centres}; write a number from 1 to {centres}",
                centres=centres,
            )
        return _Heading(
            self._value("map", keys, "id", str, None),
            self._words("map", keys, "name"),
            self._start(keys, turns),
            turns,
            self._value("map", keys, "adjustments", str, "Winter"),
            victory,
            builds,
            self._count(keys, "years"),
            self._count(keys, "rounds"),
        )

    def _count(self, keys: Mapping[str, Any], key: str) -> int:
        """A number of the heading that is one where it is left out, and never less."""
        found: int = self._value("map", keys, key, int, 1)
        if found < 1:
            self.fault("form", "map", key, str(found), "{key} must be 1 or more", key=key)
            return 1
        return found

    def _start(self, keys: Mapping[str, Any], turns: tuple[str, ...]) -> Phase:
        season, _, year = self._value("map", keys, "start", str, None).partition(" ")
        if season not in turns or not year.isdecimal():
            wanted = f"{turns[0]} 1901" if turns else "Spring 1901"
            self.fault(
                "start",
                "map",
                "start",
                season,
                "the game must start in a season of turns and a year: write {wanted}",
                wanted=wanted,
            )
            return Phase("Spring", 1901, PhaseKind.MOVEMENT)
        return Phase(season, int(year), PhaseKind.MOVEMENT)

    def _province(self, spot: _Spot) -> Province:
        data = spot.data
        home = self._value(spot.table, data, "home", str, None) if "home" in data else None
        if home is not None and home not in self.powers:
            self._unknown("unknown-power", spot.table, "home", home, self.powers)
        sea = spot.terrain is Terrain.SEA
        return Province(
            id=spot.id,
            terrain=spot.terrain,
            names=self._words(spot.table, data, "name"),
            aliases=self._lists(spot.table, data, "alias"),
            coasts=spot.coasts,
            centre=self._value(spot.table, data, "centre", bool, False),
            home=home,
            convoys=self._value(spot.table, data, "convoys", bool, sea),
        )

    def _power(self, name: str, data: Mapping[str, Any]) -> Power:
        table = f"power.{name}"
        capital = self._value(table, data, "capital", str, None) if "capital" in data else None
        if capital is not None and capital not in self.spots:
            self._unknown("unknown-province", table, "capital", capital, self.spots)
        return Power(
            id=name,
            names=self._words(table, data, "name"),
            adjectives=self._words(table, data, "adjective"),
            aliases=self._lists(table, data, "alias"),
            letter=self._value(table, data, "letter", str, None),
            colour=self._value(table, data, "colour", str, None),
            capital=capital,
            ruler=self._words(table, data, "ruler") if "ruler" in data else None,
            genitives=self._words(table, data, "genitive") if "genitive" in data else None,
            places=self._lists(table, data, "places").get("en", ()),
        )

    # --- borders ---

    def _borders(self, kind: UnitKind) -> dict[Place, frozenset[Place]]:
        found: dict[Place, set[Place]] = {}
        written: list[_Border] = []
        for spot in self.spots.values():
            for border in self._written(spot, kind):
                if border.there in found.setdefault(border.here, set()):
                    self.fault("twice", spot.table, border.key, border.word, "{word} is listed twice; strike one")
                elif self._fits(spot, kind, border):
                    found[border.here].add(border.there)
                    written.append(border)
        for border in written:
            self._mirrored(kind, border, found)
        return {here: frozenset(there) for here, there in sorted(found.items())}

    def _written(self, spot: _Spot, kind: UnitKind) -> Iterator[_Border]:
        listed = spot.data.get("army" if kind is UnitKind.ARMY else "fleet", "")
        by_coast = listed if isinstance(listed, dict) else {"": listed}
        for coast, words in by_coast.items():
            key = f"fleet.{coast}" if coast else kind.name.lower()
            if not isinstance(words, str):
                self.fault(
                    "form", spot.table, key, key, '{word} must be given as province ids in one string: "BUD VIE"'
                )
                continue
            for word in words.split():
                yield _Border(key, Place(spot.id, coast), word, Place.parse(word))

    def _fits(self, spot: _Spot, kind: UnitKind, border: _Border) -> bool:
        """Whether a unit of that kind can stand at both ends; tells what is wrong with the far one where it cannot."""
        there = self.spots.get(border.there.province)
        tell = (spot.table, border.key, border.word)
        if there is None:
            self._unknown("unknown-province", *tell, self.spots)
        elif there.id == spot.id:
            self.fault("border", *tell, "{word} borders itself; strike it")
        elif kind is UnitKind.ARMY and border.there.coast:
            self.fault("border", *tell, "armies know no coasts; write {instead}", instead=there.id)
        elif _barred(kind, there.terrain) or _barred(kind, spot.terrain):
            self.fault(
                "border",
                *tell,
                "no {kind} can go between {here} and {there}; strike {word}",
                kind=kind.name.lower(),
                here=spot.table,
                there=there.table,
            )
        elif kind is UnitKind.FLEET and border.there.coast not in (there.coasts or ("",)):
            wanted = " or ".join(f"{there.id}/{c}" for c in there.coasts) or there.id
            self.fault("coast", *tell, "{word} is no place for a fleet; write {wanted}", wanted=wanted)
        else:
            return True
        return False

    def _mirrored(self, kind: UnitKind, border: _Border, found: Mapping[Place, set[Place]]) -> None:
        """Tell of a border that its other side does not have, unless this side says that it is one-way on purpose."""
        spot = self.spots[border.here.province]
        if border.here in found.get(border.there, ()) or border.word in str(spot.data.get("one_way", "")).split():
            return
        key = f"fleet.{border.there.coast}" if border.there.coast else kind.name.lower()
        self.fault(
            "one-sided",
            spot.table,
            border.key,
            border.word,
            "{here} borders {word}, but {word} does not border {here}; "
            "add {here} to {key} of {there}, or strike {word}",
            here=border.here,
            key=key,
            there=border.there.province,
        )

    # --- words that mean two things ---

    def _clashes(self, named: Sequence[tuple[str, Province | Power]]) -> None:
        """Tell of every name or alias that already means another of `named` (given with their tables)."""
        owners: dict[str, str] = {folded(one.id): one.id for _, one in named}
        for table, one in named:
            written = [("name", word) for word in one.names.values()]
            written += [(f"alias.{lang}", word) for lang, words in one.aliases.items() for word in words]
            for key, word in written:
                if word and (other := owners.setdefault(folded(word), one.id)) != one.id:
                    self.fault(
                        "equal-names",
                        table,
                        key,
                        word,
                        "{word} already means {other}; give {here} another word or strike it",
                        other=other,
                        here=one.id,
                    )

    def _letters(self, powers: Mapping[str, Power]) -> None:
        seen: dict[str, str] = {}
        for power in powers.values():
            if (other := seen.setdefault(power.letter, power.id)) != power.id:
                self.fault(
                    "equal-names",
                    f"power.{power.id}",
                    "letter",
                    power.letter,
                    "{word} is already the letter of {other}; write another",
                    other=other,
                )

    # --- the opening ---

    def _opening(self, phase: Phase, provinces: Mapping[str, Province]) -> Position:
        units: dict[str, Unit] = {}
        centres: dict[str, str] = {p.id: p.home for p in provinces.values() if p.centre and p.home}
        for power, data in self.powers.items():
            for piece in self._value(f"power.{power}", data, "units", str, "").split(","):
                if piece.strip():
                    self._unit(power, piece.split(), units)
            for word in self._value(f"power.{power}", data, "centres", str, "").split():
                if word not in provinces or not provinces[word].centre:
                    self._unknown(
                        "unknown-province",
                        f"power.{power}",
                        "centres",
                        word,
                        [p.id for p in provinces.values() if p.centre],
                    )
                centres[word] = power
        return Position(phase, tuple(sorted(units.values())), dict(sorted(centres.items())))

    def _unit(self, power: str, words: list[str], units: dict[str, Unit]) -> None:
        tell = (f"power.{power}", "units", words[-1])
        if len(words) != 2 or words[0] not in ("A", "F"):
            self.fault("form", *tell, 'write units as "A BUD, F TRI"')
            return
        kind, place = UnitKind(words[0]), Place.parse(words[1])
        spot = self.spots.get(place.province)
        if spot is None:
            self._unknown("unknown-province", *tell, self.spots)
        elif _barred(kind, spot.terrain) or (kind is UnitKind.FLEET and place.coast not in (spot.coasts or ("",))):
            self.fault(
                "unit",
                *tell,
                "no {kind} can stand at {word}; name another place or, for a fleet, its coast",
                kind=kind.name.lower(),
            )
        elif place.province in units:
            self.fault("twice", *tell, "{word} already holds a unit of {other}", other=units[place.province].power)
        else:
            units[place.province] = Unit(power, kind, place)


@dataclass(frozen=True, slots=True)
class _Heading:
    """The table [map]."""

    id: str
    names: Mapping[str, str]
    start: Phase
    turns: tuple[str, ...]
    adjustments: str
    victory: int
    builds: str
    years: int
    rounds: int


_KINDS: Mapping[type, str] = {str: "text", int: "a whole number", bool: "true or false", list: "a list"}


def _strings(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(word, str) for word in value)


def _barred(kind: UnitKind, terrain: Terrain) -> bool:
    """Whether terrain keeps units of that kind out."""
    closed = Terrain.SEA if kind is UnitKind.ARMY else Terrain.INLAND
    return terrain in (closed, Terrain.IMPASSABLE)
