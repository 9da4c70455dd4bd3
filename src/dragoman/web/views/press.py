"""Press: what was written to me and by me, a form to write to one, to some or to all, and what can be done about a
piece: to answer it, to report it, to read no more like it, to refuse it, and after the game to ask who wrote it."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST, require_safe

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
from dragoman.game.press import Colour
from dragoman.web import papers
from dragoman.web.door import Visit, say_command, speaker, visit
from dragoman.web.forms.corrections import Conduct
from dragoman.web.forms.press import Names, Press, Reason, Words
from dragoman.web.reader import Request, signed_in
from dragoman.web.views.orders import answered

MOST_DIGITS = 6


@require_safe
def press(request: Request, name: str) -> HttpResponse:
    """Everything this seat may read, the newest first."""
    seen = visit(request, name)
    answering = _piece(seen, request.GET.get("answer", ""))
    form = _form(seen, answering, to=request.GET.getlist("to")) if _may_write(seen) else None
    return _page(request, seen, form, answering)


@signed_in
@require_POST
def send(request: Request, name: str) -> HttpResponse:
    """Send one piece, or an answer to one."""
    seen = visit(request, name)
    answering = _piece(seen, request.POST.get("answer", ""))
    form = Words(request.POST) if answering is not None else Press(seen.view, request.POST)
    if not form.is_valid():
        return _page(request, seen, form, answering, status=422)
    return answered(request, seen, say_command(seen, _sent(seen, form, answering)), to="press")


@signed_in
@require_POST
def deed(request: Request, name: str, deed: str) -> HttpResponse:
    """What is done about a piece, or about whoever writes."""
    seen = visit(request, name)
    return answered(request, seen, say_command(seen, _deed(seen, request, deed)), to="press")


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


def _form(seen: Visit, answering: PieceSeen | None, to: list[str]) -> Words:
    return Words() if answering is not None else Press(seen.view, initial={"to": to, "colour": Colour.WHITE.value})


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


def _page(
    request: Request, seen: Visit, form: Words | None, answering: PieceSeen | None = None, status: int = 200
) -> HttpResponse:
    view = seen.view
    shown = {
        "seen": seen,
        "view": view,
        "here": "press",
        "form": form,
        "answering": answering,
        "pieces": tuple(reversed(view.press)),
        "complaints": {complaint.number: complaint for complaint in view.complaints},
        "may_ask": _may_ask(seen),
        "claiming": Names() if seen.presides and view.sheet.letter("F.15") == "B" and form is not None else None,
        "conduct": _conduct(seen),
        "receipt": papers.receipt_for(request, seen),
    }
    return render(request, "web/press.html", shown, status=status)
