"""What every test may ask for: the folder of cases, how deep to dig, a PostgreSQL of its own, and a browser."""

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal, NoReturn

import hypothesis
import playwright.sync_api
import pytest

Depth = Literal["sample", "full"]

IN_CI = bool(os.environ.get("CI"))

# A sample is the same on every run, a fast one as well; at full depth the draws are fresh.
hypothesis.settings.register_profile("fast", max_examples=5, deadline=None, derandomize=True, database=None)
hypothesis.settings.register_profile("sample", max_examples=30, deadline=None, derandomize=True, database=None)
hypothesis.settings.register_profile("full", max_examples=1000, deadline=None)


FAST = os.environ.get("DRAGOMAN_DEPTH") == "fast"
"""Whether this is the working loop (`make fast`): a sample, and of that what a minute holds. Every package is touched;
of a test with many cases a few are run, of the pages those that stand for the rest."""

CASES_WHEN_FAST = 2

PAGES_WHEN_FAST = {"test_house_of_pages.py", "test_game.py", "test_orders.py"}
"""The laws of all pages, what a game's page shows to whom, and the form that is sent most."""


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Leave most files of pages out when fast: each of their tests asks a server and a database."""
    aside = FAST and collection_path.parent == Path(__file__).parent / "web" and collection_path.suffix == ".py"
    return True if aside and collection_path.name not in {"conftest.py", "__init__.py", *PAGES_WHEN_FAST} else None


def few_cases(items: list[pytest.Item]) -> tuple[list[pytest.Item], list[pytest.Item]]:
    """Which tests are run when fast, and which are not: of one with many cases the first and the last."""
    of_one: dict[tuple[Path, str], list[pytest.Item]] = {}
    for item in items:
        of_one.setdefault((item.path, item.nodeid.partition("[")[0]), []).append(item)
    chosen = {item for cases in of_one.values() for item in spread(cases, CASES_WHEN_FAST)}
    return [item for item in items if item in chosen], [item for item in items if item not in chosen]


def spread(cases: list[pytest.Item], most: int) -> list[pytest.Item]:
    """As many as that, evenly, the first and the last among them."""
    if len(cases) <= most:
        return cases
    return [cases[place * (len(cases) - 1) // (most - 1)] for place in range(most)]


def pytest_configure() -> None:
    """Choose how many examples a property is tried on, and wake Django where it has settings to wake with."""
    hypothesis.settings.load_profile("fast" if FAST else depth_wanted())
    if find_spec("dragoman.settings") is not None:
        import django

        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "dragoman.settings")
        django.setup()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Let files with long tests come first, lest one worker be left alone with them at the end. Those that ask for
    Django's database stay in the order that pytest-django has put them into."""
    if FAST:
        items[:], aside = few_cases(items)
        config.hook.pytest_deselected(items=aside)
    long = {item.path for item in items if item.get_closest_marker("slow")}
    early = long - {item.path for item in items if item.get_closest_marker("django_db") or "db" in fixtures(item)}
    items.sort(key=lambda item: item.path not in early)


def fixtures(item: pytest.Item) -> list[str]:
    """What a test asks for, itself or through what it asks for."""
    return item.fixturenames if isinstance(item, pytest.Function) else []


def depth_wanted() -> Depth:
    """What DRAGOMAN_DEPTH says; a sample where it says nothing. Fast is a sample, too (see FAST)."""
    match os.environ.get("DRAGOMAN_DEPTH", "sample"):
        case "sample" | "fast":
            return "sample"
        case "full":
            return "full"
        case other:
            raise pytest.UsageError(f"DRAGOMAN_DEPTH is {other!r}; it may be fast, sample or full")


def lacking(reason: str) -> NoReturn:
    """Leave a test out for want of something; in CI, where nothing may be wanting, fail."""
    if IN_CI:
        pytest.fail(reason, pytrace=False)
    pytest.skip(reason)


@pytest.fixture(scope="session")
def depth() -> Depth:
    """`sample` or `full`: whether a long test may take a sample of its cases."""
    return depth_wanted()


@pytest.fixture(scope="session")
def cases_folder() -> Path:
    """The folder of cases with known right answers, named by DRAGOMAN_CASES."""
    named = os.environ.get("DRAGOMAN_CASES")
    if not named:
        lacking("DRAGOMAN_CASES is not set")
    folder = Path(named)
    if not folder.is_dir():
        lacking(f"DRAGOMAN_CASES names no folder: {named}")
    return folder


@pytest.fixture
def unpainted(depth: Depth, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a sample, pages and letters carry the drawing where they would carry a picture of it: painting would be most
    of such a test's work, and what differs in no drawing differs in no picture (see tests/game/test_pixels.py)."""
    if depth == "full":
        return
    from dragoman.post import replies
    from dragoman.web.painting import Painter

    def picture(painter: Painter, make: Callable[..., bytes], svg: str, width: int) -> bytes:
        return f"{make.__name__} {width}\n{svg}".encode()

    monkeypatch.setattr(Painter, "picture", picture)
    monkeypatch.setattr(replies, "png", str.encode)


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """The address of an empty database in a PostgreSQL that lives as long as one worker of the tests."""
    programs = postgres_programs()
    if programs is None:
        lacking("PostgreSQL's programs are not installed")
    folder = Path(tempfile.mkdtemp(prefix="dragoman-pg-", dir="/tmp"))  # a socket's path must be short
    try:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = str(probe.getsockname()[1])
        options = f"-p {port} -k {folder} -c listen_addresses=127.0.0.1 -c max_connections=200"
        options += " -c fsync=off -c synchronous_commit=off -c full_page_writes=off"  # nothing here need last
        data, log = folder / "data", folder / "log"
        as_server(
            folder, programs / "initdb", "-D", data, "-U", "dragoman", "--auth=trust", "--encoding=UTF8",
            "--locale=C.UTF-8", "--no-sync",
        )  # fmt: skip
        as_server(folder, programs / "pg_ctl", "-D", data, "-w", "-t", "60", "-l", log, "-o", options, "start")
        try:
            as_server(folder, programs / "createdb", "-h", folder, "-p", port, "-U", "dragoman", "dragoman")
            yield f"postgresql://dragoman@127.0.0.1:{port}/dragoman"
        finally:
            as_server(folder, programs / "pg_ctl", "-D", data, "-w", "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


PATIENCE = 120_000
"""Milliseconds: a browser has many processes, and starves where as many others want the processors."""


@pytest.fixture(scope="session")
def browser() -> Iterator[playwright.sync_api.Browser]:
    """The machine's own Chromium, without a window; none is ever downloaded. Its driver keeps an event loop in this
    thread, and lets nothing else run in it: Django may use the database all the same."""
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if program is None:
        lacking("Chromium is not installed")
    switches = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-dev-shm-usage"]
    with playwright.sync_api.sync_playwright() as driver:
        started = driver.chromium.launch(executable_path=program, args=switches)
        plainly = started.new_context

        def patiently(**options: Any) -> playwright.sync_api.BrowserContext:
            context = plainly(**options)
            context.set_default_timeout(PATIENCE)
            return context

        started.new_context = patiently  # type: ignore[method-assign]
        yield started
        started.close()


def postgres_programs() -> Path | None:
    """The folder that holds initdb and pg_ctl: the newest of Debian's, or the one on the path."""
    versions = [path for path in Path("/usr/lib/postgresql").glob("*/bin") if (path / "initdb").exists()]
    if versions:
        return max(versions, key=lambda path: float(path.parent.name))
    found = shutil.which("initdb")
    return Path(found).resolve().parent if found else None


def as_server(folder: Path, *command: str | Path) -> None:
    """Run one of PostgreSQL's programs; as root, in the name of user postgres, since it refuses to run as root."""
    user: int | None = None
    group: int | None = None
    if os.geteuid() == 0:
        entry = pwd.getpwnam("postgres")
        user, group = entry.pw_uid, entry.pw_gid
        os.chown(folder, user, group)
    # The server outlives pg_ctl and would hold a pipe open for ever, so what is said goes to a file.
    with (folder / "said").open("w+") as said:
        done = subprocess.run(
            command, cwd=folder, user=user, group=group, extra_groups=None if user is None else [],
            stdin=subprocess.DEVNULL, stdout=said, stderr=said, env={"HOME": str(folder), "PATH": os.defpath},
            timeout=120, check=False,
        )  # fmt: skip
        if done.returncode:
            said.seek(0)
            raise RuntimeError(f"{Path(command[0]).name} failed: {said.read().strip()}")
