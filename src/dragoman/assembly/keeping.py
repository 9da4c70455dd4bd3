"""What games leave to whoever keeps the host: it is written to them once, and stands until it is decided."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from dragoman.assembly.inviting import invite_those
from dragoman.assembly.leaving import post_host_letter
from dragoman.assembly.parts import games, house, keys, ledger, referee
from dragoman.game.clock import zone
from dragoman.game.protocol import LeftToKeeper, Speaker
from dragoman.people.letters import DECIDE
from dragoman.referee.ports import Ahead


def see_to(name: str, events: tuple[Any, ...], speaker: Speaker) -> None:
    """What these events at a table bring about beyond it: whom they let in is written to, and what they leave to
    whoever keeps the host is brought before them."""
    invite_those(name, events, speaker)
    if events and house().host.keeper:
        ask_keeper(name)


def ask_keeper(name: str) -> None:
    """Write to whoever keeps the host of what waits for them at a table. The same matter is written of once."""
    at, host = referee().tables.at(name), house().host
    game: object = at.game
    if not isinstance(game, LeftToKeeper):
        return
    for matter, notice in game.for_keeper(at.state).items():
        words = at.game.words(notice, host.lang, zone(host.zone))
        parts = {"table": name, "subject": words.subject, "text": words.text}
        post_host_letter(f"{DECIDE}/{keys().digest('decide', name, matter)}", DECIDE, host.keeper, parts)


def left_to_keeper() -> Iterator[tuple[str, str]]:
    """What waits for whoever keeps the host: at which table, and what."""
    asking = {each for game in games().values() if isinstance(game, LeftToKeeper) for each in game.asks_keeper}
    for name in ledger().tables_with(asking):
        try:
            at = referee().tables.at(name)
        except Ahead:
            continue
        game: object = at.game
        if isinstance(game, LeftToKeeper):
            yield from ((name, matter) for matter in game.for_keeper(at.state))
