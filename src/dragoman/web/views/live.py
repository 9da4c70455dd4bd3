"""That something is new at a table: as a stream of events for pages that listen, and as a short answer for those that
ask. Either says of what kind it is, never what it is."""

from __future__ import annotations

from django.db import connection
from django.http import HttpResponse, HttpResponseBase, JsonResponse, StreamingHttpResponse
from django.views.decorators.http import require_safe

from dragoman.web import marks
from dragoman.web.door import visit_any
from dragoman.web.reader import Request
from dragoman.web.streams import STREAMS

EVENTS = "text/event-stream"
LONGEST_MARK = 120


@require_safe
def live(request: Request, name: str) -> HttpResponseBase:
    """What is new since the mark that a page was made with (`since`), or that its stream told last."""
    seen = visit_any(request, name)
    since = request.headers.get("Last-Event-ID") or request.GET.get("since", "")
    known, now = since[:LONGEST_MARK], marks.mark(seen.view)
    if EVENTS not in request.headers.get("Accept", "") or request.method != "GET":
        return JsonResponse({"mark": now, "changed": marks.changed(known, now)})
    if not STREAMS.room(seen.reader.person):
        return HttpResponse("too many open pages\n", EVENTS, status=503, headers={"Retry-After": "120"})
    if not connection.in_atomic_block:
        connection.close()  # a stream needs none of its own, and may stand open for long
    response = StreamingHttpResponse(STREAMS.follow(name, seen.reader.person, known or now), content_type=EVENTS)
    response.headers["Cache-Control"] = "private, no-store"
    response.headers["X-Accel-Buffering"] = "no"  # a proxy between must pass on what comes at once
    return response
