"""JSON lines in and out, as a stream: files plain or packed (`.gz`), or standard input; a reader need hold one line."""

from __future__ import annotations

import codecs
import gzip
import io
import json
import sys
import zlib
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from typing import Any, BinaryIO, cast

import msgspec

from dragoman.keeper.complaints import Unusable
from dragoman.tongues.misfits import UNREADABLE, misfit

PIECE = 1 << 20
"""So many signs are unpacked at a time."""

Numbered = tuple[int, bytes]
"""A line and its number in its file, from 1."""


def lines_of(path: str) -> Iterator[Numbered]:
    """The lines of a file that are not blank; `-` is standard input. Raises Unusable if it cannot be read."""
    try:
        with _opened(path) as stream:
            for number, line in enumerate(stream, 1):
                text = line.removeprefix(codecs.BOM_UTF8) if number == 1 else line
                if text.strip():
                    yield number, text
    except (OSError, EOFError, zlib.error) as error:
        raise Unusable(f"{path} cannot be read: {misfit(error)}") from error


def _opened(path: str) -> Any:
    if path == "-":
        return nullcontext(cast(BinaryIO, sys.stdin.buffer))
    return io.BufferedReader(Unpacked(path), PIECE) if path.endswith(".gz") else open(path, "rb")


class Unpacked(io.RawIOBase):
    """A packed file read in large pieces, which is twice as quick; what comes before a fault is still read."""

    def __init__(self, path: str) -> None:
        self._file = gzip.open(path, "rb")  # noqa: SIM115 (closed with this)

    def readable(self) -> bool:
        return True

    def readinto(self, room: Any) -> int:
        piece = self._file.read1(len(room))
        room[: len(piece)] = piece
        return len(piece)

    def close(self) -> None:
        self._file.close()
        super().close()


def write_line(value: Any) -> None:
    """Write one value as a JSON line, and at once: who reads may be waiting for it."""
    sys.stdout.buffer.write(msgspec.json.encode(value) + b"\n")
    sys.stdout.buffer.flush()


def fault_of(line: bytes, error: Exception) -> str:
    """What is wrong with a line that could not be read, in plain words."""
    if isinstance(error, msgspec.DecodeError) and not isinstance(error, msgspec.ValidationError) and _loosely(line):
        return "it holds half a character, such as \\ud800 without the half that follows"
    return misfit(error)


def name_of(line: bytes) -> Any:
    """The id of a line that may be wrong in any way; None where it tells none that can be told again."""
    try:
        found = msgspec.json.decode(line)
    except UNREADABLE:
        found = _loosely(line)
    name = found.get("id") if isinstance(found, dict) else None
    return name if _can_be_told(name) else None


def _loosely(line: bytes) -> Any:
    """The line as it is read by whoever lets half characters pass; None where nobody could read it."""
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return None


def _can_be_told(value: Any) -> bool:
    try:
        msgspec.json.encode(value)
    except (ValueError, TypeError, RecursionError, msgspec.EncodeError):
        return False
    return True


def watched(lines: Iterable[Numbered], doing: str) -> Iterator[Numbered]:
    """The lines, told on a terminal's standard error as they pass."""
    if not sys.stderr.isatty():
        yield from lines
        return
    from rich.console import Console  # takes a fifth of the time in which a phase is answered
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.completed}"), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        yield from progress.track(lines, total=None, description=doing)
