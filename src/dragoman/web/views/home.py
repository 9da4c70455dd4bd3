"""A person's own page: my games and what I must do by when; and everybody's: which games there are to join."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from dragoman import assembly
from dragoman.diplomacy.state import Stage
from dragoman.web.door import GAME, Visit, visit
from dragoman.web.duties import Duty, duty, free
from dragoman.web.reader import Request

MOST = 60
"""Tables on one page."""


@dataclass(frozen=True, slots=True)
class Line:
    """One game in a list."""

    visit: Visit
    duty: Duty
    free: int


@require_safe
def home(request: Request) -> HttpResponse:
    """My games, those that press first."""
    person = request.reader.person
    if person is None:
        return redirect("games")
    names = dict.fromkeys(table for table, _ in assembly.ledger().tables_of(person))
    mine = sorted(_lines(request, list(names)), key=_pressing)
    kept = assembly.inbox().kept(person)
    return render(request, "web/home.html", {"mine": mine, "open": _open(request, set(names)), "kept": len(kept)})


@require_safe
def games(request: Request) -> HttpResponse:
    """Every game of this host."""
    lines = _lines(request, [name for name, game, _ in assembly.ledger().tables() if game == GAME][:MOST])
    return render(
        request,
        "web/games.html",
        {
            "forming": [line for line in lines if line.visit.view.stage is Stage.FORMING],
            "running": [line for line in lines if line.visit.view.stage is Stage.RUNNING],
            "over": [line for line in lines if line.visit.view.stage in (Stage.OVER, Stage.CLOSED)],
        },
    )


def _open(request: Request, mine: set[str]) -> list[Line]:
    names = [name for name, game, _ in assembly.ledger().tables() if game == GAME and name not in mine][:MOST]
    return [line for line in _lines(request, names) if line.visit.view.stage is Stage.FORMING and line.free > 0]


def _lines(request: Request, names: list[str]) -> list[Line]:
    lines = []
    for name in names:
        try:
            seen = visit(request, name)
        except Http404:  # gone since the list was made
            continue
        lines.append(Line(seen, duty(seen.view), free(seen.view)))
    return lines


RANK = {Stage.RUNNING: 0, Stage.FORMING: 1, Stage.OVER: 2, Stage.CLOSED: 3}


def _pressing(line: Line) -> tuple[int, bool, str, str]:
    """Running games before others, those without a deadline last, the earliest deadline first."""
    by = line.duty.by
    return RANK[line.visit.view.stage], by is None, by.isoformat() if by else "", line.visit.table
