"""Lines are read as they stand, and those before a fault are read before it is told."""

from __future__ import annotations

import gzip
from itertools import islice
from pathlib import Path

import pytest

from dragoman.keeper.complaints import Unusable
from dragoman.keeper.lines import lines_of

LINES = [b'{"n": %d, "text": "%s"}\n' % (n, b"x" * (n % 97)) for n in range(30_000)]


def packed(folder: Path, content: bytes) -> str:
    path = folder / "lines.jsonl.gz"
    path.write_bytes(content)
    return str(path)


def test_a_packed_file_is_read_whole(tmp_path: Path) -> None:
    parts = gzip.compress(b"".join(LINES[:10_000]), 1) + gzip.compress(b"".join(LINES[10_000:]), 1)
    assert list(lines_of(packed(tmp_path, parts))) == list(enumerate(LINES, 1))


@pytest.mark.parametrize("spoilt", ["breaks off", "a wrong sum", "something behind it"])
def test_what_comes_before_a_fault_is_read(spoilt: str, tmp_path: Path) -> None:
    whole = gzip.compress(b"".join(LINES), 1)
    content = {"breaks off": whole[:-5000], "a wrong sum": whole[:-8] + bytes(8), "something behind it": whole + b"xyz"}
    found = lines_of(packed(tmp_path, content[spoilt]))
    few = 20_000 if spoilt == "breaks off" else len(LINES)
    assert list(islice(found, few)) == list(enumerate(LINES[:few], 1))
    with pytest.raises(Unusable, match="cannot be read"):
        list(found)


def test_a_mark_of_byte_order_and_blank_lines_are_passed_over(tmp_path: Path) -> None:
    path = packed(tmp_path, gzip.compress(b"\xef\xbb\xbf{}\n\n \t\n[]"))
    assert list(lines_of(path)) == [(1, b"{}\n"), (4, b"[]")]
