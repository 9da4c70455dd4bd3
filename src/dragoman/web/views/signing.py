"""Signing in by a mailed code. A link in a letter only fills the code in, for scanners of mail open links; to sign in
is to press the button."""

from __future__ import annotations

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

BACKEND = "django.contrib.auth.backends.ModelBackend"


def denied(why: Denied) -> str:
    """Why no code is sent, or why one does not sign in, and what to do."""
    return {
        Denied.NO_ADDRESS: _("That is no address a letter can reach. Write it as ann@example.org."),
        Denied.TOO_MANY: _("Too many codes were asked for, or tried. Wait an hour, then ask for a new one."),
        Denied.WRONG: _("That is not the code we sent. Look at the letter again; the newest code counts."),
        Denied.OVER: _("That code was used already, or its quarter of an hour is over. Ask for a new one."),
    }[why]


@require_http_methods(["GET", "POST"])
def sign_in(request: Request) -> HttpResponse:
    """Ask for a code."""
    form = Where(request.POST or None)
    if request.method == "POST" and form.is_valid():
        asked = assembly.door().ask(form.cleaned_data["address"], source(request), assembly.clock().now())
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
            return redirect(wanted(request) or "home")
        form.add_error("code", denied(entered))
    arrived = "code" in request.GET  # whoever follows the letter's link waits for no letter
    page = {"form": form, "address": assembly.door().address(sign_in), "arrived": arrived, "next": wanted(request)}
    return render(request, "web/code.html", page, status=_status(form))


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
