"""Whatever goes wrong is told in a sentence that names it and says what to do, in the reader's tongue, at the place
where it stands, and leaves no line in the host's log."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import pytest
from tests.web.api.conftest import ROOT, Answer, Program, Programs
from tests.web.conftest import Host

from dragoman import assembly
from dragoman.diplomacy.rendering.receipts import UNREAD, unread_says
from dragoman.game.protocol import Unread
from dragoman.tongues.saying import put
from dragoman.web import marks
from dragoman.web.api import bodies, games, misfits, nomic, orders, table
from dragoman.web.api.site import api

ORDERS, SAY, DEADLINE = "/games/kalmar/orders", "/games/kalmar/say", "/games/kalmar/gm/deadline"


def sent(mine: Program, method: str, path: str, body: bytes, kind: str = "application/json", **heads: str) -> Answer:
    heads |= {"Authorization": f"Bearer {mine.token}"}
    told = mine.client.generic(method, ROOT + path, body, kind, headers=heads)
    return Answer(told.status_code, json.loads(told.content), told.headers, told.content)


# --- fields that are not known ---


def test_no_body_passes_a_field_over() -> None:
    """Every schema that a request is read by forbids what it does not know."""
    read = {
        model.model_fields[model.__read_from_single_attr__].annotation
        for _prefix, router in api._routers
        for path in router.path_operations.values()
        for operation in path.operations
        for model in operation.models
        if model.__ninja_param_source__ == "body"
    }
    known = {each for of in (games, orders, table, nomic) for each in vars(of).values() if isinstance(each, type)}
    assert {each for each in known if issubclass(each, bodies.Body)} - {bodies.Body} == read
    assert len(read) > 14


@pytest.mark.parametrize("said", ["yes", "true", 1, 0, 1.0, "on"])
def test_a_truth_is_true_or_false_and_nothing_else(host: Host, program: Programs, said: object) -> None:
    host.table()
    mine = program("france")
    body = json.dumps({"lines": ["A PAR H"], "final": said}).encode()
    answer = sent(mine, "PUT", ORDERS, body)
    assert answer.status == 422
    assert "final" in str(answer.said)
    assert sent(mine, "PUT", ORDERS, json.dumps({"lines": ["A PAR H"], "final": None}).encode()).status == 200


@pytest.mark.parametrize(("who", "method", "path", "said", "field", "near"), [
    ("france", "PUT", ORDERS, {"lines": ["A PAR H"], "finall": True}, "finall", "final"),
    ("gm", "POST", DEADLINE, {"at": "2026-03-03T00:00Z", "because": "x"}, "because", ""),
    ("gm", "POST", DEADLINE, {"at": "2026-03-03T00:00Z", "whyy": "x"}, "whyy", "why"),
    ("france", "POST", SAY, {"txt": "A PAR H"}, "txt", "text"),
])  # fmt: skip
def test_a_field_that_is_not_known_is_refused_by_name(
    host: Host, program: Programs, who: str, method: str, path: str, said: Any, field: str, near: str
) -> None:
    host.table(gm=True)
    before = assembly.ledger().versions(["kalmar"])
    answer = program(who).ask(method, path, said)
    assert answer.status == 422, answer
    told = next(each for each in answer.said["errors"] if each["where"] == f"body.{field}")
    assert f"“{field}”" in told["says"]
    assert told["instead"] == ([near] if near else [])
    assert (f"“{near}”?" if near else "There are: text, why, at") in told["says"]
    assert assembly.ledger().versions(["kalmar"]) == before


@pytest.mark.parametrize(("path", "says"), [
    ("/games?limitt=3", "“limitt” here. Do you mean “limit”?"), ("/boards?x=1", "“x” here."),
    ("/games/kalmar/events?sinse=1", "“since”?"), ("/games/kalmar/press?name=kalmar", "“name” here. There are: "),
])  # fmt: skip
def test_a_parameter_that_is_not_known_is_refused_by_name(host: Host, program: Programs, path: str, says: str) -> None:
    host.table()
    answer = program("france").ask("GET", path)
    assert (answer.status, answer.said["code"]) == (422, "invalid")
    assert says in answer.said["detail"]


# --- a sentence for each ---


UNREADABLE = [
    (b'{"lines": [', "application/json", 400, "line 1, column 12"),
    (b'{"lines": ["\xff"]}', "application/json", 400, "UTF-8: byte 13"),
    (b"[" * 20_000, "application/json", 400, "too deep"),
    (b'{"lines": [], "final": NaN}', "application/json", 400, "“NaN”"),
    (b'{"lines": ' + b"1" * 5000 + b"}", "application/json", 400, "too long"),
    (b'{"lines": [], "final": true, "final": false}', "application/json", 400, "“final” stands twice"),
    (b'{"lines": ["A PAR H"]}', "text/plain", 415, "application/json"),
    (b"lines=A+PAR+H", "application/x-www-form-urlencoded", 415, "application/json"),
    (b" " * 1_100_000, "application/json", 413, "1048576"),
    (b"", "application/json", 422, "needs a body"),
    (b"null", "application/json", 422, "must be an object"),
    (b"[1]", "application/json", 422, "must be an object"),
    (b'{"lines": ["\\ud800"]}', "application/json", 422, "half a character"),
]


@pytest.mark.parametrize("key", [False, True])
def test_a_body_that_cannot_be_read_is_told_in_a_sentence(
    host: Host, program: Programs, caplog: pytest.LogCaptureFixture, key: bool
) -> None:
    host.table()
    mine = program("france")
    for number, (body, kind, status, says) in enumerate(UNREADABLE):
        heads = {"Idempotency-Key": f"{number}"} if key else {}
        answer = sent(mine, "PUT", ORDERS, body, kind, **heads)
        assert answer.status == status, (body[:40], answer)
        assert says in answer.said["detail"]
    assert [each for each in caplog.records if each.exc_info or each.levelname == "ERROR"] == []


def test_json_is_json_however_it_is_called(host: Host, program: Programs) -> None:
    host.table()
    mine = program("france")
    for body in (b'\xef\xbb\xbf{"text": "status"}', b'{"text": "status"}'):
        for kind in ("application/json; charset=utf-8", "application/vnd.x+json", ""):
            assert sent(mine, "POST", SAY, body, kind).status == 200, (body, kind)


@pytest.mark.parametrize(("level", "told"), [("INFO", "ERROR"), ("DEBUG", "WARNING")])
def test_what_senders_do_wrong_fills_no_log(level: str, told: str) -> None:
    asked = "import json; from dragoman.settings import LOGGING; print(json.dumps(LOGGING['loggers']))"
    environment = {**os.environ, "DRAGOMAN_LOGS_LEVEL": level}
    found = subprocess.run([sys.executable, "-c", asked], env=environment, capture_output=True, text=True, check=True)
    loggers = json.loads(found.stdout)
    assert loggers["django.request"]["level"] == told
    assert loggers["django.security.RequestDataTooBig"] == {"level": "CRITICAL", "propagate": False}


def test_an_address_that_is_none_and_a_method_that_is_not_taken_are_told(host: Host, program: Programs) -> None:
    host.table()
    mine = program("france")
    assert "openapi.json" in mine.ask("GET", "/nothing").said["detail"]
    answer = mine.ask("PATCH", ORDERS)
    assert (answer.status, answer.heads["Allow"]) == (405, "DELETE, GET, PUT")
    assert answer.said["detail"] == "This address takes DELETE, GET, PUT, not PATCH."


FAULTS = [
    ("PUT", ORDERS, {"lines": "A PAR H"}, "“lines” must be a list."),
    ("PUT", ORDERS, {"lines": ["A PAR H"] * 300}, "“lines” may hold at most 200 entries."),
    ("PUT", ORDERS, {"lines": ["x" * 300, 3]}, "“lines.0” may have at most 200 characters. “lines.1” must be text."),
    ("PUT", ORDERS, {"lines": [], "final": "perhaps"}, "“final” must be true or false."),
    ("PUT", ORDERS, {}, "“lines” is missing."),
    ("POST", "/games/kalmar/press", {"to": [], "text": "x"}, "“to” must hold 1 or more."),
    ("POST", "/games/kalmar/votes", {"form": "x"}, "“form” must be one of these: draw, win, ranking, rules."),
    ("POST", "/games/kalmar/votes", {"form": "rules", "changes": []}, "“changes” must be an object"),
    ("POST", "/games/kalmar/absences", {"first": "2026-99-01", "last": 1.5}, "“first” must be a day, as 2026"),
    ("POST", "/games", {"name": "x", "hour": "25:99", "least": 101}, "as 18:00. “least” may be at most 100."),
    ("POST", "/games", {"name": "x", "least": 1.5}, "“least” must be a whole number."),
    ("POST", DEADLINE, {"at": "x"}, "“at” must be a moment with its zone"),
    ("POST", DEADLINE, {"at": "2026-03-03T00:00"}, "“at” must be a moment with its zone"),
    ("PUT", "/games/kalmar/votes/-1", {"choice": "yes"}, "“number” must be at least 0."),
    ("PUT", "/games/kalmar/proposals/x/vote", {"choice": "yes"}, "as 301 or R103."),
    ("GET", "/games?limit=x&kind=chess", None, "“limit” must be a whole number. “kind” must be one of"),
]


@pytest.mark.parametrize("lang", ["en", "fi"])
def test_what_does_not_fit_is_told_in_our_own_words(host: Host, program: Programs, lang: str) -> None:
    host.table()
    mine = program("france")
    assembly.register().prefer(host.person("france"), lang, "Europe/Helsinki")
    for method, path, said, says in FAULTS:
        answer = mine.ask(method, path, said)
        assert answer.status == 422, (path, said)
        assert "body.said" not in answer.raw.decode()
        for each in answer.said["errors"]:
            assert each["says"] in answer.said["detail"]
            assert "Input" not in each["says"]
            assert "openapi" not in each["says"], "it is put by no sentence of its own"
        assert (says in answer.said["detail"]) is (lang == "en"), (says, answer.said["detail"])


def test_every_fault_is_put_with_what_pydantic_tells_of_it() -> None:
    told = {"max_length": 1, "min_length": 1, "ge": 1, "le": 1, "expected": "'a' or 'b'"}
    for kind in (*misfits.SENTENCES, "date_type", "datetime_type", "time_type", "never_heard_of"):
        said = json.loads(misfits.invalid([{"type": kind, "loc": ("body", "x"), "ctx": told}]).content)
        assert "“x”" in said["detail"]


# --- lines ---


def test_a_line_that_is_not_read_gets_the_sentence_of_a_letter(host: Host, program: Programs) -> None:
    host.table()
    mine = program("france")
    answer = mine.ask("PUT", ORDERS, {"lines": ["A MAR H", "A PAR dances"]})
    assert (answer.status, answer.said["detail"]) == (422, "“A PAR dances”: “dances” makes no sense there.")
    told = answer.said["errors"][0]
    assert (told["says"], told["where"], told["line"], told["column"]) == (
        answer.said["detail"], "body.lines.1", 2, 7,
    )  # fmt: skip
    said = mine.ask("POST", SAY, {"text": "A MAR H\nA PAR dances"}).said
    assert said["unread"][0]["says"] == told["says"]
    assert said["unread"][0]["says"] in said["receipt"]["text"].replace("\n", " ")


@pytest.mark.parametrize("code", [*UNREAD, "never-heard-of"])
def test_no_line_is_unread_without_a_sentence(code: str) -> None:
    for word in ("x", ""):
        line = Unread(code, "A PAR dances", 1, word)
        says = put(unread_says(line.code, line.text, line.word), "en")
        assert says
        assert "{" not in says


def test_a_refused_line_tells_its_place(host: Host, program: Programs) -> None:
    host.table()
    mine = program("france")
    lines = ["A PAR - BUR", "A VIE H", "F BRE -\nMAO", " A MUN H"]
    for answer in (mine.ask("PUT", ORDERS, {"lines": lines}).said["errors"],
                   mine.ask("POST", f"{ORDERS}/check", {"lines": lines}).said["refused"]):  # fmt: skip
        assert [(each["where"], each["line"], each["column"]) for each in answer] == [
            ("body.lines.1", 2, 1), ("body.lines.3", 4, 1),
        ]  # fmt: skip
    said = mine.ask("POST", SAY, {"text": "A PAR - BUR\n  A VIE H\nA VIE H"}).said["refused"]
    assert [(each["where"], each["line"]) for each in said] == [("body.text", 2), ("body.text", 3)]


# --- marks, scopes, deeds ---


def test_a_mark_that_was_never_given_is_told_and_all_counts_as_new(host: Host, program: Programs) -> None:
    host.table()
    mine, at = program("france"), "/games/kalmar/events"
    mark = mine.get(at)["mark"]
    assert mine.get(f"{at}?since={mark}") == {"mark": mark, "changed": [], "known": True}
    for strange in ("zzz", "a_b_c_d_e", "1-2_3", mark + "_1_1_1"):
        assert mine.get(f"{at}?since={strange}") == {"mark": mark, "changed": list(marks.KINDS), "known": False}


@pytest.mark.parametrize("turn", ["--3-1-0", "2-3-1-0"])
def test_a_mark_stays_known_whoever_moves(turn: str) -> None:
    rest = "4_20260401180000_1-0-0-0-R103-2_running-3-3_9-0_1-0-0_0-0-0"
    now = "1-4-0-1_5_still_1-0-0-0--0_over-3-3_9-0_1-0-0_0-0-0"
    assert marks.fits(f"{turn}_{rest}", now)
    assert marks.changed(marks.nothing(now), now) == marks.NOMIC


def test_a_letter_that_a_token_is_not_for_is_forbidden(host: Host, program: Programs) -> None:
    host.table()
    mine = program("france", ("read",))
    answer = mine.ask("POST", SAY, {"text": "A PAR - BUR\nresign"})
    assert (answer.status, answer.said["code"]) == (403, "lacks-scope")
    assert 'scope="orders"' in answer.heads["WWW-Authenticate"]
    assert len(answer.said["errors"]) == 2
    asked = mine.ask("POST", SAY, {"text": "status\nA PAR - BUR"})
    assert (asked.status, len(asked.said["refused"])) == (200, 1), "what was asked is answered"


def test_a_near_deadline_is_meant_by_sure(host: Host, program: Programs) -> None:
    host.table(gm=True)
    mine, said = program("gm"), {"at": (host.now).isoformat().replace("+00:00", "Z")}
    soon = {"at": said["at"].replace(f"T{host.now:%H}", f"T{host.now.hour + 1:02}")}
    answer = mine.ask("POST", DEADLINE, soon)
    assert (answer.status, answer.said["code"], answer.said["where"]) == (409, "deadline-near", "body.sure")
    assert "A program sends “sure”: true" in answer.said["detail"]
    mine.done("POST", DEADLINE, {**soon, "sure": True})
    assert "“at” is missing" in mine.ask("POST", DEADLINE, {}).said["detail"]
