"""What fills a sentence about conditions, put together into the condition that it states."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.board.province import Place
from dragoman.diplomacy.orders.condition_words import Sentence
from dragoman.diplomacy.orders.conditions import (
    ANY_UNIT,
    Bounces,
    Comparison,
    Condition,
    Dislodged,
    Has,
    Held,
    Moves,
    Occupied,
    Removed,
    Retreats,
    SupportCut,
    Tries,
    Who,
    all_of,
    any_of,
    negation,
)
from dragoman.diplomacy.orders.order import Ordered


class Several(NamedTuple):
    """What a list names, and whether it says `and`, `or`, or (of one alone) nothing."""

    values: tuple[Any, ...]
    joined: str = ""


@dataclass(frozen=True)
class Meaning:
    """What fills a sentence, put together; None wherever it does not fit together."""

    chart: Chart
    values: Mapping[str, Any]

    def who(self) -> Who:
        """The units that a phrase for them names."""
        unit = self.values.get("UNIT")
        if isinstance(unit, Ordered):
            return Who(unit.power or "", unit.kind, unit.place)
        return Who(self.values.get("POWER", ""), self.values.get("KIND"), self.values.get("AT"))

    def condition(self, sentence: Sentence) -> Condition | None:
        """What the sentence states of each of those it names."""
        whos: Several = self.values.get("WHO", Several((ANY_UNIT,)))
        return _listed([self._stated(sentence, who) for who in whos.values], whos.joined)

    def _stated(self, sentence: Sentence, who: Who) -> Condition | None:
        """What it states of each place. Not to be in one *and* another may be said of either or both: not read."""
        places: Several = self.values.get("PLACE") or self.values.get("GOAL") or Several((None,))
        if sentence.denied and places.joined == "and":
            return None
        stated = _listed([self._atom(sentence.entry, who, place) for place in places.values], places.joined)
        return negation(stated) if stated is not None and sentence.denied else stated

    def _atom(self, entry: str, who: Who, place: Place | None) -> Condition | None:
        match entry:
            case "has":
                return self._has()
            case "empty" if place is not None:
                return negation(Occupied(place))
            case "occupied" if place is not None:
                return self._by(lambda by: Occupied(place, by))
            case "held" if place is not None:
                return self._held(place)
            case "dislodged":
                return self._by(lambda by: Dislodged(who, by))
            case _:
                mover = self._from(who)
                return None if mover is None else _deed(entry, mover, place)

    def _by(self, made: Callable[[Who], Condition]) -> Condition | None:
        """With each of those by whom it is so; nothing can be done by one *and* another."""
        if "BY" not in self.values:
            named = Who(self._power(), self.values.get("KIND"))
            return made(named)
        by: Several = self.values["BY"]
        return None if by.joined == "and" else any_of(*(made(who) for who in by.values))

    def _from(self, who: Who) -> Who | None:
        """The unit, with the place it is said to come from."""
        origin: Place | None = self.values.get("FROM")
        if origin is None or who.place == origin:
            return who
        return replace(who, place=origin) if who.place is None else None

    def _held(self, place: Place) -> Condition | None:
        """To hold a centre is to own it; elsewhere one can only have a unit."""
        if place.province not in self.chart.centres:
            return Occupied(place, Who(self._power()))
        return None if place.coast else Held(place.province, self._power())

    def _has(self) -> Condition | None:
        many, tail = self.values.get("MANY"), self.values.get("TAIL")
        if many and tail:
            return None
        return Has(self._power(), self.values["WHAT"], self.values["NUMBER"], many or tail or Comparison.EXACTLY)

    def _power(self) -> str:
        return str(self.values.get("POWER") or self.values.get("OWNER") or "")


def _listed(parts: Sequence[Condition | None], joined: str) -> Condition | None:
    known = [part for part in parts if part is not None]
    if len(known) < len(parts):
        return None
    return any_of(*known) if joined == "or" else all_of(*known)


def _deed(entry: str, who: Who, place: Place | None) -> Condition | None:
    """What a unit did, or what befell it."""
    match entry, place:
        case "bounces", _:
            return Bounces(who, place)
        case "removed", _:
            return Removed(who)
        case "cut", _:
            return SupportCut(who)
        case "moves", Place():
            return Moves(who, place)
        case "tries", Place():
            return Tries(who, place)
        case "fails", Place():
            return all_of(Tries(who, place), negation(Moves(who, place)))
        case "retreats", Place():
            return Retreats(who, place)
        case _:
            return None
