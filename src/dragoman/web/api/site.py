"""The API as a whole: every operation under `/api/v1/`, and its description (OpenAPI 3.1) beside them."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from ninja import NinjaAPI
from ninja.errors import HttpError, ValidationError
from ninja.openapi.schema import OpenAPISchema

from dragoman.web.api import about, games, nomic, orders, problems, table
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
)
for router in (about.router, games.router, orders.router, table.router, nomic.router):
    api.add_router("", router)


@api.exception_handler(Refused)
def _refused(request: HttpRequest, refused: Refused) -> HttpResponse:
    return refused.response()


@api.exception_handler(ValidationError)
def _invalid(request: HttpRequest, fault: ValidationError) -> HttpResponse:
    return problems.invalid(fault.errors)


@api.exception_handler(HttpError)
def _http(request: HttpRequest, fault: HttpError) -> HttpResponse:
    return problems.plain(fault.status_code)


__all__ = ["api"]
