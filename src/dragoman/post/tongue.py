"""The language in which somebody asks to be written to, alone on a letter's first line: `suomeksi`, `in English`."""

from __future__ import annotations

import re

from dragoman.game.saying import Saying, say
from dragoman.post.phrases import phrases
from dragoman.tongues.lexicon import LANGUAGES, lexicon

_MARKS = re.compile(r"[\s\W_]+")


def asked(text: str) -> tuple[str, str]:
    """The language that the first line of a letter asks for (empty: none), and the letter without that line; where
    nothing else stands in it, the word that has the game tell its words in that language."""
    lines = text.split("\n")
    first = next((index for index, line in enumerate(lines) if line.strip()), None)
    lang = _named(lines[first]) if first is not None else ""
    if first is None or not lang:
        return "", text
    lines[first] = ""
    rest = "\n".join(lines)
    return lang, rest if rest.strip() else lexicon(lang).first("command", "help")


def _named(line: str) -> str:
    plain = _MARKS.sub(" ", line.lower()).strip()
    return next((lang for lang in LANGUAGES if plain in phrases(f"tongue_{lang}")), "")


TOLD: dict[str, Saying] = {
    "en": say("From now on you are written to in English; the word “suomeksi” alone on the first line changes that."),
    "fi": say("From now on you are written to in Finnish; the words “in English” alone on the first line change that."),
}
"""What is told of it, by language."""
