"""A game of Nomic in a file: the rule set and what is set in it, the state of affairs it begins from, and its people.

Letters, times and expectations are those of every game in a file.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Literal

from msgspec import Struct, ValidationError, convert, structs

from dragoman.game.press import OBSERVER
from dragoman.game.protocol import Speaker
from dragoman.game.refusals import Refusal
from dragoman.game.seats import GM, KEEPER, Seat
from dragoman.keeper.playfile import (
    LetterTable,
    OutageTable,
    Script,
    Unplayable,
    address_of,
    expected_of,
    letter_of,
    start_of,
    when,
)
from dragoman.nomic import parameters
from dragoman.nomic.commands import Facts, GivenProposal, OpenGame
from dragoman.nomic.events.recorded import Change, RuleRecord
from dragoman.nomic.readings import PREFIX
from dragoman.nomic.rulesets import NAMES, NUMBER, REGULATION, RuleSet, read_plain, read_toml, ruleset
from dragoman.tongues.lexicon import LANGUAGES
from dragoman.tongues.misfits import misfit
from dragoman.tongues.saying import put


class RuleTable(Struct, frozen=True, forbid_unknown_fields=True):
    """`[[given.rules]]`: a rule that is added, or stands in the place of the one that bears its number."""

    number: int | str
    text: str = ""
    title: str = ""
    mutable: bool = True
    set: dict[str, Any] = {}
    code: str = ""


class UnnumberedTable(Struct, frozen=True, forbid_unknown_fields=True):
    """`[given.rules.330]`: the same, under its number."""

    text: str = ""
    title: str = ""
    mutable: bool = True
    set: dict[str, Any] = {}
    code: str = ""


class OpenTable(Struct, frozen=True, forbid_unknown_fields=True):
    """`[[given.open]]`: a proposal under debate or vote; `votes` has who voted how so far."""

    number: int
    player: str
    kind: str = "enact"
    target: int | str = ""
    text: str = ""
    set: dict[str, Any] = {}
    code: str | None = None
    parallel: bool = False
    posted: Any = ""
    opens: Any = ""
    opened: Any = ""
    votes: dict[str, str] = {}


class GivenTable(Struct, frozen=True, forbid_unknown_fields=True):
    """`[given]`: the state of affairs to begin from; what is left out is as at the beginning."""

    scores: dict[str, int] = {}
    circuits: int | None = None
    order: list[str] = []
    mover: str | None = None
    next: int | None = None
    next_regulation: int | None = None
    penalties: list[tuple[str, str, str]] = []
    repealed: list[int | str] = []
    parameters: dict[str, Any] = {}
    rules: list[RuleTable] | dict[str, UnnumberedTable] = []
    open: list[OpenTable] = []
    open_votes: list[OpenTable] = []


class NomicTable(Struct, frozen=True, forbid_unknown_fields=True):
    """The whole file."""

    game: str
    name: str | None = None
    rules: str = NAMES[0]
    lang: str = "en"
    start: Any = datetime(2026, 1, 1, 18, tzinfo=UTC)
    seed: int = 0
    zone: str = ""
    begin: bool | None = None
    wanted: int = 0
    entry: Literal["open", "invited"] = "open"
    outage: list[OutageTable] = []
    set: dict[str, Any] = {}
    given: GivenTable | None = None
    seats: dict[str, str] = {}
    surnames: dict[str, str] = {}
    letter: list[LetterTable] = []
    expect: list[dict[str, Any]] = []


def nomic_script(data: Mapping[str, Any], name: str, folder: Path) -> Script:
    """Read the tables of a file about Nomic. Raises Unplayable."""
    table = _table(data)
    name = table.name or name
    start, zone_name = start_of(table)
    letters = tuple(letter_of(each, number, start, name) for number, each in enumerate(table.letter, 1))
    seats = {Seat(each): address_of(address) for each, address in _seated(table) if each != GM}
    made, readings = _set(_given_rules(_rules(table, folder), table.given or GivenTable()), table)
    opening = OpenGame(
        by=Speaker(KEEPER, None), name=name, ruleset=made, surnames=table.surnames, readings=readings,
        lang=table.lang, zone=zone_name, seed=table.seed, entry=table.entry, wanted=table.wanted,
        begin=_begins(table, seats), given=_facts(table.given, start) if table.given is not None else None,
    )  # fmt: skip
    return Script(
        "nomic", name, table.lang, zone_name, start, None, opening, seats,
        tuple(sorted(letters, key=lambda letter: letter.at)),
        tuple(expected_of(each, number, start) for number, each in enumerate(table.expect, 1)),
        address_of(table.seats[GM]) if GM in table.seats else "",
        outages=tuple((when(each.at, start, "outage"), when(each.until, start, "outage")) for each in table.outage),
    )  # fmt: skip


def _table(data: Mapping[str, Any]) -> NomicTable:
    try:
        table = convert(data, NomicTable)
    except ValidationError as fault:
        raise Unplayable(misfit(fault, NomicTable)) from fault
    if table.lang not in LANGUAGES:
        raise Unplayable(f"no language is called {table.lang!r} here; there are {', '.join(LANGUAGES)}")
    return table


def _seated(table: NomicTable) -> Iterator[tuple[str, str]]:
    """The seats in the order of the file, or in the order of turns that is given."""
    order = table.given.order if table.given is not None else []
    strange = [name for name in order if name not in table.seats]
    if strange:
        raise Unplayable(f"given.order names {strange[0]!r}, who has no seat")
    yield from ((name, table.seats[name]) for name in order)
    yield from ((name, address) for name, address in table.seats.items() if name not in order)


def _begins(table: NomicTable, seats: Mapping[Seat, str]) -> bool:
    """Whether play begins at once: where the file seats players and says nothing else."""
    if table.begin is not None:
        return table.begin
    return not table.wanted and any(not seat.startswith(OBSERVER) for seat in seats)


# --- rules ---


def _rules(table: NomicTable, folder: Path) -> RuleSet:
    """The rule set that is named, or that of a file in TOML or plain text."""
    if table.rules.endswith((".toml", ".txt")):
        try:
            text = (folder / table.rules).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as fault:
            raise Unplayable(f"rules = {table.rules!r}: {misfit(fault)}") from fault
        read = read_toml(text) if table.rules.endswith(".toml") else read_plain(text, Path(table.rules).stem)
        return _good(read, f"rules = {table.rules!r}")
    try:
        return ruleset(table.rules)
    except LookupError as fault:
        raise Unplayable(str(fault.args[0])) from fault


def _good(read: RuleSet | Refusal, where: str) -> RuleSet:
    if isinstance(read, Refusal):
        raise Unplayable(f"{where}: {put(read.says, 'en')}")
    return read


def _given_rules(made: RuleSet, given: GivenTable) -> RuleSet:
    """The set with rules taken out and put in. Numbers run on behind the highest."""
    given_rules = _numbered(given.rules)
    for each in given_rules:
        if not (NUMBER.fullmatch(str(each.number)) or REGULATION.fullmatch(str(each.number))):
            raise Unplayable(f"given.rules: {each.number!r} is no number of a rule")
    gone = {str(number) for number in given.repealed}
    added = {str(each.number): _record(each) for each in given_rules}
    standing = [*made.rules, *made.regulations]
    kept = [added.pop(each.number, each) for each in standing if each.number not in gone]
    every = [*kept, *added.values()]
    rules = tuple(each for each in every if not each.number.startswith("R"))
    regulations = tuple(each for each in every if each.number.startswith("R"))
    highest = max((int(each.number) for each in rules), default=0) + 1
    return RuleSet(made.name, made.says, rules, regulations, max(made.first_number, highest), made.first_regulation,
                   made.readings)  # fmt: skip


def _numbered(rules: list[RuleTable] | dict[str, UnnumberedTable]) -> list[RuleTable]:
    """The rules of `[given]`, whichever way they are written."""
    if isinstance(rules, list):
        return rules
    return [
        RuleTable(number, each.text, each.title, each.mutable, each.set, each.code) for number, each in rules.items()
    ]


def _record(table: RuleTable) -> RuleRecord:
    settings = {parameters.normal(name): str(value) for name, value in table.set.items()}
    status = "mutable" if table.mutable else "immutable"
    return RuleRecord(str(table.number), table.text, status, settings, table.code, table.title)


def _set(made: RuleSet, table: NomicTable) -> tuple[RuleSet, dict[str, str]]:
    """What `[set]` says: readings, and parameters of whichever rule or regulation has them."""
    readings, settings = dict[str, str](), dict[str, str]()
    given = table.given.parameters if table.given is not None else {}
    for written, value in (*table.set.items(), *given.items()):
        name = parameters.normal(written)
        if name.startswith(PREFIX):
            readings[name.removeprefix(PREFIX)] = str(value)
        else:
            settings[name] = str(value)
    if table.given is not None and table.given.order:
        settings["order"] = "seating"
    every = (*made.rules, *made.regulations)
    for name, text in settings.items():
        wrong = parameters.misfit(name, text, own=True)
        if wrong is not None:
            raise Unplayable(f"[set] {name}: {put(wrong.says, 'en')}")
        if not any(name in each.settings for each in every):
            raise Unplayable(f"[set] {name}: no rule of the set has it")
    changed = [_with(each, settings) for each in every]
    return _with_rules(made, changed), readings


def _with(rule: RuleRecord, settings: Mapping[str, str]) -> RuleRecord:
    own = {name: settings.get(name, value) for name, value in rule.settings.items()}
    return structs.replace(rule, settings=own)


def _with_rules(made: RuleSet, every: list[RuleRecord]) -> RuleSet:
    """The set with these rules and regulations."""
    rules = tuple(each for each in every if not each.number.startswith("R"))
    regulations = tuple(each for each in every if each.number.startswith("R"))
    return RuleSet(made.name, made.says, rules, regulations, made.first_number, made.first_regulation, made.readings)


# --- the state of affairs ---


def _facts(given: GivenTable, start: datetime) -> Facts:
    return Facts(
        scores=given.scores, circuits=given.circuits, mover=given.mover, next_number=given.next,
        next_regulation=given.next_regulation, penalties=tuple(given.penalties),
        proposals=tuple(_open(each, start) for each in (*given.open, *given.open_votes)),
    )  # fmt: skip


def _open(table: OpenTable, start: datetime) -> GivenProposal:
    settings = {parameters.normal(name): str(value) for name, value in table.set.items()}
    change = Change(table.kind, str(table.target), table.text, settings, code=table.code)
    opened = _moment(table.opened, start)
    posted = _moment(table.posted, start)
    if posted is None:
        posted = opened - timedelta(hours=24) if opened is not None else start
    return GivenProposal(
        table.number, table.player, change, posted, table.parallel, _moment(table.opens, start), opened, table.votes
    )


def _moment(written: object, start: datetime) -> datetime | None:
    """A moment of `[given]`: hours from the start, negative for before it; a span after it; or a date and time."""
    if written == "":
        return None
    if isinstance(written, int | float):
        return start + timedelta(hours=written)
    if isinstance(written, str) and written.startswith("-P"):
        return start - (when(written[1:], start, "given") - start)
    return when(written, start, "given")
