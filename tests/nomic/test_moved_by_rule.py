"""A deadline that a rule moves is told without the program's own word for why: nobody presides who could say it."""

from __future__ import annotations

from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import pytest

from dragoman.nomic.events.turns import DeadlineSet
from dragoman.nomic.report.telling import told

AT = datetime(2026, 3, 2, tzinfo=UTC)
NOBODY: Any = SimpleNamespace(moderated=True)


@pytest.mark.parametrize(("by", "quoted"), [("", False), ("gm", True)])
def test_the_cause_of_a_rule_is_nobodys_words(by: str, quoted: bool) -> None:
    event = DeadlineSet(at=AT, post_by=AT, why="block", held=True, by=by)
    assert any("game master says" in repr(block) for block in told(event, NOBODY)) is quoted
