"""The table of rules: for each rule and regulation of the Lounge set the parameters it acts by, the code that does it,
and its cases. The page in `docs` is this table; `DRAGOMAN_WRITE=1` writes it anew."""

from __future__ import annotations

import ast
import os
import re
from functools import cache
from pathlib import Path

import dragoman
from dragoman.nomic.events.recorded import RuleRecord
from dragoman.nomic.rulesets import ruleset

ROOT = Path(__file__).parent.parent.parent
PAGE = ROOT / "docs" / "nomic.md"
CORE = Path(dragoman.__file__).parent / "nomic"
CASES = ROOT / "tests" / "cases" / "nomic"

HEAD = """\
# What the referee does with each rule of Nomic

Made by `tests/nomic/test_table.py` from the rule set, the code and the cases; not written by hand. A rule acts by its
parameters, which a proposal changes beside its words. The code named is that which cites the rule; cases are games in
files under `tests/cases/nomic`.

| rule | what it is about | parameters | code | cases |
|---|---|---|---|---|
"""


def rules() -> tuple[RuleRecord, ...]:
    return (*ruleset("lounge").rules, *ruleset("lounge").regulations)


PASSED_OVER = {"events", "report", "speech"}
"""Where numbers are examples, or only told."""


@cache
def code() -> dict[str, list[str]]:
    """For each number that a docstring, a comment or a sentence of the core cites, where it is cited."""
    found: dict[str, list[str]] = {}
    for path in sorted(CORE.rglob("*.py")):
        if path.name in ("readings.py", "commands.py", "parameters.py") or PASSED_OVER & set(path.parts):
            continue
        text = path.read_text("utf-8")
        lines = text.split("\n")
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef) and not node.name.startswith("__"):
                body = "\n".join(lines[node.lineno - 1 : node.end_lineno])
                where = ".".join((*path.relative_to(CORE).with_suffix("").parts, node.name)).replace(".__init__", "")
                for number in set(re.findall(r"(?<![\dR])([123]\d\d)(?!\d)", body)):
                    found.setdefault(number, []).append(where)
    return found


@cache
def cases() -> dict[str, list[str]]:
    """For each rule the games that are about it, as their second line says."""
    found: dict[str, list[str]] = {}
    for path in sorted(path for kind in ("scenarios", "rules", "readings") for path in (CASES / kind).glob("*.toml")):
        second = path.read_text("utf-8").split("\n")[1]
        for number in re.findall(r"R?\d+", second):
            found.setdefault(number, []).append(path.stem)
    return found


READERS = {"whole", "amount", "word", "words", "threshold", "stands", "giver", "owner", "hours", "setting"}
"""By which the core asks what a parameter is."""


@cache
def readers() -> dict[str, list[str]]:
    """For each parameter the functions that ask for it."""
    found: dict[str, list[str]] = {}
    for path in sorted(CORE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef):
                where = ".".join((*path.relative_to(CORE).with_suffix("").parts, node.name)).replace(".__init__", "")
                for name in _asked(node):
                    found.setdefault(name, []).append(where)
    return found


def _asked(function: ast.FunctionDef) -> list[str]:
    calls = [node for node in ast.walk(function) if isinstance(node, ast.Call)]
    asking = [call for call in calls if getattr(call.func, "attr", getattr(call.func, "id", "")) in READERS]
    return [str(arg.value) for call in asking for arg in call.args if isinstance(arg, ast.Constant)]


def reads(rule: RuleRecord) -> list[str]:
    """The functions that read a parameter of a rule."""
    return [where for name in rule.settings if name != "delegates" for where in readers().get(name, [])]


def row(rule: RuleRecord) -> str:
    settings = ", ".join(f"`{name} = {value}`" for name, value in rule.settings.items()) or "–"
    cited = list(dict.fromkeys((*code().get(rule.number, []), *reads(rule))))
    shown = ", ".join(f"`{each}`" for each in cited[:8]) + (f" and {len(cited) - 8} more" if len(cited) > 8 else "")
    return (
        f"| {rule.number} | {rule.title or rule.text} | {settings} | {shown or '–'} | "
        f"{', '.join(cases().get(rule.number, [])) or '–'} |"
    )


def page() -> str:
    return HEAD + "\n".join(map(row, rules())) + "\n"


def test_every_rule_has_its_code() -> None:
    assert [rule.number for rule in rules() if not (code().get(rule.number) or reads(rule))] == []


def test_every_rule_has_a_case() -> None:
    assert [rule.number for rule in rules() if not cases().get(rule.number)] == []


def test_the_page_is_this_table() -> None:
    if os.environ.get("DRAGOMAN_WRITE"):
        PAGE.write_text(page(), encoding="utf-8")
    assert PAGE.read_text(encoding="utf-8") == page()


def test_there_are_33_rules_and_three_regulations() -> None:
    assert (len(ruleset("lounge").rules), len(ruleset("lounge").regulations)) == (33, 3)
