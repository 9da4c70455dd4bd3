"""What a game keeps of conduct: what was reported, who was cautioned, and which mail may not go where (X.3 to X.6)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from dragoman.game.press import Colour
from dragoman.game.seats import PersonId, Seat

ANY_KIND = "all"


@dataclass(frozen=True, slots=True)
class Report:
    """Conduct that was brought before the game master."""

    number: int
    at: datetime
    seat: Seat
    whose: str
    clause: str
    text: str


@dataclass(frozen=True, slots=True)
class Sanction:
    """What the game master did: `caution`, `block`, `unblock` or `expulsion`; of the holder of a seat (`person`), or of
    whoever wrote a `piece` (0: none). For blocks, `to` whom and which `kind`; they fall when another takes the seat."""

    at: datetime
    deed: str
    seat: Seat
    why: str
    clause: str
    piece: int = 0
    to: str = ""
    kind: str = ""
    person: PersonId | None = None


@dataclass(frozen=True, slots=True)
class Conduct:
    """All of it, in its order."""

    reports: tuple[Report, ...] = ()
    sanctions: tuple[Sanction, ...] = ()

    def with_report(self, report: Report) -> Conduct:
        return replace(self, reports=(*self.reports, report))

    def with_sanction(self, sanction: Sanction) -> Conduct:
        return replace(self, sanctions=(*self.sanctions, sanction))

    def blocked(
        self, seat: Seat, holder: PersonId | None, to: Collection[str], colour: Colour
    ) -> tuple[str, ...]:  # fmt: skip
        """Those of the seats that no mail of that colour may go to from there, from whoever holds it."""
        shut: dict[tuple[str, str], bool] = {}
        for each in self.sanctions:
            if (each.seat, each.person) == (seat, holder) and each.deed in ("block", "unblock"):
                kinds = (each.kind,) if each.kind != ANY_KIND else (ANY_KIND, *Colour)
                shut.update({(each.to, str(kind)): each.deed == "block" for kind in kinds})
        return tuple(sorted({seat for seat, kind in shut if kind in (ANY_KIND, colour) and shut[seat, kind]} & set(to)))

    def in_force(self, seats: Mapping[Seat, PersonId | None]) -> tuple[Sanction, ...]:
        """The blocks that hold, by who holds which seat."""
        found: dict[tuple[str, str, str], Sanction] = {}
        for each in self.sanctions:
            if seats.get(each.seat) != each.person:
                continue
            if each.deed == "block":
                found[each.seat, each.to, each.kind] = each
            elif each.deed == "unblock":
                found = {
                    key: kept for key, kept in found.items()
                    if key[:2] != (each.seat, each.to) or each.kind not in (ANY_KIND, key[2])
                }  # fmt: skip
        return tuple(found.values())
