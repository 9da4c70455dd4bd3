"""How answers are written: JSON with the keys as the shapes have them, in one form, so that equal answers are equal
bytes and have one ETag."""

from __future__ import annotations

from typing import Any

import msgspec
from django.http import HttpRequest
from ninja import Schema
from ninja.renderers import BaseRenderer


class Renderer(BaseRenderer):
    """Writes whatever an operation answers."""

    media_type = "application/json"

    def render(self, request: HttpRequest, data: Any, *, response_status: int) -> bytes:
        return encoded(data)


def encoded(data: Any) -> bytes:
    return msgspec.json.encode(data, enc_hook=str)


def rendered(shape: Schema) -> bytes:
    """What an answer of that shape is as bytes."""
    return encoded(shape.model_dump())


__all__ = ["Renderer", "encoded", "rendered"]
