"""A person's own page: my games and what I must do by when; and everybody's: which games there are to join."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from dragoman import assembly
from dragoman.diplomacy.state import Stage
from dragoman.web.door import NOMIC, Visit, visit_any
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
    lines = _lines(request, [name for name, _, _ in assembly.ledger().tables()][:MOST])
    return render(
        request,
        "web/games.html",
        {
            "forming": [line for line in lines if line.stage == Stage.FORMING],
            "running": [line for line in lines if line.stage == Stage.RUNNING],
            "over": [line for line in lines if line.stage not in RANK],
        },
    )


def _open(request: Request, mine: set[str]) -> list[Line]:
    names = [name for name, _, _ in assembly.ledger().tables() if name not in mine][:MOST]
    return [line for line in _lines(request, names) if line.stage == Stage.FORMING and line.free > 0]


def _lines(request: Request, names: list[str]) -> list[Line]:
    lines = []
    for name in names:
        try:
            seen = visit_any(request, name)
        except Http404:  # gone since the list was made
            continue
        lines.append(_line(seen))
    return lines


def _line(seen: Visit) -> Line:
    stage = str(seen.view.stage)
    if seen.game == NOMIC:
        return Line(seen, nomic.duty(seen), 1 if stage == Stage.FORMING else 0, stage)
    return Line(seen, duty(seen.view), free(seen.view), stage)


RANK: dict[str, int] = {Stage.RUNNING: 0, Stage.FORMING: 1}


def _pressing(line: Line) -> tuple[int, bool, str, str]:
    """Running games before others, those without a deadline last, the earliest deadline first."""
    by = line.duty.by
    return RANK.get(line.stage, 2), by is None, by.isoformat() if by else "", line.visit.table
