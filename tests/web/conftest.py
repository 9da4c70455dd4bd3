"""A host to visit: people with addresses, tables they sit at, and a clock that only the test moves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from dragoman import assembly
from dragoman.diplomacy.board.mapfile import chart, chart_source
from dragoman.diplomacy.commands import OpenGame, SendPress, SubmitOrders
from dragoman.diplomacy.houserules.presets import preset
from dragoman.diplomacy.houserules.sheet import Sheet
from dragoman.diplomacy.state import State
from dragoman.game.protocol import Reply, Speaker
from dragoman.game.seats import GM, PersonId, Seat
from dragoman.people.models import Person
from dragoman.referee.ports import Slip
from dragoman.web.forms.orders import lines
from dragoman.web.reader import Reader

POWERS = tuple(chart("standard").powers)
START = datetime(2026, 3, 2, 16, 0, tzinfo=UTC)
"""A Monday; 18.00 in Helsinki, where the people of these tests live."""


@dataclass
class Host:
    """One host in the test's hands."""

    clock_file: Path
    now: datetime = START
    people: dict[str, PersonId] = field(default_factory=dict)
    addresses: dict[str, str] = field(default_factory=dict)
    seed: int = 7

    def at(self, now: datetime) -> None:
        """Move the clock."""
        self.now = now
        self.clock_file.write_text(f'now = {now.isoformat()}\nseed = "web"\n')

    def later(self, **by: float) -> None:
        """Move the clock on, and let it strike wherever it is to strike by then."""
        self.at(self.now + timedelta(**by))
        assembly.referee().go_round(self.now)

    def person(self, who: str) -> PersonId:
        """Somebody by a short name; their address is that name at example.org, if `addresses` has no other."""
        if who not in self.people:
            address = self.addresses.get(who, f"{who}@example.org")
            self.people[who] = assembly.register().verify(address, self.now, "en", "Europe/Helsinki")
        return self.people[who]

    def client(self, who: str | None = None) -> Client:
        """A browser in which that person has signed in."""
        client = Client()
        if who is not None:
            client.force_login(Person.objects.get(id=self.person(who)))
        return client

    def table(
        self, name: str = "kalmar", *, gm: bool = False, seated: Iterable[str] = POWERS, entry: str = "open",
        rules: Mapping[str, str] | None = None, anonymous: bool = False, board: str = "standard", prefix: str = "",
    ) -> str:  # fmt: skip
        """Open a table at which the powers are played by people called like them (after a `prefix`)."""
        sheet = preset("datc")
        assert isinstance(sheet, Sheet)
        sheet = sheet.overlaid((rules or {"II.1": "B"}).items())  # type: ignore[assignment]
        by = Speaker(self.person("gm" if gm else "host"), None)
        seats = {Seat(power): self.person((prefix + power).lower()) for power in seated}
        command = OpenGame(
            by=by, name=name, map=chart_source(board), rules=sheet.as_rules(), seed=self.seed, zone="Europe/Helsinki",
            hour="18:00", gm=by.person if gm else None, seats=seats, entry=entry,
            anonymous=anonymous,
        )  # fmt: skip
        reply = assembly.open_table(Slip(name, by, command=command), "diplomacy")
        assert reply.events, reply
        return name

    def state(self, name: str = "kalmar") -> State:
        state: State = assembly.table(name).state
        return state

    def says(self, power: str, command: object, name: str = "kalmar") -> Reply:
        """Have a command heard, and not refused."""
        who = Speaker(self.person("gm" if power == GM else power.lower()), Seat(power))
        reply = assembly.hear(Slip(name, who, command=command))
        assert not reply.refused, reply.refused
        return reply

    def orders(self, power: str, *texts: str, final: bool = True, name: str = "kalmar") -> Reply:
        """Send orders, in canonical writing, as the form would."""
        view = assembly.games()["diplomacy"].sight(self.state(name), Seat(power))
        sent = {f"order-{index}" if texts_by_index(view) else f"order-{text.split()[1].partition('/')[0]}": text
                for index, text in enumerate(texts)}  # fmt: skip
        who = Speaker(self.person(power.lower()), Seat(power))
        return self.says(power, SubmitOrders(who, lines(view, sent), None, final, "web"), name)

    def press(self, power: str, to: Iterable[str], text: str, name: str = "kalmar") -> Reply:
        who = Speaker(self.person("gm" if power == GM else power.lower()), Seat(power))
        return self.says(power, SendPress(who, tuple(to), text), name)

    def reader(self, who: str) -> Reader:
        return Reader(self.person(who), who, "en", "Europe/Helsinki")


def texts_by_index(view: object) -> bool:
    return view.phase.kind.value == "Adjustment"  # type: ignore[attr-defined]


@pytest.fixture
def host(db: None, settings: Settings, tmp_path: Path) -> Iterator[Host]:
    """A host with an empty database."""
    made = Host(tmp_path / "clock.toml")
    made.at(START)
    settings.CLOCK_FILE = str(made.clock_file)
    assembly.forget_assembly()
    yield made
    assembly.forget_assembly()
