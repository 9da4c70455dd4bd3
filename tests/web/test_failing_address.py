"""Somebody to whom letters no longer come is told so on their own page."""

from __future__ import annotations

from datetime import timedelta

import pytest
from tests.web.conftest import Host

from dragoman import assembly
from dragoman.people.reaching import MOST_DAYS

pytestmark = pytest.mark.django_db


def test_whose_letters_come_back_is_told_so_until_they_are_heard_from(host: Host) -> None:
    address, page = "ann@example.org", host.client("ann")
    assert "come back" not in page.get("/").content.decode()
    now = assembly.clock().now()
    for day in range(MOST_DAYS):
        assembly.reaching().failed(assembly.register().digest(address), now + timedelta(days=day))
        shown = page.get("/").content.decode()
        assert f"Letters to {address} come back." in shown
        assert ("No more are sent there for now" in shown) == (day == MOST_DAYS - 1)
    assembly.reaching().reached(address)
    assert "come back" not in page.get("/").content.decode()
