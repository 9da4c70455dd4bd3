"""Reading letters: whatever the bytes, a letter comes of them, clean and within limits."""

from __future__ import annotations

import base64
import random
import re
import time
from collections.abc import Callable

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tests.post.casebook import FOLDER, NAMES, case, raw

from dragoman.diplomacy.board.mapfile import chart
from dragoman.diplomacy.orders.reading import Read, ReadingContext, read_set
from dragoman.diplomacy.orders.writing import write
from dragoman.post.letter import Automatic, CutKind, Envelope, Letter, Part
from dragoman.post.reading import read

HEAD = b"From: ann@example.org\r\nTo: dragoman@example.org\r\nSubject: kalmar\r\nMessage-ID: <1@example.org>\r\n"
UNCLEAN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ufeff\ud800-\udfff]")
PIECES = [
    b"\r\n",
    b"\n\n",
    b"\r",
    b"\x00",
    b"\xff\xfe",
    b"\xef\xbb\xbf",
    b"=?utf-8?B?",
    b"?=",
    b"=?",
    b"=\r\n",
    b"=3D",
    b"--x",
    b"--x--",
    b"Content-Type: multipart/mixed; boundary=x\r\n",
    b'Content-Type: multipart/alternative; boundary="x"\r\n',
    b"Content-Type: message/rfc822\r\n",
    b"Content-Type: text/html; charset=utf-8\r\n",
    b"Content-Transfer-Encoding: base64\r\n",
    b'Content-Type: text/plain; format=flowed; charset="\xff"\r\n',
    b"Content-Disposition: attachment; filename*0*=utf-8''%ff\r\n",
    b"Content-Type: multipart/report; report-type=delivery-status; boundary=x\r\n",
    b"Final-Recipient: rfc822;a@b\r\n",
    b"From: ((((\r\n",
    b'To: :;,<"\r\n',
    b"Message-ID: <>\r\n",
    b"Date: 99 Foo 99999 25:61\r\n",
    b"Authentication-Results: ;\r\n",
    b"<table><tr><td>",
    b"</p>",
    b"<blockquote>",
    b'<div style="display:none">',
    b"<style>.a{display:none}</style>",
    b"<!--",
    b"&#0;&#xD800;",
    b"> > ",
    b"-- \n",
    b"On 3.3.2026 a@b.cc wrote:\n",
    b"From: x\nSent: 1.1.2026\nTo: y\n",
    b"-----BEGIN PGP SIGNED MESSAGE-----\n",
]
anything = st.binary(max_size=300)
letterlike = st.lists(st.one_of(st.sampled_from(PIECES), st.binary(max_size=20)), max_size=40).map(
    lambda p: HEAD + b"".join(p)
)


def assert_clean(letter: Letter) -> None:
    """No field holds a control character, and what goes into headers is one line."""
    for line in (letter.subject, letter.sender.name, letter.sender.address, letter.message_id, letter.in_reply_to):
        assert UNCLEAN.search(line) is None
        assert "\n" not in line
    for text in (letter.text, letter.alternative, letter.away_until, *(cut.first for cut in letter.cuts)):
        assert UNCLEAN.search(text) is None
    for attachment in letter.attachments:
        assert re.search(r"[/\\\n]", attachment.name) is None
    assert letter.message_id.startswith("<")
    assert letter.message_id.endswith(">")


@given(anything)
@example(b"")
@example(b"\n")
@example(b"\xff\xfe\x00")
def test_any_bytes_are_a_letter(data: bytes) -> None:
    assert_clean(read(data))


@pytest.mark.parametrize(
    "line",
    [
        "Message-ID: <{}1@example.org>",
        "In-Reply-To: <1@example.org{}>",
        "From: a{}@example.org",
        "From: A{}nn <ann@exa{}mple.org>",
        "Reply-To: <a{}nn@example.org>",
        "Subject: kal{}mar",
    ],
)
def test_what_nobody_sees_is_in_no_header(line: str) -> None:
    for unseen in ("\ufeff", "\u202e", "\u2066", "\u200b"):
        assert_clean(read(line.format(unseen, unseen).encode() + b"\r\n" + HEAD + b"\r\nA Par H\r\n"))


@given(letterlike)
def test_bytes_that_look_like_a_letter_are_one(data: bytes) -> None:
    assert_clean(read(data))


@given(st.sampled_from(NAMES), st.integers(0, 2**32))
def test_a_damaged_letter_is_a_letter(name: str, seed: int) -> None:
    draw, data = random.Random(seed), bytearray(raw(name)[:20_000])
    for _ in range(draw.randint(1, 12)):
        at = draw.randrange(len(data) + 1)
        data[at : at + draw.choice((0, 0, 1, 30))] = draw.choice((b"", draw.choice(PIECES), draw.randbytes(3)))
    assert_clean(read(bytes(data)))


@given(anything, st.none() | st.builds(Envelope, st.text(max_size=20), st.lists(st.text(max_size=20)).map(tuple)))
def test_reading_is_a_function(data: bytes, envelope: Envelope | None) -> None:
    assert read(data, envelope) == read(data, envelope)


# --- the cases, without any command line ---

BOARD = chart("standard")


def orders(letter: Letter, power: str) -> list[str]:
    """What the reader of orders finds in a letter, its HTML form instead of a plain one that holds none."""
    for text in (letter.text, letter.alternative):
        found = read_set(text, ReadingContext(BOARD, power, position=BOARD.opening))
        read_ = [write(each.line.order) for each in found if isinstance(each, Read)]
        if read_:
            return read_
    return []


@pytest.mark.parametrize("name", NAMES)
def test_the_orders_of_a_letter_are_its_writers_own(name: str) -> None:
    expected, letter = case(name), read(raw(name))
    if expected["disposition"] == "orders":
        assert orders(letter, expected["power"]) == expected["orders"]
    if letter.automatic is None and "press" not in expected:
        unsaid = set(expected.get("must_not_extract", ())) - set(expected["orders"])
        if expected["disposition"] != "refused":
            assert unsaid.isdisjoint(orders(letter, expected["power"]))


def test_every_case_has_a_letter_and_every_letter_a_case() -> None:
    assert sorted(path.stem for path in FOLDER.glob("*.json")) == NAMES
    assert all(case(name)["why"] for name in NAMES)


# --- who, whom, which ---


def letter(*headers: str, text: str = "A Vie - Gal", envelope: Envelope | None = None) -> Letter:
    return read(("\r\n".join((*headers, "", text))).encode(), envelope)


def test_the_envelope_beats_what_the_letter_says_of_it() -> None:
    said = letter(
        "Return-Path: <forged@example.org>",
        "Delivered-To: other@example.org",
        "From: ann@example.org",
        envelope=Envelope("Ann@Example.org", ("Dragoman+kalmar@example.org",)),
    )
    assert (said.envelope_sender, said.delivered_to) == ("ann@example.org", ("dragoman+kalmar@example.org",))


def test_without_an_envelope_the_last_server_is_believed() -> None:
    said = letter("Return-Path: <ann@example.org>", "Return-Path: <>", "Delivered-To: dragoman@example.org")
    assert (said.envelope_sender, said.delivered_to) == ("ann@example.org", ("dragoman@example.org",))
    assert letter("From: ann@example.org").envelope_sender is None


def test_a_null_path_is_a_machines() -> None:
    assert (
        letter("From: ann@example.org", envelope=Envelope("", ("dragoman@example.org",))).automatic
        is Automatic.AUTOREPLY
    )


def test_identifiers_are_made_where_none_is_given() -> None:
    one = letter("From: ann@example.org", "Date: Tue, 3 Mar 2026 18:00:00 +0000")
    again = letter("Received: by mx", "From: ann@example.org", "Date: Tue, 3 Mar 2026 18:00:00 +0000")
    other = letter("From: ann@example.org", "Date: Tue, 3 Mar 2026 18:00:00 +0000", text="A Vie - Tri")
    assert one.message_id == again.message_id != other.message_id
    assert one.message_id.endswith("@unidentified.invalid>")


def test_only_the_topmost_result_of_authentication_counts() -> None:
    forged = "Authentication-Results: mx.example.org; dmarc=pass header.from=example.org"
    honest = "Authentication-Results: mx.example.org; spf=none; dmarc=fail (p=none) header.from=example.org"
    assert letter(honest, forged, "From: ann@example.org").vouchings == ()
    (vouching,) = letter(forged, "From: ann@example.org").vouchings
    assert (vouching.server, vouching.domain) == ("mx.example.org", "example.org")


@pytest.mark.parametrize(
    "written", ["(dmarc=pass header.from=example.org)", "dmarc=pass", "x-dmarc=passable header.from=a"]
)
def test_a_result_of_authentication_is_read_to_the_letter(written: str) -> None:
    assert letter(f"Authentication-Results: mx.example.org; {written}", "From: a@example.org").vouchings == ()


def test_what_was_cut_is_told_once_for_each_run() -> None:
    cuts = letter(
        "From: a@example.org", text="A Vie - Gal\n-- \nAnn\nVienna\n\nOn 3.3.2026 18:00 Judge wrote:\n> one\n> two\n"
    ).cuts
    assert [(cut.kind, cut.lines, cut.first) for cut in cuts] == [
        (CutKind.SIGNATURE, 3, "--"),
        (CutKind.QUOTED, 3, "On 3.3.2026 18:00 Judge wrote:"),
    ]


def test_two_forms_that_say_different_things_are_both_kept() -> None:
    data = (
        HEAD
        + b"Content-Type: multipart/alternative; boundary=x\r\n\r\n"
        + b"--x\r\n\r\nA Vie - Gal\r\n--x\r\nContent-Type: text/html\r\n\r\n"
    )
    both = read(data + b"<p>A Vie - Tri</p>\r\n--x--\r\n")
    assert (both.text, both.alternative, both.part) == ("A Vie - Gal", "A Vie - Tri", Part.PLAIN)
    same = read(data + b"<p>A Vie&nbsp;- <b>Gal</b></p>\r\n--x--\r\n")
    assert (same.text, same.alternative) == ("A Vie - Gal", "")


# --- limits ---

MEGABYTE = 1024 * 1024


def multipart(count: int) -> bytes:
    return HEAD + b"".join(
        b"Content-Type: multipart/mixed; boundary=b%d\r\n\r\n--b%d\r\n" % (i, i) for i in range(count)
    )


@pytest.mark.parametrize(
    ("data", "limit"),
    [
        (lambda: HEAD + b"\r\n" + b"x" * 26 * MEGABYTE, "25"),
        (lambda: multipart(5000), "100"),
        (lambda: HEAD + b"Content-Type: message/rfc822\r\n\r\n" * 5000, "100"),
        (lambda: HEAD + b"Content-Type: multipart/mixed; boundary=x\r\n\r\n" + b"--x\r\n\r\nA\r\n" * 1000, "100000"),
        (lambda: HEAD + b"\r\n" + b"A Vie - Gal\r\n" * 3000, "2000"),
        (lambda: HEAD + b"\r\nA Vie - " + b"G" * 20_000, "10000"),
        (lambda: HEAD + b"\r\n" + b"words " * 40_000, "100000"),
        (lambda: HEAD + b"Content-Type: text/html\r\n\r\n" + b"<p>words</p>" * 80_000, "100000"),
    ],
    ids=["bytes", "nested parts", "nested letters", "parts", "lines", "line", "text", "html"],
)
def test_a_limit_that_is_passed_is_named(data: Callable[[], bytes], limit: str) -> None:
    passed = read(data()).oversize
    assert passed is not None
    assert dict(passed.args)["limit"] == limit


def test_a_great_attachment_is_no_hindrance() -> None:
    packed = base64.encodebytes(bytes(10 * MEGABYTE))
    data = (
        HEAD
        + b"Content-Type: multipart/mixed; boundary=x\r\n\r\n"
        + b"--x\r\n\r\nA Vie - Gal\r\n--x\r\nContent-Type: image/png\r\n"
    )
    data += (
        b'Content-Disposition: attachment; filename="../../map.png"\r\nContent-Transfer-Encoding: base64\r\n\r\n'
        + packed
        + b"--x--"
    )
    large = read(data)
    assert (large.text, large.oversize) == ("A Vie - Gal", None)
    assert [(each.name, each.type) for each in large.attachments] == [("map.png", "image/png")]


@pytest.mark.slow
@pytest.mark.parametrize(
    "body",
    [
        b"> \r\n" * 60_000,
        b"--\r\n" * 40_000,
        b"On x wrote\r\n a:\r\n" * 10_000,
        b"From: x\r\n" * 10_000,
        b"x \r\n" * 40_000,
        b"a:" * 90_000,
        b"_" * 150_000,
        b"(" * 150_000,
        b"=?a?q?" * 20_000,
        b"<" * 150_000,
        b"\xe2\x80\xae" * 50_000,
        b"On 1:00 " * 20_000 + b"wrote:",
        b"-" * 100 + b" original message" * 5_000,
        b"This message and any " * 7_000,
    ],
    ids=range(14),
)
@pytest.mark.parametrize(
    "kind", [b"text/plain", b"text/plain; format=flowed", b"text/html"], ids=["plain", "flowed", "html"]
)
def test_no_text_takes_long(body: bytes, kind: bytes) -> None:
    began = time.process_time()
    read(HEAD + b"Content-Type: " + kind + b"\r\n\r\n" + body)
    assert time.process_time() - began < 8


@pytest.mark.slow
@pytest.mark.parametrize(
    "value",
    [
        b"((((" * 5_000,
        b"a@b.cc, " * 5_000,
        b'"\\' * 5_000,
        b"=?utf-8?q?a?= " * 1_000,
        b"<" * 5_000,
        b"a:" * 3_000,
        b"=?a?q?" * 1_500,
    ],
    ids=range(7),
)
def test_no_header_takes_long(value: bytes) -> None:
    began = time.process_time()
    read(
        b"".join(b"%s: %s\r\n" % (name, value) for name in (b"From", b"To", b"Cc", b"Subject", b"Message-ID") * 50)
        + b"\r\nx"
    )
    assert time.process_time() - began < 8
