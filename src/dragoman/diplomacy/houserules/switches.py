"""Exactly what adjudication asks of the house rules, each question answered once; the whole sheet is never looked at
there.

Every field's default is DATC 3.0's preference, so that `Switches()` adjudicates as the preset `datc` does. The letters
in the docstrings are the house-rule clauses (VI.4.A) and DATC's points (4.A.1.a); note that their letters often cross.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class ConvoyDisruption(StrEnum):
    """VI.4, 4.A.1: when a convoy with several possible routes is broken. A route is possible by the orders given,
    before anything is adjudicated."""

    ANY_FLEET = "any-fleet"
    """VI.4.A, 4.A.1.a: one fleet of any possible route is dislodged."""
    ANY_NEEDED_FLEET = "any-needed-fleet"
    """VI.4.B: a stated route binds (any of its fleets, foreign included); with none stated any fleet of any possible
    route, but a dislodged *foreign* fleet counts only where no other possible route exists."""
    STATED_ELSE_ALL = "stated-else-all"
    """VI.4.C: a stated route binds; with none stated, only when no route is left."""
    ALL_ROUTES = "all-routes"
    """VI.4.D, 4.A.1.b: only when no route is left; a stated route has no force."""


class ParadoxBase(StrEnum):
    """4.A.2, I.2: the rulebook's own way out of convoy paradoxes, which the backup stands behind. An exception to
    cutting."""

    NONE = "none"
    RULES_1971 = "1971"
    """4.A.2.a: a convoyed army does not cut a fleet's support for a fleet that attacks one of the army's convoying
    fleets."""
    RULES_1982 = "1982"
    """4.A.2.b: a convoyed army does not cut a fleet's support for any action in a sea space that holds a convoying
    fleet."""
    RULES_2000 = "2000"
    """4.A.2.c: a convoyed army does not cut a support for an attack on a fleet that is necessary for its convoy."""


class ParadoxBackup(StrEnum):
    """VI.6, 4.A.2.d and f: what becomes of a knot that has no resolution, or more than one, under the rulebook's
    rule."""

    ALL_HOLD = "all-hold"
    """VI.6.A, 4.A.2.d: every move in the paradox fails."""
    SZYKMAN = "szykman"
    """VI.6.B, 4.A.2.f: the convoys in the paradox fail and their armies have no effect on the destination; the rest is
    resolved as usual."""


class RouteRule(StrEnum):
    """VI.2, 4.A.3: by land or by convoy, where an army is ordered to a neighbour that it could reach in both ways."""

    ANY_CONVOY = "any-convoy"
    """VI.2.A: by convoy if any player legally ordered a convoy of that army to that destination."""
    OPPOSITE_1971 = "1971"
    """4.A.3.a: by convoy only if the unit at the destination moves the opposite way and the convoy is not broken."""
    INTENT_1982 = "1982"
    """4.A.3.b: by the intent that all orders of the army's owner show together."""
    OWN_FLEET_OR_TAG = "own-fleet"
    """VI.2.B, 4.A.3.c: by convoy if a fleet of the army's own power legally convoys it there, or the order says so."""
    TAG_ONLY = "tag"
    """VI.2.C, 4.A.3.u1: by convoy only if the order says so."""


class RouteNaming(StrEnum):
    """VI.3, 4.A.6: whether a player may name the route of a convoy."""

    ALLOWED = "allowed"
    """VI.3.A, 4.A.6.b."""
    IGNORED = "ignored"
    """VI.3.B, 4.A.6.a: a stated route is ignored, and that is told."""
    REQUIRED = "required"
    """4.A.6.c: without a stated route the convoy fails."""


class ConvoyAgainstOwn(StrEnum):
    """VI.7: what a foreign army does to a unit of the player whose fleet convoys it there."""

    NEITHER = "neither"
    """VI.7.A: it neither dislodges nor cuts."""
    CUT_ONLY = "cut-only"
    """VI.7.B: it cuts, but does not dislodge."""
    ORDINARY = "ordinary"
    """VI.7.C, DATC 6.D.16: both, by the ordinary rules."""


class Misorder(StrEnum):
    """III.5, 4.E.1: whether a unit with an impossible order can be supported in holding."""

    MOVE_STAYS_MOVE = "move"
    """III.5.A, 4.E.1.u2: a unit ordered to move never receives hold support, even if the move is impossible."""
    NAMED_SPACE_STAYS_MOVE = "named-space"
    """III.5.B: the same only if the space named is on the board and not the unit's own province."""
    ILLEGAL_IS_HOLD = "hold"
    """III.5.C, 4.E.1.u1: an illegal order is a hold and may be supported."""


class Legality(StrEnum):
    """4.E.1, DATC 6.D.32: what may be known when asking whether a move could ever be possible."""

    POSITION = "position"
    """The units on the board, whoever owns them and whatever they were ordered (III.5.C)."""
    BOARD = "board"
    """The map alone: a convoy that fleets *somewhere* could have made keeps a move legal."""


class MultipleOrders(StrEnum):
    """III.6, 4.D.3: a unit ordered more than once in one set. Exact duplicates count once, except under first and
    last."""

    HOLD = "hold"
    """III.6.A."""
    MOVE = "move"
    """III.6.B: an attempt to move (hence no hold support) if any of the orders was a move, else a hold."""
    LEGAL_HOLD = "legal-hold"
    """III.6.C, 4.D.3.c: drop illegal orders first, then as `HOLD`."""
    LEGAL_MOVE = "legal-move"
    """III.6.D: drop illegal orders first, then as `MOVE`."""
    FIRST = "first"
    """III.6.E [first], 4.D.3.a."""
    LAST = "last"
    """III.6.E [last], 4.D.3.b."""


class Designation(StrEnum):
    """IV.1, IV.2, 4.C.1–2 and 4.C.5–6: an omitted or wrong unit type or nationality."""

    VOID = "void"
    """Option a: the order is void (the unit may be supported in holding)."""
    VALID = "valid"
    """Option b: the order stands."""
    VALID_UNLESS_BETTER = "valid-unless-better"
    """Option c: the order stands unless another order of the set for the same unit has it right."""


class OwnCoast(StrEnum):
    """IV.3 to IV.5, 4.B.1–3 and 4.B.5: a coast left out, or a wrong one named, by the fleet that is ordered."""

    VOID = "void"
    ONE_POSSIBLE = "one-possible"
    """Stands if only one coast can be meant: the only reachable one, or the one where the fleet is."""


class SupportedCoast(StrEnum):
    """IV.6 and IV.7, 4.B.4: a support of a fleet to, from or in a two-coast province that leaves its coast out, or
    names another than the fleet's own order does."""

    VOID = "void"
    """IV.6.A and 4.B.4.u1 (left out); IV.7.A and DATC 6.B.9 (mismatch)."""
    OWN_ONLY = "own-only"
    """4.B.4.u2: left out, good for a fleet of one's own power only. Not an answer to a mismatch."""
    ONE_POSSIBLE = "one-possible"
    """IV.6.B, IV.7.B: good if only one coast is possible for the *supported* fleet, or that fleet is in the
    province."""
    EITHER = "either"
    """IV.6.C and 4.B.4.u3; IV.7.C."""


class UntypedBuild(StrEnum):
    """V.1, 4.C.3: a build order without a unit type."""

    NOTHING = "nothing"
    """V.1.A, 4.C.3.a."""
    ARMY_INLAND = "army-inland"
    """V.1.B, 4.C.3.b: an army where the centre can make only armies, else nothing."""
    ARMY_INLAND_OR_COAST = "army-inland-or-coast"
    """V.1.C, 4.C.3.c: besides, a fleet where a legal coast is named."""


class TooMany(StrEnum):
    """V.2, 4.D.4 and 4.D.6: more builds or disbands ordered than the position allows."""

    NONE = "none"
    """V.2.A, option a: no build at all; disbands by the rule for civil disorder."""
    FIRST = "first"
    """V.2.B [top to bottom], option b: the first legal ones."""
    LAST = "last"
    """V.2.B [bottom to top], option c: the last legal ones."""


class SeveralBuilds(StrEnum):
    """V.3, 4.D.5: several builds ordered in one centre."""

    NOTHING_IF_DIFFERENT = "nothing-if-different"
    """V.3.A: nothing if their types differ; duplicates count once."""
    ARMY_IF_INLAND = "army-if-inland"
    """V.3.B: as above, but an army where fleets cannot be built."""
    FIRST = "first"
    """V.3.C [top to bottom], 4.D.5.b."""
    LAST = "last"
    """V.3.C [bottom to top], 4.D.5.c."""
    NOTHING = "nothing"
    """4.D.5.a: all of them fail, duplicates too."""


class RemovalDistance(StrEnum):
    """V.4, 4.D.8: from what, and how, distance is counted when a power must remove units and orders too few removals.

    In all but `HOME_CENTRES_BY_CONVOY` an army counts its own steps by land and one for each sea province whether or
    not a fleet is there; a fleet counts its own steps (each coastal area and sea one); the farthest goes first.
    """

    HOME_COUNTRY = "home-country"
    """V.4.A, 4.D.8.u2 in one reading: from the nearest province of the home country, centre or not."""
    HOME_COUNTRY_ALL_SPACES = "home-country-all-spaces"
    """4.D.8.u2 in its other reading: from the nearest province of the home country, armies *and fleets* over land and
    sea, one a province."""
    HOME_CENTRES = "home-centres"
    """V.4.B, 4.D.8.u3: from the nearest home supply centre."""
    HOME_CENTRES_BY_CONVOY = "home-centres-by-convoy"
    """4.D.8.u1 (1971–1992; our reading of a rule that leaves the counting open): from the nearest home supply centre;
    an army's crossing of any chain of seas between two coasts counts as one move, whether or not fleets are there."""
    HOME_CENTRES_ALL_SPACES = "home-centres-all-spaces"
    """4.D.8.u1 in its other reading: from the nearest home supply centre, armies *and fleets* over land and sea, one a
    province."""
    OWNED_CENTRES = "owned-centres"
    """4.D.8.u4 (2023): from the nearest centre the power owns; armies *and fleets* pass over land and sea, one a
    province (DATC 6.J.5, 6.J.6)."""
    ABROAD_FIRST = "abroad-first"
    """F.13: units outside the home country before those in it, there and here those outside centres before those in
    them; among these as `HOME_CENTRES`."""


class RemovalTies(StrEnum):
    """What decides between units equally far: DATC 6.J.4, 6.J.6, 6.J.7."""

    FLEETS_THEN_NAME = "fleets-then-name"
    """Fleets before armies, then the alphabet by the province's English name."""
    FLEETS_THEN_ABBREVIATION = "fleets-then-abbreviation"
    """Fleets before armies, then the alphabet by the province's standard abbreviation."""
    NAME = "name"
    """The alphabet by the province's English name alone."""


@dataclass(frozen=True, slots=True)
class Switches:
    """The answers by which one phase is adjudicated. Made from a sheet by `switches(sheet)`."""

    # --- convoys (VI, 4.A) ---
    convoy_disruption: ConvoyDisruption = ConvoyDisruption.ALL_ROUTES
    """VI.4, 4.A.1."""
    paradox_base: ParadoxBase = ParadoxBase.NONE
    """4.A.2.a–c."""
    paradox_backup: ParadoxBackup = ParadoxBackup.SZYKMAN
    """VI.6, 4.A.2.d and f."""
    route_rule: RouteRule = RouteRule.OWN_FLEET_OR_TAG
    """VI.2, 4.A.3."""
    land_fallback: bool = False
    """4.A.3: an army that was to go to a neighbour by convoy walks when that convoy is missing or broken."""
    cut_by_convoy_to_origin: bool = False
    """VI.5 (A is True), 4.A.4 (b is True): a convoyed army cuts a support for an attack on its own start."""
    retreat_to_convoy_origin: bool = True
    """VI.1 (B is True), 4.A.5 (b is True): who is dislodged by a convoyed army may retreat to where it started."""
    route_naming: RouteNaming = RouteNaming.IGNORED
    """VI.3, 4.A.6."""
    convoy_against_own: ConvoyAgainstOwn = ConvoyAgainstOwn.ORDINARY
    """VI.7."""
    convoyed_loser_bounces: bool = True
    """VI.8 (A is True), 4.A.7 (b is True): a *convoyed* unit dislodged by a unit from its destination can still bounce
    a third unit there (DATC 6.G.14, 6.G.15)."""
    land_loser_bounces: bool = True
    """4.A.7 (b is True) for a unit moving by *land* that is dislodged by a convoyed unit from its destination
    (6.G.10)."""

    # --- what an order is (III, 4.E.1, 4.D.3) ---
    misorder: Misorder = Misorder.ILLEGAL_IS_HOLD
    """III.5, 4.E.1."""
    legality: Legality = Legality.POSITION
    """4.E.1, DATC 6.D.32: what may be known when asking whether a move is possible at all."""
    useless_order_illegal: bool = True
    """4.E.1: a support that can never be valid together with what it supports (6.D.31), and a convoy order by a fleet
    that no route can need (6.G.7, 6.G.19), are illegal: no order, and no sign of intent."""
    multiple_orders: MultipleOrders = MultipleOrders.LEGAL_HOLD
    """III.6, 4.D.3."""
    orders_inferred: bool = False
    """III.3 (B is True), 4.E.3 (a is True): a unit without an order gets the one action that its player's supports and
    convoys in the same set agree on."""
    civil_disorder_hold_support: bool = True
    """4.D.9 (b is True): a hold support for a unit of a power in civil disorder works."""

    # --- unit type, nationality and coast as written (IV, 4.B, 4.C) ---
    omitted_type: Designation = Designation.VALID
    """4.C.1; IV.1 fixes VALID."""
    wrong_type: Designation = Designation.VALID
    """IV.1, 4.C.2."""
    omitted_nationality: Designation = Designation.VALID
    """4.C.5; IV.2 fixes VALID."""
    wrong_nationality: Designation = Designation.VALID
    """IV.2, 4.C.6."""
    coast_omitted: OwnCoast = OwnCoast.ONE_POSSIBLE
    """IV.3, 4.B.1, 4.B.2: the fleet's own order leaves the coast out, be it where it is or where it goes."""
    target_coast_wrong: OwnCoast = OwnCoast.VOID
    """IV.4 (destination), 4.B.3: it names a coast it cannot reach."""
    start_coast_wrong: OwnCoast = OwnCoast.ONE_POSSIBLE
    """IV.4 (start), 4.B.5: its move or hold names another coast than the one where it is (never moves it there:
    6.B.11)."""
    supporter_coast_wrong: OwnCoast = OwnCoast.ONE_POSSIBLE
    """IV.5, 4.B.5: its support names another coast than the one where it is."""
    supported_coast_omitted: SupportedCoast = SupportedCoast.EITHER
    """IV.6, 4.B.4."""
    supported_coast_differs: SupportedCoast = SupportedCoast.VOID
    """IV.7, DATC 6.B.9."""
    irrelevant_coast_ignored: bool = True
    """4.B.6 (b is True): a coast that does not exist, or a coast named for an army, is passed over (6.B.12)."""

    # --- adjustments (V, 4.C.3–4, 4.D.4–8) ---
    untyped_build: UntypedBuild = UntypedBuild.ARMY_INLAND_OR_COAST
    """V.1, 4.C.3."""
    inland_fleet_builds_army: bool = False
    """V.5 (B is True), 4.C.4 (b is True): a fleet ordered where none can be becomes an army."""
    too_many_builds: TooMany = TooMany.FIRST
    """V.2, 4.D.4."""
    too_many_disbands: TooMany = TooMany.FIRST
    """V.2, 4.D.6."""
    several_builds: SeveralBuilds = SeveralBuilds.FIRST
    """V.3, 4.D.5."""
    waives_allowed: bool = True
    """4.D.7 (a is True): a power may leave builds unused."""
    removal_distance: RemovalDistance = RemovalDistance.OWNED_CENTRES
    """V.4, 4.D.8."""
    removal_ties: RemovalTies = RemovalTies.FLEETS_THEN_NAME
    """4.D.8, DATC 6.J.4–7."""
