"""A game by JSON alone: opened, joined, ordered, written to, voted on, presided over."""

from __future__ import annotations

import pytest
from tests.web.api.conftest import Programs
from tests.web.conftest import POWERS, Host

from dragoman import assembly
from dragoman.diplomacy.board.mapfile import chart_source
from dragoman.diplomacy.commands import OpenGame
from dragoman.diplomacy.houserules.presets import preset
from dragoman.diplomacy.houserules.sheet import Sheet
from dragoman.diplomacy.state import Stage
from dragoman.game.protocol import Speaker
from dragoman.game.seats import Seat
from dragoman.people.models import Person
from dragoman.referee.ports import Slip


def test_a_game_is_opened_joined_and_begins(host: Host, program: Programs) -> None:
    Person.objects.filter(id=host.person("ann")).update(may_open=True)
    opened = program("ann").ask("POST", "/games", {
        "name": "Visby", "board": "standard", "rules": "datc", "changes": {"VII.2": "B"}, "zone": "Europe/Helsinki",
    })  # fmt: skip
    assert (opened.status, opened.said["name"]) == (201, "visby"), opened
    for power in POWERS:
        program(power.lower()).done("POST", "/games/visby/seats", {"powers": [power]})
    assert host.state("visby").stage is Stage.RUNNING
    seats = program("france").get("/games/visby/seats")["seats"]
    assert all(each["held"] for each in seats)
    assert program().get("/games")["items"][0] == {
        "name": "visby", "kind": "diplomacy", "stage": "running", "seat": "", "board": "standard", "phase": "S1901M",
        "deadline": program().get("/games/visby")["deadline"], "paused": False, "free": 0,
    }  # fmt: skip


@pytest.mark.parametrize(("change", "code"), [
    ({"board": "moon"}, "no-such-board"), ({"rules": "none"}, "no-such-sheet"), ({"zone": "Moon"}, "no-such-zone"),
    ({"name": "Not a name!"}, "bad-name"), ({"name": "api"}, "bad-name"), ({"entry": "invited"}, "master-wanted"),
    ({"changes": {"VI.2": "Z"}}, None), ({"kind": "nomic", "ruleset": "x"}, "no-such-ruleset"),
    ({"kind": "nomic", "board": "hundred"}, "other-kind"), ({"ruleset": "lounge"}, "other-kind"),
])  # fmt: skip
def test_a_game_that_cannot_be_is_not_opened(
    host: Host, program: Programs, change: dict[str, object], code: str
) -> None:
    Person.objects.filter(id=host.person("ann")).update(may_open=True)
    answer = program("ann").ask("POST", "/games", {"name": "visby", **change})
    assert answer.status in (409, 422), answer
    assert code in (None, answer.said["code"])
    assert answer.said["detail"]
    assert not assembly.ledger().tables()


def test_who_may_not_open_games_does_not(host: Host, program: Programs) -> None:
    answer = program("ann").ask("POST", "/games", {"name": "visby"})
    assert (answer.status, answer.said["code"]) == (403, "may-not-open")


def test_orders_are_read_set_changed_and_taken_back(host: Host, program: Programs) -> None:
    host.table()
    mine, at = program("france"), "/games/kalmar/orders"
    before = mine.get(at)["sets"][0]
    assert (before["orders"], len(before["unordered"]), before["received"]) == ([], 3, None)
    checked = mine.ask("POST", f"{at}/check", {"lines": ["A Paris to Burgundy", "fleet brest - gas", "A MAR - LON"]})
    assert [each["order"] for each in checked.said["orders"]] == ["A PAR - BUR", "F BRE - GAS", "A MAR - LON"]
    assert [bool(each["flaw"]) for each in checked.said["orders"]] == [False, False, True]
    assert mine.get(at)["sets"][0]["received"] is None
    mine.done("PUT", at, {"lines": ["A Paris to Burgundy", "fleet brest - gas"], "final": False})
    assert [each["order"] for each in mine.get(at)["sets"][0]["orders"]] == ["A PAR - BUR", "F BRE - GAS"]
    mine.done("PUT", at, {"lines": ["A MAR - SPA"], "final": False})
    assert [each["order"] for each in mine.get(at)["sets"][0]["orders"]] == ["A MAR - SPA"], "the whole set gave way"
    mine.done("PUT", at, {"lines": ["A PAR - PIC"], "final": False, "replace": False})
    mine.done("POST", f"{at}/status", {"final": True})
    assert mine.get(at)["sets"][0]["final"]
    mine.done("DELETE", at)
    assert mine.get(at)["sets"][0]["received"] is None


def test_a_line_that_cannot_be_read_keeps_the_set_out_unless_asked_otherwise(host: Host, program: Programs) -> None:
    host.table()
    mine, at = program("france"), "/games/kalmar/orders"
    said = {"lines": ["A PAR - BUR", "A MAR - XYZZY"], "final": False}
    answer = mine.ask("PUT", at, said)
    assert answer.status == 422
    assert [(each["line"], each["word"]) for each in answer.said["errors"]] == [(2, "XYZZY")]
    assert mine.get(at)["sets"][0]["received"] is None
    mine.done("PUT", at, {**said, "keep": True})
    assert [each["order"] for each in mine.get(at)["sets"][0]["orders"]] == ["A PAR - BUR"]


@pytest.mark.parametrize("phase", ["zzz", "1901", "Fall 1901", "S19O1M", "X1901M"])
@pytest.mark.parametrize("path", ["orders", "orders/check", "orders/status"])
def test_a_phase_that_cannot_be_read_is_refused(host: Host, program: Programs, path: str, phase: str) -> None:
    host.table()
    said = {"final": True} if path.endswith("status") else {"lines": ["A PAR - BUR"]}
    method = "PUT" if path == "orders" else "POST"
    answer = program("france").ask(method, f"/games/kalmar/{path}", {**said, "phase": phase})
    assert (answer.status, answer.said["code"], answer.said["where"]) == (422, "no-such-phase", "body.phase")
    assert not host.state().sets


@pytest.mark.parametrize("phase", ["S1850M", "S1901R", "W1901A", "F1907M"])
def test_a_set_is_for_the_phase_that_it_names_or_for_none(host: Host, program: Programs, phase: str) -> None:
    host.table()
    answer = program("france").ask("PUT", "/games/kalmar/orders", {"lines": ["A PAR - BUR"], "phase": phase})
    assert all(str(each) == phase for each in host.state().sets), answer
    assert answer.status in (409, 422) or answer.said["orders"][0]["phase"] == phase


def test_an_order_that_cannot_work_bears_its_flaw_in_the_answer(host: Host, program: Programs) -> None:
    host.table()
    mine = program("france")
    told = mine.done("PUT", "/games/kalmar/orders", {"lines": ["A PAR - BUR", "A MAR - LON"]})["orders"]
    assert [(each["order"], bool(each["flaw"])) for each in told] == [("A PAR - BUR", False), ("A MAR - LON", True)]
    assert told[1]["says"]
    said = mine.done("POST", "/games/kalmar/say", {"text": "Fleet Brest to Moscow\nA Mar - Spa"})["orders"]
    assert [(each["order"], bool(each["flaw"])) for each in said] == [("F BRE - MOS", True), ("A MAR - SPA", False)]
    assert mine.done("POST", "/games/kalmar/press", {"to": ["Italy"], "text": "A PAR - BUR"})["orders"] == []


def test_what_is_left_out_of_a_set_is_told_in_its_answer(host: Host, program: Programs) -> None:
    host.table()
    mine, at = program("france"), "/games/kalmar/orders"
    told = mine.done("PUT", at, {"lines": ["A PAR - BUR", "A MAR - XYZZY"], "keep": True})
    assert [(each["where"], each["word"]) for each in told["unread"]] == [("body.lines.1", "XYZZY")]
    nothing = mine.ask("PUT", at, {"lines": ["A XXX H"], "keep": True})
    assert (nothing.status, nothing.said["errors"][0]["word"]) == (422, "XXX")
    empty = mine.ask("PUT", at, {"lines": []})
    assert (empty.status, empty.said["code"], "DELETE" in empty.said["detail"]) == (422, "no-orders", True)


@pytest.mark.parametrize("line", ["resign", "press to Italy: hello", "gm process", "A PAR - BUR\nresign"])
def test_among_orders_nothing_else_is_said(host: Host, program: Programs, line: str) -> None:
    host.table()
    answer = program("france").ask("PUT", "/games/kalmar/orders", {"lines": ["A MAR - SPA", line]})
    assert answer.status == 422
    assert not host.state().sets


def test_offers_are_legal_and_lead_through_a_phase(host: Host, program: Programs) -> None:
    host.table()
    for power in POWERS:
        mine = program(power.lower())
        offers = mine.get("/games/kalmar/offers")
        assert offers["power"] == power
        chosen = [some[-1] for some in offers["offers"].values()]
        mine.done("PUT", "/games/kalmar/orders", {"lines": chosen, "final": True})
        assert not [each for each in mine.get("/games/kalmar/orders")["sets"] if any(o["flaw"] for o in each["orders"])]
    host.later(days=10)
    turn = program().get("/games/kalmar/phases/S1901M")
    assert (turn["before"]["phase"]["id"], len(turn["orders"])) == ("S1901M", 22)
    assert program().get("/games/kalmar/phases")["items"][0]["id"] == "S1901M"
    assert program().ask("GET", "/games/kalmar/phases/S1950M").status == 404


def test_press_is_written_read_and_answered(host: Host, program: Programs) -> None:
    host.table()
    italy, france = program("italy"), program("france")
    italy.done("POST", "/games/kalmar/press", {"to": ["France"], "text": "Friends?"})
    piece = france.get("/games/kalmar/press")["items"][0]
    assert (piece["seat"], piece["text"], piece["number"], piece["mine"]) == ("Italy", "Friends?", 1, False)
    france.done("POST", "/games/kalmar/press/1/answer", {"text": "For ever."})
    assert [each["text"] for each in italy.get("/games/kalmar/press?since=1")["items"]] == ["For ever."]
    answer = italy.ask("POST", "/games/kalmar/press", {"to": ["Narnia"], "text": "Hello"})
    assert answer.status == 409, answer


def test_votes_are_proposed_and_cast(host: Host, program: Programs) -> None:
    host.table()
    france = program("france")
    assert france.done("POST", "/games/kalmar/votes", {"form": "draw"})["number"] == 1
    vote = program("italy").get("/games/kalmar/votes")["items"][0]
    assert (vote["number"], vote["outcome"], vote["entitled"], vote["own"]) == (1, "open", True, False)
    program("italy").done("PUT", "/games/kalmar/votes/1", {"choice": "yes"})
    assert program("italy").get("/games/kalmar/votes")["items"][0]["mine"] == "yes"
    assert program("italy").ask("PUT", "/games/kalmar/votes/7", {"choice": "yes"}).status == 409
    france.done("DELETE", "/games/kalmar/votes/1")
    assert program("italy").get("/games/kalmar/votes")["items"][0]["outcome"] == "withdrawn"


def test_a_ballot_on_builds_is_cast_read_back_and_taken_back(host: Host, program: Programs) -> None:
    democracy(host)
    mine = program("italy")
    poll = mine.get("/games/aula/polls")["items"][0]
    assert (poll["taking"], poll["cast"], poll["options"]["LON"]) == (True, [], ["F LON", "A LON", "NO BUILD LON"])
    mine.done("PUT", "/games/aula/ballot", {"lines": ["3 F LON", "1 A VIE"]})
    assert mine.get("/games/aula/polls")["items"][0]["cast"] == ["3 F LON", "1 A VIE"]
    assert program("france").get("/games/aula/polls")["items"][0]["cast"] == []
    assert mine.ask("PUT", "/games/aula/ballot", {"lines": ["1 A LON", "end", "resign"]}).status == 200
    assert mine.ask("PUT", "/games/aula/ballot", {"lines": []}).status == 422
    assert host.state("aula").seats[Seat("Italy")] == host.person("italy"), "a line holds nothing but votes"
    mine.done("DELETE", "/games/aula/ballot")
    assert mine.get("/games/aula/polls")["items"][0]["cast"] == []


def democracy(host: Host) -> None:
    """A game of Democracy in which it is voted on what stands at the beginning."""
    sheet = preset("democracy")
    assert isinstance(sheet, Sheet)
    by = Speaker(host.person("host"), None)
    seats = {Seat(power): host.person(power.lower()) for power in POWERS}
    command = OpenGame(by, "aula", chart_source("standard"), sheet.as_rules(), 7, hour="18:00", seats=seats)
    assert assembly.open_table(Slip("aula", by, command=command), "diplomacy").events


def test_absences_and_the_clock(host: Host, program: Programs) -> None:
    host.table()
    mine = program("france")
    mine.done("POST", "/games/kalmar/absences", {"first": "2026-04-01", "last": "2026-04-03", "announced": True})
    away = program().get("/games/kalmar/clock")["absences"]
    assert [(each["seat"], each["number"]) for each in away] == [("France", 1)]
    mine.done("DELETE", "/games/kalmar/absences/1")
    assert program().get("/games/kalmar/clock")["absences"] == []


def test_the_game_master_presides(host: Host, program: Programs) -> None:
    host.table(gm=True)
    master = program("gm")
    master.done("POST", "/games/kalmar/gm/announce", {"text": "Welcome"})
    assert program().get("/games/kalmar")["announcements"][0]["text"] == "Welcome"
    master.done("POST", "/games/kalmar/gm/pause", {"why": "holidays"})
    assert program().get("/games/kalmar")["paused"]
    master.done("POST", "/games/kalmar/gm/resume", {})
    master.done("POST", "/games/kalmar/gm/deadline", {"at": "2026-03-20T20:00:00+02:00", "why": "a fair"})
    assert program().get("/games/kalmar")["deadline"] == "2026-03-20T18:00:00Z"
    for power in POWERS:
        program(power.lower()).ask("POST", "/games/kalmar/orders/status", {"final": True})
    unnamed = master.ask("POST", "/games/kalmar/gm/process", {})
    assert (unnamed.status, unnamed.said["where"]) == (409, "body.phase")
    master.done("POST", "/games/kalmar/gm/process", {"phase": "S1901M"})
    assert master.ask("POST", "/games/kalmar/gm/process", {"phase": "S1901M"}).status == 409
    assert program().get("/games/kalmar")["phases"] == ["S1901M"]
    master.done("POST", "/games/kalmar/say", {"text": "gm rollback S1901M because a test"})
    assert program().get("/games/kalmar")["phases"] == []
    assert program("france").ask("POST", "/games/kalmar/gm/announce", {"text": "I am king"}).status in (403, 409)


def test_what_is_written_is_read_before_it_is_said(host: Host, program: Programs) -> None:
    host.table()
    read = program("france").ask("POST", "/games/kalmar/read", {"text": "A PAR - BUR\nA MAR - XYZZY\nvote 1 yes"}).said
    assert [each["order"] for each in read["orders"]] == ["A PAR - BUR"]
    assert read["scopes"] == ["orders", "votes"]
    assert (read["others"], read["kinds"]) == (1, ["cast-vote"])
    assert [each["word"] for each in read["unread"]] == ["XYZZY"]
    assert not host.state().sets


def test_rules_boards_and_sheets_are_told(host: Host, program: Programs) -> None:
    host.table()
    rules = program().get("/games/kalmar/rules")
    assert rules["rules"]["II.1"] == "B"
    assert next(each for each in rules["clauses"] if each["number"] == "II.1")["says"]
    assert program().get("/sheets/suomi")["rules"]
    board = program().get("/games/kalmar/board")
    assert (len(board["powers"]), len(board["provinces"]), board["victory"]) == (7, 76, 18)
    assert "PAR" in next(each for each in board["provinces"] if each["id"] == "BUR")["army"]
    assert "standard" in [each["key"] for each in program().get("/boards")["items"]]
    assert program().get("/boards/standard")["id"] == "standard"
