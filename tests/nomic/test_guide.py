"""What the guide to Nomic shows is so: its letters are understood, and its file can be played."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from tests.nomic.tables import Table, speaker

from dragoman.keeper.performance import play
from dragoman.nomic import commands as c
from dragoman.nomic.events.recorded import Change
from dragoman.nomic.game import NOMIC
from dragoman.nomic.hooks import HOOKS, functions

GUIDE = (Path(__file__).parent.parent.parent / "docs" / "how-to" / "nomic.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```$", GUIDE, re.MULTILINE | re.DOTALL)


def test_the_letters_of_the_guide_are_understood() -> None:
    table = Table()
    letters = [text for kind, text in BLOCKS if not kind and text.startswith(("propose", "judge"))]
    assert len(letters) == 2
    for text in letters:
        reading = NOMIC.read(table.state, speaker("Ann"), "", text, table.now)
        assert len(reading.commands) == 1
        assert (reading.unread, reading.ignored) == ((), ())


def test_the_parameters_of_the_guide_can_be_set() -> None:
    table = Table()
    (lines,) = [text for kind, text in BLOCKS if not kind and text.startswith("set ")]
    assert table.says("Ann", f"propose enact:\nWhoever is noisy is punished.\n{lines}end") == []
    assert len(table.state.proposals[323].change.settings) == 5


def test_the_code_of_the_guide_has_a_hook() -> None:
    (source,) = [text for kind, text in BLOCKS if not kind and text.startswith("def ")]
    assert set(functions(source)) <= HOOKS.keys()


def test_the_file_of_the_guide_can_be_played() -> None:
    (text,) = [text for kind, text in BLOCKS if kind == "toml"]
    stage = play({**tomllib.loads(text), "name": "guide"})
    state = stage.state
    assert (state.turn.mover, state.turn.begun, state.circuits) == ("Bob", True, 1)
    assert state.proposals[328].casts[0].player == "Ann"
    assert (state.players["Ann"].score, len(state.penalties), state.next_number) == (250, 1, 330)
    table = NOMIC.sight(state, None)
    assert [each.name for each in table.players] == ["Bob", "Ann"]


def test_an_own_rule_set_may_be_plain_text(tmp_path: Path) -> None:
    (tmp_path / "own.txt").write_text("101. Rules bind.\n\n201. Players alternate.\n", encoding="utf-8")
    file = tmp_path / "game.toml"
    file.write_text('game = "nomic"\nrules = "own.txt"\n[seats]\nAnn = "ann@example.org"\n', encoding="utf-8")
    state = play(file).state
    assert [each.number for each in state.book.in_force] == ["101", "201"]
    assert NOMIC.decide(state, c.Post(speaker("Ann", "person-1"), Change("enact", text="More.")), stage_now(state)), (
        "a proposal can be posted under rules that say nothing of it"
    )


def stage_now(state: object) -> object:
    return state.last  # type: ignore[attr-defined]
