"""The pages of a game of Nomic: how it stands, the rule book now and at any past moment, each rule with its history,
each proposal with what it would alter. All of it stands in the view; nothing is reckoned here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from dragoman.game.page import Page, html
from dragoman.game.rulebook import Provision, Version
from dragoman.nomic import diffs
from dragoman.nomic.rendering import Reader, section
from dragoman.nomic.report import answers, wording
from dragoman.nomic.report.bodies import Part
from dragoman.nomic.report.telling import kind_said, trial_fault
from dragoman.nomic.sight import Owed, ProposalSeen, View
from dragoman.nomic.state import Stage, is_regulation
from dragoman.web import papers
from dragoman.web.door import NOMIC, Visit, foresee, visit_any
from dragoman.web.duties import Duty
from dragoman.web.forms import nomic as forms
from dragoman.web.reader import Request, signed_in


def visit(request: Request, name: str) -> Visit:
    """Look at a table of Nomic. Raises Http404 if there is none of that name."""
    seen = visit_any(request, name)
    if seen.game != NOMIC:
        raise Http404(name)
    return seen


def reader(seen: Visit) -> Reader:
    return Reader(seen.reader.lang, seen.reader.zone)


def laid_out(seen: Visit, parts: Iterable[Part]) -> SafeString:
    """Parts of what the referee writes, as they stand in letters; the rendering escapes every text in them."""
    return mark_safe(html.render(Page("", tuple(map(section, parts))), reader(seen)))


def page(request: Request, seen: Visit, template: str, here: str, status: int = 200, **shown: Any) -> HttpResponse:
    """A page of the game, with the referee's last answer on top of it."""
    view: Any = seen.view
    mine = [each for each in view.owed if view.player and each.player == view.player]
    common = {
        "seen": seen,
        "view": view,
        "here": here,
        "mine": [(each, reader(seen).read(answers.owed_to_oneself(each))) for each in mine],
        "receipt": papers.receipt_for(request, seen),
    }
    return render(request, f"web/nomic/{template}.html", common | shown, status=status)


# --- how it stands ---


@dataclass(frozen=True, slots=True)
class Listed:
    """A proposal in a list."""

    seen: ProposalSeen
    kind: str
    stage: str


def play(request: Request, seen: Visit) -> HttpResponse:
    """How the game stands, and what there is to do."""
    view: Any = seen.view
    return page(
        request, seen, "play", "play",
        standing=laid_out(seen, [answers.standing(view)]),
        owed=_owed(seen),
        open=[listed(seen, each) for each in view.open_proposals],
        regulation=_regulation(seen),
        asking=[each for each in view.judgments if each.given is None and not each.over],
        joining=view.stage in (Stage.FORMING, Stage.RUNNING) and not view.player and seen.reader.person is not None,
        leaving=bool(view.player) and view.stage in (Stage.FORMING, Stage.RUNNING),
        readings=laid_out(seen, answers.readings(view)), writing=forms.Writing(view), asking_form=forms.Asking(),
    )  # fmt: skip


def _owed(seen: Visit) -> list[tuple[Owed, list[str], str]]:
    """What is owed, each once with all whose duty it is: a vote that five have not cast yet is one line."""
    found: dict[str, tuple[Owed, list[str], str]] = {}
    view: Any = seen.view
    for each in view.owed:
        duty = reader(seen).read(answers.owed_to_oneself(each))
        found.setdefault(duty, (each, [], duty))[1].append(each.player)
    return list(found.values())


def listed(seen: Visit, proposal: ProposalSeen) -> Listed:
    kind = reader(seen).read(kind_said(proposal.change))
    return Listed(proposal, kind, reader(seen).read(wording.STAGES[proposal.stage]))


def _regulation(seen: Visit) -> tuple[Any, str] | None:
    view: Any = seen.view
    running = view.regulation
    return (running, reader(seen).read(kind_said(running.change, regulation=True))) if running is not None else None


@require_safe
def proposals(request: Request, name: str) -> HttpResponse:
    """Every proposal there was, the latest first."""
    seen = visit(request, name)
    view: Any = seen.view
    return page(request, seen, "proposals", "proposals", all=[listed(seen, each) for each in reversed(view.proposals)])


@require_safe
def judgments(request: Request, name: str) -> HttpResponse:
    """Every question that was before a Judge."""
    seen = visit(request, name)
    view: Any = seen.view
    return page(
        request, seen, "judgments", "judgments", all=list(reversed(view.judgments)), asking=forms.Asking(),
        ruling=forms.Ruling(), readings=laid_out(seen, answers.readings(view)),
    )  # fmt: skip


def duty(seen: Visit) -> Duty:
    """What the reader has to do in the game, by when, for a list of games."""
    view: Any = seen.view
    if view.winner:
        return Duty(_("%(player)s has won.") % {"player": view.winner})
    if view.stage is Stage.FORMING:
        return Duty(_("The game waits for players."))
    mine = [each for each in view.owed if view.player and each.player == view.player]
    if view.stage is Stage.RUNNING and mine:
        first = min(mine, key=lambda each: (each.by is None, each.by.isoformat() if each.by else ""))
        presses = first.what != "announce"
        return Duty(reader(seen).read(answers.owed_to_oneself(replace(first, by=None))), first.by, presses)
    if view.stage is Stage.RUNNING:
        return Duty(_("It is %(player)s’s turn.") % {"player": view.turn.mover or "–"})
    return Duty(_("The game is over."))


# --- the rule book ---


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule in the book."""

    provision: Provision
    status: str

    @property
    def now(self) -> Any:
        return self.provision.now

    @property
    def amended(self) -> int:
        return len(self.provision.versions) - 1


def _ruled(seen: Visit, standing: Iterable[Provision]) -> list[Rule]:
    return [Rule(each, reader(seen).read(wording.STATUSES[each.now.status])) for each in standing]


@require_safe
def rulebook(request: Request, name: str) -> HttpResponse:
    """The rule book as it stands, or as it stood at a moment."""
    seen = visit(request, name)
    view: Any = seen.view
    moments = sorted({each.at for provision in view.book.provisions.values() for each in provision.versions})
    at = _moment(request.GET.get("at", ""), moments)
    standing = (view.book if at is None else view.book.at(at)).in_force
    return page(
        request, seen, "rulebook", "rulebook", at=at, moments=list(reversed(moments)),
        rules=_ruled(seen, (each for each in standing if not is_regulation(each.number))),
        regulations=_ruled(seen, (each for each in standing if is_regulation(each.number))),
        void=set(view.void) if at is None else set(), suspended=view.suspended if at is None else {},
    )  # fmt: skip


def _moment(text: str, moments: list[datetime]) -> datetime | None:
    """The moment chosen, among those at which the book changed; the present one for the last and for any other text."""
    return next((each for each in moments[:-1] if each.isoformat() == text), None)


@require_safe
def rule(request: Request, name: str, number: str) -> HttpResponse:
    """One rule: its words, what refers to it, and its whole history."""
    seen = visit(request, name)
    view: Any = seen.view
    provision = view.book.once(number.upper())
    if provision is None:
        raise Http404(number)
    return page(
        request, seen, "rule", "rulebook", provision=provision, regulation=is_regulation(provision.number),
        rule=_ruled(seen, [provision])[0], history=[*_history(seen, provision)],
        referring=view.book.referring(provision.number), suspended=view.suspended.get(provision.key),
        void=provision.number in view.void, known=_parameters(seen, provision),
    )  # fmt: skip


def _parameters(seen: Visit, provision: Provision) -> list[tuple[str, str, str]]:
    """The rule's own parameters: name, value, and what it means."""
    view: Any = seen.view
    means = {each.name: reader(seen).read(each.says) for each in view.parameters}
    return [(name, value, means.get(name, "")) for name, value in sorted(provision.now.settings.items())]


@dataclass(frozen=True, slots=True)
class Changed:
    """One step in a rule's history: when and how in words, and what it altered."""

    at: datetime
    says: str
    by: str
    words: tuple[diffs.Piece, ...] = ()
    settings: tuple[diffs.Row, ...] = ()
    code: tuple[diffs.Piece, ...] = ()


def _history(seen: Visit, provision: Provision) -> Iterator[Changed]:
    before: Version | None = None
    for version in provision.versions:
        says, by = reader(seen).read(answers.how_said(version)), version.by if version.by.isdigit() else ""
        if before is None or version.status == "repealed":
            yield Changed(version.at, says, by)
        else:
            yield Changed(
                version.at, says, by, _shown(diffs.words(before.text, version.text)),
                diffs.table(before.settings, version.settings), _shown(diffs.lines(before.code, version.code)),
            )  # fmt: skip
        before = version


def _shown(pieces: tuple[diffs.Piece, ...]) -> tuple[diffs.Piece, ...]:
    """A diff worth showing: empty where nothing differs."""
    return pieces if any(piece.fate != diffs.SAME for piece in pieces) else ()


# --- a proposal ---


@require_safe
def proposal(request: Request, name: str, number: int) -> HttpResponse:
    """One proposal: what it says, what it would alter, the debate, the vote."""
    return proposal_page(request, visit(request, name), number)


def _faults(seen: Visit, faults: tuple[str, ...]) -> tuple[str, ...]:
    """What went wrong when the code was tried on the past, each once."""
    return tuple(reader(seen).read(trial_fault(fault)) for fault in dict.fromkeys(faults))


def proposal_page(request: Request, seen: Visit, number: int, status: int = 200, **filled: Any) -> HttpResponse:
    view: View | Any = seen.view
    found = view.proposal(number)
    if found is None:
        raise Http404(str(number))
    foreseen = foresee(seen, number)
    told = {"arguing": forms.Arguing(), "announcing": forms.Announcing()} | filled
    return page(
        request, seen, "proposal", "proposals", status=status, proposal=found, line=listed(seen, found),
        foreseen=foreseen, notes=laid_out(seen, [Part("", tuple(answers.consequences(foreseen)))]) if foreseen else "",
        faults=_faults(seen, found.trial.faults) if found.trial else (),
        own=bool(view.player) and found.player == view.player, **told,
    )  # fmt: skip


@signed_in
@require_safe
def propose(request: Request, name: str) -> HttpResponse:
    """Write a proposal."""
    seen = visit(request, name)
    begun = forms.filled(seen.view, request.GET.get("kind", ""), request.GET.get("rule", "").upper())  # type: ignore[arg-type]
    return propose_page(request, seen, forms.Proposing(initial=begun))


def propose_page(
    request: Request, seen: Visit, form: forms.Proposing, status: int = 200, revising: int = 0, **shown: Any
) -> HttpResponse:
    foreseen = shown.get("foreseen")
    return page(
        request, seen, "propose", "proposals", status=status, form=form, revising=revising,
        notes=laid_out(seen, [Part("", tuple(answers.consequences(foreseen)))]) if foreseen else "",
        parameters=[_explained(seen, each) for each in seen.view.parameters],  # type: ignore[attr-defined]
        had_code=bool(form["code"].value()) if "code" in form.fields else False, **shown,
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Explained:
    """A parameter in force: its value, the rule it stands in, and what it means."""

    name: str
    text: str
    by: str
    means: str


def _explained(seen: Visit, each: Any) -> Explained:
    return Explained(each.name, each.text, each.by, reader(seen).read(each.says))


@signed_in
@require_safe
def revise(request: Request, name: str, number: int) -> HttpResponse:
    """Write a proposal anew, before its vote."""
    seen = visit(request, name)
    view: Any = seen.view
    found = view.proposal(number)
    if found is None:
        raise Http404(str(number))
    return propose_page(request, seen, forms.Proposing(initial=forms.of_change(found.change)), revising=number)


@signed_in
@require_safe
def regulate(request: Request, name: str) -> HttpResponse:
    """Write a change of a regulation."""
    seen = visit(request, name)
    begun = forms.filled(seen.view, "", request.GET.get("rule", "").upper())  # type: ignore[arg-type]
    return propose_page(request, seen, forms.Proposing(initial=begun, regulation=True))
