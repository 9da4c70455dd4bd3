"""Conduct brought before the game master, and what the game master does about it (X.3 to X.6)."""

from __future__ import annotations

from dragoman.diplomacy.events.happened import Happened


class ConductReported(Happened, frozen=True, kw_only=True, tag="ConductReported"):
    """Somebody brought another's conduct before the game master: `whose` seat (empty: not said), the clause it is about
    (empty: not said), and what happened. Reports are numbered through the game."""

    number: int
    person: str
    seat: str
    text: str
    whose: str = ""
    clause: str = ""


class PlayerCautioned(Happened, frozen=True, kw_only=True, tag="PlayerCautioned"):
    """The game master cautioned the holder of a seat. `piece` is that of which they wrote the author was meant, who may
    be unknown to the game master (0: none)."""

    seat: str
    why: str
    clause: str = ""
    piece: int = 0


class MailBlocked(Happened, frozen=True, kw_only=True, tag="MailBlocked"):
    """Mail of one kind may no longer go from a seat to another, or (not `blocked`) may again. `kind` is a colour of
    press, or `all`; `piece` as for a caution."""

    seat: str
    to: str
    kind: str
    why: str = ""
    clause: str = ""
    piece: int = 0
    blocked: bool = True


class PlayerExpelled(Happened, frozen=True, kw_only=True, tag="PlayerExpelled"):
    """The game master puts the holder out of a seat at once, for a breach of that clause. That the seat is left is an
    event of its own."""

    seat: str
    person: str
    why: str
    clause: str = ""
