"""What is new at a table since a page was made. A mark is made of nothing but what the seat sees on its pages, so that
it changes when they do and never when they do not: whoever watches it learns no more than whoever loads them again."""

from __future__ import annotations

import re
from datetime import datetime

from dragoman.diplomacy.sight import View
from dragoman.nomic import sight as nomic

KINDS = ("turn", "press", "time", "votes", "end")
"""What can be new, in the order of a mark's parts: a phase ruled upon, or ruled upon again; press; the clock; what is
put to the vote; and the end of the game, or its beginning."""

NOMIC = ("turn", "press", "time", "votes", "end", "rules", "proposals", "judgment")
"""The same of Nomic: whose turn it is; and besides, what stands in the rule book, proposals and their debate, and what
is before a Judge."""


def mark(view: View | nomic.View) -> str:
    """How a table stands, as that seat sees it."""
    return _of_nomic(view) if isinstance(view, nomic.View) else _of_diplomacy(view)


def _of_diplomacy(view: View) -> str:
    clock = "still" if view.paused else _moment(view.deadline)
    open_votes = f"{len(view.votes)}-{view.asking}"
    turn = f"{len(view.turns)}-{view.phase}-{len(view.superseded)}"
    return "_".join((turn, str(len(view.press)), clock, open_votes, view.stage.value))


def _of_nomic(view: nomic.View) -> str:
    """Players stand in it by their place, for their names may hold anything."""
    turn, votes = view.turn, [each for each in view.proposals if each.opened is not None]
    mover = view.order.index(turn.mover) if turn.mover in view.order else "-"
    regulation = (view.regulation.handle, len(view.regulation.voted)) if view.regulation is not None else ("", 0)
    counted = sum(each.count is not None for each in votes)
    proposals = view.proposals
    return "_".join((
        f"{mover}-{turn.number}-{int(turn.begun)}-{turn.circuits}",
        f"{len(view.pieces)}",
        "still" if view.paused else _moment(turn.post_by),
        f"{len(votes)}-{sum(len(each.voted) for each in votes)}-{counted}"
        f"-{len(view.past_regulations)}-{regulation[0]}-{regulation[1]}",
        f"{view.stage.value}-{len(view.players)}-{sum(each.plays for each in view.players)}",
        f"{sum(len(each.versions) for each in view.book.provisions.values())}-{len(view.suspended)}",
        f"{len(proposals)}-{sum(len(each.revisions) + len(each.arguments) + each.announced for each in proposals)}"
        f"-{sum(each.stage == 'cancelled' for each in proposals)}",
        f"{len(view.judgments)}-{sum(each.given is not None for each in view.judgments)}"
        f"-{sum(len(each.judges) for each in view.judgments)}",
    ))  # fmt: skip


def _moment(at: datetime | None) -> str:
    return f"{at:%Y%m%d%H%M%S}" if at is not None else ""


def changed(old: str, new: str) -> tuple[str, ...]:
    """Which kinds of things are new between two marks. Of one that was never given nothing can be said."""
    one, other = old.split("_"), new.split("_")
    if len(one) != len(other):
        return ()
    return tuple(kind for kind, was, now in zip(kinds(new), one, other, strict=True) if was != now)


def kinds(mark: str) -> tuple[str, ...]:
    """Which kinds of things a mark tells of."""
    return {len(KINDS): KINDS, len(NOMIC): NOMIC}.get(mark.count("_") + 1, ())


PART = re.compile(r"[A-Za-z0-9-]*")


def fits(old: str, new: str) -> bool:
    """Whether a mark could have been given for the table that has the other by now: so many parts, and each with as
    many numbers and words in it."""
    one, other = old.split("_"), new.split("_")
    return len(one) == len(other) and all(
        PART.fullmatch(was) and (kind == "time" or _length(was) == _length(now))
        for kind, was, now in zip(kinds(new), one, other, strict=True)
    )


def _length(part: str) -> int:
    """How many numbers and words stand in a part; one whose turn it is may be nobody, written as a hyphen."""
    return part.removeprefix("-").count("-")


def nothing(mark: str) -> str:
    """A mark of the same form that differs from it in every part."""
    return "_".join(f"{part}?" for part in mark.split("_"))


__all__ = ["KINDS", "NOMIC", "changed", "fits", "kinds", "mark", "nothing"]
