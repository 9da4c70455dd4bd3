"""Likeness reads what is not written exactly (III.2.B, III.2.D): a shortened name, or one with a slip in it.

It holds to one rule: a place is taken only if no other comes near. So one slip of the pen never makes one place of
another, unless what stands there is itself an exact writing of that other.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeVar

from rapidfuzz.distance import OSA

Meant = TypeVar("Meant")

SHORTEST_STUB = 3
"""A shortened name keeps at least so many letters."""

NEAR = 1
"""The distance at which a shortening, and a single slip, count."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A place that may be meant: how far from the writing (slips, or `NEAR` for a shortening), and in which way."""

    place: str
    distance: int
    sort: str


def candidates(written: str, writings: Iterable[tuple[str, str]]) -> tuple[Candidate, ...]:
    """The places that the words may mean, the nearest first. `writings` are first forms and their places."""
    best: dict[str, Candidate] = {}
    furthest = max(NEAR, 2 * slips_allowed(written) - 1)
    for writing, place in writings:
        candidate = _compared(written, writing, place, furthest)
        if candidate is not None and (place not in best or _nearness(candidate) < _nearness(best[place])):
            best[place] = candidate
    return tuple(sorted(best.values(), key=lambda c: (c.distance, c.place)))


def winner(written: str, found: tuple[Candidate, ...]) -> Candidate | None:
    """The one clear winner, or None: it must be near enough for the length of the word, and all others twice as far."""
    if not found:
        return None
    first, *others = found
    enough = NEAR if first.sort == "abbreviation" else slips_allowed(written)
    if first.distance > enough or any(other.distance < 2 * first.distance for other in others):
        return None
    return first


def contest(written: str, found: tuple[Candidate, ...]) -> tuple[str, ...]:
    """The places between which the words leave the choice: what they shorten, or what they may be with as many slips as
    their length allows; failing that, what comes nearest."""
    fair = [c for c in found if c.sort == "abbreviation" or c.distance <= slips_allowed(written)]
    nearest = fair or [c for c in found if c.distance < 2 * found[0].distance]
    return tuple(c.place for c in nearest)


def spelt(words: list[str], name: list[str]) -> bool:
    """Whether words are those of a name one by one, with at most one slip in each of three letters or more."""
    return len(words) == len(name) and all(
        word == known or (len(word) > 2 and OSA.distance(word, known, score_cutoff=1) <= 1)
        for word, known in zip(words, name, strict=True)
    )


def slips_allowed(written: str) -> int:
    """How many slips a word of that length may hold and still be understood."""
    letters = len(written.replace(" ", ""))
    return 0 if letters <= 3 else 1 if letters <= 7 else 2


def nearest_meaning(word: str, known: Iterable[tuple[str, Meant]], shortest: int = 5) -> Meant | None:
    """The one meaning whose word is a slip away from a word of that many letters or more, or None."""
    if len(word) < shortest:
        return None
    known = tuple(known)
    near = {meant for writing, meant in known if len(writing) > 3 and OSA.distance(word, writing, score_cutoff=1) <= 1}
    strayed = any(word[1:] == writing for writing, _ in known)  # the first letter may belong to the word before
    return near.pop() if len(near) == 1 and not strayed else None


def _nearness(candidate: Candidate) -> tuple[int, str]:
    """The nearer, and of two as near the shortening, before the slip."""
    return candidate.distance, candidate.sort


def _compared(written: str, writing: str, place: str, furthest: int) -> Candidate | None:
    if _shortens(written, writing):
        return Candidate(place, NEAR, "abbreviation")
    distance = OSA.distance(written, writing, score_cutoff=furthest)
    return Candidate(place, distance, "typo") if distance <= furthest else None


def _shortens(written: str, writing: str) -> bool:
    """Whether each word written begins the like word of the name: `vien`, `n atl` of North Atlantic Ocean."""
    words, names = written.split(), writing.split()
    if len(words) > len(names) or len(written.replace(" ", "")) < SHORTEST_STUB:
        return False
    return all(name.startswith(word) for word, name in zip(words, names, strict=False))
