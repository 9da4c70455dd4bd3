"""The heading with which a line begins: whose orders follow, for when, and what they are called."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.board.position import SHORT_PHASE, PhaseKind
from dragoman.diplomacy.orders.findings import Heading
from dragoman.diplomacy.orders.grammar import Grammar
from dragoman.diplomacy.orders.order import (
    Build,
    Disband,
)
from dragoman.diplomacy.orders.rows import Verb
from dragoman.diplomacy.orders.vocabulary import Meaning, Role

VERBS: dict[str, Verb] = {"build": Build, "disband": Disband}
HEADING = (Role.POWER, Role.SEASON, Role.PHASE, Role.STATUS, Role.FILLER, Role.AND)


def head_of(grammar: Grammar, text: str, number: int) -> tuple[Heading, int] | None:
    """The heading with which a row begins and the index after it; one without a colon takes up the whole row."""
    heading, index, said, told = Heading(text, number), 0, False, False
    while index < len(grammar.tokens):
        token = grammar.tokens[index]
        if token.word == ":":
            return (heading, index + 1) if index else None
        found = next(((end, m, ms) for end, ms in grammar.at(index) for m in ms if m.role in HEADING), None)
        if found is not None:
            index, meaning, meanings = found
            heading = _with(heading, meaning, meanings)
            said = said or meaning.role not in (Role.FILLER, Role.AND)
            told = told or any(m.role is Role.PHASE for m in meanings)
        elif (short := _short_phase(token.word, grammar.words.chart)) is not None:
            heading, index, said = replace(heading, **short), index + 1, True
        elif grammar.words.chart.is_year(token.word) or token.word in ",.()!":
            heading = replace(heading, year=int(token.word)) if token.is_word else heading
            index += 1
        elif index and grammar.tokens[index - 1].word in ANNOUNCING and (told or heading.status):
            return heading, index  # "my final orders are A Vie - Gal"
        else:
            return None
    return (heading, index) if said else None


def _with(heading: Heading, meaning: Meaning, meanings: tuple[Meaning, ...]) -> Heading:
    match meaning.role:
        case Role.POWER:
            return replace(heading, power=meaning.value)
        case Role.SEASON:
            return replace(heading, season=meaning.value)
        case Role.STATUS:
            return replace(heading, status=meaning.value)
        case Role.PHASE:
            verb = next((m.role.value for m in meanings if m.role.value in VERBS), "")
            kind = PhaseKind(meaning.value) if meaning.value in set(PhaseKind) else None
            return replace(heading, kind=kind, verb=verb)
        case _:
            return heading


def _short_phase(word: str, chart: Chart) -> dict[str, Any] | None:
    """The parts of a phase in its short form, `f1902m`."""
    seasons = _seasons(chart)
    if (brief := _BRIEF_PHASE.fullmatch(word)) is not None and brief[1] in seasons:
        year, first = int(brief[2]), chart.first_phase().year
        return {"season": seasons[brief[1]], "year": year if year > 99 else first - first % 100 + year}
    found = SHORT_PHASE.fullmatch(word)
    if found is None or found[1] not in seasons or not chart.is_year(found[2]):
        return None
    kind = next(kind for kind in PhaseKind if kind.value[0] == found[3].upper())
    return {"season": seasons[found[1]], "year": int(found[2]), "kind": kind}


def _seasons(chart: Chart) -> Mapping[str, str]:
    """The seasons of a map by their first letters, and those that most maps have."""
    return SEASONS | {season[0].casefold(): season for season in (*chart.turns, chart.adjustment_season)}


_BRIEF_PHASE = re.compile(r"([a-z])(\d{2}|\d{4})")
"""A season and year: `S01`, `F1902`."""

ANNOUNCING = ("are", "ovat")
"""The verbs after which the orders of a heading stand without a colon."""

SEASONS = {"s": "Spring", "f": "Fall", "w": "Winter"}
