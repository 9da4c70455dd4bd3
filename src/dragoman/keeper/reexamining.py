"""Would today's adjudicator rule as it is recorded that one did, and today's sandbox answer as it is recorded? A
difference is worth a note, and changes nothing."""

from __future__ import annotations

from collections.abc import Iterator

from dragoman.diplomacy.decide import turn
from dragoman.diplomacy.events import PhaseAdjudicated, recorded
from dragoman.diplomacy.game import Diplomacy
from dragoman.diplomacy.state import State
from dragoman.game.saying import Saying, say
from dragoman.nomic.audit import differences
from dragoman.nomic.events import decoded
from dragoman.referee.record import Record
from dragoman.sandbox.process import Worker


def ruled_otherwise(record: Record) -> Iterator[Saying]:
    """A note for each phase that would be ruled upon otherwise today. The record must be sound."""
    game = Diplomacy()
    if record.game == "nomic":
        yield from _code_otherwise(record)
    if record.game != game.name:
        return
    state: State | None = None
    for entry in record.entries:
        event = game.decode_event(entry.data)
        if isinstance(event, PhaseAdjudicated) and state is not None and _otherwise(state, event):
            yield say(
                "{phase_ruled} (event {n}) was ruled upon by adjudicator {version}; today's rules otherwise",
                phase_ruled=state.phase, n=entry.n, version=event.judged_by or "-",
            )  # fmt: skip
        state = game.evolve(state, event)


def _code_otherwise(record: Record) -> Iterator[Saying]:
    """A note for each run of adopted code that comes out otherwise today; none where this host runs no code."""
    worker = Worker()
    try:
        for each in differences((decoded(entry.data) for entry in record.entries), worker):
            yield say(
                "The code of rule {rule} at “{hook}” (event {n}) answered {then}; today it answers {now}",
                rule=each.rule, hook=each.hook, n=each.event, then=each.then, now=each.now,
            )  # fmt: skip
    finally:
        worker.close()


def _otherwise(state: State, event: PhaseAdjudicated) -> bool:
    return recorded.ruling_record(turn.ruled(state)) != event.ruling
