"""Whether all is well with a host: each thing looked at gives a finding that says what was seen and what to do."""

from __future__ import annotations

import os
import smtplib
import stat
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from shutil import disk_usage
from tempfile import TemporaryFile

from django.db import DatabaseError, connection, transaction
from django.db.models import Q

from dragoman import assembly
from dragoman.keeper.hosting import Unusable, database_history, pending_migrations
from dragoman.people.addresses import NoAddress, normalised
from dragoman.people.models import Person
from dragoman.people.speaking import TOKEN_LETTERS
from dragoman.post.carrier import sender
from dragoman.post.door import shown
from dragoman.referee.hearing import LONGEST_NAME
from dragoman.sandbox.process import available, filtered
from dragoman.settings import Sending, settings_file, slips
from dragoman.store.edge import BadClockFile
from dragoman.store.models import Incoming, Served, Table

LATE = timedelta(minutes=10)
MEGABYTE = 1024 * 1024
LEAST_FREE = 50 * MEGABYTE
"""Less than that on the disk is as good as none: a day's mail fills it."""

MOST_NAMED = 5
"""Of letters that were given up, how many games and reasons are named."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What was looked at, whether it is well, and what was seen. `doubtful`: it is no fault, but may not be meant."""

    what: str
    well: bool
    says: str
    doubtful: bool = False


def findings() -> Iterator[Finding]:
    """Everything, in the order in which one thing rests on another."""
    looks: tuple[Callable[[], Finding], ...] = (
        _settings, _address, _database, _room, _clock, _openers, _sending, _receiving, _outbox, _inbox, _tables,
        _decisions, _code,
    )  # fmt: skip
    for look in looks:
        finding = look()
        yield finding
        if look in (_database, _room) and not finding.well:
            return


def _code() -> Finding:
    """Whether code that players of Nomic adopt is run here, and how well it is shut in. None of it is a fault."""
    if not assembly.house().games.code or not available():
        return Finding("code", True, "code that players of Nomic adopt is not run here, but left to their Judge")
    if not filtered():
        return Finding("code", True, "adopted code runs in a worker without rights; no filter of calls here")
    return Finding("code", True, "adopted code runs in a worker without rights, behind a filter of calls")


def _settings() -> Finding:
    path = settings_file(os.environ)
    if not assembly.house().set_up:
        return Finding("settings", False, "no settings were found; run `dragoman setup`")
    if slip := next(slips(os.environ), None):
        return Finding("settings", False, f"{slip[0]} in the environment sets nothing; did you mean {slip[1]}?")
    if path is None:
        return Finding("settings", True, "from the environment alone")
    if not assembly.house().host.secret:
        return Finding("settings", False, f"{path}: host.secret is empty; `dragoman setup` makes one")
    if stat.S_IMODE(path.stat().st_mode) & 0o077:
        return Finding("settings", False, f"{path} holds secrets and can be read by others; chmod 600 it")
    return Finding("settings", True, str(path.absolute()))


def _address() -> Finding:
    address = assembly.house().host.address
    try:
        local = normalised(address).rpartition("@")[0]
    except NoAddress:
        return Finding("address", False, f"host.address: “{address}” is no address")
    longest = len(f"{local}++") + LONGEST_NAME + TOKEN_LETTERS
    if longest > 64:  # RFC 5321 4.5.3.1.1
        return Finding("address", False, f"“{local}” is too long: with a game's name and a token it passes 64 letters")
    return Finding("address", True, f"{address}; replies come to {local}+GAME+TOKEN, so the part after + must be kept")


def _database() -> Finding:
    try:
        begun, later = database_history()
        pending = pending_migrations()
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except (DatabaseError, Unusable) as fault:
        return Finding("database", False, str(fault))
    if not begun:
        says = f"nothing is in {_database_name()}; `dragoman setup` begins a host there, database.url names another"
        return Finding("database", False, says)
    if later:
        says = f"{connection.vendor}; a later version has been at it ({', '.join(later)}): bring this one up to date"
        return Finding("database", True, says)
    if pending:
        return Finding("database", False, "it is older than this version; run `dragoman setup`")
    return Finding("database", True, f"{connection.vendor}, up to date")


def _room() -> Finding:
    """Whether something can be written down here: a letter that cannot be kept is refused."""
    try:
        with transaction.atomic():
            Served.objects.create(address=f"check/{os.urandom(16).hex()}", digest="", changed_at=assembly.clock().now())
        Served.objects.filter(address__startswith="check/").delete()
    except (DatabaseError, BadClockFile) as fault:
        return Finding("room", False, f"nothing can be written into the database: {' '.join(str(fault).split())}")
    folder = Path(_database_name()).parent if connection.vendor == "sqlite" else assembly.house().path("")
    try:
        free = disk_usage(folder).free
    except OSError:
        return Finding("room", True, "the database can be written")
    if free < LEAST_FREE:
        return Finding("room", False, f"the disk under {folder} has only {free // MEGABYTE} MB free")
    return Finding("room", True, f"the database can be written; {free // MEGABYTE} MB are free under {folder}")


def _openers() -> Finding:
    """Whether anybody may open a game, and is told when something goes wrong."""
    host, games = assembly.house().host, assembly.house().games
    listed = games.open == "everyone" or games.openers or host.keeper
    if not listed and not Person.objects.filter(Q(may_open=True) | Q(keeper=True)).exists():
        says = "nobody may open games: host.keeper and games.openers are empty, and games.open is “listed”"
        return Finding("keeper", True, f"{says}; `dragoman setup --set host.keeper=…` names one", doubtful=True)
    if not host.keeper:
        says = "host.keeper is empty: nobody is written to when something goes wrong; `dragoman setup` asks for it"
        return Finding("keeper", True, says, doubtful=True)
    return Finding("keeper", True, host.keeper)


def _database_name() -> str:
    """Where it is, without the password."""
    return str(connection.settings_dict["NAME"])


def _clock() -> Finding:
    try:
        now = assembly.clock().now()
    except BadClockFile as fault:
        return Finding("clock", False, str(fault))
    held = assembly.heart().held()
    if held is not None:
        says = f"no clock strikes since {held.since.isoformat()}: the time went {held.why}"
        return Finding("clock", False, f"{says}; if it is right now, `dragoman check --let-go` lets the tables go on")
    return Finding("clock", True, now.isoformat(timespec="seconds"))


def _sending() -> Finding:
    sending = assembly.house().sending
    match sending.how:
        case "none":
            return Finding("sending", False, "no letter leaves this host; `dragoman setup` asks how they are to")
        case "folder":
            folder = assembly.house().path(sending.folder)
            wrong = _unwritable(folder)
            said = f"letters go into {folder}" + (f", which cannot be written: {wrong}" if wrong else "")
            return Finding("sending", not wrong, said)
        case "provider":
            return _way(sending, f"letters go by {sending.provider}")
        case "smtp":
            way = _way(sending, "")
            if not way.well:
                return way
            return _server(sending.host, sending.port, sending.security, sending.user, sending.password)


def _unwritable(folder: Path) -> str:
    """Why no file can be written into a folder, which may be still to be made; empty if one can."""
    there = next((each for each in (folder, *folder.parents) if each.exists()), folder)
    try:
        with TemporaryFile(dir=there) as file:
            file.write(b"\0" * 4096)
            file.flush()
            os.fsync(file.fileno())
    except OSError as fault:
        return (fault.strerror or str(fault)).lower()
    return ""


def _way(sending: Sending, says: str) -> Finding:
    """Whether there is such a way at all: a provider that is known, a key that signs."""
    try:
        sender(sending)
    except ValueError as fault:
        return Finding("sending", False, str(fault))
    return Finding("sending", True, says)


def _server(host: str, port: int, security: str, user: str, password: str) -> Finding:
    """Go to the mail server and come back, sending nothing."""
    try:
        kind = smtplib.SMTP_SSL if security == "tls" else smtplib.SMTP
        with kind(host, port, timeout=15) as server:
            if security == "starttls":
                server.starttls()
            if user:
                server.login(user, password)
            server.noop()
    except smtplib.SMTPAuthenticationError:
        return Finding("sending", False, f"{host}:{port} does not know this name and password")
    except (OSError, smtplib.SMTPException) as fault:
        return Finding("sending", False, f"{host}:{port}: {fault}")
    return Finding("sending", True, f"{host}:{port} takes letters")


def _receiving() -> Finding:
    receiving = assembly.house().receiving
    if receiving.how == "none":
        return Finding("receiving", True, "no letter comes to this host; its games are played on its pages alone")
    if receiving.how in ("smtp", "lmtp"):
        try:
            shown(receiving)
        except OSError as fault:
            return Finding("receiving", False, f"receiving.certificate: {fault.filename}: {fault.strerror}")
        return Finding("receiving", True, f"{receiving.how.upper()} at {receiving.listen} while it is served")
    return _mailbox()


def _mailbox() -> Finding:
    from imap_tools import MailboxLoginError

    from dragoman.post.mailbox import opened

    at = assembly.house().receiving
    try:
        with opened(at, 15):
            return Finding("receiving", True, f"the mailbox {at.folder} at {at.host}, every {at.seconds} s")
    except MailboxLoginError:
        return Finding("receiving", False, f"{at.host} does not know this name and password")
    except OSError as fault:
        return Finding("receiving", False, f"{at.host}:{at.port}: {fault}")


def _outbox() -> Finding:
    waiting, given_up = assembly.outbox().count()
    says = f"{waiting} letters wait to be sent, {given_up} were given up"
    if not given_up:
        return Finding("outbox", True, says)
    kinds = Counter((each.table or "the host itself", each.fault) for each in assembly.outbox().given_up())
    named = [f"{count} of {of} ({why or 'no reason is known'})" for (of, why), count in kinds.most_common(MOST_NAMED)]
    rest = given_up - sum(count for _, count in kinds.most_common(MOST_NAMED))
    told = "; ".join((*named, *([f"{rest} more"] if rest > 0 else [])))
    says += f": {told}. `dragoman outbox` lists them, and has them tried again or dropped"
    return Finding("outbox", False, says)


def _inbox() -> Finding:
    counted = assembly.inbox().count()
    said = ", ".join(f"{counted.get(state, 0)} {state}" for state in Incoming.State.values)
    return Finding("inbox", not counted.get(Incoming.State.FAULT, 0), said)


def _decisions() -> Finding:
    """What games leave to whoever keeps the host (Diplomacy: reviews, VIII.4)."""
    waiting = [f"{name}: {matter}" for name, matter in assembly.left_to_keeper()]
    if waiting:
        says = f"these wait for you, as the house rules have it: {', '.join(waiting)}; `dragoman say GAME --as gm "
        return Finding("decisions", False, f"{says}errors` shows them, and what to write")
    return Finding("decisions", True, "nothing waits for you")


def _tables() -> Finding:
    late = list(assembly.ledger().due(assembly.clock().now() - LATE))
    count = Table.objects.count()
    if late:
        return Finding(
            "tables", False, f"{count}, of which these should have moved on: {', '.join(late)}; is a server up?"
        )
    return Finding("tables", True, str(count))
