"""What all events of Nomic have in common."""

from __future__ import annotations

from datetime import datetime

from msgspec import Struct


class Happened(Struct, frozen=True, kw_only=True, tag_field="type", forbid_unknown_fields=True):
    """`at` is when it came about (UTC): what was due came about when it was due, however late the clock struck. `v` is
    the version of its form."""

    at: datetime
    v: int = 1
