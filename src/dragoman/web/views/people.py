"""The game master's page of people: who plays, stands by and asks to come in; replacing, calling, consenting, the
blacklist, and who presides."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST, require_safe

from dragoman import assembly
from dragoman.diplomacy.commands import (
    AllowDeputy,
    AnswerApplicant,
    AppointSecond,
    CallStandby,
    Command,
    HandOver,
    ListPlayer,
    RemovePlayer,
    ReplacePlayer,
    TakeBack,
)
from dragoman.game.protocol import Speaker
from dragoman.game.seats import PersonId, Seat
from dragoman.people.register import NoAddress
from dragoman.web import invitations, papers, players, says
from dragoman.web.door import Visit, say_command, speaker, visit
from dragoman.web.forms import players as forms
from dragoman.web.reader import Request, signed_in
from dragoman.web.views.orders import answered

Forms = dict[str, Any]
Said = dict[str, Any]
Deed = Callable[[Speaker, Said, PersonId | None], Command]

FORMS: dict[str, type[Any]] = {
    "replace": forms.Replace, "call": forms.Call, "remove": forms.Remove, "blacklist": forms.Blacklist,
    "second": forms.Address, "hand-over": forms.Address,
}  # fmt: skip
"""The forms that are filled in; all other deeds are buttons, with a power or a number, and perhaps a reason."""

DEEDS: dict[str, Deed] = {
    "replace": lambda by, said, who: ReplacePlayer(
        by, Seat(said["power"]), said["address"], who, said["why"], clear=bool(said["clear"])
    ),
    "substitute": lambda by, said, who: ReplacePlayer(by, Seat(said["power"]), why=said["why"], suggested=True),
    "call": lambda by, said, who: CallStandby(by, said["power"], said.get("seat", ""), said["address"], who),
    "remove": lambda by, said, who: RemovePlayer(by, said["power"], said["why"], bool(said["disorder"])),
    "allow": lambda by, said, who: AllowDeputy(by, said["power"]),
    "refuse": lambda by, said, who: AllowDeputy(by, said["power"], False, said["why"]),
    "return": lambda by, said, who: TakeBack(by, said["power"]),
    "approve": lambda by, said, who: AnswerApplicant(by, said["number"]),
    "decline": lambda by, said, who: AnswerApplicant(by, said["number"], False, said["why"]),
    "blacklist": lambda by, said, who: ListPlayer(by, said["power"], said["why"], said["until"]),
    "unlist": lambda by, said, who: ListPlayer(by, said["power"], listed=False),
    "second": lambda by, said, who: AppointSecond(by, said["address"], who),
    "dismiss": lambda by, said, who: AppointSecond(by, dismiss=True),
    "hand-over": lambda by, said, who: HandOver(by, said["address"], who),
    "referee": lambda by, said, who: HandOver(by, referee=True),
}

SURE = frozenset({"referee", "hand-over"})
"""What is asked once more on a page of its own: whoever did it presides no more."""


@signed_in
@require_safe
def people(request: Request, name: str) -> HttpResponse:
    """The page as it stands."""
    return _page(request, _presiding(request, name), {})


@signed_in
@require_POST
def deed(request: Request, name: str, deed: str) -> HttpResponse:
    """One deed of the game master's."""
    seen = _presiding(request, name)
    if deed not in DEEDS:
        raise PermissionDenied
    form = _form(deed, seen, request.POST)
    if form is not None and not form.is_valid():
        return _page(request, seen, {deed: form}, status=422)
    said = form.cleaned_data if form is not None else _button(request)
    if deed in SURE and request.POST.get("sure") != "yes":
        shown = {"seen": seen, "view": seen.view, "deed": deed, "address": said.get("address", "")}
        return render(request, "web/hand-over.html", shown)
    try:
        person = invitations.person(request, said["address"]) if said.get("address") else None
    except NoAddress:
        assert form is not None
        form.add_error("address", invitations.no_address())
        return _page(request, seen, {deed: form}, status=422)
    reply = say_command(seen, DEEDS[deed](speaker(seen), said, person))
    gone = deed in SURE and not reply.refused
    return answered(request, seen, reply, to="seats" if gone else "people")


def _button(request: Request) -> Said:
    """What a button brings with it."""
    return {
        "power": request.POST.get("power", ""),
        "seat": request.POST.get("seat", ""),
        "number": says.number(request.POST.get("number", "")),
        "why": request.POST.get("why", ""),
        "address": "",
    }


def _presiding(request: Request, name: str) -> Visit:
    """The table, for its game masters alone."""
    seen = visit(request, name)
    if not seen.presides:
        raise PermissionDenied
    return seen


def _form(deed: str, seen: Visit, data: Any = None) -> Any:
    """The form of a deed; None for a button."""
    kind = FORMS.get(deed)
    if kind is None:
        return None
    more: dict[str, Any] = {"data": data, "auto_id": f"{deed}_%s"}
    return kind(seen.view, **more) if issubclass(kind, forms.OfPower) else kind(**more)


def _page(request: Request, seen: Visit, filled: Forms, status: int = 200) -> HttpResponse:
    view = seen.view
    master, second = players.masters(seen)
    shown = {
        "seen": seen,
        "view": view,
        "here": "desk",
        "forms": {deed.replace("-", "_"): _form(deed, seen) for deed in FORMS}
        | {deed.replace("-", "_"): form for deed, form in filled.items()},
        "rows": players.rows(seen),
        "standbys": players.standbys(seen),
        "applicants": players.applicants(seen),
        "asked": [row for row in players.rows(seen) if row.seated.leave and not row.seated.leave.granted],
        "deputies": {power: _name(each.leave.deputy) for power, each in view.company.seated.items() if each.leave},
        "suggested": {power: _name(each.suggested) for power, each in view.company.seated.items() if each.suggested},
        "listed": {power: _name(person) for person, power in view.company.listed.items()},
        "keeps": view.sheet.letter("F.9") == "B",
        "beside": view.sheet.letter("VII.6") == "F.8",
        "master": master,
        "second": view.company.second is not None,
        "second_name": second,
        "receipt": papers.receipt_for(request, seen),
    }
    return render(request, "web/people.html", shown, status=status)


def _name(person: PersonId) -> str:
    return assembly.called(person, True)


__all__ = ["deed", "people"]
