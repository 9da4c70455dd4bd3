"""Header lines, each on its own terms."""

from __future__ import annotations

from email import message_from_bytes

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman.post import headers
from dragoman.post.letter import Address


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("kalmar", "kalmar"),
        ("=?utf-8?q?kalmar?=", "kalmar"),
        ("=?utf-8?b?VMO8?=\n =?utf-8?b?cmtpeWU=?=", "Türkiye"),
        ("=?utf-8?b?VMM=?= =?utf-8?b?vHJraXll?=", "Türkiye"),  # a character cut in two
        ("=?iso-8859-1?q?=96_x?=", "– x"),
        ("=?utf-8*en?q?a?=", "a"),
        ("=?x-klingon?q?a=E9?=", "aé"),
        ("=?utf-8?q?unfinished", "=?utf-8?q?unfinished"),
        ("a =?utf-8?q?b?= c", "a b c"),
    ],
)
def test_encoded_words(value: str, text: str) -> None:
    assert headers.words(value.replace("\n", ""))[0] == text


@pytest.mark.parametrize(
    ("value", "boxes"),
    [
        ("ann@example.org", [("", "ann@example.org")]),
        ("Ann <Ann@Example.ORG>", [("Ann", "ann@example.org")]),
        ('"Vale, Ann" <ann@example.org>, bo@example.org', [("Vale, Ann", "ann@example.org"), ("", "bo@example.org")]),
        ("=?utf-8?q?=C3=85ke?= <ake@example.org>", [("Åke", "ake@example.org")]),
        ("Players: ann@example.org, Bo <bo@example.org>;", [("", "ann@example.org"), ("Bo", "bo@example.org")]),
        ("undisclosed-recipients:;", []),
        ("ann@example.org (a comment, with b@c.de)", [("", "ann@example.org")]),
        ('"england@example.org" <eve@evil.example>', [("england@example.org", "eve@evil.example")]),
        ("england@example.org <eve@evil.example>", [("", "england@example.org"), ("", "eve@evil.example")]),
        ("<<<ann@example.org", [("", "ann@example.org")]),
        ("nobody at all", []),
        ("", []),
        ("((((", []),
    ],
)
def test_mailboxes(value: str, boxes: list[tuple[str, str]]) -> None:
    assert list(headers.mailboxes(value)) == [Address(name, address) for name, address in boxes]


@pytest.mark.parametrize(
    ("value", "iso"),
    [
        ("Tue, 03 Mar 2026 19:42:11 +0200", "2026-03-03T19:42:11+02:00"),
        ("3 Mar 2026 19:42 -0000", "2026-03-03T19:42:00+00:00"),
        ("Tue, 99 Foo 2026", None),
        ("Tue, 03 Mar 99999 19:42:11 +0200", None),
        ("", None),
    ],
)
def test_dates(value: str, iso: str | None) -> None:
    moment = headers.date(value)
    assert (moment.isoformat() if moment else None) == iso


@pytest.mark.parametrize(
    ("value", "address"),
    [("<ann@example.org>", "ann@example.org"), ("Ann@example.org", "ann@example.org"), ("<>", ""), ("", "")],
)
def test_trace_addresses(value: str, address: str) -> None:
    assert headers.bare(value) == address


def test_identifiers() -> None:
    assert headers.identifiers(" <a@b> <c@d>\t<> <e f>") == ("<a@b>", "<c@d>")


def test_raw_letters_beyond_ascii_are_read() -> None:
    message = message_from_bytes("Subject: päätetty\r\n\r\n".encode())
    assert headers.raw_value(message, "subject") == "päätetty"
    western = message_from_bytes(b"Subject: p\xe4\xe4tetty\r\n\r\n")
    assert headers.raw_value(western, "Subject") == "päätetty"


@pytest.mark.parametrize(
    ("written", "disowned"),
    [
        ("Authentication-Results: mx; dmarc=fail (p=none) header.from=example.org", True),
        ("Authentication-Results: mx; dmarc=pass header.from=example.org; spf=fail", False),
        ("Authentication-Results: mx; spf=fail; dkim=pass header.d=example.org", False),
        ("Authentication-Results: mx; spf=softfail; dkim=none", True),
        ("Authentication-Results: mx; (dmarc=fail) spf=pass", False),
        ("Received-SPF: Fail (mx: 192.0.2.1)", True),
        ("Received-SPF: pass", False),
        ("Subject: dmarc=fail", False),
    ],
)
def test_who_is_disowned(written: str, disowned: bool) -> None:
    assert headers.disowned(message_from_bytes(f"{written}\r\n\r\n".encode())) is disowned


@given(st.text(max_size=200))
def test_no_value_raises(value: str) -> None:
    """And whatever is found in it is text that can be written again, and a moment with its zone."""
    read = headers.as_text(value.encode("utf-8", "replace").decode("ascii", "surrogateescape"))
    found = [headers.words(value)[0], read, *headers.identifiers(value)]
    found += [box.address for box in headers.mailboxes(value)]
    assert "".join(found).encode().decode() == "".join(found)
    moment = headers.date(value)
    assert moment is None or moment.tzinfo is not None
