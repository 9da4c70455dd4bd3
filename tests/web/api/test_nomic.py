"""Nomic by JSON: rules read, proposals made and voted on, judges asked."""

from __future__ import annotations

from tests.web.api.conftest import Programs
from tests.web.conftest import Host

from dragoman.people.models import Person

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
    mover.done("POST", "/games/suber/proposals", said)
    proposal = program().get("/games/suber/proposals")["items"][0]
    assert proposal["change"]["text"] == "There shall be tea."
    number = proposal["number"]
    program("ben").done("POST", f"/games/suber/proposals/{number}/arguments", {"text": "Coffee!"})
    assert program().get(f"/games/suber/proposals/{number}")["arguments"][0]["text"] == "Coffee!"
    mover.done("PUT", f"/games/suber/proposals/{number}", {**said, "text": "There shall be green tea."})
    assert program().get(f"/games/suber/proposals/{number}")["change"]["text"] == "There shall be green tea."
    program("cat").done("POST", "/games/suber/judgments", {"text": "Is tea a drink?"})
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


def test_nobody_is_told_that_something_is_new_in_it(host: Host, program: Programs) -> None:
    """News are of boards and deadlines; asked of Nomic, the answer is a problem and no fault."""
    begun(host, program)
    assert program().ask("GET", "/games/suber/events").status == 404
