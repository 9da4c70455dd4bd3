"""Small crowded boards, drawn at random, and how the kernel and the oracle each see one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from tests.diplomacy.adjudication.oracle import Piece, Scene

from dragoman.diplomacy.adjudication import flat, kernel
from dragoman.diplomacy.houserules.switches import (
    ConvoyAgainstOwn,
    ConvoyDisruption,
    ParadoxBackup,
    ParadoxBase,
    RouteRule,
    Switches,
)

SEAS = (0, 1, 2)
LANDS = (3, 4, 5, 6, 7, 8)
PROVINCES = len(SEAS) + len(LANDS)
SEA_BORDERS = (
    (0, 1),
    (1, 2),
    (0, 3),
    (0, 4),
    (0, 5),
    (0, 8),
    (1, 5),
    (1, 6),
    (1, 7),
    (1, 3),
    (2, 7),
    (2, 8),
    (2, 3),
    (2, 4),
)
COASTS = ((3, 4), (4, 5), (5, 6), (6, 7), (7, 8), (8, 3))
INLAND = ((3, 6), (4, 7), *COASTS)


def both(borders: Sequence[tuple[int, int]]) -> frozenset[tuple[int, int]]:
    return frozenset(pair for a, b in borders for pair in ((a, b), (b, a)))


TOUCHING = both(SEA_BORDERS)
BY_FLEET = TOUCHING | both(COASTS)
BY_ARMY = both(INLAND)
KINDS = {
    "hold": kernel.HOLD,
    "misorder": kernel.MISORDER,
    "move": kernel.MOVE,
    "support-hold": kernel.SUPPORT_HOLD,
    "support-move": kernel.SUPPORT_MOVE,
    "convoy": kernel.CONVOY,
}


def draw_switches(random: Random) -> Switches:
    """One choice for each switch that the kernel asks about; as often as not DATC's preference."""

    def one(preferred: object, others: Sequence[object]) -> object:
        return preferred if random.random() < 0.5 else random.choice(others)

    chosen = {
        "convoy_disruption": one(
            ConvoyDisruption.ALL_ROUTES, (ConvoyDisruption.ANY_FLEET, ConvoyDisruption.ALL_ROUTES)
        ),
        "paradox_base": one(ParadoxBase.NONE, tuple(ParadoxBase)),
        "paradox_backup": ParadoxBackup.SZYKMAN,
        "route_rule": one(RouteRule.OWN_FLEET_OR_TAG, tuple(RouteRule)),
        "land_fallback": one(False, (False, True)),
        "cut_by_convoy_to_origin": one(False, (False, True)),
        "convoy_against_own": one(ConvoyAgainstOwn.ORDINARY, tuple(ConvoyAgainstOwn)),
        "convoyed_loser_bounces": one(True, (False, True)),
        "land_loser_bounces": one(True, (False, True)),
    }
    return Switches(**chosen)  # type: ignore[arg-type]


def draw(random: Random, most_moves: int = 7) -> Scene:
    """A crowded board. Moves come first, so that supports and convoys can be of what was ordered."""
    places = random.sample(range(PROVINCES), random.randint(4, PROVINCES))
    units = [
        Piece(place, random.randrange(3), place in SEAS or random.random() < 0.3, "hold") for place in sorted(places)
    ]
    pieces: dict[int, Piece] = {}
    undecided = []
    for unit in units:
        if len([p for p in pieces.values() if p.verb == "move"]) < most_moves and random.random() < 0.55:
            pieces[unit.place] = _move(random, unit)
        else:
            undecided.append(unit)
    for unit in undecided:
        pieces[unit.place] = _help(random, unit, tuple(pieces.values()), units)
    return Scene(tuple(pieces[unit.place] for unit in units), TOUCHING, draw_switches(random))


def _move(random: Random, unit: Piece) -> Piece:
    if unit.fleet:
        goal = random.choice([b for a, b in sorted(BY_FLEET) if a == unit.place])
        return replace(unit, verb="move", goal=goal, walks=True)
    goal = random.choice([land for land in LANDS if land != unit.place])
    walks = (unit.place, goal) in BY_ARMY
    return replace(unit, verb="move", goal=goal, walks=walks, tagged=random.random() < 0.3)


def _help(random: Random, unit: Piece, ordered: Sequence[Piece], units: Sequence[Piece]) -> Piece:
    """A convoy or support, mostly of a move that was ordered; now and then of none, and now and then a misorder."""
    moves = [piece for piece in ordered if piece.verb == "move"]
    armies = [move for move in moves if not move.fleet]
    dice = random.random()
    if dice < 0.05:
        return replace(unit, verb="misorder")
    if unit.place in SEAS and armies and dice < 0.75:
        army = random.choice(armies)
        return replace(unit, verb="convoy", source=army.place, goal=army.goal)
    steps = BY_FLEET if unit.fleet else BY_ARMY
    near = [move for move in moves if (unit.place, move.goal) in steps]
    if near and dice < 0.85:
        move = random.choice(near)
        goal = move.goal if random.random() < 0.95 else unit.place
        return replace(unit, verb="support-move", source=move.place, goal=goal)
    friends = [other for other in units if (unit.place, other.place) in steps]
    if friends and dice < 0.95:
        return replace(unit, verb="support-hold", source=random.choice(friends).place)
    return unit


def flatten(scene: Scene) -> kernel.Orders:
    """The board as the kernel reads it."""
    pieces = scene.pieces
    duty = [kernel.CARRIES if piece.verb == "convoy" else 0 for piece in pieces]
    if scene.switches.convoy_disruption is ConvoyDisruption.ANY_FLEET:
        for army in scene.movers:
            for fleet in frozenset().union(*scene.routes(army)):
                duty[fleet] |= kernel.BINDS
    return kernel.Orders(
        place=[piece.place for piece in pieces],
        power=[piece.power for piece in pieces],
        kind=[KINDS[piece.verb] for piece in pieces],
        source=[piece.source for piece in pieces],
        goal=[piece.goal for piece in pieces],
        way=[kernel.BY_LAND * piece.walks | kernel.TAGGED * piece.tagged for piece in pieces],
        duty=duty,
        fleet=[int(piece.fleet) for piece in pieces],
    )


def wet(scene: Scene, provinces: int = PROVINCES) -> list[list[int]]:
    return [[int((a, b) in scene.touching) for b in range(provinces)] for a in range(provinces)]


def resolved(scene: Scene, room: kernel.Room | None = None) -> kernel.Work:
    """What the kernel makes of the board."""
    provinces = max(PROVINCES, *(1 + max(piece.place, piece.source, piece.goal) for piece in scene.pieces))
    room = room or kernel.workspace(len(scene.pieces), provinces)
    kernel.resolve(flatten(scene), room, flat.rules(scene.switches), wet(scene, provinces))
    return kernel.Work._make(room)


def moves(work: kernel.Work, scene: Scene) -> frozenset[int]:
    return frozenset(i for i in scene.movers if work.moved[i] == kernel.YES)


def stranded(work: kernel.Work, scene: Scene) -> frozenset[int]:
    """The armies whose convoys the kernel let fail as part of a paradox."""
    return frozenset(i for i in scene.movers if work.point[i] == kernel.PARADOX)


def shuffled(random: Random, scene: Scene) -> tuple[Scene, list[int]]:
    """The same board with its pieces in another order, and where each of the old ones stands in it."""
    order = list(range(len(scene.pieces)))
    random.shuffle(order)
    return replace(scene, pieces=tuple(scene.pieces[i] for i in order)), [order.index(i) for i in range(len(order))]


def draw_knot(random: Random) -> Scene:
    """A board made for paradoxes: armies convoyed against those whose support makes or mars the attacks on convoys.

    Places have no geography: of each of two or three convoys the sea is 10 i, the army's start 10 i + 1, its goal
    10 i + 2, the attacker's start 10 i + 3, and further supporters stand at 10 i + 4 and 10 i + 5.
    """
    convoys = random.randint(2, 3)
    powers = random.randint(3, 5)
    pieces, touching = [], []
    for i in range(convoys):
        sea, start, goal, foe = (10 * i + n for n in range(4))
        touching += [(sea, start), (sea, goal)]
        pieces.append(Piece(sea, random.randrange(powers), True, "convoy", start, goal))
        pieces.append(Piece(start, random.randrange(powers), False, "move", goal=goal, walks=random.random() < 0.1))
        pieces.append(_supporter(random, goal, powers, convoys))
        if random.random() < 0.85:
            pieces.append(Piece(foe, random.randrange(powers), True, "move", goal=sea, walks=True))
        pieces += [
            _supporter(random, 10 * i + n, powers, convoys) for n in (4, 5) if random.random() < (0.5, 0.25)[n - 4]
        ]
    if random.random() < 0.3:  # a second route for the first army, by way of the second sea
        touching += [(10, 1), (10, 2)]
        pieces.append(Piece(30, random.randrange(powers), True, "convoy", 1, 2))
        touching += [(30, 1), (30, 2)]
    return Scene(tuple(pieces), both(touching), draw_switches(random))


def _supporter(random: Random, place: int, powers: int, convoys: int) -> Piece:
    """Somebody who supports the attack on a convoy, its fleet, or its army."""
    base, power, fleet = 10 * random.randrange(convoys), random.randrange(powers), random.random() < 0.7
    match random.randrange(4):
        case 0:
            return Piece(place, power, fleet, "support-hold", source=base)
        case 1:
            return Piece(place, power, fleet, "support-move", source=base + 1, goal=base + 2)
        case _:
            return Piece(place, power, fleet, "support-move", source=base + 3, goal=base)
