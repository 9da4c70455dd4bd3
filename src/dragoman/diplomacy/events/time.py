"""The clock's own events: grace, waiting, contact, delays, absences, pace, reminders, late sets, outages (VII)."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from dragoman.diplomacy.events.contingent import ChoiceRecord
from dragoman.diplomacy.events.happened import Happened
from dragoman.diplomacy.events.recorded import LineRecord, PhaseRecord


class GraceGranted(Happened, frozen=True, kw_only=True, tag="GraceGranted"):
    """VII.6.B: a player whose orders are missing has grace for the phase. Only they and the game master may know."""

    seat: str
    person: str
    phase: PhaseRecord
    until: datetime


class RulingAwaited(Happened, frozen=True, kw_only=True, tag="RulingAwaited"):
    """The deadline has passed and the phase is not adjudicated: it waits for those powers' orders, by `clause`
    (`VII.6.C`, `F.7.B`), or, where none is named, for the game master to begin (`VII.2.start`)."""

    phase: PhaseRecord
    clause: str
    powers: tuple[str, ...] = ()


class ContactAwaited(Happened, frozen=True, kw_only=True, tag="ContactAwaited"):
    """VII.6: a player who missed the phase must make contact by `until`."""

    seat: str
    person: str
    phase: PhaseRecord
    until: datetime


class ContactMade(Happened, frozen=True, kw_only=True, tag="ContactMade"):
    """A player who had missed a turn has been heard of."""

    seat: str
    person: str


class ContactLapsed(Happened, frozen=True, kw_only=True, tag="ContactLapsed"):
    """A player who missed a phase has made no contact in time, and may be replaced."""

    seat: str
    person: str
    phase: PhaseRecord


class OrdersCameLate(Happened, frozen=True, kw_only=True, tag="OrdersCameLate"):
    """A set came after the deadline. It does not count, unless the game master takes it on proof that it was sent in
    time (VII.1)."""

    person: str
    seat: str
    phase: PhaseRecord
    lines: tuple[LineRecord, ...]
    channel: str = ""
    choices: tuple[ChoiceRecord, ...] = ()


class DelayAsked(Happened, frozen=True, kw_only=True, tag="DelayAsked"):
    """A player asked for so many minutes more for the phase."""

    number: int
    seat: str
    person: str
    phase: PhaseRecord
    minutes: int
    why: str = ""


class DelayAnswered(Happened, frozen=True, kw_only=True, tag="DelayAnswered"):
    """A seat's delay was granted or refused. `by` is `gm`, `referee` (the automatic one) or `clock` (unanswered at the
    deadline)."""

    number: int
    seat: str
    granted: bool
    by: str = "gm"
    why: str = ""


class PlayerWarned(Happened, frozen=True, kw_only=True, tag="PlayerWarned"):
    """VII.5: a player was warned that further delays may be refused."""

    seat: str
    person: str
    why: str = ""


class AbsencePlanned(Happened, frozen=True, kw_only=True, tag="AbsencePlanned"):
    """A player will be away from `begins` until `ends`; `announced` to everybody, or known to the game master alone.
    `number` counts the absences of that seat."""

    number: int
    seat: str
    person: str
    begins: datetime
    ends: datetime
    why: str = ""
    announced: bool = False


class AbsenceWithdrawn(Happened, frozen=True, kw_only=True, tag="AbsenceWithdrawn"):
    """A planned absence is off."""

    number: int
    seat: str


class PaceSet(Happened, frozen=True, kw_only=True, tag="PaceSet"):
    """VII.4: from now on, phases of those kinds (`movement`, `retreat`, `adjustment`) last so many days. What is not
    named lasts as the house rules say."""

    lengths: Mapping[str, int]
    why: str = ""


class PaceObjected(Happened, frozen=True, kw_only=True, tag="PaceObjected"):
    """VII.4: a faster pace is a hardship to a player (or, not `stands`, no longer): the original schedule holds."""

    seat: str
    stands: bool = True


class Reminded(Happened, frozen=True, kw_only=True, tag="Reminded"):
    """Reminders of the deadline went out: in private to those powers; `broadcast` that all were told. `hours` is how
    long before the deadline the clock sent them (0: the game master did), `text` the game master's words."""

    phase: PhaseRecord
    powers: tuple[str, ...]
    hours: int = 0
    broadcast: bool = False
    text: str = ""


class ResumptionCalled(Happened, frozen=True, kw_only=True, tag="ResumptionCalled"):
    """A player called for a paused game to go on."""

    seat: str


class HostAway(Happened, frozen=True, kw_only=True, tag="HostAway"):
    """The host was away, or its clock wrong, while something fell due here."""

    since: datetime
    until: datetime


TimeEvent = (
    GraceGranted
    | RulingAwaited
    | ContactAwaited
    | ContactMade
    | ContactLapsed
    | OrdersCameLate
    | DelayAsked
    | DelayAnswered
    | PlayerWarned
    | AbsencePlanned
    | AbsenceWithdrawn
    | PaceSet
    | PaceObjected
    | Reminded
    | ResumptionCalled
    | HostAway
)
