"""What each event means to a reader: the sentences, tables and quotations that tell it, where it is news at all."""

from __future__ import annotations

from dragoman.nomic.events import Event
from dragoman.nomic.report.telling import changes, code, judgment, office, people, proposals, turns
from dragoman.nomic.report.telling.changes import diff_blocks
from dragoman.nomic.report.telling.judgment import sees_to, waits
from dragoman.nomic.report.telling.news import told
from dragoman.nomic.report.telling.office import by_hand, reason
from dragoman.nomic.report.telling.people import first_words
from dragoman.nomic.report.telling.proposals import description, kind_said, trial_fault, tried

FAMILIES = (proposals, turns, judgment, code, people, office, changes)
"""The modules by which all that is told is registered."""


def is_news(event: Event) -> bool:
    """Whether an event may have to be told to anybody."""
    return told.dispatch(type(event)) is not told.dispatch(object)


__all__ = [
    "FAMILIES", "by_hand", "description", "diff_blocks", "first_words", "is_news", "kind_said", "reason",
    "sees_to", "told", "trial_fault", "tried", "waits",
]  # fmt: skip
