"""Composing house rules, clause by clause. Whatever is chosen is kept at once, even where it does not go together."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from dragoman.diplomacy.houserules.catalogue import CATALOGUE
from dragoman.diplomacy.houserules.choosing import Chosen, choose
from dragoman.diplomacy.houserules.presets import PresetFile
from dragoman.game.directions import unmarked
from dragoman.people.presets import MOST, TooMany
from dragoman.web import in_play, outcomes, overview, problems, sources, years
from dragoman.web.draft import LONGEST_FILE, Draft, Made, from_file, from_sheet
from dragoman.web.forms import clause as forms
from dragoman.web.forms.clause import Form
from dragoman.web.reader import Request, signed_in
from dragoman.web.stops import family_of, halves, neighbours, stops, way, whole_of
from dragoman.web.views.sheets import download, index, read

# --- beginning, and the whole ---


@signed_in
@require_POST
def compose(request: Request) -> HttpResponse:
    """Begin a sheet of one's own upon another."""
    source = sources.find(request, request.POST.get("upon", "datc"))
    if source.key.startswith(sources.OWN):
        draft = sources.own_draft(request, source.key.removeprefix(sources.OWN))
        draft = draft.named(_("%(title)s, another") % {"title": sources.titled(draft)}, draft.about).show(False)
    elif source.key.startswith(sources.SHARED):
        draft = sources.shared_draft(source.key.removeprefix(sources.SHARED))
    else:
        named = source.name if source.key.startswith(sources.AT_GAME) else ""
        draft = from_sheet(PresetFile(source.sheet, source.base, named))
    return _begun(request, draft)


@signed_in
@require_POST
def load(request: Request) -> HttpResponse:
    """Begin one with a preset file that somebody kept or shared."""
    sent = request.FILES.get("file")
    text = sent.read(LONGEST_FILE).decode("utf-8", "replace") if sent else request.POST.get("text", "")
    if not text.strip():
        return index(request, 422, wrong=[_("Choose a file, or paste what it holds.")], text=text)
    draft = from_file(text[:LONGEST_FILE])
    if isinstance(draft, Draft):
        return _begun(request, draft)
    wrong = [" ".join(filter(None, (p.one and f"{p.one} / {p.other}:", p.why))) for p in problems.problems(draft)]
    return index(request, 422, wrong=wrong, text=text)


def _begun(request: Request, draft: Draft) -> HttpResponse:
    try:
        ident = sources.keep_new(request, draft)
    except TooMany:
        told = _("You keep %(most)d sheets already, which is as many as fit. Discard one first.") % {"most": MOST}
        return index(request, 422, wrong=[told], text="")
    return redirect("sheet", ident)


@signed_in
@require_safe
def sheet(request: Request, ident: str) -> HttpResponse:
    """The whole sheet at a glance: how far one has come, what was chosen, what does not go together."""
    draft = sources.own_draft(request, ident)
    made = draft.made()
    shown = {
        **_about(ident, draft, made),
        "families": overview.families(draft, made),
        "remarks": problems.remarks(made.sheet.remarks()) if made.sound else (),
        "link": request.build_absolute_uri(reverse("shared-sheet", args=[ident])) if draft.shared else "",
    }
    return render(request, "web/sheets/sheet.html", shown)


def _about(ident: str, draft: Draft, made: Made) -> dict[str, Any]:
    """What every page of a draft shows of it."""
    steps = way(made.sheet)
    seen = sum(number in draft.seen for number in steps)
    goes_on = next((number for number in steps if number not in draft.seen), steps[0])
    return {
        "ident": ident,
        "draft": draft,
        "title": sources.titled(draft),
        "key": f"{sources.OWN}{ident}",
        "problems": problems.problems(made.errors),
        "seen": seen,
        "all": len(steps),
        "goes_on": goes_on,
    }


@signed_in
@require_POST
def name_sheet(request: Request, ident: str) -> HttpResponse:
    """Call it something, and say whether others may read it."""
    draft = sources.own_draft(request, ident)
    sent = request.POST
    if "shared" in sent:
        draft = draft.show(sent["shared"] == "yes")
        messages.success(
            request, _("Whoever has the link can read it now.") if draft.shared else _("It is yours alone.")
        )
    else:
        draft = draft.named(unmarked(sent.get("title", "")), unmarked(sent.get("about", "")))
        messages.success(request, _("Noted."))
    sources.keep(request, ident, draft)
    return redirect("sheet", ident)


@signed_in
@require_http_methods(["GET", "HEAD", "POST"])
def drop_sheet(request: Request, ident: str) -> HttpResponse:
    """Discard it. It is asked once more on a page of its own, for it cannot be undone."""
    draft = sources.own_draft(request, ident)
    if request.POST.get("sure") != "yes":
        return render(request, "web/sheets/drop.html", {"ident": ident, "title": sources.titled(draft)})
    sources.drop(request, ident)
    messages.success(request, _("“%(title)s” is discarded.") % {"title": sources.titled(draft)})
    return redirect("sheets")


@signed_in
@require_safe
def sheet_document(request: Request, ident: str) -> HttpResponse:
    """It as a document."""
    draft = sources.own_draft(request, ident)
    return read(request, sources.source_of(f"{sources.OWN}{ident}", draft), {"ident": ident, "about": draft.about})


@signed_in
@require_safe
def sheet_file(request: Request, ident: str) -> HttpResponse:
    """It as a preset file; where it does not go together yet, what to mend first."""
    draft = sources.own_draft(request, ident)
    if not draft.made().sound:
        messages.error(request, _("Some choices do not go together yet. Mend them, and then take the file."))
        return redirect("sheet", ident)
    return download(draft.file(), overview.file_name(draft))


# --- clause by clause ---


@signed_in
@require_http_methods(["GET", "HEAD", "POST"])
def clause(request: Request, ident: str, number: str) -> HttpResponse:
    """One clause of it."""
    draft = sources.own_draft(request, ident)
    if number not in stops():
        raise Http404(number)
    if request.method == "POST":
        return _chosen(request, ident, draft, number)
    made = draft.made()
    form = forms.shown(CATALOGUE[number], made.sheet.choice(number), draft.below.choice(number))
    return _page(request, ident, draft, form)


def _chosen(request: Request, ident: str, draft: Draft, number: str) -> HttpResponse:
    """Keep what was chosen, and go where the button leads."""
    clause, before = CATALOGUE[number], draft.made()
    apart = bool(clause.parts) and not before.sheet.letter(number) and not request.POST.get(forms.LETTER)
    choice, form = forms.read(clause, request.POST.dict(), draft.below.choice(number))
    if choice is None and not apart:
        return _page(request, ident, draft, form, status=422)
    if choice is not None and choice != before.sheet.choice(number):
        draft = draft.say(number, str(choice))
    draft = draft.look(number)
    sources.keep(request, ident, draft)
    after = draft.made()
    if request.headers.get("HX-Request") == "true":
        return _page(request, ident, draft, form, followed=problems.followed(before.sheet, after.sheet, number))
    for told in problems.followed(before.sheet, after.sheet, number):
        messages.info(request, _("With it: %(told)s") % {"told": told})
    clashes = bool(set(after.errors) - set(before.errors))
    return _on(request, ident, number, stays=clashes)


def _on(request: Request, ident: str, number: str, stays: bool) -> HttpResponse:
    """Where the button leads; but nobody is led away from a contradiction that has just come up."""
    go = request.POST.get("go", "on")
    back, on = neighbours(number, sources.own_draft(request, ident).made().sheet)
    to = {"back": back, "on": on, "jump": request.POST.get("to", ""), "stay": number}.get(go, "")
    if stays:
        return redirect("clause", ident, number)
    return redirect("clause", ident, to) if to in stops() else redirect("sheet", ident)


@signed_in
@require_POST
def mend(request: Request, ident: str) -> HttpResponse:
    """Choose what mends a contradiction."""
    draft = sources.own_draft(request, ident)
    number, written = request.POST.get("clause", ""), request.POST.get("written", "")
    if number not in stops() or not isinstance(choose(CATALOGUE[number], written, number), Chosen):
        raise Http404(number)
    sources.keep(request, ident, draft.say(number, written).look(number))
    back = request.POST.get("back", "")
    return redirect("clause", ident, back) if back in stops() else redirect("sheet", ident)


def _page(
    request: Request, ident: str, draft: Draft, form: Form, status: int = 200, followed: tuple[str, ...] = ()
) -> HttpResponse:  # fmt: skip
    number, made = form.number, draft.made()
    chosen = made.sheet.choice(number)
    back, on = neighbours(number, made.sheet)
    about = _about(ident, draft, made)
    shown = {
        **about,
        "here": [each for each in about["problems"] if not each.one or number in each.numbers],
        "elsewhere": [each for each in about["problems"] if each.one and number not in each.numbers],
        "form": form,
        "status": status,
        "followed": followed,
        "family": overview.family(family_of(number), draft, made),
        "jumps": overview.families(draft, made),
        "place": way(made.sheet, whole_of(number) or number).index(whole_of(number) or number) + 1,
        "whole": whole_of(number),
        "halves": [overview.stop(half, draft, made) for half in halves(number)],
        "apart": bool(halves(number)) and not chosen.letter,
        "remarks": [r for r in problems.remarks(made.sheet.remarks()) if number in r.numbers] if made.sound else (),
        "back": overview.stop(back, draft, made) if back else None,
        "on": overview.stop(on, draft, made) if on else None,
    }
    if request.headers.get("HX-Request") == "true":
        return overview.marked(render(request, "web/sheets/standing.html", shown, status=200), str(chosen))
    shown |= {
        "examples": outcomes.of_examples(number, str(chosen)),
        "plays": in_play.of_plays(number, str(chosen)),
        "years": years.of_clause(number, made.sheet),
    }
    return render(request, "web/sheets/step.html", shown, status=status)
