"""Press: what was written to me and by me, and a form to write to one, to some or to all."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST, require_safe

from dragoman.diplomacy.commands import SendPress
from dragoman.diplomacy.state import Stage
from dragoman.web import papers
from dragoman.web.door import Visit, say_command, speaker, visit
from dragoman.web.forms.press import Press
from dragoman.web.reader import Request, signed_in
from dragoman.web.views.orders import answered


@require_safe
def press(request: Request, name: str) -> HttpResponse:
    """Everything this seat may read, the newest first."""
    seen = visit(request, name)
    to = request.GET.getlist("to")
    form = Press(seen.view, initial={"to": to}) if _may_write(seen) else None
    return _page(request, seen, form)


@signed_in
@require_POST
def send(request: Request, name: str) -> HttpResponse:
    """Send one piece."""
    seen = visit(request, name)
    form = Press(seen.view, request.POST)
    if not form.is_valid():
        return _page(request, seen, form, status=422)
    said = form.cleaned_data
    reply = say_command(seen, SendPress(speaker(seen), tuple(said["to"]), said["text"], said["dateline"]))
    return answered(request, seen, reply, to="press")


def _may_write(seen: Visit) -> bool:
    return seen.seat is not None and seen.view.stage is not Stage.CLOSED


def _page(request: Request, seen: Visit, form: Press | None, status: int = 200) -> HttpResponse:
    shown = {
        "seen": seen,
        "view": seen.view,
        "here": "press",
        "form": form,
        "pieces": tuple(reversed(seen.view.press)),
        "receipt": papers.receipt_for(request, seen),
    }
    return render(request, "web/press.html", shown, status=status)
