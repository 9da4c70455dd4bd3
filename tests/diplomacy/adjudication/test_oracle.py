"""The kernel against an adjudicator by search that knows only DATC's definitions."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.conftest import Depth
from tests.diplomacy.adjudication.boards import STANDARD
from tests.diplomacy.adjudication.oracle import Piece, Scene
from tests.diplomacy.adjudication.scenes import draw, draw_knot, flatten, moves, resolved, shuffled, stranded

from dragoman.diplomacy.adjudication import flat, kernel
from dragoman.diplomacy.adjudication.battle import Fought, fight
from dragoman.diplomacy.adjudication.kernel import rows
from dragoman.diplomacy.board.position import Phase, PhaseKind, Position
from dragoman.diplomacy.board.unit import Unit, UnitKind
from dragoman.diplomacy.houserules.switches import Switches
from dragoman.diplomacy.orders.offers import Counter
from dragoman.diplomacy.orders.order import Convoy, Line, Move, OrderSet, SupportHold, SupportMove
from dragoman.diplomacy.orders.writing import write

VERBS = {
    kernel.HOLD: "hold",
    kernel.MISORDER: "misorder",
    kernel.MOVE: "move",
    kernel.SUPPORT_HOLD: "support-hold",
    kernel.SUPPORT_MOVE: "support-move",
    kernel.CONVOY: "convoy",
}


def agrees(scene: Scene, work: kernel.Work) -> str:
    """Why the kernel's answer is wrong; empty if it is right.

    With one consistent resolution that is the answer. Where several differ in circular movement alone, the one with the
    most moves is. Where the routes of convoys make the difference, or nothing is consistent, some convoys are stranded,
    and with those broken the answer is consistent and moves whatever can move.
    """
    got, out, lost = moves(work, scene), stranded(work, scene), _lost(work)
    found = scene.resolutions()
    if len({resolution.afloat for resolution in found}) == 1:
        if out:
            return f"stranded {sorted(out)}, though there is no paradox"
        most = max(found, key=lambda resolution: len(resolution.moved))
        supports = all((work.stood[s] == kernel.YES) == most.given(s) for s in _supporters(scene))
        if got == most.moved and lost == most.dislodged and supports:
            return ""
        return f"moved {sorted(got)}, not {sorted(most.moved)}"
    if not out:
        return "a paradox without a stranded convoy"
    after = scene.resolutions(stranded=out)
    if got not in {resolution.moved for resolution in after}:
        return "inconsistent, once the stranded convoys are broken"
    return "" if len(got) == max(len(resolution.moved) for resolution in after) else "circular movement left standing"


def _lost(work: kernel.Work) -> frozenset[int]:
    return frozenset(i for i, state in enumerate(work.lost) if state == kernel.YES)


def _supporters(scene: Scene) -> list[int]:
    return [i for i, piece in enumerate(scene.pieces) if piece.verb.startswith("support")]


@given(st.randoms(use_true_random=False))
def test_crowded_boards_under_any_rules(random: Random) -> None:
    scene = draw(random)
    assert agrees(scene, resolved(scene)) == ""


@pytest.mark.parametrize("start", range(0, 60_000, 5_000))
def test_many_crowded_boards(start: int, depth: Depth) -> None:
    count = 2_000 if depth == "full" else 100
    for seed in range(start, start + count):
        scene = draw(Random(seed))
        assert agrees(scene, resolved(scene)) == "", f"seed {seed}"


@given(st.randoms(use_true_random=False))
def test_boards_full_of_paradoxes(random: Random) -> None:
    scene = draw_knot(random)
    assert agrees(scene, resolved(scene)) == ""


@pytest.mark.parametrize("start", range(0, 30_000, 2_500))
def test_many_boards_full_of_paradoxes(start: int, depth: Depth) -> None:
    """Among these hundreds have no consistent resolution, or several."""
    count = 400 if depth == "full" else 30
    for seed in range(start, start + count):
        scene = draw_knot(Random(seed))
        assert agrees(scene, resolved(scene)) == "", f"seed {seed}"


@pytest.mark.parametrize("sort", [draw, draw_knot])
@given(random=st.randoms(use_true_random=False))
def test_the_order_of_units_is_nothing(sort: Callable[[Random], Scene], random: Random) -> None:
    scene = sort(random)
    again, where = shuffled(random, scene)
    one, other = resolved(scene), resolved(again)
    for row in (kernel.MOVED, kernel.STOOD, kernel.LOST, kernel.CAUSE, kernel.FIRM):
        assert [one[row][i] for i in range(len(where))] == [other[row][where[i]] for i in range(len(where))]


@given(st.randoms(use_true_random=False))
def test_what_was_in_the_workspace_before_is_nothing(random: Random) -> None:
    scene = draw(random)
    dirty, dust = kernel.workspace(9, 9), Random(random.randrange(1000))
    for row in dirty:
        row[:] = [dust.randrange(9) for _ in row]
    assert [resolved(scene, dirty)[row][: len(scene.pieces)] for row in kernel.ANSWERS if row != kernel.PATH] == [
        resolved(scene)[row][: len(scene.pieces)] for row in kernel.ANSWERS if row != kernel.PATH
    ]


@given(st.randoms(use_true_random=False))
def test_every_decision_falls(random: Random) -> None:
    """Whatever comes in, also what no legal order could be, every decision ends as yes or no, in bounded time."""
    units, provinces = random.randint(1, 9), 9
    orders = kernel.Orders(
        place=random.sample(range(provinces), units),
        power=[random.randrange(3) for _ in range(units)],
        kind=[random.choice((0, 1, 2, 2, 2, 3, 4, 4, 5)) for _ in range(units)],
        source=[random.randrange(provinces) for _ in range(units)],
        goal=[random.randrange(provinces) for _ in range(units)],
        way=[random.randrange(4) for _ in range(units)],
        duty=[random.randrange(4) for _ in range(units)],
        fleet=[random.randrange(2) for _ in range(units)],
    )
    rules = [random.randrange(top) for top in (4, 2, 5, 2, 2, 3, 2, 2)]
    wet = [[random.randrange(2) for _ in range(provinces)] for _ in range(provinces)]
    room = kernel.workspace(units, provinces)
    knots = kernel.resolve(orders, room, rules, wet)
    work = kernel.Work._make(room)
    assert knots <= 4 * units
    assert all(work.moved[u] in (kernel.YES, kernel.NO) for u in range(units))
    assert all(work.stood[u] in (kernel.YES, kernel.NO) for u in range(units))


# --- the standard board ---

NARROWS = (
    "ENG",
    "NTH",
    "BEL",
    "HOL",
    "LON",
    "WAL",
    "YOR",
    "PIC",
    "BRE",
    "IRI",
    "MAO",
    "HEL",
    "DEN",
    "SKA",
    "NWY",
    "SWE",
)
INNER_SEA = (
    "ION",
    "TYS",
    "ADR",
    "NAP",
    "ROM",
    "APU",
    "TUN",
    "ALB",
    "GRE",
    "AEG",
    "VEN",
    "TRI",
    "SER",
    "BUL",
    "EAS",
    "TUS",
)


def skirmish(random: Random) -> tuple[Position, dict[str, OrderSet]]:
    """Up to nine units close together on the standard board, each with an order that is legal for it."""
    waters = random.choice((NARROWS, INNER_SEA))
    standing = []
    for province in random.sample(waters, random.randint(4, 9)):
        kind = random.choice(tuple(UnitKind))
        places = [p for p in STANDARD.provinces[province].places if STANDARD.can_stand(kind, p)]
        kind = kind if places else (UnitKind.FLEET if kind is UnitKind.ARMY else UnitKind.ARMY)
        places = places or [p for p in STANDARD.provinces[province].places if STANDARD.can_stand(kind, p)]
        standing.append(Unit(random.choice(("England", "France", "Italy")), kind, random.choice(places)))
    position = Position(Phase("Spring", 1901, PhaseKind.MOVEMENT), tuple(sorted(standing)), {})
    wished: list[Move] = []
    chosen: dict[str, list[Line]] = {}
    for unit in random.sample(standing, len(standing)):
        offers = Counter(STANDARD, position, unit.power, Switches()).offers(unit)
        fitting = [offer for offer in offers if _fits(offer, wished)]
        order = random.choice(fitting if fitting and random.random() < 0.6 else offers)
        wished += [order] if isinstance(order, Move) else []
        chosen.setdefault(unit.power, []).append(Line(order, write(order)))
    return position, {power: OrderSet(power, tuple(lines)) for power, lines in chosen.items()}


def _fits(offer: object, wished: list[Move]) -> bool:
    match offer:
        case Move():
            return len(wished) < 7
        case SupportMove(_, supported, to) | Convoy(_, supported, to):
            return any(move.unit.place == supported.place and move.to == to for move in wished)
        case SupportHold():
            return True
        case _:
            return False


def seen(fought: Fought, switches: Switches) -> Scene:
    """The same board for the oracle."""
    o = fought.orders
    rows = zip(o.place, o.power, o.fleet, o.kind, o.source, o.goal, o.way, strict=True)
    pieces = tuple(
        Piece(
            place, power, bool(fleet), VERBS[kind], source, goal, bool(way & kernel.BY_LAND), bool(way & kernel.TAGGED)
        )
        for place, power, fleet, kind, source, goal, way in rows
    )
    wet = flat.grid(STANDARD).wet
    touching = {(a, b) for a, row in enumerate(wet) for b, touches in enumerate(row) if touches}
    return Scene(pieces, frozenset(touching), switches)


@given(st.randoms(use_true_random=False))
def test_skirmishes_on_the_standard_board(random: Random) -> None:
    position, sets = skirmish(random)
    switches = Switches(land_fallback=random.random() < 0.3)
    fought = fight(STANDARD, position, sets, switches)
    assert agrees(seen(fought, switches), fought.work) == ""
    _strengths_agree(fought)


def _strengths_agree(fought: Fought) -> None:
    """What verdicts say of strengths is what decided."""
    for u, kind in enumerate(fought.orders.kind):
        if kind == kernel.MOVE and fought.work.path[u] == kernel.YES:
            strongest = max((strength for _, strength in fought.resistance(u)), default=0)
            assert fought.moved(u) == (fought.attack(u) > strongest)


def test_rows_bear_the_names_of_their_numbers() -> None:
    for names in (kernel.Orders._fields, kernel.Work._fields):
        assert [getattr(rows, name.upper()) for name in names] == list(range(len(names)))


def test_a_flattened_scene_is_what_it_was() -> None:
    scene = draw(Random(7))
    assert [VERBS[kind] for kind in flatten(scene).kind] == [piece.verb for piece in scene.pieces]
