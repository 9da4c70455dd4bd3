"""Requests made up from the API's own description: none makes the host fail, and every answer fits what it says."""

from __future__ import annotations

import os
from collections.abc import Iterator

import hypothesis
import pytest
from tests.web.api.conftest import Programs
from tests.web.conftest import Host

from dragoman import assembly
from dragoman.diplomacy.commands import Observe
from dragoman.game.protocol import Speaker
from dragoman.referee.ports import Slip
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


@pytest.mark.slow
@pytest.mark.parametrize("who", ["france", "gm", "stranger"])
def test_no_request_makes_the_host_fail(host: Host, program: Programs, depth: str, unlimited: None, who: str) -> None:
    """Each operation is asked some dozens of times (at full depth some hundreds, afresh on every run)."""
    if who != "france" and depth != "full":
        pytest.skip("a sample asks as one player; at full depth everybody asks")
    from django.core.wsgi import get_wsgi_application
    from schemathesis.checks import not_a_server_error
    from schemathesis.specs.openapi.checks import content_type_conformance, response_schema_conformance

    host.table(gm=True)
    host.table("lund")
    olga = Speaker(host.person("olga"), None)
    assembly.hear(Slip("kalmar", olga, command=Observe(olga, "Olga")))
    host.press("Italy", ["all"], "Welcome")
    heads = {} if who == "stranger" else {"Authorization": f"Bearer {program(who).token}"}
    schema = schemathesis.openapi.from_wsgi("/api/v1/openapi.json", get_wsgi_application())
    checks = [not_a_server_error, content_type_conformance, response_schema_conformance]
    most = int(os.environ.get("DRAGOMAN_SCHEMA_EXAMPLES", "300" if depth == "full" else "3"))
    found = 0
    for operation in operations(schema):

        @hypothesis.settings(max_examples=most, deadline=None, database=None, derandomize=depth != "full",
                             suppress_health_check=list(hypothesis.HealthCheck))  # fmt: skip
        @hypothesis.given(case=operation.as_strategy())  # type: ignore[attr-defined]
        def holds(case: object) -> None:
            if "name" in (case.path_parameters or {}):  # type: ignore[attr-defined]
                case.path_parameters["name"] = ("kalmar", "lund", "nowhere")[hash(str(case.body)) % 3]  # type: ignore[attr-defined]
            case.call_and_validate(headers=heads, checks=checks)  # type: ignore[attr-defined]

        holds()
        found += 1
    assert found > 50
