"""Pushes leave here: each goes, encrypted for its one browser, to the service that the browser named (RFC 8030).

A service that says that a browser is gone is believed: the device is forgotten. What cannot be taken now is tried again
as a letter is.
"""

from __future__ import annotations

import http.client
from collections.abc import Callable
from datetime import datetime, timedelta
from urllib.parse import urlsplit

from dragoman import assembly
from dragoman.people.pushing import NoSubscription, encrypted
from dragoman.post.carrier import NotTaken

Pushes = Callable[[assembly.Push, datetime], None]
"""Hands one push to its service; the moment is the machine's. Raises Gone, NotTaken."""


class Gone(Exception):
    """The browser takes no more pushes."""


TIMEOUT = 10
"""Seconds that a service has; letters wait behind it."""

KEPT = timedelta(days=1)
"""How long a service keeps a push for a browser that is away."""

GONE = (404, 410)
"""The browser takes no more pushes (RFC 8030 7.3)."""


def push(each: assembly.Push, now: datetime) -> None:
    """Push it. Raises Gone where the device takes no more pushes, and is forgotten; NotTaken."""
    try:
        status = _posted(each, encrypted(each.said, each.to), now)
    except NoSubscription:
        status = GONE[-1]
    if status in GONE:
        assembly.devices().drop(each.person, each.device)
        raise Gone(each.device)
    if not 200 <= status < 300:
        raise NotTaken(f"the push service answered {status}", for_good=status in (400, 413))


def _posted(each: assembly.Push, body: bytes, now: datetime) -> int:
    """What the service answers; no other place that it names is gone to. Raises NotTaken."""
    where = urlsplit(each.to.endpoint)
    connect = http.client.HTTPSConnection if where.scheme == "https" else http.client.HTTPConnection
    path = f"{where.path or '/'}{f'?{where.query}' if where.query else ''}"
    headers = {
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(int(KEPT.total_seconds())),
        "Urgency": "high" if each.soon else "normal",
        "Authorization": assembly.vapid().authorization(each.to.endpoint, now),
    }
    server = connect(where.hostname or "", where.port, timeout=TIMEOUT)
    try:
        server.request("POST", path, body, headers)
        return server.getresponse().status
    except (OSError, http.client.HTTPException, ValueError) as fault:
        raise NotTaken(f"{type(fault).__name__}: {fault}") from fault
    finally:
        server.close()


__all__ = ["Gone", "Pushes", "push"]
