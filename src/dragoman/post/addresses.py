"""The host's own addresses: one mailbox for everything, and for each table an address of its own.

`dragoman@host` is the mailbox, `dragoman+kalmar@host` or `kalmar@host` a table, and either with `+TOKEN` behind it is a
seat's. `dragoman+confirm+TOKEN@host` is where a kept letter is confirmed, and `dragoman+bounce+TOKEN@host` the path by
which a letter of ours returns that could not be delivered.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

CONFIRM = "confirm"
BOUNCE = "bounce"
NAME = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
TOKEN = re.compile(r"[a-z0-9]{8,64}")


@dataclass(frozen=True, slots=True)
class Ours:
    """What one of our addresses stands for; the bare mailbox names no table. `certain` tells that it is ours by its
    form; `kalmar@host` is so only if there is a table of that name."""

    table: str = ""
    token: str = ""
    confirming: bool = False
    bouncing: bool = False
    certain: bool = True


@dataclass(frozen=True, slots=True)
class Mailbox:
    """The host's one mailbox, as its settings name it (`dragoman@example.org`)."""

    address: str

    @property
    def local(self) -> str:
        return self.address.rpartition("@")[0].lower()

    @property
    def domain(self) -> str:
        return self.address.rpartition("@")[2].lower()

    def ours(self, address: str) -> Ours | None:
        """What that address stands for here; None if it is not of our host or not written as ours are.

        A name of a table may still be unknown: that is for whoever keeps the tables to say.
        """
        local, _, domain = address.strip().lower().rpartition("@")
        if domain != self.domain or not local:
            return None
        if local == self.local:
            return Ours()
        tags = local.removeprefix(f"{self.local}+").split("+")
        return self._tagged(tags, under_mailbox=local.startswith(f"{self.local}+"))

    def _tagged(self, tags: list[str], under_mailbox: bool) -> Ours | None:
        table, *rest = tags
        if len(rest) > 1 or not NAME.fullmatch(table):
            return None
        token = rest[0] if rest else ""
        if token and not TOKEN.fullmatch(token):
            return None
        if table == CONFIRM:
            return Ours("", token, confirming=True) if under_mailbox and token else None
        if table == BOUNCE and under_mailbox and token:
            return Ours("", token, bouncing=True)
        return Ours(table, token, certain=under_mailbox)
