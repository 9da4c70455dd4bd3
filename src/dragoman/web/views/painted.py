"""A picture as an answer: what was made once lies in a folder of the host; whoever comes at a bad time is told so."""

from __future__ import annotations

from functools import cache

from django.http import HttpResponse
from django.utils.translation import gettext as _

from dragoman import assembly
from dragoman.web.painting import Busy, Maker, Painter

FOLDER = "pictures"


@cache
def painter() -> Painter:
    """That of this process."""
    house = assembly.house()
    return Painter(house.path(FOLDER) if house.folder else None)


def answer(make: Maker, svg: str, width: int) -> HttpResponse:
    """The picture; where it cannot be made soon, when to ask again."""
    try:
        return HttpResponse(painter().picture(make, svg, width), content_type="image/png")
    except Busy:
        said = _("Many pictures are being drawn. Ask again in a minute.")
        busy = HttpResponse(said, "text/plain; charset=utf-8", 503)
        busy.headers["Retry-After"] = "60"
        return busy


__all__ = ["answer", "painter"]
