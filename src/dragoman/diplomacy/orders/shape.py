"""Whether words that were not read look like an order all the same: only then need the writer be told."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from dragoman.diplomacy.board.position import PhaseKind
from dragoman.diplomacy.orders import likeness
from dragoman.diplomacy.orders.grammar import Grammar
from dragoman.diplomacy.orders.tokens import MOVE_SIGN
from dragoman.diplomacy.orders.vocabulary import OPERATORS, Role

KINDS = (Role.ARMY, Role.FLEET)
ADJUSTING = {Role.BUILD, Role.DISBAND}
SHORTEST_PROSE = 4
"""The words of a line, up to which it is taken for an order gone wrong where it names a unit with its type."""
MOST_UNKNOWN = 2
"""The words that nobody knows which an order may hold and still look like one."""


@dataclass(frozen=True, slots=True)
class _Word:
    """One word, phrase or sign: what it can be, and whether an unknown word is like a place."""

    roles: frozenset[Role]
    sign: bool = False
    like: bool = False
    letters: int = 0

    @property
    def place(self) -> bool:
        return Role.PLACE in self.roles or self.like

    @property
    def verb(self) -> bool:
        return self.sign or bool(self.roles & OPERATORS)

    @property
    def unknown(self) -> bool:
        return not self.roles and not self.sign and not self.like


def resembles(grammar: Grammar) -> bool:
    """Whether the row has a unit or a place, something to do, and not too much else."""
    words = [word for word in _words(grammar) if word.roles != {Role.FILLER}]
    if not words:
        return False
    if len(words) == 3 and words[0].roles & ADJUSTING and words[1].roles & set(KINDS):  # "build A Vien"
        return grammar.kind is PhaseKind.ADJUSTMENT or words[2].place
    unknown = sum(word.unknown for word in words)
    if len(words) <= SHORTEST_PROSE and unknown <= 1 and _names_unit(words):  # "Retire A Ser", "supported by A Bud"
        return True
    if len(words) <= SHORTEST_PROSE and any(word.roles == {Role.WAIVE} for word in words):
        return grammar.kind is PhaseKind.ADJUSTMENT
    places = sum(word.place for word in words)
    if words[0].roles & set(KINDS) and len(words) > 1:
        acts = any(word.verb for word in words[2:4])
        short = len(words) <= 3 and words[1].letters <= 4
        return unknown <= 2 * MOST_UNKNOWN and (words[1].place or short or (acts and (places > 0 or len(words) <= 4)))
    if unknown > MOST_UNKNOWN or not places:
        return False
    return places > 1 or any(word.verb for word in words) or len(words) == 1


def _names_unit(words: list[_Word]) -> bool:
    """Whether a type stands before the exact name of a place."""
    return any(one.roles & set(KINDS) and Role.PLACE in other.roles for one, other in pairwise(words))


def _words(grammar: Grammar) -> list[_Word]:
    found, index = [], 0
    while index < len(grammar.tokens):
        token = grammar.tokens[index]
        end, meanings = next(grammar.at(index), (index + 1, ()))
        if meanings or token.is_word:
            like = not meanings and likeness.winner(token.word, grammar.words.like(token.word)) is not None
            found.append(_Word(frozenset(m.role for m in meanings), token.word == MOVE_SIGN, like, len(token.word)))
        index = end
    return found
