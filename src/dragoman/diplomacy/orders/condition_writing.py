"""Every condition has one canonical writing in each language, which `condition_reading` reads back to the same value.

The English one names powers by id and is what records keep; others name them as the map does and are for people.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import assert_never

from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.board.unit import UnitKind
from dragoman.diplomacy.orders.condition_words import shown, word
from dragoman.diplomacy.orders.conditions import (
    ANY_UNIT,
    And,
    Atom,
    Bounces,
    Condition,
    Dislodged,
    Has,
    Held,
    Moves,
    Not,
    Occupied,
    Or,
    Removed,
    Retreats,
    SupportCut,
    Tries,
    Who,
)


def write(condition: Condition) -> str:
    """The canonical writing: `Austria moves to GAL and not (A VIE is dislodged or TRI is held by Italy)`."""
    return _Pen("en").write(condition)


def told(condition: Condition, chart: Chart, lang: str) -> str:
    """The canonical writing in a language, with the powers' names in it. Raises KeyError for a language without
    sentences."""
    names = {power.id: power.names.get(lang, power.id) for power in chart.powers.values()}
    return _Pen(lang, names).write(condition)


def write_case(condition: Condition, orders: str) -> str:
    """The canonical writing of orders under a condition: `if GAL is empty: A War - Gal`."""
    return f"{word('en', 'if')} {write(condition)}: {orders}"


def written_who(who: Who) -> str:
    """The units meant, canonically: `A VIE`, `Austria`, `any army of Austria`, `the unit in VIE`, `any unit`."""
    return _Pen("en").who(who)


@dataclass(frozen=True)
class _Pen:
    lang: str
    names: Mapping[str, str] = field(default_factory=dict)

    def write(self, condition: Condition) -> str:
        match condition:
            case And(parts):
                return self._joined(parts, "and")
            case Or(parts):
                return self._joined(parts, "or")
            case Not(what):
                return self._denied(what)
            case _:
                return self._said(condition, "shown")

    def _denied(self, what: Condition) -> str:
        if isinstance(what, Not):
            return self.write(what.what)
        if isinstance(what, And | Or):
            return f"{word(self.lang, 'not')} ({self.write(what)})"
        return self._said(what, "shown-denial")

    def _joined(self, parts: tuple[Condition, ...], joint: str) -> str:
        """Parts that are joined themselves stand in brackets, so that nobody need know what binds tighter."""
        written = (f"({self.write(p)})" if isinstance(p, And | Or) else self.write(p) for p in parts)
        return f" {word(self.lang, joint)} ".join(written)

    def _said(self, atom: Atom, section: str) -> str:
        entry, gaps = self._gaps(atom)
        return shown(self.lang, section, entry).format(**gaps)

    def _gaps(self, atom: Atom) -> tuple[str, dict[str, str]]:
        """The sentence that an atom needs, and what fills it."""
        match atom:
            case Moves(who, to):
                return "moves", {"who": self.who(who), "place": str(to)}
            case Tries(who, to):
                return "tries", {"who": self.who(who), "place": str(to)}
            case Retreats(who, to):
                return "retreats", {"who": self.who(who), "place": str(to)}
            case Bounces(who, None):
                return "bounces", {"who": self.who(who)}
            case Bounces(who, goal):
                return "bounces-there", {"who": self.who(who), "place": str(goal)}
            case Dislodged(who, by):
                return "dislodged" if by == ANY_UNIT else "dislodged-by", {"who": self.who(who), "by": self.who(by)}
            case Removed(who):
                return "removed", {"who": self.who(who)}
            case SupportCut(who):
                return "cut", {"who": self.who(who)}
            case Occupied(place, by):
                return "occupied" if by == ANY_UNIT else "occupied-by", {"place": str(place), "by": self.who(by)}
            case Held(centre, power):
                return "held", {"place": centre, "power": self._power(power)}
            case Has():
                return "has", self._count(atom)
            case _:
                assert_never(atom)

    def _count(self, has: Has) -> dict[str, str]:
        number = "shown-one" if has.count == 1 else "shown-many"
        return {
            "power": self._power(has.power),
            "many": word(self.lang, has.comparison.value),
            "number": str(has.count),
            "what": shown(self.lang, number, has.what.value),
        }

    def who(self, who: Who) -> str:
        if who.kind and who.place:
            power = f"{self._power(who.power)} " if who.power else ""
            return f"{power}{who.kind.value} {who.place}"
        said = {"power": who.power, "kind": who.kind, "place": who.place}
        entry = "-".join(name for name, value in said.items() if value) or "any"
        kind = {None: "", UnitKind.ARMY: "army", UnitKind.FLEET: "fleet"}[who.kind]
        gaps = {"power": self._power(who.power), "kind": kind and shown(self.lang, "shown-who", kind)}
        return shown(self.lang, "shown-who", entry).format(**gaps, place=who.place)

    def _power(self, power: str) -> str:
        return self.names.get(power, power)
