"""A state as bytes and back, so that a long game need not be folded from its opening after each start of a host.

What is frozen is never more than a shortcut: it says for which event it stands, and who thaws it holds it against the
ledger. Bytes bring back values of the house's own types and plain data alone; whatever else they name is not called.
"""

from __future__ import annotations

import io
import pickle
import zlib
from collections.abc import Sequence
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
    """Writes a state. Values of the kinds that come again and again are written once each, into `common`; those that
    many states share stand by name, or, where they have none, as bytes of their own."""

    def __init__(self, file: io.BytesIO, game: Game | None) -> None:
        super().__init__(file, pickle.HIGHEST_PROTOCOL)
        self._game: Frugal | None = _frugal(game)
        self._known: dict[int, tuple[Any, Any]] = {}
        self._numbers: dict[bytes, int] = {}
        self.common: list[Any] = []

    def persistent_id(self, value: Any) -> Any:
        if self._game is None:
            return None
        if type(value) in self._game.recurring:
            return self._once(value, self._number)
        return self._once(value, self._shared) if isinstance(value, self._game.shared) else None

    def _once(self, value: Any, find: Any) -> Any:
        if id(value) not in self._known:
            self._known[id(value)] = (value, find(value))
        return self._known[id(value)][1]

    def _number(self, value: Any) -> int:
        """Which of the common values it is; told apart by their bytes, since equal ones may be of different types."""
        written = _written(value)
        if written not in self._numbers:
            self._numbers[written] = len(self.common)
            self.common.append(value)
        return self._numbers[written]

    def _shared(self, value: Any) -> str | bytes:
        assert self._game is not None
        return self._game.name_of(value) or _written(value)

    def reducer_override(self, value: Any) -> Any:
        """A value is made again as it was made at first, by its type and its fields; a member of an enumeration by its
        value, in which Python's own ways differ (3.11.0 to 3.11.3 would call `getattr`)."""
        kind: Any = type(value)
        if isinstance(value, Enum):
            return kind, (value.value,)
        names = _simple(kind)
        return NotImplemented if names is None else (kind, tuple(getattr(value, name) for name in names))


class _Plain(_Freezer):
    """The same with nothing written apart."""

    def persistent_id(self, value: Any) -> Any:
        return None


class _Thawer(pickle.Unpickler):
    """Reads what a freezer wrote."""

    def __init__(self, data: bytes, game: Any, common: Sequence[Any]) -> None:
        super().__init__(io.BytesIO(data))
        self._game = game
        self._common = common
        kind: Any = game if isinstance(game, type) else type(game)
        self._homes = ("dragoman.game.", "dragoman.ballots.", *_homes(kind))

    def persistent_load(self, key: Any) -> Any:
        if type(key) is int:
            return self._common[key]
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
    body = io.BytesIO()
    freezer = _Freezer(body, game)
    freezer.dump(state)
    return zlib.compress(pickle.dumps((_written(freezer.common), body.getvalue()), pickle.HIGHEST_PROTOCOL), 1)


def thawed(game: Game, data: bytes) -> Any:
    """The state that was frozen. Raises Unfrozen, whatever is wrong with the bytes."""
    try:
        common, body = _Thawer(zlib.decompress(data), game, ()).load()
        values = _Thawer(common, game, ()).load()
        return _Thawer(body, game, values).load()
    except Exception as fault:
        raise Unfrozen(str(fault)) from fault


def _frugal(game: Any) -> Frugal | None:
    return game if isinstance(game, Frugal) else None


def _written(value: Any) -> bytes:
    written = io.BytesIO()
    _Plain(written, None).dump(value)
    return written.getvalue()


@lru_cache(MOST_APART)
def _apart(kind: type, written: bytes) -> Any:
    """A value that many states of a kind of game share, made once."""
    return _Thawer(written, kind, ()).load()


@cache
def _homes(kind: type) -> tuple[str, ...]:
    """The packages of a game, in which the types of its states are at home."""
    return tuple({each.__module__.rpartition(".")[0] + "." for each in kind.__mro__ if "." in each.__module__})


@cache
def _simple(kind: Any) -> tuple[str, ...] | None:
    """The fields of a type whose values are no more than these, as they were given; None for any other."""
    if not is_dataclass(kind) or hasattr(kind, "__post_init__"):
        return None
    return tuple(each.name for each in fields(kind)) if all(each.init for each in fields(kind)) else None
