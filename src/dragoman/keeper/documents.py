"""The command that prints house rules: the whole sheet as a document, as JSON or as a preset file, and two compared."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
import msgspec

from dragoman.diplomacy.houserules.catalogue import FAMILIES
from dragoman.diplomacy.houserules.clause import Clause, Parameter, Sort
from dragoman.diplomacy.houserules.document import Difference, Document, differences, document, settings_of
from dragoman.diplomacy.houserules.presets import PresetFile, preset, read_preset_file, write_preset
from dragoman.diplomacy.houserules.sheet import Sheet
from dragoman.diplomacy.houserules.wording import help_of, offered, sentences
from dragoman.diplomacy.rendering import houserules as rendering
from dragoman.game.saying import Saying
from dragoman.keeper.rules import rules_options, sheet_from
from dragoman.tongues.catalogue import catalogue
from dragoman.tongues.lexicon import LANGUAGES
from dragoman.tongues.saying import put


@click.command("houserules")
@rules_options
@click.option("--lang", type=click.Choice(LANGUAGES), default="en", show_default=True, help="The language to print in.")
@click.option("--json", "form", flag_value="json", help="Every clause under its number, with alternatives and choice.")
@click.option("--html", "form", flag_value="html", help="A page by itself, ready for a browser or a printer.")
@click.option("--toml", "form", flag_value="toml", help="A preset file, to be kept, changed and shared.")
@click.option("--diff", "compared", nargs=2, metavar="A B", help="What differs between two presets or files of them.")
def houserules(rules: str, sets: Sequence[str], lang: str, form: str | None, compared: tuple[str, str] | None) -> None:
    """Print the house rules of a game: every clause with what was chosen in it.

    With --diff nothing is printed but the clauses in which two presets differ, --set applied to both; the exit status
    is then 1 if there are any.
    """
    if compared is not None:
        _compare(compared, sets, lang, form)
    sheet = sheet_from(rules, sets)
    against, name = _stood_on(rules)
    printed = document(sheet, against, name)
    match form:
        case "json":
            _write(_clauses(sheet, against, printed, lang))
        case "html":
            article = rendering.document_html(printed, lang)
            click.echo(rendering.whole_page(article, rendering.TITLE, lang), nl=False)
        case "toml":
            click.echo(write_preset(sheet, name), nl=False)
        case _:
            click.echo(rendering.document_text(printed, lang), nl=False)


def _compare(compared: tuple[str, str], sets: Sequence[str], lang: str, form: str | None) -> None:
    one, other = compared
    found = differences(sheet_from(one, sets), sheet_from(other, sets))
    match form:
        case "json":
            _write({d.number: _told(d, lang) for d in found})
        case "html":
            article = rendering.differences_html(found, one, other, lang)
            click.echo(rendering.whole_page(article, rendering.TITLE, lang), nl=False)
        case "toml":
            raise click.UsageError("--diff is told as text, --json or --html")
        case _:
            click.echo(rendering.differences_text(found, one, other, lang), nl=False)
    sys.exit(1 if found else 0)


def _stood_on(rules: str) -> tuple[Sheet, str]:
    """The preset that the rules stand on, and its name: themselves, or, of a file, the one that it names."""
    path = Path(rules)
    if path.suffix != ".toml":
        return sheet_from(rules, ()), rules.strip().casefold()
    made = read_preset_file(path.read_text(encoding="utf-8"))
    assert isinstance(made, PresetFile)  # the sheet has been read from it
    base = preset(made.base)
    assert isinstance(base, Sheet)
    return base, made.base


# --- JSON ---


def _clauses(sheet: Sheet, against: Sheet, printed: Document, lang: str) -> dict[str, Any]:
    """Every clause and point under its number."""
    entries = {e.number: e for entry in printed.entries for e in (entry, *entry.parts)}
    told: dict[str, Any] = {}
    for title, clauses in FAMILIES:
        for clause in clauses:
            told[clause.number] = _clause(clause, sheet, against, lang)
            told[clause.number]["family"] = catalogue(lang).get(title, title)
            entry = entries.get(clause.number)
            told[clause.number]["standing"] = entry.standing if entry else None
    return told


def _clause(clause: Clause, sheet: Sheet, against: Sheet, lang: str) -> dict[str, Any]:
    told: dict[str, Any] = {
        "title": _put(Saying(clause.title), lang),
        "help": _put(help_of(clause), lang),
        "alternatives": [],
        "parameters": [],
        "choice": None,
        "written": "",
        "values": {},
        "default": clause.default,
    }
    if not clause.is_setting and not clause.parts:
        return {**told, "says": [_put(Saying(clause.text), lang)], "differs": False}
    choice = sheet.choice(clause.number)
    told["alternatives"] = [
        {
            "letter": alternative.letter,
            "text": _put(offered(clause, alternative, choice), lang),
            "asterisk": alternative.asterisk,
            "parameters": [_parameter(p, lang) for p in alternative.parameters],
        }
        for alternative in clause.alternatives
    ]
    told["parameters"] = [_parameter(p, lang) for p in clause.parameters]
    told.update(choice=choice.letter or None, written=str(choice), values=dict(choice.values))
    told["says"] = [_put(sentence, lang) for sentence in sentences(clause, choice)]
    told["differs"] = any(sheet.choice(number) != against.choice(number) for number in settings_of(clause))
    if clause.parts:
        told["parts"] = {number: str(sheet.choice(number)) for number in settings_of(clause)}
    return told


def _parameter(parameter: Parameter, lang: str) -> dict[str, Any]:
    told: dict[str, Any] = {"name": parameter.name, "title": _put(Saying(parameter.title), lang)}
    told.update(sort=parameter.sort.value, default=parameter.default)
    match parameter.sort:
        case Sort.NUMBER:
            told.update(unit=parameter.unit, low=parameter.low, high=parameter.high)
        case Sort.WORD:
            told["words"] = {word: _put(Saying(parameter.sentence(word)), lang) for word in parameter.words}
        case Sort.TEXT:
            pass
    return told


def _told(difference: Difference, lang: str) -> dict[str, Any]:
    says = (difference.one_says, difference.other_says)
    return {
        "title": _put(difference.title, lang),
        "choices": [difference.one, difference.other],
        "says": [[_put(sentence, lang) for sentence in some] for some in says],
    }


def _write(value: dict[str, Any]) -> None:
    click.echo(msgspec.json.format(msgspec.json.encode(value)).decode())


def _put(saying: Saying, lang: str) -> str:
    return put(saying, lang)
