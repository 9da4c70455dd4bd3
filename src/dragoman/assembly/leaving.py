"""Letters that go: those of games put into their readers' tongue, and those of the host itself."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from html import escape

import msgspec

from dragoman.assembly.parts import clock, deliveries, devices, house, keys, outbox, reaching, referee, register, tokens
from dragoman.game.clock import zone
from dragoman.game.protocol import Game, Illustrated, Notice, Picture, Words
from dragoman.game.saying import say
from dragoman.game.seats import GM, PersonId, Seat
from dragoman.people import letters
from dragoman.people.letters import CONFIRM, FAULT, INVITATION, SIGN_IN
from dragoman.people.news import matter_of
from dragoman.people.sealing import Unsealable
from dragoman.people.signing_in import Asked
from dragoman.store.inbox import Arrival
from dragoman.store.outbox import Parcel
from dragoman.tongues.saying import put


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
    key: str,
    kind: str,
    to: str,
    parts: dict[str, str],
    lang: str = "",
    zone_name: str = "",
    in_reply_to: str = "",
    person: str = "",
) -> None:
    """Put a letter of the host's own into the outbox. The same key again is the same letter, and is sent once. `person`
    is who is told if it does not arrive."""
    host = house().host
    letter = HostLetter(to, lang or host.lang, zone_name or host.zone, parts, in_reply_to)
    outbox().post(key, kind, keys().seal("host letter", msgspec.json.encode(letter)), clock().now(), person)


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
    if begins(notice):
        words = linked_words(words, parcel, to.lang)
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
    return with_line(words, put(say("Seal of the record up to here: {seal}", seal=parcel.seal.hex()), lang))


def begins(notice: Notice) -> bool:
    """Whether a letter is the first that its reader gets as one of the game: it begins, or they come to play in it."""
    taken = notice.kind == "seat" and getattr(notice.body, "yours", False)
    return notice.kind == "started" or bool(taken or getattr(notice.body, "begins", False))


RULES_PAGES = {"diplomacy": "rules/", "nomic": "rulebook/"}
"""Below the page of a game, by kind: where its rules stand."""


def linked_words(words: Words, parcel: Parcel, lang: str) -> Words:
    """With the addresses of the game's pages at the end, for whoever has had no letter of the game."""
    page = f"{house().host.url.rstrip('/')}/games/{parcel.table}/"
    lines = [say("The game, and a form to write in, on its page: {link}", link=page)]
    if parcel.game in RULES_PAGES:
        lines.append(say("Its rules: {link}", link=page + RULES_PAGES[parcel.game]))
    if parcel.seat == GM:
        lines.append(say("The game master's desk: {link}", link=f"{page}desk/"))
    for line in lines:
        words = with_line(words, put(line, lang))
    return words


def with_line(words: Words, line: str) -> Words:
    """With a last line of the host's own."""
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


def _host_despatch(parcel: Parcel) -> Despatch | None:
    try:
        letter = msgspec.json.decode(keys().unseal("host letter", parcel.sealed), type=HostLetter)
    except Unsealable:
        return None
    words = letters.words(parcel.kind, {**letter.parts, "host": house().host.url}, letter.lang, zone(letter.zone))
    table = letter.parts.get("table", "")
    return Despatch(
        parcel.key, letter.to, "", letter.lang, words, _answered_at(parcel.kind, letter), letter.in_reply_to,
        table, parcel.kind, parcel.posted_at, returns_to=returning(letter.to),
    )  # fmt: skip


def _answered_at(kind: str, letter: HostLetter) -> str:
    """Where an answer to a letter of the host's goes; empty for the host's mailbox. Whoever is asked whether a letter
    is theirs, and asked again, answers that question; whoever is invited speaks at the table, for nobody else can know
    what was written to that address."""
    if "letter" in letter.parts and "owner" in letter.parts:
        return tagged_address("confirm", tokens().confirming(letter.parts["letter"], PersonId(letter.parts["owner"])))
    invited = register().find(letter.to, verified=False) if kind == INVITATION else None
    if invited is None:
        return ""
    return tagged_address(letter.parts["table"], tokens().seat(letter.parts["table"], None, invited))


def returning(address: str) -> str:
    """The path by which a letter to that address comes back (VERP); the bare mailbox for an address nobody here has."""
    token = reaching().token(address)
    return tagged_address("bounce", token) if token else house().host.address


def tagged_address(tag: str, token: str) -> str:
    """The host's mailbox with a table's name (or `confirm`, `bounce`) and a token: `dragoman+kalmar+TOKEN@host`."""
    local, _, domain = house().host.address.rpartition("@")
    return f"{local}+{tag}+{token}@{domain}"
