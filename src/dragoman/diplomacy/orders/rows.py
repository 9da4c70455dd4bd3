"""A row of words that is nothing but orders, one after another: what may stand between them, and what several units
are told to do at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from dragoman.diplomacy.orders.grammar import Grammar
from dragoman.diplomacy.orders.naming import SEPARATORS, Fragment, Named
from dragoman.diplomacy.orders.order import (
    Build,
    Convoy,
    Disband,
    Hold,
    Order,
    Ordered,
    SupportHold,
    SupportMove,
)
from dragoman.diplomacy.orders.vocabulary import Role

Verb = Callable[[Ordered], Order]
SHARED = (Role.HOLD, Role.SUPPORT, Role.CONVOY, Role.DISBAND, Role.BUILD)
"""What several units can be told to do at once."""
MOST_SHARERS = 5
BESIDES = (Role.FILLER, Role.AND, Role.STATUS)
KIND = (Role.ARMY, Role.FLEET)


class OrderRow:
    """Orders one after another, with nothing between them but what separates orders or means nothing."""

    def __init__(self, grammar: Grammar, verb: Verb | None) -> None:
        self.grammar, self.first_verb = grammar, verb
        self.dead: set[tuple[int, Verb | None]] = set()

    def from_index(self, start: int) -> list[tuple[int, Fragment]] | None:
        """The orders from an index to the end of the row, each with where it begins, or None."""
        return self._rest(start, self.first_verb, None)

    def _rest(self, index: int, verb: Verb | None, before: Fragment | None) -> list[tuple[int, Fragment]] | None:
        grammar = self.grammar
        index, parted, tight = self._past_separators(index)
        if index >= len(grammar.tokens):
            return []
        if (index, verb) in self.dead:
            return None
        torn = before is not None and bool(before.notes) and tight  # `Portu;gal - Boh`
        if before is None or (parted and not torn) or self._opens(index):
            for fragment in self._orders(index, verb):
                if tight and fragment.notes and not self._opens(index):  # `Arm,y Budapest`
                    continue
                rest = self._rest(fragment.end, _carried(fragment) or self.first_verb, fragment)
                if rest is not None:
                    return [(index, fragment), *rest]
            for shared in self._shared(index, ()):
                rest = self._rest(shared[0].end, self.first_verb, shared[-1])
                if rest is not None:
                    return [*((index, fragment) for fragment in shared), *rest]
        else:
            grammar.fail(index, "end")
        self.dead.add((index, verb))
        return None

    def _orders(self, index: int, verb: Verb | None) -> Iterator[Fragment]:
        yield from self.grammar.orders(index)
        if verb is not None:
            for named in self.grammar.units(index):
                yield Fragment(verb(named.unit), named.end, named.notes, verb_first=True)

    def _shared(self, index: int, before: tuple[Named, ...]) -> Iterator[tuple[Fragment, ...]]:
        """Orders of several units that have their verb together: `A Vie and A Bud hold`, `F Nth, F Nwg convoy …`."""
        grammar = self.grammar
        for named in grammar.units(index) if len(before) < MOST_SHARERS else ():
            if named.notes or named.goal:
                continue
            joined = self._past_joint(named.end)
            if joined is not None:
                yield from self._shared(joined, (*before, named))
            elif before and self._is_plural(grammar.past_filler(named.end)):
                for fragment in grammar.orders(index):
                    if (orders := _for_each((*before, named), fragment.order)) is not None:
                        yield tuple(Fragment(order, fragment.end, fragment.notes) for order in orders)

    def _past_joint(self, index: int) -> int | None:
        """The index after what joins units in a list: a comma, `and`, or both."""
        after = index + 1 if self.grammar.sign(index, ",") else index
        end = self.grammar.ends_with(after, Role.AND)
        return end if end is not None else after if after > index else None

    def _is_plural(self, index: int) -> bool:
        """Whether the verb here may be that of several: no sign of one letter, and no English form in -s."""
        if self.grammar.ends_with(index, *SHARED) is None:
            return False
        word = self.grammar.tokens[index].word
        return len(word) > 1 and not word.endswith("s")

    def _opens(self, index: int) -> bool:
        """Whether an order can begin here with nothing to part it from the one before: its type must be written."""
        grammar = self.grammar
        powers = grammar.ends_with(index, Role.POWER)
        return grammar.ends_with(powers if powers is not None else index, *KIND) is not None

    def _past_separators(self, index: int) -> tuple[int, bool, bool]:
        """The index after what may stand between orders, whether that parts them, and whether without a space."""
        grammar, parted, tight = self.grammar, False, False
        while index < len(grammar.tokens):
            if grammar.tokens[index].word in SEPARATORS or grammar.sign(index, "/"):
                tight = tight or grammar.tokens[index].tight
                index, parted = index + 1, True
            elif grammar.sign(index, "(") and (end := self._aside(index + 1)) is not None:
                index = end
            elif self._is_number(index):
                index, parted = index + 2, True
            elif index == 0 and grammar.tokens[0].word.isdecimal() and grammar.ends_with(1, Role.WAIVE) is None:
                index = 1  # a list numbered without a dot
            elif (end := grammar.ends_with(index, *BESIDES)) is not None and not grammar.means_more(index, BESIDES):
                parted = parted or grammar.ends_with(index, Role.AND) is not None
                index = end
            else:
                break
        return index, parted, tight

    def _is_number(self, index: int) -> bool:
        """Whether an entry of a numbered list begins here, in the middle of a line: `1) A Vie - Gal 2) A Bud H`."""
        grammar, word = self.grammar, self.grammar.tokens[index].word
        return word.isdecimal() and len(word) < 3 and any(grammar.sign(index + 1, sign) for sign in ").:")

    def _aside(self, index: int) -> int | None:
        """The index after words in brackets that mean nothing to an order: `(final)`, `(please)`."""
        grammar = self.grammar
        while (end := grammar.ends_with(index, *BESIDES)) is not None and not grammar.means_more(index, BESIDES):
            index = end
        return index + 1 if grammar.sign(index, ")") else None


def _for_each(units: Sequence[Named], order: Order) -> tuple[Order, ...] | None:
    """The order for each of several units; None where it cannot be shared, or one of them would support itself."""
    match order:
        case Hold() | Disband() | Build():
            other = ""
        case SupportHold(_, supported) | SupportMove(_, supported, _):
            other = supported.place.province
        case Convoy(_, army, _):
            other = army.place.province
        case _:
            return None
    if len({named.unit.place.province for named in units} | {other}) <= len(units):
        return None
    return tuple(replace(order, unit=named.unit) for named in units)


def _carried(fragment: Fragment) -> Verb | None:
    """The verb that a list goes on with: `Build A Vie, F Tri`, `remove A Bud and A Ser`."""
    return type(fragment.order) if fragment.verb_first and isinstance(fragment.order, Build | Disband) else None
