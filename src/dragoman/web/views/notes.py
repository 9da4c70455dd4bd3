"""Private notes beside a game, for their writer's eyes alone: of the game, of a power, of a province; kept as they are
written."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from dragoman import assembly
from dragoman.game.seats import PersonId
from dragoman.people.leaves import LONGEST, NOTES
from dragoman.web import says
from dragoman.web.door import NOMIC, Visit, visit_any
from dragoman.web.reader import Request, signed_in
from dragoman.web.templatetags.web import written


@dataclass(frozen=True, slots=True)
class Note:
    """A note: what it is about (empty: the whole game), what that is called, and the text."""

    about: str
    called: str
    text: str
    power: bool = False


@signed_in
@require_safe
def notes(request: Request, name: str) -> HttpResponse:
    """All notes beside a game."""
    seen = visit_any(request, name)
    return _page(request, seen)


@signed_in
@require_POST
def keep(request: Request, name: str) -> HttpResponse:
    """Keep one note; an empty one goes. A script is answered with a word."""
    seen = visit_any(request, name)
    about, text = request.POST.get("about", ""), request.POST.get("text", "").replace("\r\n", "\n")
    known = about in _subjects(seen)
    now = assembly.clock().now()
    kept = known and assembly.leaves().write(_person(request), name, NOTES, about, text, now)
    said = acknowledged() if kept else _("Not kept: a note can have %(most)d characters.") % {"most": LONGEST}
    if request.headers.get("HX-Request") == "true":
        return HttpResponse(said, content_type="text/plain; charset=utf-8")
    if not kept:
        return _page(request, seen, wrong=said, unkept=(about, text))
    return redirect(f"{reverse('notes', args=[name])}#note-{about or 'game'}")


def acknowledged() -> str:
    """That something was kept, and when."""
    return _("Kept: %(time)s") % {"time": written(timezone.localtime(assembly.clock().now()), "short")}


@signed_in
@require_safe
def file(request: Request, name: str) -> HttpResponse:
    """All notes as a plain text to take away."""
    seen = visit_any(request, name)
    parts = [f"{note.called}\n\n{note.text.rstrip()}\n" for note in _notes(request, seen) if note.text]
    answer = HttpResponse("\n\n".join(parts), content_type="text/plain; charset=utf-8")
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}-notes.txt"'
    return answer


def _page(request: Request, seen: Visit, wrong: str = "", unkept: tuple[str, str] = ("", "")) -> HttpResponse:
    kept = list(_notes(request, seen, request.GET.get("about", ""), unkept if wrong else None))
    subjects = _subjects(seen)
    taken = {note.about for note in kept}
    shown = {
        "seen": seen,
        "view": seen.view,
        "here": "notes",
        "nomic": seen.game == NOMIC,
        "notes": kept,
        "powers": [(about, called) for about, called in subjects.items() if about not in taken and _power(seen, about)],
        "provinces": [
            (about, called) for about, called in subjects.items() if about not in taken and not _power(seen, about)
        ],
        "wrong": wrong,
    }
    return render(request, "web/day/notes.html", shown, status=422 if wrong else 200)


def _notes(request: Request, seen: Visit, also: str = "", unkept: tuple[str, str] | None = None) -> list[Note]:
    """The note of the game first, then those about powers and provinces, in the map's order; `also` is to be begun."""
    kept = dict(assembly.leaves().of(_person(request), seen.table, NOTES))
    if unkept is not None:
        kept[unkept[0]] = unkept[1]
    subjects = {"": _("The whole game"), **_subjects(seen)}
    found = [about for about in subjects if about in kept or about in ("", also)]
    return [Note(about, subjects[about], kept.get(about, ""), _power(seen, about)) for about in found]


def _power(seen: Visit, about: str) -> bool:
    return seen.game != NOMIC and about in seen.view.chart.powers


def _subjects(seen: Visit) -> dict[str, str]:
    """What a note can be about besides the game: each power, and each province by its full name."""
    if seen.game == NOMIC:
        return {"": _("The whole game")}
    chart = seen.view.chart
    provinces = {each: says.province(chart, each) for each in chart.provinces}
    ordered = dict(sorted(provinces.items(), key=lambda each: each[1]))
    return {"": _("The whole game"), **{power: says.power(chart, power) for power in chart.powers}, **ordered}


def _person(request: Request) -> PersonId:
    assert request.reader.person is not None, "whoever comes here has signed in"
    return request.reader.person


__all__ = ["acknowledged", "file", "keep", "notes"]
