"""Lots are drawn from a seed recorded when the table was opened, so that every replay draws the same."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable


def drawn(seed: int, occasion: str, names: Iterable[str]) -> tuple[str, ...]:
    """The names in the order of the lot. It hangs on the seed, the occasion and each name alone, never on their order.

    Each name is ranked by the SHA-256 of seed, occasion and itself: no one can foresee it without the seed, and a name
    more or less leaves the others' order as it was.
    """
    return tuple(sorted(names, key=lambda name: _lot(seed, occasion, name)))


def _lot(seed: int, occasion: str, name: str) -> tuple[bytes, str]:
    return hashlib.sha256(f"{seed}\0{occasion}\0{name}".encode()).digest(), name
