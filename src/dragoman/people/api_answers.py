"""What requests with an idempotency key were answered: the same request again is given the same answer, and not heard a
second time; another one under the same key is refused.

The game itself knows by a mark of its own that something was heard (see `Slip.letter`): where an answer was lost on the
way here, nothing is done twice for that.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from dragoman.game.seats import PersonId
from dragoman.people.models import ApiAnswer
from dragoman.people.register import Register
from dragoman.people.sealing import Unsealable, seal, unseal

PURPOSE = "api answer"

KEPT = timedelta(days=2)
"""How long an answer is kept."""


@dataclass(frozen=True, slots=True)
class Answered:
    """An answer as it was given; `request` stands for what was asked."""

    request: str
    status: int
    kind: str
    content: bytes


class ApiAnswers:
    """Where they are kept. `register` has the keys that seal them."""

    def __init__(self, register: Register) -> None:
        self._register = register

    def find(self, owner: PersonId, mark: str) -> Answered | None:
        """What was answered under that mark."""
        row = ApiAnswer.objects.filter(digest=mark, person_id=owner).first()
        key = self._register.person_key(owner) if row else None
        if row is None or key is None:
            return None
        try:
            content = unseal(key, PURPOSE, bytes(row.sealed))
        except Unsealable:
            return None
        return Answered(row.request, row.status, row.kind, content)

    def keep(self, owner: PersonId, mark: str, answered: Answered, now: datetime) -> None:
        """Keep an answer; one that is kept already stays."""
        key = self._register.person_key(owner)
        if key is not None:
            row = ApiAnswer(
                digest=mark, person_id=owner, request=answered.request, status=answered.status, kind=answered.kind,
                sealed=seal(key, PURPOSE, answered.content), at=now,
            )  # fmt: skip
            ApiAnswer.objects.bulk_create([row], ignore_conflicts=True)

    def forget(self, now: datetime) -> None:
        """Drop those that were kept long enough."""
        ApiAnswer.objects.filter(at__lt=now - KEPT).delete()


__all__ = ["KEPT", "Answered", "ApiAnswers"]
