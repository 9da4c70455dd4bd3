"""What is over is forgotten: persons who ask for it, old letters, and, between tests, how all was put together."""

from __future__ import annotations

from datetime import timedelta
from importlib import import_module

from django.conf import settings

from dragoman.assembly.arriving import sender_digest
from dragoman.assembly.parts import (
    api_answers,
    api_tokens,
    clock,
    clock_is_file,
    conducts,
    deliveries,
    devices,
    door,
    entropy,
    feeds,
    games,
    heart,
    inbox,
    keys,
    leaves,
    ledger,
    outbox,
    presets,
    rates,
    reaching,
    referee,
    register,
    tokens,
    vapid,
)
from dragoman.assembly.tables import hear, left_alone, log, table
from dragoman.game.protocol import Left, Speaker
from dragoman.game.seats import PersonId, Seat
from dragoman.referee.ports import Ahead, Slip, UnknownTable
from dragoman.referee.table import UnknownGame
from dragoman.store.edge import SystemClock


def erase(person: PersonId) -> None:
    """Forget a person: key, name, addresses, letters from them and to them, how they played. The games they played
    stay whole, with what they said in them, and the seats they held are given up first, so that others can be called to
    them; at last any that a letter brought meanwhile."""
    addresses = tuple(address for address, _ in register().addresses(person))
    held = ledger().tables_of(person)
    for name, seat in held:
        _leave(name, Speaker(person, Seat(seat)))
    register().erase(person, clock().now())
    for name, seat in ledger().tables_of(person):
        if (name, seat) not in held:
            _leave(name, Speaker(person, Seat(seat)))
    conducts().forget(person)
    inbox().forget(person, [sender_digest(address) for address in addresses])
    outbox().forget(person, [register().digest(address) for address in addresses])


def _leave(name: str, speaker: Speaker) -> None:
    """Give a seat up. Where that cannot be, as in a game that is over, nobody is kept from being forgotten."""
    try:
        found = table(name)
        if isinstance(found.game, Left):
            for command in found.game.leaving(found.state, speaker):
                hear(Slip(name, command.by, command=command))
    except (UnknownTable, UnknownGame, Ahead) as fault:
        log.warning("a seat at %s was not given up by somebody who is forgotten: %s", name, fault)


KEPT = timedelta(days=90)
"""How long letters are kept after they were heard or sent. What they brought about is in the games' records."""


def sweep() -> None:
    """Forget what is over: codes, sessions, and old letters. Marks stay, so that no letter is heard again.

    Nothing is forgotten by a clock that leapt, before the keeper has looked.
    """
    if not clock_is_file() and heart().beat(clock().now()) is not None:
        return
    door().sweep(clock().now())
    api_answers().forget(clock().now())
    inbox().drop(clock().now() - KEPT)
    outbox().drop(SystemClock().now() - KEPT)
    heart().forget(clock().now() - KEPT)
    rates().sweep()
    import_module(settings.SESSION_ENGINE).SessionStore.clear_expired()


def forget_assembly() -> None:
    """Put everything together anew at the next asking: after the settings were changed, and between tests."""
    for made in (
        conducts,
        games,
        clock,
        entropy,
        keys,
        ledger,
        inbox,
        outbox,
        rates,
        heart,
        register,
        reaching,
        presets,
        feeds,
        leaves,
        deliveries,
        devices,
        vapid,
        door,
        api_tokens,
        api_answers,
        tokens,
        referee,
    ):
        made.cache_clear()
    left_alone.clear()
