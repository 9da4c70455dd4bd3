"""The demonstration: recorded games in a folder of its own, links for every seat, and nothing anywhere else."""

from __future__ import annotations

import contextlib
import re
import socket
import sqlite3
import tomllib
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from tests.keeper.test_hosting import program

from dragoman.keeper import playfile
from dragoman.keeper.demonstrating import SCENES, _moved, recorded

NOW = datetime(2027, 5, 4, 3, 21, tzinfo=UTC)


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: str(scene.name))
def test_a_recorded_game_is_moved_as_a_whole(scene: object) -> None:
    from dragoman.keeper.demonstrating import Scene

    assert isinstance(scene, Scene)
    before = playfile.script(tomllib.loads(recorded(scene.name)), scene.name)
    after = playfile.script(_moved(scene, NOW), scene.name)
    by = after.start - before.start
    assert [letter.at - by for letter in after.letters] == [letter.at for letter in before.letters]
    last = max(letter.at for letter in after.letters)
    assert timedelta(0) <= NOW - scene.after - last < timedelta(minutes=2)


@pytest.mark.parametrize("command", ["demo", pytest.param("serve", marks=pytest.mark.dear)])
def test_a_port_that_is_taken_is_told_before_anything_else(tmp_path: Path, command: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        if command == "serve":
            assert program(tmp_path, "demo", "--folder", "demo", "--prepare").returncode == 0
            done = program(tmp_path, "serve", "--settings", "demo/dragoman.toml", "--port", port)
        else:
            done = program(tmp_path, "demo", "--folder", "demo", "--port", port)
    assert (done.returncode, done.stdout) == (2, "")
    assert port in done.stderr
    assert "--port" in done.stderr
    assert command == "serve" or not (tmp_path / "demo").exists()


@pytest.mark.slow
def test_a_demonstration_is_ready_to_be_looked_at_and_touches_nothing_else(tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere.sqlite3"
    done = program(tmp_path, "demo", "--folder", "demo", "--prepare", DATABASE_URL=f"sqlite:///{elsewhere}",
                   DRAGOMAN_HOST_URL="https://games.example.org")  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert not elsewhere.exists()
    assert [each.name for each in tmp_path.iterdir()] == ["demo"]
    seats = re.findall(r"^  (.+?) +http://127\.0\.0\.1:8000/sign-in/\w{26}/\?code=\d{8}$", done.stdout, re.MULTILINE)
    powers = ["Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey"]
    assert seats == [*powers, "gm", "observer Olga", "Ann", "Bob", "Cid", "Dee", "Eve", "newcomer"]
    games = re.findall(r"^  (\w+) +http://127\.0\.0\.1:8000/games/\1/ \(.+\)$", done.stdout, re.MULTILINE)
    assert games == [scene.name for scene in SCENES]
    with contextlib.closing(sqlite3.connect(tmp_path / "demo/dragoman.sqlite3")) as database:
        tables = dict(database.execute("SELECT name, due FROM store_table").fetchall())
        assert tables["lund"] is None
        due = datetime.fromisoformat(tables["kalmar"]).replace(tzinfo=UTC)
        assert timedelta() < due - datetime.now(UTC) < timedelta(days=7)  # a reminder, or the deadline
        assert database.execute("SELECT count(*) FROM store_outgoing WHERE sent_at IS NULL").fetchone() == (0,)
        events = database.execute("SELECT count(*) FROM store_event").fetchone()
    again = program(tmp_path, "demo", "--folder", "demo", "--prepare")
    assert again.returncode == 0
    assert len(again.stdout.splitlines()) == len(done.stdout.splitlines())
    with contextlib.closing(sqlite3.connect(tmp_path / "demo/dragoman.sqlite3")) as database:
        assert database.execute("SELECT count(*) FROM store_event").fetchone() == events
    for name in games:
        assert program(tmp_path, "verify", name, "--settings", "demo/dragoman.toml").returncode == 0
