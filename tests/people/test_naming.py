"""What people are called: by their own word, or by a From line that holds a name; never by an address or a seat."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from dragoman.people.naming import of_sender
from dragoman.post.naming import asked

CASES = tomllib.loads((Path(__file__).parents[1] / "cases" / "letters" / "names.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", CASES["from"], ids=lambda case: case["shown"] or "nothing")
def test_a_from_line_calls_its_writer(case: dict[str, str]) -> None:
    assert of_sender(case["shown"]) == case["name"]


@pytest.mark.parametrize("case", CASES["said"], ids=lambda case: case["text"][:30])
def test_somebody_says_what_they_are_called(case: dict[str, str]) -> None:
    assert asked(case["text"]) == (case.get("name"), case.get("rest", case["text"]))
