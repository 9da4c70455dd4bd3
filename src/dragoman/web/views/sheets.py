"""House rules to read: every preset and every game's sheet as a document, two compared, and each clause by itself."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from dragoman.diplomacy.board.mapfile import chart, chart_names
from dragoman.diplomacy.houserules.catalogue import CATALOGUE
from dragoman.diplomacy.houserules.document import differences, document
from dragoman.diplomacy.houserules.presets import preset_names, write_preset
from dragoman.diplomacy.houserules.sheet import Sheet
from dragoman.diplomacy.rendering import houserules as rendering
from dragoman.game.saying import say
from dragoman.tongues.saying import put
from dragoman.web import in_play, outcomes, problems, says, sources, years
from dragoman.web.board import style_of_chart
from dragoman.web.forms import clause as forms
from dragoman.web.reader import Request
from dragoman.web.sources import Source
from dragoman.web.stops import family_of, neighbours, stops


@require_safe
def sheets(request: Request) -> HttpResponse:
    """What house rules there are: to read, to begin with, to compare; and one's own."""
    return index(request)


def index(request: Request, status: int = 200, **more: object) -> HttpResponse:
    """The page of all sheets, with what was typed there and what is wrong with it."""
    presets = [
        (name, sources.PRESETS.get(name, name), sources.ABOUT.get(name, "")) for name in sources.ordered_presets()
    ]
    own = [(ident, sources.titled(draft), draft, at) for ident, draft, at in sources.own_drafts(request)]
    shown = {"presets": presets, "own": own, "offered": list(sources.offered(request)), **more}
    return render(request, "web/sheets/index.html", shown, status=status)


@require_safe
def preset(request: Request, key: str) -> HttpResponse:
    """A preset of the program as a document."""
    if key not in preset_names():
        raise Http404(key)
    return read(request, sources.find(request, key), {})


@require_safe
def shared(request: Request, ident: str) -> HttpResponse:
    """Somebody's own sheet, for whoever has the link."""
    draft = sources.shared_draft(ident)
    return read(request, sources.source_of(f"{sources.SHARED}{ident}", draft), {"about": draft.about})


def read(request: Request, source: Source, more: dict[str, object]) -> HttpResponse:
    """A sheet as a page of its own."""
    shown = {
        "source": source,
        "article": article(source),
        "problems": problems.problems(source.errors),
        "offered": list(sources.offered(request)),
        **more,
    }
    return render(request, "web/sheets/document.html", shown)


def article(source: Source, level: int = 2) -> SafeString:
    """The document of a sheet as HTML, under a heading of the page."""
    printed = document(source.sheet, source.against, source.base)
    html = rendering.document_html(printed, says.lang(), level, _told)
    return mark_safe(html)  # the rendering escapes every text in it


def _told(number: str) -> str:
    """Where a clause is told with its alternatives and examples."""
    return reverse("clause-told", args=[number]) if number in stops() else ""


@require_safe
def compare(request: Request) -> HttpResponse:
    """Two sheets side by side: the clauses in which they differ."""
    one, other = (request.GET.get(name, "") for name in ("one", "other"))
    shown: dict[str, object] = {"offered": list(sources.offered(request)), "one": one, "other": other}
    if one and other:
        first, second = sources.find(request, one), sources.find(request, other)
        found = differences(first.sheet, second.sheet)
        table = rendering.differences_html(found, first.name, second.name, says.lang())
        shown |= {"first": first, "second": second, "found": found, "table": mark_safe(table)}  # escaped there
    return render(request, "web/sheets/compare.html", shown)


@require_safe
def preset_file(request: Request, key: str) -> HttpResponse:
    """A preset of the program as a file, to be changed and shared."""
    if key not in preset_names():
        raise Http404(key)
    return download(write_preset(sources.find(request, key).sheet, key), key)


def download(text: str, name: str) -> HttpResponse:
    """A preset file to be kept."""
    response = HttpResponse(text, content_type="application/toml; charset=utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="{name}.toml"'
    return response


@require_safe
def clause(request: Request, number: str) -> HttpResponse:
    """A clause with its alternatives, and examples of what difference they make."""
    if number not in stops():
        raise Http404(number)
    choice = Sheet().choice(number)
    back, on = neighbours(number)
    shown = {
        "form": forms.shown(CATALOGUE[number], choice, choice),
        "family": family_of(number),
        "examples": outcomes.of_examples(number, ""),
        "plays": in_play.of_plays(number, ""),
        "years": years.of_clause(number, Sheet()),
        "back": (back, _title(back)) if back else None,
        "on": (on, _title(on)) if on else None,
    }
    return render(request, "web/sheets/clause.html", shown)


def _title(number: str) -> str:
    return put(say(CATALOGUE[number].title), says.lang())


@require_safe
@cache_control(public=True, max_age=3600)
def board_style(request: Request, name: str) -> HttpResponse:
    """The colours of a map's boards, as a stylesheet."""
    if name not in chart_names():
        raise Http404(name)
    return HttpResponse(style_of_chart(chart(name)), content_type="text/css; charset=utf-8")
