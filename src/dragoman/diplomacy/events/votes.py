"""Questions put to the vote, the ballots, how they were counted, and the house rules that changed by it."""

from __future__ import annotations

from collections.abc import Mapping

from dragoman.diplomacy.events.happened import Happened
from dragoman.diplomacy.events.recorded import PhaseRecord


class VoteOpened(Happened, frozen=True, kw_only=True, tag="VoteOpened"):
    """A question was put to the vote by a seat (empty: by the house rules themselves).

    `about` is `proxy` (II.3.D; `proxy` is the number of the one in question), `ending` (IX.1, IX.2, F.16), `rules`
    (IX.3) or `continue` (IX.2.B). An ending has its `form` (`win`, `draw`, `ranking`) and `places`, the first first. A
    change of rules has `rules`, the clauses as they were named with the choice in writing, and `changes`: each clause
    that comes out different, with the choice before and after. `terms` are the choices in the clauses that govern the
    vote (IX.4, IX.5, F.16.silence) as they stood then; they hold for it to the end.
    """

    number: int
    seat: str
    about: str
    proxy: int = 0
    form: str = ""
    places: tuple[tuple[str, ...], ...] = ()
    rules: Mapping[str, str] = {}
    changes: tuple[tuple[str, str, str], ...] = ()
    terms: Mapping[str, str] = {}


class VoteCast(Happened, frozen=True, kw_only=True, tag="VoteCast"):
    """A ballot came in: `yes`, `no` or `abstain`. The last one of each voter counts."""

    number: int
    seat: str
    choice: str


class VoteClosed(Happened, frozen=True, kw_only=True, tag="VoteClosed"):
    """A vote was counted, early or at its end. `votes` is how everybody entitled was counted, silence and what is taken
    as given included; what is told of it is for clause IX.4 to say.

    `hows` tells for each how that came to be, `rule` what decided; `phase` is the one whose orders were due. `void`
    names the clauses that cannot stand together, where a change of rules was carried and could not be made.
    """

    number: int
    carried: bool
    votes: Mapping[str, str] = {}
    hows: Mapping[str, str] = {}
    rule: str = ""
    phase: PhaseRecord | None = None
    void: tuple[str, ...] = ()


class VoteDropped(Happened, frozen=True, kw_only=True, tag="VoteDropped"):
    """A proposal is not voted on: its author withdrew it, or the game master refused it (`refused`) and said why."""

    number: int
    refused: bool = False
    why: str = ""


class RulesChanged(Happened, frozen=True, kw_only=True, tag="RulesChanged"):
    """House rules changed: `choices` are the settings that are other than before, `before` what they were; both in
    writing. `cause` is `vote` (`number` is the proposal's) or `gm`, whose reason is `why`."""

    choices: Mapping[str, str]
    before: Mapping[str, str]
    cause: str
    number: int = 0
    why: str = ""


class DrawWarned(Happened, frozen=True, kw_only=True, tag="DrawWarned"):
    """The game master warned that a draw may be declared after `years` game years without a change (IX.2.A)."""

    years: int
    why: str = ""
