"""Inviting by address: the person is entered in the register, and gets a letter with the way to the game."""

from __future__ import annotations

from django.contrib import messages
from django.utils.translation import gettext as _

from dragoman import assembly
from dragoman.diplomacy.report import names_of
from dragoman.game.seats import PersonId
from dragoman.people.register import normalised
from dragoman.referee.table import Table
from dragoman.web.reader import Request


def person(request: Request, address: str) -> PersonId:
    """Whose address it is; somebody new is entered in the register. Raises NoAddress."""
    reader = request.reader
    return assembly.register().introduce(address, assembly.clock().now(), reader.lang, reader.zone_name)


def invite(request: Request, table: str, address: str) -> None:
    """Write to somebody about a game. The same invitation is sent once. Raises NoAddress."""
    to = normalised(address)
    key = f"{assembly.INVITATION}/{table}/{assembly.register().digest(to)}"
    at = assembly.table(table)
    plays = _plays(at, request.reader.lang)
    parts = {"table": table, "by": request.reader.name, "game": at.game.name, "plays": plays}
    assembly.post_host_letter(key, assembly.INVITATION, to, parts, request.reader.lang, request.reader.zone_name)


def _plays(at: Table, lang: str) -> str:
    """What somebody might ask to join as."""
    if at.game.name != "diplomacy":
        return "Ann Archer"
    first: str = next(iter(at.state.chart.powers))
    return names_of(at.state.chart).get(lang, {}).get(first, first)


def unreachable(request: Request, address: str) -> None:
    """Tell that an address was not written to."""
    messages.error(request, _("No letter can reach “%(address)s”, so nobody was invited there.") % {"address": address})


def no_address() -> str:
    """What is wrong with an address that is none."""
    return _("That is no address a letter can reach. Write it as ann@example.org.")
