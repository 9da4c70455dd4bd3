"""How a choice in a setting answers a question of adjudication: for each field of `Switches` its setting, and the
answer by the choice in writing. Data only."""

from __future__ import annotations

from collections.abc import Mapping

from dragoman.diplomacy.houserules.adjustments import BOTTOM, TOP
from dragoman.diplomacy.houserules.switches import (
    ConvoyAgainstOwn,
    ConvoyDisruption,
    Designation,
    Legality,
    Misorder,
    MultipleOrders,
    OwnCoast,
    ParadoxBackup,
    ParadoxBase,
    RemovalDistance,
    RemovalTies,
    RouteNaming,
    RouteRule,
    SeveralBuilds,
    SupportedCoast,
    TooMany,
    UntypedBuild,
)

_DESIGNATION = {"a": Designation.VOID, "b": Designation.VALID, "c": Designation.VALID_UNLESS_BETTER}
_TOO_MANY = {"a": TooMany.NONE, "b": TooMany.FIRST, "c": TooMany.LAST}
_OWN_COAST = {"A": OwnCoast.VOID, "B": OwnCoast.ONE_POSSIBLE}

ANSWERS: Mapping[str, tuple[str, Mapping[str, object]]] = {
    "convoy_disruption": (
        "VI.4",
        {
            "A": ConvoyDisruption.ANY_FLEET,
            "B": ConvoyDisruption.ANY_NEEDED_FLEET,
            "C": ConvoyDisruption.STATED_ELSE_ALL,
            "D": ConvoyDisruption.ALL_ROUTES,
        },
    ),
    "paradox_base": ("4.A.2.base", {base.value: base for base in ParadoxBase}),
    "paradox_backup": ("VI.6", {"A": ParadoxBackup.ALL_HOLD, "B": ParadoxBackup.SZYKMAN}),
    "route_rule": (
        "VI.2",
        {
            "A": RouteRule.ANY_CONVOY,
            "B": RouteRule.OWN_FLEET_OR_TAG,
            "C": RouteRule.TAG_ONLY,
            "4.A.3.a": RouteRule.OPPOSITE_1971,
            "4.A.3.b": RouteRule.INTENT_1982,
        },
    ),
    "land_fallback": ("4.A.3.fallback", {"yes": True, "no": False}),
    "cut_by_convoy_to_origin": ("VI.5", {"A": True, "B": False}),
    "retreat_to_convoy_origin": ("VI.1", {"A": False, "B": True}),
    "route_naming": (
        "VI.3",
        {"A": RouteNaming.ALLOWED, "B": RouteNaming.IGNORED, "4.A.6.c": RouteNaming.REQUIRED},
    ),
    "convoy_against_own": (
        "VI.7",
        {"A": ConvoyAgainstOwn.NEITHER, "B": ConvoyAgainstOwn.CUT_ONLY, "C": ConvoyAgainstOwn.ORDINARY},
    ),
    "convoyed_loser_bounces": ("VI.8", {"A": True, "B": False}),
    "land_loser_bounces": ("4.A.7.land", {"a": False, "b": True}),
    "misorder": (
        "III.5",
        {"A": Misorder.MOVE_STAYS_MOVE, "B": Misorder.NAMED_SPACE_STAYS_MOVE, "C": Misorder.ILLEGAL_IS_HOLD},
    ),
    "legality": ("4.E.1.legality", {legality.value: legality for legality in Legality}),
    "useless_order_illegal": ("4.E.1.useless", {"illegal": True, "stand": False}),
    "multiple_orders": (
        "III.6",
        {
            "A": MultipleOrders.HOLD,
            "B": MultipleOrders.MOVE,
            "C": MultipleOrders.LEGAL_HOLD,
            "D": MultipleOrders.LEGAL_MOVE,
            "E which=first": MultipleOrders.FIRST,
            "E which=last": MultipleOrders.LAST,
        },
    ),
    "orders_inferred": ("III.3", {"A": False, "B": True}),
    "civil_disorder_hold_support": ("4.D.9", {"a": False, "b": True}),
    "omitted_type": ("4.C.1", _DESIGNATION),
    "wrong_type": ("4.C.2", _DESIGNATION),
    "omitted_nationality": ("4.C.5", _DESIGNATION),
    "wrong_nationality": ("4.C.6", _DESIGNATION),
    "coast_omitted": ("IV.3", _OWN_COAST),
    "target_coast_wrong": ("4.B.3", {"a": OwnCoast.ONE_POSSIBLE, "b": OwnCoast.VOID}),
    "start_coast_wrong": ("IV.4.own", _OWN_COAST),
    "supporter_coast_wrong": ("IV.5", _OWN_COAST),
    "supported_coast_omitted": (
        "IV.6",
        {
            "A": SupportedCoast.VOID,
            "B": SupportedCoast.ONE_POSSIBLE,
            "C": SupportedCoast.EITHER,
            "4.B.4.u2": SupportedCoast.OWN_ONLY,
        },
    ),
    "supported_coast_differs": (
        "IV.7",
        {"A": SupportedCoast.VOID, "B": SupportedCoast.ONE_POSSIBLE, "C": SupportedCoast.EITHER},
    ),
    "irrelevant_coast_ignored": ("4.B.6", {"a": False, "b": True}),
    "untyped_build": (
        "V.1",
        {"A": UntypedBuild.NOTHING, "B": UntypedBuild.ARMY_INLAND, "C": UntypedBuild.ARMY_INLAND_OR_COAST},
    ),
    "inland_fleet_builds_army": ("V.5", {"A": False, "B": True}),
    "too_many_builds": ("4.D.4", _TOO_MANY),
    "too_many_disbands": ("4.D.6", _TOO_MANY),
    "several_builds": (
        "V.3",
        {
            "A": SeveralBuilds.NOTHING_IF_DIFFERENT,
            "B": SeveralBuilds.ARMY_IF_INLAND,
            f"C order={TOP}": SeveralBuilds.FIRST,
            f"C order={BOTTOM}": SeveralBuilds.LAST,
            "4.D.5.a": SeveralBuilds.NOTHING,
        },
    ),
    "waives_allowed": ("4.D.7", {"a": True, "b": False}),
    "removal_distance": (
        "V.4",
        {
            "A": RemovalDistance.HOME_COUNTRY,
            "B": RemovalDistance.HOME_CENTRES,
            "4.D.8.u1 reading=whole convoys": RemovalDistance.HOME_CENTRES_BY_CONVOY,
            "4.D.8.u1 reading=all spaces": RemovalDistance.HOME_CENTRES_ALL_SPACES,
            "4.D.8.u2": RemovalDistance.HOME_COUNTRY_ALL_SPACES,
            "4.D.8.u4": RemovalDistance.OWNED_CENTRES,
            "F.13": RemovalDistance.ABROAD_FIRST,
        },
    ),
    "removal_ties": ("4.D.8.ties", {ties.value: ties for ties in RemovalTies}),
}
