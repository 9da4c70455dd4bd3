"""What people are told, free of any language: the bodies of notices and receipts, made from events and one seat's view.

`of` tells one seat what events mean to it, `answer` answers its questions. A mail, a page and JSON are renderings of
these same values, and nothing stands in them that the seat's view does not hold.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime

from msgspec import Struct
from msgspec.json import Decoder, Encoder

from dragoman.diplomacy.adjudication.verdict import Ruling
from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.board.position import Phase, PhaseKind, Position
from dragoman.diplomacy.commands import (
    AskHelp,
    AskHistory,
    AskMap,
    AskRules,
    AskStatus,
    Command,
    Preview,
)
from dragoman.diplomacy.events import (
    Announced,
    DeadlineSet,
    Event,
    GameClosed,
    GameEnded,
    GameStarted,
    Paused,
    PersonSeated,
    PhaseAdjudicated,
    PlayerReplaced,
    PressSent,
    Resumed,
    SeatResigned,
    recorded,
)
from dragoman.diplomacy.events.recorded import OrderRecord, PhaseRecord, PositionRecord, RulingRecord, UnitRecord
from dragoman.diplomacy.orders.order import Line
from dragoman.diplomacy.sight import OnFile, View
from dragoman.diplomacy.state import Due, Piece, Stage, Turn, due
from dragoman.game.press import is_observer
from dragoman.game.saying import Saying
from dragoman.game.seats import GM

Names = Mapping[str, Mapping[str, str]]
"""Language → power → its name, and `POWER:genitive`, so that a body can be put into words without the map at hand."""


# --- the pieces of which bodies are made ---


class Written(Struct, frozen=True, omit_defaults=True):
    """An order on file: as understood, as given, and the tolerances used to read it."""

    order: OrderRecord
    text: str
    notes: tuple[str, ...] = ()


class Owed(Struct, frozen=True, omit_defaults=True):
    """What a power has to order: units that move or retreat, or `count` builds (above 0) or disbands (below), builds at
    `sites`. `retreats` maps the province of a dislodged unit to the places open to it."""

    units: tuple[UnitRecord, ...] = ()
    count: int = 0
    sites: tuple[str, ...] = ()
    retreats: Mapping[str, tuple[str, ...]] = {}


class FileNow(Struct, frozen=True, omit_defaults=True):
    """The full set on file for one power."""

    power: str
    lines: tuple[Written, ...]
    unordered: tuple[UnitRecord, ...]
    final: bool
    owed: Owed
    at: datetime | None = None


class Standing(Struct, frozen=True):
    """How a power stands: centres now and before, and units."""

    power: str
    centres: int
    before: int
    units: int


class Next(Struct, frozen=True):
    """The phase that comes, and when it falls due (None while the clock stands still)."""

    phase: PhaseRecord
    deadline: datetime | None


class PieceTold(Struct, frozen=True, omit_defaults=True):
    """A piece of press as a reader may see it; `number` counts the pieces this reader may see."""

    number: int
    at: datetime
    seat: str
    to: tuple[str, ...]
    text: str
    dateline: str = ""


class SeatTold(Struct, frozen=True):
    """One seat of the table, and whether somebody holds it."""

    seat: str
    held: bool


# --- bodies ---


class Head(Struct, frozen=True):
    """The game, the seat spoken to (empty: somebody without one), and the powers' names."""

    game: str
    seat: str
    names: Names


class Body(Struct, frozen=True, kw_only=True, tag_field="kind"):
    """What every body begins with."""

    head: Head


class Results(Body, frozen=True, kw_only=True, tag="results"):
    """A phase adjudicated. `owed` is what this seat must order next; `preview` marks a ruling not yet given."""

    before: PositionRecord
    ruling: RulingRecord
    standings: tuple[Standing, ...]
    missing: tuple[str, ...] = ()
    next: Next | None = None
    owed: Owed | None = None
    all_owed: Mapping[str, Owed] = {}
    press: tuple[PieceTold, ...] = ()
    announced: tuple[str, ...] = ()
    preview: bool = False


class Started(Body, frozen=True, kw_only=True, tag="started"):
    """Play begins; `power` is what this seat plays (empty for others)."""

    power: str
    position: PositionRecord
    seats: tuple[SeatTold, ...]
    next: Next
    owed: Owed | None = None


class Ended(Body, frozen=True, kw_only=True, tag="ended"):
    """Play is over, or (`closed`) the finished game is closed."""

    result: str
    powers: tuple[str, ...]
    why: str
    standings: tuple[Standing, ...]
    closed: bool = False


class Press(Body, frozen=True, kw_only=True, tag="press"):
    """A piece of press has come."""

    piece: PieceTold


class DeadlineMoved(Body, frozen=True, kw_only=True, tag="deadline"):
    """The current phase falls due at another time."""

    next: Next
    why: str = ""


class ClockStopped(Body, frozen=True, kw_only=True, tag="paused"):
    """The game master stopped the clock."""

    phase: PhaseRecord
    why: str = ""


class ClockGoesOn(Body, frozen=True, kw_only=True, tag="resumed"):
    """The clock goes on."""

    next: Next


class Announcement(Body, frozen=True, kw_only=True, tag="announcement"):
    """The game master's words to everybody."""

    text: str


class SeatChanged(Body, frozen=True, kw_only=True, tag="seat"):
    """A seat changed hands: `change` is `vacant`, `taken` or `replaced`; `whose` the seat; `yours` says that the reader
    holds it now, and `file` and `next` what they find."""

    whose: str
    change: str
    yours: bool = False
    why: str = ""
    next: Next | None = None
    file: FileNow | None = None


class AllFinal(Body, frozen=True, kw_only=True, tag="all-final"):
    """To the game master: every player who has something to order has a final set on file."""

    phase: PhaseRecord


# --- answers to questions, and the receipt that holds them ---


class StatusAnswer(Struct, frozen=True, kw_only=True, tag_field="kind", tag="status"):
    stage: str
    next: Next
    paused: bool
    standings: tuple[Standing, ...]
    seats: tuple[SeatTold, ...]
    files: tuple[FileNow, ...] = ()
    waiting: int = 0


class RulesAnswer(Struct, frozen=True, kw_only=True, tag_field="kind", tag="rules"):
    """Every clause with the choice made."""

    choices: Mapping[str, str]


class MapAnswer(Struct, frozen=True, kw_only=True, tag_field="kind", tag="map"):
    position: PositionRecord


class HelpAnswer(Struct, frozen=True, kw_only=True, tag_field="kind", tag="help"):
    gm: bool


class HistoryAnswer(Struct, frozen=True, kw_only=True, tag_field="kind", tag="history"):
    results: Results


Answer = StatusAnswer | RulesAnswer | MapAnswer | HelpAnswer | HistoryAnswer


class Heard(Struct, frozen=True, omit_defaults=True):
    """Something that was heard: a sentence, and the orders it brought, if any."""

    says: Saying
    lines: tuple[Written, ...] = ()


class Refused(Struct, frozen=True, omit_defaults=True):
    """Something understood and not allowed: why, by which clause, and the writing it is about."""

    code: str
    says: Saying
    clause: str = ""
    text: str = ""


class NotRead(Struct, frozen=True, omit_defaults=True):
    """A line that was not understood."""

    code: str
    text: str
    line: int = 0
    word: str = ""
    column: int = 0
    suggestions: tuple[str, ...] = ()


class Receipt(Body, frozen=True, kw_only=True, tag="receipt"):
    """The answer to writing: what was heard, refused and not read, the set now on file, the deadline."""

    stage: str
    heard: tuple[Heard, ...]
    refused: tuple[Refused, ...]
    unread: tuple[NotRead, ...]
    ignored: int
    next: Next
    file: FileNow | None = None
    answers: tuple[Answer, ...] = ()


AnyBody = (
    Results
    | Started
    | Ended
    | Press
    | DeadlineMoved
    | ClockStopped
    | ClockGoesOn
    | Announcement
    | SeatChanged
    | AllFinal
    | Receipt
)

_encoder = Encoder(order="sorted")
_decoder: Decoder[AnyBody] = Decoder(AnyBody)


def encoded(body: AnyBody) -> bytes:
    """Canonical JSON of a body."""
    return _encoder.encode(body)


def decoded(data: bytes) -> AnyBody:
    return _decoder.decode(data)


def kind_of(body: AnyBody) -> str:
    """The name of the body's type, as it stands in its JSON."""
    return str(type(body).__struct_config__.tag)


# --- what events mean to a seat ---


def of(events: Sequence[Event], view: View) -> tuple[AnyBody, ...]:
    """What is to be told to the view's seat because of these events, in their order."""
    return tuple(body for event in events for body in _told(event, events, view))


def _told(event: Event, events: Sequence[Event], view: View) -> Iterator[AnyBody]:
    """At most one body for an event; none where it is nobody's news, or not this seat's."""
    match event:
        case PhaseAdjudicated():
            yield results(view, _turn(view, event), _deadline_after(event, events))
        case GameStarted():
            yield _started(view, _deadline_after(event, events))
        case GameEnded() | GameClosed():
            yield _ended(view, closed=isinstance(event, GameClosed), why=event.why)
        case PressSent():
            yield from _press(view, event)
        case DeadlineSet(cause="gm"):
            yield DeadlineMoved(head=head_of(view), next=Next(event.phase, event.deadline), why=event.why)
        case Paused():
            yield ClockStopped(head=head_of(view), phase=recorded.phase_record(view.phase), why=event.why)
        case Resumed():
            yield ClockGoesOn(head=head_of(view), next=next_of(view))
        case Announced():
            yield Announcement(head=head_of(view), text=event.text)
        case SeatResigned() | PersonSeated() | PlayerReplaced():
            yield from _seat_changed(view, event, events)
        case _:
            return


def names_of(chart: Chart) -> dict[str, dict[str, str]]:
    """Every power's name and genitive by language."""
    languages = sorted({lang for power in chart.powers.values() for lang in power.names})
    return {lang: dict(_names_in(lang, chart)) for lang in languages}


def _names_in(lang: str, chart: Chart) -> Iterator[tuple[str, str]]:
    for power in chart.powers.values():
        yield power.id, power.names.get(lang, power.id)
        if power.genitives and lang in power.genitives:
            yield f"{power.id}:genitive", power.genitives[lang]


def head_of(view: View) -> Head:
    return Head(view.game, view.seat or "", names_of(view.chart))


# --- results ---


def results(view: View, turn: Turn, deadline: datetime | None = None) -> Results:
    """A phase that was adjudicated, as the view's seat is told of it."""
    after = turn.ruling.after
    return Results(
        head=head_of(view),
        before=recorded.position_record(turn.before),
        ruling=recorded.ruling_record(turn.ruling),
        standings=standings(view.chart, after, turn.before),
        missing=turn.missing,
        next=Next(recorded.phase_record(after.phase), deadline) if turn.ruling.winner is None else None,
        owed=_owed_by(view, turn.ruling) if turn.ruling.winner is None else None,
        all_owed=_owed_by_all(view.chart, turn.ruling),
        press=tuple(piece_told(piece) for piece in view.press if piece.phase == turn.phase and "all" in piece.to),
        announced=tuple(said.text for said in view.announcements if said.phase == turn.phase),
    )


def previewed(view: View, before: Position, ruling: Ruling) -> Results:
    """What the game master is shown: what the orders on file would come to."""
    return Results(
        head=head_of(view),
        before=recorded.position_record(before),
        ruling=recorded.ruling_record(ruling),
        standings=standings(view.chart, ruling.after, before),
        preview=True,
    )


def _turn(view: View, event: PhaseAdjudicated) -> Turn:
    phase = recorded.phase(event.ruling.phase)
    return next(turn for turn in reversed(view.turns) if turn.phase == phase)


def _deadline_after(event: Event, events: Sequence[Event]) -> datetime | None:
    """The deadline set next after the event."""
    following = events[list(events).index(event) + 1 :]
    return next((each.deadline for each in following if isinstance(each, DeadlineSet)), None)


def standings(chart: Chart, now: Position, before: Position) -> tuple[Standing, ...]:
    """Every power's centres and units, in the order of the map."""
    return tuple(
        Standing(power, len(now.centres_of(power)), len(before.centres_of(power)), len(now.units_of(power)))
        for power in chart.powers
    )


def owed_record(owed: Due, retreats: Iterable[tuple[str, Iterable[object]]] = ()) -> Owed:
    """What a power has to order, with the retreats open to its units."""
    provinces = {unit.province for unit in owed.units}
    return Owed(
        tuple(recorded.unit_record(unit) for unit in owed.units),
        owed.count,
        owed.sites,
        {at: tuple(str(place) for place in places) for at, places in retreats if at in provinces},
    )


def _owed_by(view: View, ruling: Ruling) -> Owed | None:
    if view.power is None:
        return None
    return owed_record(due(view.chart, ruling.after, view.power), ruling.retreats)


def _owed_by_all(chart: Chart, ruling: Ruling) -> dict[str, Owed]:
    """Retreats and adjustments are everybody's to see; that units may move goes without saying."""
    if ruling.winner is not None or ruling.after.phase.kind is PhaseKind.MOVEMENT:
        return {}
    owed = {power: due(chart, ruling.after, power) for power in chart.powers}
    return {power: owed_record(each, ruling.retreats) for power, each in owed.items() if each}


# --- other news ---


def _started(view: View, deadline: datetime | None) -> Started:
    return Started(
        head=head_of(view),
        power=view.power or "",
        position=recorded.position_record(view.position),
        seats=seats_told(view),
        next=Next(recorded.phase_record(view.phase), deadline),
        owed=owed_record(due(view.chart, view.position, view.power), view.retreats) if view.power else None,
    )


def _ended(view: View, closed: bool, why: str) -> Ended:
    ending = view.ending
    return Ended(
        head=head_of(view),
        result=ending.result if ending else "ended",
        powers=ending.powers if ending else (),
        why=why,
        standings=standings(view.chart, view.position, view.position),
        closed=closed,
    )


def _press(view: View, event: PressSent) -> Iterator[Press]:
    """A piece goes to its readers; its author knows it already."""
    if event.seat == view.seat:
        return
    same = (event.at, event.seat, event.to, event.text)
    piece = next((p for p in view.press if (p.at, p.seat, p.to, p.text) == same), None)
    if piece is not None:
        yield Press(head=head_of(view), piece=piece_told(piece))


def piece_told(piece: Piece) -> PieceTold:
    return PieceTold(piece.number, piece.at, piece.seat, piece.to, piece.text, piece.dateline)


def _seat_changed(
    view: View, event: SeatResigned | PersonSeated | PlayerReplaced, events: Sequence[Event]
) -> Iterator[SeatChanged]:
    """Powers that change hands after play began are everybody's news; observers come and go unannounced."""
    begun = view.stage is not Stage.FORMING and not any(isinstance(each, GameStarted) for each in events)
    if event.seat not in view.chart.powers or not begun:
        return
    yours = event.seat == view.seat and not isinstance(event, SeatResigned)
    yield SeatChanged(
        head=head_of(view),
        whose=event.seat,
        change=_CHANGES[type(event)],
        yours=yours,
        why=event.why if isinstance(event, PlayerReplaced) else "",
        next=next_of(view) if yours else None,
        file=file_of(view) if yours else None,
    )


_CHANGES: dict[type, str] = {SeatResigned: "vacant", PersonSeated: "taken", PlayerReplaced: "replaced"}


def next_of(view: View) -> Next:
    """The current phase and its deadline; none while the clock stands still."""
    return Next(recorded.phase_record(view.phase), None if view.paused else view.deadline)


def seats_told(view: View) -> tuple[SeatTold, ...]:
    return tuple(SeatTold(seat, person is not None) for seat, person in view.seats.items() if not is_observer(seat))


# --- orders on file ---


def written(line: Line) -> Written:
    record = recorded.line_record(line)
    return Written(record.order, record.text, record.notes)


def file_record(view: View, on_file: OnFile) -> FileNow:
    """The full set on file for a power."""
    return FileNow(
        on_file.power,
        tuple(written(line) for line in on_file.lines),
        tuple(recorded.unit_record(unit) for unit in on_file.unordered),
        on_file.final,
        owed_record(on_file.due, view.retreats),
        on_file.at,
    )


def file_of(view: View) -> FileNow | None:
    """The seat's own set, where it has something to order."""
    return file_record(view, view.own) if view.own is not None and view.own.due else None


# --- answers ---


def answer(view: View, command: Command, preview: Results | None = None) -> Answer | None:
    """The answer to a question; None for what is no question. A `preview` is the game master's, made by the caller."""
    match command:
        case AskStatus():
            return _status(view)
        case AskRules():
            return RulesAnswer(choices=view.sheet.as_rules())
        case AskMap():
            return MapAnswer(position=recorded.position_record(view.position))
        case AskHistory(phase=phase):
            return _history(view, phase)
        case AskHelp():
            return HelpAnswer(gm=view.seat == GM)
        case Preview():
            return HistoryAnswer(results=preview) if preview is not None else None
        case _:
            return None


def _status(view: View) -> StatusAnswer:
    before = view.turns[-1].before if view.turns else view.position
    return StatusAnswer(
        stage=view.stage.value,
        next=next_of(view),
        paused=view.paused,
        standings=standings(view.chart, view.position, before),
        seats=seats_told(view),
        files=tuple(file_record(view, each) for each in view.on_file.values() if each.due),
        waiting=view.waiting,
    )


def _history(view: View, phase: Phase | None) -> HistoryAnswer | None:
    turn = next((t for t in reversed(view.turns) if phase is None or t.phase == phase), None)
    return HistoryAnswer(results=results(view, turn)) if turn is not None else None
