"""The sample bot plays a game year against a host in a process of its own, seven of it, each for a power."""

from __future__ import annotations

import json
import os
import runpy
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from urllib.request import urlopen

import pytest

ROOT = Path(__file__).parents[2]
SERVING = """\
import sys
from pathlib import Path
import django, uvicorn, json
from django.core.management import call_command
django.setup()
call_command("migrate", verbosity=0)
from tests.web.conftest import POWERS, START, Host
from dragoman import assembly
folder, port = Path(sys.argv[1]), int(sys.argv[2])
host = Host(folder / "clock.toml")
host.at(START)
host.table("kalmar", rules={"II.1": "B", "VII.2": "B"})
tokens = {}
for power in POWERS:
    host.at(host.now)
    tokens[power] = assembly.api_tokens().make(
        host.person(power.lower()), "bot", ["read", "orders"], host.now, "kalmar", power)
(folder / "tokens.json").write_text(json.dumps(tokens))
from dragoman.keeper.serving import Pages
Pages(uvicorn.Config("dragoman.web.asgi:application", host="127.0.0.1", port=port, log_level="warning")).run()
"""
SETTINGS = """\
[host]
url = "http://127.0.0.1:{port}"
secret = "of no use elsewhere"
[database]
url = "sqlite:///host.sqlite3"
"""


@pytest.fixture
def served(tmp_path: Path) -> Iterator[tuple[str, dict[str, str]]]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    (tmp_path / "dragoman.toml").write_text(SETTINGS.format(port=port))
    clock = tmp_path / "clock.toml"
    clock.write_text('now = 2026-03-02T16:00:00+00:00\nseed = "bot"\n')
    environment = {**os.environ, "DRAGOMAN_SETTINGS": str(tmp_path / "dragoman.toml"), "DRAGOMAN_CLOCK": str(clock),
                   "DJANGO_SETTINGS_MODULE": "dragoman.settings", "PYTHONPATH": f"{ROOT / 'src'}:{ROOT}"}  # fmt: skip
    log = (tmp_path / "log").open("w")
    host = subprocess.Popen(
        [sys.executable, "-c", SERVING, str(tmp_path), str(port)], env=environment, cwd=ROOT, stdout=log, stderr=log
    )
    try:
        url = f"http://127.0.0.1:{port}"
        for _ in range(300):
            try:
                urlopen(f"{url}/api/v1/games", timeout=5).close()
                break
            except OSError:
                assert host.poll() is None, (tmp_path / "log").read_text()
                time.sleep(0.2)
        yield url, json.loads((tmp_path / "tokens.json").read_text())
    finally:
        host.terminate()
        host.wait(30)
        log.close()


@pytest.mark.slow
def test_seven_bots_play_a_year(served: tuple[str, dict[str, str]]) -> None:
    url, tokens = served
    bots = [
        subprocess.Popen(
            [sys.executable, str(ROOT / "examples/bot.py"), url, "kalmar", "--pause", "1", "--seed", str(seed)],
            env={**os.environ, "DRAGOMAN_TOKEN": token}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        )
        for seed, token in enumerate(tokens.values())
    ]  # fmt: skip
    try:
        phases: list[str] = []
        for _ in range(240):
            with urlopen(f"{url}/api/v1/games/kalmar/phases", timeout=30) as answer:
                phases = [each["id"] for each in json.load(answer)["items"]]
            if any(phase.startswith(("W1901", "S1902")) for phase in phases):
                break
            assert [bot.poll() for bot in bots] == [None] * 7, [bot.communicate()[0] for bot in bots if bot.poll()]
            time.sleep(1)
    finally:
        for bot in bots:
            bot.terminate()
        said = [bot.communicate(timeout=30)[0] for bot in bots]
    assert phases[0] == "S1901M", said
    assert "F1901M" in phases, said
    with urlopen(f"{url}/api/v1/games/kalmar/phases/S1901M", timeout=30) as answer:
        turn = json.load(answer)
    assert not {each["code"] for each in turn["orders"]} & {"impossible", "no-such-unit", "ambiguous", "not-ordered"}
    assert turn["missing"] == []


NOMIC = """{"kind": "nomic", "stage": "running", "name": "suber"}"""


@pytest.mark.parametrize(("answers", "says"), [
    ((200, NOMIC), "suber is no game of Diplomacy, but of Nomic"), ((200, "<html>"), "is no host of Dragoman's"),
    ((502, "<html>"), "502"), (None, "cannot be reached"),
    ((404, '{"code": "no-such-game", "detail": "There is no game."}'), "404 no-such-game: There is no game."),
])  # fmt: skip
def test_the_bot_ends_with_a_sentence(
    answers: tuple[int, str] | None, says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever stands at the address; where nothing does, too."""

    class Stands(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            assert answers is not None
            self.send_response(answers[0])
            self.end_headers()
            self.wfile.write(answers[1].encode())

        def log_message(self, *_: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Stands) as host:
        if answers is None:
            host.socket.close()
        else:
            threading.Thread(target=host.handle_request, daemon=True).start()
        monkeypatch.setenv("DRAGOMAN_TOKEN", "dragoman_none")
        monkeypatch.setattr(sys, "argv", ["bot.py", f"http://127.0.0.1:{host.server_port}", "suber"])
        with pytest.raises(SystemExit) as ended:
            runpy.run_path(str(ROOT / "examples/bot.py"), run_name="__main__")
    assert says in str(ended.value.code)


def test_the_bot_ends_with_a_sentence_where_no_address_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DRAGOMAN_TOKEN", "dragoman_none")
    for given in ("kalmar", "http://[", "http://ka lmar", "http://127.0.0.1:port"):
        monkeypatch.setattr(sys, "argv", ["bot.py", given, "suber"])
        with pytest.raises(SystemExit) as ended:
            runpy.run_path(str(ROOT / "examples/bot.py"), run_name="__main__")
        assert str(ended.value.code).startswith(given), given
