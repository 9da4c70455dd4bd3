"""What each kind of event does to a state is registered here by the module that it belongs to."""

from __future__ import annotations

from functools import singledispatch
from typing import Any

from dragoman.nomic.state import State


@singledispatch
def folded(event: Any, state: State) -> State:
    """The state after an event of its kind."""
    raise TypeError(f"no fold for {type(event).__name__}")


__all__ = ["folded"]
