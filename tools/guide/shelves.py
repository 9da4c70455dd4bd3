"""Every page of the guide has a place: what the contents in mkdocs.yml do not name is put on the shelf of its folder.

MkDocs calls these hooks while it builds. They also lay the letters and the mark of the web pages beside the guide, so
that both look alike and neither is kept twice.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

ROOT = Path(__file__).parents[2]
WEB = ROOT / "src" / "dragoman" / "web" / "static" / "web"
LOOK = {"mark.svg": WEB / "mark.svg", "guide.css": Path(__file__).with_name("guide.css")} | {
    f"fonts/{name}": WEB / "fonts" / name
    for name in ("eb-garamond.woff2", "eb-garamond-italic.woff2", "source-sans-3.woff2")
}
SHELVES = {
    "decisions": ("Build", "Decision records"),
    "fi": ("Suomeksi", ""),
    "code": ("Build", ""),
    "run": ("Run games", ""),
}
"""By folder: the part of the contents, and the heading in it, that pages which nobody placed come under."""

ELSE = ("More", "")


def on_config(config: Any) -> Any:
    """Place the pages that the contents do not name, in the order of their names."""
    docs = Path(config["docs_dir"])
    named = set(_named(config["nav"]))
    for page in sorted(path.relative_to(docs) for path in docs.rglob("*.md")):
        if page.as_posix() not in named:
            _shelf(config["nav"], *SHELVES.get(page.parts[0], ELSE)).append(page.as_posix())
    return config


def _named(nav: Any) -> Iterator[str]:
    """All pages that a piece of the contents names."""
    if isinstance(nav, str):
        yield nav
    elif isinstance(nav, dict):
        nav = list(nav.values())
    if isinstance(nav, list):
        for piece in nav:
            yield from _named(piece)


def _shelf(nav: list[Any], part: str, heading: str) -> list[Any]:
    """That part of the contents, or the heading in it; made where there is none."""
    for name in filter(None, (part, heading)):
        found = next((piece[name] for piece in nav if isinstance(piece, dict) and name in piece), None)
        if found is None:
            found = []
            nav.append({name: found})
        nav = found
    return nav


def on_files(files: Files, config: Any) -> Files:
    """Lay the look beside the pages."""
    for name, source in LOOK.items():
        files.append(File.generated(config, f"look/{name}", abs_src_path=str(source)))
    return files


def on_page_markdown(markdown: str, **_: Any) -> str:
    """What only the tests read is not printed; letters and answers keep their names, for the style."""
    markdown = re.sub(r"<!--.*?-->\n?", "", markdown, flags=re.DOTALL)
    return re.sub(r"^```(letter|answer)$", r"``` { .text .\1 }", markdown, flags=re.MULTILINE)


def on_post_page(output: str, page: Any, **_: Any) -> str:
    """What is in Finnish says so, to whoever has it read aloud; the contents around it are in English."""
    return output.replace("<article ", '<article lang="fi" ', 1) if page.file.src_uri.startswith("fi/") else output
