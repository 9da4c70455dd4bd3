"""Headings that name a phase: `Fall 1902:`, `retreats:`, `W1902A:`; and lines that were meant to be one.

Orders under a heading that was not read are for nobody knows what phase, so a slip in one is looked for, too.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from dragoman.diplomacy.board.position import SHORT_PHASE
from dragoman.diplomacy.orders.contingent_lines import differs_by_a_slip
from dragoman.diplomacy.orders.findings import Heading, ReadingContext
from dragoman.diplomacy.orders.misreading import Misreading
from dragoman.diplomacy.orders.reading import read_line
from dragoman.diplomacy.orders.tokens import Token, tokens
from dragoman.diplomacy.orders.vocabulary import Role
from dragoman.tongues.lexicon import folded, lexicon

_GLUED = re.compile(r"([^\W\d]+)(\d{3,4})")

MOST_WORDS = 6
"""The words of the longest heading in which slips are looked for."""


class PhaseNamed(NamedTuple):
    """A heading that names a phase, or all orders; the tolerances used to read it; or why it was not read."""

    heading: Heading
    notes: tuple[str, ...] = ()
    wrong: Misreading | None = None


def phase_named(line: str, context: ReadingContext, number: int = 1) -> PhaseNamed | None:
    """The heading of a phase with which a line begins, up to its colon, or which it is; None for every other line."""
    head, colon, _ = line.lstrip(" \t:;,.").partition(":")
    row = tokens(head)
    roles = _roles(row, context)
    if not roles & _NAMING and not any(_is_short(token, context) or _is_year(token) for token in row):
        return _slipped(line, head, row, context, number) if colon else None
    if (heading := _heading(head, context)) is not None:
        return PhaseNamed(heading) if _names(row, roles, context) else None
    if roles & _ORDERING:
        return None
    garbled = Role.SEASON in roles and (len(row) < 3 or any(_is_garbled(token.word) for token in row))
    return _slipped(line, head, row, context, number) or (_unread(line, row, number) if garbled and colon else None)


_NAMING = frozenset((Role.SEASON, Role.PHASE))
_ORDERING = frozenset((Role.ARMY, Role.FLEET, Role.PLACE))


def _names(row: Sequence[Token], roles: frozenset[Role], context: ReadingContext) -> bool:
    return bool(roles & _NAMING) or any(_is_short(token, context) for token in row)


def _is_short(token: Token, context: ReadingContext) -> bool:
    found = SHORT_PHASE.fullmatch(token.word)
    return found is not None and context.chart.is_year(found[2])


def _roles(row: Sequence[Token], context: ReadingContext) -> frozenset[Role]:
    return frozenset(
        meaning.role
        for index in range(len(row))
        for _, meanings in context.words.at(row, index)
        for meaning in meanings
    )


def _is_year(token: Token) -> bool:
    return token.word.isdecimal() and len(token.word) == 4


def _is_garbled(word: str) -> bool:
    """Whether a word is of letters and digits: a year with a slip in it, or nothing."""
    return not word.isdecimal() and any(character.isdecimal() for character in word)


def _heading(text: str, context: ReadingContext) -> Heading | None:
    """The heading that a text is, and nothing else."""
    match read_line(f"{text}:", context):
        case (Heading() as heading,):
            return heading
        case _:
            return None


def _slipped(line: str, head: str, row: Sequence[Token], context: ReadingContext, number: int) -> PhaseNamed | None:
    """The heading that a line is but for slips in words for seasons and phases."""
    if len(row) > MOST_WORDS:
        return None
    repaired, notes, first = head, list[str](), None
    for token in reversed(row):
        if (mended := _mended(token, context)) is not None:
            sort, meant = mended
            repaired = f"{repaired[: token.start]}{meant}{repaired[token.end :]}"
            notes.insert(0, f"{sort}: {token.text} = {meant}")
            first = token
    heading = _heading(repaired, context) if first is not None else None
    if heading is None or first is None:
        return None
    if context.loose:
        return PhaseNamed(heading, tuple(notes))
    column = line.index(head) + first.start + 1
    return PhaseNamed(heading, wrong=Misreading("unknown-word", line.strip(), first.text, number, column, (repaired,)))


def _mended(token: Token, context: ReadingContext) -> tuple[str, str] | None:
    """What a word is that is no word, and in which way: `Sprnig` by a typo, `Spring1903` glued together."""
    glued = _GLUED.fullmatch(token.word)
    if glued and glued[1] in _words(context.languages):
        return "glued", f"{glued[1]} {glued[2]}"
    meant = None if _roles((token,), context) else _meant(token.word, context)
    return None if meant is None else ("typo", meant)


def _meant(word: str, context: ReadingContext) -> str | None:
    """The one word for a season or a phase that a word is but for a slip."""
    found = (
        {known for known in _words(context.languages) if differs_by_a_slip([word], [known])} if len(word) > 4 else ()
    )
    return min(found) if len(found) == 1 else None


@lru_cache
def _words(languages: tuple[str, ...]) -> Mapping[str, str]:
    """The single words for seasons and phases, as compared, of four letters or more, each with what it means."""
    return {
        folded(word): entry
        for lang in languages
        for section in ("season", "phase")
        for entry, words in lexicon(lang).entries(section).items()
        for word in words
        if len(folded(word)) > 3 and " " not in folded(word)
    }


def _unread(line: str, row: Sequence[Token], number: int) -> PhaseNamed:
    """A line with a season or a year before its colon that is no heading."""
    word = row[-1]
    column = line.find(word.text) + 1
    return PhaseNamed(Heading(line), wrong=Misreading("unknown-word", line.strip(), word.text, number, column))
