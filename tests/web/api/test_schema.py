"""Requests made up from the API's own description: none makes the host fail, and every answer fits what it says."""

from __future__ import annotations

import os
from collections.abc import Iterator
from zlib import crc32

import hypothesis
import pytest
from tests.web.conftest import Host
from tests.web.roles import NOMIC, TABLE, town

from dragoman.store.rates import Rate
from dragoman.web.api import limits

schemathesis = pytest.importorskip("schemathesis")


@pytest.fixture
def unlimited(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("of_token", "of_strangers"):
        monkeypatch.setattr(limits, name, lambda: Rate("all", 10**9, 60, 10**6))


def operations(schema: object) -> Iterator[object]:
    for found in schema.get_all_operations():  # type: ignore[attr-defined]
        yield found.ok()


ASKERS = {
    "player": (TABLE, "lund"),
    "game master": (TABLE, NOMIC),
    "stranger": (TABLE,),
    "signed in": (TABLE,),
    "observer": (TABLE,),
    "another player": (NOMIC, TABLE),
    "deputy": (TABLE,),
    "player away": (TABLE,),
    "second master": (TABLE,),
    "keeper": (TABLE, NOMIC),
}
"""Who asks (tests/web/roles.py), and of which games; besides of one that is not there."""


@pytest.mark.slow
@pytest.mark.parametrize("role", ASKERS)
def test_no_request_makes_the_host_fail(host: Host, depth: str, unlimited: None, role: str) -> None:
    """Each operation is asked by each role some times (at full depth some twenty, in `make nightly` some
    hundreds, afresh on every run)."""
    if role != "player" and depth != "full":
        pytest.skip("a sample asks as one player; at full depth everybody asks")
    from django.core.wsgi import get_wsgi_application
    from schemathesis.checks import not_a_server_error
    from schemathesis.specs.openapi.checks import content_type_conformance, response_schema_conformance

    made = town(host)
    host.table("lund")
    heads = {"Authorization": f"Bearer {made.tokens[role]}"} if role in made.tokens else {}
    games = (*ASKERS[role], "nowhere")
    schema = schemathesis.openapi.from_wsgi("/api/v1/openapi.json", get_wsgi_application())
    checks = [not_a_server_error, content_type_conformance, response_schema_conformance]
    most = int(os.environ.get("DRAGOMAN_SCHEMA_EXAMPLES", "20" if depth == "full" else "3"))
    asked = set()
    for operation in operations(schema):

        @hypothesis.settings(max_examples=most, deadline=None, database=None, derandomize=depth != "full",
                             suppress_health_check=list(hypothesis.HealthCheck))  # fmt: skip
        @hypothesis.given(case=operation.as_strategy())  # type: ignore[attr-defined]
        def holds(case: object) -> None:
            if "name" in (case.path_parameters or {}):  # type: ignore[attr-defined]
                case.path_parameters["name"] = games[crc32(repr(case.body).encode()) % len(games)]  # type: ignore[attr-defined]
            case.call_and_validate(headers=heads, checks=checks)  # type: ignore[attr-defined]

        holds()
        asked.add((operation.method.lower(), operation.path))  # type: ignore[attr-defined]
    described = {(verb, path) for path, verbs in schema.raw_schema["paths"].items() for verb in verbs if verb in VERBS}
    assert {(verb, path.removeprefix("/api/v1")) for verb, path in asked} == {
        (verb, path.removeprefix("/api/v1")) for verb, path in described
    }
    assert len(described) > 50


VERBS = ("get", "head", "post", "put", "patch", "delete", "options")
