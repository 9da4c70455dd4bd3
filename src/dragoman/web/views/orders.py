"""Orders, sent by form or in one's own writing; the referee's answer is shown on the page of the game, whole."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from dragoman.diplomacy.commands import ClearOrders, MarkStatus, SubmitOrders
from dragoman.diplomacy.orders.order import Line
from dragoman.diplomacy.report import as_read
from dragoman.game.protocol import Reply
from dragoman.web import board, papers, says
from dragoman.web.door import Visit, read_writing, say_command, say_writing, speaker, visit
from dragoman.web.duties import duty
from dragoman.web.filed import filed, on_file_in_words, over, saves_at_once
from dragoman.web.forms.orders import Unoffered, lines, orders_read
from dragoman.web.reader import Request, signed_in
from dragoman.web.views.table import page

CHANNEL = "web"
LONGEST_ORDER = 60
LONGEST_WRITING = 20_000
"""Characters of writing that are read while it is being written."""


@dataclass(frozen=True, slots=True)
class Readout:
    """How a text was read: in the words of a receipt, and its orders in canonical writing, parted by strokes."""

    html: SafeString
    orders: str


NOTHING_CHOSEN = gettext_lazy("You have chosen no order yet, so nothing was sent.")
NOT_OFFERED = gettext_lazy(
    "The board has changed since that form was made, so nothing was sent. This is the form as it is now."
)
NOT_AT_ONCE = gettext_lazy("Send these orders with the button: they would replace what else you have on file.")
CHANGED_SINCE = gettext_lazy(
    "Your orders were changed in another window or by a letter since this form was made, so nothing was saved. Send "
    "with the button to compare the two, or load the page anew."
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
        case _ if _stale(request, seen):
            return _asked(request, seen)
        case _:
            reply = _send(request, seen)
    return answered(request, seen, reply)


def _stale(request: Request, seen: Visit) -> bool:
    """Whether another set has come since the form was made: from another window, or by letter."""
    made_over = request.POST.get("over", "")
    same_phase = says.phase_or_none(request.POST.get("phase", "")) == seen.view.phase
    return bool(made_over) and same_phase and made_over != over(seen.view) and request.POST.get("replace") != "yes"


def _asked(request: Request, seen: Visit) -> HttpResponse:
    """Both sets side by side, and the question whether the one is to take the other's place."""
    sent = [(name, value) for name, value in request.POST.items() if name not in ("csrfmiddlewaretoken", "over")]
    yours = [value for name, value in sent if name.startswith("order-") and value]
    shown = {
        "seen": seen,
        "view": seen.view,
        "at": seen.view.own.at if seen.view.own is not None else None,
        "filed": on_file_in_words(seen.view),
        "final": seen.view.own is not None and seen.view.own.final,
        "yours": yours,
        "sent": sent,
    }
    in_place = request.headers.get("HX-Request") == "true"
    return render(request, "web/game/replace.html" if in_place else "web/replace.html", shown)


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


# --- a choice, saved as it is made ---


@signed_in
@require_POST
def save(request: Request, name: str) -> HttpResponse:
    """Put the whole form on file after one choice in it: what was final stays so, and anything else is preliminary.
    Answers with the board that shows it, and with words for it."""
    seen = visit(request, name)
    reply = _saved(request, seen)
    after = visit(request, name)
    if (after.view.phase, after.view.stage) != (seen.view.phase, seen.view.stage):
        papers.keep_receipt(request, seen, reply)
        return JsonResponse({"go": reverse("game", args=[name])})
    if isinstance(reply, str) or reply.refused:
        said = (reply,) if isinstance(reply, str) else papers.refusals(reply, after)
        return JsonResponse({"said": " ".join(said), "kept": False})
    return JsonResponse(
        {
            "said": _saved_words(after, request.POST.get("changed", "")),
            "kept": True,
            "over": over(after.view),
            "board": board.plan(after.view),
            "filed": render_to_string("web/game/on-file.html", {"filed": filed(after.view)}),
            "duty": duty(after.view).says,
        }
    )


def _saved(request: Request, seen: Visit) -> Reply | str:
    phase, own = says.phase_or_none(request.POST.get("phase", "")), seen.view.own
    if phase == seen.view.phase and not saves_at_once(seen.view):
        return str(NOT_AT_ONCE)
    if _stale(request, seen):
        return str(CHANGED_SINCE)
    try:
        chosen = lines(seen.view, request.POST.dict()) if phase == seen.view.phase else ()
    except Unoffered:
        return str(NOT_OFFERED)
    final = own is not None and own.at is not None and own.final
    if own is not None and own.lines and len(chosen) < len(own.lines):  # an order left out must not stay by III.4
        reply = say_command(seen, ClearOrders(speaker(seen), phase))
        if reply.refused or not chosen:
            return reply
    return say_command(seen, SubmitOrders(speaker(seen), chosen, phase, final, CHANNEL))


def _saved_words(seen: Visit, changed: str) -> str:
    at = timezone.localtime(seen.now).strftime("%H.%M" if says.lang() == "fi" else "%H:%M")
    return _("Saved %(time)s: %(order)s") % {"time": at, "order": changed[:LONGEST_ORDER] or _("no order")}


# --- one's own writing ---


@signed_in
@require_POST
def read(request: Request, name: str) -> HttpResponse:
    """How writing would be read, without saying it: a part of a page, for a script."""
    seen = visit(request, name)
    return render(request, "web/game/as-read.html", {"reading": _reading(seen, request.POST.get("text", ""))})


def _reading(seen: Visit, text: str) -> Readout:
    reading = read_writing(seen, text[:LONGEST_WRITING])
    html = papers.paper(seen, as_read(seen.view, reading)).html
    return Readout(html, "|".join(orders_read(seen.view, reading)))


@signed_in
@require_POST
def writing(request: Request, name: str) -> HttpResponse:
    """Say anything that could be said in a letter."""
    seen = visit(request, name)
    text = request.POST.get("text", "").strip()
    if request.POST.get("deed") == "read" and text:
        shown = {**page(request, seen, None), "reading": _reading(seen, text), "text": text}
        in_place = request.headers.get("HX-Request") == "true"
        return render(request, "web/game/answer.html" if in_place else "web/game.html", shown)
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


__all__ = ["answered", "orders", "read", "save", "writing"]
