"""Folding: how each event changes the state. Nothing is judged or refused here, no rule is read and no code run."""

from __future__ import annotations

from dataclasses import replace

from dragoman.game.rulebook import rulebook
from dragoman.game.seats import PersonId
from dragoman.nomic.events import Event
from dragoman.nomic.events import players as p
from dragoman.nomic.events.recorded import version
from dragoman.nomic.evolve import code, judgment, players, proposals, regulations, talk, turns
from dragoman.nomic.evolve.folds import folded
from dragoman.nomic.state import State


class NotOpened(Exception):
    """A record that does not begin with the opening of a game."""


def evolve(state: State | None, event: Event) -> State:
    """The state after the event. Raises NotOpened if anything comes before GameOpened."""
    if isinstance(event, p.GameOpened):
        return _opened(event)
    if state is None:
        raise NotOpened(type(event).__name__)
    return replace(folded(event, state), last=event.at)


def _opened(event: p.GameOpened) -> State:
    return State(
        name=event.name, lang=event.lang, zone=event.zone, seed=event.seed, collation=event.collation,
        entry=event.entry, wanted=event.wanted, ruleset=event.ruleset, opened=event.at,
        book=rulebook(version(each, event.at) for each in (*event.rules, *event.regulations)),
        chosen=dict(event.readings), next_number=event.next_number, next_regulation=event.next_regulation,
        gm=PersonId(event.gm) if event.gm is not None else None, last=event.at,
    )  # fmt: skip


FAMILIES = (players, proposals, regulations, turns, judgment, code, talk)
"""The modules by which all kinds of events are registered."""

__all__ = ["FAMILIES", "NotOpened", "evolve"]
