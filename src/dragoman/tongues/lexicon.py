"""A lexicon holds the words of one language that mean something to a game, by what they do, from its `words.toml`.

The words for orders, statuses, seasons, months and commands all come from here; nowhere else is a word of a language
written into code.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib import resources
from itertools import islice
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
        known = self._by_writing.get(section, {})
        words = list(islice(_words(text), self._longest.get(section, 0)))
        for count in range(len(words), 0, -1):
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

    @cached_property
    def _longest(self) -> Mapping[str, int]:
        """How many words the longest writing of each section has."""
        return {
            section: max((len(writing.split()) for writing in writings), default=0)
            for section, writings in self._by_writing.items()
        }


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
    return tuple(_words(text))


def _words(text: str) -> Iterator[tuple[str, int]]:
    word = ""
    for place, character in enumerate(text):
        if unicodedata.combining(character) or unicodedata.category(character) == "Cf":
            continue
        plain = plain_character(character)
        if plain:
            word += plain
        elif word and character not in "'’‘`´":
            yield word, place
            word = ""
    if word:
        yield word, len(text)


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
    stems, gradation = _pairs(data.get("stems", ())), _pairs(data.get("gradation", ()))
    return Inflection(endings, stems, gradation, tuple(data.get("compounds", ())))


def _pairs(rows: Any) -> tuple[tuple[str, str], ...]:
    return tuple((old, new) for old, new in rows)


def status(text: str, langs: tuple[str, ...] = LANGUAGES) -> str | None:
    """The status that a piece of writing gives to a set (`final`, `preliminary`, `perpetual`), or None.

    Words may stand in a sentence; one that is denied or on a condition in its own sentence does not count ("do not
    treat them as final"). Only a statement about the set makes it more binding: not a question, and not a sentence in
    which such a word speaks of something else ("my final offer"). Where several statuses are given the last one holds.
    """
    found: str | None = None
    for sentence in _sentences(text):
        words = words_of(sentence)
        for at, given in _statuses(words, langs):
            if not _is_denied(words, at, langs) and (given == "preliminary" or _states(sentence, words[at][1], langs)):
                found = given
    return found


def denied(text: str, langs: tuple[str, ...] = LANGUAGES) -> bool:
    """Whether a sentence of the text denies that the set is final, without calling it anything else."""
    for sentence in _sentences(text):
        words = words_of(sentence)
        for at, given in _statuses(words, langs):
            if given == "final" and _is_denied(words, at, langs):
                return True
    return False


def unsettled(sentence: str, langs: tuple[str, ...] = LANGUAGES) -> bool:
    """Whether a sentence denies that the set is final, and speaks of nothing else: `This is not final yet.`"""
    words = [word for word, _ in words_of(sentence)]
    mere = all(_may_stand(word, langs) or _known(word, "negation", langs) for word in words)
    return mere and "?" not in sentence and denied(sentence, langs)


def _is_denied(words: Sequence[tuple[str, int]], at: int, langs: tuple[str, ...]) -> bool:
    """Whether a word is denied by one before it, or hangs on a condition anywhere in its sentence."""
    found = [_known(word, "negation", langs) for word, _ in words]
    return any(found[:at]) or "if" in found


def _statuses(words: Sequence[tuple[str, int]], langs: tuple[str, ...]) -> list[tuple[int, str]]:
    """The words that name a status, alone or with the word before, each by its index (of the last word)."""
    found: list[tuple[int, str]] = []
    for at, (word, _) in enumerate(words):
        pair = " ".join(each for each, _ in words[max(0, at - 1) : at + 1])
        for lang in langs:
            known = lexicon(lang)._by_writing["status"]
            if given := known.get(word) or known.get(pair):
                found.append((at, given))
    return found


def _states(sentence: str, end: int, langs: tuple[str, ...]) -> bool:
    """Whether the clause with the status that ends there says of the set that it is so.

    Every word of it must be one that such statements have, or stand in `final orders of …`, or in an order that the
    status follows; one strange word may stand before a status that ends the clause (`kalmar final`).
    """
    if sentence.endswith("?"):
        return False
    start = max((m.end() for m in _JOINT.finditer(sentence, 0, end)), default=0)
    joint = _JOINT.search(sentence, end)
    clause = [word for word, _ in words_of(sentence[start : joint.start() if joint else len(sentence)])]
    at = len(words_of(sentence[start:end])) - 1
    if _known(clause[0], "set_of", langs) == "are":  # a question, if without its sign
        return False
    strange = [place for place, word in enumerate(clause) if not _may_stand(word, langs)]
    if not strange or (len(clause) == 2 and strange == [0]) or _follows_order(clause, at, sentence[start:end], langs):
        return True
    after = clause[at + 1 :]
    named = bool(after) and _known(after[0], "set", langs) is not None
    joined = len(after) < 2 or _known(after[1], "set_of", langs) is not None
    if len(after) > 2 and _known(after[1], "set_of", langs) == "are":  # "my final orders are A Vie - Gal"
        joined = _may_stand(after[2], langs)
    return named and joined and sum(place < at for place in strange) <= 1 and len(after) <= LONGEST_OWNER


def _may_stand(word: str, langs: tuple[str, ...]) -> bool:
    """Whether a word may stand in a sentence that gives a set its status."""
    return any(character.isdigit() for character in word) or any(
        _known(word, section, langs) for section in ("status", "set", "stating", "season")
    )


def _follows_order(clause: Sequence[str], at: int, said: str, langs: tuple[str, ...]) -> bool:
    """Whether the status ends an order: `A Vie-Gal final`, `F Lon H final`."""
    if at + 1 < len(clause) or at < 2:
        return False
    army_or_fleet = _known(clause[0], "order", langs) in ("army", "fleet")
    does = any(_known(word, "order", langs) in _TOLD for word in clause[1:at])
    return army_or_fleet and (does or "-" in said.strip(" *_").rpartition(" ")[0])


def _known(word: str, section: str, langs: tuple[str, ...]) -> str | None:
    found = (lexicon(lang)._by_writing.get(section, {}).get(word) for lang in langs)
    return next((entry for entry in found if entry), None)


_JOINT = re.compile(r"[,:&()\[\]/=<>*_|–—]|\s-+\s|\b(?:and|so|but|ja|joten|mutta)\b", re.IGNORECASE)
"""What parts the clauses of a sentence."""

_TOLD = ("hold", "support", "convoy")

LONGEST_OWNER = 8
"""The words that may follow a status, from the word for orders on: `orders of Austria-Hungary for Fall 1902`."""


def _sentences(text: str) -> list[str]:
    """The sentences of each line, with the signs that end them."""
    pieces, piece = [], ""
    for line in text.splitlines():
        for character in line + "\n":
            if character in ".;!?\n":
                pieces.append(piece + character.strip())
                piece = ""
            else:
                piece += character
    return pieces
