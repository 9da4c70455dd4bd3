"""A whole recorded game goes through the post, by real mail servers both ways.

Seven players answer our letters by their own, and the game reaches each position recorded, to the last centre.
"""

from __future__ import annotations

import gzip
import json
import smtplib
import socket
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Session
from aiosmtpd.smtp import Envelope as Delivery
from pytest_django.fixtures import Settings
from tests.conftest import Depth

from dragoman import assembly
from dragoman.diplomacy.board.mapfile import chart_source
from dragoman.diplomacy.board.position import Phase
from dragoman.diplomacy.commands import OpenGame
from dragoman.diplomacy.exchange import centers, triples
from dragoman.diplomacy.houserules.presets import preset
from dragoman.diplomacy.houserules.sheet import Sheet
from dragoman.diplomacy.state import State
from dragoman.game.protocol import Speaker
from dragoman.game.seats import PersonId, Seat
from dragoman.keeper.listening import Clerk
from dragoman.keeper.rounds import Bells, Mailbags
from dragoman.post.carrier import Relay
from dragoman.post.door import open_door
from dragoman.post.letter import Letter
from dragoman.post.reading import read
from dragoman.referee.ports import Slip
from dragoman.settings import Receiving, Sending

pytestmark = [
    pytest.mark.slow, pytest.mark.corpus, pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("unpainted"),
]  # fmt: skip

POWERS = ("Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey")
START = datetime(2026, 3, 2, 18, tzinfo=UTC)

Record = Mapping[str, Any]


# --- the recorded game ---


def recorded(cases_folder: Path, shortest: int) -> list[Record]:
    """The first recorded game of at least so many phases that ends with a centre count of its own."""
    with gzip.open(cases_folder / "corpus" / "droidippy-00.jsonl.gz") as lines:
        for _, phases in groupby(map(json.loads, lines), key=lambda line: line["game"]):
            game = list(phases)
            if len(game) >= shortest and "next_units" in game[-2] and not any("notes" in line for line in game):
                return game
    pytest.fail("no recorded game is long enough")


def moment(record: Record) -> tuple[int, str, str]:
    """A phase, whatever the source calls the season of its adjustments."""
    kind = record["phase"]
    return (record["year"], "" if kind == "Adjustment" else record["season"], kind)


def moment_of(phase: Phase) -> tuple[int, str, str]:
    return (phase.year, "" if phase.kind.value == "Adjustment" else phase.season, phase.kind.value)


def standing(units: Any, dislodged: Any, centres: Mapping[str, list[str]]) -> object:
    owned = {power: sorted(places) for power, places in centres.items() if places}
    return sorted(map(tuple, units)), sorted(map(tuple, dislodged)), owned


def standing_of(state: State) -> object:
    at = state.position
    return standing(triples(at.units), triples(d.unit for d in at.dislodged), centers(at, state.chart))


# --- seven players and their mail server ---


@dataclass
class Players:
    """The players' mail server keeps the last letter that each of them got."""

    got: dict[str, Letter] = field(default_factory=dict)
    letters: int = 0

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Delivery) -> str:
        (reader,) = envelope.rcpt_tos
        letter = read(envelope.original_content or b"")
        assert [box.address for box in letter.to] == [reader], "nobody else's name stands in a letter"
        self.got[reader] = letter
        self.letters += 1
        return "250 OK"

    def answer(self, power: str, orders: list[str], number: int) -> EmailMessage:
        """A player's answer to the last letter they got, above its text, as mail programs write it."""
        last = self.got[f"{power.lower()}@example.org"]
        answer = EmailMessage()
        answer["From"] = f"{power} <{power.lower()}@example.org>"
        answer["To"] = last.reply_to[0].address
        answer["Subject"] = f"Re: {last.subject}"
        answer["Message-ID"] = f"<{number}.{power}@players.example.org>"
        answer["In-Reply-To"] = last.message_id
        quoted = "".join(f"> {line}\n" for line in last.text.split("\n"))
        body = "\n".join(orders)
        attribution = f"On Mon, 2 Mar 2026 at 18:00, Dragoman <{last.sender.address}> wrote:"
        answer.set_content(f"{body}\n\n{attribution}\n{quoted}")
        return answer


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def players_server() -> Iterator[tuple[Players, Relay]]:
    players, port = Players(), free_port()
    controller = Controller(players, hostname="127.0.0.1", port=port)
    controller.start()
    relay = Relay(Sending(how="smtp", host="127.0.0.1", port=port, security="none"))
    try:
        yield players, relay
    finally:
        relay.leave()
        controller.stop()


# --- the host ---


class Host:
    """A host with one table, whose clock is a file; its door, clerk, bells and carrier are the real ones."""

    def __init__(self, clock: Path, relay: Relay, port: int) -> None:
        self._clock = clock
        self._port = port
        self.set(START)
        self._clerk, self._bells, self._bags = Clerk(), Bells(), Mailbags(relay.send)
        keeper = assembly.register().verify("keeper@example.org", START)
        seats = {Seat(power): self._person(f"{power.lower()}@example.org") for power in POWERS}
        command = OpenGame(
            by=Speaker(keeper, None), name="kalmar", map=chart_source("standard"), rules=rules(), seed=7, seats=seats,
            begin=True,
        )  # fmt: skip
        assert assembly.open_table(Slip("kalmar", command.by, command=command), "diplomacy").version
        self.work()

    def _person(self, address: str) -> PersonId:
        return assembly.register().verify(address, START)

    def set(self, now: datetime) -> None:
        self._clock.write_text(f'now = {now.isoformat()}\nseed = "7"\n')

    @property
    def state(self) -> State:
        found: State = assembly.table("kalmar").state
        return found

    def send(self, letters: list[EmailMessage]) -> None:
        """Each letter comes over a connection of its own, as from seven servers."""
        for letter in letters:
            with smtplib.SMTP("127.0.0.1", self._port) as server:
                assert server.send_message(letter) == {}

    def work(self) -> None:
        """Hear, strike and carry until nothing is left to do."""
        while self._clerk.turn() or self._bells.turn() or self._bags.turn():
            pass

    def deadline(self) -> None:
        due = self.state.deadline
        assert due is not None
        self.set(due + timedelta(seconds=1))
        self.work()


def rules() -> Mapping[str, str]:
    """The rules of the source, and those of mail games: sets are read together, and nothing is adjudicated early."""
    sheet = preset("droidippy")
    assert isinstance(sheet, Sheet)
    sheet = sheet.overlaid([("II.1", "B"), ("III.2", "D"), ("VII.2", "A")])
    assert isinstance(sheet, Sheet)
    return sheet.as_rules()


@pytest.fixture
def clock(tmp_path: Path, settings: Settings) -> Iterator[Path]:
    path = tmp_path / "clock.toml"
    path.write_text(f'now = {START.isoformat()}\nseed = "7"\n')
    settings.CLOCK_FILE = str(path)
    assembly.forget_assembly()
    yield path
    assembly.forget_assembly()


def test_a_recorded_game_played_by_post_ends_as_it_did(cases_folder: Path, depth: Depth, clock: Path) -> None:
    game = recorded(cases_folder, 36 if depth == "full" else 10)
    by_moment = {moment(record): record for record in game}
    port, sent = free_port(), 0
    with (
        players_server() as (players, relay),
        open_door(Receiving(how="smtp", listen=f"127.0.0.1:{port}"), lambda: None),
    ):
        host = Host(clock, relay, port)
        while (record := by_moment.get(moment_of(host.state.phase))) is not None and "next_units" in record:
            dislodged, orders = record.get("dislodged", []), record["orders"]
            assert standing_of(host.state) == standing(record["units"], dislodged, record["centers"]), moment(record)
            host.send([players.answer(power, orders[power], sent + n) for n, power in enumerate(orders)])
            sent += len(orders)
            host.work()
            owing = [power for power in orders if host.state.due(power)]  # who owes nothing is told so
            assert {power: len(host.state.on_file(power)) for power in owing} == {
                power: len(orders[power]) for power in owing
            }, moment(record)
            host.deadline()
    last = [record for record in game if "next_units" in record][-1]
    assert standing_of(host.state) == standing(last["next_units"], last["next_dislodged"], last["next_centers"])
    assert players.letters > sent, "every letter was answered, and results were told"
