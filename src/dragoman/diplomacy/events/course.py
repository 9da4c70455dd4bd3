"""The course of play: deadlines, rulings, pauses, the end."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from dragoman.diplomacy.events.contingent import TakenRecord
from dragoman.diplomacy.events.happened import Happened
from dragoman.diplomacy.events.recorded import PhaseRecord, RulingRecord


class DeadlineSet(Happened, frozen=True, kw_only=True, tag="DeadlineSet"):
    """A phase falls due at `deadline`. `cause` is `schedule`, `gm`, `resumed`, or `private` where private orders were
    demanded; `delay` or `absence` where a player wished it, `outage` where the host was away, `hardship` where the
    pace was too fast for a player, `replacement` where a seat that was waited for has a new player; `why` a game
    master's reason. `schedule` is the deadline that VII.4 gives, where the pace gives another (None: it is this one).
    """

    phase: PhaseRecord
    deadline: datetime
    cause: str = "schedule"
    why: str = ""
    schedule: datetime | None = None


class PhaseAdjudicated(Happened, frozen=True, kw_only=True, tag="PhaseAdjudicated"):
    """A phase was ruled upon, as recorded here: folding never adjudicates again.

    `missing` are the powers that had something to order and sent nothing; `judged_by` the version of the adjudicator;
    `cause` is `deadline`, `all-final` or `gm`, or `round` where the phase followed on another in its round. `taken`
    tells for each power which cases of its conditional orders were followed, which is that power's alone to know.
    """

    ruling: RulingRecord
    missing: tuple[str, ...] = ()
    cause: str = "deadline"
    judged_by: str = ""
    taken: Mapping[str, tuple[TakenRecord, ...]] = {}


class Paused(Happened, frozen=True, kw_only=True, tag="Paused"):
    """The clock stands still, until `until` at the latest."""

    why: str = ""
    until: datetime | None = None


class Resumed(Happened, frozen=True, kw_only=True, tag="Resumed"):
    """The clock goes on: the game master says so (`gm`), the players call for it (`called`), or the pause has come to
    its end (`lapsed`)."""

    cause: str = "gm"


class GameWon(Happened, frozen=True, kw_only=True, tag="GameWon"):
    """One power reached the victory count of centres."""

    power: str
    centres: int


class GameEnded(Happened, frozen=True, kw_only=True, tag="GameEnded"):
    """Play is over. `result` is `win`, `draw` or `ended`; `powers` share it; `why` the game master's words.

    `cause` is what brought it about: `centres`, a vote (`concession`, `draw`, `ranking`, or `several` carried at once),
    `stalemate` (IX.2.B), `declared` (IX.2.A), `year` (the last one), or `gm`; `proposals` are the votes that did.
    `places` is the final table, the first place first; those on one place share it.
    """

    result: str
    powers: tuple[str, ...] = ()
    why: str = ""
    cause: str = ""
    proposals: tuple[int, ...] = ()
    places: tuple[tuple[str, ...], ...] = ()


class GameClosed(Happened, frozen=True, kw_only=True, tag="GameClosed"):
    """The game master closed a finished game: nothing more is heard."""

    why: str = ""


CourseEvent = DeadlineSet | PhaseAdjudicated | Paused | Resumed | GameWon | GameEnded | GameClosed
