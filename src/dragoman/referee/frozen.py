"""A state as bytes and back, so that a long game need not be folded from its opening after each start of a host.

What is frozen is never more than a shortcut: it says for which event it stands, and who thaws it holds it against the
ledger. Bytes bring back values of the house's own types and plain data alone; whatever else they name is not called.
"""

from __future__ import annotations

import hashlib
import io
import pickle
import zlib
from collections.abc import Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache, lru_cache, partial
from typing import Any

from dragoman.game.protocol import Frugal, Game
from dragoman.referee.asleep import asleep, awake

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

    def __init__(self, file: io.BytesIO, game: Game | None, apart: bool = False) -> None:
        super().__init__(file, pickle.HIGHEST_PROTOCOL)
        self._game: Frugal | None = _frugal(game)
        self._known: dict[int, tuple[Any, Any]] = {}
        self.apart: dict[type, list[Any]] = {kind: [] for kind in self._game.seldom} if apart and self._game else {}

    def persistent_id(self, value: Any) -> Any:
        if self._game is None:
            return None
        if type(value) in self.apart:
            return self._apart_id(value)
        if not isinstance(value, self._game.shared):
            return None
        if id(value) not in self._known:
            self._known[id(value)] = (value, self._game.name_of(value) or _written(value))
        return self._known[id(value)][1]

    def _apart_id(self, value: Any) -> tuple[int, int]:
        """The number of a type that is seldom looked at, and that of a value of it, which is written apart."""
        kind: Any = type(value)
        if id(value) not in self._known:
            self._known[id(value)] = (value, (list(self.apart).index(kind), len(self.apart[kind])))
            self.apart[kind].append(value)
        found: tuple[int, int] = self._known[id(value)][1]
        return found

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
        kind: Any = type(awake(value))
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

    def __init__(self, data: bytes, game: Any, apart: _Apart | None = None) -> None:
        super().__init__(io.BytesIO(data))
        self._game = game
        self._apart = apart
        kind: Any = game if isinstance(game, type) else type(game)
        self._homes = ("dragoman.game.", "dragoman.ballots.", *_homes(kind))

    def persistent_load(self, key: Any) -> Any:
        if isinstance(key, str):
            return self._game.named(key)
        if isinstance(key, tuple) and self._apart is not None:
            return asleep(self._game.seldom[key[0]], partial(self._apart.value, *key))
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


LATE = 5
"""As many of the last values of each type that are seldom looked at stand apart from those before them: of what has
been, the last year is looked at, or all."""


class _Apart:
    """What is seldom looked at, of one state: of each type what was early and what was late, read when it is wanted."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._made: dict[tuple[int, bool], Sequence[Any]] = {}
        self.written: Sequence[tuple[int, bytes, bytes]] = ()

    def value(self, sort: int, number: int) -> Any:
        """The value of that number of a type, counted through the state."""
        early, *parts = self.written[sort]
        late = number >= early
        if (sort, late) not in self._made:
            self._made[sort, late] = _Thawer(zlib.decompress(parts[late]), self._game).load()
        return self._made[sort, late][number - early if late else number]


def frozen(game: Game, state: Any) -> bytes:
    """The state as bytes. Raises TypeError, or what `pickle` raises, for a state that cannot be kept so.

    What is seldom looked at stands in parts of its own, which bear a digest: they are read when they are wanted.
    """
    frugal, body = _frugal(game), io.BytesIO()
    freezer = _Freezer(body, game, apart=True)
    freezer.dump(_Once(frugal.shared if frugal is not None else ()).of(state))
    written = [_halves(game, values) for values in freezer.apart.values()]
    pickle.dump((_digest(written), written), body, pickle.HIGHEST_PROTOCOL)
    return zlib.compress(body.getvalue(), 1)


def _halves(game: Game, values: Sequence[Any]) -> tuple[int, bytes, bytes]:
    early = max(0, len(values) - LATE)
    first, last = (zlib.compress(_written(half, game), 1) for half in (values[:early], values[early:]))
    return early, first, last


def _digest(written: Sequence[tuple[int, bytes, bytes]]) -> bytes:
    sums = hashlib.sha256()
    for early, first, last in written:
        sums.update(f"{early} {len(first)} {len(last)} ".encode() + first + last)
    return sums.digest()


def thawed(game: Game, data: bytes) -> Any:
    """The state that was frozen. Raises Unfrozen, whatever is wrong with the bytes."""
    try:
        apart = _Apart(game)
        thawer = _Thawer(zlib.decompress(data), game, apart)
        state, (digest, apart.written) = thawer.load(), thawer.load()
        if _digest(apart.written) != digest:
            raise Unfrozen("what stands apart is not what was written")
        return state
    except Exception as fault:
        raise Unfrozen(str(fault)) from fault


def _frugal(game: Any) -> Frugal | None:
    return game if isinstance(game, Frugal) else None


def _written(value: Any, game: Game | None = None) -> bytes:
    written = io.BytesIO()
    _Freezer(written, game).dump(value)
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
