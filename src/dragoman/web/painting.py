"""Drawings become pictures one after the other, in a process of its own, so that no page waits while one is made; each
is made once and then lies in a folder, by what it shows and how. A second of a processor's time goes into each."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Lock
from uuid import uuid4

Maker = Callable[[str, int], bytes]
"""What makes a picture of a drawing, so many pixels wide. It stands in a module, that the process can find it."""

KEPT = 400
"""Pictures that are kept at the most, of some 150 kilobytes each; those go first that were made first."""
WAIT = 20.0
"""Seconds that somebody waits for those before."""


class Busy(Exception):
    """Too many are being made: it may be asked for again in a while."""


class Painter:
    """Who makes them. Without a folder only the last few are remembered."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._turn = Lock()
        self._hands: Connection | None = None
        self._lately: dict[str, bytes] = {}

    def picture(self, make: Maker, svg: str, width: int) -> bytes:
        """The drawing as `make` makes it. Raises Busy where it cannot be made soon, ValueError for what is no SVG."""
        key = sha256(f"{make.__module__}.{make.__qualname__} {width}\0{svg}".encode()).hexdigest()[:40]
        if (kept := self._kept(key)) is not None:
            return kept
        if not self._turn.acquire(timeout=WAIT):
            raise Busy
        try:
            kept = self._kept(key)  # by whoever asked for the same before
            if kept is None:
                kept = self._made(make, svg, width)
                self._keep(key, kept)
            return kept
        finally:
            self._turn.release()

    def _kept(self, key: str) -> bytes | None:
        if self._folder is None:
            return self._lately.get(key)
        try:
            return (self._folder / f"{key}.png").read_bytes()
        except OSError:
            return None

    def _keep(self, key: str, made: bytes) -> None:
        """A disk that is full, or not ours to write to, costs time and nothing else."""
        if self._folder is None:
            self._lately = dict([*self._lately.items(), (key, made)][-32:])
            return
        with suppress(OSError):
            self._folder.mkdir(exist_ok=True)
            new = self._folder / f"{uuid4().hex}.new"
            new.write_bytes(made)
            new.replace(self._folder / f"{key}.png")
            found = sorted(self._folder.glob("*.*"), key=lambda path: path.stat().st_mtime, reverse=True)
            for old in found[KEPT:]:
                old.unlink(missing_ok=True)

    def _made(self, make: Maker, svg: str, width: int) -> bytes:
        try:
            if self._hands is None:
                self._hands = _begun()
            self._hands.send((make, svg, width))
            made = self._hands.recv_bytes()
        except (OSError, EOFError):  # the process has ended: the next picture begins another
            self._hands = None
            return make(svg, width)
        if not made:
            raise ValueError("this is no drawing")
        return made


def _begun() -> Connection:
    spawning = get_context("spawn")
    ours, theirs = spawning.Pipe()
    spawning.Process(target=_paint, args=(theirs,), daemon=True).start()  # it ends with the server
    theirs.close()
    return ours


def _paint(asked: Connection) -> None:
    """In the process of its own, until nobody can ask any more."""
    os.nice(10)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever ends the server ends this
    with suppress(EOFError, OSError):
        while True:
            make, svg, width = asked.recv()
            try:
                made = make(svg, width)
            except ValueError:
                made = b""
            asked.send_bytes(made)


__all__ = ["Busy", "Painter"]
