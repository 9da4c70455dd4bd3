"""A host is brought to a new version a machine at a time: old code and new code at work on one ledger, as processes of
their own. Nothing that was taken is lost, no game is touched by whoever cannot read it, and all others go on.

The later version is this one, except that it writes and reads what a game master announces as a kind of event of its
own, which this one does not know.
"""

from __future__ import annotations

import http.client
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from tests.keeper.test_hardship import OPEN, PATIENCE, Place

pytestmark = pytest.mark.slow

OPEN_ANOTHER = f"""{OPEN}
command = replace(opening(seated=()), name="lund", seats=seats, gm=gm)
assert assembly.open_table(Slip("lund", Speaker(gm, None), command=command), "diplomacy").version
for name, power in (("kalmar", "France"), ("lund", "Turkey")):
    with open(name, "w") as file:
        file.write(assembly.tokens().seat(name, Seat(power), seats[Seat(power)]))
"""

LATER = """
import msgspec
from dragoman.diplomacy.events import Announced
from dragoman.diplomacy.game import Diplomacy
encode, decode = Diplomacy.encode_event, Diplomacy.decode_event
def written(self, event):
    data = encode(self, event)
    if not isinstance(event, Announced):
        return data
    return msgspec.json.encode(msgspec.json.decode(data) | {"type": "StarsAligned"})
def read(self, data):
    raw = msgspec.json.decode(data)
    return decode(self, msgspec.json.encode(raw | {"type": "Announced"}) if raw["type"] == "StarsAligned" else data)
Diplomacy.encode_event, Diplomacy.decode_event = written, read
from dragoman.cli import main
main()
"""

SECRET = "the stars stand over Vienna"
LEFT = "game kalmar is left alone: its record was written by a later version of Dragoman"


@pytest.fixture
def old(tmp_path: Path) -> Iterator[Place]:
    """A host of this version, with two games that are read by whoever is asked."""
    (tmp_path / "host").mkdir()
    place = Place(tmp_path / "host")
    place.set_up(OPEN_ANOTHER)
    place.serve()
    yield place
    place.end()


@pytest.fixture
def later(old: Place) -> Iterator[Later]:
    machines = Later(old)
    yield machines
    machines.end()


class Later:
    """The machines of the later version, beside the old one on the same ledger."""

    def __init__(self, beside: Place) -> None:
        self.place, self.log = beside, beside.folder / "later"
        self.running: list[subprocess.Popen[bytes]] = []

    def does(self, *words: str) -> subprocess.Popen[bytes]:
        with self.log.open("ab") as log:
            started = subprocess.Popen([sys.executable, "-c", LATER, *words], cwd=self.place.folder, env=self.place.env,
                                       stdin=subprocess.DEVNULL, stdout=log, stderr=log)  # fmt: skip
        self.running.append(started)
        return started

    def end(self) -> None:
        for process in self.running:
            if process.poll() is None:
                process.terminate()
            assert process.wait(PATIENCE) == 0, self.log.read_text()[-3000:]
        self.running.clear()


def to(place: Place, table: str) -> str:
    return f"{table}+{(place.folder / table).read_text()}"


def page(place: Place, table: str) -> tuple[int, str]:
    with closing(http.client.HTTPConnection("127.0.0.1", place.pages, timeout=20)) as asked:
        asked.request("GET", f"/games/{table}/", headers={"Host": "localhost"})
        answer = asked.getresponse()
        return answer.status, answer.read().decode()


def states(place: Place) -> list[object]:
    return [state for (state,) in place.asked("SELECT state FROM store_incoming ORDER BY received_at")]


def test_old_and_new_work_side_by_side(old: Place, later: Later, depth: str) -> None:
    assert page(old, "kalmar")[0] == 200
    announces = later.does("say", "kalmar", f"gm announce: {SECRET}", "--as", "gm")
    assert announces.wait(PATIENCE) == 0, later.log.read_text()
    assert page(old, "lund")[0] == 200
    status, text = page(old, "kalmar")
    assert (status, "being brought to a new version" in text, SECRET in text) == (503, True, False)
    old.write(1, "A Par - Bur\n", to(old, "kalmar"))
    old.until(lambda: LEFT in old.log.read_text())
    old.write(2, "A Con - Bul\n", to(old, "lund"), "turkey@example.org")
    old.until(lambda: states(old) == ["new", "heard"])
    old.until(lambda: old.asked("SELECT tries FROM store_incoming WHERE state = 'new'") == [(0,)])  # it waits uncounted
    if depth == "full":
        later.does("work")  # a worker of the new version takes what the old one leaves
        old.until(lambda: states(old) == ["heard", "heard"])
        later.end()
    assert old.process is not None
    assert old.process.poll() is None, "the old one goes on"
    old.end()
    assert old.process.returncode == 0
    later.does("serve")  # the machine again, with the new version
    old.until(lambda: "serves at" in later.log.read_text())
    old.write(3, "A Mar - Spa\n", to(old, "kalmar"))
    old.until(lambda: states(old) == ["heard"] * 3)
    assert page(old, "kalmar")[0] == 200
    events = "SELECT type FROM store_event WHERE table_id = 'kalmar' AND type IN ('StarsAligned', 'OrdersReceived')"
    assert old.asked(f"{events} ORDER BY n") == [("StarsAligned",), ("OrdersReceived",), ("OrdersReceived",)]
    said = old.log.read_text()
    assert said.count(LEFT) == 1
    assert SECRET not in said
