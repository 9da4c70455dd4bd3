"""Reading turns human writing into orders, line by line: what was read and with what tolerance, what was not and why,
and what was passed over. It never fails, whatever the text, and never takes prose or a slip for an order.

Exact writings come first, then listed abbreviations, then (under III.2.B and III.2.D) shortenings and slips with one
clear winner. What is legal is not asked here: see `legality`.
"""

from __future__ import annotations

from dataclasses import replace

from dragoman.diplomacy.board.position import PhaseKind
from dragoman.diplomacy.orders.canonical import read_canonical
from dragoman.diplomacy.orders.findings import Heading, Ignored, Item, Read, ReadingContext
from dragoman.diplomacy.orders.lines import EVERYONE, LineReader
from dragoman.diplomacy.orders.misreading import Misreading
from dragoman.diplomacy.orders.order import Line, Move, SupportHold, Waive
from dragoman.diplomacy.orders.presumption import presumed_items
from dragoman.diplomacy.orders.tokens import tokens
from dragoman.diplomacy.orders.writing import write

__all__ = [
    "Heading",
    "Ignored",
    "Item",
    "Read",
    "ReadingContext",
    "read_canonical",
    "read_line",
    "read_order",
    "read_set",
]


def read_set(text: str, context: ReadingContext) -> tuple[Item, ...]:
    """Read a text of any number of lines. Items come in the order written, each with the number of its line.

    An order that a mail program broke in two is put together again; where the context presumes so, unclear orders are
    made out from the others of the text (III.1.B, 4.E.2.b).
    """
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    items: list[Item] = []
    heading: Heading | None = None
    index = 0
    while index < len(lines):
        found = read_line(lines[index], context, index + 1, heading)
        after = lines[index + 1] if index + 1 < len(lines) else ""
        if after.strip() and found and (joined := _joined(lines[index], after, found, context, index + 1, heading)):
            found = joined
            index += 1
        items.extend(found)
        heading = _under(heading, found)
        index += 1
    return presumed_items(_without_the_ordered(tuple(items)), context)


def _under(above: Heading | None, found: tuple[Item, ...]) -> Heading | None:
    """The heading that holds from here on: the one found last.

    One that tells only a status leaves the rest as it was; one that names only a power is for its own line, if it has
    orders beside it.
    """
    heading = next((item for item in reversed(found) if isinstance(item, Heading)), None)
    if heading is None:
        return above
    bare = Heading(heading.text, heading.number, status=heading.status)
    if heading == replace(bare, power=heading.power) and any(isinstance(item, Read) for item in found):
        return above
    return replace(above, status=heading.status or above.status) if above and heading == bare else heading


def read_line(text: str, context: ReadingContext, number: int = 1, heading: Heading | None = None) -> tuple[Item, ...]:
    """Read one line, which may hold several orders; `heading` is the one above it. A blank line holds nothing."""
    kind = (heading and heading.kind) or context.kind
    canonical = read_canonical(context.chart, text)
    if canonical is not None and not (kind is PhaseKind.RETREAT and isinstance(canonical, Move)):
        return (Read(Line(canonical, text), number, 1, heading),)
    return LineReader(text, context, number, heading).items()


def read_order(text: str, context: ReadingContext) -> Line | Misreading:
    """Read a text that is meant to be one order and nothing else."""
    items = read_line(text, context)
    match items:
        case (Read(line),):
            return line
        case (Misreading() as misreading,):
            return misreading
        case _:
            several = sum(isinstance(item, Read) for item in items) > 1
            return Misreading("ambiguous" if several else "unreadable", text, line=1)


DASHES = "-–—"
WHITE = " \t"


def _joined(
    first: str, second: str, found: tuple[Item, ...], context: ReadingContext, number: int, heading: Heading | None
) -> tuple[Item, ...]:
    """The items of two lines where the second ends an order that the first begins; nothing where it does not.

    A place alone on the second line may end a support, or be a remark: then the support is not taken but asked about. A
    line that is a whole order for a unit of the writer's own stays one, and the support above it is told as unfinished.
    """
    alone = read_line(second, context, number + 1, heading)
    last = found[-1]
    ordered = any(isinstance(item, Read | Heading) for item in alone)
    broken = isinstance(last, Misreading) and _breaks_off(last)
    dashed = second.lstrip()[:1] in DASHES and all(isinstance(item, Heading) for item in alone)  # `- Eng`: a power?
    if not isinstance(last, Read | Misreading) or (ordered and not broken and not dashed):
        return ()
    for space in (" ", "") if not dashed else ():  # some mail programs break a line in the middle of a word
        whole = LineReader(f"{first.rstrip()}{space}{second.strip()}", context, number, heading).entire()
        writings, before = _orders(whole), _orders(found)
        if len(writings) == len(before) + isinstance(last, Misreading) and writings != before:
            if isinstance(last, Misreading) and any(_own(item, context) for item in alone):
                return (*found[:-1], replace(last, suggestions=writings[-1:]), *alone)
            return (*whole, Ignored(second.strip(), number + 1, joined=True))
    if (
        isinstance(last, Read)
        and isinstance(last.line.order, SupportHold)
        and (dashed or isinstance(alone[-1], Misreading))
    ):
        other = LineReader(
            f"{first} - {second.strip(WHITE if not dashed else WHITE + DASHES)}", context, number, heading
        ).entire()
        if (writings := _orders(other)) and writings != _orders(found):
            asked = Misreading("ambiguous", last.line.text, last.line.text, number, 1, (*_orders((last,)), *writings))
            return (*found[:-1], asked, *alone)
    return ()


def _own(item: Item, context: ReadingContext) -> bool:
    """Whether an order is for a unit of the writer's own, or may be, where nobody knows where units will stand."""
    if not isinstance(item, Read) or context.position is None:
        return isinstance(item, Read)
    unit = context.position.unit_in(_province(item))
    return unit is not None and unit.power == context.power


def _without_the_ordered(items: tuple[Item, ...]) -> tuple[Item, ...]:
    """Leave out of `all units hold` the units that have an order of their own."""
    reads = [item for item in items if isinstance(item, Read)]
    own = {_province(item) for item in reads if not _for_all(item)}
    return tuple(item for item in items if not (isinstance(item, Read) and _for_all(item) and _province(item) in own))


def _for_all(item: Read) -> bool:
    return any(note.startswith(EVERYONE) for note in item.line.notes)


def _province(item: Read) -> str:
    order = item.line.order
    return "" if isinstance(order, Waive) else order.unit.place.province


def _breaks_off(misreading: Misreading) -> bool:
    """Whether all was well with the line up to its last word."""
    row = tokens(misreading.text)
    return bool(row) and row[-1].text == misreading.word


def _orders(items: tuple[Item, ...]) -> tuple[str, ...]:
    return tuple(write(item.line.order) for item in items if isinstance(item, Read))
