"""Which of two rules in conflict prevails: one function for rules 110 and 211, wherever it is asked.

Immutable goes before mutable, whatever either claims. Within a kind a one-sided claim or deference decides, and else
the number.
"""

from __future__ import annotations

from dragoman.game.rulebook import Provision, Rulebook, ordinal

IMMUTABLE = "immutable"
MUTABLE = "mutable"


def prevails(book: Rulebook, one: Provision, other: Provision, lowest: bool = True) -> Provision:
    """The one of two provisions that prevails where they conflict. `lowest`: the lower number goes before (211)."""
    if (one.now.status == IMMUTABLE) != (other.now.status == IMMUTABLE):
        return one if one.now.status == IMMUTABLE else other  # 110
    claims, counterclaims = beats(book, one, other), beats(book, other, one)
    if claims != counterclaims:
        return one if claims else other  # 211, second paragraph
    first, second = sorted((one, other), key=lambda each: ordinal(each.number))
    return first if lowest else second  # 211, first and third paragraphs


def beats(book: Rulebook, one: Provision, other: Provision) -> bool:
    """Whether one says of itself that it takes precedence over the other, or the other that it defers to it."""
    return _names(book, one, "over", other) or _names(book, other, "defers", one)


def _names(book: Rulebook, one: Provision, claim: str, other: Provision) -> bool:
    """Whether a claim names the other, by its number now or by one that it bore: a claim follows its rule (108)."""
    numbers = [word.strip() for word in one.now.settings.get(claim, "").split(",")]
    named = (book.standing(number) or book.once(number) for number in numbers)
    return any(each is not None and each.key == other.key for each in named)
