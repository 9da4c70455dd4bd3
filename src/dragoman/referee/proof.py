"""The proof of a game that is over: for everybody to check that nothing was changed behind their backs, without showing
what is still nobody else's business.

It holds the digest and seal of every event, and every seal that was told with what it was made of. Whoever kept their
letters finds each seal in them here; and each seal here follows from what is shown.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import msgspec

from dragoman.ballots import receipts
from dragoman.ballots.seals import Opened, Opening, Told, holds
from dragoman.game.saying import Saying, say
from dragoman.referee.chain import FORM, Entry, digest, form_of, origin, seal
from dragoman.referee.record import Heading, Unreadable, amiss, as_written, whole

KIND = "proof"
SEAL = re.compile(r"(?<![0-9a-f/=])[0-9a-f]{64}(?![0-9a-f])")
"""As it stands in a letter; behind / or = it is a part of a link."""
NUMBER = re.compile(r"(?<![0-9a-f/=])(?:[0-9a-f]{64}|[0-9a-f]{32})(?![0-9a-f])")
"""A seal, or a salt."""
COLUMN = re.compile(r"\s{2,}|\t")
ORDERS = "dragoman orders "
"""How the form of a set of orders begins."""


class Link(msgspec.Struct, frozen=True):
    """One event: its number, its digest and its seal, in hexadecimal. In a record of form 1 digests prove nothing."""

    n: int
    digest: str
    seal: str


class Opens(msgspec.Struct, frozen=True):
    """A seal that was told, opened: see `ballots.seals.Opening`."""

    form: str
    about: str
    whom: str
    sent: str
    salt: str
    opens: str


@dataclass(frozen=True, slots=True)
class Proof:
    """A proof as read; nothing is said yet of whether it holds. `form` is how the chain is sealed."""

    table: str
    game: str
    form: int
    links: tuple[Link, ...]
    openings: tuple[Opening, ...]


def proof(table: str, game: str, entries: Sequence[Entry], rules: Any, state: Any) -> Proof | None:
    """The proof of a table; None while its game is not over, or for a game that seals nothing."""
    openings = rules.openings(state) if isinstance(rules, Opened) else None
    if openings is None:
        return None
    if isinstance(rules, Told):
        known = {each.seal for each in openings}
        openings += tuple(each for each in rules.told(_states(rules, entries)) if each.seal not in known)
    links = tuple(Link(e.n, digest(e.salt, e.at, e.data).hex(), e.seal.hex()) for e in entries)
    return Proof(table, game, form_of(table, game, entries), links, openings)


def _states(rules: Any, entries: Iterable[Entry]) -> Iterator[Any]:
    state = None
    for entry in entries:
        state = rules.evolve(state, rules.decode_event(entry.data))
        yield state


def write(made: Proof) -> Iterator[bytes]:
    """The file, line by line, each with its line end."""
    yield (
        msgspec.json.encode(Heading(KIND, made.form, made.table, made.game, len(made.links) + len(made.openings)))
        + b"\n"
    )
    for link in made.links:
        yield msgspec.json.encode(link) + b"\n"
    for each in made.openings:
        line = Opens(each.form, each.about, each.whom, each.sent, each.salt, each.seal)
        yield msgspec.json.encode(line) + b"\n"


def is_proof(first: bytes) -> bool:
    """Whether a file that begins with that line is a proof."""
    try:
        return msgspec.json.decode(first, type=Heading).dragoman == KIND
    except (msgspec.MsgspecError, RecursionError):
        return False


def read(lines: Iterable[bytes]) -> Proof:
    """What `write` wrote. Raises Unreadable."""
    numbered = enumerate(lines, start=1)
    _, first = next(numbered, (1, b""))
    try:
        heading = msgspec.json.decode(first, type=Heading)
    except (msgspec.MsgspecError, RecursionError) as fault:
        raise Unreadable(1, say("This is not the proof of a game: its first line does not say so.")) from fault
    if heading.dragoman != KIND or heading.format not in (1, FORM):
        raise Unreadable(1, say("This is not a proof that this version knows."))
    as_written(1, first, heading)
    found = [_line(number, line) for number, line in numbered if line.strip()]
    if not found:
        raise Unreadable(1, say("This proof holds nothing; it ends after its first line."))
    whole(heading, len(found))
    links = tuple(each for each in found if isinstance(each, Link))
    openings = tuple(each for each in found if isinstance(each, Opening))
    return Proof(heading.table, heading.game, heading.format, links, openings)


def _line(number: int, line: bytes) -> Link | Opening:
    try:
        if b'"opens":' in line:
            told = msgspec.json.decode(line, type=Opens)
            as_written(number, line, told)
            return Opening(told.form, told.about, told.whom, told.sent, told.salt, told.opens)
        link = msgspec.json.decode(line, type=Link)
        as_written(number, line, link)
        return link
    except (msgspec.MsgspecError, RecursionError) as fault:
        raise Unreadable(number, say("This line is no part of a proof: {fault}.", fault=amiss(fault))) from fault


def faults(made: Proof) -> tuple[Saying, ...]:
    """What does not hold: where the chain breaks, and each seal that what is shown does not make. Empty if sound."""
    wrong = [
        say("The seal of {whom} for {about} does not fit what is shown.", whom=each.whom, about=each.about)
        for each in made.openings
        if each.salt and not holds(each)
    ]
    at = _broken(made)
    if made.form == 1 and at is None and made.links and _follows(origin(made.table, made.game), made.links[0]):
        wrong.insert(0, say("Its first line names an older form of the chain than its events are sealed in."))
    if at is not None:
        wrong.insert(0, say("The chain is broken at event {n}: it, or one before it, is not what was recorded.", n=at))
    return tuple(wrong)


def _broken(made: Proof) -> int | None:
    before = origin(made.table, made.game, made.form)
    for n, link in enumerate(made.links, start=1):
        if link.n != n or not (made.form == 1 or _follows(before, link)):
            return n
        before = bytes.fromhex(link.seal)
    return None


def _follows(before: bytes, link: Link) -> bool:
    """Whether an event's seal is made of the seal before it and its own digest, both as they are written."""
    try:
        digested = bytes.fromhex(link.digest)
    except ValueError:
        return False
    return digested.hex() == link.digest and seal(before, digested).hex() == link.seal


def seals(text: str) -> tuple[str, ...]:
    """The seals, or what looks like them, that stand in a letter."""
    return tuple(dict.fromkeys(SEAL.findall(text)))


def unknown(made: Proof, text: str) -> tuple[str, ...]:
    """The seals that stand in a letter and not in the proof: of the letter of another game, or of what was changed.
    The salt of a ballot's receipt stands in no proof; it must make the seal below it of what the letter says."""
    known = {link.seal for link in made.links} | {opening.seal for opening in made.openings}
    salts = {salt for salt, sealed in _receipts(made, text) if _makes(made, text, salt, sealed)}
    return tuple(dict.fromkeys(found for found in SEAL.findall(text) if found not in known | salts))


def unmade(made: Proof, text: str) -> tuple[str, ...]:
    """The seals of ballots in a letter that its receipt does not make: with the salt there, of what the letter says."""
    return tuple(sealed for salt, sealed in _receipts(made, text) if not _makes(made, text, salt, sealed))


def closed(made: Proof, text: str) -> tuple[str, ...]:
    """The seals in a letter of sets of orders that were not ruled upon: replaced later, or left when the game ended."""
    shut = {each.seal for each in made.openings if not each.salt and each.form.startswith(ORDERS)}
    return tuple(dict.fromkeys(found for found in SEAL.findall(text) if found in shut))


def opened(made: Proof, text: str) -> tuple[str, ...]:
    """The seals in a letter that the proof opens."""
    known = {each.seal for each in made.openings if each.salt}
    return tuple(dict.fromkeys(found for found in SEAL.findall(text) if found in known))


def is_report(made: Proof, body: str) -> bool:
    """Whether a letter's own words bear the seal of the record, as those do that go to everybody."""
    links = {link.seal for link in made.links}
    return any(found in links for found in SEAL.findall(body))


def silent(made: Proof) -> bool:
    """Whether the proof is of a game that was opened before the seals of replaced sets were listed."""
    return any(each.form == f"{ORDERS}1" for each in made.openings)


def _receipts(made: Proof, text: str) -> tuple[tuple[str, str], ...]:
    """The salts in a letter, each with the seal of a ballot that is the next number of its kind below it."""
    ballots = {each.seal for each in made.openings if each.form == receipts.FORM}
    numbers = NUMBER.findall(text)
    return tuple((salt, sealed) for salt, sealed in pairwise(numbers) if sealed in ballots and salt not in ballots)


def _makes(made: Proof, text: str, salt: str, sealed: str) -> bool:
    """Whether some question of the proof, with a voter and a ballot as the letter names them, makes that seal."""
    about = {each.about for each in made.openings if each.seal == sealed}
    questions = [f"{made.table}{between}{number}" for number in about for between in ("/", " ")]
    cells = _cells(text)
    voters = cells | {each.whom for each in made.openings}
    return any(
        receipts.seal(question, voter, ballot, bytes.fromhex(salt)) == sealed
        for question in questions for voter in voters for ballot in (*cells, "")
    )  # fmt: skip


def _cells(text: str) -> frozenset[str]:
    """What stands in the last column of a letter's rows, with the lines that a long one goes on over."""
    found: list[str] = []
    for line in text.splitlines():
        row = COLUMN.split(line.rstrip())
        if len(row) > 2 and not row[0] and len(row[1]) and found:  # a line that begins with blanks goes on
            found[-1] += f" {row[-1]}"
            found.append(row[-1])
        elif len(row) > 1:
            found.append(row[-1])
    return frozenset(found)
