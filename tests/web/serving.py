"""A whole host in a process of its own, for a browser to visit: `python -m tests.web.serving FOLDER PORT`.

It opens the tables that the tests play at, leaves sign-in links in `links.json`, and serves. Its clock is the file
`clock.toml`, which the tests write.
"""

from __future__ import annotations

import json
import sys
from datetime import timedelta
from pathlib import Path

import django
import uvicorn
from django.core.management import call_command

SETTINGS = """\
[host]
url = "http://127.0.0.1:{port}"
secret = "of no use elsewhere"
[database]
url = "sqlite:///host.sqlite3"
[games]
open = "everyone"
"""


def furnish(folder: Path) -> None:
    """Tables, people, and a link by which each of them signs in."""
    from tests.web.conftest import START, Host
    from tests.web.test_game import OPENING

    from dragoman import assembly

    host = Host(folder / "clock.toml")
    host.at(START)
    host.table("vaasa", gm=True)
    host.press("Italy", ["all"], "W" * 400, "vaasa")
    host.table("raahe")
    for power, texts in OPENING.items():
        host.orders(power, *texts, name="raahe")
    host.later(days=8)
    for name in ("kalmar", "viborg", "turku", "oulu"):
        host.table(name)
    host.table("aula", rules={"D.1": "B", "II.1": "B"})
    links = {}
    for who in host.people:
        asked = assembly.door().leave_open(f"{who}@example.org", host.now, timedelta(days=90))
        links[who] = f"/sign-in/{asked.id}/?code={asked.code}"
    (folder / "links.json").write_text(json.dumps(links))


def main(folder: Path, port: int) -> None:
    django.setup()
    call_command("migrate", verbosity=0)
    furnish(folder)
    from dragoman.keeper.serving import Pages

    pages = uvicorn.Config(
        "dragoman.web.asgi:application", host="127.0.0.1", port=port, log_level="warning", timeout_keep_alive=60
    )
    Pages(pages).run()


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
