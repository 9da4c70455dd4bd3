"""Server-sent events (HTML Living Standard, 9.2): the same streams that pages listen to, for programs."""

from __future__ import annotations

from http import HTTPStatus

from django.db import connection
from django.http import HttpResponseBase, JsonResponse, StreamingHttpResponse
from django.utils.translation import gettext as _

from dragoman.web import marks
from dragoman.web.api.access import Request
from dragoman.web.api.problems import Refused
from dragoman.web.door import Visit
from dragoman.web.streams import STREAMS
from dragoman.web.views.live import EVENTS, LONGEST_MARK


def stream(request: Request, seen: Visit, since: str = "") -> HttpResponseBase:
    """What is new to that seat since the mark that the asker names; as one answer for whoever takes no stream."""
    known, now = (request.headers.get("Last-Event-ID") or since)[:LONGEST_MARK], marks.mark(seen.view)
    fits = not known or marks.fits(known, now)
    if EVENTS not in request.headers.get("Accept", ""):
        changed = marks.changed(known, now) if fits else marks.kinds(now)
        return JsonResponse({"mark": now, "changed": list(changed), "known": fits})
    if not STREAMS.room(seen.reader.person):
        raise Refused(
            HTTPStatus.SERVICE_UNAVAILABLE, "too-many-streams", _("Too many streams are open."),
            headers={"Retry-After": "120"},
        )  # fmt: skip
    if not connection.in_atomic_block:
        connection.close()  # a stream needs none of its own, and may stand open for long
    lines = STREAMS.follow(seen.table, seen.reader.person, (known if fits else marks.nothing(now)) or now)
    response = StreamingHttpResponse(lines, content_type=EVENTS)
    response.headers["Cache-Control"] = "private, no-store"
    response.headers["X-Accel-Buffering"] = "no"  # a proxy between must pass on what comes at once
    return response


__all__ = ["stream"]
