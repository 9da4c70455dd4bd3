"""Streams of server-sent events tell open pages that something is new. All streams of a process share one look at the
ledger every few seconds, in one thread of its own; there are so many and no more, and each ends by itself, or with the
server.

A look asks only for the tables' versions; what a seat is told is found out, by `sight`, where one has changed. Events
recorded by another process are seen as soon as one's own.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from time import monotonic
from typing import TypeVar

from django.db import close_old_connections

from dragoman import assembly
from dragoman.game.seats import PersonId
from dragoman.web import marks
from dragoman.web.door import glance

T = TypeVar("T")
log = logging.getLogger(__name__)

LOOK = 3.0
"""Seconds between looks at the ledger."""
HEARTBEAT = 20.0
"""Seconds after which a line is sent for nothing, so that whatever lies between keeps the connection open."""
LIFE = 600.0
"""Seconds after which a stream ends. A page that is still open asks again, and tells what it has heard last."""
MOST = 200
"""Streams that a process keeps open."""
MOST_OF_ONE = 6
"""Streams that are kept open for one person; all who have not signed in are parted by nothing, and share `MOST`."""


@dataclass(eq=False)
class Stream:
    """One open page: at which table, whose, what it knows, and what wakes it."""

    table: str
    person: PersonId | None
    known: str
    stirred: asyncio.Event = field(default_factory=asyncio.Event)
    version: int = -1


class Streams:
    """All open streams of a process."""

    def __init__(self, look: float = LOOK, heartbeat: float = HEARTBEAT, life: float = LIFE) -> None:
        self.look, self.heartbeat, self.life = look, heartbeat, life
        self._open: set[Stream] = set()
        self._watch: asyncio.Task[None] | None = None
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="news")
        self._leaving = False

    def __len__(self) -> int:
        return len(self._open)

    def room(self, person: PersonId | None) -> bool:
        """Whether another stream can be opened for them."""
        theirs = sum(stream.person == person for stream in self._open)
        return not self._leaving and len(self._open) < MOST and (person is None or theirs < MOST_OF_ONE)

    def leave(self) -> None:
        """End every stream now, and open none again: the process is to end. To be called in its event loop."""
        self._leaving = True
        for stream in self._open:
            stream.stirred.set()

    async def follow(self, table: str, person: PersonId | None, known: str) -> AsyncIterator[str]:
        """The lines of a stream, which begins with what is new already to whoever knows that mark."""
        stream = Stream(table, person, known)
        self._open.add(stream)
        try:
            self._mind()
            yield "retry: 5000\n\n"
            ends = monotonic() + self.life
            while (left := ends - monotonic()) > 0 and not self._leaving:
                try:
                    await asyncio.wait_for(stream.stirred.wait(), min(left, self.heartbeat))
                except TimeoutError:
                    if monotonic() < ends:
                        yield ":\n\n"
                    continue
                stream.stirred.clear()
                async for event in self._news(stream):
                    yield event
        finally:
            self._open.discard(stream)

    async def _news(self, stream: Stream) -> AsyncIterator[str]:
        """The event for what this stream does not know yet, if there is anything."""
        if self._leaving:
            return
        now = await self._aside(partial(_mark, stream.table, stream.person))
        kinds = marks.changed(stream.known, now)
        if now != stream.known:
            stream.known = now
            yield f"id: {now}\nevent: news\ndata: {' '.join(kinds)}\n\n"

    def _mind(self) -> None:
        """See that somebody looks at the ledger."""
        if self._watch is None or self._watch.done() or self._watch.get_loop() is not asyncio.get_running_loop():
            self._watch = asyncio.get_running_loop().create_task(self._look())

    async def _look(self) -> None:
        """Look as long as there is a stream, and stir those whose table has more events than when last seen."""
        while self._open:
            tables = {stream.table for stream in self._open}
            try:
                versions = await self._aside(partial(assembly.ledger().versions, tables))
            except Exception:  # whatever ails the database, pages that wait are told later
                log.exception("the ledger could not be looked at for news")
                versions = {}
            for stream in tuple(self._open):
                version = versions.get(stream.table, stream.version)
                if version != stream.version:
                    stream.version = version
                    stream.stirred.set()
            await asyncio.sleep(self.look)

    async def _aside(self, do: Callable[[], T]) -> T:
        """Do what asks the database in the thread that is there for it."""

        def done() -> T:
            close_old_connections()
            try:
                return do()
            finally:
                close_old_connections()

        return await asyncio.get_running_loop().run_in_executor(self._thread, done)


def _mark(table: str, person: PersonId | None) -> str:
    view = glance(table, person)
    return marks.mark(view) if view else ""


STREAMS = Streams()
"""Those of this process."""

__all__ = ["MOST", "MOST_OF_ONE", "STREAMS", "Stream", "Streams"]
