"""What if: a player's own guesses at a game, adjudicated by its house rules. What is guessed lies in their session,
and nowhere else; nobody is told of it, and the table does not know."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from dragoman.diplomacy.commands import SubmitOrders
from dragoman.diplomacy.orders.order import Line
from dragoman.diplomacy.orders.writing import write
from dragoman.diplomacy.report.exports import on_file
from dragoman.diplomacy.sight import View
from dragoman.diplomacy.state import Stage
from dragoman.diplomacy.supposing import Begun, understood
from dragoman.web import supposed
from dragoman.web.door import Visit, say_command, speaker, visit
from dragoman.web.filed import words
from dragoman.web.forms.supposing import chosen_step, told_in_place, written
from dragoman.web.reader import Request, signed_in
from dragoman.web.study import Study, asked, decoded
from dragoman.web.views.orders import CHANNEL, answered

KEPT, MOST_KEPT = "what-if", 3
"""Where a session keeps what was guessed, and of how many games."""

MOVED_ON = gettext_lazy("The game has moved on since you guessed; this begins anew from where it stands.")
NOTHING_TO_USE = gettext_lazy("You have written no orders of your own here, so nothing was sent.")


@signed_in
def what_if(request: Request, name: str) -> HttpResponse:
    """Guess at orders for everybody, see what would come of them, and go on from there."""
    seen = visit(request, name)
    if seen.view.stage is not Stage.RUNNING:
        return render(request, "web/what-if.html", {**_frame(seen), "sandbox": _sandbox(seen.view)})
    begun = _begun(seen.view)
    study, moved = _kept(request, seen.view)
    if request.method == "POST":
        return _deed(request, seen, study, begun)
    at = chosen_step(request.GET.get("at", ""))
    shown = supposed.shown(study, begun, at, seen.view.power)
    offer = supposed.offer(study, begun, request.GET.get("unit", "")) if shown.current else None
    more = {"shown": shown, "offer": offer, "moved": MOVED_ON if moved else "", "sandbox": _sandbox(seen.view)}
    return render(request, "web/what-if.html", {**_frame(seen), **more})


def _deed(request: Request, seen: Visit, study: Study, begun: Begun) -> HttpResponse:
    deed = request.POST.get("deed", "keep")
    study = written(study, begun, request.POST)
    if deed == "use":
        return _use(request, seen, study, begun)
    if deed == "see":
        study = study.stepped()
    elif deed == "anew":
        study = _fresh(seen.view)
    elif (step := chosen_step(deed.removeprefix("back-"))) is not None:
        study = study.back(step)
    _keep(request, seen.view, study)
    if request.headers.get("HX-Request") == "true":
        return told_in_place(study, begun)
    page = reverse("what-if", args=[seen.table])
    return redirect(f"{page}?at={len(study.steps) - 1}" if deed == "see" else page)


def _use(request: Request, seen: Visit, study: Study, begun: Begun) -> HttpResponse:
    """Send what was written for one's own power, as a preliminary set."""
    _keep(request, seen.view, study)
    power = seen.view.power or ""
    mine = (study.steps[0] if study.steps else study.orders).get(power, ())
    read = understood(begun, begun.position, {power: mine}).get(power, ())
    lines = tuple(each for each in read if isinstance(each, Line))
    if not lines:
        return answered(request, seen, str(NOTHING_TO_USE))
    return answered(request, seen, say_command(seen, SubmitOrders(speaker(seen), lines, begun.position.phase, False,
                                                                  CHANNEL)))  # fmt: skip


@signed_in
@require_safe
def offers(request: Request, name: str) -> HttpResponse:
    """What a unit could be ordered at the phase to be ordered: a part of a page, for a script."""
    seen = visit(request, name)
    if seen.view.stage is not Stage.RUNNING:
        raise Http404(name)
    study, _moved = _kept(request, seen.view)
    offer = supposed.offer(study, _begun(seen.view), request.GET.get("unit", ""))
    if offer is None:
        return HttpResponse(status=204)
    return render(request, "web/game/offer.html", {"offer": offer})


def _frame(seen: Visit) -> dict[str, object]:
    return {"seen": seen, "view": seen.view, "here": "what-if", "chart": seen.view.chart, "words": words()}


def _begun(view: View) -> Begun:
    return Begun(view.chart, view.sheet, view.position)


def _fresh(view: View) -> Study:
    """What the reader knows: the orders on file that they may see, and those given in public."""
    public = {power: tuple(write(line.order) for line in given.lines) for power, given in view.public.items()}
    return Study(orders=public | {power: tuple(lines) for power, lines in on_file(view).items()})


def _kept(request: Request, view: View) -> tuple[Study, bool]:
    """What was guessed of this phase before, or a fresh study; and whether what was guessed was of another phase."""
    kept = request.session.get(KEPT, {}).get(view.game)
    if kept is None:
        return _fresh(view), False
    study = decoded(kept["study"]) if kept["phase"] == _mark(view) else None
    return (study, False) if study is not None else (_fresh(view), True)


def _mark(view: View) -> str:
    """What a study begins from: the phase, and how many were adjudicated before it."""
    return f"{view.phase} {len(view.turns)}"


def _keep(request: Request, view: View, study: Study) -> None:
    kept = dict(request.session.get(KEPT, {}))
    kept.pop(view.game, None)
    for other in list(kept)[: len(kept) - MOST_KEPT + 1]:
        del kept[other]
    kept[view.game] = {"phase": _mark(view), "study": study.encoded()}
    request.session[KEPT] = kept


def _sandbox(view: View) -> str:
    """The position, without anybody's orders, as a link to the sandbox."""
    said = {number: written for number, written in view.sheet.as_rules().items() if written != _DATC.get(number)}
    study = Study(map=view.chart.id, start=asked(view.chart, view.position), said=said)
    return study.encoded()


_DATC = Study().begun().sheet.as_rules()

__all__ = ["offers", "what_if"]
