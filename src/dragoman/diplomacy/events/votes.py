"""Questions put to the vote, the ballots, and how they were counted."""

from __future__ import annotations

from collections.abc import Mapping

from dragoman.diplomacy.events.happened import Happened


class VoteOpened(Happened, frozen=True, kw_only=True, tag="VoteOpened"):
    """A question was put to the vote by a seat: `about` is `proxy`, and `proxy` the number of the one in question."""

    number: int
    seat: str
    about: str
    proxy: int = 0


class VoteCast(Happened, frozen=True, kw_only=True, tag="VoteCast"):
    """A ballot came in: `yes`, `no` or `abstain`. The last one of each voter counts."""

    number: int
    seat: str
    choice: str


class VoteClosed(Happened, frozen=True, kw_only=True, tag="VoteClosed"):
    """A vote was counted, early or at its end. `votes` is how everybody entitled was counted, silence and what is taken
    as given included; what is told of it is for clause IX.4 to say."""

    number: int
    carried: bool
    votes: Mapping[str, str] = {}
