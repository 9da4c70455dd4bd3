"""Games side by side: they begin alike, go on by orders alone, end, and can begin anew; one game is walked in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice
from random import Random

import pytest

from dragoman.diplomacy.adjudication import compiled
from dragoman.diplomacy.batch.environment import Environment, Step
from dragoman.diplomacy.batch.turning import OutOfRange
from dragoman.diplomacy.batch.walking import walk
from dragoman.diplomacy.board.mapfile import chart
from dragoman.diplomacy.board.position import Position
from dragoman.diplomacy.houserules.switches import Switches

np = pytest.importorskip("numpy", reason="NumPy is not installed (the extra `fast`)")

STANDARD = chart("standard")


@pytest.fixture(autouse=True)
def _plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled, "available", lambda: False)


def moved(world: Environment, dice: Random) -> Step:
    """A step by orders drawn from the legal ones."""
    legal, orders = world.legal_orders(), world.blank_orders()
    for board, slot in zip(*np.nonzero(legal.givers >= 0), strict=True):
        orders[board, slot] = dice.choice(legal.of(board, slot).tolist())
    step = world.step(orders)
    assert isinstance(step, Step)
    return step


def test_games_go_on_until_their_year_is_over() -> None:
    world, dice = Environment(STANDARD, Switches(), 3, last_year=1903), Random(1)
    years = []
    for _ in range(40):
        step = moved(world, dice)
        years.append(world.boards.years.max())
        if step.done.all():
            break
    assert world.done.all()
    assert set(years) == {1901, 1902, 1903, 1904}
    still = world.boards.numbers.copy()
    moved(world, dice)
    assert (world.boards.numbers == still).all()
    world.reset(np.array([True, False, False]))
    assert world.done.tolist() == [False, True, True]
    assert world.boards.positions()[0] == STANDARD.opening
    assert (world.boards.numbers[1:] == still[1:]).all()


def test_who_has_won_is_told() -> None:
    world = Environment(chart("pure"), Switches(), 1)
    world.boards.owners[0, :4] = world.boards.powers[0, 0]
    world.boards.turns[0] = 1
    step = world.step(world.blank_orders())
    assert isinstance(step, Step)
    assert step.centres.sum() == 7
    assert step.done.tolist() == [bool(step.winners[0] >= 0)]


def test_what_is_no_order_changes_nothing() -> None:
    world = Environment(STANDARD, Switches(), 2)
    before, orders = world.boards.numbers.copy(), world.blank_orders()
    orders[1, 0] = -7
    assert world.step(orders) == OutOfRange(1, "orders", 0, -7)
    assert (world.boards.numbers == before).all()


def test_planes_show_the_board() -> None:
    world = Environment(STANDARD, Switches(), 2)
    planes, names = world.observe(), world.boards.names
    assert planes.shape == (2, 4 * 7 + 1, len(names.places))
    russia = names.power_number["Russia"]
    fleets = {str(names.places[p]) for p in np.nonzero(planes[1, 4 * russia + 1])[0]}
    assert fleets == {"SEV", "STP/SC"}
    assert planes[:, : 4 * 7 : 4].sum() + planes[:, 1 : 4 * 7 : 4].sum() == 2 * 22
    assert planes[0, 3 : 4 * 7 : 4].sum() == 22
    assert not planes[:, 2 : 4 * 7 : 4].any()


def test_a_game_is_walked_in_words() -> None:
    def choose(position: Position) -> Mapping[str, Sequence[str]]:
        return {"France": ["A PAR - BUR", "A PAR goes home"]} if position.phase.year == 1901 else {}

    steps = list(islice(walk(STANDARD, Switches(), choose), 3))
    assert [str(step.position.phase) for step in steps] == ["S1901M", "F1901M", "S1902M"]
    assert steps[0].unread == (("France", "A PAR goes home"),)
    assert any(str(unit) == "A BUR" for unit in steps[0].after.units)
