"""Seats: who plays what, and how to come to the table and leave it."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST, require_safe

from dragoman.diplomacy.commands import Join, Observe, Resign
from dragoman.diplomacy.state import Stage
from dragoman.diplomacy.state.roster import AWAY, is_standby
from dragoman.game.press import is_observer
from dragoman.game.seats import Seat
from dragoman.people.register import NoAddress
from dragoman.web import invitations, papers, players
from dragoman.web.door import Visit, say_command, speaker, visit
from dragoman.web.duties import free
from dragoman.web.forms.players import Deputy, Substitute
from dragoman.web.reader import Request, signed_in
from dragoman.web.views.orders import answered


@require_safe
def seats(request: Request, name: str) -> HttpResponse:
    """The table and who sits at it."""
    return page(request, visit(request, name))


def page(request: Request, seen: Visit, filled: dict[str, Any] | None = None, status: int = 200) -> HttpResponse:
    """The page, with forms that were filled in and have to be mended."""
    view = seen.view
    master, second = players.masters(seen)
    shown = {
        "seen": seen,
        "view": view,
        "here": "seats",
        "rows": players.rows(seen),
        "standbys": players.standbys(seen),
        "stays": players.stays(seen),
        "observers": [seat for seat in view.seats if is_observer(seat)],
        "master": master,
        "second": second,
        "free": free(view),
        "forming": view.stage is Stage.FORMING,
        "choices": range(1, min(4, len(view.chart.powers)) + 1),
        "vacant": [power for power in view.chart.powers if view.seats.get(Seat(power)) is None],
        "away": bool(seen.seat and seen.seat.startswith(AWAY)),
        "leave": seated.leave if (seated := view.company.seated.get(str(view.seat))) is not None else None,
        "may_stand_by": seen.seat is None or is_observer(seen.seat) or is_standby(seen.seat),
        "deputy": (filled or {}).get("deputy") or Deputy(),
        "receipt": papers.receipt_for(request, seen),
    }
    return render(request, "web/seats.html", shown, status=status)


@signed_in
@require_POST
def join(request: Request, name: str) -> HttpResponse:
    """Ask for a power: the dearest first; none named means any."""
    seen = visit(request, name)
    wishes = (request.POST.get(f"wish-{n}", "") for n in range(1, len(seen.view.chart.powers) + 1))
    named = tuple(dict.fromkeys(wish for wish in wishes if wish))
    return answered(request, seen, say_command(seen, Join(speaker(seen), named)), to="seats")


@signed_in
@require_POST
def observe(request: Request, name: str) -> HttpResponse:
    """Look on, under a name of one's own."""
    seen = visit(request, name)
    reply = say_command(seen, Observe(speaker(seen), request.POST.get("as", "").strip()))
    return answered(request, seen, reply, to="seats")


@signed_in
@require_POST
def resign(request: Request, name: str) -> HttpResponse:
    """Give the seat up, and perhaps suggest a substitute. It is asked once more on a page of its own, for it cannot be
    undone."""
    seen = visit(request, name)
    form: Any = Substitute(request.POST if request.POST.get("sure") == "yes" else None)
    shown = {"seen": seen, "view": seen.view, "here": "seats", "form": form}
    if request.POST.get("sure") != "yes" or not form.is_valid():
        return render(request, "web/resign.html", shown, status=422 if form.errors else 200)
    address = form.cleaned_data["address"]
    try:
        person = invitations.person(request, address) if address else None
    except NoAddress:
        form.add_error("address", invitations.no_address())
        return render(request, "web/resign.html", shown, status=422)
    return answered(request, seen, say_command(seen, Resign(speaker(seen), address, person)), to="seats")
