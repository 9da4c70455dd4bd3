"""How pages look and which tongue they speak: chosen in the foot of every page, kept in a cookie or with the person."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.http import HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from dragoman import assembly
from dragoman.web.reader import STILL, THEMES, TONGUES, Request
from dragoman.web.views.signing import wanted

YEAR = timedelta(days=365)


@require_POST
def look(request: Request) -> HttpResponse:
    """Paper by day, by lamplight, in sharp contrast, or as the device has it; and whether anything may move."""
    if "motion" in request.POST:
        return _back(request, "motion", STILL if request.POST["motion"] == STILL else "")
    theme = request.POST.get("theme", "")
    return _back(request, "theme", theme if theme in THEMES else "")


@require_POST
def tongue(request: Request) -> HttpResponse:
    """English or Finnish; for whoever has signed in, in letters as well."""
    chosen = request.POST.get("language", "")
    lang = chosen if chosen in TONGUES else TONGUES[0]
    if request.reader.person is not None:
        assembly.register().prefer(request.reader.person, lang, request.reader.zone_name)
    return _back(request, settings.LANGUAGE_COOKIE_NAME, lang)


def _back(request: Request, cookie: str, value: str) -> HttpResponse:
    response = HttpResponseRedirect(wanted(request) or reverse("home"))
    if value:
        response.set_cookie(cookie, value, max_age=YEAR, samesite="Lax", secure=request.is_secure())
    else:
        response.delete_cookie(cookie, samesite="Lax")
    return response
