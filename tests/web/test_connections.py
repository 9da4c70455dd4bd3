"""What a request opens of the database is closed with it: every request has a thread, and no other can use what it
leaves behind."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SETTINGS = """\
[host]
url = "http://127.0.0.1:8000"
secret = "of no use elsewhere"
[database]
url = "sqlite:///host.sqlite3"
"""
ASKING = """\
import asyncio
import django
from django.core.management import call_command
django.setup()
call_command("migrate", verbosity=0)
from django.db.backends.signals import connection_created
from dragoman.web.asgi import application
opened, told = [], []
connection_created.connect(lambda connection, **_: opened.append(connection), weak=False)
async def ask(path):
    scope = {"type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": "GET", "scheme": "http",
             "path": path, "raw_path": path.encode(), "query_string": b"", "root_path": "", "client": ("127.0.0.1", 1),
             "headers": [(b"host", b"127.0.0.1")], "server": ("127.0.0.1", 80), "extensions": {}}
    asked = asyncio.Event()
    async def receive():
        if asked.is_set():
            await asyncio.Event().wait()
        asked.set()
        return {"type": "http.request", "body": b"", "more_body": False}
    async def send(message):
        told.append(message.get("status"))
    await application(scope, receive, send)
async def several():
    for path in ("/games/", "/games/nowhere/", "/api/v1/games", "/games/"):
        await ask(path)
asyncio.run(several())
print([each for each in told if each], len(opened), sum(each.connection is not None for each in opened))
"""


@pytest.mark.slow
def test_no_request_leaves_a_connection_open(tmp_path: Path) -> None:
    (tmp_path / "dragoman.toml").write_text(SETTINGS)
    environment = {**os.environ, "DRAGOMAN_SETTINGS": str(tmp_path / "dragoman.toml"), "PYTHONPATH": str(ROOT / "src"),
                   "DJANGO_SETTINGS_MODULE": "dragoman.settings"}  # fmt: skip
    done = subprocess.run([sys.executable, "-c", ASKING], env=environment, capture_output=True, text=True, timeout=120,
                          cwd=tmp_path, check=False)  # fmt: skip
    assert done.stdout.splitlines()[-1:] == ["[200, 404, 200, 200] 4 0"], done.stderr[-2000:]
