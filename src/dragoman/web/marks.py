"""What is new at a table since a page was made. A mark is made of nothing but what the seat sees on its pages, so that
it changes when they do and never when they do not: whoever watches it learns no more than whoever loads them again."""

from __future__ import annotations

from dragoman.diplomacy.sight import View

KINDS = ("turn", "press", "time", "votes", "end")
"""What can be new, in the order of a mark's parts: a phase ruled upon, or ruled upon again; press; the clock; what is
put to the vote; and the end of the game, or its beginning."""


def mark(view: View) -> str:
    """How a table stands, as that seat sees it."""
    clock = "still" if view.paused else f"{view.deadline:%Y%m%d%H%M%S}" if view.deadline else ""
    open_votes = f"{len(view.votes)}-{view.asking}"
    turn = f"{len(view.turns)}-{view.phase}-{len(view.superseded)}"
    return "_".join((turn, str(len(view.press)), clock, open_votes, view.stage.value))


def changed(old: str, new: str) -> tuple[str, ...]:
    """Which kinds of things are new between two marks. Of one that was never given nothing can be said."""
    parts = list(zip(KINDS, old.split("_"), new.split("_"), strict=False))
    if len(parts) != len(KINDS) or old.count("_") != new.count("_"):
        return ()
    return tuple(kind for kind, one, other in parts if one != other)


__all__ = ["KINDS", "changed", "mark"]
