"""One's own page: name, language and zone; addresses, each proved by a mailed code; and the way to be forgotten."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.contrib.auth import logout
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import override
from django.views.decorators.http import require_http_methods, require_POST

from dragoman import assembly
from dragoman.game.seats import PersonId
from dragoman.people.register import NoAddress
from dragoman.people.signing_in import Denied
from dragoman.web.forms.account import Preferences
from dragoman.web.forms.signing import Code, Further
from dragoman.web.rates import source
from dragoman.web.reader import Request, signed_in
from dragoman.web.views import news
from dragoman.web.views.signing import denied

MOST = 200
"""Rounds told one by one."""


@signed_in
@require_http_methods(["GET", "HEAD", "POST"])
def account(request: Request) -> HttpResponse:
    """See and change how one is called and written to."""
    person = _person(request)
    if request.method == "POST":
        form = Preferences(request.reader, request.POST)
        if form.is_valid():
            assembly.register().rename(person, form.cleaned_data["name"])
            assembly.register().prefer(person, form.cleaned_data["lang"], form.cleaned_data["zone"])
            with override(form.cleaned_data["lang"]):
                messages.success(request, _("Noted."))
            return redirect("account")
    else:
        form = Preferences(request.reader, initial=_now(request, person))
    return _page(request, form, Further(), 422 if form.errors else 200)


def _now(request: Request, person: PersonId) -> dict[str, str]:
    name = assembly.register().names([person]).get(person, "")
    return {"name": name, "lang": request.reader.lang, "zone": request.reader.zone_name}


def page_with_news(request: Request, told: dict[str, Any]) -> HttpResponse:
    """The account with choices of news that were not taken, and why."""
    form = Preferences(request.reader, initial=_now(request, _person(request)))
    return _page(request, form, Further(), 422, told)


def _page(
    request: Request, form: Preferences, where: Further, status: int = 200, told: dict[str, Any] | None = None
) -> HttpResponse:
    token = assembly.feeds().of(_person(request), assembly.clock().now())
    host = assembly.house().host.url.rstrip("/")
    shown = {
        "form": form,
        "where": where,
        "addresses": assembly.register().addresses(_person(request)),
        "repute": assembly.conducts().repute(_person(request), assembly.clock().now()),
        "remarks": assembly.conducts().remarks(_person(request))[:MOST],
        "calendar": host + reverse("deadlines", args=[token]),
        "feed": host + reverse("my-results", args=[token]),
        "news": told or news.shown(_person(request)),
    }
    return render(request, "web/account.html", shown, status=status)


@signed_in
@require_POST
def add_address(request: Request) -> HttpResponse:
    """Send a code to one more address."""
    where = Further(request.POST)
    if where.is_valid():
        asked = assembly.door().ask(where.cleaned_data["address"], source(request), assembly.clock().now())
        if not isinstance(asked, Denied):
            assembly.post_code(asked, request.reader.lang, request.reader.zone_name, adds=True)
            return redirect("verify", asked.id)
        where.add_error("address", denied(asked))
    return _page(request, Preferences(request.reader, initial=_now(request, _person(request))), where, 422)


@signed_in
@require_http_methods(["GET", "HEAD", "POST"])
def verify(request: Request, sign_in: str) -> HttpResponse:
    """Enter the code that went to the new address."""
    form = Code(request.POST or None, initial={"code": request.GET.get("code", "")})
    if request.method == "POST" and form.is_valid():
        wrong = _add(_person(request), sign_in, form.cleaned_data["code"])
        if not wrong:
            messages.success(request, _("Letters from that address are now heard as yours."))
            return redirect("account")
        form.add_error("code", wrong)
    shown = {"form": form, "address": assembly.door().address(sign_in)}
    return render(request, "web/verify.html", shown, status=422 if form.errors else 200)


def _add(person: PersonId, sign_in: str, code: str) -> str:
    """Give the person the address that the code proves; what is wrong, or nothing."""
    now = assembly.clock().now()
    proved = assembly.door().prove(sign_in, code, now)
    if isinstance(proved, Denied):
        return denied(proved)
    if not assembly.register().add(person, proved, now):
        return _("That address belongs to another account here. Sign in by it, or use another address.")
    return ""


@signed_in
@require_POST
def drop_address(request: Request) -> HttpResponse:
    """Take an address away; the last one stays, for without it nobody could come in again."""
    address = request.POST.get("address", "")
    try:
        dropped = assembly.register().drop(_person(request), address)
    except NoAddress:
        dropped = False
    if dropped:
        messages.success(request, _("%(address)s is no longer yours here.") % {"address": address})
    else:
        messages.error(request, _("That is your only address here, so it stays: without one you could not sign in."))
    return redirect("account")


@signed_in
@require_http_methods(["GET", "HEAD", "POST"])
def erase(request: Request) -> HttpResponse:
    """Be forgotten. The page says what that means; the button does it."""
    if request.method == "POST" and request.POST.get("sure") == "yes":
        assembly.erase(_person(request))
        logout(request)
        request.reader = replace(request.reader, person=None, name="", may_open=False, keeper=False)
        return render(request, "web/erased.html")
    return render(request, "web/erase.html", {"seats": assembly.ledger().tables_of(_person(request))})


def _person(request: Request) -> PersonId:
    person = request.reader.person
    assert person is not None, "whoever comes here has signed in"
    return person
