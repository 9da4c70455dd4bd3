"""The keeper's commands about persons: who stands on the host's blacklist, and who is taken off it before the time."""

from __future__ import annotations

import sys

import click

from dragoman.keeper.hosting import settings_option, wake_set_up


@click.command()
@settings_option
@click.option("--lift", "number", type=click.IntRange(1), metavar="NUMBER", help="Take this place off the list.")
@click.option("--of", "address", metavar="ADDRESS", help="Tell how whoever has this address has played, too.")
def blacklist(settings: str | None, number: int | None, address: str | None) -> None:
    """Who stands on the blacklist (F.9): a line for each place on it, with its number, game, seat, reason and end.

    Exit status 1 if there is no such place, or nobody has that address.
    """
    wake_set_up(settings)
    from dragoman import assembly

    now = assembly.clock().now()
    if number is not None and not assembly.conducts().lift(number, now):
        click.echo(f"no place on the blacklist has the number {number}", err=True)
        sys.exit(1)
    for place in assembly.conducts().listed(now):
        until = f"until {place.until:%Y-%m-%d}" if place.until else "without end"
        who = assembly.called(place.person, True) or place.person
        click.echo(f"{place.id}\t{who}\t{place.table}\t{place.seat}\t{until}\t{place.why}")
    if address is not None:
        sys.exit(_told(address))


def _told(address: str) -> int:
    """Print how somebody has played, each round with the event that says so; the exit status."""
    from dragoman import assembly

    person = assembly.register().find(address, verified=False)
    if person is None:
        click.echo(f"{address}: nobody here has that address", err=True)
        return 1
    repute = assembly.conducts().repute(person, assembly.clock().now())
    click.echo(
        f"{address}: {repute.kept} of {repute.rounds} rounds kept, {repute.excused} excused, "
        f"{len(repute.listings)} on the blacklist, figure {repute.figure} %{' (new here)' if repute.new else ''}"
    )
    for remark in assembly.conducts().remarks(person):
        click.echo(f"{remark.at:%Y-%m-%d %H:%M}\t{remark.table} event {remark.n}\t{remark.seat}\t{remark.kind}")
    return 0
