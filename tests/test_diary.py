"""What a host writes about itself: plain or JSON, and blotted of every secret, wherever it comes from."""

from __future__ import annotations

import json
import logging
import subprocess
import sys
from io import StringIO
from types import SimpleNamespace

import pytest
from django.db import InterfaceError, OperationalError

from dragoman import diary
from dragoman.diary import Json, Plain, blotted

SECRETS = ("a host's own secret", "pa55:wörd", "")
PLANTED = (
    "a host's own secret",
    "pa55:wörd",
    "ann.smith+games@example.org",
    "fkaik357bbd6pl6ba7tdckms",
    "fkaikwtabbdpvplqbaxtdckmsu",
    "dragoman_fkaik357bbd6pl6ba7tdckms",
    "2fd4e1c67a2d28fced849ee1bb76e7391b93eb12",
    "postgresql://dragoman:s3cr3t@db.example.org/games",
)


@pytest.mark.parametrize("planted", PLANTED)
@pytest.mark.parametrize("kind", [Plain, Json])
def test_no_secret_comes_through(planted: str, kind: type[Plain]) -> None:
    """In the message, in an argument, and in the traceback of a fault that a library raised."""
    try:
        raise ConnectionError(f"550 <{planted}>: no such user")
    except ConnectionError:
        record = logging.LogRecord("x", logging.ERROR, __file__, 1, f"letter {planted} %s", (planted,), sys.exc_info())
    written = kind(SECRETS).format(record)
    secret = "s3cr3t" if "s3cr3t" in planted else planted
    assert secret not in written
    assert json.dumps(secret)[1:-1] not in written
    assert "ConnectionError" in written


@pytest.mark.parametrize(
    "said",
    [
        "game kalmar is left alone: its record was written by a later version of Dragoman",
        "no clock strikes: the time went from 2026-03-02T16:00:00+00:00 to 2026-04-02T16:00:00+00:00",
        "the ledger could not be looked at for news",
        "dragoman.diplomacy.houserules.interpretations.TooManyConditionalOrdersError",
        "F1901M adjudicated, 34 centres, dragoman.referee.ticking.ClockStuck",
    ],
)
def test_what_is_no_secret_stays(said: str) -> None:
    assert blotted(said, SECRETS) == said


def test_what_nobody_caught_is_blotted_too() -> None:
    """In a thread, in the main one, where nobody can be told, and a warning: each one object a line."""
    script = """
import logging, sys, threading, warnings
from dragoman.diary import Json, mind_faults
handler = logging.StreamHandler()
handler.setFormatter(Json(("hunter22",)))
logging.basicConfig(handlers=[handler], level="INFO")
mind_faults()
def fall(): raise ValueError("hunter22 of ann@example.org")
class Last:
    def __del__(self): fall()
thread = threading.Thread(target=fall, name="clerk")
thread.start()
thread.join()
Last()
warnings.warn("hunter22 is short")
fall()
"""
    done = subprocess.run([sys.executable, "-c", script], check=False, capture_output=True, text=True)
    said = [json.loads(line) for line in done.stderr.splitlines()]
    assert done.returncode == 1
    assert len(said) == 4
    assert "clerk ended by a fault" in said[0]["message"]
    assert not any(secret in done.stderr for secret in ("hunter22", "ann@example.org"))


def test_json_is_one_object_a_line() -> None:
    record = logging.LogRecord("dragoman.rounds", logging.WARNING, __file__, 1, "two\nlines “%s”", ("x",), None)
    line = Json(SECRETS).format(record)
    assert "\n" not in line
    assert json.loads(line)["message"] == "two\nlines “x”"
    assert json.loads(line)["level"] == "WARNING"


@pytest.mark.parametrize(
    "named", ["password=hunter22", "Authorization: Bearer abc.def", '"token": "zzz"', "code: 12345678"]
)
def test_what_is_called_secret_is_blotted(named: str) -> None:
    assert not any(value in blotted(named) for value in ("hunter22", "abc.def", "zzz", "12345678"))


def test_an_outage_of_the_database_is_written_down_once_and_its_end_once(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1000.0]
    monkeypatch.setattr(diary, "time", SimpleNamespace(monotonic=lambda: now[0]))
    kept, lines = diary.Outage(), StringIO()
    handler = logging.StreamHandler(lines)
    handler.setFormatter(diary.Plain())
    handler.addFilter(kept)
    log = logging.Logger("dragoman.test")
    log.addHandler(handler)

    def fails(fault: Exception) -> None:
        try:
            raise fault
        except Exception:
            log.exception("%s failed", "clerk")

    for _ in range(40):
        fails(OperationalError("connection refused\n\tIs the server up? 100%"))
        now[0] += 0.25
    (line,) = lines.getvalue().splitlines()
    assert "clerk failed: the database cannot be used (connection refused Is the server up? 100%)" in line
    assert kept.ended() is None
    fails(ValueError("a slip of ours"))
    assert "Traceback" in lines.getvalue()
    now[0] += diary.QUIET
    assert kept.ended() == (39 * 0.25, 39)
    assert kept.ended() is None
    fails(InterfaceError("gone again"))
    assert "gone again" in lines.getvalue()
