"""A town of several hosts on one machine: each in a network namespace of its own, all on one wire, and a fiend about.

Three hosts serve pages and take letters, three work beside them, one keeps PostgreSQL; the driver plays many games in
lockstep through them. Meanwhile hosts are killed, stopped and cut off, and the database, too. Run as a program inside
namespaces of its own (`unshare`), it leaves nothing behind:

    python -m tests.keeper.town FOLDER --games 200 --faults 500

Where no namespaces can be had, hosts are processes on the loopback, and what would be cut off is stopped instead.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import hashlib
import http.client
import json
import os
import pwd
import random
import signal
import smtplib
import socket
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from email.message import EmailMessage
from email.parser import BytesParser
from itertools import pairwise
from pathlib import Path
from typing import Any

import psycopg
from aiosmtpd.controller import Controller
from tests.diplomacy.tables import LETTERS, POWERS, opening

from dragoman.diplomacy.board.mapfile import chart_source
from dragoman.game.protocol import Speaker
from dragoman.game.seats import GM, Seat

ROOT = Path(__file__).parents[2]
SECRET = "a secret for tests of towns"
PASSWORD = "four-white-horses"
"""Of the database, which asks nobody for it; hosts know it from their settings."""
SEED = "kalmar"
START = datetime.fromisoformat("2026-03-02T16:00:00+00:00")
PATIENCE = 900
BEGAN = time.monotonic()
LEASE = 2.0
LONGEST = 3.0
"""Seconds that a host is stopped or cut off at the most: longer than a lease, so that some lose theirs."""
DISK = "1500m"
WEBS, WORKS = ("web1", "web2", "web3"), ("work1", "work2", "work3")

SETTINGS = """
[host]
address = "dragoman@example.org"
secret = "{secret}"
[database]
url = "{database}"
[sending]
how = "smtp"
host = "{sink[0]}"
port = {sink[1]}
security = "none"
[receiving]
how = "{how}"
listen = "{door[0]}:{door[1]}"
[web]
listen = "{pages[0]}:{pages[1]}"
[work]
lease = {lease}
pause = 0.2
[logs]
form = "json"
level = "DEBUG"
"""
"""Every fault is written down with its traceback, lest a secret in one be passed over."""

UNDRAWN = chart_source("standard").replace('id = "standard"', 'id = "kalmar"')
"""The standard map under a name by which no board is drawn."""

CLOCK = ""
"""In place of a writer: the clock goes on to what is due next, be it a deadline or a contact not made."""

SCRIPT: tuple[tuple[str, str], ...] = (
    ("France", "F Bre - MAO\nA Par - Bur\nA Mar - Spa"),
    ("Austria", "A Vie - Gal\nA Bud - Ser\nF Tri - Alb"),
    ("Turkey", "A Con - Bul\nF Ank - BLA\nA Smy - Con\nhello there"),
    (CLOCK, "Spring 1901"),
    ("France", "A Spa - Por\nF MAO - Spa/sc\nA Bur - Bel"),
    (CLOCK, "some have not been heard of"),
    (CLOCK, "Fall 1901"),
    ("France", "Build A Par\nBuild F Bre\nBuild A Mar"),
    (CLOCK, "some have not been heard of"),
    (CLOCK, "Winter 1901"),
    ("Austria", "A Ser S F Alb - Gre\nF Alb - Gre"),
    (CLOCK, "Spring 1902"),
    (CLOCK, "some have not been heard of"),
    ("Turkey", "A Con - Smy"),
    (CLOCK, "Fall 1902"),
    ("GM", "gm end: the evening is over"),
)
"""What is played at every table. Each table leaves out some letters; none of them moves a deadline."""

PHASES = 5
"""So many are adjudicated at every table."""


def opened(games: int, first: int) -> dict[str, str]:
    """Open these tables, where Django stands: what each seat's address bears."""
    from django.core.management import call_command

    from dragoman import assembly
    from dragoman.referee.ports import Slip

    call_command("migrate", verbosity=0)
    now = assembly.clock().now()
    tokens = {}
    for name in names(games, first):
        seats = {Seat(power): assembly.register().verify(address(name, power), now) for power in POWERS}
        gm = assembly.register().verify(address(name, "GM"), now)
        rules = {**LETTERS, "VII.1.reminders": "A"}
        game = opening(seated=(), rules=rules)
        command = replace(game, name=name, seats=seats, gm=gm, map=game.map if drawn(name) else UNDRAWN)
        assert assembly.open_table(Slip(name, Speaker(gm, None), command=command), "diplomacy").version
        for seat, who in {**seats, GM: gm}.items():
            tokens[f"{name} {'GM' if seat == GM else seat}"] = assembly.tokens().seat(name, seat, who)
    return tokens


def recorded(games: int, first: int) -> dict[str, list[Any]]:
    """The record of each table, proved: its digest, how many events it has, and the phases that were adjudicated."""
    from dragoman import assembly
    from dragoman.referee import record

    found: dict[str, list[Any]] = {}
    for name in names(games, first):
        kept = record.Record(name, *assembly.ledger().record(name))
        assert not record.verify(kept, assembly.games()), name
        phases = [json.dumps(json.loads(entry.data)["ruling"]["phase"], sort_keys=True)
                  for entry in kept.entries if b'"PhaseAdjudicated"' in entry.data]  # fmt: skip
        found[name] = [hashlib.sha256(b"".join(record.write(kept))).hexdigest(), len(kept.entries), phases]
    return found


ALONE = """
import os, sys
os.environ["DJANGO_SETTINGS_MODULE"] = "dragoman.settings"
import django
django.setup()
import json
from tests.keeper import town
print(json.dumps(getattr(town, sys.argv[1])(int(sys.argv[2]), int(sys.argv[3]))))
"""


def names(count: int, first: int = 0) -> list[str]:
    return [f"g{number:03}" for number in range(first, first + count)]


def address(name: str, seat: str) -> str:
    return f"{seat.lower()}.{name}@example.org"


def drawn(name: str) -> bool:
    """Whether letters bear a board, as with one table of a hundred: drawing one takes longer than all else."""
    return name.endswith("99")


def writes(name: str, step: int) -> bool:
    """Whether a table's player writes at a step: Austria and Turkey keep silent now and then, at some tables."""
    return SCRIPT[step][0] in ("GM", "France") or (int(name[1:]) + step) % 3 != 0


def letter(name: str, step: int, token: str) -> EmailMessage:
    seat, text = SCRIPT[step]
    made = EmailMessage()
    made["From"] = address(name, seat)
    made["To"] = f"dragoman+{name}+{token}@example.org"
    made["Subject"] = name
    made["Message-ID"] = f"<{step}.{name}@example.org>"
    made.set_content(text + "\n")
    return made


@dataclass
class Sink:
    """A mail server that takes everything and remembers every delivery: which letter, to whom, and what it is by
    digest."""

    delivered: list[tuple[str, str, str]] = field(default_factory=list)

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        content = bytes(envelope.content)
        head = BytesParser().parsebytes(content, headersonly=True)
        self.delivered.append((str(head["Message-ID"]), envelope.rcpt_tos[0], hashlib.sha256(content).hexdigest()))
        await asyncio.sleep(0.005)  # a while in which a killed sender does not learn that the letter was taken
        return "250 taken"


def run(*words: str | Path, check: bool = True) -> None:
    subprocess.run(words, check=check, stdin=subprocess.DEVNULL, capture_output=True, timeout=60)


class Wire:
    """The wire between the hosts: a namespace for each, a bridge between them. The driver sits at the bridge."""

    def __init__(self, hosts: tuple[str, ...], there: bool) -> None:
        self.there = there
        self.at = {host: f"10.77.0.{number}" if there else "127.0.0.1" for number, host in enumerate(hosts, 10)}
        self.hub = "10.77.0.1" if there else "127.0.0.1"
        if there:
            self._lay(hosts)

    def _lay(self, hosts: tuple[str, ...]) -> None:
        Path("/run/netns").mkdir(parents=True, exist_ok=True)
        run("mount", "-t", "tmpfs", "names", "/run/netns")
        run("ip", "link", "set", "lo", "up")
        run("ip", "link", "add", "wire", "type", "bridge")
        run("ip", "addr", "add", f"{self.hub}/24", "dev", "wire")
        run("ip", "link", "set", "wire", "up")
        for host in hosts:
            run("ip", "netns", "add", host)
            run("ip", "link", "add", f"to-{host}", "type", "veth", "peer", "name", "eth0", "netns", host)
            run("ip", "link", "set", f"to-{host}", "master", "wire", "up")
            run("ip", "-n", host, "link", "set", "lo", "up")
            run("ip", "-n", host, "addr", "add", f"{self.at[host]}/24", "dev", "eth0")
            run("ip", "-n", host, "link", "set", "eth0", "up")

    def inside(self, host: str) -> tuple[str, ...]:
        """What a command begins with that is to run on that host."""
        return ("ip", "netns", "exec", host) if self.there else ()

    def cut(self, host: str, cut: bool) -> None:
        """Take a host off the wire, or put it back. Nothing tells it so: what it sends is lost."""
        run("ip", "link", "set", f"to-{host}", *(("nomaster",) if cut else ("master", "wire")))


class Postgres:
    """PostgreSQL on a host of its own."""

    def __init__(self, wire: Wire, folder: Path, programs: Path) -> None:
        self._wire, self._programs, self.folder = wire, programs, folder
        self._asking = threading.local()
        self.port = 5432 if wire.there else free_port()
        self.url = f"postgresql://dragoman:{PASSWORD}@{wire.at['db']}:{self.port}/dragoman"
        folder.mkdir()
        if wire.there:
            run("mount", "-t", "tmpfs", "-o", f"size={DISK}", "disk", folder)
        entry = pwd.getpwnam("postgres") if os.geteuid() == 0 else None
        if entry:
            os.chown(folder, entry.pw_uid, entry.pw_gid)
        self._as = ("setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups") if entry else ()
        self._do("initdb", "-D", folder / "data", "-U", "dragoman", "--auth=trust", "--encoding=UTF8",
                 "--locale=C.UTF-8", "--no-sync")  # fmt: skip
        self.start()
        self._do("createdb", "-h", folder, "-p", str(self.port), "-U", "dragoman", "dragoman")

    def start(self) -> None:
        options = f"-p {self.port} -k {self.folder} -c listen_addresses={self._wire.at['db']} -c max_connections=200"
        options += " -c fsync=off -c full_page_writes=off -c max_wal_size=128MB"  # the machine itself stands
        hba = self.folder / "data" / "pg_hba.conf"
        if "10.77" not in hba.read_text():
            hba.write_text(hba.read_text() + "\nhost all all 10.77.0.0/24 trust\n")
        self._do(
            "pg_ctl", "-D", self.folder / "data", "-w", "-t", "60", "-l", self.folder / "log", "-o", options, "start"
        )

    def stop(self) -> None:
        """As a machine does that is switched off: nobody is told, and what was under way is lost."""
        self._do("pg_ctl", "-D", self.folder / "data", "-w", "-m", "immediate", "stop")

    def up(self) -> None:
        """Start it again, if it went down."""
        if self.asked("SELECT 1") is None:
            with contextlib.suppress(RuntimeError):
                self.stop()
            self.start()

    @contextlib.contextmanager
    def crowded(self) -> Iterator[None]:
        """While nothing more has room on its disk."""
        ballast = self.folder / "ballast"
        with ballast.open("wb") as file:
            size, piece = 0, 1 << 26
            while piece >= 4096:  # all others go on writing meanwhile: whatever room is left, is taken
                try:
                    os.posix_fallocate(file.fileno(), size, piece)
                    size += piece
                except OSError:
                    piece //= 2
        try:
            yield
        finally:
            ballast.unlink()

    def _do(self, program: str, *words: str | Path) -> None:
        command = (*self._wire.inside("db"), *self._as, self._programs / program, *words)
        with (self.folder.parent / "postgres-said").open("a+") as said:
            done = subprocess.run(command, cwd="/tmp", stdin=subprocess.DEVNULL, stdout=said, stderr=said, check=False,
                                  env={"HOME": str(self.folder), "PATH": os.environ["PATH"]}, timeout=120)  # fmt: skip
        if done.returncode:
            raise RuntimeError(f"{program}: {(self.folder.parent / 'postgres-said').read_text()[-800:]}")

    def asked(self, query: str) -> Any:
        """The first row of an answer, asked past the wire and all of our own code; None while nothing answers. Each
        thread keeps its connection, for it asks many times in a second; one that broke is made anew."""
        kept: psycopg.Connection[Any] | None = getattr(self._asking, "connection", None)
        found = self._answered(kept, query) if kept is not None else None
        if found is not None:
            return found
        where = f"host={self.folder} port={self.port} user=dragoman dbname=dragoman options='-c timezone=UTC'"
        try:
            self._asking.connection = psycopg.connect(where, autocommit=True, connect_timeout=5)
        except psycopg.Error:
            self._asking.connection = None
            return None
        return self._answered(self._asking.connection, query)

    def _answered(self, connection: psycopg.Connection[Any], query: str) -> Any:
        try:
            answer = connection.execute(query)
            return answer.fetchone() if answer.description else ()
        except psycopg.Error:
            connection.close()
            self._asking.connection = None
            return None


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Host:
    """One process on one host: a server, or a worker beside it."""

    def __init__(self, town: Town, name: str) -> None:
        self.town, self.name = town, name
        self.folder = town.folder / name
        self.folder.mkdir()
        web, at, there = name.startswith("web"), town.wire.at[name], town.wire.there
        self.door = (at, 2525 if there else free_port())
        self.pages = (at, 8000 if there else free_port())
        settings = SETTINGS.format(secret=SECRET, database=town.database, sink=town.sink_at, lease=LEASE,
                                   how="smtp" if web else "none", door=self.door, pages=self.pages)  # fmt: skip
        (self.folder / "dragoman.toml").write_text(settings)
        self.busy = threading.Lock()
        self.process: subprocess.Popen[bytes] | None = None
        self.revived = 0

    def mind(self) -> None:
        """Start it again if it ended by itself, as the units in deploy/systemd have it: whoever starts while the
        database is away says so and ends. It may end of nothing else."""
        if self.process is not None and self.process.poll() is not None and self.busy.acquire(blocking=False):
            try:
                if self.process.poll() is not None:
                    said = (self.folder / "log").read_text()[-3000:]
                    assert "the database cannot be reached" in said.rstrip().rpartition("\n")[2], said
                    self.revived += 1
                    self.start()
            finally:
                self.busy.release()

    def start(self) -> None:
        words = [*self.town.wire.inside(self.name), sys.executable, "-c", "from dragoman.cli import main; main()",
                 "serve" if self.name.startswith("web") else "work", "--clock", str(self.town.clock)]  # fmt: skip
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                words, cwd=self.folder, env=environment(), stdin=subprocess.DEVNULL, stdout=log, stderr=log
            )

    def send(self, number: signal.Signals) -> None:
        assert self.process is not None
        self.process.send_signal(number)

    def kill(self) -> None:
        assert self.process is not None
        self.process.kill()
        self.process.wait(60)

    def end(self) -> int:
        assert self.process is not None
        with self.busy:
            self.process.terminate()
            return self.process.wait(120)


def environment() -> dict[str, str]:
    kept = {
        name: value for name, value in os.environ.items() if not name.startswith(("DRAGOMAN_", "DATABASE", "DJANGO"))
    }
    return kept | {"PYTHONPATH": f"{ROOT / 'src'}:{ROOT}"}


class Town:
    """All hosts, the sink, and the driver's knowledge of what is going on."""

    def __init__(self, folder: Path, games: int, database: str, wire: Wire, first: int = 0) -> None:
        self.folder, self.games, self.database, self.wire = folder, games, database, wire
        self.first = first
        self.clock = folder / "clock.toml"
        self.sink = Sink()
        self.sink_at = (wire.hub, free_port())
        self._postman = Controller(self.sink, hostname=wire.hub, port=self.sink_at[1])
        self.now = START
        self.set_clock(START)
        self._postman.start()
        self.tokens: dict[str, str] = {}

    def set_clock(self, now: datetime) -> None:
        self.now = now
        beside = self.folder / "clock.new"
        beside.write_text(f'now = {now.isoformat()}\nseed = "{SEED}"\n')
        beside.replace(self.clock)

    def does(self, what: str) -> Any:
        """Have that done on this town's database, in a process of its own beside all hosts."""
        given = environment() | {"DATABASE_URL": self.database, "DRAGOMAN_CLOCK": str(self.clock)}
        given |= {"DRAGOMAN_HOST_SECRET": SECRET, "DRAGOMAN_HOST_ADDRESS": "dragoman@example.org"}
        words = [sys.executable, "-c", ALONE, what, str(self.games), str(self.first)]
        done = subprocess.run(
            words, cwd=self.folder, env=given, check=False, stdin=subprocess.DEVNULL, capture_output=True
        )
        assert done.returncode == 0, done.stderr.decode()[-3000:]
        return json.loads(done.stdout)

    def open(self) -> None:
        self.tokens = self.does("opened")

    def letters(self, step: int) -> list[EmailMessage]:
        seat = SCRIPT[step][0]
        return [letter(name, step, self.tokens[f"{name} {seat}"])
                for name in names(self.games, self.first) if seat and writes(name, step)]  # fmt: skip

    def close(self) -> None:
        self._postman.stop()


# --- the undisturbed run: one process, one file, one thing after another ---


Played = tuple[dict[str, list[Any]], dict[tuple[str, str], str]]
"""The records of a run, digested, and what was told."""

PARTS, TABLES = 4, 10
"""At most so many parts, and at least so many tables in each."""


def undisturbed_parts(folder: Path, games: int) -> list[subprocess.Popen[bytes]]:
    """Several such runs side by side, each of its own share of the tables: they know nothing of one another."""
    folder.mkdir()
    parts = max(1, min(PARTS, games // TABLES))
    bounds = [games * part // parts for part in range(parts + 1)]
    started = []
    for part, (first, after) in enumerate(pairwise(bounds)):
        words = [sys.executable, "-m", "tests.keeper.town", str(folder / str(part)), "--games", str(after - first)]
        words += ["--undisturbed", str(first)]
        started.append(subprocess.Popen(words, cwd=ROOT, env=environment(), stdin=subprocess.DEVNULL))
    return started


def gathered(folder: Path, parts: list[subprocess.Popen[bytes]]) -> Played:
    """What they came to."""
    records: dict[str, list[Any]] = {}
    notices: dict[tuple[str, str], str] = {}
    for number, part in enumerate(parts):
        assert part.wait() == 0
        found = json.loads((folder / str(number) / "played.json").read_text())
        records |= found["records"]
        notices |= {(told[0], told[1]): told[2] for told in found["told"]}
    return records, notices


def undisturbed(folder: Path, games: int, first: int = 0) -> Played:
    """The records, and what was told, of a run in which nothing happens."""
    town = Town(folder, games, f"sqlite:///{folder}/dragoman.sqlite3", Wire(("only",), there=False), first)
    text = SETTINGS.format(secret=SECRET, database=town.database, sink=town.sink_at, lease=120, how="none",
                           door=("127.0.0.1", 1), pages=("127.0.0.1", 1))  # fmt: skip
    (folder / "dragoman.toml").write_text(text)
    os.environ |= {"DRAGOMAN_SETTINGS": str(folder / "dragoman.toml"), "DRAGOMAN_CLOCK": str(town.clock)}
    os.environ["DJANGO_SETTINGS_MODULE"] = "dragoman.settings"
    import django

    django.setup()
    from dragoman import assembly
    from dragoman.keeper.listening import Clerk
    from dragoman.keeper.rounds import Bells, Mailbags
    from dragoman.post.carrier import sender
    from dragoman.post.door import take

    town.tokens = opened(games, first)
    clerk, bells, mailbags = Clerk(), Bells(), Mailbags(sender(assembly.house().sending))
    for step in range(len(SCRIPT)):
        town.set_clock(_next(town, assembly.ledger().tables()[0][2] if SCRIPT[step][0] == CLOCK else None))
        for each in town.letters(step):
            take(each.as_bytes(), str(each["From"]), (str(each["To"]),))
        while clerk.turn() or bells.turn() or mailbags.turn():
            pass
    town.close()
    return recorded(games, first), told(town.sink)


def _next(town: Town, due: datetime | None) -> datetime:
    return due or town.now + timedelta(minutes=1)


def told(sink: Sink) -> dict[tuple[str, str], str]:
    """Each thing told, by Message-ID and reader. A repetition is the same bytes."""
    found: dict[tuple[str, str], str] = {}
    for identifier, reader, content in sink.delivered:
        assert found.setdefault((identifier, reader), content) == content, f"{identifier} was told in two ways"
    return found


# --- the disturbed run ---


DECK = {"kill": 22, "pause": 38, "cut": 30, "database killed": 4, "database cut off": 3, "database disk full": 3}
"""How often, of a hundred misfortunes, it is which. Of fewer, each kind comes at least once."""


def deck(count: int, chance: random.Random) -> list[str]:
    """So many misfortunes, in any order."""
    cards = [kind for kind, share in DECK.items() for _ in range(max(1, count * share // 100))]
    cards += ["pause"] * (count - len(cards))
    chance.shuffle(cards)
    return cards[:count]


class Fiend:
    """Kills, stops and cuts off hosts at random, several at once, as many as it is let loose for."""

    ABREAST = 6

    def __init__(self, hosts: dict[str, Host], postgres: Postgres, wire: Wire, count: int, seed: int) -> None:
        self._hosts, self._postgres, self._wire = hosts, postgres, wire
        self._chance = random.Random(seed)
        self._cards = deck(count, self._chance)
        self._database = threading.Lock()
        self.done: Counter[str] = Counter()
        self.under_way: Counter[str] = Counter()
        self.faults: list[str] = []

    def strike(self) -> None:
        """One misfortune, from its beginning to its end."""
        kind = self._cards.pop()
        if not self._wire.there:  # nothing can be cut off, and no disk is the database's own
            kind = {"cut": "pause"}.get(kind, "database killed" if kind.startswith("database") else kind)
        try:
            if kind.startswith("database"):
                with self._database, self._lasting(kind):
                    self._at_database(kind)
            else:
                host = self._hosts[self._chance.choice(list(self._hosts))]
                with host.busy, self._lasting(kind):
                    self._at(host, kind)
            self.done[kind] += 1
        except Exception as fault:
            self.faults.append(f"{kind}: {type(fault).__name__}: {fault}")

    @contextlib.contextmanager
    def _lasting(self, kind: str) -> Iterator[None]:
        self.under_way[kind] += 1
        try:
            yield
        finally:
            self.under_way[kind] -= 1

    def _at(self, host: Host, kind: str) -> None:
        if kind == "kill":
            host.kill()
            time.sleep(self._chance.uniform(0, 0.5))
            host.start()
            time.sleep(self._chance.uniform(0.5, 4))  # it is let come up, mostly
        elif kind == "cut":
            self._wire.cut(host.name, True)
            time.sleep(self._chance.uniform(0.2, LONGEST))
            self._wire.cut(host.name, False)
        else:
            host.send(signal.SIGSTOP)
            time.sleep(self._chance.uniform(0.2, LONGEST))
            host.send(signal.SIGCONT)

    def _at_database(self, kind: str) -> None:
        if kind == "database cut off":
            self._wire.cut("db", True)
            time.sleep(self._chance.uniform(0.2, LONGEST))
            self._wire.cut("db", False)
        elif kind == "database disk full":
            with self._postgres.crowded():
                time.sleep(self._chance.uniform(0.2, LONGEST))
            self._postgres.up()
        else:
            self._postgres.stop()
            time.sleep(self._chance.uniform(0, 1))
            self._postgres.start()


def shares(faults: int) -> Iterator[int]:
    """How many misfortunes fall in each step: twice as many where a clock strikes, for that takes longer."""
    weights = [2 if seat == CLOCK else 1 for seat, _ in SCRIPT]
    fallen = 0
    for step in range(len(SCRIPT)):
        due = faults * sum(weights[: step + 1]) // sum(weights)
        yield due - fallen
        fallen = due


class Luck:
    """The misfortunes of one step after another: all of them at once, or, where clocks strike, some when others are
    over, so that as much as may be is struck in the midst of them."""

    def __init__(self, begin: Callable[[], Future[None]]) -> None:
        self._begin, self._waiting = begin, 0
        self._all: list[Future[None]] = []
        self.share, self._before = 0, 0

    def wait(self, share: int) -> None:
        """So many are to come in this step."""
        self.share, self._before, self._waiting = share, len(self._all), share

    def strike(self) -> None:
        """Begin as many as a fifth of the step's may be under way at once, one at least; as long as some are left."""
        while self._waiting and self.left() < max(1, min(Fiend.ABREAST, self.share // 5)):
            self._all.append(self._begin())
            self._waiting -= 1

    def strike_all(self) -> None:
        self._all += [self._begin() for _ in range(self._waiting)]
        self._waiting = 0

    def left(self) -> int:
        """How many have begun and are not over."""
        return sum(not each.done() for each in self._all)

    def over(self) -> int:
        """How many of this step are over."""
        return sum(each.done() for each in self._all[self._before :])


class Driver:
    """Plays the script through whichever server answers. A step begins when all letters of the one before are heard and
    all clocks struck; what is told may still be on its way, and misfortunes go on."""

    def __init__(self, town: Town, hosts: dict[str, Host], postgres: Postgres, fiend: Fiend, faults: int) -> None:
        self._town, self._postgres, self._fiend, self._faults = town, postgres, fiend, faults
        self._hosts = list(hosts.values())
        self._webs = [host for name, host in hosts.items() if name.startswith("web")]
        self._chance = random.Random(7)
        self._over = threading.Event()
        self.pages: Counter[str] = Counter()
        self.insisted = 0
        self.adjudicated = self.adjudicated_under_faults = 0

    def play(self) -> None:
        beside = [threading.Thread(target=self._read, args=(number,), daemon=True) for number in range(1)]
        beside += [threading.Thread(target=each, daemon=True) for each in (self._watch, self._mind)]
        for thread in beside:
            thread.start()
        with ThreadPoolExecutor(Fiend.ABREAST) as fiends, ThreadPoolExecutor(8) as writers:
            luck = Luck(lambda: fiends.submit(self._fiend.strike))
            for step, share in enumerate(shares(self._faults)):
                luck.wait(share)
                if SCRIPT[step][0] == CLOCK:
                    luck.strike()
                else:
                    luck.strike_all()
                self._step(step, luck, writers)
                while luck.left() > Fiend.ABREAST:
                    time.sleep(0.05)
                self._settle(f"step {step}", HEARD, STRUCK, meanwhile=luck.strike)
                luck.strike_all()
        self._settle("the end", HEARD, STRUCK, SENT)
        self._over.set()
        for thread in beside:
            thread.join(30)

    def _step(self, step: int, luck: Luck, writers: ThreadPoolExecutor) -> None:
        """One step at every table, its letters spread over the time that its share of misfortunes takes."""
        what = " ".join(SCRIPT[step]).partition("\n")[0]
        print(f"{time.monotonic() - BEGAN:.0f} s: {step} {what}, {dict(self._fiend.done)}", file=sys.stderr, flush=True)
        if SCRIPT[step][0] == CLOCK:
            # the clock goes on when some misfortune is under way: what is struck, is struck in the midst of it
            while not +self._fiend.under_way and luck.left():
                time.sleep(0.01)
        self._town.set_clock(_next(self._town, self._due() if SCRIPT[step][0] == CLOCK else None))
        letters, sent = self._town.letters(step), []
        for number, each in enumerate(letters):
            while number / len(letters) > (luck.over() + Fiend.ABREAST) / max(1, luck.share):
                time.sleep(0.05)
            sent.append(writers.submit(self._write, each))
        for done in sent:
            done.result(PATIENCE)

    def _mind(self) -> None:
        """Start again whoever ended by itself."""
        while not self._over.wait(1):
            for host in self._hosts:
                try:
                    host.mind()
                except AssertionError as fault:
                    self._fiend.faults.append(f"{host.name} ended: {fault}")

    def _watch(self) -> None:
        """Count how many phases are adjudicated while something is amiss."""
        while not self._over.wait(0.1):
            amiss = bool(+self._fiend.under_way)
            found = self._postgres.asked("SELECT count(*) FROM store_event WHERE type = 'PhaseAdjudicated'")
            if found is not None:
                if amiss and +self._fiend.under_way:
                    self.adjudicated_under_faults += found[0] - self.adjudicated
                self.adjudicated = found[0]

    def _write(self, each: EmailMessage) -> None:
        """Write a letter and insist until a server has taken it."""
        until = time.monotonic() + PATIENCE
        while True:
            host = self._chance.choice(self._webs)
            try:
                with smtplib.SMTP(*host.door, timeout=8) as server:
                    server.send_message(each)
                return
            except (OSError, smtplib.SMTPException):
                self.insisted += 1
                assert time.monotonic() < until, "no server took a letter"
                time.sleep(0.1)

    def _read(self, number: int) -> None:
        """Look at games, at whichever server: whoever looks strikes the clock of what is due, too."""
        chance = random.Random(number)
        while not self._over.wait(0.5):
            host = chance.choice(self._webs)
            try:
                with contextlib.closing(http.client.HTTPConnection(*host.pages, timeout=10)) as asked:
                    asked.request(
                        "GET", f"/games/{chance.choice(names(self._town.games))}/", headers={"Host": "localhost"}
                    )
                    self.pages[str(asked.getresponse().status)] += 1
            except (OSError, http.client.HTTPException):
                self.pages["no answer"] += 1

    def _due(self) -> datetime:
        while (found := self._postgres.asked("SELECT min(due), max(due) FROM store_table")) is None:
            time.sleep(0.2)
        assert found[0] == found[1], "tables in lockstep are due together"
        due: datetime = found[0]
        return due

    def _settle(self, when: str, *what: str, meanwhile: Callable[[], object] = lambda: None) -> None:
        """Wait until nothing of that is left to do; not for ever, once it grows no less. Whoever waits to try
        again, because nothing answered, is woken."""
        until, least = time.monotonic() + PATIENCE, None
        query = "SELECT " + ", ".join(f"(SELECT count(*) FROM {each})" for each in what).format(now=self._town.now)
        while True:
            left = self._postgres.asked(query)
            if left is not None and not any(left):
                return
            if left is not None and (least is None or sum(left) < least):
                until, least = time.monotonic() + PATIENCE, sum(left)
            assert time.monotonic() < until, f"{when}: {left} are left to hear, strike and send, and no fewer for long"
            meanwhile()
            for woken in WOKEN:
                self._postgres.asked(f"{woken} AND free_at > now() + interval '{LEASE + 1} seconds'")
            time.sleep(0.1)


HEARD = "store_incoming WHERE state <> 'heard'"
STRUCK = "store_table WHERE due <= '{now}'"
SENT = "store_outgoing WHERE sent_at IS NULL"
WOKEN = (
    "UPDATE store_outgoing SET free_at = NULL WHERE sent_at IS NULL AND given_up_at IS NULL AND fault <> ''",
    "UPDATE store_incoming SET free_at = NULL WHERE state = 'new'",
)


def disturbed(
    folder: Path, games: int, faults: int, seed: int, programs: Path, there: bool, each: int
) -> dict[str, Any]:
    """Play with `each` servers and as many workers, and as many misfortunes."""
    folder.mkdir()
    there_are = (*WEBS[:each], *WORKS[:each])
    os.chmod(folder.parent, 0o755)  # PostgreSQL's own user must pass
    os.chmod(folder, 0o755)
    wire = Wire((*there_are, "db"), there)
    postgres = Postgres(wire, Path(f"/tmp/town-{os.getpid()}") if not there else folder / "pg", programs)
    # what a stopped host holds is let go after two leases instead of a minute, since all else is as much quicker
    town = Town(folder, games, f"{postgres.url}?options=-c%20idle_in_transaction_session_timeout%3D3000", wire)
    hosts = {name: Host(town, name) for name in there_are}
    try:
        town.open()
        for host in hosts.values():
            host.start()
        fiend = Fiend(hosts, postgres, wire, faults, seed)
        driver = Driver(town, hosts, postgres, fiend, faults)
        began = time.monotonic()
        driver.play()
        seconds = time.monotonic() - began
        ended = {name: host.end() for name, host in hosts.items()}
        assert not fiend.faults, fiend.faults[:5]
        deliveries = len(town.sink.delivered)
        notices = told(town.sink)
        found = noted(town, hosts.values()) | {"records": town.does("recorded"), "told": notices}
        return found | {"deliveries": deliveries, "ended": ended, "faults": dict(fiend.done),
                "pages": dict(driver.pages), "insisted": driver.insisted, "seconds": round(seconds),
                "revived": sum(host.revived for host in hosts.values()),
                "namespaces": there, "adjudicated_under_faults": driver.adjudicated_under_faults}  # fmt: skip
    finally:
        for host in hosts.values():
            with contextlib.suppress(Exception):
                host.kill()
        with contextlib.suppress(Exception):
            postgres.stop()
        town.close()


def noted(town: Town, hosts: Iterable[Host]) -> dict[str, Any]:
    """What the hosts wrote about themselves: how much of it, what of it no machine can read, and what secret is in it:
    passwords, whose letter it was, seats' tokens, and anything that was ordered."""
    lines = [line for host in hosts for line in (host.folder / "log").read_text().splitlines()]
    said = "\n".join(lines)
    people = [address(name, seat) for name in names(town.games) for seat in (*POWERS, "GM")]
    ordered = {line for _, text in SCRIPT if "\n" in text for line in text.split("\n")}
    planted = (SECRET, PASSWORD, *people, *town.tokens.values(), *ordered)
    return {
        "log_lines": len(lines),
        "log_faults": sum('"fault"' in line for line in lines),
        "log_lines_unread": [line for line in lines if not _read(line)][:5],
        "secrets_in_logs": [secret for secret in planted if secret in said][:5],
    }


def _read(line: str) -> bool:
    try:
        return isinstance(json.loads(line), dict)
    except ValueError:
        return False


def compared(expected: Played, found: dict[str, Any]) -> dict[str, Any]:
    """The figures of a disturbed run beside an undisturbed one."""
    records, notices = expected
    theirs: dict[tuple[str, str], str] = found.pop("told")
    ledgers: dict[str, list[Any]] = found.pop("records")
    return found | {
        "games": len(records),
        "events": sum(each[1] for each in ledgers.values()),
        "ledgers_unequal": sorted(name for name in records if ledgers.get(name) != records[name]),
        "phases": sum(len(each[2]) for each in ledgers.values()),
        "phases_at_each": sorted({len(each[2]) for each in ledgers.values()}),
        "phases_twice": sorted(name for name, each in ledgers.items() if len(set(each[2])) != len(each[2])),
        "notices": len(notices),
        "notices_lost": sorted(map(str, notices.keys() - theirs.keys()))[:10],
        "notices_strange": sorted(map(str, theirs.keys() - notices.keys()))[:10],
        "notices_other": sorted(str(key) for key in notices.keys() & theirs.keys() if notices[key] != theirs[key])[:10],
        "delivered_again": found["deliveries"] - len(theirs),
    }


SAID = {
    "games": "games",
    "events": "events in their ledgers",
    "ledgers_unequal": "ledgers that differ from the undisturbed run's",
    "phases": "phases adjudicated",
    "phases_twice": "games with a phase adjudicated twice",
    "adjudicated_under_faults": "phases adjudicated while something was amiss, at least",
    "notices": "notices",
    "notices_lost": "notices lost",
    "notices_strange": "notices that the undisturbed run does not have",
    "notices_other": "notices with other words",
    "delivered_again": "deliveries repeated, with the same bytes",
    "insisted": "times that a letter was not taken and sent again",
    "revived": "processes that ended because the database was away, and were started again",
    "log_lines": "lines in the hosts' logs",
    "log_lines_unread": "lines in them that are no JSON",
    "secrets_in_logs": "planted secrets in them",
    "seconds": "seconds, on {cores} cores",
}
"""What each figure is called in the guide, in the order in which it is told."""

GUIDE = ROOT / "docs" / "how-to" / "many-machines.md"
BEGIN, END = "<!-- last run: python -m tests.keeper.town --write-docs -->", "<!-- end of the last run -->"


def table(found: dict[str, Any]) -> str:
    """The figures as a table in Markdown. Of what must be none, how many there are."""
    rows = [("misfortunes: " + kind, count) for kind, count in sorted(found["faults"].items())]
    rows += [(said.format(cores=os.cpu_count()), len(value) if isinstance(value := found[name], list) else value)
             for name, said in SAID.items()]  # fmt: skip
    return "\n".join(["| what | how many |", "|---|---|", *(f"| {said} | {count:,} |" for said, count in rows)])


def write_docs(found: dict[str, Any]) -> None:
    """Put the table in place of that of the run before."""
    before, _, rest = GUIDE.read_text().partition(BEGIN)
    GUIDE.write_text(f"{before}{BEGIN}\n\n{table(found)}\n\n{END}{rest.partition(END)[2]}")


def _programs() -> Iterator[Path]:
    yield from sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--games", type=int, default=8)
    parser.add_argument("--faults", type=int, default=20)
    parser.add_argument("--seed", type=int, default=20261130)
    parser.add_argument("--hosts", type=int, default=3, help="so many servers, and so many workers; at most three each")
    parser.add_argument("--plain", action="store_true", help="without namespaces")
    parser.add_argument("--undisturbed", type=int, metavar="FIRST", help="only the tables from this one on, in peace")
    parser.add_argument("--write-docs", action="store_true", help="put the figures into docs/how-to/many-machines.md")
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    if given.undisturbed is not None:
        records, notices = undisturbed(given.folder, given.games, given.undisturbed)
        kept = {"records": records, "told": [(*key, content) for key, content in notices.items()]}
        (given.folder / "played.json").write_text(json.dumps(kept))
        return
    if not given.plain:
        run("ip", "link", "set", "lo", "up")
    peace = given.folder / "undisturbed"
    parts = undisturbed_parts(peace, given.games)
    found = disturbed(given.folder / "disturbed", given.games, given.faults, given.seed, next(_programs()),
                      not given.plain, given.hosts)  # fmt: skip
    figures = compared(gathered(peace, parts), found)
    (given.folder / "figures.json").write_text(json.dumps(figures, indent=1))
    print(table(figures), file=sys.stderr)
    if given.write_docs:
        write_docs(figures)
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
