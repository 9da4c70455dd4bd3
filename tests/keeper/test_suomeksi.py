"""A played game in Finnish is Finnish to the last line: every letter of every game in a file, put into both tongues,
has no sentence in common, and asks the catalogue for none that it lacks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import UTC
from functools import cache
from pathlib import Path

import pytest

from dragoman.game.protocol import Notice
from dragoman.keeper import playfile
from dragoman.keeper.expecting import played
from dragoman.keeper.performance import Performance, stage
from dragoman.tongues import saying
from dragoman.tongues.catalogue import catalogue

pytestmark = pytest.mark.slow

FOLDER = Path(__file__).parents[1] / "cases" / "games"
FILES = sorted(FOLDER.glob("*.toml"))
WORDS = re.compile(r"\b[a-z]{2,}\b")
QUOTED = re.compile(r"^\| |@|https?://")
"""What people wrote, addresses: shown as it is in any tongue."""


def sentences(text: str) -> Iterator[str]:
    """The lines of a letter that say something, in whichever tongue: two small words or more."""
    for line in text.splitlines():
        if not QUOTED.search(line) and len(WORDS.findall(line)) >= 2:
            yield " ".join(line.split())


class Asked(dict[str, str]):
    """A catalogue that remembers what it was asked for in vain."""

    def __init__(self, known: Mapping[str, str]) -> None:
        super().__init__(known)
        self.lacking: set[str] = set()

    def get(self, text: str, default: str | None = None) -> str | None:  # type: ignore[override]
        if text not in self and WORDS.search(re.sub(r"\{.*?\}", "", text)):
            self.lacking.add(text)
        return super().get(text, default)


def in_finnish(text: str) -> bool:
    """Whether a text is a sentence of the catalogue already, its gaps filled: a part of a sentence is put twice."""
    return any(re.fullmatch(pattern, text) for pattern in _patterns())


@cache
def _patterns() -> tuple[str, ...]:
    return tuple(re.sub(r"\\\{\w+(:\w+)?\\\}", ".*", re.escape(said)) for said in catalogue("fi").values())


def told(path: Path) -> tuple[Performance, list[Notice]]:
    """Every notice of a played game, but those whose form is English by its nature."""
    performance = stage(playfile.load(path))
    played(performance)
    notices = [sent.notice for sent in performance.sent if sent.notice is not None]
    return performance, [notice for notice in notices if getattr(notice.body, "form", "") != "njudge"]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_no_letter_says_anything_in_english_to_a_finn(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    performance, notices = told(path)
    asked = Asked(catalogue("fi"))
    monkeypatch.setattr(saying, "catalogue", lambda lang: asked if lang == "fi" else catalogue(lang))
    common = set()
    for notice in notices:
        english, finnish = (performance.game.words(notice, lang, UTC) for lang in ("en", "fi"))
        common |= set(sentences(english.text)) & set(sentences(finnish.text))
        common |= set(sentences(english.subject)) & set(sentences(finnish.subject))
    assert {text for text in asked.lacking if not in_finnish(text)} == set()
    assert common == set()


def test_a_sentence_in_english_is_found() -> None:
    assert list(sentences("A VIE - GAL\n| quoted words here\nno order: it holds")) == ["no order: it holds"]
    asked = Asked({"known": "tunnettu"})
    assert asked.get("not known", "not known") == "not known"
    assert asked.lacking == {"not known"}
