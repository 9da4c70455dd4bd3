"""Laws that hold for every file of the tree, whatever it does."""

import ast
import re
import subprocess
import sys
import zipfile
from functools import cache
from pathlib import Path

import psycopg
import pytest
from playwright.sync_api import Browser

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "dragoman"
CORE = ("game", "ballots", "tongues", "diplomacy", "nomic", "referee")
LONGEST = 60
VAGUE_NAMES = {"utils", "util", "helpers", "helper", "manager", "common", "misc"}
UNFINISHED = re.compile("|".join(("NotImplemented" + "Error", r"\bTO" + r"DO\b", r"\bFIX" + r"ME\b")))

SOURCES = sorted(
    path for folder in ("src", "tests", "bench", "tools", "docs") for path in (ROOT / folder).rglob("*.py")
)
CORE_SOURCES = [path for path in SOURCES if path.is_relative_to(PACKAGE) and path.relative_to(PACKAGE).parts[0] in CORE]
PINNED = sorted((ROOT / "requirements").glob("*.txt"))


@cache
def tree(path: Path) -> ast.Module:
    """A source file, parsed once."""
    return ast.parse(path.read_text(encoding="utf-8"))


def said(paths: list[Path]) -> list[str]:
    """Paths as a person would name them."""
    return [str(path.relative_to(ROOT)) for path in paths]


def test_every_source_file_opens_with_a_docstring() -> None:
    silent = [path for path in SOURCES if "migrations" not in path.parts and not ast.get_docstring(tree(path))]
    assert said(silent) == []


def test_every_folder_of_the_package_is_a_package() -> None:
    folders = {folder for path in PACKAGE.rglob("*.py") for folder in path.parents if folder.is_relative_to(PACKAGE)}
    assert said(sorted(folder for folder in folders if not (folder / "__init__.py").exists())) == []


def test_every_file_is_named_for_what_it_knows() -> None:
    assert said([path for path in SOURCES if VAGUE_NAMES & {path.stem, path.parent.name}]) == []


def test_nothing_is_left_unfinished() -> None:
    texts = SOURCES + sorted((ROOT / "docs").rglob("*.md")) + sorted(ROOT.glob("*.md"))
    assert said([path for path in texts if UNFINISHED.search(path.read_text(encoding="utf-8"))]) == []


def test_functions_of_the_core_are_short() -> None:
    long = [
        f"{path.relative_to(ROOT)}:{node.lineno} {node.name}: {length} lines"
        for path in CORE_SOURCES
        for node in ast.walk(tree(path))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (length := (node.end_lineno or node.lineno) - node.lineno + 1) > LONGEST
    ]
    assert long == []


def test_the_core_opens_no_files() -> None:
    openings = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in CORE_SOURCES
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("open", "input", "print")
    ]
    assert openings == []


@pytest.mark.parametrize("path", PINNED, ids=lambda path: path.name)
def test_pinned_requirements_name_no_address(path: Path) -> None:
    address = re.compile(r"://|^\s*(-i|-f|--index-url|--extra-index-url|--find-links)\b")
    addressed = [line for line in path.read_text().splitlines() if address.search(line)]
    assert addressed == []


@pytest.mark.parametrize("path", PINNED, ids=lambda path: path.name)
def test_every_pin_has_a_hash(path: Path) -> None:
    pins = [pin for pin in re.split(r"(?<!\\)\n", path.read_text()) if pin and not pin.startswith("#")]
    assert pins
    assert [pin.split("\n")[0] for pin in pins if "==" not in pin or "--hash=sha256:" not in pin] == []


def test_the_server_and_the_tests_agree_on_versions() -> None:
    def pins(name: str) -> set[str]:
        return set(re.findall(r"^(\S+==\S+)", (ROOT / "requirements" / name).read_text(), re.MULTILINE))

    assert pins("run.txt") <= pins("dev.txt")


@pytest.mark.slow
def test_a_built_wheel_holds_every_file_of_the_package(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "pip", "wheel", "-qq", "--no-deps", "--no-build-isolation", "-w", str(tmp_path)]
    subprocess.run([*command, str(ROOT)], check=True, timeout=120)
    (wheel,) = tmp_path.glob("*.whl")
    packed = set(zipfile.ZipFile(wheel).namelist())
    present = {
        str(path.relative_to(PACKAGE.parent))
        for path in PACKAGE.rglob("*")
        if path.is_file() and path.suffix not in (".pyc", ".nbi", ".nbc")
    }
    assert present - packed == set()


@pytest.mark.postgres
def test_a_postgresql_can_be_had(postgres_url: str) -> None:
    with psycopg.connect(postgres_url) as connection:
        assert connection.execute("SELECT current_database()").fetchone() == ("dragoman",)


@pytest.mark.browser
def test_a_browser_can_be_had(browser: Browser) -> None:
    page = browser.new_page()
    page.set_content("<title>Constantinople</title>")
    assert page.title() == "Constantinople"
    page.close()
