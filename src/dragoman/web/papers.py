"""What the referee writes, on pages as in letters: receipts and reports, from the same bodies by the same words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy
from msgspec import structs

from dragoman import assembly
from dragoman.diplomacy import report
from dragoman.diplomacy.rendering import judge, layout, receipts
from dragoman.diplomacy.rendering import reader as rendering
from dragoman.diplomacy.state import Turn
from dragoman.diplomacy.state.reports import NJUDGE
from dragoman.game.page import Block, Page, Section, html
from dragoman.game.protocol import Notice, Reply, Unread
from dragoman.game.saying import Saying
from dragoman.game.seats import PersonId, Seat
from dragoman.nomic import rendering as nomic
from dragoman.web.door import GAME, Visit
from dragoman.web.reader import Reader, Request

FORMS_CALLED = {
    "words": gettext_lazy("in words"),
    "codes": gettext_lazy("with marks and codes"),
    "njudge": gettext_lazy("for mapping programs (njudge)"),
}
"""What the forms are called in which results can be written."""

KEPT = "receipt"
"""Under which name a session keeps the receipt that the next page shows."""


@dataclass(frozen=True, slots=True)
class Paper:
    """Something written: its subject line, and itself as HTML of the game's own rendering, every word in it escaped."""

    subject: str
    html: SafeString


def put(notice: Notice, reader: Reader, game: str = GAME) -> Paper:
    """A notice in the reader's tongue and time."""
    words = assembly.games()[game].words(notice, reader.lang, reader.zone)
    return Paper(words.subject, mark_safe(words.html))


def results(seen: Visit, turn: Turn | None) -> Paper | None:
    """The report of a phase, as it was sent to everybody."""
    if turn is None:
        return None
    return paper(seen, report.results(seen.view, turn))


def paper(seen: Visit, body: Any) -> Paper:
    """Any body in the reader's words."""
    subject, written = layout.as_html(body, seen.reader.lang, seen.reader.zone, assembly.called)
    return Paper(subject, mark_safe(written))  # the rendering escapes every text in it


def results_text(seen: Visit, turn: Turn, form: str) -> str:
    """The report of a phase as plain text in that form."""
    body = report.results(seen.view, turn)
    if form == NJUDGE:
        return judge.judged_text(body, seen.view.chart, seen.reader.zone)
    return layout.words(structs.replace(body, form=form), seen.reader.lang, seen.reader.zone).text


def laid_out(seen: Visit, blocks: tuple[Block, ...]) -> SafeString:
    """A part of what the referee writes, as it stands in letters."""
    page = Page("", (Section("", blocks),) if blocks else ())
    reader = rendering.Reader(seen.reader.lang, seen.reader.zone, report.names_of(seen.view.chart))
    return mark_safe(html.render(page, reader))  # the rendering escapes every text in it


# --- receipts, from one page to the next ---


@dataclass(frozen=True, slots=True)
class Answer:
    """What the referee answered: a whole receipt, or only sentences where there is none."""

    paper: Paper | None = None
    says: tuple[str, ...] = ()


def answer(reply: Reply | str, seen: Visit) -> Answer:
    """A reply as the reader is to see it; or a sentence of the page's own."""
    if isinstance(reply, str):
        return Answer(says=(reply,))
    if reply.receipt is not None:
        return Answer(put(reply.receipt, seen.reader, seen.game))
    said = [reply.error] if reply.error else [refusal.says for refusal in reply.refused]
    return Answer(says=tuple(spoken(each, seen) for each in said))


def refusals(reply: Reply, seen: Visit) -> tuple[str, ...]:
    """Why something was refused, in sentences alone."""
    return tuple(spoken(each.says, seen) for each in reply.refused)


def keep_receipt(request: Request, seen: Visit, reply: Reply | str) -> None:
    """Lay the answer by for the page that is shown next."""
    if isinstance(reply, str) or reply.receipt is None:
        request.session[KEPT] = {"table": seen.table, "says": answer(reply, seen).says}
        return
    body = assembly.games()[seen.game].encode_body(reply.receipt.body).decode()
    request.session[KEPT] = {"table": seen.table, "kind": reply.receipt.kind, "to": reply.receipt.to, "body": body}


def receipt_for(request: Request, seen: Visit) -> Answer | None:
    """The receipt laid by for this table, which is then shown once."""
    kept = request.session.get(KEPT)
    if not kept or kept["table"] != seen.table:
        return None
    del request.session[KEPT]
    if "says" in kept:
        return Answer(says=tuple(kept["says"]))
    body = assembly.games()[seen.game].decode_body(kept["kind"], kept["body"].encode())
    person = seen.reader.person or PersonId("")
    return Answer(put(Notice(kept["kind"], Seat(kept["to"]), person, body), seen.reader, seen.game))


def spoken(saying: Saying, seen: Visit) -> str:
    """A sentence of the referee's in the reader's tongue, the powers named as on this table's map."""
    if seen.game != GAME:
        return rendering.Reader(seen.reader.lang, seen.reader.zone).read(saying)
    return rendering.Reader(seen.reader.lang, seen.reader.zone, report.names_of(seen.view.chart)).read(saying)


def not_read(unread: Unread, seen: Visit) -> str:
    """Why a line was not read, in the very sentence that a letter gets."""
    if seen.game != GAME:
        return spoken(nomic.reason(unread.code), seen)
    return spoken(receipts.unread_says(unread.code, unread.text, unread.word), seen)


def sentences(reply: Reply, reader: Reader) -> tuple[str, ...]:
    """Why something was refused, where there is no table yet."""
    said = [refusal.says for refusal in reply.refused] + ([reply.error] if reply.error else [])
    return tuple(rendering.Reader(reader.lang, reader.zone).read(each) for each in said)
