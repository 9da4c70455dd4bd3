"""The game master's desk: what wants the master first, who has ordered (never what), the clock, letters that wait, and
the master's deeds; and all desks of one person on a page."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from functools import partial
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from dragoman import assembly
from dragoman.diplomacy.commands import (
    AcceptKept,
    Announce,
    EndGame,
    Invite,
    Pause,
    Preview,
    Process,
    ReplacePlayer,
    Resume,
    SetDeadline,
)
from dragoman.diplomacy.state import Kept, Stage
from dragoman.diplomacy.state.roster import presides
from dragoman.game import clock
from dragoman.game.seats import Seat
from dragoman.people.register import NoAddress
from dragoman.referee.hearing import weigh
from dragoman.referee.ports import Slip
from dragoman.web import invitations, papers, players, says
from dragoman.web.door import GAME, Visit, say_command, speaker, visit
from dragoman.web.duties import Duty, duty, free
from dragoman.web.forms import desk as forms
from dragoman.web.forms.corrections import Sanction
from dragoman.web.reader import Request, signed_in
from dragoman.web.views.orders import answered
from dragoman.web.wants import Want, wants

Forms = dict[str, Any]


@signed_in
@require_safe
def desk(request: Request, name: str) -> HttpResponse:
    """The desk as it stands."""
    return _page(request, _presiding(request, name), {})


@signed_in
@require_POST
def deed(request: Request, name: str, deed: str) -> HttpResponse:
    """One deed of the game master's."""
    seen = _presiding(request, name)
    form = _form(deed, seen, request.POST)
    if form is not None and not form.is_valid():
        return _page(request, seen, {deed: form}, status=422)
    if deed == "end" and request.POST.get("sure") != "yes":
        return render(request, "web/end.html", {"seen": seen, "view": seen.view, "why": request.POST.get("why", "")})
    if deed == "process" and _too_early(seen, request):
        return render(request, "web/process.html", {"seen": seen, "view": seen.view})
    said = form.cleaned_data if form is not None else {}
    try:
        reply = say_command(seen, _command(deed, seen, request, said))
    except NoAddress:
        assert form is not None
        form.add_error("address", invitations.no_address())
        return _page(request, seen, {deed: form}, status=422)
    return answered(request, seen, reply, to="desk")


@dataclass(frozen=True, slots=True)
class Desk:
    """One of somebody's desks at a glance."""

    visit: Visit
    wants: tuple[Want, ...]
    duty: Duty


@signed_in
@require_safe
def desks(request: Request) -> HttpResponse:
    """Every game that the reader presides over and that is not over: those that press first, the earliest next."""
    found = [Desk(seen, wants(seen), duty(seen.view)) for seen in map(partial(visit, request), _presided(request))]
    shown = [desk for desk in found if desk.wants or desk.visit.view.stage in (Stage.FORMING, Stage.RUNNING)]
    total = sum(len(desk.wants) for desk in shown)
    return render(request, "web/desks.html", {"desks": sorted(shown, key=_pressing), "total": total})


def _presided(request: Request) -> list[str]:
    """The tables of Diplomacy at which the reader sits as a game master."""
    person = request.reader.person
    assert person is not None
    mine = [table for table, seat in assembly.ledger().tables_of(person) if presides(Seat(seat))]
    kinds = {name: game for name, game, _ in assembly.ledger().tables()}
    return [table for table in dict.fromkeys(mine) if kinds.get(table) == GAME]


def _pressing(desk: Desk) -> tuple[bool, bool, str, str]:
    by = desk.visit.view.deadline
    return not any(want.presses for want in desk.wants), not desk.wants, by.isoformat() if by else "~", desk.visit.table


def _presiding(request: Request, name: str) -> Visit:
    """The table, for its game master alone."""
    seen = visit(request, name)
    if not seen.presides:
        raise PermissionDenied
    return seen


def _form(deed: str, seen: Visit, data: Any = None, initial: dict[str, Any] | None = None) -> Any:
    """The form of a deed, filled or empty; None for one that is a button alone. The deed tells its fields apart."""
    more: dict[str, Any] = {"data": data, "initial": initial, "auto_id": f"{deed}_%s"}
    match deed:
        case "deadline":
            return forms.Deadline(**more)
        case "announce":
            return forms.Announcement(**more)
        case "pause":
            return forms.Stop(**more)
        case "end":
            return forms.Reason(**more) if seen.view.ending else forms.Ending(**more)
        case "replace":
            return forms.Replacement(seen.view, **more)
        case "invite":
            return forms.Invitation(**more)
        case _:
            return None


def _command(deed: str, seen: Visit, request: Request, said: dict[str, Any]) -> Any:  # one arm per deed
    by = speaker(seen)
    match deed:
        case "preview":
            return Preview(by)
        case "process":
            return Process(by, says.phase_or_none(request.POST.get("phase", "")))
        case "deadline":
            return SetDeadline(by, said["deadline"], said["why"], sure=said["sure"])
        case "announce":
            return Announce(by, said["text"])
        case "pause":
            return Pause(by, said["why"], said.get("until"))
        case "resume":
            return Resume(by)
        case "end":
            return EndGame(by, said["why"])
        case "replace":
            person = invitations.person(request, said["address"])
            return ReplacePlayer(by, Seat(said["seat"]), said["address"], person, said["why"])
        case "accept":
            number = says.number(request.POST.get("number", ""))
            return AcceptKept(by, number, request.POST.get("why", "")[:500])
        case "invite":
            return Invite(by, invitations.person(request, said["address"]))
        case _:
            raise PermissionDenied


def _not_yet(seen: Visit) -> str:
    """Why the phase cannot be adjudicated now, as the referee would answer; empty if it can."""
    at = assembly.table(seen.table)
    slip = Slip(seen.table, speaker(seen), command=Process(speaker(seen), seen.view.phase))
    refused = weigh(at.game, at.state, slip, assembly.clock().now()).refused
    return papers.spoken(refused[0].says, seen) if refused else ""


def _too_early(seen: Visit, request: Request) -> bool:
    """Whether orders are missing, so that it is asked once more; not where the referee would refuse it anyway."""
    return bool(seen.view.dial.wanted) and request.POST.get("sure") != "yes" and not _not_yet(seen)


def _waiting(kept: Kept, seen: Visit) -> dict[str, Any]:
    """A set that waits for the game master's word, without its orders."""
    lacks = papers.spoken(kept.lacks, seen)
    return {"number": kept.number, "power": kept.power, "at": kept.at, "phase": kept.phase, "lacks": lacks}


def _away(seen: Visit) -> dict[str, date]:
    """Who is away before the deadline, or now: the last day of it, in the game's own zone."""
    there, until = clock.zone(seen.view.zone), seen.view.deadline or seen.now
    away = [each for each in seen.view.dial.absences if each.begins < until and each.ends > seen.now]
    return {each.seat: (each.ends - timedelta(minutes=1)).astimezone(there).date() for each in away}


def _page(request: Request, seen: Visit, filled: Forms, status: int = 200) -> HttpResponse:
    view = seen.view
    local = timezone.localtime(view.deadline) if view.deadline else None
    empty = {deed: _form(deed, seen) for deed in ("announce", "pause", "end", "replace", "invite")}
    empty["deadline"] = _form("deadline", seen, initial={"deadline": local})
    shown = {
        "seen": seen,
        "view": view,
        "here": "desk",
        "forms": empty | filled,
        "wants": wants(seen),
        "duty": duty(view),
        "others": len(_presided(request)) - 1,
        "rows": players.rows(seen),
        "away": _away(seen),
        "files": view.on_file,
        "kept": [_waiting(each, seen) for each in view.kept if not each.taken],
        "letters": assembly.inbox().troubled(seen.table),
        "free": free(view) if view.stage is Stage.FORMING else 0,
        "link": request.build_absolute_uri(reverse("seats", args=[seen.table])),
        "not_yet": _not_yet(seen) if view.stage is Stage.RUNNING else "",
        "sanction": Sanction(view, auto_id="sanction_%s"),
        "receipt": papers.receipt_for(request, seen),
    }
    return render(request, "web/desk.html", shown, status=status)
