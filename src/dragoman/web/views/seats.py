"""Seats: who plays what, and how to come to the table and leave it."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST, require_safe

from dragoman import assembly
from dragoman.diplomacy.commands import Join, Observe, Resign
from dragoman.diplomacy.state import Stage
from dragoman.game.press import is_observer
from dragoman.game.seats import GM, Seat
from dragoman.web import papers, standings
from dragoman.web.door import say_command, speaker, visit
from dragoman.web.duties import free
from dragoman.web.reader import Request, signed_in
from dragoman.web.views.orders import answered


@require_safe
def seats(request: Request, name: str) -> HttpResponse:
    """The table and who sits at it."""
    seen = visit(request, name)
    view = seen.view
    lookers = [seat for seat in view.seats if is_observer(seat)]
    names = assembly.register().names(p for p in view.seats.values() if p is not None)
    master = view.seats.get(GM)
    shown = {
        "seen": seen,
        "view": view,
        "here": "seats",
        "standings": standings.of(view, None),
        "observers": lookers,
        "master": names.get(master, "") if master else "",
        "free": free(view),
        "forming": view.stage is Stage.FORMING,
        "choices": range(1, min(4, len(view.chart.powers)) + 1),
        "vacant": [power for power in view.chart.powers if view.seats.get(Seat(power)) is None],
        "receipt": papers.receipt_for(request, seen),
    }
    return render(request, "web/seats.html", shown)


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
    """Give the seat up. It is asked once more on a page of its own, for it cannot be undone."""
    seen = visit(request, name)
    if request.POST.get("sure") != "yes":
        return render(request, "web/resign.html", {"seen": seen, "view": seen.view, "here": "seats"})
    return answered(request, seen, say_command(seen, Resign(speaker(seen))), to="seats")
