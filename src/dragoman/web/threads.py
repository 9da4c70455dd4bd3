"""Press as conversations: pieces that the same people read belong together, as far as the reader knows who they are.

Of whom a mask hides nothing is guessed: unsigned pieces lie by themselves, with those who answer them, and black press
lies with whoever seems to have written it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _

from dragoman.diplomacy.board.position import Phase
from dragoman.diplomacy.masks import PieceSeen
from dragoman.game.press import ALL
from dragoman.people.leaves import Written
from dragoman.web import says
from dragoman.web.door import Visit

UNSIGNED = "?"
"""Begins the key of a conversation with somebody nobody knows."""

LONGEST = 90
"""Characters of the last piece that a list shows."""


@dataclass(frozen=True, slots=True)
class Thread:
    """A conversation. `key` names it in addresses; `seats` are the others in it, as far as they are known, and `called`
    what it is called; `unread` counts what the reader has not seen; `known` says that one can write to all of them."""

    key: str
    seats: tuple[str, ...]
    called: str
    pieces: tuple[PieceSeen, ...]
    unread: int = 0
    draft: str = ""

    @property
    def known(self) -> bool:
        return not self.key.startswith(UNSIGNED)

    @property
    def last(self) -> PieceSeen:
        return self.pieces[-1]

    @property
    def excerpt(self) -> str:
        """How the last piece begins, on one line."""
        line = "" if self.last.muted else " ".join(self.last.text.split())
        return line if len(line) <= LONGEST else f"{line[:LONGEST].rsplit(' ', 1)[0]} …"

    @property
    def phases(self) -> tuple[tuple[Phase | None, tuple[PieceSeen, ...]], ...]:
        """The pieces by the phase in which they were written."""
        found: list[tuple[Phase | None, list[PieceSeen]]] = []
        for piece in self.pieces:
            if not found or found[-1][0] != piece.phase:
                found.append((piece.phase, []))
            found[-1][1].append(piece)
        return tuple((phase, tuple(pieces)) for phase, pieces in found)


def threads(seen: Visit, read: Written, drafts: Written | None = None) -> tuple[Thread, ...]:
    """All conversations of a seat, the one last written in first. `read` is how far each was read."""
    grouped: dict[str, list[PieceSeen]] = {}
    for key, piece in _keyed(seen):
        grouped.setdefault(key, []).append(piece)
    made = [_thread(seen, key, tuple(pieces), read, drafts or {}) for key, pieces in grouped.items()]
    return tuple(sorted(made, key=lambda thread: -thread.last.number))


def thread(seen: Visit, key: str, read: Written, drafts: Written | None = None) -> Thread:
    """One of them, which may have nothing in it yet."""
    pieces = tuple(piece for found, piece in _keyed(seen) if found == key)
    return _thread(seen, key, pieces, read, drafts or {})


def unread(seen: Visit, read: Written) -> int:
    """How many pieces a seat has not read, of all its conversations."""
    return (
        0
        if seen.seat is None
        else sum(news(piece) and piece.number > _read_to(read, key) for key, piece in _keyed(seen))
    )


def key_of(seats: tuple[str, ...] | list[str]) -> str:
    """The key of the conversation with those."""
    return ALL if ALL in seats else ",".join(sorted(set(seats)))


def address(table: str, key: str) -> str:
    """Where a conversation is read, at its newest."""
    return f"{reverse('press', args=[table])}?{urlencode({'with': key})}#newest"


def _keyed(seen: Visit) -> Iterator[tuple[str, PieceSeen]]:
    keys: dict[int, str] = {}
    for piece in seen.view.press:
        answered = keys.get(piece.answers, "")
        keys[piece.number] = answered if answered.startswith(UNSIGNED) else _key(seen, piece)
        yield keys[piece.number], piece


def _key(seen: Visit, piece: PieceSeen) -> str:
    """Who reads it besides this seat, and who wrote it: what is unsigned begins with a mark of its own."""
    if ALL in piece.to:
        return ALL
    others = {each for each in (*piece.to, piece.seat) if each and each != seen.seat}
    unknown = not piece.mine and not piece.seat
    known = key_of(tuple(others))
    return f"{UNSIGNED}{piece.name.replace(',', ' ')},{known}" if unknown else known


def _thread(seen: Visit, key: str, pieces: tuple[PieceSeen, ...], read: Written, drafts: Written) -> Thread:
    seats = _seats(key)
    seen_to = _read_to(read, key)
    unread = sum(news(piece) and piece.number > seen_to for piece in pieces) if seen.seat is not None else 0
    return Thread(key, seats, called(seen, key), pieces, unread, drafts.get(key, ""))


def news(piece: PieceSeen) -> bool:
    """Whether a piece is one that its reader is to read at all."""
    return not (piece.mine or piece.muted or piece.refused)


def _read_to(read: Written, key: str) -> int:
    """The number of the last piece of a conversation that was read."""
    mark = read.get(key, "")
    return int(mark) if mark.isdecimal() else 0


def _seats(key: str) -> tuple[str, ...]:
    """The seats in a conversation that are known."""
    return tuple(filter(None, (key.partition(",")[2] if key.startswith(UNSIGNED) else key).split(",")))


def called(seen: Visit, key: str) -> str:
    """What a conversation is called: those in it besides oneself."""
    names = [says.seat(seen.view.chart, seat) for seat in _seats(key)]
    if key.startswith(UNSIGNED):
        name = key.removeprefix(UNSIGNED).partition(",")[0]
        names.insert(0, _("unofficially %(name)s") % {"name": name} if name else _("somebody unsigned"))
    return ", ".join(names) or _("nobody but you")


__all__ = ["Thread", "address", "key_of", "news", "thread", "threads", "unread"]
