"""A clock that leaps and a disk that is full: nothing is adjudicated unforeseen, and nothing that was taken is lost.

The clock is the machine's own, shifted by libfaketime; the disk is a small file system of the test's own.
"""

from __future__ import annotations

import os
import signal
import smtplib
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from tests.conftest import lacking
from tests.keeper.town import free_port

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
FAKETIME = sorted(Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"))
PATIENCE = 120

OPEN = """
import os
os.environ["DJANGO_SETTINGS_MODULE"] = "dragoman.settings"
import django
django.setup()
from dataclasses import replace
from datetime import timedelta
from dragoman import assembly
from dragoman.game.protocol import Speaker
from dragoman.game.seats import Seat
from dragoman.referee.ports import Slip
from tests.diplomacy.tables import POWERS, opening
now = assembly.clock().now()
seats = {Seat(power): assembly.register().verify(f"{power.lower()}@example.org", now) for power in POWERS}
gm = assembly.register().verify("gm@example.org", now)
command = replace(opening(seated=()), seats=seats, gm=gm)
assert assembly.open_table(Slip("kalmar", Speaker(gm, None), command=command), "diplomacy").version
"""


class Place:
    """A host in a folder: `faked` is what libfaketime reads, where there is one."""

    def __init__(self, folder: Path, faked: Path | None = None) -> None:
        self.folder, self.door, self.log = folder, free_port(), folder.parent / "log"
        self.pages = free_port()
        left = ("DRAGOMAN_", "DATABASE", "DJANGO")
        self.env = {name: value for name, value in os.environ.items() if not name.startswith(left)}
        self.env |= {"PYTHONPATH": f"{ROOT / 'src'}:{ROOT}"}
        if faked is not None:
            self.env |= {"LD_PRELOAD": str(FAKETIME[-1]), "FAKETIME_TIMESTAMP_FILE": str(faked)}
            self.env |= {"FAKETIME_NO_CACHE": "1", "FAKETIME_DONT_FAKE_MONOTONIC": "1"}
        self.process: subprocess.Popen[bytes] | None = None

    def does(self, *words: str, status: int = 0) -> str:
        return self._ran("from dragoman.cli import main; main()", words, status)

    def script(self, script: str) -> None:
        self._ran(script, (), 0)

    def _ran(self, script: str, words: tuple[str, ...], status: int) -> str:
        done = subprocess.run([sys.executable, "-c", script, *words], cwd=self.folder, env=self.env, check=False,
                              stdin=subprocess.DEVNULL, capture_output=True, text=True)  # fmt: skip
        assert done.returncode == status, done.stdout + done.stderr
        return done.stdout + done.stderr

    def set_up(self, opens: str = OPEN) -> None:
        answers = ("host.address=dragoman@example.org", f"web.listen=127.0.0.1:{self.pages}", "receiving.how=smtp",
                   f"receiving.listen=127.0.0.1:{self.door}", "work.lease=5")  # fmt: skip
        self.does("setup", "--yes", *(word for answer in answers for word in ("--set", answer)))
        self.script(opens)

    def serve(self) -> None:
        words = [sys.executable, "-c", "from dragoman.cli import main; main()", "serve"]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                words, cwd=self.folder, env=self.env, stdin=subprocess.DEVNULL, stdout=log, stderr=log
            )
        self.until(lambda: b"serves at" in self.log.read_bytes())

    def end(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait(60)

    def until(self, come: Callable[[], bool]) -> None:
        ends = time.monotonic() + PATIENCE
        while not come():
            assert time.monotonic() < ends, self.log.read_text()[-3000:]
            time.sleep(0.2)

    def asked(self, query: str) -> list[tuple[object, ...]]:
        with closing(sqlite3.connect(self.folder / "dragoman.sqlite3", timeout=20)) as kept:
            return kept.execute(query).fetchall()

    def adjudicated(self) -> int:
        return len(self.asked("SELECT n FROM store_event WHERE type = 'PhaseAdjudicated'"))

    def write(self, number: int, text: str, local: str = "kalmar", who: str = "france@example.org") -> None:
        """Raises SMTPException where the letter is not taken."""
        to = f"dragoman+{local}@example.org"
        head = f"From: {who}\r\nTo: {to}\r\nMessage-ID: <{number}@example.org>\r\n\r\n"
        with smtplib.SMTP("127.0.0.1", self.door, timeout=30) as server:
            server.sendmail(who, [to], head + text)


@pytest.fixture
def leaping(tmp_path: Path) -> Iterator[tuple[Place, Callable[[str], None]]]:
    """A host whose clock the test moves, in days from now."""
    if not FAKETIME:
        lacking("libfaketime is not installed")

    def leap(by: str) -> None:
        (tmp_path / "new").write_text(by)
        (tmp_path / "new").replace(tmp_path / "faked")

    leap("+0d")
    (tmp_path / "host").mkdir()
    place = Place(tmp_path / "host", tmp_path / "faked")
    place.set_up()
    place.serve()
    yield place, leap
    place.end()


def test_no_clock_strikes_after_a_leap_until_the_keeper_has_looked(
    leaping: tuple[Place, Callable[[str], None]],
) -> None:
    place, leap = leaping
    place.until(lambda: bool(place.asked("SELECT at FROM store_pulse")))
    leap("+40d")  # past every deadline
    place.until(lambda: "no clock strikes" in place.log.read_text())
    assert place.adjudicated() == 0
    assert "no clock strikes" in place.does("check", status=1)
    leap("+0d")  # it was the clock that was wrong, and it is right again
    place.does("check", "--let-go", status=1)  # letters have no way out here, which is no matter of the clock
    place.until(lambda: not place.asked("SELECT at FROM store_pulse WHERE held_since IS NOT NULL"))
    assert place.adjudicated() == 0, "the deadline of the game is still to come"


@pytest.fixture
def crowded(tmp_path: Path) -> Iterator[Place]:
    """A host on a disk of six megabytes."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=6m", "dragoman-test", str(folder)], check=False,
                             capture_output=True)  # fmt: skip
    if mounted.returncode:
        lacking("no file system can be mounted here")
    place = Place(folder)
    try:
        place.set_up()
        place.serve()
        yield place
    finally:
        place.end()
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


def fill(ballast: Path) -> None:
    """Raises OSError once nothing more has room."""
    with ballast.open("wb", buffering=0) as file:
        while True:
            file.write(b"\0" * 4096)


def test_what_is_taken_on_a_full_disk_is_kept_and_the_rest_is_refused(crowded: Place) -> None:
    place = crowded
    place.write(0, "A Par - Bur\n")
    ballast, taken, refused = place.folder / "ballast", [0], []
    with pytest.raises(OSError, match="space"):
        fill(ballast)
    for number in range(1, 7):
        try:
            place.write(number, "A Par H\n" + "words of no weight\n" * 20_000)
            taken.append(number)
        except smtplib.SMTPException:
            refused.append(number)
    assert refused, "a letter that cannot be stored is not taken"
    assert place.process is not None
    assert place.process.poll() is None, "a full disk ends no server"
    ballast.unlink()
    for number in refused:
        place.write(number, "A Mar H\n")
    place.until(lambda: not place.asked("SELECT id FROM store_incoming WHERE state = 'new'"))
    assert len(place.asked("SELECT id FROM store_incoming")) == len(taken) + len(refused)
    assert place.asked("PRAGMA integrity_check") == [("ok",)]
    place.does("verify", "kalmar")
