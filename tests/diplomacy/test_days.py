"""Days as people write them, of absences, deputies and pauses, in English, Finnish and figures."""

from __future__ import annotations

import tomllib
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from tests.diplomacy.tables import Table, opening, speaker

from dragoman.diplomacy.commands import NameDeputy, Pause, PlanAbsence
from dragoman.diplomacy.game import DIPLOMACY
from dragoman.game.seats import GM

CASES = tomllib.loads((Path(__file__).parent.parent / "cases" / "speech" / "days.toml").read_text(encoding="utf-8"))
NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)
STATE = Table(opening(gm=True)).state


def said(kind: str) -> list[Any]:
    return [pytest.param(text, case, id=text) for case in CASES[kind] for text in case["texts"]]


def read(text: str, seat: str, case: dict[str, Any]) -> Any:
    reading = DIPLOMACY.read(STATE, speaker(seat), "", text, NOW)
    assert [each.code for each in reading.unread] == ([case["unread"]] if "unread" in case else [])
    return None if "unread" in case else reading.commands[-1]


@pytest.mark.parametrize(("text", "case"), said("absence"))
def test_days_of_an_absence(text: str, case: dict[str, Any]) -> None:
    command = read(text, "Austria", case)
    if command is not None:
        assert isinstance(command, PlanAbsence)
        last = command.ends - timedelta(days=1)
        assert [f"{command.begins:%Y-%m-%d}", f"{last:%Y-%m-%d}"] == case["days"]


@pytest.mark.parametrize(("text", "case"), said("deputy"))
def test_days_of_a_deputy(text: str, case: dict[str, Any]) -> None:
    command = read(text, "Austria", case)
    assert command is None or (isinstance(command, NameDeputy) and str(command.until.isoformat()) == case["until"])


@pytest.mark.parametrize(("text", "case"), said("pause"))
def test_days_of_a_pause(text: str, case: dict[str, Any]) -> None:
    command = read(text, GM, case)
    assert command is None or (isinstance(command, Pause) and str(command.until.isoformat()) == case["until"])
