"""Bytes become the text that was meant, whatever character set they claim."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman.post.charsets import Decoded, decode

TEXT = "Åke – “Türkiye”"


@pytest.mark.parametrize(
    ("data", "charset", "text"),
    [
        (TEXT.encode(), "utf-8", TEXT),
        (TEXT.encode(), "UTF8", TEXT),
        (TEXT.encode(), "us-ascii", TEXT),
        (TEXT.encode(), "iso-8859-1", TEXT),
        (TEXT.encode(), None, TEXT),
        (TEXT.encode(), "", TEXT),
        (TEXT.encode("cp1252"), "windows-1252", TEXT),
        (TEXT.encode("cp1252"), "latin1", TEXT),
        (TEXT.encode("cp1252"), "utf-8", TEXT),
        (TEXT.encode("cp1252"), None, TEXT),
        (TEXT.encode("utf-8-sig"), "latin1", TEXT),
        (TEXT.encode("utf-16"), "utf-8", TEXT),
        (TEXT.encode("utf-16-le"), "utf-16-le", TEXT),
        ("Łódź €".encode("iso-8859-15", "replace"), "iso-8859-15", "?ód? €"),
        ("Łódź".encode("iso-8859-2"), "ISO-8859-2", "Łódź"),
        ("Кий".encode("koi8-r"), "koi8-r", "Кий"),
        ("艦隊".encode("iso-2022-jp"), "iso-2022-jp", "艦隊"),
        ("艦隊".encode("gb18030"), "gb2312", "艦隊"),
        (b"\x81\x8d", "windows-1252", "\ufffd\ufffd"),
        (b"", "utf-8", ""),
        (b"abc", '"utf-8"', "abc"),
    ],
)
def test_the_text_that_was_meant(data: bytes, charset: str | None, text: str) -> None:
    assert decode(data, charset) == Decoded(text)


@pytest.mark.parametrize(
    "charset", ["x-klingon", "idna", "unicode_escape", "utf-7", "rot13", "base64", "zlib", "undefined", "\x00", "ä"]
)
def test_what_is_no_character_set_is_told_and_read_as_western(charset: str) -> None:
    assert decode(b"caf\xe9 \\u0041", charset) == Decoded("café \\u0041", charset)


@given(st.binary(max_size=100), st.text(max_size=20) | st.none())
def test_nothing_raises_and_no_surrogate_is_left(data: bytes, charset: str | None) -> None:
    text = decode(data, charset).text
    assert not any("\ud800" <= character <= "\udfff" for character in text)
