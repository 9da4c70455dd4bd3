"""Deeds of those who play, stand by, or would: to step in, to hand a seat over for a while, to have it back."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.views.decorators.http import require_POST

from dragoman.diplomacy.commands import NameDeputy, StandBy, TakeBack
from dragoman.people.register import NoAddress
from dragoman.web import invitations
from dragoman.web.door import say_command, speaker, visit
from dragoman.web.forms.players import Deputy
from dragoman.web.reader import Request, signed_in
from dragoman.web.views import seats
from dragoman.web.views.orders import answered


@signed_in
@require_POST
def stand_by(request: Request, name: str) -> HttpResponse:
    """Sign on as a standby, for the powers ticked, or for any."""
    seen = visit(request, name)
    powers = tuple(power for power in seen.view.chart.powers if power in request.POST.getlist("power"))
    return answered(request, seen, say_command(seen, StandBy(speaker(seen), powers)), to="seats")


@signed_in
@require_POST
def deputy(request: Request, name: str) -> HttpResponse:
    """Name somebody who is to play for a while."""
    seen = visit(request, name)
    form: Any = Deputy(request.POST)
    if not form.is_valid():
        return seats.page(request, seen, {"deputy": form}, status=422)
    said = form.cleaned_data
    try:
        person = invitations.person(request, said["address"])
    except NoAddress:
        form.add_error("address", invitations.no_address())
        return seats.page(request, seen, {"deputy": form}, status=422)
    command = NameDeputy(speaker(seen), said["address"], person, said["until"])
    return answered(request, seen, say_command(seen, command), to="seats")


@signed_in
@require_POST
def take_back(request: Request, name: str) -> HttpResponse:
    """Have one's seat back from the deputy."""
    seen = visit(request, name)
    return answered(request, seen, say_command(seen, TakeBack(speaker(seen))), to="seats")
