"""Header lines are read one by one, each on its own terms: what is malformed in one never spoils another, nor raises.

Raw values come from the standard parser with unknown bytes as surrogates (RFC 5322, 6532); encoded words (RFC 2047)
are decoded here, because senders cut them in the middle of a character, which only joining their bytes mends.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from email.header import decode_header
from email.message import Message
from email.policy import default
from email.utils import parsedate_to_datetime

from dragoman.post.characters import one_line, plain
from dragoman.post.charsets import decode
from dragoman.post.letter import Address, Vouching

LONGEST = 8_192
MOST = 200
FOLD = re.compile(r"\r?\n(?=[ \t])|\r?\n$")
ADDRESS = re.compile(r"[^\s<>\"(),:;@\[\]\\]{1,64}@[^\s<>\"(),:;@\[\]\\]{1,255}")
_ATOMS = r"[A-Za-z0-9_+-]+(?:\.[A-Za-z0-9_+-]+)*"
_MAILBOX = rf"(?={_ATOMS}@)[^@]{{1,64}}@{_ATOMS}"
PLAIN = re.compile(rf"(?:([A-Za-z]+(?: [A-Za-z]+){{0,4}}) <({_MAILBOX})>|({_MAILBOX}))")
"""An address in ASCII, with a name of a few words before it or none."""
LONGEST_PLAIN = 200
MESSAGE_ID = re.compile(r"<([^<>\s\x00-\x1f\x7f-\x9f\ud800-\udfff]{1,900})>")
DMARC_PASS = re.compile(r"\bdmarc\s*=\s*pass\b", re.IGNORECASE)
DMARC_FAIL = re.compile(r"\bdmarc\s*=\s*(fail|permerror)\b", re.IGNORECASE)
OTHER_PASS = re.compile(r"\b(dmarc|dkim)\s*=\s*pass\b", re.IGNORECASE)
SPF_FAIL = re.compile(r"\bspf\s*=\s*(fail|softfail)\b", re.IGNORECASE)
DKIM_PASS = re.compile(r"\s*dkim\s*=\s*pass\b", re.IGNORECASE)
HEADER_D = re.compile(r"\bheader\.(?:d|i)\s*=\s*(?:[^\s;@]*@)?([^\s;@]+)", re.IGNORECASE)
HEADER_FROM = re.compile(r"\bheader\.from\s*=\s*\"?(?:[^\s;\"@]*@)?([^\s;\"@]+)", re.IGNORECASE)
QUOTED = re.compile(r'"(?:[^"\\]|\\.){0,998}"')
COMMENT = re.compile(r"\([^()]*\)")


def raw_values(message: Message, name: str) -> tuple[str, ...]:
    """Every value of that header in order, unfolded, surrogates turned into the text they stand for."""
    return tuple(as_text(value) for value in _all(message, name))


def _all(message: Message, name: str) -> list[str]:
    found: dict[str, list[str]] | None = message.__dict__.get("_by_name")
    if found is None:  # some thirty are asked for in each letter
        found = message.__dict__["_by_name"] = {}
        for key, value in message.raw_items():
            found.setdefault(key.lower(), []).append(str(value)[:LONGEST])
    return found.get(name.lower(), [])


def raw_value(message: Message, name: str) -> str:
    """The first value of that header, or nothing: a second Subject or Message-ID is a forgery or a slip."""
    return next(iter(raw_values(message, name)), "")


def as_text(value: str) -> str:
    raw = FOLD.sub("", value).encode("utf-8", "surrogateescape")
    return decode(raw, "utf-8").text


def words(value: str) -> tuple[str, bool]:
    """A header's text with encoded words decoded, as one line, and whether controls had to be removed from it."""
    try:
        pieces = decode_header(value)
    except Exception:  # a malformed encoded word raises several kinds of error; the raw text is then the best reading
        return one_line(value)
    return one_line("".join(_word(data, charset) for data, charset in pieces))


def _word(data: bytes | str, charset: str | None) -> str:
    if isinstance(data, str):
        return data
    if charset is None:
        return data.decode("raw-unicode-escape", "replace")
    return decode(data, charset.partition("*")[0]).text


def addresses(message: Message, *names: str) -> tuple[Address, ...]:
    """The mailboxes in those headers, each address once, in order; members of a group count as themselves (RFC 5322
    3.4)."""
    found = [box for name in names for value in _first(raw_values(message, name)) for box in mailboxes(value)]
    return tuple({box.address: box for box in reversed(found)}.values())[::-1]


def _first(values: tuple[str, ...]) -> Iterator[str]:
    """The values that go into one long line; whoever repeats a header beyond that shall not keep us busy."""
    left = LONGEST
    for value in values:
        yield value[:left]
        left -= len(value)
        if left <= 0:
            return


def mailboxes(value: str) -> tuple[Address, ...]:
    """Read one address header. Where it is malformed, every address that stands in it is taken: a name that is an
    address itself, and not quoted as names must be, makes two of one."""
    simple = PLAIN.fullmatch(value) if len(value) < LONGEST_PLAIN else None
    if simple is not None:  # as most are: there is nothing in it that could be read otherwise
        return (Address(simple[1] or "", (simple[2] or simple[3]).casefold()),)
    try:
        header = default.header_factory("To", value)
        boxes = tuple(_box(a.display_name, a.addr_spec) for a in header.addresses)
    except Exception:  # the standard parser raises IndexError, ValueError and others on crooked input
        boxes = ()
    good = {box.address: box for box in boxes if ADDRESS.fullmatch(box.address)}
    shown = (_box("", found) for found in ADDRESS.findall(COMMENT.sub("", QUOTED.sub("", value)))[-MOST:])
    return tuple((good | {box.address: box for box in shown if box.address not in good}).values())


def _box(name: str, address: str) -> Address:
    return Address(words(name)[0], one_line(address)[0].casefold())


def bare(value: str) -> str:
    """The address in a trace header such as Return-Path or Delivered-To, without brackets; empty for the null
    path."""
    found = ADDRESS.search(value)
    return found.group().casefold() if found else ""


def identifiers(value: str) -> tuple[str, ...]:
    """Message identifiers with their brackets, as RFC 5322 3.6.4 writes them, without what nobody sees in them."""
    return tuple(f"<{name}>" for name in map(plain, MESSAGE_ID.findall(value)) if name)[:MOST]


def date(value: str) -> datetime | None:
    """The moment in a Date header, in its own zone; without a zone it is taken as UTC. None if it is no date."""
    try:
        moment = parsedate_to_datetime(value)
        return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    except Exception:  # TypeError, ValueError, OverflowError, IndexError by version and input
        return None


def vouchings(message: Message) -> tuple[Vouching, ...]:
    """What the last receiving server says of DMARC, and of the signatures that hold: only the topmost
    Authentication-Results counts, since a server adds its own above whatever a forger wrote (RFC 8601 5).

    A signature of the sender's own domain is as good as DMARC, which asks for no more (RFC 7489 4.2); whoever reads
    this compares the domains.
    """
    value = COMMENT.sub("", raw_value(message, "Authentication-Results"))
    server, _, results = value.partition(";")
    if not server.strip():
        return ()
    name, domain = server.split()[0].casefold(), HEADER_FROM.search(results)
    passed = [domain.group(1)] if domain and DMARC_PASS.search(results) else []
    signing = (HEADER_D.findall(each) for each in QUOTED.sub('""', results).split(";") if DKIM_PASS.match(each))
    passed += [found[0] for found in signing if found]
    return tuple(Vouching(name, each) for each in dict.fromkeys(each.casefold() for each in passed))


def disowned(message: Message) -> bool:
    """Whether the last receiving server says that the sender's domain does not stand by the letter. That much is
    believed of any server: nobody forges it to his own harm."""
    results = COMMENT.sub("", raw_value(message, "Authentication-Results"))
    if DMARC_FAIL.search(results):
        return True
    received = raw_value(message, "Received-SPF").strip().lower()
    fails = SPF_FAIL.search(results) is not None or received.startswith(("fail", "softfail"))
    return fails and not OTHER_PASS.search(results)
