"""Signing in: a code goes by mail, its link only fills it in, and the button signs in."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from tests.web.conftest import Host

from dragoman import assembly
from dragoman.people.signing_in import Asked
from dragoman.store.models import Outgoing


def asked(host: Host, address: str = "ann@example.org") -> Asked:
    made = assembly.door().ask(address, "192.0.2.1", host.now)
    assert isinstance(made, Asked)
    return made


def signed_in(client: Client) -> bool:
    return client.get("/account/").status_code == 200


def test_a_code_is_asked_for_and_goes_by_mail(host: Host) -> None:
    client = Client()
    assert "Sign in" in client.get("/sign-in/").content.decode()
    answer = client.post("/sign-in/", {"address": "Ann@Example.org"})
    assert answer.status_code == 302
    assert re.fullmatch(r"/sign-in/[a-z0-9]+/", answer["Location"])
    letter = Outgoing.objects.get()
    assert letter.kind == "host/sign-in"
    assert "ann@example.org" in client.get(answer["Location"]).content.decode()


def test_whether_an_address_is_known_makes_no_difference(host: Host) -> None:
    host.person("ann")
    pages = []
    for address in ("ann@example.org", "eve@example.org"):
        client = Client()
        where = client.post("/sign-in/", {"address": address})["Location"]
        pages.append(re.sub(r'value="[A-Za-z0-9]{64}"|/sign-in/\w+/', "", client.get(where).content.decode()))
    assert pages[0].replace("ann@", "@") == pages[1].replace("eve@", "@")


def test_opening_the_link_signs_nobody_in_and_pressing_the_button_does(host: Host) -> None:
    made, client = asked(host), Client()
    page = client.get(f"/sign-in/{made.id}/?code={made.code}").content.decode()
    assert f'value="{made.code}"' in page
    assert not signed_in(client)
    assert client.post(f"/sign-in/{made.id}/", {"code": f"{made.code[:4]} {made.code[4:]}"})["Location"] == "/"
    assert signed_in(client)


def test_a_wrong_code_is_told_in_words_and_the_right_one_still_works(host: Host) -> None:
    made, client = asked(host), Client()
    answer = client.post(f"/sign-in/{made.id}/", {"code": "1"})
    assert answer.status_code == 422
    assert "That is not the code we sent" in answer.content.decode()
    assert 'aria-invalid="true"' in answer.content.decode()
    assert client.post(f"/sign-in/{made.id}/", {"code": made.code}).status_code == 302


def test_a_code_that_is_over_says_so(host: Host) -> None:
    made = asked(host)
    host.later(minutes=16)
    assert "quarter of an hour is over" in Client().post(f"/sign-in/{made.id}/", {"code": made.code}).content.decode()


def test_an_address_that_is_none_is_told(host: Host) -> None:
    answer = Client().post("/sign-in/", {"address": "ann at home"})
    assert answer.status_code == 422
    assert "no address a letter can reach" in answer.content.decode()
    assert not Outgoing.objects.exists()


def test_one_is_led_on_to_the_page_one_wanted(host: Host) -> None:
    host.table()
    client = Client()
    wanted = client.get("/account/")
    assert wanted["Location"] == "/sign-in/?next=%2Faccount%2F"
    where = client.post("/sign-in/", {"address": "ann@example.org", "next": "/account/"})["Location"]
    assert where.endswith("?next=%2Faccount%2F")
    made = asked(host)
    assert client.post(f"/sign-in/{made.id}/", {"code": made.code, "next": "/account/"})["Location"] == "/account/"


@pytest.mark.parametrize("elsewhere", ["https://example.net/", "//example.net/", "javascript:alert(1)"])
def test_one_is_never_led_elsewhere(host: Host, elsewhere: str) -> None:
    made = asked(host)
    assert Client().post(f"/sign-in/{made.id}/", {"code": made.code, "next": elsewhere})["Location"] == "/"


def test_to_sign_out_is_a_deed(host: Host) -> None:
    client = host.client("ann")
    assert client.get("/sign-out/").status_code == 405
    assert signed_in(client)
    client.post("/sign-out/")
    assert not signed_in(client)


def test_a_form_from_elsewhere_is_turned_away_calmly(host: Host) -> None:
    client = Client(enforce_csrf_checks=True)
    answer = client.post("/sign-in/", {"address": "ann@example.org"})
    assert answer.status_code == 403
    assert "That page had grown old" in answer.content.decode()


def test_a_browser_that_was_in_before_can_always_ask(host: Host) -> None:
    """Strangers may use up what is left for an address: whoever has signed in with it gets a code all the same."""
    client = Client()
    made = asked(host)
    client.post(f"/sign-in/{made.id}/", {"code": made.code})
    client.post("/sign-out/")
    host.later(minutes=1)
    for n in range(40):
        assembly.door().ask("ann@example.org", f"198.51.100.{n // 5}", host.now)
    assert Client().post("/sign-in/", {"address": "ann@example.org"}).status_code == 422
    assert client.post("/sign-in/", {"address": "ann@example.org"}).status_code == 302
