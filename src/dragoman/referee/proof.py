"""The proof of a game that is over: for everybody to check that nothing was changed behind their backs, without showing
what is still nobody else's business.

It holds the digest and seal of every event, and every seal that was told with what it was made of. Whoever kept their
letters finds each seal in them here; and each seal here follows from what is shown.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from dragoman.ballots.seals import Opened, Opening, holds
from dragoman.game.saying import Saying, say
from dragoman.referee.chain import FORM, Entry, digest, form_of, origin, seal
from dragoman.referee.record import Heading, Unreadable, amiss, as_written, whole

KIND = "proof"
SEAL = re.compile(r"(?<![0-9a-f/=])[0-9a-f]{64}(?![0-9a-f])")
"""As it stands in a letter; behind / or = it is a part of a link."""


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
    links = tuple(Link(e.n, digest(e.salt, e.at, e.data).hex(), e.seal.hex()) for e in entries)
    return Proof(table, game, form_of(table, game, entries), links, openings)


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


def unknown(made: Proof, text: str) -> tuple[str, ...]:
    """The seals that stand in a letter and not in the proof: of the letter of another game, or of what was changed."""
    known = {link.seal for link in made.links} | {opening.seal for opening in made.openings}
    return tuple(dict.fromkeys(found for found in SEAL.findall(text) if found not in known))
