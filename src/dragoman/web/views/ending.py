"""The final report of a game: how it ended and who holds which place, the centres of every year, who played what, the
votes that ended it, and the press whose authors have been told."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.http import require_safe

from dragoman import assembly
from dragoman.diplomacy.drawing.years import draw_years
from dragoman.diplomacy.rendering import votes as rendering
from dragoman.diplomacy.report.votes import vote_told
from dragoman.diplomacy.sight import View
from dragoman.diplomacy.state.endings import Year, chart_of_years, winning
from dragoman.web import papers, says
from dragoman.web.door import Visit, visit
from dragoman.web.duties import ending
from dragoman.web.reader import Request


@dataclass(frozen=True, slots=True)
class Place:
    """A place of the final table: its number, and who holds it."""

    number: int
    powers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Played:
    """Who played a power from when to when. `player` is empty for whoever gave no name."""

    power: str
    player: str
    since: datetime
    until: datetime | None


@require_safe
def end(request: Request, name: str) -> HttpResponse:
    """The final report. Raises Http404 while the game goes on."""
    seen = visit(request, name)
    view = seen.view
    if view.ending is None:
        raise Http404(name)
    years = chart_of_years(view.chart, view.turns, view.position)
    shown = {
        "seen": seen,
        "view": view,
        "here": "end",
        "says": ending(view),
        "places": _places(view.ending.places),
        "years": years,
        "rows": [(power, [year.centres.get(power, 0) for year in years]) for power in _played_on(view, years)],
        "chart": _chart(view, years) if len(years) > 1 else "",
        "played": _played(view),
        "votes": _votes(seen),
        "disclosed": [piece for piece in view.press if piece.told is not None],
    }
    return render(request, "web/the-end.html", shown)


def _places(places: tuple[tuple[str, ...], ...]) -> list[Place]:
    numbered, number = [], 1
    for powers in places:
        numbered.append(Place(number, powers))
        number += len(powers)
    return numbered


def _played_on(view: View, years: tuple[Year, ...]) -> list[str]:
    return [power for power in view.chart.powers if any(power in year.centres for year in years)]


def _chart(view: View, years: tuple[Year, ...]) -> SafeString:
    drawn = draw_years(view.chart, years, winning(view.chart, view.sheet), says.lang())
    return mark_safe(drawn)  # the drawing escapes every text in it


def _played(view: View) -> list[Played]:
    """Everybody who ever played a power, in the order of the map and of time."""
    tenures = view.company.tenures
    names = assembly.register().names(tenure.person for tenure in tenures)
    order = list(view.chart.powers)
    return [
        Played(tenure.power, names.get(tenure.person, ""), tenure.since, tenure.until)
        for tenure in sorted(tenures, key=lambda each: (order.index(each.power), each.since))
    ]


def _votes(seen: Visit) -> list[tuple[int, SafeString]]:
    """The votes that ended it, as letters tell them."""
    assert seen.view.ending is not None
    told = [vote_told(vote) for vote in seen.view.votes if vote.number in seen.view.ending.proposals]
    return [(vote.number, papers.laid_out(seen, (*rendering.question(vote), *rendering.result(vote)))) for vote in told]
