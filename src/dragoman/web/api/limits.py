"""How often a program may ask: each token has a bucket of its own, and so has each address of those without one."""

from __future__ import annotations

from dragoman import assembly
from dragoman.store.rates import Rate

BATCH = 10
"""Requests that a process draws at a time."""


def of_token() -> Rate:
    """For a token: a program that plays asks a few times a minute."""
    return Rate("token", assembly.house().limits.programs, 60, BATCH)


def of_strangers() -> Rate:
    """For an address without a token: many people may stand behind one."""
    return Rate("address", assembly.house().limits.strangers, 60, BATCH)


__all__ = ["of_strangers", "of_token"]
