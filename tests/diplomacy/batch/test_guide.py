"""The guide's examples run one after the other and print what it says they print."""

from __future__ import annotations

import io
import re
from contextlib import redirect_stdout
from pathlib import Path

import pytest

from dragoman.diplomacy.adjudication import compiled

pytest.importorskip("numpy", reason="NumPy is not installed (the extra `fast`)")

GUIDE = (Path(__file__).parents[3] / "docs" / "how-to" / "batch.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", GUIDE, re.DOTALL)


def said(example: str) -> list[str]:
    """What the comments beside and below `print` promise."""
    return [
        beside or below for beside, below in re.findall(r"print\(.*?\)(?:  # (.+)|\n# (.+)|$)", example, re.MULTILINE)
    ]


def test_the_examples_print_what_the_guide_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled, "available", lambda: False)
    room: dict[str, object] = {}
    assert len(EXAMPLES) == 7
    for example in EXAMPLES:
        printed = io.StringIO()
        with redirect_stdout(printed):
            exec(compile(example, "docs/how-to/batch.md", "exec"), room)  # noqa: S102 (the guide's own examples)
        assert printed.getvalue().splitlines() == said(example)
