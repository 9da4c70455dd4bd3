"""A catalogue gives the sentences of one language for the English ones. It is kept as gettext's `.po`, which every
translator's tool can edit, and read as such: nothing has to be compiled before a changed sentence is seen.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib import resources

from dragoman.tongues.lexicon import LANGUAGES

STRING = re.compile(r'(?:(msgid|msgstr)\s+)?"((?:[^"\\]|\\.)*)"\s*')
ESCAPES = {"n": "\n", "t": "\t", '"': '"', "\\": "\\"}


@cache
def catalogue(lang: str) -> Mapping[str, str]:
    """The sentences of a language by their English, from all files of its catalogue (`dragoman.po`, `houserules.po`).

    English itself, and a language without a catalogue, has none.
    """
    folder = resources.files(__package__) / lang / "LC_MESSAGES"
    if lang not in LANGUAGES or not folder.is_dir():
        return {}
    files = sorted((file for file in folder.iterdir() if file.name.endswith(".po")), key=lambda file: file.name)
    return {english: said for file in files for english, said in read_catalogue(file.read_text("utf-8")).items()}


def read_catalogue(text: str) -> Mapping[str, str]:
    """Read the text of a `.po` file: translated entries only, those marked fuzzy left out, without contexts or plurals.

    Raises ValueError, naming the line, for a line that is no part of such a file.
    """
    entries: dict[str, str] = {}
    entry = {"msgid": "", "msgstr": ""}
    field, fuzzy = "", False
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.strip()
        if not line or line.startswith("#"):
            if field == "msgstr":
                _keep(entries, entry, fuzzy)
                field, fuzzy = "", False
            fuzzy = fuzzy or (line.startswith("#,") and "fuzzy" in line)
            continue
        found = STRING.fullmatch(line)
        if found is None or not (found[1] or field):
            raise ValueError(f"line {number}: {line!r} is no entry")
        if found[1] == "msgid":
            if field == "msgstr":
                _keep(entries, entry, fuzzy)
                fuzzy = False
            entry = {"msgid": "", "msgstr": ""}
        field = found[1] or field
        entry[field] += re.sub(r"\\(.)", lambda escape: ESCAPES.get(escape[1], escape[1]), found[2])
    if field == "msgstr":
        _keep(entries, entry, fuzzy)
    return entries


def _keep(entries: dict[str, str], entry: Mapping[str, str], fuzzy: bool) -> None:
    if entry["msgid"] and entry["msgstr"] and not fuzzy:
        entries[entry["msgid"]] = entry["msgstr"]
