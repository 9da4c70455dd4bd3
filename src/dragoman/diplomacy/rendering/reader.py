"""The reader of a page: their tongue, their zone, and the powers' names, by which every cell becomes characters."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, tzinfo

from dragoman.diplomacy.report import Names
from dragoman.diplomacy.state.roster import AWAY, SECOND, STANDBY
from dragoman.game.page import Cell, InTongues
from dragoman.game.press import ALL, OBSERVER, OBSERVERS, UNSIGNED
from dragoman.game.saying import Saying, say
from dragoman.game.seats import GM, PersonId
from dragoman.tongues.lexicon import LANGUAGES
from dragoman.tongues.saying import put

SEATS = {
    GM: say("the game master"),
    ALL: say("everybody"),
    OBSERVERS: say("the observers"),
    UNSIGNED: say("whoever does not sign"),
}

NAMELESS = say("a person who has given no name")


Called = Callable[[PersonId, bool], str]
"""What a person is called, in public, or (True) so that a game master can write to them."""


def unnamed(_person: PersonId, _reached: bool) -> str:
    """For readers who are told of nobody by name."""
    return ""


@dataclass(frozen=True)
class Reader:
    """Who reads. `names` are the powers' names by language, as a body carries them; `called` tells persons' names."""

    lang: str
    zone: tzinfo = UTC
    names: Names | None = None
    called: Called = unnamed

    def read(self, cell: Cell) -> str:
        """A cell in this reader's words."""
        if isinstance(cell, str):
            return cell
        if isinstance(cell, InTongues):
            return cell.texts.get(self.lang) or cell.texts.get(LANGUAGES[0], "")
        if isinstance(cell, tuple):
            return " ".join(self.read(each) for each in cell)
        return put(
            Saying(cell.text, tuple((n, self._own(n, v, cell)) for n, v in cell.args)), self.lang, self._name, self.zone
        )

    def _own(self, name: str, value: str, cell: Saying) -> str:
        """Arguments of the game's own sorts: `seat_`, `seats_` and `units_`, several parted by `; `; `person_`, an id,
        and `correspondent_`, one whose address may be told; and `said_`, which is a sentence itself, its gaps filled by
        the other arguments of the cell."""
        match name.partition("_")[0]:
            case "seat":
                return self.seat(value)
            case "seats":
                return ", ".join(self.seat(seat) for seat in value.split("; "))
            case "units":
                return ", ".join(self._unit(unit) for unit in value.split("; "))
            case "person" | "correspondent" as sort:
                return self.called(PersonId(value), sort == "correspondent") or put(NAMELESS, self.lang)
            case "said":
                return self.read(Saying(value, tuple((n, v) for n, v in cell.args if not n.startswith("said_"))))
            case _:
                return value

    def seat(self, seat: str) -> str:
        """What a seat is called."""
        if seat in SEATS:
            return put(SEATS[seat], self.lang)
        if seat == SECOND:
            return put(say("the second game master"), self.lang)
        if seat.startswith(STANDBY):
            return put(say("standby {number}", number=seat.removeprefix(STANDBY)), self.lang)
        if seat.startswith(AWAY):
            return put(
                say("{power_whose}, in a deputy's hands", power_whose=seat.removeprefix(AWAY)), self.lang, self._name
            )
        if seat.startswith(OBSERVER):
            return put(say("observer {name}", name=seat.removeprefix(OBSERVER)), self.lang)
        return self._name("power", seat, self.lang, "")

    def _unit(self, unit: str) -> str:
        power, _, rest = unit.partition(" A ") if " A " in unit else unit.partition(" F ")
        return f"{self._name('power', power, self.lang, '')}{unit[len(power) :]}" if rest else unit

    def _name(self, sort: str, value: str, lang: str, form: str) -> str:
        known = (self.names or {}).get(lang, {})
        if form and f"{value}:{form}" in known:
            return known[f"{value}:{form}"]
        return known.get(value, value)
