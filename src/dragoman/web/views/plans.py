"""What reaches beyond one's own orders of the hour: orders for phases to come and those that hang on a condition,
proxies, and orders in public. All of it can be written in a letter, too."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from dragoman.diplomacy.commands import ClearOrders, DemandPrivate, GrantProxy, RevokeProxy, SubmitOrders
from dragoman.diplomacy.state import Stage
from dragoman.game.protocol import Reply
from dragoman.web import papers, says
from dragoman.web.door import Visit, say_command, say_writing, speaker, visit
from dragoman.web.forms import ahead, proxies
from dragoman.web.reader import Request, signed_in
from dragoman.web.views.orders import CHANNEL, answered

NOTHING_SAID = gettext_lazy("You have chosen and written nothing yet, so nothing was sent.")


@signed_in
@require_safe
def plans(request: Request, name: str) -> HttpResponse:
    """The forms, for whoever plays a power here."""
    seen = _playing(request, name)
    view = seen.view
    shown = {
        "seen": seen,
        "view": view,
        "here": "plans",
        "receipt": papers.receipt_for(request, seen),
        "plans": ahead.plans(view),
        "conditions": range(1, ahead.CONDITIONS + 1),
        "powers": ahead.powers(view),
        "provinces": ahead.provinces(view),
        "events": ahead.events(),
        "proxies": proxies.allowed(view),
        "receivers": proxies.receivers(view),
        "units": proxies.own_units(view),
        "lent": proxies.lent(view),
        "held": proxies.held(view),
    }
    return render(request, "web/plans.html", shown)


@signed_in
@require_POST
def plan(request: Request, name: str, deed: str) -> HttpResponse:
    """One of the forms, sent."""
    seen = _playing(request, name)
    return answered(request, seen, _said(request, seen, deed), to="plans")


def _playing(request: Request, name: str) -> Visit:
    seen = visit(request, name)
    if seen.view.power is None or seen.view.stage is not Stage.RUNNING:
        raise PermissionDenied
    return seen


def _said(request: Request, seen: Visit, deed: str) -> Reply | str:
    by, sent = speaker(seen), request.POST
    match deed:
        case "ahead":
            return _ahead(seen, sent.dict())
        case "grant":
            units = proxies.chosen_units(seen.view, sent.getlist("unit"))
            return say_command(seen, GrantProxy(by, sent.get("to", ""), units))
        case "revoke":
            return say_command(seen, RevokeProxy(by, sent.get("to", "")))
        case "order":
            giver = sent.get("giver", "")
            lines = proxies.lines(seen.view, giver, sent.dict())
            return say_command(seen, SubmitOrders(by, lines, seen.view.phase, None, CHANNEL, giver))
        case "private":
            return say_command(seen, DemandPrivate(by))
        case _:
            raise PermissionDenied


def _ahead(seen: Visit, sent: dict[str, str]) -> Reply | str:
    """The form of a phase to come: said as a letter would say it, or what is on file for it taken back."""
    phase = says.phase_or_none(sent.get("phase", ""))
    if phase is None:
        return str(NOTHING_SAID)
    if sent.get("deed") == "clear":
        return say_command(seen, ClearOrders(speaker(seen), phase))
    letter = ahead.letter(seen.view, phase, sent)
    return say_writing(seen, letter) if letter else str(NOTHING_SAID)


__all__ = ["plan", "plans"]
