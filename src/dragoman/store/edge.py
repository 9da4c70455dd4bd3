"""Where clock and chance come from: the machine, or a small file that says both, so that a run can be run again."""

from __future__ import annotations

import os
import secrets
import time
import tomllib
from collections.abc import Mapping
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path

from dragoman.referee.chain import SALT_BYTES
from dragoman.referee.seeded import SeededEntropy, digits, lettered


class SystemClock:
    """The machine's clock."""

    def now(self) -> datetime:
        return datetime.now(UTC)


class SystemEntropy:
    """The machine's own randomness; what a draw is for makes no difference."""

    def salt(self, table: str, n: int) -> bytes:
        return os.urandom(SALT_BYTES)

    def token(self, purpose: str) -> str:
        return lettered(os.urandom(17))

    def code(self, purpose: str) -> str:
        return digits(os.urandom(16))

    def number(self, purpose: str) -> int:
        return secrets.randbits(63)


class BadClockFile(Exception):
    """The file that should say the time does not."""


class ClockFile:
    """A clock, and a source of chance, that do what a file says: `now = 2026-03-02T18:00:00+02:00`, `seed = "…"`.

    The file is read anew at each call, so that whoever writes it moves time. It must be replaced whole (written beside
    and renamed); one found half-written is read again for a moment. Raises BadClockFile.
    """

    def __init__(self, path: Path) -> None:
        self._path = path

    def now(self) -> datetime:
        now = self._read().get("now")
        if not isinstance(now, datetime) or now.tzinfo is None:
            raise BadClockFile(f"{self._path}: `now` must be a date and time with an offset")
        return now.astimezone(UTC)

    def salt(self, table: str, n: int) -> bytes:
        return self._seeded().salt(table, n)

    def token(self, purpose: str) -> str:
        return self._seeded().token(purpose)

    def code(self, purpose: str) -> str:
        return self._seeded().code(purpose)

    def number(self, purpose: str) -> int:
        return self._seeded().number(purpose)

    def _seeded(self) -> SeededEntropy:
        seed = self._read().get("seed")
        if not isinstance(seed, str) or not seed:
            raise BadClockFile(f"{self._path}: `seed` must be a text")
        return SeededEntropy(seed)

    def _read(self) -> Mapping[str, object]:
        for wait in (0.01, 0.05, 0.2):
            try:
                return _said(self._path.read_bytes())
            except (tomllib.TOMLDecodeError, OSError):
                time.sleep(wait)
        try:
            return _said(self._path.read_bytes())
        except (tomllib.TOMLDecodeError, OSError) as fault:
            raise BadClockFile(f"{self._path}: {fault}") from fault


@lru_cache(maxsize=4)
def _said(written: bytes) -> Mapping[str, object]:
    """What a file with these bytes says. Raises TOMLDecodeError."""
    return tomllib.loads(written.decode("utf-8"))
