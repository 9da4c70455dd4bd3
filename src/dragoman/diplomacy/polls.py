"""A vote as a seat may see it: the question, its own ballot and receipt, and of the result what IX.4 lets be told.

Whoever votes, and whoever proposed, is known here to nobody else before its time; what A and B keep secret, for ever.
What others voted changes nothing in it beyond that, save the seals of the roll, of which nothing can be learnt.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from dragoman.ballots.count import How, Rule, Tally
from dragoman.ballots.count import Vote as Counted
from dragoman.ballots.disclosure import Disclosure, disclosed
from dragoman.ballots.receipts import Receipt, roll
from dragoman.diplomacy.board.position import Phase
from dragoman.diplomacy.decide import votes
from dragoman.diplomacy.state import Proxy, Stage, State, Vote
from dragoman.diplomacy.state.votes import receipts_of
from dragoman.game.seats import Seat


@dataclass(frozen=True, slots=True)
class VoteSeen:
    """A vote as a seat sees it; `lent` is the proxy that it is about, if it is about one.

    `outcome` is `open`, `carried`, `failed`, `withdrawn`, `refused` (and `why`), `undone` (what it followed from was
    taken back), `void` (carried, but the clauses in `void` contradict each other) or `lapsed` (the game ended first).
    `closes` is when it is counted (None: while the clock stands still, or where `held_over` says that it is counted
    with the orders after those due now); `early` that it may be counted before (VII.2.B). `silence` is what a vote not
    cast counts as, `abstaining` whether this seat may abstain, `entitled` that it has a vote, `mine` its last ballot,
    `deemed` the clause by which its vote is given, `own` that the proposal is its own. `counted` is the phase with
    whose orders it was counted, and `counted_at` when; `told` what may be told of that; `receipt` is this seat's own,
    `roll` the seals of all.
    """

    number: int
    at: datetime
    about: str
    proxy: int = 0
    lent: Proxy | None = None
    form: str = ""
    places: tuple[tuple[str, ...], ...] = ()
    changes: tuple[tuple[str, str, str], ...] = ()
    rules: Mapping[str, str] = field(default_factory=dict)
    phase: Phase | None = None
    outcome: str = "open"
    why: str = ""
    void: tuple[str, ...] = ()
    closes: datetime | None = None
    held_over: bool = False
    early: bool = False
    silence: str = votes.NO
    abstaining: bool = True
    entitled: bool = False
    deemed: str = ""
    mine: str = ""
    own: bool = False
    counted: Phase | None = None
    counted_at: datetime | None = None
    told: Disclosure | None = None
    receipt: Receipt | None = None
    roll: tuple[str, ...] = ()

    @property
    def open(self) -> bool:
        return self.outcome == "open"

    @property
    def carried(self) -> bool | None:
        """None while it is open."""
        return {"open": None, "lapsed": None, "carried": True, "void": True}.get(self.outcome, False)


def votes_seen(state: State, seat: Seat | None) -> tuple[VoteSeen, ...]:
    """Every vote of the game, as that seat may see it."""
    return tuple(_seen(state, vote, seat) for _, vote in sorted(state.votes.items()))


def _seen(state: State, vote: Vote, seat: Seat | None) -> VoteSeen:
    question, counting = votes.asked(state, vote), votes.counting_of(state, vote)
    outcome = _outcome(state, vote)
    waits = outcome == "open" and vote.about != votes.PROXY
    entitled = outcome == "open" and seat is not None and seat in question.electorate
    deemed = counting.deemed_vote(question, str(seat)) if entitled else None
    mine = [ballot.choice for ballot in vote.ballots if ballot.voter == seat]
    receipts = receipts_of(state.name, state.seed, vote)
    return VoteSeen(
        number=vote.number,
        at=vote.at,
        about=vote.about,
        proxy=vote.proxy,
        lent=next((p for p in state.proxies if vote.about == votes.PROXY and p.number == vote.proxy), None),
        form=vote.form,
        places=vote.places,
        changes=vote.changes,
        rules=vote.rules,
        phase=vote.phase,
        outcome=outcome,
        why=vote.why,
        void=vote.count.void if vote.count else (),
        closes=votes.closes(state, vote, str(seat)) if waits else None,
        held_over=waits and votes.held_over(state, vote),
        early=waits and state.sheet.letter("VII.2") == "B",
        silence=votes.silence(state, vote),
        abstaining=counting.may_abstain(str(seat)),
        entitled=entitled,
        deemed=deemed.clause if deemed else "",
        mine=mine[-1] if mine else "",
        own=bool(vote.author) and vote.author == seat,
        counted=vote.count.phase if vote.count else None,
        counted_at=vote.count.at if vote.count else None,
        told=_told(state, vote),
        receipt=next((each for each in receipts if each.voter == seat), None),
        roll=roll(receipts),
    )


def _outcome(state: State, vote: Vote) -> str:
    if vote.dropped:
        return vote.dropped
    if vote.carried is None:
        return "open" if state.stage is Stage.RUNNING else "lapsed"
    if vote.count is not None and vote.count.void:
        return "void"
    return "carried" if vote.carried else "failed"


def _told(state: State, vote: Vote) -> Disclosure | None:
    """What IX.4 lets be told of a count, by the letter that stood when the question was put."""
    if vote.count is None or vote.dropped:
        return None
    return disclosed(votes.asked(state, vote), _tally(vote), votes.term(state, vote, "IX.4"))


def _tally(vote: Vote) -> Tally:
    """The count as it was recorded; of one from before everything was, what was."""
    assert vote.count is not None
    options, hows = vote.count.votes, vote.count.hows
    cast = tuple(Counted(voter, option, How(hows.get(voter, How.CAST))) for voter, option in sorted(options.items()))
    counts = tuple((option, [*options.values()].count(option)) for option in (votes.YES, votes.NO))
    result = votes.YES if vote.carried else votes.NO
    rule = Rule(vote.count.rule or (Rule.UNANIMOUS if vote.carried else Rule.NOT_UNANIMOUS))
    counted = sum(count for _, count in counts)
    return Tally(f"{vote.number}", result, bool(vote.carried), rule, counts, len(cast), counted, (), cast)
