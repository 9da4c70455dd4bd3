"""What a letter asks of which table, in whose name: each part of it is to be heard, kept, answered with a no, or
left.

This decides nothing about any game. It settles whether a letter is to be heard at all: whom it is for, whether it
came the way the table's rules demand (II.2), and who may speak by it.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Protocol

from dragoman.game.protocol import SUBJECT_LACKS, Speaker
from dragoman.game.refusals import Refusal
from dragoman.game.saying import Saying, say
from dragoman.game.seats import GM, PersonId, Seat
from dragoman.people.speaking import Acts, Keep, Nobody, Standing, Which
from dragoman.post.addresses import Mailbox, Ours
from dragoman.post.letter import Automatic, Letter
from dragoman.post.parting import elsewhere, headings, parted
from dragoman.post.phrases import literal
from dragoman.post.remarks import remarks
from dragoman.referee.ports import Slip


class Disposition(StrEnum):
    """What became of a letter, in one word."""

    ORDERS = "orders"
    PRESS = "press"
    COMMAND = "command"
    DUPLICATE = "duplicate"
    AUTOREPLY = "autoreply"
    BOUNCE = "bounce"
    EMPTY = "empty"
    REFUSED = "refused"


class Reason(StrEnum):
    """Why a letter is not heard; stable, for programs."""

    NOT_ADDRESSED = "not_addressed_to_gm"
    SUBJECT = "subject_does_not_meet_the_rules"
    UNKNOWN_GAME = "unknown_game"
    NO_GAME = "no_game"
    WHICH_GAME = "which_game"
    OTHER_GAME = "subject_names_another_game"
    UNKNOWN_SENDER = "unknown_sender"
    NOT_VERIFIED = "sender_not_verified"
    NOT_CONFIRMED = "not_confirmed"
    WHICH_SEAT = "which_seat"
    SEVERAL_SENDERS = "several_senders"
    NO_SENDER = "no_sender"
    ENCRYPTED = "encrypted"
    TOO_LONG = "too_long"
    MAILING_LIST = "mailing_list"


@dataclass(frozen=True, slots=True)
class Conventions:
    """How a table wants to be written to (II.2): whether our address must stand in To, another address that will do,
    and a pattern of words that the subject must hold (empty: none). `keeps` says that a game master presides, who may
    take a set that falls short."""

    addressed: bool = True
    address: str = ""
    subject: str = ""
    keeps: bool = False


class Directory(Protocol):
    """What must be known of the host to sort its letters."""

    def conventions(self, table: str) -> Conventions | None:
        """How that table wants to be written to; None if there is no such table."""
        ...

    def standing(self, table: str, token: str, sender: str, vouched: bool) -> Standing:
        """Who may speak at a table with that token (empty: none) from that address (empty: none that counts)."""
        ...

    def sits(self, sender: str) -> tuple[str, ...]:
        """The tables at which the person with that address holds a seat."""
        ...

    def vouches(self, server: str) -> bool:
        """Whether the word of a server by that name is taken."""
        ...

    def understands(self, table: str, speaker: Speaker, subject: str, text: str) -> bool:
        """Whether the game at that table finds anything in a text."""
        ...


# --- what is to be done ---


@dataclass(frozen=True, slots=True)
class Hear:
    """Bring this slip to the referee. `read_html` tells that the words are those of the letter's HTML part."""

    slip: Slip
    read_html: bool = False


@dataclass(frozen=True, slots=True)
class Hold:
    """Keep the letter until its owner confirms it; `lacks` is `token` or `address`."""

    table: str
    owner: PersonId
    seat: Seat | None
    lacks: str


@dataclass(frozen=True, slots=True)
class Meet:
    """Somebody unknown asks a table for something: to say that the letter is theirs will prove their address."""

    table: str


@dataclass(frozen=True, slots=True)
class Confirm:
    """The writer bears the token by which a kept letter is confirmed; `agreed`: and says that it is theirs."""

    token: str
    agreed: bool = False


@dataclass(frozen=True, slots=True)
class Refuse:
    """Do not hear it, and tell the sender alone why."""

    reason: Reason
    says: Saying
    table: str = ""


@dataclass(frozen=True, slots=True)
class PassOver:
    """A machine's letter: neither hear nor answer it."""

    kind: Automatic


Sorted = Hear | Hold | Meet | Confirm | Refuse | PassOver


@dataclass(frozen=True, slots=True)
class _Call:
    """A table that a letter is for: the token it bears, and whether the table's address stands in To."""

    table: str
    token: str
    in_to: bool


def slips(letter: Letter, mailbox: Mailbox, directory: Directory, mark: str = "") -> tuple[Sorted, ...]:
    """Sort a letter; at least one thing is always to be done. `mark` identifies it among all letters received."""
    if letter.automatic is not None:
        return (PassOver(letter.automatic),)
    confirming = next((ours.token for ours in _ours(letter, mailbox) if ours.confirming), "")
    if confirming:
        return (Confirm(confirming, agrees(letter.text or letter.alternative)),)
    if not letter.senders:
        return (Refuse(Reason.NO_SENDER, SEVERAL),)
    if letter.oversize is not None:
        return (Refuse(Reason.TOO_LONG, letter.oversize),)
    if letter.encrypted and not letter.text:
        return (Refuse(Reason.ENCRYPTED, ENCRYPTED),)
    calls = tuple(_calls(letter, mailbox, directory))
    if not calls:
        return (_nowhere(letter, directory),)
    other = other_game(letter.subject, [call.table for call in calls], directory)
    also = _also_named(letter, [call.table for call in calls], directory)
    return tuple(_told(_parted(letter, call, calls, directory, mark, other), also) for call in calls)


def _told(what: Sorted, also: Collection[str]) -> Sorted:
    """A letter that is heard, with a word on the writer's other games that its subject names as well."""
    if not also or not isinstance(what, Hear):
        return what
    game, games = what.slip.table, ", ".join(also)
    says = say("The subject names {games} as well; the letter was taken for {game} alone.", games=games, game=game)
    return replace(what, slip=replace(what.slip, remarks=(*what.slip.remarks, says)))


def _parted(
    letter: Letter, call: _Call, calls: Collection[_Call], directory: Directory, mark: str, other: str
) -> Sorted:  # fmt: skip
    """A letter without what it says to other games under their names, and with a word about that where they do not
    get it themselves."""
    names = headings(letter.text) | headings(letter.alternative)
    if not any(name != call.table and directory.conventions(name) is not None for name in names):
        return _sorted(letter, call, directory, mark, other)
    others = directory.sits(letter.sender.address)
    text, theirs = parted(letter.text, call.table, others)
    alternative, hidden = parted(letter.alternative, call.table, others)
    what = _sorted(replace(letter, text=text, alternative=alternative), call, directory, mark, other)
    if not isinstance(what, Hear):
        return what
    left = hidden if what.read_html else theirs
    called = {each.table for each in calls}
    told = tuple(elsewhere(game, lines) for game, lines in left.items() if game not in called)
    return replace(what, slip=replace(what.slip, remarks=(*what.slip.remarks, *told)))


def agrees(text: str) -> bool:
    """Whether somebody says yes: the word alone on the first line. Whatever a machine may write, it is not that."""
    first = next((line for line in text.split("\n") if line.strip()), "")
    return AGREED.fullmatch(first) is not None


# --- whom it is for ---


def _ours(letter: Letter, mailbox: Mailbox) -> Iterator[Ours]:
    for address in addressed(letter):
        ours = mailbox.ours(address)
        if ours is not None:
            yield ours


def addressed(letter: Letter) -> Iterator[str]:
    """Every address the letter went to: those in To first, then copies, then those that only the servers know."""
    yield from (box.address for box in letter.to)
    yield from (box.address for box in letter.cc)
    yield from letter.delivered_to


def _calls(letter: Letter, mailbox: Mailbox, directory: Directory) -> Iterator[_Call]:
    """Each table the letter is for, once. Where no address names one, the subject does, or the sender's only seat."""
    to = {box.address for box in letter.to}
    found: dict[str, _Call] = {}
    for address in addressed(letter):
        ours = mailbox.ours(address)
        if ours is None or not (ours.certain or directory.conventions(ours.table)):
            continue
        for table in (ours.table,) if ours.table else _named(letter, directory):
            call = _Call(table, ours.token, address in to)
            known = found.get(table, call)
            found[table] = replace(known, token=known.token or call.token, in_to=known.in_to or call.in_to)
    if not found and not any(ours.certain for ours in _ours(letter, mailbox)):
        found = {table: _Call(table, "", False) for table in _named(letter, directory)}  # it came by a copy unseen
    yield from found.values()


def _named(letter: Letter, directory: Directory) -> tuple[str, ...]:
    """The table that a letter to the bare mailbox is for."""
    subject = bare_subject(letter.subject).lower()
    bracketed = BRACKETED.findall(subject)[:5]
    written = [
        name for name in (*bracketed, *WORD.findall(subject)[:MOST_WORDS]) if directory.conventions(name) is not None
    ]
    if written or bracketed:
        return (*written, *bracketed)[:1]
    seated = directory.sits(letter.sender.address)
    return seated if len(seated) == 1 else ()


def _nowhere(letter: Letter, directory: Directory) -> Refuse:
    seated = directory.sits(letter.sender.address)
    if seated:
        says = say(
            "your letter does not say which game it is about; you play in {games}: write one of these names in the "
            "subject, or reply to a letter from the game",
            games=", ".join(seated),
        )
        return Refuse(Reason.WHICH_GAME, says)
    says = say("your letter does not say which game it is about: write the game's name in the subject")
    return Refuse(Reason.NO_GAME, says)


# --- whether it counts there, and in whose name ---


def _sorted(letter: Letter, call: _Call, directory: Directory, mark: str, other: str) -> Sorted:
    conventions = directory.conventions(call.table)
    if conventions is None:
        says = say("there is no game called “{game}” here", game=call.table)
        return Refuse(Reason.UNKNOWN_GAME, says)
    if other:
        says = say(
            "nothing was recorded of your letter: its subject names the game {other}, and it came to {game}",
            other=other, game=call.table,
        )  # fmt: skip
        return Refuse(Reason.OTHER_GAME, says, call.table)
    short = _unconventional(letter, call, conventions)
    if short is not None and short.reason is not Reason.SUBJECT and not conventions.keeps:
        return short
    spoken = _spoken(letter, call, directory, mark)
    return spoken if short is None else _fallen_short(spoken, short, conventions)


def _fallen_short(spoken: Sorted, short: Refuse, conventions: Conventions) -> Sorted:
    """A letter that falls short: what was wanting goes with it. Where a game master presides its sets are kept for
    them; their own letters are no sets, and are heard. What a subject must hold is asked of sets alone (II.2)."""
    if not isinstance(spoken, Hear):
        return short
    if spoken.slip.speaker.seat == GM:
        return spoken
    code = SUBJECT_LACKS if short.reason is Reason.SUBJECT else "not-as-asked"
    lacks = Refusal(code, _lacking(short.reason, conventions), "II.2")
    return replace(spoken, slip=replace(spoken.slip, lacks=lacks))


def _lacking(reason: Reason, conventions: Conventions) -> Saying:
    if reason is Reason.SUBJECT:
        return say("The subject must hold “{words}”; no orders were recorded.", words=conventions.subject)
    return say("The game's address must stand in To, and it only got a copy; nothing was recorded.")


def other_game(subject: str, tables: Collection[str], directory: Directory) -> str:
    """The other game that a subject names instead of those a letter is for; empty where it names one of them, or none.

    A name counts where there is such a game, and also where none is: in brackets before a phase, as we write subjects.
    """
    bare = bare_subject(subject).lower()
    words = WORD.findall(bare)[:MOST_WORDS]
    if not set(tables).isdisjoint(words):
        return ""
    known = [name for name in words if directory.conventions(name) is not None]
    headed = HEADED.match(bare)
    return next(iter((*known, *((headed[1],) if headed else ()))), "")


def _also_named(letter: Letter, tables: Collection[str], directory: Directory) -> tuple[str, ...]:
    """The games in which the writer sits, that a subject names besides those the letter is for."""
    words = WORD.findall(bare_subject(letter.subject).lower())[:MOST_WORDS]
    others = [word for word in words if word not in tables and directory.conventions(word) is not None]
    seated = directory.sits(letter.sender.address) if others else ()  # for most letters there is nothing to look up
    return tuple(dict.fromkeys(word for word in others if word in seated))


def _unconventional(letter: Letter, call: _Call, conventions: Conventions) -> Refuse | None:
    """II.2: what the table's rules find wanting in how the letter came."""
    in_to = call.in_to or conventions.address.lower() in {box.address for box in letter.to}
    if conventions.addressed and not in_to:
        return Refuse(Reason.NOT_ADDRESSED, NOT_ADDRESSED, call.table)
    missing = [word for word in conventions.subject.split() if word.lower() not in letter.subject.lower()]
    if missing:
        says = say("by rule II.2 the subject must hold “{words}”; nothing was recorded", words=conventions.subject)
        return Refuse(Reason.SUBJECT, says, call.table)
    return None


def _spoken(letter: Letter, call: _Call, directory: Directory, mark: str) -> Sorted:
    match _standing(letter, call, directory):
        case Acts(speaker):
            return _heard(letter, call.table, speaker, directory, mark)
        case Keep(owner, seat, lacks):
            return Hold(call.table, owner, seat, lacks)
        case Which(_, seats):
            says = say(
                "you hold several seats at {game} ({seats}): reply to a letter that was sent to the seat you mean",
                game=call.table, seats=", ".join(seats),
            )  # fmt: skip
            return Refuse(Reason.WHICH_SEAT, says, call.table)
        case Nobody():
            return _stranger(letter, call.table, directory)


def _standing(letter: Letter, call: _Call, directory: Directory) -> Standing:
    """Who speaks by this letter at that table. Several senders are none that counts: a token alone is then to go by.

    Where the sender's own domain disowns the letter, its owner must confirm it, whatever token it bears. Who acts
    without token and address has confirmed it already. A domain's word is for a letter that was written to the table:
    whoever else it was written to could pass it on to us, and it would be as well vouched for as before.
    """
    sender = letter.sender.address if len(letter.senders) == 1 else ""
    if not letter.disowned:
        meant = call.in_to and vouched(letter, directory)
        return directory.standing(call.table, call.token, sender, meant)
    confirmed = directory.standing(call.table, "", "", False)
    if isinstance(confirmed, Acts):
        return confirmed
    claimed = directory.standing(call.table, call.token, sender, False)
    return Keep(claimed.speaker.person, claimed.speaker.seat, "address") if isinstance(claimed, Acts) else claimed


def vouched(letter: Letter, directory: Directory) -> bool:
    """Whether a server whose word we take saw the sender's domain stand by the letter (DMARC, RFC 7489)."""
    return len(letter.senders) == 1 and any(
        directory.vouches(each.server) and each.domain == letter.sender.domain for each in letter.vouchings
    )


def _heard(letter: Letter, table: str, speaker: Speaker, directory: Directory, mark: str) -> Hear:
    subject = own_subject(letter)
    text, other = letter.text, letter.alternative
    instead = bool(other) and not directory.understands(table, speaker, "", text)
    instead = instead and directory.understands(table, speaker, "", other)
    said, remarked = other if instead else text, remarks(letter, instead)
    piece = answered_piece(letter, table, speaker.seat or "")
    if piece and said.strip() and not _begins_with_a_command(said, table, speaker, directory):
        said, subject = f"answer {piece}:\n{said}", ""
        remarked = (*remarked, say("Your letter replies to piece {number}, and is an answer to it.", number=piece))
    slip = Slip(table, speaker, subject, said, letter=f"{mark}/{table}" if mark else "",
                message_id=letter.message_id, answer=True, remarks=remarked)  # fmt: skip
    return Hear(slip, read_html=instead)


def _begins_with_a_command(text: str, table: str, speaker: Speaker, directory: Directory) -> bool:
    """Whether the first line by itself is something that the game understands: then the letter is no answer to the
    piece that it replies to, but is heard as any other."""
    first = next(line for line in text.splitlines() if line.strip())
    head = f"{first}\n–" if first.rstrip().endswith(":") else first
    return directory.understands(table, speaker, "", head)


def _stranger(letter: Letter, table: str, directory: Directory) -> Sorted:
    """Nobody we know. Who asks for something that people without a seat may ask is met; anyone else is told so."""
    if len(letter.senders) != 1:
        return Refuse(Reason.SEVERAL_SENDERS, SEVERAL, table)
    if directory.understands(
        table, Speaker(PersonId(""), None), own_subject(letter), letter.text or letter.alternative
    ):
        return Meet(table)
    return Refuse(Reason.UNKNOWN_SENDER, UNKNOWN, table)


# --- the subject ---

PREFIX = re.compile(
    r"\s*(?:(?:re|fwd?|aw|wg|sv|vs|vl|vb|tr|rv|antw|antwort|odp|ynt|res|enc|rif|r|i|doorst|ha|továbbítás|fs|ats|nuo)"
    r"(?:\s?[\[(]?\d+[\])]?)?\s?[:：]|\[(?:ext(?:ernal)?|spam|extern)\]|\*{2,}\s?spam\s?\*{2,})\s*",
    re.IGNORECASE,
)
AGREED = re.compile(rf"\W*{literal('agreeing')}\W*", re.IGNORECASE)
BRACKETED = re.compile(r"\[\s*([a-z][a-z0-9]*(?:-[a-z0-9]+)*)\s*\]")
PIECE = re.compile(r"\.p(\d{1,6})-[0-9a-f]{10}\.")
HEADED = re.compile(r"\[\s*([a-z][a-z0-9]*(?:-[a-z0-9]+)*)\s*\]\W*[a-z]{1,12}\s?\d{2,4}")
WORD = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
MOST_WORDS = 40
"""Words of a subject in which games are looked for."""


def bare_subject(subject: str) -> str:
    """A subject without the prefixes of replies and forwards in any tongue, and without gateways' warnings."""
    while found := PREFIX.match(subject):
        subject = subject[found.end() :]
    return subject.strip()


def own_subject(letter: Letter) -> str:
    """What the writer says in the subject: nothing if it is the subject of a letter of ours, sent back unchanged.

    Such a subject may name a phase that is over, or a status, and is as much a quotation as the text below an answer.
    """
    bare = bare_subject(letter.subject)
    return "" if any(subject_mark(bare) in identifier for identifier in _replied_to(letter)) else bare


def _replied_to(letter: Letter) -> tuple[str, ...]:
    return (letter.in_reply_to, *letter.references[-5:])


def piece_mark(table: str, seat: str, number: int) -> str:
    """What the Message-ID of a piece of press holds of it, so that a reply is known to answer it: the number that it
    has for the seat it was told to. Numbers are each reader's own, so that another reader's reply answers nothing."""
    return f".p{number}-{hashlib.sha256(f'{table}/{seat}/{number}'.encode()).hexdigest()[:10]}."


def answered_piece(letter: Letter, table: str, seat: str) -> int:
    """The piece of press of that table, told to that seat, to which a letter replies; 0 if there is none. What it
    replies to itself goes before what that replied to."""
    for identifier in (letter.in_reply_to, *reversed(letter.references[-5:])):
        for number in map(int, PIECE.findall(identifier)):
            if piece_mark(table, seat, number) in identifier:
                return number
    return 0


def message_id(key: str, subject: str, domain: str, piece: str = "") -> str:
    """The identifier of what is told under that key: the same for each repetition of it. `piece` is the mark of the
    piece of press that it tells."""
    return f"<{key_digest(key)}{piece.rstrip('.')}{subject_mark(subject)}{domain}>"


def key_digest(key: str) -> str:
    """What stands in an identifier for the key of what is told."""
    return hashlib.sha256(key.encode()).hexdigest()[:32]


def subject_mark(subject: str) -> str:
    """What our Message-IDs hold of the subject they went out with, so that it is known when it comes back."""
    return f".{subject_digest(subject)}@"


def subject_digest(subject: str) -> str:
    return hashlib.sha256(" ".join(bare_subject(subject).split()).casefold().encode()).hexdigest()[:12]


ENCRYPTED = say(
    "nothing was recorded of your letter: it is encrypted, and we hold no key to open it; send it again as plain text "
    "(a signature alone does no harm)"
)
NOT_ADDRESSED = say(
    "nothing was recorded of your letter: by rule II.2 the game's address must stand in To, and it only got a copy"
)
UNKNOWN = say(
    "nothing was recorded of your letter: your address is not known at this game; if you play in it, write from "
    "the address you play with"
)
SEVERAL = say("nothing was recorded of your letter: its From line must name one sender")
