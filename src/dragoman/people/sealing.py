"""What names a person is sealed with that person's own key, and the keys with the host's: without a key, it is noise.

AES-256-GCM seals; HMAC-SHA256 makes the digests by which an address is found again without being stored. All keys come
from the one secret in the host's settings, each under a name of its own (HKDF, RFC 5869).
"""

from __future__ import annotations

import hashlib
import hmac
import os

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

NONCE_BYTES = 12


class Unsealable(Exception):
    """The bytes were sealed with another key, for another purpose, or were altered."""


def derived(secret: str, name: str) -> bytes:
    """The 32-byte key of that name."""
    return HKDF(SHA256(), 32, None, b"dragoman " + name.encode()).derive(secret.encode())


def seal(key: bytes, purpose: str, plain: bytes) -> bytes:
    """Seal bytes; only the same key and purpose open them."""
    nonce = os.urandom(NONCE_BYTES)
    return nonce + AESGCM(key).encrypt(nonce, plain, purpose.encode())


def unseal(key: bytes, purpose: str, sealed: bytes) -> bytes:
    """What was sealed. Raises Unsealable."""
    try:
        return AESGCM(key).decrypt(sealed[:NONCE_BYTES], sealed[NONCE_BYTES:], purpose.encode())
    except (InvalidTag, ValueError) as fault:
        raise Unsealable(purpose) from fault


class HostKeys:
    """The keys of a host."""

    def __init__(self, secret: str) -> None:
        self._seal = derived(secret, "seal")
        self._digest = derived(secret, "digest")

    def seal(self, purpose: str, plain: bytes) -> bytes:
        return seal(self._seal, purpose, plain)

    def unseal(self, purpose: str, sealed: bytes) -> bytes:
        """Raises Unsealable."""
        return unseal(self._seal, purpose, sealed)

    def digest(self, purpose: str, *parts: str) -> str:
        """64 hexadecimal digits that stand for the parts; nobody without the host's secret can make or undo them."""
        return self._mac(purpose, parts).hex()

    def mac(self, purpose: str, *parts: str) -> bytes:
        """The same as 32 bytes."""
        return self._mac(purpose, parts)

    def new_key(self) -> tuple[bytes, bytes]:
        """A fresh key for a person: itself, and sealed for keeping."""
        key = os.urandom(32)
        return key, self.seal("person's key", key)

    def person_key(self, kept: bytes) -> bytes:
        """A person's key out of what was kept. Raises Unsealable."""
        return self.unseal("person's key", kept)

    def _mac(self, purpose: str, parts: tuple[str, ...]) -> bytes:
        framed = b"".join(len(piece).to_bytes(8, "big") + piece for piece in (p.encode() for p in (purpose, *parts)))
        return hmac.new(self._digest, framed, hashlib.sha256).digest()
