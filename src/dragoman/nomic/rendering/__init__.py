"""A body in a reader's words: one layout, put into text and HTML by the same page as any game's."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, tzinfo
from typing import assert_never

from dragoman.game import page as pages
from dragoman.game.page import Cell, Page, Section, html
from dragoman.game.page import text as plain
from dragoman.game.protocol import Words
from dragoman.game.saying import Saying, say
from dragoman.nomic.report.bodies import AnyBody, Block, NotRead, Part, Quote, Receipt, Refused, Table, Text
from dragoman.tongues.saying import put


@dataclass(frozen=True)
class Reader:
    """Who reads: their tongue and zone."""

    lang: str
    zone: tzinfo = UTC

    def read(self, cell: Cell) -> str:
        """A cell in this reader's words. An argument `said_…` is a sentence whose gaps the other arguments fill."""
        if isinstance(cell, str):
            return cell
        if isinstance(cell, tuple):
            return " ".join(self.read(each) for each in cell)
        if not isinstance(cell, Saying):
            return ""
        others = tuple((n, v) for n, v in cell.args if not n.startswith("said_"))
        inner = tuple(
            (n, put(Saying(v, others), self.lang, zone=self.zone) if n.startswith("said_") else v) for n, v in cell.args
        )
        return put(Saying(cell.text, inner), self.lang, zone=self.zone)


def words(body: AnyBody, lang: str, zone: tzinfo) -> Words:
    """A body in one reader's words: subject, text and HTML."""
    page, reader = laid_out(body), Reader(lang, zone)
    return Words(reader.read(page.subject), plain.render(page, reader), html.render(page, reader))


def laid_out(body: AnyBody) -> Page:
    """The page that tells a body."""
    if isinstance(body, Receipt):
        return Page(body.subject, tuple(_receipt(body)))
    return Page(body.subject, tuple(map(section, body.parts)))


def section(part: Part) -> Section:
    return Section(part.title, tuple(_block(each) for each in part.blocks))


def _block(block: Block) -> pages.Block:
    match block:
        case Text(says):
            return pages.paragraph(*says)
        case Table(rows, marked):
            return pages.Rows(rows, marked)
        case Quote(by, text):
            return pages.Words(by, text)
        case _:
            assert_never(block)


def _receipt(body: Receipt) -> Iterator[Section]:
    """The sections of an answer; there is always one."""
    told = [section(part) for part in body.heard]
    yield from told
    if body.refused:
        yield Section(say("Not granted"), tuple(_refused(each) for each in body.refused))
    if body.unread:
        yield Section(say("Not read"), tuple(_not_read(each) for each in body.unread))
    yield from map(section, body.answers)
    if not (told or body.refused or body.unread or body.answers):
        nothing = say("Nothing was read in your letter that this game could act upon.")
        yield Section("", (pages.paragraph(nothing, *(() if body.head.seat else (SEATLESS,))),))
    if body.ignored:
        passed = say("Lines passed over as prose: {count}.", count=body.ignored)
        yield Section("", (pages.paragraph(passed, *body.remarks),))
    elif body.remarks:
        yield Section("", (pages.paragraph(*body.remarks),))
    if body.owed:
        yield Section(say("What you owe"), tuple(pages.paragraph(each) for each in body.owed))


def _refused(refused: Refused) -> pages.Block:
    cells: list[Cell] = [refused.says]
    if refused.clause:
        cells.append(say("(Rule {number}.)", number=refused.clause))
    if refused.text:
        cells.append(say("“{written}”", written=refused.text))
    return pages.paragraph(*cells)


SEATLESS = say("“join as Ann Archer”, with your own name, asks to play, “observe” to look on.")
"""What somebody without a seat may write, for whoever wrote nothing of it."""

REASONS = {
    "too-long": say("The letter is too long: nothing of it was read."),
    "no-number": say("It does not say which rule."),
    "no-text": say("It says nothing."),
    "no-time": say("It names no moment, or could mean several."),
    "no-choice": say("It does not say whether for or against."),
    "no-order": say("It does not say what is to be recorded."),
    "unknown-reader": say("Nobody here is called so."),
    "asked": say("It is a question, and nothing was done; without the question mark it is."),
    "surplus": say("It says more than this command can do, so nothing was done."),
    "not-read": say("It is nearly a command."),
}


def reason(code: str) -> Saying:
    """Why a line was not read, by its code."""
    return REASONS.get(code, REASONS["not-read"])


def _not_read(unread: NotRead) -> pages.Block:
    cells: list[Cell] = [say("Line {line}:", line=unread.line), say("“{written}”.", written=unread.text)]
    cells.append(reason(unread.code))
    if unread.suggestions:
        cells.append(say("Write for instance: {instead}", instead=" · ".join(unread.suggestions)))
    return pages.paragraph(*cells)
