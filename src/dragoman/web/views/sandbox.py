"""The sandbox: any position of any map that is installed, tried by anybody, without a game. A link holds all of it; the
host keeps nothing, and does so much for one asker and no more."""

from __future__ import annotations

from dataclasses import replace
from urllib.parse import urlencode

import msgspec
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from dragoman.diplomacy.board.mapfile import chart, chart_names
from dragoman.diplomacy.board.position import Position
from dragoman.diplomacy.board.province import Place
from dragoman.diplomacy.board.unit import Unit, UnitKind
from dragoman.diplomacy.caseform import read_case
from dragoman.diplomacy.exchange import Unfit
from dragoman.diplomacy.houserules.presets import preset_names
from dragoman.diplomacy.report.exports import as_case, as_json
from dragoman.diplomacy.supposing import Begun
from dragoman.tongues.saying import put
from dragoman.web import door, says, sources, supposed
from dragoman.web.filed import words
from dragoman.web.forms.supposing import chosen_step, told_in_place, written
from dragoman.web.reader import Request
from dragoman.web.study import LONGEST, Study, asked, decoded

MOST_WRITTEN = 20_000


def sandbox(request: Request) -> HttpResponse:
    """Set a position up, order for everybody, and see what comes of it."""
    sent: QueryDict = request.POST if request.method == "POST" else request.GET
    asked_for = sent.get("p", "")
    study = decoded(asked_for) or Study()
    lost = bool(asked_for) and decoded(asked_for) is None
    if request.method == "POST" and not lost:
        return _deed(request, study)
    return _page(request, study, wrong=_("That link holds no position that can be read; this is the opening.")
                 if lost else "")  # fmt: skip


def _deed(request: Request, study: Study) -> HttpResponse:
    deed = request.POST.get("deed", "keep")
    try:
        study = _done(request, study, deed)
        begun = study.begun()
    except Unfit as fault:
        return _page(request, study, wrong=put(fault.says, says.lang()), text=request.POST.get("text", ""), status=422)
    code = study.encoded()
    if len(code) > LONGEST:
        return _page(request, study, wrong=_("This is more than a link can hold; take some of it away."), status=422)
    if request.headers.get("HX-Request") == "true":
        return told_in_place(study, begun, f"{reverse('sandbox')}?{urlencode({'p': code})}")
    at = {"at": len(study.steps) - 1} if deed == "see" and study.steps else {}
    return redirect(f"{reverse('sandbox')}?{urlencode({'p': code, **at})}")


def _done(request: Request, study: Study, deed: str) -> Study:
    """The study after what was asked. Raises Unfit for a position that cannot be."""
    sent = request.POST
    if deed == "begin":
        return _begin(sent)
    begun = study.begun()
    study = written(study, begun, sent)
    match deed:
        case "see":
            return study.stepped()
        case "text":
            position, orders = read_case(sent.get("text", "")[:MOST_WRITTEN], begun.chart)
            return _from(study, begun, position).writing(orders)
        case "place" | "remove" | "centre":
            return _from(study, begun, edited(begun, _now(study, begun), deed, sent)).writing(study.orders)
        case _ if (step := chosen_step(deed.removeprefix("back-"))) is not None:
            return study.back(step)
        case _:
            return study


def _begin(sent: QueryDict) -> Study:
    """The opening of a map under a preset; or its powers and nothing on the board."""
    rules = sent.get("rules", "datc")
    study = Study(map=sent.get("map", "standard")[:40], rules=rules if rules in preset_names() else "datc")
    if sent.get("bare") != "yes":
        return study
    on = study.begun().chart
    return msgspec.structs.replace(study, start=asked(on, Position(on.first_phase(), (), {})))


def _now(study: Study, begun: Begun) -> Position:
    line = door.suppose(begun, study.steps)
    return line[-1].ruling.after if line else begun.position


def _from(study: Study, begun: Begun, position: Position) -> Study:
    """A study that begins with that position, under the same rules."""
    return msgspec.structs.replace(study, start=asked(begun.chart, position), steps=(), orders={})


def edited(begun: Begun, at: Position, deed: str, sent: QueryDict) -> Position:
    """The position with a unit put there or taken away, or a centre given. Whatever does not fit changes nothing."""
    power, place = sent.get("power", ""), Place.parse(sent.get("place", "").upper()[:12])
    if place.province not in begun.chart.provinces or (power and power not in begun.chart.powers):
        return at
    others = tuple(unit for unit in at.units if unit.province != place.province)
    if deed == "remove":
        driven = tuple(each for each in at.dislodged if each.unit.province != place.province)
        return replace(at, units=others, dislodged=driven)
    if deed == "centre":
        owners = {centre: owner for centre, owner in at.centres.items() if centre != place.province}
        if power and place.province in begun.chart.centres:
            owners[place.province] = power
        return replace(at, centres=dict(sorted(owners.items())))
    kind = UnitKind.FLEET if sent.get("kind") == "F" else UnitKind.ARMY
    place = Place(place.province) if kind is UnitKind.ARMY else place
    if not power or not begun.chart.can_stand(kind, place):
        return at
    return replace(at, units=tuple(sorted((*others, Unit(power, kind, place)))))


def _page(request: Request, study: Study, wrong: str = "", text: str = "", status: int = 200) -> HttpResponse:
    try:
        begun = study.begun()
    except Unfit:
        study = Study()
        begun = study.begun()
    shown = supposed.shown(study, begun, chosen_step(request.GET.get("at", "")))
    case = as_case(begun.chart, "sandbox", shown.position, study.orders if shown.current else study.steps[shown.at])
    more = {
        "study": study, "code": study.encoded(), "shown": shown, "chart": begun.chart, "words": words(),
        "offer": supposed.offer(study, begun, request.GET.get("unit", "")) if shown.current else None,
        "maps": [(name, _map_name(name)) for name in chart_names()],
        "presets": [(name, str(sources.PRESETS.get(name, name))) for name in sources.ordered_presets()],
        "places": supposed.provinces(begun.chart), "case": text or case, "wrong": wrong,
        "own_rules": bool(study.said),
    }  # fmt: skip
    return render(request, "web/sandbox.html", more, status=status)


def _map_name(name: str) -> str:
    names = chart(name).names
    return names.get(says.lang()) or names["en"]


@require_safe
def offers(request: Request) -> HttpResponse:
    """What a unit could be ordered: a part of a page, for a script."""
    study = decoded(request.GET.get("p", "")) or Study()
    offer = supposed.offer(study, study.begun(), request.GET.get("unit", ""))
    if offer is None:
        return HttpResponse(status=204)
    return render(request, "web/game/offer.html", {"offer": offer})


@require_safe
def take(request: Request, form: str) -> HttpResponse:
    """The phase shown, as a test case is written, or as JSON for `dragoman adjudicate`."""
    study = decoded(request.GET.get("p", "")) or Study()
    begun = study.begun()
    shown = supposed.shown(study, begun, chosen_step(request.GET.get("at", "")))
    orders = study.orders if shown.current else study.steps[shown.at]
    told = as_json if form == "json" else as_case
    kind = "application/json" if form == "json" else "text/plain; charset=utf-8"
    answer = HttpResponse(told(begun.chart, "sandbox", shown.position, orders), content_type=kind)
    answer["Content-Disposition"] = f'attachment; filename="{shown.now.code}.{"json" if form == "json" else "txt"}"'
    return answer


__all__ = ["edited", "offers", "sandbox", "take"]
