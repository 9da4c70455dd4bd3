"""The files for deployment say what the program knows, and pass the checks of the tools that read them, where those are
there. No container is built, and no unit is started."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import msgspec
import pytest
from tests.conftest import lacking

from dragoman.cli import COMMANDS
from dragoman.settings import SECTIONS, House

DEPLOY = Path(__file__).parents[1] / "deploy"
UNITS = sorted((DEPLOY / "systemd").iterdir())
SETTING = re.compile(r"\bDRAGOMAN_([A-Z]+)_([A-Z_]+)\b")


@pytest.mark.parametrize("file", [path for path in DEPLOY.rglob("*") if path.is_file()], ids=lambda path: path.name)
def test_every_setting_named_there_is_one(file: Path) -> None:
    known = {(section, key) for section in SECTIONS for key in msgspec.structs.asdict(getattr(House(), section))}
    named = {(section.lower(), key.lower()) for section, key in SETTING.findall(file.read_text())}
    assert named - known == set()


@pytest.mark.parametrize("unit", UNITS, ids=lambda path: path.name)
def test_every_command_named_there_is_one(unit: Path) -> None:
    for command in re.findall(r"/bin/dragoman (\w+)", unit.read_text()):
        assert command in COMMANDS


def test_compose_reads_it(tmp_path: Path) -> None:
    """`docker compose config`, or the older program of that name: the file is sound, and every value has its place."""
    program = shutil.which("docker-compose")
    compose = [program] if program else ["docker", "compose"]
    if not program and (not shutil.which("docker") or _run([*compose, "version"]).returncode):
        lacking("docker compose is not installed")
    text = (DEPLOY / "environment.example").read_text()
    (tmp_path / "environment").write_text(re.sub(r"(?m)=$", "=something", text))
    command = [*compose, "-f", str(DEPLOY / "compose.yaml"), "--env-file", str(tmp_path / "environment"), "config"]
    done = _run(command)
    assert done.returncode == 0, done.stderr
    assert "postgresql://dragoman:something@database/dragoman" in done.stdout
    refused = _run([*command[:-2], str(DEPLOY / "environment.example"), "config"])
    assert refused.returncode != 0, "a secret that is left empty is asked for"


def test_systemd_reads_them(tmp_path: Path) -> None:
    if not shutil.which("systemd-analyze"):
        lacking("systemd-analyze is not installed")
    for unit in UNITS:
        text = unit.read_text().replace("/opt/dragoman/.venv/bin/dragoman", "/bin/true")  # it is not installed there
        (tmp_path / unit.name.replace("@", "@01")).write_text(text)
    done = _run(["systemd-analyze", "verify", *map(str, sorted(tmp_path.iterdir()))])
    ours = [line for line in done.stderr.splitlines() if "dragoman" in line]
    assert (done.returncode, ours) == (0, [])


def _run(words: list[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(words, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL, timeout=120,
                          env={"PATH": os.environ["PATH"], "HOME": "/tmp"})  # fmt: skip
