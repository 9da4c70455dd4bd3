"""Purses, bids on file, and what was bought so far (family P)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from dragoman.diplomacy.board.position import Phase
from dragoman.diplomacy.payola.bids import Offer
from dragoman.diplomacy.payola.market import Sale


@dataclass(frozen=True, slots=True)
class Bought:
    """A phase's market as it was recorded, with the offers that came to it and what was then in the purses. `turns` is
    how many phases had been adjudicated before."""

    phase: Phase
    turns: int
    offers: Mapping[str, Offer]
    sale: Sale
    purses: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Purses:
    """`money` is what each power has; `offers` the bids on file for the current phase; `markets` those that were held.
    `before` is what was in the purses before each market or income, with how many phases had been adjudicated by then,
    and whether it was a market."""

    money: Mapping[str, int] = field(default_factory=dict)
    offers: Mapping[str, Offer] = field(default_factory=dict)
    markets: tuple[Bought, ...] = ()
    before: tuple[tuple[int, bool, Mapping[str, int]], ...] = ()

    def noted(self, turns: int, market: bool) -> Purses:
        """With what is in the purses noted, before it changes."""
        return replace(self, before=(*self.before, (turns, market, self.money)))

    def back_to(self, index: int) -> Purses:
        """As they were when so many phases had been adjudicated, the bids of that time on file again."""
        later = [each for each in self.before if each[0] > index or (each[0] == index and each[1])]
        if not later:
            return self
        offers = next((each.offers for each in self.markets if each.turns == index), {})
        markets = tuple(each for each in self.markets if each.turns < index)
        return Purses(later[0][2], offers, markets, self.before[: self.before.index(later[0])])
