"""The only file that knows everyone: which games there are, where they are kept, who is who, and what time it is.

Pages, letters and commands ask here for the referee and speak to tables through it; nothing else leads to a game.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cache
from html import escape
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import Any

import msgspec
from django.conf import settings

from dragoman.game.asking import NoSandbox, Sandbox
from dragoman.game.clock import zone
from dragoman.game.protocol import Game, Illustrated, Left, Notice, Picture, Reply, Speaker, Words
from dragoman.game.repute import Repute
from dragoman.game.saying import say
from dragoman.game.seats import PersonId, Seat
from dragoman.people import letters
from dragoman.people.api_answers import ApiAnswers
from dragoman.people.api_tokens import ApiTokens
from dragoman.people.feeds import Feeds
from dragoman.people.leaves import Leaves
from dragoman.people.letters import CONFIRM, FAULT, INVITATION, REFUSED, SIGN_IN, UNREACHED
from dragoman.people.models import Person
from dragoman.people.news import Channel, Choices, Deliveries, Matter, matter_of
from dragoman.people.presets import Presets
from dragoman.people.pushing import Devices, Subscription, Vapid
from dragoman.people.reaching import Reaching
from dragoman.people.register import NoAddress, Owner, Register
from dragoman.people.sealing import HostKeys, Unsealable, seal, unseal
from dragoman.people.signing_in import Asked, Door
from dragoman.people.speaking import Tokens
from dragoman.referee.hearing import BUSY, Referee
from dragoman.referee.ports import Ahead, Clock, Entropy, Slip, UnknownTable, Waiting
from dragoman.referee.table import Table, UnknownGame
from dragoman.sandbox.process import Worker, available
from dragoman.settings import House
from dragoman.store.conduct import Conducts
from dragoman.store.edge import ClockFile, SystemClock, SystemEntropy
from dragoman.store.inbox import Arrival, Inbox, Stored
from dragoman.store.ledger import DatabaseLedger
from dragoman.store.outbox import Outbox, Parcel
from dragoman.store.pulse import Heart
from dragoman.store.rates import Rate, Rates
from dragoman.store.snapshots import DatabaseSnapshots
from dragoman.tongues.saying import put

log = logging.getLogger("dragoman.assembly")

GAMES = {
    "diplomacy": ("dragoman.diplomacy.game", "Diplomacy"),
    "nomic": ("dragoman.nomic.game", "Nomic"),
}
"""Every kind of game: where its class lives. It is made with a way to ask whose an address is."""


@cache
def games() -> Mapping[str, Game]:
    """Every kind of game by name."""
    knowing: dict[str, dict[str, Any]] = {"diplomacy": {"repute_of": repute_of, "called": called}}
    made = {
        name: getattr(import_module(module), found)(person_at, **knowing.get(name, {}))
        for name, (module, found) in GAMES.items()
    }
    return MappingProxyType(made)


def person_at(address: str) -> PersonId | None:
    """Whose address it is; whoever is new is entered in the register. None if it is no address."""
    try:
        return register().introduce(address, clock().now(), house().host.lang, house().host.zone)
    except NoAddress:
        return None


def repute_of(person: PersonId) -> Repute:
    """How reliably a person has played here, and whether they stand on the blacklist."""
    return conducts().repute(person, clock().now())


def called(person: PersonId, reached: bool) -> str:
    """What a person is called by those who may know it; with `reached`, so that a game master can write to them."""
    to = register().correspondent(person)
    if to is None:
        return ""
    return " ".join(part for part in (to.name, f"<{to.address}>") if part) if reached else to.name


def house() -> House:
    """The host's settings."""
    found: House = settings.HOUSE
    return found


@cache
def clock() -> Clock:
    """What time it is: the machine's time, or what the file named by DRAGOMAN_CLOCK says."""
    return ClockFile(Path(settings.CLOCK_FILE)) if settings.CLOCK_FILE else SystemClock()


def clock_is_file() -> bool:
    """Whether the time is what a file says."""
    return isinstance(clock(), ClockFile)


@cache
def entropy() -> Entropy:
    """Where chance comes from: the machine, or the seed in the file that also tells the time."""
    return ClockFile(Path(settings.CLOCK_FILE)) if settings.CLOCK_FILE else SystemEntropy()


@cache
def keys() -> HostKeys:
    return HostKeys(settings.SECRET)


@cache
def ledger() -> DatabaseLedger:
    return DatabaseLedger(games(), entropy())


@cache
def conducts() -> Conducts:
    """How persons played on this host."""
    return Conducts()


@cache
def inbox() -> Inbox:
    return Inbox()


@cache
def outbox() -> Outbox:
    return Outbox()


@cache
def rates() -> Rates:
    """How often somebody may do what takes work, counted for all processes together."""
    return Rates(lambda name, who: keys().digest("rate", name, who))


@cache
def heart() -> Heart:
    return Heart(timedelta(hours=house().work.longest_gap))


@cache
def register() -> Register:
    """Who is who."""
    return Register(keys(), entropy())


@cache
def reaching() -> Reaching:
    """Whether letters reach persons."""
    return Reaching(keys(), register())


@cache
def presets() -> Presets:
    """The house rules that persons keep."""
    return Presets(register(), entropy())


@cache
def feeds() -> Feeds:
    """The private addresses of calendars and feeds."""
    return Feeds(keys(), register(), entropy())


@cache
def leaves() -> Leaves:
    """What persons keep beside their games for their own eyes."""
    return Leaves(register())


@cache
def deliveries() -> Deliveries:
    """Which news persons want by which channel."""
    return Deliveries()


@cache
def devices() -> Devices:
    """The browsers that take pushes."""
    return Devices(keys(), register(), entropy(), house().push.services)


@cache
def vapid() -> Vapid:
    """The host's word for itself to those who carry pushes."""
    return Vapid(keys(), f"mailto:{house().host.keeper or house().host.address}")


@cache
def door() -> Door:
    """Where people sign in."""
    return Door(keys(), register(), entropy())


@cache
def api_tokens() -> ApiTokens:
    """What persons' programs bear to speak for them."""
    return ApiTokens(keys(), register(), entropy())


@cache
def api_answers() -> ApiAnswers:
    """What requests that may come twice were answered."""
    return ApiAnswers(register())


@cache
def tokens() -> Tokens:
    return Tokens(keys())


@cache
def referee() -> Referee:
    """The one referee of this process."""
    return Referee(ledger(), games(), _not_yet, sandbox(), _away, DatabaseSnapshots(games(), keys()))


@cache
def sandbox() -> Sandbox:
    """Where adopted code runs: one worker for each process of the host, started when first needed; or nowhere."""
    return Worker() if house().games.code and available() else NoSandbox()


def _not_yet(moment: datetime) -> bool:
    """Whether a clock due at a moment may not strike yet: a letter from before it is unheard, or all are held.

    The pulse must have been taken since that moment: only then is it known whether the host was away meanwhile.
    """
    last = None if clock_is_file() else heart().last()
    if last is not None and last < moment:
        heart().beat(clock().now())
    return inbox().earlier(moment) or heart().held() is not None


def _away(due: datetime, now: datetime) -> tuple[datetime, datetime] | None:
    """When this host was away, or its clock wrong, between two moments."""
    return heart().away(due, now)


def table(name: str) -> Table:
    """A table as the ledger has it. Raises UnknownTable, UnknownGame."""
    return referee().tables.at(name)


def hear(slip: Slip, patience: float = 3) -> Reply:
    """Have the referee hear a slip now. Where letters that came in time are still unread, wait some seconds for them.

    Raises UnknownTable, UnknownGame.
    """
    until = time.monotonic() + patience
    while True:
        try:
            return referee().hear(slip, clock().now())
        except Waiting:
            if time.monotonic() > until:
                return Reply(None, (), (), (), 0, BUSY)
            time.sleep(0.1)


def open_table(slip: Slip, game: str) -> Reply:
    """Begin a table by the command in the slip. Raises UnknownGame."""
    return referee().open(slip, game, clock().now())


_ahead: set[str] = set()


def leave_alone(found: Ahead) -> None:
    """A table goes on in a form that a later version wrote: say so in the log, once for each table. Nothing of it is
    touched here; machines with that version go on with it, and so does this one after its upgrade."""
    if found.table not in _ahead:
        _ahead.add(found.table)
        log.warning(
            "game %s is left alone: its record was written by a later version of Dragoman (%s); bring this machine to "
            "that version",
            found.table,
            found.why,
        )


def speakers(person: PersonId, name: str) -> tuple[Speaker, ...]:
    """As whom a person may speak at a table: each seat they hold, or without one. Raises UnknownTable, UnknownGame."""
    at = table(name)
    held = tuple(seat for seat, holder in at.game.seats(at.state).items() if holder == person)
    return tuple(Speaker(person, seat) for seat in held) or (Speaker(person, None),)


def may_open(person: PersonId) -> bool:
    """Whether a person may open games here."""
    if house().games.open == "everyone":
        return True
    row = Person.objects.filter(id=person).first()
    if row is not None and (row.may_open or row.keeper):
        return True
    listed = {found for found in map(_digest, (*house().games.openers, house().host.keeper)) if found}
    return any(verified and _digest(address) in listed for address, verified in register().addresses(person))


def _digest(address: str) -> str:
    try:
        return register().digest(address)
    except NoAddress:
        return ""


# --- letters that come ---


class NoRoom(Exception):
    """So much mail has come of this sender, or of people who are not known here, that no more is taken for now."""


PIECE = 64 * 1024
"""Bytes of a letter that are counted as one."""


def _room_for(owner: str, size: int) -> bool:
    """Whether a letter of that size may come: a person has room for themselves, and strangers have some together."""
    limits = house().limits
    most = (limits.mail if owner else limits.unknown_mail) * (1024 * 1024 // PIECE)
    return rates().take_many(owner, Rate("mail", most, 24 * 3600, batch=16), max(1, -(-size // PIECE)))


class Enclosure(msgspec.Struct, frozen=True):
    """A letter as it is sealed for the inbox: the bytes, and what the delivering server said outside them."""

    raw: bytes
    sender: str | None
    recipients: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Mail:
    """A letter out of the inbox. `lost`: the key it was sealed with is gone, for its sender was erased meanwhile."""

    arrival: Arrival
    raw: bytes
    envelope_sender: str | None
    recipients: tuple[str, ...]
    lost: bool = False


def receive(
    raw: bytes,
    sender: str,
    message_id: str,
    envelope_sender: str | None = None,
    recipients: tuple[str, ...] = (),
    measured: bool = True,
) -> bool:
    """Store a letter, so that it is not lost once this returns. False if it is here already (the same sender,
    Message-ID and recipients). `sender` is its From address; `envelope_sender` and `recipients` are RFC 5321's.

    Where it is `measured`, raises NoRoom for what is too much, and stores nothing."""
    came = Came(raw, sender, message_id, envelope_sender, recipients, measured)
    (took,) = receive_all([came])
    if isinstance(took, NoRoom):
        raise took
    return took


@dataclass(frozen=True, slots=True)
class Came:
    """A letter that has come, as `receive` takes it."""

    raw: bytes
    sender: str
    message_id: str
    envelope_sender: str | None = None
    recipients: tuple[str, ...] = ()
    measured: bool = True


def receive_all(letters: Sequence[Came]) -> tuple[bool | NoRoom, ...]:
    """Store letters that have come together: what `receive` answers of each, or raises. All are written at once, and
    the disk is waited for once."""
    owners = register().owners(each.sender for each in letters)
    took: list[bool | NoRoom] = []
    stored = []
    for each in letters:
        owner = owners.get(each.sender)
        known = owner if owner is not None and owner.verified else None
        room = not each.measured or _room_for(known.person if known else "", len(each.raw))
        took.append(room or NoRoom(each.sender))
        if room:
            stored.append(_sealed(each, known))
    new = iter(inbox().store_all(stored) if stored else ())
    return tuple(next(new) if each is True else each for each in took)


def _sealed(came: Came, owner: Owner | None) -> Stored:
    """A letter as the inbox keeps it, sealed for its sender where they are known."""
    letter = keys().digest("letter", came.sender.lower(), came.message_id)
    delivery = keys().digest("delivery", letter, *sorted(came.recipients))
    enclosed = msgspec.json.encode(Enclosure(came.raw, came.envelope_sender, came.recipients))
    key = owner.key if owner is not None else None
    sealed = seal(key, "letter", enclosed) if key else keys().seal("letter", enclosed)
    for_whom = owner.person if owner is not None and key else ""
    from_whom = keys().digest("sender", came.sender.lower())
    return Stored(delivery, letter, from_whom, sealed, for_whom, len(came.raw), clock().now())


def opened(arrival: Arrival, known: Mapping[PersonId, bytes] | None = None) -> Mail:
    """A stored letter, unsealed; `known` are the keys of persons, where they were looked up already."""
    try:
        enclosed = ENCLOSURE.decode(_unsealed(arrival, known))
    except Unsealable:
        return Mail(arrival, b"", None, (), lost=True)
    return Mail(arrival, enclosed.raw, enclosed.sender, enclosed.recipients)


ENCLOSURE = msgspec.json.Decoder(Enclosure)


def _unsealed(arrival: Arrival, known: Mapping[PersonId, bytes] | None) -> bytes:
    if not arrival.sealed_for:
        return keys().unseal("letter", arrival.sealed)
    person = PersonId(arrival.sealed_for)
    key = register().person_key(person) if known is None else known.get(person)
    if key is None:
        raise Unsealable(arrival.id)
    return unseal(key, "letter", arrival.sealed)


def confirm(kept: Arrival, owner: PersonId, now: datetime) -> bool:
    """The owner says that a kept letter is theirs: it is heard as of now. False if it does not wait for that person.

    Somebody who was not known before has shown by it that they read mail at the address the letter came from.
    """
    if kept.note == "word":
        address = register().addresses(owner)
        if address:
            register().verify(address[0][0], now)
    return inbox().confirm(kept.id, owner, now)


# --- letters that go ---


class HostLetter(msgspec.Struct, frozen=True):
    """What the host itself tells somebody: the address, and what fills the letter of its kind."""

    to: str
    lang: str
    zone: str
    parts: dict[str, str]
    in_reply_to: str = ""


def post_code(asked: Asked, lang: str = "", zone_name: str = "", adds: bool = False) -> None:
    """Put the letter with a code into the outbox. It is sealed: the code is nobody's but its reader's. `adds`: it adds
    the address to an account instead of signing anybody in."""
    parts = {"code": asked.code, "sign_in": asked.id, "until": asked.until.isoformat(), "adds": "yes" if adds else ""}
    post_host_letter(f"{SIGN_IN}/{asked.id}", SIGN_IN, asked.address, parts, lang, zone_name)


SHOWN = 5000
"""Characters of a kept letter that its owner is shown when they are asked."""


def ask_owner(arrival: Arrival, table: str, owner: PersonId, lacks: str, subject: str = "", text: str = "") -> None:
    """Ask the owner of a kept letter whether it is theirs. They confirm it by replying, or on its page."""
    to = register().correspondent(owner)
    if to is not None:
        parts = {"table": table, "lacks": lacks, "received": arrival.received_at.isoformat(), "letter": arrival.id,
                 "owner": owner}  # fmt: skip
        if to.verified:
            parts |= {"subject": subject[:200], "text": text[:SHOWN]}
        post_host_letter(f"{CONFIRM}/{arrival.id}", CONFIRM, to.address, parts, to.lang, to.zone)


def tell_keeper(name: str, what: str) -> None:
    """Tell the keeper of a fault, once for each fault: of what kind it is, never what was being said."""
    if house().host.keeper:
        key = keys().digest("fault", name, what)
        parts = {"table": name, "what": what, "at": clock().now().isoformat()}
        post_host_letter(f"{FAULT}/{key}", FAULT, house().host.keeper, parts)


def post_host_letter(
    key: str, kind: str, to: str, parts: dict[str, str], lang: str = "", zone_name: str = "", in_reply_to: str = ""
) -> None:
    """Put a letter of the host's own into the outbox. The same key again is the same letter, and is sent once."""
    host = house().host
    letter = HostLetter(to, lang or host.lang, zone_name or host.zone, parts, in_reply_to)
    outbox().post(key, kind, keys().seal("host letter", msgspec.json.encode(letter)), clock().now())


@dataclass(frozen=True, slots=True)
class Despatch:
    """A letter ready to be put into an envelope: to whom, in which words, and where a reply to it is to go.

    `key` is the same for each repetition; a Message-ID made from it is, too. `reply_to` bears the reader's token;
    `picture` is drawn beside the words; `piece` is the number that a piece of press
    has for whoever holds `seat`, if it tells one: a reply answers that; `seal` is that of
    the game's record up to here. `stop` is where its reader stops such letters,
    where they may (RFC 8058). `returns_to` is the path by which it comes back if it
    cannot be delivered.
    """

    key: str
    to: str
    name: str
    lang: str
    words: Words
    reply_to: str
    in_reply_to: str
    table: str
    kind: str
    posted_at: datetime
    picture: Picture | None = None
    seat: str = ""
    piece: int = 0
    stop: str = ""
    seal: str = ""
    returns_to: str = ""


def despatch(parcel: Parcel) -> Despatch | None:
    """What is in a parcel, put into its reader's tongue; None if it has no reader any more, or its seal will not open.

    Raises UnknownGame, and whatever the game raises.
    """
    if parcel.kind in letters.KINDS:
        return _host_despatch(parcel)
    person = PersonId(parcel.person)
    to = register().correspondent(person)
    if to is None:
        return None
    game = referee().tables.game(parcel.game)
    notice = Notice(parcel.kind, Seat(parcel.seat), person, game.decode_body(parcel.kind, parcel.body))
    words = sealed_words(game.words(notice, to.lang, zone(to.zone)), parcel, to.lang)
    token = tokens().seat(parcel.table, Seat(parcel.seat) if parcel.seat else None, person)
    return Despatch(
        parcel.key, to.address, to.name, to.lang, words, tagged_address(parcel.table, token), parcel.in_reply_to,
        parcel.table, parcel.kind, parcel.posted_at, drawn(game, notice, to.lang), parcel.seat, piece_of(notice),
        stop_link(person, parcel.kind),
        parcel.seal.hex(), returning(to.address),
    )  # fmt: skip


TELL_ALL = frozenset({("diplomacy", "results"), ("diplomacy", "ended"), ("nomic", "news")})
"""What is told to everybody at a table, by game and kind. These letters show the record's seal; the others bear it in
their heads."""


def sealed_words(words: Words, parcel: Parcel, lang: str) -> Words:
    """With the seal of the record up to here as the last line of what everybody is told."""
    if not parcel.seal or (parcel.game, parcel.kind) not in TELL_ALL:
        return words
    line = put(say("Seal of the record up to here: {seal}", seal=parcel.seal.hex()), lang)
    html = f"{words.html.rstrip()}\n<p>{escape(line)}</p>\n" if words.html else ""
    return replace(words, text=f"{words.text.rstrip()}\n\n{line}\n", html=html)


def piece_of(notice: Notice) -> int:
    """The number of the piece of press that a notice brings its reader; 0 for any other, and in a game that numbers
    none."""
    piece = getattr(notice.body, "piece", None) if notice.kind == "press" else None
    return int(piece.number) if piece is not None else 0


def drawn(game: Game, notice: Notice, lang: str) -> Picture | None:
    """The drawing that goes with a notice, in a game that draws."""
    return game.picture(notice, lang) if isinstance(game, Illustrated) else None


def stop_link(person: PersonId, kind: str) -> str:
    """Where a person stops letters of that kind; empty where they cannot: an answer, and what they must be told and
    would be told by nothing else."""
    matter = matter_of(kind)
    if matter is None or not deliveries().of(person).may_stop(matter, devices().any(person)):
        return ""
    return f"{house().host.url.rstrip('/')}/stop/{tokens().stopping(matter, person)}/"


# --- news by other channels than mail ---

PUSH = "host/push"
"""The kind of a parcel that is pushed to one browser."""

LONGEST_PUSH = 300
"""Characters of a letter that are pushed; the push services take some 4000 bytes (RFC 8030 7.2)."""


class PushLetter(msgspec.Struct, frozen=True):
    """What is pushed: to which device, and what the browser shows."""

    device: str
    title: str
    text: str
    url: str
    lang: str
    tag: str
    soon: bool = False


@dataclass(frozen=True, slots=True)
class Push:
    """A push ready to go: where to, with which keys, what it says, and whether the device should be woken for it."""

    person: PersonId
    device: str
    to: Subscription
    said: bytes
    soon: bool


def spread(parcel: Parcel) -> bool:
    """Put what is in a parcel on its way by the channels other than mail that its reader has chosen; whether it is to
    go by mail, too. To spread it again changes nothing.

    Where letters come back, what would go by mail is pushed as well; where they have come back for days, it is only
    pushed, and stands on the pages in any case.
    """
    matter = None if parcel.kind in letters.KINDS else matter_of(parcel.kind)
    if matter is None:
        return True
    person = PersonId(parcel.person)
    choices = deliveries().of(person)
    failing = reaching().failing(person)
    pushed = devices().open and (failing is not None or choices.has(matter, Channel.PUSH))
    reached = devices().of(person) if pushed else ()
    ways = choices.ways(matter, bool(reached))
    instead = failing is not None and Channel.MAIL in ways
    for each in reached if instead or Channel.PUSH in ways else ():
        _post_push(parcel, matter, choices, each.id)
    return Channel.MAIL in ways and not (failing is not None and failing.rested)


def _post_push(parcel: Parcel, matter: Matter, choices: Choices, device: str) -> None:
    despatched = despatch(parcel)
    if despatched is None:
        return
    host, lang = house().host.url.rstrip("/"), despatched.lang
    page = "press/" if matter is Matter.PRESS and parcel.game == "diplomacy" else ""
    title, text = despatched.words.subject, despatched.words.text.strip()[:LONGEST_PUSH]
    url, tag = f"{host}/games/{parcel.table}/{page}", f"{parcel.table} {matter}"
    if choices.bare:
        words = letters.words(letters.BARE, {}, lang, zone("UTC"))
        title, text, url, tag = words.subject, words.text.strip(), f"{host}/", "bare"
    said = PushLetter(device, title, text, url, lang, tag, matter in (Matter.TIME, Matter.VOTES))
    sealed = keys().seal("host letter", msgspec.json.encode(said))
    outbox().post(f"{parcel.key}/push/{device}"[:200], PUSH, sealed, clock().now(), parcel.person)


def tell_otherwise(pushed: Parcel) -> None:
    """A push has failed for good: what must be told, and now comes by nothing else, goes by mail."""
    told = outbox().find(pushed.key.rpartition("/push/")[0])
    matter = matter_of(told.kind) if told is not None else None
    if told is None or matter is None:
        return
    person = PersonId(told.person)
    choices = deliveries().of(person)
    failing = Channel.MAIL in choices.ways(matter, devices().any(person)) and not choices.has(matter, Channel.MAIL)
    if failing:
        outbox().again(told.key)


def greet(person: PersonId, device: str) -> None:
    """Push a first word to a device that takes pushes from now on."""
    to = register().correspondent(person)
    words = letters.words(letters.GREETING, {}, to.lang if to else house().host.lang, zone("UTC"))
    url = f"{house().host.url.rstrip('/')}/account/"
    said = PushLetter(device, words.subject, words.text.strip(), url, to.lang if to else "en", "greeting")
    sealed = keys().seal("host letter", msgspec.json.encode(said))
    outbox().post(f"{PUSH}/{device}", PUSH, sealed, clock().now(), person)


def absences_token(person: PersonId) -> str:
    """What opens the calendar of a person's own absences. It falls with the address of their feeds, and opens nothing
    else: what it tells, the addresses of the feeds do not."""
    return tokens().absences(feeds().of(person, clock().now()), person)


def absences_owner(token: str) -> PersonId | None:
    """Whose calendar of absences it opens; None if nobody's."""
    person = PersonId(token.partition(".")[0])
    known = register().correspondent(person) is not None
    return person if known and tokens().opens_absences(token, feeds().of(person, clock().now()), person) else None


def push_of(parcel: Parcel) -> Push | None:
    """The push in a parcel; None where its device is gone."""
    try:
        letter = msgspec.json.decode(keys().unseal("host letter", parcel.sealed), type=PushLetter)
    except Unsealable:
        return None
    person = PersonId(parcel.person)
    reached = devices().find(person, letter.device)
    if reached is None:
        return None
    shown = {"title": letter.title, "text": letter.text, "url": letter.url, "lang": letter.lang, "tag": letter.tag}
    return Push(person, letter.device, reached.subscription, msgspec.json.encode(shown), letter.soon)


def _host_despatch(parcel: Parcel) -> Despatch | None:
    try:
        letter = msgspec.json.decode(keys().unseal("host letter", parcel.sealed), type=HostLetter)
    except Unsealable:
        return None
    words = letters.words(parcel.kind, {**letter.parts, "host": house().host.url}, letter.lang, zone(letter.zone))
    reply_to = ""
    if parcel.kind == CONFIRM:
        letter_id, owner = letter.parts["letter"], PersonId(letter.parts["owner"])
        reply_to = tagged_address("confirm", tokens().confirming(letter_id, owner))
    table = letter.parts.get("table", "")
    return Despatch(
        parcel.key, letter.to, "", letter.lang, words, reply_to, letter.in_reply_to, table, parcel.kind,
        parcel.posted_at, returns_to=returning(letter.to),
    )  # fmt: skip


def returning(address: str) -> str:
    """The path by which a letter to that address comes back (VERP); the bare mailbox for an address nobody here has."""
    token = reaching().token(address)
    return tagged_address("bounce", token) if token else house().host.address


def tagged_address(tag: str, token: str) -> str:
    """The host's mailbox with a table's name (or `confirm`, `bounce`) and a token: `dragoman+kalmar+TOKEN@host`."""
    local, _, domain = house().host.address.rpartition("@")
    return f"{local}+{tag}+{token}@{domain}"


def erase(person: PersonId) -> None:
    """Forget a person: key, name, addresses, letters, how they played. The games they played stay whole, and the seats
    they held are given up first, so that others can be called to them."""
    for name, seat in ledger().tables_of(person):
        _leave(name, Speaker(person, Seat(seat)))
    register().erase(person, clock().now())
    conducts().forget(person)
    inbox().forget(person)


def _leave(name: str, speaker: Speaker) -> None:
    """Give a seat up. Where that cannot be, as in a game that is over, nobody is kept from being forgotten."""
    try:
        found = table(name)
        if isinstance(found.game, Left):
            for command in found.game.leaving(found.state, speaker):
                hear(Slip(name, command.by, command=command))
    except (UnknownTable, UnknownGame, Ahead) as fault:
        log.warning("a seat at %s was not given up by somebody who is forgotten: %s", name, fault)


KEPT = timedelta(days=90)
"""How long letters are kept after they were heard or sent. What they brought about is in the games' records."""


def sweep() -> None:
    """Forget what is over: codes, sessions, and old letters. Marks stay, so that no letter is heard again.

    Nothing is forgotten by a clock that leapt, before the keeper has looked.
    """
    if not clock_is_file() and heart().beat(clock().now()) is not None:
        return
    door().sweep(clock().now())
    api_answers().forget(clock().now())
    inbox().drop(clock().now() - KEPT)
    outbox().drop(SystemClock().now() - KEPT)
    heart().forget(clock().now() - KEPT)
    rates().sweep()
    import_module(settings.SESSION_ENGINE).SessionStore.clear_expired()


def forget_assembly() -> None:
    """Put everything together anew at the next asking: after the settings were changed, and between tests."""
    for made in (
        conducts,
        games,
        clock,
        entropy,
        keys,
        ledger,
        inbox,
        outbox,
        rates,
        heart,
        register,
        reaching,
        presets,
        feeds,
        leaves,
        deliveries,
        devices,
        vapid,
        door,
        api_tokens,
        api_answers,
        tokens,
        referee,
    ):
        made.cache_clear()
    _ahead.clear()


__all__ = ["CONFIRM", "FAULT", "INVITATION", "REFUSED", "SIGN_IN", "UNREACHED"]
