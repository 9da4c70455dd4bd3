"""What the rules in force say of a state: the value of each parameter and whose it is, the readings, the order of
turns, who may vote, and which penalties there are.

A regulation speaks only where a rule in force delegates to it, and a rule that speaks for itself goes before it (320).
Where several rules set one parameter, precedence decides (110, 211). What nobody sets is undefined.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from fractions import Fraction
from functools import reduce

from dragoman.ballots.count import Threshold
from dragoman.game.rulebook import Provision
from dragoman.nomic import parameters
from dragoman.nomic.parameters import PENALTY, Value
from dragoman.nomic.precedence import MUTABLE, prevails
from dragoman.nomic.readings import PREFIX, READINGS
from dragoman.nomic.state import Player, State, is_regulation


@dataclass(frozen=True, slots=True)
class Stands:
    """A parameter as it stands: its value, as written, and the provision that gives it."""

    name: str
    text: str
    value: Value
    by: Provision


# --- parameters ---


def effective(state: State, provisions: Iterable[Provision]) -> tuple[Provision, ...]:
    """Those that are not entirely void (110)."""
    void = state.void
    return tuple(each for each in provisions if each.key not in void)


def stands(state: State, name: str) -> Stands | None:
    """A parameter as it stands; None where it is undefined."""
    by = giver(state, name)
    if by is None:
        return None
    text = by.now.settings[name]
    known = parameters.parameter(name)
    value = parameters.read(known, text) if known is not None else text
    return Stands(name, text, value, by) if value is not None else None


def giver(state: State, name: str) -> Provision | None:
    """The provision whose value for a parameter holds."""
    setters = effective(state, state.book.setting(name))
    regulations = [each for each in setters if is_regulation(each.number)]
    rules = [each for each in setters if not is_regulation(each.number)]
    delegating = {each.key for each in delegators(state, name)} if regulations else set()
    own = [each for each in rules if not (delegating and each.key in delegating)]
    if own:
        return first_of(state, own)
    if delegating:
        return max(regulations, key=lambda each: (each.now.at, int(each.number[1:])))
    return first_of(state, rules)


def delegators(state: State, name: str) -> tuple[Provision, ...]:
    """The rules in force that leave a parameter to regulations."""
    leaving = effective(state, state.book.setting("delegates"))
    return tuple(
        each for each in leaving
        if not is_regulation(each.number) and name in [w.strip() for w in each.now.settings["delegates"].split(",")]
    )  # fmt: skip


def first_of(state: State, provisions: Iterable[Provision]) -> Provision | None:
    """The one that prevails over all others in a conflict of these."""
    lowest = _lowest(state)
    ordered = list(provisions)
    if not ordered:
        return None
    return reduce(lambda one, other: prevails(state.book, one, other, lowest), ordered)


def _lowest(state: State) -> bool:
    """Whether the lower number goes before; where no rule says, too (ours: a game must go on)."""
    said = [each.now.settings["precedence"] for each in effective(state, state.book.setting("precedence"))]
    return said[:1] != ["highest"]


def whole(state: State, name: str) -> int | None:
    """A parameter that is a whole number; None where it is undefined."""
    found = stands(state, name)
    return found.value if found is not None and isinstance(found.value, int) else None


def amount(state: State, name: str) -> Fraction | None:
    """A parameter that is an amount or a share; None where it is undefined."""
    found = stands(state, name)
    return found.value if found is not None and isinstance(found.value, Fraction) else None


def word(state: State, name: str) -> str:
    """A parameter that is a choice; empty where it is undefined."""
    found = stands(state, name)
    return found.value if found is not None and isinstance(found.value, str) else ""


def words(state: State, name: str) -> tuple[str, ...]:
    """A parameter that is a list; empty where it is undefined."""
    found = stands(state, name)
    return found.value if found is not None and isinstance(found.value, tuple) else ()


def threshold(state: State, name: str) -> Threshold | None:
    """A parameter that is a threshold; None where it is undefined."""
    found = stands(state, name)
    return found.value if found is not None and isinstance(found.value, Threshold) else None


def hours(state: State, name: str) -> timedelta | None:
    """A parameter in hours, as a span of time."""
    number = amount(state, name)
    return timedelta(seconds=float(number * 3600)) if number is not None else None


def owner(state: State, name: str) -> str:
    """The number of the provision that gives a parameter; empty where none does."""
    found = giver(state, name)
    return found.number if found is not None else ""


def reading(state: State, name: str) -> str:
    """How an open point is read: as a rule in force says, else as was ruled or chosen, else as usual."""
    said = effective(state, state.book.setting(PREFIX + name))
    by = first_of(state, said)
    if by is not None:
        return by.now.settings[PREFIX + name]
    return state.chosen.get(name, READINGS[name].usual)


# --- players and their order ---


def collated(name: str, collation: str) -> tuple[str, str]:
    """By what a name is put in the alphabet: in Finnish å, ä and ö come last, elsewhere with a and o."""
    plain = name.casefold()
    if collation == "fi":
        plain = plain.replace("å", "{").replace("ä", "|").replace("ö", "}")  # the signs that follow z
    letters = unicodedata.normalize("NFKD", plain)
    return "".join(each for each in letters if not unicodedata.combining(each)), name


def rank(state: State, player: Player) -> tuple[int, tuple[str, str]]:
    """A player's place in the order of turns (201)."""
    match word(state, "order"):
        case "seating":
            return player.place, ("", "")
        case "surname":
            return 0, collated(f"{player.surname or player.name}\0{player.name}", state.collation)
        case _:
            return 0, collated(player.name, state.collation)


def order(state: State) -> tuple[str, ...]:
    """The players in the order of turns."""
    return tuple(sorted(state.playing, key=lambda name: rank(state, state.players[name])))


def following(state: State, name: str) -> str:
    """Who comes after a player, or after the place of one who left; empty where nobody plays."""
    ring = order(state)
    here = rank(state, state.players[name]) if name in state.players else None
    later = [each for each in ring if here is not None and rank(state, state.players[each]) > here]
    return later[0] if later else ring[0] if ring else ""


def preceding(state: State, name: str) -> str:
    """Who comes before a player in the ring; empty where nobody else plays."""
    ring = [each for each in order(state) if each != name]
    here = rank(state, state.players[name]) if name in state.players else None
    earlier = [each for each in ring if here is not None and rank(state, state.players[each]) < here]
    return earlier[-1] if earlier else ring[-1] if ring else ""


# --- rules ---


def rules(state: State) -> tuple[Provision, ...]:
    """The rules in force, by number (101)."""
    return tuple(each for each in state.book.in_force if not is_regulation(each.number))


def regulations(state: State) -> tuple[Provision, ...]:
    return tuple(each for each in state.book.in_force if is_regulation(each.number))


def mutable_count(state: State) -> int:
    return sum(each.now.status == MUTABLE for each in rules(state))


# --- penalties ---


@dataclass(frozen=True, slots=True)
class Defined:
    """A penalty as rules in force define it: who defines it, when it is assigned, its effects, and the points for which
    it can be removed. What another rule says of it counts only where that is delegated (313)."""

    category: str
    severity: str
    rule: Provision
    when: tuple[str, ...] = ()
    immediate: int | None = None
    long_term: int | None = None
    removal: int | None = None


def penalties(state: State) -> tuple[Defined, ...]:
    """Every penalty that a rule in force defines, by category and severity."""
    named: dict[tuple[str, str], None] = {}
    for name in state.book.settings():
        found = PENALTY.fullmatch(name)
        if found and found["severity"] in words(state, "severities"):
            named[found["category"], found["severity"]] = None
    defined = (_defined(state, category, severity) for category, severity in sorted(named))
    return tuple(each for each in defined if each is not None)


def penalty(state: State, category: str, severity: str) -> Defined | None:
    """The penalty of that kind, if a rule in force defines it."""
    kinds = (each for each in penalties(state) if (each.category, each.severity) == (category, severity))
    return next(kinds, None)


def _defined(state: State, category: str, severity: str) -> Defined | None:
    kind = f"penalty {category} {severity} "
    definer = _definer(state, kind)
    if definer is None:
        return None
    delegated = definer.now.settings.get(f"{kind}delegates", "")
    conditions = _part(state, definer, f"{kind}when", "conditions" in delegated)
    effects = "effects" in delegated
    return Defined(
        category, severity, definer, tuple(each.strip() for each in conditions.split(",") if each.strip()),
        _points(_part(state, definer, f"{kind}immediate", effects)),
        _points(_part(state, definer, f"{kind}long-term", effects)),
        _points(_part(state, definer, f"{kind}removal", "conditions" in delegated)),
    )  # fmt: skip


def _definer(state: State, kind: str) -> Provision | None:
    """The one rule that defines a penalty: of those that say when it is assigned the one that prevails, else of those
    that say anything of it."""
    conditions = effective(state, state.book.setting(f"{kind}when"))
    others = effective(state, (p for part in ("immediate", "long-term") for p in state.book.setting(kind + part)))
    return first_of(state, conditions) or first_of(state, others)


def _part(state: State, definer: Provision, name: str, delegated: bool) -> str:
    if name in definer.now.settings:
        return definer.now.settings[name]
    by = first_of(state, effective(state, state.book.setting(name))) if delegated else None
    return by.now.settings[name] if by is not None else ""


def _points(text: str) -> int | None:
    return int(text) if text.lstrip("-").isdigit() else None
