"""The key of a domain: made once, kept from others' eyes, and published so that letters verify against it."""

from __future__ import annotations

import re
import stat
from pathlib import Path

import dkim
import pytest
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from tests.post.test_signatures import letter

from dragoman.keeper.dkim_keys import PIECE, key_at, record, zone_lines
from dragoman.post.signatures import signed


def test_a_key_is_made_once_for_its_keepers_eyes(tmp_path: Path) -> None:
    path = tmp_path / "dkim.pem"
    made = key_at(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert key_at(path).private_numbers() == made.private_numbers()


def test_what_the_zone_says_is_what_letters_verify_against(tmp_path: Path) -> None:
    path = tmp_path / "dkim.pem"
    key, _, dmarc = zone_lines("example.org", "mail", "gm@example.org", record(key_at(path)))
    name, _, said = key.partition(" IN TXT ")
    pieces = re.findall(r'"([^"]*)"', said)
    assert max(map(len, pieces)) <= PIECE
    assert name == "mail._domainkey.example.org."
    raw = signed(letter(), "example.org", "mail", path.read_bytes())
    assert dkim.verify(
        raw, dnsfunc=lambda asked, timeout=5: "".join(pieces).encode() if asked.decode() == name else None
    )
    assert dmarc.endswith('rua=mailto:gm@example.org"')


def test_what_is_no_such_key_is_refused_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "dkim.pem"
    other = generate_private_key(SECP256R1())
    path.write_bytes(other.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    before = path.read_bytes()
    with pytest.raises(ValueError, match="holds no RSA key"):
        key_at(path)
    path.write_text("secret")
    with pytest.raises(ValueError):  # noqa: PT011  the library's own words
        key_at(path)
    assert path.read_text() == "secret"
    assert before
