"""Since when an address has served what it serves: known by the content alone, so that it tells of nothing else."""

from __future__ import annotations

import hashlib
from datetime import datetime

from dragoman.store.models import Served


def digest(content: bytes) -> str:
    """What stands for a content: equal for equal bytes."""
    return hashlib.sha256(content).hexdigest()


def changed_at(address: str, content: bytes, now: datetime) -> datetime:
    """Since when this content is served there: `now`, if another was served there until now, or none."""
    found = digest(content)
    row = Served.objects.filter(address=address).first()
    if row is not None and row.digest == found:
        return row.changed_at
    Served.objects.update_or_create(address=address, defaults={"digest": found, "changed_at": now})
    return now
