"""`dragoman read`: what the referee would read in a text, line by line, and with what tolerance."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import click

from dragoman.diplomacy import exchange
from dragoman.diplomacy.adjudication import adjudicate, why
from dragoman.diplomacy.adjudication.verdict import Code, Outcome, Verdict
from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.board.position import Position
from dragoman.diplomacy.houserules.abbreviations import abbreviations
from dragoman.diplomacy.houserules.sheet import Sheet, switches
from dragoman.diplomacy.orders.findings import Presumption
from dragoman.diplomacy.orders.misreading import Misreading
from dragoman.diplomacy.orders.order import OrderSet
from dragoman.diplomacy.orders.reading import Heading, Ignored, Item, Read, ReadingContext, read_set
from dragoman.diplomacy.orders.settled import choosable_coasts, settled_line
from dragoman.diplomacy.orders.writing import write
from dragoman.diplomacy.rendering.receipts import NOT_UNDERSTOOD, UNREAD
from dragoman.diplomacy.speech import names
from dragoman.diplomacy.speech.blocks import cut
from dragoman.game.saying import Saying, say
from dragoman.keeper.lines import write_line
from dragoman.keeper.positions import met
from dragoman.keeper.rules import rules_options, sheet_from
from dragoman.tongues.lexicon import LANGUAGES, status
from dragoman.tongues.saying import put

ILLEGAL = {Code.NO_SUCH_UNIT, Code.IMPOSSIBLE, Code.AMBIGUOUS, Code.ILLEGAL_RETREAT, Code.TOO_MANY}
"""What makes an order void whatever others order."""

BAD = {"ambiguous", "unreadable", "illegal"}


@click.command()
@click.option("--power", required=True, metavar="POWER", help="Who writes.")
@click.option("--position", metavar="FILE", help="The position, as `adjudicate` takes it; else the opening.")
@click.option("--lang", type=click.Choice(LANGUAGES), default="en", show_default=True, help="The language of remarks.")
@rules_options
def read(power: str, position: str | None, lang: str, rules: str, sets: Sequence[str]) -> None:
    """Read free text from standard input and tell of each line what it is, one JSON line for each, or for each order of
    a line that holds several.

    Exit status 1 if any line is ambiguous, unreadable or illegal.
    """
    board, at = met(position)
    found = exchange.power_named(power, board) or names.power(board, power)
    if found is None:
        raise click.UsageError(f"--power {power}: there is no such power; there are {', '.join(board.powers)}")
    text = sys.stdin.buffer.read().decode("utf-8", errors="replace")
    told = list(Reader(board, at, found, sheet_from(rules, sets), lang).told(text))
    for line in told:
        write_line(line)
    if any(line["status"] in BAD for line in told):
        raise SystemExit(1)


@dataclass(frozen=True)
class Reader:
    """Reads for one power, before one position, under one sheet, and remarks on it in one language. Each order is
    judged by itself."""

    board: Chart
    at: Position
    power: str
    sheet: Sheet
    lang: str = "en"

    def told(self, text: str) -> Iterator[dict[str, Any]]:
        """One answer for each line and order of the text, in order."""
        blocks, rest = cut(text)
        lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        if not lines[-1]:
            lines.pop()
        items = self._items(rest)
        commanded = {
            number for number, line in enumerate(rest.split("\n"), 1) if not line and lines[number - 1 : number]
        }
        for number, line in enumerate(lines, 1):
            if blocks and number in commanded and line.strip():
                yield _answer(number, line, "command")
            elif number not in items:
                yield _answer(number, line, "ignored")
            else:
                yield from (self._of(item, number, line) for item in items[number])

    def _items(self, text: str) -> dict[int, list[Item]]:
        """What was found, by the number of its line. A heading that has orders on its line says nothing of its own."""
        letter, also = self.sheet.letter("III.2"), abbreviations(self.sheet)
        context = ReadingContext(
            self.board, self.power, self.at.phase.kind, self.at, letter, also, presumption=Presumption.of(self.sheet)
        )
        found: dict[int, list[Item]] = {}
        for item in read_set(text, context):
            found.setdefault(item.line if isinstance(item, Misreading) else item.number, []).append(item)
        for number, on_line in found.items():
            if len(on_line) > 1:
                found[number] = [item for item in on_line if not isinstance(item, Heading)]
        return found

    def _void(self, item: Read) -> Verdict | None:
        """The verdict on an order that is void whatever others do, and whatever else was ordered."""
        alone = OrderSet(self.power, (item.line,))
        ruling = adjudicate(self.board, self.at, {self.power: alone}, switches(self.sheet))
        verdict = next((v for v in ruling.verdicts if v.power == self.power and v.text == item.line.text), None)
        return verdict if verdict and verdict.outcome is Outcome.VOID and verdict.code in ILLEGAL else None

    def _is_own(self, item: Read) -> bool:
        return item.heading is None or item.heading.power in ("", self.power)

    def _of(self, item: Item, number: int, line: str) -> dict[str, Any]:
        match item:
            case Read():
                return self._order(item, number)
            case Misreading():
                state = "ambiguous" if item.code == "ambiguous" else "unreadable"
                return _answer(number, item.text, state, why=_unread(item, self.lang), suggestions=item.suggestions)
            case Heading():
                return _answer(number, line, "command" if item.status else "ignored")
            case Ignored():
                joined = put(say("read with the line before"), self.lang) if item.joined else ""
                said = status(item.text) is not None and not item.joined
                return _answer(number, item.text, "command" if said else "ignored", why=joined)

    def _order(self, item: Read, number: int) -> dict[str, Any]:
        line = settled_line(self.board, self.at, self.power, item.line, switches(self.sheet))
        coasts = choosable_coasts(self.board, self.at, self.power, item.line.order)
        reason = ""
        if not self._is_own(item):
            reason = put(
                say("These are orders of {power}.", power=item.heading.power if item.heading else ""), self.lang
            )
        elif (verdict := self._void(item)) is not None:
            reason = put(why(verdict, self.board), self.lang)
        return _answer(
            number,
            item.line.text,
            "ambiguous" if reason and coasts else "illegal" if reason else "order",
            order=write(line.order),
            notes=[put(self._note(note), self.lang) for note in line.notes],
            why=reason,
            suggestions=[write(order) for order in coasts] if reason else (),
        )

    def _note(self, note: str) -> Saying:
        """A tolerance in a sentence, with the province's name where the word was read as one."""
        _, _, rest = note.partition(": ")
        word, _, meant = rest.rpartition(" = ")
        province = self.board.provinces.get(meant)
        return say("read “{word}” as {meant}", word=word, meant=province.name if province else meant)


def _unread(item: Misreading, lang: str) -> str:
    sentence = UNREAD.get(item.code, NOT_UNDERSTOOD)
    return put(say(sentence.text, line=item.text, word=item.word), lang)


def _answer(
    number: int, text: str, state: str, *, order: str | None = None, notes: Sequence[str] = (), why: str = "",
    suggestions: Sequence[str] = (),
) -> dict[str, Any]:  # fmt: skip
    return {
        "line": number, "text": text, "status": state, "order": order, "notes": list(notes), "why": why,
        "suggestions": list(suggestions),
    }  # fmt: skip
