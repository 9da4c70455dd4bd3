"""What is said at a table of Diplomacy besides orders: press, votes and ballots, seats, absences, and the game master's
words. What has no path of its own is said as in a letter, by `/say`."""

from __future__ import annotations

from datetime import date, timedelta
from http import HTTPStatus
from typing import Annotated, Any, Literal

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from ninja import Router
from pydantic import AwareDatetime, Field

from dragoman.diplomacy import commands as c
from dragoman.diplomacy.democracy.options import offered
from dragoman.game import clock
from dragoman.game.press import Colour
from dragoman.people.register import NoAddress
from dragoman.web import invitations, players
from dragoman.web.api import shapes
from dragoman.web.api.access import GAME, Request, look, needs, speaks
from dragoman.web.api.bodies import Body
from dragoman.web.api.hearing import (
    ANYBODY,
    BEARER,
    PROBLEMS,
    Heard,
    Number,
    PagingOf,
    Short,
    Text,
    Word,
    Written,
    cut,
    in_fields,
    one_line,
    say,
)
from dragoman.web.api.orders import phase_of
from dragoman.web.api.problems import Refused
from dragoman.web.api.scopes import MASTER, PRESS, SEAT, VOTES
from dragoman.web.door import speaker

router = Router()

Words = Annotated[list[Word], Field(max_length=60)]


# --- press ---


class Piece(Body):
    """Press to powers, `gm`, `all` or `observers`. `name` is whom it is ascribed to, where its colour is not white."""

    to: Annotated[list[Word], Field(min_length=1, max_length=60)]
    text: Text
    dateline: Short = ""
    colour: Literal["white", "grey", "dark grey", "black"] = "white"
    name: Word = ""


class Answering(Body):
    text: Text
    dateline: Short = ""


@router.get("/games/{name}/press", response={200: shapes.PressList, **PROBLEMS}, openapi_extra=ANYBODY, tags=["press"])
def list_press(request: Request, name: str, paging: PagingOf, since: Number = 0) -> shapes.PressList:
    """Press that may be read from this seat, the first first; with `since`, what has a greater number."""
    pieces = [each for each in look(request, name, GAME).view.press if each.number > since]
    part, after = cut(pieces, paging)
    return shapes.PressList(count=len(pieces), next=after, items=[shapes.piece(each) for each in part])


@router.post("/games/{name}/press", response={200: Heard, **PROBLEMS}, openapi_extra=BEARER, tags=["press"])
def send_press(request: Request, name: str, said: Piece) -> Heard:
    """Write press."""
    needs(request, PRESS)
    seen = speaks(request, name, GAME)
    made = c.SendPress(speaker(seen), tuple(said.to), said.text, said.dateline, Colour(said.colour), said.name)
    return say(request, seen, made)


@router.post(
    "/games/{name}/press/{number}/answer", response={200: Heard, **PROBLEMS}, openapi_extra=BEARER, tags=["press"]
)  # fmt: skip
def answer_press(request: Request, name: str, number: Number, said: Answering) -> Heard:
    """Answer a piece, by the number that it has for this seat: to its author and its other readers."""
    needs(request, PRESS)
    seen = speaks(request, name, GAME)
    return say(request, seen, c.AnswerPress(speaker(seen), number, said.text, said.dateline))


# --- votes ---


class Proposing(Body):
    """What is proposed: a draw of those in `places` (none: of all who remain), a win, a ranking, or `changes` of the
    house rules, as `{"VI.4": "C"}`."""

    form: Literal["draw", "win", "ranking", "rules"]
    places: Annotated[list[Words], Field(max_length=60)] = []
    changes: Annotated[dict[Word, Short], Field(max_length=400)] = {}


class Voting(Body):
    choice: Literal["yes", "no", "abstain"]


@router.get("/games/{name}/votes", response={200: shapes.Votes, **PROBLEMS}, openapi_extra=ANYBODY, tags=["votes"])
def list_votes(request: Request, name: str) -> shapes.Votes:
    """What is or was put to the vote, as far as this seat may know it."""
    return shapes.Votes(items=[shapes.vote(each) for each in look(request, name, GAME).view.votes])


@router.post("/games/{name}/votes", response={200: Heard, **PROBLEMS}, openapi_extra=BEARER, tags=["votes"])
def propose(request: Request, name: str, said: Proposing) -> Heard:
    """Put something to the vote."""
    needs(request, VOTES)
    seen = speaks(request, name, GAME)
    if said.form == "rules":
        return say(request, seen, c.ProposeRules(speaker(seen), tuple(said.changes.items())))
    places = tuple(tuple(place) for place in said.places)
    return say(request, seen, c.ProposeEnding(speaker(seen), said.form, places))


@router.put("/games/{name}/votes/{number}", response={200: Heard, **PROBLEMS}, openapi_extra=BEARER, tags=["votes"])
def cast_vote(request: Request, name: str, number: Number, said: Voting) -> Heard:
    """Vote, or vote anew."""
    needs(request, VOTES)
    seen = speaks(request, name, GAME)
    return say(request, seen, c.CastVote(speaker(seen), number, said.choice))


@router.delete("/games/{name}/votes/{number}", response={200: Heard, **PROBLEMS}, openapi_extra=BEARER, tags=["votes"])
def withdraw_proposal(request: Request, name: str, number: Number) -> Heard:
    """Take a proposal of one's own back."""
    needs(request, VOTES)
    seen = speaks(request, name, GAME)
    return say(request, seen, c.WithdrawProposal(speaker(seen), number))


# --- ballots on builds ---


class Ballot(Body):
    """Lines as one would write them in a letter, the dearest first: `3 A VIE`, `1 NO BUILD BUD`; the one line
    `blank` gives no votes."""

    lines: Annotated[list[Annotated[str, Field(max_length=200)]], Field(min_length=1, max_length=200)]


@router.get("/games/{name}/polls", response={200: shapes.Polls, **PROBLEMS}, openapi_extra=ANYBODY, tags=["votes"])
def list_polls(request: Request, name: str) -> shapes.Polls:
    """Votes on builds, where the house rules have them (Democracy)."""
    view = look(request, name, GAME).view
    return shapes.Polls(items=[_poll(view, each) for each in view.polls])


def _poll(view: Any, poll: Any) -> shapes.ContestShape:
    centres = [centre for contest in poll.contests for centre in contest.centres]
    cast = [] if poll.fitted is None else [f"{line.votes} {line.option}" for line in poll.fitted.lines]
    return shapes.ContestShape(
        number=poll.number, about=poll.about, phase=str(poll.phase), taking=poll.taking, until=poll.until,
        votes=poll.votes, options={centre: [str(o) for o in offered(view.chart, centre)] for centre in centres},
        cast=cast, counts=None if poll.counts is None else {str(o): n for o, n in poll.counts.items()},
    )  # fmt: skip


@router.put("/games/{name}/ballot", response={200: Heard, **PROBLEMS}, openapi_extra=BEARER, tags=["votes"])
def cast_ballot(request: Request, name: str, said: Ballot) -> Heard:
    """Cast a ballot on builds, in the place of an earlier one."""
    needs(request, VOTES)
    seen = speaks(request, name, GAME)
    within = Written(tuple(map(one_line, said.lines)), "body.lines", listed=True, before=1)
    if not any(within.lines):
        detail = _("No vote stands in “lines”. To take the ballot back, send DELETE to the same address.")
        raise Refused(HTTPStatus.UNPROCESSABLE_ENTITY, "no-votes", detail, "body.lines")
    return say(request, seen, text="\n".join(("ballot:", *within.lines, "end")), only=VOTES, within=within)


@router.delete("/games/{name}/ballot", response={200: Heard, **PROBLEMS}, openapi_extra=BEARER, tags=["votes"])
def withdraw_ballot(request: Request, name: str) -> Heard:
    """Take the ballot back."""
    needs(request, VOTES)
    seen = speaks(request, name, GAME)
    return say(request, seen, c.WithdrawBallot(speaker(seen)))


# --- seats ---


class Coming(Body):
    """How one comes to a table: as a player (with powers wished for, the dearest first), a standby, or an observer."""

    comes: Literal["player", "standby", "observer"] = "player"
    powers: Words = []
    name: Word = ""


@router.get("/games/{name}/seats", response={200: shapes.Seats, **PROBLEMS}, openapi_extra=ANYBODY, tags=["seats"])
def list_seats(request: Request, name: str) -> shapes.Seats:
    """Who plays what, as far as that may be known."""
    seen = look(request, name, GAME)
    return shapes.Seats(
        seats=[
            shapes.SeatShape(
                power=row.power, held=row.held, mine=row.mine, player=row.player, reliability=row.reliability,
                missed=row.seated.missed, disorder=row.seated.disorder,
            )
            for row in players.rows(seen)
        ],
        masters=[each for each in players.masters(seen) if each],
        standbys=[each.seat for each in seen.view.company.standbys],
    )  # fmt: skip


@router.post(
    "/games/{name}/seats", response={200: Heard, **PROBLEMS}, openapi_extra=BEARER, tags=["seats"],
    summary="Come to the table",
)  # fmt: skip
def come(request: Request, name: str, said: Coming) -> Heard:
    """Ask for a seat."""
    needs(request, SEAT)
    seen = speaks(request, name, GAME)
    by, powers = speaker(seen), tuple(said.powers)
    if said.comes == "observer":
        return say(request, seen, c.Observe(by, said.name))
    return say(request, seen, c.Join(by, powers) if said.comes == "player" else c.StandBy(by, powers))


@router.delete("/games/{name}/seats/mine", response={200: Heard, **PROBLEMS}, openapi_extra=BEARER, tags=["seats"])
def resign(request: Request, name: str) -> Heard:
    """Give one's seat up."""
    needs(request, SEAT)
    seen = speaks(request, name, GAME)
    return say(request, seen, c.Resign(speaker(seen)))


class Away(Body):
    """The first and the last day that one is away, by the game's own clock. `announced`: everybody is told; else the
    game master alone."""

    first: date
    last: date
    why: Short = ""
    announced: bool = False


@router.post("/games/{name}/absences", response={200: Heard, **PROBLEMS}, openapi_extra=BEARER, tags=["seats"])
def plan_absence(request: Request, name: str, said: Away) -> Heard:
    """Say that one will be away. Those planned already stand at `/clock`."""
    needs(request, SEAT)
    seen = speaks(request, name, GAME)
    try:
        there = clock.zone(seen.view.zone)
        begins = clock.midnight(said.first, there)
        ends = clock.midnight(said.last + timedelta(days=1), there)
    except (OverflowError, ValueError):
        detail = _("Those days cannot be reckoned with.")
        raise Refused(HTTPStatus.UNPROCESSABLE_ENTITY, "no-such-day", detail, "body.last") from None
    return say(request, seen, c.PlanAbsence(speaker(seen), begins, ends, said.why, said.announced))


@router.delete(
    "/games/{name}/absences/{number}", response={200: Heard, **PROBLEMS}, openapi_extra=BEARER, tags=["seats"]
)  # fmt: skip
def withdraw_absence(request: Request, name: str, number: Number) -> Heard:
    """Be there after all."""
    needs(request, SEAT)
    seen = speaks(request, name, GAME)
    return say(request, seen, c.WithdrawAbsence(speaker(seen), number))


# --- the game master ---


class Deed(Body):
    """What a deed needs: `text` for `announce` and `remind`, `at` for `deadline` (and `sure`,
    where it is near and orders are missing), `until` for a pause, `phase` for
    `process` and `release` (it must be named, so that a request sent twice does not process the next one as well),
    `address` for `invite`, `powers` for `remind`, and `why`."""

    text: Text = ""
    why: Short = ""
    at: AwareDatetime | None = None
    sure: bool = False
    until: AwareDatetime | None = None
    phase: Word = ""
    address: Annotated[str, Field(max_length=254)] = ""
    powers: Words = []


Deeds = Literal[
    "announce", "deadline", "end", "hold", "invite", "pause", "process", "release", "remind", "resume", "unhold"
]


@router.post(
    "/games/{name}/gm/{deed}", response={200: Heard, **PROBLEMS}, openapi_extra=BEARER, tags=["game master"],
    summary="A game master's deed",
)  # fmt: skip
def do(request: Request, name: str, deed: Deeds, said: Deed) -> Heard:
    """What a game master does most; every other deed is said as in a letter, by `/say`: `gm correct S1901M …`."""
    needs(request, MASTER)
    seen = speaks(request, name, GAME)
    with in_fields(DEEDS_FIELDS):
        return say(request, seen, _command(request, speaker(seen), deed, said))


SURE = gettext_lazy("A program sends “sure”: true beside “at”.")
DEEDS_FIELDS = {
    "deadline-near": ("body.sure", SURE),
    "deadline-distant": ("body.sure", SURE),
    "deadline-absence": ("body.sure", SURE),
    "phase-missing": ("body.phase", gettext_lazy("A program sends “phase”, as S1901M.")),
}
"""To be asked once more is answered otherwise here than in letters."""


def _command(request: Request, by: Any, deed: str, said: Deed) -> Any:  # one arm per deed
    match deed:
        case "announce":
            return c.Announce(by, said.text)
        case "deadline":
            if said.at is None:
                raise _missing("at")
            return c.SetDeadline(by, said.at, said.why, sure=said.sure)
        case "pause":
            return c.Pause(by, said.why, said.until)
        case "resume":
            return c.Resume(by)
        case "process":
            return c.Process(by, phase_of(said.phase))
        case "release":
            return c.ReleaseResults(by, phase_of(said.phase))
        case "hold" | "unhold":
            return c.HoldResults(by, deed == "hold")
        case "remind":
            return c.Remind(by, tuple(said.powers), said.text)
        case "end":
            return c.EndGame(by, said.why)
        case _:
            try:
                return c.Invite(by, invitations.person(request, said.address))  # type: ignore[arg-type]
            except NoAddress:
                detail = invitations.no_address()
                raise Refused(HTTPStatus.UNPROCESSABLE_ENTITY, "no-address", detail, "body.address") from None


def _missing(field: str) -> Refused:
    return Refused(
        HTTPStatus.UNPROCESSABLE_ENTITY,
        "missing",
        _("“%(field)s” is missing: this deed needs it.") % {"field": field},
        f"body.{field}",
    )


__all__ = ["router"]
