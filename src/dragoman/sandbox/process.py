"""A worker's process is started when first needed, asked one question at a time, and ended by force when it does not
answer in time; the next question finds a new one.

Nothing that a worker does can raise here: every way to fail is a `Fault`.
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
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import IO, Any

from dragoman.game.asking import Call, Fault, FaultKind, Outcome, Ran

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


def available() -> bool:
    """Whether this host can run code at all (the extra `sandbox` is installed, on a system with such limits)."""
    return find_spec("starlark") is not None and hasattr(select, "poll")


def filtered() -> bool:
    """Whether the kernel of this machine is one that refuses a worker the calls it has no use for."""
    try:
        known = "Seccomp:" in Path("/proc/self/status").read_text()
    except OSError:
        return False
    return known and os.uname().machine in ("x86_64", "aarch64")


class Worker:
    """One worker, which keeps the port `dragoman.game.asking.Sandbox`. Threads that ask at once take turns."""

    def __init__(self, limits: Limits = Limits()) -> None:
        self.limits = limits
        self.started = 0
        self._process: subprocess.Popen[bytes] | None = None
        self._turn = threading.Lock()

    def run(self, call: Call) -> Outcome:
        """Have a function called, or, where the call names none, the code read."""
        if not available():
            return Fault(FaultKind.OFF)
        question = {
            "name": call.name,
            "code": call.code,
            "prelude": call.prelude,
            "hook": call.hook,
            "args": call.args,
            "ticks": self.limits.ticks,
            "seconds": self.limits.seconds,
            "size": self.limits.size,
        }
        with self._turn:
            return self._fairly(json.dumps(question).encode() + b"\n")

    def close(self) -> None:
        """End the process, if there is one."""
        with self._turn:
            self._end()

    @property
    def pid(self) -> int | None:
        """The process of the moment."""
        return self._process.pid if self._process else None

    def _fairly(self, question: bytes) -> Outcome:
        """The answer. A worker that breaks after others have used it may have broken on what they left: then the
        question is put to a fresh one."""
        used = self._process is not None
        answer = self._answer(question)
        if used and isinstance(answer, Fault) and answer.kind in (FaultKind.MEMORY, FaultKind.CRASH):
            return self._answer(question)
        return answer

    def _answer(self, question: bytes) -> Outcome:
        process = self._up()
        if process is None:
            return Fault(FaultKind.CRASH, "no worker could be started")
        try:
            told = self._exchange(process, question)
        except (OSError, ValueError):
            told = None
        if told is None:
            self._end()
            return _fallen(process.returncode)
        if "ok" in told:
            return Ran(told["ok"], told["ticks"])
        fault = Fault(
            FaultKind(told["failed"]), told["says"], told.get("line", 0), told.get("column", 0), told["ticks"]
        )
        if fault.kind in (FaultKind.WALL, FaultKind.MEMORY, FaultKind.CRASH):
            self._end()
        return fault

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
                return {"failed": "wall", "says": f"no answer within {self.limits.wall:g} s", "ticks": 0}
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


def _fallen(code: int) -> Fault:
    """What a worker died of."""
    if code == -signal.SIGXCPU:
        return Fault(FaultKind.WALL, "the processor's time was used up")
    if code == -signal.SIGABRT:
        return Fault(FaultKind.MEMORY, "the worker gave up, most likely for want of memory")
    return Fault(FaultKind.CRASH, "the worker ended without an answer")


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
