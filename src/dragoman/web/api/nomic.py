"""Nomic: the rule book, proposals and votes on them, questions and judgments. What has no path of its own is said as in
a letter, by `/say`."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from django.utils.translation import gettext_lazy
from ninja import Router
from pydantic import AwareDatetime, Field, field_validator

from dragoman.nomic import commands as c
from dragoman.nomic import parameters
from dragoman.nomic.events.recorded import Change
from dragoman.web.api import nomic_shapes as shapes
from dragoman.web.api.access import NOMIC, Request, look, needs, speaks
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
    cut,
    in_fields,
    say,
)
from dragoman.web.api.problems import no_such
from dragoman.web.api.scopes import PRESS, SEAT, VOTES
from dragoman.web.door import speaker

router = Router(tags=["nomic"])

Handle = Annotated[str, Field(pattern=r"^[Rr]?[0-9]{1,6}$")]


class Joining(Body):
    """Under which name one plays; an observer needs none."""

    player: Word = ""
    surname: Word = ""
    observer: bool = False


class Proposed(Body):
    """A change of the rules (or, `regulation`, of a regulation). `code` left out leaves the rule's code as it is."""

    kind: Literal["enact", "amend", "repeal", "transmute", "amend amendment", "repeal amendment"]
    target: Annotated[str, Field(pattern=r"^([Rr]?[0-9]{1,6})?$")] = ""
    title: Word = ""
    text: Text = ""
    settings: Annotated[dict[Word, Short], Field(max_length=100)] = {}
    unset: Annotated[list[Word], Field(max_length=100)] = []
    code: Text | None = None
    parallel: bool = False
    regulation: bool = False

    def change(self) -> Change:
        settings = {parameters.normal(name): value for name, value in self.settings.items()}
        unset = tuple(parameters.normal(name) for name in self.unset)
        return Change(self.kind, self.target.upper(), self.text, settings, unset, self.code, self.title)


class ProposalVote(Body):
    """A vote on a proposal. To abstain is to vote only where the rules have it."""

    choice: Literal["for", "against", "abstain"]

    @field_validator("choice", mode="before")
    @classmethod
    def small(cls, choice: Any) -> Any:
        """However it is capitalised."""
        return choice.strip().lower() if isinstance(choice, str) else choice


class Said(Body):
    text: Text


class Talk(Body):
    to: Annotated[list[Word], Field(min_length=1, max_length=60)]
    text: Text


class Announced(Body):
    opens: AwareDatetime


@router.get("/games/{name}/rulebook", response={200: shapes.Rules, **PROBLEMS}, openapi_extra=ANYBODY)
def list_rules(request: Request, name: str, paging: PagingOf, at: AwareDatetime | None = None) -> shapes.Rules:
    """The rules and regulations in force, now or (`at`) at a moment of the past."""
    book = _view(request, name).book
    found = (book if at is None else book.at(at)).in_force
    part, after = cut(found, paging)
    return shapes.Rules(count=len(found), next=after, items=[shapes.rule(each) for each in part])


def _view(request: Request, name: str) -> Any:
    return look(request, name, NOMIC).view


@router.get("/games/{name}/rulebook/{number}", response={200: shapes.RuleHistory, **PROBLEMS}, openapi_extra=ANYBODY)
def show_rule(request: Request, name: str, number: Handle) -> shapes.RuleHistory:
    """A rule by the number that it bears, or last bore, with its history."""
    found = _view(request, name).book.once(number.upper())
    if found is None:
        raise no_such("rule", "path.number")
    return shapes.history(found)


@router.post("/games/{name}/players", response={200: Heard, **PROBLEMS}, openapi_extra=BEARER)
def join(request: Request, name: str, said: Joining) -> Heard:
    """Join the game, or look on."""
    needs(request, SEAT)
    seen = speaks(request, name, NOMIC)
    by = speaker(seen)
    return say(request, seen, c.Observe(by, said.player) if said.observer else c.Join(by, said.player, said.surname))


@router.delete("/games/{name}/players/me", response={200: Heard, **PROBLEMS}, openapi_extra=BEARER)
def forfeit(request: Request, name: str) -> Heard:
    """Leave the game."""
    needs(request, SEAT)
    seen = speaks(request, name, NOMIC)
    return say(request, seen, c.Forfeit(speaker(seen)))


@router.get("/games/{name}/proposals", response={200: shapes.Proposals, **PROBLEMS}, openapi_extra=ANYBODY)
def list_proposals(request: Request, name: str, paging: PagingOf) -> shapes.Proposals:
    """Every proposal there was, the first first."""
    found = _view(request, name).proposals
    part, after = cut(found, paging)
    return shapes.Proposals(count=len(found), next=after, items=[shapes.proposal(each) for each in part])


@router.post("/games/{name}/proposals", response={200: Heard, **PROBLEMS}, openapi_extra=BEARER, summary="Propose")
def post(request: Request, name: str, said: Proposed) -> Heard:
    """Propose a change of the rules."""
    needs(request, VOTES)
    seen = speaks(request, name, NOMIC)
    by, change = speaker(seen), said.change()
    with in_fields(PARALLEL):
        return say(request, seen, c.Regulate(by, change) if said.regulation else c.Post(by, change, said.parallel))


PARALLEL = {
    code: ("body.parallel", gettext_lazy("A program sends “parallel”: true, where the rules have parallel turns."))
    for code in ("not-your-turn", "turn-begun")
}


@router.get(
    "/games/{name}/proposals/{number}", response={200: shapes.ProposalShape, **PROBLEMS}, openapi_extra=ANYBODY
)  # fmt: skip
def show_proposal(request: Request, name: str, number: Number) -> shapes.ProposalShape:
    """A proposal."""
    found = _view(request, name).proposal(number)
    if found is None:
        raise no_such("proposal", "path.number")
    return shapes.proposal(found)


@router.put("/games/{name}/proposals/{number}", response={200: Heard, **PROBLEMS}, openapi_extra=BEARER)
def revise(request: Request, name: str, number: Number, said: Proposed) -> Heard:
    """Give a proposal of one's own another form."""
    needs(request, VOTES)
    seen = speaks(request, name, NOMIC)
    return say(request, seen, c.Revise(speaker(seen), number, said.change()))


@router.delete("/games/{name}/proposals/{number}", response={200: Heard, **PROBLEMS}, openapi_extra=BEARER)
def cancel(request: Request, name: str, number: Number) -> Heard:
    """Take a proposal of one's own back."""
    needs(request, VOTES)
    seen = speaks(request, name, NOMIC)
    return say(request, seen, c.Cancel(speaker(seen), number))


@router.put("/games/{name}/proposals/{number}/vote", response={200: Heard, **PROBLEMS}, openapi_extra=BEARER)
def cast_vote(request: Request, name: str, number: Handle, said: ProposalVote) -> Heard:
    """Vote on a proposal, or (`R103`) on a regulation."""
    needs(request, VOTES)
    seen = speaks(request, name, NOMIC)
    return say(request, seen, c.CastVote(speaker(seen), number.upper(), said.choice))


@router.put("/games/{name}/proposals/{number}/opening", response={200: Heard, **PROBLEMS}, openapi_extra=BEARER)
def announce_vote(request: Request, name: str, number: Number, said: Announced) -> Heard:
    """Announce when the vote on a proposal of one's own begins."""
    needs(request, VOTES)
    seen = speaks(request, name, NOMIC)
    return say(request, seen, c.AnnounceVote(speaker(seen), number, said.opens))


@router.post("/games/{name}/proposals/{number}/arguments", response={200: Heard, **PROBLEMS}, openapi_extra=BEARER)
def argue(request: Request, name: str, number: Number, said: Said) -> Heard:
    """Argue for a proposal, or against it."""
    needs(request, PRESS)
    seen = speaks(request, name, NOMIC)
    return say(request, seen, c.Argue(speaker(seen), number, said.text))


@router.get("/games/{name}/judgments", response={200: shapes.Judgments, **PROBLEMS}, openapi_extra=ANYBODY)
def list_judgments(request: Request, name: str) -> shapes.Judgments:
    """Questions put to Judges, and their rulings."""
    return shapes.Judgments(items=[shapes.judgment(each) for each in _view(request, name).judgments])


@router.post("/games/{name}/judgments", response={200: Heard, **PROBLEMS}, openapi_extra=BEARER)
def invoke(request: Request, name: str, said: Said) -> Heard:
    """Put a question to the Judge."""
    needs(request, VOTES)
    seen = speaks(request, name, NOMIC)
    return say(request, seen, c.Invoke(speaker(seen), said.text))


@router.put("/games/{name}/judgments/{number}", response={200: Heard, **PROBLEMS}, openapi_extra=BEARER)
def judge(request: Request, name: str, number: Number, said: Said) -> Heard:
    """Decide a question as its Judge. Orders in the ruling are read as in a letter."""
    needs(request, VOTES)
    seen = speaks(request, name, NOMIC)
    return say(request, seen, text=f"judge {number}: {said.text}\nend", only=VOTES)


@router.post("/games/{name}/talk", response={200: Heard, **PROBLEMS}, openapi_extra=BEARER)
def talk(request: Request, name: str, said: Talk) -> Heard:
    """Write to players, or to `all`."""
    needs(request, PRESS)
    seen = speaks(request, name, NOMIC)
    return say(request, seen, c.SendPress(speaker(seen), tuple(said.to), said.text))


__all__ = ["router"]
