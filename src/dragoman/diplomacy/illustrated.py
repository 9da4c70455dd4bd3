"""What is told with a board beside it: results show the moves and what became of them, a beginning the opening.

The drawing is made from the same body as the words, so that a picture never tells what its letter does not.
"""

from __future__ import annotations

from dragoman.diplomacy.board.mapfile import chart
from dragoman.diplomacy.board.position import PhaseKind
from dragoman.diplomacy.drawing.board import draw
from dragoman.diplomacy.drawing.geometry import geometry
from dragoman.diplomacy.drawing.words import Words
from dragoman.diplomacy.events import recorded
from dragoman.diplomacy.events.recorded import PositionRecord, RulingRecord
from dragoman.diplomacy.report import AnyBody, Head, Results, Started
from dragoman.game.protocol import Picture


def picture(body: AnyBody, lang: str) -> Picture | None:
    """The board that goes with a body; None for what has none, or is played on a map that nobody has drawn."""
    match body:
        case Results():
            before, ruling = _shown(body)
            return _drawn(body.head, lang, before, ruling)
        case Started():
            return _drawn(body.head, lang, body.position, None)
        case _:
            return None


def _shown(body: Results) -> tuple[PositionRecord, RulingRecord]:
    """Of several phases told in one letter, the last moves: retreats and adjustments follow from them."""
    phases = [(told.before, told.ruling) for told in body.earlier] + [(body.before, body.ruling)]
    moves = [phase for phase in phases if phase[1].phase[2] == PhaseKind.MOVEMENT.value]
    return moves[-1] if moves else phases[-1]


def _drawn(head: Head, lang: str, before: PositionRecord, ruling: RulingRecord | None) -> Picture | None:
    try:
        on, ground = chart(head.map), geometry(head.map)
    except LookupError:
        return None
    at = recorded.position(before)
    verdicts = recorded.ruling(ruling).verdicts if ruling is not None else ()
    title = Words(on, lang).title(at)
    return Picture(draw(ground, on, at, verdicts=verdicts, lang=lang, title=title, theme="light", sizes="wide"), title)
