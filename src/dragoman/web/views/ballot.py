"""Votes on builds: the ballot, the choice in a tie, and how the votes before came out."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from dragoman.diplomacy import report
from dragoman.diplomacy.boxes import PollSeen
from dragoman.diplomacy.commands import BreakTie, CastBallot, WithdrawBallot
from dragoman.diplomacy.democracy.options import option
from dragoman.diplomacy.democracy.settings import rules, voted
from dragoman.diplomacy.rendering import reader as rendering
from dragoman.diplomacy.rendering.polls import count_sections
from dragoman.diplomacy.state.polls import BEGINNING
from dragoman.game.page import Page, html
from dragoman.game.protocol import Reply
from dragoman.web import papers, says
from dragoman.web.door import Visit, say_command, speaker, visit
from dragoman.web.forms import ballot as form
from dragoman.web.reader import Request
from dragoman.web.views.orders import answered

NO_VOTE = gettext_lazy("The vote has ended, so nothing was sent.")
NOTHING_CHOSEN = gettext_lazy("You have chosen nothing yet, so nothing was sent.")


@dataclass(frozen=True, slots=True)
class Count:
    """A vote that was counted: what it was about, and the count in words."""

    title: str
    beginning: bool
    html: SafeString


@require_http_methods(["GET", "POST"])
def ballot(request: Request, name: str) -> HttpResponse:
    """See the vote, fill in a ballot, cast it, take it back, or choose in a tie."""
    seen = visit(request, name)
    if not voted(seen.view.sheet):
        raise Http404(name)
    if request.method == "POST" and request.reader.person is not None:
        return _sent(request, seen)
    return _page(request, seen)


def _sent(request: Request, seen: Visit) -> HttpResponse:
    poll, deed = seen.view.poll, request.POST.get("deed", "cast")
    if poll is None:
        return answered(request, seen, str(NO_VOTE), "ballot")
    match deed:
        case "cast":
            sent = dict(request.POST.lists())
            if wrong := form.misread(sent):
                return _page(request, seen, sent, wrong[:40])
            filled = form.paper(seen.view, poll, sent)
            return _answered(request, seen, CastBallot(speaker(seen), form.lines(filled)), bool(filled.lines))
        case "none":
            return _answered(request, seen, CastBallot(speaker(seen), ()), True)
        case "withdraw":
            return _answered(request, seen, WithdrawBallot(speaker(seen)), True)
        case "choose":
            return _chosen(request, seen, poll)
        case _:  # the ballot is only changed: nothing is cast
            return _page(request, seen, dict(request.POST.lists()))


def _answered(request: Request, seen: Visit, command: object, anything: bool) -> HttpResponse:
    reply: Reply | str = say_command(seen, command) if anything else str(NOTHING_CHOSEN)
    return answered(request, seen, reply, "ballot")


def _chosen(request: Request, seen: Visit, poll: PollSeen) -> HttpResponse:
    value = request.POST.get("choice", "")
    known = {each.value for each in form.tied(seen.view, poll)}
    if value not in known:
        return answered(request, seen, str(NOTHING_CHOSEN), "ballot")
    return _answered(request, seen, BreakTie(speaker(seen), (option(value),)), True)


def _page(request: Request, seen: Visit, sent: dict[str, list[str]] | None = None, wrong: str = "") -> HttpResponse:
    view, poll = seen.view, seen.view.poll
    votes = poll is not None and poll.taking and poll.votes is not None
    shown = {
        "seen": seen,
        "view": view,
        "here": "ballot",
        "poll": poll,
        "wrong": wrong,
        "beginning": poll is not None and poll.about == BEGINNING,
        "paper": form.paper(view, poll, sent) if poll is not None and votes else None,
        "by_lot": rules(view.sheet).by_lot,
        "tied": form.tied(view, poll) if poll is not None else (),
        "allotted": _allotted(seen, poll) if poll is not None else (),
        "counts": tuple(_count(seen, each) for each in reversed(view.polls) if each.counts is not None),
        "receipt": papers.receipt_for(request, seen),
    }
    return render(request, "web/ballot.html", shown, status=422 if wrong else 200)


def _allotted(seen: Visit, poll: PollSeen) -> tuple[tuple[str, int, bool], ...]:
    """Every voter with their votes, and whether it is the reader."""
    return tuple((seat, votes, seat == seen.seat) for seat, votes in poll.allotted.items())


def _count(seen: Visit, poll: PollSeen) -> Count:
    told = report.poll_told(seen.view, poll)
    reader = rendering.Reader(seen.reader.lang, seen.reader.zone, report.names_of(seen.view.chart))
    page = Page("", tuple(count_sections(told)))
    return Count(says.phase(poll.phase), poll.about == BEGINNING, mark_safe(html.render(page, reader)))  # escaped there
