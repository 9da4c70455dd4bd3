"""Rule sets that come with the program, as data, and the reading of a group's own: TOML, or plain text with one rule
for each number.

A plain text becomes rules that say what it says and do nothing by themselves, until parameters are set beside them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from msgspec import Struct, ValidationError, convert

from dragoman.game.refusals import Refusal
from dragoman.game.saying import say
from dragoman.game.toml import Untoml, toml
from dragoman.nomic import parameters
from dragoman.nomic.events.recorded import RuleRecord
from dragoman.tongues.misfits import misfit

NAMES = ("lounge", "classic")
"""The rule sets that come with the program, the usual one first."""


class RuleTable(Struct, frozen=True, forbid_unknown_fields=True):
    """`[[rule]]` or `[[regulation]]`"""

    number: int | str
    text: str
    title: str = ""
    mutable: bool = False
    set: dict[str, Any] = {}
    code: str = ""


class SetTable(Struct, frozen=True, forbid_unknown_fields=True):
    """A whole file. `take` names rules of other sets, by their numbers, that stand in this one as they stand there."""

    name: str
    says: str = ""
    first_number: int = 301
    first_regulation: int = 100
    readings: dict[str, str] = {}
    take: dict[str, list[int | str]] = {}
    rule: list[RuleTable] = []
    regulation: list[RuleTable] = []


@dataclass(frozen=True, slots=True)
class RuleSet:
    """The rules a game begins with, and the numbers the first proposal and the first regulation get."""

    name: str
    says: str
    rules: tuple[RuleRecord, ...]
    regulations: tuple[RuleRecord, ...]
    first_number: int
    first_regulation: int
    readings: Mapping[str, str]


@cache
def ruleset(name: str) -> RuleSet:
    """The rule set of that name. Raises LookupError, naming those there are."""
    if name not in NAMES:
        raise LookupError(f"no rule set is called {name!r}; there are {', '.join(NAMES)}")
    read = read_toml((resources.files(__package__) / f"{name}.toml").read_text(encoding="utf-8"))
    assert isinstance(read, RuleSet)
    return read


def read_toml(text: str) -> RuleSet | Refusal:
    """A rule set written as TOML, or what is wrong with it."""
    try:
        table = convert(toml(text), SetTable)
    except (Untoml, ValidationError) as fault:
        says = say("This is no rule set: {fault}.", fault=misfit(fault, SetTable))
        return Refusal("bad-rule-set", says)
    taken = _misnumbered(table) or _taken(table)
    if isinstance(taken, Refusal):
        return taken
    own = [_record(each, "mutable" if each.mutable else "immutable") for each in table.rule]
    rules = tuple(sorted((*(e for e in taken if not e.number.startswith("R")), *own), key=lambda e: int(e.number)))
    regulations = (
        *(each for each in taken if each.number.startswith("R")),
        *(_record(each, "mutable") for each in table.regulation),
    )
    made = RuleSet(
        table.name, table.says, rules, regulations, table.first_number, table.first_regulation, table.readings
    )
    return unfit(made) or made


NUMBER = re.compile(r"[1-9]\d{0,5}")
REGULATION = re.compile(r"R[1-9]\d{0,5}")


def _misnumbered(table: SetTable) -> Refusal | None:
    """The first number that is none: a rule's is a whole number, a regulation's one with an R before it."""
    wrong = [each.number for each in table.rule if not NUMBER.fullmatch(str(each.number))]
    wrong += [each.number for each in table.regulation if not REGULATION.fullmatch(str(each.number))]
    if not wrong:
        return None
    says = say("“{number}” is no number of a rule: write 206, or R102 for a regulation.", number=wrong[0])
    return Refusal("bad-number", says)


def _taken(table: SetTable) -> tuple[RuleRecord, ...] | Refusal:
    """The rules that are taken from other sets."""
    found: list[RuleRecord] = []
    for name, numbers in table.take.items():
        known = {each.number: each for each in _known(name)} if name in NAMES and name != table.name else {}
        missing = [number for number in numbers if str(number) not in known]
        if missing:
            says = say("The rule set “{name}” has no rule {number} to take.", name=name, number=missing[0])
            return Refusal("no-such-rule", says)
        found.extend(known[str(number)] for number in numbers)
    return tuple(found)


def _record(table: RuleTable, status: str) -> RuleRecord:
    settings = {parameters.normal(name): str(value) for name, value in table.set.items()}
    return RuleRecord(str(table.number), unwrapped(table.text), status, settings, table.code, table.title)


def unwrapped(text: str) -> str:
    """A text whose lines were wrapped for the eye, one paragraph to a line; a list keeps its lines."""
    lines = text.strip().split("\n")
    broken = [line for line in lines if line.strip() == ""]
    if broken:
        return re.sub(r"(?<=\S)\n(?=[^\s\-•])", " ", text.strip())
    return "\n".join(_paragraphs(lines))


def _paragraphs(lines: list[str]) -> list[str]:
    """Paragraphs end at a line that is plainly shorter than the others and closes a sentence."""
    full = max(len(line) for line in lines)
    paragraphs = [""]
    for line in lines:
        paragraphs[-1] = f"{paragraphs[-1]} {line.strip()}".strip()
        if len(line) < full - 20 and line.rstrip().endswith((".", "”", ")", ":")):
            paragraphs.append("")
    return [each for each in paragraphs if each]


def unfit(made: RuleSet) -> Refusal | None:
    """What is wrong with the rules of a set, or None."""
    numbers = [each.number for each in (*made.rules, *made.regulations)]
    twice = sorted({number for number in numbers if numbers.count(number) > 1})
    if twice:
        return Refusal("number-twice", say("More than one rule bears the number {number}.", number=twice[0]))
    for each in (*made.rules, *made.regulations):
        for name, text in each.settings.items():
            refused = parameters.misfit(name, text, own=bool(each.code))
            if refused is not None:
                return refused
    return None


# --- plain text ---

HEADING = re.compile(r"^\s*(?:rule\s+|sääntö\s+|§\s*)?(R\d{1,4}|\d{3,4})\s*[.:)]\s*(.*)$", re.IGNORECASE)


def read_plain(text: str, name: str = "own") -> RuleSet | Refusal:
    """A group's own rules: each begins with its number and a full stop, colon or bracket, and runs to the next. As in
    rule 102, those in the 100s are immutable; a line `(immutable)` or `(mutable)` says otherwise. Regulations have an R
    before their number.

    A rule that bears the number and does the work of one in a set that comes with the program keeps its words and takes
    that one's parameters, which can be changed before the game begins.
    """
    found: dict[str, list[str]] = {}
    number = ""
    for line in text.replace("\r\n", "\n").split("\n"):
        heading = HEADING.match(line)
        if heading is not None:
            number = heading[1].upper()
            if number in found:
                return Refusal("number-twice", say("More than one rule bears the number {number}.", number=number))
            found[number] = [heading[2]]
        elif number:
            found[number].append(line)
    if not found:
        return Refusal("no-rules", say("No rule was found: each begins with its number, as in “101. All players …”."))
    rules = tuple(_plain(number, lines) for number, lines in found.items() if not number.startswith("R"))
    regulations = tuple(_plain(number, lines) for number, lines in found.items() if number.startswith("R"))
    numbers = [int(each.number) for each in rules]
    regular = [int(each.number[1:]) for each in regulations]
    return RuleSet(name, "", rules, regulations, max([300, *numbers]) + 1, max([99, *regular]) + 1, {})


STATUS = re.compile(r"^\s*\((immutable|mutable|muuttumaton|muuttuva)\)\s*$", re.IGNORECASE)


def _plain(number: str, lines: list[str]) -> RuleRecord:
    said = [found[1].lower() for line in lines if (found := STATUS.match(line))]
    words = "\n".join(line.rstrip() for line in lines if not STATUS.match(line)).strip()
    usual = "immutable" if number.isdigit() and 100 <= int(number) < 200 else "mutable"
    status = {"immutable": "immutable", "muuttumaton": "immutable"}.get(said[-1], "mutable") if said else usual
    return RuleRecord(number, words, status, dict(_settings(number, words)))


def _settings(number: str, words: str) -> Mapping[str, str]:
    """The parameters of the rule of that number in the Lounge set, where these words are about the same matter."""
    known = next((r for s in NAMES for r in _known(s) if r.number == number), None)
    return known.settings if known is not None and _alike(known.text, words) else {}


def _known(name: str) -> tuple[RuleRecord, ...]:
    return (*ruleset(name).rules, *ruleset(name).regulations)


def _alike(one: str, other: str) -> bool:
    """Whether two texts share most of the rarer words of either."""
    first, second = (set(re.findall(r"[^\W\d_]{5,}", text.lower())) for text in (one, other))
    return bool(first and second) and len(first & second) * 3 >= min(len(first), len(second))
