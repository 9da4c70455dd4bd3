"""What does not fit the description of a request, in words: every fault that checking it ends in gets one sentence,
which names the field as it was written and says what may stand there."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping
from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from ninja.errors import ValidationErrorContext

from dragoman.web.api import problems
from dragoman.web.api.problems import Trouble

DAY = gettext_lazy("“%(field)s” must be a day, as 2026-04-01.")
MOMENT = gettext_lazy("“%(field)s” must be a moment with its zone, as 2026-04-01T18:00:00+03:00.")
HOUR = gettext_lazy("“%(field)s” must be a time of day, as 18:00.")
TRUTH = gettext_lazy("“%(field)s” must be true or false.")
WHOLE = gettext_lazy("“%(field)s” must be a whole number.")
TABLE = gettext_lazy("“%(field)s” must be an object, of names and values.")

SENTENCES: Mapping[str, Any] = {
    "missing": gettext_lazy("“%(field)s” is missing."),
    "string_type": gettext_lazy("“%(field)s” must be text."),
    "string_unicode": gettext_lazy("“%(field)s” holds half a character: send whole ones."),
    "string_too_long": gettext_lazy("“%(field)s” may have at most %(max_length)s characters."),
    "string_too_short": gettext_lazy("“%(field)s” must have at least %(min_length)s characters."),
    "string_pattern_mismatch": gettext_lazy(
        "“%(field)s” must be a number, with or without an R before it, as 301 or R103."
    ),
    "list_type": gettext_lazy("“%(field)s” must be a list."),
    "too_long": gettext_lazy("“%(field)s” may hold at most %(max_length)s entries."),
    "too_short": gettext_lazy("“%(field)s” must hold %(min_length)s or more."),
    "dict_type": TABLE,
    "greater_than_equal": gettext_lazy("“%(field)s” must be at least %(ge)s."),
    "less_than_equal": gettext_lazy("“%(field)s” may be at most %(le)s."),
    "literal_error": gettext_lazy("“%(field)s” must be one of these: %(words)s."),
    "bool_type": TRUTH,
    "bool_parsing": TRUTH,
    "int_type": WHOLE,
    "int_parsing": WHOLE,
    "int_parsing_size": WHOLE,
    "int_from_float": WHOLE,
    "timezone_aware": MOMENT,
}
"""By the name that a fault has at pydantic."""

KINDS = (("datetime_", MOMENT), ("date_", DAY), ("time_", HOUR))
OTHER = gettext_lazy("“%(field)s” does not fit: see /api/v1/openapi.json for what may stand there.")
NO_FIELD = gettext_lazy("There is no field “%(field)s” here.")
NO_PARAMETER = gettext_lazy("There is no parameter “%(field)s” here.")
NEAR = gettext_lazy("Do you mean “%(near)s”?")
THERE_ARE = gettext_lazy("There are: %(words)s.")
UNKNOWN = "extra_forbidden"
MOST_TOLD = 3


def placed(contexts: Iterable[ValidationErrorContext[Any]], errors: Iterable[dict[str, Any]]) -> None:
    """Put into each error where it lies as its sender sees it, and which fields there are beside it. The errors are
    those of the contexts, in their order."""
    models = [each.model for each in contexts for _error in range(each.pydantic_validation_error.error_count())]
    for error, model in zip(errors, models, strict=True):
        source, *path = error["loc"]
        body = getattr(model, "__read_from_single_attr__", None)
        if body and path[:1] == [body]:
            error["known"] = list(type_of(model, body).model_fields)
            path = path[1:]
        error["loc"] = (source, *path)


def type_of(model: Any, field: str) -> Any:
    return model.model_fields[field].annotation


def unknown(source: str, name: str, known: Iterable[str]) -> dict[str, Any]:
    """The error for a name that nothing bears."""
    return {"type": UNKNOWN, "loc": (source, name), "known": list(known)}


def invalid(errors: list[dict[str, Any]]) -> HttpResponse:
    """What does not fit the description, field by field."""
    troubles = [_trouble(each) for each in errors]
    return problems.invalid(troubles, " ".join(each.says for each in troubles[:MOST_TOLD]))


def _trouble(error: Mapping[str, Any]) -> Trouble:
    kind, where = str(error.get("type", "invalid")), [str(part) for part in error.get("loc", ())]
    near = _near(error) if kind == UNKNOWN else []
    return Trouble(code=kind.replace("_", "-"), says=_says(kind, error, near), where=".".join(where), instead=near)


def _near(error: Mapping[str, Any]) -> list[str]:
    return difflib.get_close_matches(str(error["loc"][-1]), error.get("known", ()), 1)


def _says(kind: str, error: Mapping[str, Any], near: list[str]) -> str:
    source, *path = error.get("loc", ("body",))
    if not path:
        return _("The request needs a body: a JSON object.") if kind == "missing" else _("The body must be an object.")
    field = ".".join(str(part)[:80] for part in path)
    if kind == UNKNOWN:
        return _no_such(source, field, near, error.get("known", ()))
    ctx = error.get("ctx", {})
    words = ", ".join(filter(None, re.findall(r"'([^']*)'", str(ctx.get("expected", "")))))
    sentence = SENTENCES.get(kind) or next((said for start, said in KINDS if kind.startswith(start)), OTHER)
    return str(sentence) % {**ctx, "field": field, "words": words}


def _no_such(source: str, field: str, near: list[str], known: Iterable[str]) -> str:
    first = str(NO_PARAMETER if source == "query" else NO_FIELD) % {"field": field}
    if near:
        return f"{first} {NEAR % {'near': near[0]}}"
    return f"{first} {THERE_ARE % {'words': ', '.join(known)}}" if known else first


__all__ = ["invalid", "placed", "unknown"]
