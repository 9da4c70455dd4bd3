"""What waits for a Judge, and which ruling ends the waiting: one that speaks of it or orders it, and no other (212)."""

from __future__ import annotations

import re
from collections.abc import Iterable

from dragoman.nomic.commands import Judge, Order
from dragoman.nomic.decide.proceedings import Proceedings
from dragoman.nomic.events.judgment import HeldSettled
from dragoman.nomic.state import Held, Judgment, State
from dragoman.tongues.lexicon import folded

EXHAUSTED = "judges-exhausted"


def seen_to(state: State, asked: Judgment, command: Judge) -> tuple[str, ...]:
    """The `about` of what waits no longer once that question is decided so: what its own number, its words, the words
    of the ruling or an order name."""
    said = f"{asked.question}\n{command.ruling}"
    return tuple(
        held.about
        for held in state.held
        if _asked_of(held, asked, said) or any(_ordered(held, order) for order in command.orders)
    )


def _asked_of(held: Held, asked: Judgment, said: str) -> bool:
    """A question's number is no subject: nobody means question 3 who writes of three votes."""
    if held.what == EXHAUSTED:
        return held.about == str(asked.id)
    return any(re.search(rf"(?<!\w){re.escape(folded(one))}(?!\w)", folded(said)) for one in subjects(held))


def _ordered(held: Held, order: Order) -> bool:
    match order.what:
        case "effect" | "opens":
            return held.about == str(order.amount) and held.what != EXHAUSTED
        case "winner":
            return order.player in subjects(held)
        case _:
            return False


def subjects(held: Held) -> tuple[str, ...]:
    """What a writer calls it: the proposal's number, each player, the rule of a task, or the question as code asks."""
    match held.what:
        case "several-at-target":
            return (held.about, *held.about.split(", "))
        case "task":
            return (held.about, held.about.split()[0])
        case _:
            return (held.about,)


def named(state: State, name: str) -> tuple[str, ...]:
    """The `about` of what waits and is called so; of all that waits where there is no name."""
    wanted = folded(name)
    return tuple(each.about for each in state.held if not wanted or wanted in map(folded, subjects(each)))


def end(p: Proceedings, abouts: Iterable[str], by: str) -> None:
    """Enter that these wait no more."""
    ends = tuple(abouts)
    if ends:
        p.happen(HeldSettled, by=by, ends=ends)
