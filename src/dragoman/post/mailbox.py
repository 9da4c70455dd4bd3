"""A mailbox elsewhere is looked into now and then (IMAP, RFC 9051), for hosts that no mail server can reach.

A letter is marked as seen only after it is stored here; one that was stored and not marked is known when met again.
"""

from __future__ import annotations

from collections.abc import Callable

from imap_tools import AND, MailBox, MailMessageFlags

from dragoman.post.door import take
from dragoman.settings import Receiving

TIMEOUT = 60
AT_ONCE = 50

Store = Callable[[bytes], object]


def look(receiving: Receiving, store: Store | None = None) -> int:
    """Take in what is new in the mailbox, oldest first; how many letters that were.

    Raises OSError or imap_tools' errors if the mailbox cannot be reached.
    """
    box = MailBox(receiving.host, receiving.port, timeout=TIMEOUT)
    with box.login(receiving.user, receiving.password, receiving.folder):
        return take_in(box, store or _store)


def take_in(box: MailBox, store: Store) -> int:
    """The same for a mailbox that is open."""
    new = sorted(box.uids(AND(seen=False)), key=int)[:AT_ONCE]
    for uid in new:
        raw = _raw(box, uid)
        if raw is not None:
            store(raw)
            box.flag(uid, MailMessageFlags.SEEN, True)
    return len(new)


def _raw(box: MailBox, uid: str) -> bytes | None:
    """The bytes of a letter as they lie there, without marking it; None if it is gone meanwhile."""
    _, parts = box.client.uid("fetch", uid, "(BODY.PEEK[])")
    return next((bytes(part[1]) for part in parts if isinstance(part, tuple)), None)


def _store(raw: bytes) -> bool:
    return take(raw, None, ())
