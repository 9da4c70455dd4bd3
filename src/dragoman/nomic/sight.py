"""What a seat may see of a game of Nomic: the only way out of a state.

The rules, the scores and what has been decided are everybody's. What somebody voted in a vote under way is theirs alone
until it is complete; who has voted is no secret, for everybody must. Press is its author's and its readers'.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from dragoman.game.press import reaches
from dragoman.game.rulebook import Provision, Rulebook
from dragoman.game.saying import Saying
from dragoman.game.seats import GM, PersonId, Seat
from dragoman.nomic import changes, parameters, seals, standing
from dragoman.nomic.decide import electing, judging, proposing, regulating, voting
from dragoman.nomic.events.judgment import JudgmentInvoked
from dragoman.nomic.events.proposals import ProposalPosted
from dragoman.nomic.events.recorded import Change
from dragoman.nomic.readings import PREFIX, READINGS
from dragoman.nomic.state import (
    Argument,
    Conflict,
    Count,
    Held,
    Judgment,
    Newcomer,
    Penalty,
    Piece,
    Proposal,
    RegulationVote,
    Revision,
    Scored,
    Stage,
    State,
    Suspension,
    Trial,
    Win,
)


@dataclass(frozen=True, slots=True)
class PlayerSeen:
    """A player, or one who forfeited (`plays` is False)."""

    name: str
    surname: str
    score: int
    plays: bool
    penalties: tuple[Penalty, ...]
    since: datetime | None
    left: datetime | None


@dataclass(frozen=True, slots=True)
class ParameterSeen:
    """A parameter as it stands: what it means, its value as written, and the number of the provision that gives it."""

    name: str
    says: Saying
    text: str
    by: str
    delegated: bool


@dataclass(frozen=True, slots=True)
class ReadingSeen:
    """How an open point is read, and all the ways to read it. `by` is the rule that says so, if one does."""

    name: str
    rules: tuple[str, ...]
    asks: Saying
    option: str
    options: Mapping[str, Saying]
    by: str


@dataclass(frozen=True, slots=True)
class TurnSeen:
    """Whose turn it is, until when they are to post (None: no rule says, or the time does not run), and who judges."""

    mover: str
    begun: bool
    number: int
    post_by: datetime | None
    late: bool
    blocked: bool
    consents: Mapping[str, bool]
    judge: str
    next: str
    circuits: int


@dataclass(frozen=True, slots=True)
class ProposalSeen:
    """A proposal. `stage` is `debate`, `vote`, `adopted`, `defeated` or `cancelled`; `opens` and `closes` as far as
    they can be said, and whether the opening is `announced`; `needs` what adoption needs now, by `needs_rule`. `yours`
    is the reader's own vote; `voted` and `waiting` who has and who has not voted. `rivals` are other open proposals on
    the same rule, and `base_changed` says that the rule no longer reads as it did when this was written. `seal` is that
    of the form that counts, `your_seal` that of the reader's own vote (empty: none), `seals` those of the votes that
    were counted, by player."""

    number: int
    player: str
    stage: str
    parallel: bool
    change: Change
    revisions: tuple[Revision, ...]
    revision: int
    posted: datetime
    opens: datetime | None
    announced: bool
    opened: datetime | None
    closes: datetime | None
    assumed_from: int
    assumed_revision: int
    needs: str
    needs_rule: str
    yours: str
    voted: tuple[str, ...]
    waiting: tuple[str, ...]
    count: Count | None
    effect: str
    points: int
    lost: int
    arguments: tuple[Argument, ...]
    trial: Trial | None
    cancellable: bool
    rivals: tuple[int, ...]
    base_changed: bool
    target: str
    seal: str = ""
    your_seal: str = ""
    seals: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class RegulationSeen:
    """A regulation-change: under vote, or decided (`adopted` is then True or False). Seals as of a proposal."""

    handle: str
    player: str
    change: Change
    proposed: datetime
    closes: datetime | None
    yours: str
    voted: tuple[str, ...]
    waiting: tuple[str, ...]
    adopted: bool | None
    why: str
    votes: Mapping[str, str]
    favourable: int
    entitled: int
    number: str
    unanimous: bool
    seal: str = ""
    your_seal: str = ""
    seals: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Owed:
    """What somebody is to do, and by when: `post`, `vote`, `judge`, `announce` (may, until the debate ends)."""

    player: str
    what: str
    about: str
    by: datetime | None


@dataclass(frozen=True, slots=True)
class View:
    """A game as a seat sees it. `player` is the reader's name as a player, empty for anybody else. `book` holds every
    rule and regulation with its whole history, of which nothing is secret."""

    game: str
    seat: Seat | None
    player: str
    presides: bool
    stage: Stage
    lang: str
    zone: str
    ruleset: str
    now: datetime | None
    opened: datetime
    book: Rulebook
    rules: tuple[Provision, ...]
    regulations: tuple[Provision, ...]
    void: tuple[str, ...]
    suspended: Mapping[str, Suspension]
    parameters: tuple[ParameterSeen, ...]
    readings: tuple[ReadingSeen, ...]
    players: tuple[PlayerSeen, ...]
    order: tuple[str, ...]
    newcomers: tuple[Newcomer, ...]
    turn: TurnSeen
    proposals: tuple[ProposalSeen, ...]
    regulation: RegulationSeen | None
    past_regulations: tuple[RegulationSeen, ...]
    judgments: tuple[Judgment, ...]
    unplayable: str
    confirmations: Mapping[str, bool]
    wins: tuple[Win, ...]
    held: tuple[Held, ...]
    moderated: bool
    conflicts: tuple[Conflict, ...]
    owed: tuple[Owed, ...]
    points: tuple[Scored, ...]
    pieces: tuple[Piece, ...]
    observers: tuple[Seat, ...]
    paused: datetime | None
    winner: str
    won_by: str
    why: str
    next_number: int
    next_regulation: int
    mutable: int
    most_mutable: int | None
    target: int | None
    may_post: bool
    may_parallel: bool

    def proposal(self, number: int) -> ProposalSeen | None:
        return next((each for each in self.proposals if each.number == number), None)

    @property
    def open_proposals(self) -> tuple[ProposalSeen, ...]:
        return tuple(each for each in self.proposals if each.stage in ("debate", "vote"))


def sight(state: State, seat: Seat | None) -> View:
    """The game as that seat sees it; None: the public."""
    sitting = state.players.get(seat or "")
    you = sitting.name if sitting is not None and sitting.plays else ""
    return View(
        game=state.name, seat=seat, player=you, presides=seat == GM, stage=state.stage, lang=state.lang,
        zone=state.zone, ruleset=state.ruleset, now=state.last, opened=state.opened, book=state.book,
        rules=standing.rules(state), regulations=standing.regulations(state), void=tuple(sorted(state.void)),
        suspended=state.suspended, parameters=tuple(_parameters(state)), readings=tuple(_readings(state)),
        players=tuple(_players(state)), order=standing.order(state), newcomers=state.newcomers, turn=_turn(state),
        proposals=tuple(_proposal(state, each, you) for _, each in sorted(state.proposals.items())),
        regulation=_regulation(state, you), past_regulations=tuple(_past(state, you)), judgments=state.judgments,
        unplayable=state.unplayable, confirmations=state.confirmations, wins=state.wins, held=state.held,
        moderated=state.gm is not None, conflicts=state.conflicts,
        owed=tuple(_owed(state)), points=state.points, pieces=tuple(_pieces(state, seat)),
        observers=tuple(sorted(state.observers)), paused=state.paused, winner=state.winner, won_by=state.won_by,
        why=state.why, next_number=proposing.next_number(state), next_regulation=state.next_regulation,
        mutable=standing.mutable_count(state), most_mutable=standing.whole(state, "max_mutable"),
        target=standing.whole(state, "target"), may_post=_may_post(state, you), may_parallel=_may_parallel(state, you),
    )  # fmt: skip


def _parameters(state: State) -> Iterator[ParameterSeen]:
    for name in state.book.settings():
        known = parameters.parameter(name)
        found = standing.stands(state, name)
        if known is None or found is None or name in ("delegates", "over", "defers"):
            continue
        yield ParameterSeen(name, known.says, found.text, found.by.number, bool(standing.delegators(state, name)))


def _readings(state: State) -> Iterator[ReadingSeen]:
    for name, each in READINGS.items():
        by = standing.owner(state, PREFIX + name)
        yield ReadingSeen(name, each.rules, each.asks, standing.reading(state, name), each.options, by)


def _players(state: State) -> Iterator[PlayerSeen]:
    """Those who play in the order of turns, then those who left."""
    names = [*standing.order(state), *sorted(name for name, each in state.players.items() if not each.plays)]
    for name in names:
        each = state.players[name]
        held = tuple(p for p in state.penalties if p.player == name and p.removed is None)
        yield PlayerSeen(name, each.surname, each.score, each.plays, held, each.since, each.left)


def _turn(state: State) -> TurnSeen:
    turn = state.turn
    blocked = judging.blocked(state)
    asked = [each for each in state.open_judgments if each.judge]
    judge = asked[-1].judge if asked else judging.judge_of(state, judging.moving(state)) if turn.mover else ""
    return TurnSeen(
        turn.mover, turn.begun, turn.number, None if blocked else turn.post_by, turn.late, blocked, state.consents,
        judge, standing.following(state, turn.mover) if turn.mover else "", state.circuits,
    )  # fmt: skip


def _may_post(state: State, you: str) -> bool:
    return state.stage is Stage.RUNNING and bool(you) and proposing.main_refused(state, you) is None


def _may_parallel(state: State, you: str) -> bool:
    return state.stage is Stage.RUNNING and bool(you) and proposing.parallel_refused(state, you) is None


# --- votes ---


def stage_of(proposal: Proposal) -> str:
    """How far a proposal has come, in one word."""
    if proposal.cancelled is not None:
        return "cancelled"
    if proposal.count is not None:
        return "adopted" if proposal.count.adopted else "defeated"
    return "debate" if proposal.opened is None else "vote"


def _proposal(state: State, proposal: Proposal, you: str) -> ProposalSeen:
    votes = electing.standing_votes(state, proposal)
    target = _target(state, proposal)
    needs = electing.needs(state, proposal)
    is_open = not proposal.finished
    return ProposalSeen(
        number=proposal.number, player=proposal.player, stage=stage_of(proposal), parallel=proposal.parallel,
        change=proposal.change, revisions=proposal.revisions, revision=proposal.voted or len(proposal.revisions),
        posted=proposal.posted, opens=voting.opens(state, proposal),
        announced=proposal.opens is not None, opened=proposal.opened,
        closes=voting.closes(state, proposal) if is_open else None, assumed_from=proposal.assumed_from,
        assumed_revision=proposal.assumed_revision, needs=proposal.count.needs if proposal.count else needs.text,
        needs_rule=proposal.count.rule if proposal.count else needs.rule, yours=votes.get(you, ""),
        voted=tuple(sorted(votes)), waiting=electing.outstanding(state, proposal) if is_open else (),
        count=proposal.count, effect=proposal.effect, points=proposal.points, lost=proposal.lost,
        arguments=proposal.arguments, trial=proposal.trial,
        cancellable=proposal.parallel and is_open and not proposal.hour_passed and proposal.player == you,
        rivals=_rivals(state, proposal, target) if is_open else (),
        base_changed=is_open and target is not None and target.now.text != proposal.form.basis,
        target=target.number if target is not None else proposal.change.target,
        seal=seals.of_revision(state, proposal, proposal.form.number), your_seal=_your_seal(state, proposal, you),
        seals=seals.counted(state, proposal),
    )  # fmt: skip


def _your_seal(state: State, on: Proposal | RegulationVote, you: str) -> str:
    """The seal of what the reader voted last; the same whether or not the vote is complete by it."""
    own = [cast.choice for cast in on.casts if cast.player == you]
    return seals.of_vote(state, on, you, own[-1]) if you and own else ""


def _target(state: State, proposal: Proposal) -> Provision | None:
    return changes.target(state, proposal.change)


def _rivals(state: State, proposal: Proposal, target: Provision | None) -> tuple[int, ...]:
    """Other open proposals on the same rule."""
    others = (each for each in state.open_proposals if each.number != proposal.number)
    targets = ((each.number, _target(state, each)) for each in others)
    return tuple(number for number, other in targets if target is not None and other == target)


def _regulation(state: State, you: str) -> RegulationSeen | None:
    running = state.open_regulation
    if running is None:
        return None
    eligible = regulating.electorate(state, running)
    votes = {cast.player: cast.choice for cast in running.casts if cast.player in eligible}
    return RegulationSeen(
        running.handle, running.player, running.change, running.proposed, regulating.closes(state, running),
        votes.get(you, ""), tuple(sorted(votes)), tuple(name for name in eligible if name not in votes), None, "", {},
        0, len(eligible), "", regulating.unanimous(state, running.change), seals.of_regulation(state, running),
        _your_seal(state, running, you),
    )  # fmt: skip


def _past(state: State, you: str) -> Iterator[RegulationSeen]:
    for each in state.regulation_votes:
        if each.closed is not None:
            yield RegulationSeen(
                each.handle, each.player, each.change, each.proposed, each.closed, "", (), (), each.adopted, each.why,
                each.votes, each.favourable, each.entitled, each.number, False, seals.of_regulation(state, each),
                _your_seal(state, each, you), seals.counted(state, each),
            )  # fmt: skip


# --- duties ---


def _owed(state: State) -> Iterator[Owed]:
    """Who owes what by when, the soonest first."""
    if state.stage is not Stage.RUNNING:
        return
    found = [*_owed_votes(state), *_owed_else(state)]
    yield from sorted(found, key=lambda each: (each.by is None, each.by or state.opened, each.player))


def _owed_votes(state: State) -> Iterator[Owed]:
    for proposal in state.open_proposals:
        if proposal.opened is None and proposal.opens is None:
            yield Owed(proposal.player, "announce", str(proposal.number), voting.opens(state, proposal))
        if proposal.opened is None:
            continue
        for name in electing.outstanding(state, proposal):
            yield Owed(name, "vote", str(proposal.number), voting.closes(state, proposal))
    running = state.open_regulation
    if running is not None:
        voted = {cast.player for cast in running.casts}
        for name in regulating.electorate(state, running):
            if name not in voted:
                yield Owed(name, "vote", running.handle, regulating.closes(state, running))


def _owed_else(state: State) -> Iterator[Owed]:
    turn = state.turn
    if turn.mover and not turn.begun and not judging.blocked(state):
        yield Owed(turn.mover, "post", "", turn.post_by)
    for asked in state.open_judgments:
        if asked.judge and asked.given is None:
            yield Owed(asked.judge, "judge", str(asked.id), None)


# --- what people wrote ---


def _pieces(state: State, seat: Seat | None) -> Iterator[Piece]:
    for piece in state.pieces:
        if not piece.seat or reaches(seat or Seat(""), Seat(piece.seat), piece.to):
            yield piece


def seats(state: State) -> Mapping[Seat, PersonId | None]:
    """Every seat of the table and who holds it: players, those who wait to join, observers, and whoever presides."""
    held: dict[Seat, PersonId | None] = {Seat(name): each.person for name, each in state.players.items() if each.plays}
    held.update(state.observers)
    if state.gm is not None:
        held[GM] = state.gm
    return held


def numbers_given(events: Iterable[Any]) -> Iterator[int]:
    """The numbers that proposals and questions got from whoever spoke, in what happened."""
    for event in events:
        if isinstance(event, JudgmentInvoked):
            yield event.id
        elif isinstance(event, ProposalPosted) and event.person:
            yield event.number
