"""What a seat may know. This is the only way out of a state: pages, letters, pictures and answers are made from a View.

Nobody sees another's orders, whether they have sent any, or press not meant for them. The game master sees the
orders, but private press no more than anybody else. What has been adjudicated is everybody's.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from dragoman.diplomacy.adjudication import adjudicate
from dragoman.diplomacy.adjudication.verdict import Code, Outcome, Verdict
from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.board.position import Phase, PhaseKind, Position
from dragoman.diplomacy.board.province import Place
from dragoman.diplomacy.board.unit import Unit
from dragoman.diplomacy.boxes import PollSeen, poll_seen
from dragoman.diplomacy.decide.proposals import declarable
from dragoman.diplomacy.decide.retreats import sends_off
from dragoman.diplomacy.decide.turn import all_final, orders_final
from dragoman.diplomacy.decide.votes import unvoted
from dragoman.diplomacy.democracy.settings import voted
from dragoman.diplomacy.dial import Dial, dial
from dragoman.diplomacy.events import recorded
from dragoman.diplomacy.events.orders import OrdersReceived
from dragoman.diplomacy.events.votes import VoteOpened
from dragoman.diplomacy.houserules.sheet import Sheet, switches
from dragoman.diplomacy.ledgers import PurseSeen, purse_seen
from dragoman.diplomacy.masks import ComplaintSeen, PieceSeen, complaints_seen, press_seen
from dragoman.diplomacy.orders.contingent import Choice
from dragoman.diplomacy.orders.one_order import settle
from dragoman.diplomacy.orders.order import Line, OrderSet
from dragoman.diplomacy.polls import VoteSeen, votes_seen
from dragoman.diplomacy.records import (
    ClaimSeen,
    ReportSeen,
    SanctionSeen,
    blocks_seen,
    claims_seen,
    reports_seen,
    sanctions_seen,
)
from dragoman.diplomacy.seals import seal_now
from dragoman.diplomacy.seating import Company, company, shown
from dragoman.diplomacy.state import (
    Announcement,
    Due,
    Edit,
    Ending,
    Kept,
    Proxy,
    Received,
    Stage,
    State,
    Superseded,
    Turn,
    ordered_province,
)
from dragoman.diplomacy.state.reports import WORDS, form_of
from dragoman.diplomacy.state.roster import SECOND
from dragoman.game.changing import replace
from dragoman.game.rulebook import Rulebook
from dragoman.game.seats import GM, PersonId, Seat

NO_DIAL = Dial()
NOBODY_YET = Company({}, None, None)


@dataclass(frozen=True, slots=True)
class Ahead:
    """What is on file for a phase that has not come yet."""

    phase: Phase
    lines: tuple[Line, ...]
    choices: tuple[Choice, ...]
    final: bool
    at: datetime


@dataclass(frozen=True, slots=True)
class OnFile:
    """The orders on file for one power: those that would count now, which of its units have none, whether the set is
    final, and when the last part of it came (None: nothing came).

    `flaws` says of each line why it will not be followed whatever others order (None: it may be). `choices` are its
    conditional orders for this phase, of which `lines` holds what would be followed by the facts so far; `ahead` what
    was sent for later phases; `perpetual` the kinds of phase for which a perpetual set is in force; `by_proxy` what it
    orders for others, by giver; `inferred` are orders for units without one, as its other orders imply (III.3.B);
    `seal` is that of all that came for this phase; `lacking` are the later phases of this round for which nothing came;
    `sent_off` says that its units are given retreats where it orders none (F.12.B), `bid` that bids came, which are
    what is sent where moves are bought (P.1.B).
    """

    power: str
    due: Due
    lines: tuple[Line, ...] = ()
    unordered: tuple[Unit, ...] = ()
    final: bool = False
    at: datetime | None = None
    flaws: tuple[Verdict | None, ...] = ()
    choices: tuple[Choice, ...] = ()
    ahead: tuple[Ahead, ...] = ()
    perpetual: tuple[PhaseKind, ...] = ()
    by_proxy: Mapping[str, tuple[Line, ...]] = field(default_factory=dict)
    inferred: tuple[Line, ...] = ()
    seal: str = ""
    lacking: tuple[Phase, ...] = ()
    sent_off: bool = False
    bid: bool = False


@dataclass(frozen=True, slots=True)
class View:
    """The game as one seat sees it (`seat` None: as everybody may). `company` are the people at the table; `acting` is
    the power that the seat's standby has been called for; `least` how reliable a player must be who is not new.

    `on_file` holds the seat's own orders, and for the game master everybody's; `waiting` how many wait for the
    allotment, `wishes` what this one asked for. `proxies` and `votes` are those it may know of; `asked` the powers of
    which public orders are asked, and `public` what they have given; `kept` are the sets that fell short and wait for
    the game master, who sees all of them; others their own. `open_phases` are those that orders are taken for, the
    current one first. `all_final` tells the game master alone that no set is waited for, `unvoted` which proposals
    somebody has still to vote on, once nothing else is waited for; `declarable` that a draw can
    be warned of, or declared (IX.2.A). `remaining` are the players that remain in the game, `dial` is the clock as
    this seat sees it.

    `superseded` are rulings no longer in force, `edits` the positions changed by hand; `claims`, `reports` and
    `sanctions` what this seat may know of errors and conduct, `blocks` the game master's those in force; `holding`
    tells the game master that results wait for a release, and `held` everybody since when this one does.
    """

    game: str
    seat: Seat | None
    chart: Chart
    sheet: Sheet
    provisions: Rulebook
    lang: str
    zone: str
    stage: Stage
    moderated: bool
    phase: Phase
    position: Position
    retreats: tuple[tuple[str, tuple[Place, ...]], ...]
    deadline: datetime | None
    paused: bool
    seats: Mapping[Seat, PersonId | None]
    on_file: Mapping[str, OnFile]
    turns: tuple[Turn, ...]
    press: tuple[PieceSeen, ...]
    announcements: tuple[Announcement, ...]
    ending: Ending | None
    waiting: int = 0
    wishes: tuple[str, ...] = ()
    proxies: tuple[Proxy, ...] = ()
    votes: tuple[VoteSeen, ...] = ()
    declarable: bool = False
    remaining: tuple[str, ...] = ()
    complaints: tuple[ComplaintSeen, ...] = ()
    mutes: tuple[str, ...] = ()
    asked: tuple[str, ...] = ()
    kept: tuple[Kept, ...] = ()
    public: Mapping[str, Received] = field(default_factory=dict)
    all_final: bool = False
    unvoted: tuple[int, ...] = ()
    open_phases: tuple[Phase, ...] = ()
    company: Company = NOBODY_YET
    acting: str = ""
    least: int = 0
    form: str = WORDS
    polls: tuple[PollSeen, ...] = ()
    purse: PurseSeen | None = None
    superseded: tuple[Superseded, ...] = ()
    edits: tuple[Edit, ...] = ()
    claims: tuple[ClaimSeen, ...] = ()
    reports: tuple[ReportSeen, ...] = ()
    sanctions: tuple[SanctionSeen, ...] = ()
    blocks: tuple[SanctionSeen, ...] = ()
    holding: bool = False
    held: datetime | None = None
    dial: Dial = NO_DIAL

    @property
    def poll(self) -> PollSeen | None:
        """The vote on builds that is not over yet."""
        return self.polls[-1] if self.polls and self.polls[-1].closed is None else None

    @property
    def asking(self) -> int:
        """How many questions are put to the vote now."""
        return sum(vote.open for vote in self.votes)

    @property
    def open_claims(self) -> int:
        """How many of the errors claimed that this seat may know of wait for a decision."""
        return sum(claim.open for claim in self.claims)

    @property
    def power(self) -> str | None:
        """The power this seat orders for, if it does: the one it plays, or has been called for."""
        return self.seat if self.seat in self.chart.powers else self.acting or None

    @property
    def own(self) -> OnFile | None:
        """The seat's own orders on file, while there is something to order at all."""
        return self.on_file.get(self.power) if self.power else None


def sight(state: State, seat: Seat | None) -> View:
    """The state as that seat may see it. A second game master sees what the first does; a standby who has been called
    has their own orders before them, and not the player's."""
    if seat == SECOND:
        seat = GM
    if seat == GM and not state.moderated():
        return _keepers(state)
    state = state.acted(seat)
    return View(
        game=state.name,
        seat=seat,
        chart=state.chart,
        sheet=state.sheet,
        provisions=state.provisions,
        lang=state.lang,
        zone=state.zone,
        stage=state.stage,
        moderated=state.moderated(),
        phase=state.phase,
        position=state.position,
        retreats=state.retreats,
        deadline=state.deadline,
        paused=state.paused is not None,
        seats=shown(state, seat),
        on_file={power: _on_file(state, power) for power in _orders_seen(state, seat)},
        turns=tuple(_turn(turn, seat) for turn in state.turns),
        press=press_seen(state.papers, seat),
        complaints=complaints_seen(state.papers, seat),
        mutes=tuple(sorted(whom for reader, whom in state.papers.mutes if reader == seat)),
        announcements=state.announcements,
        ending=state.ending,
        waiting=len(state.wishes),
        wishes=state.wishes.get(seat, ()) if seat else (),
        proxies=_proxies(state, seat),
        votes=votes_seen(state, seat),
        declarable=seat == GM and declarable(state),
        remaining=state.remaining() if state.stage is Stage.RUNNING else (),
        asked=state.asked,
        kept=tuple(each for each in state.kept if seat in (GM, each.power) and each.phase in state.open_phases()),
        public={power: given for power in state.asked if (given := state.public_set(power)) is not None},
        company=company(state, seat),
        acting=state.roster.acting(seat),
        least=state.least,
        form=form_of(state.sheet, state.reports, seat),
        open_phases=state.open_phases() if state.stage is Stage.RUNNING else (),
        dial=dial(state, seat),
        all_final=seat == GM and state.stage is Stage.RUNNING and all_final(state),
        unvoted=unvoted(state) if seat == GM and state.stage is Stage.RUNNING and orders_final(state) else (),
        purse=purse_seen(state, seat),
        polls=tuple(poll_seen(state, poll, seat) for poll in state.polls),
        superseded=tuple(replace(each, turn=_turn(each.turn, seat)) for each in state.corrections.superseded),
        edits=state.corrections.edits,
        claims=claims_seen(state, seat),
        reports=reports_seen(state.conduct, seat),
        sanctions=sanctions_seen(state, seat),
        blocks=blocks_seen(state) if seat == GM else (),
        holding=seat == GM and state.corrections.holding,
        held=state.corrections.held,
    )


def _keepers(state: State) -> View:
    """Where nobody presides, only whoever keeps the host speaks as if somebody did: they see what everybody does, and
    the claims on which they are to decide (VIII.4)."""
    reviewed = tuple(claim for claim in claims_seen(state, GM) if claim.review is not None)
    return replace(sight(state, None), seat=GM, claims=reviewed)


def _turn(turn: Turn, seat: Seat | None) -> Turn:
    """Which case of a conditional order was followed is its owner's to know, and what was on file besides the orders
    that were adjudicated nobody's."""
    turn = replace(turn, filed=None)
    if not turn.taken or seat == GM:
        return turn
    return replace(turn, taken={power: taken for power, taken in turn.taken.items() if power == seat})


def _proxies(state: State, seat: Seat | None) -> tuple[Proxy, ...]:
    """II.3.B and 4.E.5.b: giver and receiver know of a proxy, and of a revocation the receiver only where it is told to
    both; C and D: everybody knows of either. Numbered among those that may be seen, lest the numbers tell of others."""
    if state.sheet.letter("II.3") not in ("B", "4.E.5.b") or seat == GM:
        return state.proxies
    mine = (proxy for proxy in state.proxies if seat in (proxy.giver, proxy.receiver))
    seen = (replace(p, revoked=False) if seat == p.receiver and state.revokes_in_secret() else p for p in mine)
    return tuple(replace(proxy, number=number) for number, proxy in enumerate(seen, 1))


def _orders_seen(state: State, seat: Seat | None) -> tuple[str, ...]:
    if state.stage is not Stage.RUNNING:
        return ()
    if seat == GM:
        return state.powers()
    return (power,) if (power := state.speaks_for(seat)) else ()


def _on_file(state: State, power: str) -> OnFile:
    lines, due = state.on_file(power), state.due(power)
    ordered = {ordered_province(line.order) for line in lines}
    received = state.sets.get(power)
    inferred = _inferred(state, power, lines)
    ordered |= {ordered_province(line.order) for line in inferred}
    return OnFile(
        power,
        due,
        lines,
        tuple(unit for unit in due.units if unit.province not in ordered) if due.count == 0 else (),
        state.is_final(power),
        received[-1].at if received else None,
        _flaws(state, power, lines),
        state.choices(power),
        tuple(_ahead(state, power)),
        tuple(kind for kind in PhaseKind if (power, kind) in state.perpetual),
        {
            giver: state.ordered_by_proxy(giver, power)
            for giver, receiver in sorted(state.by_proxy)
            if receiver == power and state.by_proxy[giver, receiver]
        },
        inferred,
        seal_now(state, power),
        tuple(_lacking(state, power)),
        sends_off(state, power),
        state.has_bid(power),
    )


def _lacking(state: State, power: str) -> Iterator[Phase]:
    """The phases that are adjudicated in one round with this one (F.5), and for which nothing of this power's is on
    file; builds that are voted on are nobody's to send."""
    for phase in state.round()[1:]:
        if phase.kind is PhaseKind.ADJUSTMENT and voted(state.sheet):
            continue
        if not state.received(power, phase) and (power, phase.kind) not in state.perpetual:
            yield phase


def _inferred(state: State, power: str, lines: tuple[Line, ...]) -> tuple[Line, ...]:
    """III.3.B: the orders that would be inferred for units without one."""
    rules = switches(state.sheet)
    if not rules.orders_inferred or state.phase.kind is not PhaseKind.MOVEMENT:
        return ()
    fates = settle(state.chart, state.position, power, lines, rules).fates
    return tuple(fate.line for fate in fates[len(lines) :])


def _ahead(state: State, power: str) -> Iterator[Ahead]:
    for phase in state.open_phases()[1:]:
        received = state.received(power, phase)
        if received:
            lines, choices = state.on_file(power, phase), state.choices(power, phase)
            yield Ahead(phase, lines, choices, received[-1].final, received[-1].at)


FLAWS = frozenset({Code.NO_SUCH_UNIT, Code.IMPOSSIBLE, Code.AMBIGUOUS, Code.ILLEGAL_RETREAT, Code.TOO_MANY})
"""Faults that lie in a set itself, not in what others order."""


def _flaws(state: State, power: str, lines: tuple[Line, ...]) -> tuple[Verdict | None, ...]:
    return faults(state.chart, state.position, power, lines, state.sheet)


def _lies_in_the_set(verdict: Verdict) -> bool:
    """More builds or removals than are due fail for the set's own lines alone (V.2)."""
    return (verdict.outcome is Outcome.VOID and verdict.code in FLAWS) or (
        verdict.outcome is Outcome.FAILS and verdict.code is Code.TOO_MANY
    )


def faults(
    chart: Chart, position: Position, power: str, lines: tuple[Line, ...], sheet: Sheet
) -> tuple[Verdict | None, ...]:
    """The faults of a set, found by ruling on it alone: nothing of anybody else's orders goes into this."""
    if not lines:
        return ()
    ruling = adjudicate(chart, position, {power: OrderSet(power, lines)}, switches(sheet))
    verdicts = [verdict for verdict in ruling.verdicts if verdict.power == power]
    return tuple(
        verdict if _lies_in_the_set(verdict) and verdict.text == line.text else None
        for line, verdict in zip(lines, verdicts, strict=False)
    )


def filed(events: Iterable[Any], seat: Seat | None) -> Iterator[tuple[str, Phase, tuple[Line, ...]]]:
    """The sets that a seat put on file in what happened: for which power, which phase, and the lines."""
    for event in events:
        if isinstance(event, OrdersReceived) and event.seat == seat:
            lines = tuple(map(recorded.line, event.lines))
            yield event.giver or event.seat, recorded.phase(event.phase), lines


def numbers_given(events: Iterable[Any]) -> Iterator[int]:
    """The numbers of what a seat, not the house rules, put to the vote in what happened."""
    return (event.number for event in events if isinstance(event, VoteOpened) and event.seat)
