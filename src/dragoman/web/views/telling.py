"""A moment of a game as a picture to be sent and saved: drawn from what the seat may see, and never with an order on
file. Whoever names its edition may keep it for long; others ask each time whether it is still the same."""

from __future__ import annotations

from hashlib import sha256
from typing import get_args

from django.http import Http404, HttpResponse
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from dragoman.diplomacy.board.position import Phase
from dragoman.diplomacy.drawing import shapes as drawing
from dragoman.diplomacy.drawing.style import Theme
from dragoman.diplomacy.sight import View
from dragoman.diplomacy.state import Turn
from dragoman.game import pixels
from dragoman.web import board, telling
from dragoman.web.door import visit
from dragoman.web.headers import ALONE
from dragoman.web.reader import Request
from dragoman.web.views.painted import answer

THEMES: dict[str, Theme] = {each: each for each in get_args(Theme)}
WIDTH, LEAST, MOST, STEP = 1200, 200, 2400, 100
"""Pixels of a picture: where nothing is said, at the least and the most, and in which steps, so that there are not as
many pictures of a moment as there are numbers."""
YEAR = 365 * 24 * 3600
LONG = 30 * 24 * 3600
"""Seconds for which the picture of a phase that is over may be kept by whoever asks for that edition of it."""


@require_safe
def svg(request: Request, name: str, phase: Phase) -> HttpResponse:
    """The board of a phase at a stage of it, alone: it can be brought as near as one likes."""
    view = visit(request, name).view
    turn = _turn(view, phase)
    drawn = _drawn(request, view, turn, "auto")
    response = HttpResponse(drawn, content_type="image/svg+xml; charset=utf-8")
    response.headers["Content-Security-Policy"] = ALONE
    return _kept(request, response, turn, drawn)


@require_safe
def png(request: Request, name: str, phase: Phase) -> HttpResponse:
    """The same as a picture for mails and chats, `width` pixels wide."""
    view = visit(request, name).view
    turn, wide = _turn(view, phase), _width(request.GET.get("width", ""))
    if wide is None:
        said = _("A picture is from %(least)d to %(most)d pixels wide.") % {"least": LEAST, "most": MOST}
        return HttpResponse(said, "text/plain; charset=utf-8", 400)
    drawn = _drawn(request, view, turn, "light")
    same = _kept(request, HttpResponse(content_type="image/png"), turn, drawn, str(wide))
    if same.status_code != 200 or request.method != "GET":
        return same
    made = answer(pixels.png, drawn, wide)
    if made.status_code != 200:
        return made
    same.content = made.content
    return same


@require_safe
def shapes(request: Request, name: str) -> HttpResponse:
    """The shapes of a map, which boards on pages show from here; whoever names the edition may keep it for ever."""
    try:
        response = HttpResponse(drawing.document(name), content_type="image/svg+xml; charset=utf-8")
    except LookupError as fault:
        raise Http404(name) from fault
    response.headers["Content-Security-Policy"] = ALONE
    same = request.GET.get("v") == drawing.edition(name)
    response.headers["Cache-Control"] = f"public, max-age={YEAR}, immutable" if same else "public, no-cache"
    return response


def _width(asked: str) -> int | None:
    """The width that is meant, in steps; None for one out of bounds. Raises Http404 for what is no number."""
    if not asked:
        return WIDTH
    if not asked.isascii() or not asked.isdigit():
        raise Http404(asked)
    wide = int(asked[:6])
    return -(-wide // STEP) * STEP if LEAST <= wide <= MOST else None


def _turn(view: View, phase: Phase) -> Turn | None:
    """The phase as it was ruled upon; None for the present one. Raises Http404 for one that this seat has not seen."""
    found = next((turn for turn in view.turns if turn.phase == phase), None)
    if found is None and phase != view.phase:
        raise Http404(str(phase))
    return found


def _drawn(request: Request, view: View, turn: Turn | None, theme: str) -> str:
    """The board as it is asked for. Raises Http404 for a stage or theme there is not, and a map nobody has drawn."""
    stage = request.GET.get("stage", "orders")
    try:
        return board.alone(view, turn, board.STAGES[board.STAGES.index(stage)], THEMES[request.GET.get("theme", theme)])
    except (LookupError, ValueError) as fault:
        raise Http404(stage) from fault


def _kept(request: Request, response: HttpResponse, turn: Turn | None, *drawn: str) -> HttpResponse:
    """The answer with its mark, or only that it is the same as what the asker has. What one seat may see, no cache
    between keeps for another."""
    etag = quote_etag(sha256("\0".join(drawn).encode()).hexdigest()[:32])
    whose = "private" if request.reader.person else "public"
    named = turn is not None and request.GET.get("v") == telling.edition(turn)
    response.headers["Cache-Control"] = f"{whose}, max-age={LONG}, immutable" if named else f"{whose}, no-cache"
    response.headers["ETag"] = etag
    same = get_conditional_response(request, etag, None, response)
    assert isinstance(same, HttpResponse)
    same.headers["Cache-Control"] = response.headers["Cache-Control"]
    return same
