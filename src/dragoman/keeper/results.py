"""The commands that write results down in any form, and read those of the old judges back."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import msgspec

from dragoman.diplomacy.board.mapfile import chart, chart_names
from dragoman.diplomacy.exchange import centers, triples
from dragoman.diplomacy.njudge import JudgedPhase, follow, read
from dragoman.keeper import hosting
from dragoman.tongues.lexicon import LANGUAGES

FORMS = ("words", "codes", "njudge")


@click.command()
@click.argument("game")
@click.argument("phase", required=False)
@click.option("--form", type=click.Choice(FORMS), help="How they are written, if not as the game has them.")
@click.option("--lang", type=click.Choice(LANGUAGES), help="The language, if not the host's.")
@click.option("--as", "seat", metavar="SEAT", help="As a seat is told of them; as everybody may know, if left out.")
@hosting.settings_option
def results(
    game: str, phase: str | None, form: str | None, lang: str | None, seat: str | None, settings: str | None
) -> None:
    """Print the results of a PHASE (F1902M; the last, if left out) of a GAME of this host.

    Exit status 1 if that phase has not been adjudicated.
    """
    hosting.wake_set_up(settings)
    from dragoman import assembly
    from dragoman.game.clock import zone
    from dragoman.referee.hearing import UnknownTable

    try:
        table = assembly.table(game)
    except UnknownTable as fault:
        raise hosting.Unusable(f"there is no game called {game!r} here") from fault
    if table.game.name != "diplomacy":
        raise hosting.Unusable(f"{game} is a game of {table.game.name.title()}; results are of games of Diplomacy")
    text = _text(table.game.sight(table.state, seat_of(table, seat)), phase, form, lang or assembly.house().host.lang,
                 zone(assembly.house().host.zone))  # fmt: skip
    if text is None:
        click.echo(f"{phase or 'no phase'} has not been adjudicated in {game}{_written(table.state)}", err=True)
        raise SystemExit(1)
    click.echo(text, nl=False)


def _written(state: Any) -> str:
    """Which phases have been, in the form in which they are named."""
    ruled = [str(turn.phase) for turn in state.turns]
    if not ruled:
        return ""
    return f"; a phase is written like {ruled[-1]}" + (
        f", and there are {ruled[0]} to {ruled[-1]}" if ruled[1:] else ""
    )


def seat_of(table: Any, written: str | None) -> Any:
    if written is None:
        return None
    found = next((seat for seat in table.game.seats(table.state) if seat.casefold() == written.casefold()), None)
    if found is None:
        raise hosting.Unusable(f"nobody sits as {written!r} in that game")
    return found


def _text(view: Any, phase: str | None, form: str | None, lang: str, zone: Any) -> str | None:
    from dragoman.diplomacy import report
    from dragoman.diplomacy.rendering import judge, layout

    named = (phase or "").upper()
    turn = next((turn for turn in reversed(view.turns) if not named or str(turn.phase) == named), None)
    if turn is None:
        return None
    body = report.results(view, turn)
    if form == "njudge":
        return judge.judged_text(body, view.chart, zone)
    return layout.words(msgspec.structs.replace(body, form=form or body.form), lang, zone).text


@click.command("njudge")
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True), default=Path("-"))
@click.option("--map", "board", type=click.Choice(chart_names()), default="standard", show_default=True)
def njudge(file: Path, board: str) -> None:
    """Read results that an old judge mailed (FILE, or - for standard input) into JSON lines.

    Each line is a phase as `adjudicate` takes it: position and orders. The owners of the centres are those of the
    opening until the text tells others. Exit status 1 if the text tells no phase.
    """
    on = chart(board)
    try:
        text = sys.stdin.read() if file == Path("-") else file.read_text("utf-8", "replace")
    except OSError as fault:
        raise hosting.Unusable(f"{file}: {fault.strerror}") from fault
    told = read(on, text)
    for line in _lines(told, board):
        click.echo(msgspec.json.encode(line).decode())
    if not told:
        click.echo(f"{file}: there is no report of an old judge in this text", err=True)
        raise SystemExit(1)


def _lines(told: tuple[JudgedPhase, ...], board: str) -> Iterator[dict[str, Any]]:
    on = chart(board)
    for each, at in follow(told, on.opening.centres):
        yield {
            "id": f"{each.game or 'game'}.{each.number:03}",
            "variant": board,
            "season": at.phase.season,
            "year": at.phase.year,
            "phase": at.phase.kind.value,
            "units": triples(at.units),
            "dislodged": triples(exile.unit for exile in at.dislodged),
            "centers": centers(at, on),
            "orders": {power: [line.text for line in lines] for power, lines in sorted(each.orders.items())},
        }
