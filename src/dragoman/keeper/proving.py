"""The proof of a game that is over, checked beside the letters that somebody kept of it: whether what they were told
then is what the proof shows now. Only a letter with a seal in it can agree; all others are told apart, unchecked.

What does not hold is a fault. Orders that were replaced are none, but where the letters know nothing of those that were
ruled upon in their place, that is pointed out: only whoever sent them can say whether they did.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from email import message_from_bytes, policy
from email.message import EmailMessage
from email.utils import getaddresses
from pathlib import Path

import click

from dragoman.keeper.hosting import Unusable
from dragoman.post.addresses import BOUNCE, CONFIRM
from dragoman.referee import proof, record
from dragoman.referee.proof import Proof
from dragoman.tongues.saying import put


@dataclass(frozen=True, slots=True)
class Kept:
    """A letter that somebody kept: when it was sent, as far as it says; its words, decoded; the seal of the record in
    its head; the games it is of, by the addresses for answers; and whether it is words at all, to be read."""

    path: Path
    sent: datetime | None
    body: str
    head: str
    games: frozenset[str]
    legible: bool = True

    @property
    def text(self) -> str:
        return f"{self.head}\n{self.body}"


def verify(file: str, letters: Sequence[str]) -> None:
    """Raises Unusable for what cannot be read; ends with 1 where something does not hold."""
    made = _read(file)
    kept = [_letter(path) for path in _files(letters)]
    mine = [each for each in kept if not each.games or made.table.casefold() in each.games]
    if len(mine) < len(kept):
        click.echo(f"{made.table}: {len(kept) - len(mine)} letters of other games were passed over")
    found = [f"{made.table}: {put(fault, 'en')}" for fault in proof.faults(made)]
    found.extend(line for each in mine for line in _amiss(made, each))
    for line in found:
        click.echo(line)
    if found:
        sys.exit(1)
    for line in _replaced(made, mine):
        click.echo(line)
    sealed = [each for each in mine if proof.seals(each.text)]
    for line in _mute(mine):
        click.echo(line)
    click.echo(f"{made.table}: {_sum(made)}" + (f"; {_agree(made, sealed, len(mine))}" if letters else ""))
    if letters and not sealed:
        sys.exit(1)


def _read(file: str) -> Proof:
    try:
        with click.open_file(file, "rb") as lines:
            return proof.read(lines)
    except record.Unreadable as fault:
        raise Unusable(f"{file}:{fault.line}: {put(fault.says, 'en')}") from fault


def _amiss(made: Proof, letter: Kept) -> Iterator[str]:
    older = " (or of orders that were replaced: in a game opened before they were listed)" if proof.silent(made) else ""
    for seal in proof.unknown(made, letter.text):
        yield f"{letter.path}: the seal {seal} stands in this letter, and not in the proof{older}"
    for seal in proof.unmade(made, letter.text):
        yield f"{letter.path}: the ballot and the salt in this letter do not make the seal {seal}"


def _replaced(made: Proof, letters: Iterable[Kept]) -> Iterator[str]:
    """A line for each set that the letters tell of last before a report, and that was not ruled upon there."""
    last: tuple[Kept, tuple[str, ...]] | None = None
    for each in sorted((each for each in letters if each.sent), key=lambda each: (each.sent, each.path)):
        shut, opened = proof.closed(made, each.text), proof.opened(made, each.text)
        if not proof.is_report(made, each.body):
            last = (each, shut) if shut and not opened else None if opened else last
        elif opened and last is not None:
            yield (
                f"{last[0].path}: note: the orders sealed {last[1][-1]} were not ruled upon, and no letter here tells "
                "of others after them; did you replace or withdraw them on the pages?"
            )
            last = None


def _sum(made: Proof) -> str:
    opened = sum(bool(each.salt) for each in made.openings)
    chain = "chain whole" if made.form > 1 else "whose chain, of an older form, a proof cannot show"
    sealed = "proposals and votes" if made.game == "nomic" else "sets of orders"
    return f"{len(made.links)} events, {chain}; {opened} {sealed} fit their seals"


def _mute(letters: Iterable[Kept]) -> Iterator[str]:
    """A line for each file that could not be read as words, so that no seal in it could be found."""
    for each in letters:
        if not each.legible:
            yield f"{each.path}: this is no letter that can be read, so nothing in it was checked"


def _agree(made: Proof, sealed: Sequence[Kept], all_told: int) -> str:
    """How many letters agree, which only those with a seal can; and how many show nothing."""
    replaced = {seal for each in sealed for seal in proof.closed(made, each.text)}
    more = f"; {len(replaced)} seals in them are of orders replaced later, or never ruled upon" if replaced else ""
    silent = all_told - len(sealed)
    rest = f"; {silent} without a seal could not be checked" if silent else ""
    if sealed:
        return f"{len(sealed)} letters agree{more}{rest}"
    return f"no letter was checked: there is no seal in any of the {all_told}" if all_told else "no letter was checked"


def _files(named: Sequence[str]) -> Iterator[Path]:
    for each in map(Path, named):
        if not each.exists():
            raise Unusable(f"{each}: there is no such file or folder")
        found = sorted(path for path in each.rglob("*") if path.is_file()) if each.is_dir() else [each]
        if not found:
            raise Unusable(f"{each}: there is no letter in this folder")
        yield from found


LETTERHEAD = frozenset({"from", "to", "date", "subject", "received", "message-id", "reply-to", "return-path"})
"""What makes the head of a letter: a text that begins with `Seal: …` is none, and its first line is as good as any."""


def _letter(path: Path) -> Kept:
    """A letter's words, or all of what is no letter. Its games stand in addresses such as `dragoman+kalmar+TOKEN@…`."""
    raw = path.read_bytes()
    letter = message_from_bytes(raw, policy=policy.default)
    is_letter = bool(LETTERHEAD & {name.casefold() for name in letter.keys()})  # noqa: SIM118 (a name may come twice)
    body = _words(letter) if is_letter else None
    if body is None:
        return Kept(path, None, raw.decode("utf-8", "replace"), "", frozenset(), _is_text(raw))
    heads = [str(head) for name in ("Reply-To", "From", "To") for head in letter.get_all(name, ())]
    tagged = [address.rpartition("@")[0].split("+") for _, address in getaddresses(heads)]
    games = frozenset(parts[1].casefold() for parts in tagged if len(parts) > 2) - {CONFIRM, BOUNCE}
    return Kept(path, _sent(letter), body, str(letter.get("Dragoman-Record", "")), games)


def _words(letter: EmailMessage) -> str | None:
    """What the letter says; None where it has no words, or none in a writing that is known."""
    body = letter.get_body(("plain", "html"))
    try:
        return None if body is None else str(body.get_content())
    except (LookupError, ValueError):
        return None


def _is_text(raw: bytes) -> bool:
    """Whether it is words, not some other file."""
    try:
        return bool(raw.strip()) and b"\0" not in raw and bool(raw.decode())
    except UnicodeDecodeError:
        return False


def _sent(letter: EmailMessage) -> datetime | None:
    sent = getattr(letter["Date"], "datetime", None)
    if not isinstance(sent, datetime):
        return None
    return sent if sent.tzinfo else sent.replace(tzinfo=UTC)
