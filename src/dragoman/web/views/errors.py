"""When a page cannot be shown: in the same calm voice, and with a way on."""

from __future__ import annotations

import re

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

OF_GAME = re.compile(r"^/games/[^/]+")


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400: what was asked cannot be understood."""
    return render(request, "web/errors/400.html", status=400)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """403: it is not for this reader."""
    return render(request, "web/errors/403.html", status=403)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """404: there is no such page. A game is called in small letters; whoever wrote larger ones is led to it."""
    asked = request.get_full_path()
    right = OF_GAME.sub(lambda found: found[0].lower(), asked)
    if right != asked and request.method in ("GET", "HEAD"):
        return redirect(right)
    return render(request, "web/errors/404.html", status=404)


def failed(request: HttpRequest) -> HttpResponse:
    """500: the fault is ours. The page needs nothing that may be broken."""
    return render(None, "web/errors/500.html", status=500)


def stale(request: HttpRequest, reason: str = "") -> HttpResponse:
    """403 of a form that was not made here, or too long ago (CSRF)."""
    return render(request, "web/errors/stale.html", status=403)
