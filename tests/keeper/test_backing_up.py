"""A backup taken in the middle of play is restored elsewhere, proved, and played on; nothing is ever written over."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import psycopg
import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
PASSPHRASE = "four white horses at the ford"

BEGIN = """
import os
os.environ["DJANGO_SETTINGS_MODULE"] = "dragoman.settings"
import django
django.setup()
from dataclasses import replace
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
who = Speaker(seats[Seat("France")], Seat("France"))
assert assembly.hear(Slip("kalmar", who, text="A Par - Bur\\nA Mar - Spa\\nF Bre - MAO")).version
head = b"From: turkey@example.org\\nTo: dragoman+kalmar@example.org\\nMessage-ID: <1@example.org>\\n\\n"
letter = head + b"A Con - Bul\\n"
assembly.receive(letter, "turkey@example.org", "<1@example.org>", None, ("dragoman+kalmar@example.org",))
"""

PLAY_ON = """
import os
os.environ["DJANGO_SETTINGS_MODULE"] = "dragoman.settings"
import django
django.setup()
from dragoman import assembly
from dragoman.game.protocol import Speaker
from dragoman.game.seats import Seat
from dragoman.keeper.listening import Clerk
from dragoman.referee.ports import Slip
from dragoman.store.models import Event, Incoming, Outgoing
now = assembly.clock().now()
while Clerk().turn():
    pass
assert Incoming.objects.exclude(state="new").count() == 1, "the letter that lay unheard was heard"
england = assembly.register().find("england@example.org")
assert england is not None, "the secret opens what was sealed"
assert assembly.hear(Slip("kalmar", Speaker(england, Seat("England")), text="F Lon - Nth")).version
assert Outgoing.objects.count() > 8
state = assembly.table("kalmar").state
assert [line.text for line in state.on_file("France")], "orders sent before the backup stand"
"""


PLAY_FURTHER = """
import os
os.environ["DJANGO_SETTINGS_MODULE"] = "dragoman.settings"
import django
django.setup()
from dragoman import assembly
from dragoman.game.protocol import Speaker
from dragoman.game.seats import Seat
from dragoman.keeper.rounds import Bells
from dragoman.referee.ports import Slip
from dragoman.store.models import Table
italy = assembly.register().find("italy@example.org")
before = assembly.table("kalmar").state
assert before.on_file("England"), "orders sent at the host between stand"
assert assembly.hear(Slip("kalmar", Speaker(italy, Seat("Italy")), text="A Ven - Tri")).version
due = Table.objects.get(name="kalmar").due
with open("clock.toml", "w") as clock:
    clock.write(f'now = {due.isoformat()}\\nseed = "7"\\n')
while due is not None and assembly.table("kalmar").state.phase == before.phase:
    assert Bells().turn(), "the clock strikes"
    due = Table.objects.get(name="kalmar").due
    with open("clock.toml", "w") as clock:
        clock.write(f'now = {due.isoformat()}\\nseed = "7"\\n')
assert str(assembly.table("kalmar").state.phase) != str(before.phase), "and the phase is adjudicated"
"""


class Place:
    """A host's folder, and its commands."""

    def __init__(self, folder: Path, database: str = "") -> None:
        folder.mkdir(exist_ok=True)
        self.folder = folder
        (folder / "clock.toml").write_text('now = 2026-03-02T16:00:00+00:00\nseed = "7"\n')
        (folder / "passphrase").write_text(PASSPHRASE + "\n")
        self.database = database

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        return self._python("from dragoman.cli import main; main()", *words)

    def does(self, *words: str) -> str:
        done = self.run(*words)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def script(self, script: str) -> None:
        done = self._python(script)
        assert done.returncode == 0, done.stderr

    def _python(self, script: str, *words: str) -> subprocess.CompletedProcess[str]:
        left = ("DRAGOMAN_", "DATABASE", "DJANGO")
        env = {name: value for name, value in os.environ.items() if not name.startswith(left)}
        env |= {"PYTHONPATH": f"{ROOT / 'src'}:{ROOT}", "DRAGOMAN_CLOCK": "clock.toml"}
        env |= {"DATABASE_URL": self.database} if self.database else {}
        return subprocess.run([sys.executable, "-c", script, *words], cwd=self.folder, env=env, check=False,
                              stdin=subprocess.DEVNULL, capture_output=True, text=True)  # fmt: skip


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Place:
    """A host on SQLite with a game under way, an unheard letter, unsent notices, and a backup of all of it."""
    place = Place(tmp_path_factory.mktemp("host"))
    place.does("setup", "--yes", "--set", "host.address=dragoman@example.org", "--set", "host.keeper=gm@example.org")
    place.script(BEGIN)
    said = place.does("backup", "-o", "open.backup")
    assert "1 games" in said
    assert "without settings, whole" in said
    place.does("backup", "-o", "sealed.backup", "--with-settings", "--passphrase-file", "passphrase")
    return place


def secret(host: Place) -> str:
    found: str = tomllib.loads((host.folder / "dragoman.toml").read_text())["host"]["secret"]
    return found


def test_it_is_restored_elsewhere_with_its_settings_and_played_on(host: Place, tmp_path: Path) -> None:
    there = Place(tmp_path / "there")
    file = str(host.folder / "sealed.backup")
    said = there.does("restore", file, "--settings", "dragoman.toml", "--passphrase-file", "passphrase")
    assert "chain is whole" in said
    assert secret(there) == secret(host)
    assert there.does("export", "kalmar") == host.does("export", "kalmar")
    there.script(PLAY_ON)
    there.does("verify", "kalmar")
    again = there.run("restore", file, "--passphrase-file", "passphrase")
    assert again.returncode == 2
    assert "not empty" in again.stderr


@pytest.mark.postgres
def test_it_goes_from_sqlite_to_postgresql_and_back(host: Place, tmp_path: Path, postgres_url: str) -> None:
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute("DROP DATABASE IF EXISTS restored")
        connection.execute("CREATE DATABASE restored")
    there = Place(tmp_path / "there", f"{postgres_url.rpartition('/')[0]}/restored")
    (there.folder / "dragoman.toml").write_text((host.folder / "dragoman.toml").read_text())
    (there.folder / "dragoman.toml").chmod(0o600)
    there.does("restore", str(host.folder / "open.backup"))
    assert there.does("export", "kalmar") == host.does("export", "kalmar")
    there.script(PLAY_ON)
    there.does("verify", "kalmar")
    there.does("backup", "-o", "back.backup")
    back = Place(tmp_path / "back")
    (back.folder / "dragoman.toml").write_text((host.folder / "dragoman.toml").read_text())
    back.does("restore", str(there.folder / "back.backup"))
    assert back.does("export", "kalmar") == there.does("export", "kalmar")
    back.script(PLAY_FURTHER)
    assert "chain whole" in back.does("verify", "kalmar")


def test_what_is_sealed_opens_by_its_passphrase_alone(host: Place, tmp_path: Path) -> None:
    there = Place(tmp_path / "there")
    (there.folder / "passphrase").write_text("another passphrase\n")
    for words in ((), ("--passphrase-file", "passphrase")):
        done = there.run("restore", "--check", str(host.folder / "sealed.backup"), *words)
        assert done.returncode == 2
        assert "passphrase" in done.stderr
    raw = (host.folder / "sealed.backup").read_bytes()
    assert b"kalmar" not in raw
    assert secret(host).encode() not in raw


@pytest.mark.parametrize("name", ["open.backup", "sealed.backup"])
@pytest.mark.parametrize("damage", ["altered", "cut off", "empty"])
def test_a_damaged_file_is_refused_before_anything_is_touched(
    host: Place, tmp_path: Path, name: str, damage: str
) -> None:
    raw = bytearray((host.folder / name).read_bytes())
    raw[len(raw) // 2] ^= 1
    made = {"altered": bytes(raw), "cut off": bytes((host.folder / name).read_bytes()[:-20]), "empty": b""}[damage]
    there = Place(tmp_path / "there")
    (there.folder / "it").write_bytes(made)
    done = there.run("restore", "it", "--passphrase-file", "passphrase")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert sorted(path.name for path in there.folder.iterdir()) == ["clock.toml", "it", "passphrase"]


def test_another_secret_is_refused(host: Place, tmp_path: Path) -> None:
    there = Place(tmp_path / "there")
    there.does("setup", "--yes", "--set", "host.address=dragoman@example.org")
    done = there.run("restore", str(host.folder / "open.backup"))
    assert done.returncode == 2
    assert "another secret" in done.stderr


def test_nothing_is_written_over_and_no_secret_goes_out_unsealed(host: Place) -> None:
    before = (host.folder / "open.backup").read_bytes()
    assert host.run("backup", "-o", "open.backup").returncode == 2
    assert (host.folder / "open.backup").read_bytes() == before
    done = host.run("backup", "-o", "new.backup", "--with-settings")
    assert done.returncode == 2
    assert "--passphrase-file" in done.stderr
    assert not list(host.folder.glob("new.backup*"))
    assert (host.folder / "open.backup").stat().st_mode & 0o077 == 0
