"""Press: my conversations, each by who is in it; a form to write to one, to some or to all; what can be done about a
piece; and the whole of it in one list, or what of it bears a word."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from dragoman import assembly
from dragoman.diplomacy.commands import (
    AnswerPress,
    ClaimNames,
    Command,
    DiscloseAuthors,
    MutePress,
    RefusePress,
    ReportPress,
    SendPress,
)
from dragoman.diplomacy.masks import PieceSeen
from dragoman.diplomacy.state import Stage
from dragoman.game.press import ALL, Colour
from dragoman.game.protocol import Reply
from dragoman.people.leaves import DRAFTS, LONGEST, READ, Written
from dragoman.web import papers, threads
from dragoman.web.door import Visit, say_command, speaker, visit
from dragoman.web.forms.corrections import Conduct
from dragoman.web.forms.press import Answering, Names, Press, Reason, Words, audience
from dragoman.web.reader import Request, signed_in
from dragoman.web.views.notes import acknowledged
from dragoman.web.views.orders import answered

MOST_DIGITS = 6
NEW = "new"
"""Under which name the draft of a letter is kept whose readers are not chosen yet."""
LONGEST_SOUGHT = 80


@require_safe
def press(request: Request, name: str) -> HttpResponse:
    """The conversations, and the one that is asked for; everything in one list; or the pieces with a word in them."""
    seen = visit(request, name)
    answering = _piece(seen, request.GET.get("answer", ""))
    talk = _asked(seen, request, answering)
    if talk is not None and request.method == "GET":
        _mark(seen, {talk.key: talk.pieces[-1].number if talk.pieces else 0})
    form = _form(seen, talk, answering, request.GET.getlist("to")) if _may_write(seen) else None
    return _page(request, seen, form, talk, answering)


@signed_in
@require_POST
def send(request: Request, name: str) -> HttpResponse:
    """Send one piece, or an answer to one; its draft is then gone. Without a script, a draft is kept by a button."""
    seen = visit(request, name)
    if "keep" in request.POST:
        _keep(seen, request)
        return redirect(_back(seen, request))
    answering = _piece(seen, request.POST.get("answer", ""))
    talk = _asked(seen, request, answering)
    form: Words = Words(request.POST) if answering is not None else Press(seen.view, request.POST)
    if not form.is_valid():
        return _page(request, seen, form, talk, answering, status=422)
    reply = say_command(seen, _sent(seen, form, answering))
    if not (reply.refused or reply.error):
        _write_draft(seen, _leaf(request), "")
    return _answered(request, seen, reply)


def _answered(request: Request, seen: Visit, reply: Reply) -> HttpResponse:
    """Back to the conversation that it was written in."""
    if not request.POST.get("with"):
        return answered(request, seen, reply, to="press")
    papers.keep_receipt(request, seen, reply)
    return redirect(_back(seen, request))


def _back(seen: Visit, request: Request) -> str:
    key = request.POST.get("with", "")
    return threads.address(seen.table, key) if key else threads.address(seen.table, "").partition("?")[0]


@signed_in
@require_POST
def draft(request: Request, name: str) -> HttpResponse:
    """Keep what is being written; a script asks, and is told."""
    kept = _keep(visit(request, name), request)
    said = acknowledged() if kept else _("Not kept: a draft can have %(most)d characters.") % {"most": LONGEST}
    return HttpResponse(said, content_type="text/plain; charset=utf-8")


def _keep(seen: Visit, request: Request) -> bool:
    return _write_draft(seen, _leaf(request), request.POST.get("text", "").replace("\r\n", "\n"))


def _leaf(request: Request) -> str:
    return request.POST.get("with", "")[:200] or NEW


def _write_draft(seen: Visit, key: str, text: str) -> bool:
    assert seen.reader.person is not None
    return assembly.leaves().write(seen.reader.person, seen.table, DRAFTS, key, text, seen.now)


@signed_in
@require_POST
def read_all(request: Request, name: str) -> HttpResponse:
    """Everything counts as read."""
    seen = visit(request, name)
    _mark(seen, {talk.key: talk.last.number for talk in threads.threads(seen, {})})
    return redirect("press", name)


def _mark(seen: Visit, upto: dict[str, int]) -> None:
    """Remember how far conversations were read; nothing is remembered of whoever only looks on."""
    if seen.reader.person is not None and seen.seat is not None:
        marks = {key: str(number) for key, number in upto.items()}
        assembly.leaves().change(seen.reader.person, seen.table, READ, lambda kept: kept | marks, seen.now)


@signed_in
@require_POST
def deed(request: Request, name: str, deed: str) -> HttpResponse:
    """What is done about a piece, or about whoever writes."""
    seen = visit(request, name)
    reply = say_command(seen, _deed(seen, request, deed))
    return _answered(request, seen, reply)


def _deed(seen: Visit, request: Request, deed: str) -> Command:
    by, number = speaker(seen), _number(request.POST.get("piece", ""))
    reason = Reason(request.POST)
    why = reason.cleaned_data["why"] if reason.is_valid() else ""
    match deed:
        case "report":
            return ReportPress(by, number, why)
        case "refuse":
            return RefusePress(by, number, why)
        case "mute" | "unmute":
            return MutePress(by, tuple(request.POST.getlist("whom")), deed == "mute")
        case "disclose":
            return DiscloseAuthors(by, (number,) if number else ())
        case "claim":
            return ClaimNames(by, tuple(request.POST.get("names", "").split(",")))
        case _:
            raise PermissionDenied


def _sent(seen: Visit, form: Words, answering: PieceSeen | None) -> SendPress | AnswerPress:
    said, by = form.cleaned_data, speaker(seen)
    if answering is not None:
        return AnswerPress(by, answering.number, said["text"], said["dateline"])
    assert isinstance(form, Press)
    return SendPress(by, tuple(said["to"]), said["text"], said["dateline"], form.kind, form.ascribed)


def _number(written: str) -> int:
    return int(written) if written.isdecimal() and len(written) <= MOST_DIGITS else 0


def _piece(seen: Visit, written: str) -> PieceSeen | None:
    """The piece of that number, for whoever may answer."""
    number = _number(written)
    if not _may_write(seen) or not 1 <= number <= len(seen.view.press):
        return None
    return seen.view.press[number - 1]


def _asked(seen: Visit, request: Request, answering: PieceSeen | None) -> threads.Thread | None:
    """The conversation asked for, or that of the piece that is answered; to the public, what is everybody's."""
    given = request.POST if request.method == "POST" else request.GET
    key = given.get("with", "")[:200]
    kept = _kept(seen, DRAFTS)
    if not key and answering is not None:
        return next(talk for talk in threads.threads(seen, {}, kept) if answering in talk.pieces)
    if not key and seen.seat is None and request.method != "POST" and seen.view.press and not given.get("view"):
        key = ALL
    return threads.thread(seen, key, {}, kept) if key else None


def _kept(seen: Visit, kind: str) -> Written:
    return assembly.leaves().of(seen.reader.person, seen.table, kind) if seen.reader.person is not None else {}


def _form(seen: Visit, talk: threads.Thread | None, answering: PieceSeen | None, to: list[str]) -> Words | None:
    """What to write with: to a piece, into a conversation, or to whomever one ticks; with the draft that was kept."""
    white = Colour.WHITE.value
    if talk is None:
        return Press(seen.view, initial={"to": to, "colour": white, "text": _kept(seen, DRAFTS).get(NEW, "")})
    if answering is not None:
        return Words(initial={"text": talk.draft})
    if not talk.known:
        return None  # it is answered piece by piece: nobody knows who writes
    open_to = {seat for seat, _called in audience(seen.view)}
    known = bool(talk.seats) and open_to.issuperset(talk.seats)
    return Answering(seen.view, initial={"colour": white, "text": talk.draft}) if known else None


def _may_write(seen: Visit) -> bool:
    return seen.seat is not None and seen.view.stage is not Stage.CLOSED


def _conduct(seen: Visit) -> Conduct | None:
    """The form to report conduct, where a human game master can be told."""
    told = _may_write(seen) and seen.view.moderated and not seen.presides
    return Conduct(seen.view, auto_id="conduct_%s") if told else None


def _may_ask(seen: Visit) -> bool:
    """Whether this reader may ask who wrote something (X.2), and there is anything to ask."""
    view, letter = seen.view, seen.view.sheet.letter("X.2")
    allowed = seen.presides if letter == "B" else letter == "C" and (seen.presides or view.power is not None)
    return allowed and view.stage is Stage.OVER


@dataclass(frozen=True, slots=True)
class Found:
    """A piece in which a word stands, and where it is read."""

    piece: PieceSeen
    href: str


def _sought(seen: Visit, word: str) -> list[Found]:
    """The pieces with that word in them, the newest first."""
    lower = word.casefold()
    return [
        Found(piece, f"{threads.address(seen.table, talk.key).partition('#')[0]}#piece-{piece.number}")
        for talk in threads.threads(seen, {})
        for piece in reversed(talk.pieces)
        if lower in f"{piece.text} {piece.dateline} {piece.name}".casefold() and not piece.muted
    ]


def _page(
    request: Request, seen: Visit, form: Words | None, talk: threads.Thread | None = None,
    answering: PieceSeen | None = None, status: int = 200,
) -> HttpResponse:  # fmt: skip
    view = seen.view
    word = request.GET.get("q", "").strip()[:LONGEST_SOUGHT]
    talks = threads.threads(seen, _kept(seen, READ), _kept(seen, DRAFTS)) if seen.seat else threads.threads(seen, {})
    shown = {
        "seen": seen,
        "view": view,
        "here": "press",
        "form": form,
        "talk": talk,
        "talks": talks,
        "unread": sum(each.unread for each in talks) if seen.seat else 0,
        "word": word,
        "found": _sought(seen, word) if word else None,
        "answering": answering,
        "pieces": tuple(reversed(view.press)) if request.GET.get("view") == "all" else None,
        "may_write": _may_write(seen),
        **_further(request, seen),
    }
    return render(request, "web/press.html", shown, status=status)


def _further(request: Request, seen: Visit) -> dict[str, Any]:
    """What stands beside the letters."""
    view = seen.view
    claims = seen.presides and view.sheet.letter("F.15") == "B" and _may_write(seen)
    return {
        "complaints": {complaint.number: complaint for complaint in view.complaints},
        "may_ask": _may_ask(seen),
        "claiming": Names() if claims else None,
        "conduct": _conduct(seen),
        "receipt": papers.receipt_for(request, seen),
    }


__all__ = ["deed", "draft", "press", "read_all", "send"]
