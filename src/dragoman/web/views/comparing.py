"""What would change? A past phase under every choice of one clause, for its game master."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from dragoman.diplomacy.docket import Alike, compared
from dragoman.diplomacy.houserules.catalogue import CATALOGUE
from dragoman.diplomacy.sight import View
from dragoman.diplomacy.state import Turn
from dragoman.game.saying import say
from dragoman.tongues.saying import put
from dragoman.web import outcomes, says
from dragoman.web.door import visit
from dragoman.web.forms import clause as forms
from dragoman.web.outcomes import Group, Shown
from dragoman.web.reader import Request, signed_in
from dragoman.web.stops import rulings


@signed_in
@require_safe
def compare(request: Request, name: str) -> HttpResponse:
    """Choose a phase and a clause, and see which results differ; without a clause, which clauses make a difference."""
    seen = visit(request, name)
    if not seen.presides:
        raise PermissionDenied
    view = seen.view
    turn = _turn(view, request.GET.get("phase", ""))
    number = request.GET.get("clause", "")
    if number and number not in rulings():
        raise Http404(number)
    shown: dict[str, object] = {
        "seen": seen,
        "view": view,
        "here": "desk",
        "turn": turn,
        "phases": [(str(each.phase), says.phase(each.phase)) for each in reversed(view.turns)],
        "phase": says.phase(turn.phase) if turn else "",
        "code": str(turn.phase) if turn else "",
        "clauses": [(each, _title(each)) for each in rulings()],
        "number": number,
        "title": _title(number) if number else "",
    }
    if turn and number:
        choice = view.sheet.choice(number)
        shown["form"] = forms.shown(CATALOGUE[number], choice, choice)
        shown["result"] = _compared(view, turn, number)
    elif turn:
        shown["matter"] = [(each, _title(each)) for each in rulings() if _matters(view, turn, each)]
    return render(request, "web/compare.html", shown)


def _turn(view: View, code: str) -> Turn | None:
    """The phase of that code; the latest if none is named."""
    if not code:
        return view.turns[-1] if view.turns else None
    found = next((turn for turn in view.turns if str(turn.phase) == code), None)
    if found is None:
        raise Http404(code)
    return found


def _compared(view: View, turn: Turn, number: str) -> Shown | None:
    """The phase under every choice of a clause, those that rule alike together; None where all do."""
    alike = _alike(view, turn, number)
    if len(alike) < 2:
        return None
    mine = str(view.sheet.choice(number))
    groups = [Group(each.choices, each.judged) for each in alike]
    return outcomes.shown("phase", says.phase(turn.phase), number, groups, mine, {}, differing=True)


def _matters(view: View, turn: Turn, number: str) -> bool:
    return len(_alike(view, turn, number)) > 1


def _alike(view: View, turn: Turn, number: str) -> tuple[Alike, ...]:
    return compared(view.sheet, CATALOGUE[number], lambda docket: docket.again(turn.before, view.chart, turn.ruling))


def _title(number: str) -> str:
    return put(say(CATALOGUE[number].title), says.lang())


__all__ = ["compare"]
