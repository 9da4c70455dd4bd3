"""Marks of direction go, however deep they lie; letters from right to left are shut off from what stands beside."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman.game.directions import CLOSES, MARKED, MARKS, OPENS, isolated, isolated_html, may_turn, unmarked_within

MEN = "\u05d0\u05e0\u05e9\u05d9\u05dd"
"""Hebrew for people."""


@dataclass(frozen=True)
class Inner:
    text: str


@dataclass(frozen=True)
class Outer:
    name: str
    parts: tuple[Inner, ...] = ()
    named: tuple[tuple[str, int], ...] = ()
    by_name: dict[str, str] | None = None


def test_marks_go_however_deep() -> None:
    bad = Outer("\u202eab", (Inner("c\u2066d"), Inner("e")), (("f\u200f", 1),), {"g\u061c": "h\u2069"})
    assert unmarked_within(bad) == Outer("ab", (Inner("cd"), Inner("e")), (("f", 1),), {"g": "h"})
    good = Outer(f"ab {MEN}", (Inner("“c”"),))
    assert unmarked_within(good) is good


def test_what_no_form_has_is_gone_through_all_the_same() -> None:
    odd = ("\u202ea", "\ud800", object(), {1.5: "x\u200e"})
    assert unmarked_within(odd)[0] == "a"
    assert unmarked_within(odd)[3] == {1.5: "x"}


def test_the_marks_in_bytes_are_the_same() -> None:
    marks = {chr(n) for n in range(0x110000) if not 0xD800 <= n < 0xE000 and MARKED.search(chr(n).encode())}
    assert marks == {chr(n) for n in range(0x110000) if MARKS.search(chr(n))}


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain – “ä”", "plain – “ä”"),
        (f"{MEN} 12 to France", f"{OPENS}{MEN}{CLOSES} 12 to France"),
        (f"{MEN} {MEN} and {MEN}", f"{OPENS}{MEN} {MEN}{CLOSES} and {OPENS}{MEN}{CLOSES}"),
        (f"{MEN}, {MEN}: 3", f"{OPENS}{MEN}{CLOSES}, {OPENS}{MEN}{CLOSES}: 3"),
        (f"| {MEN}, 3\n| no", f"| {OPENS}{OPENS}{MEN}{CLOSES}, 3{CLOSES}\n| no"),
        ("\u0627\u0644", f"{OPENS}\u0627\u0644{CLOSES}"),
    ],
)
def test_what_runs_the_other_way_is_shut_off(text: str, shown: str) -> None:
    assert isolated(text) == shown


def test_tags_and_what_is_typed_stay_as_they_are() -> None:
    html = f'<p title="{MEN}">{MEN} 1</p><textarea>{MEN}</textarea><script>"{MEN}"</script><title>{MEN}</title>'
    assert isolated_html(html) == html.replace(f"{MEN} 1", f"{OPENS}{MEN}{CLOSES} 1")


STRONG = st.sampled_from([MEN, "\u0627\u0644", "\U0001e900", "abc", "12", " ", ", ", "\n", "| ", "–", "<b>", "&amp;"])


@given(st.lists(STRONG, max_size=12).map("".join))
def test_everything_is_shut_off_and_nothing_else_changes(text: str) -> None:
    for shown in (isolated(text), isolated_html(text)):
        assert MARKS.sub("", shown) == text
        assert open_letters(shown) == []
    turns = any(unicodedata.bidirectional(sign) in ("R", "AL") for sign in text)
    assert may_turn(text.encode()) >= turns


def open_letters(text: str) -> list[str]:
    """Letters from right to left that stand in no isolate, and lines in which isolates do not close."""
    found = []
    for line in text.split("\n"):
        depth = 0
        for sign in line:
            depth += (sign == OPENS) - (sign == CLOSES)
            if depth < 0 or (not depth and unicodedata.bidirectional(sign) in ("R", "AL")):
                found.append(line)
        if depth or re.search("[\u202a-\u202e\u2066\u2067]", line):
            found.append(line)
    return found
