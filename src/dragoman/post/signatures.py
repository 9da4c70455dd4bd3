"""Signatures of domains (DKIM, RFC 6376): our letters bear ours, and letters that come straight here are held against
theirs.

What was found stands in a line of our own on top of the letter (RFC 8601), for the reader of letters to believe; a line
that claims to be ours and is not is taken out. Nothing here refuses a letter: one whose domain disowns it is kept until
its owner confirms it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from email.parser import BytesHeaderParser
from email.policy import compat32

import dkim
import dns.exception
import dns.resolver

from dragoman.post.headers import addresses

Path = Callable[[], str]
"""Whether the return path's domain stands by the machine that handed a letter in, in one word: see `post.origins`."""

Lookup = Callable[[str], bytes | None]
"""The text record of that name in the DNS; None if there is none. Raises Unknown where nobody can be asked."""

SECONDS = 5.0
"""How long the DNS may take to answer."""
MOST_SIGNATURES = 5
HEAD = 200_000
SIGNED = (b"from", b"to", b"subject", b"date", b"message-id")
"""What a signature must cover to count. Without To, whoever was written to could pass a letter on to us as if it had
been meant for us; without Message-ID, send it again; `l=` would let them write below it."""
OUR_LINES = (
    b"from", b"to", b"reply-to", b"subject", b"date", b"message-id", b"in-reply-to", b"references", b"mime-version",
    b"content-type", b"content-transfer-encoding", b"list-unsubscribe", b"list-unsubscribe-post", b"auto-submitted",
)  # fmt: skip
POLICY = re.compile(rb"\bp\s*=\s*(none|quarantine|reject)\b", re.IGNORECASE)
LINE = re.compile(rb"^authentication-results:.*\r?\n(?:[ \t].*(?:\r?\n|$))*", re.IGNORECASE | re.MULTILINE)
DOMAIN = re.compile(r"[a-z0-9_](?:[a-z0-9_.-]{0,251}[a-z0-9])?")


class Unknown(Exception):
    """The DNS could not be asked: neither yes nor no."""


def signed(raw: bytes, domain: str, selector: str, key: bytes) -> bytes:
    """A letter with our signature on top. `key` is an RSA key in PEM. Raises ValueError for one that is none."""
    try:
        line: bytes = dkim.sign(
            raw, selector.encode(), domain.encode(), key, canonicalize=(b"relaxed", b"relaxed"),
            include_headers=[name for name in OUR_LINES if re.search(rb"(?im)^" + name + rb":", raw[:HEAD])],
        )  # fmt: skip
    except dkim.DKIMException as fault:
        raise ValueError(f"no letter can be signed with this key: {fault}") from fault
    return line + raw


def stamped(raw: bytes, host: str, lookup: Lookup | None = None, path: str = "", stands: Path | None = None) -> bytes:
    """A letter with what `host` (a domain) found of it on top, and no line that only claims to be by `host`. `path` is
    its return path, and `stands` finds out whether that path's domain stands by the machine (None: it is not known)."""
    ask = lookup or text_record
    start = re.search(rb"\r?\n\r?\n", raw)
    head, body = (raw[: start.start() + 2], raw[start.start() + 2 :]) if start else (raw, b"")
    clean = LINE.sub(lambda line: b"" if _claims(line.group(), host) else line.group(), head) + body
    return (
        f"Authentication-Results: {host}; {'; '.join(_results(raw, ask, path.lower(), stands))}\r\n".encode(
            "ascii", "replace"
        )
        + clean
    )


def _claims(line: bytes, host: str) -> bool:
    said = re.sub(rb"\([^()]*\)", b" ", line.partition(b":")[2]).split(b";")[0].split()
    return bool(said) and said[0].strip(b'"').lower() == host.lower().encode()


def _results(raw: bytes, ask: Lookup, path: str, stands: Path | None) -> list[str]:
    try:
        message = BytesHeaderParser(policy=compat32).parsebytes(raw[:HEAD])
        senders = addresses(message, "From")
    except Exception:  # whatever else a stranger's bytes bring forth
        return ["dkim=none"]
    author = senders[0].domain if len(senders) == 1 else ""
    found = [_verified(raw, n, ask) for n in range(min(len(message.get_all("DKIM-Signature") or ()), MOST_SIGNATURES))]
    said = [f"dkim={result}" + (f" header.d={domain}" if domain else "") for result, domain in found] or ["dkim=none"]
    if not (author and DOMAIN.fullmatch(author)):
        return said
    by_path = ""
    if stands is not None and path.rpartition("@")[2] == author:  # another domain's path says nothing of the author
        by_path = stands()
        said.append(f"spf={by_path} smtp.mailfrom={author}")
    very = by_path == "pass" and path == senders[0].address.lower()
    if ("policy", author) not in found:
        said.append(_dmarc(author, found, ask, very))
    return said


def _dmarc(author: str, found: list[tuple[str, str]], ask: Lookup, very: bool) -> str:
    """What the author's own domain would say. Where it demands that letters be vouched for, and neither a signature of
    its own does so nor the path (`very`: it is the author's very address, and its domain stands by it), the letter is
    called a failure, and its owner is asked."""
    try:
        record = _policy(author, ask)
    except Unknown:
        return f"dmarc=temperror header.from={author}"
    if ("pass", author) in found or (very and record is not None):
        return f"dmarc={'pass' if record is not None else 'none'} header.from={author}"
    demands = record in (b"quarantine", b"reject")
    return f"dmarc={'fail' if demands else 'none'} header.from={author}"


def _policy(author: str, ask: Lookup) -> bytes | None:
    """What the domain asks to be done with what it does not stand by (RFC 7489 6.6.3); None if it says nothing."""
    labels = author.split(".")
    for domain in dict.fromkeys((author, ".".join(labels[-2:]))):
        record = ask(f"_dmarc.{domain}") or b""
        asked = POLICY.search(record)
        if record.lower().startswith(b"v=dmarc1") and asked:
            return asked.group(1).lower()
    return None


def _verified(raw: bytes, number: int, ask: Lookup) -> tuple[str, str]:
    """What becomes of one signature (a word of RFC 8601 2.7.1), and whose it is."""
    unknown = False

    def answer(name: bytes, timeout: float = SECONDS) -> bytes | None:
        nonlocal unknown
        try:
            return ask(name.decode("ascii").rstrip("."))
        except (Unknown, UnicodeError):
            unknown = True
            return None

    try:
        checked = dkim.DKIM(raw, timeout=int(SECONDS))  # which goes through all lines of the head
        holds = _holds(checked, number, answer)
    except Exception:  # the library itself fails on what a stranger made up
        return "permerror", ""
    fields = checked.signature_fields or {}
    domain = fields.get(b"d", b"").decode("ascii", "replace").strip().lower()
    if not DOMAIN.fullmatch(domain):
        return "permerror", ""
    if not holds:
        return ("temperror" if unknown else "fail"), domain
    covered = {name.strip().lower() for name in fields.get(b"h", b"").split(b":")}
    return ("pass" if covered.issuperset(SIGNED) and b"l" not in fields else "policy"), domain


def _holds(checked: dkim.DKIM, number: int, answer: Callable[..., bytes | None]) -> bool:
    try:
        return bool(checked.verify(number, dnsfunc=answer))
    except dkim.DKIMException:
        return False


def text_record(name: str) -> bytes | None:
    """The text record of that name, asked of the machine's resolver. Raises Unknown."""
    try:
        answer = dns.resolver.resolve(name, "TXT", lifetime=SECONDS, search=False)
        return b"".join(next(iter(answer)).strings)
    except (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer):
        return None
    except (dns.exception.DNSException, OSError) as fault:
        raise Unknown(name) from fault


__all__ = ["Lookup", "Unknown", "signed", "stamped", "text_record"]
