"""A letter's body is taken apart here: which parts are the person's words, which are attachments, and what they say
as text.

Parts are walked without recursion and within fixed limits. Attachments are listed by type and size and never opened;
a forwarded letter is an attachment too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from email.message import Message
from typing import NamedTuple

from dragoman.game.saying import say
from dragoman.post import hypertext
from dragoman.post.characters import one_line, plain, reordered
from dragoman.post.charsets import decode
from dragoman.post.flowed import unflow
from dragoman.post.headers import words
from dragoman.post.letter import Attachment, Cut, CutKind, Remark

MOST_PARTS = 200
LONGEST_TEXT = 200_000
ARMOUR = re.compile(r"-----BEGIN PGP SIGNED MESSAGE-----\n(?:[A-Za-z]+: .*\n)*\n?")
ARMOUR_SIGNATURE = re.compile(r"-----BEGIN PGP SIGNATURE-----.*?(?:-----END PGP SIGNATURE-----|\Z)", re.DOTALL)
ENCRYPTED_TYPES = frozenset({"application/pkcs7-mime", "application/x-pkcs7-mime", "application/pgp-encrypted"})
UNENCRYPTED = frozenset({"application/pkcs7-signature", "application/x-pkcs7-signature", "application/pgp-signature"})


class Piece(NamedTuple):
    """One stretch of the letter in both its forms, None where it has no such form."""

    plain: str | None
    html: str | None


class Body(NamedTuple):
    """The whole letter in both forms (equal where there is only one), before quotes are cut."""

    plain: str
    html: str
    has_plain: bool
    has_html: bool
    attachments: tuple[Attachment, ...]
    cuts: tuple[Cut, ...]
    remarks: tuple[Remark, ...]
    encrypted: bool
    too_long: bool


class _Found:
    """What the walk gathers."""

    def __init__(self) -> None:
        self.attachments: list[Attachment] = []
        self.remarks: dict[str, Remark] = {}
        self.cuts: list[Cut] = []
        self.encrypted = False
        self.too_long = False

    def remark(self, remark: Remark) -> None:
        self.remarks.setdefault(remark.code, remark)


def body(message: Message) -> Body:
    """Find the person's words in a parsed message; never raises on anything the parser gives."""
    found = _Found()
    pieces = list(_pieces(message, found))
    plain_text = "\n".join(piece.plain if piece.plain is not None else piece.html or "" for piece in pieces)
    html_text = "\n".join(piece.html if piece.html is not None else piece.plain or "" for piece in pieces)
    return Body(
        plain_text,
        html_text,
        any(piece.plain is not None for piece in pieces),
        any(piece.html is not None for piece in pieces),
        tuple(found.attachments),
        tuple(found.cuts),
        tuple(found.remarks.values()),
        found.encrypted,
        found.too_long,
    )


def _pieces(message: Message, found: _Found) -> Iterator[Piece]:
    """Stretches of text in the order of the letter; alternatives of one another make one piece."""
    stack = [message]
    for _ in range(MOST_PARTS):
        if not stack:
            return
        part = stack.pop()
        root = part is message
        kind = part.get_content_type()
        if kind == "multipart/alternative":
            yield _alternative(part, found)
        elif kind == "multipart/encrypted":
            found.encrypted = True
        elif part.is_multipart() and part.get_content_maintype() == "multipart":
            stack.extend(reversed(_inner(part, kind, found)))
        else:
            yield from _leaf(part, kind, found, root)
    found.too_long = True


def _inner(part: Message, kind: str, found: _Found) -> list[Message]:
    """The parts to look into: of signed letters the first is what was signed (RFC 1847), of related ones the root
    (RFC 2387); a report's parts speak of other letters (RFC 6522), so that only its first, for the eye, is text."""
    parts = _parts(part)
    if kind in ("multipart/signed", "multipart/related", "multipart/report"):
        for other in parts[1:]:
            _attach(other, found)
        return parts[:1]
    return parts


def _parts(part: Message) -> list[Message]:
    payload = part.get_payload()
    return [inner for inner in payload if isinstance(inner, Message)] if isinstance(payload, list) else []


def _leaf(part: Message, kind: str, found: _Found, root: bool) -> Iterator[Piece]:
    if kind in ENCRYPTED_TYPES:
        found.encrypted = True
    elif _is_attachment(part, kind) and not (root and kind in ("text/plain", "text/html")):
        _attach(part, found)
    elif kind == "text/html":
        yield Piece(None, _html(part, found))
    else:
        yield Piece(_plain(part, found), None)


def _alternative(part: Message, found: _Found) -> Piece:
    """Both forms of a multipart/alternative, whatever nests inside (an HTML form with pictures is
    multipart/related)."""
    shown: list[str] = []
    marked: list[str] = []
    stack = list(reversed(_parts(part)))
    for _ in range(MOST_PARTS):
        if not stack:
            break
        inner = stack.pop()
        kind = inner.get_content_type()
        if inner.is_multipart() and inner.get_content_maintype() == "multipart":
            stack.extend(reversed(_inner(inner, kind, found)))
        elif kind == "text/html" and not _is_attachment(inner, kind):
            marked.append(_html(inner, found))
        elif kind == "text/plain" and not _is_attachment(inner, kind):
            shown.append(_plain(inner, found))
        elif kind not in ("text/x-amp-html", "text/watch-html", "text/enriched", "text/calendar"):
            _attach(inner, found)
    return Piece("\n".join(shown) if shown else None, "\n".join(marked) if marked else None)


def _is_attachment(part: Message, kind: str) -> bool:
    if part.get_content_maintype() != "text" or kind in (
        "text/calendar",
        "text/x-vcard",
        "text/vcard",
        "text/csv",
        "text/rtf",
    ):
        return True
    return (part.get_content_disposition() or "inline") != "inline" or _filename(part) != ""


def _attach(part: Message, found: _Found) -> None:
    if part.get_content_type() in UNENCRYPTED:
        return
    found.attachments.append(Attachment(_filename(part), part.get_content_type(), _size(part)))


def _size(part: Message) -> int:
    """Bytes of the part as it was sent, near enough: the encoded text, or what the parts within add up to."""
    payload = part.get_payload()
    if isinstance(payload, str):
        scale = 0.73 if str(part.get("Content-Transfer-Encoding", "")).strip().lower() == "base64" else 1.0
        return int(len(payload) * scale)
    return 0


def _filename(part: Message) -> str:
    """The last piece of the file name given, so that no folder in it means anything (`../../map.png` is
    `map.png`)."""
    try:
        name = part.get_filename("") or ""
    except Exception:  # malformed RFC 2231 parameters raise several kinds of error
        return "?"
    return re.split(r"[/\\]", words(str(name))[0])[-1][:200]


def _text(part: Message, found: _Found) -> str:
    try:
        data = part.get_payload(decode=True)
    except Exception:  # a transfer encoding that is broken beyond the standard library's patience
        data = None
    raw = data if isinstance(data, bytes) else str(part.get_payload()).encode("utf-8", "surrogateescape")
    text, unknown = decode(raw, _parameter(part, "charset") or None)
    if unknown:
        says = say(
            "the letter names an unknown character set, {charset}; it was read as windows-1252",
            charset=one_line(unknown)[0],
        )
        found.remark(Remark("charset", says))
    _tell_direction(text, found)
    if len(text) > LONGEST_TEXT and part.get_content_type() != "text/html":
        found.too_long = True
        return ""
    return text


def _tell_direction(text: str, found: _Found) -> None:
    if reordered(text):
        says = say("marks that reverse the direction of writing were removed from the text")
        found.remark(Remark("direction", says, warning=True))


def _parameter(part: Message, name: str) -> str:
    try:
        value = part.get_param(name, "")
    except Exception:  # malformed RFC 2231 parameters raise several kinds of error
        return ""
    return str(value[2] if isinstance(value, tuple) else value)


def _plain(part: Message, found: _Found) -> str:
    text = plain(_text(part, found))
    if _parameter(part, "format").lower() == "flowed":
        text = unflow(text, _parameter(part, "delsp").lower() == "yes")
    if "-----BEGIN PGP MESSAGE-----" in text:
        found.encrypted = True
        return ""
    return _unarmoured(text)


def _unarmoured(text: str) -> str:
    """A letter signed in the text (RFC 9580 7) without its armour."""
    if "-----BEGIN PGP SIGNED MESSAGE-----" not in text:
        return text
    bare = ARMOUR_SIGNATURE.sub("", ARMOUR.sub("", text))
    return re.sub(r"^- (?=-)", "", bare, flags=re.MULTILINE)


def _html(part: Message, found: _Found) -> str:
    html = plain(_text(part, found))
    if len(html) > hypertext.LARGEST:
        found.too_long = True
        return ""
    text, dropped = hypertext.render(html)
    _tell_direction(text, found)
    found.cuts.extend(Cut(kind, 1, plain(said)[:60]) for kind, said in dropped if kind is not CutKind.HIDDEN)
    if any(kind is CutKind.STRUCK for kind, _ in dropped):
        found.remark(Remark("struck", say("what you struck out was not read")))
    return plain(text)
