"""How often we answer: so rarely that no two machines can keep each other busy, and nobody can make us write to others.

Letters are heard all the same; it is only the answers that cease for the rest of the hour (RFC 3834 2).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta

from django.db.models import QuerySet

from dragoman import assembly
from dragoman.people.letters import MANY
from dragoman.store.inbox import Arrival
from dragoman.store.models import Incoming

HOUR = timedelta(hours=1)


def written(arrivals: Sequence[Arrival]) -> Mapping[str, int]:
    """How many letters the sender of each of these wrote in the hour before it, by the letter."""
    return assembly.inbox().written(arrivals, HOUR)


def may_answer(arrival: Arrival, counted: Mapping[str, int] | None = None) -> bool:
    """Whether this letter may still be answered, for all that its sender has written in the hour before it; `counted`:
    it was counted already."""
    counts = written([arrival]) if counted is None else counted
    return counts[arrival.id] <= assembly.house().limits.letters


def may_answer_stranger(arrival: Arrival) -> bool:
    """Whether a letter from an address that is not known may be answered: whoever forges senders finds no cannon."""
    few = _hour_before(arrival).filter(sealed_for="").count() <= assembly.house().limits.unknown_letters
    return few and may_answer(arrival)


def tell_of_many(arrival: Arrival, address: str) -> None:
    """Tell somebody who is known, once an hour, that their letters are heard and no longer answered."""
    person = assembly.register().find(address)
    to = assembly.register().correspondent(person) if person else None
    if to is not None:
        most = assembly.house().limits.letters
        key = f"{MANY}/{person}/{arrival.received_at:%Y-%m-%dT%H}"
        assembly.post_host_letter(key, MANY, to.address, {"most": str(most)}, to.lang, to.zone)


def _hour_before(arrival: Arrival) -> QuerySet[Incoming]:
    return Incoming.objects.filter(received_at__gt=arrival.received_at - HOUR, received_at__lte=arrival.received_at)
