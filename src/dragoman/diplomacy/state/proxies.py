"""Proxies: who may order whose units, for one phase (II.3)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from dragoman.diplomacy.board.position import Phase


@dataclass(frozen=True, slots=True)
class Proxy:
    """Leave to order the units in those provinces (for builds: those centres) in one phase.

    `approved` is None while the vote on it is open (II.3.D), and True where none is needed.
    """

    number: int
    at: datetime
    giver: str
    receiver: str
    phase: Phase
    provinces: tuple[str, ...]
    approved: bool | None = True
    revoked: bool = False

    @property
    def in_force(self) -> bool:
        return self.approved is True and not self.revoked

    @property
    def ended(self) -> bool:
        """Whether it was revoked or refused."""
        return self.revoked or self.approved is False


def lent(proxies: Iterable[Proxy], phase: Phase, giver: str = "", receiver: str = "") -> tuple[Proxy, ...]:
    """The proxies for a phase, given or received by those powers (empty: by anybody), whether in force or not."""
    return tuple(
        proxy
        for proxy in proxies
        if proxy.phase == phase and giver in ("", proxy.giver) and receiver in ("", proxy.receiver)
    )
