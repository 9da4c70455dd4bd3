"""The page of a game: the board at one moment of it, and what there is to do and to read there."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from dragoman.diplomacy.board.position import Phase
from dragoman.diplomacy.sight import View
from dragoman.diplomacy.state import Stage, Superseded, Turn
from dragoman.web import board, papers, says, standings, telling
from dragoman.web.door import NOMIC, Visit, visit, visit_any
from dragoman.web.duties import duty, ending, free
from dragoman.web.filed import filed, of_phase, over, saves_at_once, words
from dragoman.web.forms.orders import final_now, rows
from dragoman.web.reader import Request
from dragoman.web.views import nomic


@dataclass(frozen=True, slots=True)
class Step:
    """A moment one can go to."""

    code: str
    says: str
    href: str


@dataclass(frozen=True, slots=True)
class Steps:
    """The moment shown, and the way to all others. `here` is an index into `all`; `stages` are the ways to the stages
    of the phase, of which `stage` is shown: none of the present, whose orders are not public."""

    all: tuple[Step, ...]
    here: int
    stage: str = ""
    stages: tuple[Step, ...] = ()

    @property
    def now(self) -> Step:
        return self.all[self.here]

    @property
    def first(self) -> Step | None:
        return self.all[0] if self.here > 0 else None

    @property
    def back(self) -> Step | None:
        return self.all[self.here - 1] if self.here > 0 else None

    @property
    def on(self) -> Step | None:
        return self.all[self.here + 1] if self.here + 1 < len(self.all) else None

    @property
    def last(self) -> Step | None:
        return self.all[-1] if self.here + 1 < len(self.all) else None


def steps(table: str, view: View, shown: Phase | None, stage: str = "orders") -> Steps:
    """Every moment of the game. Raises Http404 for a phase it never saw."""
    past = _past(table, tuple(turn.phase for turn in view.turns))
    now = Step(str(view.phase), says.phase(view.phase), reverse("game", args=[table]))
    all_ = (*past, now) if view.ending is None or not past else past
    if shown is None or (shown == view.phase and view.ending is None):
        return Steps(all_, len(all_) - 1)
    for index, turn in enumerate(view.turns):
        if turn.phase == shown:
            return Steps(all_, index, stage, _stages(table, turn.phase))
    raise Http404(str(shown))


def _superseded(view: View, turn: Turn | None) -> list[tuple[int, Superseded]]:
    """The earlier rulings on a phase that are no longer in force, with their numbers."""
    return [(n, gone) for n, gone in enumerate(view.superseded, 1) if turn and gone.turn.phase == turn.phase]


def _taken_back(view: View, phase: Phase) -> int:
    """The number of the last ruling on a phase that is no longer in force, if none is; 0 otherwise."""
    if phase == view.phase or any(turn.phase == phase for turn in view.turns):
        return 0
    return max((n for n, gone in enumerate(view.superseded, 1) if gone.turn.phase == phase), default=0)


def _past(table: str, phases: tuple[Phase, ...]) -> tuple[Step, ...]:
    """The phases that are over. Their addresses are alike but for the phase, and found once."""
    if not phases:
        return ()
    first = str(phases[0])
    before = reverse("moment", args=[table, phases[0]]).removesuffix(first)
    return tuple(Step(code := str(phase), says.phase(phase), f"{before}{code}") for phase in phases)


def _stages(table: str, phase: Phase) -> tuple[Step, ...]:
    """The board before the orders, with them, and after them."""
    called = {"before": _("Before"), "orders": _("Orders"), "after": _("After")}
    return tuple(Step(stage, called[stage], telling.href(table, phase, stage)) for stage in board.STAGES)


@require_safe
def game(request: Request, name: str) -> HttpResponse:
    """The game as it stands."""
    seen = visit_any(request, name)
    if seen.game == NOMIC:
        return nomic.play(request, seen)
    return render(request, "web/game.html", page(request, seen, None))


@require_safe
def moment(request: Request, name: str, phase: Phase) -> HttpResponse:
    """The game as it stood when a phase was adjudicated."""
    seen = visit(request, name)
    if phase == seen.view.phase and seen.view.ending is None:
        return redirect("game", name)
    return _shown(request, seen, phase, "orders")


@require_safe
def staged(request: Request, name: str, phase: Phase, stage: str) -> HttpResponse:
    """The same before its orders, or after them; of the present there is one board alone."""
    seen = visit(request, name)
    if phase == seen.view.phase and seen.view.ending is None:
        return redirect("game", name)
    return _shown(request, seen, phase, stage)


def _shown(request: Request, seen: Visit, phase: Phase, stage: str) -> HttpResponse:
    """A moment of the past, whole; or for a script that steps on in place, only what is another there."""
    number = _taken_back(seen.view, phase)
    if number:
        return redirect("past", seen.table, number)
    part = request.headers.get("X-Part") == "told"
    response = render(request, "web/game/told.html" if part else "web/game.html", page(request, seen, phase, stage))
    patch_vary_headers(response, ["X-Part"])
    return response


@require_safe
def moment_named(request: Request, name: str, phase: Phase) -> HttpResponse:
    """The same with a stroke behind it, as people write it: the page is elsewhere."""
    return redirect("moment", name, phase, permanent=True)


@require_safe
def go(request: Request, name: str) -> HttpResponse:
    """To a moment chosen from the list, for those without a script."""
    try:
        return redirect("moment", name, says.read_phase(request.GET.get("to", "")))
    except ValueError as fault:
        raise Http404(name) from fault


def _pictured(request: Request, seen: Visit, turn: Turn | None, stage: str) -> str:
    """Where chats that are shown this page find its board: a phase that is over, of that very ruling."""
    if turn is None:
        return ""
    asked = urlencode({"stage": stage, "v": telling.edition(turn)})
    return request.build_absolute_uri(f"{reverse('moment-png', args=[seen.table, turn.phase])}?{asked}")


def _asked(request: Request, stage: str) -> str:
    """What a picture of this page is asked for with: the stage, and the light that the reader has chosen."""
    asked = {"stage": stage} if stage != "orders" else {}
    if request.reader.theme:
        asked["theme"] = request.reader.theme
    return f"?{urlencode(asked)}" if asked else ""


def page(request: Request, seen: Visit, shown: Phase | None, stage: str = "orders") -> dict[str, object]:
    """Everything the page of a game shows."""
    view = seen.view
    at = steps(seen.table, view, shown, stage)
    turn = view.turns[at.here] if at.here < len(view.turns) else None
    current = turn is None
    last = turn or (view.turns[-1] if view.turns else None)
    return {
        "seen": seen,
        "view": view,
        "here": "board",
        "steps": at,
        "current": current,
        "superseded": _superseded(view, turn),
        "turn": turn,
        "picture": board.picture(view, turn, stage),
        "alone": reverse("moment", args=[seen.table, at.now.code]),
        "pictured": _pictured(request, seen, last, stage if turn else "after"),
        "asked": _asked(request, stage),
        "rows": rows(view) if current else (),
        "report": papers.results(seen, last),
        "story": telling.of(seen, last),
        "reported": last,
        "receipt": papers.receipt_for(request, seen) if current else None,
        "forms": papers.FORMS_CALLED.items(),
        "standings": standings.of(view, turn),
        "duty": duty(view),
        "final_now": final_now(view),
        "filed": filed(view) if current else None,
        "saves": saves_at_once(view),
        "over": over(view),
        "sort": of_phase(view),
        "words": words(),
        "public": view.power in view.asked,
        "plans": view.power is not None and view.stage is Stage.RUNNING,
        "free": free(view) if view.stage is Stage.FORMING else 0,
        "ending": ending(view) if view.ending else "",
    }
