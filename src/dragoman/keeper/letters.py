"""`dragoman letter`: what the referee would make of letters in files, taken as one mailbox in the given order.

Nothing is sent and nothing recorded; every power is taken to be played from the address that names it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import Any

import click

from dragoman.diplomacy import exchange
from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.board.position import Position
from dragoman.diplomacy.commands import AnswerPress, AskHistory, Join, MarkStatus, Process, SendPress, SubmitOrders
from dragoman.diplomacy.decide.orders import final_unless_marked
from dragoman.diplomacy.game import DIPLOMACY
from dragoman.diplomacy.houserules.sheet import Sheet, switches
from dragoman.diplomacy.orders.order import Line
from dragoman.diplomacy.orders.settled import settled_line
from dragoman.diplomacy.orders.writing import write
from dragoman.diplomacy.rendering.reader import Reader
from dragoman.diplomacy.report import names_of
from dragoman.diplomacy.speech import names
from dragoman.diplomacy.state import Stage, State
from dragoman.game.clock import Calendar
from dragoman.game.protocol import SUBJECT_LACKS, Speaker
from dragoman.game.saying import Saying, say
from dragoman.game.seats import PersonId, Seat
from dragoman.keeper.lines import write_line
from dragoman.keeper.positions import met
from dragoman.keeper.rules import rules_options, sheet_from
from dragoman.people.speaking import Acts, Keep, Nobody, Standing
from dragoman.post.addresses import Mailbox
from dragoman.post.conventions import conventions
from dragoman.post.letter import HTML_READ, Automatic, Letter
from dragoman.post.reading import read
from dragoman.post.slips import (
    BRACKETED,
    Confirm,
    Conventions,
    Disposition,
    Hear,
    Hold,
    Meet,
    PassOver,
    Reason,
    Refuse,
    Sorted,
    bare_subject,
    slips,
)
from dragoman.referee.hearing import Hearing, weigh
from dragoman.referee.ports import Slip
from dragoman.tongues.lexicon import LANGUAGES, lexicon, status, words_of
from dragoman.tongues.saying import put

EARLIEST = datetime(1901, 1, 1, tzinfo=UTC)


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--as", "speaking_as", metavar="POWER", help="Who wrote the letters, if their addresses do not tell.")
@click.option("--to", "mailbox", metavar="ADDRESS", help="The referee's address, if the letters do not tell.")
@click.option("--game", metavar="NAME", help="The game's name; letters that name another are refused.")
@click.option("--position", metavar="FILE", help="The position they meet, as `adjudicate` takes it; else the opening.")
@click.option("--lang", type=click.Choice(LANGUAGES), default="en", show_default=True, help="The language of remarks.")
@rules_options
def letter(
    files: Sequence[Path], speaking_as: str | None, mailbox: str | None, game: str | None, position: str | None,
    lang: str, rules: str, sets: Sequence[str],
) -> None:  # fmt: skip
    """Tell what the referee would make of letters, one JSON line each; nothing is sent.

    Exit status 1 if any letter is refused.
    """
    sheet = sheet_from(rules, sets)
    board, at = met(position)
    power = _power(speaking_as, board)
    reader = Mailroom(standing_state(board, at, sheet), game or "", mailbox or "", power, lang=lang)
    no = False
    for path in files:
        told = reader.take(path.name, path.read_bytes())
        no = no or told["disposition"] == Disposition.REFUSED or reader.misread
        write_line(told)
    if no:
        raise SystemExit(1)


def _power(word: str | None, board: Chart) -> str | None:
    if word is None:
        return None
    found = exchange.power_named(word, board) or names.power(board, word)
    if found is None:
        raise click.UsageError(f"--as {word}: there is no such power; there are {', '.join(board.powers)}")
    return found


def standing_state(board: Chart, at: Position, sheet: Sheet) -> State:
    """A game that stands at that position, without a deadline; each power is played by a person called like it."""
    return State(
        name="", chart=board, sheet=sheet, lang="en", zone="UTC", seed=0, calendar=Calendar(), entry="open",
        position=at, stage=Stage.RUNNING, seats={Seat(power): PersonId(power) for power in board.powers},
    )  # fmt: skip


# --- one mailbox ---


@dataclass
class Mailroom:
    """Takes letters one after another, and knows again what it had before. `power` writes all of them, if it is
    given."""

    state: State
    game: str = ""
    mailbox: str = ""
    power: str | None = None
    seen: set[tuple[str, str]] = field(default_factory=set)
    misread: bool = False
    lang: str = "en"

    @cached_property
    def _reader(self) -> Reader:
        return Reader(self.lang, names=names_of(self.state.chart))

    def take(self, name: str, raw: bytes) -> dict[str, Any]:
        """What becomes of a letter, in the fields that the command writes."""
        letter = read(raw)
        power = None if letter.automatic is Automatic.BOUNCE else self.power or writer(letter, self.state)
        told: dict[str, Any] = {"file": name, **self._told(letter, power)}
        again = (letter.sender.address, letter.message_id) in self.seen
        self.seen.add((letter.sender.address, letter.message_id))
        if again and letter.automatic is None:
            told["disposition"] = Disposition.DUPLICATE
        return told

    def _told(self, letter: Letter, power: str | None) -> dict[str, Any]:
        mailbox = Mailbox(self.mailbox or likely_mailbox(letter))
        doubtful = self.power is None and shows_two_writers(letter)
        directory = _Directory(self.state, self.game or likely_game(letter, mailbox), power, doubtful)
        each = self._elsewhere(letter) or slips(letter, mailbox, directory)[0]
        hearing = weigh(DIPLOMACY, self.state, each.slip, letter.date or EARLIEST) if isinstance(each, Hear) else None
        self.misread = self.misread or (hearing is not None and bool(hearing.reading.unread))
        final, orders = _set(hearing, self.state)
        return {
            "disposition": _disposition(each, hearing),
            "power": power,
            "final": final,
            "orders": orders,
            "press": _press(hearing),
            "commands": _commands(each, hearing),
            "warnings": list(dict.fromkeys(map(self._reader.read, _warnings(letter, each, hearing)))),
            "ignored": list(_ignored(letter, each, hearing, self.lang)),
            "reason": _reason(each, hearing),
        }

    def _elsewhere(self, letter: Letter) -> Refuse | None:
        """The no to a letter whose subject names another game than the one that was given."""
        other = named_game(letter, self.state.chart) if self.game and letter.automatic is None else ""
        if other in ("", self.game):
            return None
        says = say(
            "nothing was recorded of your letter: its subject names the game {other}, and it came to {game}",
            other=other, game=self.game,
        )  # fmt: skip
        return Refuse(Reason.OTHER_GAME, says, self.game)


def likely_mailbox(letter: Letter) -> str:
    """The referee's address as a letter shows it: where it was delivered, or who in To or Cc is called like us."""
    called = [box.address for box in (*letter.to, *letter.cc) if box.local.partition("+")[0] == "dragoman"]
    bare = re.sub(r"\+[^@]*", "", called[0]) if called else ""
    return bare or next(iter(letter.delivered_to), "") or next((box.address for box in letter.to), "dragoman@localhost")


def likely_game(letter: Letter, mailbox: Mailbox) -> str:
    """The game a letter is about, as it shows: by an address of the mailbox, or in brackets in the subject."""
    ours = (mailbox.ours(box.address) for box in (*letter.to, *letter.cc))
    tagged = next((each.table for each in ours if each is not None and each.certain and each.table), "")
    bracketed = next(iter(BRACKETED.findall(bare_subject(letter.subject).lower())), "")
    return tagged or bracketed or "game"


def named_game(letter: Letter, board: Chart) -> str:
    """The game that a subject names as we write subjects, before a phase: `visby S1901M`. What is a word of letters, or
    a power's name, is none."""
    found = BEFORE_PHASE.match(bare_subject(letter.subject).lower())
    name = found[1] if found else ""
    known = status(name) or name in OF_LETTERS or names.power(board, name) or names.meaning("order", name)
    return "" if known else name


BEFORE_PHASE = re.compile(r"([a-z][a-z0-9]*(?:-[a-z0-9]+)*)\W+[sfawy]\s?\d{1,4}\s?[mra]\b")
OF_LETTERS = frozenset(
    word for lang in LANGUAGES for entry in ("Movement", "Retreat", "Adjustment", "Moves", "Orders")
    for writing in lexicon(lang).entries("phase").get(entry, ()) for word, _ in words_of(writing)
)  # fmt: skip
"""Words for what a set holds."""


def shows_two_writers(letter: Letter) -> bool:
    """Whether both the return path and the address for answers are other people's than the sender: such a letter is
    heard only once its owner confirms it, as one that bears no token is."""
    answers = {box.address for box in letter.reply_to} - {letter.sender.address}
    return bool(answers) and letter.envelope_sender not in (None, letter.sender.address)


def writer(letter: Letter, state: State) -> str | None:
    """The power whose letter it seems to be: by its sender's address, else by name, subject and first lines, else by
    the units it orders. None is taken from a letter that shows two senders: an address as a name, or a Reply-To."""
    addressed = _named(state.chart, re.split(r"[._+-]", letter.sender.local))
    if addressed or "@" in letter.sender.name or {box.address for box in letter.reply_to} - {letter.sender.address}:
        return addressed
    return (
        _named(state.chart, [letter.sender.name])
        or _named(state.chart, [word for word, _ in words_of(letter.subject)])
        or _named(state.chart, [word for line in letter.text.split("\n")[:4] for word, _ in words_of(line)])
        or _owner(letter, state)
    )


def _named(board: Chart, writings: Sequence[str]) -> str | None:
    found = {power for each in writings if len(each) > 2 and (power := names.power(board, each))}
    return found.pop() if len(found) == 1 else None


def _owner(letter: Letter, state: State) -> str | None:
    """The one power that owns most of the units ordered."""
    counts = {power: _owned(letter, state, power) for power in state.chart.powers}
    best = max(counts.values(), default=0)
    leading = [power for power, count in counts.items() if count == best]
    return leading[0] if best and len(leading) == 1 else None


def _owned(letter: Letter, state: State, power: str) -> int:
    reading = DIPLOMACY.read(state, _speaker(power), "", letter.text or letter.alternative, EARLIEST)
    return sum(len(each.lines) for each in reading.commands if isinstance(each, SubmitOrders))


def _speaker(power: str) -> Speaker:
    return Speaker(PersonId(power), Seat(power))


@dataclass(frozen=True)
class _Directory:
    """A host where the writer plays the only game there is."""

    state: State
    game: str
    power: str | None
    doubtful: bool = False

    def conventions(self, table: str) -> Conventions | None:
        return conventions(self.state) if table == self.game else None

    def standing(self, table: str, token: str, sender: str, vouched: bool) -> Standing:
        if not self.power or not sender:
            return Nobody()
        by = _speaker(self.power)
        return Keep(by.person, by.seat, "token") if self.doubtful else Acts(by)

    def sits(self, sender: str) -> tuple[str, ...]:
        return (self.game,)

    def vouches(self, server: str) -> bool:
        return False

    def understands(self, table: str, speaker: Speaker, subject: str, text: str) -> bool:
        hearing = weigh(DIPLOMACY, self.state, Slip(table, speaker, subject, text), EARLIEST)
        return bool(hearing.reading.commands if speaker.seat else hearing.heard)


# --- what is told ---


def _disposition(each: Sorted, hearing: Hearing | None) -> Disposition:
    match each:
        case Refuse() | Hold() | Meet():
            return Disposition.REFUSED
        case PassOver(Automatic.AUTOREPLY | Automatic.RECEIPT):
            return Disposition.AUTOREPLY
        case PassOver(Automatic.BOUNCE):
            return Disposition.BOUNCE
        case PassOver():
            return Disposition.REFUSED
        case Confirm():
            return Disposition.COMMAND
        case Hear():
            assert hearing is not None
            return heard_as(hearing)


def heard_as(hearing: Hearing) -> Disposition:
    """A hearing in one word: orders before press, press before the rest; what only met with a no is refused."""
    if any(isinstance(command, SubmitOrders | MarkStatus) for command in hearing.heard):
        return Disposition.ORDERS
    if any(isinstance(command, SendPress | AnswerPress) for command in hearing.heard):
        return Disposition.PRESS
    if hearing.heard:
        return Disposition.COMMAND
    return Disposition.REFUSED if hearing.refused or hearing.reading.unread else Disposition.EMPTY


def _set(hearing: Hearing | None, state: State) -> tuple[bool | None, list[str]]:
    """The status of the set that was heard, and its orders; None and nothing where there is none."""
    sets = [each for each in hearing.heard if isinstance(each, SubmitOrders | MarkStatus)] if hearing else []
    if not sets:
        return None, []
    orders = [write(line.order) for each in sets if isinstance(each, SubmitOrders) for line in _settled(each, state)]
    said = sets[-1].final
    return (final_unless_marked(state) if said is None else said), orders


def _settled(sent: SubmitOrders, state: State) -> Iterator[Line]:
    """The lines of a set as they will be adjudicated; those sent ahead as they were written."""
    power = sent.giver or str(sent.by.seat or "")
    for line in sent.lines:
        yield (
            line
            if sent.phase not in (None, state.phase)
            else settled_line(state.chart, state.position, power, line, switches(state.sheet))
        )


def _press(hearing: Hearing | None) -> list[dict[str, Any]]:
    pieces = [each for each in hearing.heard if isinstance(each, SendPress)] if hearing else []
    return [
        {"to": list(each.to), "text": each.text, "dateline": each.dateline, "colour": each.colour.value}
        | ({"as": each.name} if each.name else {})
        for each in pieces
    ]


def _commands(each: Sorted, hearing: Hearing | None) -> list[str]:
    if isinstance(each, Confirm):
        return ["confirm"]
    others = [c for c in hearing.heard if not isinstance(c, SubmitOrders | MarkStatus | SendPress)] if hearing else []
    return [_command(command) for command in others]


def _command(command: Any) -> str:
    """A command in the words that people write it with, as far as it has any beside its name."""
    name = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", type(command).__name__).lower().removeprefix("ask ")
    match command:
        case AskHistory(phase=phase) | Process(phase=phase) if phase is not None:
            return f"{name} {phase}"
        case Join(wishes=wishes) if wishes:
            return f"{name} {', '.join(wishes)}"
        case _:
            return name


def _reason(each: Sorted, hearing: Hearing | None) -> str | None:
    match each:
        case Refuse(reason):
            return reason.value
        case Hold():
            return Reason.NOT_VERIFIED.value
        case Meet():
            return Reason.UNKNOWN_SENDER.value
        case PassOver(Automatic.LIST):
            return Reason.MAILING_LIST.value
        case Hear():
            assert hearing is not None
            if heard_as(hearing) is Disposition.REFUSED:
                code = next((refusal.code for refusal in hearing.refused), "not_read")
                return Reason.SUBJECT.value if code == SUBJECT_LACKS else code
        case Confirm() | PassOver():
            pass
    return None


def _warnings(letter: Letter, each: Sorted, hearing: Hearing | None) -> Iterator[Saying]:
    yield from letter.warnings
    match each:
        case Refuse(Reason.NOT_ADDRESSED):
            yield say("tell only the sender that nothing was recorded")
        case Refuse(says=says):
            yield says
        case PassOver(Automatic.AUTOREPLY) if letter.away_until:
            yield say("tell the GM: a player seems to be away until {date}", date=letter.away_until)
        case PassOver(Automatic.AUTOREPLY):
            yield say("tell the GM: a player seems to be away")
        case PassOver(Automatic.BOUNCE):
            for failure in (each for each in letter.failures if each.lasting and each.recipient):
                yield say("tell the GM: letters to {address} do not arrive", address=failure.recipient)
        case Hold():
            yield say("ask the owner whether the letter is theirs")
        case PassOver() | Hear() | Meet() | Confirm():
            pass
    if hearing is not None:
        yield from (refusal.says for refusal in hearing.refused)
        yield from (_not_read(unread.line, unread.text) for unread in hearing.reading.unread)


def _not_read(line: int, words: str) -> Saying:
    return say("line {line} was not read: {words}", line=line, words=words)


def _ignored(letter: Letter, each: Sorted, hearing: Hearing | None, lang: str) -> Iterator[str]:
    """Prose, what is not the writer's own, and whatever else was passed over with no more than a word."""
    if hearing is not None:
        yield from hearing.reading.ignored
    yield from (put(remark.says, lang) for remark in letter.remarks if not remark.warning)
    if isinstance(each, Hear) and each.read_html:
        yield put(HTML_READ, lang)
    for cut in letter.cuts:
        yield f"{cut.kind.value} ({cut.lines}): {cut.first}"
    for attachment in letter.attachments:
        yield f"attachment: {attachment.name or attachment.type}"
