"""The report: every table of figures on one page, as HTML with bars and as text, in `bench/report/`."""

from __future__ import annotations

import json
import platform
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from html import escape
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).with_name("report")


def bars(title: str, unit: str, values: Mapping[str, float], goal: float | None = None) -> str:
    """A plot as SVG: a bar for each value, and a line where the goal is."""
    most = max([*values.values(), goal or 0]) or 1
    rows = []
    for row, (name, value) in enumerate(values.items()):
        y, width = 30 + 26 * row, 420 * value / most
        rows.append(f'<text x="196" y="{y + 14}" text-anchor="end">{escape(name)}</text>'
                    f'<rect x="204" y="{y}" width="{width:.1f}" height="20"/>'
                    f'<text x="{210 + width:.1f}" y="{y + 14}">{value:,.1f}</text>')  # fmt: skip
    height = 40 + 26 * len(values)
    if goal is not None:
        x = 204 + 420 * goal / most
        rows.append(f'<path class="goal" d="M{x:.1f} 24V{height - 6}"/>')
    head = f'<text x="0" y="16" class="title">{escape(title)} ({escape(unit)})</text>'
    return f'<svg viewBox="0 0 720 {height}" role="img" aria-label="{escape(title)}">{head}{"".join(rows)}</svg>'


STYLE = """body{font:16px/1.5 system-ui,sans-serif;max-width:52rem;margin:2rem auto;padding:0 1rem}
pre{overflow-x:auto;font-size:.8rem}svg{width:100%;font-size:13px}svg rect{fill:#36648b}svg .title{font-weight:600}
svg .goal{stroke:#b03030;stroke-width:2;stroke-dasharray:5 3}table{border-collapse:collapse}
td,th{padding:.15rem .8rem .15rem 0;text-align:left;vertical-align:top}
@media(prefers-color-scheme:dark){body{background:#16181c;color:#e6e6e6}svg text{fill:#e6e6e6}svg rect{fill:#7ab0dd}}"""


def written(sections: Sequence[tuple[str, str, Mapping[str, Any], Sequence[str], str]]) -> Path:
    """Write both forms. A section is its title, how its figures were taken, the figures, plots, and a profile."""
    FOLDER.mkdir(exist_ok=True)
    when = datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC")
    about = f"{when}; {platform.machine()}, Python {platform.python_version()}"
    html, text = [f"<h1>Benchmarks</h1><p>{escape(about)}</p>"], [f"Benchmarks, {about}"]
    for title, how, figures, plots, profile in sections:
        rows = "".join(f"<tr><th>{escape(str(k))}<td>{escape(str(v))}" for k, v in figures.items())
        html.append(f"<h2>{escape(title)}</h2><p>{escape(how)}</p><table>{rows}</table>{''.join(plots)}")
        html.append(f"<details><summary>Where the time goes</summary><pre>{escape(profile)}</pre></details>")
        text.append("\n".join(["", title, how, *(f"  {k}: {v}" for k, v in figures.items()), profile]))
    page = f'<!doctype html><html lang="en"><meta charset="utf-8"><title>Benchmarks</title><style>{STYLE}</style>'
    (FOLDER / "index.html").write_text(page + "\n".join(html) + "\n")
    (FOLDER / "figures.txt").write_text("\n".join(text) + "\n")
    (FOLDER / "figures.json").write_text(json.dumps([[s[0], dict(s[2])] for s in sections], indent=1) + "\n")
    return FOLDER / "index.html"
