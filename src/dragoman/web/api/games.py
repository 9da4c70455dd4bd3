"""Games to list, to look at, to open, to follow: what everybody may see, and what a seat may."""

from __future__ import annotations

import base64
import re
from datetime import time
from http import HTTPStatus
from typing import Annotated, Any, Literal

import msgspec
from django.http import HttpResponseBase
from django.utils.translation import gettext as _
from ninja import Router, Status
from pydantic import Field

from dragoman import assembly
from dragoman.diplomacy.board.mapfile import chart_names, chart_source
from dragoman.diplomacy.commands import Invite, OpenGame, SubmitOrders
from dragoman.diplomacy.exchange import Unfit
from dragoman.diplomacy.houserules.presets import preset, preset_names
from dragoman.diplomacy.houserules.sheet import Sheet
from dragoman.diplomacy.interchange import diplomacy_package, webdiplomacy
from dragoman.diplomacy.sight import View
from dragoman.diplomacy.state import Turn
from dragoman.game.clock import UnknownZone, zone
from dragoman.game.protocol import Reply, Speaker
from dragoman.game.seats import PersonId, Seat
from dragoman.nomic import commands as nomic_commands
from dragoman.nomic.rulesets import NAMES, ruleset
from dragoman.people.register import NoAddress
from dragoman.referee.ports import UnknownTable
from dragoman.tongues.saying import put
from dragoman.web import invitations, papers, says
from dragoman.web.api import nomic_shapes, shapes
from dragoman.web.api.access import GAME, NOMIC, Request, bring, look, needs, reads_everywhere, speaks
from dragoman.web.api.bodies import Body
from dragoman.web.api.hearing import (
    ANYBODY,
    BEARER,
    PROBLEMS,
    Heard,
    PagingOf,
    Short,
    Text,
    Word,
    cut,
    misreadings,
    one_line,
    refusals,
    refused,
    told,
    written,
)
from dragoman.web.api.problems import Refused, Trouble, no_such
from dragoman.web.api.reading import lines_read
from dragoman.web.api.scopes import OPEN, READ, scope_of
from dragoman.web.api.streaming import stream
from dragoman.web.door import Visit, open_table, proof_of, read_writing, say_by_leave, speaker, visits

router = Router(tags=["games"])


@router.get("/games", response={200: shapes.GameList, **PROBLEMS}, openapi_extra=ANYBODY)
def list_games(
    request: Request, paging: PagingOf, mine: bool = False, kind: Literal["", "diplomacy", "nomic"] = ""
) -> shapes.GameList:
    """Games by name; with `mine`, those where the token's owner has a seat."""
    person = reads_everywhere(request)
    if mine and person is None:
        needs(request, "read")
        bearer = request.caller.bearer
        names = [bearer.table] if bearer is not None else []
    else:
        names = sorted(name for name, of, _due in assembly.ledger().tables() if kind in ("", of))
    if mine and person is not None:
        sat = {table for table, _seat in assembly.ledger().tables_of(person)}
        names = [name for name in names if name in sat]
    part, after = cut(names, paging)
    return shapes.GameList(count=len(names), next=after, items=[shapes.line(seen) for seen in _lines(request, part)])


def _lines(request: Request, names: Any) -> list[Visit]:
    """Each as the token may see it."""
    if reads_everywhere(request) is not None or request.caller.bearer is None:
        return visits(request, names)  # type: ignore[arg-type]  # a request with a reader is all that it asks for
    return [look(request, name) for name in names]


class Opening(Body):
    """A new game. `board` and `rules` are for Diplomacy (see `/boards` and `/sheets`), `ruleset` for Nomic; `changes`
    are choices laid over the sheet, as `{"VII.2": "B"}`."""

    name: Word
    kind: Literal["diplomacy", "nomic"] = "diplomacy"
    board: Word = "standard"
    rules: Word = "datc"
    changes: Annotated[dict[Word, Short], Field(max_length=400)] = {}
    ruleset: Word = "lounge"
    master: Literal["me", "referee"] = "referee"
    entry: Literal["open", "invited"] = "open"
    invited: Annotated[list[Annotated[str, Field(max_length=254)]], Field(max_length=60)] = []
    anonymous: bool = False
    hour: time = time(18, 0)
    zone: Word = ""
    least: Annotated[int, Field(ge=0, le=100)] = 0
    hold: bool = False
    player: Word = Field(default="", description="For Nomic: under which name its opener plays.")


class Opened(Heard):
    """That a game is open; `name` is where it is found, `unreached` are addresses to which no letter goes."""

    name: str
    unreached: list[str] = []


@router.post("/games", response={201: Opened, **PROBLEMS}, openapi_extra=BEARER)
def open_game(request: Request, said: Opening) -> Status[Opened]:
    """Open a game; the token must be for opening games, and its owner someone who may."""
    person = needs(request, OPEN)
    bearer = request.caller.bearer
    if not assembly.may_open(person) or (bearer is not None and bearer.table):
        raise Refused(HTTPStatus.FORBIDDEN, "may-not-open", _("You may not open games on this host."))
    name = said.name.strip().lower()
    kind = NOMIC if said.kind == "nomic" else GAME
    _of_its_kind(said, kind)
    command = _nomic(request, said, name, person) if kind == NOMIC else _diplomacy(request, said, name, person)
    reply = open_table(name, person, command, kind, request.caller.mark)
    if not reply.events and reply.error is None:
        raise _not_opened(request, reply)
    seen = look(request, name)
    unreached = _invite(request, seen, said.invited) if reply.events else []
    sentences = list(papers.sentences(reply, request.reader))
    return Status(201, Opened(done=bool(reply.events), says=sentences, name=name, unreached=unreached))


OTHERS = {
    NOMIC: ("board", "rules", "changes", "entry", "anonymous", "hour", "least", "hold"),
    GAME: ("ruleset", "player"),
}
"""The fields that mean nothing for a game of that kind."""


def _of_its_kind(said: Opening, kind: str) -> None:
    """Raises Refused for a field that is sent and would come to nothing."""
    strange = next((field for field in OTHERS[kind] if field in said.model_fields_set), "")
    if strange:
        detail = _("“%(field)s” is for games of another kind than “%(kind)s”.") % {"field": strange, "kind": said.kind}
        raise _unfit("other-kind", f"body.{strange}", detail)


def _not_opened(request: Request, reply: Reply) -> Refused:
    spoken = papers.sentences(reply, request.reader)
    troubles = [
        Trouble(code=each.code, says=told_, text=each.text, where="body.name", clause=each.clause)
        for each, told_ in zip(reply.refused, spoken, strict=False)
    ]
    return refused(troubles, [])


def _zone(request: Request, said: Opening) -> str:
    try:
        zone(said.zone or request.reader.zone_name)
    except UnknownZone:
        raise _unfit("no-such-zone", "body.zone", _("There is no time zone of that name.")) from None
    return said.zone or request.reader.zone_name


def _unfit(code: str, where: str, detail: str) -> Refused:
    return Refused(HTTPStatus.UNPROCESSABLE_ENTITY, code, detail, where)


def _diplomacy(request: Request, said: Opening, name: str, person: PersonId) -> OpenGame:
    if said.board not in chart_names():
        raise _unfit("no-such-board", "body.board", _("There is no board of that name: see /boards."))
    if said.entry == "invited" and said.master == "referee":
        detail = _("A game for invited people needs a game master, who lets them in. Preside yourself.")
        raise _unfit("master-wanted", "body.entry", detail)
    return OpenGame(
        by=Speaker(person, None), name=name, map=chart_source(said.board), rules=_sheet(said).as_rules(),
        seed=assembly.entropy().number(f"open {name}"), lang=request.reader.lang, zone=_zone(request, said),
        hour=said.hour.strftime("%H:%M"), gm=person if said.master == "me" else None, entry=said.entry,
        anonymous=said.anonymous, least=said.least, hold=said.hold,
    )  # fmt: skip


def _sheet(said: Opening) -> Sheet:
    made = preset(said.rules) if said.rules in preset_names() else None
    if not isinstance(made, Sheet):
        raise _unfit("no-such-sheet", "body.rules", _("There are no house rules of that name: see /sheets."))
    laid = made.overlaid(said.changes.items())
    if isinstance(laid, Sheet):
        return laid
    troubles = [Trouble(code=e.code, says=put(e.says, says.lang()), where="body.changes", clause=" ".join(e.keys))
                for e in laid]  # fmt: skip
    raise Refused(HTTPStatus.UNPROCESSABLE_ENTITY, troubles[0].code, troubles[0].says, "body.changes", troubles)


def _nomic(request: Request, said: Opening, name: str, person: PersonId) -> nomic_commands.OpenGame:
    if said.ruleset not in NAMES:
        raise _unfit("no-such-ruleset", "body.ruleset", _("There is no rule set of that name."))
    return nomic_commands.OpenGame(
        by=Speaker(person, None), name=name, ruleset=ruleset(said.ruleset),
        seats={Seat(said.player): person} if said.player else {}, gm=person if said.master == "me" else None,
        lang=request.reader.lang, zone=_zone(request, said), seed=assembly.entropy().number(f"open {name}"),
    )  # fmt: skip


def _invite(request: Request, seen: Visit, addresses: list[str]) -> list[str]:
    """Let in and write to everybody invited; the addresses that no letter can reach are told."""
    unreached = []
    for address in addresses:
        try:
            person = invitations.person(request, address)  # type: ignore[arg-type]
            if seen.presides and seen.game == GAME:
                say_by_leave(seen, lambda _command: None, command=Invite(speaker(seen), person))
            invitations.invite(request, seen.table, person)  # type: ignore[arg-type]
        except NoAddress:
            unreached.append(address)
    return unreached


# --- one game ---


@router.get(
    "/games/{name}", response={200: shapes.Game | nomic_shapes.NomicGame, **PROBLEMS}, openapi_extra=ANYBODY
)  # fmt: skip
def show_game(request: Request, name: str) -> shapes.Game | nomic_shapes.NomicGame:
    """A game as the token's seat sees it, or as everybody does."""
    seen = look(request, name)
    return shapes.game(seen) if seen.game == GAME else nomic_shapes.game(seen)


@router.get("/games/{name}/board", response={200: shapes.Board, **PROBLEMS}, openapi_extra=ANYBODY)
def show_board(request: Request, name: str) -> shapes.Board:
    """The map that a game is played on."""
    return shapes.board(look(request, name, GAME).view.chart)


@router.get("/games/{name}/phases", response={200: shapes.TurnList, **PROBLEMS}, openapi_extra=ANYBODY)
def list_phases(request: Request, name: str, paging: PagingOf) -> shapes.TurnList:
    """The phases that have been adjudicated, the first first."""
    turns = look(request, name, GAME).view.turns
    part, after = cut(turns, paging)
    return shapes.TurnList(count=len(turns), next=after, items=[shapes.turn_line(turn) for turn in part])


@router.get("/games/{name}/phases/{phase}", response={200: shapes.TurnShape, **PROBLEMS}, openapi_extra=ANYBODY)
def show_phase(request: Request, name: str, phase: str) -> shapes.TurnShape:
    """A phase that has been adjudicated: positions, every order, what became of it and why."""
    view = look(request, name, GAME).view
    return shapes.turn(view, _turn(view, phase))


def _turn(view: View, phase: str) -> Turn:
    found = next((turn for turn in reversed(view.turns) if str(turn.phase) == phase.upper()), None)
    if found is None:
        raise no_such("phase", "path.phase")
    return found


@router.get("/games/{name}/clock", response={200: shapes.Clock, **PROBLEMS}, openapi_extra=ANYBODY)
def show_clock(request: Request, name: str) -> shapes.Clock:
    """Deadline, pauses, whom the phase waits for, absences."""
    return shapes.clock(look(request, name, GAME).view)


Form = Literal["diplomacy", "webdiplomacy", "proof"]


@router.get("/games/{name}/export", response={200: dict[str, Any], **PROBLEMS}, openapi_extra=ANYBODY)
def export(request: Request, name: str, form: Form = "diplomacy") -> dict[str, Any]:
    """A game in the form of other programs: `diplomacy` is the saved game of the package of that name, `webdiplomacy`
    its status; `proof` what anybody may check a finished game by, of Nomic, too."""
    seen = look(request, name, "" if form == "proof" else GAME)
    if form == "proof":
        try:
            proof = proof_of(name)
        except UnknownTable:
            proof = None
        if proof is None:
            raise no_such("proof", "query.form")
        return _proof(proof)
    try:
        return diplomacy_package.written(seen.view) if form == "diplomacy" else webdiplomacy.written(seen.view)
    except Unfit as fault:
        raise Refused(HTTPStatus.CONFLICT, "unfit", put(fault.says, says.lang()), "query.form") from fault


def _proof(proof: Any) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.to_builtins(proof, enc_hook=lambda each: base64.b64encode(each).decode())
    return found


STREAMED = ANYBODY | {"responses": {200: {"content": {"text/event-stream": {"schema": {"type": "string"}}}}}}


@router.get("/games/{name}/events", response={200: shapes.News, **PROBLEMS}, openapi_extra=STREAMED)
def events(request: Request, name: str, since: str = "") -> HttpResponseBase:
    """That something is new, as server-sent events (`Accept: text/event-stream`): of which kind it is, never what it
    is. Each event's `id` is a mark; sent again as `Last-Event-ID`, or `since`, it tells what is new since. Of a mark
    that is none of this game's (`known` is false) everything counts as new."""
    return stream(request, look(request, name), since)


# --- anything that could be said in a letter ---


class Writing(Body):
    """What one would write in a letter: orders, press, votes, the game master's words, in English or Finnish."""

    text: Text
    subject: Short = ""


@router.post("/games/{name}/say", response={200: Heard, **PROBLEMS}, openapi_extra=BEARER)
def say_anything(request: Request, name: str, said: Writing) -> Heard:
    """Say anything that could be said in a letter. What the token is not for is refused by itself; the rest is done."""
    seen = speaks(request, name)
    reply = bring(request, seen, text=said.text, subject=one_line(said.subject))
    heard = told(reply, seen, written(said.text))
    if not heard.done and heard.receipt is None and (heard.refused or heard.unread):
        raise refused(heard.refused, heard.unread)
    return heard


CAPITAL = re.compile(r"(?<=[a-z])(?=[A-Z])")


@router.post("/games/{name}/read", response={200: shapes.ReadShape, **PROBLEMS}, openapi_extra=BEARER)
def read(request: Request, name: str, said: Writing) -> shapes.ReadShape:
    """How writing would be read, by the same reader. Nothing is said by it."""
    needs(request, READ)
    seen = speaks(request, name)
    reading = read_writing(seen, said.text)
    others = [command for command in reading.commands if not isinstance(command, SubmitOrders)]
    return shapes.ReadShape(
        orders=list(lines_read(seen.view, reading)) if seen.game == GAME else [],
        others=len(others),
        kinds=[CAPITAL.sub("-", type(command).__name__).lower() for command in others],
        scopes=sorted({scope_of(command) for command in reading.commands}),
        refused=refusals(reading.refused, seen, written(said.text)),
        unread=misreadings(reading.unread, seen, written(said.text)),
        ignored=list(reading.ignored),
    )


__all__ = ["router"]
