"""My absences in all my games on one page: entered once for several, each by its own game's clause of time (VII.5)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from dragoman import assembly
from dragoman.diplomacy import report
from dragoman.diplomacy.commands import PlanAbsence, WithdrawAbsence
from dragoman.diplomacy.houserules.catalogue import CATALOGUE
from dragoman.diplomacy.houserules.wording import answer
from dragoman.diplomacy.sight import View
from dragoman.diplomacy.state import Stage
from dragoman.game import clock
from dragoman.tongues.saying import put
from dragoman.web import papers, says
from dragoman.web.door import GAME, Visit, say_command, speaker, visit, visits
from dragoman.web.forms.absences import Away
from dragoman.web.reader import Request, signed_in
from dragoman.web.views.home import MOST

CLAUSE = "VII.5.absences"
MOST_DIGITS = 6


@dataclass(frozen=True, slots=True)
class Absence:
    """An absence by its days, in all the games where it was entered alike: each with its number there."""

    first: date
    last: date
    announced: bool
    why: str
    games: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Due:
    """A deadline that falls on a day: of which game, which phase, and at what hour."""

    table: str
    phase: str
    at: Any


@dataclass(frozen=True, slots=True)
class Day:
    """A day of the month shown: the absences that take it in, and the deadlines on it."""

    date: date
    away: tuple[Absence, ...]
    dues: tuple[Due, ...]
    today: bool

    @property
    def plain(self) -> bool:
        return not self.away and not self.dues


@dataclass(frozen=True, slots=True)
class Rule:
    """What an absence does in a game, by its house rules; `may` whether one can be entered there."""

    table: str
    says: str
    may: bool


@signed_in
@require_safe
def absences(request: Request) -> HttpResponse:
    """The month, the list, and the form."""
    return _page(request, None)


@signed_in
@require_POST
def deed(request: Request, deed: str) -> HttpResponse:
    """Enter an absence in several games, or take one back in all of them."""
    seen = {each.table: each for each in _mine(request)}
    if deed == "enter":
        form = Away([table for table, each in seen.items() if _may(each)], request.POST)
        if not form.is_valid():
            return _page(request, form, status=422)
        for name in form.cleaned_data["games"]:
            _enter(request, seen[name], form.cleaned_data)
        return redirect("absences")
    if deed != "withdraw":
        raise Http404(deed)
    for each in request.POST.getlist("which"):
        name, _between, number = each.partition(":")
        if name in seen and number.isascii() and number.isdigit() and len(number) <= MOST_DIGITS:
            reply = say_command(seen[name], WithdrawAbsence(speaker(seen[name]), int(number)))
            _told(request, seen[name], reply, _("%(game)s: the absence is taken back.") % {"game": name})
    return redirect("absences")


def _enter(request: Request, seen: Visit, said: dict[str, Any]) -> None:
    there = clock.zone(seen.view.zone)
    begins, ends = clock.midnight(said["first"], there), clock.midnight(said["last"] + timedelta(days=1), there)
    command = PlanAbsence(speaker(seen), begins, ends, said["why"], said["told"] == "all")
    reply = say_command(seen, command)
    done = _("%(game)s: your absence is entered.") % {"game": seen.table}
    becomes = report.deadline_away(command, visit(request, seen.table).view)
    _told(request, seen, reply, f"{done} {papers.spoken(becomes, seen)}" if becomes is not None else done)


def _told(request: Request, seen: Visit, reply: Any, done: str) -> None:
    """What came of it in one game: that it is done, or why that game's rules refuse it."""
    refused = [papers.spoken(each.says, seen) for each in reply.refused]
    refused += [papers.spoken(reply.error, seen)] if reply.error else []
    for why in refused:
        messages.error(request, _("%(game)s: %(why)s") % {"game": seen.table, "why": why})
    if not refused:
        messages.success(request, done)


def _mine(request: Request) -> list[Visit]:
    """My games that are not over."""
    assert request.reader.person is not None, "whoever comes here has signed in"
    found = visits(request, assembly.ledger().latest_of(request.reader.person, MOST))
    return [each for each in found if each.seat and str(each.view.stage) in (Stage.RUNNING, Stage.FORMING)]


def _may(seen: Visit) -> bool:
    return seen.game == GAME and (seen.seat in seen.view.chart.powers or bool(seen.view.wishes))


def _page(request: Request, form: Away | None, status: int = 200) -> HttpResponse:
    mine = _mine(request)
    person, now = request.reader.person, assembly.clock().now()
    assert person is not None
    today = now.astimezone(request.reader.zone).date()
    month = _month(request.GET.get("month", ""), today)
    own = _absences(mine)
    host = assembly.house().host.url.rstrip("/")
    shown = {
        "month": month,
        "days": _days(month, today, own, _dues(mine)),
        "before": (month - timedelta(days=1)).strftime("%Y-%m"),
        "after": (month + timedelta(days=31)).strftime("%Y-%m"),
        "offset": month.weekday(),
        "absences": own,
        "rules": [_rule(each) for each in mine],
        "form": form or Away([each.table for each in mine if _may(each)], initial={"told": "gm"}),
        "may": any(_may(each) for each in mine),
        "feed": host + reverse("absences-feed", args=[assembly.absences_token(person)]),
    }
    return render(request, "web/day/absences.html", shown, status=status)


def _month(written: str, today: date) -> date:
    """The first day of the month asked for, or of this one."""
    try:
        asked = date.fromisoformat(f"{written}-01")
    except ValueError:
        return today.replace(day=1)
    return asked if today.year - 2 <= asked.year <= today.year + 2 else today.replace(day=1)


def _absences(mine: Iterable[Visit]) -> list[Absence]:
    """Those not over yet, those alike in several games together, the earliest first."""
    found: dict[tuple[date, date, bool, str], list[tuple[str, int]]] = {}
    for seen in mine:
        for first, last, each in own_absences(seen):
            found.setdefault((first, last, each.announced, each.why), []).append((seen.table, each.number))
    made = [Absence(*key, tuple(games)) for key, games in found.items()]
    return sorted(made, key=lambda each: (each.first, each.last, each.games))


def own_absences(seen: Visit) -> list[tuple[date, date, Any]]:
    """A seat's own absences that are not over, by their days in the game's own zone."""
    if seen.game != GAME or seen.seat is None:
        return []
    there = clock.zone(seen.view.zone)
    return [
        (each.begins.astimezone(there).date(), (each.ends - timedelta(minutes=1)).astimezone(there).date(), each)
        for each in seen.view.dial.absences
        if each.seat == seen.seat and each.ends > seen.now
    ]


def _dues(mine: Iterable[Visit]) -> list[Due]:
    found = []
    for seen in mine:
        view: View = seen.view
        if seen.game == GAME and view.deadline is not None and not view.paused:
            found.append(Due(seen.table, says.phase(view.phase), view.deadline.astimezone(seen.reader.zone)))
    return sorted(found, key=lambda due: (due.at, due.table))


def _days(month: date, today: date, own: Iterable[Absence], dues: Iterable[Due]) -> list[Day]:
    days = []
    day = month
    while day.month == month.month:
        away = tuple(each for each in own if each.first <= day <= each.last)
        days.append(Day(day, away, tuple(due for due in dues if due.at.date() == day), day == today))
        day += timedelta(days=1)
    return days


def _rule(seen: Visit) -> Rule:
    """What the clause of a game says of absences, or why none can be entered there."""
    if seen.game != GAME:
        return Rule(seen.table, _("Nomic has no calendar of absences: say it to the others."), may=False)
    if not _may(seen):
        return Rule(seen.table, _("Only players enter absences; you preside or look on."), may=False)
    said = answer(CATALOGUE[CLAUSE], seen.view.sheet.choice(CLAUSE))
    return Rule(seen.table, " ".join(put(each, says.lang()) for each in said), may=True)


__all__ = ["absences", "deed", "own_absences"]
