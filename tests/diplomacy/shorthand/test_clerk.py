"""What a clerk answers in shorthand is what the long way comes to, on every map, in every phase and under any rules."""

from __future__ import annotations

from random import Random

import pytest
from tests.conftest import Depth
from tests.diplomacy.shorthand.tables import draw_orders, draw_position, draw_switches

from dragoman.diplomacy.adjudication import compiled
from dragoman.diplomacy.board.mapfile import chart, chart_names
from dragoman.diplomacy.board.position import PhaseKind
from dragoman.diplomacy.docket import Docket
from dragoman.diplomacy.houserules.presets import preset
from dragoman.diplomacy.houserules.sheet import Sheet
from dragoman.diplomacy.houserules.switches import Switches
from dragoman.diplomacy.shorthand import Clerk, battles, roll

KINDS = tuple(PhaseKind)


def docket(switches: Switches) -> Docket:
    sheet = preset("datc")
    assert isinstance(sheet, Sheet)
    made = Docket(sheet)
    made.switches = switches
    return made


def plain_share(seed: int, variant: str, count: int, hostile: bool, switches: Switches) -> float:
    """Holds the clerk against the docket; how many phases the clerk took."""
    random, on = Random(seed), chart(variant)
    positions = [draw_position(random, on, random.choice(KINDS)) for _ in range(count)]
    phases = [(at, draw_orders(random, on, at, hostile)) for at in positions]
    clerk, slow, numbers = Clerk(on, switches), docket(switches), roll(on)
    found = clerk.after([(numbers.short(at), orders) for at, orders in phases])
    taken = 0
    for (at, orders), short in zip(phases, found, strict=True):
        if short is not None:
            taken += 1
            assert numbers.position(short) == slow.after(at, on, orders), (switches, at, orders)
    return taken / count


@pytest.mark.parametrize("hostile", [False, True])
@pytest.mark.parametrize("kernel", ["plain", "compiled"])
def test_a_clerk_answers_as_a_docket(hostile: bool, kernel: str, depth: Depth, monkeypatch: pytest.MonkeyPatch) -> None:
    if kernel == "compiled" and not compiled.available():
        pytest.skip("Numba is not installed (the extra `fast`)")
    monkeypatch.setattr(battles, "FEW", 1 if kernel == "compiled" else 10**9)
    count = 2000 if depth == "full" else 250
    assert plain_share(1, "standard", count, hostile, Switches()) > (0.5 if hostile else 0.8)


@pytest.mark.parametrize("seed", range(40))
def test_under_any_rules(seed: int, depth: Depth, monkeypatch: pytest.MonkeyPatch) -> None:
    on_arrays = seed % 4 > 1 and compiled.available()
    monkeypatch.setattr(battles, "FEW", 1 if on_arrays else 10**9)
    switches = draw_switches(Random(seed))
    share = plain_share(seed, "standard", 300 if depth == "full" else 40, seed % 2 == 0, switches)
    assert share > 0.2, "of questions that none were taken of, nothing was tried"


@pytest.mark.parametrize("variant", chart_names())
def test_on_every_map(variant: str, depth: Depth) -> None:
    assert plain_share(7, variant, 200 if depth == "full" else 30, False, Switches()) > 0.5


@pytest.mark.parametrize("variant", chart_names())
def test_a_position_in_shorthand_is_the_same_position(variant: str) -> None:
    on, random = chart(variant), Random(3)
    for kind in KINDS:
        at = draw_position(random, on, kind)
        assert roll(on).position(roll(on).short(at)) == at


def test_what_was_remembered_is_forgotten_when_it_is_much(monkeypatch: pytest.MonkeyPatch) -> None:
    on = chart("standard")
    clerk, random = Clerk(on, Switches()), Random(5)
    monkeypatch.setattr("dragoman.diplomacy.shorthand.writs.MOST_CODES", 0)
    at = draw_position(random, on, PhaseKind.MOVEMENT)
    before = clerk.writs
    orders = draw_orders(random, on, at, hostile=False)
    once = clerk.after([(roll(on).short(at), orders)])
    assert clerk.writs is not before
    assert clerk.after([(roll(on).short(at), orders)]) == once
