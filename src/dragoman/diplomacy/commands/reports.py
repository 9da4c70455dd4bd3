"""How results are to be written: for a seat, or, by the game master, for everybody who has not chosen."""

from __future__ import annotations

from dataclasses import dataclass

from dragoman.game.protocol import Speaker


@dataclass(frozen=True, slots=True)
class ChooseReports:
    """Have results written in that form (`words`, `codes`, `njudge`; empty: as the house rules say) from now on."""

    by: Speaker
    form: str
    everybody: bool = False
