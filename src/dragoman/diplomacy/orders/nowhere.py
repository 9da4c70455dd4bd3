"""III.5.A: a unit ordered to move never receives support in holding, whatever becomes of the move. So a line that was
not read for want of its goal alone (`A Tri - Narnia`) is an order to move nowhere, where that makes a difference.

It stands as a move to the unit's own province, which no reading of III.5 tells from one to a space that is not on the
board. Under III.5.B and III.5.C the unit may be supported as if nothing had been ordered, and nothing is made of it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from dragoman.diplomacy.board.position import PhaseKind, Position
from dragoman.diplomacy.houserules.switches import Misorder, Switches
from dragoman.diplomacy.orders.misreading import Misreading
from dragoman.diplomacy.orders.naming import Note
from dragoman.diplomacy.orders.order import Line, Move, Ordered

NOWHERE = "nowhere"
"""The sort of the note on such a line."""


def leads_nowhere(line: Line) -> bool:
    """Whether a line is such an order."""
    return bool(line.notes) and line.notes[-1].startswith(f"{NOWHERE}: ")


def moves_nowhere(
    misread: Iterable[Misreading], power: str, at: Position, ordered: Collection[str], switches: Switches
) -> Iterator[tuple[Misreading, Line]]:
    """The misread lines that are orders all the same, with what they stand for. Of a unit in an `ordered` province
    there is another line, and the one that was not read is left to its writer to put right."""
    if switches.misorder is not Misorder.MOVE_STAYS_MOVE or at.phase.kind is not PhaseKind.MOVEMENT:
        return
    taken = set(ordered)
    for each in misread:
        unit = at.unit_in(each.mover.place.province) if each.mover is not None else None
        if unit is None or unit.power != power or unit.province in taken:
            continue
        taken.add(unit.province)
        note = Note(NOWHERE, each.word, "III.5.A")
        yield each, Line(Move(Ordered(unit.place, unit.kind), unit.place), each.text.strip(), (str(note),))
