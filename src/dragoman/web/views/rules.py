"""The house rules of a game, clause by clause, with what was chosen; and what can be written, for everybody."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from dragoman.diplomacy.houserules.catalogue import FAMILIES
from dragoman.diplomacy.houserules.clause import Clause
from dragoman.diplomacy.houserules.sheet import Sheet
from dragoman.diplomacy.houserules.wording import filled, offered
from dragoman.tongues.catalogue import catalogue
from dragoman.tongues.saying import put
from dragoman.web import board, says
from dragoman.web.door import visit
from dragoman.web.reader import Request


@dataclass(frozen=True, slots=True)
class Chosen:
    """One clause: its number, title, what holds whatever was chosen, the letter and words of the choice, its blanks."""

    number: str
    title: str
    text: str
    letter: str
    choice: str
    values: tuple[tuple[str, str], ...]


@require_safe
def rules(request: Request, name: str) -> HttpResponse:
    """The sheet of a game."""
    seen = visit(request, name)
    families = [(_spoken(title), [_chosen(seen.view.sheet, clause) for clause in some]) for title, some in FAMILIES]
    return render(request, "web/rules.html", {"seen": seen, "view": seen.view, "here": "rules", "families": families})


def _chosen(sheet: Sheet, clause: Clause) -> Chosen:
    if not clause.is_setting and not clause.parts:
        return Chosen(clause.number, _spoken(clause.title), _spoken(clause.text), "", "", ())
    made = sheet.choice(clause.number)
    alternative = clause.alternative(made.letter) if made.letter else None
    words = put(offered(clause, alternative, made), says.lang()) if alternative else ""
    text = put(filled(clause.text, clause.blanks(made.letter), dict(made.values).__getitem__), says.lang())
    return Chosen(clause.number, _spoken(clause.title), text, made.letter, words, made.values)


def _spoken(text: str) -> str:
    return catalogue(says.lang()).get(text, text)


@require_safe
@cache_control(public=True, max_age=3600)
def board_style(request: Request, name: str) -> HttpResponse:
    """The colours of a game's board, as a stylesheet."""
    return HttpResponse(board.style(visit(request, name).view), content_type="text/css; charset=utf-8")


@require_safe
def words(request: Request) -> HttpResponse:
    """Everything one can write to a game."""
    return render(request, "web/help.html", {"title": _("What you can write")})
