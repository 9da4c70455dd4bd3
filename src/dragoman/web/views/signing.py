"""Signing in by a mailed code. A link in a letter only fills the code in, for scanners of mail open links; to sign in
is to press the button."""

from __future__ import annotations

import secrets
from urllib.parse import urlencode

from django.contrib.auth import login, logout
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from dragoman import assembly
from dragoman.people.models import Person
from dragoman.people.signing_in import Denied
from dragoman.web.forms.signing import Code, Where
from dragoman.web.rates import source
from dragoman.web.reader import Request

KNOWN = "known"
"""The cookie by which a browser is known that has signed in before; of so many addresses."""
MOST_KNOWN = 5
YEAR = 365 * 24 * 3600

BACKEND = "django.contrib.auth.backends.ModelBackend"


def denied(why: Denied) -> str:
    """Why no code is sent, or why one does not sign in, and what to do."""
    return {
        Denied.NO_ADDRESS: _("That is no address a letter can reach. Write it as ann@example.org."),
        Denied.TOO_MANY: _(
            "Too many codes were asked for, or tried. One that came within the last quarter of an hour still signs you "
            "in, by the link in its letter; otherwise wait an hour, then ask for a new one."
        ),
        Denied.WRONG: _("That is not the code we sent. Look at the letter again; the newest code counts."),
        Denied.OVER: _("That code was used already, or its quarter of an hour is over. Ask for a new one."),
    }[why]


@require_http_methods(["GET", "POST"])
def sign_in(request: Request) -> HttpResponse:
    """Ask for a code."""
    form = Where(request.POST or None)
    if request.method == "POST" and form.is_valid():
        address = form.cleaned_data["address"]
        browser = assembly.door().known_browser(address, _marks(request))
        asked = assembly.door().ask(address, source(request), assembly.clock().now(), browser)
        if not isinstance(asked, Denied):
            assembly.post_code(asked, request.reader.lang, request.reader.zone_name)
            return HttpResponseRedirect(_with_next(reverse("code", args=[asked.id]), request))
        form.add_error("address", denied(asked))
    return render(request, "web/sign-in.html", {"form": form, "next": wanted(request)}, status=_status(form))


@sensitive_post_parameters("code")
@require_http_methods(["GET", "POST"])
def code(request: Request, sign_in: str) -> HttpResponse:
    """Enter the code. GET fills in what the letter's link carries, and signs nobody in."""
    form = Code(request.POST or None, initial={"code": request.GET.get("code", "")})
    if request.method == "POST" and form.is_valid():
        reader = request.reader
        entered = assembly.door().enter(
            sign_in, form.cleaned_data["code"], assembly.clock().now(), reader.lang, reader.zone_name
        )
        if not isinstance(entered, Denied):
            login(request, Person.objects.get(id=entered), backend=BACKEND)
            return _marked(request, redirect(wanted(request) or "home"), assembly.door().address(sign_in))
        form.add_error("code", denied(entered))
    arrived = "code" in request.GET  # whoever follows the letter's link waits for no letter
    page = {"form": form, "address": assembly.door().address(sign_in), "arrived": arrived, "next": wanted(request)}
    return render(request, "web/code.html", page, status=_status(form))


def _marks(request: Request) -> list[str]:
    """By which this browser shows with which addresses it has signed in."""
    return request.COOKIES.get(KNOWN, "").split(":")[:MOST_KNOWN]


def _marked(request: Request, answer: HttpResponse, address: str) -> HttpResponse:
    """Have this browser known as one that has signed in with that address: whoever else asks for codes there does not
    stand in its way. It is of no other use, and signs nobody in."""
    door, marks = assembly.door(), _marks(request)
    if address and not door.known_browser(address, marks):
        mark = door.browser_mark(address, secrets.token_hex(8))
        answer.set_cookie(
            KNOWN, ":".join([mark, *filter(None, marks)][:MOST_KNOWN]), max_age=YEAR, httponly=True, samesite="Lax",
            secure=request.is_secure(),
        )  # fmt: skip
    return answer


@require_POST
def sign_out(request: Request) -> HttpResponse:
    """Leave."""
    logout(request)
    return redirect("sign-in")


def wanted(request: Request) -> str:
    """The page of ours that somebody was on the way to; empty for anything else."""
    to = request.POST.get("next") or request.GET.get("next") or ""
    return to if url_has_allowed_host_and_scheme(to, {request.get_host()}, request.is_secure()) else ""


def _with_next(path: str, request: Request) -> str:
    to = wanted(request)
    return f"{path}?{urlencode({'next': to})}" if to else path


def _status(form: Where | Code) -> int:
    return 422 if form.is_bound and form.errors else 200
