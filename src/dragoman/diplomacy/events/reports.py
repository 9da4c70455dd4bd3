"""In which form results are written for whom."""

from __future__ import annotations

from dragoman.diplomacy.events.happened import Happened


class ReportsChosen(Happened, frozen=True, kw_only=True, tag="ReportsChosen"):
    """Results are written in that form from now on (empty: as the house rules say) for a seat (empty: for everybody
    who has not chosen)."""

    seat: str
    form: str
