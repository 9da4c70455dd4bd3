"""What is told becomes a letter: one recipient, headers that nobody else can write into, the same bytes each time.

The Message-ID is made from the key of what is told and from the subject, so that a repetition is known as one, and a
subject that comes back unchanged is known as ours. Every letter says that no person wrote it (RFC 3834).
"""

from __future__ import annotations

from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP, SMTPUTF8, EmailPolicy
from email.utils import format_datetime

from dragoman.assembly import Despatch
from dragoman.game.directions import isolated, isolated_html
from dragoman.game.saying import filled, say
from dragoman.people.addresses import normalised
from dragoman.post.characters import one_line, plain
from dragoman.post.frame import framed
from dragoman.post.headers import identifiers
from dragoman.post.picture import png
from dragoman.post.slips import bare_subject, key_digest, message_id, piece_mark
from dragoman.tongues.saying import put

LONGEST_SUBJECT = 200
ALTERNATIVE = say("{title}. What it shows is told below in words.")
"""What stands for the picture of a letter whose words tell all that it shows."""

NAMELESS = "Dragoman"


def message(despatch: Despatch, mailbox: str) -> EmailMessage:
    """The letter for that despatch, from the host's mailbox.

    It is pure: equal despatches give equal bytes. Raises NoAddress.
    """
    letter = EmailMessage(policy=_policy(despatch.to))
    _head(letter, despatch, mailbox)
    letter.set_content(_body(despatch.words.text), charset="utf-8", cte="quoted-printable")
    if despatch.words.html:
        _add_html(letter, despatch, mailbox)
    letter["Content-Language"] = despatch.lang
    return letter


def _add_html(letter: EmailMessage, despatch: Despatch, mailbox: str) -> None:
    """The same in HTML beside the text, and with it the picture that it shows: alternative, and related within."""
    digest, words = key_digest(despatch.key), despatch.words
    within = f"board.{digest}@{mailbox.rpartition('@')[2]}" if despatch.picture else ""
    alternative = put(filled(ALTERNATIVE, title=despatch.picture.title), despatch.lang) if despatch.picture else ""
    html = isolated_html(plain(words.html))
    document = framed(
        one_line(words.subject)[0], html, despatch.lang, within and f"cid:{within}", isolated(alternative)
    )
    letter.add_alternative(document, subtype="html", charset="utf-8", cte="quoted-printable")
    if despatch.picture is not None:
        _parts(letter)[1].add_related(
            png(despatch.picture.svg), "image", "png", cid=f"<{within}>", disposition="inline",
            filename=f"{despatch.table}.png",
        )  # fmt: skip
        _parts(letter)[1].set_boundary(f"=_r{digest}")
    letter.set_boundary(f"=_{digest}")


def _parts(letter: EmailMessage) -> list[EmailMessage]:
    return list(letter.iter_parts())  # type: ignore[arg-type]  # parts of a message of ours are of its own kind


def _piece(despatch: Despatch) -> str:
    return piece_mark(despatch.table, despatch.seat, despatch.piece) if despatch.piece else ""


def reply_subject(subject: str) -> str:
    """The subject of an answer: one prefix, however many had piled up in however many tongues."""
    return f"Re: {bare_subject(subject)}".strip()


def _policy(to: str) -> EmailPolicy[EmailMessage]:
    """Lines of at most 78 columns (RFC 5322 2.1.1), bodies in seven bits; RFC 6532 only for whose address needs it."""
    return (SMTP if to.isascii() else SMTPUTF8).clone(max_line_length=78, cte_type="7bit")


def _head(letter: EmailMessage, despatch: Despatch, mailbox: str) -> None:
    subject = _inert(despatch.words.subject)[:LONGEST_SUBJECT]
    domain = mailbox.rpartition("@")[2]
    letter["From"] = Address(despatch.table.capitalize() or NAMELESS, addr_spec=mailbox)
    letter["To"] = _recipient(despatch.name, despatch.to)
    letter["Subject"] = subject
    letter["Date"] = format_datetime(despatch.posted_at)
    letter["Message-ID"] = message_id(despatch.key, subject, domain, _piece(despatch))
    answered = next((each for each in identifiers(despatch.in_reply_to) if each.isascii()), "")
    if answered:
        letter["In-Reply-To"] = answered
        letter["References"] = answered
    if despatch.reply_to:
        letter["Reply-To"] = Address(despatch.table.capitalize() or NAMELESS, addr_spec=despatch.reply_to)
    if despatch.stop:  # one click, and nobody is asked to sign in (RFC 8058)
        letter["List-Unsubscribe"] = f"<{despatch.stop}>"
        letter["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    if despatch.seal:
        letter["Dragoman-Record"] = despatch.seal
    letter["Auto-Submitted"] = "auto-replied" if answered else "auto-generated"
    letter["X-Auto-Response-Suppress"] = "OOF, AutoReply"


def _recipient(name: str, address: str) -> Address:
    local, _, domain = normalised(address).rpartition("@")
    return Address(_inert(name)[:80], local, domain)


def _inert(text: str) -> str:
    """Text as one line in which nothing reads as an encoded word: the standard library would decode it as it writes the
    header, and whatever line ends it holds would begin headers of a stranger's making."""
    return one_line(text)[0].replace("=?", "= ?")


def _body(text: str) -> str:
    return isolated(plain(text)).rstrip("\n") + "\n"


__all__ = ["message", "message_id", "reply_subject"]
