"""What-if and the sandbox: what comes of guesses, what is kept of them and where, and that nothing leaks or breaks."""

from __future__ import annotations

import base64
import json
import re
import zlib

import pytest
from django.core.cache import cache
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pytest_django import DjangoAssertNumQueries
from tests.web.conftest import Host

from dragoman import assembly
from dragoman.diplomacy.board.mapfile import chart_names
from dragoman.diplomacy.orders.writing import write
from dragoman.web.study import LARGEST, LONGEST, Study, asked, decoded

WHAT_IF = "/games/kalmar/what-if/"
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="[^"]*"')


def page(client: Client, path: str = WHAT_IF) -> str:
    answer = client.get(path)
    assert answer.status_code == 200
    return TOKEN.sub("", answer.content.decode())


def sheet_of(text: str, power: str) -> str:
    found = re.search(rf'<textarea[^>]*name="orders-{power}"[^>]*>([^<]*)</textarea>', text)
    assert found
    return found[1]


# --- what if ---


def test_ones_own_orders_are_there_and_nobody_elses(host: Host) -> None:
    host.table()
    host.orders("France", "A PAR - BUR", final=False)
    host.orders("Germany", "A MUN - BUR", final=False)
    text = page(host.client("france"))
    assert sheet_of(text, "France") == "A PAR - BUR"
    assert sheet_of(text, "Germany") == ""


def test_it_is_the_same_whatever_others_have_ordered(host: Host) -> None:
    host.table()
    france = host.client("france")
    guess = {"orders-Germany": "A MUN - BUR", "orders-France": "A PAR - BUR", "deed": "see"}
    before = page(france), TOKEN.sub("", france.post(WHAT_IF, guess, follow=True).content.decode())
    host.orders("Germany", "A MUN - RUH", final=True)
    france.post(WHAT_IF, {"deed": "anew"})
    after = page(france), TOKEN.sub("", france.post(WHAT_IF, guess, follow=True).content.decode())
    assert before == after


def test_guesses_are_adjudicated_and_nothing_is_recorded(host: Host) -> None:
    host.table()
    version = assembly.table("kalmar").version
    client = host.client("france")
    guess = {"orders-Germany": "A MUN - BUR", "orders-France": "A PAR - BUR\nA MAR S A PAR - BUR", "deed": "see"}
    text = client.post(WHAT_IF, guess, follow=True).content.decode()
    assert "bounced with" in text
    assert "1 against 2" in text
    assert assembly.table("kalmar").version == version
    assert host.state().sets == {}
    on = page(client)
    assert "Fall 1901, moves" in on
    assert "A Bur, A Mar, F Bre" in on


def test_a_line_of_phases_is_gone_back_on_and_tried_otherwise(host: Host) -> None:
    host.table()
    client = host.client("france")
    for orders in ("A PAR - BUR", "A BUR - BEL"):
        client.post(WHAT_IF, {"orders-France": orders, "deed": "see"})
    assert "Winter 1901, adjustments" in page(client)
    assert sheet_of(page(client), "France") == ""
    assert "A BUR - BEL" in page(client, f"{WHAT_IF}?at=1")
    client.post(WHAT_IF, {"deed": "back-1"})
    text = page(client)
    assert "Fall 1901, moves" in text
    assert sheet_of(text, "France") == "A BUR - BEL"


def test_what_was_guessed_is_sent_as_ones_orders(host: Host) -> None:
    host.table()
    client = host.client("france")
    guess = {"orders-France": "Par - Bur\nnonsense - here", "orders-Germany": "A MUN - BUR", "deed": "use"}
    text = client.post(WHAT_IF, guess, follow=True).content.decode()
    assert "Heard" in text
    assert [write(line.order) for line in host.state().on_file("France")] == ["PAR - BUR"]
    assert not host.state().is_final("France")
    assert host.state().on_file("Germany") == ()


def test_a_guess_of_a_phase_that_is_over_begins_anew(host: Host) -> None:
    host.table()
    client = host.client("france")
    client.post(WHAT_IF, {"orders-France": "A PAR - BUR", "deed": "see"})
    host.later(days=8)
    text = page(client)
    assert "The game has moved on since you guessed" in text
    assert sheet_of(text, "France") == ""


def test_whoever_looks_on_guesses_too_and_a_stranger_signs_in(host: Host) -> None:
    host.table(gm=True)
    host.orders("France", "A PAR - BUR", final=False)
    assert sheet_of(page(host.client("gm")), "France") == "A PAR - BUR"
    assert sheet_of(page(host.client("somebody")), "France") == ""
    assert Client().get(WHAT_IF)["Location"].startswith("/sign-in/")
    assert Client().get(f"{WHAT_IF}offers/?unit=PAR").status_code == 302


def test_what_a_unit_can_do_is_shown_without_a_script(host: Host) -> None:
    host.table()
    client = host.client("france")
    text = page(client, f"{WHAT_IF}?unit=MUN")
    assert '<option value="A MUN - BUR"' in text
    client.post(WHAT_IF, {"deed": "put", "power": "Germany", "order": "A MUN - BUR"})
    assert sheet_of(page(client), "Germany") == "A MUN - BUR"
    client.post(WHAT_IF, {"deed": "put", "power": "Germany", "order": "A MUN H"})
    assert sheet_of(page(client), "Germany") == "A MUN H"
    client.post(WHAT_IF, {"deed": "put", "power": "Germany", "order": "A MUN - LON"})
    assert sheet_of(page(client), "Germany") == "A MUN H"
    assert '<option value="A MUN H" selected' in client.get(f"{WHAT_IF}offers/?unit=MUN").content.decode()


def test_a_game_that_is_not_running_leads_to_the_sandbox(host: Host) -> None:
    host.table(seated=("France",))
    text = page(host.client("france"))
    assert "/sandbox/?p=" in text


def test_the_way_to_the_sandbox_takes_the_house_rules_and_nobodys_orders(host: Host) -> None:
    host.table(rules={"II.1": "B", "VI.4": "C"})
    host.orders("France", "A PAR - BUR", final=False)
    found = re.search(r"/sandbox/\?p=([\w-]+)", page(host.client("france")))
    assert found
    study = decoded(found[1])
    assert study is not None
    assert study.orders == {}
    assert study.begun().sheet == host.state().sheet


def test_pages_ask_the_database_little(host: Host, django_assert_max_num_queries: DjangoAssertNumQueries) -> None:
    host.table()
    client = host.client("france")
    client.post(WHAT_IF, {"orders-France": "A PAR - BUR", "deed": "see"})
    with django_assert_max_num_queries(25):
        client.get(WHAT_IF)
    Client().get("/sandbox/")  # the first of an asker draws what is spent by those that follow
    with django_assert_max_num_queries(2):
        Client().get("/sandbox/")


# --- the sandbox ---


def moved(client: Client, **fields: str) -> tuple[str, Study]:
    """Where a deed led to, and the study that its link holds."""
    answer = client.post("/sandbox/", fields)
    assert answer.status_code == 302, answer.content.decode()[:2000]
    found = re.search(r"p=([\w-]+)", answer["Location"])
    assert found
    study = decoded(found[1])
    assert study is not None
    return found[1], study


@pytest.mark.django_db
def test_anybody_tries_a_position_and_the_link_holds_it_all() -> None:
    client = Client()
    code, _ = moved(client, **{"orders-France": "A PAR - BUR", "orders-Germany": "A MUN - BUR", "deed": "see"})
    text = page(Client(), f"/sandbox/?p={code}&at=0")
    assert "bounced with" in text
    assert "Fall 1901, moves" in page(Client(), f"/sandbox/?p={code}")
    assert client.cookies.get("sessionid") is None, "nothing is kept of whoever tries"


@pytest.mark.django_db
def test_units_are_put_and_taken_and_centres_given() -> None:
    client = Client()
    code, study = moved(client, deed="begin", map="standard", rules="suomi", bare="yes")
    assert study.begun().position.units == ()
    assert study.rules == "suomi"
    code, study = moved(client, p=code, deed="place", power="Italy", kind="F", place="SPA/NC")
    code, study = moved(client, p=code, deed="place", power="Italy", kind="A", place="VEN")
    code, study = moved(client, p=code, deed="place", power="Italy", kind="F", place="VIE")
    assert [str(unit) for unit in study.begun().position.units] == ["A VEN", "F SPA/NC"]
    code, study = moved(client, p=code, deed="centre", power="Italy", place="SPA")
    assert study.begun().position.centres == {"SPA": "Italy"}
    code, study = moved(client, p=code, deed="centre", power="", place="SPA")
    code, study = moved(client, p=code, deed="remove", place="VEN")
    assert [str(unit) for unit in study.begun().position.units] == ["F SPA/NC"]
    assert study.begun().position.centres == {}


@pytest.mark.django_db
def test_a_position_is_set_up_from_text_and_taken_as_text() -> None:
    client = Client()
    text = "Fall 1903, Retreat\nItaly: A TYR\nAustria: A VIE (dislodged from TYR)\n\nAustria:\nA VIE R BUD"
    code, study = moved(client, deed="text", text=text)
    taken = client.get(f"/sandbox/position.txt?p={code}")
    assert taken["Content-Disposition"] == 'attachment; filename="F1903R.txt"'
    assert "Austria: A VIE (dislodged from TYR)" in taken.content.decode()
    again = moved(client, deed="text", text=taken.content.decode())[1]
    assert (again.begun().position, again.orders) == (study.begun().position, study.orders)
    question = json.loads(client.get(f"/sandbox/position.json?p={code}").content)
    assert question["orders"] == {"Austria": ["A VIE R BUD"]}


@pytest.mark.django_db
def test_a_text_that_cannot_be_says_why_and_is_not_lost() -> None:
    answer = Client().post("/sandbox/", {"deed": "text", "text": "Spring 1901, Movement\nRussia: F STP"})
    assert answer.status_code == 422
    assert "F STP cannot be; write STP/NC or STP/SC" in answer.content.decode()
    assert "Russia: F STP</textarea>" in answer.content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("name", chart_names())
def test_every_map_is_tried(name: str) -> None:
    code, study = moved(Client(), deed="begin", map=name)
    assert study.map == name
    _, study = moved(Client(), p=code, deed="see")
    assert len(study.steps) == 1


@pytest.mark.django_db
def test_a_script_is_answered_in_place() -> None:
    answer = Client().post("/sandbox/", {"orders-France": "Par - Bur\nx - y"}, headers={"HX-Request": "true"})
    told = json.loads(answer.content)
    assert 'href="#board-ground"' in told["board"]
    assert "x - y" in told["read"]["France"]
    assert told["at"].startswith("/sandbox/?p=")


# --- hostile links and forms ---


def packed(data: bytes) -> str:
    return base64.urlsafe_b64encode(zlib.compress(data)).rstrip(b"=").decode()


STUDIES = st.one_of(
    st.text(max_size=200),
    st.binary(max_size=100).map(packed),
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=8),
        lambda some: st.lists(some, max_size=3) | st.dictionaries(st.text(max_size=8), some, max_size=3),
        max_leaves=8,
    ).map(lambda value: packed(json.dumps({"map": "standard", "steps": value, "orders": value}).encode())),
)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(code=STUDIES, deed=st.sampled_from(("keep", "see", "back-0", "back-99", "text", "place", "begin", "put", "x")),
       word=st.text(max_size=40))  # fmt: skip
@pytest.mark.django_db
def test_nothing_that_is_sent_breaks_the_sandbox(code: str, deed: str, word: str) -> None:
    cache.clear()
    sent = {"p": code, "deed": deed, "text": word, "place": word, "power": word, "map": word, "order": word,
            "orders-France": word}  # fmt: skip
    client = Client()
    assert client.post("/sandbox/", sent).status_code in (200, 302, 422)
    for path in ("/sandbox/", "/sandbox/offers/", "/sandbox/position.txt"):
        assert client.get(path, {"p": code, "at": word, "unit": word}).status_code in (200, 204)


def test_a_link_unfolds_to_so_much_and_no_more() -> None:
    assert decoded(packed(b'{"map":"' + b"a" * (LARGEST + 1) + b'"}')) is None
    assert decoded("A" * (LONGEST + 1)) is None
    assert decoded(packed(json.dumps({"map": "nowhere"}).encode())) is None


def test_a_study_comes_back_as_it_was() -> None:
    begun = Study().begun()
    study = Study(orders={"France": ("A PAR - BUR",)}).stepped().writing({"Italy": ("A VEN H",)})
    assert decoded(study.encoded()) == study
    assert asked(begun.chart, begun.chart.opening) is None
