"""What players of Nomic do on pages: each deed becomes one command, and the referee's answer is shown, whole."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from dragoman import assembly
from dragoman.game.asking import Call, Fault, FaultKind
from dragoman.game.protocol import Reply, Speaker
from dragoman.game.refusals import Refusal
from dragoman.game.seats import PersonId, Seat
from dragoman.nomic import commands as c
from dragoman.nomic.rulesets import RuleSet, read_plain, ruleset
from dragoman.web import invitations, papers
from dragoman.web.door import NOMIC, Visit, foresee_change, open_table, say_command, say_writing, speaker
from dragoman.web.forms import nomic as forms
from dragoman.web.reader import Request, signed_in
from dragoman.web.views.nomic import propose_page, visit

Made = c.Command | str | None
"""A command; or what to write to the referee; or nothing, where too little was said."""


@signed_in
@require_POST
def deed(request: Request, name: str, deed: str) -> HttpResponse:
    """One of the plain deeds. Raises Http404 for one that there is not."""
    seen = visit(request, name)
    made = DEEDS.get(deed)
    if made is None:
        raise Http404(deed)
    said = made(request, seen)
    if said is not None:
        reply = say_writing(seen, said) if isinstance(said, str) else say_command(seen, said)
        papers.keep_receipt(request, seen, reply)
    back = _number(request)
    if deed in ABOUT_PROPOSAL and back:
        return redirect("nomic-proposal", name, back)
    return redirect("nomic-judgments" if deed in ABOUT_JUDGMENT else "game", name)


ABOUT_PROPOSAL = frozenset({"vote", "argue", "announce", "cancel"})
ABOUT_JUDGMENT = frozenset({"invoke", "judge", "overrule", "stand"})


def _number(request: Request) -> int:
    text = request.POST.get("number", "")
    return int(text) if re.fullmatch(r"[0-9]{1,9}", text) else 0


def _vote(request: Request, seen: Visit) -> Made:
    return c.CastVote(speaker(seen), request.POST.get("number", "").upper(), request.POST.get("choice", ""))


def _argue(request: Request, seen: Visit) -> Made:
    form = forms.Arguing(request.POST)
    return c.Argue(speaker(seen), _number(request), form.cleaned_data["text"]) if form.is_valid() else None


def _announce(request: Request, seen: Visit) -> Made:
    form = forms.Announcing(request.POST)
    return c.AnnounceVote(speaker(seen), _number(request), form.cleaned_data["at"]) if form.is_valid() else None


def _invoke(request: Request, seen: Visit) -> Made:
    form = forms.Asking(request.POST)
    return c.Invoke(speaker(seen), form.cleaned_data["text"]) if form.is_valid() else None


def _judge(request: Request, seen: Visit) -> Made:
    """A ruling may hold orders, as in a letter: so it is read like one."""
    form = forms.Ruling(request.POST)
    number = _number(request)
    return f"judge {number or ''}: {form.cleaned_data['text']}\nend" if form.is_valid() else None


def _write(request: Request, seen: Visit) -> Made:
    form = forms.Writing(seen.view, request.POST)  # type: ignore[arg-type]
    if not form.is_valid():
        return None
    return c.SendPress(speaker(seen), tuple(form.cleaned_data["to"]), form.cleaned_data["text"])


def _join(request: Request, seen: Visit) -> Made:
    words = request.POST.get("player", "").split()
    return c.Join(speaker(seen), words[0] if words else "", words[-1] if len(words) > 1 else "")


def _say(request: Request, seen: Visit) -> Made:
    return request.POST.get("text", "").strip() or None


def _plain(kind: Callable[..., c.Command], *given: Any) -> Callable[[Request, Visit], Made]:
    def made(request: Request, seen: Visit) -> Made:
        return kind(speaker(seen), *given)

    return made


def _numbered(kind: Callable[..., c.Command], *given: Any) -> Callable[[Request, Visit], Made]:
    def made(request: Request, seen: Visit) -> Made:
        return kind(speaker(seen), *given, _number(request))

    return made


DEEDS: Mapping[str, Callable[[Request, Visit], Made]] = {
    "vote": _vote,
    "argue": _argue,
    "announce": _announce,
    "cancel": _numbered(c.Cancel),
    "invoke": _invoke,
    "judge": _judge,
    "overrule": _numbered(c.Overrule, True),
    "stand": _numbered(c.Overrule, False),
    "consent": _plain(c.Consent, True),
    "object": _plain(c.Consent, False),
    "confirm": _plain(c.Confirm, True),
    "deny": _plain(c.Confirm, False),
    "buy-off": _numbered(c.BuyOff),
    "join": _join,
    "observe": _plain(c.Observe),
    "forfeit": _plain(c.Forfeit),
    "begin": _plain(c.Begin),
    "write": _write,
    "say": _say,
}
"""The plain deeds by the word in their address."""


# --- proposals ---


@signed_in
@require_POST
def post(request: Request, name: str) -> HttpResponse:
    """Post a proposal, revise one, or only see what it would do."""
    return _proposed(request, visit(request, name), False)


@signed_in
@require_POST
def post_regulation(request: Request, name: str) -> HttpResponse:
    """Propose a change of a regulation, or only see what it would do."""
    return _proposed(request, visit(request, name), True)


def _proposed(request: Request, seen: Visit, regulation: bool) -> HttpResponse:
    form = forms.Proposing(request.POST, regulation=regulation)
    revising = _number(request)
    if not form.is_valid():
        return propose_page(request, seen, form, 422, revising)
    change = form.change()
    if "see" in request.POST:
        fault = _fault(change.code or "")
        foreseen = None if regulation else foresee_change(seen, change)
        return propose_page(request, seen, form, 200, revising, foreseen=foreseen, fault=fault, looked=True)
    reply = say_command(seen, _command(request, seen, change, revising, regulation))
    if reply.refused and not reply.events:
        says = [papers.spoken(each.says, seen) for each in reply.refused]
        return propose_page(request, seen, form, 422, revising, refused=says, fault=_fault(change.code or ""))
    papers.keep_receipt(request, seen, reply)
    return redirect("game", seen.table) if not revising else redirect("nomic-proposal", seen.table, revising)


def _command(request: Request, seen: Visit, change: Any, revising: int, regulation: bool) -> c.Command:
    if regulation:
        return c.Regulate(speaker(seen), change)
    if revising:
        return c.Revise(speaker(seen), revising, change)
    return c.Post(speaker(seen), change, request.POST.get("parallel") == "yes")


def _fault(code: str) -> Fault | None:
    """What is wrong with code as it stands, by line and column; the referee tries it on the past when it is posted."""
    if not code:
        return None
    outcome = assembly.sandbox().run(Call(code, "code"))
    return outcome if isinstance(outcome, Fault) and outcome.kind is not FaultKind.OFF else None


# --- a new game ---


@signed_in
@require_http_methods(["GET", "POST"])
def open_game(request: Request) -> HttpResponse:
    """Open a game of Nomic."""
    person = request.reader.person
    assert person is not None
    if not assembly.may_open(person):
        return render(request, "web/may-not-open.html", status=403)
    form = forms.OpeningNomic(request, request.POST or None)
    if request.method == "POST" and form.is_valid():
        reply = _open(request, form)
        if isinstance(reply, Reply) and reply.events:
            said = form.cleaned_data
            seen = visit(request, said["name"])
            invitations.opened(request, said["name"], said["invited"], lambda who: _let_in(seen, who))
            return redirect("game", said["name"])
        _told(form, reply, request)
    return render(request, "web/nomic/open.html", {"form": form}, status=422 if form.errors else 200)


def _let_in(seen: Visit, person: PersonId) -> None:
    """Whoever presides lets in whom they invite."""
    if seen.presides:
        say_command(seen, c.Invite(speaker(seen), "", person))


def _told(form: forms.OpeningNomic, reply: Reply | Refusal, request: Request) -> None:
    """Why no game was opened, beside the field that it is about."""
    if isinstance(reply, Refusal):
        form.add_error("own", papers.sentences(Reply(None, (), (reply,), (), 0), request.reader)[0])
        return
    for sentence in papers.sentences(reply, request.reader):
        form.add_error("name", sentence)


def _open(request: Request, form: forms.OpeningNomic) -> Reply | Refusal:
    said, person = form.cleaned_data, request.reader.person
    assert person is not None
    rules: RuleSet | Refusal = read_plain(said["own"], said["name"]) if said["own"] else ruleset(said["ruleset"])
    if isinstance(rules, Refusal):
        return rules
    command = c.OpenGame(
        by=Speaker(person, None),
        name=said["name"],
        ruleset=rules,
        seats={Seat(said["player"]): person} if said["player"] else {},
        gm=person if said["master"] == "me" else None,
        lang=request.reader.lang,
        zone=said["zone"],
        seed=assembly.entropy().number(f"open {said['name']}"),
        wanted=said["wanted"],
        readings=form.chosen(),
    )
    return open_table(said["name"], person, command, NOMIC)
