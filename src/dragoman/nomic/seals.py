"""The seals of proposals and votes: told when they come, those of votes to everybody when the vote is complete, and
opened when the game is over. What was proposed or voted, changed afterwards by whoever keeps the host, no longer fits.

The salt of each is drawn from the game's seed for it and its sender alone.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping

import msgspec

from dragoman.ballots.seals import SALT, Opening, seal
from dragoman.nomic.events.recorded import Change
from dragoman.nomic.state import ABSTAIN, AGAINST, Cast, Proposal, RegulationVote, State

PROPOSED = "dragoman proposal 1"
VOTED = "dragoman vote 1"


def of_revision(state: State, proposal: Proposal, revision: int) -> str:
    """The seal of one form of a proposal, numbered from 1."""
    return _revision(state, proposal, revision).seal


def of_regulation(state: State, vote: RegulationVote) -> str:
    """The seal of a regulation-change as it was proposed."""
    return _regulation(state, vote).seal


def of_vote(state: State, on: Proposal | RegulationVote, player: str, choice: str) -> str:
    """The seal of what a player voted."""
    return _vote(state, on, player, choice).seal


def counted(state: State, on: Proposal | RegulationVote) -> tuple[tuple[str, str], ...]:
    """The seal of each vote that was counted, by player; none before the vote is complete, and none for silence. Of
    two votes of one player that would count the same, the later is told of."""
    votes = _votes(on)
    fitting = {cast.player: cast.choice for cast in on.casts if votes.get(cast.player) == _as_counted(on, cast.choice)}
    return tuple((name, of_vote(state, on, name, choice)) for name, choice in sorted(fitting.items()))


def openings(state: State) -> tuple[Opening, ...] | None:
    """Every seal that was told, with what it was made of; None before the game is over. Votes that never became
    complete stay closed, as they stay their voters' alone."""
    if not state.over:
        return None
    found: list[Opening] = []
    for _, proposal in sorted(state.proposals.items()):
        found += (_revision(state, proposal, each.number) for each in proposal.revisions)
        found += _casts(state, proposal, proposal.casts, proposal.count is not None)
    for vote in state.regulation_votes:
        found += (_regulation(state, vote), *_casts(state, vote, vote.casts, vote.closed is not None))
    return tuple(dict.fromkeys(found))


def _casts(state: State, on: Proposal | RegulationVote, casts: Iterable[Cast], complete: bool) -> Iterator[Opening]:
    for cast in casts:
        opening = _vote(state, on, cast.player, cast.choice)
        yield opening if complete else Opening(VOTED, opening.about, cast.player, "", "", opening.seal)


def _votes(on: Proposal | RegulationVote) -> Mapping[str, str]:
    """Who counted how, silence left out; nobody before the vote is complete."""
    if isinstance(on, RegulationVote):
        return on.votes if on.closed is not None else {}
    if on.count is None:
        return {}
    return {name: choice for name, choice in on.count.votes.items() if name not in on.count.silent}


def _as_counted(on: Proposal | RegulationVote, choice: str) -> str:
    """As the count has it: of a proposal, to abstain is to be against."""
    return AGAINST if choice == ABSTAIN and isinstance(on, Proposal) else choice


def _revision(state: State, proposal: Proposal, revision: int) -> Opening:
    about = f"{state.name} {proposal.number} revision {revision}"
    return _opening(state, PROPOSED, about, proposal.player, written(proposal.revisions[revision - 1].change))


def _regulation(state: State, vote: RegulationVote) -> Opening:
    return _opening(state, PROPOSED, _about(state, vote), vote.player, written(vote.change))


def _vote(state: State, on: Proposal | RegulationVote, player: str, choice: str) -> Opening:
    return _opening(state, VOTED, _about(state, on), player, choice)


def _about(state: State, on: Proposal | RegulationVote) -> str:
    """A number is a proposal's for ever, but a regulation may be voted on again: the moment tells the votes apart."""
    if isinstance(on, RegulationVote):
        return f"{state.name} {on.handle} {on.proposed.isoformat()}"
    return f"{state.name} {on.number}"


def _opening(state: State, form: str, about: str, whom: str, sent: str) -> Opening:
    salt = hashlib.sha256(f"{state.seed}\0{form}\0{about}\0{whom}".encode()).digest()[:SALT]
    return Opening(form, about, whom, sent, salt.hex(), seal(form, about, whom, sent, salt))


def written(change: Change) -> str:
    """A change as it is sealed: JSON with its names in the order of letters, and nothing of what it leaves unsaid."""
    return msgspec.json.encode(change, order="sorted").decode()
