"""Whole games as moving pictures. To draw one takes a minute, so that it is done once for each turn that the game has
come to, when somebody asks for it, in a process of its own, and one after the other."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from threading import Lock

from dragoman.game import pixels

Frames = Iterable[tuple[str, int]]

WIDTH = 640
"""Pixels."""
KEPT = 6
"""Finished pictures that a process holds, of some two megabytes each."""
FORM = "gif"
"""What mails and chats show moving."""


class Studio:
    """Where they are made."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._made: dict[str, bytes] = {}
        self._at: tuple[str, SpawnProcess, Connection] | None = None

    def made(self, key: str) -> bytes | None:
        """The picture known by that key, if it has been made."""
        with self._lock:
            self._collect()
            if key in self._made:
                self._made[key] = self._made.pop(key)  # asked for lately
            return self._made.get(key)

    def making(self, key: str) -> bool:
        """Whether it is being made."""
        with self._lock:
            self._collect()
            return self._at is not None and self._at[0] == key

    def begin(self, key: str, frames: Callable[[], Frames]) -> bool:
        """Have it made; False while another is being made. Raises ValueError where there is no frame at all."""
        with self._lock:
            self._collect()
            if key not in self._made and self._at is None:
                self._at = (key, *_begun(tuple(frames())))
            return key in self._made or (self._at is not None and self._at[0] == key)

    def _collect(self) -> None:
        """Take what has been finished, and forget what failed or has not been asked for lately."""
        if self._at is None:
            return
        key, process, result = self._at
        if result.poll():
            try:
                self._made[key] = result.recv_bytes()
            except EOFError:  # it ended without a picture
                self._at = None
                return
            process.join()
            self._at = None
        elif not process.is_alive():
            self._at = None
        for old in tuple(self._made)[:-KEPT]:
            del self._made[old]


def _begun(frames: tuple[tuple[str, int], ...]) -> tuple[SpawnProcess, Connection]:
    if not frames:
        raise ValueError("nothing to show")
    spawning = get_context("spawn")
    result, out = spawning.Pipe(duplex=False)
    process = spawning.Process(target=_make, args=(frames, out), daemon=True)  # it ends with the server
    process.start()
    out.close()
    return process, result


def _make(frames: tuple[tuple[str, int], ...], out: Connection) -> None:
    """In the process of its own."""
    os.nice(10)
    out.send_bytes(pixels.moving(frames, WIDTH, FORM))


STUDIO = Studio()
"""That of this process."""

__all__ = ["FORM", "STUDIO", "WIDTH", "Studio"]
