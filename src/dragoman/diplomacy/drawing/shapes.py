"""The shapes of a map by themselves, as one document: boards on pages show them from there, and need not bring them
along. They are most of a board's weight, and the same on every board of a map."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from hashlib import sha256

from dragoman.diplomacy.drawing.geometry import Geometry, geometry
from dragoman.diplomacy.drawing.ink import element


@cache
def document(map_id: str) -> str:
    """Every path of a map's geometry under a name, without any look of its own, as SVG. Raises LookupError where nobody
    has drawn the map."""
    paths = "\n".join(element("path", id=name, d=path) for path, name in names(map_id).items())
    return element("svg", element("defs", f"\n{paths}\n"), xmlns="http://www.w3.org/2000/svg") + "\n"


@cache
def edition(map_id: str) -> str:
    """What tells this document from any that later programs may bring."""
    return sha256(document(map_id).encode()).hexdigest()[:16]


@cache
def names(map_id: str) -> dict[str, str]:
    """The name of each path there. Raises LookupError where nobody has drawn the map."""
    found: dict[str, str] = {}
    for name, path in _paths(geometry(map_id)):
        if path:
            found.setdefault(path, name)
    return found


def _paths(ground: Geometry) -> Iterator[tuple[str, str]]:
    yield from ((name, shape.path) for name, shape in ground.provinces.items())
    yield from ((f"closed-{number}", closed.path) for number, closed in enumerate(ground.closed))
    yield from ((f"link-{number}", link.path) for number, link in enumerate(ground.links))
    yield from (("coast", ground.lines.coast), ("border", ground.lines.border), ("seam", ground.lines.sea))
    yield from (("narrows", ground.narrows), ("waterways", ground.waterways))


__all__ = ["document", "edition", "names"]
