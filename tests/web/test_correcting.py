"""Errors claimed, the desk for corrections, rulings no longer in force, results held, and conduct."""

from __future__ import annotations

import json

from tests.web.conftest import Host

from dragoman import assembly
from dragoman.diplomacy.state import Stage

ERRORS = "/games/kalmar/errors/"
DESK = "/games/kalmar/desk/"


def page(host: Host, who: str | None, path: str = ERRORS) -> str:
    answer = host.client(who).get(path)
    assert answer.status_code == 200, answer.status_code
    return answer.content.decode()


def strike(host: Host) -> None:
    """The deadline passes."""
    host.later(days=8)
    assembly.referee().current("kalmar", assembly.clock().now())


def ruled(host: Host) -> None:
    """A table with a game master, whose spring has been adjudicated: two armies have bounced in Tyrolia."""
    host.table(gm=True)
    host.orders("Austria", "A VIE - TYR")
    host.orders("Italy", "A VEN - TYR")
    strike(host)


def test_a_claim_is_seen_by_its_maker_and_the_game_master_alone(host: Host) -> None:
    ruled(host)
    client = host.client("austria")
    answer = client.post(f"{ERRORS}claim/", {"phase": "S1901M", "text": "Tyrolia should be mine."})
    assert answer["Location"] == ERRORS
    for who in ("austria", "gm"):
        assert "Tyrolia should be mine." in page(host, who)
    for who in ("italy", "stranger", None):
        assert "Tyrolia should be mine" not in page(host, who)
    assert "1 claim waits for your decision." in page(host, "gm", DESK)


def test_a_claim_without_words_is_asked_for_them(host: Host) -> None:
    ruled(host)
    answer = host.client("austria").post(f"{ERRORS}claim/", {"phase": "S1901M", "text": " "})
    assert answer.status_code == 422
    assert "Say what is wrong." in answer.content.decode()


def test_the_effect_is_seen_before_anything_is_changed(host: Host) -> None:
    ruled(host)
    data = {"how": "correct", "phase": "S1901M", "changes": "A Vie - Tyr succeeds", "why": "it was misread"}
    gm = host.client("gm")
    answer = gm.post(f"{ERRORS}correct/", data).content.decode()
    assert "What would come of it" in answer
    assert answer.count("<svg") >= 2
    assert "A Vie" in answer
    assert "A Tyr" in answer
    assert host.state().turns[0].cause != "corrected", "nothing is changed by looking"
    gm.post(f"{ERRORS}correct/", {**data, "sure": "yes"})
    assert host.state().turns[0].cause == "corrected"
    assert [str(unit) for unit in host.state().position.units_of("Austria")] == ["A BUD", "A TYR", "F TRI"]


def test_what_cannot_be_done_is_told_and_nothing_is_lost(host: Host) -> None:
    ruled(host)
    data = {"how": "edit", "phase": "", "changes": "add Italy A Vie", "why": "for want of room"}
    answer = host.client("gm").post(f"{ERRORS}correct/", data)
    assert answer.status_code == 422
    assert "two units cannot stand in one province" in answer.content.decode()
    assert "add Italy A Vie" in answer.content.decode()


def test_a_ruling_no_longer_in_force_is_still_shown_marked(host: Host) -> None:
    ruled(host)
    data = {"how": "rollback", "phase": "S1901M", "changes": "", "why": "all were away", "sure": "yes"}
    host.client("gm").post(f"{ERRORS}correct/", data)
    assert str(host.state().phase) == "S1901M"
    for who in ("italy", None):
        assert "taken back" in page(host, who)
        shown = page(host, who, f"{ERRORS}past/1/")
        assert "no longer in force: the phase has been taken back" in shown
        assert "all were away" in shown
    assert host.client("italy").get(f"{ERRORS}past/2/").status_code == 404


def test_the_correction_desk_is_the_game_masters(host: Host) -> None:
    ruled(host)
    assert host.client("austria").get(f"{ERRORS}correct/").status_code == 403
    assert host.client("gm").get(f"{ERRORS}correct/").status_code == 200


def test_a_phase_is_taken_out_for_other_programs(host: Host) -> None:
    ruled(host)
    told = host.client("italy").get("/games/kalmar/export/S1901M.json")
    assert json.loads(told.content)["orders"]["Austria"] == ["A VIE - TYR"]
    assert "A VEN - TYR" in host.client(None).get("/games/kalmar/export/S1901M.txt").content.decode()
    assert host.client("italy").get("/games/kalmar/export/F1901M.json").status_code == 404, "nobody's to see"


def test_results_wait_for_the_game_master(host: Host) -> None:
    host.table(gm=True)
    gm = host.client("gm")
    gm.post(f"{ERRORS}hold/", {"held": "yes"})
    strike(host)
    assert str(host.state().phase) == "S1901M"
    assert "Publish S1901M" in page(host, "gm", DESK)
    gm.post(f"{ERRORS}release/", {"phase": "S1901M"})
    assert str(host.state().phase) == "F1901M"


def test_sanctions_on_offer_are_those_of_the_rules(host: Host) -> None:
    host.table(gm=True, rules={"X.5": "B", "X.3": "A"})
    desk = page(host, "gm", DESK)
    assert "block mail, by X.5.B" in desk
    assert "by X.3" not in desk
    data = {"deed": "block X.5", "whom": "France", "to": "Italy", "kind": "white", "why": "Italy asked"}
    host.client("gm").post(f"{ERRORS}sanction/", data)
    assert "Let it go again" in page(host, "gm", DESK)
    host.client("france").post("/games/kalmar/press/send/", {"to": ["Italy"], "text": "Hear me!"})
    assert host.state().press == ()


def test_conduct_is_reported_to_the_game_master_alone(host: Host) -> None:
    host.table(gm=True, rules={"X.3": "B"})
    data = {"whose": "France", "clause": "X.3", "text": "It showed my letter to all."}
    host.client("italy").post(f"{ERRORS}conduct/", data)
    assert "It showed my letter to all." in page(host, "gm", DESK)
    assert "It showed my letter" not in page(host, "france", "/games/kalmar/press/")
    assert host.state().stage is Stage.RUNNING
