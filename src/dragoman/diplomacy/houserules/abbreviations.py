"""The abbreviations that a game lists beside the rulebook's own (III.2.A, III.2.C): `also=NRW=NWG, SKAG=SKA`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from dragoman.diplomacy.houserules.clause import SheetError
from dragoman.game.saying import say

if TYPE_CHECKING:
    from dragoman.diplomacy.houserules.sheet import Sheet

SEPARATOR = re.compile(r"[,;]")


def abbreviations(sheet: Sheet) -> tuple[tuple[str, str], ...]:
    """Each listed abbreviation with its province's id, as written."""
    return tuple(pair for _, pair in _entries(_listed(sheet)) if pair is not None)


def unfit(sheet: Sheet) -> Iterator[SheetError]:
    """What is wrong with the list: entries that are no abbreviation, and words that it lists for two provinces."""
    meant: dict[str, str] = {}
    for entry, pair in _entries(_listed(sheet)):
        if pair is None:
            text = say("III.2: “{entry}” lists no abbreviation; write it as NRW=NWG", entry=entry)
            yield SheetError("unfit-value", ("III.2",), text)
        elif meant.setdefault(pair[0].casefold(), pair[1]) != pair[1]:
            word, other = pair
            text = say(
                "III.2: {word} is listed for {one} and for {other}; keep one of them",
                word=word, one=meant[word.casefold()], other=other,
            )  # fmt: skip
            yield SheetError("contradiction", ("III.2",), text)


def _listed(sheet: Sheet) -> str:
    return dict(sheet.choice("III.2").values).get("also", "")


def _entries(listed: str) -> Iterator[tuple[str, tuple[str, str] | None]]:
    """Each entry as written, with its word and province; None for one that is no abbreviation."""
    for entry in filter(None, (piece.strip() for piece in SEPARATOR.split(listed))):
        word, _, province = (part.strip() for part in entry.partition("="))
        yield entry, (word, province.upper()) if word and province else None
