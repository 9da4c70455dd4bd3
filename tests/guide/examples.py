"""The examples of the guide, read from its pages: files, commands, letters and their answers, in the order of the page.

A page says by marks that are not printed what a block is:

    <!-- table: name = "kalmar" … -->     a game, in the words of a file for `dragoman play`; seats are told apart by
                                          address: Austria's is austria@example.org
    <!-- Austria writes, P1D -->          above a block `letter`: sent to that game, so long after its start; a block
                                          `answer` behind it is what comes back
    <!-- Austria gets, P7D -->            above a block `answer`: what came last until then

A block with a `title` is the file of that name. In a block `console`, a line behind `$ ` is a command, and what follows
is what it prints. A line `…` stands for any lines. A block `python` is a piece of the source as it stands there; in a
block `words`, what may be said stands line by line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"

PIECE = re.compile(
    r"^<!--\s*(?P<mark>table|[A-Z][\w ]*? (?:writes|gets))[:,]\s*(?P<said>.*?)-->"
    r"|^(?P<fence>`{3,})(?P<kind>[\w-]*)(?: title=\"(?P<title>[^\"]+)\")?[^\n]*\n(?P<text>.*?)^(?P=fence)\s*$",
    re.DOTALL | re.MULTILINE,
)


@dataclass(frozen=True, slots=True)
class Command:
    """A command as typed, and what it prints."""

    line: str
    prints: str


@dataclass(frozen=True, slots=True)
class Written:
    """A file that the page shows."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Answer:
    """What a seat gets: `text` is what the page shows of the last letter to it until `at`."""

    seat: str
    at: str
    text: str


@dataclass
class Table:
    """A game of the page: its file, growing by the letters written to it, and the answers that the page shows."""

    file: str
    answers: list[Answer] = field(default_factory=list)
    letters: int = 0

    def write(self, seat: str, at: str, text: str) -> None:
        self.file += f'\n[[letter]]\nat = "{at}"\nfrom = "{address(seat)}"\ntext = {_quoted(text)}\n'
        self.letters += 1


@dataclass
class Page:
    """A page's examples; `unmarked` are the kinds of blocks that nothing above them explains."""

    steps: list[Command | Written] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)
    quoted: list[str] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    unmarked: list[str] = field(default_factory=list)


def address(seat: str) -> str:
    """The address of a seat at a table of the guide."""
    return "gm@example.org" if seat == "The game master" else f"{seat.lower().split()[-1]}@example.org"


def _quoted(text: str) -> str:
    """A text as TOML has it."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def read(markdown: str) -> Page:
    """All examples of a page."""
    page, mark = Page(), ("", "")
    for piece in PIECE.finditer(markdown):
        if piece["mark"] == "table":
            page.tables.append(Table(piece["said"]))
        elif piece["mark"]:
            mark = (piece["mark"], piece["said"].strip())
        else:
            mark = _block(page, piece["kind"], piece["title"] or "", piece["text"], mark)
    return page


def _block(page: Page, kind: str, title: str, text: str, mark: tuple[str, str]) -> tuple[str, str]:
    """Take a block; the mark that holds for what follows."""
    seat, _, deed = mark[0].rpartition(" ")
    if title:
        page.steps.append(Written(title, text))
    elif kind == "console" and text.startswith("$ "):
        page.steps += _commands(text)
    elif kind == "python":
        page.quoted.append(text)
    elif kind == "words":
        page.words.append(text)
    elif kind == "letter" and deed == "writes":
        page.tables[-1].write(seat, mark[1], text)
        return (f"{seat} gets", mark[1])
    elif kind == "answer" and deed == "gets":
        page.tables[-1].answers.append(Answer(seat, mark[1], text))
    else:
        page.unmarked.append(kind)
    return ("", "")


def _commands(text: str) -> Iterator[Command]:
    """The commands of a console, each with what it prints; a command may go on behind a backslash."""
    for piece in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        line = re.match(r"(?:.*\\\n)*.*", piece)
        assert line is not None
        yield Command(line[0], piece[line.end() + 1 :])


def amiss(shown: str, came: str) -> str:
    """What of the lines shown did not come, or nothing: blocks between lines `…` come whole, and in their order."""
    lines = [line.rstrip() for line in came.strip().splitlines()]
    blocks = re.split(r"^…$\n?", shown.strip("\n") + "\n", flags=re.MULTILINE)
    at = 0
    for number, block in enumerate(blocks):
        wanted = [line.rstrip() for line in block.strip("\n").splitlines()]
        if not wanted:
            continue
        places = [0] if number == 0 else range(at, len(lines) - len(wanted) + 1)
        if number == len(blocks) - 1:
            places = [place for place in places if place == len(lines) - len(wanted)]
        found = next((place for place in places if lines[place : place + len(wanted)] == wanted), None)
        if found is None:
            return "\n".join(wanted)
        at = found + len(wanted)
    return ""
