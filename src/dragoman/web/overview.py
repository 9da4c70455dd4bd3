"""A draft at a glance: every stop with its choice, whether it was looked at, and whether it is the preset's."""

from __future__ import annotations

import json
import re
import unicodedata
from dataclasses import dataclass, replace

from django.http import HttpResponse

from dragoman.diplomacy.houserules.catalogue import CATALOGUE
from dragoman.diplomacy.houserules.document import applies
from dragoman.diplomacy.houserules.wording import answer
from dragoman.game.saying import say
from dragoman.tongues.saying import put
from dragoman.web import says, stops
from dragoman.web.draft import Draft, Made


@dataclass(frozen=True, slots=True)
class Stop:
    """A clause with its choice: `letter` as it is cited ("" where halves stand apart, or where there are only blanks),
    `says` in words. `half` marks a part of another clause, `clashes` one that is named in a contradiction."""

    number: str
    title: str
    letter: str
    says: str
    seen: bool
    changed: bool
    half: bool
    clashes: bool


@dataclass(frozen=True, slots=True)
class Family:
    """A family with its stops."""

    numeral: str
    title: str
    stops: tuple[Stop, ...]

    @property
    def seen(self) -> int:
        return sum(stop.seen for stop in self.stops if not stop.half)

    @property
    def all(self) -> int:
        return sum(not stop.half for stop in self.stops)


def families(draft: Draft, made: Made) -> tuple[Family, ...]:
    """All of them, without halves that go with their clause."""
    whole = (family(each, draft, made) for each in stops.families())
    return tuple(replace(each, stops=tuple(s for s in each.stops if _told(s, made))) for each in whole)


def _told(stop: Stop, made: Made) -> bool:
    """Whether a stop is looked at by itself: a half only where the halves stand apart, and nothing of a variant that
    the sheet does not choose."""
    return (not stop.half or _apart(stop, made)) and applies(CATALOGUE[stop.number], made.sheet)


def _apart(half: Stop, made: Made) -> bool:
    return not made.sheet.letter(stops.whole_of(half.number))


def family(of: stops.Family, draft: Draft, made: Made) -> Family:
    """One of them."""
    return Family(of.numeral, _put(of.title), tuple(stop(number, draft, made) for number in of.stops))


def stop(number: str, draft: Draft, made: Made) -> Stop:
    """One clause."""
    clause, choice = CATALOGUE[number], made.sheet.choice(number)
    return Stop(
        number,
        _put(clause.title),
        choice.letter,
        " ".join(put(each, says.lang()) for each in answer(clause, choice)) if _whole(number, made) else "",
        number in draft.seen,
        choice != draft.below.choice(number),
        bool(stops.whole_of(number)),
        any(number in error.keys for error in made.errors),
    )


def _whole(number: str, made: Made) -> bool:
    """Whether a clause says something by itself: not one whose halves stand apart."""
    return not stops.halves(number) or bool(made.sheet.letter(number))


def _put(text: str) -> str:
    return put(say(text), says.lang())


def marked(response: HttpResponse, chosen: str) -> HttpResponse:
    """The answer to a script, with the choice that now stands."""
    response.headers["HX-Trigger"] = json.dumps({"chosen": {"choice": chosen}})
    return response


def file_name(draft: Draft) -> str:
    """What the preset file of a draft is called: its title in plain letters."""
    plain = unicodedata.normalize("NFKD", draft.title).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:40] or "house-rules"


__all__ = ["Family", "Stop", "families", "family", "file_name", "marked", "stop"]
