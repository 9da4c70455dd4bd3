"""A server is one process with several workers: pages, a door for letters, the clerk who hears, the carrier who sends.

`Work` is the same without pages and door, to run beside it. Both end in order when asked to; killed, they lose nothing.
"""

from __future__ import annotations

import os
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from importlib import import_module
from types import FrameType

import uvicorn

from dragoman import assembly
from dragoman.diary import mind_faults
from dragoman.keeper.listening import Clerk
from dragoman.keeper.rounds import Bells, Mailbags, Worker
from dragoman.keeper.rubbish import look_through, spare_what_stays
from dragoman.keeper.watching import Watchman, measured
from dragoman.post import providers
from dragoman.post.carrier import sender
from dragoman.post.door import open_door
from dragoman.post.mailbox import look
from dragoman.settings import Receiving
from dragoman.web.streams import STREAMS

LEAVING = 10
"""Seconds that pages under way are given to end."""

SWEEPING = 3600
"""Seconds between looks for what can be forgotten."""


class NoPlace(OSError):
    """A place to listen at that cannot be had; the message names the setting."""


@contextmanager
def _place(setting: str, where: str) -> Iterator[None]:
    try:
        yield
    except OSError as fault:
        if fault.filename is not None and fault.filename != where:
            raise NoPlace(f"with {fault.filename}: {fault.strerror}") from fault
        why = os.strerror(fault.errno).lower() if fault.errno else str(fault)
        variable = f"DRAGOMAN_{setting.upper().replace('.', '_')}"
        raise NoPlace(f"at {where} ({setting}): {why}; {variable} names another place for this process") from fault


def _nothing_more() -> None:
    """What is done once a process is open, where nobody waits to hear of it."""


def _sweep() -> bool:
    assembly.sweep()
    look_through()
    return False


class Work:
    """The workers, and a way to end them."""

    def __init__(self) -> None:
        assembly.referee()  # before there are threads: two that load one game at once would find it half loaded
        rest = assembly.house().work.pause
        self._stop = threading.Event()
        self._clerk, self._bells = Clerk(), Bells()
        self._carrier = Worker("carrier", Mailbags(sender(assembly.house().sending)).turn, rest)
        providers.listen()
        self._desk = Worker("clerk", self._hear, rest)
        self._workers = [self._desk, self._carrier, Worker("sweeper", _sweep, SWEEPING)]

    def run(self) -> None:
        """Work until SIGTERM or SIGINT comes. Raises NoPlace."""
        mind_faults()
        self._mind_signals()
        with ExitStack() as open_now:
            self._watched(open_now)
            self.start()
            try:
                self._stop.wait()
            finally:
                self.end()

    def _watched(self, open_now: ExitStack) -> None:
        """Have told how this process fares, as long as that stands open."""
        watch = assembly.house().watch
        with _place("watch.listen", watch.listen):
            open_now.enter_context(Watchman(watch, self._turning, self._ready))

    def _turning(self) -> list[tuple[str, float | None]]:
        return [(worker.name, worker.turning) for worker in self._workers]

    def _ready(self) -> bool:
        """Whether more work may come."""
        return not self._stop.is_set()

    def start(self) -> None:
        spare_what_stays()
        for worker in self._workers:
            worker.start()

    def end(self) -> None:
        for worker in self._workers:
            worker.stop()

    def _hear(self) -> bool:
        """Letters before the clock: what came in time is heard in time."""
        busy = self._clerk.turn()
        busy = self._bells.turn() or busy
        if busy:
            self._carrier.wake()
        return busy

    def _mind_signals(self) -> None:
        for name in (signal.SIGTERM, signal.SIGINT):
            signal.signal(name, self._asked_to_stop)

    def _asked_to_stop(self, _number: int, _frame: FrameType | None) -> None:
        self._stop.set()


class Pages(uvicorn.Server):
    """The server of pages. Those that listen for news would listen on: they are sent home before all others are waited
    for, and ask again as soon as there is a server again."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        STREAMS.leave()
        await super().shutdown(sockets)


class Server(Work):
    """The workers, the door and the pages."""

    def __init__(self, host: str, port: int) -> None:
        super().__init__()
        receiving, proxied = assembly.house().receiving, assembly.house().web.proxied
        if receiving.how == "imap":
            self._workers.append(Worker("postman", lambda: self._fetch(receiving), receiving.seconds))
        self._where = (host.strip("[]"), port)
        self._listening: socket.socket | None = None
        import_module("dragoman.web.urls")  # all pages, before there are threads
        from dragoman.web.asgi import application

        config = uvicorn.Config(
            measured(application),
            lifespan="off",
            log_config=None,
            log_level="warning",
            access_log=False,  # who asked for which page, and with what in its address, is nobody's business
            proxy_headers=proxied,
            server_header=False,
            timeout_graceful_shutdown=LEAVING,
        )
        self._pages = Pages(config)

    @property
    def url(self) -> str:
        """Where its pages are, on this machine."""
        host, port = self._where
        return f"http://{f'[{host}]' if ':' in host else host}:{port}"

    def listen(self) -> None:
        """Take the place where pages are asked for. Raises OSError where it cannot be had."""
        family = socket.AF_INET6 if ":" in self._where[0] else socket.AF_INET
        self._listening = socket.create_server(self._where, family=family)

    def run(self, opened: Callable[[], None] = _nothing_more) -> None:
        """Serve until SIGTERM or SIGINT comes; `opened` is called once every door is. Raises OSError where it cannot
        listen: NoPlace for letters and figures."""
        if self._listening is None:
            self.listen()
        assert self._listening is not None
        mind_faults()
        self._mind_signals()  # the pages hand a signal on to us once they are shut
        receiving = assembly.house().receiving
        with ExitStack() as open_now:
            listening = open_now.enter_context(self._listening)
            with _place("receiving.listen", receiving.listen):
                open_now.enter_context(open_door(receiving, self._desk.wake))
            self._watched(open_now)
            opened()
            self.start()
            try:
                self._pages.run(sockets=[listening])
            finally:
                self.end()

    def _ready(self) -> bool:
        return self._pages.started and not self._pages.should_exit

    def _fetch(self, receiving: Receiving) -> bool:
        """Take in what lies in the mailbox elsewhere."""
        fetched = look(receiving)
        if fetched:
            self._desk.wake()
        return bool(fetched)
