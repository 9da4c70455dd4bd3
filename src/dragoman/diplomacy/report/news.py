"""The bodies of notices, one for each kind of news: frozen values that hold no word of any language."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from msgspec import Struct

from dragoman.diplomacy.events.corrections import ChangeRecord
from dragoman.diplomacy.events.recorded import PhaseRecord, PositionRecord, RulingRecord
from dragoman.diplomacy.report.ballots import ClauseChange, Overruled, VoteTold, YearTold
from dragoman.diplomacy.report.pieces import (
    ChoiceTold,
    ClaimTold,
    FileNow,
    LedgerTold,
    Next,
    Owed,
    PieceTold,
    PollTold,
    ProxyTold,
    SeatTold,
    Standing,
    TakenTold,
    Written,
)
from dragoman.game.saying import Saying

Names = Mapping[str, Mapping[str, str]]
"""Language → power → its name, and `POWER:genitive`, so that a body can be put into words without the map at hand."""


class Head(Struct, frozen=True, omit_defaults=True):
    """The game, the seat spoken to (empty: somebody without one), the powers' names, which map it is played on
    (empty in what was told before that was said), and whether somebody presides over it: if not, what would be the
    game master's words are those of whoever keeps the host."""

    game: str
    seat: str
    names: Names
    map: str = ""
    presided: bool = True


class Body(Struct, frozen=True, kw_only=True, tag_field="kind"):
    """What every body begins with."""

    head: Head


class PhaseTold(Struct, frozen=True, omit_defaults=True):
    """A phase that was adjudicated in one go with the one after it. `disordered` are powers in civil disorder then."""

    before: PositionRecord
    ruling: RulingRecord
    missing: tuple[str, ...] = ()
    taken: tuple[TakenTold, ...] = ()
    disordered: tuple[str, ...] = ()
    seals: tuple[tuple[str, str], ...] = ()


class Results(Body, frozen=True, kw_only=True, tag="results"):
    """A phase adjudicated, with the `earlier` ones of the same go. `owed` is what this seat must order next; `taken`
    how its conditional orders came out; `file` what it has on file already for what comes next; `votes` were counted
    with these orders (IX.4); `preview` marks a ruling not yet given. `form` is how it is to be written, `number` how
    many-th phase of the game it was, and `due` when it had been due. `mark` tells of a ruling
    that corrects an earlier one (`correction`), was amended by the game master before it was published (`amended`, by
    the `changes`), or is no longer in force (`corrected`, `taken-back`), and `mark_why` the reason.
    `played` is to the game master, where so few powers are left with a player that there is no game.
    """

    before: PositionRecord
    ruling: RulingRecord
    standings: tuple[Standing, ...]
    missing: tuple[str, ...] = ()
    next: Next | None = None
    owed: Owed | None = None
    all_owed: Mapping[str, Owed] = {}
    press: tuple[PieceTold, ...] = ()
    announced: tuple[str, ...] = ()
    announced_on: tuple[tuple[PhaseRecord, datetime], ...] = ()
    preview: bool = False
    mark: str = ""
    mark_why: str = ""
    changes: tuple[ChangeRecord, ...] = ()
    earlier: tuple[PhaseTold, ...] = ()
    taken: tuple[TakenTold, ...] = ()
    file: FileNow | None = None
    disordered: tuple[str, ...] = ()
    form: str = "words"
    number: int = 0
    due: datetime | None = None
    ledger: LedgerTold | None = None
    poll: PollTold | None = None
    votes: tuple[VoteTold, ...] = ()
    seals: tuple[tuple[str, str], ...] = ()
    played: int | None = None


class Proposal(Body, frozen=True, kw_only=True, tag="proposal"):
    """A question was put to the vote (`change` is `opened`), or taken from it (`withdrawn` or `refused`)."""

    vote: VoteTold
    change: str
    next: Next


class RulesNews(Body, frozen=True, kw_only=True, tag="rules-changed"):
    """House rules changed: by vote, which is told instead of an adjudication and gives the phase a new deadline, or by
    the game master, whose reason is `why`. `votes` are all that were counted then, `overruled` the clauses of which
    two carried proposals said different things."""

    cause: str
    changes: tuple[ClauseChange, ...]
    next: Next
    votes: tuple[VoteTold, ...] = ()
    why: str = ""
    overruled: tuple[Overruled, ...] = ()


class DrawWarning(Body, frozen=True, kw_only=True, tag="draw-warning"):
    """The game master warns that a draw may be declared, after so many years without a change (IX.2.A)."""

    years: int
    next: Next
    why: str = ""


class Started(Body, frozen=True, kw_only=True, tag="started"):
    """Play begins; `power` is what this seat plays (empty for others). `example` is an order that this seat could give,
    to show how one is written (empty: there is none to give, and in what was told before that was said)."""

    power: str
    position: PositionRecord
    seats: tuple[SeatTold, ...]
    next: Next
    owed: Owed | None = None
    example: str = ""


class Ended(Body, frozen=True, kw_only=True, tag="ended"):
    """Play is over, or (`closed`) the finished game is closed. `cause`, `proposals` and `places` are those of the
    event; `votes` were counted with it; `years` has the centres by year."""

    result: str
    powers: tuple[str, ...]
    why: str
    standings: tuple[Standing, ...]
    closed: bool = False
    cause: str = ""
    proposals: tuple[int, ...] = ()
    places: tuple[tuple[str, ...], ...] = ()
    votes: tuple[VoteTold, ...] = ()
    years: tuple[YearTold, ...] = ()


class Press(Body, frozen=True, kw_only=True, tag="press"):
    """A piece of press has come."""

    piece: PieceTold


class PressWithdrawn(Body, frozen=True, kw_only=True, tag="press-refused"):
    """To its author: the game master refused a piece."""

    piece: PieceTold
    why: str = ""


class PressComplaint(Body, frozen=True, kw_only=True, tag="press-reported"):
    """To the game master: a reader, `whose` seat it is, brought a piece before them."""

    piece: PieceTold
    whose: str
    why: str = ""


class Disclosed(Body, frozen=True, kw_only=True, tag="authors"):
    """Who wrote what: pieces that this reader knows already, with their authors."""

    pieces: tuple[PieceTold, ...]


class Claimed(Body, frozen=True, kw_only=True, tag="claimed"):
    """The game master has claimed names and places; `claimed` are all of them by now."""

    names: tuple[str, ...]
    claimed: str


class DeadlineMoved(Body, frozen=True, kw_only=True, tag="deadline"):
    """The current phase falls due at another time. `cause` is as in the event `DeadlineSet`, but `wish` for whatever a
    player wished; `faster` that it is before
    the schedule of VII.4; `since` and `until` when the host was away, where that was the cause."""

    next: Next
    why: str = ""
    cause: str = "gm"
    faster: bool = False
    since: datetime | None = None
    until: datetime | None = None


class ClockStopped(Body, frozen=True, kw_only=True, tag="paused"):
    """The game master stopped the clock, until `until`; from `call` on players may call for the game to go on."""

    phase: PhaseRecord
    why: str = ""
    until: datetime | None = None
    call: datetime | None = None


class ClockGoesOn(Body, frozen=True, kw_only=True, tag="resumed"):
    """The clock goes on; `cause` is as in the event `Resumed`."""

    next: Next
    cause: str = "gm"


class ClockNews(Body, frozen=True, kw_only=True, tag="clock"):
    """Something of the clock that some seat must know, named by `change`: `grace`, `waits`, `contact`, `lapsed`,
    `delay-asked`, `delay-granted`, `delay-refused`, `warned`, `warned-first` (who has asked for no delay yet),
    `absence`, `absence-off`, `pace`, `called`, `late`.

    `whose` is the seat that it is about (empty: the reader's own, or nobody's to know); `powers` those waited for;
    `clause` what decides; `until` the moment that matters, `since` when an absence begins; `minutes` how long a delay
    is; `lengths` the days of phases by kind; `vacant` those of `powers` that nobody plays.
    """

    change: str
    next: Next
    whose: str = ""
    powers: tuple[str, ...] = ()
    clause: str = ""
    since: datetime | None = None
    until: datetime | None = None
    number: int = 0
    minutes: int = 0
    lengths: Mapping[str, int] = {}
    why: str = ""
    vacant: tuple[str, ...] = ()


class Reminder(Body, frozen=True, kw_only=True, tag="reminder"):
    """The deadline draws near. `yours` says that the reader's orders are still wanted, and `file` what of them is
    there; `text` holds the game master's words, `minutes` how long it is until then. `ballot` says that what is wanted
    is a ballot, or a choice in a tie."""

    next: Next
    minutes: int
    yours: bool
    file: FileNow | None = None
    text: str = ""
    ballot: bool = False


class Announcement(Body, frozen=True, kw_only=True, tag="announcement"):
    """The game master's words to everybody."""

    text: str


class SeatChanged(Body, frozen=True, kw_only=True, tag="seat"):
    """A seat changed hands: `change` is `vacant`, `taken` or `replaced`, or why it did: `missed`, `contact`, `removed`,
    `standby`, `deputy`, `returned`; `whose` the seat; `yours` says that the reader holds it now, and `file`
    and `next` what they find; `until` when a deputy's time ends, if that is said; `open` that nobody holds it
    now, and `awaited` the clause by which the phase waits for its orders then."""

    whose: str
    change: str
    yours: bool = False
    why: str = ""
    next: Next | None = None
    file: FileNow | None = None
    until: datetime | None = None
    open: bool = False
    awaited: str = ""


class PlayersNews(Body, frozen=True, kw_only=True, tag="players"):
    """News of standbys, deputies, applicants and who presides, in sentences. `change` says what it is by a word that
    stays the same, `whose` which seat it is about, `why` what the game master says of it; `next` and `file` are there
    for whoever is to order now. An argument of a sentence that begins with `person_` is a person's id."""

    change: str
    says: tuple[Saying, ...]
    whose: str = ""
    why: str = ""
    next: Next | None = None
    file: FileNow | None = None


class ProxyNews(Body, frozen=True, kw_only=True, tag="proxy"):
    """A proxy was given (`change` is `given`), proposed, revoked, approved or refused. `vote` is the number of the vote
    on it (0: none); `yes`, `no`, `author_vote` and `votes` what may be told of that."""

    proxy: ProxyTold
    change: str
    vote: int = 0
    yes: int | None = None
    no: int | None = None
    author_vote: str = ""
    votes: Mapping[str, str] = {}


class PublicNews(Body, frozen=True, kw_only=True, tag="public"):
    """II.6: public orders are asked for (`change` is `asked`) of those powers, given (`given`) by one, or private ones
    are demanded (`private`) and have a deadline. `binding` says that public orders are final at once (B)."""

    change: str
    next: Next
    powers: tuple[str, ...] = ()
    lines: tuple[Written, ...] = ()
    choices: tuple[ChoiceTold, ...] = ()
    binding: bool = False


class MoneyNews(Body, frozen=True, kw_only=True, tag="money"):
    """Money came: the year's income (`change` is `income`), or a `gift` of another power. `has` is what there is
    now."""

    change: str
    amount: int
    has: int
    giver: str = ""


class PollNews(Body, frozen=True, kw_only=True, tag="poll"):
    """A vote on builds began (`change` is `opened`), notice was given (`notice`), a tie waits for a choice (`tie`), or
    what stands at the beginning is decided (`over`). `next` is the phase, and when the vote, the notice or the choice
    ends."""

    change: str
    poll: PollTold
    next: Next


class OrdersEntered(Body, frozen=True, kw_only=True, tag="entered"):
    """To a player: the game master has taken a set of theirs that fell short of the rules, and why."""

    phase: PhaseRecord
    why: str
    file: FileNow | None = None


class SetKept(Body, frozen=True, kw_only=True, tag="kept"):
    """To the game master: a power's set fell short of the rules, what was wanting, and the number under which it is
    kept."""

    number: int
    power: str
    phase: PhaseRecord
    lacks: Saying
    lines: tuple[Written, ...] = ()
    choices: tuple[ChoiceTold, ...] = ()


class ErrorNews(Body, frozen=True, kw_only=True, tag="error"):
    """Of a claim: to the game master that it was made (`claimed`), or a review asked for (`review`); to whoever made it
    what was decided (`answered`); to everybody advice taken in public (`advice`)."""

    claim: ClaimTold
    change: str


class Corrected(Body, frozen=True, kw_only=True, tag="corrected"):
    """To everybody: a ruling was corrected, phases were taken back (`taken-back`), the position was changed by hand
    (`edited`), or a unit too many was found (`extra`).

    `phase` is the phase concerned, `gone` those whose rulings are no longer in force; `changes` what the game master
    changed, `results` the ruling as corrected; `position` the one that stands; `next` what comes, and `file` what this
    seat has on file for it.
    """

    change: str
    phase: PhaseRecord
    why: str = ""
    by: str = "gm"
    clause: str = ""
    whose: str = ""
    changes: tuple[ChangeRecord, ...] = ()
    gone: tuple[PhaseRecord, ...] = ()
    results: Results | None = None
    position: PositionRecord | None = None
    next: Next | None = None
    file: FileNow | None = None


class ResultsWait(Body, frozen=True, kw_only=True, tag="held"):
    """To the game master: the deadline has passed, and this result waits for their release."""

    results: Results


class ConductNews(Body, frozen=True, kw_only=True, tag="conduct"):
    """Conduct reported, or a sanction: `change` is `reported`, `caution`, `block`, `unblock` or `expulsion`. `whose`
    conduct (empty: whoever wrote `piece`), `reporter` who reports, `to` and `sort` of a block."""

    change: str
    whose: str = ""
    piece: int = 0
    reporter: str = ""
    to: str = ""
    sort: str = ""
    clause: str = ""
    why: str = ""
    number: int = 0


class AllFinal(Body, frozen=True, kw_only=True, tag="all-final"):
    """To the game master: every player who has something to order has a final set on file. Where a `clause` keeps the
    phase from being adjudicated all the same, `until` is when that ends."""

    phase: PhaseRecord
    clause: str = ""
    until: datetime | None = None
