"""Whole games in files come out as they should, and their records replay to the same state without running code."""

from __future__ import annotations

from pathlib import Path

import pytest

from dragoman.keeper import playfile
from dragoman.keeper.expecting import played
from dragoman.keeper.performance import play, stage
from dragoman.nomic.events import decoded
from dragoman.nomic.evolve import evolve
from dragoman.nomic.report import answers
from dragoman.nomic.sight import sight
from dragoman.nomic.state import State

FOLDER = Path(__file__).parent.parent / "cases" / "nomic"
GAMES = sorted(FOLDER.glob("*.toml"))
SCENARIOS = sorted((FOLDER / "scenarios").glob("*.toml"))


@pytest.mark.parametrize("path", [p for p in GAMES if p.stem != "speech"], ids=lambda path: path.stem)
def test_a_game_comes_out_as_it_should(path: Path) -> None:
    assert played(stage(playfile.load(path))) == ()


@pytest.mark.parametrize("path", [p for p in (*GAMES, *SCENARIOS[::6]) if p.stem != "speech"], ids=lambda p: p.stem)
def test_a_record_replays_to_the_same_state_and_texts(path: Path) -> None:
    performance = play(path)
    game, entries = performance.ledger.record(performance.script.name)
    assert game == "nomic"
    state: State | None = None
    for entry in entries:
        state = evolve(state, decoded(entry.data))
    assert state == performance.state
    assert list(answers.rules(sight(state, None), None)) == list(answers.rules(sight(performance.state, None), None))


@pytest.mark.dear
def test_a_game_plays_to_the_same_bytes_each_time() -> None:
    path = FOLDER / "whole_game.toml"
    first, second = play(path), play(path)
    assert first.ledger.record("suber") == second.ledger.record("suber")
    assert first.sent == second.sent
