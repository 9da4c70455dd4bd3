"""Every regular expression of the product's own, and what it is slowest at: found by its own letters, repeated."""

from __future__ import annotations

import ast
import importlib
import json
import os
import pkgutil
import re
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import permutations
from pathlib import Path
from re import _constants as marks  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from types import FunctionType, ModuleType

import django

import dragoman

ROOT = Path(dragoman.__file__).parent
WAYS = "search|match|fullmatch|sub|subn|split|findall|finditer"
CALLS = frozenset({"compile", "search", "match", "fullmatch", "sub", "subn", "split", "findall", "finditer"})


@dataclass(frozen=True)
class Used:
    """An expression, where it stands, and how it is asked: `search` if it is not known."""

    pattern: re.Pattern[str]
    where: str
    ways: frozenset[str]


def patterns() -> Mapping[str, Used]:
    """Every expression by its text: those that stand in a module once it is read, and those written where they are
    used."""
    sources = {path: path.read_text() for path in ROOT.rglob("*.py")}
    found: dict[str, Used] = {}
    for called, loaded in _modules():
        for name, value in vars(loaded).items():
            for each in _within(value, 3):
                ways = _ways(name, loaded, sources) if isinstance(value, re.Pattern) else frozenset({"search"})
                before = found.get(each.pattern, Used(each, f"{called}.{name}", frozenset()))
                found[each.pattern] = replace(before, ways=before.ways | ways)
    for path in ROOT.rglob("*.py"):
        for used in _written(path):
            found.setdefault(used.pattern.pattern, used)
    for used in made():
        found.setdefault(used.pattern.pattern, used)
    return found


def _modules() -> Iterator[tuple[str, ModuleType]]:
    for module in pkgutil.walk_packages(dragoman.__path__, "dragoman."):
        if ".migrations" not in module.name and not module.name.endswith(("__main__", ".worker")):
            yield module.name, importlib.import_module(module.name)


def _makes(value: object) -> bool:
    """Whether that is a function that makes an expression, or several, of nothing."""
    function = getattr(value, "__wrapped__", value)
    if not isinstance(function, FunctionType) or function.__code__.co_argcount:
        return False
    return "re.Pattern" in str(function.__annotations__.get("return", ""))


def _ways(name: str, module: ModuleType, sources: Mapping[Path, str]) -> frozenset[str]:
    """How a module's expression of that name is asked, there and where it is brought in."""
    own, called = Path(module.__file__ or ""), re.compile(rf"\b{name}\.({WAYS})\b")
    brings = f"from {module.__name__} import"
    texts = [text for path, text in sources.items() if name in text and (path == own or brings in text)]
    return frozenset(way for text in texts for way in called.findall(text)) or frozenset({"search"})


def _within(value: object, depth: int) -> Iterator[re.Pattern[str]]:
    """Expressions that are a value, or stand in a collection."""
    if isinstance(value, re.Pattern):
        if isinstance(value.pattern, str):
            yield value
    elif depth and isinstance(value, (tuple, list, set, frozenset)):
        for each in value:
            yield from _within(each, depth - 1)
    elif depth and isinstance(value, Mapping):
        for each in value.values():
            yield from _within(each, depth - 1)


def _written(path: Path) -> Iterator[Used]:
    """Expressions that are written out as an argument of `re`."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in CALLS:
            of = node.func.value
            said = node.args[0].value if node.args and isinstance(node.args[0], ast.Constant) else None
            if isinstance(of, ast.Name) and of.id == "re" and isinstance(said, str):
                way = "search" if node.func.attr == "compile" else node.func.attr
                yield Used(re.compile(said), f"{path.relative_to(ROOT)}:{node.lineno}", frozenset({way}))


# --- expressions that functions make, of words in all languages ---


def made() -> list[Used]:
    """What is made while every door hears what it is there for, and by whatever makes expressions of nothing: in a
    process of its own, for once made they are kept."""
    command = (sys.executable, "-m", "tests.hostile.patterns")
    told = subprocess.run(command, capture_output=True, text=True, timeout=300, check=True).stdout
    return [Used(re.compile(text, flags), where, frozenset(ways)) for text, flags, where, ways in json.loads(told)]


def _listen() -> list[tuple[str, int, str, list[str]]]:
    """Have every door entered, and note each expression that is made meanwhile, by whom, and how it is asked."""
    noted: dict[tuple[str, int], tuple[str, set[str]]] = {}
    make = re._compile  # type: ignore[attr-defined]

    def noting(pattern: object, flags: object) -> object:
        caller, maker = sys._getframe(1), sys._getframe(2)
        ours = maker.f_globals.get("__name__", "").startswith("dragoman.") and maker.f_code.co_name != "<module>"
        if isinstance(pattern, str) and ours:
            where = f"{maker.f_globals['__name__']}.{maker.f_code.co_name}"
            way, source = caller.f_code.co_name, Path(maker.f_code.co_filename)
            ways = {way} if way != "compile" else _ways_of_made(maker.f_code.co_name, source)
            noted.setdefault((pattern, int(flags)), (where, set()))[1].update(ways)  # type: ignore[call-overload]
        return make(pattern, flags)

    re._compile = noting  # type: ignore[attr-defined]
    from tests.hostile.doors import DOORS

    for door in DOORS:
        for seed in door.seeds():
            door.enter(seed)
    for _, loaded in _modules():
        for maker in vars(loaded).values():
            if _makes(maker):
                maker()
    re._compile = make  # type: ignore[attr-defined]
    return [(text, flags, where, sorted(ways)) for (text, flags), (where, ways) in noted.items()]


def _ways_of_made(maker: str, source: Path) -> set[str]:
    """How what a function makes is asked where it stands; `search` if that is not seen."""
    called = re.compile(rf"\b{re.escape(maker)}\([^()]*\)(?:\[\d\])?\.({WAYS})\b")
    return set(called.findall(source.read_text("utf-8"))) or {"search"}


# --- what it is slow at ---


def letters(pattern: re.Pattern[str]) -> list[str]:
    """A few letters and words that the expression speaks of, some of each kind."""
    found: dict[str, None] = {}
    _speak(parser.parse(pattern.pattern, pattern.flags & ~re.UNICODE | re.UNICODE), found)
    return list(found)[:8] or ["a"]


KINDS = {
    marks.CATEGORY_DIGIT: "1", marks.CATEGORY_SPACE: " ", marks.CATEGORY_WORD: "a", marks.CATEGORY_NOT_DIGIT: "a",
    marks.CATEGORY_NOT_SPACE: "a", marks.CATEGORY_NOT_WORD: " ",
}  # fmt: skip


def _speak(parsed: object, found: dict[str, None]) -> None:
    run = ""
    for op, told in parsed:  # type: ignore[attr-defined]
        if op is marks.LITERAL:
            run += chr(told)
            continue
        if run:
            found[run] = None
            run = ""
        if op is marks.IN:
            _of_a_class(told, found)
        elif op is marks.ANY:
            found["x"] = None
        elif op is marks.NOT_LITERAL:
            found["a"] = None
        elif op is marks.BRANCH:
            for branch in told[1][:4]:
                _speak(branch, found)
        else:
            for part in told if isinstance(told, tuple) else (told,):
                if isinstance(part, parser.SubPattern):
                    _speak(part, found)
    if run:
        found[run] = None


def _of_a_class(told: list[tuple[object, object]], found: dict[str, None]) -> None:
    if told[0][0] is marks.NEGATE:
        found["a"] = None
        return
    for op, each in told[:3]:
        if op is marks.LITERAL:
            found[chr(each)] = None  # type: ignore[call-overload]
        elif op is marks.RANGE:
            found[chr(each[0])] = None  # type: ignore[index]
        elif op is marks.CATEGORY:
            found[KINDS.get(each, "a")] = None


def worst(pattern: re.Pattern[str], size: int) -> Iterator[str]:
    """Writings of about that size that such an expression may be slow at: its letters over and over, and in the end
    something that does not fit."""
    said = letters(pattern)
    for piece in said:
        yield piece * (size // len(piece)) + "\0"
    for one, other in list(permutations(said, 2))[:12]:
        yield (one + other) * (size // len(one + other)) + "\0"
        yield one + other * (size // len(other)) + "\0"


def seconds(used: Used, text: str) -> float:
    """Seconds of the processor that it takes to ask a text as the expression is asked."""
    pattern = used.pattern
    began = time.process_time()
    if used.ways <= {"match", "fullmatch"}:
        for way in used.ways:
            getattr(pattern, way)(text)
    else:
        for _ in pattern.finditer(text):
            pass
    return time.process_time() - began


def slow(used: Used, most: float, sizes: tuple[int, ...] = (60, 250, 1000, 4000)) -> tuple[int, float, str] | None:
    """At which size an expression takes longer than `most` seconds, how long, and for what; None if at none."""
    for size in sizes:
        for text in worst(used.pattern, size):
            if (took := seconds(used, text)) > most and min(took, seconds(used, text)) > most:
                return size, took, text[:40]
    return None


__all__ = ["Used", "letters", "made", "patterns", "seconds", "slow", "worst"]

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "dragoman.settings")
    django.setup()
    print(json.dumps(_listen()))
