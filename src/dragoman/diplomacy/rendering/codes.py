"""Orders as Finnish reports mark them (F.14.B): a failed one with `*`, underlined in HTML, and the reason in a code.

`&` must retreat, `ex` is removed; NSO no such order, NSU no such unit, NOR no order for this unit, IMP impossible; and
behind a power's name NMR no moves received, CD civil disorder. What a code means stands at the end, as far as used.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from dragoman.diplomacy.adjudication.verdict import Code
from dragoman.diplomacy.events.recorded import RulingRecord, UnitRecord, VerdictRecord
from dragoman.diplomacy.rendering.verdicts import failed, order_text
from dragoman.game.page import Block, Cell, Rows, Section
from dragoman.game.saying import say

NOT_ORDERED = "NOR"
NOBODY_WROTE = "NMR"
DISORDER = "CD"
RETREATS = "&"
REMOVED = "ex"

REASONS = {
    Code.NO_SUCH_ORDER: "NSO",
    Code.NO_CONVOY: "NSO",
    Code.NO_SUCH_UNIT: "NSU",
    Code.IMPOSSIBLE: "IMP",
    Code.AMBIGUOUS: "IMP",
    Code.ILLEGAL_RETREAT: "IMP",
    Code.TOO_MANY: "IMP",
}
"""What a fault is called; whatever else fails (a bounce, a cut support) is marked and nothing more."""

LEGEND = {
    "*": say("the order failed"),
    "CD": say("civil disorder"),
    "NSO": say("no such order: what was supported or convoyed was not so ordered"),
    "NSU": say("no such unit"),
    "NMR": say("no moves received"),
    "NOR": say("no order for this unit"),
    "IMP": say("impossible order"),
    "&": say("the unit must retreat"),
    "ex": say("the unit is removed"),
}


def of_power(power: str, missing: Iterable[str], disordered: Iterable[str]) -> str:
    """What stands behind a power's name."""
    if power in disordered:
        return f"({DISORDER})"
    return f"({NOBODY_WROTE})" if power in missing else ""


def rows(verdicts: tuple[VerdictRecord, ...], ruling: RulingRecord, silent: bool) -> Rows:
    """The orders of a power, each with its codes. Of a `silent` power it goes without saying that nothing was
    ordered."""
    return Rows(
        tuple((order_text(v), " ".join(codes(v, ruling, silent))) for v in verdicts),
        tuple(failed(v) for v in verdicts),
        underlined=True,
    )


def codes(verdict: VerdictRecord, ruling: RulingRecord, silent: bool = False) -> Iterator[str]:
    """The codes of one order, and where a dislodged unit can go."""
    code = Code(verdict.code)
    if code is Code.NOT_ORDERED:
        yield from () if silent else (NOT_ORDERED,)
    elif verdict.outcome != "succeeds" and code in REASONS:
        yield REASONS[code]
    if _removed(verdict, ruling):
        yield REMOVED
    elif verdict.dislodged:
        places = dict(ruling.retreats).get(_province(verdict.unit), ())
        yield f"{RETREATS} ({', '.join(places)})" if places else RETREATS


def _removed(verdict: VerdictRecord, ruling: RulingRecord) -> bool:
    return verdict.unit is not None and verdict.unit in ruling.removed


def _province(unit: UnitRecord | None) -> str:
    return unit[2].partition("/")[0] if unit is not None else ""


def legend(sections: Iterable[Section]) -> Section:
    """What the codes used on a page mean."""
    used = {word for section in sections for cell in _cells(section) for word in _words(cell)}
    marked = any(any(block.failed) for section in sections for block in section.blocks if isinstance(block, Rows))
    shown = tuple((code, said) for code, said in LEGEND.items() if code in used or (code == "*" and marked))
    return Section(say("What the codes mean"), (Rows(shown),) if shown else ())


def _cells(section: Section) -> Iterator[Cell]:
    yield section.title
    yield from (cell for block in section.blocks for cell in _of_block(block))


def _of_block(block: Block) -> Iterator[Cell]:
    if isinstance(block, Rows) and block.underlined:
        yield from (row[1] for row in block.rows)


def _words(cell: Cell) -> Iterator[str]:
    if isinstance(cell, tuple):
        yield from (word for each in cell for word in _words(each))
    elif isinstance(cell, str):
        yield from cell.replace("(", " ").replace(")", " ").split()
