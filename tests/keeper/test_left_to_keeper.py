"""What a game leaves to whoever keeps the host is written to them once, and `check` names it until it is decided."""

from __future__ import annotations

from datetime import UTC

import msgspec
import pytest
from pytest_django.fixtures import Settings
from tests.web.conftest import Host, host  # noqa: F401  # the fixture of a host

from dragoman import assembly
from dragoman.game.protocol import Speaker
from dragoman.game.seats import GM, KEEPER, Seat
from dragoman.keeper import checking
from dragoman.referee.ports import Slip
from dragoman.store.models import Outgoing


@pytest.mark.parametrize("keeper", ["keeper@example.org", ""])
def test_a_review_is_brought_before_the_keeper(host: Host, settings: Settings, keeper: str) -> None:  # noqa: F811
    house = settings.HOUSE
    settings.HOUSE = msgspec.structs.replace(house, host=msgspec.structs.replace(house.host, keeper=keeper))
    host.table()
    host.later(days=8)
    assert checking._decisions().well
    italy = Speaker(host.person("italy"), Seat("Italy"))
    assembly.hear(Slip("kalmar", italy, text="error in S1901M: A Ven - Tyr should succeed"))
    for word in ("review 1: look again", "status"):
        assembly.hear(Slip("kalmar", italy, text=word))
    posted = Outgoing.objects.filter(kind="host/decide")
    assert posted.count() == (1 if keeper else 0)
    for row in posted:
        parcel = assembly.outbox().find(row.key)
        assert parcel is not None
        letter = assembly.despatch(parcel)
        assert letter is not None
        assert letter.to == keeper
        assert 'dragoman say kalmar --as gm "gm error 1 stands' in letter.words.text
    found = checking._decisions()
    assert (found.well, "kalmar: review 1" in found.says) == (False, True)
    asked = assembly.hear(Slip("kalmar", Speaker(KEEPER, GM), text="errors"))
    assert asked.receipt is not None
    assert "gm error 1 stands because" in assembly.games()["diplomacy"].words(asked.receipt, "en", UTC).text
    decided = assembly.hear(Slip("kalmar", Speaker(KEEPER, GM), text="gm error 1 stands because it bounced"))
    assert decided.events
    assert checking._decisions().well
