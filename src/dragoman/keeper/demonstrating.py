"""A demonstration is a host of its own in a folder of its own: recorded games are played into it, links printed.

The games are moved in time as a whole, so that the running one stands at its last letter now. Nothing of it ever
touches another host's database.
"""

from __future__ import annotations

import socket
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from importlib import resources
from pathlib import Path
from typing import Any

from dragoman.keeper.setting_up import set_up

LINKS_LAST = timedelta(days=30)


@dataclass(frozen=True, slots=True)
class Scene:
    """A recorded game: its name, how long after its last letter it is shown, and what there is to see of it."""

    name: str
    after: timedelta
    says: str


SCENES = (
    Scene("kalmar", timedelta(hours=1), "under way, at a moment that matters"),
    Scene("lund", timedelta(days=8), "won"),
    Scene("suber", timedelta(hours=1), "Nomic"),
    Scene("turku", timedelta(hours=1), "wants players: join as somebody new"),
    Scene("agora", timedelta(hours=1), "Democracy: what is built is voted on"),
    Scene("egypt", timedelta(hours=1), "on the map of the ancient Mediterranean"),
)
SOMEBODY_NEW = "newcomer"
"""Whoever has no seat yet, and may take one."""


def is_free(port: int) -> bool:
    """Whether pages could be served at that port of this machine now."""
    try:
        socket.create_server(("127.0.0.1", port)).close()
    except OSError:
        return False
    return True


def written_settings(folder: Path, port: int) -> Path:
    """The demonstration's own settings file; its secret is made once."""
    url = f"http://127.0.0.1:{port}"
    set_up(
        folder / "dragoman.toml",
        (
            "host.address=dragoman@example.org",
            f"host.url={url}",
            "host.keeper=gm@example.org",
            "sending.how=folder",
            "games.open=everyone",
            f"web.listen=127.0.0.1:{port}",
            f"work.longest_gap={24 * 365}",  # it may lie about for months, and nobody is hurt by a missed turn
        ),
        ask=False,
    )
    return folder / "dragoman.toml"


def load() -> None:
    """Play each recorded game into the ledger, unless it is there already. What was told in it counts as sent."""
    from dragoman import assembly
    from dragoman.store.models import Outgoing, Table

    now = assembly.clock().now()
    for scene in SCENES:
        if not Table.objects.filter(name=scene.name).exists():
            _play(scene, now)
            Outgoing.objects.filter(table=scene.name).update(sent_at=now)


def _play(scene: Scene, now: datetime) -> None:
    from django.db import transaction

    from dragoman import assembly
    from dragoman.game.seats import PersonId
    from dragoman.keeper.performance import play

    def person_at(address: str) -> PersonId:
        person = assembly.register().verify(address, now)
        assembly.register().rename(person, address.partition("@")[0].capitalize())
        return person

    with transaction.atomic():
        play(_moved(scene, now), assembly.ledger(), person_at, now)


def _moved(scene: Scene, now: datetime) -> dict[str, Any]:
    """The recorded game, moved in time so that its last letter was written `scene.after` ago."""
    from dragoman.keeper.playfile import script

    data = tomllib.loads(recorded(scene.name))
    played = script(data, scene.name)
    length = max(letter.at for letter in played.letters) - played.start
    start = (now - scene.after - length).replace(second=0, microsecond=0)
    return {**data, "start": start}


def recorded(name: str) -> str:
    """The text of a recorded game."""
    return (resources.files("dragoman") / "demonstration" / f"{name}.toml").read_text(encoding="utf-8")


def links() -> Iterator[str]:
    """A line for each game, and one for each person with the link that signs in as them, which is good for a month,
    again and again; a person is called by the first of their seats."""
    from dragoman import assembly
    from dragoman.game.seats import PersonId
    from dragoman.store.models import Sitting

    now, url = assembly.clock().now(), assembly.house().host.url
    yield f"Dragoman's demonstration is at {url}"
    for scene in SCENES:
        yield f"  {scene.name:14} {url}/games/{scene.name}/ ({scene.says})"
    yield "Sign in as any of these; open the link and press the button:"
    called: dict[str, str] = {}
    shown = {scene.name: place for place, scene in enumerate(SCENES)}
    sittings = Sitting.objects.select_related("table").order_by("table_id", "seat")
    for sitting in sorted(sittings, key=lambda each: shown.get(each.table.name, len(shown))):
        to = assembly.register().correspondent(PersonId(sitting.person))
        if to is not None:
            called.setdefault(to.address, sitting.seat)
    for address, seat in (*called.items(), (f"{SOMEBODY_NEW}@example.org", SOMEBODY_NEW)):
        open_door = assembly.door().leave_open(address, now, LINKS_LAST)
        yield f"  {seat:14} {url}/sign-in/{open_door.id}/?code={open_door.code}"
