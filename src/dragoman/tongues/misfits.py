"""What does not fit its form, in words for people: every fault that reading JSON or TOML ends in gets one plain clause,
which names the key as it was written and says what may stand there.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import inspect

UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""What reading a JSON text may end in."""

KINDS = {
    "int": "a whole number",
    "float": "a number",
    "str": "text",
    "bool": "true or false",
    "array": "a list",
    "object": "a table",
    "null": "nothing",
}


def misfit(fault: Exception, form: Any = None) -> str:
    """The fault in plain words. `form` is the type that was asked for, by which the words allowed are found."""
    if isinstance(fault, RecursionError):
        return "it is no sensible JSON: lists and tables stand too deep in each other"
    if isinstance(fault, UnicodeDecodeError):
        return f"it is not written in UTF-8 (byte {fault.start + 1} does not fit): save it as UTF-8 text"
    if isinstance(fault, OSError):
        return (fault.strerror or str(fault)).lower()
    said = str(fault)
    for pattern, put in PATTERNS:
        if found := re.fullmatch(pattern, said):
            return put(found, form)
    return said


def path(fault: Exception) -> str:
    """The path of what does not fit, as `place` takes it; empty if the fault names none."""
    found = re.search(r" - at `([^`]*)`", str(fault))
    return found[1] if found else ""


def place(text: str, path: str) -> tuple[int, int]:
    """The line and the column, from 1, at which stands in a JSON text what a path such as `$.phases[0].orders` names,
    as far as it leads: under `[...]` there may be any name."""
    at = _past(text, 0)
    for name, number in STEP.findall(path.partition("[...]")[0]):
        inner = _within(text, at, name or int(number))
        if inner is None:
            break
        at = inner
    before = text[:at]
    return before.count("\n") + 1, at - before.rfind("\n")


STEP = re.compile(r"\.([^.\[\]]+)|\[(\d+)\]")
BLANK = re.compile(r"[ \t\r\n]*")
DECODER = json.JSONDecoder()


def _within(text: str, at: int, wanted: str | int) -> int | None:
    """Where the member of that name, or the element of that number, begins in what begins there."""
    opened = text[at : at + 1]
    if opened not in ("{", "["):
        return None
    begins, count = _past(text, at + 1), 0
    while text[begins] not in "]}":
        name: Any = count
        if opened == "{":
            name, begins = DECODER.raw_decode(text, begins)
            begins = _past(text, _past(text, begins) + 1)
        if name == wanted:
            return begins
        _, begins = DECODER.raw_decode(text, begins)
        begins = _past(text, begins)
        begins = _past(text, begins + 1) if text[begins] == "," else begins
        count += 1
    return None


def _past(text: str, at: int) -> int:
    found = BLANK.match(text, at)
    return found.end() if found else at


def _mistyped(found: re.Match[str], form: Any) -> str:
    wanted = " or ".join(KINDS.get(kind, kind) for kind in found["kind"].split(" | ") if kind != "null")
    bounds = {">=": "of at least", ">": "above", "<=": "of at most", "<": "below"}
    if found["bound"]:
        wanted += f" {bounds[found['bound']]} {found['limit']}"
    if found["length"]:
        wanted += f" of {found['length']}"
    got = "a number with a fraction" if found["got"] == "float" else KINDS.get(found["got"], found["got"])
    instead = f", not {got}" if got else ""
    return f"{_key(found['at'])} must be {wanted}{instead}"


def _missing(found: re.Match[str], form: Any) -> str:
    where = f" in {_key(found['at'])}" if found["at"] else ""
    return f"“{found['name']}” is missing{where}"


def _unknown(found: re.Match[str], form: Any) -> str:
    where = f" in {_key(found['at'])}" if found["at"] else ""
    known = _fields(_at(form, found["at"]))
    return f"there is no “{found['name']}”{where}" + (f"; there are {', '.join(known)}" if known else "")


def _outside(found: re.Match[str], form: Any) -> str:
    told = _at(form, found["at"])
    words = [str(word) for word in told.values] if isinstance(told, inspect.LiteralType) else []
    return f"{_key(found['at'])} cannot be {found['word']}" + (f"; write {' or '.join(words)}" if words else "")


def _malformed(found: re.Match[str], form: Any) -> str:
    """A byte is counted from 0, a column from 1."""
    at = re.search(r"byte (\d+)", found["what"])
    return f"it is no JSON from column {int(at[1]) + 1} on" if at else f"it is no JSON: {found['what']}"


AT = r"(?: - at `(?P<at>[^`]*)`)?"
KIND = r"Expected `(?P<kind>[^`]+)`"
BOUND = r"(?: (?P<bound>[<>]=?) (?P<limit>[-\d.]+))?"
Put = Callable[[re.Match[str], Any], str]
PATTERNS: tuple[tuple[str, Put], ...] = (
    (rf"{KIND}{BOUND}(?: of length (?P<length>\d+))?(?:, got `?(?P<got>[^` ]+)`?)?{AT}", _mistyped),
    (rf"Object missing required field `(?P<name>[^`]+)`{AT}", _missing),
    (rf"Object contains unknown field `(?P<name>[^`]+)`{AT}", _unknown),
    (rf"Invalid enum value (?P<word>.+?){AT}", _outside),
    (rf"Number out of range{AT}", lambda found, form: f"{_key(found['at'])} is too great a number"),
    (r"Input data was truncated", lambda found, form: "it is no JSON: it ends too soon"),
    (r"JSON is malformed: (?P<what>.+)", _malformed),
    (r"Invalid UTF-8 encoded string", lambda found, form: "it is not written in UTF-8"),
)  # fmt: skip


def _key(at: str | None) -> str:
    """A path such as `$.units[0][2]`, as it would be written: of what stands in a table under any name, the table's."""
    key = (at or "$").removeprefix("$").removeprefix(".").replace("[...]", "")
    return f"“{key}”" if key else "it"


def _at(form: Any, at: str | None) -> Any:
    """The type of what stands at that path, as far as tables of known names lead."""
    told: Any = inspect.type_info(form) if form is not None else None
    for name in (at or "$").split(".")[1:]:
        if not isinstance(told, inspect.StructType):
            return None
        told = next((each.type for each in told.fields if each.encode_name == name), None)
    return told


def _fields(told: Any) -> list[str]:
    return [each.encode_name for each in told.fields] if isinstance(told, inspect.StructType) else []
