"""Bytes become a letter. Nothing that anyone can send makes this raise: what cannot be read is told as a remark.

The two forms of a letter (plain text and HTML) should say the same. The plain one is read, unless it is a stub that
says hardly anything of what the other says; the other is kept beside it where it differs, for a reader who finds no
order in the first.
"""

from __future__ import annotations

import hashlib
import re
from email import policy
from email.message import Message
from email.parser import BytesHeaderParser, BytesParser

from dragoman.game.saying import Saying, say
from dragoman.post import headers
from dragoman.post.automatic import automatic, away_until, failures
from dragoman.post.bodies import Body, body
from dragoman.post.letter import HTML_READ, NOBODY, Automatic, Cut, CutKind, Envelope, Letter, Part, Remark
from dragoman.post.quotes import own

LARGEST = 25 * 1024 * 1024
MOST_NESTED = 100
LONGEST_TEXT = 100_000
MOST_LINES = 2_000
LONGEST_LINE = 10_000
TRACES = ("Delivered-To", "X-Original-To", "Envelope-To", "X-Delivered-To", "X-Envelope-To")
WORD = re.compile(r"\w+")


def read(raw: bytes, envelope: Envelope | None = None) -> Letter:
    """Read a raw letter (RFC 5322, MIME).

    `envelope` is what the delivering server said, if it is known; otherwise Return-Path and Delivered-To, which the
    last server writes, stand for it.
    """
    message, whole = _parse(raw)
    content = _body(message) if whole else _body(Message())
    return _letter(raw, message, content, envelope, whole)


def _parse(raw: bytes) -> tuple[Message, bool]:
    """The parsed message, and whether its body was parsed too: a monster's is left alone."""
    if len(raw) <= LARGEST and raw.lower().count(b"boundary=") <= MOST_NESTED:
        try:
            return BytesParser(policy=policy.compat32).parsebytes(raw), True
        except Exception:  # RecursionError on a nest of parts, and whatever else a stranger's bytes bring forth
            pass
    try:
        return BytesHeaderParser(policy=policy.compat32).parsebytes(raw[:LARGEST]), False
    except Exception:  # not even headers
        return Message(), False


def _body(message: Message) -> Body:
    try:
        return body(message)
    except Exception:  # a part whose very headers the standard library cannot bear
        return Body(
            "",
            "",
            False,
            False,
            (),
            (),
            (Remark("unreadable", say("the body of the letter could not be read"), warning=True),),
            False,
            False,
        )


def _letter(raw: bytes, message: Message, content: Body, envelope: Envelope | None, whole: bool) -> Letter:
    return_path = _return_path(message, envelope)
    kind = automatic(message, return_path)
    subject, cleaned = headers.words(headers.raw_value(message, "Subject"))
    senders = headers.addresses(message, "From")
    text, part, alternative, cuts, remarks = _own_words(content)
    if cleaned:
        remarks = (Remark("subject", say("control characters removed from the subject"), warning=True), *remarks)
    return Letter(
        size=len(raw),
        sender=senders[0] if senders else NOBODY,
        senders=senders,
        reply_to=headers.addresses(message, "Reply-To"),
        envelope_sender=return_path,
        to=headers.addresses(message, "To"),
        cc=headers.addresses(message, "Cc"),
        delivered_to=_delivered_to(message, envelope),
        subject=subject,
        date=headers.date(headers.raw_value(message, "Date")),
        message_id=_message_id(raw, message),
        in_reply_to=next(iter(headers.identifiers(headers.raw_value(message, "In-Reply-To"))), ""),
        references=headers.identifiers(headers.raw_value(message, "References")),
        text=text,
        part=part,
        alternative=alternative,
        attachments=content.attachments,
        cuts=cuts,
        automatic=kind,
        away_until=away_until(content.plain) if kind is Automatic.AUTOREPLY else "",
        failures=failures(message) if kind is Automatic.BOUNCE else (),
        encrypted=content.encrypted,
        vouchings=headers.vouchings(message),
        disowned=headers.disowned(message),
        remarks=remarks,
        oversize=_oversize(raw, content, whole, text, alternative),
    )


def _return_path(message: Message, envelope: Envelope | None) -> str | None:
    if envelope is not None:
        return headers.bare(envelope.sender)
    values = headers.raw_values(message, "Return-Path")
    return headers.bare(values[0]) if values else None


def _delivered_to(message: Message, envelope: Envelope | None) -> tuple[str, ...]:
    if envelope is not None:
        given = [headers.bare(recipient) for recipient in envelope.recipients]
    else:
        given = [headers.bare(value) for name in TRACES for value in headers.raw_values(message, name)]
    return tuple(dict.fromkeys(address for address in given if address))


def _message_id(raw: bytes, message: Message) -> str:
    """The identifier given, or one made from the bytes without the trace that servers add on the way."""
    given = headers.identifiers(headers.raw_value(message, "Message-ID"))
    if given:
        return given[0]
    lasting = [
        f"{name}:{value}" for name, value in message.raw_items() if name.lower() in ("from", "to", "date", "subject")
    ]
    head = "\n".join(lasting).encode("utf-8", "surrogateescape")
    start = re.search(rb"\r?\n\r?\n", raw)
    digest = hashlib.sha256(head + b"\0" + (raw[start.end() :] if start else raw)).hexdigest()
    return f"<{digest[:32]}@unidentified.invalid>"


# --- Which words count ---


def _own_words(content: Body) -> tuple[str, Part, str, tuple[Cut, ...], tuple[Remark, ...]]:
    """The text to read, its form, the other form where it says something else, and what was cut from the one that is
    read."""
    shown, marked = own(content.plain), own(content.html)
    differ = WORD.findall(shown.text) != WORD.findall(marked.text)
    if content.has_html and (not content.has_plain or _is_stub(content.plain, content.html)):
        told = (Remark("html", HTML_READ),) if content.has_plain else ()
        return marked.text, Part.HTML, shown.text if differ else "", content.cuts + marked.cuts, content.remarks + told
    struck = tuple(cut for cut in content.cuts if cut.kind is CutKind.STRUCK)
    text = _without_struck(shown.text, struck, marked.text)
    return text, Part.PLAIN, marked.text if differ and content.has_html else "", struck + shown.cuts, content.remarks


def _is_stub(shown: str, marked: str) -> bool:
    """Whether the plain form holds less than half of the words of the other: it then only points to it."""
    words = WORD.findall(marked)
    known = set(WORD.findall(shown))
    return 2 * sum(word in known for word in words) < len(words)


def _without_struck(text: str, struck: tuple[Cut, ...], marked: str) -> str:
    """The plain form cannot show what the other has struck out: lines that say just that go there too."""
    gone = {cut.first for cut in struck}
    standing = {" ".join(line.split()) for line in marked.split("\n")}
    lines = ((line, " ".join(line.split())[:60]) for line in text.split("\n"))
    return "\n".join(line for line, said in lines if said not in gone or said in standing)


# --- Limits ---


def _oversize(raw: bytes, content: Body, whole: bool, text: str, alternative: str) -> Saying | None:
    """The limit that this letter passes, as a sentence for its sender."""
    if len(raw) > LARGEST:
        return say("your letter is larger than {limit} MB", limit=LARGEST // (1024 * 1024))
    if not whole:
        return say("your letter has more than {limit} parts within parts", limit=MOST_NESTED)
    longest = max(text, alternative, key=len)
    if content.too_long or len(longest) > LONGEST_TEXT:
        return say("the text of your letter is longer than {limit} characters", limit=LONGEST_TEXT)
    if longest.count("\n") >= MOST_LINES:
        return say("your letter has more than {limit} lines", limit=MOST_LINES)
    if any(len(line) > LONGEST_LINE for line in longest.split("\n")):
        return say("a line of your letter is longer than {limit} characters", limit=LONGEST_LINE)
    return None
