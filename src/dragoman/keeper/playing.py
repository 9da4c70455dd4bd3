"""The commands that play: a whole game in a file on a simulated clock, and a word said to a game of this host."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

import click

from dragoman.game.protocol import Illustrated, Picture, Reply
from dragoman.game.seats import KEEPER, PersonId, Seat
from dragoman.keeper import hosting, playfile
from dragoman.keeper.expecting import played
from dragoman.keeper.performance import MAILBOX, Performance, Sent, stage
from dragoman.keeper.playfile import Unplayable
from dragoman.referee.table import Table


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--until", metavar="T", help="Stop at this moment: P7DT1H after the start, or a date and time.")
@click.option("--json", "as_json", is_flag=True, help="Print every event, a line of JSON each.")
@click.option("--letters", metavar="FOLDER", type=click.Path(path_type=Path), help="Write every letter sent as .eml.")
def play(file: Path, until: str | None, as_json: bool, letters: Path | None) -> None:
    """Play a whole game in a FILE, through the real referee on a simulated clock.

    Exit status 1 if something the file expects does not hold, with a line for each; 2 if the file cannot be read.
    """
    try:
        script = playfile.load(file)
        stop = playfile.when(until, script.start, "--until") if until else None
        standing = stage(script)
        failures = played(standing, stop)
    except Unplayable as fault:
        raise hosting.Unusable(str(fault)) from fault
    if letters is not None:
        _write_letters(letters, standing)
    if as_json:
        for event in standing.ledger.load(script.name).events:
            click.echo(standing.game.encode_event(event).decode())
    else:
        click.echo(_summary(standing, failures, stop))
    for failure in failures:
        click.echo(failure, err=as_json)
    if failures:
        raise SystemExit(1)


def _summary(standing: Performance, failures: tuple[str, ...], stop: datetime | None) -> str:
    state, expected = standing.state, standing.script.expected
    looked_at = sum(stop is None or each.at <= stop for each in expected)
    ahead = f", still ahead {len(expected) - looked_at}" if looked_at < len(expected) else ""
    where = f"turn of {state.turn.mover}" if standing.script.game == "nomic" else str(state.phase)
    return (
        f"{standing.script.name}: {where}, {state.stage}; letters heard {standing.letters}, sent "
        f"{len(standing.sent)}; expectations {looked_at}, unmet {len(failures)}{ahead}"
    )


def _write_letters(folder: Path, standing: Performance) -> None:
    """Every letter sent, in the order of sending, as the host would send it."""
    hosting.wake()
    from dragoman.assembly import Despatch, piece_of
    from dragoman.post.replies import message

    folder.mkdir(parents=True, exist_ok=True)
    for number, sent in enumerate((each for each in standing.sent if each.to), 1):
        address = f"{MAILBOX.local}+{standing.script.name}@{MAILBOX.domain}"
        picture = _picture(standing, sent)
        despatch = Despatch(
            key=sent.key, to=sent.to, name="", lang=standing.script.lang, words=sent.words, reply_to=address,
            in_reply_to="", table=standing.script.name, kind=sent.kind, posted_at=sent.at,
            picture=picture, seat=sent.notice.to if sent.notice else "",
            piece=piece_of(sent.notice) if sent.notice else 0,
        )  # fmt: skip
        (folder / _file_name(number, sent)).write_bytes(message(despatch, MAILBOX.address).as_bytes())


def _picture(standing: Performance, sent: Sent) -> Picture | None:
    """The drawing that goes with a letter, in a game that has any."""
    if sent.notice is None or not isinstance(standing.game, Illustrated):
        return None
    return standing.game.picture(sent.notice, standing.script.lang)


def _file_name(number: int, sent: Sent) -> str:
    reader = "".join(character if character.isalnum() or character in "@.-" else "_" for character in sent.to)
    return f"{number:05}-{sent.kind}-{reader}.eml"


@click.command()
@click.argument("game")
@click.argument("text")
@click.option("--as", "seat", required=True, metavar="SEAT", help="A power, gm, or an observer's seat.")
@click.option("--at", metavar="T", help="When it is said, if not now: a moment since the game's last event.")
@hosting.settings_option
def say(game: str, text: str, seat: str, at: str | None, settings: str | None) -> None:
    """Say something to a GAME of this host, in the words of letters; TEXT may be - for standard input.

    The answer is printed. Exit status 1 if something was refused or not read, or nothing was heard.
    """
    hosting.wake_set_up(settings)
    from dragoman import assembly
    from dragoman.game.clock import zone
    from dragoman.game.protocol import Speaker
    from dragoman.referee.hearing import UnknownTable
    from dragoman.referee.ports import Slip
    from dragoman.tongues.saying import put

    try:
        table = assembly.table(game)
    except UnknownTable as fault:
        raise hosting.Unusable(f"there is no game called {game!r} here") from fault
    sitting = _sitting(table.game.seats(table.state), seat)
    words = sys.stdin.read() if text == "-" else text
    slip = Slip(game, Speaker(sitting[1], sitting[0]), text=words)
    reply: Reply = assembly.referee().hear(slip, _sensible(_when(at), table)) if at else assembly.hear(slip)
    if at:
        assembly.see_to(game, reply.events, slip.speaker)
    if reply.receipt is not None:
        house = assembly.house().host
        click.echo(table.game.words(reply.receipt, house.lang, zone(house.zone)).text, nl=False)
    if reply.error is not None:
        click.echo(put(reply.error, assembly.house().host.lang), err=True)
    if reply.refused or reply.unread or reply.error is not None or not _heard(reply):
        raise SystemExit(1)


def _heard(reply: Reply) -> bool:
    """Whether anything was said that the referee could act upon or answer."""
    body = reply.receipt.body if reply.receipt is not None else None
    return bool(reply.events or getattr(body, "heard", ()) or getattr(body, "answers", ()))


def _sitting(seats: Mapping[Seat, PersonId | None], written: str) -> tuple[Seat, PersonId]:
    """The seat named, in any case, and who speaks in it: its holder, or for a vacant one the keeper."""
    for name, person in seats.items():
        if name.casefold() == written.casefold():
            return name, person or KEEPER
    if written.casefold() == "gm":
        return Seat("gm"), KEEPER
    raise hosting.Unusable(f"nobody sits as {written!r} in that game; there are {', '.join(seats)}")


def _sensible(at: datetime, table: Table) -> datetime:
    """A moment at which something can be said to a game that people play: it has come, and nothing in the game came
    after it. A slip in the year would play the game on to it, or put its record out of order. Raises Unusable."""
    from dragoman import assembly

    if at > assembly.clock().now():
        raise hosting.Unusable(f"--at {at.isoformat()}: that has not come yet, and the game would be played on to it")
    if table.at is not None and at < table.at:
        last = table.at.isoformat(timespec="seconds")
        raise hosting.Unusable(f"--at {at.isoformat()}: the game's record already goes on to {last}; name one later")
    return at


def _when(written: str) -> datetime:
    try:
        moment = datetime.fromisoformat(written)
    except ValueError as fault:
        raise hosting.Unusable(f"--at {written}: write a date and time, such as 2026-03-02T18:00:00+02:00") from fault
    return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).astimezone(UTC)
