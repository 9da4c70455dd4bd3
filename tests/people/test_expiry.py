"""What opens a way in ends at the moment that was said, and no later: codes, sessions, and tokens of programs."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.utils import timezone
from tests.web.conftest import Host, host  # noqa: F401  # the fixture of a host

from dragoman import assembly
from dragoman.people.models import Person
from dragoman.people.signing_in import LASTS, Asked, Denied

pytestmark = pytest.mark.django_db

TICK = timedelta(microseconds=1)
DAYS = timedelta(days=90)
MOMENTS = ((timedelta(0), True), (LASTS / 2, True), (LASTS - TICK, True), (LASTS, False), (LASTS + TICK, False),
           (timedelta(days=400), False))  # fmt: skip


@pytest.mark.parametrize(("after", "good"), MOMENTS)
def test_a_code_is_good_until_its_moment(host: Host, after: timedelta, good: bool) -> None:  # noqa: F811
    asked = assembly.door().ask("ann@example.org", "192.0.2.1", host.now)
    assert isinstance(asked, Asked)
    assert asked.until == host.now + LASTS
    entered = assembly.door().enter(asked.id, asked.code, host.now + after)
    assert (entered is not Denied.OVER) is good
    assert (assembly.register().find("ann@example.org") is not None) is good


@pytest.mark.parametrize("days", [30, 365])
def test_a_token_is_good_until_its_moment(host: Host, days: int) -> None:  # noqa: F811
    ann, ends = host.person("ann"), host.now + timedelta(days=days)
    token = assembly.api_tokens().make(ann, "bot", ("read",), host.now, expires_at=ends)
    for at, good in ((host.now, True), (ends - TICK, True), (ends, False), (ends + TICK, False)):
        assert (assembly.api_tokens().bearer(token, at) is not None) is good, at
    lasting = assembly.api_tokens().make(ann, "other", ("read",), host.now)
    assert assembly.api_tokens().bearer(lasting, host.now + timedelta(days=9999)) is not None


def test_a_token_ends_with_its_revocation_and_with_its_owner(host: Host) -> None:  # noqa: F811
    ann = host.person("ann")
    one, two = (assembly.api_tokens().make(ann, name, ("read",), host.now) for name in ("one", "two"))
    bearer = assembly.api_tokens().bearer(one, host.now)
    assert bearer is not None
    assert not assembly.api_tokens().revoke(host.person("ben"), bearer.id)
    assert assembly.api_tokens().revoke(ann, bearer.id)
    assert assembly.api_tokens().bearer(one, host.now) is None
    assert assembly.api_tokens().bearer(two, host.now) is not None
    Person.objects.filter(id=ann).update(is_active=False)
    assert assembly.api_tokens().bearer(two, host.now) is None


@pytest.mark.parametrize("odd", ["", "x", "drg_", "drg_" + "a" * 26, "drg_" + "a" * 5000, "\0", "drg_\u202e", "Bearer"])
def test_what_is_no_token_speaks_for_nobody(host: Host, odd: str) -> None:  # noqa: F811
    host.person("ann")
    assert assembly.api_tokens().bearer(odd, host.now) is None


def test_a_session_is_good_until_its_moment(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: F811
    """By the machine's clock, which is the browser's too; a page that is looked at renews nothing."""
    began, client = timezone.now(), host.client("ann")

    def at(moment: datetime) -> int:
        monkeypatch.setattr(timezone, "now", lambda: moment)
        return client.get("/account/").status_code

    minute = timedelta(minutes=1)
    assert [at(began + each) for each in (minute, DAYS - minute)] == [200, 200]
    assert [at(began + each) for each in (DAYS + minute, 2 * DAYS)] == [302, 302]
