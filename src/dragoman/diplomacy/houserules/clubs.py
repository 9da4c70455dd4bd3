"""The house rules of known clubs and sites as presets, each an overlay on DATC's preferences. Data only."""

from __future__ import annotations

from collections.abc import Mapping

CLUBS: Mapping[str, Mapping[str, str]] = {
    # Kept by the games of the app Droidippy: DATC 2's preferences. A convoy by one's own fleet tells the intent, and an
    # army whose convoy to a neighbour fails goes by land. For removals all units move over land and sea alike, and ties
    # go by abbreviation.
    "droidippy": {
        "4.A.3": "c fallback",
        "4.D.8": "u1 reading=all spaces ties=fleets-then-abbreviation",
    },
    # The choices that webDiplomacy states of itself: convoys to neighbours must be said to be convoys.
    "webdiplomacy": {
        "4.A.1": "b",
        "4.A.2": "f",
        "4.A.3": "u1",
        "4.A.4": "a",
        "4.A.5": "b",
        "4.A.7": "b",
        "4.D.5": "b",
        "4.D.8": "u3",
        "4.D.9": "b",
        "4.E.3": "b",
    },
    # The rules of Finnish play by mail (1996, revised in 2000): two rounds a year, retreats and adjustments ordered
    # ahead, rankings voted on, and silence for a Yes.
    "suomi": {
        "II.5": "A",
        "III.2": "B",
        "III.4": "A until=deadline",
        "III.5": "C",
        "IV.3": "B",
        "IV.6": "B",
        "VI.2": "C",
        "VII.3": "A",
        "VII.6": "F.8 missed=2 disorder=2",
        "VIII.1": "B",
        "X.1": "C",
        "F.1": "B",
        "F.2": "B",
        "F.4": "B",
        "F.5": "B",
        "F.6": "B",
        "F.7": "B",
        "F.9": "B",
        "F.12": "B",
        "F.13": "B",
        "F.14": "B",
        "F.15": "B",
        "F.16": "B proposals=1",
        "F.16.silence": "B",
        "F.16.several": "B",
    },
    # Democracy, by Dean Gordon and Jeff Serandos: powers and observers vote on what is built. Press goes to everybody,
    # grey allowed.
    "democracy": {
        "D.1": "B",
        "X.1": "C",
    },
    # Payola, by John Woolley and Alan Hand: everybody bids for what every unit does.
    "payola": {
        "P.1": "B",
    },
}
