"""What `dragoman check` tells: of code that players adopt, of room to write, of folders, of who may open games."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import msgspec
import pytest
from django.db import OperationalError
from pytest_django.fixtures import Settings

from dragoman import assembly
from dragoman.keeper import checking
from dragoman.settings import Games, Sending
from dragoman.store.models import Served


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


@pytest.mark.django_db(transaction=True)
def test_a_database_that_cannot_be_written_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    assert checking._room().well
    assert not Served.objects.exists()

    def full(**_named: object) -> None:
        raise OperationalError("database or disk is full")

    monkeypatch.setattr(Served.objects, "create", full)
    found = checking._room()
    assert (found.well, "database or disk is full" in found.says) == (False, True)


@pytest.mark.django_db(transaction=True)
def test_a_disk_with_hardly_any_room_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checking, "disk_usage", lambda _folder: SimpleNamespace(free=3 * checking.MEGABYTE))
    found = checking._room()
    assert (found.well, "only 3 MB free" in found.says) == (False, True)


def test_a_folder_that_cannot_be_written_is_a_fault(tmp_path: Path, settings: Settings) -> None:
    (tmp_path / "file").write_text("no folder")
    house = msgspec.structs.replace(settings.HOUSE, folder=str(tmp_path))
    for folder, well in (("letters", True), ("deep/down", True), ("file", False), ("file/letters", False)):
        settings.HOUSE = msgspec.structs.replace(house, sending=Sending("folder", folder=folder))
        found = checking._sending()
        assert (found.well, "cannot be written" in found.says) == (well, not well), folder
    assert [each.name for each in tmp_path.iterdir()] == ["file"]


@pytest.mark.django_db
def test_a_host_on_which_nobody_may_open_games_is_told_so(settings: Settings) -> None:
    for games, keeper, doubtful in ((Games("listed"), "", True), (Games("everyone"), "", True),
                                    (Games("listed"), "gm@example.org", False)):  # fmt: skip
        host = msgspec.structs.replace(settings.HOUSE.host, keeper=keeper)
        settings.HOUSE = msgspec.structs.replace(settings.HOUSE, games=games, host=host)
        assembly.forget_assembly()
        found = checking._openers()
        assert (found.well, found.doubtful) == (True, doubtful)
        assert ("nobody may open games" in found.says) == (doubtful and games.open == "listed")
    assembly.forget_assembly()
