"""The command that draws a game of this host: a moment of it as SVG or PNG, or all of it, moving or on one sheet."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dragoman.keeper import hosting
from dragoman.keeper.results import seat_of
from dragoman.tongues.lexicon import LANGUAGES

if TYPE_CHECKING:
    from dragoman.diplomacy.sight import View

FORMS = ("svg", "png", "apng", "gif")
MOVING = ("apng", "gif")
STAGES = ("before", "orders", "after")
THEMES = ("light", "dark", "contrast", "print")
WIDTHS = {"png": 1200, "apng": 640, "gif": 640}
"""Pixels, where nothing else is asked for."""

NARROW = 560
"""Pixels up to which a board is drawn with the larger names and pieces."""


@click.command()
@click.argument("game")
@click.argument("phase", required=False)
@click.option("--stage", type=click.Choice(STAGES), default="orders", show_default=True, help="What of the phase.")
@click.option("--sheet", is_flag=True, help="All years on one sheet, in place of a phase.")
@click.option("--theme", type=click.Choice(THEMES), default="light", show_default=True)
@click.option("--width", type=click.IntRange(100, 4000), help="Pixels; 1200 for a PNG, 640 for what moves.")
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), help="FILE.svg, .png, .apng or .gif.")
@click.option("--lang", type=click.Choice(LANGUAGES), help="The language, if not the host's.")
@click.option("--as", "seat", metavar="SEAT", help="As a seat sees it; as everybody may, if left out.")
@hosting.settings_option
def draw(
    game: str, phase: str | None, stage: str, sheet: bool, theme: Any, width: int | None, out: Path | None,
    lang: str | None, seat: str | None, settings: str | None,
) -> None:  # fmt: skip
    """Draw a GAME of this host: the board as it is, or a PHASE of it (F1902M) with its orders.

    What it becomes follows from the name of the file: .apng and .gif show the whole game, turn by turn. Without a
    file, SVG is written to standard output. Exit status 1 if that phase has not been adjudicated, or nobody has drawn
    the map.
    """
    form = _form(out, phase, sheet)
    hosting.wake_set_up(settings)
    from dragoman import assembly
    from dragoman.referee.hearing import UnknownTable

    try:
        table = assembly.table(game)
    except UnknownTable as fault:
        raise hosting.Unusable(f"there is no game called {game!r} here") from fault
    view = table.game.sight(table.state, seat_of(table, seat))
    if not hasattr(view, "chart"):
        raise _no(f"{game} is not played on a board")
    drawn = _drawn(view, game, phase, stage, sheet, theme, width, form, lang or assembly.house().host.lang)
    if isinstance(drawn, str) and form is None:
        click.echo(drawn, nl=False)
    elif out is not None:
        out.write_bytes(drawn if isinstance(drawn, bytes) else drawn.encode())


def _form(out: Path | None, phase: str | None, sheet: bool) -> str | None:
    """The form that the file's name asks for; None for standard output."""
    if out is None:
        return None
    form = out.suffix.lower().removeprefix(".")
    if form not in FORMS:
        raise click.UsageError(f"{out.name} should end in {', '.join('.' + each for each in FORMS)}")
    if form in MOVING and (phase or sheet):
        raise click.UsageError(f"a .{form} shows the whole game: leave out {'--sheet' if sheet else phase}")
    return form


def _drawn(
    view: View, game: str, phase: str | None, stage: str, sheet: bool, theme: Any, width: int | None, form: str | None,
    lang: str,
) -> str | bytes:  # fmt: skip
    from dragoman.diplomacy.drawing import summary
    from dragoman.diplomacy.drawing.geometry import geometry
    from dragoman.diplomacy.drawing.turn import told
    from dragoman.game import pixels

    pixel_width = width or WIDTHS.get(form or "", 1200)
    try:
        ground = geometry(view.chart.id)
    except LookupError:
        raise _no(f"nobody has drawn the map {view.chart.id}") from None
    turns = told(view.turns)
    if (sheet or form in MOVING) and not turns:
        raise _no(f"nothing has been adjudicated in {game} yet")
    if form in MOVING:
        shown = summary.frames(ground, view.chart, turns, game=game, lang=lang, theme=theme)
        return pixels.moving(shown, pixel_width, form or "gif")
    if sheet:
        svg = summary.sheet(ground, view.chart, turns, game=game, lang=lang, theme=theme)
    else:
        svg = _moment(view, game, phase, stage, theme, form, pixel_width, lang)
    return pixels.png(svg, pixel_width) if form == "png" else svg


def _moment(
    view: View, game: str, phase: str | None, stage: str, theme: Any, form: str | None, width: int, lang: str
) -> str:
    """One board, under the game's name: of a phase at a stage, or as it is now."""
    from dragoman.diplomacy.drawing.board import draw as drawn
    from dragoman.diplomacy.drawing.geometry import geometry
    from dragoman.diplomacy.drawing.turn import Stage, draw_turn, stage_of, told
    from dragoman.diplomacy.drawing.words import Words

    ground, chart = geometry(view.chart.id), view.chart
    sizes: Any = "wide" if form != "png" or width > NARROW else "narrow"
    look = {"lang": lang, "theme": theme, "sizes": sizes}
    if phase is None:
        caption = f"{game} · {Words(chart, lang).phase(view.position.phase)}"
        return drawn(ground, chart, view.position, retreats=view.retreats, caption=caption, **look)
    turn = next((turn for turn in reversed(told(view.turns)) if str(turn.phase) == phase.upper()), None)
    if turn is None:
        raise _no(f"{phase} has not been adjudicated in {game}")
    caption = f"{game} · {stage_of(chart, turn, Stage(stage), lang)}"
    return draw_turn(ground, chart, turn, Stage(stage), caption=caption, tabbed=False, **look)


def _no(why: str) -> SystemExit:
    click.echo(why, err=True)
    return SystemExit(1)
