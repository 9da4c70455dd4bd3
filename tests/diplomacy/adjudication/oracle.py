"""An adjudicator by search: every fate of the orders that satisfies DATC's definitions (chapter 5), and no other.

Written from the definitions alone, to hold the kernel against. It tries each set of moves that might succeed; what is
dislodged, convoyed and supported follows from the set, and the set stands if the conditions for moves then yield it
again. Only for boards with few moves.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, combinations

from dragoman.diplomacy.houserules.switches import (
    ConvoyAgainstOwn,
    ConvoyDisruption,
    ParadoxBase,
    RouteRule,
    Switches,
)


@dataclass(frozen=True)
class Piece:
    """A unit and its one order.

    `verb` is hold, misorder, move, support-hold, support-move or convoy; `source` the province of the unit supported or
    convoyed, `goal` where the move goes; `walks` whether it could go by land, `tagged` whether the order says it sails.
    """

    place: int
    power: int
    fleet: bool
    verb: str
    source: int = -1
    goal: int = -1
    walks: bool = False
    tagged: bool = False


@dataclass(frozen=True)
class Scene:
    """A board: the pieces, and the pairs of provinces between which a fleet in the first or second passes armies on."""

    pieces: tuple[Piece, ...]
    touching: frozenset[tuple[int, int]]
    switches: Switches

    @cached_property
    def movers(self) -> tuple[int, ...]:
        return tuple(i for i, p in enumerate(self.pieces) if p.verb == "move")

    def at(self, province: int) -> int | None:
        return next((i for i, p in enumerate(self.pieces) if p.place == province), None)

    def target(self, i: int) -> int | None:
        """The unit that support or convoy order `i` fits, if any."""
        piece = self.pieces[i]
        j = self.at(piece.source)
        if j is None:
            return None
        other = self.pieces[j]
        if piece.verb == "support-hold":
            return j if other.verb not in ("move", "misorder") else None
        if piece.verb == "convoy" and other.fleet:
            return None
        return j if other.verb == "move" and other.goal == piece.goal else None

    def fleets(self, army: int) -> tuple[int, ...]:
        return tuple(i for i, p in enumerate(self.pieces) if p.verb == "convoy" and self.target(i) == army)

    # --- routes ---

    def carries(self, army: int, fleets: frozenset[int]) -> bool:
        """Whether those fleets alone can carry the army from its place to its goal."""
        reached: set[int] = set()
        while True:
            shore = {self.pieces[army].place} | {self.pieces[f].place for f in reached}
            new = {f for f in fleets - reached if any((p, self.pieces[f].place) in self.touching for p in shore)}
            if not new:
                return any((self.pieces[f].place, self.pieces[army].goal) in self.touching for f in reached)
            reached |= new

    def routes(self, army: int) -> tuple[frozenset[int], ...]:
        """Every possible route: fleets that can carry the army, none of which could be left out."""
        found: list[frozenset[int]] = []
        fleets = self.fleets(army)
        for size in range(1, len(fleets) + 1):
            for some in map(frozenset, combinations(fleets, size)):
                if self.carries(army, some) and not any(route < some for route in found):
                    found.append(some)
        return tuple(found)

    @cached_property
    def sailors(self) -> frozenset[int]:
        """Movers that are to go by convoy, whether or not they can (VI.2, 4.A.3)."""
        return frozenset(i for i in self.movers if self._means_to_sail(i))

    def _means_to_sail(self, i: int) -> bool:
        piece, rule = self.pieces[i], self.switches.route_rule
        if not piece.walks:
            return True
        fleets, facing = self.fleets(i), self.at(piece.goal)
        opposite = facing is not None and self.pieces[facing].verb == "move" and self.pieces[facing].goal == piece.place
        if rule is RouteRule.OPPOSITE_1971:
            return opposite and bool(fleets)
        if piece.tagged:
            return True
        own = any(self.pieces[f].power == piece.power for f in fleets)
        match rule:
            case RouteRule.ANY_CONVOY:
                return bool(fleets)
            case RouteRule.OWN_FLEET_OR_TAG:
                return own
            case RouteRule.INTENT_1982:
                mine = facing is not None and self.pieces[facing].power == piece.power
                return own or (bool(fleets) and opposite and mine)
            case _:
                return False

    def falls_back(self, i: int) -> bool:
        rules = self.switches
        return self.pieces[i].walks and (rules.land_fallback or rules.route_rule is RouteRule.OPPOSITE_1971)

    def subsets(self) -> Iterator[frozenset[int]]:
        movers = self.movers
        return map(frozenset, chain.from_iterable(combinations(movers, size) for size in range(len(movers) + 1)))

    def resolutions(self, stranded: frozenset[int] = frozenset()) -> tuple[Resolution, ...]:
        """All consistent resolutions, when the convoys of the `stranded` fail whatever becomes of their fleets."""
        tried = (Resolution(self, moved, stranded) for moved in self.subsets())
        return tuple(resolution for resolution in tried if resolution.stands())


@dataclass(frozen=True)
class Resolution:
    """One set of successful moves, and what follows from it."""

    scene: Scene
    moved: frozenset[int]
    stranded: frozenset[int]

    def __hash__(self) -> int:
        return hash((self.moved, self.stranded))

    def stands(self) -> bool:
        return all((i in self.moved) == self.succeeds(i) for i in self.scene.movers)

    def dislodger(self, i: int) -> int | None:
        """(2) Dislodged: did not leave, and another unit moved in."""
        pieces = self.scene.pieces
        if i in self.moved:
            return None
        return next((j for j in self.moved if pieces[j].goal == pieces[i].place), None)

    @cached_property
    def dislodged(self) -> frozenset[int]:
        return frozenset(i for i in range(len(self.scene.pieces)) if self.dislodger(i) is not None)

    # --- paths (7) ---

    @cached_property
    def afloat(self) -> frozenset[int]:
        """Movers whose convoy is open."""
        return frozenset(i for i in self.scene.sailors if i not in self.stranded and self._open(i))

    def _open(self, i: int) -> bool:
        scene = self.scene
        routes = scene.routes(i)
        if scene.switches.convoy_disruption is ConvoyDisruption.ANY_FLEET:
            return bool(routes) and not any(route & self.dislodged for route in routes)
        return any(not route & self.dislodged for route in routes)

    def path(self, i: int) -> bool:
        if i not in self.scene.sailors or i in self.afloat:
            return True
        return i not in self.stranded and self.scene.falls_back(i)

    def by_sea(self, i: int) -> bool:
        """Whether `i` moves by convoy. One whose convoy fails without another way is not on land either."""
        return i in self.scene.sailors and (i in self.afloat or not self.path(i))

    def head_to_head(self, i: int, j: int) -> bool:
        a, b = self.scene.pieces[i], self.scene.pieces[j]
        moves = a.verb == b.verb == "move" and a.goal == b.place and b.goal == a.place
        return moves and not self.by_sea(i) and not self.by_sea(j)

    # --- supports (6) ---

    def given(self, s: int) -> bool:
        scene, me = self.scene, self.scene.pieces[s]
        if me.verb not in ("support-hold", "support-move") or scene.target(s) is None:
            return False
        for a in scene.movers:
            attacker = scene.pieces[a]
            if attacker.goal != me.place or attacker.power == me.power or not self.path(a) or self._spares(a, s):
                continue
            from_target = me.verb == "support-move" and me.goal == attacker.place
            counts = not from_target or (self.by_sea(a) and scene.switches.cut_by_convoy_to_origin)
            if counts or a in self.moved:
                return False
        return True

    def _spares(self, a: int, s: int) -> bool:
        """Whether convoyed army `a` cannot cut the support of `s`, by VI.7.A or the rulebook's rule (4.A.2.a–c)."""
        scene, me = self.scene, self.scene.pieces[s]
        if not self.by_sea(a):
            return False
        if scene.switches.convoy_against_own is ConvoyAgainstOwn.NEITHER and self.owed(a, me.power):
            return True
        f = scene.at(me.goal if me.verb == "support-move" else me.source)
        if f is None or scene.pieces[f].verb != "convoy" or scene.target(f) is None:
            return False
        attacks, supported = me.verb == "support-move", scene.target(s)
        match scene.switches.paradox_base:
            case ParadoxBase.NONE:
                return False
            case ParadoxBase.RULES_1982:
                return me.fleet
            case ParadoxBase.RULES_1971:
                fleets = supported is not None and scene.pieces[supported].fleet and me.fleet
                return attacks and fleets and scene.target(f) == a
            case ParadoxBase.RULES_2000:
                necessary = not any(f not in route for route in scene.routes(a))
                return attacks and scene.target(f) == a and necessary

    def owed(self, a: int, power: int) -> bool:
        """VI.7: whether foreign army `a` owes its passage to that power, no route doing without its fleets."""
        scene = self.scene
        if scene.pieces[a].power == power or not self.by_sea(a):
            return False
        return not any(all(scene.pieces[f].power != power for f in route) for route in scene.routes(a))

    def supports(self, i: int, besides: int | None = None) -> int:
        """Good supports of `i`, those of power `besides` left out."""
        scene = self.scene
        return sum(
            1
            for s in range(len(scene.pieces))
            if self.given(s) and scene.target(s) == i and scene.pieces[s].power != besides
        )

    # --- strengths (8 to 11) ---

    def hold(self, province: int) -> int:
        v = self.scene.at(province)
        if v is None or v in self.moved:
            return 0
        return 1 if self.scene.pieces[v].verb == "move" else 1 + self.supports(v)

    def prevent(self, i: int) -> int:
        if not self.path(i):
            return 0
        v = self.scene.at(self.scene.pieces[i].goal)
        if v is not None and v in self.moved and self.head_to_head(i, v):
            return 0
        if v is not None and i not in self.moved and self.dislodger(i) == v and not self.head_to_head(i, v):
            rules = self.scene.switches
            if not (rules.convoyed_loser_bounces if self.by_sea(i) else rules.land_loser_bounces):
                return 0
        return 1 + self.supports(i)

    def defend(self, i: int) -> int:
        return 1 + self.supports(i)

    def attack(self, i: int) -> int:
        if not self.path(i):
            return 0
        scene, me = self.scene, self.scene.pieces[i]
        v = scene.at(me.goal)
        if v is None or (v in self.moved and not self.head_to_head(i, v)):
            return 1 + self.supports(i)
        other = scene.pieces[v]
        barred = scene.switches.convoy_against_own is not ConvoyAgainstOwn.ORDINARY and self.owed(i, other.power)
        return 0 if other.power == me.power or barred else 1 + self.supports(i, besides=other.power)

    # --- moves (4, 5) ---

    def succeeds(self, i: int) -> bool:
        scene, goal = self.scene, self.scene.pieces[i].goal
        v = scene.at(goal)
        attack = self.attack(i)
        against = self.defend(v) if v is not None and self.head_to_head(i, v) else self.hold(goal)
        rivals = (j for j in scene.movers if j != i and scene.pieces[j].goal == goal)
        return attack > against and all(attack > self.prevent(j) for j in rivals)
