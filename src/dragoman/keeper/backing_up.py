"""`dragoman backup` and `dragoman restore`: a host as it stands, into one file and out of it, and proved both times."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dragoman.keeper.hosting import Unusable, migrate, settings_option, wake, wake_set_up

if TYPE_CHECKING:
    from dragoman.keeper.backup import Contents

PASSPHRASE = click.option("--passphrase-file", metavar="FILE", help="A file whose first line is the passphrase.")


@click.command()
@settings_option
@click.option("-o", "--output", metavar="FILE", required=True, help="The file to write; it must not be there yet.")
@PASSPHRASE
@click.option(
    "--with-settings", is_flag=True, help="Put the settings in, too, with the host's secret; needs a passphrase."
)
def backup(settings: str | None, output: str, passphrase_file: str | None, with_settings: bool) -> None:
    """Write all that this host keeps into one file, while it goes on working.

    The file is read again and proved before it bears its name. Without --with-settings, keep the settings file
    elsewhere: without the secret in it, nobody can read the letters and addresses in a backup, not even you.
    """
    wake_set_up(settings)
    from dragoman.keeper import backup as kept

    passphrase, path = _passphrase(passphrase_file), Path(output)
    if with_settings and not passphrase:
        raise Unusable("settings hold secrets: they go only into a backup that is sealed; name a --passphrase-file")
    if path.exists():
        raise Unusable(f"{path}: it is there already, and nothing is written over")
    beside = path.with_name(path.name + ".part")
    try:
        with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            kept.write(file, _head(with_settings), passphrase)
            file.flush()
            os.fsync(file.fileno())
        with beside.open("rb") as file:
            found = kept.contents(file, passphrase)
        os.link(beside, path)  # unlike a renaming, it never takes the place of another file
    except OSError as fault:
        raise Unusable(f"{path}: {fault.strerror or fault}") from fault
    finally:
        beside.unlink(missing_ok=True)
    click.echo(f"{path}: {_told(found)}")


@click.command()
@settings_option
@click.argument("file")
@PASSPHRASE
@click.option("--check", "only", is_flag=True, help="Prove the file, and restore nothing.")
@click.option("--database", metavar="URL", help="With settings out of the backup: the database to restore into.")
def restore(settings: str | None, file: str, passphrase_file: str | None, only: bool, database: str | None) -> None:
    """Put a backup into an empty database, and prove every game in it. What is there is never written over.

    Where the settings file is not there yet, it is written out of the backup, if that holds it.
    """
    from dragoman.keeper import backup as kept

    passphrase = _passphrase(passphrase_file)
    try:
        with Path(file).open("rb") as opened:
            if only:
                wake(settings or os.devnull)
                click.echo(f"{file}: {_told(kept.contents(opened, passphrase))}")
                return
            _restore(opened, passphrase, settings, database)
    except OSError as fault:
        raise Unusable(f"{file}: {fault.strerror or fault}") from fault
    except kept.Unfit as fault:
        raise Unusable(f"{file}: {fault}") from fault


def _restore(opened: Any, passphrase: str, settings: str | None, database: str | None) -> None:
    from dragoman.keeper import backup as kept

    found = kept.contents(opened, passphrase)
    _settings_back(found, settings, database)
    wake(settings)
    from django.conf import settings as django_settings
    from django.db import transaction

    if not django_settings.HOUSE.set_up:
        raise Unusable("this backup holds no settings, and there are none here; name the host's own by --settings")
    if _fingerprint(django_settings.SECRET) != found.head.secret:
        raise Unusable("the settings here have another secret than the host that was backed up: nothing in it could be "
                       "read; restore with that host's settings")  # fmt: skip
    migrate()
    full = [model._meta.label_lower for model in kept.kept_models() if model._default_manager.exists()]
    if full:
        raise Unusable(f"the database is not empty ({', '.join(full)}), and nothing is written over; name another")
    opened.seek(0)
    with transaction.atomic():
        kept.load(opened, passphrase)
        faults = [*_miscounted(found), *_unsound()]
        if faults:
            transaction.set_rollback(True)
    if faults:
        raise Unusable(f"nothing was restored: {'; '.join(faults[:5])}")
    click.echo(f"restored: {_told(found)}")
    click.echo("every game's chain is whole; next: dragoman check, which says whether the tables wait for you")


def _settings_back(found: Contents, settings: str | None, database: str | None) -> None:
    """Write the settings file out of the backup, where there is none and the backup holds it."""
    path = Path(settings or "dragoman.toml")
    if path.exists() or not found.head.settings:
        if database:
            raise Unusable(
                "--database is for settings out of the backup; here, say it in the settings, or by DATABASE_URL"
            )
        return
    import msgspec

    from dragoman.settings import House, written

    values: dict[str, Any] = msgspec.toml.decode(found.head.settings)
    if database:
        values["database"]["url"] = database
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
        file.write(written(msgspec.convert(values, House, strict=False)))
    click.echo(f"{path} is written, out of the backup")


def _miscounted(found: Contents) -> Iterator[str]:
    from dragoman.keeper import backup as kept

    for model in kept.kept_models():
        there, told = model._default_manager.count(), found.rows.get(model._meta.label_lower, 0)
        if there != told:
            yield f"{model._meta.label_lower}: {there} rows of {told}"


def _unsound() -> Iterator[str]:
    """What is wrong with the games: a chain that is broken, or a row that says otherwise than its events."""
    from dragoman import assembly
    from dragoman.referee.record import Record, verify
    from dragoman.store.models import Table
    from dragoman.tongues.saying import put

    for row in Table.objects.order_by("name"):
        record = Record(row.name, *assembly.ledger().record(row.name))
        if len(record.entries) != row.version or record.entries[-1].seal != bytes(row.seal):
            yield f"{row.name}: its events are not those that its row counts"
            continue
        yield from (f"{row.name}: {put(fault, 'en')}" for fault in verify(record, assembly.games()))


def _head(with_settings: bool) -> Any:
    from importlib.metadata import version

    from django.conf import settings

    from dragoman import assembly
    from dragoman.keeper.backup import Head
    from dragoman.settings import written
    from dragoman.store.edge import SystemClock

    text = written(assembly.house()) if with_settings else ""
    return Head(version("dragoman"), SystemClock().now(), _fingerprint(settings.SECRET), text)


def _fingerprint(secret: str) -> str:
    """What tells two secrets apart, and tells nothing of either."""
    from dragoman.people.sealing import HostKeys

    return HostKeys(secret).digest("backup")


def _passphrase(name: str | None) -> str:
    """Raises Unusable for a file that cannot be read, or is empty."""
    if name is None:
        return ""
    try:
        found = Path(name).read_text("utf-8").partition("\n")[0].strip()
    except (OSError, UnicodeDecodeError) as fault:
        raise Unusable(f"{name}: {getattr(fault, 'strerror', None) or 'it is not text'}") from fault
    if len(found) < 12:
        raise Unusable(f"{name}: a passphrase of less than 12 letters keeps nothing secret")
    return found


def _told(found: Contents) -> str:
    rows = found.rows
    return (
        f"a backup of {found.head.made_at:%Y-%m-%d %H:%M:%S} UTC by version {found.head.version}, "
        f"{rows.get('store.table', 0)} games with {rows.get('store.event', 0)} events, "
        f"{sum(rows.values())} rows in all, "
        f"{'sealed, ' if found.sealed else ''}{'with' if found.head.settings else 'without'} settings, "
        f"whole (SHA-256 {found.sha256[:16]}…)"
    )
