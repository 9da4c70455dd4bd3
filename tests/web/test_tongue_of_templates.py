"""No template says a word that is not put into the reader's tongue: between tags stand only gaps and marks."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import dragoman.web

TEMPLATES = Path(dragoman.web.__file__).parent / "templates"
NAMES = frozenset({"Dragoman", "English", "Suomi", "suomeksi", "Vie", "Gal", "Tri", "final"})
"""Names, languages in their own words, and order words that are read in every tongue."""

TAKEN_OUT = (
    r"{% comment.*?{% endcomment %}", r"{#.*?#}", r"{% blocktranslate.*?{% endblocktranslate %}", r"<!--.*?-->",
    r"<(?:code|kbd|samp|pre|script|style)\b.*?</(?:code|kbd|samp|pre|script|style)>", r"{%.*?%}", r"{{.*?}}",
)  # fmt: skip
SPOKEN = re.compile(r'\b(?:alt|title|aria-label|placeholder|summary)="([^"]*)"')


def words(template: str) -> list[str]:
    """Every word that a template itself says to a person, in text or in an attribute that is read out."""
    for taken in TAKEN_OUT:
        template = re.sub(taken, " ", template, flags=re.DOTALL)
    spoken = " ".join(SPOKEN.findall(template))
    told = re.sub(r"&\w+;|&#\d+;", " ", re.sub(r"<[^>]*>", " ", template, flags=re.DOTALL))
    return [word for word in re.findall(r"[^\W\d_]{2,}\w*", f"{told} {spoken}") if word not in NAMES]


@pytest.mark.parametrize("path", sorted(TEMPLATES.rglob("*.html")), ids=lambda path: path.stem)
def test_a_template_says_nothing_of_its_own(path: Path) -> None:
    assert words(path.read_text("utf-8")) == []


def test_a_word_left_in_a_template_is_found() -> None:
    assert words('<p title="A hint">{% translate "Yes" %} Hello {{ name }}</p>') == ["Hello", "hint"]
