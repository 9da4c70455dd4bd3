"""What all events of Diplomacy have in common."""

from __future__ import annotations

from datetime import datetime

from msgspec import Struct


class Happened(Struct, frozen=True, kw_only=True, tag_field="type", forbid_unknown_fields=True):
    """What all events have: when it came about (UTC), and the version of its form."""

    at: datetime
    v: int = 1
