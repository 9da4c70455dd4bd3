"""A letter is what a person's mail says once every disguise of transport is taken off: encodings, HTML, quotes,
signatures.

Every field is a value that cannot surprise: text holds no control characters but the line feed, addresses are lower
case, and a part that could not be understood is told in a remark, never raised.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from dragoman.game.saying import Saying, say


class Automatic(StrEnum):
    """Letters that no person wrote to us, or not to us alone: they are never obeyed and never answered (RFC 3834)."""

    AUTOREPLY = "autoreply"
    BOUNCE = "bounce"
    RECEIPT = "receipt"
    """A note that a letter of ours was delivered, or shown to somebody (RFC 8098): nobody is away."""

    LIST = "list"


class Part(StrEnum):
    """Which form of the letter `text` was taken from."""

    PLAIN = "plain"
    HTML = "html"


class CutKind(StrEnum):
    """Why lines do not count as the writer's own."""

    QUOTED = "quoted"
    FORWARDED = "forwarded"
    SIGNATURE = "signature"
    FOOTER = "footer"
    STRUCK = "struck"
    HIDDEN = "hidden"


@dataclass(frozen=True, slots=True)
class Address:
    """One mailbox: the name shown beside it (may be empty) and the address in lower case (RFC 5322 3.4)."""

    name: str
    address: str

    @property
    def local(self) -> str:
        return self.address.rpartition("@")[0]

    @property
    def domain(self) -> str:
        return self.address.rpartition("@")[2]


NOBODY = Address("", "")
HTML_READ = say("the plain part of your letter says nothing, so the HTML part was read")


@dataclass(frozen=True, slots=True)
class Envelope:
    """What the delivering server said outside the letter (RFC 5321): the return path (`""` is the null path) and for
    whom."""

    sender: str
    recipients: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Attachment:
    """A part that is listed and never opened; `name` is the last piece of the sender's file name, without folders."""

    name: str
    type: str
    size: int


@dataclass(frozen=True, slots=True)
class Cut:
    """Lines taken out because they are not the writer's own words; `first` shows where, so that the receipt can name
    it."""

    kind: CutKind
    lines: int
    first: str


@dataclass(frozen=True, slots=True)
class Remark:
    """Something to tell about how the letter was read. `warning` asks for somebody's attention; others are mere
    notes."""

    code: str
    says: Saying
    warning: bool = False


PASSING = frozenset({"delayed", "delivered", "relayed", "expanded"})
"""What a report says of a letter that may still arrive, or has (RFC 3464 2.3.3)."""


@dataclass(frozen=True, slots=True)
class Failure:
    """One recipient whom a letter of ours did not reach (RFC 3464): the delivery status and the letter meant.

    `reply_to` is that letter's, as it came back with the report; it bears the token of the seat.
    """

    recipient: str
    action: str
    status: str
    message_id: str
    reply_to: str = ""

    @property
    def lasting(self) -> bool:
        """Whether the letter will not arrive any more; a delay is no failure."""
        return self.action not in PASSING


@dataclass(frozen=True, slots=True)
class Vouching:
    """A receiving server's word about the sender (RFC 8601): its name, and the domain for which it saw DMARC pass."""

    server: str
    domain: str


@dataclass(frozen=True, slots=True)
class Letter:
    """A letter as read. `size` counts the raw bytes.

    `sender` is the first From address, `senders` all of them. `envelope_sender` is the return path: None when
    unknown, `""` for the null path. `delivered_to` are the addresses to which the delivering server says it came,
    whatever To says. `message_id` is never empty: a letter without one gets one made from its bytes, so that it too
    can be known again. `text` is what the person wrote, from the part named in `part`; `alternative` the same from
    the other part, where that says anything else. `cuts` and `remarks` are told in the receipt. `away_until` is the
    date an autoreply gives, as written. `disowned` tells that a server on the way saw the sender's domain disown it.
    `oversize` names the limit that was passed, if one was: then nothing in the letter may be acted upon.
    """

    size: int = 0
    sender: Address = NOBODY
    senders: tuple[Address, ...] = ()
    reply_to: tuple[Address, ...] = ()
    envelope_sender: str | None = None
    to: tuple[Address, ...] = ()
    cc: tuple[Address, ...] = ()
    delivered_to: tuple[str, ...] = ()
    subject: str = ""
    date: datetime | None = None
    message_id: str = ""
    in_reply_to: str = ""
    references: tuple[str, ...] = ()
    text: str = ""
    part: Part = Part.PLAIN
    alternative: str = ""
    attachments: tuple[Attachment, ...] = ()
    cuts: tuple[Cut, ...] = ()
    automatic: Automatic | None = None
    away_until: str = ""
    failures: tuple[Failure, ...] = ()
    encrypted: bool = False
    vouchings: tuple[Vouching, ...] = ()
    disowned: bool = False
    remarks: tuple[Remark, ...] = ()
    oversize: Saying | None = field(default=None)

    @property
    def warnings(self) -> tuple[Saying, ...]:
        return tuple(remark.says for remark in self.remarks if remark.warning)
