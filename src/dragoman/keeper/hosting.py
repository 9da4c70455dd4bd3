"""The keeper's commands for a host: set it up, serve it, look after it, and take games out and in.

Nothing here decides anything about a game. Django is woken inside each command, so that naming them loads nothing.
"""

from __future__ import annotations

import importlib
import os
import secrets
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click
from django.core.exceptions import ImproperlyConfigured


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


def migrate() -> None:
    """Bring the database to the form that this version wants."""
    from django.core.management import call_command
    from django.db import DatabaseError

    try:
        call_command("migrate", verbosity=0, interactive=False)
    except DatabaseError as fault:
        raise Unusable(f"the database cannot be reached: {' '.join(str(fault).split())}") from fault


def settings_option(command: Callable[..., Any]) -> Callable[..., Any]:
    return click.option("--settings", metavar="FILE", help="The settings file, if it is not found by itself.")(command)


# --- set up ---

Values = dict[str, dict[str, Any]]

QUESTIONS = (
    ("host.address", "The address at which letters reach this host"),
    ("host.url", "The address of its pages"),
    ("host.keeper", "Your own address, as its keeper and first game master"),
    ("host.lang", "The language of letters to people who have chosen none (en, fi)"),
    ("host.zone", "Their time zone"),
    ("database.url", "The database"),
    ("sending.how", "How letters leave: smtp, folder or none"),
    ("sending.host", "  the mail server that takes them"),
    ("sending.port", "  its port"),
    ("sending.security", "  how the way there is kept secret: starttls, tls or none"),
    ("sending.user", "  your name there (empty: none is needed)"),
    ("sending.password", "  your password there"),
    ("receiving.how", "How letters come: smtp, lmtp, imap or none"),
    ("receiving.listen", "  where to listen for them"),
    ("receiving.host", "  the mailbox's server"),
    ("receiving.port", "  its port"),
    ("receiving.user", "  your name there"),
    ("receiving.password", "  your password there"),
    ("games.open", "Who may open games: everyone, or those who are listed"),
    ("games.openers", "  the addresses of those who may (with commas)"),
    ("web.listen", "Where pages are served"),
    ("web.proxied", "Does a web server of yours stand before it (yes, no)"),
)
"""What is asked, in this order. What begins with blanks is asked only where the answer before it makes it matter."""

LISTS = ("games.openers", "receiving.trusted", "web.names")


@click.command()
@click.option("--settings", metavar="FILE", default="dragoman.toml", show_default=True, help="The file to write.")
@click.option("--set", "given", metavar="KEY=VALUE", multiple=True, help="An answer, such as host.address=… .")
@click.option("--yes", is_flag=True, help="Ask nothing: take what is given, what stands there, or what is usual.")
def setup(settings: str, given: Sequence[str], yes: bool) -> None:
    """Set this host up, or change how it is set up.

    Asks what it must know and writes the settings file; what stands there already is offered as the answer. Brings the
    database up to date, and makes the keeper somebody who may open games. Running it again does no harm.
    """
    values = _standing(Path(settings))
    known = set()
    for each in given:
        known.add(_answer(values, each))
    if not yes and sys.stdin.isatty():
        _ask(values, known)
    values["host"]["secret"] = values["host"]["secret"] or secrets.token_urlsafe(32)
    _write(Path(settings), values)
    wake(settings)
    migrate()
    _enter_keeper()
    click.echo(f"{settings} is written and the database is ready. Next: dragoman check --settings {settings}")


def _standing(path: Path) -> Values:
    """The settings as they stand, or as they usually are."""
    import msgspec

    try:
        from dragoman.settings import SECTIONS, read_house

        house = read_house(path if path.exists() else None, {})
    except ImproperlyConfigured as fault:
        raise Unusable(str(fault)) from fault
    return {section: msgspec.structs.asdict(getattr(house, section)) for section in SECTIONS}


def _answer(values: Values, text: str) -> str:
    """Take an answer in the form KEY=VALUE. Raises Unusable where there is no such key."""
    name, equals, value = text.partition("=")
    section, _, key = name.partition(".")
    if not equals or key not in values.get(section, {}) or name == "host.secret":
        raise Unusable(f"--set {name}: there is no such setting; write section.key=value, such as host.address=a@b.org")
    _put(values, name, value)
    return name


def _put(values: Values, name: str, value: str) -> None:
    section, _, key = name.partition(".")
    parts = tuple(part.strip() for part in value.split(",") if part.strip())
    if isinstance(values[section][key], bool):
        value = {"yes": "true", "no": "false"}.get(value.strip().lower(), value)
    values[section][key] = parts if name in LISTS else value.strip()


def _ask(values: Values, known: set[str]) -> None:
    for name, question in QUESTIONS:
        if name in known or (question.startswith(" ") and not _matters(values, name)):
            continue
        section, _, key = name.partition(".")
        standing = values[section][key]
        shown = ", ".join(standing) if isinstance(standing, tuple) else _yes_no(standing)
        hidden = key == "password"
        _put(values, name, click.prompt(question, default=shown, hide_input=hidden, show_default=not hidden, type=str))


def _yes_no(value: object) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _matters(values: Values, name: str) -> bool:
    """Whether a question has a meaning, given the answers before it."""
    section, _, key = name.partition(".")
    match section, key:
        case "sending", _:
            return bool(values["sending"]["how"] == "smtp")
        case "receiving", "listen":
            return values["receiving"]["how"] in ("smtp", "lmtp")
        case "receiving", _:
            return bool(values["receiving"]["how"] == "imap")
        case _:
            return bool(values["games"]["open"] == "listed")


def _write(path: Path, values: Values) -> None:
    """Write the file whole or not at all, for its owner's eyes alone. Raises Unusable for answers without sense."""
    import msgspec

    from dragoman.settings import House, written

    try:
        house = msgspec.convert(values, House, strict=False)
    except msgspec.ValidationError as fault:
        raise Unusable(f"that answer cannot be used: {fault}") from fault
    problems = list(_senseless(house))
    if problems:
        raise Unusable("; ".join(problems))
    path.absolute().parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(path.name + ".new")
    with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
        file.write(written(house))
    beside.replace(path)


def _senseless(house: Any) -> Sequence[str]:
    """What is wrong with settings that each by itself could be right."""
    from urllib.parse import urlsplit

    from dragoman.game.clock import UnknownZone, zone
    from dragoman.people.addresses import NoAddress, normalised

    wrong = []
    for name, address in (("host.address", house.host.address), ("host.keeper", house.host.keeper)):
        try:
            if address or name == "host.address":
                normalised(address)
        except NoAddress:
            wrong.append(f"{name}: “{address}” is no address")
    try:
        zone(house.host.zone)
    except UnknownZone:
        wrong.append(f"host.zone: there is no time zone “{house.host.zone}”; write it as Europe/Helsinki")
    if urlsplit(house.host.url).scheme not in ("http", "https") or not urlsplit(house.host.url).hostname:
        wrong.append(f"host.url: “{house.host.url}” is no address of pages; write it as https://games.example.org")
    for name, listen in (("web.listen", house.web.listen), ("receiving.listen", house.receiving.listen)):
        if "/" not in listen and not listen.rpartition(":")[2].isdecimal():
            wrong.append(f"{name}: “{listen}” is no place to listen; write it as 127.0.0.1:8000")
    return wrong


def _enter_keeper() -> None:
    """Make the keeper somebody who may open games. Their address is verified when they first sign in by it."""
    from dragoman import assembly
    from dragoman.people.models import Person

    keeper = assembly.house().host.keeper
    if keeper:
        host = assembly.house().host
        person = assembly.register().introduce(keeper, assembly.clock().now(), host.lang, host.zone)
        Person.objects.filter(id=person).update(keeper=True, may_open=True)


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
    wake_set_up(settings, clock)
    from dragoman import assembly
    from dragoman.keeper import serving

    where = listen or assembly.house().web.listen
    host, _, own_port = where.rpartition(":")
    _run(serving.Server(host or "127.0.0.1", port or int(own_port)).run)


@click.command()
@settings_option
@click.option("--clock", metavar="FILE", help="Take the time and all chance from this file (now, seed).")
def work(settings: str | None, clock: str | None) -> None:
    """Work beside a server: hear letters, strike clocks, send what is told; serve no pages and open no door."""
    wake_set_up(settings, clock)
    from dragoman.keeper import serving

    _run(serving.Work().run)


def _run(run: Callable[[], None]) -> None:
    try:
        run()
    except OSError as fault:
        raise Unusable(f"cannot serve: {fault.strerror or fault}") from fault


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
        click.echo(f"{'ok   ' if finding.well else 'FAULT'} {finding.what}: {finding.says}")
    sys.exit(1 if faults else 0)


# --- records ---


@click.command()
@settings_option
@click.argument("game")
@click.option("-o", "--output", metavar="FILE", default="-", help="Where to write; standard output if left out.")
def export(settings: str | None, game: str, output: str) -> None:
    """Write a game's whole record: every event, with the salts and seals that prove it. It names no person."""
    wake_set_up(settings)
    from dragoman.referee import record

    found = _recorded(game)
    with click.open_file(output, "wb") as file:
        for line in record.write(found):
            file.write(line)


@click.command("import")
@settings_option
@click.argument("file")
def import_(settings: str | None, file: str) -> None:
    """Take in a game that `export` wrote. A record that is not whole is refused, and so is a name that is taken."""
    wake_set_up(settings)
    from dragoman import assembly
    from dragoman.referee import record
    from dragoman.referee.ports import Stale
    from dragoman.referee.table import fold

    found = _read_record(file)
    faults = record.verify(found, assembly.games())
    if faults:
        _say_faults(found.table, faults)
        sys.exit(1)
    game = assembly.games()[found.game]
    state = fold(game, (game.decode_event(entry.data) for entry in found.entries))
    try:
        assembly.ledger().restore(found.table, found.game, found.entries, game.due(state), game.seats(state))
    except Stale:
        click.echo(f"{found.table}: there is a game of that name already", err=True)
        sys.exit(1)
    click.echo(f"{found.table}: {len(found.entries)} events taken in")


@click.command()
@settings_option
@click.argument("game_or_file")
def verify(settings: str | None, game_or_file: str) -> None:
    """Check a game, or a file of one: that its chain is whole, and that its events can be read and folded."""
    in_file = Path(game_or_file).is_file()
    (wake if in_file else wake_set_up)(settings)
    from dragoman import assembly
    from dragoman.referee import record
    from dragoman.referee.table import fold

    found = _read_record(game_or_file) if in_file else _recorded(game_or_file)
    faults = record.verify(found, assembly.games())
    if faults:
        _say_faults(found.table, faults)
        sys.exit(1)
    game = assembly.games()[found.game]
    fold(game, (game.decode_event(entry.data) for entry in found.entries))
    click.echo(f"{found.table}: {len(found.entries)} events, chain whole, seal {found.entries[-1].seal.hex()}")


def _recorded(name: str) -> Any:
    """A table's record out of the ledger. Raises Unusable where there is no such table."""
    from dragoman import assembly
    from dragoman.referee.ports import UnknownTable
    from dragoman.referee.record import Record

    try:
        return Record(name, *assembly.ledger().record(name))
    except UnknownTable:
        raise Unusable(f"{name}: there is no game of that name here, nor a file") from None


def _read_record(file: str) -> Any:
    from dragoman.referee import record
    from dragoman.tongues.saying import put

    try:
        with click.open_file(file, "rb") as lines:
            return record.read(lines)
    except record.Unreadable as fault:
        raise Unusable(f"{file}: line {fault.line}: {put(fault.says, 'en')}") from fault
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
    from dragoman.keeper import demonstrating

    settings = demonstrating.written_settings(Path(folder), port)
    wake(str(settings))
    migrate()
    demonstrating.load()
    for line in demonstrating.links():
        click.echo(line)
    if not prepare:
        serving = importlib.import_module("dragoman.keeper.serving")
        _run(serving.Server("127.0.0.1", port).run)
