"""`kill -9` at any moment: the finished ledger is byte-equal to an undisturbed run's, and everyone is told everything.

A real server process plays two scripted games side by side: letters come by SMTP, some at once, the clock is a file
that the driver moves, and what is sent goes to a mail server that remembers each delivery. At random moments a process
is killed and started again. What comes of a stroke between any two statements is gone through in `strokes`.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import signal
import smtplib
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from difflib import unified_diff
from email.message import EmailMessage
from email.parser import BytesParser
from itertools import islice
from pathlib import Path
from typing import Any

import psycopg
import pytest
from aiosmtpd.controller import Controller
from tests.diplomacy.tables import POWERS, START

from dragoman.game.seats import GM, PersonId, Seat
from dragoman.people.sealing import HostKeys
from dragoman.people.speaking import Tokens
from dragoman.referee.seeded import SeededEntropy

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
"""The tree under test: its servers are of it, too, whatever is installed here."""
SECRET = "a secret for tests of restarts"
SEED = "kalmar"
TABLES = ("kalmar", "lund")
PATIENCE = 300
"""Seconds for what takes one on a quiet machine: a killed process has all its code to load again."""
DAY = timedelta(days=1)

SETTINGS = """
[host]
address = "dragoman@example.org"
secret = "{secret}"
[sending]
how = "smtp"
host = "127.0.0.1"
port = {sink}
security = "none"
[receiving]
how = "smtp"
listen = "127.0.0.1:{door}"
[web]
listen = "127.0.0.1:{pages}"
[work]
lease = 1.5
pause = 0.02
"""

OPEN = """
import os
os.environ["DJANGO_SETTINGS_MODULE"] = "dragoman.settings"
import django
django.setup()
from dataclasses import replace
from django.core.management import call_command
from dragoman import assembly
from dragoman.game.protocol import Speaker
from dragoman.game.seats import Seat
from dragoman.referee.ports import Slip
from tests.diplomacy.tables import POWERS, opening
call_command("migrate", verbosity=0)
now = assembly.clock().now()
seats = {Seat(power): assembly.register().verify(f"{power.lower()}@example.org", now) for power in POWERS}
gm = assembly.register().verify("gm@example.org", now)
for name in ("kalmar", "lund"):
    command = replace(opening(seated=()), name=name, seats=seats, gm=gm)
    assert assembly.open_table(Slip(name, Speaker(gm, None), command=command), "diplomacy").version
"""

RECORD = f"""
from dragoman.cli import main
for name in {TABLES}:
    for command in ("export", "verify"):
        main([command, name], standalone_mode=False)
"""

ORDERS: dict[str, dict[str, str]] = {
    "S1901M": {
        "Austria": "A Vie - Gal\nA Bud - Ser\nF Tri - Alb",
        "England": "F Lon - Nth\nF Edi - Nrg\nA Lvp - Yor",
        "France": "F Bre - MAO\nA Par - Bur\nA Mar - Spa",
        "Germany": "F Kie - Den\nA Ber - Kie\nA Mun - Ruh",
        "Italy": "F Nap - ION\nA Rom - Apu\nA Ven H",
        "Russia": "F Stp/sc - GoB\nA Mos - Ukr\nA War - Gal\nF Sev - BLA",
        "Turkey": "A Con - Bul\nF Ank - BLA\nA Smy - Con\nhello there",
    },
    "F1901M": {
        "Austria": "A Ser S F Alb - Gre\nF Alb - Gre\nA Vie - Bud",
        "England": "F Nrg - Nwy\nF Nth C A Yor - Bel\nA Yor - Bel",
        "France": "A Spa - Por\nF MAO - Spa/sc\nA Bur - Bel",
        "Germany": "A Kie - Hol\nA Ruh S A Kie - Hol\nF Den - Swe",
        "Italy": "A Apu - Tun\nF ION C A Apu - Tun",
        "Russia": "F GoB - Swe\nA Ukr - Rum\nF Sev S A Ukr - Rum\nA War - Gal",
        "Turkey": "A Bul - Rum\nA Con - Bul\nF Ank - BLA",
    },
    "W1901A": {
        "Austria": "Build A Tri\nBuild A Vie",
        "England": "Build F Lon",
        "France": "Build A Mar\nBuild F Bre",
        "Germany": "Build A Mun",
        "Italy": "Build F Nap",
        "Russia": "Build A War",
        "Turkey": "Build F Con",
    },
    "S1902M": {
        "Austria": "A Ser - Bul\nF Gre S A Ser - Bul",
        "Germany": "A Mun - Bur\nA Ruh S A Mun - Bur",
        "Turkey": "A Bul - Gre\nF Con - AEG",
    },
}


# --- the world around the server ---


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@dataclass
class Sink:
    """A mail server that takes everything and remembers every delivery."""

    delivered: list[tuple[str, str, bytes]] = field(default_factory=list)

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        letter = BytesParser().parsebytes(envelope.content, headersonly=True)
        self.delivered.append((str(letter["Message-ID"]), envelope.rcpt_tos[0], bytes(envelope.content)))
        await asyncio.sleep(0.04)  # a while in which a killed sender does not learn that the letter was taken
        return "250 taken"


class Run:
    """A host in a folder of its own, its server process, and the driver that plays the script through it."""

    def __init__(self, folder: Path, database: str = "", helpers: int = 0) -> None:
        self.folder = folder
        self.database = database or f"sqlite:///{folder}/dragoman.sqlite3"
        self.helpers = helpers
        self.now = START
        self.sink = Sink()
        self.ports = {"door": free_port(), "pages": free_port(), "sink": free_port()}
        self.processes: list[subprocess.Popen[bytes]] = []
        self.kills = 0
        self._postman = Controller(self.sink, hostname="127.0.0.1", port=self.ports["sink"])
        tokens, entropy = Tokens(HostKeys(SECRET)), SeededEntropy(SEED)
        people = {power: PersonId(entropy.token(f"person {power.lower()}@example.org")) for power in (*POWERS, GM)}
        self._tokens = {(name, seat): tokens.seat(name, Seat(seat), person) for name in TABLES
                        for seat, person in people.items()}  # fmt: skip

    def __enter__(self) -> Run:
        self._postman.start()
        settings = SETTINGS.format(secret=SECRET, **self.ports)
        (self.folder / "dragoman.toml").write_text(settings)
        self.set_clock(START)
        done = subprocess.run([sys.executable, "-c", OPEN], cwd=self.folder, env=self._environment(), check=False)
        assert done.returncode == 0
        self.processes = [self.started("serve"), *(self.started("work") for _ in range(self.helpers))]
        return self

    def __exit__(self, *_: object) -> None:
        for process in self.processes:
            process.terminate()
        ended = {process.wait(PATIENCE) for process in self.processes}
        # One that is asked to end while it starts ends at once.
        assert ended <= {0, -signal.SIGTERM}, f"{ended}\n{self.log()[-4000:]}"
        self._postman.stop()

    def _environment(self) -> dict[str, str]:
        kept = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith(("DRAGOMAN_", "DATABASE", "DJANGO"))
        }
        given = {"DATABASE_URL": self.database, "DRAGOMAN_CLOCK": "clock.toml"}
        return kept | given | {"PYTHONPATH": f"{ROOT / 'src'}:{ROOT}"}

    def set_clock(self, now: datetime) -> None:
        self.now = now
        beside = self.folder / "clock.new"
        beside.write_text(f'now = {now.isoformat()}\nseed = "{SEED}"\n')
        beside.replace(self.folder / "clock.toml")

    # --- the process ---

    def started(self, command: str) -> subprocess.Popen[bytes]:
        words = [sys.executable, "-c", "from dragoman.cli import main; main()", command, "--clock", "clock.toml"]
        with (self.folder / "log").open("ab") as log:
            return subprocess.Popen(
                words, cwd=self.folder, env=self._environment(), stdin=subprocess.DEVNULL, stdout=log, stderr=log
            )

    def kill(self, which: int = 0) -> None:
        """Kill the server, or one of its helpers, and start it again."""
        process = self.processes[which]
        assert process.poll() is None, self.log()
        process.send_signal(signal.SIGKILL)
        process.wait(PATIENCE)
        self.kills += 1
        self.processes[which] = self.started("work" if which else "serve")

    def log(self) -> str:
        return (self.folder / "log").read_text()

    # --- what the driver does ---

    def write(self, table: str, seat: str, number: int, text: str) -> None:
        """Write a letter and insist until the server has taken it."""
        letter = EmailMessage()
        letter["From"] = f"{seat.lower()}@example.org"
        letter["To"] = f"dragoman+{table}+{self._tokens[table, seat]}@example.org"
        letter["Subject"] = table
        letter["Message-ID"] = f"<{number}.{table}@example.org>"
        letter.set_content(text + "\n")
        until = time.monotonic() + PATIENCE
        while True:
            try:
                with smtplib.SMTP("127.0.0.1", self.ports["door"], timeout=20) as server:
                    server.send_message(letter)
                return
            except (OSError, smtplib.SMTPException):
                assert time.monotonic() < until, self.log()
                time.sleep(0.05)

    def settle(self) -> None:
        """Wait until everything is heard, struck and sent."""
        until = time.monotonic() + PATIENCE
        while any(left := self._left()):
            assert time.monotonic() < until, f"{left} letters in, letters out and tables were left\n{self.log()}"
            time.sleep(0.03)

    def _left(self) -> tuple[int, ...]:
        now = self.now.strftime("%Y-%m-%d %H:%M:%S")
        return tuple(int(number) for number in self._asked(
            "SELECT (SELECT count(*) FROM store_incoming WHERE state = 'new') || ' ' ||"
            " (SELECT count(*) FROM store_outgoing WHERE sent_at IS NULL) || ' ' ||"
            f" (SELECT count(*) FROM store_table WHERE due <= '{now}')"
        ).split())  # fmt: skip

    def due(self) -> datetime:
        """When the clock strikes next, for all tables at once."""
        assert self._asked("SELECT count(DISTINCT due) FROM store_table") == 1
        due = self._asked("SELECT min(due) FROM store_table")
        return due if isinstance(due, datetime) else datetime.fromisoformat(due).replace(tzinfo=UTC)

    def _asked(self, query: str) -> Any:
        """What the database says, past all of our own code."""
        if self.database.startswith("sqlite"):
            with contextlib.closing(sqlite3.connect(self.folder / "dragoman.sqlite3", timeout=20)) as kept:
                (said,) = kept.execute(query).fetchone()
        else:
            with psycopg.connect(self.database, options="-c timezone=UTC") as connection:
                (said,) = connection.execute(query).fetchone() or (None,)
        return said

    def record(self) -> bytes:
        """The records of all tables, as they are exported, and that they are sound."""
        where: dict[str, Any] = {"cwd": self.folder, "env": self._environment(), "stdin": subprocess.DEVNULL}
        done = subprocess.run([sys.executable, "-c", RECORD], capture_output=True, check=False, **where)
        assert done.returncode == 0, done.stdout[-2000:] + done.stderr
        return done.stdout


Step = tuple[tuple[str, str, str], ...]
"""Letters that come at the same time, one to each table: table, writer, text. None: the deadline passes."""


def steps(phases: int) -> list[Step]:
    """The script: for each phase everybody's letter, then its deadline; at the end the game master ends the games. At
    the second table people write in another order, so that two are not one person's."""
    made: list[Step] = []
    for letters in list(ORDERS.values())[:phases]:
        written = list(letters.items())
        for one, other in zip(written, written[1:] + written[:1], strict=True):
            made.append(tuple((name, *each) for name, each in zip(TABLES, (one, other), strict=True)))
        made += [(), ()]  # a reminder first
    return [*made, tuple((name, GM, "gm end: the evening is over") for name in TABLES)]


def play(run: Run, phases: int, killed_at: Counter[int], chance: random.Random) -> None:
    """Play the script. At each step that `killed_at` names, the server is killed so often, each time a random while
    after the step's letters set out or its clock was moved."""
    for number, written in enumerate(steps(phases)):
        run.set_clock(run.now + timedelta(minutes=1) if written else run.due())
        letters = [threading.Thread(target=run.write, args=(name, seat, number, text)) for name, seat, text in written]
        for letter in letters:
            letter.start()
        for _ in range(killed_at[number]):
            time.sleep(chance.uniform(0, 0.25) if chance.random() < 0.7 else chance.uniform(0.8, 2.2))
            run.kill(chance.randrange(len(run.processes)))
        for letter in letters:
            letter.join(PATIENCE)
            assert not letter.is_alive()
        run.settle()


@dataclass(frozen=True)
class Evening:
    """How long it is, how often somebody is killed, and what comes of it if nobody is."""

    phases: int
    kills: int
    record: bytes
    sink: Sink


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory, depth: str) -> Evening:
    phases, kills = (len(ORDERS), 50) if depth == "full" else (1, 5)
    with Run(tmp_path_factory.mktemp("undisturbed")) as run:
        play(run, phases, Counter(), random.Random(0))
        return Evening(phases, kills, run.record(), run.sink)


def test_a_run_without_kills_tells_each_thing_once(undisturbed: Evening) -> None:
    assert undisturbed.record.count(b"PhaseAdjudicated") >= len(TABLES)
    told = Counter(identifier for identifier, _, _ in undisturbed.sink.delivered)
    assert max(told.values()) == 1


def test_a_killed_server_loses_and_changes_nothing(undisturbed: Evening, tmp_path: Path) -> None:
    with Run(tmp_path) as run:
        disturbed(run, undisturbed)


@pytest.mark.postgres
def test_nor_do_several_processes_on_postgresql(undisturbed: Evening, tmp_path: Path, emptied_postgres: str) -> None:
    """A server and two workers beside it, each killed at random, come to the record of one undisturbed process."""
    with Run(tmp_path, emptied_postgres, helpers=2) as run:
        disturbed(run, undisturbed)


def disturbed(run: Run, expected: Evening, seed: int = 20261129) -> None:
    chance = random.Random(seed)
    kills = chance.choices(range(len(steps(expected.phases))), k=expected.kills)
    play(run, expected.phases, Counter(kills), chance)
    assert run.kills == expected.kills
    assert run.record() == expected.record
    same_letters(told(run.sink), told(expected.sink))


def same_letters(found: dict[tuple[str, str], bytes], expected: dict[tuple[str, str], bytes]) -> None:
    """Nothing was lost, and nothing told otherwise: if it was, the first such letters, line by line."""
    assert found.keys() == expected.keys()
    for key in sorted(key for key in found if found[key] != expected[key])[:1]:
        lines = (letter.decode("utf-8", "replace").splitlines() for letter in (expected[key], found[key]))
        pytest.fail(f"{key} was told otherwise:\n" + "\n".join(islice(unified_diff(*lines, lineterm="", n=1), 60)))


@pytest.fixture
def emptied_postgres(postgres_url: str) -> str:
    """A database with nothing in it: another of the same server's."""
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute("DROP DATABASE IF EXISTS killed")
        connection.execute("CREATE DATABASE killed")
    return f"{postgres_url.rpartition('/')[0]}/killed"


def told(sink: Sink) -> dict[tuple[str, str], bytes]:
    """Each thing told, by Message-ID and reader. A repetition is the same bytes."""
    found: dict[tuple[str, str], bytes] = {}
    for identifier, reader, content in sink.delivered:
        assert found.setdefault((identifier, reader), content) == content, f"{identifier} was told in two ways"
    return found
