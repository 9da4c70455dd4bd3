"""How the old form calls things: places in full with their coast behind them, powers by name and adjective, phases."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping

from dragoman.diplomacy.board.chart import Chart, once_a_chart
from dragoman.diplomacy.board.position import Phase, PhaseKind
from dragoman.diplomacy.board.province import Place, Terrain
from dragoman.diplomacy.board.unit import UnitKind

COASTS = {"NC": "north coast", "SC": "south coast", "EC": "east coast", "WC": "west coast"}
KINDS = {UnitKind.ARMY: "Army", UnitKind.FLEET: "Fleet"}
RESULTS = {PhaseKind.MOVEMENT: "Movement", PhaseKind.RETREAT: "Retreat", PhaseKind.ADJUSTMENT: "Adjustment"}
"""What the results of a phase are headed by."""

COMING = {PhaseKind.MOVEMENT: "Movement", PhaseKind.RETREAT: "Retreats", PhaseKind.ADJUSTMENT: "Adjustments"}
"""What a phase to come is called."""


def plain(text: str) -> str:
    """Text in ASCII: accents are left off, and what has no likeness there becomes a question mark."""
    bare = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
    return bare.encode("ascii", "replace").decode()


def place(chart: Chart, at: Place) -> str:
    """`Spain (south coast)`."""
    known = chart.provinces.get(at.province)
    name = plain(known.name) if known else at.province
    return f"{name} ({COASTS.get(at.coast, at.coast.lower())})" if at.coast else name


def within(chart: Chart, at: Place) -> str:
    """`in Trieste`, `in the Ionian Sea`."""
    known = chart.provinces.get(at.province)
    return f"in the {place(chart, at)}" if known and known.terrain is Terrain.SEA else f"in {place(chart, at)}"


def adjective(chart: Chart, power: str) -> str:
    known = chart.powers.get(power)
    return plain(known.adjectives.get("en", power)) if known else plain(power)


def short(phase: Phase) -> str:
    """`F1920M`; adjustments are called builds and counted to the season before."""
    season = "F" if phase.season == "Winter" else phase.season[0]
    return f"{season}{phase.year}B" if phase.kind is PhaseKind.ADJUSTMENT else str(phase)


@once_a_chart
def places_named(chart: Chart) -> Mapping[str, Place]:
    """Every place by its name in that form, in small letters."""
    return {place(chart, at).lower(): at for province in chart.provinces.values() for at in province.places}


@once_a_chart
def powers_named(chart: Chart) -> Mapping[str, str]:
    """Every power by name and by adjective, in small letters."""
    named = {plain(power).lower(): power for power in chart.powers}
    return {adjective(chart, power).lower(): power for power in chart.powers} | named
