"""The record of a game as far as it may be shown: the seals of all that was ruled upon, and, after the end, its
proof."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from dragoman.nomic.state import Stage
from dragoman.referee import proof
from dragoman.web import door, says
from dragoman.web.reader import Request
from dragoman.web.views import nomic


@dataclass(frozen=True, slots=True)
class SealedPhase:
    """A phase that was ruled upon, and the seal of each power that had sent orders for it."""

    code: str
    says: str
    seals: tuple[tuple[str, str], ...]


@require_safe
def record(request: Request, name: str) -> HttpResponse:
    """All seals, the newest first; and one's own of what is on file now."""
    seen = door.visit_any(request, name)
    if seen.game == door.NOMIC:
        return _of_nomic(request, seen)
    view = seen.view
    phases = [SealedPhase(str(turn.phase), says.phase(turn.phase), turn.seals) for turn in reversed(view.turns)]
    shown = {
        "seen": seen,
        "view": view,
        "here": "record",
        "phases": phases,
        "own": view.own.seal if view.own else "",
        "over": view.ending is not None,
    }
    return render(request, "web/record.html", shown)


def _of_nomic(request: Request, seen: door.Visit) -> HttpResponse:
    """Every proposal and vote with its seals, the newest first; and those of one's own votes under way."""
    view: Any = seen.view
    proposals = [nomic.listed(seen, each) for each in reversed(view.proposals)]
    running = (view.regulation,) if view.regulation is not None else ()
    regulations = [each for each in (*running, *reversed(view.past_regulations)) if each.seal]
    over = view.stage in (Stage.OVER, Stage.ABANDONED)
    return nomic.page(request, seen, "record", "record", proposals=proposals, regulations=regulations, over=over)


@require_safe
def proved(request: Request, name: str) -> HttpResponse:
    """The proof, as a file. Raises Http404 while the game goes on."""
    door.visit_any(request, name)
    made = door.proof_of(name)
    if made is None:
        raise Http404(name)
    answer = HttpResponse(b"".join(proof.write(made)), content_type="application/jsonl")
    answer["Content-Disposition"] = f'attachment; filename="{name}-proof.jsonl"'
    return answer
