"""A state as bytes and back, so that a long game need not be folded from its opening after each start of a host.

What is frozen is never more than a shortcut: it says for which event it stands, and who thaws it holds it against the
ledger. Bytes bring back values of the house's own types and plain data alone; whatever else they name is not called.
"""

from __future__ import annotations

import io
import pickle
import zlib
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache, lru_cache
from typing import Any

from dragoman.game.protocol import Frugal, Game

PLAIN = {
    "builtins": {"frozenset", "set"},
    "datetime": {"date", "datetime", "time", "timedelta", "timezone"},
    "zoneinfo": {"ZoneInfo._unpickle"},
}
"""What a state may hold beside the house's own types and what Python writes by itself."""

MOST_APART = 32


class Unfrozen(Exception):
    """The bytes are no state that this version froze."""


class _Freezer(pickle.Pickler):
    """Writes a state. What many states share stands by name, or, where it has none, as bytes of its own."""

    def __init__(self, file: io.BytesIO, game: Game | None) -> None:
        super().__init__(file, pickle.HIGHEST_PROTOCOL)
        self._game: Frugal | None = _frugal(game)
        self._known: dict[int, tuple[Any, Any]] = {}

    def persistent_id(self, value: Any) -> Any:
        if self._game is None or not isinstance(value, self._game.shared):
            return None
        if id(value) not in self._known:
            self._known[id(value)] = (value, self._game.name_of(value) or _written(value))
        return self._known[id(value)][1]

    def reducer_override(self, value: Any) -> Any:
        """A value is made again as it was made at first, by its type and its fields; a member of an enumeration by its
        value, in which Python's own ways differ (3.11.0 to 3.11.3 would call `getattr`)."""
        kind: Any = type(value)
        if isinstance(value, Enum):
            return kind, (value.value,)
        names = _simple(kind)
        return NotImplemented if names is None else (kind, tuple(getattr(value, name) for name in names))


class _Once:
    """Makes one of all values that are the same, type for type, throughout a state: what comes again is then written
    once, made once when it is thawed, and kept once. Two are the same if their types and all their parts are."""

    def __init__(self, shared: tuple[type, ...]) -> None:
        self._shared = shared
        self._made: dict[Any, Any] = {}
        self._found: dict[int, tuple[Any, Any]] = {}

    def of(self, value: Any) -> Any:
        """The one that stands for this value."""
        kind: Any = type(value)
        if kind is str or kind is int:
            return self._made.setdefault((kind, value), value)
        if kind in (bool, type(None)) or isinstance(value, self._shared):
            return value
        if id(value) not in self._found:
            self._found[id(value)] = (value, self._of_parts(kind, value))
        return self._found[id(value)][1]

    def _of_parts(self, kind: Any, value: Any) -> Any:
        if kind is tuple or hasattr(kind, "_fields"):  # a named tuple is made of its parts
            parts = tuple(map(self.of, value))
            key = (kind, *map(id, parts))
            return self._made[key] if key in self._made else self._made.setdefault(key, tuple.__new__(kind, parts))
        if kind is dict:
            return {self.of(key): self.of(each) for key, each in value.items()}
        names = None if isinstance(value, Enum) else _parts(kind)
        if names is None:
            return value
        given = [self.of(getattr(value, name)) for name in names]
        key = (kind, *map(id, given))
        if key not in self._made:
            self._made[key] = value if _simple(kind) is None else kind(*given)
        return self._made[key]


class _Thawer(pickle.Unpickler):
    """Reads what a freezer wrote."""

    def __init__(self, data: bytes, game: Any) -> None:
        super().__init__(io.BytesIO(data))
        self._game = game
        kind: Any = game if isinstance(game, type) else type(game)
        self._homes = ("dragoman.game.", "dragoman.ballots.", *_homes(kind))

    def persistent_load(self, key: Any) -> Any:
        if isinstance(key, str):
            return self._game.named(key)
        kind: Any = type(self._game)
        return _apart(kind, key)

    def find_class(self, module: str, name: str) -> Any:
        if module.startswith(self._homes):
            found = super().find_class(module, name)
            if isinstance(found, type):
                return found
        elif name in PLAIN.get(module, ()):
            return super().find_class(module, name)
        raise Unfrozen(f"{module}.{name} is nothing that a state holds")


def frozen(game: Game, state: Any) -> bytes:
    """The state as bytes. Raises TypeError, or what `pickle` raises, for a state that cannot be kept so."""
    frugal, body = _frugal(game), io.BytesIO()
    _Freezer(body, game).dump(_Once(frugal.shared if frugal is not None else ()).of(state))
    return zlib.compress(body.getvalue(), 1)


def thawed(game: Game, data: bytes) -> Any:
    """The state that was frozen. Raises Unfrozen, whatever is wrong with the bytes."""
    try:
        return _Thawer(zlib.decompress(data), game).load()
    except Exception as fault:
        raise Unfrozen(str(fault)) from fault


def _frugal(game: Any) -> Frugal | None:
    return game if isinstance(game, Frugal) else None


def _written(value: Any) -> bytes:
    written = io.BytesIO()
    _Freezer(written, None).dump(value)
    return written.getvalue()


@lru_cache(MOST_APART)
def _apart(kind: type, written: bytes) -> Any:
    """A value that many states of a kind of game share, made once."""
    return _Thawer(written, kind).load()


@cache
def _homes(kind: type) -> tuple[str, ...]:
    """The packages of a game, in which the types of its states are at home."""
    return tuple({each.__module__.rpartition(".")[0] + "." for each in kind.__mro__ if "." in each.__module__})


@cache
def _parts(kind: Any) -> tuple[str, ...] | None:
    """The fields of a type whose values are told apart by these alone; None for any other."""
    if not is_dataclass(kind) or not kind.__dataclass_params__.frozen:  # type: ignore[union-attr]
        return None
    return tuple(each.name for each in fields(kind)) if all(each.init for each in fields(kind)) else None


@cache
def _simple(kind: Any) -> tuple[str, ...] | None:
    """The fields of a type whose values are no more than these, as they were given; None for any other."""
    if not is_dataclass(kind) or hasattr(kind, "__post_init__"):
        return None
    return tuple(each.name for each in fields(kind)) if all(each.init for each in fields(kind)) else None
