"""Values of a thawed state that are made when somebody looks at them, and are from then on what they ever were.

Until then such a value is of a type of its own, below its type, that knows only where its parts are kept. To look at
any part of it, to compare it or to show it wakes it. It is the same value before and after: whoever holds it notices
nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import cache, partial
from typing import Any


@dataclass(frozen=True, slots=True)
class _Sleep:
    """What stands in the first part of a value while it sleeps: how to make it."""

    make: Callable[[], Any]


def asleep(kind: type, make: Callable[[], Any]) -> Any:
    """A value of a frozen type with slots, which `make` makes when it is looked at."""
    value: Any = object.__new__(_sleeping(kind))
    _slot(kind, _names(kind)[0]).__set__(value, _Sleep(make))
    return value


def awake(value: Any) -> Any:
    """The value, with all its parts. Two who wake it at once do the same, and neither finds it half made: the part in
    which its sleep stands is the last one to come, and then its type."""
    of = _KINDS.get(type(value))
    if of is None:
        return value
    first, *others = _names(of)
    sleep = _slot(of, first).__get__(value)
    if isinstance(sleep, _Sleep):
        made = sleep.make()
        for name in (*others, first):
            _slot(of, name).__set__(value, getattr(made, name))
    object.__setattr__(value, "__class__", of)
    return value


_KINDS: dict[type, type] = {}
"""The types of what sleeps, each with the type that it wakes to."""


@cache
def _names(kind: Any) -> tuple[str, ...]:
    return tuple(each.name for each in fields(kind))


def _slot(kind: type, name: str) -> Any:
    return kind.__dict__[name]


@cache
def _sleeping(kind: type) -> type:
    """The type of a value of that kind while it sleeps."""
    parts: dict[str, Any] = {name: property(partial(_part, name)) for name in _names(kind)}
    shown = {
        "__eq__": lambda one, other: awake(one) == awake(other),
        "__hash__": lambda one: hash(awake(one)),
        "__repr__": lambda one: repr(awake(one)),
        "__reduce_ex__": lambda one, protocol: awake(one).__reduce_ex__(protocol),
    }
    made = type(kind.__name__, (kind,), {"__slots__": (), "__module__": kind.__module__, **parts, **shown})
    _KINDS[made] = kind
    return made


def _part(name: str, value: Any) -> Any:
    return getattr(awake(value), name)


__all__ = ["asleep", "awake"]
