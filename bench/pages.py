"""What each page weighs, asks for and costs the server, for a game ten years old.

A game is played by chance through the real door, with press, and each page is then asked for as its reader would: bytes
of the page itself, plain and packed; how many files of this host it loads the first time, and their bytes; and the
server's time on its processor, the median of several, in this process. The first time of a page after the server
was started is told apart, since it folds the whole game.
"""

from __future__ import annotations

import gzip
import os
import re
import statistics
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from bench.figures import Bars, Figure, Grid, Section, Sizes, profiled

PAGES = (
    ("gm", "/"), ("gm", "/games/"), ("gm", "/desks/"),
    ("france", "/games/decade/"), ("france", "/games/decade/F1901M"), ("france", "/games/decade/press/"),
    ("france", "/games/decade/votes/"), ("france", "/games/decade/seats/"), ("france", "/games/decade/time/"),
    ("france", "/games/decade/rules/"), ("gm", "/games/decade/errors/"), ("gm", "/games/decade/desk/"),
    ("gm", "/games/decade/desk/people/"), ("gm", "/open/"), ("gm", "/sheets/"), ("gm", "/help/"), ("gm", "/account/"),
)  # fmt: skip

MOST_OWN = 100_000
"""Bytes of script and style of our own that any page may load."""

SETTINGS = """\
[host]
url = "http://127.0.0.1:8000"
secret = "of no use elsewhere"
[database]
url = "sqlite:///host.sqlite3"
[games]
open = "everyone"
"""


@dataclass(frozen=True)
class Figures:
    """Of one page. Times are in milliseconds, sizes in bytes; `own` are script and style that are not a library's."""

    path: str
    who: str
    plain: int
    packed: int
    requests: int
    files: int
    own: int
    first: float
    median: float


def settle(folder: Path) -> None:
    """A host in that folder, for this process."""
    (folder / "dragoman.toml").write_text(SETTINGS)
    os.environ |= {
        "DRAGOMAN_SETTINGS": str(folder / "dragoman.toml"), "DRAGOMAN_CLOCK": str(folder / "clock.toml"),
        "DJANGO_SETTINGS_MODULE": "dragoman.settings",
    }  # fmt: skip
    os.environ.pop("DATABASE_URL", None)
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)


def played(folder: Path, years: int) -> tuple[object, int]:
    """The host, with a game of that many years; how many phases were adjudicated."""
    from tests.diplomacy.games import some_orders
    from tests.web.conftest import POWERS, START, Host

    from dragoman import assembly
    from dragoman.diplomacy.commands import SubmitOrders
    from dragoman.diplomacy.state import Stage
    from dragoman.game.protocol import Speaker
    from dragoman.game.seats import Seat
    from dragoman.referee.ports import Slip

    host, chance = Host(folder / "clock.toml"), Random(1901)
    host.at(START)
    host.table("decade", gm=True)
    while (state := host.state("decade")).stage is Stage.RUNNING and state.phase.year < 1901 + years:
        for power in POWERS:
            if host.state("decade").due(power):
                by = Speaker(host.person(power.lower()), Seat(power))
                lines = some_orders(host.state("decade"), power, chance)
                assembly.hear(Slip("decade", by, command=SubmitOrders(by, lines, state.phase, False)))
        writer, reader = chance.sample(POWERS, 2)
        host.press(writer, [reader], "Shall we talk of Burgundy? " * chance.randrange(1, 12), "decade")
        deadline = host.state("decade").deadline
        host.later(hours=1) if deadline is None else host.at(deadline)
        assembly.referee().go_round(host.now)
    return host, len(host.state("decade").turns)


def measured(host: object, who: str, path: str, times: int) -> Figures:
    """One page, asked for by that person so many times."""
    from dragoman import assembly

    client = host.client(who)  # type: ignore[attr-defined]
    client.defaults["HTTP_HOST"] = "127.0.0.1"
    assembly.forget_assembly()
    spent, body = [], b""
    for _ in range(times + 1):
        start = time.process_time()
        answer = client.get(path)
        spent.append(1000 * (time.process_time() - start))
        assert answer.status_code == 200, (path, answer.status_code)
        body = answer.content
    files = dict(loaded(client, body.decode()))
    own = sum(size for name, size in files.items() if re.search(r"/static/web/[^/]+\.(?:css|js)$", name))
    return Figures(path, who, len(body), len(gzip.compress(body)), 1 + len(files), sum(files.values()), own,
                   spent[0], statistics.median(spent[1:]))  # fmt: skip


def loaded(client: object, page: str) -> Iterator[tuple[str, int]]:
    """The files of this host that a page loads, with their bytes: scripts, styles, pictures, and the fonts of these."""
    from django.contrib.staticfiles import finders

    asked = re.findall(r'<(?:link|script|img|use)[^>]+(?:href|src)="(/[^"#]+)', page)
    names = [name for name in dict.fromkeys(asked) if not name.endswith((".atom", ".ics"))]
    for name in names:
        if not name.startswith("/static/"):
            yield name, len(client.get(name).content)  # type: ignore[attr-defined]
            continue
        found = finders.find(name.removeprefix("/static/"))
        if isinstance(found, str):
            yield name, Path(found).stat().st_size


def section(found: Sequence[Figures], phases: int, took: float, profile: str) -> Section:
    """The table of all pages, and the heaviest and the slowest of them."""
    heads = ["page", "seen by", "html", "packed", "requests", "files", "own css+js", "first, ms", "median, ms"]
    rows = [[each.path, each.who, f"{each.plain:,}", f"{each.packed:,}", f"{each.requests}", f"{each.files:,}",
             f"{each.own:,}", f"{each.first:.0f}", f"{each.median:.1f}"] for each in found]  # fmt: skip
    slow, most = max(found, key=lambda each: each.median), max(found, key=lambda each: each.own)
    figures = [Figure(f"most script and style of our own, {most.path}", float(most.own), "bytes", MOST_OWN, True),
               Figure("most requests of a page", float(max(each.requests for each in found)), ""),
               Figure(f"the slowest page, {slow.path}", slow.median, "ms")]  # fmt: skip
    how = (f"A game of {phases} phases, played by chance in {took:.0f} s. Bytes of each page, plain and packed; how "
           "many requests its first visit makes of this host, and the bytes of these files; processor time of the "
           "first and, by the median, of the next times, in one process. The profile is of the slowest.")  # fmt: skip
    plot = Bars("Server time of a page, median", "ms", {each.path: each.median for each in found})
    return Section("What pages weigh and cost", how, figures, [plot], Grid(heads, rows), profile)


def sections(_cases: Path, _peer: str | None, sizes: Sizes) -> Iterator[Section]:
    with tempfile.TemporaryDirectory() as home:
        settle(Path(home))
        start = time.monotonic()
        host, phases = played(Path(home), sizes.years)
        took = time.monotonic() - start
        found = [measured(host, who, path, sizes.times) for who, path in PAGES]
        slow = max(found, key=lambda each: each.median)
        profile = profiled(lambda: measured(host, slow.who, slow.path, 5))
        yield section(found, phases, took, profile)
