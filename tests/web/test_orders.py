"""Orders by form and in writing; the referee's answer is shown whole, as a letter would have brought it."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from tests.web.conftest import Host

from dragoman.diplomacy.orders.writing import write

CHOSEN = {"order-VIE": "A VIE - GAL", "order-BUD": "A BUD - SER", "order-TRI": "F TRI - ALB"}


def on_file(host: Host, power: str = "Austria") -> list[str]:
    return [write(line.order) for line in host.state().on_file(power)]


def send(host: Host, who: str = "austria", **fields: str) -> str:
    data: dict[str, Any] = {"phase": "S1901M", "status": "final", **fields}
    return host.client(who).post("/games/kalmar/orders/", data, follow=True).content.decode()


def test_the_form_offers_what_is_legal_and_no_more(host: Host) -> None:
    host.table()
    page = host.client("austria").get("/games/kalmar/").content.decode()
    form = page[page.index('id="order-TRI"') : page.index("Standing of the set")]
    offered = set(re.findall(r'value="(F TRI [^"]+)"', form))
    assert {"F TRI H", "F TRI - ALB", "F TRI - ADR", "F TRI - VEN", "F TRI S A VEN"} <= offered
    assert not {text for text in offered if "- VIE" in text or "- BUD" in text}, "a fleet goes nowhere inland"
    assert ">Move to Albania</option>" in form


def test_what_tells_supports_apart_comes_first_in_a_narrow_box(host: Host) -> None:
    host.table()
    page = host.client("austria").get("/games/kalmar/").content.decode()
    assert ">S A VIE - GAL · Support A Vie to Galicia</option>" in page
    assert ">Move to Galicia</option>" in page


def test_orders_sent_by_form_are_on_file_and_acknowledged(host: Host) -> None:
    host.table()
    page = send(host, **CHOSEN)
    assert sorted(on_file(host)) == ["A BUD - SER", "A VIE - GAL", "F TRI - ALB"]
    receipt = page[page.index('id="receipt"') : page.index("orders-title")]
    assert 'role="status"' in receipt
    assert "Heard" in receipt
    assert "Orders on file for Austria" in receipt
    assert "A VIE - GAL" in receipt
    assert "The set is final." in receipt
    assert '<option value="A VIE - GAL" selected' in page


def test_the_receipt_is_shown_once(host: Host) -> None:
    host.table()
    client = host.client("austria")
    client.post("/games/kalmar/orders/", {"phase": "S1901M", "status": "final", **CHOSEN})
    assert 'id="receipt"' in client.get("/games/kalmar/").content.decode()
    assert 'id="receipt"' not in client.get("/games/kalmar/").content.decode()


def test_units_left_without_an_order_are_named(host: Host) -> None:
    host.table()
    page = send(host, **{"order-VIE": "A VIE - GAL"})
    assert "Without an order, and so holding: A BUD, F TRI." in page


def test_a_set_can_be_preliminary_then_final_then_taken_back(host: Host) -> None:
    host.table()
    assert "The set is preliminary" in send(host, **CHOSEN | {"status": "preliminary"})
    assert not host.state().is_final("Austria")
    send(host, deed="final")
    assert host.state().is_final("Austria")
    send(host, deed="preliminary")
    assert not host.state().is_final("Austria")
    send(host, deed="clear")
    assert on_file(host) == []


def test_nothing_chosen_sends_nothing_and_says_so(host: Host) -> None:
    host.table()
    assert "You have chosen no order yet" in send(host, status="")
    assert "Austria" not in host.state().sets


def test_what_was_never_offered_is_not_sent(host: Host) -> None:
    host.table()
    page = send(host, **CHOSEN | {"order-VIE": "A VIE - LON"})
    assert "so nothing was sent" in page
    assert on_file(host) == []


def test_orders_for_a_phase_that_is_over_are_refused_with_the_current_one(host: Host) -> None:
    host.table()
    host.later(days=8)
    page = send(host, **CHOSEN)
    assert "Spring 1901, moves is over. The game stands at Fall 1901, moves." in page
    assert on_file(host) == []


@pytest.mark.parametrize("who", ["stranger", "host"])
def test_whoever_plays_no_power_can_order_nothing(host: Host, who: str) -> None:
    host.table()
    page = send(host, who, **CHOSEN)
    assert "Only those who play a power can send orders." in page
    assert host.state().sets == {}


def test_nobody_orders_for_another(host: Host) -> None:
    host.table()
    send(host, "france", **CHOSEN)
    assert on_file(host) == []
    assert on_file(host, "France") == []


def test_a_stranger_is_asked_to_sign_in_and_led_back_to_the_game(host: Host) -> None:
    host.table()
    client = host.client()
    answer = client.post("/games/kalmar/orders/", CHOSEN)
    assert answer["Location"] == "/sign-in/?next=%2Fgames%2Fkalmar%2F"
    answer = client.post("/games/kalmar/orders/", CHOSEN, headers={"HX-Request": "true"})
    assert answer["HX-Redirect"] == "/sign-in/?next=%2Fgames%2Fkalmar%2F"


def test_writing_is_heard_as_a_letter_is(host: Host) -> None:
    host.table()
    text = "A Vie - Gal\nA Bud - Ser\nF Tri - Xyzzyville\nfinal"
    page = host.client("austria").post("/games/kalmar/writing/", {"text": text}, follow=True).content.decode()
    receipt = page[page.index('id="receipt"') : page.index("orders-title")]
    assert "Not read" in receipt
    assert "Xyzzyville" in receipt
    assert on_file(host) == ["A VIE - GAL", "A BUD - SER"]


def test_questions_are_answered_on_the_page(host: Host) -> None:
    host.table()
    page = host.client("austria").post("/games/kalmar/writing/", {"text": "status"}, follow=True).content.decode()
    assert "The game is running." in page


def test_nothing_written_says_so(host: Host) -> None:
    host.table()
    page = host.client("austria").post("/games/kalmar/writing/", {"text": "  "}, follow=True).content.decode()
    assert "Nothing was written, so nothing was sent." in page


def test_markup_in_writing_stays_writing(host: Host) -> None:
    host.table()
    page = host.client("austria").post(
        "/games/kalmar/writing/", {"text": "A Vie - <script>alert(1)</script>"}, follow=True
    )
    assert "<script>alert" not in page.content.decode()
    assert "&lt;script&gt;" in page.content.decode()


def test_a_script_gets_the_desk_and_the_board_alone(host: Host) -> None:
    host.table()
    data = {"phase": "S1901M", "status": "preliminary", **CHOSEN}
    answer = host.client("austria").post("/games/kalmar/orders/", data, headers={"HX-Request": "true"})
    page = answer.content.decode()
    assert "<html" not in page
    assert 'id="desk"' in page
    assert 'id="receipt"' in page
    assert 'hx-swap-oob="true"' in page
    assert 'class="order move"' in page


def test_a_script_is_sent_to_the_new_phase_when_the_last_set_brought_it(host: Host) -> None:
    host.table()
    for power in ("England", "France", "Germany", "Italy", "Russia", "Turkey"):
        host.client(power.lower()).post("/games/kalmar/orders/", {"deed": "final"})
    client = host.client("austria")
    data = {"phase": "S1901M", "status": "final", **CHOSEN}
    answer = client.post("/games/kalmar/orders/", data, headers={"HX-Request": "true"})
    assert answer["HX-Redirect"] == "/games/kalmar/"
    assert "Fall 1901, moves" in client.get("/games/kalmar/").content.decode()


# --- retreats and builds ---


def to_winter(host: Host) -> None:
    """Austria in Serbia after 1901, so with one build; Italy and all others as they were."""
    host.table()
    host.orders("Austria", "A VIE H", "A BUD - SER", "F TRI H", final=False)
    host.later(days=8)
    host.later(days=8)
    assert str(host.state().phase) == "W1901A"


def test_builds_are_offered_where_they_can_be_made(host: Host) -> None:
    to_winter(host)
    page = host.client("austria").get("/games/kalmar/").content.decode()
    assert "Build 1" in page
    offered = set(re.findall(r'<option value="([^"]+)"', page[page.index('id="order-0"') : page.index("Standing of")]))
    assert offered == {"A BUD B", "WAIVE"}
    send(host, **{"phase": "W1901A", "status": "preliminary", "order-0": "A BUD B"})
    assert on_file(host) == ["A BUD B"]


def test_who_has_nothing_to_order_is_told_so(host: Host) -> None:
    to_winter(host)
    page = host.client("italy").get("/games/kalmar/").content.decode()
    assert "you have nothing to order" in page
    assert "order-0" not in page


def test_a_dislodged_unit_is_offered_its_retreats(host: Host) -> None:
    host.table()
    host.orders("Austria", "A VIE - TYR", "A BUD H", "F TRI - VEN", final=False)
    host.orders("Italy", "F NAP H", "A ROM H", "A VEN - PIE", final=False)
    host.later(days=8)
    host.orders("Italy", "F NAP - APU", "A ROM - VEN", "A PIE S A ROM - VEN", final=False)
    host.later(days=8)
    assert str(host.state().phase) == "F1901R"
    page = host.client("austria").get("/games/kalmar/").content.decode()
    form = page[page.index('id="order-VEN"') : page.index("Standing of")]
    assert set(re.findall(r'<option value="([^"]+)"', form)) == {"F VEN R ADR", "F VEN R TRI", "F VEN D"}
    assert 'id="board-dislodged-VEN"' in page
    send(host, **{"phase": "F1901R", "status": "preliminary", "order-VEN": "F VEN R ADR"})
    assert on_file(host) == ["F VEN R ADR"]


@pytest.mark.parametrize(("letter", "final"), [("A", True), ("B", False)])
def test_the_form_begins_with_the_standing_of_an_unmarked_set(host: Host, letter: str, final: bool) -> None:
    host.table(rules={"II.1": letter})
    page = host.client("austria").get("/games/kalmar/").content.decode()
    assert ('id="status-final" value="final" checked' in page) is final


def _form_of(client: Client) -> dict[str, str]:
    """The hidden fields of the form of orders, as a browser would send them back."""
    page = client.get("/games/kalmar/").content.decode()
    over = re.search(r'name="over" value="([^"]*)"', page)
    phase = re.search(r'name="phase" value="([^"]*)"', page)
    assert over is not None
    assert phase is not None
    return {"over": over[1], "phase": phase[1]}


def test_a_form_from_before_another_set_asks_before_it_replaces_it(host: Host) -> None:
    """Two windows: the one that was not told of the other's set shows both and asks; a choice in it saves nothing."""
    host.table()
    client = host.client("austria")
    old = _form_of(client)
    host.orders("Austria", "A VIE - GAL", "A BUD - RUM", "F TRI - ALB", final=True)
    sent = {**old, "order-VIE": "A VIE H", "status": "preliminary"}
    asked = client.post("/games/kalmar/orders/", sent).content.decode()
    assert "Replace the orders on file?" in asked
    assert "F TRI - ALB" in asked
    assert "A VIE H" in asked
    told = client.post("/games/kalmar/orders/save/", sent).json()
    assert not told["kept"]
    assert "another window" in told["said"]
    assert host.state().is_final("Austria")
    client.post("/games/kalmar/orders/", {**sent, "replace": "yes"})
    assert [write(each.order) for each in host.state().on_file("Austria")] == ["A VIE H"]


def test_a_form_made_over_the_set_on_file_replaces_it_without_a_question(host: Host) -> None:
    host.table()
    client = host.client("austria")
    host.orders("Austria", "A VIE - GAL", final=True)
    sent = {**_form_of(client), "order-VIE": "A VIE H", "status": "final"}
    told = client.post("/games/kalmar/orders/save/", sent).json()
    assert told["kept"]
    client.post("/games/kalmar/orders/", {**sent, "over": told["over"], "order-BUD": "A BUD H"})
    assert len(host.state().on_file("Austria")) == 2
