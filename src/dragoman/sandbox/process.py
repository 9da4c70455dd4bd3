"""A worker's process is started when first needed, asked one question at a time, and ended by force when it does not
answer in time; the next question finds a new one.

Nothing that a worker does can raise here: every way to fail is a `Failed`.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import IO, Any

PROGRAM = Path(__file__).with_name("worker.py")
START = 20.0
"""Seconds in which a worker must report for duty: the machine's matter, not the code's."""
PATIENCE = 4
"""How many times the limit a question may take on a machine so busy that the worker got no processor."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What one question may take: `ticks` of about a thousand steps each, `wall` seconds by the clock and `seconds` of
    the processor; `memory` MiB for the process, `size` bytes for the answer."""

    ticks: int = 200
    wall: float = 1.0
    seconds: int = 2
    memory: int = 256
    size: int = 16_384


@dataclass(frozen=True, slots=True)
class Ran:
    """The code answered `value`, having used `ticks`."""

    value: Any
    ticks: int


@dataclass(frozen=True, slots=True)
class Failed:
    """The code gave no answer.

    `kind` is `code` (a mistake in it), `budget` (more steps than allowed), `answer` (not of the kind or size that may
    be), and these hold on every machine; or `time`, `memory` or `broken`, which are faults of the machine's day and no
    fact of the game; or `absent`, where the host runs no code. `line` and `column` begin at 1; 0 where unknown.
    """

    kind: str
    says: str
    line: int = 0
    column: int = 0
    ticks: int = 0

    @property
    def certain(self) -> bool:
        """Whether the same code would fail in the same way anywhere."""
        return self.kind in ("code", "budget", "answer")


@dataclass(frozen=True, slots=True)
class Code:
    """Code as adopted: the `name` that errors call it by, its text, and the effects it may write by name, each with its
    parameters in order."""

    name: str
    text: str
    vocabulary: Mapping[str, Sequence[str]] = field(default_factory=dict)


def available() -> bool:
    """Whether this host can run code at all (the extra `sandbox` is installed, on a system with such limits)."""
    return find_spec("starlark") is not None and hasattr(select, "poll")


class Worker:
    """One worker. It may be asked from several threads, which take turns."""

    def __init__(self, limits: Limits = Limits()) -> None:
        self.limits = limits
        self.started = 0
        self._process: subprocess.Popen[bytes] | None = None
        self._turn = threading.Lock()

    def check(self, code: Code) -> Ran | Failed:
        """Read the code and its constants, and call nothing."""
        return self._asked(code, "", ())

    def call(self, code: Code, hook: str, arguments: Sequence[Any]) -> Ran | Failed:
        """Call a function of the code. Arguments are JSON values; the code gets copies."""
        return self._asked(code, hook, arguments)

    def close(self) -> None:
        """End the process, if there is one."""
        with self._turn:
            self._end()

    @property
    def pid(self) -> int | None:
        """The process of the moment."""
        return self._process.pid if self._process else None

    def _asked(self, code: Code, hook: str, arguments: Sequence[Any]) -> Ran | Failed:
        if not available():
            return Failed("absent", "This host runs no code.")
        question = {
            "name": code.name,
            "code": code.text,
            "vocabulary": {name: list(words) for name, words in code.vocabulary.items()},
            "hook": hook,
            "arguments": list(arguments),
            "ticks": self.limits.ticks,
            "seconds": self.limits.seconds,
            "size": self.limits.size,
        }
        with self._turn:
            return self._fairly(json.dumps(question).encode() + b"\n")

    def _fairly(self, question: bytes) -> Ran | Failed:
        """The answer. A worker that breaks after others have used it may have broken on what they left: then the
        question is put to a fresh one."""
        used = self._process is not None
        answer = self._answer(question)
        if used and isinstance(answer, Failed) and answer.kind in ("memory", "broken"):
            return self._answer(question)
        return answer

    def _answer(self, question: bytes) -> Ran | Failed:
        process = self._up()
        if process is None:
            return Failed("broken", "No worker could be started.")
        try:
            told = self._exchange(process, question)
        except (OSError, ValueError):
            told = None
        if told is None:
            self._end()
            return _fallen(process.returncode)
        if "ok" in told:
            return Ran(told["ok"], told["ticks"])
        if told["failed"] in ("time", "memory", "broken"):
            self._end()
        return Failed(told["failed"], told["says"], told.get("line", 0), told.get("column", 0), told.get("ticks", 0))

    def _exchange(self, process: subprocess.Popen[bytes], question: bytes) -> dict[str, Any] | None:
        deadline = time.monotonic() + self.limits.wall * PATIENCE
        _write(_pipe(process.stdin), question, deadline)
        return self._patient(process, deadline)

    def _patient(self, process: subprocess.Popen[bytes], deadline: float) -> dict[str, Any] | None:
        """The answer, waited for while it is the machine that is slow and not the code."""
        pipe, before, most = _pipe(process.stdout), _used(process.pid), self.limits.size + 4096
        told = b""
        while not told.endswith(b"\n"):
            if not select.select([pipe], [], [], self.limits.wall)[0]:
                if time.monotonic() < deadline and _used(process.pid) - before < self.limits.wall / 2:
                    continue
                return {"failed": "time", "says": f"No answer within {self.limits.wall:g} s."}
            piece = os.read(pipe.fileno(), 65_536)
            told += piece
            if not piece:
                process.wait(START)
                return None
            if len(told) > most:
                return None
        answer = json.loads(told)
        return answer if isinstance(answer, dict) else None

    def _up(self) -> subprocess.Popen[bytes] | None:
        if self._process is not None and self._process.poll() is None:
            return self._process
        self._end()
        self.started += 1
        self._process = subprocess.Popen(
            [sys.executable, "-I", str(PROGRAM), str(self.limits.memory)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={},
            close_fds=True,
            start_new_session=True,
        )
        if _ready(self._process):
            return self._process
        self._end()
        return None

    def _end(self) -> None:
        """Kill and reap: a call must never meet the remains of the one before."""
        process, self._process = self._process, None
        if process is None:
            return
        if process.poll() is None:
            process.kill()
        for pipe in (process.stdin, process.stdout):
            with contextlib.suppress(OSError):
                _pipe(pipe).close()
        process.wait()


def _fallen(code: int) -> Failed:
    """What a worker died of."""
    if code == -signal.SIGXCPU:
        return Failed("time", "The processor's time was used up.")
    if code == -signal.SIGABRT:
        return Failed("memory", "The worker gave up, most likely for want of memory.")
    return Failed("broken", "The worker ended without an answer.")


def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
    assert pipe is not None  # both were asked for
    return pipe


def _ready(process: subprocess.Popen[bytes]) -> bool:
    pipe = _pipe(process.stdout)
    return bool(select.select([pipe], [], [], START)[0]) and os.read(pipe.fileno(), 4096) == b'{"ready": true}\n'


def _write(pipe: IO[bytes], data: bytes, deadline: float) -> None:
    """Write all of it. Raises OSError where the other end takes none."""
    os.set_blocking(pipe.fileno(), False)
    sent = 0
    while sent < len(data):
        if not select.select([], [pipe], [], max(0.0, deadline - time.monotonic()))[1]:
            raise OSError("the worker does not read")
        sent += os.write(pipe.fileno(), data[sent : sent + 65_536])


def _used(pid: int) -> float:
    """Seconds of the processor a process has used so far; endlessly many where the system does not tell."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return float("inf")
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
