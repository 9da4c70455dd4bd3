"""The pieces of which the bodies of notices are made: frozen values that hold no word of any language."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from msgspec import Struct

from dragoman.diplomacy.events.recorded import OrderRecord, PhaseRecord, UnitRecord


class Written(Struct, frozen=True, omit_defaults=True):
    """An order on file: as understood, as given, and the tolerances used to read it.

    `flaw` is the code of the fault for which it will not be followed whatever others order, `clause` what says so,
    `closed` what stands in the way (`adjudication.verdict.Closed`).
    """

    order: OrderRecord
    text: str
    notes: tuple[str, ...] = ()
    flaw: str = ""
    clause: str = ""
    closed: str = ""


class Owed(Struct, frozen=True, omit_defaults=True):
    """What a power has to order: units that move or retreat, or `count` builds (above 0) or disbands (below), builds at
    `sites`; `earned` are the builds that its centres allow, though there be no room for all. `retreats` maps the
    province of a dislodged unit to the places open to it."""

    units: tuple[UnitRecord, ...] = ()
    count: int = 0
    sites: tuple[str, ...] = ()
    retreats: Mapping[str, tuple[str, ...]] = {}
    earned: int = 0


class ChoiceTold(Struct, frozen=True):
    """A conditional order in canonical words, by language."""

    texts: Mapping[str, str]


class TakenTold(Struct, frozen=True, omit_defaults=True):
    """Which case of a conditional order was followed: its number (0: none held) and its words."""

    choice: ChoiceTold
    case: int = 0
    followed: ChoiceTold | None = None


class AheadNow(Struct, frozen=True, omit_defaults=True):
    """What is on file for a phase to come. `doubtful` are orders of its `choices` of which it is known already that
    they will not be followed."""

    phase: PhaseRecord
    lines: tuple[Written, ...]
    choices: tuple[ChoiceTold, ...] = ()
    final: bool = False
    doubtful: tuple[Written, ...] = ()


class ProxyTold(Struct, frozen=True, omit_defaults=True):
    """A proxy as its reader may know it: `units` are as they are ordered (`F NTH`; for builds the centre). `standing`
    is `in-force`, `pending` (a vote is open), `revoked` or `refused`."""

    giver: str
    receiver: str
    units: tuple[str, ...]
    phase: PhaseRecord
    standing: str


class ByProxy(Struct, frozen=True):
    """What is on file for another power's units, by its proxy."""

    giver: str
    lines: tuple[Written, ...]


class FileNow(Struct, frozen=True, omit_defaults=True):
    """The full set on file for one power, what it has sent ahead, and its proxies for this phase. `perpetual` names the
    kinds of phase for which a perpetual set is in force; `lacking` are the later phases of the same round for which
    nothing is on file. `sent_off` says that F.12.B gives a retreat to the units for which none is ordered, `bid` that
    bids have come; `doubtful` are orders of its `choices` of which it is known already that they will not be
    followed; `bought` that units do what is bid for them, and what is ordered only where nobody bids (P.1.B)."""

    power: str
    lines: tuple[Written, ...]
    unordered: tuple[UnitRecord, ...]
    final: bool
    owed: Owed
    at: datetime | None = None
    choices: tuple[ChoiceTold, ...] = ()
    ahead: tuple[AheadNow, ...] = ()
    perpetual: tuple[str, ...] = ()
    by_proxy: tuple[ByProxy, ...] = ()
    proxies: tuple[ProxyTold, ...] = ()
    seal: str = ""
    lacking: tuple[PhaseRecord, ...] = ()
    sent_off: bool = False
    bid: bool = False
    doubtful: tuple[Written, ...] = ()
    bought: bool = False


class Standing(Struct, frozen=True):
    """How a power stands: centres now and before, and units."""

    power: str
    centres: int
    before: int
    units: int


class Next(Struct, frozen=True, omit_defaults=True):
    """The phase that comes, and when it falls due (None while the clock stands still); or, with `vote`, when the vote
    ends that is held in it, or before it. `passed` says that it fell due before this was told."""

    phase: PhaseRecord
    deadline: datetime | None
    vote: bool = False
    passed: bool = False


class PieceTold(Struct, frozen=True, omit_defaults=True):
    """A piece of press as a reader may see it; `number` counts the pieces this reader may see.

    `seat` is whom it comes from (empty: nobody knows), `name` whom it is unofficially ascribed to; `author` who wrote
    it, where that has been disclosed. `section` is where X.1 has it published: with its author's `orders`, or among
    `press`, `unofficial` or `anonymous` press. `phase` is when it was sent; `answers` the number of the piece that it
    answers, `unnamed` that it answers the reader without knowing them; `held` that it is still to be published.
    """

    number: int
    at: datetime
    seat: str
    to: tuple[str, ...]
    text: str
    dateline: str = ""
    name: str = ""
    author: str = ""
    section: str = "press"
    phase: PhaseRecord | None = None
    answers: int = 0
    unnamed: bool = False
    held: bool = False


class ClaimTold(Struct, frozen=True, omit_defaults=True):
    """An error claimed as its reader may know it. `closes` is until when the ruling can be corrected."""

    number: int
    phase: PhaseRecord
    text: str = ""
    whose: str = ""
    at: datetime | None = None
    outcome: str = ""
    by: str = ""
    why: str = ""
    late: bool = False
    pleads: str = ""
    advice: tuple[str, ...] = ()
    closes: datetime | None = None
    waits: bool = False


class SeatTold(Struct, frozen=True):
    """One seat of the table, and whether somebody holds it."""

    seat: str
    held: bool


class VoteLine(Struct, frozen=True, omit_defaults=True):
    """So many votes for one choice, in words by language; `text` as it was written."""

    votes: int
    texts: Mapping[str, str]
    text: str = ""


class BallotTold(Struct, frozen=True, omit_defaults=True):
    """One's own ballot as it counts, the dearest choice first; votes cut from it, and lines for what cannot be."""

    lines: tuple[VoteLine, ...]
    cut: tuple[VoteLine, ...] = ()
    impossible: tuple[VoteLine, ...] = ()


class CentreTold(Struct, frozen=True, omit_defaults=True):
    """A centre that is voted on: its choices as they are written (nothing: the centre alone), and, once counted, the
    votes for each and why that is the result, in words by language."""

    centre: str
    choices: tuple[str, ...]
    counts: Mapping[str, str] = {}
    why: Mapping[str, str] = {}


class ContestTold(Struct, frozen=True, omit_defaults=True):
    """What is voted on for one power, and, once it is over, what came of it in a sentence by language."""

    power: str
    builds: int
    centres: tuple[CentreTold, ...]
    says: Mapping[str, str] = {}


class ReceiptTold(Struct, frozen=True):
    """What proves to one voter alone that the ballot was counted as cast: its seal is the hash of all the rest."""

    question: str
    voter: str
    ballot: str
    salt: str
    seal: str


class BidTold(Struct, frozen=True, omit_defaults=True):
    """A bid: its amount in writing, its mark, and its orders; once it was counted, what was paid for it (None: it was
    not accepted) and how much less that was than offered."""

    amount: str
    sort: str
    orders: tuple[str, ...]
    paid: int | None = None
    cut: int = 0


class OfferTold(Struct, frozen=True, omit_defaults=True):
    """The bids on file, what is held back, acceptance lists by unit, and what there is in the purse."""

    money: int
    bids: tuple[BidTold, ...] = ()
    savings: int = 0
    accepts: Mapping[str, tuple[str, ...]] = {}


class PriceTold(Struct, frozen=True):
    """What a unit did, and for how much."""

    unit: UnitRecord
    order: str
    price: int


class LedgerTold(Struct, frozen=True, omit_defaults=True):
    """What a phase's market came to for its reader (`balance` None: they have no purse); `prices` and the bids of
    `others` where they are told."""

    phase: PhaseRecord
    bids: tuple[BidTold, ...] = ()
    cost: int = 0
    balance: int | None = None
    prices: tuple[PriceTold, ...] = ()
    others: Mapping[str, tuple[BidTold, ...]] = {}


class PollTold(Struct, frozen=True, omit_defaults=True):
    """A vote on builds as its reader may know it. `votes` are the reader's (None: they have none), `allotted`
    everybody's; `ballot` is the reader's own. `asked` are ties that powers are still to decide, in words by language,
    and `choices` those among which the reader is to choose. `ballots` are all, where the house rules tell them."""

    number: int
    about: str
    phase: PhaseRecord
    contests: tuple[ContestTold, ...]
    counted: bool = False
    taking: bool = False
    votes: int | None = None
    allotted: Mapping[str, int] = {}
    ballot: BallotTold | None = None
    notice: datetime | None = None
    asked: Mapping[str, Mapping[str, str]] = {}
    choices: tuple[str, ...] = ()
    until: datetime | None = None
    seals: tuple[str, ...] = ()
    receipt: ReceiptTold | None = None
    ballots: Mapping[str, tuple[VoteLine, ...]] = {}
