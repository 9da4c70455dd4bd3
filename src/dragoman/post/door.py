"""The door through which letters come from mail servers: SMTP (RFC 5321) or LMTP (RFC 2033).

It takes letters for our own addresses alone, and says 250 only when a letter is stored for good. What is in a letter is
nothing to it.
"""

from __future__ import annotations

import asyncio
import errno
import logging
import ssl
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from email.parser import BytesHeaderParser
from email.policy import compat32
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from aiosmtpd.controller import BaseThreadedController, Controller, UnixSocketController
from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP, Session
from aiosmtpd.smtp import Envelope as Delivery
from django.db import DatabaseError, close_old_connections, connections

from dragoman import assembly
from dragoman.post.addresses import Mailbox
from dragoman.post.headers import addresses, identifiers, raw_value
from dragoman.post.origins import found, origin_of
from dragoman.post.reading import LARGEST, read
from dragoman.post.signatures import stamped
from dragoman.settings import Receiving
from dragoman.store.models import Table

log = logging.getLogger("dragoman.door")

MOST_RECIPIENTS = 50
TIMEOUT = 120
OPENING = 120.0
"""Seconds that a door is given to open: on a busy machine a thread may have to wait long for its turn."""

HEAD = 200_000
"""Bytes at the beginning of a letter in which its own headers must stand."""

TOGETHER, MOST_BYTES = 50, 4 * 1024 * 1024
"""Letters that are stored at once, and how many bytes of them are enough."""

MOST_KNOWN = 10_000
"""Addresses of ours that are remembered."""

T = TypeVar("T")


class Doorkeeper:
    """Answers a mail server, step by step. `arrived` is called after a letter is stored. `checking`: signatures are
    checked here, and what was found is written on top of the letter.

    LMTP wants an answer for each recipient after a letter, SMTP one in all (RFC 2033 4.2).
    """

    def __init__(self, arrived: Callable[[], None], lmtp: bool = False, checking: bool = False) -> None:
        self._arrived = arrived
        self._lmtp = lmtp
        self._checking = checking
        self._intake = Intake()
        self._known: set[str] = set()

    def close(self) -> None:
        """Store what has come; no letter is taken after that."""
        self._intake.close()

    async def handle_RCPT(
        self, server: SMTP, session: Session, envelope: Delivery, address: str, options: list[str]
    ) -> str:
        if address not in self._known:
            refusal = await _in_thread(refused, address)
            if refusal:
                return refusal
            self._remember(address)
        if len(envelope.rcpt_tos) >= MOST_RECIPIENTS:
            return "452 4.5.3 too many recipients"
        envelope.rcpt_tos.append(address)
        envelope.rcpt_options.extend(options)
        return "250 2.1.5 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Delivery) -> str:
        content, recipients = envelope.original_content or b"", tuple(envelope.rcpt_tos)
        try:
            if self._checking:
                content = await _in_thread(self._seen, content, session, envelope.mail_from or "")
            new = await asyncio.wrap_future(self._intake.bring(Brought(content, envelope.mail_from or "", recipients)))
        except assembly.NoRoom:
            return self._for_each(recipients, "452 4.3.1 there is no room for so much mail today; try again later")
        except DatabaseError:
            log.exception("a letter could not be stored")
            return self._for_each(recipients, "451 4.3.0 it could not be stored; try again later")
        if new:
            self._arrived()
        return self._for_each(recipients, "250 2.0.0 stored" if new else "250 2.0.0 it is here already")

    def _seen(self, content: bytes, session: Session, path: str) -> bytes:
        """The letter with what was found of it on top. By LMTP it is our own mail server that hands it in."""
        came = None if self._lmtp else origin_of(session.peer, session.host_name, path)
        stands = partial(found, came) if came is not None else None
        return stamped(content, Mailbox(assembly.house().host.address).domain, path=path, stands=stands)

    def _remember(self, address: str) -> None:
        """Such addresses stay ours: no game is ever taken away. So they are not looked up again."""
        if len(self._known) >= MOST_KNOWN:
            self._known.clear()
        self._known.add(address)

    def _for_each(self, recipients: tuple[str, ...], said: str) -> str:
        return "\r\n".join([said] * len(recipients)) if self._lmtp else said


@dataclass(frozen=True, slots=True)
class Brought:
    """A letter as a mail server brings it: the bytes, and RFC 5321's sender and recipients."""

    raw: bytes
    sender: str
    recipients: tuple[str, ...]


Place = tuple[Brought, "Future[bool]"]
"""A letter that waits to be stored, and who waits to hear that it is."""


class Intake:
    """Stores letters one after the other, and those that come meanwhile together: the disk is then waited for once for
    all of them. Each sender is told of their own letter, and only once it is stored for good."""

    def __init__(self) -> None:
        self._waiting: deque[Place] = deque()
        self._desk = ThreadPoolExecutor(1, "intake")

    def bring(self, brought: Brought) -> Future[bool]:
        """Have a letter stored. In the end it is known whether it is new; or there is what `receive` raises."""
        told: Future[bool] = Future()
        self._waiting.append((brought, told))
        self._desk.submit(self._store)
        return told

    def close(self) -> None:
        """Store what waits, and end."""
        self._desk.submit(connections.close_all)
        self._desk.shutdown()

    def _store(self) -> None:
        """Store what waits by now; nothing, if it was stored with another before it."""
        places: list[Place] = []
        size = 0
        while self._waiting and len(places) < TOGETHER and size < MOST_BYTES:
            brought, told = self._waiting.popleft()
            if told.set_running_or_notify_cancel():  # else its sender has gone, without having heard that it is taken
                places.append((brought, told))
                size += len(brought.raw)
        if not places:
            return
        try:
            self._stored(places)
        except Exception as fault:
            if len(places) == 1:
                places[0][1].set_exception(fault)
                return
            for place in places:  # by itself each shows whether it can be stored
                self._alone(place)

    def _stored(self, places: Sequence[Place]) -> None:
        try:
            took = assembly.receive_all([_came(each.raw, each.sender, each.recipients) for each, _ in places])
        finally:
            close_old_connections()
        for (_, told), new in zip(places, took, strict=True):
            if isinstance(new, assembly.NoRoom):
                told.set_exception(new)
            else:
                told.set_result(new)

    def _alone(self, place: Place) -> None:
        try:
            self._stored([place])
        except Exception as fault:
            place[1].set_exception(fault)


async def _in_thread(deed: Callable[..., T], *args: object) -> T:
    """Do something that waits for the database, and hold up no other connection meanwhile."""
    return await asyncio.get_running_loop().run_in_executor(None, deed, *args)


def refused(address: str) -> str:
    """What to answer a server that has a letter for that address; empty if it may come.

    A game's own address must be a game's, or whoever guesses addresses would fill the inbox. Under the mailbox any name
    may come, for a slip of the pen there is to be answered by letter.
    """
    ours = Mailbox(assembly.house().host.address).ours(address)
    if ours is None:
        return "550 5.1.1 no such mailbox here"
    try:
        if ours.certain or _exists(ours.table):
            return ""
        return f"550 5.1.1 there is no game called {ours.table} here"
    except DatabaseError:
        log.exception("an address could not be looked up")
        return "451 4.3.0 it could not be looked up; try again later"


def _exists(table: str) -> bool:
    try:
        return Table.objects.filter(name=table).exists()
    finally:
        close_old_connections()


def take(raw: bytes, sender: str | None, recipients: tuple[str, ...], measured: bool = True) -> bool:
    """Store a letter; once this returns it is not lost. False if it is here already. Raises NoRoom where the letter is
    `measured`: not out of a mailbox, where it would stand in the way of those behind it."""
    try:
        (took,) = assembly.receive_all([_came(raw, sender, recipients, measured)])
    finally:
        close_old_connections()
    if isinstance(took, assembly.NoRoom):
        raise took
    return took


def _came(raw: bytes, sender: str | None, recipients: tuple[str, ...], measured: bool = True) -> assembly.Came:
    writer, identifier = identity(raw)
    return assembly.Came(raw, writer or sender or "", identifier, sender, recipients, measured)


def identity(raw: bytes) -> tuple[str, str]:
    """Who wrote a letter (empty if it says nobody), and its identifier; without one it is read whole to make one."""
    try:
        message = BytesHeaderParser(policy=compat32).parsebytes(raw[:HEAD])
        given, senders = identifiers(raw_value(message, "Message-ID")), addresses(message, "From")
    except Exception:  # whatever else a stranger's bytes bring forth
        given, senders = (), ()
    if not given:
        letter = read(raw)
        return letter.sender.address, letter.message_id
    return (senders[0].address if senders else ""), given[0]


@contextmanager
def open_door(receiving: Receiving, arrived: Callable[[], None]) -> Iterator[None]:
    """Listen for letters while the block runs, where the settings say so."""
    if receiving.how not in ("smtp", "lmtp"):
        yield
        return
    controller = controller_for(receiving, arrived)
    try:
        controller.start()
    except BaseException:
        controller.handler.close()
        raise
    try:
        yield
    finally:
        controller.stop()
        controller.handler.close()


def checks_itself(receiving: Receiving) -> bool:
    """Whether this host's own door checks signatures, and its word in the letter is to be believed."""
    return receiving.dkim and receiving.how in ("smtp", "lmtp")


def controller_for(receiving: Receiving, arrived: Callable[[], None]) -> BaseThreadedController:
    """What listens where the settings say: at a port (`127.0.0.1:8025`), or at a socket in the file system."""
    lmtp = receiving.how == "lmtp"
    keeper = Doorkeeper(arrived, lmtp, checks_itself(receiving))
    options: dict[str, Any] = {
        "data_size_limit": LARGEST, "enable_SMTPUTF8": True, "timeout": TIMEOUT, "ident": "Dragoman",
        "tls_context": shown(receiving), "ready_timeout": OPENING,
    }  # fmt: skip
    host, _, port = receiving.listen.rpartition(":")
    if host and port.isdigit():
        return (_Lmtp if lmtp else _Smtp)(keeper, hostname=host.strip("[]"), port=int(port), **options)
    Path(receiving.listen).unlink(missing_ok=True)  # what a killed server left
    return (_LmtpSocket if lmtp else _SmtpSocket)(keeper, unix_socket=receiving.listen, **options)


def shown(receiving: Receiving) -> ssl.SSLContext | None:
    """What shows who we are to whoever asks for STARTTLS (RFC 3207); None: it is not offered. Raises OSError, naming
    the file."""
    if not receiving.certificate:
        return None
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    path = assembly.house().path
    certificate, key = path(receiving.certificate), path(receiving.key) if receiving.key else None
    for each in filter(None, (certificate, key)):
        each.open("rb").close()
    try:
        context.load_cert_chain(certificate, key)
    except ssl.SSLError as fault:
        raise OSError(errno.EINVAL, "it is no certificate with its key", str(certificate)) from fault
    return context


class _Prompt(BaseThreadedController):
    """Tells at once where it cannot listen, and not only when its patience is at its end."""

    def _run(self, ready_event: threading.Event) -> None:
        super()._run(ready_event)
        if self._thread_exception is not None:  # nobody need wait for it any longer
            self.loop.close()
            self._factory_invoked.set()
            ready_event.set()

    def start(self) -> None:
        try:
            super().start()
        except OSError as fault:
            raise self._thread_exception or fault from None


class _Smtp(_Prompt, Controller):
    pass


class _SmtpSocket(_Prompt, UnixSocketController):
    pass


class _Lmtp(_Prompt, Controller):
    def factory(self) -> SMTP:
        return LMTP(self.handler, **self.SMTP_kwargs)


class _LmtpSocket(_Prompt, UnixSocketController):
    def factory(self) -> SMTP:
        return LMTP(self.handler, **self.SMTP_kwargs)
