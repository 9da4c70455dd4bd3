"""The state of a game of Nomic: what all its events together amount to. Frozen; folding makes another.

Nothing here reads a rule: what the rules say of a state is asked in `standing` and `decide`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from dragoman.game.rulebook import Rulebook
from dragoman.game.seats import PersonId, Seat
from dragoman.nomic.events.ordered import Ordered
from dragoman.nomic.events.recorded import Change

FOR = "for"
AGAINST = "against"
ABSTAIN = "abstain"


class Stage(StrEnum):
    """How far a game has come."""

    FORMING = "forming"
    RUNNING = "running"
    OVER = "over"
    ABANDONED = "abandoned"


@dataclass(frozen=True, slots=True)
class Player:
    """Someone who plays, or played. `place` is the seat in the order of arrival (from 1); `left` when they forfeited,
    and `votes_at_leaving` how many votes had been completed by then, `open_at_leaving` which were under way."""

    name: str
    person: PersonId
    place: int
    surname: str = ""
    score: int = 0
    since: datetime | None = None
    left: datetime | None = None
    votes_at_leaving: int = 0
    open_at_leaving: tuple[int, ...] = ()

    @property
    def plays(self) -> bool:
        return self.left is None


@dataclass(frozen=True, slots=True)
class Newcomer:
    """Someone who waits to join until these votes are complete."""

    name: str
    person: PersonId
    asked: datetime
    waits_for: tuple[int, ...]
    surname: str = ""
    returns: bool = False


@dataclass(frozen=True, slots=True)
class Penalty:
    """A penalty that a player holds, or held until `removed`. `turns` and `own_turns` are how many turns had been
    completed when it was assigned, by all and by its holder."""

    id: int
    player: str
    category: str
    severity: str
    rule: str
    at: datetime
    turns: int = 0
    own_turns: int = 0
    removed: datetime | None = None


@dataclass(frozen=True, slots=True)
class Revision:
    """One form of a proposal, and the text of its rule that it was written against."""

    number: int
    at: datetime
    change: Change
    basis: str = ""


@dataclass(frozen=True, slots=True)
class Cast:
    """A vote as it was received."""

    player: str
    choice: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Count:
    """A vote as it was completed."""

    votes: Mapping[str, str]
    favourable: int
    entitled: int
    adopted: bool
    needs: str
    rule: str
    silent: tuple[str, ...]
    at: datetime


@dataclass(frozen=True, slots=True)
class Argument:
    """What somebody said in the debate on a proposal."""

    seat: str
    text: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Trial:
    """What came of trying the code of a revision on the past."""

    revision: int
    runs: int
    faults: tuple[str, ...]
    would: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Proposal:
    """A proposal of a rule-change from its posting to its end. `opens` is what was announced; `voted` the revision that
    is or was voted on; `voters` who was a player when the vote began; `effect` is why an adopted one has none."""

    number: int
    player: str
    posted: datetime
    revisions: tuple[Revision, ...]
    parallel: bool = False
    assumed_from: int = 0
    assumed_revision: int = 0
    opens: datetime | None = None
    opened: datetime | None = None
    voted: int = 0
    voters: tuple[str, ...] = ()
    needs: str = ""
    casts: tuple[Cast, ...] = ()
    count: Count | None = None
    cancelled: datetime | None = None
    hour_passed: bool = False
    arguments: tuple[Argument, ...] = ()
    effect: str = ""
    points: int = 0
    lost: int = 0
    turn_done: bool = False
    trial: Trial | None = None

    @property
    def form(self) -> Revision:
        """The revision voted on, or else the last one."""
        return self.revisions[self.voted - 1] if self.voted else self.revisions[-1]

    @property
    def change(self) -> Change:
        return self.form.change

    @property
    def finished(self) -> bool:
        return self.count is not None or self.cancelled is not None

    @property
    def defeated(self) -> bool:
        return self.count is not None and not self.count.adopted


@dataclass(frozen=True, slots=True)
class RegulationVote:
    """A regulation-change from its proposal to the end of its period."""

    handle: str
    player: str
    proposed: datetime
    change: Change
    voters: tuple[str, ...]
    casts: tuple[Cast, ...] = ()
    closed: datetime | None = None
    adopted: bool | None = None
    why: str = ""
    votes: Mapping[str, str] = field(default_factory=dict)
    favourable: int = 0
    entitled: int = 0
    number: str = ""


@dataclass(frozen=True, slots=True)
class Judgment:
    """A question before a Judge. `judges` are all its Judges, the present one last (empty: nobody is left); `over` that
    the turn has begun that ends the matter; `ordered` what its ruling changed, to be put back if overruled."""

    id: int
    player: str
    question: str
    moving: str
    at: datetime
    judges: tuple[str, ...]
    ruling: str = ""
    given: datetime | None = None
    overruling: Mapping[str, bool] = field(default_factory=dict)
    exhausted: bool = False
    over: bool = False
    ordered: tuple[Ordered, ...] = ()

    @property
    def judge(self) -> str:
        return "" if self.exhausted or not self.judges else self.judges[-1]


@dataclass(frozen=True, slots=True)
class Win:
    """Somebody who has won, by that rule, unless what they wait for comes to something else: see `WinWaits`."""

    player: str
    rule: str
    because: str
    id: int = 0
    named: bool = False
    why: str = ""


@dataclass(frozen=True, slots=True)
class Held:
    """Something that waits for a Judge."""

    what: str
    about: str
    clause: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Conflict:
    """Two provisions found to conflict, by their keys."""

    first: str
    second: str
    prevails: str
    void: str = ""


@dataclass(frozen=True, slots=True)
class Timer:
    """A rule's wish to be called at a moment."""

    rule: str
    key: str
    rings: datetime
    payload: str = "null"


@dataclass(frozen=True, slots=True)
class Suspension:
    """Code that does not act any more, and why."""

    why: str
    says: str
    line: int
    hook: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of press, an announcement (`seat` empty), or a notice of a rule's code (`rule`)."""

    seat: str
    to: tuple[str, ...]
    text: str
    at: datetime
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Occasion:
    """A call of a hook that was, or would have been, made: for trying out proposed code on the past."""

    hook: str
    about: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Scored:
    """One change of one score, for the book of points."""

    player: str
    amount: int
    because: str
    rule: str
    number: int
    at: datetime
    die: int = 0
    note: str = ""


@dataclass(frozen=True, slots=True)
class Turn:
    """Whose turn it is. `mover` is to post until `post_by`, or has `begun` with `number`; `ended` whose turn came last
    before that, and when; `late` that the time to post has passed with nothing to assume; since `blocked_at`
    the time does not run."""

    mover: str = ""
    begun: bool = False
    number: int = 0
    post_by: datetime | None = None
    ended: str = ""
    ended_at: datetime | None = None
    late: bool = False
    blocked_at: datetime | None = None


@dataclass(frozen=True)
class State:
    """The whole game."""

    name: str
    lang: str
    zone: str
    seed: int
    collation: str
    entry: str
    wanted: int
    ruleset: str
    opened: datetime
    book: Rulebook
    chosen: Mapping[str, str]
    next_number: int
    next_regulation: int
    gm: PersonId | None = None
    stage: Stage = Stage.FORMING
    players: Mapping[str, Player] = field(default_factory=dict)
    observers: Mapping[Seat, PersonId] = field(default_factory=dict)
    invited: frozenset[PersonId] = frozenset()
    newcomers: tuple[Newcomer, ...] = ()
    proposals: Mapping[int, Proposal] = field(default_factory=dict)
    regulation_votes: tuple[RegulationVote, ...] = ()
    turn: Turn = field(default_factory=Turn)
    turns: tuple[tuple[str, bool], ...] = ()
    circuits: int = 0
    completed_votes: tuple[int, ...] = ()
    penalties: tuple[Penalty, ...] = ()
    points: tuple[Scored, ...] = ()
    judgments: tuple[Judgment, ...] = ()
    consents: Mapping[str, bool] = field(default_factory=dict)
    confirmations: Mapping[str, bool] = field(default_factory=dict)
    unplayable: str = ""
    wins: tuple[Win, ...] = ()
    held: tuple[Held, ...] = ()
    conflicts: tuple[Conflict, ...] = ()
    variables: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    timers: tuple[Timer, ...] = ()
    suspended: Mapping[str, Suspension] = field(default_factory=dict)
    occasions: tuple[Occasion, ...] = ()
    pieces: tuple[Piece, ...] = ()
    paused: datetime | None = None
    winner: str = ""
    won_by: str = ""
    why: str = ""
    last: datetime | None = None

    @property
    def playing(self) -> tuple[str, ...]:
        """The players, by name."""
        return tuple(sorted(name for name, player in self.players.items() if player.plays))

    @property
    def over(self) -> bool:
        return self.stage in (Stage.OVER, Stage.ABANDONED)

    @property
    def open_proposals(self) -> tuple[Proposal, ...]:
        """Those under debate or vote, by number."""
        return tuple(each for number, each in sorted(self.proposals.items()) if not each.finished)

    @property
    def open_regulation(self) -> RegulationVote | None:
        return next((each for each in self.regulation_votes if each.closed is None), None)

    @property
    def void(self) -> frozenset[str]:
        """Keys of the rules that are entirely void while a conflict lasts (110)."""
        return frozenset(each.void for each in self.conflicts if each.void)

    @property
    def open_judgments(self) -> tuple[Judgment, ...]:
        """Those of the turn that has not given way to the next."""
        return tuple(each for each in self.judgments if not each.over)


def is_regulation(number: str) -> bool:
    return number.startswith("R")
