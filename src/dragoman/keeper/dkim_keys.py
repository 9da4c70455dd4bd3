"""`dragoman dkim`: the key with which letters are signed, and the records that its domain must publish."""

from __future__ import annotations

import base64
import os
from pathlib import Path

import click
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey, generate_private_key
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)

from dragoman.keeper.hosting import Unusable, settings_option, wake_set_up

BITS = 2048
"""As RFC 8301 3.2 asks of signers; longer keys do not fit in one record everywhere."""
PIECE = 255
"""Octets of one string in a text record (RFC 1035 3.3.14)."""


@click.command("dkim")
@settings_option
def dkim(settings: str | None) -> None:
    """Make the key with which letters are signed, if there is none, and print the DNS records for it."""
    wake_set_up(settings)
    from dragoman import assembly

    house = assembly.house()
    domain = house.host.address.rpartition("@")[2]
    selector = house.sending.dkim_selector or "dragoman"
    try:
        key = key_at(house.path(house.sending.dkim_key))
    except (OSError, ValueError, TypeError) as fault:
        raise Unusable(f"sending.dkim_key: {fault}") from fault
    click.echo("\n".join(zone_lines(domain, selector, house.host.keeper, record(key))))
    if not house.sending.dkim_selector:
        click.echo(f'\nLetters are signed once the settings say so:\n[sending]\ndkim_selector = "{selector}"')


def key_at(path: Path) -> RSAPrivateKey:
    """The key in that file, made if there is none. Raises OSError, ValueError, TypeError for what is no such key."""
    if path.exists():
        found = load_pem_private_key(path.read_bytes(), None)
        if not isinstance(found, RSAPrivateKey):
            raise ValueError(f"{path} holds no RSA key")
        return found
    made = generate_private_key(65537, BITS)
    pem = made.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(pem)
    return made


def record(key: RSAPrivateKey) -> str:
    """What the DNS is to say of a key (RFC 6376 3.6.1)."""
    public = key.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    return f"v=DKIM1; k=rsa; p={base64.b64encode(public).decode()}"


def zone_lines(domain: str, selector: str, keeper: str, key: str) -> list[str]:
    """The records of a domain, as a zone file has them."""
    pieces = " ".join(f'"{key[n : n + PIECE]}"' for n in range(0, len(key), PIECE))
    reports = f"; rua=mailto:{keeper}" if keeper else ""
    return [
        f"{selector}._domainkey.{domain}. IN TXT ( {pieces} )",
        f'{domain}. IN TXT "v=spf1 mx -all"',
        f'_dmarc.{domain}. IN TXT "v=DMARC1; p=quarantine; adkim=s; aspf=s{reports}"',
    ]
