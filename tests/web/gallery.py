"""A host on which every page has something to show, served in a process of its own: `python -m tests.web.gallery FOLDER
PORT`; and every page of it, found by the paths of the site and not by a list that a new page could be missing from.

The recorded games of the demonstration are played (`kalmar` runs, `lund` is over, `suber` is Nomic); beside them stand
`aula`, where builds are voted on, `viborg`, which waits for players, and a letter and a sheet of house rules.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from tests.web.started import started

if TYPE_CHECKING:
    from django.test import Client
    from tests.web.conftest import Host

ROOT = Path(__file__).parents[2]

SETTINGS = """\
[host]
url = "http://127.0.0.1:{port}"
secret = "of no use elsewhere"
keeper = "gm@example.org"
[database]
url = "sqlite:///host.sqlite3"
[games]
open = "everyone"
[work]
longest_gap = 8760
"""

PEOPLE = ("gm", "france", "austria", "olga", "ann", "newcomer", "")
"""Who looks: a game master, players, an observer, a player of Nomic, somebody without a game, and a stranger."""

Filled = Mapping[str, str]

TABLES: Mapping[str, Sequence[str]] = {
    "game": ("kalmar", "viborg", "lund", "aula", "suber"),
    "end": ("lund",),
    "proof": ("lund",),
    "errors": ("kalmar", "oulu"),
    "past": ("oulu",),
    "ballot": ("aula",),
    "desk": ("kalmar", "viborg", "lund"),
    "people": ("kalmar", "viborg"),
    "seats": ("kalmar", "viborg", "aula"),
    "votes": ("kalmar", "lund"),
    "rules": ("kalmar", "aula"),
}
"""At which tables a page is looked at, by the name of its path. Of Nomic's it is `suber`, of others `kalmar`."""

BLANKS: Mapping[str, Sequence[str]] = {
    "key": ("suomi",), "phase": ("S1901M", "F1903R"), "form": ("words",), "deed": ("preview",),
    "number": ("VI.4",), "token": ("{token}",), "letter_id": ("{letter}",), "ident": ("{sheet}",), "map": ("standard",),
    "sign_in": ("{ask}",), "stage": ("before", "after"),
}  # fmt: skip
"""What stands in the blanks of a path; a name in braces is something of the host's own, known when it is furnished."""

OWN_BLANKS: Mapping[str, Filled] = {
    "shared-sheet": {"ident": "{shared}"},
    "nomic-rule": {"number": "206"},
    "nomic-proposal": {"number": "{proposal}"},
    "nomic-revise": {"number": "{proposal}"},
    "propose": {"form": "draw"},
    "past": {"number": "1"},
    "export": {"form": "json"},
    "map-style": {"name": "standard"},
    "board-shapes": {"name": "standard"},
    "stop-letters": {"token": "{stop}"},
    "absences-feed": {"token": "{absences}"},
}
"""Where a path means something else by a blank than others do."""

MORE: Mapping[str, Sequence[str]] = {
    "go": ("?to=S1901M",),
    "compare-sheets": ("?one=datc&other=1971",),
    "compare": ("?clause=VI.4",),
    "nomic-propose": ("?rule=206",),
    "press": ("?with=all", "?view=all", "?q=the"),
    "notes": ("?about=Germany",),
    "absences": ("?month=2026-12",),
}
"""What a page is asked beside its path."""

AMISS = ("/nothing/here/", "/games/nowhere/", "/games/kalmar/desk/")
"""Pages that say no: to whoever asks for what is not there, or not theirs."""


@dataclass
class Gallery:
    """The host, and what only it knows: sign-in links by person, and what goes into the blanks of paths."""

    url: str
    known: dict[str, str]
    links: dict[str, str]

    def pages(self, name: str, pattern: str) -> list[str]:
        """The concrete paths of one pattern of the site."""
        paths = [""]
        for piece in re.split(r"(<[^>]+>)", "/" + pattern):
            paths = [path + text for path in paths for text in self._texts(name, piece)]
        return [path + more for path in dict.fromkeys(paths) for more in ("", *MORE.get(name, ()))]

    def _texts(self, name: str, piece: str) -> Sequence[str]:
        blank = re.fullmatch(r"<(?:\w+:)?(\w+)>", piece)
        if blank is None:
            return (piece,)
        if (own := OWN_BLANKS.get(name, {}).get(blank[1])) is not None:
            return (own.format_map(self.known),)
        if blank[1] == "name":
            return TABLES.get(name, ("suber",) if name.startswith("nomic") else ("kalmar",))
        assert blank[1] in BLANKS, f"what stands in the blank “{blank[1]}” of “{name}”? Say so in tests/web/gallery.py"
        return [text.format_map(self.known) for text in BLANKS[blank[1]]]


@contextmanager
def gallery(folder: Path) -> Iterator[Gallery]:
    """Such a host, until it is no longer wanted."""
    with started("tests.web.gallery", folder, SETTINGS) as url:
        yield Gallery(url, **json.loads((folder / "known.json").read_text()))


# --- in the process of its own ---

LETTER = b"""\
From: france@example.org\r
To: dragoman+kalmar@example.org\r
Subject: my orders\r
Message-ID: <1@example.org>\r
Content-Type: text/plain; charset=utf-8\r
\r
A Mar - Bur\r
"""


def furnish(folder: Path) -> None:
    """Tables, people, and what is known of them alone."""
    from tests.web.conftest import POWERS, START, Host

    from dragoman import assembly
    from dragoman.diplomacy.board.mapfile import chart_source
    from dragoman.diplomacy.commands import Announce, ClaimError, OpenGame, ProposeEnding
    from dragoman.diplomacy.houserules.presets import preset
    from dragoman.diplomacy.houserules.sheet import Sheet
    from dragoman.game.protocol import Speaker
    from dragoman.game.seats import GM, Seat
    from dragoman.keeper.demonstrating import load
    from dragoman.people.models import Person
    from dragoman.referee.ports import Slip
    from dragoman.store.inbox import State
    from dragoman.store.models import Incoming

    host = Host(folder / "clock.toml")
    _taken_back(host, START)
    load()
    host.table("viborg", gm=True, seated=POWERS[:2])
    democracy = preset("democracy")
    assert isinstance(democracy, Sheet)
    by = Speaker(host.person("gm"), None)
    seats = {Seat(power): host.person(power.lower()) for power in POWERS} | {Seat("observer Olga"): host.person("olga")}
    opened = OpenGame(by=by, name="aula", map=chart_source("standard"), rules=democracy.as_rules(), seed=7,
                      zone="Europe/Helsinki", hour="18:00", seats=seats)  # fmt: skip
    assert assembly.open_table(Slip("aula", by, command=opened), "diplomacy").events
    host.says("France", ProposeEnding(Speaker(host.person("france"), Seat("France")), "draw"))
    host.says("Austria", ClaimError(Speaker(host.person("austria"), Seat("Austria")), "A Vie was not dislodged."))
    host.says(GM, Announce(Speaker(host.person("gm"), Seat(GM)), "Winter is coming."))
    assembly.receive(LETTER, "france@example.org", "<1@example.org>", None, ("dragoman+kalmar@example.org",))
    letter = Incoming.objects.latest("id")
    assembly.inbox().finish(letter.id, State.KEPT, "token", "kalmar", host.person("france"), "France")
    links, asks = {}, {}
    for who in filter(None, PEOPLE):
        person = host.person(who)
        asks[who] = assembly.door().leave_open(f"{who}@example.org", host.now, timedelta(days=90))
        links[who] = f"/sign-in/{asks[who].id}/?code={asks[who].code}"
        Person.objects.filter(id=person).update(may_open=True)
    client = host.client("gm")
    client.defaults["HTTP_HOST"] = "127.0.0.1"
    known = {
        "letter": str(letter.id), "ask": asks["gm"].id, "sheet": _sheet(client), "shared": _sheet(client, shared=True),
        "token": assembly.feeds().of(host.person("gm"), host.now), "proposal": "326",
        "stop": assembly.tokens().stopping("press", host.person("gm")),
        "absences": assembly.absences_token(host.person("gm")),
    }  # fmt: skip
    (folder / "known.json").write_text(json.dumps({"known": known, "links": links}))


def _taken_back(host: Host, now: datetime) -> None:
    """A game in which a phase was adjudicated and taken back again, by `now`."""
    from dragoman.diplomacy.commands import RollBack
    from dragoman.game.protocol import Speaker
    from dragoman.game.seats import GM, Seat
    from dragoman.web.says import read_phase

    host.at(now - timedelta(days=8))
    host.table("oulu", gm=True)
    host.later(days=8)
    host.says(GM, RollBack(Speaker(host.person("gm"), Seat(GM)), read_phase("S1901M"), "A letter was lost."), "oulu")


def _sheet(client: Client, shared: bool = False) -> str:
    """A sheet of house rules in the making; its ident."""
    ident = client.post("/sheets/compose/", {"upon": "datc"})["Location"].rstrip("/").split("/")[3]
    if shared:
        client.post(f"/sheets/mine/{ident}/name/", {"shared": "yes"})
    return ident


def main(folder: Path, port: int) -> None:
    import django
    import uvicorn
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    furnish(folder)
    from dragoman.keeper.serving import Pages

    pages = uvicorn.Config(
        "dragoman.web.asgi:application", host="127.0.0.1", port=port, log_level="warning", timeout_keep_alive=60
    )
    Pages(pages).run()


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
