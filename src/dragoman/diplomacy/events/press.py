"""What people wrote, and what became of it."""

from __future__ import annotations

from dragoman.diplomacy.events.happened import Happened


class PressSent(Happened, frozen=True, kw_only=True, tag="PressSent"):
    """A piece of press, numbered through the game. `to` names seats, `all` or `observers`; `colour` is `white`, `grey`,
    `dark grey` or `black`.

    `name` is whom it is ascribed to where it is dark grey or black; `held` that it waits for the report of its phase.
    `answers` is the number of the piece it answers, `unnamed` that one's author where they are to read it unnamed.
    """

    number: int
    person: str
    seat: str
    to: tuple[str, ...]
    text: str
    colour: str = "white"
    dateline: str = ""
    name: str = ""
    held: bool = False
    answers: int = 0
    unnamed: str = ""


class PressRefused(Happened, frozen=True, kw_only=True, tag="PressRefused"):
    """The game master refused a piece: it is not published, or no longer (X.1)."""

    number: int
    why: str = ""


class PressReported(Happened, frozen=True, kw_only=True, tag="PressReported"):
    """A reader brought a piece before the game master, who may read it from now on."""

    number: int
    person: str
    seat: str
    why: str = ""


class PressMuted(Happened, frozen=True, kw_only=True, tag="PressMuted"):
    """A reader wants no more press of somebody, or (not `muted`) wants it again. `whom` is a seat, `observers`, or
    `unsigned`."""

    seat: str
    whom: str
    muted: bool = True


class AuthorsDisclosed(Happened, frozen=True, kw_only=True, tag="AuthorsDisclosed"):
    """Who wrote those pieces was told to whoever could read them (X.2), at the wish of a seat."""

    numbers: tuple[int, ...]
    seat: str


class NamesClaimed(Happened, frozen=True, kw_only=True, tag="NamesClaimed"):
    """The game master claimed names and places; `claimed` are all of them by now, `names` the new ones."""

    names: tuple[str, ...]
    claimed: str
