"""Programs at a host's door: a client that bears a token, and says and hears JSON."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.test import Client
from tests.web.conftest import Host

from dragoman import assembly
from dragoman.people.api_tokens import SCOPES

ROOT = "/api/v1"


@dataclass
class Answer:
    """What came back: the status, the JSON, the heads."""

    status: int
    said: Any
    heads: Any
    raw: bytes = b""


@dataclass
class Program:
    """Somebody's program."""

    token: str = ""
    client: Client = field(default_factory=Client)

    def ask(self, method: str, path: str, said: Any = None, **heads: str) -> Answer:
        if self.token:
            heads["Authorization"] = f"Bearer {self.token}"
        body = b"" if said is None else json.dumps(said).encode()
        response = self.client.generic(method, ROOT + path, body, "application/json", headers=heads)
        return Answer(response.status_code, json.loads(response.content or b"null"), response.headers, response.content)

    def get(self, path: str, **heads: str) -> Any:
        answer = self.ask("GET", path, **heads)
        assert answer.status == 200, answer
        return answer.said

    def done(self, method: str, path: str, said: Any = None, **heads: str) -> Any:
        """Something is said, and comes to something."""
        answer = self.ask(method, path, said, **heads)
        assert answer.status in (200, 201), answer
        assert answer.said["done"], answer.said
        return answer.said


Programs = Callable[..., Program]


@pytest.fixture
def program(host: Host) -> Programs:
    """A program of somebody's: for all seats and everything, if nothing else is said."""

    def made(who: str | None = None, scopes: tuple[str, ...] = SCOPES, table: str = "", seat: str = "") -> Program:
        if who is None:
            return Program()
        return Program(assembly.api_tokens().make(host.person(who), who, scopes, host.now, table, seat))

    return made
