"""The keeper sees who stands on the blacklist and how anybody has played, and takes people off it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = [sys.executable, "-c", "from dragoman.cli import main; main(prog_name='dragoman')"]

LOADED = """
import django; django.setup()
from datetime import UTC, datetime
from dragoman import assembly
from dragoman.store.models import Conduct, Table
now = datetime(2026, 3, 2, tzinfo=UTC)
zoe = assembly.register().verify("zoe@example.org", now)
table = Table(name="kalmar", game="diplomacy", version=1, seal=b"x", opened_at=now, at=now)
table.save(force_insert=True)
for n, kind in enumerate(("kept", "missed", "listed"), 1):
    why = "vanished" if kind == "listed" else ""
    Conduct(table=table, n=n, person=zoe, seat="Austria", kind=kind, at=now, why=why).save()
"""


def run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*PROGRAM, *words, "--settings", "host.toml"], cwd=folder, capture_output=True, text=True,
                          check=False)  # fmt: skip


@pytest.mark.slow
def test_the_blacklist_is_printed_lifted_and_followed(tmp_path: Path) -> None:
    assert run(tmp_path, "setup", "--yes", "--set", "host.address=d@example.org").returncode == 0
    env = os.environ | {"DRAGOMAN_SETTINGS": str(tmp_path / "host.toml"), "DJANGO_SETTINGS_MODULE": "dragoman.settings"}
    subprocess.run([sys.executable, "-c", LOADED], cwd=tmp_path, env=env, check=True)
    printed = run(tmp_path, "blacklist", "--of", "zoe@example.org")
    assert printed.returncode == 0, printed.stderr
    (place, told, *rounds) = printed.stdout.splitlines()
    number, who, game, seat, until, why = place.split("\t")
    assert (who, game, seat, until, why) == ("<zoe@example.org>", "kalmar", "Austria", "without end", "vanished")
    assert told.startswith("zoe@example.org: 1 of 2 rounds kept, 0 excused, 1 on the blacklist")
    assert told.endswith("(new here)")
    assert "kalmar event 2\tAustria\tmissed" in "\n".join(rounds)
    assert run(tmp_path, "blacklist", "--lift", number).stdout == ""
    again = run(tmp_path, "blacklist", "--lift", number)
    assert (again.returncode, again.stdout) == (1, "")
    assert run(tmp_path, "blacklist", "--of", "nobody@example.org").returncode == 1
