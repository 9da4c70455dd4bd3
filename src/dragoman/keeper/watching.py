"""How a process fares, for those who keep many: alive, ready, and in figures. No figure names a person or a game.

It is told at an address of its own, apart from the pages (`watch.listen`), by the process itself: a server, or a worker
beside it. What the database counts is read when it is asked for, so that any one process tells of the whole host.
"""

from __future__ import annotations

import hmac
import logging
import socket
import threading
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator, MutableMapping
from importlib.metadata import version
from socketserver import ThreadingMixIn
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

from django.db import DatabaseError, close_old_connections, models
from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from dragoman import assembly
from dragoman.keeper.hosting import Unusable, pending_migrations
from dragoman.settings import Watch
from dragoman.store.models import Incoming, Outgoing, Table

log = logging.getLogger("dragoman.watching")

REGISTRY = CollectorRegistry()
TURNS = Counter("dragoman_turns", "Turns of work that a worker of this process took", ["worker", "result"],
                registry=REGISTRY)  # fmt: skip
ANSWERS = Counter("dragoman_answers", "Pages that this process answered", ["method", "status"], registry=REGISTRY)
SECONDS = Histogram("dragoman_answer_seconds", "How long an answer took to begin", registry=REGISTRY,
                    buckets=(0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10))  # fmt: skip

METHODS = frozenset({"GET", "HEAD", "POST", "OPTIONS"})
STUCK = 300.0
"""Seconds after which a turn of work that has not ended is taken for stuck: longer than any wait in it."""

Alive = Callable[[], Iterable[tuple[str, float | None]]]
"""For each worker its name, and how many seconds ago its turn under way began (None: it is at rest)."""


class Watchman:
    """Answers `/healthz`, `/readyz` and `/metrics`. `alive` tells of the workers; `ready` whether pages are served."""

    def __init__(self, watch: Watch, alive: Alive, ready: Callable[[], bool]) -> None:
        self._watch, self._alive, self._ready = watch, alive, ready
        self._server: WSGIServer | None = None

    def __enter__(self) -> Watchman:
        """Raises OSError where it cannot listen."""
        if self._watch.listen:
            host, _, port = self._watch.listen.rpartition(":")
            family = Six if ":" in host else Server
            self._server = make_server(host.strip("[]"), int(port), self.answer, family, Silent)
            threading.Thread(target=self._server.serve_forever, name="watchman", daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._server is not None:
            self._server.shutdown()
            self._server.server_close()

    def answer(self, asked: dict[str, Any], begin: Callable[..., Any]) -> Iterable[bytes]:
        """A WSGI application."""
        answers: dict[str, Callable[[], tuple[str, str]]] = {
            "/healthz": self._health,
            "/readyz": self._readiness,
            "/metrics": lambda: self._metrics(asked),
        }
        made = answers.get(asked.get("PATH_INFO", ""), _nothing)
        status, text = made()
        begin(status, [("Content-Type", "text/plain; charset=utf-8"), ("Cache-Control", "no-store")])
        return [text.encode()]

    def _health(self) -> tuple[str, str]:
        """Whether this process should live on: no worker hangs in a turn."""
        stuck = sorted(name for name, since in self._alive() if since is not None and since > STUCK)
        return ("503 Service Unavailable", f"stuck: {', '.join(stuck)}\n") if stuck else ("200 OK", "alive\n")

    def _readiness(self) -> tuple[str, str]:
        """Whether this process should be given work: pages are served, the database is there and new enough."""
        try:
            pending = pending_migrations()
        except Unusable:
            return "503 Service Unavailable", "the database cannot be reached\n"
        finally:
            close_old_connections()
        if pending:
            return "503 Service Unavailable", "the database is older than this version\n"
        return ("200 OK", "ready\n") if self._ready() else ("503 Service Unavailable", "not serving\n")

    def _metrics(self, asked: dict[str, Any]) -> tuple[str, str]:
        token = self._watch.token
        if token and not hmac.compare_digest(asked.get("HTTP_AUTHORIZATION", "").encode(), f"Bearer {token}".encode()):
            return "401 Unauthorized", "a token is wanted\n"
        try:
            return "200 OK", generate_latest(REGISTRY).decode()
        finally:
            close_old_connections()


def _nothing() -> tuple[str, str]:
    return "404 Not Found", "nothing is told here\n"


class Server(ThreadingMixIn, WSGIServer):
    """Whoever asks and then says nothing more keeps nobody else waiting."""

    daemon_threads = True


class Six(Server):
    """The same at an address of the newer kind."""

    address_family = socket.AF_INET6


class Silent(WSGIRequestHandler):
    """Who asked is not written down."""

    timeout = 10

    def log_message(self, *_: Any) -> None:
        pass


class Kept(Collector):
    """What the database counts."""

    def collect(self) -> Iterator[Metric]:
        about = GaugeMetricFamily("dragoman_version", "The version of this process", labels=["version"])
        about.add_metric([version("dragoman")], 1)
        yield about
        try:
            yield from _counted()
            reached = 1
        except DatabaseError:
            reached = 0
        yield GaugeMetricFamily("dragoman_database_reached", "Whether the database answers", value=reached)


def _counted() -> list[Metric]:
    now = assembly.clock().now()
    tables = GaugeMetricFamily("dragoman_tables", "Games, by kind and by whether they are due", labels=["game", "due"])
    for game in assembly.games():
        of_kind = Table.objects.filter(game=game)
        tables.add_metric([game, "none"], of_kind.filter(due=None).count())
        tables.add_metric([game, "to come"], of_kind.filter(due__gte=now).count())
        tables.add_metric([game, "past"], of_kind.filter(due__lt=now).count())
    inbox = GaugeMetricFamily("dragoman_inbox_letters", "Letters that came, by state", labels=["state"])
    counted = assembly.inbox().count()
    for state in Incoming.State.values:
        inbox.add_metric([state], counted.get(state, 0))
    waiting, given_up = assembly.outbox().count()
    oldest = Outgoing.objects.filter(sent_at=None, given_up_at=None).aggregate(at=models.Min("posted_at"))["at"]
    last, held = assembly.heart().last(), assembly.heart().held()
    return [
        tables,
        inbox,
        GaugeMetricFamily("dragoman_outbox_waiting", "Notices that are not sent yet", value=waiting),
        GaugeMetricFamily("dragoman_outbox_given_up", "Notices that were given up", value=given_up),
        GaugeMetricFamily("dragoman_outbox_oldest_seconds", "How long the oldest of them waits",
                          value=max((now - oldest).total_seconds(), 0) if oldest else 0),
        GaugeMetricFamily("dragoman_clock_held", "Whether all clocks wait for the keeper", value=int(held is not None)),
        GaugeMetricFamily("dragoman_pulse_age_seconds", "How long ago any process took the pulse",
                          value=max((now - last).total_seconds(), 0) if last else -1),
    ]  # fmt: skip


REGISTRY.register(Kept())

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]


def measured(application: Callable[..., Awaitable[None]]) -> Callable[..., Awaitable[None]]:
    """An ASGI application whose answers are counted: by method and status alone, for addresses name games and more."""

    async def answer(scope: Scope, receive: Callable[..., Any], send: Callable[..., Any]) -> None:
        if scope["type"] != "http":
            await application(scope, receive, send)
            return
        began = time.monotonic()

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                method = scope["method"] if scope["method"] in METHODS else "other"
                ANSWERS.labels(method, str(message["status"])).inc()
                SECONDS.observe(time.monotonic() - began)
            await send(message)

        await application(scope, receive, sending)

    return answer


__all__ = ["ANSWERS", "REGISTRY", "TURNS", "Watchman", "measured"]
