"""Many games on several hosts, with a fiend about: every record is that of an undisturbed run, every notice comes at
least once and never with another content, and no phase is adjudicated twice."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest
from tests.conftest import lacking, postgres_programs
from tests.keeper.town import DECK, PHASES

pytestmark = [pytest.mark.slow, pytest.mark.postgres]

ROOT = Path(__file__).parents[2]
APART = ("unshare", "--net", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc")
"""Namespaces of the test's own: wires, mounts and processes in them end with it."""


@pytest.fixture(scope="module")
def figures(depth: str) -> dict[str, Any]:
    if postgres_programs() is None:
        lacking("PostgreSQL's programs are not installed")
    apart = APART if _may_part() else ()
    games, faults, hosts = ("200", "500", "3") if depth == "full" else ("3", "20", "2")
    folder = Path(tempfile.mkdtemp(prefix="dragoman-town-", dir="/tmp"))  # PostgreSQL's own user must pass
    try:
        return _played(folder, apart, games, faults, hosts)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _played(folder: Path, apart: tuple[str, ...], games: str, faults: str, hosts: str) -> dict[str, Any]:
    """Play, and give what a town has to say of it."""
    words = [*apart, sys.executable, "-m", "tests.keeper.town", str(folder), "--games", games, "--faults", faults]
    words += ["--hosts", hosts]
    env = {**os.environ, "PYTHONPATH": f"{ROOT / 'src'}:{ROOT}"}
    done = subprocess.run([*words, *(() if apart else ("--plain",))], cwd=ROOT, env=env, check=False,
                          stdin=subprocess.DEVNULL, capture_output=True, text=True)  # fmt: skip
    assert done.returncode == 0, done.stderr[-4000:]
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    assert sum(found["faults"].values()) == int(faults), found["faults"]
    assert found["faults"].keys() == (DECK.keys() if apart else {"kill", "pause", "database killed"})
    print(json.dumps(found, indent=1))
    return found


def _may_part() -> bool:
    """Whether hosts can have namespaces of their own here: root, `unshare` and `ip`."""
    if not shutil.which("unshare") or not shutil.which("ip") or os.geteuid():
        return False
    return subprocess.run([*APART, "ip", "link", "set", "lo", "up"], check=False, capture_output=True).returncode == 0


def test_every_record_is_that_of_an_undisturbed_run(figures: dict[str, Any]) -> None:
    assert figures["ledgers_unequal"] == []


def test_no_phase_is_adjudicated_twice(figures: dict[str, Any]) -> None:
    assert figures["phases_twice"] == []
    assert figures["phases_at_each"] == [PHASES]


def test_phases_are_adjudicated_while_something_is_amiss(figures: dict[str, Any]) -> None:
    """Counted from outside, ten times in a second: fewer than there were."""
    assert figures["adjudicated_under_faults"] * 4 >= figures["phases"]


def test_every_notice_comes_and_none_with_another_content(figures: dict[str, Any]) -> None:
    assert figures["notices"] > figures["games"] * 60
    assert (figures["notices_lost"], figures["notices_strange"], figures["notices_other"]) == ([], [], [])


def test_logs_are_lines_of_json_and_tell_no_secret(figures: dict[str, Any]) -> None:
    """Of all processes, with every traceback that a misfortune brought about."""
    assert figures["log_faults"] > 0, "misfortunes leave traces"
    assert figures["log_lines_unread"] == []
    assert figures["secrets_in_logs"] == []


def test_hosts_end_in_order_when_asked(figures: dict[str, Any]) -> None:
    assert set(figures["ended"].values()) <= {0, -15}, "a host that is asked to end while it starts ends at once"
