"""Characters that are not what they seem are gone before anything is read."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman.post.characters import one_line, plain, reordered

FORBIDDEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff\ud800-\udfff]")


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("a\r\nb\rc\nd\u2028e\x0bf\x85g", "a\nb\nc\nd\ne\nf\ng"),
        ("A\u00a0Par\u2003-\u202fBur", "A Par - Bur"),
        ("\ufeffA P\u200bar\u00ad -\u2060 Bur", "A Par - Bur"),
        ("\u202eruB\u202c \u2066x\u2069", "ruB x"),
        ("a\x00b\x1bc\x7fd", "abcd"),
        ("Tu\u0308rkiye", "Türkiye"),
        ("a\tb", "a\tb"),
        ("👨\u200d👩 x\u200dy", "👨\u200d👩 xy"),
        ("→ – — ‑ 😀", "→ – — ‑ 😀"),
    ],
)
def test_text_is_made_plain(text: str, left: str) -> None:
    assert plain(text) == left


@pytest.mark.parametrize(
    ("text", "line", "told"),
    [
        ("kalmar  S1901M\tfinal", "kalmar S1901M final", False),
        ("kalmar\r\nBcc: x", "kalmar Bcc: x", True),
        ("kal\x00mar", "kal mar", True),
        ("\u202ekalmar", "kalmar", True),
        ("\u200bkalmar", "kalmar", False),
    ],
)
def test_a_header_is_one_line_and_tells_what_was_taken_out(text: str, line: str, told: bool) -> None:
    assert one_line(text) == (line, told)


def test_only_overrides_make_a_text_look_other_than_it_reads() -> None:
    assert reordered("a\u202eb")
    assert not reordered("a\u200fb")


@given(st.text())
def test_nothing_forbidden_is_left(text: str) -> None:
    assert FORBIDDEN.search(plain(text)) is None
    line, _ = one_line(text)
    assert FORBIDDEN.search(line) is None
    assert "\n" not in line


@given(st.text())
def test_what_is_plain_stays_as_it_is(text: str) -> None:
    assert plain(plain(text)) == plain(text)
