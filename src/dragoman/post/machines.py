"""What a machine's letter means for the games of the person it is about: an absence, or an address that fails.

The machine hears nothing of it. The game master of each table concerned is told, once a day for each thing.
"""

from __future__ import annotations

from dragoman import assembly
from dragoman.game.seats import GM, PersonId
from dragoman.post.letter import Automatic, Letter
from dragoman.store.inbox import Arrival
from dragoman.store.models import Sitting

MOST_FAILURES = 20


def tell_masters(letter: Letter, arrival: Arrival) -> None:
    """Tell game masters what this letter shows of their players."""
    if letter.automatic is Automatic.AUTOREPLY:
        _tell(letter.sender.address, {"until": letter.away_until}, arrival)
    elif letter.automatic is Automatic.BOUNCE:
        for failure in letter.failures[:MOST_FAILURES]:
            if failure.action in ("", "failed"):  # a delay is no failure (RFC 3464 2.3.3)
                _tell(failure.recipient, {"fails": "yes"}, arrival)


def _tell(address: str, what: dict[str, str], arrival: Arrival) -> None:
    person = assembly.register().find(address)
    if person is None:
        return
    for table, seat in Sitting.objects.filter(person=person).exclude(seat=GM).values_list("table_id", "seat"):
        master = Sitting.objects.filter(table_id=table, seat=GM).values_list("person", flat=True).first()
        to = assembly.register().correspondent(PersonId(master)) if master else None
        if to is not None:
            day = f"{arrival.received_at:%Y-%m-%d}"
            key = assembly.keys().digest("unreached", table, seat, day, *what.values())
            parts = {"table": table, "seat": seat, **what}
            assembly.post_host_letter(
                f"{assembly.UNREACHED}/{key}", assembly.UNREACHED, to.address, parts, to.lang, to.zone
            )
