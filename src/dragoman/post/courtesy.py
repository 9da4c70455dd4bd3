"""How often we answer: so rarely that no two machines can keep each other busy, and nobody can make us write to others.

Letters are heard all the same; it is only the answers that cease for the rest of the hour (RFC 3834 2).
"""

from __future__ import annotations

from datetime import timedelta

from django.db.models import QuerySet

from dragoman.store.inbox import Arrival
from dragoman.store.models import Incoming

HOUR = timedelta(hours=1)
MOST_ANSWERS = 60
"""Letters of one sender in an hour that are answered; the busiest player writes fewer."""
MOST_STRANGERS = 60
"""Letters in an hour, from all people nobody here knows together, that are answered."""


def may_answer(arrival: Arrival) -> bool:
    """Whether this letter may still be answered, for all that its sender has written in the hour before it."""
    sender = Incoming.objects.filter(id=arrival.id).values("sender")[:1]
    return _hour_before(arrival).filter(sender__in=sender).count() <= MOST_ANSWERS


def may_answer_stranger(arrival: Arrival) -> bool:
    """Whether a letter from an address that is not known may be answered: whoever forges senders finds no cannon."""
    return _hour_before(arrival).filter(sealed_for="").count() <= MOST_STRANGERS and may_answer(arrival)


def _hour_before(arrival: Arrival) -> QuerySet[Incoming]:
    return Incoming.objects.filter(received_at__gt=arrival.received_at - HOUR, received_at__lte=arrival.received_at)
