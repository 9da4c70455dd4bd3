"""No sentence without its Finnish: whatever the code says to anybody stands in the catalogue, wherever it is said.

A sentence is written out where it is said, so that this law can find it. The few places that say a sentence out of a
table of data are listed; each table has a test of its own that walks it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import dragoman
from dragoman.diplomacy.drawing.words import SENTENCES
from dragoman.tongues.catalogue import catalogue
from dragoman.tongues.lexicon import LANGUAGES, lexicon

PACKAGE = Path(dragoman.__file__).parent
SAYING = "dragoman.game.saying"

FROM_DATA = frozenset({
    "diplomacy/board/mapfile.py", "diplomacy/examples.py", "diplomacy/houserules/document.py",
    "diplomacy/houserules/wording.py", "diplomacy/plays.py", "keeper/documents.py", "nomic/readings.py",
    "web/forms/clause.py",
    "web/outcomes.py", "web/overview.py", "web/telling.py", "web/views/comparing.py", "web/views/sheets.py",
    "web/views/votes.py",
})  # fmt: skip
"""Where a sentence is said that stands in data: of a map, an example or a clause (each walked by a test of its own)."""

SAID_AGAIN = frozenset({
    "diplomacy/rendering/reader.py", "diplomacy/rendering/results.py", "web/problems.py", "keeper/reading.py",
    "nomic/rendering/__init__.py",
})  # fmt: skip
"""Where a sentence that was said before is said anew with other gaps filled."""


def sources() -> list[Path]:
    return sorted(PACKAGE.rglob("*.py"))


def said(path: Path) -> Iterator[ast.expr]:
    """The first argument of every `say` and `Saying` in a file."""
    tree = ast.parse(path.read_text("utf-8"))
    named = {
        alias.asname or alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == SAYING
        for alias in node.names
        if alias.name in ("say", "Saying")
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in named and node.args:
            yield node.args[0]


def texts(node: ast.expr) -> list[str] | None:
    """The sentences that an expression can be; None where that cannot be seen."""
    match node:
        case ast.Constant(value=str(text)):
            return [text]
        case ast.IfExp(body=body, orelse=other):
            one, two = texts(body), texts(other)
            return None if one is None or two is None else one + two
        case _:
            return None


@pytest.mark.dear
@pytest.mark.parametrize("lang", [lang for lang in LANGUAGES if lang != "en"])
def test_every_sentence_of_the_code_has_its_translation(lang: str) -> None:
    known = catalogue(lang)
    missing = {
        f"{path.relative_to(PACKAGE)}:{node.lineno}": text
        for path in sources()
        for node in said(path)
        for text in texts(node) or ()
        if text not in known and any(character.isalpha() for character in _without_gaps(text))
    }
    assert missing == {}


def _without_gaps(text: str) -> str:
    """The sentence without its gaps: one that is nothing but gaps and points reads alike in every tongue."""
    while "{" in text:
        start, _, rest = text.partition("{")
        text = start + rest.partition("}")[2]
    return text


@pytest.mark.dear
def test_every_sentence_is_written_out_where_it_is_said() -> None:
    hidden = [
        f"{path.relative_to(PACKAGE)}:{node.lineno}: {ast.unparse(node)}"
        for path in sources()
        if path.relative_to(PACKAGE).as_posix() not in FROM_DATA | SAID_AGAIN
        for node in said(path)
        if texts(node) is None
    ]
    assert hidden == []


@pytest.mark.dear
def test_the_places_that_say_what_is_not_written_there_are_there() -> None:
    """The lists above hold no file that needs no leave any more."""
    needed = {
        path.relative_to(PACKAGE).as_posix() for path in sources() if any(texts(node) is None for node in said(path))
    }
    assert needed == FROM_DATA | SAID_AGAIN


@pytest.mark.parametrize("lang", [lang for lang in LANGUAGES if lang != "en"])
def test_the_board_speaks_every_tongue(lang: str) -> None:
    assert SENTENCES[lang].keys() >= SENTENCES["en"].keys() - lexicon("en").entries("season").keys()


@pytest.mark.parametrize("lang", [lang for lang in LANGUAGES if lang != "en"])
def test_no_translation_is_the_english_itself(lang: str) -> None:
    """A sentence copied and not translated; names, and words that are the same in both, are short."""
    copied = [text for text, other in catalogue(lang).items() if text == other and len(_without_gaps(text).split()) > 2]
    assert copied == []
