"""The tokens by which one's programs speak: made here, shown once, and revoked here."""

from __future__ import annotations

from datetime import timedelta

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from dragoman import assembly
from dragoman.game.seats import PersonId
from dragoman.people.api_tokens import TooMany
from dragoman.web.door import visits
from dragoman.web.forms.tokens import NewToken
from dragoman.web.reader import Request, signed_in

MOST = 60
"""Games whose seats are offered."""


@signed_in
@require_http_methods(["GET", "HEAD", "POST"])
def tokens(request: Request) -> HttpResponse:
    """See one's tokens, and make another. It is shown in the answer itself and nowhere again."""
    person = _person(request)
    seats = visits(request, assembly.ledger().latest_of(person, MOST))
    form = NewToken(seats, request.POST if request.method == "POST" else None)
    made = _made(person, form) if request.method == "POST" and form.is_valid() else ""
    shown = {
        "form": NewToken(seats) if made else form,
        "made": made,
        "tokens": assembly.api_tokens().of(person),
        "now": assembly.clock().now(),
        "host": assembly.house().host.url.rstrip("/"),
    }
    return render(request, "web/api/tokens.html", shown, status=422 if form.errors and not made else 200)


def _made(person: PersonId, form: NewToken) -> str:
    """A new token; none where there is no room for another, which the form then tells."""
    said, now = form.cleaned_data, assembly.clock().now()
    table, seat = form.place
    until = now + timedelta(days=int(said["lasts"])) if said["lasts"] else None
    try:
        return assembly.api_tokens().make(person, said["name"], said["scopes"], now, table, seat, until)
    except TooMany:
        form.add_error(None, _("You have as many tokens as there may be. Revoke one first."))
        return ""


@signed_in
@require_POST
def revoke(request: Request) -> HttpResponse:
    """Have a token speak for nobody any more."""
    if assembly.api_tokens().revoke(_person(request), request.POST.get("token", "")[:32]):
        messages.success(request, _("That token opens nothing any more."))
    return redirect("tokens")


def _person(request: Request) -> PersonId:
    assert request.reader.person is not None, "whoever comes here has signed in"
    return request.reader.person


__all__ = ["revoke", "tokens"]
