"""What tells each kind of event is registered here by the module that it belongs to."""

from __future__ import annotations

from collections.abc import Iterator
from functools import singledispatch
from typing import Any

from dragoman.nomic.report.bodies import Block
from dragoman.nomic.sight import View


@singledispatch
def told(event: Any, view: View) -> Iterator[Block]:
    """The blocks that tell an event; none where it is no news."""
    return iter(())
