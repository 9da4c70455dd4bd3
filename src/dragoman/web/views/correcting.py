"""Errors: what has been claimed, and what came of it; the game master's desk for corrections, where the effect is seen
before it is confirmed; and rulings that are no longer in force."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST, require_safe

from dragoman import assembly
from dragoman.diplomacy import report
from dragoman.diplomacy.board.position import Phase, Position
from dragoman.diplomacy.board.unit import Unit
from dragoman.diplomacy.commands import (
    AskReview,
    BlockMail,
    Caution,
    ClaimError,
    Command,
    Expel,
    HoldResults,
    ReleaseResults,
    ReportConduct,
    TakeAdvice,
    UpholdRuling,
)
from dragoman.diplomacy.report import exports
from dragoman.diplomacy.sight import View
from dragoman.game.seats import GM, Seat
from dragoman.referee.hearing import Hearing, weigh
from dragoman.referee.ports import Slip
from dragoman.web import board, papers, says
from dragoman.web.board import Picture
from dragoman.web.door import Visit, say_command, say_writing, speaker, visit
from dragoman.web.forms.corrections import Claim, Conduct, Correction, Sanction
from dragoman.web.reader import Request, signed_in
from dragoman.web.views.orders import answered

MOST_DIGITS = 6


@require_safe
def errors(request: Request, name: str) -> HttpResponse:
    """The claims that this reader may know of, and all rulings and positions that were changed."""
    return _page(request, visit(request, name), {})


@signed_in
@require_POST
def deed(request: Request, name: str, deed: str) -> HttpResponse:
    """Claim an error, ask for a review; for the game master: uphold a ruling, record advice, hold and release."""
    seen = visit(request, name)
    form = _form(deed, seen, request.POST)
    if form is not None and not form.is_valid():
        return _page(request, seen, {deed: form}, status=422)
    to = "desk" if deed in ("hold", "release", "sanction", "unblock") else "press" if deed == "conduct" else "errors"
    return answered(request, seen, say_command(seen, _command(deed, seen, request.POST, form)), to=to)


def _form(deed: str, seen: Visit, data: Mapping[str, Any] | None = None) -> Any:
    """The form of a deed; None for one that has only a reason."""
    match deed:
        case "claim":
            return Claim(seen.view, data, auto_id="claim_%s")
        case "conduct":
            return Conduct(seen.view, data, auto_id="conduct_%s")
        case "sanction":
            return Sanction(seen.view, data, auto_id="sanction_%s")
        case _:
            return None


def _command(deed: str, seen: Visit, data: Mapping[str, Any], form: Any) -> Command:  # one arm per deed
    by, number = speaker(seen), _number(str(data.get("number", "")))
    why = str(data.get("why", ""))[:5_000]
    match deed:
        case "claim":
            said = form.cleaned_data
            return ClaimError(by, said["text"], says.phase_or_none(said["phase"]))
        case "review":
            return AskReview(by, number, why)
        case "uphold":
            return UpholdRuling(by, number, why)
        case "advice":
            return TakeAdvice(by, number, why, data.get("public") == "yes")
        case "hold":
            return HoldResults(by, data.get("held") == "yes")
        case "release":
            return ReleaseResults(by, says.phase_or_none(str(data.get("phase", ""))))
        case "conduct":
            said = form.cleaned_data
            return ReportConduct(by, said["text"], said["whose"], said["clause"])
        case "sanction":
            return _sanction(seen, form)
        case "unblock":
            whose = str(data.get("whose", ""))
            return BlockMail(by, str(data.get("to", "")), str(data.get("kind", "")), whose, number, blocked=False)
        case _:
            raise PermissionDenied


def _sanction(seen: Visit, form: Sanction) -> Command:
    by, said = speaker(seen), form.cleaned_data
    deed, _, clause = said["deed"].partition(" ")
    seat, piece = form.meant()
    if deed == "caution":
        return Caution(by, seat, piece, clause, said["why"])
    if deed == "block":
        return BlockMail(by, said["to"], said["kind"] or "all", seat, piece, clause, said["why"])
    return Expel(by, Seat(seat), clause, said["why"])


def _number(written: str) -> int:
    return int(written) if written.isdecimal() and len(written) <= MOST_DIGITS else 0


def _page(request: Request, seen: Visit, filled: dict[str, Any], status: int = 200) -> HttpResponse:
    view = seen.view
    empty = {deed: _form(deed, seen) for deed in (("claim",) if view.turns else ())}
    shown = {
        "seen": seen,
        "view": view,
        "here": "errors",
        "forms": empty | filled,
        "claims": tuple(reversed(view.claims)),
        "superseded": tuple(reversed(tuple(enumerate(view.superseded, 1)))),
        "edits": tuple(reversed(view.edits)),
        "may_claim": seen.reader.person is not None and view.power is not None and view.turns,
        "receipt": papers.receipt_for(request, seen),
    }
    return render(request, "web/errors.html", shown, status=status)


# --- the desk for corrections ---


@dataclass(frozen=True, slots=True)
class Difference:
    """What becomes otherwise for a power: units that go, units that come, and its centres."""

    power: str
    goes: tuple[str, ...]
    comes: tuple[str, ...]
    centres: int


@dataclass(frozen=True, slots=True)
class Effect:
    """What a correction would bring about, before it is confirmed."""

    before: Picture
    after: Picture
    differences: tuple[Difference, ...]
    gone: tuple[str, ...]
    phase: str
    deadline: Any


@signed_in
def correct(request: Request, name: str) -> HttpResponse:
    """Choose what is to be corrected, see the effect, and confirm it once."""
    seen = visit(request, name)
    if not seen.presides:
        raise PermissionDenied
    if request.method != "POST":
        initial = {"phase": request.GET.get("phase", ""), "how": request.GET.get("how", "correct")}
        return _desk(request, seen, Correction(seen.view, initial=initial))
    form = Correction(seen.view, request.POST)
    if not form.is_valid():
        return _desk(request, seen, form, status=422)
    if request.POST.get("sure") == "yes":
        return answered(request, seen, say_writing(seen, form.writing()), to="errors")
    hearing = _weighed(seen, form.writing())
    if not hearing.events:
        return _desk(request, seen, form, says_=_why_not(hearing, seen), status=422)
    at = assembly.table(seen.table)
    return _desk(request, seen, form, effect=effect(seen.view, at.game.sight(hearing.after, GM), form))


def _weighed(seen: Visit, writing: str) -> Hearing:
    """What the referee would make of it; nothing is recorded."""
    at = assembly.table(seen.table)
    return weigh(
        at.game,
        at.state,
        Slip(seen.table, speaker(seen), text=writing, zone=seen.reader.zone_name),
        assembly.clock().now(),
    )


def _why_not(hearing: Hearing, seen: Visit) -> tuple[str, ...]:
    """Why nothing would come of it."""
    refused = tuple(papers.spoken(each.says, seen) for each in hearing.refused)
    unread = tuple(f"“{each.word or each.text}”: {', '.join(each.suggestions)}" for each in hearing.reading.unread)
    return refused + unread


def effect(before: View, after: View, form: Correction) -> Effect:
    """The board as it was published and as it would be: of a correction, after the phase; else as the game stands."""
    said = form.cleaned_data
    phase = says.phase_or_none(said["phase"])
    was, will = _position(before, phase, said["how"]), _position(after, phase, said["how"])
    lost = Counter(turn.phase for turn in before.turns)
    lost.subtract(turn.phase for turn in after.turns)
    return Effect(
        before=board.standing(before.chart, was, "before"),
        after=board.standing(after.chart, will, "after"),
        differences=tuple(_differences(before, was, will)),
        gone=tuple(says.phase(each) for each, count in lost.items() if count > 0),
        phase=says.phase(after.phase),
        deadline=after.deadline,
    )


def _position(view: View, phase: Phase | None, how: str) -> Position:
    """Of a correction the position after the phase, if its ruling is in force; else the one that stands."""
    turn = next((each for each in view.turns if each.phase == phase), None) if how == "correct" else None
    return turn.ruling.after if turn is not None else view.position


def _differences(view: View, was: Position, will: Position) -> Iterator[Difference]:
    for power in view.chart.powers:
        old, new = _units(was, power), _units(will, power)
        goes, comes = tuple(sorted(old - new)), tuple(sorted(new - old))
        centres = len(will.centres_of(power))
        if goes or comes or centres != len(was.centres_of(power)):
            yield Difference(power, tuple(map(says.short, goes)), tuple(map(says.short, comes)), centres)


def _units(position: Position, power: str) -> set[Unit]:
    return {*position.units_of(power), *(each.unit for each in position.dislodged if each.unit.power == power)}


def _desk(
    request: Request, seen: Visit, form: Correction, effect: Effect | None = None, says_: tuple[str, ...] = (),
    status: int = 200,
) -> HttpResponse:  # fmt: skip
    view = seen.view
    crowds = Counter(unit.province for unit in view.position.units)
    shown = {
        "seen": seen,
        "view": view,
        "here": "desk",
        "form": form,
        "effect": effect,
        "says": says_,
        "crowded": tuple(says.province(view.chart, each) for each, count in sorted(crowds.items()) if count > 1),
        "open": tuple(each for each in view.claims if each.open),
    }
    return render(request, "web/correct.html", shown, status=status)


# --- what was once, and what other programs read ---


@require_safe
def past(request: Request, name: str, number: int) -> HttpResponse:
    """A ruling that is no longer in force, by its number among them."""
    seen = visit(request, name)
    view = seen.view
    if not 1 <= number <= len(view.superseded):
        raise Http404(number)
    gone = view.superseded[number - 1]
    body = report.no_longer(view, gone)
    in_force = next((each.phase for each in view.turns if each.phase == gone.turn.phase), None)
    shown = {
        "seen": seen,
        "view": view,
        "here": "errors",
        "gone": gone,
        "phase": says.phase(gone.turn.phase),
        "in_force": in_force,
        "picture": board.ruled(view.chart, gone.turn),
        "report": papers.paper(seen, body),
    }
    return render(request, "web/past.html", shown)


@require_safe
def export(request: Request, name: str, phase: Phase, form: str) -> HttpResponse:
    """A phase as other programs read it: in JSON, or as text. What is on file is the game master's alone."""
    seen = visit(request, name)
    told = exports.exported(seen.view, phase)
    if told is None or form not in ("json", "txt"):
        raise Http404(str(phase))
    text, kind = (told.json, "application/json") if form == "json" else (told.text, "text/plain; charset=utf-8")
    answer = HttpResponse(text, content_type=kind)
    answer["Content-Disposition"] = f'attachment; filename="{name}-{phase}.{form}"'
    return answer


__all__ = ["correct", "deed", "errors", "export", "past"]
