"""The abbreviations that a game lists beside the rulebook's own (III.2.A, III.2.C): `also=NRW=NWG, SKAG=SKA`."""

from __future__ import annotations

from dragoman.diplomacy.houserules.sheet import Sheet


def abbreviations(sheet: Sheet) -> tuple[tuple[str, str], ...]:
    """Each listed abbreviation with its province's id, as written; what has no `=` in it is passed over."""
    choice = sheet.choice("III.2")
    listed = dict(choice.values).get("also", "")
    pairs = (entry.partition("=") for entry in listed.split(","))
    return tuple((word.strip(), province.strip().upper()) for word, sign, province in pairs if sign and word.strip())
