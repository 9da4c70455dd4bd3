"""A whole game in pictures: moving, and year by year on one sheet; of what everybody who may see the game may see."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from dragoman.diplomacy.drawing import summary
from dragoman.diplomacy.drawing.geometry import Geometry, geometry
from dragoman.diplomacy.drawing.turn import Told, told
from dragoman.diplomacy.sight import View
from dragoman.web import says, telling
from dragoman.web.door import public_view, visit
from dragoman.web.headers import ALONE
from dragoman.web.moving import STUDIO
from dragoman.web.reader import Request

AGAIN = 5
"""Seconds after which to look again for a picture that is being drawn."""


@require_http_methods(["GET", "HEAD", "POST"])
def pictures(request: Request, name: str) -> HttpResponse:
    """Both on one page; sent, the moving one is begun. Raises Http404 for a map nobody has drawn, and while nothing has
    been played."""
    seen = visit(request, name)
    ground, view, turns = _played(name)
    key = _key(view, name)
    if request.method == "POST":
        if not STUDIO.begin(key, lambda: summary.frames(ground, view.chart, turns, game=name, lang=says.lang())):
            messages.info(request, _("Another game is being drawn. Ask again in a minute."))
        return redirect("pictures", name)
    made, making = STUDIO.made(key) is not None, STUDIO.making(key)
    shown = {
        "seen": seen,
        "view": seen.view,
        "here": "board",
        "made": made,
        "making": making,
        "edition": _edition(view),
    }
    response = render(request, "web/pictures.html", shown)
    if making:
        response.headers["Refresh"] = str(AGAIN)
    return response


@require_safe
def moving(request: Request, name: str) -> HttpResponse:
    """The moving picture; where it has not been made, the page on which one can ask for it."""
    visit(request, name)
    made = STUDIO.made(_key(_played(name)[1], name))
    return redirect("pictures", name) if made is None else HttpResponse(made, content_type="image/gif")


@require_safe
def years(request: Request, name: str) -> HttpResponse:
    """Every year on one sheet, as SVG."""
    visit(request, name)
    ground, view, turns = _played(name)
    response = HttpResponse(
        summary.sheet(ground, view.chart, turns, game=name, lang=says.lang()),
        content_type="image/svg+xml; charset=utf-8",
    )
    response.headers["Content-Security-Policy"] = ALONE
    return response


def _played(name: str) -> tuple[Geometry, View, tuple[Told, ...]]:
    """What everybody sees of the game. Raises Http404 where there is nothing to draw."""
    view = public_view(name)
    try:
        ground = geometry(view.chart.id)
    except LookupError as fault:
        raise Http404(view.chart.id) from fault
    if not view.turns:
        raise Http404("nothing has been played")
    return ground, view, told(view.turns)


def _edition(view: View) -> str:
    """What tells the game as it is from what it was before its last turn, or a correction."""
    return f"{len(view.turns)}-{max(map(telling.edition, view.turns))}"


def _key(view: View, name: str) -> str:
    return f"{name} {says.lang()} {_edition(view)}"


__all__ = ["moving", "pictures", "years"]
