"""Which clause of the house rules, or which DATC point, a game's switches answer a question by: what verdicts name."""

from __future__ import annotations

from dragoman.diplomacy.adjudication import kernel
from dragoman.diplomacy.houserules.switches import (
    ConvoyAgainstOwn,
    ConvoyDisruption,
    ParadoxBackup,
    ParadoxBase,
    RouteRule,
    Switches,
)

COMMON = "rulebook"

DISRUPTION = {
    ConvoyDisruption.ANY_FLEET: "VI.4.A",
    ConvoyDisruption.ANY_NEEDED_FLEET: "VI.4.B",
    ConvoyDisruption.STATED_ELSE_ALL: "VI.4.C",
    ConvoyDisruption.ALL_ROUTES: "VI.4.D",
}
ROUTE = {
    RouteRule.ANY_CONVOY: "VI.2.A",
    RouteRule.OPPOSITE_1971: "4.A.3.a",
    RouteRule.INTENT_1982: "4.A.3.b",
    RouteRule.OWN_FLEET_OR_TAG: "VI.2.B",
    RouteRule.TAG_ONLY: "VI.2.C",
}
BACKUP = {ParadoxBackup.ALL_HOLD: "VI.6.A", ParadoxBackup.SZYKMAN: "VI.6.B"}
BASE = {
    ParadoxBase.NONE: COMMON,
    ParadoxBase.RULES_1971: "4.A.2.a",
    ParadoxBase.RULES_1982: "4.A.2.b",
    ParadoxBase.RULES_2000: "4.A.2.c",
}
AGAINST_OWN = {
    ConvoyAgainstOwn.NEITHER: "VI.7.A",
    ConvoyAgainstOwn.CUT_ONLY: "VI.7.B",
    ConvoyAgainstOwn.ORDINARY: "VI.7.C",
}


def deciding(point: int, switches: Switches) -> str:
    """The clause for a point at which the kernel found a verdict."""
    match point:
        case kernel.ROUTE:
            return ROUTE[switches.route_rule]
        case kernel.ROUTES:
            return DISRUPTION[switches.convoy_disruption]
        case kernel.PARADOX:
            return BACKUP[switches.paradox_backup]
        case kernel.PARADOX_BASE:
            return BASE[switches.paradox_base]
        case kernel.FROM_TARGET:
            return "VI.5.A"
        case kernel.AGAINST_OWN:
            return AGAINST_OWN[switches.convoy_against_own]
        case kernel.LOSER:
            return "4.A.7.a" if not switches.land_loser_bounces else "VI.8.B"
        case _:
            return COMMON
