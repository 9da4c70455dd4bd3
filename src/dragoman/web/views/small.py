"""A small picture of the board at one moment, for lists of games: everybody's to see, and too small for any words."""

from __future__ import annotations

import hashlib
import io
from functools import lru_cache

from django.http import Http404, HttpResponse
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from django.views.decorators.http import require_safe

from dragoman.diplomacy.board.position import Phase
from dragoman.diplomacy.drawing.board import draw
from dragoman.diplomacy.drawing.geometry import geometry
from dragoman.diplomacy.drawing.style import Theme
from dragoman.web.door import public_view
from dragoman.web.reader import Request

WIDTH = 480
"""Pixels: twice what a list shows, for sharp screens."""

COLOURS = 96
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
    answer = get_conditional_response(request, etag) or HttpResponse(png(drawn), content_type="image/png")
    answer.headers["ETag"] = etag
    answer.headers["Cache-Control"] = f"private, max-age={KEPT}"
    return answer


@lru_cache(maxsize=128)
def png(svg: str) -> bytes:
    """The drawing in few pixels and colours, and without its words. What draws is loaded when it is first needed."""
    import resvg_py
    from PIL import Image

    drawn = resvg_py.svg_to_bytes(svg_string=svg, width=WIDTH, skip_system_fonts=True)
    colours = Image.open(io.BytesIO(bytes(drawn))).convert("RGB")
    out = io.BytesIO()
    colours.quantize(COLOURS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(
        out, "PNG", optimize=True
    )
    return out.getvalue()


__all__ = ["small"]
