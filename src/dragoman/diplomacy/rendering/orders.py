"""Orders on file and what there is to order, laid out for their owner."""

from __future__ import annotations

from collections.abc import Iterator

from dragoman.diplomacy.adjudication.verdict import Code
from dragoman.diplomacy.events import recorded
from dragoman.diplomacy.orders.writing import write
from dragoman.diplomacy.rendering.page import Block, Cell, Paragraph, Rows, Section, paragraph
from dragoman.diplomacy.rendering.verdicts import REASONS, unit_text
from dragoman.diplomacy.report import FileNow, Next, Owed, Written
from dragoman.game.saying import Saying, say


def rows(lines: tuple[Written, ...]) -> Rows:
    """Orders as understood, each with the tolerances used to read it, and the fault that makes it void."""
    return Rows(
        tuple((write(recorded.order(line.order)), *_remarks(line)) for line in lines),
        tuple(bool(line.flaw) for line in lines),
    )


def _remarks(line: Written) -> Iterator[Cell]:
    if line.flaw:
        yield _fault(REASONS[Code(line.flaw)].text, line.clause)
    elif line.notes:
        yield say("read so: {notes_used}", notes_used="; ".join(_note(note) for note in line.notes))


def _fault(why: str, clause: str) -> Saying:
    """Why an order will not be followed, and by which house rule, if not by the rulebook alone."""
    if clause in ("", "rulebook"):
        return say("{said_why}; it will not be followed", said_why=why)
    return say("{said_why}; it will not be followed ({clause})", said_why=why, clause=clause)


def _note(note: str) -> str:
    """`typo: Albb = ALB` as `Albb = ALB`: what was written, and what it was taken for."""
    return note.partition(": ")[2] or note


def on_file(file: FileNow, title: Saying | None = None) -> Section:
    """The full set on file: its orders, the units without one, and whether it is final."""
    blocks: list[Block] = [rows(file.lines)] if file.lines else []
    blocks.extend(_without(file))
    blocks.append(_standing(file))
    return Section(title or say("Orders on file for {power_whose}", power_whose=file.power), tuple(blocks))


def _without(file: FileNow) -> Iterator[Paragraph]:
    if not file.unordered:
        return
    listed = ", ".join(unit_text(unit) for unit in file.unordered)
    if file.owed.retreats or _retreating(file.owed):
        yield paragraph(say("Without an order, and so disbanded: {listed}.", listed=listed))
    elif file.owed.count < 0:
        return
    else:
        yield paragraph(say("Without an order, and so holding: {listed}.", listed=listed))


def _retreating(owed: Owed) -> bool:
    return bool(owed.retreats)


def _standing(file: FileNow) -> Paragraph:
    if file.at is None:
        return paragraph(say("Nothing has been received."))
    if file.final:
        return paragraph(say("The set is final."))
    return paragraph(say("The set is preliminary: write “final” when it may be acted upon before the deadline."))


def owed_rows(owed: Owed) -> Block:
    """What must be ordered: retreats with the places open, builds with their sites, disbands with the units."""
    if owed.count > 0:
        return paragraph(say("Builds: {count}, in {places}.", count=owed.count, places=", ".join(owed.sites)))
    if owed.count < 0:
        listed = ", ".join(unit_text(unit) for unit in owed.units)
        return paragraph(say("Disbands: {count}, of {listed}.", count=-owed.count, listed=listed))
    if owed.retreats:
        return Rows(tuple((unit_text(unit), _open(owed, unit[2])) for unit in owed.units))
    return paragraph(say("Units to order: {listed}.", listed=", ".join(unit_text(unit) for unit in owed.units)))


def _open(owed: Owed, place: str) -> Cell:
    places = owed.retreats.get(place.partition("/")[0], ())
    return say("may retreat to {places}", places=", ".join(places)) if places else say("can only disband")


def comes(following: Next) -> Paragraph:
    """The phase that comes, and its deadline."""
    season, year, kind = following.phase
    phase = f"{season[0]}{year}{kind[0]}"
    if following.deadline is None:
        return paragraph(say("{phase_now}; no deadline is set.", phase_now=phase))
    return paragraph(
        say("{phase_now}, due {time_deadline}.", phase_now=phase, time_deadline=following.deadline.isoformat())
    )
