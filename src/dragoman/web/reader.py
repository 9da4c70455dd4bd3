"""Who reads a page, and how they like it: their name, language, time zone, and paper by day or by lamplight."""

from __future__ import annotations

import zoneinfo
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import tzinfo
from functools import wraps
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone, translation

from dragoman import assembly
from dragoman.game.clock import UnknownZone, zone
from dragoman.game.seats import PersonId
from dragoman.people.models import Person

THEMES = ("light", "dark", "contrast")
STILL = "still"
"""The word of a reader who wants no motion."""

TONGUES = tuple(code for code, _ in settings.LANGUAGES)


@dataclass(frozen=True, slots=True)
class Reader:
    """Somebody at a page. `person` is None for whoever has not signed in; `theme` is empty where the device decides;
    `still` asks for a page on which nothing moves."""

    person: PersonId | None = None
    name: str = ""
    lang: str = "en"
    zone_name: str = "UTC"
    theme: str = ""
    still: bool = False
    may_open: bool = False
    keeper: bool = False

    @property
    def zone(self) -> tzinfo:
        return zone(self.zone_name)


class Request(HttpRequest):
    """A request as the pages see it: with its reader."""

    reader: Reader


class Readers:
    """Middleware that finds the reader, and turns language and clock to them for as long as the page is made."""

    def __init__(self, answer: Callable[[HttpRequest], HttpResponse]) -> None:
        self.answer = answer

    def __call__(self, request: HttpRequest) -> HttpResponse:
        reader = reader_of(request)
        request.reader = reader  # type: ignore[attr-defined]  # see Request
        with translation.override(reader.lang), timezone.override(reader.zone):
            response = self.answer(request)
            response.headers.setdefault("Content-Language", reader.lang)
        return response


def reader_of(request: HttpRequest) -> Reader:
    """The reader by who has signed in, and by the cookies of those who have not."""
    theme = request.COOKIES.get("theme", "")
    reader = _signed_in(request) or _stranger(request)
    still = request.COOKIES.get("motion", "") == STILL
    return replace(reader, theme=theme if theme in THEMES else "", still=still)


def _stranger(request: HttpRequest) -> Reader:
    return Reader(
        lang=_spoken(translation.get_language() or ""), zone_name=_known_zone(request.COOKIES.get("zone", ""))
    )


def _signed_in(request: HttpRequest) -> Reader | None:
    row = request.user
    return reader_of_person(row) if isinstance(row, Person) and row.is_active else None


def reader_of_person(row: Person) -> Reader:
    """Somebody who is known here, by whatever they have shown who they are."""
    person = PersonId(row.id)
    reached = assembly.register().correspondent_of(row)
    name = (reached.name or reached.address) if reached else ""
    return Reader(person, name, _spoken(row.lang), _known_zone(row.zone), may_open=row.may_open, keeper=row.keeper)


def _spoken(lang: str) -> str:
    """The tongue of the pages that is nearest to a language."""
    return next((code for code in TONGUES if lang.partition("-")[0] == code), TONGUES[0])


def _known_zone(name: str) -> str:
    """The zone of that name, or the host's where it is none: a cookie may say anything."""
    try:
        zone(name)
    except UnknownZone:
        return assembly.house().host.zone
    return name


View = Callable[..., HttpResponse]


def signed_in(view: View) -> View:
    """Only for whoever has signed in; others are asked to, and led back to the page, or for a deed to its game."""

    @wraps(view)
    def asked(request: Request, *args: Any, **named: Any) -> HttpResponse:
        if request.reader.person is not None:
            return view(request, *args, **named)
        back = request.get_full_path() if request.method in ("GET", "HEAD") else _page_of(named)
        to = f"{reverse('sign-in')}?{urlencode({'next': back})}"
        if request.headers.get("HX-Request") == "true":  # a script asked: it must lead the whole page there
            return HttpResponse(headers={"HX-Redirect": to})
        return HttpResponseRedirect(to)

    return asked


def _page_of(named: dict[str, Any]) -> str:
    return reverse("game", args=[named["name"]]) if "name" in named else reverse("home")


def zones_by_region(own: str) -> list[tuple[str, list[tuple[str, str]]] | tuple[str, str]]:
    """The same for a form: each zone under its part of the world, by the name of its place."""
    regions: dict[str, list[tuple[str, str]]] = {}
    alone = []
    for name in zones(own):
        region, _, place = name.partition("/")
        if place:
            regions.setdefault(region, []).append((name, place.replace("_", " ").replace("/", ", ")))
        else:
            alone.append((name, name))
    return [*alone, *regions.items()]


def zones(own: str) -> tuple[str, ...]:
    """Every zone a form offers, in order of name; one's own is among them, however it is written."""
    places = {name for name in zoneinfo.available_timezones() if "/" in name and not name.startswith(("Etc/", "posix"))}
    return tuple(dict.fromkeys(("UTC", *sorted(places | {own} - {"UTC"}))))
