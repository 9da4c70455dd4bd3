"""Games go out in other programs' forms and come back the same, phase for phase."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.diplomacy.games import some_orders
from tests.web.conftest import POWERS, Host, host  # noqa: F401  # the fixture of a host

from dragoman import assembly
from dragoman.diplomacy.commands import SubmitOrders
from dragoman.diplomacy.interchange.reading import FORMS, Untaken, read
from dragoman.diplomacy.state import Stage
from dragoman.game.protocol import Speaker
from dragoman.game.saying import say
from dragoman.game.seats import Seat
from dragoman.keeper.interchanging import taken_in, written
from dragoman.store.models import Outgoing
from dragoman.tongues.saying import put


def played(host: Host, phases: int) -> None:  # noqa: F811
    host.table()
    chance = Random(11)
    for _ in range(phases):
        state = host.state()
        if state.stage is not Stage.RUNNING:
            break
        for power in POWERS:
            if state.due(power):
                by = Speaker(host.person(power.lower()), Seat(power))
                host.says(power, SubmitOrders(by, some_orders(state, power, chance), state.phase, False))
        host.later(days=8)


def test_nobody_is_written_to_of_a_game_that_is_taken_in(host: Host) -> None:  # noqa: F811
    """The keeper holds its seats until somebody takes them, and reads no letters there."""
    played(host, 2)
    list(taken_in(written("kalmar", "diplomacy"), "diplomacy", "again"))
    assert Outgoing.objects.filter(table="kalmar").exists()
    assert not Outgoing.objects.filter(table="again").exists()


@pytest.mark.parametrize("form", list(FORMS))
def test_a_game_that_went_out_comes_back_the_same(host: Host, form: str) -> None:  # noqa: F811
    played(host, 9)
    told = [each.text for each in taken_in(written("kalmar", form), form, "again")]
    assert len(told) == 1, told
    one, other = host.state("kalmar"), host.state("again")
    assert len(one.turns) >= 9
    assert [turn.ruling.after for turn in other.turns] == [turn.ruling.after for turn in one.turns]
    assert (other.position, other.phase, other.retreats) == (one.position, one.phase, one.retreats)
    assert written("again", form).replace(b'"again"', b'"kalmar"') == written("kalmar", form)


def test_where_the_record_is_another_it_is_told_and_the_game_stands(host: Host) -> None:  # noqa: F811
    played(host, 3)
    saved = json.loads(written("kalmar", "diplomacy"))
    saved["phases"][1]["state"]["units"]["FRANCE"] = ["A PAR", "A MAR"]
    told = list(taken_in(json.dumps(saved).encode(), "diplomacy", "again"))
    assert "another than the recorded" in told[0].text
    lines = [put(each, "en") for each in told]
    assert any("not so here: " in each and "France A PAR" in each for each in lines), lines
    assert any("here, and not so recorded: " in each and "France" in each for each in lines), lines
    assert lines[-1] == "again: 1 of 3 phases taken in"
    assert len(host.state("again").turns) == 1


def test_recorded_orders_that_were_not_followed_are_told(host: Host) -> None:  # noqa: F811
    played(host, 2)
    saved = json.loads(written("kalmar", "diplomacy"))
    saved["phases"][0]["orders"]["FRANCE"] = ["A PAR - MOS", "F BRE - XXX", "<script>"]
    lines = [put(each, "en") for each in taken_in(json.dumps(saved).encode(), "diplomacy", "again")]
    told = [each for each in lines if each.startswith("Spring 1901, moves, France: ")]
    assert ["“A PAR - MOS” was not followed" in told[-1], "XXX" in told[0], "<script>" in told[1]] == [True] * 3, lines


@pytest.mark.parametrize("form", list(FORMS))
def test_phases_out_of_their_order_are_refused_with_their_place(host: Host, form: str) -> None:  # noqa: F811
    played(host, 2)
    saved = json.loads(written("kalmar", form))
    for phases in (saved["phases"][::-1], saved["phases"][:1] * 2 + saved["phases"][1:]):
        with pytest.raises(Untaken) as caught:
            read(json.dumps(saved | {"phases": phases}).encode(), form)
        assert "in their order" in put(caught.value.says, "en")
        assert caught.value.at is not None


@pytest.mark.parametrize(("form", "unit", "says"), [
    ("diplomacy", "F PAR", "Spring 1901, moves: F PAR cannot be on this map"),
    ("webdiplomacy", 9999, "phases[0]: there is no territory 9999"),
])  # fmt: skip
def test_what_cannot_be_on_the_map_is_told_with_its_phase(host: Host, form: str, unit: Any, says: str) -> None:  # noqa: F811
    played(host, 1)
    saved = json.loads(written("kalmar", form))
    first = saved["phases"][0]
    if form == "diplomacy":
        first["state"]["units"]["FRANCE"] = [unit]
    else:
        first["units"][0]["terrID"] = unit
    with pytest.raises(Untaken) as caught:
        read(json.dumps(saved, indent=1).encode(), form)
    assert put(caught.value.says, "en").startswith(says)
    assert caught.value.at is not None
    assert caught.value.at[0] > 1


def test_a_board_without_a_unit_is_nothing_to_play_from() -> None:
    empty = {"phases": [{"name": "S1901M", "state": {"units": {}, "centers": {"FRANCE": ["PAR"]}}}]}
    with pytest.raises(Untaken, match="no unit stands"):
        read(json.dumps(empty).encode(), "diplomacy")


@pytest.mark.parametrize("data", [b"{", b"[]", b"[" * 100_000, b'{"phases": []}'])
def test_what_is_no_game_makes_none(host: Host, data: bytes, tmp_path: Path) -> None:  # noqa: F811
    with pytest.raises(Untaken):
        list(taken_in(data, "diplomacy", "again"))
    assert not assembly.ledger().tables()


@pytest.mark.parametrize(
    ("data", "at", "says"),
    [
        (b'{"id": "x",\n "phases": [', (2, 13), "no JSON"),
        (b'{"id": "x",\n  "phases": [{"name": "S1901M", "orders": 3}]}', (2, 43), "phases[0].orders"),
        (b'{"id": "x", "map":\n "\xff"}', (2, 3), "UTF-8"),
        (b"[" * 100_000, None, "too deep"),
        (b"9" * 10_000, None, "too long"),
    ],
)
def test_what_cannot_be_read_is_told_with_its_place(data: bytes, at: tuple[int, int] | None, says: str) -> None:
    with pytest.raises(Untaken) as caught:
        read(data, "diplomacy")
    assert caught.value.at == at
    told = put(caught.value.says, "en")
    assert says in told
    assert "`" not in told
    assert "$" not in told


def test_an_order_of_another_kind_of_phase_is_told_and_left_out(host: Host) -> None:  # noqa: F811
    played(host, 2)
    saved = json.loads(written("kalmar", "diplomacy"))
    saved["phases"][0]["orders"]["FRANCE"] = ["A PAR B", "F BRE D"]
    lines = [put(each, "en") for each in taken_in(json.dumps(saved).encode(), "diplomacy", "again")]
    told = [each for each in lines if each.startswith("Spring 1901, moves, France: ")]
    assert ["“A PAR B” was left out" in told[0], "nothing to disband" in told[1]] == [True, True], lines
    assert not any("order ahead" in each for each in lines)


def test_nothing_is_taken_in_of_a_game_that_fails_on_the_way(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: F811
    played(host, 3)
    saved, fault = written("kalmar", "diplomacy"), Untaken(say("it fails here"))

    def fails(*_given: object) -> None:
        raise fault

    with monkeypatch.context() as patched:
        patched.setattr("dragoman.keeper.interchanging._differences", fails)
        with pytest.raises(Untaken):
            taken_in(saved.replace(b"A PAR", b"A MAR"), "diplomacy", "again")
    assert not assembly.ledger().versions(["again"])
    assert taken_in(saved, "diplomacy", "again")


def test_a_name_that_is_taken_is_refused_before_anything_is_played(host: Host) -> None:  # noqa: F811
    played(host, 1)
    with pytest.raises(Untaken, match="already"):
        taken_in(written("kalmar", "diplomacy"), "diplomacy", "kalmar")
