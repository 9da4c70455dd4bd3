"""Letters that were kept because only half of what vouches for their sender was there: their owner says whether to hear
them. The link in the referee's answer leads here; to confirm is to press the button."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from dragoman import assembly
from dragoman.store.inbox import Arrival
from dragoman.web.letters import shown
from dragoman.web.reader import Request, signed_in


@signed_in
@require_safe
def letters(request: Request) -> HttpResponse:
    """Every letter of mine that waits."""
    return render(request, "web/letters.html", {"kept": _kept(request)})


@signed_in
@require_http_methods(["GET", "HEAD", "POST"])
def letter(request: Request, letter_id: str) -> HttpResponse:
    """One of them."""
    waiting = next((each for each in _kept(request) if each.id == letter_id), None)
    if waiting is None:
        raise Http404(letter_id)
    if request.method == "POST":
        return _answered(request, waiting)
    return render(request, "web/letter.html", {"letter": waiting, "shown": shown(assembly.opened(waiting).raw)})


def _answered(request: Request, waiting: Arrival) -> HttpResponse:
    person = request.reader.person
    assert person is not None
    if request.POST.get("mine") == "yes":
        assembly.confirm(waiting, person, assembly.clock().now())
        messages.success(
            request, _("Thank you. The letter will be heard now, as of this moment; its answer comes by mail.")
        )
    else:
        assembly.inbox().disown(waiting.id, person)
        messages.success(request, _("That letter will not be heard."))
    return redirect("letters")


def _kept(request: Request) -> tuple[Arrival, ...]:
    person = request.reader.person
    assert person is not None
    return assembly.inbox().kept(person)
