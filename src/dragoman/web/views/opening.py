"""Opening a game: a form becomes one command, and the referee opens the table or says why not."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from dragoman import assembly
from dragoman.diplomacy.board.mapfile import chart_source
from dragoman.diplomacy.commands import Invite, OpenGame
from dragoman.game.protocol import Reply, Speaker
from dragoman.game.seats import PersonId
from dragoman.web import invitations, papers
from dragoman.web.door import Visit, open_table, say_command, speaker, visit
from dragoman.web.forms.opening import Opening
from dragoman.web.reader import Request, signed_in


@signed_in
@require_http_methods(["GET", "POST"])
def open_game(request: Request) -> HttpResponse:
    """Fill in a new game, and open it."""
    person = request.reader.person
    assert person is not None
    if not assembly.may_open(person):
        return render(request, "web/may-not-open.html", status=403)
    form = Opening(request, request.POST or None, request.GET.get("rules", ""))
    if request.method == "POST" and form.is_valid():
        said = form.cleaned_data
        reply = _open(request, person, said)
        if reply.events:
            seen = visit(request, said["name"])
            invitations.opened(request, said["name"], said["invited"], lambda who: _let_in(seen, who))
            return redirect("desk" if said["master"] == "me" else "game", said["name"])
        for sentence in papers.sentences(reply, request.reader):
            form.add_error("name", sentence)
    return render(request, "web/open.html", {"form": form}, status=422 if form.errors else 200)


def _open(request: Request, person: PersonId, said: dict[str, Any]) -> Reply:
    command = OpenGame(
        by=Speaker(person, None),
        name=said["name"],
        map=chart_source(said["map"]),
        rules=said["sheet"].as_rules(),
        seed=assembly.entropy().number(f"open {said['name']}"),
        lang=request.reader.lang,
        zone=said["zone"],
        hour=said["hour"].strftime("%H:%M"),
        gm=person if said["master"] == "me" else None,
        entry=said["entry"],
        anonymous=said["anonymous"],
        least=int(said["least"] or 0),
        hold=said["hold"],
    )
    return open_table(said["name"], person, command)


def _let_in(seen: Visit, person: PersonId) -> None:
    """Whoever presides lets in whom they invite."""
    if seen.presides:
        say_command(seen, Invite(speaker(seen), person))
