"""A year of a game goes through Postfix and Dovecot as Debian has them, and through all that befalls mail on the way.

Seven players and a game master have mailboxes there. Among their letters are a reply below a quotation, one with ten
megabytes beside it, one that comes twice, one whose domain signs it and one that was altered after it was signed; a
mailbox is gone for a while, somebody makes up a bounce, and a vacation answers for itself.
"""

from __future__ import annotations

import email
import smtplib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from email.message import EmailMessage
from email.utils import format_datetime
from itertools import count
from pathlib import Path
from threading import RLock

import dkim
import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey, generate_private_key
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from pytest_django.fixtures import Settings
from tests.conftest import lacking
from tests.post.mail_servers import MailServers, mail_servers, until, wanting
from tests.post.test_whole_game import POWERS, START, rules, standing_of

from dragoman import assembly
from dragoman.diplomacy.board.mapfile import chart_source
from dragoman.diplomacy.commands import OpenGame
from dragoman.diplomacy.state import State
from dragoman.game.protocol import Speaker
from dragoman.game.seats import PersonId, Seat
from dragoman.keeper.dkim_keys import record
from dragoman.keeper.listening import Clerk
from dragoman.keeper.rounds import Bells, Mailbags
from dragoman.post import signatures
from dragoman.post.carrier import Relay
from dragoman.post.door import open_door
from dragoman.post.letter import Letter
from dragoman.post.mailbox import look
from dragoman.post.reading import read
from dragoman.referee.ports import Slip
from dragoman.settings import House, Receiving, Sending
from dragoman.store.models import Incoming

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

MAILBOX = "dragoman@games.example.org"
MASTER = "gm@example.org"
ADDRESSES = {power: f"{power.lower()}@example.org" for power in POWERS}

SPRING = {
    "Austria": ["A Vie - Gal", "A Bud - Ser", "F Tri - Alb"],
    "England": ["F Lon - Nth", "F Edi - Nwg", "A Lvp - Yor"],
    "France": ["A Par - Bur", "A Mar - Spa", "F Bre - Mao"],
    "Germany": ["F Kie - Den", "A Ber - Kie", "A Mun - Ruh"],
    "Italy": ["A Ven H", "A Rom - Apu", "F Nap - Ion"],
    "Russia": ["A War - Gal", "A Mos - Ukr", "F Sev - Bla", "F Stp/sc - Bot"],
    "Turkey": ["A Con - Bul", "A Smy - Con", "F Ank - Bla"],
}
FALL = {
    "Austria": ["A Vie H", "A Ser - Gre", "F Alb S A Ser - Gre"],
    "England": ["F Nth C A Yor - Nwy", "A Yor - Nwy", "F Nwg S A Yor - Nwy"],
    "France": ["A Bur - Bel", "A Spa - Por", "F Mao - Spa/sc"],
    "Germany": ["F Den H", "A Kie - Hol", "A Ruh - Bel"],
    "Italy": ["A Ven H", "A Apu - Tun", "F Ion C A Apu - Tun"],
    "Russia": ["F Sev - Rum", "A Ukr S F Sev - Rum", "F Bot - Swe", "A War - Gal"],
    "Turkey": ["A Bul H", "A Con H", "F Ank - Bla"],
}
WINTER = {
    "Austria": ["Build A Bud"],
    "England": ["Build F Lon"],
    "France": ["Build A Par", "Build F Bre"],
    "Germany": ["Build A Mun", "Build A Ber"],
    "Italy": ["Build F Nap"],
    "Russia": ["Build A Mos", "Build F Sev"],
    "Turkey": ["Build F Smy"],
}
UNITS = {
    "Austria": ["A Bud", "A Gre", "A Vie", "F Alb"],
    "England": ["A Nwy", "F Lon", "F Nth", "F Nwg"],
    "France": ["A Bur", "A Par", "A Por", "F Bre", "F Spa/sc"],
    "Germany": ["A Ber", "A Hol", "A Mun", "A Ruh", "F Den"],
    "Italy": ["A Tun", "A Ven", "F Ion", "F Nap"],
    "Russia": ["A Gal", "A Mos", "A Ukr", "F Rum", "F Sev", "F Swe"],
    "Turkey": ["A Bul", "A Con", "F Bla", "F Smy"],
}
"""Who stands where when the year is over."""


def key() -> tuple[RSAPrivateKey, bytes]:
    made = generate_private_key(65537, 2048)
    return made, made.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


receive_all = assembly.receive_all


class Taken:
    """Counts what the door takes in. A database in memory is read and written by one at a time: whoever works has it
    `alone`."""

    def __init__(self) -> None:
        self.alone, self.number = RLock(), 0

    def receive_all(self, letters: Sequence[assembly.Came]) -> tuple[bool | assembly.NoRoom, ...]:
        with self.alone:
            told = receive_all(letters)
        self.number += len(letters)
        return told


class Year:
    """A host with one table whose players write by way of the mail servers; its door, clerk, bells and carrier are
    the real ones."""

    def __init__(self, servers: MailServers, clock: Path, relay: Relay, taken: Taken) -> None:
        self.servers, self._clock, self._relay, self._taken = servers, clock, relay, taken
        self._numbers = count(1)
        self.sent: dict[str, int] = {}
        self.came = 0
        self.set(START)
        self._clerk, self._bells, self._bags = Clerk(), Bells(), Mailbags(self._send)
        gm, *players = (assembly.register().verify(a, START) for a in (MASTER, *ADDRESSES.values()))
        command = OpenGame(
            by=Speaker(gm, None), name="kalmar", map=chart_source("standard"), rules=rules(), seed=7, gm=gm,
            seats={Seat(power): PersonId(player) for power, player in zip(ADDRESSES, players, strict=True)}, begin=True,
        )  # fmt: skip
        assert assembly.open_table(Slip("kalmar", command.by, command=command), "diplomacy").version
        self.work()

    def set(self, now: datetime) -> None:
        self._clock.write_text(f'now = {now.isoformat()}\nseed = "7"\n')

    def _send(self, despatch: assembly.Despatch) -> None:
        self._relay.send(despatch)
        self.sent[despatch.to] = self.sent.get(despatch.to, 0) + 1

    @property
    def state(self) -> State:
        found: State = assembly.table("kalmar").state
        return found

    def work(self, gone: Sequence[str] = ()) -> None:
        """Hear, strike and carry until nothing is left to do and all that was sent has arrived, but for who is gone."""
        while self._turned():
            pass
        for address, number in self.sent.items():
            if address not in gone:
                until(lambda a=address, n=number: self.servers.count(a) == n, f"{number} letters for {address}")  # type: ignore[misc]

    def _turned(self) -> bool:
        with self._taken.alone:
            return self._clerk.turn() or self._bells.turn() or self._bags.turn()

    def arrive(self, number: int = 1) -> None:
        """Wait until so many more letters have come, and have them heard."""
        self.came += number
        until(lambda: self.arrivals() >= self.came, f"{self.came} letters to the host")
        assert self.arrivals() == self.came
        self.work()

    def arrivals(self) -> int:
        return self._taken.number

    def deadline(self, gone: Sequence[str] = ()) -> None:
        due = self.state.deadline
        assert due is not None
        self.set(due + timedelta(seconds=1))
        self.work(gone)

    def got(self, address: str) -> list[Letter]:
        return [read(raw) for raw in self.servers.letters(address)]

    def answer(self, power: str, orders: Sequence[str]) -> EmailMessage:
        """A reply to the last letter from the game, above its text, as mail programs write it."""
        got = reversed(self.got(ADDRESSES[power]))
        last = next(letter for letter in got if letter.reply_to and "+kalmar+" in letter.reply_to[0].address)
        answer = self.letter(power, last.reply_to[0].address, orders)
        answer.replace_header("Subject", f"Re: {last.subject}")
        answer["In-Reply-To"] = last.message_id
        quoted = "".join(f"> {line}\n" for line in last.text.split("\n"))
        answer.set_content("\n".join(orders) + f"\n\nOn Mon, 2 Mar 2026 at 18:00, Kalmar <{MAILBOX}> wrote:\n{quoted}")
        return answer

    def letter(self, power: str, to: str, orders: Sequence[str]) -> EmailMessage:
        """A letter that is no reply, and bears no token."""
        letter = EmailMessage()
        letter["From"] = f"{power} <{ADDRESSES[power]}>"
        letter["To"] = to
        letter["Subject"] = "kalmar"
        letter["Date"] = format_datetime(START)
        letter["Message-ID"] = f"<{next(self._numbers)}.{power}@example.org>"
        letter.set_content("\n".join(orders))
        return letter

    def post(self, letter: EmailMessage | bytes, sender: str, to: str) -> None:
        """Hand a letter to Postfix as its writer's mail program does."""
        raw = letter if isinstance(letter, bytes) else letter.as_bytes(policy=email.policy.SMTP)
        with smtplib.SMTP("127.0.0.1", self.servers.smtp) as server:
            assert server.sendmail(sender, [to], raw) == {}

    def write(self, power: str, orders: Sequence[str]) -> None:
        answer = self.answer(power, orders)
        self.post(answer, ADDRESSES[power], str(answer["To"]))

    def person(self, power: str) -> PersonId:
        found = assembly.register().find(ADDRESSES[power])
        assert found is not None
        return found

    def on_file(self, power: str) -> int:
        return len(self.state.on_file(power))


@dataclass
class PlayersDomain:
    """The players' domain: its key, and what the DNS says of it."""

    pem: bytes
    known: dict[str, bytes]

    def signed(self, letter: EmailMessage) -> bytes:
        raw = letter.as_bytes(policy=email.policy.SMTP)
        names = [b"from", b"to", b"subject", b"date", b"message-id"]
        return bytes(dkim.sign(raw, b"mail", b"example.org", self.pem, include_headers=names)) + raw


@pytest.fixture
def domain(monkeypatch: pytest.MonkeyPatch) -> PlayersDomain:
    public, pem = key()
    known = {"mail._domainkey.example.org": record(public).encode()}
    monkeypatch.setattr(signatures, "text_record", known.get)
    return PlayersDomain(pem, known)


@pytest.fixture
def ours(tmp_path: Path) -> RSAPrivateKey:
    made, pem = key()
    (tmp_path / "dkim.pem").write_bytes(pem)
    return made


@pytest.fixture(scope="module")
def servers() -> Iterator[MailServers]:
    lack = wanting()
    if lack:
        lacking(lack)
    with mail_servers([MASTER, *ADDRESSES.values(), "host@example.org"]) as found:
        yield found


@pytest.fixture
def year(
    servers: MailServers, ours: RSAPrivateKey, tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Year]:
    clock = tmp_path / "clock.toml"
    clock.write_text(f'now = {START.isoformat()}\nseed = "7"\n')
    sending = Sending(
        how="smtp", host="127.0.0.1", port=servers.smtp, security="none", dkim_selector="d1", dkim_key="dkim.pem"
    )
    receiving = Receiving(how="lmtp", listen=f"127.0.0.1:{servers.door}", dkim=True)
    house: House = settings.HOUSE
    host = msgspec.structs.replace(house.host, address=MAILBOX)
    settings.HOUSE = msgspec.structs.replace(
        house, host=host, sending=sending, receiving=receiving, folder=str(tmp_path)
    )
    settings.CLOCK_FILE = str(clock)
    assembly.forget_assembly()
    relay, taken = Relay(sending), Taken()
    monkeypatch.setattr(assembly, "receive_all", taken.receive_all)
    with open_door(receiving, lambda: None):
        yield Year(servers, clock, relay, taken)
    relay.leave()
    assembly.forget_assembly()


def test_a_year_goes_through_real_mail_servers(year: Year, domain: PlayersDomain, ours: RSAPrivateKey) -> None:
    spring(year, domain)
    assert {power: year.on_file(power) for power in POWERS} == {power: len(SPRING[power]) for power in POWERS}
    every_letter_of_ours_is_signed(year, ours)
    a_mailbox_is_gone(year)
    a_bounce_is_made_up(year)
    a_vacation_answers(year)
    for power in POWERS:
        year.write(power, FALL[power])
    year.arrive(len(POWERS))
    assert assembly.reaching().failing(year.person("Russia")) is None, "Russia was heard from"
    year.deadline()
    for power in POWERS:
        year.write(power, WINTER[power])
    year.arrive(len(POWERS))
    year.deadline()
    assert year.state.phase.year == 1902
    assert units(year.state) == UNITS
    assert {note.repeats for note in Incoming.objects.all()} == {0, 1}


def units(state: State) -> Mapping[str, list[str]]:
    placed, _, _ = standing_of(state)  # type: ignore[misc]
    found: dict[str, list[str]] = {}
    for power, kind, place in placed:
        found.setdefault(power, []).append(f"{kind} {place[:1].upper()}{place[1:].lower()}")
    return {power: sorted(found[power]) for power in sorted(found)}


def spring(year: Year, domain: PlayersDomain) -> None:
    """Each power's set comes in a way of its own."""
    year.write("Austria", SPRING["Austria"])
    year.write("Turkey", SPRING["Turkey"])
    year.arrive(2)

    with_ten_megabytes(year)
    twice(year)
    in_two_forms(year)

    table = "dragoman+kalmar@games.example.org"
    year.post(domain.signed(year.letter("France", table, SPRING["France"])), ADDRESSES["France"], table)
    year.arrive()
    assert year.on_file("France") == 3, "its domain vouches for it"

    domain.known["_dmarc.example.org"] = b"v=DMARC1; p=reject"
    reply = year.answer("Italy", SPRING["Italy"])
    altered = domain.signed(reply).replace(b"A Ven H", b"A Ven - Tri")
    year.post(altered, ADDRESSES["Italy"], str(reply["To"]))
    year.arrive()
    assert year.on_file("Italy") == 0, "what was altered on the way waits for its owner, though it bears the token"
    asked = year.got(ADDRESSES["Italy"])[-1]
    assert "A Ven - Tri" in asked.text
    again = year.answer("Italy", SPRING["Italy"])
    year.post(domain.signed(again), ADDRESSES["Italy"], str(again["To"]))
    year.arrive()
    del domain.known["_dmarc.example.org"]


def with_ten_megabytes(year: Year) -> None:
    """By swaks, with a file beside the orders: they are read, and the receipt says that the file was not."""
    answer = year.answer("England", SPRING["England"])
    folder = year.servers.folder
    (folder / "board.png").write_bytes(bytes(range(256)) * 40_000)
    year.servers.swaks(
        "--from", ADDRESSES["England"], "--to", str(answer["To"]), "--h-From", str(answer["From"]),
        "--h-Subject", str(answer["Subject"]), "--add-header", f"Message-ID: {answer['Message-ID']}",
        "--body", "\n".join(SPRING["England"]), "--attach", f"@{folder / 'board.png'}",
    )  # fmt: skip
    year.arrive()
    assert max(Incoming.objects.values_list("size", flat=True)) > 10_000_000
    assert year.on_file("England") == 3
    assert "Attachments are not read: board.png." in " ".join(year.got(ADDRESSES["England"])[-1].text.split())


def twice(year: Year) -> None:
    """The same letter comes twice: it is heard once, and answered once."""
    before = year.sent[ADDRESSES["Germany"]]
    answer = year.answer("Germany", SPRING["Germany"])
    path = year.servers.folder / "germany.eml"
    path.write_bytes(answer.as_bytes())
    for _ in range(2):
        year.servers.swaks("--from", ADDRESSES["Germany"], "--to", str(answer["To"]), "--data", f"@{path}")
    year.arrive(2)
    assert year.sent[ADDRESSES["Germany"]] == before + 1


def in_two_forms(year: Year) -> None:
    """As text and as HTML, as most programs write; both say the same."""
    answer = year.answer("Russia", SPRING["Russia"])
    lines = "".join(f"<div>{line}</div>" for line in SPRING["Russia"])
    answer.add_alternative(f"<html><body>{lines}<blockquote>A MOS - SEV</blockquote></body></html>", subtype="html")
    year.post(answer, ADDRESSES["Russia"], str(answer["To"]))
    year.arrive()


def every_letter_of_ours_is_signed(year: Year, ours: RSAPrivateKey) -> None:
    """The signature that we make holds when a letter lies in its reader's mailbox."""

    def answer(name: bytes, timeout: float = 5) -> bytes | None:
        return record(ours).encode() if name == b"d1._domainkey.games.example.org." else None

    for address in (MASTER, *ADDRESSES.values()):
        for raw in year.servers.letters(address):
            assert dkim.verify(raw, dnsfunc=answer), address


def a_mailbox_is_gone(year: Year) -> None:
    """Results do not reach Russia: Postfix says so, the game master is told, and all is well once Russia writes."""
    gone = ADDRESSES["Russia"]
    year.servers.enrol(gone)
    told = year.sent[MASTER]
    held = year.servers.count(gone)
    year.deadline([gone])
    came = year.came
    until(lambda: year.arrivals() > came, "a bounce")
    lost = year.sent[gone] - held
    year.came += lost
    until(lambda: year.arrivals() >= year.came, "all bounces")
    year.sent[gone] = held
    year.work()
    assert assembly.reaching().failing(year.person("Russia")) is not None
    assert year.sent[MASTER] > told
    assert "Letters to the player of Russia do not arrive." in year.got(MASTER)[-1].text
    year.servers.enrol()


def a_bounce_is_made_up(year: Year) -> None:
    """Somebody reports that letters to Austria do not arrive. Whoever bears no token silences nobody."""
    told = dict(year.sent)
    report = (
        f"From: MAILER-DAEMON@mx.example.org\r\nTo: {MAILBOX}\r\nMessage-ID: <made-up@example.org>\r\n"
        'Subject: Undelivered Mail\r\nContent-Type: multipart/report; report-type=delivery-status; boundary="x"\r\n\r\n'
        "--x\r\n\r\nsorry\r\n--x\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx\r\n\r\n"
        f"Final-Recipient: rfc822; {ADDRESSES['Austria']}\r\nAction: failed\r\nStatus: 5.1.1\r\n\r\n--x--\r\n"
    )
    year.post(report.encode(), "", MAILBOX)
    year.arrive()
    assert assembly.reaching().failing(year.person("Austria")) is None
    assert year.sent == told


def a_vacation_answers(year: Year) -> None:
    """Dovecot's vacation leaves our letters alone, for they say what they are. One that answers all the same is not
    obeyed, and the game master is told."""
    turkey = ADDRESSES["Turkey"]
    path = year.answer("Turkey", [])["To"]
    year.servers.away(turkey, "I am away until 16 March.\nA Con - Smy")
    year.write("Turkey", ["status"])
    year.arrive()
    assert year.arrivals() == year.came, "no vacation answers a letter that was sent by a machine"
    known = year.servers.count(turkey)
    year.servers.swaks("--from", str(path), "--to", turkey, "--h-Subject", "kalmar", "--body", "Where are you?")
    year.sent[turkey] = known + 1
    year.arrive()
    assert year.on_file("Turkey") == 0
    (note,) = [letter for letter in year.got(MASTER) if "until 16 March" in letter.text]
    assert "Turkey" in note.text


def test_a_mailbox_at_dovecot_is_looked_into(servers: MailServers) -> None:
    """A host that no mail server reaches polls a mailbox: each letter is taken once, as it lies there."""
    for number in range(3):
        servers.swaks("--from", "ann@example.org", "--to", "host@example.org", "--h-Subject", f"kalmar {number}")
    until(lambda: servers.count("host@example.org") == 3, "three letters")
    taken: list[bytes] = []
    receiving = Receiving(
        how="imap", host="127.0.0.1", port=servers.imap, user="host@example.org", password="secret", security="none"
    )
    assert look(receiving, taken.append) == 3
    assert look(receiving, taken.append) == 0
    assert [read(raw).subject for raw in taken] == ["kalmar 0", "kalmar 1", "kalmar 2"]
