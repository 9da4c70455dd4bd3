"""The commands that adjudicate: one phase after another (`adjudicate`), and whole recorded games (`replay`)."""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Callable, Sequence
from difflib import get_close_matches

import click
import msgspec

from dragoman.diplomacy.docket import Docket, answer, comparison
from dragoman.diplomacy.exchange import Question, Unfit
from dragoman.diplomacy.houserules.sheet import Sheet
from dragoman.keeper.complaints import Unusable
from dragoman.keeper.lines import fault_of, lines_of, name_of, watched, write_line
from dragoman.keeper.plainly import plainly
from dragoman.keeper.rules import clause_from, rules_options, sheet_from
from dragoman.tongues.misfits import UNREADABLE


@click.command("adjudicate")
@rules_options
@click.option("--text", "as_text", is_flag=True, help="Answer in plain text, for people.")
@click.option("--compare", metavar="CLAUSE", help="Rule under every choice of a clause, and tell which rule alike.")
@click.argument("file", default="-", metavar="[FILE|-]")
def adjudicate(rules: str, sets: Sequence[str], as_text: bool, compare: str | None, file: str) -> None:
    """Adjudicate phases given as JSON lines, and answer each with a JSON line.

    A line that cannot be read is answered with its id and the error, and the rest goes on; then the exit status is 1,
    as it is where an order could not be read, or where the choices compared rule differently.
    """
    sheet = sheet_from(rules, sets)
    if compare and as_text:
        raise Unusable("--text cannot be had with --compare, which answers in JSON alone")
    tell = _compared(sheet, compare) if compare else _ruled(sheet, as_text)
    decode = msgspec.json.Decoder(Question).decode
    good, strange = True, Strange()
    for number, line in watched(lines_of(file), "phases"):
        try:
            question = decode(line)
        except UNREADABLE as error:
            good = False
            slip = strange.slip(line)  # what is missing may stand there under a name one letter off
            write_line({"id": name_of(line), "error": f"line {number}: {slip or fault_of(line, error)}"})
            continue
        if slip := strange.slip(line):
            good = False
            write_line({"id": question.id, "error": f"line {number}: {slip}"})
            continue
        for name in strange.passed_over(line):
            click.echo(f"line {number}: the field “{name}” is not known here, and is passed over", err=True)
        try:
            good &= tell(question)
        except Unfit as error:
            good = False
            write_line({"id": question.id, "error": f"line {number}: {error}"})
    sys.exit(0 if good else 1)


FIELDS = Question.__struct_encode_fields__
COMPANIONS = frozenset(
    ("game", "next", "next_phase", "next_units", "next_dislodged", "next_centers", "note", "notes", "results",
     "results_raw", "vanished", "retreats", "removed", "winner")
)  # fmt: skip
"""What may stand beside: what a recorded game tells of its phases, and what an answer holds that is asked on."""


class Strange:
    """The fields of lines that are no fields of a question. One that is nearly the name of a field is taken for a slip:
    without its orders every unit would hold, and look rightly ruled upon."""

    def __init__(self) -> None:
        self._told: set[str] = set()
        self._decode = msgspec.json.Decoder(dict[str, msgspec.Raw]).decode

    def slip(self, line: bytes) -> str:
        """What is wrong with the line in words, or nothing."""
        for name in self._names(line):
            if near := get_close_matches(name.casefold(), FIELDS, 1, 0.75):
                return f"the field “{name[:40]}” is not known: write “{near[0]}”"
        return ""

    def passed_over(self, line: bytes) -> list[str]:
        """The other fields that nobody knows, each told of once."""
        found = [name[:40] for name in self._names(line) if name not in self._told and len(self._told) < MOST_TOLD]
        self._told.update(found)
        return found

    def _names(self, line: bytes) -> list[str]:
        try:
            return [name for name in self._decode(line) if name not in FIELDS and name not in COMPANIONS]
        except UNREADABLE:
            return []


MOST_TOLD = 20
"""Of so many fields at most it is said that nobody knows them."""

Tell = Callable[[Question], bool]
"""Answers a question on standard output; whether all was well with it. Raises Unfit."""


def _ruled(sheet: Sheet, as_text: bool) -> Tell:
    docket = Docket(sheet)

    def tell(question: Question) -> bool:
        judged = docket.judge(question)
        if as_text:
            click.echo(plainly(question.id, judged))
        else:
            write_line({"id": question.id, **answer(judged)})
        return not judged.unheard

    return tell


def _compared(sheet: Sheet, key: str) -> Tell:
    clause = clause_from(key)

    def tell(question: Question) -> bool:
        told = comparison(question, sheet, clause)
        write_line({"id": question.id, **told})
        return len(told["results"]) == 1

    return tell


def _processors() -> int:
    from dragoman.keeper.abreast import processors

    return processors()


@click.command("replay")
@rules_options
@click.option(
    "--processes",
    type=click.IntRange(1),
    default=_processors,
    metavar="N",
    help="By how many processes (threads, where Numba is); as many as there are processors, if not told.",
)
@click.argument("files", nargs=-1, required=True, metavar="FILE…")
def replay(rules: str, sets: Sequence[str], processes: int, files: Sequence[str]) -> None:
    """Adjudicate recorded games phase by phase from their recorded positions, and tell every difference.

    The last line counts games, phases, orders and differences, and the lines that could not be read; exit status 1 if
    there is any difference or such a line.
    """
    from dragoman.keeper.abreast import replayed  # who asks for one phase need not wait for it
    from dragoman.keeper.replaying import Tally

    sheet, tally = sheet_from(rules, sets), Tally()
    lines = ((f"{file}, line {number}", line) for file in files for number, line in watched(lines_of(file), file))
    began = time.perf_counter()
    for held in replayed(lines, sheet, processes):
        tally.add(held.tally)
        for difference in held.told:
            write_line(difference)
    seconds = max(time.perf_counter() - began, 1e-9)
    click.echo(f"{tally}, phases/s {tally.phases / seconds:.0f}")
    gc.freeze()  # nobody looks for rubbish among all that was remembered, now that all is thrown away
    sys.exit(1 if tally.differences or tally.unreadable else 0)
