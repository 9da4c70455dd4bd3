"""Players and seats as people name them."""

from __future__ import annotations

import re

from dragoman.game.press import ALL, OBSERVER, OBSERVERS
from dragoman.game.seats import GM
from dragoman.nomic.state import State
from dragoman.tongues.lexicon import LANGUAGES, folded, lexicon

_PARTS = re.compile(r"[,;/&+]|\b(?:and|ja|sekä)\b", re.IGNORECASE)


def listed(text: str) -> tuple[str, ...]:
    """The names of a list, parted by commas or “and”."""
    return tuple(part for piece in _PARTS.split(text) if (part := piece.strip(' \t:.!?"“”')))


def named(state: State, writing: str) -> str | None:
    """The player, here or gone, whom a writing names in any case."""
    return next((name for name in state.players if folded(name) == folded(writing)), None)


def seat_named(state: State, writing: str) -> str | None:
    """Whom press may be addressed to."""
    found = named(state, writing)
    if found is not None:
        return found
    audience = next((e for lang in LANGUAGES if (e := lexicon(lang).meaning("audience", writing))), None)
    if audience is not None:
        return {"all": ALL, "gm": GM, "observers": OBSERVERS}[audience]
    wanted = folded(writing)
    return next(
        (each for each in state.observers if wanted in (folded(each), folded(each.removeprefix(OBSERVER)))), None
    )
