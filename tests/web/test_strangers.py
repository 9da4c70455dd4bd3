"""Who asks for what is not ours is answered, and leaves nothing in the log; what is public says that it is."""

from __future__ import annotations

import pytest
from tests.web.conftest import Host

from dragoman.people.models import Person


def test_another_hosts_name_is_a_bad_request_and_no_fault(host: Host, caplog: pytest.LogCaptureFixture) -> None:
    answer = host.client().get("/", headers={"host": "elsewhere.example"})
    assert answer.status_code == 400
    assert [record for record in caplog.records if record.exc_info or record.levelname == "ERROR"] == []


@pytest.mark.parametrize("path", ["/open/", "/games/kalmar/press/"])
def test_it_is_said_what_anybody_can_read(host: Host, path: str) -> None:
    host.table()
    Person.objects.filter(id=host.person("austria")).update(may_open=True)
    assert "can be read by anybody" in host.client("austria").get(path).content.decode()
