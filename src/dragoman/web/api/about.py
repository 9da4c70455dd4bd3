"""What this host has: boards and house rules to play by; and who the asker is."""

from __future__ import annotations

from http import HTTPStatus

from django.utils.translation import gettext as _
from ninja import Router, Schema

from dragoman import assembly
from dragoman.diplomacy.board.mapfile import chart, chart_names
from dragoman.diplomacy.houserules.catalogue import CATALOGUE
from dragoman.diplomacy.houserules.document import document
from dragoman.diplomacy.houserules.presets import preset, preset_names
from dragoman.diplomacy.houserules.sheet import Sheet
from dragoman.tongues.saying import put
from dragoman.web import says, sources
from dragoman.web.api import shapes
from dragoman.web.api.access import GAME, Request, look, needs
from dragoman.web.api.hearing import ANYBODY, BEARER, PROBLEMS
from dragoman.web.api.problems import Refused

router = Router(tags=["host"])


class SeatHeld(Schema):
    game: str
    seat: str


class Me(Schema):
    """Whose token it is, what it is for, and where. `seats` are those that it speaks for."""

    name: str
    lang: str
    zone: str
    scopes: list[str]
    game: str
    seat: str
    seats: list[SeatHeld]


class ClauseShape(Schema):
    """A clause as it is chosen, and what it says."""

    number: str
    title: str
    choice: str
    says: list[str]


class SheetShape(Schema):
    """House rules. `rules` are what a game is opened with; `clauses` the same in words."""

    rules: dict[str, str]
    clauses: list[ClauseShape]


class Named(Schema):
    key: str
    name: str


class NamedList(Schema):
    items: list[Named]


@router.get("/me", response={200: Me, **PROBLEMS}, openapi_extra=BEARER, summary="Whose token it is")
def me(request: Request) -> Me:
    """Who asks."""
    bearer = request.caller.bearer
    if bearer is None:
        needs(request, "read")
    assert bearer is not None
    held = assembly.ledger().tables_of(bearer.person)
    return Me(
        name=assembly.register().names([bearer.person]).get(bearer.person, ""), lang=request.reader.lang,
        zone=request.reader.zone_name, scopes=sorted(bearer.scopes), game=bearer.table, seat=bearer.seat or "",
        seats=[SeatHeld(game=g, seat=s) for g, s in held if bearer.table in ("", g) and bearer.seat in (None, s)],
    )  # fmt: skip


@router.get("/boards", response={200: NamedList, **PROBLEMS}, openapi_extra=ANYBODY)
def boards(request: Request) -> NamedList:
    """The maps there are."""
    return NamedList(items=[Named(key=key, name=chart(key).names.get(says.lang(), key)) for key in chart_names()])


@router.get("/boards/{key}", response={200: shapes.Board, **PROBLEMS}, openapi_extra=ANYBODY)
def board(request: Request, key: str) -> shapes.Board:
    """A map: its provinces, where one gets from each, and its powers."""
    if key not in chart_names():
        raise Refused(HTTPStatus.NOT_FOUND, "no-such-board", _("There is no board of that name: see /boards."))
    return shapes.board(chart(key))


@router.get("/sheets", response={200: NamedList, **PROBLEMS}, openapi_extra=ANYBODY)
def sheets(request: Request) -> NamedList:
    """House rules to open a game with."""
    return NamedList(items=[Named(key=k, name=str(sources.PRESETS.get(k, k))) for k in sources.ordered_presets()])


@router.get("/sheets/{key}", response={200: SheetShape, **PROBLEMS}, openapi_extra=ANYBODY)
def sheet(request: Request, key: str) -> SheetShape:
    """House rules, clause by clause."""
    made = preset(key) if key in preset_names() else None
    if not isinstance(made, Sheet):
        raise Refused(
            HTTPStatus.NOT_FOUND, "no-such-sheet", _("There are no house rules of that name: see /sheets.")
        )  # fmt: skip
    return _sheet(made)


@router.get("/games/{name}/rules", response={200: SheetShape, **PROBLEMS}, openapi_extra=ANYBODY)
def rules(request: Request, name: str) -> SheetShape:
    """The house rules of a game, as they stand."""
    return _sheet(look(request, name, GAME).view.sheet)


def _sheet(made: Sheet) -> SheetShape:
    lang = says.lang()
    written = made.as_rules()
    clauses = [
        ClauseShape(
            number=each.number, title=each.name, choice=written.get(each.number, ""),
            says=[put(said, lang) for said in (*each.says, *each.settled)],
        )
        for each in document(made).entries if each.number in CATALOGUE
    ]  # fmt: skip
    return SheetShape(rules=dict(written), clauses=clauses)


__all__ = ["router"]
