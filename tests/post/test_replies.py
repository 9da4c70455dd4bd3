"""Letters of ours: one reader, honest headers that nobody else writes into, the same bytes for the same words."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, datetime
from email import policy
from email.message import EmailMessage
from email.parser import BytesParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman.assembly import Despatch
from dragoman.game.protocol import Words
from dragoman.people.addresses import NoAddress
from dragoman.post.automatic import automatic
from dragoman.post.characters import one_line
from dragoman.post.letter import Automatic
from dragoman.post.reading import read
from dragoman.post.replies import message, reply_subject

MAILBOX = "dragoman@example.org"
WORDS = Words("kalmar: Spring 1901, moves", "Heard:\n  A VIE - GAL\n", "<p>Heard:</p>")
DESPATCH = Despatch(
    key="kalmar/3/0/p-ann",
    to="ann@example.org",
    name="Ann Vale",
    lang="en",
    words=WORDS,
    reply_to="dragoman+kalmar+abcdefghijklmnopqrstuvwx@example.org",
    in_reply_to="<1@example.org>",
    table="kalmar",
    kind="receipt",
    posted_at=datetime(2026, 3, 3, 18, 0, tzinfo=UTC),
)


def parsed(despatch: Despatch) -> EmailMessage:
    found = BytesParser(policy=policy.default).parsebytes(message(despatch, MAILBOX).as_bytes())
    assert isinstance(found, EmailMessage)
    return found


def test_a_receipt_whole() -> None:
    letter = parsed(DESPATCH)
    assert {name: str(value) for name, value in letter.items() if name not in ("Message-ID", "Content-Type")} == {
        "From": f"Kalmar <{MAILBOX}>",
        "To": "Ann Vale <ann@example.org>",
        "Subject": "kalmar: Spring 1901, moves",
        "Date": "Tue, 03 Mar 2026 18:00:00 +0000",
        "In-Reply-To": "<1@example.org>",
        "References": "<1@example.org>",
        "Reply-To": "Kalmar <dragoman+kalmar+abcdefghijklmnopqrstuvwx@example.org>",
        "Auto-Submitted": "auto-replied",
        "X-Auto-Response-Suppress": "OOF, AutoReply",
        "Content-Language": "en",
        "MIME-Version": "1.0",
    }
    plain, marked = letter.iter_parts()
    assert plain.get_content().replace("\r\n", "\n") == WORDS.text  # type: ignore[attr-defined]
    assert WORDS.html in marked.get_content()  # type: ignore[attr-defined]
    assert letter.get_content_type() == "multipart/alternative"


def test_a_letter_without_html_or_an_occasion() -> None:
    letter = parsed(replace(DESPATCH, words=Words("s", "t"), in_reply_to="", reply_to="", table="", name=""))
    assert letter.get_content_type() == "text/plain"
    assert (letter["From"], letter["To"]) == (f"Dragoman <{MAILBOX}>", "ann@example.org")
    assert letter["Auto-Submitted"] == "auto-generated"
    assert (letter["In-Reply-To"], letter["Reply-To"]) == (None, None)


def test_equal_despatches_are_equal_bytes_and_keep_their_identifier() -> None:
    one, again = message(DESPATCH, MAILBOX), message(DESPATCH, MAILBOX)
    assert one.as_bytes() == again.as_bytes()
    other = message(replace(DESPATCH, key="kalmar/4/0/p-ann"), MAILBOX)
    later = message(replace(DESPATCH, words=replace(WORDS, text="other")), MAILBOX)
    assert one["Message-ID"] == later["Message-ID"] != other["Message-ID"]


def test_our_own_letters_are_a_machines() -> None:
    assert automatic(message(DESPATCH, MAILBOX), None) is Automatic.AUTOREPLY


@pytest.mark.parametrize(
    ("subject", "answer"),
    [
        ("kalmar", "Re: kalmar"),
        ("Re: RE: Vs: SV: AW: kalmar S1901M", "Re: kalmar S1901M"),
        ("", "Re:"),
    ],
)
def test_prefixes_do_not_pile_up(subject: str, answer: str) -> None:
    assert reply_subject(subject) == answer


def test_a_long_subject_in_any_script_is_folded_and_comes_back_whole() -> None:
    subject = (
        "Re: [kalmar] S1901M FINAL orders of Österreich-Ungarn, which replace everything I have sent before: päätetty"
    )
    letter = message(replace(DESPATCH, words=replace(WORDS, subject=subject)), MAILBOX)
    assert all(len(line) <= 78 for line in letter.as_bytes().split(b"\r\n"))
    assert read(letter.as_bytes()).subject == subject


def test_an_address_in_another_script_is_written_as_it_is() -> None:
    raw = message(replace(DESPATCH, to="åke@example.org"), MAILBOX).as_bytes()
    assert read(raw).to[0].address == "åke@example.org"


@pytest.mark.parametrize("address", ["", "nobody", "a b@example.org", "a@b@example.org", "a\r\nBcc: x@example.org"])
def test_what_is_no_address_is_refused(address: str) -> None:
    with pytest.raises(NoAddress):
        message(replace(DESPATCH, to=address), MAILBOX)


NAMES = {
    "From", "To", "Subject", "Date", "Message-ID", "In-Reply-To", "References", "Reply-To", "Auto-Submitted",
    "X-Auto-Response-Suppress", "Content-Language", "MIME-Version", "Content-Type", "Content-Transfer-Encoding",
}  # fmt: skip
nasty = st.text(max_size=120) | st.sampled_from(
    ["a\r\nBcc: everyone@example.org", "\nX-Role: GM", "a\x00b", "=?utf-8?q?=0D=0ABcc:?=", "=??Q?=0D0:", "==??"]
)


@given(nasty, nasty, nasty, nasty)
def test_nothing_written_makes_a_header_of_its_own(subject: str, name: str, occasion: str, text: str) -> None:
    despatch = replace(DESPATCH, name=name, in_reply_to=occasion, words=Words(subject, text, ""))
    raw = message(despatch, MAILBOX).as_bytes()
    letter = BytesParser(policy=policy.compat32).parsebytes(raw)
    assert set(letter.keys()) <= NAMES
    assert len(letter.keys()) == len(set(letter.keys()))
    assert [box.address for box in read(raw).to] == ["ann@example.org"]
    head = raw.split(b"\r\n\r\n", 1)[0]
    assert re.search(rb"[^\x20-\x7e\r\n\t]", head) is None
    assert all(len(line) <= 998 for line in raw.split(b"\r\n"))


@given(st.text(st.characters(categories=("L", "N", "P", "S", "Zs")), max_size=150))
def test_a_subject_survives_the_journey(subject: str) -> None:
    raw = message(replace(DESPATCH, words=replace(WORDS, subject=subject)), MAILBOX).as_bytes()
    assert read(raw).subject == one_line(subject)[0].replace("=?", "= ?")[:200].strip()
