"""A server keeps the states of many games for long, and looking through all of them for rubbish holds up every page for
most of a second: that is done when the server begins and as it sweeps, and not in the midst of an answer."""

from __future__ import annotations

import gc

BETWEEN = (10_000, 2, 1_000_000)
"""How many things are made before those of the youngest generation are looked through, how many of these looks before
the next, and of those before all, which so is never by itself. What an answer leaves behind goes by the first two; the
second comes soon: it looks at all that stayed since the one before, and the more that is, the longer a page waits. One
table of some ten years is less than the first, and looked through when it comes into memory (`referee.table`)."""


def spare_what_stays() -> None:
    """From now on look by itself only at what is new."""
    gc.set_threshold(*BETWEEN)
    look_through()


def look_through() -> None:
    """Look at everything, and leave alone from then on what is in use; it goes by itself when it is not."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()


__all__ = ["look_through", "spare_what_stays"]
