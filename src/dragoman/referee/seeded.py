"""Chance that is a function of a seed and a purpose: after a restart, what is drawn is what would have been drawn."""

from __future__ import annotations

import base64
import hashlib

from dragoman.referee.chain import SALT_BYTES


class SeededEntropy:
    """An `Entropy` for tests, demonstrations and games in a file. Whoever knows the seed knows every draw."""

    def __init__(self, seed: str) -> None:
        self._seed = seed

    def salt(self, table: str, n: int) -> bytes:
        return self._drawn("salt", f"{table}\0{n}")[:SALT_BYTES]

    def token(self, purpose: str) -> str:
        return lettered(self._drawn("token", purpose))

    def code(self, purpose: str) -> str:
        return digits(self._drawn("code", purpose))

    def number(self, purpose: str) -> int:
        return int.from_bytes(self._drawn("number", purpose)[:8], "big") >> 1

    def _drawn(self, kind: str, purpose: str) -> bytes:
        return hashlib.sha256("\0".join((self._seed, kind, purpose)).encode()).digest()


def lettered(drawn: bytes) -> str:
    """26 lower-case letters and digits out of 17 random bytes: fit for a local part whose case a server may change."""
    return base64.b32encode(drawn[:17]).decode().lower()[:26]


def digits(drawn: bytes) -> str:
    """Eight digits out of sixteen random bytes, each as likely as any other."""
    return f"{int.from_bytes(drawn[:16], 'big') % 10**8:08d}"
