"""The count: what a power builds, when each choice has so many votes.

In each centre the choice with most votes leads, and where fewer builds than such centres are left, those build whose
leader has most (D.6). Ties are for the home power: the first of the tied choices on its own list wins (D.9). From the
variant's text, as the home power writes its list:

>>> votes = dict.fromkeys(map(option, ["F STP/NC", "A MOS", "A WAR"]), 12) | {option("F STP/SC"): 8}
>>> russia = Contest("Russia", 1, ("MOS", "STP", "WAR"))
>>> def built(*listed: str) -> str:
...     outcome = counted(russia, votes, [Rank(option(each), "list") for each in listed], COUNT)
...     return ", ".join(map(str, outcome.built)) or "asked: " + ", ".join(map(str, outcome.asked))
>>> built("F STP/SC")  # S1: none of the tied choices is listed
'asked: A MOS, A WAR, F STP/NC'
>>> built("F STP/NC")  # S2
'F STP/NC'
>>> built("F STP/NC", "A MOS")  # S3, and S4, where the list gave 3 votes to the one and 12 to the other
'F STP/NC'

Nothing here depends on the order in which anything is given, save the home power's list; and to raise a choice never
makes it lose.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from dragoman.diplomacy.democracy.options import Contest, Option, option
from dragoman.diplomacy.democracy.settings import Rules


class Why(StrEnum):
    """Why a centre builds, or does not."""

    LEADS = "leads"
    NOTHING = "nothing"
    UNVOTED = "unvoted"
    BEYOND = "beyond"
    """Others had more votes, and no build was left."""
    LIST = "list"
    CHOICE = "choice"
    ALPHABET = "alphabet"
    LOT = "lot"
    RULE = "rule"
    """D.8 decided between nothing and a unit."""
    OPEN = "open"
    """It hangs on a tie that the home power is still to decide."""


@dataclass(frozen=True, slots=True)
class Counting:
    """How it is counted: D.6.B, D.7.B, and who goes before in a tie by D.8."""

    by_margin: bool = False
    taking: bool = False
    tie: str = "home"

    @classmethod
    def of(cls, rules: Rules) -> Counting:
        return cls(rules.by_margin, rules.taking, rules.tie)


COUNT = Counting()


@dataclass(frozen=True, slots=True)
class Rank:
    """A choice in its place in the order by which ties are decided, and what gave it that place: the home power's
    `list`, its later `choice`, or for want of both the `alphabet` or the `lot`."""

    option: Option
    by: str


@dataclass(frozen=True, slots=True)
class Found:
    """What became of one centre: its winner (None: undecided, or nobody voted), whether that is built, and why."""

    centre: str
    winner: Option | None
    built: bool
    why: Why
    tied: tuple[Option, ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one power's contest. While anything is `asked` of the home power the rest is not final."""

    contest: Contest
    found: tuple[Found, ...]
    asked: tuple[Option, ...] = ()

    @property
    def built(self) -> tuple[Option, ...]:
        return tuple(each.winner for each in self.found if each.built and each.winner is not None)


def counted(contest: Contest, votes: Mapping[Option, int], order: Sequence[Rank], counting: Counting) -> Outcome:
    """What is built of a contest. `order` decides ties, as far as it goes; whatever it leaves open is asked."""
    count = _Count(contest, votes, order, counting)
    count.run()
    found = tuple(count.found[centre] for centre in contest.centres)
    asked = tuple(sorted(set(count.asked), key=str))
    return Outcome(contest, found, asked)


@dataclass(frozen=True, slots=True)
class _Standing:
    """The choices that lead in one centre, and where that puts it among the centres."""

    centre: str
    leading: tuple[Option, ...]
    level: int
    why: Why = Why.LEADS


@dataclass
class _Count:
    """The count of one contest as it goes on, from the most votes to the least."""

    contest: Contest
    votes: Mapping[Option, int]
    order: Sequence[Rank]
    counting: Counting
    found: dict[str, Found] = field(default_factory=dict)
    asked: list[Option] = field(default_factory=list)
    left: int = 0
    open: int = 0

    def run(self) -> None:
        self.left = self.contest.builds
        standing = [s for centre in self.contest.centres if (s := self._standing(centre)) is not None]
        for level in sorted({each.level for each in standing}, reverse=True):
            self._level([each for each in standing if each.level == level])

    def _standing(self, centre: str) -> _Standing | None:
        """What leads in a centre; None where that settles it already."""
        here = {each: count for each, count in self.votes.items() if each.centre == centre and count > 0}
        if not here:
            self.found[centre] = Found(centre, None, False, Why.UNVOTED)
            return None
        best = sorted(set(here.values()), reverse=True)[0]
        leading = tuple(sorted((each for each, count in here.items() if count == best), key=str))
        kept = self._by_rule(leading)
        if not self.counting.taking and all(each.kind is None for each in kept):
            tied = leading if kept != leading else ()
            self.found[centre] = Found(centre, kept[0], False, Why.RULE if tied else Why.NOTHING, tied)
            return None
        second = max((count for each, count in here.items() if each != leading[0]), default=0)
        level = best - second if self.counting.by_margin else best
        return _Standing(centre, kept, level, Why.RULE if kept != leading else Why.LEADS)

    def _by_rule(self, leading: tuple[Option, ...]) -> tuple[Option, ...]:
        """D.8: what is left of a tie where nothing, or a unit, goes before."""
        units = tuple(each for each in leading if each.kind is not None)
        nothing = tuple(each for each in leading if each.kind is None)
        if not units or not nothing or self.counting.tie == "home":
            return leading
        return units if self.counting.tie == "unit" else nothing

    def _level(self, here: list[_Standing]) -> None:
        """The centres whose leaders have equally many votes."""
        if self.open and len(here) > self.left - self.open:
            for each in here:
                self._leave_open(each)
            return
        while here:
            if len(here) <= self.left - self.open:
                for each in here:
                    self._alone(each)
                return
            if self.left == 0:
                for each in here:
                    self._beyond(each)
                return
            here = self._one_of(here)

    def _alone(self, standing: _Standing) -> None:
        """A centre for which a build is left in any case: only its own tie is to be decided."""
        if len(standing.leading) == 1:
            self._decide(standing, standing.leading[0], standing.why)
            return
        first = self._first(standing.leading)
        if first is None:
            self.asked.extend(standing.leading)
            self.open += 1
            self._leave_open(standing)
        else:
            self._decide(standing, first.option, Why(first.by))

    def _one_of(self, here: list[_Standing]) -> list[_Standing]:
        """Decide one of several centres for which there are not builds enough; the others remain."""
        first = self._first(tuple(each for standing in here for each in standing.leading))
        if first is None:
            self.asked.extend(each for standing in here for each in standing.leading)
            self.open += self.left
            for standing in here:
                self._leave_open(standing)
            return []
        chosen = next(standing for standing in here if first.option in standing.leading)
        self._decide(chosen, first.option, Why(first.by), tuple(each for s in here for each in s.leading))
        return [standing for standing in here if standing is not chosen]

    def _first(self, tied: Iterable[Option]) -> Rank | None:
        among = set(tied)
        return next((rank for rank in self.order if rank.option in among), None)

    def _decide(self, standing: _Standing, winner: Option, why: Why, tied: tuple[Option, ...] = ()) -> None:
        built = winner.kind is not None
        if built or self.counting.taking:
            self.left -= 1
        if not built and why in (Why.LEADS, Why.RULE):
            why = Why.NOTHING if why is Why.LEADS else why
        tied = tied or (standing.leading if len(standing.leading) > 1 else ())
        self.found[standing.centre] = Found(standing.centre, winner, built, why, tied)

    def _beyond(self, standing: _Standing) -> None:
        self.found[standing.centre] = Found(standing.centre, standing.leading[0], False, Why.BEYOND)

    def _leave_open(self, standing: _Standing) -> None:
        tied = standing.leading if len(standing.leading) > 1 else ()
        self.found[standing.centre] = Found(standing.centre, None, False, Why.OPEN, tied)


__all__ = ["COUNT", "Contest", "Counting", "Found", "Option", "Outcome", "Rank", "Why", "counted", "option"]
