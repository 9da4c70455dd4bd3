"""What a later version wrote is known as such, and never read in part: who cannot read all of it reads nothing of it.

While a host is brought to a new version, machines with the old one and the new one work side by side on one ledger. An
event's form is known by its `type` and its `v`, its version; whoever changes a form in any way, inside or out, raises
the `v` that its class gives. A kind, a version or a field that this version does not know is a later one's.
"""

from __future__ import annotations

from functools import cache
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")


class Newer(msgspec.ValidationError):
    """Something written in a form that this version does not know: which `kind`, in which version of its form.

    It is a `ValidationError`, for a form that no version ever wrote cannot be told from one of a version to come.
    """

    def __init__(self, kind: str, v: int, why: str) -> None:
        super().__init__(f"“{kind}” (form {v}) was written by a later version: {why}")
        self.kind = kind
        self.v = v


class _Form(msgspec.Struct, frozen=True):
    """All that is asked of something that cannot be read: what it is."""

    type: str = ""
    v: int = 1


def whole(decoder: msgspec.json.Decoder[T], data: bytes) -> T:
    """Read something whole. Raises Newer for what this version does not know, msgspec.DecodeError for no JSON."""
    try:
        found = decoder.decode(data)
    except msgspec.ValidationError as fault:
        form = _form(data)
        raise Newer(form.type, form.v, str(fault)) from fault
    kind: Any = type(found)
    if (v := getattr(found, "v", 1)) > newest(kind):
        raise Newer(str(kind.__struct_config__.tag), v, f"the newest known here is {newest(kind)}")
    return found


@cache
def newest(kind: Any) -> int:
    """The version of a kind's form that is written now: what its class gives as `v`; 1 for kinds without."""
    for field in msgspec.structs.fields(kind):
        if field.name == "v":
            return int(field.default)
    return 1


def _form(data: bytes) -> _Form:
    try:
        return msgspec.json.decode(data, type=_Form)
    except msgspec.ValidationError:
        return _Form()


__all__ = ["Newer", "newest", "whole"]
