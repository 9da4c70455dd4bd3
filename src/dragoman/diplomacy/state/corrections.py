"""What a game keeps of errors: claims and what was decided of them, rulings no longer in force, edits by hand, and
results that wait for their release (VIII)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

from dragoman.diplomacy.adjudication.amending import Change
from dragoman.diplomacy.board.position import Phase, Position
from dragoman.diplomacy.state.filing import Sets
from dragoman.diplomacy.state.turns import Superseded
from dragoman.game.seats import Seat


@dataclass(frozen=True, slots=True)
class Advice:
    """Advice that the game master took on a claim (VIII.4)."""

    at: datetime
    text: str
    public: bool


@dataclass(frozen=True, slots=True)
class Claim:
    """An error claimed. `outcome` is empty while it is open, then `corrected` or `stands`; `by` who decided: `gm`,
    `referee` or `keeper`. `review` is when a review was asked for (None: not), `pleads` with which words, and `pending`
    that it is still to be decided; `late` that the ruling stood by VIII.1 when the claim came."""

    number: int
    at: datetime
    seat: Seat
    phase: Phase
    text: str
    late: bool = False
    outcome: str = ""
    by: str = ""
    why: str = ""
    decided: datetime | None = None
    review: datetime | None = None
    pleads: str = ""
    pending: bool = False
    advice: tuple[Advice, ...] = ()

    @property
    def open(self) -> bool:
        """Whether it waits for a decision."""
        return not self.outcome or self.pending


@dataclass(frozen=True, slots=True)
class Edit:
    """A position changed by hand. `turns` is how many rulings were in force then; `undone` when phases before it were
    taken back (None: it stands)."""

    at: datetime
    turns: int
    before: Position
    after: Position
    changes: tuple[Change, ...]
    why: str
    clause: str = ""
    undone: datetime | None = None


@dataclass(frozen=True, slots=True)
class Corrections:
    """All of it. `holding` says that results wait for their release; `held` since when the current phase's does (None:
    it does not), with the `amendments` made to it and the reasons given for them.

    `by_proxy` is what receivers of proxies have on file for phases that were taken back, until these come again.
    """

    claims: tuple[Claim, ...] = ()
    superseded: tuple[Superseded, ...] = ()
    edits: tuple[Edit, ...] = ()
    holding: bool = False
    held: datetime | None = None
    amendments: tuple[Change, ...] = ()
    reasons: tuple[str, ...] = ()
    by_proxy: Mapping[Phase, Mapping[tuple[str, str], Sets]] = field(default_factory=dict)

    def claim(self, number: int) -> Claim | None:
        """The claim of that number."""
        return next((each for each in self.claims if each.number == number), None)

    def of(self, seat: Seat) -> tuple[Claim, ...]:
        """The claims made from a seat, in their order: this is how they are numbered for it."""
        return tuple(each for each in self.claims if each.seat == seat)

    def waiting(self, phase: Phase) -> tuple[Claim, ...]:
        """The claims on a phase that wait for a decision."""
        return tuple(each for each in self.claims if each.phase == phase and each.open)

    def with_claim(self, claim: Claim) -> Corrections:
        """With a claim new, or changed."""
        others = [each for each in self.claims if each.number != claim.number]
        return replace(self, claims=tuple(sorted([*others, claim], key=lambda each: each.number)))

    def answered(self, numbers: tuple[int, ...], outcome: str, by: str, why: str, at: datetime) -> Corrections:
        """With those claims decided."""
        claims = tuple(
            replace(each, outcome=outcome, by=by, why=why, decided=at, pending=False)
            if each.number in numbers
            else each
            for each in self.claims
        )
        return replace(self, claims=claims)

    def reopened(self) -> Corrections:
        """Nothing waits for a release any more."""
        return replace(self, held=None, amendments=(), reasons=())
