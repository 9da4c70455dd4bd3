"""What `dragoman check` tells of code that players of Nomic adopt."""

from __future__ import annotations

import msgspec
import pytest
from pytest_django.fixtures import Settings

from dragoman.keeper import checking
from dragoman.settings import Games


@pytest.mark.parametrize(("filtered", "says"), [(True, "behind a filter of calls"), (False, "no filter of calls here")])
def test_how_well_code_is_shut_in_is_told(monkeypatch: pytest.MonkeyPatch, filtered: bool, says: str) -> None:
    monkeypatch.setattr(checking, "available", lambda: True)
    monkeypatch.setattr(checking, "filtered", lambda: filtered)
    found = checking._code()
    assert found.well
    assert says in found.says


def test_code_that_is_not_run_is_told(settings: Settings) -> None:
    settings.HOUSE = msgspec.structs.replace(settings.HOUSE, games=Games(code=False))
    assert "left to their Judge" in checking._code().says
