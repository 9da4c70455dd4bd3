"""A person's own page: my games and what I must do by when; and everybody's: which games there are to join."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from dragoman import assembly
from dragoman.diplomacy.state import Stage
from dragoman.web import day
from dragoman.web.door import NOMIC, Visit, visits
from dragoman.web.duties import Duty, duty, free
from dragoman.web.reader import Request
from dragoman.web.views import nomic

MOST = 60
"""Tables on one page."""


@dataclass(frozen=True, slots=True)
class Line:
    """One game in a list."""

    visit: Visit
    duty: Duty
    free: int
    stage: str


@require_safe
def home(request: Request) -> HttpResponse:
    """My games, those that press first; those that I preside over by themselves, those over folded away."""
    person = request.reader.person
    if person is None:
        return redirect("games")
    mine = assembly.ledger().latest_of(person, MOST)
    cards = day.cards(visits(request, mine))
    things = [thing for card in cards for thing in card.pressing]
    shown = {
        "playing": [card for card in cards if not card.over and not card.visit.presides],
        "presiding": [card for card in cards if not card.over and card.visit.presides],
        "ended": [card for card in cards if card.over],
        "waiting": things,
        "next": _next(cards),
        "open": _open(request, {table for table, _ in assembly.ledger().tables_of(person)}),
        "kept": len(assembly.inbox().kept(person)),
        "failing": assembly.reaching().failing(person),
        "now": assembly.clock().now(),
        "away": [card for card in cards if card.away],
    }
    return render(request, "web/home.html", shown)


def _next(cards: Iterable[day.Card]) -> datetime | None:
    """When the first thing that presses falls due."""
    return min((card.by for card in cards if card.by is not None), default=None)


@require_safe
def games(request: Request) -> HttpResponse:
    """Every game of this host."""
    lines = _lines(request, [name for name, _, _ in assembly.ledger().tables()][:MOST])
    return render(
        request,
        "web/games.html",
        {
            "forming": [line for line in lines if line.stage == Stage.FORMING],
            "running": [line for line in lines if line.stage == Stage.RUNNING],
            "over": [line for line in lines if line.stage not in (Stage.RUNNING, Stage.FORMING)],
        },
    )


def _open(request: Request, mine: set[str]) -> list[Line]:
    names = [name for name, _, _ in assembly.ledger().tables() if name not in mine][:MOST]
    return [line for line in _lines(request, names) if line.stage == Stage.FORMING and line.free > 0]


def _lines(request: Request, names: list[str]) -> list[Line]:
    return [_line(seen) for seen in visits(request, names)]


def _line(seen: Visit) -> Line:
    stage = str(seen.view.stage)
    if seen.game == NOMIC:
        return Line(seen, nomic.duty(seen), 1 if stage == Stage.FORMING else 0, stage)
    return Line(seen, duty(seen.view), free(seen.view), stage)
