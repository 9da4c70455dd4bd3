"""The command `houserules`: a sheet of house rules told clause by clause, as JSON, or as what sets two sheets apart."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from typing import Any

import click
import msgspec

from dragoman.diplomacy.houserules.catalogue import CATALOGUE, FAMILIES
from dragoman.diplomacy.houserules.clause import Choice, Clause, Parameter
from dragoman.diplomacy.houserules.sheet import Sheet
from dragoman.game.saying import Saying
from dragoman.keeper.rules import rules_options, sheet_from
from dragoman.tongues.saying import put


@click.command("houserules")
@rules_options
@click.option("--lang", type=click.Choice(["en", "fi"]), default="en", show_default=True, help="The language.")
@click.option("--json", "as_json", is_flag=True, help="Every clause under its number, as JSON.")
@click.option("--diff", nargs=2, metavar="A B", help="What differs between two sets of house rules, by name or file.")
def houserules(rules: str, sets: Sequence[str], lang: str, as_json: bool, diff: tuple[str, str] | None) -> None:
    """Tell the house rules: what each clause leaves to choose, and what is chosen.

    With --diff the exit status is 1 if anything differs.
    """
    if diff:
        found = dict(_apart(sheet_from(diff[0], sets), sheet_from(diff[1], sets)))
        told = _json(found) if as_json else "\n".join(f"{n}: {a} / {b}" for n, (a, b) in found.items())
        click.echo(told, nl=bool(told))
        sys.exit(1 if found else 0)
    sheet = sheet_from(rules, sets)
    click.echo(_json({n: _entry(c, sheet, lang) for n, c in CATALOGUE.items()}) if as_json else told_by(sheet, lang))


def told_by(sheet: Sheet, lang: str) -> str:
    """The sheet for people: each family with its clauses, what always holds in them, and what is chosen."""
    return "\n".join(line for title, clauses in FAMILIES for line in _family(title, clauses, sheet, lang))


def _family(title: str, clauses: Sequence[Clause], sheet: Sheet, lang: str) -> Iterator[str]:
    heading = _said(title, lang)
    yield f"{heading}\n{'=' * len(heading)}\n"
    for clause in clauses:
        yield f"{clause.number}  {_said(clause.title, lang)}"
        if clause.text:
            yield f"    {_said(clause.text, lang)}"
        if clause.alternatives or clause.parameters:
            yield f"    {_chosen(clause, sheet.choice(clause.number), lang)}"
        yield ""


def _chosen(clause: Clause, choice: Choice, lang: str) -> str:
    alternative = clause.alternative(choice.letter)
    sentence = _said(alternative.text, lang) if alternative else ""
    if clause.alternatives and not alternative:
        sentence = ", ".join(sorted({p.setting for parts in clause.parts.values() for p in parts}))
    values = "; ".join(f"{name}: {value or '–'}" for name, value in choice.values)
    return " ".join(filter(None, (choice.letter and f"{choice.letter}.", sentence, values and f"({values})")))


def _entry(clause: Clause, sheet: Sheet, lang: str) -> dict[str, Any]:
    """A clause as JSON values; `choice` is null where there is nothing to choose."""
    choosable = bool(clause.alternatives or clause.parameters)
    choice = sheet.choice(clause.number) if choosable else None
    return {
        "title": _said(clause.title, lang),
        "text": _said(clause.text, lang) if clause.text else "",
        "alternatives": [
            {
                "letter": a.letter,
                "text": _said(a.text, lang),
                "asterisk": a.asterisk,
                "parameters": [_parameter(p) for p in a.parameters],
            }
            for a in clause.alternatives
        ],
        "parameters": [_parameter(p) for p in clause.parameters],
        "settings": sorted({p.setting for parts in clause.parts.values() for p in parts}),
        "choice": None if choice is None else {"letter": choice.letter, "values": dict(choice.values)},
    }


def _parameter(parameter: Parameter) -> dict[str, Any]:
    told: dict[str, Any] = {"name": parameter.name, "sort": parameter.sort.value, "default": parameter.default}
    if parameter.words:
        told["words"] = list(parameter.words)
    if parameter.unit:
        told |= {"unit": parameter.unit, "low": parameter.low, "high": parameter.high}
    return told


def _apart(one: Sheet, other: Sheet) -> Iterator[tuple[str, tuple[str, str]]]:
    theirs = other.as_rules()
    for number, written in one.as_rules().items():
        if theirs[number] != written:
            yield number, (written, theirs[number])


def _said(text: str, lang: str) -> str:
    return put(Saying(text), lang)


def _json(value: Any) -> str:
    return msgspec.json.format(msgspec.json.encode(value)).decode()
