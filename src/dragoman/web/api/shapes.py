"""What the API says of a game of Diplomacy, and of any: made of the view that a seat has, and of nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Literal

from ninja import Schema
from pydantic import Field

from dragoman.diplomacy import exchange
from dragoman.diplomacy.adjudication.reasons import why
from dragoman.diplomacy.adjudication.verdict import Verdict
from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.board.position import Phase, Position
from dragoman.diplomacy.board.unit import Unit
from dragoman.diplomacy.masks import PieceSeen
from dragoman.diplomacy.orders.writing import write
from dragoman.diplomacy.polls import VoteSeen
from dragoman.diplomacy.sight import OnFile, View
from dragoman.diplomacy.state import Stage, Turn
from dragoman.tongues.saying import put
from dragoman.web import says
from dragoman.web.api.problems import Trouble
from dragoman.web.door import GAME, Visit
from dragoman.web.duties import free


class UnitShape(Schema):
    """A unit: `A` or `F`, at a place written as `STP/NC`."""

    power: str
    kind: str
    place: str


class DislodgedShape(UnitShape):
    """A unit that must retreat: where its attacker came from, and where it may go."""

    attacker_from: str | None = None
    retreats: list[str] = []


class PhaseShape(Schema):
    """A phase; `id` is its short writing, as `S1901M`."""

    id: str
    season: str
    year: int
    kind: str


class GameLine(Schema):
    """A game in a list. `seat` is the asker's own, empty where they have none."""

    name: str
    kind: str
    stage: str
    seat: str = ""
    board: str = ""
    phase: str = ""
    deadline: datetime | None = None
    paused: bool = False
    free: int = Field(default=0, description="Seats that nobody holds yet.")


class GameList(Schema):
    """A page of a list. `next` is the offset of the next page, if there is one."""

    count: int
    next: int | None = None
    items: list[GameLine]


class EndingShape(Schema):
    """How a game ended."""

    at: datetime
    result: str
    powers: list[str]
    places: list[list[str]]
    why: str = ""


class AnnouncementShape(Schema):
    at: datetime
    text: str
    phase: str = ""


class Game(Schema):
    """A game of Diplomacy as a seat sees it (`seat` is empty: as everybody does)."""

    kind: Literal["diplomacy"] = "diplomacy"
    name: str
    seat: str = ""
    power: str = Field(default="", description="The power that this seat orders for.")
    presides: bool
    stage: str
    board: str
    moderated: bool
    anonymous: bool
    phase: PhaseShape
    open_phases: list[str]
    deadline: datetime | None
    paused: bool
    held: bool = Field(description="Whether results wait for the game master's release.")
    units: list[UnitShape]
    dislodged: list[DislodgedShape]
    contested: list[str]
    centres: dict[str, list[str]]
    remaining: list[str]
    announcements: list[AnnouncementShape]
    ending: EndingShape | None = None
    votes_open: int
    press_count: int
    phases: list[str] = Field(description="Those that have been adjudicated, the first first.")


class VerdictShape(Schema):
    """What became of an order; the codes are those of `dragoman adjudicate`."""

    power: str
    text: str
    order: str | None
    outcome: str
    dislodged: bool
    code: str
    by: list[UnitShape]
    dislodged_by: UnitShape | None
    clause: str
    why: str


class TurnLine(Schema):
    """A phase that was adjudicated, in a list."""

    id: str
    at: datetime
    deadline: datetime | None
    cause: str


class TurnList(Schema):
    count: int
    next: int | None = None
    items: list[TurnLine]


class PositionShape(Schema):
    """Where units stand, and whose the centres are."""

    phase: PhaseShape
    units: list[UnitShape]
    dislodged: list[DislodgedShape]
    contested: list[str]
    centres: dict[str, list[str]]


class TurnShape(TurnLine):
    """A phase that was adjudicated: from where, by which orders, and to where."""

    before: PositionShape
    after: PositionShape
    orders: list[VerdictShape]
    removed: list[UnitShape]
    winner: str | None
    missing: list[str]
    disordered: list[str]
    corrected: bool
    why: str = ""
    seals: dict[str, str] = Field(description="Of what each power had sent.")


class OrderShape(Schema):
    """An order on file: as it was understood, as it was written, and why it will not be followed, if so."""

    order: str
    text: str
    flaw: str = ""
    says: str = ""


class DueShape(Schema):
    """What there is to order: units that may move or must retreat, or builds (above 0) and removals (below)."""

    units: list[UnitShape]
    count: int
    sites: list[str]


class AheadShape(Schema):
    """What is on file for a phase to come."""

    phase: str
    orders: list[OrderShape]
    final: bool
    received: datetime


class SetShape(Schema):
    """The orders on file of one power."""

    power: str
    orders: list[OrderShape]
    unordered: list[UnitShape]
    conditional: int = Field(default=0, description="How many conditional orders are among what is on file.")
    final: bool
    received: datetime | None
    due: DueShape
    ahead: list[AheadShape] = []
    seal: str = ""


class Orders(Schema):
    """The orders that this seat sees: its own; for the game master everybody's."""

    phase: str
    sets: list[SetShape]


class Offers(Schema):
    """Every order that a unit could be given (or build, or removal), in canonical writing, by the place of the unit;
    for builds and removals all under `*`, of which `count` are to be made."""

    phase: str
    power: str
    count: int
    offers: dict[str, list[str]]


class ReadLine(Schema):
    """An order as it was read."""

    order: str
    text: str
    power: str
    phase: str
    notes: list[str] = []
    flaw: str = ""
    says: str = ""


class ReadShape(Schema):
    """How writing would be read, and what the referee would answer; nothing has been said to it yet."""

    orders: list[ReadLine]
    others: int = Field(description="How many other things the writing says to the referee.")
    kinds: list[str] = Field(default=[], description="What these other things are, in their order, as `cast-vote`.")
    scopes: list[str] = Field(description="What a token must be for, to say all of it.")
    refused: list[Trouble]
    unread: list[Trouble]
    ignored: list[str]


class PieceShape(Schema):
    """A piece of press as this seat reads it; `number` counts what may be read from there."""

    number: int
    at: datetime
    seat: str
    to: list[str]
    text: str
    colour: str
    name: str = ""
    dateline: str = ""
    phase: str = ""
    mine: bool = False
    answers: int = 0
    held: bool = False
    refused: bool = False


class PressList(Schema):
    count: int
    next: int | None = None
    items: list[PieceShape]


class VoteShape(Schema):
    """What is put to the vote, as this seat may know it."""

    number: int
    at: datetime
    about: str
    form: str
    places: list[list[str]]
    changes: dict[str, str]
    outcome: str
    closes: datetime | None
    silence: str
    entitled: bool
    mine: str
    own: bool
    counts: dict[str, int] | None = None
    votes: dict[str, str] | None = None


class Votes(Schema):
    items: list[VoteShape]


class ContestShape(Schema):
    """A vote on builds (Democracy): how many votes this seat has, and what it has cast."""

    number: int
    about: str
    phase: str
    taking: bool
    until: datetime | None
    votes: int | None
    options: dict[str, list[str]]
    cast: list[str] = []
    counts: dict[str, int] | None = None


class Polls(Schema):
    items: list[ContestShape]


class SeatShape(Schema):
    """A power's seat. `player` is what its player is called, where that may be known."""

    power: str
    held: bool
    mine: bool
    player: str
    reliability: str
    missed: int
    disorder: bool


class Seats(Schema):
    seats: list[SeatShape]
    masters: list[str]
    standbys: list[str]


class AbsenceShape(Schema):
    number: int
    seat: str
    begins: datetime
    ends: datetime
    why: str
    announced: bool


class Clock(Schema):
    """The clock as this seat sees it. `wanted` are those of whom orders are wanted, as far as it may know."""

    deadline: datetime | None
    paused: bool
    schedule: datetime | None
    waiting: list[str]
    wanted: list[str]
    absences: list[AbsenceShape]
    grace: dict[str, datetime]


class ProvinceShape(Schema):
    """A province, where one gets from it, and as what."""

    id: str
    name: str
    terrain: str
    centre: bool
    home: str | None
    coasts: list[str]
    army: list[str]
    fleet: dict[str, list[str]]


class PowerShape(Schema):
    id: str
    name: str
    colour: str
    homes: list[str]


class Board(Schema):
    id: str
    name: str
    victory: int
    powers: list[PowerShape]
    provinces: list[ProvinceShape]


class News(Schema):
    """What is new since a mark, by kind: `turn`, `press`, `time`, `votes`, `end`; in Nomic also `rules`, `proposals`,
    `judgment`."""

    mark: str
    changed: list[str]
    known: bool = Field(
        default=True, description="Whether the mark sent was one of this game's; if not, every kind counts as new."
    )


# --- made of views ---


def unit(of: Unit) -> UnitShape:
    return UnitShape(power=of.power, kind=of.kind.value, place=str(of.place))


def phase(at: Phase) -> PhaseShape:
    return PhaseShape(id=str(at), season=at.season, year=at.year, kind=at.kind.value)


def position(chart: Chart, at: Position, retreats: Mapping[str, Iterable[object]]) -> PositionShape:
    return PositionShape(
        phase=phase(at.phase),
        units=[unit(each) for each in at.units],
        dislodged=[
            DislodgedShape(
                power=each.unit.power, kind=each.unit.kind.value, place=str(each.unit.place),
                attacker_from=each.attacker_from, retreats=[str(p) for p in retreats.get(each.unit.province, ())],
            )
            for each in at.dislodged
        ],
        contested=sorted(at.contested),
        centres=exchange.centers(at, chart),
    )  # fmt: skip


def line(seen: Visit) -> GameLine:
    """A game of any kind in a list."""
    view = seen.view
    if seen.game != GAME:
        return GameLine(name=seen.table, kind=seen.game, stage=str(view.stage), seat=seen.seat or "")
    return GameLine(
        name=seen.table, kind=seen.game, stage=str(view.stage), seat=seen.seat or "", board=view.chart.id,
        phase=str(view.phase), deadline=view.deadline, paused=view.paused,
        free=free(view) if view.stage is Stage.FORMING else 0,
    )  # fmt: skip


def game(seen: Visit) -> Game:
    view = seen.view
    stands = position(view.chart, view.position, dict(view.retreats))
    ending = view.ending
    return Game(
        name=seen.table, seat=seen.seat or "", power=view.power or "", presides=seen.presides, stage=str(view.stage),
        board=view.chart.id, moderated=view.moderated, anonymous=view.company.masked, phase=stands.phase,
        open_phases=[str(each) for each in view.open_phases], deadline=view.deadline, paused=view.paused,
        held=view.held is not None, units=stands.units, dislodged=stands.dislodged, contested=stands.contested,
        centres=stands.centres, remaining=list(view.remaining),
        announcements=[
            AnnouncementShape(at=each.at, text=each.text, phase=str(each.phase) if each.phase else "")
            for each in view.announcements
        ],
        ending=None if ending is None else EndingShape(
            at=ending.at, result=ending.result, powers=list(ending.powers), why=ending.why,
            places=[list(place) for place in ending.places],
        ),
        votes_open=view.asking, press_count=len(view.press), phases=[str(turn.phase) for turn in view.turns],
    )  # fmt: skip


def turn_line(turn: Turn) -> TurnLine:
    return TurnLine(id=str(turn.phase), at=turn.at, deadline=turn.deadline, cause=turn.cause)


def turn(view: View, of: Turn) -> TurnShape:
    chart, ruling = view.chart, of.ruling
    return TurnShape(
        id=str(of.phase), at=of.at, deadline=of.deadline, cause=of.cause, before=position(chart, of.before, {}),
        after=position(chart, ruling.after, dict(ruling.retreats)),
        orders=[verdict(each, chart) for each in ruling.verdicts], removed=[unit(each) for each in ruling.removed],
        winner=ruling.winner, missing=list(of.missing), disordered=list(of.disordered),
        corrected=of.published is not None, why=of.why, seals=dict(of.seals),
    )  # fmt: skip


def verdict(of: Verdict, chart: Chart) -> VerdictShape:
    return VerdictShape(
        power=of.power, text=of.text, order=None if of.order is None else write(of.order), outcome=of.outcome.value,
        dislodged=of.dislodged, code=of.code.value, by=[unit(each) for each in of.by],
        dislodged_by=None if of.dislodger is None else unit(of.dislodger), clause=of.clause,
        why=put(why(of, chart), says.lang()),
    )  # fmt: skip


def order_set(view: View, of: OnFile) -> SetShape:
    flaws = (*of.flaws, *[None] * len(of.lines))
    return SetShape(
        power=of.power,
        orders=[
            OrderShape(
                order=write(each.order), text=each.text, flaw=flaw.code.value if flaw else "",
                says=put(why(flaw, view.chart), says.lang()) if flaw else "",
            )
            for each, flaw in zip(of.lines, flaws, strict=False)
        ],
        unordered=[unit(each) for each in of.unordered],
        conditional=len(of.choices),
        final=of.final,
        received=of.at,
        due=DueShape(units=[unit(u) for u in of.due.units], count=of.due.count, sites=list(of.due.sites)),
        ahead=[
            AheadShape(
                phase=str(each.phase), final=each.final, received=each.at,
                orders=[OrderShape(order=write(one.order), text=one.text) for one in each.lines],
            )
            for each in of.ahead
        ],
        seal=of.seal,
    )  # fmt: skip


def piece(of: PieceSeen) -> PieceShape:
    return PieceShape(
        number=of.number, at=of.at, seat=of.seat, to=list(of.to), text=of.text, colour=of.colour.value, name=of.name,
        dateline=of.dateline, phase=str(of.phase) if of.phase else "", mine=of.mine, answers=of.answers, held=of.held,
        refused=of.refused is not None,
    )  # fmt: skip


def vote(of: VoteSeen) -> VoteShape:
    told = of.told
    return VoteShape(
        number=of.number, at=of.at, about=of.about, form=of.form, places=[list(place) for place in of.places],
        changes={number: written for number, _was, written in of.changes}, outcome=of.outcome, closes=of.closes,
        silence=of.silence, entitled=of.entitled, mine=of.mine, own=of.own,
        counts=dict(told.counts) if told is not None and told.counts is not None else None,
        votes={each.voter: each.option for each in told.votes} if told is not None and told.votes is not None else None,
    )  # fmt: skip


def clock(view: View) -> Clock:
    dial = view.dial
    return Clock(
        deadline=view.deadline, paused=view.paused, schedule=dial.schedule,
        waiting=list(dial.waiting.powers) if dial.waiting else [], wanted=list(dial.wanted),
        absences=[
            AbsenceShape(
                number=each.number, seat=each.seat, begins=each.begins, ends=each.ends, announced=each.announced,
                why=each.why if each.announced or view.seat in (each.seat, "gm") else "",
            )
            for each in dial.absences
        ],
        grace=dict(dial.grace),
    )  # fmt: skip


def board(chart: Chart) -> Board:
    return Board(
        id=chart.id,
        name=chart.names.get(says.lang(), chart.names["en"]),
        victory=chart.victory,
        powers=[
            PowerShape(id=p.id, name=says.power(chart, p.id), colour=p.colour, homes=list(chart.home_centres(p.id)))
            for p in chart.powers.values()
        ],
        provinces=[
            ProvinceShape(
                id=p.id, name=p.name, terrain=p.terrain.value, centre=p.centre, home=p.home, coasts=list(p.coasts),
                army=sorted(str(to) for to in chart.army.get(p.places[0], ())),
                fleet={str(at): sorted(map(str, chart.fleet[at])) for at in p.places if chart.fleet.get(at)},
            )
            for p in chart.provinces.values()
        ],
    )  # fmt: skip
