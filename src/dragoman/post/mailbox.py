"""A mailbox elsewhere is looked into now and then (IMAP, RFC 9051), for hosts that no mail server can reach.

A letter is marked as seen only after it is stored here; one that was stored and not marked is known when met again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from imap_tools import AND, BaseMailBox, MailBox, MailBoxStartTls, MailBoxUnencrypted, MailMessageFlags

from dragoman.post.carrier import trust
from dragoman.post.door import take
from dragoman.post.reading import LARGEST
from dragoman.settings import Receiving

TIMEOUT = 60
AT_ONCE = 50

Store = Callable[[bytes], object]


def look(receiving: Receiving, store: Store | None = None) -> int:
    """Take in what is new in the mailbox, oldest first; how many letters that were.

    Raises OSError or imap_tools' errors if the mailbox cannot be reached.
    """
    with opened(receiving, TIMEOUT) as box:
        return take_in(box, store or _store)


@contextmanager
def opened(receiving: Receiving, timeout: float) -> Iterator[BaseMailBox]:
    """The mailbox, with its folder open. Raises OSError and imap_tools' errors."""
    box: BaseMailBox
    match receiving.security:
        case "tls":
            box = MailBox(receiving.host, receiving.port, timeout=timeout, ssl_context=trust(receiving.host))
        case "starttls":
            box = MailBoxStartTls(receiving.host, receiving.port, timeout=timeout, ssl_context=trust(receiving.host))
        case "none":
            box = MailBoxUnencrypted(receiving.host, receiving.port, timeout=timeout)
    try:
        box.login(receiving.user, receiving.password, receiving.folder)
    except Exception:
        box.client.shutdown()  # nobody else closes what was never logged in to
        raise
    with box:
        yield box


def take_in(box: BaseMailBox, store: Store) -> int:
    """The same for a mailbox that is open."""
    new = sorted(box.uids(AND(seen=False)), key=int)[:AT_ONCE]
    for uid in new:
        raw = _raw(box, uid)
        if raw is not None:
            store(raw)
            box.flag(uid, MailMessageFlags.SEEN, True)
    return len(new)


def _raw(box: BaseMailBox, uid: str) -> bytes | None:
    """The bytes of a letter as they lie there, without marking it; None if it is gone meanwhile. Of a monster only so
    much is fetched that it is known as one, and its sender told."""
    _, parts = box.client.uid("fetch", uid, f"(BODY.PEEK[]<0.{LARGEST + 1}>)")
    return next((bytes(part[1]) for part in parts if isinstance(part, tuple)), None)


def _store(raw: bytes) -> bool:
    return take(raw, None, (), measured=False)
