"""A page as plain text, for mail and terminals: lines no longer than a mail likes, columns set by blanks."""

from __future__ import annotations

import textwrap

from dragoman.game.page import Block, Folded, Page, Paragraph, Reads, Rows, Section, Verbatim, Words

WIDTH = 76
"""Columns: what a quoting reply still leaves whole."""


def render(page: Page, reader: Reads) -> str:
    """The page as text, sections parted by empty lines, ending in a line end."""
    return "\n\n".join(_section(section, reader) for section in page.sections) + "\n"


def _section(section: Section, reader: Reads) -> str:
    title = reader.read(section.title)
    blocks = [_block(block, reader) for block in section.blocks]
    return "\n".join([title, "-" * len(title), *blocks] if title else blocks)


def _block(block: Block, reader: Reads) -> str:
    match block:
        case Paragraph(cells) | Folded(_, cells):
            return textwrap.fill(
                " ".join(reader.read(cell) for cell in cells), WIDTH, break_long_words=False, break_on_hyphens=False
            )
        case Rows():
            return _rows(block, reader)
        case Verbatim(text):
            return text.rstrip("\n")
        case Words(by, text):
            return "\n".join([*filter(None, [reader.read(by)]), *(f"| {line}".rstrip() for line in text.splitlines())])


def _rows(block: Rows, reader: Reads) -> str:
    """Rows in columns; the last column is free to be as long as it is, and wraps under itself. Where the columns before
    it would leave it less than half of the line, what is long in them stands on lines of its own."""
    rows = [[reader.read(cell) for cell in row] for row in block.rows]
    columns = max((len(row) for row in rows), default=0)
    long = columns == 2 and any(len(row) == 2 and len(row[0]) > HALF - 2 for row in rows)
    widths = [_width(rows, i, NARROW if long else None) for i in range(columns)]
    failed = block.failed or (False,) * len(rows)
    marks = any(failed)
    return "\n".join(
        _row(row, widths, "* " if mark else "  " if marks else "") for row, mark in zip(rows, failed, strict=True)
    )


HALF = WIDTH // 2
NARROW = WIDTH // 3
"""How wide a first column is at the most, where some cell of it is too long to stand beside another."""


def _width(rows: list[list[str]], column: int, most: int | None) -> int:
    """How wide a column is; of its cells those count that are no longer than `most`."""
    cells = (len(row[column]) for row in rows if len(row) > column + 1)
    return max((length for length in cells if most is None or length <= most), default=0)


def _row(row: list[str], widths: list[int], mark: str) -> str:
    if len(row) == 2 and len(row[0]) > widths[0]:
        return "\n".join((_wrapped(row[0], mark, " " * (len(mark) + 2)), _wrapped(row[1], " " * (len(mark) + 4))))
    lead = mark + "".join(cell.ljust(width + 2) for cell, width in zip(row[:-1], widths, strict=False))
    last = row[-1] if row else ""
    indent = min(len(lead), HALF)
    lines = textwrap.wrap(last, max(WIDTH - len(lead), 20), break_long_words=False, break_on_hyphens=False) or [""]
    return ("\n" + " " * indent).join([lead + lines[0], *lines[1:]]).rstrip()


def _wrapped(text: str, first: str, after: str | None = None) -> str:
    return textwrap.fill(
        text, WIDTH, initial_indent=first, subsequent_indent=first if after is None else after,
        break_long_words=False, break_on_hyphens=False,
    )  # fmt: skip
