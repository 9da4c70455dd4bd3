"""Whoever is killed between any two statements leaves nothing that another one does not set right."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import psycopg
import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture
def every(depth: str) -> str:
    return "1" if depth == "full" else "19"


def struck(folder: Path, *words: str) -> dict[str, Any]:
    command = [sys.executable, "-m", "tests.keeper.strokes", str(folder), *words]
    env = {**os.environ, "PYTHONPATH": f"{ROOT / 'src'}:{ROOT}"}
    done = subprocess.run(command, cwd=ROOT, env=env, check=False, stdin=subprocess.DEVNULL, capture_output=True,
                          text=True)  # fmt: skip
    assert done.returncode == 0, done.stderr[-4000:]
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def holds(found: dict[str, Any]) -> None:
    """Every stroke but the one after the last statement fell, and in the end all was as if none had."""
    assert found["otherwise"] == {}
    assert found["killed"] == found["strokes"] - 1
    written = " ".join(found["statements"])
    assert written.count('UPDATE "store_table"') == 5 + 2, "letters at their tables; one clock by itself, two together"


@pytest.mark.slow
def test_no_stroke_changes_what_comes_of_letters_and_clocks(tmp_path: Path, every: str) -> None:
    holds(struck(tmp_path, "--every", every))


@pytest.mark.slow
@pytest.mark.postgres
def test_nor_does_one_on_postgresql(tmp_path: Path, every: str, postgres_url: str) -> None:
    name = "strokes"
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute(f"DROP DATABASE IF EXISTS {name}")
        connection.execute(f"CREATE DATABASE {name}")
    holds(struck(tmp_path, f"{postgres_url.rpartition('/')[0]}/{name}", "--every", every))
