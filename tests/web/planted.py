"""A host in which every secret bears a word of its own, and a reader that finds those words in whatever leaves it.

A `Plant` is one secret: what it is, the word that stands in it, and who may come by it. All that anybody is sent is
read as it stands and in every wrapping it may have: packed, in base64, quoted, escaped, in the chunks of a picture.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import html
import quopri
import re
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import timedelta
from email import message_from_bytes
from email.header import decode_header, make_header
from functools import cached_property
from random import Random
from urllib.parse import unquote_plus
from zlib import crc32

import msgspec
from django.test import Client
from tests.diplomacy.games import some_orders
from tests.web.conftest import Host
from tests.web.roles import NOMIC, TABLE, Town, town

from dragoman import assembly
from dragoman.diplomacy.board.position import PhaseKind
from dragoman.diplomacy.board.province import Place
from dragoman.diplomacy.board.unit import UnitKind
from dragoman.diplomacy.commands import (
    AskDelay,
    Caution,
    ClaimError,
    GrantProxy,
    NameDeputy,
    PlanAbsence,
    Remind,
    ReportConduct,
    ReportPress,
    SendPress,
    SubmitOrders,
)
from dragoman.diplomacy.orders.conditions import Counted, Has
from dragoman.diplomacy.orders.contingent import Branch, Choice
from dragoman.diplomacy.orders.order import Line, Move, Ordered
from dragoman.game.press import Colour
from dragoman.game.protocol import Speaker
from dragoman.game.seats import GM, PersonId, Seat
from dragoman.nomic.commands import SendPress as SendNomicPress
from dragoman.people.leaves import DRAFTS, NOTES
from dragoman.people.models import Person
from dragoman.people.pushing import Subscription
from dragoman.people.signing_in import Asked
from dragoman.post.replies import message
from dragoman.referee.ports import Slip
from dragoman.store.inbox import State as LetterState
from dragoman.store.models import Event, Incoming, Outgoing
from dragoman.store.outbox import Parcel

MASKED = "mantle"
"""The anonymous game; its players are known to nobody but its game master."""

EYES = ("", "ann", "olga", "france", "germany", "italy", "dan", "austria", "turkey", "gm", "sid", "keeper",
        "m-france", "m-italy")  # fmt: skip
"""Everybody who looks, by short name; the first is a stranger."""

MASTERS = ("gm", "sid")


@dataclass(frozen=True)
class Plant:
    """One secret: what it is, the word in it, and who may know it. `shown` says that it is to be found with one of
    those at least: a search that finds nothing anywhere would show nothing."""

    what: str
    word: str
    knows: frozenset[str]
    shown: bool = True


@dataclass(frozen=True)
class Document:
    """Something that came to somebody: by which way, its bytes, and what they had said to get it."""

    way: str
    data: bytes
    asked: str = ""


@dataclass
class Garden:
    """The host, and what is planted in it."""

    town: Town
    plants: dict[str, Plant] = field(default_factory=dict)
    sheets: dict[str, str] = field(default_factory=dict)

    @property
    def host(self) -> Host:
        return self.town.host

    def word(self, what: str, *knows: str, shown: bool = True) -> str:
        """Plant a secret that only those may know; the word for it."""
        letters = base64.b32encode(hashlib.sha256(what.encode()).digest()).decode().lower().translate(LETTERS)
        return self.plant(what, "xq" + letters[:12], *knows, shown=shown)

    def plant(self, what: str, word: str, *knows: str, shown: bool = False) -> str:
        """Something that is secret by itself."""
        self.plants[word.lower()] = Plant(what, word, frozenset(knows), shown)
        return word

    def speaker(self, who: str, seat: str | None) -> Speaker:
        return Speaker(self.host.person(who), Seat(seat) if seat else None)

    def say(self, who: str, seat: str | None, command: object, table: str = TABLE) -> None:
        """Have something heard, and not refused."""
        reply = assembly.hear(Slip(table, self.speaker(who, seat), command=command))
        assert not reply.refused, (command, reply.refused)

    def client(self, who: str) -> Client:
        client = Client(raise_request_exception=False)
        if who:
            client.force_login(Person.objects.get(id=self.host.person(who)))
        return client

    def found(self, document: Document) -> set[str]:
        """The planted words that stand in something, however it is wrapped, and that whoever got it had not said."""
        told: set[str] = set()
        for text in unwrapped(document.data):
            told.update(WORD.findall(text))
            told.update(word for word in self._others if word in text)
        return {word for word in told & self.plants.keys() if word not in document.asked.lower()}

    @cached_property
    def _others(self) -> tuple[str, ...]:
        return tuple(word for word in self.plants if not WORD.fullmatch(word))

    def leaks(self, eye: str, documents: Iterable[Document], seen: set[str]) -> Iterator[str]:
        """What came to somebody that they may not know; what they may is noted in `seen`."""
        for document in documents:
            for word in self.found(document):
                plant = self.plants[word]
                if eye in plant.knows:
                    seen.add(word)
                else:
                    yield f"{eye or 'a stranger'} learns {plant.what} by {document.way}"


LETTERS = str.maketrans("234567", "abcdef")
WORD = re.compile("xq[a-z]{12}")


# --- wrappings ---


def unwrapped(data: bytes, depth: int = 3) -> Iterator[str]:
    """All that may be read in some bytes, in small letters: as they are, and out of every wrapping that they hold."""
    text = data.decode("latin-1")
    yield text.lower()
    if b"\0" in data:
        yield text.replace("\0", "").lower()
    if depth:
        for inner in _wrapped(data, text):
            yield from unwrapped(inner, depth - 1)


def _wrapped(data: bytes, text: str) -> Iterator[bytes]:
    for start in (b"\x1f\x8b\x08", b"\x78\x9c", b"\x78\xda", b"\x78\x01", b"\x78\x5e"):
        for begin in (found.start() for found in re.finditer(re.escape(start), data)):
            with suppress(zlib.error):
                yield zlib.decompressobj(47).decompress(data[begin:], 1 << 22)
    if b"\0" in data:
        return  # a picture: no escapes of text stand in it
    if "&" in text and (plain := html.unescape(text)) != text:
        yield plain.encode("utf-8", "replace")
    if re.search("%[0-9A-Fa-f]{2}", text):
        yield unquote_plus(text).encode("utf-8", "replace")
    if re.search("=(?:\r?\n|[0-9A-F]{2})", text):
        yield quopri.decodestring(data)
    if re.search(r"\\u[0-9a-fA-F]{4}|\\x[0-9a-fA-F]{2}", text):
        yield re.sub(r"\\(?:u|x)([0-9a-fA-F]{4}|[0-9a-fA-F]{2})", lambda c: chr(int(c[1], 16)), text).encode()
    runs = [found for run in RUN.findall(text) for found in _runs(run)]
    yield b"\n".join(found for found in runs if b"\0" not in found and found[:2] != b"\x1f\x8b")
    yield from (found for found in runs if found[:2] in (b"\x1f\x8b", b"\x89P", b"\x78\x9c"))


RUN = re.compile(r"[A-Za-z0-9+/_-]{16,}(?:\r?\n[A-Za-z0-9+/_-]+)*={0,2}")


def _runs(run: str) -> Iterator[bytes]:
    """What a run of letters is in base64, from each of its first letters on, and in hexadecimal."""
    plain = "".join(run.split()).rstrip("=").translate(str.maketrans("-_", "+/"))
    for begin in range(4):
        part = plain[begin:]
        with suppress(binascii.Error):
            yield base64.b64decode(part + "=" * (-len(part) % 4))
    if re.fullmatch("[0-9a-fA-F]+", plain):
        yield bytes.fromhex(plain[: len(plain) // 2 * 2])


# --- what is planted ---


def garden(host: Host) -> Garden:
    """The games of all roles and an anonymous one, and a secret of each kind in them."""
    host.seed = 739_016_482_517
    made = Garden(Town(host))
    _addresses(made)
    made.town = town(host)
    _orders(made)
    _press(made)
    _office(made)
    _own(made)
    _anonymous(made)
    _nomic(made)
    _letters(made)
    _machinery(made)
    return made


def _addresses(made: Garden) -> None:
    """Addresses are words: a player's is known to the player and to the game masters."""
    host = made.host
    for who in ("france", "germany", "italy", "austria", "turkey", "dan"):
        also = {"dan": ("italy",)}.get(who, ())
        host.addresses[who] = made.word(f"the address of {who}", who, *MASTERS, *also) + "@example.org"
    for who in ("ann", "keeper"):
        host.addresses[who] = made.word(f"the address of {who}", who) + "@example.org"
    for who in ("m-france", "m-italy", "m-turkey"):
        host.addresses[who] = made.word(f"the address of {who}", who, "gm", shown=who in EYES) + "@example.org"


def _lines(made: Garden, power: str, word: str) -> tuple[Line, ...]:
    lines = some_orders(made.host.state(TABLE), power, Random(power))
    return tuple(replace(line, text=f"{line.text} {word}") for line in lines)


def _orders(made: Garden) -> None:
    """Sets and conditional orders, for now and later; proxies. Each set has an order that nobody could be offered."""
    for power, odd in (("France", "F BRE - ANK"), ("Germany", "F KIE - SMY"), ("Italy", "F NAP - STP"),
                       ("Turkey", "F ANK - LVP")):  # fmt: skip
        who = {"Italy": "dan"}.get(power, power.lower())
        knows = (who, power.lower(), *MASTERS)
        word = made.word(f"what {power} wrote to its orders", *knows, shown=False)
        lines = tuple(line for line in _lines(made, power, word) if not line.text.startswith(odd[:5]))
        made.plant(f"the orders of {power}", odd.lower(), *knows, shown=True)
        line = Line(Move(Ordered(Place(odd[2:5]), UnitKind.FLEET), Place(odd[-3:])), f"{odd} {word}")
        made.say(who, power, SubmitOrders(made.speaker(who, power), (line, *lines), final=False))
    at = made.host.state(TABLE)
    word = made.word("a conditional order of Austria", "austria", *MASTERS, shown=False)
    branch = Branch(Has("Austria", Counted.CENTRES, 12), _lines(made, "Austria", word)[:1])
    by = made.speaker("austria", "Austria")
    made.say("austria", "Austria", SubmitOrders(by, (), final=False, choices=((0, Choice((branch,))),)))
    later = next(phase for phase in at.open_phases()[1:] if phase.kind is PhaseKind.MOVEMENT)
    word = made.word("the orders of France for later", "france", *MASTERS, shown=False)
    by = made.speaker("france", "France")
    made.say("france", "France", SubmitOrders(by, _lines(made, "France", word), later, final=False))
    units = at.due("Germany").units
    by = made.speaker("germany", "Germany")
    made.say("germany", "Germany", GrantProxy(by, "Turkey", tuple(Ordered(u.place, u.kind) for u in units[:1])))


def _press(made: Garden) -> None:
    """Letters between two; what is brought before the game master."""
    for one, other in (("France", "Germany"), ("Italy", "Turkey"), ("Austria", "France")):
        who = {"Italy": "dan"}.get(one, one.lower())
        knows = {one.lower(), other.lower(), who}
        word = made.word(f"a letter of {one} to {other}", *knows)
        made.say(who, one, SendPress(made.speaker(who, one), (other,), f"Between us: {word}."))
    word = made.word("a letter of Turkey to the game master", "turkey", *MASTERS)
    made.say("turkey", "Turkey", SendPress(made.speaker("turkey", "Turkey"), ("gm",), f"Sir: {word}."))
    word = made.word("a complaint of France about a piece", "france", *MASTERS)
    made.say("france", "France", ReportPress(made.speaker("france", "France"), 1, word))


def _office(made: Garden) -> None:
    """What players tell the game master, and what the game master tells one of them."""
    begins = made.host.now + timedelta(days=90)
    by = {power: made.speaker(power.lower(), power) for power in ("France", "Germany", "Austria", "Turkey")}
    word = made.word("why Germany is away", "germany", *MASTERS)
    made.say("germany", "Germany", PlanAbsence(by["Germany"], begins, begins + timedelta(days=2), word))
    word = made.word("why Germany asks for a delay", "germany", *MASTERS)
    made.say("germany", "Germany", AskDelay(by["Germany"], timedelta(days=1), word))
    word = made.word("what Austria says was adjudicated wrongly", "austria", *MASTERS)
    made.say("austria", "Austria", ClaimError(by["Austria"], word))
    word = made.word("the conduct that Turkey complains of", "turkey", *MASTERS)
    made.say("turkey", "Turkey", ReportConduct(by["Turkey"], word, "Austria"))
    host = made.host
    host.addresses["dee"] = made.word("whom Turkey would have as deputy", "turkey", *MASTERS) + "@example.org"
    deputy = NameDeputy(by["Turkey"], host.addresses["dee"], host.person("dee"))
    made.say("turkey", "Turkey", deputy)
    master = made.speaker("gm", GM)
    word = made.word("why Germany is cautioned", "germany", *MASTERS)
    made.say("gm", GM, Caution(master, "Germany", clause="X.3", why=word))
    word = made.word("of what France is reminded", "france", *MASTERS)
    made.say("gm", GM, Remind(master, ("France",), word))


def _own(made: Garden) -> None:
    """What people keep for their own eyes."""
    host = made.host
    for who in ("france", "germany", "italy", "dan", "gm", "sid", "olga"):
        person = host.person(who)
        for kind, about in ((NOTES, ""), (DRAFTS, "all")):
            word = made.word(f"the {kind} of {who}", who)
            assembly.leaves().write(person, TABLE, kind, about, word, host.now)
    for who in ("france", "keeper"):
        word = made.word(f"what {who} calls a sheet", who)
        where = host.client(who).post("/sheets/compose/", {"upon": "datc"})["Location"]
        made.sheets[who] = where.rstrip("/").rpartition("/")[2]
        host.client(who).post(f"{where}name/", {"title": word})
        made.plant(f"where the sheet of {who} is", made.sheets[who], who, shown=True)
        word = made.word(f"what {who} calls a token", who)
        token = assembly.api_tokens().make(host.person(who), word, ("read",), host.now)
        made.plant(f"a token of {who}", token)
    subscription = Subscription("https://fcm.googleapis.com/" + made.word("where France's browser is", shown=False),
                                P256DH, "AAAAAAAAAAAAAAAAAAAAAA", "Firefox")  # fmt: skip
    assembly.devices().add(host.person("france"), subscription, host.now)
    for who in EYES[1:]:
        feed = assembly.feeds().of(host.person(who), host.now)
        made.plant(f"the feed of {who}", feed, who, shown=True)
        made.plant(
            f"the calendar of absences of {who}", assembly.absences_token(host.person(who)).rpartition(".")[2], who
        )


P256DH = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
"""The public key of the browser in RFC 8291, appendix A."""


def _anonymous(made: Garden) -> None:
    """A game in which nobody but the game master knows who plays what."""
    host = made.host
    host.table(MASKED, gm=True, rules={"II.1": "B", "X.1": "A", "X.2": "A"}, anonymous=True, prefix="m-")
    for who in ("m-france", "m-italy", "m-turkey"):
        person = host.person(who)
        made.plant(f"the person of {who}", str(person), who, "gm")
        assembly.register().rename(person, made.word(f"the name of {who}", who, "gm", shown=who in EYES))
    by = made.speaker("m-italy", "Italy")
    made.say("m-italy", "Italy", SendPress(by, ("all",), "Down with it.", colour=Colour.GREY), MASKED)
    word = made.word("an unsigned letter to France", "m-france", "m-italy")
    made.say("m-italy", "Italy", SendPress(by, ("France",), word, colour=Colour.GREY), MASKED)


def _nomic(made: Garden) -> None:
    word = made.word("a letter at the table of Nomic", "france", "germany")
    said = SendNomicPress(made.speaker("france", "France"), ("Germany",), word)
    made.say("france", "France", said, NOMIC)


RAW = """\
From: {sender}\r
To: dragoman+{table}@example.org\r
Subject: {subject}\r
Message-ID: <{subject}@example.org>\r
Content-Type: text/plain; charset=utf-8\r
\r
{text}\r
"""


def _letters(made: Garden) -> None:
    """A letter that waits for its owner's word, and codes to sign in."""
    host = made.host
    for who in ("germany", "austria"):
        sender = host.addresses[who]
        subject = made.word(f"the subject of a letter kept for {who}", who)
        text = made.word(f"a letter kept for {who}", who)
        raw = RAW.format(sender=sender, table=TABLE, subject=subject, text=text).encode()
        assert assembly.receive(raw, sender, f"<{subject}@example.org>", None, (f"dragoman+{TABLE}@example.org",))
        row = Incoming.objects.get(state="new")
        seat = who.capitalize()
        assembly.inbox().finish(row.id, LetterState.KEPT, "token", TABLE, host.person(who), seat)
        arrival = assembly.inbox().kept(host.person(who))[0]
        assembly.ask_owner(arrival, TABLE, host.person(who), "token", subject, text)
        made.plant(f"where a letter kept for {who} is", row.id, who, shown=True)
    for who in ("france", "ann"):
        asked = assembly.door().ask(host.addresses[who], "127.0.0.9", host.now)
        assert isinstance(asked, Asked)
        assembly.post_code(asked)
        made.plant(f"a code for {who}", f"{asked.code[:4]} {asked.code[4:]}", who, shown=True)
        made.plant(f"a sign-in of {who}", asked.id, who, shown=True)


def _machinery(made: Garden) -> None:
    """Seeds, salts and seals that nobody is told while the games go on; what opens the ways back."""
    made.plant("the seed of the games", str(made.host.seed))
    for row in Event.objects.all():
        made.plant(f"the salt of event {row}", bytes(row.salt).hex())
        seed = msgspec.json.decode(row.data).get("seed")
        if isinstance(seed, int) and seed > 10**6:
            made.plant(f"the seed of {row.table_id}", str(seed))
    people = {person: who for who, person in made.host.people.items()}
    for row in Outgoing.objects.exclude(person=""):
        despatch = assembly.despatch(parcel(row))
        if despatch is None:
            continue
        who = people.get(PersonId(row.person), row.person)
        back = despatch.reply_to.rpartition("+")[2].partition("@")[0].rpartition(".")[2]
        stop = despatch.stop.rstrip("/").rpartition("/")[2]
        for what, secret in (("the way back of", back), ("the stop of letters of", stop)):
            if len(secret) > 8:
                made.plant(f"{what} {who} at {row.table}", secret, who)


# --- what comes to somebody ---


def parcel(row: Outgoing) -> Parcel:
    sealed = bytes(row.sealed or b"")
    return Parcel(row.key, row.table, row.game, row.kind, row.seat, row.person, row.body.encode(), row.in_reply_to,
                  row.posted_at, 0, sealed)  # fmt: skip


def mails(made: Garden, pictures: bool = True, share: int = 1) -> Iterator[tuple[str, Document]]:
    """Every letter that goes out (or every so-manieth), to whom, whole and in its parts; to draw their `pictures` takes
    time."""
    by_address = {made.host.addresses.get(who, f"{who}@example.org"): who for who in made.host.people}
    for row in Outgoing.objects.order_by("id"):
        if crc32(row.key.encode()) % share:
            continue
        box = parcel(row)
        assembly.spread(box)
        despatch = assembly.despatch(box)
        if despatch is None:
            continue
        if not pictures:
            despatch = replace(despatch, picture=None)
        who = by_address.get(despatch.to, despatch.to)
        raw = message(despatch, "dragoman@example.org").as_bytes()
        yield who, Document(f"letter {row.kind}", raw)
        for part in message_from_bytes(raw).walk():
            heads = "\n".join(f"{name}: {make_header(decode_header(value))}" for name, value in part.items())
            yield who, Document(f"the heads of letter {row.kind}", heads.encode())
            if not part.is_multipart():
                yield who, Document(f"a part of letter {row.kind}", part.get_payload(decode=True) or b"")  # type: ignore[arg-type]


def pushes(made: Garden) -> Iterator[tuple[str, Document]]:
    """Every push, before it is sealed for its browser."""
    people = {person: who for who, person in made.host.people.items()}
    for row in Outgoing.objects.filter(kind=assembly.PUSH):
        push = assembly.push_of(parcel(row))
        if push is not None:
            yield people[push.person], Document("push", push.said)


def heads(items: Mapping[str, str]) -> bytes:
    return "\n".join(f"{name}: {value}" for name, value in items.items()).encode()


__all__ = ["EYES", "MASKED", "Document", "Garden", "Plant", "garden", "heads", "mails", "pushes", "unwrapped"]
