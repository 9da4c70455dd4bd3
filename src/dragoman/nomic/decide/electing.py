"""Who votes on a proposal, how the votes are counted, and what adoption needs (105, 109, 203, 207, 307)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from dragoman.ballots import ballot as ballots
from dragoman.ballots.ballot import Ballot, Question
from dragoman.ballots.count import Counting, Threshold, tally
from dragoman.nomic import changes, parameters, standing
from dragoman.nomic.precedence import IMMUTABLE
from dragoman.nomic.state import ABSTAIN, AGAINST, FOR, Proposal, State

UNANIMOUS = "unanimous"


@dataclass(frozen=True, slots=True)
class Counted:
    """A vote counted: how each eligible voter counts, who said nothing, and the weights for and of all."""

    votes: dict[str, str]
    silent: tuple[str, ...]
    favourable: int
    entitled: int
    carried: bool


@dataclass(frozen=True, slots=True)
class Needs:
    """What adoption needs, as written, and the number of the rule that says so."""

    text: str
    threshold: Threshold
    rule: str


def electorate(state: State, proposal: Proposal) -> tuple[str, ...]:
    """Who may vote on a proposal: the players at each instant (105), or as the reading has it those of its opening."""
    if standing.reading(state, "electorate") == "opening" and proposal.opened is not None:
        return tuple(sorted(proposal.voters))
    return state.playing


def standing_votes(state: State, proposal: Proposal) -> dict[str, str]:
    """The vote of each eligible voter that counts at present."""
    eligible = set(electorate(state, proposal))
    casts = [cast for cast in proposal.casts if cast.player in eligible]
    if standing.reading(state, "second-vote") == "first":
        casts.reverse()
    return {cast.player: cast.choice for cast in casts}


def outstanding(state: State, proposal: Proposal) -> tuple[str, ...]:
    """Who has still to vote."""
    voted = standing_votes(state, proposal)
    return tuple(name for name in electorate(state, proposal) if name not in voted)


def counted(state: State, proposal: Proposal, needs: Threshold) -> Counted:
    """The vote as it would be complete now. Silence is what the rules say it is (307); where none does, nothing."""
    eligible = electorate(state, proposal)
    said = standing_votes(state, proposal)
    silence = {"against": AGAINST, "for": FOR}.get(standing.word(state, "silence"), ballots.ABSTAIN)
    each = standing.whole(state, "votes_each")
    weights = dict.fromkeys(eligible, 1 if each is None else each)
    question = Question(str(proposal.number), eligible, proposal.opened or proposal.posted, (FOR, AGAINST), AGAINST,
                        weights=weights)  # fmt: skip
    cast = [
        Ballot(name, AGAINST if choice == ABSTAIN else choice, question.opens, n)
        for n, (name, choice) in enumerate(sorted(said.items()))
    ]
    result = tally(question, cast, Counting(needs, silence))
    votes = {vote.voter: vote.option for vote in result.votes}
    silent = tuple(name for name in eligible if name not in said)
    return Counted(votes, silent, result.count(FOR), result.entitled, result.carried)


def needs(state: State, proposal: Proposal) -> Needs:
    """What the adoption of a proposal needs: 109 for making an immutable rule mutable, else 203.

    Rule 109 is special beside 203, and no conflict with it (ours). Where no rule says anything, all must agree: rule
    114 will not have adoption become impossible.
    """
    target = changes.target(state, proposal.change)
    special = standing.stands(state, "transmutation_needs")
    to_mutable = proposal.change.kind == "transmute" and target is not None and target.now.status == IMMUTABLE
    if to_mutable and special is not None and isinstance(special.value, Threshold):
        return Needs(special.text, special.value, special.by.number)
    usual = standing.stands(state, "threshold")
    if usual is not None and isinstance(usual.value, Threshold):
        return Needs(usual.text, usual.value, usual.by.number)
    return Needs(UNANIMOUS, Threshold(Fraction(1)), "114")


def as_opened(proposal: Proposal) -> Needs | None:
    """What was needed when the vote began."""
    found = parameters.threshold(proposal.needs)
    return Needs(proposal.needs, found, "203") if found is not None else None
