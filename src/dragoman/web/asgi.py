"""What a server calls: the pages, as one ASGI application, which hears no request that is longer than any page takes.

Django lays a whole request down on the disk before it looks at it: without a measure anybody could fill it.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

import django
from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIHandler

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "dragoman.settings")

# Pages' own files are handed over as plain iterators and read whole, in a thread; they are few and small.
warnings.filterwarnings("ignore", message="StreamingHttpResponse must consume synchronous iterators")

MOST = 2 * 1024 * 1024
"""Bytes of a request's body. Pages and the API take half of it, and say so themselves in words of their own."""

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]


class Requests(ASGIHandler):
    """Django's own, but that what a request opened of the database is closed with it. Django gives every request a
    thread, whose connection nobody else can use, and leaves that open for as long as connections may stand
    (`CONN_MAX_AGE`): it would stay so until Python's collector comes by, and a host would run out of them."""

    async def handle(self, scope: Any, receive: Any, send: Any) -> None:
        from django.db import connections

        try:
            await super().handle(scope, receive, send)
        finally:
            await sync_to_async(connections.close_all, thread_sensitive=True)()  # in the request's thread


class Measured:
    """An application of which a request's body is measured, by what its head says of it and by what comes."""

    def __init__(self, application: Any, most: int = MOST) -> None:
        self.application = application
        self.most = most

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.application(scope, receive, send)
            return
        if _said(scope) > self.most:
            await _refuse(send)
            return
        come, begun = 0, False

        async def heard() -> Message:
            nonlocal come
            message = await receive()
            come += len(message.get("body", b""))
            return {"type": "http.disconnect"} if come > self.most else message

        async def answered(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        await self.application(scope, heard, answered)
        if come > self.most and not begun:
            await _refuse(send)


def _said(scope: Message) -> int:
    """The length that a request's head tells of; none where it tells of none."""
    told = dict(scope["headers"]).get(b"content-length", b"")
    return int(told) if told.isdigit() and len(told) < 20 else MOST + 1 if told else 0


async def _refuse(send: Send) -> None:
    says = b"The request is too long: nothing here takes more than a mebibyte.\n"
    heads = [(b"content-type", b"text/plain; charset=utf-8"), (b"content-length", b"%d" % len(says)),
             (b"connection", b"close")]  # fmt: skip
    await send({"type": "http.response.start", "status": 413, "headers": heads})
    await send({"type": "http.response.body", "body": says})


django.setup(set_prefix=False)
application = Measured(Requests())
