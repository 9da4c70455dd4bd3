"""What every answer keeps to: problems have one form, nothing is done twice, what is unchanged is not sent again, lists
come in parts, and nobody asks without end."""

from __future__ import annotations

import json

import pytest
from tests.web.api.conftest import ROOT, Programs
from tests.web.conftest import Host

from dragoman import assembly
from dragoman.people.api_answers import KEPT
from dragoman.people.models import ApiAnswer, Person
from dragoman.store.rates import Rate
from dragoman.web.api import limits

AT = "/games/kalmar/press"
SAID = {"to": ["Italy"], "text": "Friends?"}


# --- problems ---


@pytest.mark.parametrize(("method", "path", "said", "status"), [
    ("GET", "/games/nowhere", None, 404), ("GET", "/nothing", None, 404), ("PATCH", "/games", None, 405),
    ("PUT", "/games/kalmar/orders", {"lines": "A PAR H"}, 422), ("POST", AT, {}, 422),
    ("GET", "/games?limit=100000", None, 422), ("GET", "/games/kalmar/rulebook", None, 404),
    ("POST", AT, {"to": [], "text": "x"}, 422), ("PUT", "/games/kalmar/votes/-1", {"choice": "yes"}, 422),
])  # fmt: skip
def test_a_problem_has_one_form(
    host: Host, program: Programs, method: str, path: str, said: object, status: int
) -> None:
    host.table()
    answer = program("france").ask(method, path, said)
    assert answer.status == status, answer
    assert answer.heads["Content-Type"] == "application/problem+json"
    assert answer.said["status"] == status
    assert answer.said["code"]
    assert answer.said["title"]


def test_a_problem_says_where_it_lies(host: Host, program: Programs) -> None:
    host.table()
    answer = program("france").ask("PUT", "/games/kalmar/votes/1", {"choice": "perhaps"})
    assert answer.said["errors"][0]["where"].endswith("choice")


@pytest.mark.parametrize("body", [b"{", b"[" * 20_000, b'{"lines": ["\xff"]}', b'{"lines": ["\\ud800"]}', b"null"])
def test_what_is_no_json_is_told_as_a_problem(host: Host, program: Programs, body: bytes) -> None:
    host.table()
    mine = program("france")
    heads = {"Authorization": f"Bearer {mine.token}"}
    answer = mine.client.generic("PUT", f"{ROOT}/games/kalmar/orders", body, "application/json", headers=heads)
    assert answer.status_code in (400, 422)
    assert answer.headers["Content-Type"] == "application/problem+json"


def test_what_is_too_long_is_told_as_a_problem(host: Host, program: Programs) -> None:
    host.table()
    answer = program("france").ask("POST", AT, {"to": ["Italy"], "text": "x" * 2_000_000})
    assert answer.status in (400, 413)
    assert answer.heads["Content-Type"] == "application/problem+json"


def test_problems_are_told_in_their_readers_tongue(host: Host, program: Programs) -> None:
    host.table()
    mine = program("france", ("read",))
    assembly.register().prefer(host.person("france"), "fi", "Europe/Helsinki")
    answer = mine.ask("POST", AT, SAID)
    assert answer.said["detail"].startswith("Tämä avain ei ole siihen")
    assert answer.heads["Content-Language"] == "fi"


# --- once ---


def test_a_request_with_a_key_is_heard_once_and_answered_the_same(host: Host, program: Programs) -> None:
    host.table()
    mine = program("france")
    first = mine.ask("POST", AT, SAID, **{"Idempotency-Key": "one"})
    again = mine.ask("POST", AT, SAID, **{"Idempotency-Key": "one"})
    assert (again.status, again.raw) == (first.status, first.raw)
    assert again.heads["Idempotency-Replayed"] == "true"
    assert len(host.state().papers.pieces) == 1
    mine.done("POST", AT, SAID, **{"Idempotency-Key": "two"})
    assert len(host.state().papers.pieces) == 2
    assert b"Friends" not in b"".join(bytes(row.sealed) for row in ApiAnswer.objects.all())


def test_a_key_is_for_one_request(host: Host, program: Programs) -> None:
    host.table()
    mine = program("france")
    mine.ask("POST", AT, SAID, **{"Idempotency-Key": "one"})
    other = mine.ask("POST", AT, {**SAID, "text": "Foes!"}, **{"Idempotency-Key": "one"})
    assert (other.status, other.said["code"]) == (422, "idempotency-key-reused")
    assert program("italy").ask("POST", AT, {"to": ["France"], "text": "x"}, **{"Idempotency-Key": "one"}).status == 200


def test_where_the_answer_was_lost_nothing_is_done_twice(host: Host, program: Programs) -> None:
    host.table()
    mine = program("france")
    mine.done("POST", AT, SAID, **{"Idempotency-Key": "one"})
    ApiAnswer.objects.all().delete()
    again = mine.ask("POST", AT, SAID, **{"Idempotency-Key": "one"})
    assert (again.status, again.said["done"]) == (200, False)
    assert "heard before" in again.said["says"][0]
    assert len(host.state().papers.pieces) == 1


@pytest.mark.parametrize("lost", [True, False])
def test_a_set_that_came_twice_is_the_same_set(host: Host, program: Programs, lost: bool) -> None:
    host.table()
    mine, at = program("france"), "/games/kalmar/orders"
    mine.done("PUT", at, {"lines": ["A PAR - BUR"], "final": False})
    for _ in range(2):
        mine.ask("PUT", at, {"lines": ["A MAR - SPA"], "final": False}, **{"Idempotency-Key": "one"})
        if lost:
            ApiAnswer.objects.all().delete()
        assert [each["order"] for each in mine.get(at)["sets"][0]["orders"]] == ["A MAR - SPA"]


def test_kept_answers_are_forgotten(host: Host, program: Programs) -> None:
    host.table()
    program("france").ask("POST", AT, SAID, **{"Idempotency-Key": "one"})
    assembly.api_answers().forget(host.now)
    assert ApiAnswer.objects.exists()
    assembly.api_answers().forget(host.now + 2 * KEPT)
    assert not ApiAnswer.objects.exists()


# --- unchanged ---


def test_what_is_unchanged_is_not_sent_again(host: Host, program: Programs) -> None:
    host.table()
    mine = program("france")
    first = mine.ask("GET", "/games/kalmar")
    again = mine.client.get(
        f"{ROOT}/games/kalmar", headers={"Authorization": f"Bearer {mine.token}", "If-None-Match": first.heads["ETag"]}
    )
    assert (again.status_code, again.content) == (304, b"")
    assert "Authorization" in first.heads["Vary"]
    host.later(days=10)
    assert mine.ask("GET", "/games/kalmar").heads["ETag"] != first.heads["ETag"]


def test_a_set_is_not_laid_over_one_that_its_sender_has_not_seen(host: Host, program: Programs) -> None:
    host.table()
    mine, at = program("france"), "/games/kalmar/orders"
    seen = mine.ask("GET", at).heads["ETag"]
    mine.done("PUT", at, {"lines": ["A PAR - BUR"], "final": False}, **{"If-Match": seen})
    answer = mine.ask("PUT", at, {"lines": ["A PAR - PIC"], "final": False}, **{"If-Match": seen})
    assert (answer.status, answer.said["code"]) == (412, "changed-meanwhile")
    assert [each["order"] for each in mine.get(at)["sets"][0]["orders"]] == ["A PAR - BUR"]


def test_an_etag_tells_nothing_of_others(host: Host, program: Programs) -> None:
    host.table()
    watcher = program("italy")
    paths = ("", "/orders", "/press", "/clock", "/votes", "/seats", "/events")
    before = [watcher.ask("GET", f"/games/kalmar{path}").heads["ETag"] for path in paths]
    program("france").done("PUT", "/games/kalmar/orders", {"lines": ["A PAR - BUR"], "final": False})
    host.press("Austria", ["France"], "Between us")
    assert [watcher.ask("GET", f"/games/kalmar{path}").heads["ETag"] for path in paths] == before


# --- parts of lists ---


def test_lists_come_in_parts(host: Host, program: Programs) -> None:
    for name in ("eka", "toka", "kolmas"):
        host.table(name)
    first = program().get("/games?limit=2")
    assert (first["count"], first["next"], [each["name"] for each in first["items"]]) == (3, 2, ["eka", "kolmas"])
    rest = program().get(f"/games?limit=2&offset={first['next']}")
    assert (rest["next"], [each["name"] for each in rest["items"]]) == (None, ["toka"])
    assert program().get("/games?offset=99")["items"] == []


# --- how often ---


def test_whoever_asks_too_often_waits(host: Host, program: Programs, monkeypatch: pytest.MonkeyPatch) -> None:
    host.table()
    monkeypatch.setattr(limits, "of_token", lambda: Rate("token", 2, 60))
    mine = program("france")
    answers = [mine.ask("GET", "/games/kalmar") for _ in range(3)]
    assert [each.status for each in answers] == [200, 200, 429]
    assert answers[0].heads["RateLimit"] == '"token";r=1;t=0'
    assert int(answers[2].heads["Retry-After"]) <= 31
    assert program("italy").ask("GET", "/games/kalmar").status == 200


# --- its description ---


def test_the_description_is_public_and_whole(host: Host, program: Programs) -> None:
    schema = json.loads(program().ask("GET", "/openapi.json").raw)
    assert schema["openapi"].startswith("3.1")
    for path, operations in schema["paths"].items():
        for operation in operations.values():
            assert operation["description"].strip(), path
            assert operation["security"], path


# --- news ---


def test_news_are_told_by_kind_to_programs_too(host: Host, program: Programs) -> None:
    host.table()
    mine = program("italy")
    mark = mine.get("/games/kalmar/events")["mark"]
    host.press("France", ["Italy"], "Friends?")
    assert mine.get(f"/games/kalmar/events?since={mark}")["changed"] == ["press"]
    assert program("austria").get(f"/games/kalmar/events?since={mark}")["changed"] == []
    heads = {"Authorization": f"Bearer {mine.token}", "Accept": "text/event-stream"}
    stream = mine.client.get(f"{ROOT}/games/kalmar/events", headers=heads)
    assert stream.headers["Content-Type"] == "text/event-stream"
    assert stream.streaming


def test_a_game_on_a_map_that_a_form_has_no_numbers_for_is_a_problem(host: Host, program: Programs) -> None:
    Person.objects.filter(id=host.person("gm")).update(may_open=True)
    opened = program("gm").ask("POST", "/games", {"name": "azincourt", "board": "hundred", "master": "me"})
    assert opened.status == 201, opened
    answer = program("gm").ask("GET", "/games/azincourt/export?form=webdiplomacy")
    assert (answer.status, answer.said.get("code")) == (409, "unfit"), answer.said
