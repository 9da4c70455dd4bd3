"""What holds of every address of the site, whoever asks and with whatever verb: the heads that keep a page to itself,
what cookies may be read by, forms that only our own pages can send, and verbs that do nothing."""

from __future__ import annotations

import re
from zlib import crc32

import pytest
from django.test import Client
from pytest_django.fixtures import Settings
from tests.conftest import Depth
from tests.web.conftest import Host
from tests.web.roles import Town, town, undone
from tests.web.test_permissions import path_of, rows

from dragoman import settings as own
from dragoman.web.headers import ALONE, POLICY

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.usefixtures("unpainted")]

PUBLIC = ("map-style", "board-shapes", "push-worker", "small", "board-style", "years-svg", "moving", "moment-png",
          "moment-svg", "results-feed", "deadlines", "game-deadlines", "my-results", "absences-feed")  # fmt: skip
"""Drawings, styles and feeds, which may be kept by whoever asked for them."""


@pytest.fixture
def place(host: Host) -> Town:
    return town(host)


def addresses(depth: Depth) -> list[tuple[str, str]]:
    """Each page by its name; of a sample, every third."""
    found = {row.page: path_of(row, "") for row in rows()}
    return [(page, path) for page, path in found.items() if depth == "full" or crc32(page.encode()) % 3 == 0]


def test_every_answer_keeps_to_itself(place: Town, depth: Depth) -> None:
    wrong = []
    for page, path in addresses(depth):
        for who in ("stranger", "player"):
            client = place.clients[who]
            client.raise_request_exception = False
            with undone():
                answer = client.get(path)
            answer.close()
            heads, kept = answer.headers, answer.headers.get("Cache-Control", "")
            if heads.get("Content-Security-Policy") not in (POLICY, ALONE):
                wrong.append((page, who, "policy"))
            if heads.get("X-Content-Type-Options") != "nosniff" or heads.get("X-Frame-Options") != "DENY":
                wrong.append((page, who, "heads"))
            if "no-store" not in kept and page not in PUBLIC:
                wrong.append((page, who, f"may be kept: {kept}"))
            if who == "player" and "public" in kept and page not in PUBLIC:
                wrong.append((page, who, "may be kept by others"))
            if re.search(rb"<script(?![^>]* src=)|\son\w+=|javascript:|<style|\sstyle=\"", answer.content
                         if not answer.streaming and "html" in heads.get("Content-Type", "") else b""):  # fmt: skip
                wrong.append((page, who, "runs what stands in it"))
    assert wrong == []


def test_no_form_is_taken_that_is_not_ours(place: Town, depth: Depth) -> None:
    """Without the token against forged forms nothing is done, by any verb; a mail program's stop (RFC 8058) alone has
    none, and bears a token of its own."""
    wrong = []
    client = Client(enforce_csrf_checks=True, raise_request_exception=False)
    client.cookies = place.clients["player"].cookies
    for page, path in addresses(depth):
        for verb in ("POST", "PUT", "PATCH", "DELETE"):
            with undone() as changed:
                answer = client.generic(verb, path, b"sure=yes", "application/x-www-form-urlencoded")
            if answer.status_code not in (403, 404, 405) and page != "stop-letters":
                wrong.append((page, verb, answer.status_code))
            if changed - {"django_session", "store_spent", "store_served"}:
                wrong.append((page, verb, sorted(changed)))
    assert wrong == []


def test_verbs_that_are_none_do_nothing(place: Town, depth: Depth) -> None:
    wrong = []
    for page, path in addresses(depth):
        for verb in ("HEAD", "OPTIONS", "PUT", "PATCH", "DELETE", "TRACE", "PROPFIND"):
            came = place.came("player", verb, path, {})
            if came.status >= 500 or came.changed & {"store_event", "people_person"}:
                wrong.append((page, verb, came.status, sorted(came.changed)))
            if verb not in ("HEAD", "OPTIONS") and came.status < 400 and came.status != 302:
                wrong.append((page, verb, came.status))
    assert wrong == []


def test_cookies_are_for_this_host_alone(host: Host, settings: Settings) -> None:
    """Scripts cannot read that of the session, and under https none goes any other way."""
    assert (own.SESSION_COOKIE_HTTPONLY, own.SESSION_COOKIE_SAMESITE, own.CSRF_COOKIE_SAMESITE) == (True, "Lax", "Lax")
    settings.SESSION_COOKIE_SECURE = settings.CSRF_COOKIE_SECURE = True
    answer = Client().get("/sign-in/")
    chosen = host.client("france").post("/look/", {"theme": "dark"})
    assert answer.cookies
    assert chosen.cookies
    for cookie in (*answer.cookies.values(), *chosen.cookies.values()):
        assert cookie["samesite"] in ("Lax", "Strict"), cookie.key
        assert cookie["domain"] == ""
