"""What a host writes about itself says what happened and never whose secret it was: every line is blotted first.

Known secrets (passwords, the host's own), addresses of persons, tokens and codes go, wherever they come from: a
library's message, a traceback, or a line of our own.
"""

from __future__ import annotations

import json
import logging
import re
import sys
import threading
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from types import TracebackType
from typing import Any

BLOT = "…"
SHORTEST = 4
"""A secret of fewer letters would blot out half of every line, and keeps nobody out."""

ADDRESS = re.compile(r"[\w.!#$%&'*/=?^`{|}~+-]{1,254}@[\w-]+(?:\.[\w-]+)*")
TOKEN = re.compile(
    r"(?<![A-Za-z0-9-])(?:(?=[A-Za-z0-9]*[0-9])(?=[A-Za-z0-9]*[A-Za-z])[A-Za-z0-9]{20,}|[a-z]{24,})(?![\w-])"
)
"""Seats' tokens, keys of sessions, programs' tokens with their name before them, and the like: long, and of letters and
digits mixed; or of so many small letters that no word is: one in some two hundred tokens has no digit."""
IN_ADDRESSES = re.compile(r"(?<=://)[^/\s:@]*:[^/\s@]*@")
"""A name and password before a host in an address, `postgresql://name:password@host`."""
NAMED = re.compile(r"(?i)\b(password|passphrase|secret|token|code)([\"']?\s*[:=]\s*[\"']?)[^\s\"',;]+")
BEARER = re.compile(r"(?i)\b(bearer|basic)(\s+)[^\s\"',;]+")


def blotted(text: str, secrets: Sequence[str] = ()) -> str:
    """The text without what is secret in it."""
    for secret in secrets:
        if len(secret) >= SHORTEST:
            text = text.replace(secret, BLOT)
    text = IN_ADDRESSES.sub(f"{BLOT}@", text)
    text = ADDRESS.sub(BLOT, text)
    for shown in (BEARER, NAMED):
        text = shown.sub(rf"\1\2{BLOT}", text)
    return TOKEN.sub(BLOT, text)


class Plain(logging.Formatter):
    """A line for people, and a traceback where there is one."""

    def __init__(self, secrets: Sequence[str] = (), **_: Any) -> None:
        super().__init__("{asctime} {levelname} {name}: {message}", style="{")
        self._secrets = tuple(sorted(filter(None, secrets), key=len, reverse=True))

    def format(self, record: logging.LogRecord) -> str:
        return blotted(super().format(record), self._secrets)


class Json(Plain):
    """A line for machines: one JSON object, in which a traceback is a text like any other."""

    def format(self, record: logging.LogRecord) -> str:
        said = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": blotted(record.getMessage(), self._secrets),
            "thread": record.threadName,
            "process": record.process,
        }
        if record.exc_info:
            said["fault"] = blotted(self.formatException(record.exc_info), self._secrets)
        return json.dumps(said, ensure_ascii=False)


class Outage(logging.Filter):
    """That the database is away, or its disk full, is said once, in a line, and not by everybody who finds it so; once
    it has been well for a while that is said, too."""

    def __init__(self) -> None:
        super().__init__()
        self._lock = threading.Lock()
        self._began = self._last = 0.0
        self._kept_back = 0
        self._under_way = False

    def filter(self, record: logging.LogRecord) -> bool:
        fault = record.exc_info[1] if record.exc_info else None
        if fault is None or not _of_the_database(fault):
            return True
        with self._lock:
            self._last = time.monotonic()
            if self._under_way:
                self._kept_back += 1
                return False
            self._under_way, self._began, self._kept_back = True, self._last, 0
        said = " ".join(str(fault).split())
        record.msg = f"{record.getMessage()}: the database cannot be used ({said}); more of this is not written down"
        record.args, record.exc_info, record.exc_text = (), None, None
        return True

    def ended(self) -> tuple[float, int] | None:
        """That the database has been well for a while again: how many seconds it was not, and how many faults were not
        written down. Told once; None where there is nothing to tell."""
        with self._lock:
            if not self._under_way or time.monotonic() - self._last < QUIET:
                return None
            self._under_way = False
            return self._last - self._began, self._kept_back


QUIET = 30.0
"""Seconds without a fault after which the database is taken to be well again."""

OUTAGE = Outage()


def outage() -> Outage:
    """The one that all handlers share."""
    return OUTAGE


def _of_the_database(fault: BaseException) -> bool:
    """Whether it says that the database could not be reached, read or written. Where Django was not loaded, none is."""
    django = sys.modules.get("django.db.utils")
    if django is None:
        return False
    return any(isinstance(each, django.OperationalError | django.InterfaceError) for each in (fault, fault.__cause__))


def mind_faults() -> None:
    """Have what Python itself would print on standard error written like all else: faults that nobody caught, in
    whichever thread, those in which nobody could be told, and warnings."""
    log = logging.getLogger("dragoman")

    def ended(kind: type[BaseException], fault: BaseException, at: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            sys.__excepthook__(kind, fault, at)
        else:
            log.critical("ended by a fault", exc_info=(kind, fault, at))

    def thread_ended(fell: threading.ExceptHookArgs) -> None:
        if fell.exc_value is not None:
            name = fell.thread.name if fell.thread else "?"
            log.critical("%s ended by a fault", name, exc_info=(fell.exc_type, fell.exc_value, fell.exc_traceback))

    def unraisable(fell: sys.UnraisableHookArgs) -> None:
        if fell.exc_value is not None:
            said = fell.err_msg or "a fault of which nobody could be told"
            log.error(said, exc_info=(fell.exc_type, fell.exc_value, fell.exc_traceback))

    sys.excepthook, threading.excepthook, sys.unraisablehook = ended, thread_ended, unraisable
    logging.captureWarnings(True)


__all__ = ["BLOT", "OUTAGE", "Json", "Outage", "Plain", "blotted", "mind_faults", "outage"]
