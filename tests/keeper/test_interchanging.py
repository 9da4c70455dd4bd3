"""Games go out in other programs' forms and come back the same, phase for phase."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from tests.diplomacy.games import some_orders
from tests.web.conftest import POWERS, Host, host  # noqa: F401  # the fixture of a host

from dragoman import assembly
from dragoman.diplomacy.commands import SubmitOrders
from dragoman.diplomacy.interchange.reading import FORMS, Untaken, read
from dragoman.diplomacy.state import Stage
from dragoman.game.protocol import Speaker
from dragoman.game.seats import Seat
from dragoman.keeper.interchanging import taken_in, written
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
    assert len(host.state("again").turns) == 1


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
