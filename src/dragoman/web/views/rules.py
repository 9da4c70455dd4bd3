"""The house rules of a game as a document; and what can be written, for everybody."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from dragoman.diplomacy.houserules.presets import write_preset
from dragoman.web import board, sources
from dragoman.web.door import visit
from dragoman.web.reader import Request
from dragoman.web.views.sheets import article, download


@require_safe
def rules(request: Request, name: str) -> HttpResponse:
    """The sheet of a game: every clause with what was chosen, and what sets it apart from its rulebook."""
    seen = visit(request, name)
    source = sources.find(request, f"{sources.AT_GAME}{name}")
    shown = {
        "seen": seen,
        "view": seen.view,
        "here": "rules",
        "source": source,
        "article": article(source),
        "offered": list(sources.offered(request, games=False)),
    }
    return render(request, "web/rules.html", shown)


@require_safe
def rules_file(request: Request, name: str) -> HttpResponse:
    """The same as a preset file."""
    source = sources.find(request, f"{sources.AT_GAME}{name}")
    return download(write_preset(source.sheet, source.base, name), name)


@require_safe
@cache_control(public=True, max_age=3600)
def board_style(request: Request, name: str) -> HttpResponse:
    """The colours of a game's board, as a stylesheet."""
    return HttpResponse(board.style(visit(request, name).view), content_type="text/css; charset=utf-8")


@require_safe
def words(request: Request) -> HttpResponse:
    """Everything one can write to a game."""
    return render(request, "web/help.html", {"title": _("What you can write")})
