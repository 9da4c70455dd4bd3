"""Inviting by address: the person is entered in the register, and gets a letter with the way to the game."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from django.contrib import messages
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from dragoman import assembly
from dragoman.game.seats import PersonId
from dragoman.people.register import NoAddress
from dragoman.web.reader import Request


def person(request: Request, address: str) -> PersonId:
    """Whose address it is; somebody new is entered in the register. Raises NoAddress."""
    reader = request.reader
    return assembly.register().introduce(address, assembly.clock().now(), reader.lang, reader.zone_name)


def invite(request: Request, table: str, person: PersonId) -> None:
    """Write to somebody about a game. The same invitation is sent once."""
    reader = request.reader
    assembly.invite(table, person, reader.person, reader.lang, reader.zone_name)


def opened(request: Request, table: str, addresses: Iterable[str], let_in: Callable[[PersonId], None]) -> None:
    """A game is open: let in and write to everybody invited, and tell how many that were; an address that no letter can
    reach is told, the others are written to."""
    written = 0
    for address in addresses:
        try:
            who = person(request, address)
            let_in(who)
            invite(request, table, who)
        except NoAddress:
            unreachable(request, address)
        else:
            written += 1
    messages.success(request, _opened(table, written))


def _opened(name: str, told: int) -> str:
    """That the game is open, and what comes next."""
    if not told:
        return _("“%(name)s” is open. Nobody has been invited yet.") % {"name": name}
    return ngettext(
        "“%(name)s” is open, and a letter of invitation is on its way.",
        "“%(name)s” is open, and %(n)d letters of invitation are on their way.",
        told,
    ) % {"name": name, "n": told}


def unreachable(request: Request, address: str) -> None:
    """Tell that an address was not written to."""
    messages.error(request, _("No letter can reach “%(address)s”, so nobody was invited there.") % {"address": address})


def no_address() -> str:
    """What is wrong with an address that is none."""
    return _("That is no address a letter can reach. Write it as ann@example.org.")
