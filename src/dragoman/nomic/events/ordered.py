"""What a ruling's orders changed, each with what stood before: enough to put it back if the Judge is overruled."""

from __future__ import annotations

from datetime import datetime, timedelta

from msgspec import Struct, structs

from dragoman.nomic.events.recorded import RuleRecord


class Trace(Struct, frozen=True):
    """One thing that is otherwise because a ruling ordered it."""


class Booked(Trace, frozen=True, tag="booked"):
    """Points were given or taken."""

    player: str
    amount: int


class Assigned(Trace, frozen=True, tag="assigned"):
    """A penalty was assigned."""

    penalty: int


class Removed(Trace, frozen=True, tag="removed"):
    """A penalty was removed."""

    penalty: int


class ReadSo(Trace, frozen=True, tag="read"):
    """An open point is read otherwise. `was` is how it was read before (empty: as usual)."""

    reading: str
    was: str
    now: str


class Set(Trace, frozen=True, tag="set"):
    """A parameter of a rule (by key) has another value."""

    rule: str
    name: str
    was: str
    now: str


class TookEffect(Trace, frozen=True, tag="effect"):
    """What was adopted as `number` and waited for a Judge changed a rule (by key). `was` is the rule before (None:
    there was none), `why` and `clause` what had kept the change from having an effect."""

    number: int
    rule: str
    was: RuleRecord | None
    why: str
    clause: str


class Stop(Struct, frozen=True):
    """Why code does not act."""

    why: str
    says: str = ""
    line: int = 0
    hook: str = ""


class Stopped(Trace, frozen=True, tag="code"):
    """The code of a rule (by key) was suspended, or acts again; None: it acts. `code` is its SHA-256."""

    rule: str
    code: str
    was: Stop | None
    now: Stop | None


class Clash(Struct, frozen=True):
    """Which of two rules prevails (by key), and which is entirely void."""

    prevails: str
    void: str = ""


class Opposed(Trace, frozen=True, tag="conflict"):
    """Two rules (by key) were found to conflict, or do no longer; None: they do not."""

    first: str
    second: str
    was: Clash | None
    now: Clash | None


class Unset(Trace, frozen=True, tag="timer"):
    """A timer of a rule (by key) is gone."""

    rule: str
    key: str
    rings: datetime
    payload: str


class Opens(Trace, frozen=True, tag="opens"):
    """The beginning of a vote was announced. `was` is what had been announced before (None: nothing)."""

    number: int
    was: datetime | None
    now: datetime | None


class Waited(Trace, frozen=True, tag="waited"):
    """What waited for a Judge waits no more."""

    what: str
    about: str
    clause: str


class Asked(Trace, frozen=True, tag="asked"):
    """Something waits for a Judge that did not before."""

    about: str


class Found(Trace, frozen=True, tag="found"):
    """Somebody would win because play cannot go on, once it is confirmed; `was` is who would have before."""

    id: int
    player: str
    was: str
    rule: str


Ordered = (
    Booked
    | Assigned
    | Removed
    | ReadSo
    | Set
    | TookEffect
    | Stopped
    | Opposed
    | Unset
    | Opens
    | Waited
    | Asked
    | Found
)  # fmt: skip


# --- while the ruling may be overruled ---


def postponed(traces: tuple[Ordered, ...], by: timedelta) -> tuple[Ordered, ...]:
    """The same after a pause: each moment is later."""
    return tuple(_postponed(each, by) for each in traces)


def _postponed(trace: Ordered, by: timedelta) -> Ordered:
    match trace:
        case Opens(was=was, now=now):
            return structs.replace(trace, was=was + by if was else None, now=now + by if now else None)
        case Unset(rings=rings):
            return structs.replace(trace, rings=rings + by)
        case _:
            return trace


Turned = ReadSo | Set | Stopped | Opposed | Opens
"""What had one value before and another after."""


def without(kept: tuple[Ordered, ...], gone: tuple[Ordered, ...]) -> tuple[Ordered, ...]:
    """What other rulings ordered, once one is overruled: none of them is to put back what that one had ordered."""
    for each in gone:
        kept = tuple(_passing_over(other, each) for other in kept)
    return kept


def _passing_over(kept: Ordered, gone: Ordered) -> Ordered:
    if not isinstance(kept, Turned) or not isinstance(gone, Turned) or _subject(kept) != _subject(gone):
        return kept
    return structs.replace(kept, was=gone.was) if kept.was == gone.now else kept


def _subject(trace: Turned) -> tuple[object, ...]:
    match trace:
        case ReadSo():
            return ("reading", trace.reading)
        case Set():
            return ("set", trace.rule, trace.name)
        case Stopped():
            return ("code", trace.rule)
        case Opposed():
            return ("conflict", trace.first, trace.second)
        case Opens():
            return ("opens", trace.number)
