"""What an event says of how reliably persons play: rounds kept, missed and excused, and the blacklist (F.9).

Whoever was in charge of a seat as the round was played is meant, never who holds it now or held it first.
"""

from __future__ import annotations

from collections.abc import Iterator

from dragoman.diplomacy.events import Event, GameEnded, GameOpened, PersonListed, PersonUnlisted, RoundPlayed
from dragoman.game.repute import Mark
from dragoman.game.seats import PersonId


def marks(event: Event) -> tuple[Mark, ...]:
    """What that event says of persons."""
    match event:
        case RoundPlayed():
            return tuple(_played(event))
        case PersonListed(person=person, seat=seat, why=why, until=until):
            return (Mark(PersonId(person), "listed", seat, why, until),)
        case PersonUnlisted(person=person, seat=seat, why=why):
            return (Mark(PersonId(person), "unlisted", seat, why),)
        case _:
            return ()


def hides(event: Event) -> bool | None:
    """In an anonymous game nobody may learn who plays what before the end, not from figures that rise and fall with it
    either."""
    match event:
        case GameOpened(anonymous=anonymous):
            return anonymous
        case GameEnded():
            return False
        case _:
            return None


def _played(event: RoundPlayed) -> Iterator[Mark]:
    for power, person in event.owed.items():
        if person:
            kept = power not in event.absent
            kind = "kept" if kept else "excused" if power in event.excused else "missed"
            yield Mark(PersonId(person), kind, power)
