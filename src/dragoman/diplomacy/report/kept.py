"""What is told of sets that fell short of the rules and are kept for the game master (II.2)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from dragoman.diplomacy.events import OrdersKept
from dragoman.diplomacy.report.bodies import Refused
from dragoman.diplomacy.report.news import SetKept
from dragoman.diplomacy.report.parts import choice_told, head_of, written
from dragoman.diplomacy.sight import View
from dragoman.game.protocol import Wanting
from dragoman.game.refusals import Refusal
from dragoman.game.saying import Saying, say
from dragoman.game.seats import GM


def kept_told(view: View, event: OrdersKept) -> Iterator[SetKept]:
    """To the game master alone; its sender has it in the receipt."""
    kept = next((each for each in view.kept if each.number == event.number), None)
    if view.seat == GM and kept is not None:
        yield SetKept(
            head=head_of(view),
            number=kept.number,
            power=kept.power,
            phase=event.phase,
            lacks=kept.lacks,
            lines=tuple(map(written, kept.lines)),
            choices=tuple(choice_told(view.chart, choice) for _, choice in kept.choices),
        )


def held_back(heard: Sequence[Any]) -> tuple[Refused, ...]:
    """What a receipt says of sets that were kept: why they are refused, once for each reason."""
    lacks = dict.fromkeys(each.lacks for each in heard if isinstance(each, Wanting))
    return tuple(refused(each) for each in lacks)


def refused(refusal: Refusal) -> Refused:
    """A refusal as a receipt has it."""
    return Refused(refusal.code, refusal.says, refusal.clause, refusal.text)


def held_back_remark(heard: Sequence[Any], view: View) -> tuple[Saying, ...]:
    """And under which numbers they are kept."""
    count = sum(isinstance(each, Wanting) for each in heard)
    numbers = ", ".join(str(each.number) for each in view.kept[-count:]) if count else ""
    if not numbers:
        return ()
    return (say("Your orders are kept under the number {numbers}: the game master may take them all the same.",
                numbers=numbers),)  # fmt: skip
