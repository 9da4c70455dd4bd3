"""The options by which a command is told its house rules: `--rules NAME|FILE.toml` and `--set CLAUSE=VALUE`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

import click

from dragoman.diplomacy.houserules.catalogue import find
from dragoman.diplomacy.houserules.clause import Clause, SheetError
from dragoman.diplomacy.houserules.presets import preset, preset_names, read_preset
from dragoman.diplomacy.houserules.sheet import Sheet
from dragoman.keeper.complaints import Unusable
from dragoman.tongues.misfits import misfit
from dragoman.tongues.saying import put

Function = TypeVar("Function", bound=Callable[..., object])


def rules_options(command: Function) -> Function:
    """Give a command the options `rules` and `sets`."""
    command = click.option(
        "--set", "sets", multiple=True, metavar="CLAUSE=VALUE",
        help="Choose one clause or DATC point anew: VI.4=D, 4.A.3=c, 'III.6=E first'.",
    )(command)  # fmt: skip
    return click.option(
        "--rules", default="datc", show_default=True, metavar="NAME|FILE.toml",
        help=f"The house rules to begin with: {', '.join(preset_names())}, or a file of them.",
    )(command)  # fmt: skip


def sheet_from(rules: str, sets: Sequence[str]) -> Sheet:
    """The sheet that the options ask for. Raises Unusable with one line that says what is wrong."""
    base = _base(rules)
    pairs = []
    for written in sets:
        key, sign, value = written.partition("=")
        if not sign:
            raise Unusable(f"--set {written}: write CLAUSE=VALUE, for instance VI.4=D")
        pairs.append((key.strip(), value.strip()))
    return _sound(base.overlaid(pairs))


def clause_from(key: str) -> Clause:
    """The clause or point of that number, if there is anything to choose in it. Raises Unusable otherwise."""
    found = find(key)
    if isinstance(found, SheetError):
        raise Unusable(put(found.says, "en"))
    if not found.is_setting and not found.parts:
        raise Unusable(f"{key} leaves nothing to choose")
    return found


def _base(rules: str) -> Sheet:
    path = Path(rules)
    if path.suffix != ".toml":
        return _sound(preset(rules))
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise Unusable(f"--rules {rules} cannot be read: {misfit(error)}") from error
    return _sound(read_preset(text), f"--rules {rules}: ")


def _sound(made: Sheet | tuple[SheetError, ...], where: str = "") -> Sheet:
    if isinstance(made, Sheet):
        return made
    raise Unusable(where + "; ".join(put(error.says, "en") for error in made))
