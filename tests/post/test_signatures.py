"""Signatures of domains: ours hold, others' are held against the DNS, and no stranger's word passes for ours."""

from __future__ import annotations

from collections.abc import Mapping
from email.message import EmailMessage
from email.policy import SMTP

import dkim
import pytest
from cryptography.hazmat.primitives.asymmetric.rsa import generate_private_key
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from hypothesis import given
from hypothesis import strategies as st

from dragoman.keeper.dkim_keys import record
from dragoman.post.letter import Vouching
from dragoman.post.reading import read
from dragoman.post.signatures import Unknown, signed, stamped

HOST = "games.example.org"
KEY = generate_private_key(65537, 2048)
PEM = KEY.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
NAMES = (b"from", b"to", b"subject", b"date", b"message-id")
DNS = {"mail._domainkey.example.org": record(KEY).encode()}
REJECT = {"_dmarc.example.org": b"v=DMARC1; p=reject; rua=mailto:a@example.org"}


def letter(sender: str = "ann@example.org") -> bytes:
    made = EmailMessage(policy=SMTP)
    made["From"], made["To"], made["Subject"] = sender, f"dragoman+kalmar@{HOST}", "kalmar"
    made["Date"], made["Message-ID"] = "Tue, 03 Mar 2026 18:00:00 +0000", "<1@example.org>"
    made.set_content("A Vie - Gal\n")
    return made.as_bytes()


def theirs(raw: bytes, names: tuple[bytes, ...] = NAMES, domain: bytes = b"example.org", length: bool = False) -> bytes:
    return bytes(dkim.sign(raw, b"mail", domain, PEM, include_headers=list(names), length=length)) + raw


def found(raw: bytes, known: Mapping[str, bytes]) -> str:
    """What stands on top of the letter, without who says it."""
    line = stamped(raw, HOST, known.get).partition(b"\r\n")[0].decode()
    return line.removeprefix(f"Authentication-Results: {HOST}; ")


@pytest.mark.parametrize(
    ("raw", "known", "says"),
    [
        (letter(), DNS, "dkim=none; dmarc=none header.from=example.org"),
        (letter(), DNS | REJECT, "dkim=none; dmarc=fail header.from=example.org"),
        (theirs(letter()), DNS, "dkim=pass header.d=example.org; dmarc=none header.from=example.org"),
        (theirs(letter()), DNS | REJECT, "dkim=pass header.d=example.org; dmarc=pass header.from=example.org"),
        (theirs(letter("ann@mail.example.org")), DNS | REJECT,
         "dkim=pass header.d=example.org; dmarc=fail header.from=mail.example.org"),
        (theirs(letter()).replace(b"Gal", b"Tri"), DNS,
         "dkim=fail header.d=example.org; dmarc=none header.from=example.org"),
        (theirs(letter()).replace(b"Gal", b"Tri"), DNS | REJECT,
         "dkim=fail header.d=example.org; dmarc=fail header.from=example.org"),
        (theirs(letter()), REJECT, "dkim=fail header.d=example.org; dmarc=fail header.from=example.org"),
        (theirs(letter(), (b"from", b"subject", b"date", b"message-id")), DNS | REJECT,
         "dkim=policy header.d=example.org"),
        (theirs(letter(), (b"from", b"to", b"subject", b"date")), DNS, "dkim=policy header.d=example.org"),
        (theirs(letter(), length=True) + b"A Bud - Ser\r\n", DNS, "dkim=policy header.d=example.org"),
        (b"DKIM-Signature: v=1; a=rsa-sha256; d=a b; s=x; h=from; b=; bh=\r\n" + letter(), DNS,
         "dkim=permerror; dmarc=none header.from=example.org"),
        (theirs(letter())[:300] + b"\r\n\x00\r\n", DNS, "dkim=permerror"),
        (letter()[:40] + b"\r\nDKIM-Signature: v=1\r\n\x00\r\n\r\n", DNS,
         "dkim=permerror; dmarc=none header.from=example.org"),
    ],
)  # fmt: skip
def test_what_is_found_of_a_letter(raw: bytes, known: Mapping[str, bytes], says: str) -> None:
    assert found(raw, known) == says


def test_where_nobody_can_be_asked_nothing_is_known() -> None:
    def silent(name: str) -> bytes | None:
        raise Unknown(name)

    line = stamped(theirs(letter()), HOST, silent).partition(b"\r\n")[0]
    assert line.endswith(b"; dkim=temperror header.d=example.org; dmarc=temperror header.from=example.org")
    assert not read(line + b"\r\n" + letter()).disowned


def test_a_word_that_claims_to_be_ours_is_taken_out() -> None:
    claims = (
        f"Authentication-Results: {HOST}; dmarc=pass header.from=example.org\r\n"
        f"authentication-results: (we) \"{HOST.upper()}\" 1;\r\n dkim=pass header.d=example.org\r\n"
        "Authentication-Results: mx.example.net; spf=pass\r\n"
    ).encode()  # fmt: skip
    raw = stamped(claims + letter() + claims, HOST, {}.get)
    head, _, body = raw.partition(b"\r\n\r\n")
    assert head.lower().count(HOST.encode()) == 2, "our own line, and To"
    assert b"mx.example.net" in head
    assert body.endswith(claims), "what a letter says in its text is its own affair"
    assert read(raw).vouchings == ()


def test_a_signature_of_the_senders_own_domain_vouches_and_another_does_not() -> None:
    own = read(stamped(theirs(letter()), HOST, DNS.get))
    assert own.vouchings == (Vouching(HOST, "example.org"),)
    other = read(
        stamped(
            theirs(letter(), domain=b"evil.example"), HOST, {"mail._domainkey.evil.example": record(KEY).encode()}.get
        )
    )
    assert other.vouchings == (Vouching(HOST, "evil.example"),)
    assert other.sender.domain not in {vouching.domain for vouching in other.vouchings}


@pytest.mark.parametrize(
    "results",
    [
        'dkim=fail header.d=example.org reason="; dkim=pass header.d=example.org"',
        "dkim=fail header.d=example.org (dkim=pass header.d=example.org)",
        "dkim=pass header.b=example.org",
        "x-dkim=pass header.d=example.org",
        "dkim=passable header.d=example.org",
    ],
)
def test_a_signature_that_is_only_spoken_of_vouches_for_nobody(results: str) -> None:
    raw = f"Authentication-Results: {HOST}; {results}\r\n".encode() + letter()
    assert read(raw).vouchings == ()


def test_our_own_signature_holds_and_covers_every_line_that_counts() -> None:
    raw = signed(letter(), "example.org", "mail", PEM)
    assert found(raw, DNS) == "dkim=pass header.d=example.org; dmarc=none header.from=example.org"
    assert found(raw.replace(b"<1@", b"<2@"), DNS).startswith("dkim=fail")


def test_what_is_no_key_is_named() -> None:
    with pytest.raises(ValueError, match="no letter can be signed with this key"):
        signed(letter(), "example.org", "mail", b"secret")


@given(st.binary(max_size=400), st.binary(max_size=200))
def test_any_bytes_get_one_line_and_keep_their_own(head: bytes, value: bytes) -> None:
    for raw in (head, b"DKIM-Signature: " + value + b"\r\n" + letter(), theirs(letter())[:300] + head):
        line, _, rest = stamped(raw, HOST, DNS.get).partition(b"\r\n")
        assert line.startswith(f"Authentication-Results: {HOST}; dkim=".encode())
        assert rest == raw
        read(line + b"\r\n" + rest)
