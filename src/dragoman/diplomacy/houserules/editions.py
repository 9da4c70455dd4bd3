"""The printed rulebooks as presets: what each says of DATC's open points (DATC chapter 4, in the columns of its
editions).

Only answers that differ from DATC's preference are listed; where a rulebook leaves a point open, DATC's preference
fills in. The rules of 1976 are those of 1971, and those of 1992 are those of 1982.
"""

from __future__ import annotations

from collections.abc import Mapping

_RULES_1971: Mapping[str, str] = {"4.A.1": "a", "4.A.2": "a", "4.A.3": "a", "4.D.8": "u1"}
_RULES_1982: Mapping[str, str] = {"4.A.2": "b", "4.A.3": "b", "4.D.8": "u1"}

EDITIONS: Mapping[str, Mapping[str, str]] = {
    "datc": {},
    "1971": _RULES_1971,
    "1976": _RULES_1971,
    "1982": _RULES_1982,
    "1992": _RULES_1982,
    "2000": {"4.A.2": "c", "4.A.3": "c", "4.D.8": "u2"},
    "2023": {"4.A.2": "c", "4.A.3": "c"},
}
"""What I.2 can name. 4.A.7 stays at b: the wordings give a only when taken to the letter, which DATC holds not to be
meant. The sentence that a broken convoy has no effect, missing in print since 2000, is kept for all (DATC chapter
2)."""
