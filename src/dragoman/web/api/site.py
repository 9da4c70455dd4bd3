"""The API as a whole: every operation under `/api/v1/`, and its description (OpenAPI 3.1) beside them."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse, HttpResponseBase, UnreadablePostError
from ninja import NinjaAPI
from ninja.errors import HttpError, ValidationError, ValidationErrorContext
from ninja.openapi.schema import OpenAPISchema

from dragoman.web.api import about, games, misfits, nomic, orders, problems, table
from dragoman.web.api.bodies import Reader
from dragoman.web.api.problems import Refused
from dragoman.web.api.rendering import Renderer

TOKEN = {
    "type": "http",
    "scheme": "bearer",
    "description": "A token made on one's account's page, for one seat or for all of one's seats, with scopes.",
}

IDEMPOTENCY = {
    "name": "Idempotency-Key",
    "in": "header",
    "required": False,
    "schema": {"type": "string", "maxLength": 200},
    "description": "What tells a request that is sent again: it is heard once, and answered the same.",
}


class Site(NinjaAPI):
    """The API with what its description lacks by itself: how tokens are borne, and that problems are problems."""

    def get_openapi_schema(self, **named: Any) -> OpenAPISchema:
        schema = super().get_openapi_schema(**named)
        schema.setdefault("components", {})["securitySchemes"] = {"token": TOKEN}
        for path in schema["paths"].values():
            for method, operation in path.items():
                _finish(method, operation)
        return schema

    def validation_error_from_error_contexts(
        self, error_contexts: list[ValidationErrorContext[Any]]
    ) -> ValidationError:
        found = super().validation_error_from_error_contexts(error_contexts)
        misfits.placed(error_contexts, found.errors)
        return found


Run = Callable[..., HttpResponseBase]


def _asks_what_there_is(run: Run) -> Run:
    """An operation that refuses parameters it does not know: a slip would change what is answered, untold."""
    operation = run.__self__  # type: ignore[attr-defined]  # the operation whose method it is
    known = [
        name for model in operation.models if model.__ninja_param_source__ == "query"
        for name in model.__ninja_flatten_map__
    ]  # fmt: skip

    @wraps(run)
    def asked(request: HttpRequest, **named: Any) -> HttpResponseBase:
        strange = [name for name in request.GET if name not in known]
        if strange:
            return misfits.invalid([misfits.unknown("query", name, known) for name in strange])
        return run(request, **named)

    return asked


def _finish(method: str, operation: dict[str, Any]) -> None:
    for status, answer in operation["responses"].items():
        content = answer.get("content", {})
        if int(status) >= 400 and "application/json" in content:
            content[problems.KIND] = content.pop("application/json")
    if method in ("post", "put", "delete"):
        operation.setdefault("parameters", []).append(IDEMPOTENCY)


api = Site(
    title="Dragoman",
    version="1",
    description="A game master for correspondence games: everything that players, game masters and observers can do.",
    docs_url=None,
    openapi_url="/openapi.json",
    urls_namespace="api",
    renderer=Renderer(),
    parser=Reader(),
)
api.add_decorator(_asks_what_there_is, mode="view")
for router in (about.router, games.router, orders.router, table.router, nomic.router):
    api.add_router("", router)


@api.exception_handler(Refused)
def _refused(request: HttpRequest, refused: Refused) -> HttpResponse:
    return refused.response()


@api.exception_handler(ValidationError)
def _invalid(request: HttpRequest, fault: ValidationError) -> HttpResponse:
    return misfits.invalid(fault.errors)


@api.exception_handler(HttpError)
def _http(request: HttpRequest, fault: HttpError) -> HttpResponse:
    told = fault.__cause__  # what reading a body ended in
    return told.response() if isinstance(told, Refused) else problems.plain(fault.status_code)


@api.exception_handler(RequestDataTooBig)
def _too_large(request: HttpRequest, fault: RequestDataTooBig) -> HttpResponse:
    return problems.too_large().response()


@api.exception_handler(UnreadablePostError)
def _broken_off(request: HttpRequest, fault: UnreadablePostError) -> HttpResponse:
    return problems.broken_off().response()


__all__ = ["api"]
