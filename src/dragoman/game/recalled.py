"""What was found out of frozen values is given again when the very same values are asked about.

The same ruling is told to every seat, the same event folded by who decides and by who records, the same sheet asked a
hundred times a phase. Values are known by which they are, not by what they are like: to compare them would cost more
than it saves, and nothing is ever given to whoever asks about other ones. A function that is recalled must be one of
its values alone, and these must never change.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar, cast

P = ParamSpec("P")
T = TypeVar("T")


def recalled(most: int) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """A function that keeps what came of the last values that it was given, `most` at a time; then all are let go.

    It is to be called by position. What it keeps stays in memory together with its values, so that no other value can
    stand at the same place meanwhile.
    """

    def recalling(function: Callable[P, T]) -> Callable[P, T]:
        asked = cast(Callable[..., T], function)
        known: dict[tuple[int, ...], tuple[tuple[Any, ...], T]] = {}

        def found(*values: Any) -> T:
            key = tuple(map(id, values))
            before = known.get(key)
            if before is not None:
                return before[1]
            made = asked(*values)
            if len(known) >= most:
                known.clear()
            known[key] = (values, made)
            return made

        found.__doc__, found.__name__, found.__wrapped__ = function.__doc__, function.__name__, function  # type: ignore[attr-defined]
        return cast(Callable[P, T], found)

    return recalling


__all__ = ["recalled"]
