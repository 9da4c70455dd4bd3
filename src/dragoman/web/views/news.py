"""Which news comes to me by which channel; the browsers that take pushes; and one click that stops letters."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.contrib.staticfiles import finders
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from dragoman import assembly
from dragoman.game.seats import PersonId
from dragoman.people.news import CARRIED, ENOUGH, Channel, Choices, Matter, ticks
from dragoman.people.pushing import NoSubscription, Subscription
from dragoman.web.reader import Request, signed_in

NAMED: dict[Matter, tuple[str | Promise, str | Promise]] = {
    Matter.RESULTS: (
        gettext_lazy("Results"),
        gettext_lazy("Results, beginning and end, corrections; of Nomic all news."),
    ),
    Matter.TIME: (
        gettext_lazy("Deadlines and reminders"),
        gettext_lazy("A deadline moves, the clock stops, orders are missing."),
    ),
    Matter.VOTES: (
        gettext_lazy("Votes"),
        gettext_lazy("What is proposed and put to the vote."),
    ),
    Matter.MASTER: (
        gettext_lazy("The game master’s words"),
        gettext_lazy("Announcements, sets taken or entered for you, what waits for you who preside."),
    ),
    Matter.ERRORS: (
        gettext_lazy("Errors and conduct"),
        gettext_lazy("Errors claimed and decided, complaints, sanctions."),
    ),
    Matter.PRESS: (
        gettext_lazy("Press"),
        gettext_lazy("What others write to you. It stands on the page of press all the same."),
    ),
    Matter.SEATS: (
        gettext_lazy("Seats and bargains"),
        gettext_lazy("Who comes and goes, proxies, public orders, money."),
    ),
    Matter.AWAY: (
        gettext_lazy("Absences"),
        gettext_lazy("Those announced to everybody."),
    ),
}
"""What each matter is called, and what belongs to it."""

CHANNELS: dict[Channel, str | Promise] = {
    Channel.MAIL: gettext_lazy("Mail"),
    Channel.PUSH: gettext_lazy("Push"),
    Channel.ATOM: gettext_lazy("Feed"),
    Channel.CALENDAR: gettext_lazy("Calendar"),
}
BROWSERS = (("Edg/", "Edge"), ("Firefox/", "Firefox"), ("Chrom", "Chrome"), ("Safari/", "Safari"))
SYSTEMS = ("Android", "iPhone", "iPad", "Windows", "Mac", "Linux")


@dataclass(frozen=True, slots=True)
class Cell:
    """Whether a channel brings that matter; `name` is the field's, empty where it cannot."""

    channel: str | Promise
    name: str
    ticked: bool


@dataclass(frozen=True, slots=True)
class Row:
    """A matter and its channels. `must`: a player is told of it by one channel at least; `failing`: the one chosen does
    not work, so that it goes by mail; `wrong`: no channel was left."""

    title: str | Promise
    about: str | Promise
    cells: tuple[Cell, ...]
    must: bool
    failing: bool
    wrong: bool


def shown(person: PersonId, choices: Choices | None = None) -> dict[str, Any]:
    """What the part of one's account about news shows; `choices` are those that were not taken."""
    chosen = choices or assembly.deliveries().of(person)
    devices = assembly.devices()
    lacking = chosen.lacking() if choices else ()
    pushable = devices.any(person)
    return {
        "matters": [_row(matter, chosen, pushable, matter in lacking) for matter in CARRIED],
        "channels": list(CHANNELS.values()),
        "bare": chosen.bare,
        "lacking": bool(lacking),
        "pushes": devices.open,
        "push_key": assembly.vapid().public if devices.open else "",
        "devices": devices.of(person) if devices.open else (),
    }


def _row(matter: Matter, chosen: Choices, pushable: bool, wrong: bool) -> Row:
    cells = tuple(
        Cell(
            CHANNELS[channel], f"{matter}.{channel}" if channel in CARRIED[matter] else "", chosen.has(matter, channel)
        )
        for channel in CHANNELS
    )
    failing = Channel.MAIL in chosen.ways(matter, pushable) and not chosen.has(matter, Channel.MAIL) and not wrong
    return Row(*NAMED[matter], cells, matter in ENOUGH, failing, wrong)


@signed_in
@require_POST
def choose(request: Request) -> HttpResponse:
    """Keep what was ticked, unless something that must be told would be told by nothing."""
    person = _person(request)
    choices = Choices(ticks(request.POST.keys()), request.POST.get("bare") == "yes")
    if assembly.deliveries().keep(person, choices):
        from dragoman.web.views.account import page_with_news  # the account's page shows this part of itself

        return page_with_news(request, shown(person, choices))
    messages.success(request, _("Noted."))
    return redirect(f"{reverse('account')}#news")


@signed_in
@require_POST
def add_device(request: Request) -> HttpResponse:
    """Let this browser take pushes; the first one says that it does. A sentence with 422 where it cannot."""
    said = request.POST
    made = Subscription(said.get("endpoint", ""), said.get("p256dh", ""), said.get("auth", ""), _browser(request))
    try:
        device = assembly.devices().add(_person(request), made, assembly.clock().now())
    except NoSubscription:
        why = _("This host does not push to the service that your browser uses.")
        return HttpResponse(why, status=422, content_type="text/plain; charset=utf-8")
    assembly.greet(_person(request), device)
    messages.success(request, _("This browser takes pushes now; the first is on its way."))
    return HttpResponse(status=204)


def _browser(request: Request) -> str:
    """What a browser calls itself, in two words."""
    agent = request.headers.get("User-Agent", "")
    browser = next((name for sign, name in BROWSERS if sign in agent), "")
    system = next((name for name in SYSTEMS if name in agent), "")
    return " · ".join(filter(None, (browser, system)))


@signed_in
@require_POST
def drop_device(request: Request) -> HttpResponse:
    """Push to a browser no more."""
    if assembly.devices().drop(_person(request), request.POST.get("device", "")):
        messages.success(request, _("That browser gets no more pushes."))
    return redirect(f"{reverse('account')}#news")


@csrf_exempt  # the link itself is the right to it, and mail programs send no cookies (RFC 8058 3.2)
@require_http_methods(["GET", "HEAD", "POST"])
def stop(request: Request, token: str) -> HttpResponse:
    """Stop letters of one matter, asking nothing; or have them again. To look changes nothing: programs follow links
    before people do."""
    matter, person = _stopped(token)
    choices = assembly.deliveries().of(person)
    pushable = assembly.devices().any(person)
    if request.method == "POST":
        undo = "undo" in request.POST
        changed = choices.with_mail(matter) if undo else choices.without_mail(matter)
        if undo or choices.may_stop(matter, pushable):
            assembly.deliveries().keep(person, changed)
            choices = assembly.deliveries().of(person)
    coming = Channel.MAIL in choices.ways(matter, pushable)
    told = {"title": NAMED[matter][0], "about": NAMED[matter][1], "coming": coming, "token": token,
            "may": choices.may_stop(matter, pushable)}  # fmt: skip
    to = assembly.register().correspondent(person)
    with translation.override(to.lang if to else None):
        return render(request, "web/day/stop.html", told)


def _stopped(token: str) -> tuple[Matter, PersonId]:
    """Which letters, and whose. Raises Http404."""
    found = assembly.tokens().stops(token)
    if found is None or found[0] not in set(Matter) or assembly.register().correspondent(found[1]) is None:
        raise Http404("stop")
    return Matter(found[0]), found[1]


@require_safe
def worker(request: Request) -> HttpResponse:
    """The script that a browser keeps to show pushes: it must lie at the root to stand for all pages."""
    path = finders.find("web/push.js")
    assert isinstance(path, str), "it is installed with the pages"
    with open(path, encoding="utf-8") as script:
        answer = HttpResponse(script.read(), content_type="text/javascript; charset=utf-8")
    answer.headers["Cache-Control"] = "no-cache"
    return answer


def _person(request: Request) -> PersonId:
    assert request.reader.person is not None, "whoever comes here has signed in"
    return request.reader.person
