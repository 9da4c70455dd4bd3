"""JSON lines in and out, as a stream: files plain or packed (`.gz`), or standard input; a reader need hold one line."""

from __future__ import annotations

import gzip
import sys
import zlib
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from typing import Any, BinaryIO, cast

import msgspec
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from dragoman.keeper.complaints import Unusable

Numbered = tuple[int, bytes]
"""A line and its number in its file, from 1."""


def lines_of(path: str) -> Iterator[Numbered]:
    """The lines of a file that are not blank; `-` is standard input. Raises Unusable if it cannot be read."""
    try:
        with _opened(path) as stream:
            yield from ((number, line) for number, line in enumerate(stream, 1) if line.strip())
    except (OSError, EOFError, zlib.error) as error:
        raise Unusable(f"{path} cannot be read: {error}") from error


def _opened(path: str) -> Any:
    if path == "-":
        return nullcontext(cast(BinaryIO, sys.stdin.buffer))
    return gzip.open(path, "rb") if path.endswith(".gz") else open(path, "rb")


def write_line(value: Any) -> None:
    """Write one value as a JSON line, and at once: who reads may be waiting for it."""
    sys.stdout.buffer.write(msgspec.json.encode(value) + b"\n")
    sys.stdout.buffer.flush()


def name_of(line: bytes) -> Any:
    """The id of a line that may be wrong in any way; None where it tells none."""
    try:
        found = msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None
    return found.get("id") if isinstance(found, dict) else None


def watched(lines: Iterable[Numbered], doing: str) -> Iterator[Numbered]:
    """The lines, told on a terminal's standard error as they pass."""
    if not sys.stderr.isatty():
        yield from lines
        return
    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.completed}"), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        yield from progress.track(lines, total=None, description=doing)
