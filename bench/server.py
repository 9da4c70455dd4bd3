"""`python -m bench.server`: game pages, ticks of the clock and letters under load, each beside the goal it is to reach.

Each part runs in a process of its own on a database of its own, prints its figures as JSON, and tells where its time
went (`--profile`). Games are composed once by chance and copied under new names by the import of records.
"""

from __future__ import annotations

import argparse
import cProfile
import json
import multiprocessing
import os
import resource
import smtplib
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from email.message import EmailMessage
from pathlib import Path
from random import Random
from typing import Any

from bench import pages
from bench.figures import hot_spots

SECOND = 50
"""Requests a second at which game pages are asked for."""

SETTINGS = (
    pages.SETTINGS
    + """\
[receiving]
how = "smtp"
[work]
pause = 0.05
[limits]
letters = 1000000
deeds = 1000000
"""
)
"""Seven people write and order for hundreds here, all in the same minute: nobody else is so quick."""


# --- a host, and games in it ---


def settle(folder: Path, url: str) -> None:
    """A host with that database, for this process."""
    pages.SETTINGS = SETTINGS.replace("sqlite:///host.sqlite3", url)
    pages.settle(folder)


def copied(names: Sequence[str], pattern: str) -> None:
    """The game of that name again under each of the names, as a record of it is taken in."""
    from dragoman import assembly
    from dragoman.referee.chain import follow, origin

    game, entries = assembly.ledger().record(pattern)
    state, rules = assembly.table(pattern).state, assembly.games()[game]
    pairs = [(entry.salt, entry.data) for entry in entries]
    for name in names:
        record = follow(origin(name, game), 0, entries[0].at, pairs)
        assembly.ledger().restore(name, game, record, rules.due(state), rules.seats(state))


def ordered(host: Any, name: str, chance: Random) -> None:
    """Everybody has sent orders for the phase."""
    from tests.diplomacy.games import some_orders
    from tests.web.conftest import POWERS

    from dragoman import assembly
    from dragoman.diplomacy.commands import SubmitOrders
    from dragoman.game.protocol import Speaker
    from dragoman.game.seats import Seat
    from dragoman.referee.ports import Slip

    for power in POWERS:
        by, state = Speaker(host.person(power.lower()), Seat(power)), host.state(name)
        if state.due(power):
            lines = some_orders(state, power, chance)
            assembly.hear(Slip(name, by, command=SubmitOrders(by, lines, state.phase, False)))


def centiles(values: Sequence[float]) -> dict[str, float]:
    ranked = sorted(values)
    return {f"p{p}": round(ranked[min(len(ranked) - 1, len(ranked) * p // 100)], 1) for p in (50, 95, 99)}


def waited(served: Sequence[float], each: float) -> list[float]:
    """What readers wait for who come one after the other, a steady time apart, to one core that serves one by one."""
    free, waits = 0.0, []
    for number, took in enumerate(served):
        come = number * each
        free = max(free, come) + took
        waits.append(free - come)
    return waits


def kilobytes() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


# --- the parts ---


def game_pages(folder: Path, options: argparse.Namespace) -> dict[str, Any]:
    """Pages of many games with a long history, asked for at random by their players."""
    from tests.web.conftest import POWERS

    from dragoman import assembly
    from dragoman.keeper.rubbish import spare_what_stays
    from dragoman.store.models import Snapshot

    host, phases = pages.played(folder, options.years)
    names = [f"game-{n}" for n in range(options.games)]
    copied(names, "decade")
    clients = {power: host.client(power.lower()) for power in POWERS}  # type: ignore[attr-defined]
    chance, found = Random(7), {"games": options.games, "phases": phases}

    def one(name: str) -> float:
        client = clients[chance.choice(POWERS)]
        start = time.process_time()
        answer = client.get(f"/games/{name}/", HTTP_HOST="127.0.0.1")
        assert answer.status_code == 200, answer.status_code
        return 1000 * (time.process_time() - start)

    spare_what_stays()  # as a server does
    found["first, folded from the ledger"] = centiles([one(name) for name in names])
    assembly.forget_assembly()
    found["after a start, from snapshots"] = centiles([one(name) for name in names])
    served = [one(chance.choice(names)) for _ in range(options.requests)]
    found["at random"] = centiles(served)
    found[f"with waiting, {SECOND}/s on one core"] = centiles(waited(served, 1000 / SECOND))
    found["snapshots, bytes each"] = int(statistics.mean(len(row.data) for row in Snapshot.objects.all()[:50]))
    found["memory, MB"] = kilobytes() // 1024
    profile = cProfile.Profile()
    profile.runcall(lambda: [one(chance.choice(names)) for _ in range(20)])
    return {**found, "profile": hot_spots(profile)}


def ticks(folder: Path, options: argparse.Namespace) -> dict[str, Any]:
    """Games that are all due at once, struck for by several workers."""
    from tests.web.conftest import START, Host

    from dragoman.store.models import Table

    host = Host(folder / "clock.toml")
    host.at(START)
    host.table("first")
    ordered(host, "first", Random(1))
    copied([f"game-{n}" for n in range(options.games)], "first")
    deadline = host.state("first").deadline
    assert deadline is not None
    host.at(deadline)
    due = Table.objects.filter(due__lte=deadline).count()
    command = [sys.executable, "-m", "bench.server", "--strike", str(folder)]
    start = time.monotonic()
    workers = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(options.workers)]
    said = [json.loads(worker.communicate()[0].splitlines()[-1]) for worker in workers]
    took = time.monotonic() - start
    left = Table.objects.filter(due__lte=deadline).count()
    assert left == 0, left
    spent, timed = sum(each["seconds"] for each in said), due - (options.workers + 3) * 25  # without the first and last
    found = {
        "games": due, "workers": options.workers, "a second": round(timed / max(each["wall"] for each in said), 1),
        "a second of processor time": round(timed / spent, 1),
        "wall seconds with the start of the workers": round(took, 1),
        "rounds of each": [each["rounds"] for each in said],
        "memory of a worker, MB": said[0]["memory"] // 1024,
    }  # fmt: skip
    return {**found, "profile": said[0]["profile"]}


def as_one_of(folder: Path) -> None:
    """Be a process of the host in that folder."""
    os.environ |= {"DRAGOMAN_SETTINGS": str(folder / "dragoman.toml"), "DRAGOMAN_CLOCK": str(folder / "clock.toml"),
                   "DJANGO_SETTINGS_MODULE": "dragoman.settings"}  # fmt: skip
    import django

    django.setup()


def strike(folder: Path) -> dict[str, Any]:
    """One worker: rounds of the clock until nothing is due."""
    as_one_of(folder)
    from dragoman import assembly
    from dragoman.keeper.rounds import AT_ONCE, Bells
    from dragoman.keeper.rubbish import spare_what_stays
    from dragoman.store.models import Table

    bells, now, profile = Bells(), assembly.clock().now(), cProfile.Profile()
    bells.turn()  # the first one brings all the code in
    spare_what_stays()
    wall, spent = time.monotonic(), time.process_time()
    rounds = 0
    while Table.objects.filter(due__lte=now).count() > 3 * AT_ONCE:  # enough is left for the rounds that are profiled
        rounds += bells.turn()
    wall, spent = time.monotonic() - wall, time.process_time() - spent
    profile.runcall(bells.turn)
    while bells.turn():
        rounds += 1
    return {"rounds": rounds, "seconds": spent, "wall": wall,
            "memory": kilobytes(), "profile": hot_spots(profile)}  # fmt: skip


def letters(folder: Path, options: argparse.Namespace) -> dict[str, Any]:
    """Letters with orders through the SMTP door, each heard and its receipt put into the outbox."""
    from tests.web.conftest import POWERS, START, Host

    from dragoman import assembly
    from dragoman.game.seats import Seat
    from dragoman.keeper.listening import Clerk
    from dragoman.keeper.rubbish import spare_what_stays
    from dragoman.store.models import Incoming, Outgoing

    host = Host(folder / "clock.toml")
    host.at(START)
    host.table("first")
    names = [f"game-{n}" for n in range(options.games)]
    copied(names, "first")
    made = []
    for number in range(options.letters):
        name, power = names[number % len(names)], POWERS[number // len(names) % len(POWERS)]
        token = assembly.tokens().seat(name, Seat(power), host.person(power.lower()))
        to = assembly.tagged_address(name, token)
        made.append((power, to, letter(number, power, to)))
    before = Outgoing.objects.filter(kind="receipt").count()
    came = threading.Event()
    listening = door_apart(folder) if options.apart else door_open(came.set)
    spare_what_stays()
    with listening as port, posting_apart(made, port) as posting:
        start, spent = time.monotonic(), time.process_time()
        clerk, profile = Clerk(), cProfile.Profile()
        while posting.is_alive() or Incoming.objects.filter(state="new").exists():
            if not clerk.turn():  # as a server's clerk does: the door rings
                came.wait(0.05)
                came.clear()
        took, used = time.monotonic() - start, time.process_time() - spent
    answered = Outgoing.objects.filter(kind="receipt").count() - before
    assert answered == len(made), (answered, len(made), dict(Incoming.objects.values_list("state", "note")))
    post([(who, to, letter(10**6 + n, who, to)) for n, (who, to, _) in enumerate(made[:20])], None)
    profile.runcall(clerk.turn)
    return {"letters": len(made), "a second": round(len(made) / took, 1),
            f"a second of {'the clerk' if options.apart else 'door and clerk'}'s processor time":
            round(len(made) / used, 1),
            "memory, MB": kilobytes() // 1024, "profile": hot_spots(profile)}  # fmt: skip


def order_sets(folder: Path, options: argparse.Namespace) -> dict[str, Any]:
    """Orders put on file through the page's form, whole sets and after single choices, by the players of many games."""
    from tests.web.conftest import POWERS, START, Host

    host, chance = Host(folder / "clock.toml"), Random(7)
    host.at(START)
    host.table("first")
    names = [f"game-{n}" for n in range(options.games)]
    copied(names, "first")
    clients = {power: host.client(power.lower()) for power in POWERS}
    offered = {power: choices(clients[power].get("/games/first/", HTTP_HOST="127.0.0.1").content.decode())
               for power in POWERS}  # fmt: skip

    def one(way: str) -> float:
        name, power = chance.choice(names), chance.choice(POWERS)
        chosen = {field: chance.choice(orders) for field, orders in offered[power].items()}
        form = {"phase": "S1901M", "status": "preliminary", **chosen}
        start = time.process_time()
        answer = clients[power].post(f"/games/{name}/orders/{way}", form, HTTP_HOST="127.0.0.1")
        spent = 1000 * (time.process_time() - start)
        assert answer.status_code == (200 if way else 302), answer.status_code
        assert not way or answer.json()["kept"], answer.content
        return spent

    for way in ("", "save/"):  # the first ones bring all the code in
        one(way)
    found: dict[str, Any] = {"sets": options.letters}
    for way, title in (("", "a whole set sent"), ("save/", "saved after a choice")):
        found[title] = centiles([one(way) for _ in range(options.letters)])
    found["memory, MB"] = kilobytes() // 1024
    profile = cProfile.Profile()
    profile.runcall(lambda: [one("save/") for _ in range(20)])
    return {**found, "profile": hot_spots(profile)}


def choices(page: str) -> dict[str, list[str]]:
    """What a page's form of orders offers: the orders of each of its fields."""
    import re

    fields = re.findall(r'<select[^>]*name="(order-[^"]+)"(.*?)</select>', page, re.S)
    found = {name: [order for order in re.findall(r'value="([^"]+)"', inner) if " " in order] for name, inner in fields}
    assert all(found.values()), found
    assert found, "the page offers no orders"
    return found


def letter(number: int, power: str, to: str) -> bytes:
    told = EmailMessage()
    told["From"], told["To"] = f"{power.lower()}@example.org", to
    told["Subject"], told["Message-ID"] = "Orders", f"<{number}@example.org>"
    told["Date"] = "Mon, 02 Mar 2026 16:00:00 +0000"
    told.set_content({"France": "A PAR - BUR\nA MAR - SPA\nF BRE - MAO\n"}.get(power, "status\n"))
    return told.as_bytes()


@contextmanager
def door_open(arrived: Callable[[], None]) -> Iterator[int]:
    """The SMTP door in this process; the port at which it stands."""
    from dragoman.post.door import open_door
    from dragoman.settings import Receiving

    port = free_port()
    with open_door(Receiving(how="smtp", listen=f"127.0.0.1:{port}"), arrived):
        yield port


@contextmanager
def door_apart(folder: Path) -> Iterator[int]:
    """The same in a process of its own, of which the clerk learns nothing but by looking for letters."""
    command = [sys.executable, "-m", "bench.server", "--door", str(folder)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as door:
        assert door.stdout is not None
        assert door.stdin is not None
        yield int(door.stdout.readline())
        door.stdin.close()
        assert door.wait(20) == 0


def keep_door(folder: Path) -> None:
    """One door, until nobody wants it any more."""
    as_one_of(folder)
    from dragoman.keeper.rubbish import spare_what_stays

    with door_open(lambda: None) as port:
        spare_what_stays()
        print(port, flush=True)
        sys.stdin.read()


@contextmanager
def posting_apart(made: Sequence[tuple[str, str, bytes]], port: int) -> Iterator[Any]:
    """Somebody else who posts the letters, in a process that is ready and begins now."""
    apart = multiprocessing.get_context("spawn")
    ready, begin = apart.Event(), apart.Event()
    posting = apart.Process(target=post_when, args=(made, port, ready, begin))
    posting.start()
    ready.wait()
    begin.set()
    yield posting
    posting.join()
    assert posting.exitcode == 0, posting.exitcode


def post_when(made: Sequence[tuple[str, str, bytes]], port: int, ready: Any, begin: Any) -> None:
    ready.set()
    begin.wait()
    post(made, port)


def post(made: Sequence[tuple[str, str, bytes]], port: int | None) -> None:
    """Hand letters in: through the door at that port over one connection, or (None) past it."""
    if port is None:
        from dragoman.post.door import take

        for power, to, raw in made:
            take(raw, f"{power.lower()}@example.org", (to,))
        return
    with smtplib.SMTP("127.0.0.1", port) as server:
        for power, to, raw in made:
            server.sendmail(f"{power.lower()}@example.org", [to], raw)


def free_port() -> int:
    import socket

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


PARTS: dict[str, Callable[[Path, argparse.Namespace], dict[str, Any]]] = {
    "pages": game_pages, "ticks": ticks, "letters": letters, "orders": order_sets,
}  # fmt: skip


# --- databases ---


@contextmanager
def database(kind: str) -> Iterator[str]:
    """The address of an empty database: a file, or a PostgreSQL of our own that lives as long as the block."""
    if kind == "sqlite":
        yield "sqlite:///host.sqlite3"
        return
    import shutil

    from tests.conftest import as_server, postgres_programs

    programs, port = postgres_programs(), str(free_port())
    assert programs is not None, "PostgreSQL's programs are not installed"
    folder = Path(tempfile.mkdtemp(prefix="dragoman-pg-", dir="/tmp"))  # a socket's path must be short
    data, options = folder / "data", f"-p {port} -k {folder} -c listen_addresses=127.0.0.1"
    try:
        as_server(folder, programs / "initdb", "-D", data, "-U", "dragoman", "--auth=trust", "--encoding=UTF8",
                  "--locale=C.UTF-8", "--no-sync")  # fmt: skip
        as_server(folder, programs / "pg_ctl", "-D", data, "-w", "-l", folder / "log", "-o", options, "start")
        try:
            as_server(folder, programs / "createdb", "-h", folder, "-p", port, "-U", "dragoman", "dragoman")
            yield f"postgresql://dragoman@127.0.0.1:{port}/dragoman"
        finally:
            as_server(folder, programs / "pg_ctl", "-D", data, "-w", "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def measured(part: str, kind: str, *arguments: str) -> dict[str, Any]:
    """One part in a process of its own."""
    with tempfile.TemporaryDirectory() as home, database(kind) as url:
        command = [sys.executable, "-m", "bench.server", "--part", part, "--home", home, "--url", url, *arguments]
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
        found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
        return {"database": kind, **found}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.server", description=__doc__)
    parser.add_argument("--strike", type=Path, help="be one worker for the host in that folder")
    parser.add_argument("--door", type=Path, help="be the door of the host in that folder")
    parser.add_argument("--apart", action="store_true", help="letters: door and clerk each in a process of its own")
    parser.add_argument("--part", choices=PARTS)
    parser.add_argument("--on", choices=("sqlite", "postgres"), default="postgres")
    parser.add_argument("--home", type=Path)
    parser.add_argument("--url")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--years", type=int, default=10)
    parser.add_argument("--requests", type=int, default=200)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--letters", type=int, default=200)
    parser.add_argument("--profile", action="store_true")
    options = parser.parse_args()
    if options.strike:
        print(json.dumps(strike(options.strike)))
    elif options.door:
        keep_door(options.door)
    elif options.home:
        settle(options.home, options.url)
        print(json.dumps(PARTS[options.part](options.home, options)))
    else:
        asked = [f"--{name}={getattr(options, name)}" for name in ("games", "years", "requests", "workers", "letters")]
        found = measured(options.part, options.on, *asked, *(["--apart"] if options.apart else []))
        profile = found.pop("profile")
        print(json.dumps(found, indent=1))
        if options.profile:
            print(profile)
    return 0


if __name__ == "__main__":
    sys.exit(main())
