"""Whose words they are: the game master's, or, where nobody presides, those of whoever keeps the host."""

from __future__ import annotations

from dragoman.diplomacy.report.news import Head
from dragoman.game.page import Words
from dragoman.game.saying import Saying, say

SAYS = {
    True: say("The game master says:"),
    False: say("The keeper of the host says:"),
}


def words(head: Head, text: str) -> Words:
    """What was said by whoever decides."""
    return Words(SAYS[head.presided], text)


def either(head: Head, master: Saying, keeper: Saying) -> Saying:
    """The one sentence or the other."""
    return master if head.presided else keeper


__all__ = ["SAYS", "either", "words"]
