"""The keeper's command about letters that were given up: which they are, and why; to be tried again, or dropped.

A letter is known by its game, seat and kind: what it says, and at which address it is read, is nothing to the keeper.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

import click

from dragoman.keeper.hosting import settings_option, wake_set_up


@click.command("outbox")
@settings_option
@click.option("--again", metavar="NUMBER|all", help="Have this letter, or all of them, tried again.")
@click.option("--drop", metavar="NUMBER|all", help="Forget this letter, or all of them.")
def outbox(settings: str | None, again: str | None, drop: str | None) -> None:
    """The letters that were given up: a line for each, with its number, when, game, seat, kind and the reason.

    Exit status 1 if there is none of that number, or one whose words are gone is to be tried again.
    """
    wake_set_up(settings)
    from dragoman import assembly

    box = assembly.outbox()
    fine = _done(again, box.try_again, "is tried again") if again else True
    fine = (_done(drop, box.dismiss, "is dropped") if drop else True) and fine
    if not again and not drop:
        for each in box.given_up():
            seat = f"{each.seat or '-'}\t{each.kind}"
            click.echo(f"{each.number}\t{each.at:%Y-%m-%d %H:%M}\t{each.table or 'host'}\t{seat}\t{each.fault}")
    sys.exit(0 if fine else 1)


def _done(which: str, deed: Callable[[list[int]], tuple[int, ...]], says: str) -> bool:
    """Do it to these letters; whether it was done to all that were meant."""
    from dragoman import assembly

    found = {each.number: each for each in assembly.outbox().given_up()}
    if which != "all" and not which.isdecimal():
        raise click.UsageError(f"“{which}” is no number of a letter; `dragoman outbox` lists them, and “all” means all")
    meant = list(found) if which == "all" else [int(which)]
    done = deed(meant)
    for number in done:
        click.echo(f"{number} {says}")
    for number in [each for each in meant if each not in done]:
        if number in found:
            click.echo(f"{number}: its words were destroyed when it was given up; only --drop is left", err=True)
        else:
            click.echo(f"{number}: no letter of that number was given up", err=True)
    return set(done) == set(meant)
