"""Invitations: whoever is let into a game, by whichever door, gets one letter with the way to it. Whoever invites is
named only where they have chosen a name: an address is shown to nobody."""

from __future__ import annotations

from typing import Any

from dragoman.assembly.leaving import post_host_letter
from dragoman.assembly.parts import called, referee, register
from dragoman.game.protocol import Joined, Speaker
from dragoman.game.seats import GM, PersonId
from dragoman.people.letters import INVITATION
from dragoman.referee.table import Table
from dragoman.tongues.saying import put


def invite(name: str, person: PersonId, by: PersonId | None, lang: str = "", zone_name: str = "") -> None:
    """Write to a person about a game, at their own address. The same invitation is sent once. Whoever is known to read
    mail is written to in their own tongue, anybody else in `lang` (empty: that of whoever invites, or the host's).
    Raises UnknownTable, UnknownGame."""
    to, of = register().correspondent(person), register().correspondent(by) if by else None
    if to is None:
        return
    if to.verified:
        lang, zone_name = to.lang, to.zone
    elif not lang:
        lang, zone_name = (of.lang, of.zone) if of is not None else (to.lang, to.zone)
    named = called(by, reached=False) if by else ""
    parts = {"table": name, "by": named, "joining": joining(referee().tables.at(name), lang)}
    key = f"{INVITATION}/{name}/{register().digest(to.address)}"
    post_host_letter(key, INVITATION, to.address, parts, lang, zone_name, person=by or "")


def invite_those(name: str, events: tuple[Any, ...], speaker: Speaker) -> None:
    """Write to everybody whom these events let in. Who invites is told where they preside: of anybody else it would
    tell in which seat they sit."""
    by = speaker.person if speaker.seat == GM else None
    if not events:
        return
    game: object = referee().tables.at(name).game
    for person in game.invited(events) if isinstance(game, Joined) else ():
        invite(name, person, by)


def joining(at: Table, lang: str) -> str:
    """By which line of a letter somebody comes into a game, put into a tongue; empty where by none."""
    return put(at.game.joining(at.state, lang), lang) if isinstance(at.game, Joined) else ""
