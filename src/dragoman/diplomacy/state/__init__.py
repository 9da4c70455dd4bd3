"""The state of one game of Diplomacy: what all its events together amount to. Frozen; only `evolve` makes a new one.

Everything here is known to the referee alone. What a seat may know of it is for `sight` to say.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import TypeVar

from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.board.position import Phase, PhaseKind, Position
from dragoman.diplomacy.board.province import Place
from dragoman.diplomacy.democracy.settings import voted
from dragoman.diplomacy.houserules.sheet import Sheet
from dragoman.diplomacy.orders.conditions import Facts, facts
from dragoman.diplomacy.orders.contingent import Choice, Taken
from dragoman.diplomacy.orders.order import Line
from dragoman.diplomacy.state.conduct import Conduct
from dragoman.diplomacy.state.corrections import Claim, Corrections, Edit
from dragoman.diplomacy.state.due import Due, due
from dragoman.diplomacy.state.filing import Received, Sets, combined, followed, merged, ordered_province, standing
from dragoman.diplomacy.state.kept import Kept
from dragoman.diplomacy.state.market import Purses
from dragoman.diplomacy.state.polls import Poll, open_poll
from dragoman.diplomacy.state.press import Papers, Piece
from dragoman.diplomacy.state.proxies import Proxy, lent
from dragoman.diplomacy.state.roster import Roster
from dragoman.diplomacy.state.rounds import open_phases, round_of
from dragoman.diplomacy.state.timetable import Timetable
from dragoman.diplomacy.state.turns import Filed, Superseded, Turn
from dragoman.diplomacy.state.votes import Vote
from dragoman.game.changing import replace
from dragoman.game.clock import Calendar
from dragoman.game.recalled import recalled
from dragoman.game.rulebook import Rulebook
from dragoman.game.seats import GM, PersonId, Seat

V = TypeVar("V")


class Stage(StrEnum):
    """How far a game has come. After the end people may still write press, until the game master closes it."""

    FORMING = "forming"
    RUNNING = "running"
    OVER = "over"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class Announcement:
    """What the game master told everybody."""

    at: datetime
    text: str
    phase: Phase | None = None


@dataclass(frozen=True, slots=True)
class Ending:
    """How the game ended: `win`, `draw` or `ended` (stopped by the game master); what brought it about, the proposals
    that did, and the final table, as in the event."""

    at: datetime
    result: str
    powers: tuple[str, ...] = ()
    why: str = ""
    cause: str = ""
    proposals: tuple[int, ...] = ()
    places: tuple[tuple[str, ...], ...] = ()

    @property
    def by_ruling(self) -> bool:
        """Whether an adjudication brought it about, so that the game goes on if that is taken back."""
        return self.cause in ("centres", "year") or (self.result == "win" and not self.cause)


@dataclass(frozen=True, slots=True)
class State:
    """Everything. `sets` are the order sets received for the current phase, in the order of receipt; `marks` what each
    power last called its set (final: True); `wishes` what those who wait for the allotment asked for.

    `ahead` are the sets for phases yet to come; `perpetual` those that hold for each phase of their kind (II.4);
    `proxies` all that were ever given, and `by_proxy` what their receivers ordered with them in the current phase, by
    giver and receiver. `votes` are the questions put to the vote, by number; `warned` how many phases had been
    adjudicated when the game master last warned of a draw (IX.2.A); `asked` the powers of which public orders
    are asked for the current phase. `roster` tells of standbys and deputies; `anonymous` that nobody learns who plays
    what before the end; `least` how reliable a player must be, in per cent, who is not new;
    `sealing` how sets of orders are salted.

    `polls` are the votes on builds; `signed_on` the years in which each observer first and last signed on, `missing`
    how many units each power was denied at the beginning (family D). `purses` are what is bid and paid (family P).
    `provisions` are the house rules with the history of each choice; which choices are in force is the sheet's to say.
    """

    name: str
    chart: Chart
    sheet: Sheet
    lang: str
    zone: str
    seed: int
    calendar: Calendar
    entry: str
    position: Position
    stage: Stage = Stage.FORMING
    seats: Mapping[Seat, PersonId | None] = field(default_factory=dict)
    wishes: Mapping[Seat, tuple[str, ...]] = field(default_factory=dict)
    invited: frozenset[PersonId] = frozenset()
    retreats: tuple[tuple[str, tuple[Place, ...]], ...] = ()
    deadline: datetime | None = None
    paused: datetime | None = None
    sets: Mapping[str, Sets] = field(default_factory=dict)
    marks: Mapping[str, bool] = field(default_factory=dict)
    ahead: Mapping[Phase, Mapping[str, Sets]] = field(default_factory=dict)
    perpetual: Mapping[tuple[str, PhaseKind], Received] = field(default_factory=dict)
    proxies: tuple[Proxy, ...] = ()
    by_proxy: Mapping[tuple[str, str], Sets] = field(default_factory=dict)
    votes: Mapping[int, Vote] = field(default_factory=dict)
    warned: int | None = None
    asked: tuple[str, ...] = ()
    kept: tuple[Kept, ...] = ()
    turns: tuple[Turn, ...] = ()
    papers: Papers = field(default_factory=Papers)
    roster: Roster = field(default_factory=Roster)
    anonymous: bool = False
    least: int = 0
    sealing: int = 1
    time: Timetable = field(default_factory=Timetable)
    announcements: tuple[Announcement, ...] = ()
    ending: Ending | None = None
    reports: Mapping[str, str] = field(default_factory=dict)
    corrections: Corrections = field(default_factory=Corrections)
    conduct: Conduct = field(default_factory=Conduct)
    polls: tuple[Poll, ...] = ()
    signed_on: Mapping[PersonId, tuple[int, int]] = field(default_factory=dict)
    missing: Mapping[str, int] = field(default_factory=dict)
    purses: Purses = field(default_factory=Purses)
    provisions: Rulebook = field(default_factory=Rulebook)

    @property
    def poll(self) -> Poll | None:
        """The vote on builds that is not over yet (D.1)."""
        return open_poll(self.polls)

    @property
    def phase(self) -> Phase:
        return self.position.phase

    @property
    def press(self) -> tuple[Piece, ...]:
        """Every piece ever sent, with its true author: for the referee alone."""
        return self.papers.pieces

    def powers(self) -> tuple[str, ...]:
        """Every power of the map, in the map's own order."""
        return tuple(self.chart.powers)

    def turn_of(self, phase: Phase) -> int | None:
        """Which of the turns is that phase's, if its ruling is in force."""
        return next((index for index, turn in enumerate(self.turns) if turn.phase == phase), None)

    def as_ruled(self, index: int) -> State:
        """The game as it stood when the phase of that turn was ruled upon: its position, and what was on file."""
        turn = self.turns[index]
        filed = turn.filed
        assert filed is not None, "every turn that was folded keeps what was on file"
        return replace(
            self,
            stage=Stage.RUNNING,
            sheet=filed.sheet,
            position=turn.before,
            retreats=filed.retreats,
            turns=self.turns[:index],
            sets=filed.sets,
            marks=filed.marks,
            ahead=filed.ahead,
            proxies=filed.proxies,
            by_proxy=filed.by_proxy,
            corrections=replace(self.corrections, amendments=filed.amendments),
        )

    def holder(self, seat: Seat) -> PersonId | None:
        return self.seats.get(seat)

    def moderated(self) -> bool:
        """Whether a human game master presides."""
        return self.seats.get(GM) is not None

    def speaks_for(self, seat: Seat | None) -> str:
        """The power that a seat orders for: its own, or the one that its standby has been called for (empty: none)."""
        return str(seat) if seat in self.chart.powers else self.roster.acting(seat)

    def acted(self, seat: Seat | None) -> State:
        """As it is for a standby who has been called: what they have on file stands in place of the power's own, which
        is not theirs to know. For everybody else as it is."""
        power, own = self.roster.acting(seat), str(seat)
        if not power:
            return self
        return replace(
            self,
            sets=_instead(self.sets, power, own),
            marks=_instead(self.marks, power, own),
            ahead={phase: _instead(sets, power, own) for phase, sets in self.ahead.items()},
            perpetual={
                (power if who == own else who, kind): received
                for (who, kind), received in self.perpetual.items()
                if who != power
            },
            proxies=(),
            by_proxy={},
        )

    def players(self) -> tuple[str, ...]:
        """The powers that somebody plays."""
        return _players(self)

    def remaining(self) -> tuple[str, ...]:
        """The players remaining in the game: the powers that somebody plays and that still have a unit or a centre."""
        return _remaining(self)

    def received(self, power: str, phase: Phase | None = None) -> Sets:
        """The sets a power has sent for a phase (None: the current one)."""
        if phase is None or phase == self.phase:
            return self.sets.get(power, ())
        return self.ahead.get(phase, {}).get(power, ())

    def on_file(self, power: str, phase: Phase | None = None) -> tuple[Line, ...]:
        """The orders of a power's own that would count now, made of all sets received by clause III.4; for a phase
        ahead, those that hang on no condition."""
        if phase is None or phase == self.phase:
            return self._counting(self.received(power), abs(self.due(power).count))
        return combined(self.sheet.letter("III.4"), self.received(power, phase), phase.kind)

    def choices(self, power: str, phase: Phase | None = None) -> tuple[Choice, ...]:
        """The conditional orders on file, as far as later sets have not replaced them."""
        sets = standing(self.sheet.letter("III.4"), self.received(power, phase))
        return tuple(choice for each in sets for _, choice in each.choices)

    def taken(self, power: str) -> tuple[Taken, ...]:
        """Which cases of a power's conditional orders for the current phase are followed, by the facts as they are."""
        sets = standing(self.sheet.letter("III.4"), self.received(power))
        return tuple(taken for each in sets for taken in followed(each, self._facts(each))[1])

    def _counting(self, received: Sets, count: int) -> tuple[Line, ...]:
        letter = self.sheet.letter("III.4")
        settled = tuple(followed(each, self._facts(each))[0] for each in standing(letter, received))
        return merged(settled, self.phase.kind, count)

    def planned(self, power: str, phase: Phase) -> tuple[Line, ...]:
        """What would be followed of a power's orders for a phase ahead, by the facts so far."""
        letter = self.sheet.letter("III.4")
        settled = (followed(each, self._facts(each))[0] for each in standing(letter, self.received(power, phase)))
        return merged(tuple(settled), phase.kind)

    def _facts(self, received: Received) -> Facts:
        """What conditions ask of: the phases adjudicated since the set came, and the position now."""
        if not received.choices:
            return Facts(self.position)
        return facts((turn.ruling for turn in self.turns[received.since :]), self.position)

    def orders(self, power: str) -> tuple[Line, ...]:
        """What is to be adjudicated for a power: an order by a proxy in force before its own for the same unit, its own
        for all others (II.3, ours)."""
        own = self.on_file(power)
        ordered: list[Line] = []
        for proxy in self.lent(giver=power):
            if proxy.in_force:
                given = self.ordered_by_proxy(power, proxy.receiver)
                ordered.extend(line for line in given if ordered_province(line.order) in proxy.provinces)
        provinces = {ordered_province(line.order) for line in ordered}
        return (*ordered, *(line for line in own if ordered_province(line.order) not in provinces))

    def lent(self, giver: str = "", receiver: str = "") -> tuple[Proxy, ...]:
        """The proxies for the current phase, in force or not, given or received by those powers (empty: by any)."""
        return lent(self.proxies, self.phase, giver, receiver)

    def believed(self, receiver: str) -> tuple[Proxy, ...]:
        """The proxies that a receiver has, or does not know to have been revoked."""
        secret = self.revokes_in_secret()
        return tuple(p for p in self.lent(receiver=receiver) if p.in_force or (secret and p.revoked))

    def revokes_in_secret(self) -> bool:
        """II.3.B: whether of a revocation only the giver is told. What falls with a set (4.E.5.b) falls so, too."""
        choice = self.sheet.choice("II.3")
        return choice.letter == "4.E.5.b" or dict(choice.values).get("revocation told to") == "giver"

    def ordered_by_proxy(self, giver: str, receiver: str) -> tuple[Line, ...]:
        """What a receiver has on file for a giver's units, whether the proxy is in force or not."""
        return self._counting(self.by_proxy.get((giver, receiver), ()), abs(self.due(giver).count))

    def public_set(self, power: str) -> Received | None:
        """The last set that a power gave in public, while public orders are asked of it (II.6)."""
        given = [each for each in self.sets.get(power, ()) if each.public]
        return given[-1] if given and power in self.asked else None

    def has_bid(self, power: str) -> bool:
        """Whether bids of a power's have come for the current phase, be its market still to be held or held already.
        Where moves are bought, bids are what is sent (P.1.B)."""
        market = self.purses.markets[-1] if self.purses.markets else None
        held = market is not None and (market.phase, market.turns) == (self.phase, len(self.turns))
        return power in self.purses.offers or (held and market is not None and power in market.offers)

    def has_sent(self, power: str) -> bool:
        """Whether anything of a power's own has come for the current phase: a set, be it empty, or bids."""
        return power in self.sets or self.has_bid(power)

    def open_phases(self) -> tuple[Phase, ...]:
        """The phases that orders are taken for, the current one first."""
        return open_phases(self.sheet, self.chart, self.phase)

    def round(self) -> tuple[Phase, ...]:
        """The current phase, and those that may be adjudicated in one round with it."""
        return round_of(self.sheet, self.chart, self.phase)

    def is_final(self, power: str) -> bool:
        """Whether a power need not be waited for in this round: it has called its set final. One with nothing to order
        now may have done so for what comes later in the round."""
        if self.due(power):
            return power in self.sets and self.marks.get(power, False)
        sent = [sets[-1] for phase in self.round() if (sets := self.received(power, phase))]
        return bool(sent) and all(each.final for each in sent)

    def due(self, power: str) -> Due:
        """What that power has to order in this phase. Builds that are voted on (D.1) are nobody's to order."""
        owed = due(self.chart, self.position, power)
        return Due() if owed.count > 0 and voted(self.sheet) else owed

    def decides(self, power: str) -> bool:
        """Whether that power has anything to decide in this phase: who can only disband all there is has not."""
        owed = self.due(power)
        if self.phase.kind is PhaseKind.RETREAT:
            places = dict(self.retreats)
            return any(places.get(unit.province) for unit in owed.units)
        return owed.count > 0 or (-owed.count < len(owed.units))


@recalled(16)
def _players(state: State) -> tuple[str, ...]:
    return tuple(power for power in state.powers() if state.seats.get(Seat(power)) is not None)


@recalled(16)
def _remaining(state: State) -> tuple[str, ...]:
    standing = {unit.power for unit in state.position.units} | set(state.position.centres.values())
    standing |= {each.unit.power for each in state.position.dislodged}
    return tuple(power for power in _players(state) if power in standing)


def _instead(mapping: Mapping[str, V], power: str, own: str) -> dict[str, V]:
    others = {each: value for each, value in mapping.items() if each not in (power, own)}
    return {**others, power: mapping[own]} if own in mapping else others


__all__ = [
    "Announcement",
    "Claim",
    "Conduct",
    "Corrections",
    "Due",
    "Edit",
    "Ending",
    "Kept",
    "Filed",
    "Piece",
    "Poll",
    "Proxy",
    "Received",
    "Stage",
    "State",
    "Superseded",
    "Turn",
    "Vote",
    "due",
    "lent",
    "ordered_province",
]
