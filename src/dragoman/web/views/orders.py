"""Orders, sent by form or in one's own writing; the referee's answer is shown on the page of the game, whole."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from dragoman.diplomacy.commands import ClearOrders, MarkStatus, SubmitOrders
from dragoman.diplomacy.orders.order import Line
from dragoman.game.protocol import Reply
from dragoman.web import papers, says
from dragoman.web.door import Visit, say_command, say_writing, speaker, visit
from dragoman.web.forms.orders import Unoffered, lines
from dragoman.web.reader import Request, signed_in
from dragoman.web.views.table import page

CHANNEL = "web"

NOTHING_CHOSEN = gettext_lazy("You have chosen no order yet, so nothing was sent.")
NOT_OFFERED = gettext_lazy(
    "The board has changed since that form was made, so nothing was sent. This is the form as it is now."
)
NOTHING_WRITTEN = gettext_lazy("Nothing was written, so nothing was sent.")


@signed_in
@require_POST
def orders(request: Request, name: str) -> HttpResponse:
    """Send the orders chosen in the form, or call the set on file final or preliminary, or take it back."""
    seen = visit(request, name)
    phase = says.phase_or_none(request.POST.get("phase", ""))
    reply: Reply | str
    match request.POST.get("deed", "send"):
        case "final" | "preliminary" as status:
            reply = say_command(seen, MarkStatus(speaker(seen), status == "final", phase))
        case "clear":
            reply = say_command(seen, ClearOrders(speaker(seen), phase))
        case _:
            reply = _send(request, seen)
    return answered(request, seen, reply)


def _send(request: Request, seen: Visit) -> Reply | str:
    phase = says.phase_or_none(request.POST.get("phase", ""))
    final = {"final": True, "preliminary": False}.get(request.POST.get("status", ""))
    chosen: tuple[Line, ...] = ()
    if phase is None or phase == seen.view.phase:
        try:
            chosen = lines(seen.view, request.POST.dict())
        except Unoffered:
            return str(NOT_OFFERED)
        if not chosen and final is None:
            return str(NOTHING_CHOSEN)
    openly = request.POST.get("public") == "yes"
    return say_command(seen, SubmitOrders(speaker(seen), chosen, phase, final, CHANNEL, public=openly))


@signed_in
@require_POST
def writing(request: Request, name: str) -> HttpResponse:
    """Say anything that could be said in a letter."""
    seen = visit(request, name)
    text = request.POST.get("text", "").strip()
    reply: Reply | str = say_writing(seen, text) if text else str(NOTHING_WRITTEN)
    return answered(request, seen, reply)


def answered(request: Request, seen: Visit, reply: Reply | str, to: str = "game") -> HttpResponse:
    """The referee's answer (or a word of the page's own): in place where a script asked, else on the page led to."""
    in_place = request.headers.get("HX-Request") == "true"
    after = visit(request, seen.table) if in_place else seen
    if in_place and (after.view.phase, after.view.stage) == (seen.view.phase, seen.view.stage):
        shown = {**page(request, after, None), "receipt": papers.answer(reply, after), "fresh": True}
        return render(request, "web/game/answer.html", shown)
    papers.keep_receipt(request, seen, reply)
    if in_place:  # the game has moved on: the page is to be seen anew
        return HttpResponse(headers={"HX-Redirect": reverse(to, args=[seen.table])})
    return redirect(to, seen.table)


__all__ = ["answered", "orders", "writing"]
