"""A page as simple HTML: headings, paragraphs, tables and quotations, good in a mail and on the web. All text is
escaped."""

from __future__ import annotations

from html import escape

from dragoman.game.page import Block, Cell, Page, Paragraph, Reads, Rows, Section, Words


def render(page: Page, reader: Reads) -> str:
    """The page as a fragment of HTML, one `<section>` for each of its sections."""
    return "\n".join(_section(section, reader) for section in page.sections) + "\n"


def _section(section: Section, reader: Reads) -> str:
    title = _cell(section.title, reader)
    heading = [f"<h2>{title}</h2>"] if title else []
    return "\n".join(["<section>", *heading, *(_block(block, reader) for block in section.blocks), "</section>"])


def _block(block: Block, reader: Reads) -> str:
    match block:
        case Paragraph(cells):
            return f"<p>{' '.join(_cell(cell, reader) for cell in cells)}</p>"
        case Rows(rows, failed):
            marks = failed or (False,) * len(rows)
            return "\n".join(
                ["<table>", *(_row(row, mark, reader) for row, mark in zip(rows, marks, strict=True)), "</table>"]
            )
        case Words(by, text):
            lines = "<br>\n".join(escape(line) for line in text.splitlines())
            told = f"<p>{_cell(by, reader)}</p>\n" if by else ""
            return f"{told}<blockquote><p>{lines}</p></blockquote>"


def _row(row: tuple[Cell, ...], failed: bool, reader: Reads) -> str:
    kind = ' class="failed"' if failed else ""
    return f"<tr{kind}>" + "".join(f"<td>{_cell(cell, reader)}</td>" for cell in row) + "</tr>"


def _cell(cell: Cell, reader: Reads) -> str:
    return escape(reader.read(cell))
