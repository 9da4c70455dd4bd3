"""A small picture of the board at one moment, for lists of games: everybody's to see, and too small for any words."""

from __future__ import annotations

import hashlib

from django.http import Http404, HttpResponse
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from django.views.decorators.http import require_safe

from dragoman.diplomacy.board.position import Phase
from dragoman.diplomacy.drawing.board import draw
from dragoman.diplomacy.drawing.geometry import geometry
from dragoman.diplomacy.drawing.style import Theme
from dragoman.game import pixels
from dragoman.web.door import public_view
from dragoman.web.reader import Request
from dragoman.web.views.painted import answer

WIDTH = 480
"""Pixels: twice what a list shows, for sharp screens."""

KEPT = 600
"""Seconds for which it need not be asked for again; a correction is then seen, too."""


@require_safe
def small(request: Request, name: str, phase: Phase) -> HttpResponse:
    """The position before that phase. Raises Http404 for a phase the game never saw, and for a map nobody has drawn."""
    view = public_view(name)
    before = {turn.phase: turn.before for turn in view.turns}
    position = view.position if phase == view.phase else before.get(phase)
    theme: Theme = "dark" if request.GET.get("light") == "dark" else "light"
    if position is None:
        raise Http404(str(phase))
    try:
        drawn = draw(geometry(view.chart.id), view.chart, position, theme=theme, legend=False)
    except LookupError as fault:
        raise Http404(view.chart.id) from fault
    etag = quote_etag(hashlib.sha256(drawn.encode()).hexdigest()[:32])
    response = get_conditional_response(request, etag) or answer(pixels.small, drawn, WIDTH)
    if response.status_code < 500:
        response.headers["ETag"] = etag
        response.headers["Cache-Control"] = f"private, max-age={KEPT}"
    return response


__all__ = ["small"]
