"""The course of play: deadlines come and go, phases are ruled upon, the clock stands still, and the game ends."""

from __future__ import annotations

from typing import assert_never

from dragoman.diplomacy.events import (
    CourseEvent,
    DeadlineSet,
    GameClosed,
    GameEnded,
    GameWon,
    Paused,
    PhaseAdjudicated,
    Resumed,
)
from dragoman.diplomacy.evolve.rulings import adjudicated
from dragoman.diplomacy.state import Ending, Stage, State
from dragoman.game.changing import replace


def ran(state: State, event: CourseEvent) -> State:
    """The state after an event of the course of play."""
    match event:
        case DeadlineSet(deadline=deadline):
            return replace(state, deadline=deadline, corrections=state.corrections.reopened())
        case PhaseAdjudicated():
            return adjudicated(state, event)
        case Paused(at=at):
            return replace(state, paused=at)
        case Resumed():
            return replace(state, paused=None)
        case GameWon(at=at, power=power):
            return replace(state, ending=Ending(at, "win", (power,)))
        case GameEnded(at=at, result=result, powers=powers, why=why):
            ending = Ending(at, result, powers, why, event.cause, event.proposals, event.places)
            papers = state.papers.published(at)
            return replace(state, stage=Stage.OVER, deadline=None, ending=ending, papers=papers)
        case GameClosed():
            return replace(state, stage=Stage.CLOSED)
        case _:
            assert_never(event)
