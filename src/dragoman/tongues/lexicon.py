"""A lexicon holds the words of one language that mean something to a game, by what they do, from its `words.toml`.

The words for orders, statuses, seasons, months and commands all come from here; nowhere else is a word of a language
written into code.
"""

from __future__ import annotations

import tomllib
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib import resources
from typing import Any

from dragoman.tongues.inflection import Inflection

LANGUAGES = ("en", "fi")
"""The tongues that come with the program, the language of the message ids first."""


@dataclass(frozen=True)
class Lexicon:
    """The words of one language.

    `sections` maps a section of `words.toml` (`order`, `status`, `command` …) to its entries, and each entry to its
    writings as they stand in the file; the first of them is the one to show.
    """

    lang: str
    name: str
    sections: Mapping[str, Mapping[str, tuple[str, ...]]]
    shown: Mapping[str, str] = field(default_factory=dict)
    inflection: Inflection = field(default_factory=Inflection)

    def entries(self, section: str) -> Mapping[str, tuple[str, ...]]:
        """The entries of a section with their writings; empty for a section that the language leaves out."""
        return self.sections.get(section, {})

    def first(self, section: str, entry: str) -> str:
        """The writing to show for an entry. Raises LookupError if the language has no word for it."""
        return self.entries(section)[entry][0]

    def meaning(self, section: str, writing: str) -> str | None:
        """The entry of that section that a word or phrase stands for, whatever its case and accents, or None."""
        return self._by_writing.get(section, {}).get(folded(writing))

    def opening(self, section: str, text: str) -> tuple[str, str] | None:
        """The entry whose words a text begins with, the longest such, and the rest of the text; or None."""
        words = list(words_of(text))
        known = self._by_writing.get(section, {})
        for count in range(min(len(words), self._longest(section)), 0, -1):
            entry = known.get(" ".join(word for word, _ in words[:count]))
            if entry is not None:
                return entry, text[words[count - 1][1] :]
        return None

    @cached_property
    def _by_writing(self) -> Mapping[str, Mapping[str, str]]:
        return {
            section: {folded(writing): entry for entry, writings in entries.items() for writing in writings}
            for section, entries in self.sections.items()
        }

    def _longest(self, section: str) -> int:
        return max((len(writing.split()) for writing in self._by_writing.get(section, ())), default=0)


def folded(text: str) -> str:
    """A word or phrase as it is compared with others: no case, accents, apostrophes or punctuation, single spaces."""
    return " ".join(word for word, _ in words_of(text))


@cache
def plain_character(character: str) -> str:
    """A character as it is compared with others, which may be none or several."""
    if character in "'’‘`´":
        return ""
    decomposed = unicodedata.normalize("NFKD", character.casefold())
    return "".join(c for c in decomposed if c.isalnum())


def words_of(text: str) -> tuple[tuple[str, int], ...]:
    """The words of a text as they are compared with others, each with the place in the text where it ends."""
    words: list[tuple[str, int]] = []
    word = ""
    for place, character in enumerate(text):
        if unicodedata.combining(character) or unicodedata.category(character) == "Cf":
            continue
        plain = plain_character(character)
        if plain:
            word += plain
        elif word and character not in "'’‘`´":
            words.append((word, place))
            word = ""
    return (*words, (word, len(text))) if word else tuple(words)


@cache
def lexicon(lang: str) -> Lexicon:
    """The words of a language. Raises LookupError, naming the languages there are, if there is no such."""
    if lang not in LANGUAGES:
        raise LookupError(f"no language is called {lang!r}; there are {', '.join(LANGUAGES)}")
    text = (resources.files(__package__) / lang / "words.toml").read_text(encoding="utf-8")
    return read_lexicon(lang, text)


def read_lexicon(lang: str, text: str) -> Lexicon:
    """Read the text of a `words.toml`. Raises tomllib.TOMLDecodeError where it is no TOML."""
    data = tomllib.loads(text)
    name, shown, bending = data.pop("name", lang), data.pop("show", {}), data.pop("inflection", {})
    sections = {
        section: {entry: tuple(writings) for entry, writings in entries.items()} for section, entries in data.items()
    }
    return Lexicon(lang, name, sections, shown, _inflection(bending))


def _inflection(data: Mapping[str, Any]) -> Inflection:
    endings = tuple((ending, answers) for answers in ("goal", "source", "plain") for ending in data.get(answers, ()))
    return Inflection(endings, _pairs(data.get("stems", ())), _pairs(data.get("gradation", ())))


def _pairs(rows: Any) -> tuple[tuple[str, str], ...]:
    return tuple((old, new) for old, new in rows)


def status(text: str, langs: tuple[str, ...] = LANGUAGES) -> str | None:
    """The status that a piece of writing gives to a set (`final`, `preliminary`, `perpetual`), or None.

    Words may stand in a sentence; one that is denied in its own sentence does not count ("do not treat them as final").
    Where several are given the last one holds.
    """
    found: str | None = None
    for sentence in _sentences(text):
        words = [word for word, _ in words_of(sentence)]
        for lang in langs:
            known, denials = lexicon(lang)._by_writing["status"], lexicon(lang)._by_writing["negation"]
            for end in range(1, len(words) + 1):
                given = known.get(words[end - 1]) or known.get(" ".join(words[max(0, end - 2) : end]))
                if given and not any(word in denials for word in words[: end - 1]):
                    found = given
    return found


def _sentences(text: str) -> list[str]:
    pieces, piece = [], ""
    for line in text.splitlines():
        for character in line + "\n":
            if character in ".;!?\n":
                pieces.append(piece)
                piece = ""
            else:
                piece += character
    return pieces
