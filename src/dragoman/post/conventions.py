"""Clause II.2: how a table wants to be written to, as its sheet of house rules says it."""

from __future__ import annotations

from dragoman.diplomacy.houserules.sheet import Sheet
from dragoman.diplomacy.state import State
from dragoman.post.slips import Conventions

ANY = "any"
"""As the address in II.2: copies count, too."""


def conventions(state: object) -> Conventions:
    """What the table in that state demands; a game that is played by no sheet wants our address in To and no more."""
    sheet = getattr(state, "sheet", None)
    if not isinstance(sheet, Sheet):
        return Conventions()
    choice, keeps = sheet.choice("II.2"), isinstance(state, State) and state.moderated()
    address, subject = choice.value("address").strip(), choice.value("subject").strip()
    if address.lower() == ANY:
        return Conventions(addressed=False, subject=subject, keeps=keeps)
    return Conventions(address=address, subject=subject, keeps=keeps)
