"""The page of time: when the phase falls due and what it waits for, delays, absences, the pace; and the game master's
clock, with all that waits for an answer."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from dragoman.diplomacy.commands import (
    AcceptLate,
    AnswerDelay,
    AskDelay,
    CallResumption,
    MakeContact,
    ObjectToPace,
    PlanAbsence,
    Remind,
    SetPace,
    Warn,
    WithdrawAbsence,
)
from dragoman.diplomacy.houserules.document import document
from dragoman.diplomacy.sight import View
from dragoman.diplomacy.state import Stage
from dragoman.game import clock
from dragoman.game.protocol import Reply
from dragoman.tongues.saying import put
from dragoman.web import papers, says
from dragoman.web.door import Visit, say_command, say_writing, speaker, visit
from dragoman.web.forms import time as forms
from dragoman.web.reader import Request, signed_in
from dragoman.web.views.orders import answered

FORMS = ("delay", "absence", "pace", "remind", "warn", "enter")
OFFICE = frozenset({"grant", "refuse", "pace", "remind", "warn", "enter", "late"})
MOST_DIGITS = 6


@require_safe
def time(request: Request, name: str) -> HttpResponse:
    """The clock of a game, as this seat may see it."""
    return _page(request, visit(request, name), {})


@signed_in
@require_POST
def deed(request: Request, name: str, deed: str) -> HttpResponse:
    """One thing said of time."""
    seen = visit(request, name)
    if deed in OFFICE and not seen.presides:
        raise PermissionDenied
    form = _form(deed, seen.view, request.POST) if deed in FORMS else None
    if form is not None and not form.is_valid():
        return _page(request, seen, {deed: form}, status=422)
    said = form.cleaned_data if form is not None else {}
    return answered(request, seen, _said(seen, request, deed, said), to="time")


def _form(deed: str, view: View, data: Any = None, initial: dict[str, str] | None = None) -> Any:
    """The form of a deed; the deed tells its fields apart."""
    more: dict[str, Any] = {"data": data, "auto_id": f"{deed}_%s"}
    match deed:
        case "delay":
            return forms.Delay(**more)
        case "absence":
            return forms.Absence(moderated=view.moderated, **more)
        case "pace":
            return forms.Pace(view, **more)
        case "remind":
            return forms.Reminder(view, **more)
        case "warn":
            return forms.Warning_(view, **more)
        case _:
            return forms.Entered(view, initial=initial, **more)


def _said(seen: Visit, request: Request, deed: str, said: dict[str, Any]) -> Reply:
    if deed == "enter":
        return say_writing(seen, _entered(said))
    return say_command(seen, _command(seen, request, deed, said))


def _command(seen: Visit, request: Request, deed: str, said: dict[str, Any]) -> Any:  # one arm per deed
    by, why = speaker(seen), request.POST.get("why", "").strip()
    match deed:
        case "delay":
            return AskDelay(by, timedelta(days=said["days"] or 0, hours=said["hours"] or 0), said["why"])
        case "absence":
            there = clock.zone(seen.view.zone)
            begins, ends = clock.midnight(said["first"], there), clock.midnight(said["last"] + timedelta(days=1), there)
            return PlanAbsence(by, begins, ends, said["why"], said["told"] == "all")
        case "withdraw":
            return WithdrawAbsence(by, _number(request))
        case "object" | "accept":
            return ObjectToPace(by, deed == "object")
        case "here":
            return MakeContact(by)
        case "resume":
            return CallResumption(by)
        case "grant" | "refuse":
            return AnswerDelay(by, _number(request), deed == "grant", why)
        case "pace":
            return SetPace(by, {kind: said[kind] for kind, _ in forms.KINDS if said.get(kind)}, said["why"])
        case "remind":
            powers = () if said["whom"] in ("", "all") else (said["whom"],)
            return Remind(by, powers, said["text"], said["whom"] == "all")
        case "warn":
            return Warn(by, said["seat"], said["why"])
        case "late":
            return AcceptLate(by, request.POST.get("seat", ""), why)
        case _:
            raise PermissionDenied


def _number(request: Request) -> int:
    number = request.POST.get("number", "")
    return int(number) if number.isascii() and number.isdigit() and len(number) <= MOST_DIGITS else 0


def _entered(said: dict[str, Any]) -> str:
    """A set that the game master enters, as it would be written: the same reader tells what is wrong with it."""
    way = {"post": " by post", "in person": " in person", "phone": " by phone"}.get(said.get("channel") or "", "")
    received = said.get("received")
    came = f", received {timezone.localtime(received):%Y-%m-%dT%H:%M%z}" if received else ""
    why = " ".join(said["why"].split())
    return f"gm accept {said['seat']}{way}{came} because {why}:\n{said['orders']}\nend"


def _page(request: Request, seen: Visit, filled: dict[str, Any], status: int = 200) -> HttpResponse:
    view = seen.view
    mine = seen.seat if seen.seat in view.chart.powers else None
    running = view.stage is Stage.RUNNING
    passed = running and view.deadline is not None and seen.now >= view.deadline and not view.paused
    shown = {
        "seen": seen,
        "view": view,
        "dial": view.dial,
        "here": "time",
        "mine": mine,
        "running": running,
        "passed": passed,
        "faster": bool(view.deadline and view.dial.schedule and view.deadline < view.dial.schedule),
        "grace": view.dial.grace.get(mine or ""),
        "contact": next((each for each in view.dial.contacts if each.seat == mine), None),
        "open_delays": [each for each in view.dial.delays if each.granted is None and each.phase == view.phase],
        "own_delays": [each for each in view.dial.delays if each.seat == mine],
        "may_call": view.dial.may_call is not None and seen.now >= view.dial.may_call,
        "absences": [_absence(view, each, mine) for each in view.dial.absences if each.ends > seen.now],
        "rules": _rules(view),
        "forms": {each: _form(each, view, initial={"seat": request.GET.get("seat", "")}) for each in FORMS} | filled,
        "entering": "seat" in request.GET,
        "receipt": papers.receipt_for(request, seen),
    }
    return render(request, "web/time.html", shown, status=status)


def _absence(view: View, absence: Any, mine: Any) -> dict[str, Any]:
    """An absence by its days, in the game's own zone: the last day is the one before its end."""
    there = clock.zone(view.zone)
    return {
        "seat": absence.seat,
        "number": absence.number,
        "first": absence.begins.astimezone(there).date(),
        "last": (absence.ends - timedelta(minutes=1)).astimezone(there).date(),
        "announced": absence.announced,
        "why": absence.why if absence.announced or absence.seat == mine or view.seat == "gm" else "",
        "own": absence.seat == mine,
    }


def _rules(view: View) -> list[tuple[str, list[str]]]:
    """What the house rules of this game say of time."""
    lang = says.lang()
    entries = [each for each in document(view.sheet).entries if each.number.startswith("VII.")]
    entries += [each for each in document(view.sheet).entries if each.number in ("F.5", "F.7")]
    return [(each.name, [put(said, lang) for said in (*each.says, *each.settled)]) for each in entries if each.says]
