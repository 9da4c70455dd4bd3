"""A host in a process of its own, for a browser to look at: started from a module of tests, until it answers; ended by
force where it does not end when asked."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[2]
TRIES = 1200
"""Of a tenth of a second or more: two minutes, where the machine has much else to do."""


@contextmanager
def started(module: str, folder: Path, settings: str) -> Iterator[str]:
    """Its address, while it serves. `settings` has a gap for its port; `module` is given the folder and the port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    (folder / "dragoman.toml").write_text(settings.format(port=port))
    environment = os.environ | {
        "DRAGOMAN_SETTINGS": str(folder / "dragoman.toml"), "DRAGOMAN_CLOCK": str(folder / "clock.toml"),
        "DJANGO_SETTINGS_MODULE": "dragoman.settings",
    }  # fmt: skip
    environment.pop("DATABASE_URL", None)
    url = f"http://127.0.0.1:{port}"
    with (folder / "said").open("w+") as said:
        command = [sys.executable, "-m", module, str(folder), str(port)]
        process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=said, stderr=said)
        try:
            _await_answer(f"{url}/games/", process, folder / "said")
            yield url
        finally:
            process.terminate()
            _end(process)


def _end(process: subprocess.Popen[bytes]) -> None:
    """Wait until it has ended; what does not end in time is killed, and told of."""
    try:
        process.wait(20)
    except subprocess.TimeoutExpired:
        process.kill()
        raise


def _await_answer(url: str, process: subprocess.Popen[bytes], said: Path) -> None:
    for _ in range(TRIES):
        try:
            with urllib.request.urlopen(url, timeout=5):
                return
        except OSError:
            if process.poll() is not None:
                break
            time.sleep(0.1)
    raise AssertionError(said.read_text())
