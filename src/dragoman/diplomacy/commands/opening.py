"""How a game of Diplomacy is opened."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from dragoman.diplomacy.board.position import Position
from dragoman.game.protocol import Speaker
from dragoman.game.seats import PersonId, Seat


@dataclass(frozen=True, slots=True)
class OpenGame:
    """Open a game on the map whose whole text is `map`, under the house rules `rules` (clause → choice, every clause).

    Deadlines fall at the local time of day `hour` (`"21:00"`; empty: whatever hour a phase begins) and on `weekdays`
    alone (Monday is 0), in `zone`. `seed` gives all chance; `gm` the human game master (None: the automatic
    referee); `seats` who holds which seat from the beginning; `given` a position to begin from; `entry` is `open` or
    `invited`; `begin` says that play begins at once, with the seats nobody holds left vacant; `anonymous` that nobody,
    the game master apart, learns who plays which power before the end; `least` how reliable, in per cent, a player must
    be who is not new to the host; `hold` that results wait for the release of a human game master.
    """

    by: Speaker
    name: str
    map: str
    rules: Mapping[str, str]
    seed: int
    lang: str = "en"
    zone: str = "UTC"
    hour: str = ""
    weekdays: tuple[int, ...] = (0, 1, 2, 3, 4, 5, 6)
    gm: PersonId | None = None
    seats: Mapping[Seat, PersonId] = field(default_factory=dict)
    given: Position | None = None
    entry: str = "open"
    begin: bool = False
    anonymous: bool = False
    least: int = 0
    hold: bool = False
