"""A verdict is what became of one order and why: by whom, and which clause, rulebook or DATC point decided."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from dragoman.diplomacy.board.position import Phase, Position
from dragoman.diplomacy.board.province import Place
from dragoman.diplomacy.board.unit import Unit
from dragoman.diplomacy.orders.order import Order


class Outcome(StrEnum):
    """What became of an order: done, tried in vain, or no order at all."""

    SUCCEEDS = "succeeds"
    FAILS = "fails"
    VOID = "void"


class Code(StrEnum):
    """The cause in one word, as the command line and reports give it (cli: `code`)."""

    OK = "ok"
    BOUNCED = "bounced"
    CUT = "cut"
    DISLODGED = "dislodged"
    NO_CONVOY = "no-convoy"
    CONVOY_BROKEN = "convoy-broken"
    NO_SUCH_ORDER = "no-such-order"
    NO_SUCH_UNIT = "no-such-unit"
    IMPOSSIBLE = "impossible"
    AMBIGUOUS = "ambiguous"
    ILLEGAL_RETREAT = "illegal-retreat"
    RETREAT_CLASH = "retreat-clash"
    TOO_MANY = "too-many"
    NOT_ORDERED = "not-ordered"


class Closed(StrEnum):
    """What stood in the way of an order of a retreat or an adjustment phase, where the code does not tell; `NOWHERE` of
    a move, the goal of which is on no board (III.5.A).
    `ALTERNATIVE` is said beforehand alone: of several orders for a unit one is followed if every other proves
    impossible."""

    NO_CENTRE = "no-centre"
    FOREIGN = "foreign"
    ABROAD = "abroad"
    HOMELESS = "homeless"
    NO_BUILDS = "no-builds"
    NO_REMOVALS = "no-removals"
    NO_WAIVES = "no-waives"
    ADJUSTING = "adjusting"
    RETREATING = "retreating"
    STAYS = "stays"
    NOT_FOLLOWED = "not-followed"
    SEVERAL = "several"
    ALTERNATIVE = "alternative"
    NOWHERE = "nowhere"


@dataclass(frozen=True, slots=True)
class Verdict:
    """The ruling on one order.

    `text` is the line as given ("" for a unit nobody ordered); `order` as understood, None where nothing could be;
    `dislodged` tells of the ordered unit; `by` are the units that caused a failure (or the dislodgement);
    `clause` is what decided: a house rule (`"VI.2.B"`), a rulebook point (`"rulebook"`) or DATC (`"4.E.1"`).
    `strength` is that of a bounced attack, `against` that of the strongest of `by`; both 0 where it decided nothing.
    `dislodger` is the unit that dislodged it, whatever else `by` names; `closed` says more closely what stood in the
    way: why a place in reach is closed to a retreat, `standoff` or `origin` (that of the attacker), or one of `Closed`.
    """

    power: str
    text: str
    order: Order | None
    outcome: Outcome
    code: Code = Code.OK
    dislodged: bool = False
    by: tuple[Unit, ...] = ()
    clause: str = "rulebook"
    unit: Unit | None = None
    strength: int = 0
    against: int = 0
    dislodger: Unit | None = None
    closed: str = ""


@dataclass(frozen=True, slots=True)
class Ruling:
    """A whole phase adjudicated.

    `after` is the position before the next phase (its `phase` is that next phase); `retreats` maps the province of
    each dislodged unit to the places open to it; `removed` are units gone from the board in this phase (dislodged
    with nowhere to go, disbanded, removed for want of centres); `built` those put on it; `winner` the power that
    reached the victory count, or None.
    """

    phase: Phase
    verdicts: tuple[Verdict, ...]
    after: Position
    retreats: tuple[tuple[str, tuple[Place, ...]], ...] = ()
    removed: tuple[Unit, ...] = ()
    built: tuple[Unit, ...] = ()
    winner: str | None = None
