"""A page as simple HTML: headings, paragraphs, tables and quotations, good in a mail and on the web. All text is
escaped."""

from __future__ import annotations

from html import escape

from dragoman.game.page import Block, Cell, Folded, Page, Paragraph, Reads, Rows, Section, Verbatim, Words


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
        case Folded(title, cells):
            told = " ".join(_cell(cell, reader) for cell in cells)
            return f"<details><summary>{_cell(title, reader)}</summary><p>{told}</p></details>"
        case Verbatim(text):
            return f"<pre>{escape(text)}</pre>"
        case Rows(rows, failed):
            marks = failed or (False,) * len(rows)
            marked = zip(rows, marks, strict=True)
            wide = max(map(len, rows), default=0)
            made = (_row(row, mark, block.underlined, reader, wide) for row, mark in marked)
            return "\n".join(["<table>", *made, "</table>"])
        case Words(by, text):
            lines = "<br>\n".join(escape(line) for line in text.splitlines())
            told = f"<p>{_cell(by, reader)}</p>\n" if by else ""
            return f"{told}<blockquote><p>{lines}</p></blockquote>"


def _row(row: tuple[Cell, ...], failed: bool, underlined: bool, reader: Reads, wide: int) -> str:
    """One row; what it lacks of the width of its table, its last cell takes, so that a long seal is not squeezed."""
    kind = ' class="failed"' if failed else ""
    cells = [_cell(cell, reader) for cell in row]
    if failed and underlined:
        cells[0] = f"* <u>{cells[0]}</u>"
    more = f' colspan="{wide - len(row) + 1}"' if len(row) < wide else ""
    first = "".join(f"<td>{cell}</td>" for cell in cells[:-1])
    return f"<tr{kind}>{first}<td{more}>{cells[-1]}</td></tr>"


def _cell(cell: Cell, reader: Reads) -> str:
    return escape(reader.read(cell))
