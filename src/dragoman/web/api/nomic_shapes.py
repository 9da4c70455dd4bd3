"""What the API says of a game of Nomic: made of the view that a seat has."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal

from ninja import Schema

from dragoman.game.rulebook import Provision, Version
from dragoman.nomic.events.recorded import Change
from dragoman.nomic.sight import ProposalSeen
from dragoman.nomic.state import Judgment
from dragoman.web.door import Visit


class PlayerShape(Schema):
    name: str
    surname: str
    score: int
    plays: bool


class OwedShape(Schema):
    """What somebody is to do, and by when."""

    player: str
    what: str
    about: str
    by: datetime | None


class NomicGame(Schema):
    """A game of Nomic as a seat sees it."""

    kind: Literal["nomic"] = "nomic"
    name: str
    seat: str
    player: str
    presides: bool
    stage: str
    ruleset: str
    players: list[PlayerShape]
    order: list[str]
    mover: str
    post_by: datetime | None
    judge: str
    owed: list[OwedShape]
    proposals_open: list[int]
    judgments_open: list[int]
    may_post: bool
    may_parallel: bool
    next_number: int
    target: int | None
    paused: bool
    winner: str
    won_by: str
    parameters: dict[str, str]


class RuleShape(Schema):
    """A rule or regulation as it stands."""

    number: str
    title: str
    text: str
    status: str
    settings: dict[str, str]
    code: str
    in_force: bool


class VersionShape(Schema):
    """One form of a rule, from when on, and how it came to be."""

    at: datetime
    number: str
    title: str
    text: str
    status: str
    how: str
    by: str


class RuleHistory(RuleShape):
    versions: list[VersionShape]


class Rules(Schema):
    count: int
    next: int | None = None
    items: list[RuleShape]


class ChangeShape(Schema):
    """What a proposal would do."""

    kind: str
    target: str
    title: str
    text: str
    settings: dict[str, str]
    unset: list[str]
    code: str | None


class ArgumentShape(Schema):
    seat: str
    text: str
    at: datetime


class ProposalShape(Schema):
    """A proposal: how far it has come, what it would do, who has voted; and its count, once that is complete. `seal`
    is that of its form, `your_seal` of your own vote, `seals` of the votes that were counted."""

    number: int
    player: str
    stage: str
    parallel: bool
    change: ChangeShape
    revision: int
    posted: datetime
    opens: datetime | None
    closes: datetime | None
    needs: str
    yours: str
    voted: list[str]
    waiting: list[str]
    votes: dict[str, str] | None
    adopted: bool | None
    arguments: list[ArgumentShape]
    seal: str
    your_seal: str
    seals: dict[str, str]


class Proposals(Schema):
    count: int
    next: int | None = None
    items: list[ProposalShape]


class JudgmentShape(Schema):
    """A question before a Judge, and the ruling once it is given."""

    id: int
    player: str
    question: str
    judge: str
    at: datetime
    ruling: str
    given: datetime | None
    over: bool


class Judgments(Schema):
    items: list[JudgmentShape]


def game(seen: Visit) -> NomicGame:
    view: Any = seen.view
    return NomicGame(
        name=seen.table, seat=seen.seat or "", player=view.player, presides=view.presides, stage=str(view.stage),
        ruleset=view.ruleset,
        players=[PlayerShape(name=p.name, surname=p.surname, score=p.score, plays=p.plays) for p in view.players],
        order=list(view.order), mover=view.turn.mover, post_by=view.turn.post_by, judge=view.turn.judge,
        owed=[OwedShape(player=o.player, what=o.what, about=o.about, by=o.by) for o in view.owed],
        proposals_open=[each.number for each in view.open_proposals],
        judgments_open=[each.id for each in view.judgments if each.given is None and not each.over],
        may_post=view.may_post, may_parallel=view.may_parallel, next_number=view.next_number, target=view.target,
        paused=view.paused is not None, winner=view.winner, won_by=view.won_by,
        parameters={each.name: each.text for each in view.parameters},
    )  # fmt: skip


def rule(of: Provision) -> RuleShape:
    now = of.now
    return RuleShape(
        number=now.number, title=now.title, text=now.text, status=now.status, settings=_texts(now.settings),
        code=now.code, in_force=of.in_force,
    )  # fmt: skip


def history(of: Provision) -> RuleHistory:
    return RuleHistory(**rule(of).model_dump(), versions=[_version(each) for each in of.versions])


def _version(of: Version) -> VersionShape:
    return VersionShape(
        at=of.at, number=of.number, title=of.title, text=of.text, status=of.status, how=of.how, by=of.by
    )  # fmt: skip


def _texts(settings: Any) -> dict[str, str]:
    return {str(name): str(value) for name, value in settings.items()}


def change(of: Change) -> ChangeShape:
    return ChangeShape(
        kind=of.kind, target=of.target, title=of.title, text=of.text, settings=_texts(of.settings),
        unset=list(of.unset), code=of.code,
    )  # fmt: skip


def proposal(of: ProposalSeen) -> ProposalShape:
    count = of.count
    return ProposalShape(
        number=of.number, player=of.player, stage=of.stage, parallel=of.parallel, change=change(of.change),
        revision=of.revision, posted=of.posted, opens=of.opens, closes=of.closes, needs=of.needs, yours=of.yours,
        voted=list(of.voted), waiting=list(of.waiting), votes=None if count is None else dict(count.votes),
        adopted=None if count is None else count.adopted,
        arguments=[ArgumentShape(seat=each.seat, text=each.text, at=each.at) for each in of.arguments],
        seal=of.seal, your_seal=of.your_seal, seals=dict(of.seals),
    )  # fmt: skip


def judgment(of: Judgment) -> JudgmentShape:
    return JudgmentShape(
        id=of.id, player=of.player, question=of.question, judge=of.judge, at=of.at, ruling=of.ruling, given=of.given,
        over=of.over,
    )  # fmt: skip


__all__ = ["Judgments", "NomicGame", "ProposalShape", "Proposals", "RuleHistory", "Rules", "game", "history",
           "judgment", "proposal", "rule"]  # fmt: skip
