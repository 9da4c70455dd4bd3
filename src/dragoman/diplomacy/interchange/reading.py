"""Games that other programs saved, from their bytes: what cannot be read is told with its place in the file."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from dragoman.diplomacy.exchange import Unfit
from dragoman.diplomacy.interchange import Saved, diplomacy_package, webdiplomacy
from dragoman.game.saying import Saying, say
from dragoman.tongues.misfits import place

FORMS: Mapping[str, Any] = {"diplomacy": diplomacy_package, "webdiplomacy": webdiplomacy}


class Untaken(Exception):
    """Nothing was taken in, and why; `at` is the line and column, from 1, where the file is to be mended, if any."""

    def __init__(self, says: Saying, at: tuple[int, int] | None = None) -> None:
        super().__init__(says.text)
        self.says = says
        self.at = at


def read(data: bytes, form: str) -> Saved:
    """A game in that form. Raises Untaken."""
    text = _text(data)
    try:
        saved: Saved = FORMS[form].read(_json(text))
    except Unfit as fault:
        raise Untaken(fault.says, place(text, fault.at) if fault.at else None) from fault
    return saved


def _text(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        before = data[: fault.start]
        at = (before.count(b"\n") + 1, fault.start - before.rfind(b"\n"))
        raise Untaken(say("this is not written in UTF-8: save the file as UTF-8 and try again"), at) from fault


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError as fault:
        says = say("this is no JSON: it cannot be read from here on; was the file saved whole?")
        raise Untaken(says, (fault.lineno, fault.colno)) from fault
    except RecursionError as fault:
        raise Untaken(say("this is no saved game: lists and tables stand too deep in each other")) from fault
    except ValueError as fault:  # more digits than Python reads as one number
        raise Untaken(say("this is no saved game: a number in it is too long")) from fault


__all__ = ["FORMS", "Untaken", "read"]
