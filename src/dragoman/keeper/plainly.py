"""A judged phase in plain text, for the eye: orders by power with what became of them, then what is to be done next."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from dragoman.diplomacy.docket import Judged, answer


def plainly(name: object, judged: Judged) -> str:
    """The phase as a paragraph a power, and what follows from it."""
    return "\n".join([*_head(name, judged), *_orders(judged), *_outcome(judged), ""])


def _head(name: object, judged: Judged) -> Iterator[str]:
    season, year, kind = judged.position.phase
    yield f"{season} {year}, {kind}" + (f" ({name})" if name is not None else "")


def _orders(judged: Judged) -> Iterator[str]:
    told = answer(judged)["orders"]
    for power, verdicts in groupby(told, key=lambda verdict: verdict["power"]):
        yield f"\n{power}:"
        for verdict in verdicts:
            mark = " " if verdict["outcome"] == "succeeds" and not verdict["dislodged"] else "*"
            given = verdict["text"] or f"({verdict['order']})"
            meant = verdict["order"]
            read = f" [{meant}]" if meant and verdict["text"] and meant != verdict["text"] else ""
            clause = "" if verdict["clause"] == "rulebook" else f" ({verdict['clause']})"
            yield f" {mark} {given}{read}: {verdict['why']}{clause}"


def _outcome(judged: Judged) -> Iterator[str]:
    told = answer(judged)
    yield ""
    for power, kind, place in told["dislodged"]:
        open_to = ", ".join(told["retreats"].get(place.partition("/")[0], ())) or "nowhere"
        yield f"Dislodged: {power} {kind} {place}, may retreat to {open_to}."
    for power, kind, place in told["removed"]:
        yield f"Removed: {power} {kind} {place}."
    season, year, kind = told["next"]
    yield f"Next: {season} {year}, {kind}." + (f" Winner: {told['winner']}." if told["winner"] else "")
