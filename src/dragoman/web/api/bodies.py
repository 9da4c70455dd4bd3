"""How bodies are read: JSON in UTF-8 and nothing else, and no word of one passed over. What is none is told in a
sentence, with the place where it ceases to be."""

from __future__ import annotations

import json
from http import HTTPStatus
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin

from django.http import HttpRequest
from django.utils.translation import gettext as _
from ninja import Schema
from ninja.parser import Parser
from pydantic import ConfigDict, ValidationInfo, field_validator
from pydantic_core import PydanticKnownError

from dragoman.web.api.problems import Refused


class Body(Schema):
    """What a request says. A field that is not known is a slip, not a wish."""

    model_config = ConfigDict(extra="forbid")

    @field_validator("*", mode="before")
    @classmethod
    def _as_it_is(cls, value: Any, info: ValidationInfo) -> Any:
        """Truths and numbers stand as JSON has them, not in other words: “yes” is neither."""
        kinds = _kinds(cls.model_fields[info.field_name or ""].annotation)
        if bool in kinds and isinstance(value, str | int | float) and not isinstance(value, bool):
            raise PydanticKnownError("bool_type")
        if int in kinds and isinstance(value, str | bool) and type(value) not in kinds:
            raise PydanticKnownError("int_type")
        return value


def _kinds(annotation: Any) -> set[Any]:
    """The types that a field may have, without what is said of them."""
    if get_origin(annotation) is Annotated:
        return _kinds(get_args(annotation)[0])
    if get_origin(annotation) in (UnionType, Union):
        return {kind for each in get_args(annotation) for kind in _kinds(each)}
    return {annotation}


class Reader(Parser):
    """Reads bodies. Raises Refused for what is no JSON."""

    def parse_body(self, request: HttpRequest) -> Any:
        _is_json(request.content_type or "")
        try:
            text = request.body.decode("utf-8-sig")
            return json.loads(text, object_pairs_hook=_once_each, parse_constant=_no_number)
        except UnicodeDecodeError as fault:
            at = {"n": fault.start + 1}
            raise _unreadable(_("The body is not written in UTF-8: byte %(n)d does not fit.") % at) from fault
        except RecursionError as fault:
            detail = _("In the body lists and objects stand too deep in each other: send it flat.")
            raise _unreadable(detail) from fault
        except json.JSONDecodeError as fault:
            at = {"line": fault.lineno, "column": fault.colno}
            told = _("The body is no JSON: it cannot be read from line %(line)d, column %(column)d on.") % at
            raise _unreadable(told) from fault
        except ValueError as fault:  # more digits than Python reads as one number
            raise _unreadable(_("In the body stands a number that is too long.")) from fault


def _is_json(kind: str) -> None:
    """RFC 6839 3.1: `+json` is JSON, too; RFC 9110 8.3: a kind need not be named."""
    if kind and kind != "application/json" and not kind.endswith("+json"):
        detail = _("The body must be JSON, sent with “Content-Type: application/json”, not as %(kind)s.")
        raise Refused(
            HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "unsupported-media-type", detail % {"kind": kind[:80]},
            "header.Content-Type",
        )  # fmt: skip


def _unreadable(detail: str) -> Refused:
    return Refused(HTTPStatus.BAD_REQUEST, "bad-request", detail, "body")


def _once_each(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _value in pairs]
        name = next(each for each in names if names.count(each) > 1)
        raise _unreadable(_("“%(field)s” stands twice in the same object: send it once.") % {"field": name[:80]})
    return found


def _no_number(written: str) -> Any:
    raise _unreadable(_("“%(field)s” is no number in JSON.") % {"field": written})


__all__ = ["Body", "Reader"]
