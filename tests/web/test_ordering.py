"""Entering orders: a choice saved as it is made and acknowledged, writing that is only read, and what is on file."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pytest_django import DjangoAssertNumQueries
from tests.web.conftest import Host

from dragoman.diplomacy.commands import SubmitOrders
from dragoman.diplomacy.orders.writing import write
from dragoman.game.protocol import Speaker
from dragoman.game.seats import Seat
from dragoman.store.models import Outgoing

BUR = {"order-PAR": "A PAR - BUR"}
BOTH = BUR | {"order-MAR": "A MAR S A PAR - BUR"}


def on_file(host: Host, power: str = "France") -> list[str]:
    return sorted(write(line.order) for line in host.state().on_file(power))


def save(client: Client, **fields: str) -> dict[str, Any]:
    answer = client.post("/games/kalmar/orders/save/", {"phase": "S1901M", **fields})
    assert answer.status_code == 200
    told: dict[str, Any] = json.loads(answer.content)
    return told


def test_a_choice_is_on_file_at_once_and_preliminary(host: Host) -> None:
    host.table()
    told = save(host.client("france"), **BUR, changed="A PAR - BUR")
    assert told["kept"] is True
    assert told["said"] == "Saved 18:00: A PAR - BUR"
    assert on_file(host) == ["A PAR - BUR"]
    assert not host.state().is_final("France")
    assert "1 of 3, preliminary" in told["filed"]
    assert told["duty"] == "You have not ordered A Mar and 1 more."


def test_the_board_that_comes_back_shows_the_plan_over_the_same_ground(host: Host) -> None:
    host.table()
    told = save(host.client("france"), **BUR)
    assert 'href="#board-ground"' in told["board"]
    assert 'class="order move' in told["board"]
    assert 'id="board-unit-PAR"' in told["board"]
    assert len(told["board"]) < 60_000, "the ground is not sent again"


def test_an_order_left_out_is_off_the_file_whatever_the_rules_on_later_sets(host: Host) -> None:
    for rule in ("A", "B until=deadline"):
        name = f"game-{rule[0].lower()}"
        host.table(name, rules={"II.1": "B", "III.4": rule})
        client = host.client("france")
        for fields in (BOTH, BUR):
            client.post(f"/games/{name}/orders/save/", {"phase": "S1901M", **fields})
        assert [write(line.order) for line in host.state(name).on_file("France")] == ["A PAR - BUR"], rule
        client.post(f"/games/{name}/orders/save/", {"phase": "S1901M"})
        assert host.state(name).on_file("France") == (), rule


def test_what_was_final_stays_final_when_an_order_changes(host: Host) -> None:
    host.table()
    host.orders("France", "A PAR - BUR", "A MAR H")
    save(host.client("france"), **BOTH)
    assert host.state().is_final("France")
    assert on_file(host) == sorted(BOTH.values())


def test_a_set_that_only_a_mark_makes_preliminary_is_marked(host: Host) -> None:
    """II.1.A: unmarked is final; a choice just made is not yet."""
    host.table(rules={"II.1": "A"})
    save(host.client("france"), **BUR)
    assert not host.state().is_final("France")


def test_nothing_is_saved_for_a_phase_that_is_over(host: Host) -> None:
    host.table()
    host.later(days=8)
    told = save(host.client("france"), **BUR)
    assert told["kept"] is False
    assert "Spring 1901, moves is over." in told["said"]


def test_what_was_never_offered_is_not_saved(host: Host) -> None:
    host.table()
    told = save(host.client("france"), **{"order-PAR": "A PAR - MOS"})
    assert told["kept"] is False
    assert on_file(host) == []


def test_conditional_orders_are_not_put_out_of_force_by_a_click(host: Host) -> None:
    host.table()
    text = "if Germany moves to Bur: A Par H, otherwise A Par - Bur"
    host.client("france").post("/games/kalmar/writing/", {"text": text})
    before = host.state().choices("France")
    assert before
    told = save(host.client("france"), **BUR)
    assert told["kept"] is False
    assert host.state().choices("France") == before
    page = host.client("france").get("/games/kalmar/").content.decode()
    assert "data-save" not in page


def test_a_choice_brings_nobody_a_letter(host: Host) -> None:
    host.table()
    letters = Outgoing.objects.count()
    save(host.client("france"), **BUR)
    assert Outgoing.objects.count() == letters


@pytest.mark.parametrize("who", [None, "stranger"])
def test_whoever_plays_no_power_saves_nothing(host: Host, who: str | None) -> None:
    host.table()
    answer = host.client(who).post("/games/kalmar/orders/save/", {"phase": "S1901M", **BUR})
    assert answer.status_code in (200, 302)
    assert host.state().sets == {}


def test_saving_asks_the_database_no_more_in_a_long_game(
    host: Host, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    host.table()
    client = host.client("france")
    save(client, **BUR)
    with django_assert_max_num_queries(40):
        save(client, **BOTH)


# --- read, and not said ---


def read(host: Host, text: str, who: str = "france") -> str:
    answer = host.client(who).post("/games/kalmar/orders/read/", {"text": text})
    assert answer.status_code == 200
    return answer.content.decode()


def test_sloppy_writing_is_read_as_a_letter_would_be(host: Host) -> None:
    host.table()
    html = read(host, "Pariisi - Burgndy\nF Bre - Mid-Atlantic\nA Marseiles holds")
    assert 'data-orders="A PAR - BUR|F BRE - MAO|A MAR H"' in html
    assert "read so" in html
    assert on_file(host) == []


def test_what_is_not_understood_is_told_with_the_word_and_what_to_write(host: Host) -> None:
    host.table()
    html = read(host, "A Par - Xyzzy")
    assert "Xyzzy" in html
    assert 'data-orders=""' in html


def test_an_order_that_will_not_be_followed_is_told_so(host: Host) -> None:
    host.table()
    assert "will not be followed" in read(host, "A Par - Mos")


def test_what_is_no_order_is_left_until_it_is_said(host: Host) -> None:
    host.table()
    html = read(host, "A Par - Bur\npress to all: Hello!")
    assert "Words to the referee: 1." in html
    assert host.state().papers.pieces == ()


def test_reading_works_without_a_script(host: Host) -> None:
    host.table()
    page = host.client("france").post("/games/kalmar/writing/", {"text": "Par - Bur", "deed": "read"}).content.decode()
    assert "Read so, for" in page
    assert ">Par - Bur</textarea>" in page
    assert on_file(host) == []


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(text=st.text(max_size=200))
def test_nothing_that_is_written_breaks_the_reading(host: Host, text: str) -> None:
    if "kalmar" not in {*host.__dict__.get("_open", ())}:
        host.table()
        host.__dict__["_open"] = ("kalmar",)
    read(host, text)


# --- what is on file, in words ---


def test_the_page_says_what_is_on_file_and_who_sees_it(host: Host) -> None:
    host.table(gm=True)
    client = host.client("france")
    assert "Nothing is on file yet." in client.get("/games/kalmar/").content.decode()
    host.says("France", SubmitOrders(Speaker(host.person("france"), Seat("France")), (), None, True, "web"))
    page = client.get("/games/kalmar/").content.decode()
    assert "On file: 0 of 3, final." in page
    assert "and the game master does" in page
    assert "You can change them until" in page
