"""The ways of counting that the games here know by name, each as the parameters of one ballot box.

For Diplomacy `letter` is that of clause IX.5, which says whose vote is taken as given; Nomic's are those of the rules
named. Each can be altered with `dataclasses.replace` where a game's rules have changed.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from dragoman.ballots.ballot import ABSTAIN, NO
from dragoman.ballots.count import MAJORITY, UNANIMITY, Base, Counting, Deemed, Role, Threshold

_AUTHOR_A, _AUTHOR_B = Deemed(Role.AUTHOR, "IX.5.A"), Deemed(Role.AUTHOR, "IX.5.B")
_SOLO_B, _SOLO_D = Deemed(Role.BENEFICIARY, "IX.5.B"), Deemed(Role.BENEFICIARY, "IX.5.D")

DEEMED = {"A": (_AUTHOR_A,), "B": (_SOLO_B, _AUTHOR_B), "C": (), "D": (_SOLO_D,)}
"""Whose vote the alternatives of IX.5 take as given."""

CONCEDED = Deemed(Role.BENEFICIARY, "IX.1")
"""Whoever is named in a concession counts as a Yes, even under IX.5.C (ours)."""

ALL = Threshold(Fraction(1), of=Base.ENTITLED)
MOST_OF_ALL = Threshold(Fraction(1, 2), strictly=True, of=Base.ENTITLED)


# --- Diplomacy ---


def concession(letter: str, silence: str = NO) -> Counting:
    """IX.1: a win conceded to one player, by all who do not abstain. Raises KeyError for a letter that IX.5 lacks."""
    return replace(draw(letter, silence), deemed=(CONCEDED, *DEEMED[letter]), clause="IX.1")


def draw(letter: str, silence: str = NO) -> Counting:
    """IX.2: a draw, with or without some. Raises KeyError for a letter that IX.5 lacks."""
    return Counting(UNANIMITY, silence, deemed=DEEMED[letter], clause="IX.2")


def ranking(letter: str, silence: str = NO) -> Counting:
    """An ending by ranks (Finnish 16: there an uncast vote is a Yes). A rank that one holds alone is that one's solo
    where it is the first. Raises KeyError for a letter that IX.5 lacks."""
    return replace(draw(letter, silence), clause="IX")


def rule_change(letter: str, game_master: str = "", silence: str = NO) -> Counting:
    """IX.3: a change of these rules. A game master who presides must agree and may not abstain; the automatic referee
    agrees, and is no voter (ours). Raises KeyError for a letter that IX.5 lacks."""
    bound = frozenset({game_master} - {""})
    return Counting(UNANIMITY, silence, bound=bound, deemed=DEEMED[letter], clause="IX.3")


def proxy_approval(letter: str) -> Counting:
    """II.3.D: all remaining players approve of a proxy, in the way of IX. Raises KeyError for a letter that IX.5
    lacks."""
    return Counting(UNANIMITY, NO, deemed=DEEMED[letter], clause="II.3.D")


def continuation() -> Counting:
    """IX.2.B: after years without change the game goes on only if all remaining players vote for that; who says nothing
    or would abstain does not (ours)."""
    return Counting(UNANIMITY, NO, abstaining=False, clause="IX.2.B")


# --- Nomic ---


def unanimous_change() -> Counting:
    """Rule 203 as it begins, and rule 109: all eligible voters; who says nothing votes against (307)."""
    return Counting(ALL, NO, abstaining=False, clause="203")


def majority_change() -> Counting:
    """Rule 203 after two circuits: more than half of all eligible voters."""
    return Counting(MOST_OF_ALL, NO, abstaining=False, clause="203")


def regulation(quorum: Fraction = Fraction(2, 3)) -> Counting:
    """Rule 320: more votes for than against, from a quorum of all eligible voters; silence counts for neither."""
    return Counting(MAJORITY, ABSTAIN, quorum, abstaining=False, clause="320")


def delegated_by_immutable() -> Counting:
    """Rule 320: a regulation to which an immutable rule delegates needs all eligible voters."""
    return Counting(ALL, NO, abstaining=False, clause="320")


def overruling() -> Counting:
    """Rule 212: all players but the Judge; who says nothing before the next turn does not overrule."""
    return Counting(ALL, NO, abstaining=False, clause="212")


def consent() -> Counting:
    """Rule 212: a majority of the other players lets the next turn begin."""
    return Counting(MOST_OF_ALL, NO, abstaining=False, clause="212")
