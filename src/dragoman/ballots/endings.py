"""An ending that can be voted on is a ranking: a concession, a draw, a shared win, or places for several (Finnish 16).

Several may be carried at once; then all whom any of them mentions share the win, or only those whom one puts first.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Ranking:
    """Who would hold which place, the first first; those on one place share it. Everybody else keeps their own place
    behind them. Raises ValueError if a place is empty or somebody holds two."""

    places: tuple[tuple[str, ...], ...]

    def __post_init__(self) -> None:
        if not self.places or not all(self.places):
            raise ValueError("a ranking has at least a first place, and nobody's place is empty")
        if len(self.mentioned) != len(set(self.mentioned)):
            raise ValueError(f"somebody holds two places: {self.places}")

    @property
    def mentioned(self) -> tuple[str, ...]:
        return tuple(name for place in self.places for name in place)

    @property
    def first(self) -> tuple[str, ...]:
        return self.places[0]

    @property
    def soloist(self) -> str:
        """Who alone would win by it, or nobody: the beneficiary of IX.5."""
        return self.first[0] if len(self.first) == 1 else ""


def concession(winner: str) -> Ranking:
    """A win conceded to one (IX.1)."""
    return Ranking(((winner,),))


def draw(sharing: Iterable[str]) -> Ranking:
    """A draw, or shared win, of these (IX.2, Finnish 16)."""
    return Ranking((tuple(sorted(sharing)),))


def winners(carried: Iterable[Ranking], first_only: bool = False) -> tuple[str, ...]:
    """Who wins, or shares the win, when these proposals were carried together, by name; nobody if none was.

    One alone is won by its first place. With several, all mentioned in any of them share the win, as the Finnish rule
    says to the letter, or with `first_only` those in a first place.
    """
    rankings = tuple(carried)
    if len(rankings) > 1 and not first_only:
        return tuple(sorted({name for ranking in rankings for name in ranking.mentioned}))
    return tuple(sorted({name for ranking in rankings for name in ranking.first}))


def final_places(
    carried: Iterable[Ranking], standing: Sequence[Sequence[str]], first_only: bool = False
) -> tuple[tuple[str, ...], ...]:
    """The whole table at the end: the winners, the further places of a ranking carried alone, then all others as they
    stood. `standing` are the places without any vote, the best first."""
    rankings = tuple(carried)
    won = winners(rankings, first_only)
    ranked = rankings[0].places[1:] if len(rankings) == 1 else ()
    taken = {*won, *(name for place in ranked for name in place)}
    rest = (tuple(sorted(name for name in place if name not in taken)) for place in standing)
    return tuple(place for place in (won, *(tuple(sorted(place)) for place in ranked), *rest) if place)
