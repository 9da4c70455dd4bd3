"""The results of a phase as a file of plain text, in whichever form the reader wants to have them."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.views.decorators.http import require_POST, require_safe

from dragoman.diplomacy.board.position import Phase
from dragoman.diplomacy.commands import ChooseReports
from dragoman.diplomacy.state.reports import FORMS
from dragoman.web import papers
from dragoman.web.door import say_command, speaker, visit
from dragoman.web.reader import Request, signed_in
from dragoman.web.views.orders import answered


@signed_in
@require_POST
def choose(request: Request, name: str) -> HttpResponse:
    """Have results written in a form, from now on: for the reader, or, by the game master, for the rest."""
    seen = visit(request, name)
    everybody = request.POST.get("everybody") == "yes"
    reply = say_command(seen, ChooseReports(speaker(seen), request.POST.get("form", ""), everybody))
    return answered(request, seen, reply)


@require_safe
def text(request: Request, name: str, phase: Phase, form: str) -> HttpResponse:
    """The results as this reader may know them. njudge's form tells what is everybody's, and nothing more."""
    seen = visit(request, name)
    turn = next((turn for turn in reversed(seen.view.turns) if turn.phase == phase), None)
    if turn is None or form not in FORMS:
        raise Http404(f"{phase} {form}")
    written = papers.results_text(seen, turn, form)
    response = HttpResponse(written, content_type="text/plain; charset=utf-8")
    response.headers["Content-Disposition"] = f'inline; filename="{name}-{phase}-{form}.txt"'
    return response
