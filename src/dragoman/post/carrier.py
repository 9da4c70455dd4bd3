"""Letters leave here: to the next mail server, or into a folder as files. Whoever calls keeps them till they are taken.

A letter that the next server will never take is told apart from one that may be taken later (RFC 5321 4.2.1).
"""

from __future__ import annotations

import os
import re
import smtplib
import ssl
from collections.abc import Callable
from email.message import EmailMessage
from pathlib import Path
from threading import Lock

from dragoman import assembly
from dragoman.people.addresses import NoAddress
from dragoman.post.replies import message
from dragoman.post.signatures import signed
from dragoman.settings import Sending

Send = Callable[[assembly.Despatch], None]
"""Hands one letter to the next server. Raises NotTaken."""

TIMEOUT = 60
LONGEST_CONNECTION = 100


class NotTaken(Exception):
    """The next server did not take a letter; `for_good` if it never will; `unknown` is the address of a reader it
    does not know."""

    def __init__(self, why: str, for_good: bool = False, unknown: str = "") -> None:
        super().__init__(why)
        self.for_good = for_good
        self.unknown = unknown


def sender(sending: Sending) -> Send:
    """The way by which letters leave this host, as its settings say. Raises ValueError where they make no sense."""
    match sending.how:
        case "smtp":
            return Relay(sending).send
        case "provider":
            from dragoman.post.providers import Provider  # an extra, needed here alone

            return Provider(sending).send
        case "folder":
            return Folder(assembly.house().path(sending.folder)).send
        case "none":
            return nowhere


def nowhere(despatch: assembly.Despatch) -> None:
    """Nothing leaves a host that has not been told how. Raises NotTaken."""
    raise NotTaken("no way is set by which letters leave this host")


def written(despatch: assembly.Despatch) -> EmailMessage:
    """The letter itself. Raises NotTaken for an address that no letter can bear."""
    try:
        return message(despatch, assembly.house().host.address)
    except NoAddress as fault:
        raise NotTaken("no letter can be written to this address", for_good=True) from fault


class Folder:
    """A folder of `.eml` files, one for each letter; a repetition writes the same file again."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def send(self, despatch: assembly.Despatch) -> None:
        letter = written(despatch)
        name = f"{despatch.posted_at:%Y%m%dT%H%M%S}-{re.sub(r'[^0-9a-f]', '', letter['Message-ID'])[:16]}.eml"
        try:
            self._path.mkdir(parents=True, exist_ok=True)
            unfinished = self._path / f".{name}.{os.getpid()}"
            unfinished.write_bytes(letter.as_bytes())
            unfinished.replace(self._path / name)
        except OSError as fault:
            raise NotTaken(f"the folder for letters: {fault}") from fault


class Relay:
    """The mail server that takes our letters. One connection serves many letters; a broken one is made anew.

    Raises ValueError where letters are to be signed and the key is missing or none.
    """

    def __init__(self, sending: Sending) -> None:
        self._sending = sending
        self._server: smtplib.SMTP | None = None
        self._used = 0
        self._lock = Lock()
        self._key = dkim_key(sending) if sending.dkim_selector else b""

    def send(self, despatch: assembly.Despatch) -> None:
        letter = written(despatch)
        raw = self._signed(letter.as_bytes())
        options = () if despatch.to.isascii() else ("SMTPUTF8", "BODY=8BITMIME")
        with self._lock:
            try:
                server = self._connected()
                if options and not server.has_extn("smtputf8"):
                    raise smtplib.SMTPNotSupportedError("the next server takes no address in other than ASCII letters")
                server.sendmail(despatch.returns_to or assembly.house().host.address, [despatch.to], raw, options)
            except (OSError, smtplib.SMTPException) as fault:
                raise self._not_taken(fault) from fault

    def _signed(self, raw: bytes) -> bytes:
        domain = assembly.house().host.address.rpartition("@")[2]
        return signed(raw, domain, self._sending.dkim_selector, self._key) if self._key else raw

    def _connected(self) -> smtplib.SMTP:
        if self._server is not None and (self._used >= LONGEST_CONNECTION or not self._alive(self._server)):
            self.leave()
        if self._server is None:
            self._server, self._used = self._connect(), 0
        self._used += 1
        return self._server

    @staticmethod
    def _alive(server: smtplib.SMTP) -> bool:
        try:
            return server.rset()[0] == 250
        except (OSError, smtplib.SMTPException):
            return False

    def _connect(self) -> smtplib.SMTP:
        at = self._sending
        server: smtplib.SMTP
        if at.security == "tls":
            server = smtplib.SMTP_SSL(at.host, at.port, timeout=TIMEOUT, context=trust(at.host))
        else:
            server = smtplib.SMTP(at.host, at.port, timeout=TIMEOUT)
        try:
            if at.security == "starttls":
                server.starttls(context=trust(at.host))
            if at.user:
                server.login(at.user, at.password)
        except (OSError, smtplib.SMTPException):
            server.close()
            raise
        return server

    def leave(self) -> None:
        """End the connection; the next letter makes a new one."""
        if self._server is not None:
            try:
                self._server.quit()
            except (OSError, smtplib.SMTPException):
                self._server.close()
        self._server = None

    def _not_taken(self, fault: OSError | smtplib.SMTPException) -> NotTaken:
        """What a fault means for the letter: only a no to this very letter or its reader is for good."""
        match fault:
            case smtplib.SMTPRecipientsRefused():
                (reader, (code, said)), *_ = fault.recipients.items()
                for_good = 500 <= code < 600
                return NotTaken(_said(code, said), for_good, reader if for_good else "")
            case smtplib.SMTPDataError() | smtplib.SMTPNotSupportedError():
                code = getattr(fault, "smtp_code", 550)
                return NotTaken(_said(code, getattr(fault, "smtp_error", fault)), for_good=500 <= code < 600)
            case _:
                self.leave()
                return NotTaken(f"{type(fault).__name__}: {fault}")


def dkim_key(sending: Sending) -> bytes:
    """The key with which letters are signed. Raises ValueError."""
    path = assembly.house().path(sending.dkim_key)
    try:
        key = path.read_bytes()
    except OSError as fault:
        raise ValueError(f"sending.dkim_key: {fault}; `dragoman dkim` makes one") from fault
    signed(b"From: a@example.org\r\n\r\n", "example.org", sending.dkim_selector, key)
    return key


def trust(host: str) -> ssl.SSLContext:
    """Whom to believe: whoever the system believes; a server on this very machine bears a certificate of its own."""
    context = ssl.create_default_context()
    if host in ("localhost", "127.0.0.1", "::1"):
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


def _said(code: int, said: object) -> str:
    text = said.decode("utf-8", "replace") if isinstance(said, bytes) else str(said)
    return f"{code} {' '.join(text.split())}"[:300]
