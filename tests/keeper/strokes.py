"""A clerk and a clock who are killed before any one of the statements that they would send to the database.

Letters to several tables wait, and several tables are due. For each stroke the same evening is set up anew; a child of
this process works and is killed just before its statement of that number; another one then does what is left. What the
database holds in the end is to be what an undisturbed evening leaves there. Run as a program:

    python -m tests.keeper.strokes FOLDER [--every N]
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import shutil
import signal
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import psycopg
from tests.diplomacy.tables import POWERS, START, opening

from dragoman.game.protocol import Speaker
from dragoman.game.seats import Seat
from dragoman.referee.ports import Slip

TABLES = ("kalmar", "lund", "visby")
SETTINGS = """
[host]
address = "dragoman@example.org"
secret = "a secret for tests of strokes"
[receiving]
how = "none"
[work]
lease = 0.05
"""
PATIENCE = 60

FRANCE = "F Bre - MAO\nA Par - Bur\nA Mar - Spa"
WRITTEN: tuple[tuple[str, tuple[str, ...], str], ...] = (
    ("France", ("kalmar",), FRANCE),
    ("Turkey", ("lund", "visby"), "A Con - Bul\nF Ank - BLA\nhello there"),
    ("France", ("kalmar",), "A Par - Pic"),
    ("Turkey", ("lund",), "A Con - Smy"),
)
"""Letters that came before the deadline: who wrote, to which tables at once, and what. At each table one person writes:
in which order different people are heard may be otherwise after a stroke."""

LATE: tuple[str, tuple[str, ...], str] = ("France", ("kalmar",), "status")
"""One that came after it, for which the clock strikes."""


class Evening:
    """A host in a folder, with a database that can be put back to how it was."""

    def __init__(self, folder: Path, url: str) -> None:
        self.folder, self.url = folder, url
        (folder / "dragoman.toml").write_text(SETTINGS)
        self.set_clock(START)
        os.environ |= {"DATABASE_URL": url, "DRAGOMAN_SETTINGS": str(folder / "dragoman.toml"),
                       "DRAGOMAN_CLOCK": str(folder / "clock.toml"),
                       "DJANGO_SETTINGS_MODULE": "dragoman.settings"}  # fmt: skip
        import django

        django.setup()

    def set_clock(self, now: Any) -> None:
        (self.folder / "clock.toml").write_text(f'now = {now.isoformat()}\nseed = "kalmar"\n')

    def prepare(self) -> None:
        """Open the tables, let the letters come, and let the deadline pass."""
        from django.core.management import call_command

        from dragoman import assembly

        call_command("migrate", verbosity=0)
        people = {power: assembly.register().verify(f"{power.lower()}@example.org", START) for power in POWERS}
        gm = assembly.register().verify("gm@example.org", START)
        for name in TABLES:
            seats = {Seat(power): person for power, person in people.items()}
            command = replace(opening(seated=()), name=name, seats=seats, gm=gm)
            assert assembly.open_table(Slip(name, Speaker(gm, None), command=command), "diplomacy").version
        for number, each in enumerate(WRITTEN):
            self.set_clock(START + timedelta(minutes=1 + number))
            _take(number, *each, people)
        due = assembly.table("kalmar").state.deadline
        self.set_clock(due + timedelta(minutes=1))
        _take(len(WRITTEN), *LATE, people)

    def keep(self) -> None:
        """Remember the database as it is."""
        from django.db import connections

        connections.close_all()
        if self.url.startswith("sqlite"):
            shutil.copy(self._file(), self.folder / "kept.sqlite3")
        else:
            self._administered("DROP DATABASE IF EXISTS kept", f'CREATE DATABASE kept TEMPLATE "{self._name()}"')

    def put_back(self) -> None:
        if self.url.startswith("sqlite"):
            for ending in ("-wal", "-shm"):
                self._file().with_name(self._file().name + ending).unlink(missing_ok=True)
            shutil.copy(self.folder / "kept.sqlite3", self._file())
        else:
            name = self._name()
            self._administered(
                f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)', f'CREATE DATABASE "{name}" TEMPLATE kept'
            )

    def _file(self) -> Path:
        return Path(self.url.removeprefix("sqlite:///"))

    def _name(self) -> str:
        return self.url.rpartition("/")[2]

    def _administered(self, *statements: str) -> None:
        with psycopg.connect(f"{self.url.rpartition('/')[0]}/postgres", autocommit=True) as connection:
            for statement in statements:
                connection.execute(statement)  # type: ignore[call-overload]


def _take(number: int, seat: str, tables: Sequence[str], text: str, people: Mapping[str, Any]) -> None:
    """A letter comes, to all of these tables at once."""
    from dragoman import assembly
    from dragoman.post.door import take

    tokens = assembly.tokens()
    to = tuple(assembly.tagged_address(name, tokens.seat(name, Seat(seat), people[seat])) for name in tables)
    letter = EmailMessage()
    letter["From"], letter["To"] = f"{seat.lower()}@example.org", ", ".join(to)
    letter["Subject"], letter["Message-ID"] = "orders", f"<{number}@example.org>"
    letter.set_content(text + "\n")
    assert take(letter.as_bytes(), f"{seat.lower()}@example.org", to)


class Counting:
    """Counts the statements that are sent to the database, and kills this process before the one of that number."""

    def __init__(self, stroke: int) -> None:
        self.stroke, self.sent = stroke, 0
        self.before: list[str] = []

    def __call__(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        self.sent += 1
        self.before.append(" ".join(sql.split()[:4]))
        if self.sent == self.stroke:
            os.kill(os.getpid(), signal.SIGKILL)
        return execute(sql, params, many, context)


def worked(stroke: int) -> list[str]:
    """Hear and strike until nothing is left to do; which statements were sent (none before `stroke` if it is 0)."""
    from django.db import connection

    from dragoman import assembly
    from dragoman.keeper.listening import LONGEST, Clerk
    from dragoman.keeper.rounds import Bells
    from dragoman.store.models import Incoming, Table

    assembly.forget_assembly()
    now, until = assembly.clock().now(), time.monotonic() + PATIENCE
    clerk, bells, counting = Clerk(), Bells(), Counting(stroke)
    clerk._longest = LONGEST  # with so short a lease it would else hear a few at a time, and never the same ones
    with connection.execute_wrapper(counting):
        while True:
            busy = clerk.turn()
            if not (bells.turn() or busy):
                left = Incoming.objects.filter(state="new").exists() or Table.objects.filter(due__lte=now).exists()
                if not left:
                    return counting.before
                assert time.monotonic() < until, "something is never done"
                time.sleep(0.01)


def found() -> dict[str, Any]:
    """All that an evening leaves in the database, but for who held what, how often it was tried, and rows' numbers."""
    from dragoman import assembly
    from dragoman.referee import record
    from dragoman.store.models import Conduct, Event, Heard, Incoming, Outgoing, Sitting, Table

    kept: dict[str, Any] = {}
    for name in TABLES:
        written = record.Record(name, *assembly.ledger().record(name))
        assert not record.verify(written, assembly.games()), name
        kept[name] = hashlib.sha256(b"".join(record.write(written))).hexdigest()
    rows = {
        "tables": Table.objects.values_list("name", "version", "seal", "at", "due", "hidden"),
        "events": Event.objects.values_list("table", "n", "type", "at", "salt", "data", "seal"),
        "sittings": Sitting.objects.values_list("table", "seat", "person"),
        "conduct": Conduct.objects.values_list("table", "n", "person", "seat", "kind", "at", "why", "until"),
        "marks": Heard.objects.values_list("letter", "table"),
        "letters": Incoming.objects.values_list("id", "state", "note", "table", "owner", "seat", "repeats", "free_at"),
        "told": Outgoing.objects.values_list("key", "table", "kind", "seat", "person", "body", "in_reply_to", "seal",
                                             "posted_at"),
    }  # fmt: skip
    return {**kept, **{name: sorted(repr([_plain(value) for value in row]) for row in each)
                       for name, each in rows.items()}}  # fmt: skip


def _plain(value: Any) -> Any:
    return bytes(value).hex() if isinstance(value, (bytes, memoryview)) else value


@dataclass(frozen=True)
class Ended:
    """How a child ended: killed or not, and what it said."""

    killed: bool
    said: Any


def child(folder: Path, deed: Callable[[], Any]) -> Ended:
    """Do something in a process of its own, which dies with it."""
    said = folder / "said.json"
    said.unlink(missing_ok=True)
    pid = os.fork()
    if pid == 0:
        code = 1
        try:
            said.write_text(json.dumps(deed()))
            code = 0
        except BaseException:  # whatever it is, this process must not go on as its parent would
            import traceback

            traceback.print_exc()
        finally:
            sys.stderr.flush()
            os._exit(code)
    _, status = os.waitpid(pid, 0)
    if os.WIFSIGNALED(status):
        assert os.WTERMSIG(status) == signal.SIGKILL
        return Ended(True, None)
    assert os.WEXITSTATUS(status) == 0, "a child failed"
    return Ended(False, json.loads(said.read_text()))


def struck(evening: Evening, every: int) -> dict[str, Any]:
    """Each stroke by itself; the strokes after which something was otherwise."""
    evening.prepare()
    evening.keep()

    def undisturbed() -> Any:
        return worked(0), found()

    undisturbed()  # here, so that all code is there before there are children
    from django.db import connections

    connections.close_all()
    evening.put_back()
    statements, expected = child(evening.folder, undisturbed).said
    assert sum("'heard'" in row for row in expected["letters"]) == len(WRITTEN) + 1, expected["letters"]
    strokes = range(1 + len(statements) % every, len(statements) + 2, every)
    otherwise, killed = {}, 0
    for stroke in strokes:
        evening.put_back()
        killed += child(evening.folder, lambda at=stroke: worked(at)).killed  # type: ignore[misc]
        after = child(evening.folder, lambda: (worked(0), found())[1]).said
        if after != expected:
            otherwise[stroke] = [statements[stroke - 1], [part for part in expected if after[part] != expected[part]]]
    return {"strokes": len(strokes), "killed": killed, "otherwise": otherwise, "statements": statements}


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("url", nargs="?")
    parser.add_argument("--every", type=int, default=1)
    given = parser.parse_args()
    evening = Evening(given.folder, given.url or f"sqlite:///{given.folder}/host.sqlite3")
    print(json.dumps(struck(evening, given.every)))


if __name__ == "__main__":
    main()
