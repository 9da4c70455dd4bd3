"""The keeper's commands for a host: set it up, serve it, look after it, and take games out and in.

Nothing here decides anything about a game. Django is woken inside each command, so that naming them loads nothing.
"""

from __future__ import annotations

import importlib
import logging
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

import click
from django.core.exceptions import ImproperlyConfigured

from dragoman.game.seats import GM, KEEPER, PersonId, Seat


class Unusable(click.ClickException):
    """Something given cannot be used: said in one line, exit status 2."""

    exit_code = 2


def wake(settings: str | None = None, clock: str | None = None) -> None:
    """Wake Django with the settings and the clock that were named. Raises Unusable, naming what is wrong with them."""
    os.umask(0o077)  # what is kept is for the keeper's eyes alone
    if settings:
        os.environ["DRAGOMAN_SETTINGS"] = settings
    if clock:
        os.environ["DRAGOMAN_CLOCK"] = clock
    os.environ["DJANGO_SETTINGS_MODULE"] = "dragoman.settings"
    try:
        import django
        from django.conf import settings as django_settings

        if "dragoman.settings" in sys.modules and not django_settings.configured:
            importlib.reload(sys.modules["dragoman.settings"])  # `setup` has written the file since
        django.setup()
    except ImproperlyConfigured as fault:
        raise Unusable(str(fault)) from fault


def wake_set_up(settings: str | None = None, clock: str | None = None) -> None:
    """The same for a host that must have been set up, with a database that is as this version wants it."""
    wake(settings, clock)
    from dragoman import assembly

    if not assembly.house().set_up:
        raise Unusable("no settings were found here; run `dragoman setup`, or name them by --settings")
    if not database_history()[0]:
        raise Unusable("nothing is in the database yet; run `dragoman setup`, or name another by database.url")
    if pending_migrations():
        raise Unusable("the database is older than this version; run `dragoman setup`, which brings it up to date")


def pending_migrations() -> int:
    """How many changes of the database's form have not been made yet. Raises Unusable where it cannot be reached."""
    from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections
    from django.db.migrations.executor import MigrationExecutor

    try:
        executor = MigrationExecutor(connections[DEFAULT_DB_ALIAS])
        return len(executor.migration_plan(executor.loader.graph.leaf_nodes()))
    except DatabaseError as fault:
        raise Unusable(f"the database cannot be reached: {' '.join(str(fault).split())}") from fault


def database_history() -> tuple[bool, tuple[str, ...]]:
    """Whether any version has been at the database, and what later ones than this have changed. Raises Unusable."""
    from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections
    from django.db.migrations.loader import MigrationLoader

    try:
        loader = MigrationLoader(connections[DEFAULT_DB_ALIAS])
        done = loader.applied_migrations or {}
    except DatabaseError as fault:
        raise Unusable(f"the database cannot be reached: {' '.join(str(fault).split())}") from fault
    own = {app for app, _ in loader.disk_migrations}
    later = (f"{app}.{name}" for app, name in done if app in own and (app, name) not in loader.disk_migrations)
    return bool(done), tuple(sorted(later))


def migrate() -> None:
    """Bring the database to the form that this version wants. Of several machines that do so at once, one does."""
    from django.core.management import call_command
    from django.db import DatabaseError, connection

    try:
        with connection.cursor() as cursor:
            if connection.vendor == "postgresql":
                cursor.execute("SELECT pg_advisory_lock(%s)", [MIGRATING])
        try:
            call_command("migrate", verbosity=0, interactive=False)
        finally:
            with connection.cursor() as cursor:
                if connection.vendor == "postgresql":
                    cursor.execute("SELECT pg_advisory_unlock(%s)", [MIGRATING])
    except DatabaseError as fault:
        raise Unusable(f"the database cannot be reached: {' '.join(str(fault).split())}") from fault


MIGRATING = 0x44_52_41_47
"""The number by which machines tell one another in PostgreSQL that one of them is changing the database's form."""


def settings_option(command: Callable[..., Any]) -> Callable[..., Any]:
    return click.option("--settings", metavar="FILE", help="The settings file, if it is not found by itself.")(command)


# --- set up ---


@click.command()
@click.option("--settings", metavar="FILE", default="dragoman.toml", show_default=True, help="The file to write.")
@click.option("--set", "given", metavar="KEY=VALUE", multiple=True, help="An answer, such as host.address=… .")
@click.option("--yes", is_flag=True, help="Ask nothing: take what is given, what stands there, or what is usual.")
def setup(settings: str, given: Sequence[str], yes: bool) -> None:
    """Set this host up, or change how it is set up.

    Asks what it must know and writes the settings file; what stands there already is offered as the answer. Brings the
    database up to date, and makes the keeper somebody who may open games. Running it again does no harm.
    """
    try:
        _setting_up().set_up(Path(settings), given, ask=not yes and sys.stdin.isatty())
    except (ImproperlyConfigured, ValueError) as fault:
        raise Unusable(str(fault)) from fault
    wake(settings)
    migrate()
    _enter_keeper()
    click.echo(f"{settings} is written and the database is ready. Next: dragoman check --settings {settings}")


def _setting_up() -> ModuleType:
    """The module that sets up. It loads whatever the settings found here say: it is there to mend them."""
    named = os.environ.get("DRAGOMAN_SETTINGS")
    os.environ["DRAGOMAN_SETTINGS"] = os.devnull
    try:
        return importlib.import_module("dragoman.keeper.setting_up")
    finally:
        del os.environ["DRAGOMAN_SETTINGS"]
        os.environ.update({"DRAGOMAN_SETTINGS": named} if named is not None else {})


def _enter_keeper() -> None:
    """Make the keeper somebody who may open games. Their address is verified when they first sign in by it."""
    from dragoman import assembly
    from dragoman.people.models import Person

    keeper = assembly.house().host.keeper
    if keeper:
        host = assembly.house().host
        person = assembly.register().introduce(keeper, assembly.clock().now(), host.lang, host.zone)
        Person.objects.filter(id=person).update(keeper=True, may_open=True)


@click.command("migrate")
@settings_option
def migrate_(settings: str | None) -> None:
    """Bring the database up to date with this version. `setup` does, too; this is for hosts of several machines.

    Machines with the version before work on beside it meanwhile, and afterwards.
    """
    wake(settings)
    from dragoman import assembly

    if not assembly.house().set_up:
        raise Unusable("no settings were found here; run `dragoman setup`, or name them by --settings")
    pending = pending_migrations()
    migrate()
    click.echo(f"the database is up to date ({pending} changes made)" if pending else "the database was up to date")


# --- serve and work ---


@click.command()
@settings_option
@click.option("--listen", metavar="HOST:PORT", help="Where to serve pages, instead of where the settings say.")
@click.option("--port", type=click.IntRange(1, 65535), help="The port alone.")
@click.option("--clock", metavar="FILE", help="Take the time and all chance from this file (now, seed).")
def serve(settings: str | None, listen: str | None, port: int | None, clock: str | None) -> None:
    """Serve this host, all in one process: pages, letters in and out, and the clock.

    Ends in order on SIGTERM or Ctrl-C. However it ends, nothing that was taken is lost.
    """
    with _faults_written():
        wake_set_up(settings, clock)
        from dragoman import assembly
        from dragoman.keeper import serving
        from dragoman.settings import listening_place

        _no_slips()
        where = listening_place(listen or assembly.house().web.listen)
        if where is None:
            raise Unusable(f"--listen: “{listen}” is no place to listen; write it as 127.0.0.1:8000")
        _serve(serving.Server(where[0], port or where[1]))


@click.command()
@settings_option
@click.option("--clock", metavar="FILE", help="Take the time and all chance from this file (now, seed).")
def work(settings: str | None, clock: str | None) -> None:
    """Work beside a server: hear letters, strike clocks, send what is told; serve no pages and open no door."""
    with _faults_written():
        wake_set_up(settings, clock)
        from dragoman.keeper import serving

        _no_slips()
        _run(serving.Work().run)


def _no_slips() -> None:
    """Raises Unusable for a variable that was meant to set something, and sets nothing."""
    from dragoman.settings import slips

    if slip := next(slips(os.environ), None):
        raise Unusable(f"{slip[0]} in the environment sets nothing; did you mean {slip[1]}?")


@contextmanager
def _faults_written() -> Iterator[None]:
    """Where machines read what is written, why a host ends is a line like all others. Raises Unusable elsewhere."""
    try:
        yield
    except Unusable as fault:
        if not _for_machines():
            raise
        logging.getLogger("dragoman.hosting").critical("%s", fault.message)
        raise SystemExit(fault.exit_code) from fault


def _for_machines() -> bool:
    """Whether the log is lines of JSON, as far as the settings could be read."""
    from django.conf import settings

    return settings.configured and settings.HOUSE.logs.form == "json"


def _run(run: Callable[[], None]) -> None:
    try:
        run()
    except OSError as fault:
        raise Unusable(f"cannot serve {fault.strerror or fault}") from fault


def _serve(server: Any) -> None:
    """Serve pages, saying where once every door is open; a place that cannot be had is named, with what to do."""
    try:
        server.listen()
    except (OSError, OverflowError) as fault:
        raise Unusable(
            f"cannot serve at {server.url}: {getattr(fault, 'strerror', None) or fault}; "
            "name another port by --port, or end what is serving there"
        ) from fault
    _run(lambda: server.run(lambda: _say_where(server.url)))


def _say_where(url: str) -> None:
    """To whoever sits before it; where machines read what is written, as a line like all others."""
    if _for_machines():
        logging.getLogger("dragoman.hosting").info("Dragoman serves at %s", url)
    else:
        click.echo(f"Dragoman serves at {url} (Ctrl-C ends it)", err=True)


# --- look after ---


@click.command()
@settings_option
@click.option("--let-go", is_flag=True, help="After a leap of the clock or a long absence: let the tables go on.")
def check(settings: str | None, let_go: bool) -> None:
    """Look whether all is well: settings, database, mail, clock. Exit status 1 if something is not."""
    wake(settings)
    from dragoman import assembly
    from dragoman.keeper import checking

    if let_go:
        assembly.heart().let_go(assembly.clock().now())
    faults = 0
    for finding in checking.findings():
        faults += not finding.well
        kind = "FAULT" if not finding.well else "note " if finding.doubtful else "ok   "
        click.echo(f"{kind} {finding.what}: {finding.says}")
    sys.exit(1 if faults else 0)


# --- records ---

FORMS = ("dragoman", "diplomacy", "webdiplomacy")
MOST_BYTES = 32 * 1024 * 1024
"""Of a file in another program's form, how much is read."""


@click.command()
@settings_option
@click.argument("game")
@click.option("-o", "--output", metavar="FILE", default="-", help="Where to write; standard output if left out.")
@click.option("--force", is_flag=True, help="Write over a file that is there already.")
@click.option("--proof", "proved", is_flag=True, help="Of a game that is over, what everybody may have to check it by.")
@click.option("--form", type=click.Choice(FORMS), default=FORMS[0], show_default=True,
              help="Whose form: our own record, the package “diplomacy”, or webDiplomacy.")  # fmt: skip
def export(settings: str | None, game: str, output: str, force: bool, proved: bool, form: str) -> None:
    """Write a game's whole record: every event, with the salts and seals that prove it. It names no person.

    With --proof, its seals alone, and the orders opened: what was between others stays closed. With --form, what
    everybody may see of it, as another program keeps games.
    """
    wake_set_up(settings)
    from dragoman.referee import record

    if form != FORMS[0]:
        lines: Iterator[bytes] = iter([_formed(game, form)])
    else:
        lines = _proof(game) if proved else record.write(_recorded(game))
    if not force and Path(output).is_file():
        raise Unusable(f"{output} is there already: name another file, or write over it with --force")
    try:
        with click.open_file(output, "wb") as file:
            for line in lines:
                file.write(line)
    except OSError as fault:
        raise Unusable(f"{output}: {fault.strerror}") from fault


def _formed(game: str, form: str) -> bytes:
    """Raises Unusable where there is no such game, or the form cannot have it."""
    from dragoman.diplomacy.exchange import Unfit
    from dragoman.keeper import interchanging

    _recorded(game)
    try:
        return interchanging.written(game, form)
    except Unfit as fault:
        raise Unusable(f"{game}: {fault}") from fault


def _take_in(file: str, form: str, named: str | None) -> None:
    """Raises Unusable for what cannot be read, or where no game can be made of it."""
    from dragoman.diplomacy.interchange.reading import Untaken
    from dragoman.keeper import interchanging
    from dragoman.tongues.saying import put

    try:
        with click.open_file(file, "rb") as opened:
            data = opened.read(MOST_BYTES)
        for line in interchanging.taken_in(data, form, named or Path(file).stem):
            click.echo(put(line, "en"))
    except OSError as fault:
        raise Unusable(f"{file}: {fault.strerror}") from fault
    except Untaken as fault:
        at = "".join(f":{number}" for number in fault.at or ())
        raise Unusable(f"{file}{at}: {put(fault.says, 'en')}") from fault


def _proof(game: str) -> Iterator[bytes]:
    """Raises Unusable while the game is not over."""
    from dragoman import assembly
    from dragoman.referee import proof

    found = _recorded(game)
    table = assembly.referee().tables.at(game)
    made = proof.proof(game, found.game, found.entries, table.game, table.state)
    if made is None:
        raise Unusable(f"{game}: the game is not over, or seals nothing; its proof is made at its end")
    return proof.write(made)


@click.command("import")
@settings_option
@click.argument("file")
@click.option("--form", type=click.Choice(FORMS), default=FORMS[0], show_default=True, help="As for `export`.")
@click.option("--as", "named", metavar="NAME", help="What the game is to be called here; for another program's form.")
@click.option("--as-it-is", is_flag=True, help="Let its clock go on, whoever sits there.")
def import_(settings: str | None, file: str, form: str, named: str | None, as_it_is: bool) -> None:
    """Take in a game that `export` wrote. A record that is not whole is refused, and so is a name that is taken.

    A record names nobody: where its seats' people are not known here, the game's clock is stopped until you have seated
    others and let it go on. With --as-it-is nothing is added to the record.

    With --form, a game that another program kept, to look at: it is adjudicated here from its first position on.
    """
    if named and form == FORMS[0]:
        raise click.UsageError("--as: a sealed record keeps the name it bears; --as names a game of another --form")
    wake_set_up(settings)
    if form != FORMS[0]:
        _take_in(file, form, named)
        return
    from django.db import transaction

    from dragoman import assembly
    from dragoman.referee import record
    from dragoman.referee.ports import Stale
    from dragoman.referee.table import fold

    found = _read_record(file, OTHER_FORMS)
    faults = record.verify(found, assembly.games())
    if faults:
        _say_faults(found.table, faults)
        sys.exit(1)
    game = assembly.games()[found.game]
    state = fold(game, (game.decode_event(entry.data) for entry in found.entries))
    strangers = _strangers(game.seats(state))
    stopped = bool(strangers) and game.due(state) is not None and not as_it_is
    try:
        with transaction.atomic():  # a clock that cannot be stopped must not go on
            assembly.ledger().restore(found.table, found.game, found.entries, game.due(state), game.seats(state))
            if stopped:
                _hold_up(found.table)
    except Stale as fault:
        raise Unusable(f"{found.table}: there is a game of that name already") from fault
    click.echo(f"{found.table}: {len(found.entries)} events taken in")
    if stopped:
        click.echo(_held_up(found.table, strangers))


def _strangers(seats: Mapping[Seat, PersonId | None]) -> tuple[Seat, ...]:
    """The seats whose people this host does not know."""
    from dragoman.people.models import Person

    known = set(Person.objects.filter(id__in=[each for each in seats.values() if each]).values_list("id", flat=True))
    return tuple(seat for seat, person in seats.items() if person is not None and person not in known)


def _hold_up(name: str) -> None:
    """Stop the clock of a game that was taken in, so that nobody misses what nobody was told of. Raises Unusable where
    it does not stop."""
    from dragoman import assembly
    from dragoman.game.protocol import Speaker
    from dragoman.referee.ports import Slip

    words = "gm pause because the game has come here from another host"
    reply = assembly.hear(Slip(name, Speaker(KEEPER, GM), text=words))
    if not reply.events and assembly.table(name).game.due(assembly.table(name).state) is not None:
        raise Unusable(f"{name}: nothing was taken in, since its clock cannot be stopped; --as-it-is lets it go on")


def _held_up(name: str, strangers: Sequence[Seat]) -> str:
    """What the keeper is told of it."""
    say = f"dragoman say {name} --as gm"
    return (
        f"its clock stands still: nobody here is known as {', '.join(strangers)}; end the game at the host it left, "
        f'seat people here by `{say} "gm replace {strangers[0]} with x@example.org"` (the game master by '
        f'“gm hand over to …”), and let it go on by `{say} "gm resume"`'
    )


@click.command()
@settings_option
@click.argument("game_or_file")
@click.option("--letters", metavar="FOLDER", multiple=True, help="Letters of the game (files, or a folder of them) "
              "whose seals must stand in a proof.")  # fmt: skip
def verify(settings: str | None, game_or_file: str, letters: Sequence[str]) -> None:
    """Check a game, or a file of one: that its chain is whole, and that its events can be read and folded.

    Where today's adjudicator would rule otherwise than was recorded, that is noted, and no fault. Of the proof of a
    game that is over: that each set of orders, proposal or vote fits its seal, and that every seal in your letters
    stands in it.
    """
    if _is_proof(game_or_file):
        from dragoman.keeper import proving

        proving.verify(game_or_file, letters)
        return
    in_file = Path(game_or_file).is_file()
    (wake if in_file else wake_set_up)(settings)
    from dragoman import assembly
    from dragoman.keeper.reexamining import ruled_otherwise
    from dragoman.referee import record
    from dragoman.tongues.saying import put

    found = _read_record(game_or_file) if in_file else _recorded(game_or_file)
    faults = record.verify(found, assembly.games())
    if faults:
        _say_faults(found.table, faults)
        sys.exit(1)
    for note in ruled_otherwise(found):
        click.echo(f"{found.table}: note: {put(note, 'en')}")
    click.echo(f"{found.table}: {len(found.entries)} events, chain whole, seal {found.entries[-1].seal.hex()}")


def _is_proof(name: str) -> bool:
    from dragoman.referee import proof

    if not Path(name).is_file():
        return False
    with click.open_file(name, "rb") as lines:
        return proof.is_proof(lines.readline(10_000))


def _recorded(name: str) -> Any:
    """A table's record out of the ledger. Raises Unusable where there is no such table."""
    from dragoman import assembly
    from dragoman.referee.ports import UnknownTable
    from dragoman.referee.record import Record

    try:
        return Record(name, *assembly.ledger().record(name))
    except UnknownTable:
        raise Unusable(f"{name}: there is no game of that name here, nor a file") from None


OTHER_FORMS = f"; a game of another program is taken in by --form {FORMS[1]} or --form {FORMS[2]}"


def _read_record(file: str, otherwise: str = "") -> Any:
    """Raises Unusable, saying what to do `otherwise`."""
    from dragoman.referee import record
    from dragoman.tongues.saying import put

    try:
        with click.open_file(file, "rb") as lines:
            return record.read(lines)
    except record.Unreadable as fault:
        raise Unusable(f"{file}:{fault.line}: {put(fault.says, 'en')}{otherwise}") from fault
    except OSError as fault:
        raise Unusable(f"{file}: {fault.strerror}") from fault


def _say_faults(table: str, faults: Sequence[Any]) -> None:
    from dragoman.tongues.saying import put

    for fault in faults:
        click.echo(f"{table}: {put(fault, 'en')}")


# --- a demonstration ---


@click.command()
@click.option("--folder", metavar="FOLDER", default="var/demo", show_default=True, help="Where all of it is kept.")
@click.option("--port", type=click.IntRange(1, 65535), default=8000, show_default=True)
@click.option("--prepare", is_flag=True, help="Prepare it and print the links, and serve nothing.")
def demo(folder: str, port: int, prepare: bool) -> None:
    """A demonstration in a folder of its own: a game at an interesting moment, a finished one, and links to sign in."""
    for name in [name for name in os.environ if name.startswith("DRAGOMAN_") or name == "DATABASE_URL"]:
        del os.environ[name]  # nothing of a demonstration is for another host
    from dragoman.keeper import demonstrating

    if not prepare and not demonstrating.is_free(port):
        other = port + 1 if port < 65535 else port - 1
        raise Unusable(
            f"port {port} is taken on this machine; name another: `dragoman demo --port {other}`, or, where the "
            f"Makefile is, `make serve PORT={other}`"
        )
    settings = demonstrating.written_settings(Path(folder), port)
    wake(str(settings))
    migrate()
    demonstrating.load()
    for line in demonstrating.links():
        click.echo(line)
    if not prepare:
        from dragoman.keeper import serving

        _serve(serving.Server("127.0.0.1", port))
