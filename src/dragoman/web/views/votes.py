"""Votes: what is asked and what came of earlier questions, one's own vote, and forms to propose an end of the game or
other house rules. A question reads as it does in letters; nobody sees here what others vote."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import SafeString
from django.views.decorators.http import require_POST, require_safe

from dragoman.diplomacy.commands import (
    CastVote,
    ChangeRules,
    Command,
    DeclareDraw,
    ProposeEnding,
    ProposeRules,
    RefuseProposal,
    WarnOfDraw,
    WithdrawProposal,
)
from dragoman.diplomacy.houserules.catalogue import CATALOGUE
from dragoman.diplomacy.houserules.document import differences
from dragoman.diplomacy.houserules.sheet import Sheet
from dragoman.diplomacy.polls import VoteSeen
from dragoman.diplomacy.rendering import votes as rendering
from dragoman.diplomacy.report import ClauseChange
from dragoman.diplomacy.report.votes import vote_told
from dragoman.diplomacy.state import Stage
from dragoman.game.saying import Saying
from dragoman.tongues.saying import put
from dragoman.web import outcomes, papers, problems, says
from dragoman.web.door import Visit, say_command, speaker, visit
from dragoman.web.forms import clause as clauses
from dragoman.web.forms.votes import Draw, Ranking, Reason, Win
from dragoman.web.reader import Request, signed_in
from dragoman.web.stops import families, stops
from dragoman.web.views.orders import answered

MOST_DIGITS = 6
MOST_CHANGES = 20


@dataclass(frozen=True, slots=True)
class Asked:
    """A vote as its page shows it: the question and the result in the words of letters."""

    vote: VoteSeen
    question: SafeString
    closing: SafeString
    result: SafeString


# --- the page ---


@require_safe
def votes(request: Request, name: str) -> HttpResponse:
    """Everything that is or was put to the vote."""
    return _page(request, visit(request, name), {})


def _page(request: Request, seen: Visit, filled: dict[str, Any], status: int = 200) -> HttpResponse:
    view = seen.view
    told = [_asked(seen, vote) for vote in view.votes]
    shown = {
        "seen": seen,
        "view": view,
        "here": "votes",
        "open": [each for each in told if each.vote.open],
        "over": [each for each in reversed(told) if not each.vote.open],
        "forms": _forms(seen) | filled if _may_propose(seen) else {},
        "ranked": view.sheet.letter("F.16") == "B",
        "ends": not seen.presides or view.sheet.letter("F.16") == "B",
        "reason": Reason(),
        "may_declare": seen.presides and view.sheet.letter("IX.2") == "A" and view.stage is Stage.RUNNING,
        "may_change": seen.presides and view.sheet.letter("F.1") == "B" and view.stage is Stage.RUNNING,
        "receipt": papers.receipt_for(request, seen),
    }
    return render(request, "web/votes.html", shown, status=status)


def _asked(seen: Visit, vote: VoteSeen) -> Asked:
    told = vote_told(vote)
    blocks = tuple(rendering.question(told))
    closing = tuple(rendering.standing(told)) if vote.open else ()
    result = () if vote.open else tuple(rendering.result(told))
    return Asked(vote, *(papers.laid_out(seen, part) for part in (blocks, closing, result)))


def _forms(seen: Visit) -> dict[str, Any]:
    return {"draw": Draw(seen.view), "win": Win(seen.view), "ranking": Ranking(seen.view)}


def _may_propose(seen: Visit) -> bool:
    return seen.view.stage is Stage.RUNNING and (seen.presides or seen.view.power in seen.view.remaining)


# --- what is done ---


@signed_in
@require_POST
def cast(request: Request, name: str) -> HttpResponse:
    """Vote, or vote otherwise."""
    seen = visit(request, name)
    command = CastVote(speaker(seen), _number(request), request.POST.get("choice", ""))
    return answered(request, seen, say_command(seen, command), to="votes")


@signed_in
@require_POST
def propose(request: Request, name: str, form: str) -> HttpResponse:
    """Put an end of the game to the vote."""
    seen = visit(request, name)
    kinds: dict[str, Any] = {"draw": Draw, "win": Win, "ranking": Ranking}
    if form not in kinds:
        raise Http404(form)
    sent = kinds[form](seen.view, request.POST)
    if not sent.is_valid():
        return _page(request, seen, {form: sent}, status=422)
    match form:
        case "draw":
            places = (tuple(sorted(sent.cleaned_data["sharing"])),)
        case "win":
            places = ((sent.cleaned_data["winner"],),)
        case _:
            places = sent.places
    return answered(request, seen, say_command(seen, ProposeEnding(speaker(seen), form, places)), to="votes")


@signed_in
@require_POST
def deed(request: Request, name: str, deed: str) -> HttpResponse:
    """What else is done about proposals, and about the end."""
    seen = visit(request, name)
    if deed == "declare" and request.POST.get("sure") != "yes":
        return render(request, "web/declare.html", {"seen": seen, "view": seen.view, "why": _why(request)})
    return answered(request, seen, say_command(seen, _deed(seen, request, deed)), to="votes")


def _deed(seen: Visit, request: Request, deed: str) -> Command:
    by, why = speaker(seen), _why(request)
    match deed:
        case "withdraw":
            return WithdrawProposal(by, _number(request))
        case "refuse":
            return RefuseProposal(by, _number(request), why)
        case "warn":
            return WarnOfDraw(by, why)
        case "declare":
            return DeclareDraw(by, why)
        case _:
            raise PermissionDenied


def _why(request: Request) -> str:
    sent = Reason(request.POST)
    return str(sent.cleaned_data["why"]) if sent.is_valid() else ""


def _number(request: Request) -> int:
    written = request.POST.get("number", "")
    return int(written) if written.isdecimal() and len(written) <= MOST_DIGITS else 0


# --- other house rules ---


@signed_in
@require_safe
def rules(request: Request, name: str) -> HttpResponse:
    """Clauses chosen anew, one by one; `change` holds those chosen so far, `clause` the one that is looked at."""
    return _rules_page(request, _proposing(request, name), _changes(request.GET), request.GET.get("clause", ""))


@signed_in
@require_POST
def choose(request: Request, name: str, number: str) -> HttpResponse:
    """Choose one clause anew, beside those chosen so far."""
    seen, changes = _proposing(request, name), _changes(request.POST)
    if number not in stops():
        raise Http404(number)
    before = seen.view.sheet.choice(number)
    choice, form = clauses.read(CATALOGUE[number], request.POST.dict(), before)
    if choice is None:
        return _rules_page(request, seen, changes, number, form, status=422)
    changes = {**changes, number: str(choice)}
    return redirect(f"{reverse('vote-rules', args=[seen.table])}?{_query(changes)}")


@signed_in
@require_POST
def propose_rules(request: Request, name: str) -> HttpResponse:
    """Put what was chosen to the vote; or, where they may, the game master changes it alone."""
    seen, changes = _proposing(request, name), _changes(request.POST)
    command: Command = ProposeRules(speaker(seen), tuple(changes.items()))
    if request.POST.get("deed") == "change":
        command = ChangeRules(speaker(seen), tuple(changes.items()), _why(request))
    return answered(request, seen, say_command(seen, command), to="votes")


def _proposing(request: Request, name: str) -> Visit:
    seen = visit(request, name)
    if not _may_propose(seen):
        raise PermissionDenied
    return seen


def _changes(sent: QueryDict) -> dict[str, str]:
    """The clauses chosen so far, as the page carries them along: `VI.4=C`."""
    pairs = (written.partition("=") for written in sent.getlist("change")[:MOST_CHANGES])
    return {number: choice for number, _equals, choice in pairs if number in CATALOGUE and choice}


def _query(changes: dict[str, str]) -> str:
    query = QueryDict(mutable=True)
    query.setlist("change", [f"{number}={choice}" for number, choice in changes.items()])
    return query.urlencode()


def _rules_page(
    request: Request, seen: Visit, changes: dict[str, str], number: str, form: Any = None, status: int = 200
) -> HttpResponse:
    sheet = seen.view.sheet
    after, errors = sheet.composed(changes.items())
    if number in stops() and form is None:
        chosen = after.choice(number)
        form = clauses.shown(CATALOGUE[number], chosen, sheet.choice(number))
    shown = {
        "seen": seen,
        "view": seen.view,
        "here": "votes",
        "query": _query(changes),
        "changes": [f"{each}={choice}" for each, choice in changes.items()],
        "different": papers.laid_out(seen, tuple(rendering.changes(_different(sheet, after)))),
        "any": after != sheet,
        "problems": problems.problems(errors),
        "form": form,
        "examples": outcomes.of_examples(number, str(after.choice(number))) if form is not None else (),
        "families": _listed(after),
        "may_change": seen.presides and sheet.letter("F.1") == "B",
        "reason": Reason(),
    }
    return render(request, "web/vote-rules.html", shown, status=status)


def _listed(sheet: Sheet) -> list[tuple[str, list[tuple[str, str]]]]:
    """Every clause by family, with its title and what stands in it now."""
    return [(f"{each.numeral}. {_put(each.title)}", [(n, _named(sheet, n)) for n in each.stops]) for each in families()]


def _named(sheet: Sheet, number: str) -> str:
    letter = sheet.letter(number)
    return f"{number} {_put(CATALOGUE[number].title)}" + (f": {letter}" if letter else "")


def _put(text: str) -> str:
    return put(Saying(text), says.lang())


def _different(before: Sheet, after: Sheet) -> tuple[ClauseChange, ...]:
    return tuple(ClauseChange(each.number, each.one, each.other) for each in differences(before, after))


__all__ = ["cast", "choose", "deed", "propose", "propose_rules", "rules", "votes"]
