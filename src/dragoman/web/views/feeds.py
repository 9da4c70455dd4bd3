"""Calendars of deadlines and feeds of results, for programs that come by themselves and ask whether anything is new.

A game's feed is public. A person's own calendar and feed lie at an address that nobody guesses; it can be renewed, and
opens nothing else. Both hold what everybody may know, so that one who finds the address learns of no secret.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime

from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.cache import get_conditional_response
from django.utils.html import linebreaks
from django.utils.http import http_date, quote_etag
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe
from msgspec import structs

from dragoman import assembly
from dragoman.diplomacy import report
from dragoman.diplomacy.rendering import layout
from dragoman.diplomacy.sight import View
from dragoman.diplomacy.state import Stage, Turn
from dragoman.diplomacy.state.reports import CODES, WORDS
from dragoman.game.clock import zone
from dragoman.people.news import Channel, Choices, Matter
from dragoman.people.register import Correspondent
from dragoman.store.served import changed_at, digest
from dragoman.web import says
from dragoman.web.atom import Entry, atom
from dragoman.web.calendar import Away, Deadline, OwnAway, calendar
from dragoman.web.door import public_view, views_of
from dragoman.web.reader import Request, signed_in

BEGAN = datetime.fromisoformat("2026-01-01T00:00:00+00:00")
"""What dates a feed, or an entry of a calendar, before the first results."""


@signed_in
@require_POST
def renew(request: Request) -> HttpResponse:
    """Have another private address; the last one leads nowhere from now on."""
    assert request.reader.person is not None, "whoever comes here has signed in"
    assembly.feeds().renew(request.reader.person, assembly.clock().now())
    return redirect(f"{reverse('account')}#feeds")


@require_safe
def deadlines(request: Request, token: str, name: str = "") -> HttpResponse:
    """The calendar of a person's deadlines, in all their games or in one."""
    owner = _owner(token)
    views = views_of([each for each in _games_of(owner) if not name or each == name], None)
    if name and not views:
        raise Http404(name)
    chosen = assembly.deliveries().of(owner.person)
    timed = views if chosen.has(Matter.TIME, Channel.CALENDAR) or name else {}
    told = views if chosen.has(Matter.AWAY, Channel.CALENDAR) or name else {}
    with translation.override(owner.lang):
        dues = (due for each, view in timed.items() for due in _due(each, view))
        content = calendar(dues, _host(), (away for each, view in told.items() for away in _away(each, view)))
    return _served(request, content, "text/calendar; charset=utf-8", private=True)


@require_safe
def my_results(request: Request, token: str) -> HttpResponse:
    """The feed of results of all games of a person's."""
    owner = _owner(token)
    with translation.override(owner.lang), timezone.override(zone(owner.zone)):
        chosen = assembly.deliveries().of(owner.person)
        views = views_of(_games_of(owner), None)
        entries = [entry for name, view in views.items() for entry in _chosen(name, view, chosen)]
        content = atom(entries, _("Results"), _url("home"), _here(request), owner.lang, BEGAN)
    return _served(request, content, "application/atom+xml; charset=utf-8", private=True)


@require_safe
def absences(request: Request, token: str) -> HttpResponse:
    """The calendar of a person's own absences, in all their games: those told to a game master alone, too."""
    person = assembly.absences_owner(token)
    owner = assembly.register().correspondent(person) if person else None
    if owner is None:
        raise Http404("feeds")
    with translation.override(owner.lang):
        spans: dict[tuple[date, date], list[str]] = {}
        for name, view in views_of(_games_of(owner), owner.person).items():
            for first, until in _own_absences(view):
                spans.setdefault((first, until), []).append(name)
        aways = [
            OwnAway(first, until, tuple(games), _url("absences")) for (first, until), games in sorted(spans.items())
        ]
        content = calendar((), _host(), aways)
    return _served(request, content, "text/calendar; charset=utf-8", private=True)


def _own_absences(view: View) -> Iterator[tuple[date, date]]:
    """The days of a person's absences in a game, in the game's own zone; the second is the first day back."""
    there = zone(view.zone)
    for each in view.dial.absences if view.ending is None and view.seat else ():
        if each.seat == view.seat:
            yield each.begins.astimezone(there).date(), each.ends.astimezone(there).date()


@require_safe
def results(request: Request, name: str) -> HttpResponse:
    """The feed of a game's results, in the language and zone that the game is played in."""
    view = public_view(name)
    with translation.override(view.lang), timezone.override(zone(view.zone)):
        title = _("%(game)s: results") % {"game": name}
        content = atom(_entries(name, view), title, _url("game", name), _here(request), view.lang, BEGAN)
    return _served(request, content, "application/atom+xml; charset=utf-8", private=False)


def _owner(token: str) -> Correspondent:
    """Whose private address it is. Raises Http404 if it is nobody's."""
    person = assembly.feeds().owner(token)
    owner = assembly.register().correspondent(person) if person else None
    if owner is None:
        raise Http404("feeds")
    return owner


def _games_of(owner: Correspondent) -> list[str]:
    """The tables a person sits at, by name."""
    return sorted({name for name, _seat in assembly.ledger().tables_of(owner.person)})


def _due(name: str, view: View) -> Iterator[Deadline]:
    if view.stage is Stage.RUNNING and view.deadline is not None and not view.paused:
        since = view.turns[-1].at if view.turns else BEGAN
        yield Deadline(name, str(view.phase), view.deadline, _url("game", name), since)


def _away(name: str, view: View) -> Iterator[Away]:
    """The absences that everybody was told of, by their days in the game's own zone."""
    there = zone(view.zone)
    for each in view.dial.absences if view.ending is None else ():
        first, until = (at.astimezone(there).date() for at in (each.begins, each.ends))
        yield Away(name, says.seat(view.chart, each.seat), each.number, first, until, _url("time", name))


def _chosen(name: str, view: View, chosen: Choices) -> Iterator[Entry]:
    """What a person's own feed brings of a game: what everybody may know, as far as they have ticked it."""
    if chosen.has(Matter.RESULTS, Channel.ATOM):
        yield from _entries(name, view)
    if chosen.has(Matter.MASTER, Channel.ATOM):
        title = _("%(game)s: the game master’s words") % {"game": name}
        for number, word in enumerate(view.announcements, 1):
            yield Entry(
                _tag(f"{name}/word/{number}"),
                title,
                linebreaks(word.text, autoescape=True),
                _url("game", name),
                word.at,
            )
    if chosen.has(Matter.PRESS, Channel.ATOM):
        for piece in view.press:
            if piece.refused is None:
                title = _("%(game)s: press to everybody") % {"game": name}
                if piece.seat:
                    title += f" ({says.seat(view.chart, piece.seat)})"
                text = linebreaks(piece.text, autoescape=True)
                yield Entry(_tag(f"{name}/press/{piece.number}"), title, text, _url("press", name), piece.at)


def _tag(path: str) -> str:
    """An identifier for ever (RFC 4151)."""
    return f"tag:{_host()},2026:{path}"


def _entries(name: str, view: View) -> Iterator[Entry]:
    for turn in view.turns:
        yield _entry(name, view, turn)
    if view.ending is not None:
        words = layout.words(report.final_report(view), says.lang(), timezone.get_current_timezone())
        title = _("%(game)s: the game is over") % {"game": name}
        yield Entry(f"tag:{_host()},2026:{name}/end", title, words.html, _url("end", name), view.ending.at)


def _entry(name: str, view: View, turn: Turn) -> Entry:
    body = report.results(view, turn)
    form = CODES if body.form == CODES else WORDS
    settled = structs.replace(body, next=None, form=form)  # what is to come may change, and is in the calendar
    words = layout.words(settled, says.lang(), timezone.get_current_timezone())
    title = _("%(game)s: %(phase)s") % {"game": name, "phase": says.phase(turn.phase)}
    return Entry(
        f"tag:{_host()},2026:{name}/{turn.phase}", title, words.html, _url("moment", name, str(turn.phase)), turn.at
    )


def _url(name: str, *args: str) -> str:
    return assembly.house().host.url.rstrip("/") + reverse(name, args=args)


def _here(request: Request) -> str:
    return assembly.house().host.url.rstrip("/") + request.path


def _host() -> str:
    return assembly.house().host.address.rpartition("@")[2]


def _served(request: Request, content: bytes, kind: str, *, private: bool) -> HttpResponse:
    """The content, or only that nothing has changed, for whoever says what they have already (RFC 9110 13.1)."""
    changed = changed_at(request.path, content, assembly.clock().now())
    etag = quote_etag(digest(content)[:32])
    response = HttpResponse(content, content_type=kind)
    asked = get_conditional_response(request, etag, int(changed.timestamp()), response)
    answer = response if asked is None else asked
    answer.headers["ETag"] = etag
    answer.headers["Last-Modified"] = http_date(changed.timestamp())
    answer.headers["Cache-Control"] = "private, no-cache" if private else "public, max-age=300"
    answer.headers["X-Robots-Tag"] = "noindex" if private else "all"
    return answer
