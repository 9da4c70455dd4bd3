"""Nomic by JSON: rules read, proposals made and voted on, judges asked."""

from __future__ import annotations

from tests.web.api.conftest import ROOT, Programs
from tests.web.conftest import Host

from dragoman.people.models import Person
from dragoman.web import streams

PLAYERS = ("ann", "ben", "cat")


def begun(host: Host, program: Programs) -> None:
    """A game of three that has begun."""
    Person.objects.filter(id=host.person("gm")).update(may_open=True)
    opened = program("gm").ask("POST", "/games", {"name": "suber", "kind": "nomic", "master": "me"})
    assert opened.status == 201, opened
    for who in PLAYERS:
        program(who).done("POST", "/games/suber/players", {"player": who.capitalize()})
    program("gm").done("POST", "/games/suber/say", {"text": "gm begin"})


def test_a_game_of_nomic_is_played(host: Host, program: Programs) -> None:
    begun(host, program)
    game = program("ann").get("/games/suber")
    assert (game["kind"], game["player"], game["stage"]) == ("nomic", "Ann", "running")
    mover = program(game["mover"].lower())
    said = {"kind": "enact", "title": "Tea", "text": "There shall be tea."}
    number = mover.done("POST", "/games/suber/proposals", said)["number"]
    proposal = program().get("/games/suber/proposals")["items"][0]
    assert proposal["change"]["text"] == "There shall be tea."
    assert number == proposal["number"]
    program("ben").done("POST", f"/games/suber/proposals/{number}/arguments", {"text": "Coffee!"})
    assert program().get(f"/games/suber/proposals/{number}")["arguments"][0]["text"] == "Coffee!"
    mover.done("PUT", f"/games/suber/proposals/{number}", {**said, "text": "There shall be green tea."})
    assert program().get(f"/games/suber/proposals/{number}")["change"]["text"] == "There shall be green tea."
    assert program("cat").done("POST", "/games/suber/judgments", {"text": "Is tea a drink?"})["number"] == 1
    assert program().get("/games/suber/judgments")["items"][0]["question"] == "Is tea a drink?"
    assert program().get("/games/suber")["judgments_open"] == [1]


def test_the_rule_book_is_read(host: Host, program: Programs) -> None:
    begun(host, program)
    rules = program().get("/games/suber/rulebook?limit=100")
    assert rules["items"][0]["number"] == "101"
    rule = program().get("/games/suber/rulebook/101")
    assert rule["versions"][0]["how"] == "set-up"
    assert program().ask("GET", "/games/suber/rulebook/999").status == 404
    assert program().ask("GET", "/games/suber/orders").status == 401
    assert program("ann").ask("GET", "/games/suber/orders").status == 404


def test_what_is_new_is_told_by_kind(host: Host, program: Programs) -> None:
    begun(host, program)
    mover = program("ann").get("/games/suber")["mover"].lower()
    known = program().get("/games/suber/events")["mark"]

    def news(who: str | None = None) -> list[str]:
        nonlocal known
        found = program(who).get(f"/games/suber/events?since={known}")
        known = found["mark"]
        return list(found["changed"])

    assert news() == []
    said = {"kind": "enact", "title": "Tea", "text": "There shall be tea."}
    program(mover).done("POST", "/games/suber/proposals", said)
    assert news() == ["turn", "proposals"]
    program("ben").done("POST", "/games/suber/proposals/323/arguments", {"text": "Coffee!"})
    assert news() == ["proposals"]
    assert program("cat").done("POST", "/games/suber/judgments", {"text": "Is tea a drink?"})["number"] == 1
    assert "judgment" in news()
    assert streams._mark("suber", None) == known, "what a stream tells is the same"
    stream = program("ann")
    heads = {"Authorization": f"Bearer {stream.token}", "Accept": "text/event-stream"}
    answer = stream.client.get(f"{ROOT}/games/suber/events", headers=heads)
    assert (answer.headers["Content-Type"], answer.streaming) == ("text/event-stream", True)


def test_how_others_vote_is_no_news_but_that_they_do(host: Host, program: Programs) -> None:
    """Two votes that differ only in the choice give one and the same mark to everybody else."""
    begun(host, program)
    mover = program("ann").get("/games/suber")["mover"].lower()
    program(mover).done("POST", "/games/suber/proposals", {"kind": "enact", "text": "There shall be tea."})
    host.later(hours=49)
    before = program().get("/games/suber/events")["mark"]
    voter, other = (who for who in PLAYERS if who != mover)
    marks = set()
    for choice in ("for", "against"):
        program(voter).done("PUT", "/games/suber/proposals/323/vote", {"choice": choice})
        marks.add(program(other).get("/games/suber/events")["mark"])
    assert len(marks) == 1
    assert program(other).get(f"/games/suber/events?since={before}")["changed"] == ["votes"]


def test_a_finished_game_is_proved(host: Host, program: Programs) -> None:
    begun(host, program)
    assert program().ask("GET", "/games/suber/export?form=proof").status == 404, "it goes on"
    assert program().ask("GET", "/games/suber/export").status == 404, "there is no board in it"
    mover = program("ann").get("/games/suber")["mover"].lower()
    program(mover).done("POST", "/games/suber/proposals", {"kind": "enact", "text": "There shall be tea."})
    sealed = program().get("/games/suber/proposals/323")["seal"]
    program("gm").done("POST", "/games/suber/say", {"text": "gm end: it is late"})
    opened = program().get("/games/suber/export?form=proof")["openings"]
    assert [(each["whom"].lower(), each["seal"]) for each in opened] == [(mover, sealed)]
    assert "There shall be tea." in opened[0]["sent"]


def test_a_line_that_is_not_read_gets_the_sentence_of_a_letter(host: Host, program: Programs) -> None:
    begun(host, program)
    said = program("ann").ask("POST", "/games/suber/say", {"text": "hello\nvot 301 for"}).said
    told = said["unread"][0]
    assert (told["says"], told["line"], told["where"]) == ("It is nearly a command.", 2, "body.text")
    assert told["says"] in said["receipt"]["text"]


def test_a_no_of_the_turn_names_the_field_and_a_vote_is_one_of_three(host: Host, program: Programs) -> None:
    begun(host, program)
    mover = program().get("/games/suber")["mover"].lower()
    other = program(next(who for who in PLAYERS if who != mover))
    said = {"kind": "enact", "title": "Tea", "text": "There shall be tea."}
    no = other.ask("POST", "/games/suber/proposals", said)
    assert (no.status, no.said["where"], "“parallel”: true" in no.said["detail"]) == (409, "body.parallel", True)
    number = program(mover).done("POST", "/games/suber/proposals", said)["number"]
    wrong = other.ask("PUT", f"/games/suber/proposals/{number}/vote", {"choice": "yes"})
    assert (wrong.status, "for, against, abstain" in wrong.said["detail"]) == (422, True)
    right = other.ask("PUT", f"/games/suber/proposals/{number}/vote", {"choice": "FOR"})
    assert right.said.get("code", "") not in ("invalid", "no-such-choice")


def test_what_is_not_there_is_told_by_its_kind(host: Host, program: Programs) -> None:
    begun(host, program)
    told = {
        path: program().ask("GET", f"/games/{path}").said["detail"]
        for path in ("suber/phases", "none", "suber/proposals/999", "suber/rulebook/999", "suber/export?form=proof")
    }
    assert "a game of Nomic" in told["suber/phases"]
    assert "/games" in told["none"]
    assert len(set(told.values())) == len(told)
