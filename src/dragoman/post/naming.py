"""What somebody says that they are called, alone on a letter's first line: `my name is Ann Archer`, `no name`."""

from __future__ import annotations

import re

from dragoman.game.saying import Saying, say
from dragoman.people.naming import fitting
from dragoman.post.phrases import literal, phrases
from dragoman.tongues.lexicon import lexicon

_MARKS = re.compile(r"[\s\W_]+")
_SAID = re.compile(rf"\W*(?:{literal('my_name')})\s*[:=]?\s+(?P<name>\S.*)", re.IGNORECASE)


def asked(text: str) -> tuple[str | None, str]:
    """The name that the first line of a letter gives (empty: none is wanted any more; None: it says nothing of it), and
    the letter without that line; where nothing else stands in it, the word that asks how things stand."""
    lines = text.split("\n")
    first = next((index for index, line in enumerate(lines) if line.strip()), None)
    name = _named(lines[first]) if first is not None else None
    if first is None or name is None:
        return None, text
    lines[first] = ""
    rest = "\n".join(lines)
    return name, rest if rest.strip() else lexicon("en").first("command", "status")


def _named(line: str) -> str | None:
    if _MARKS.sub(" ", line.lower()).strip() in phrases("no_name"):
        return ""
    found = _SAID.fullmatch(line.strip())
    name = fitting(found["name"]) if found is not None else ""
    return name if name and len(name.split()) <= 5 and not re.search(r"[.!?]\s", name) else None


TAKEN = say(
    "Others at your tables see you as “{name}” from now on, the name in your letter's From line. To be called "
    "otherwise, write “my name is …” alone on the first line of a letter, or “no name”."
)
"""What is told where a name is taken from the From line."""

TOLD = say("Others at your tables see you as “{name}” from now on; “no name” alone on the first line changes that.")
"""What is told of a name that was given."""

NONE: Saying = say("You have no name at your tables from now on, and are known by your seat alone.")
