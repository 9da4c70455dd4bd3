"""The report: every table and plot on one page, as HTML, as text and as JSON, in `bench/report/`; and the place in
the guide that the last figures are written to."""

from __future__ import annotations

import math
import platform
from collections.abc import Iterable, Sequence
from html import escape
from itertools import zip_longest
from pathlib import Path

import msgspec

from bench.figures import Bars, Curve, Figure, Grid, Measured, Section

FOLDER = Path(__file__).with_name("report")
GUIDE = Path(__file__).parents[1] / "docs" / "benchmarks.md"
BEGIN, END = "<!-- last figures: python -m bench --write-docs -->", "<!-- end of the last figures -->"

SHOWN = 40
"""Lines of a profile that the text gives where a goal is missed."""


class Report(msgspec.Struct, frozen=True):
    """All that was measured in one run: when, on what machine, at what sizes."""

    when: str
    machine: str
    sizes: str
    parts: list[Measured]

    @property
    def sections(self) -> list[Section]:
        return [section for part in self.parts for section in part.sections]


def this_machine(cores: int) -> str:
    return f"{platform.machine()}, {cores} cores, {platform.system()}, Python {platform.python_version()}"


def number(value: float | str) -> str:
    """Whole thousands, three figures else."""
    if isinstance(value, str):
        return value
    return f"{value:,.0f}" if abs(value) >= 100 or value == int(value) else f"{value:.3g}"


def goal_of(figure: Figure) -> str:
    if figure.goal is None:
        return ""
    return f"at {'most' if figure.at_most else 'least'} {number(figure.goal)}"


def verdict(figure: Figure) -> str:
    return {True: "reached", False: "missed", None: ""}[figure.reached]


def rows_of(figures: Iterable[Figure]) -> Grid:
    rows = [[f.name, f"{number(f.value)} {f.unit}".strip(), goal_of(f), verdict(f)] for f in figures]
    return Grid(["figure", "taken", "goal", ""], rows)


def memory_of(parts: Sequence[Measured]) -> Section:
    """What each part took."""
    rows = [[part.part, f"{part.memory:,.0f}", f"{part.seconds:,.0f}"] for part in parts]
    plot = Bars("Peak memory", "MB", {part.part: part.memory for part in parts})
    how = "The peak resident memory of the largest process of each part, peers and workers included, and its seconds."
    return Section("Memory and time of the parts", how, [], [plot], Grid(["part", "MB", "seconds"], rows))


# --- drawing ---

WIDTH, LEFT, SPAN = 720, 204, 420


def drawn(plot: Bars | Curve) -> str:
    """A plot as SVG."""
    inner, height = _bars(plot) if isinstance(plot, Bars) else _curve(plot)
    title = f"{plot.title} ({plot.unit})"
    head = f'<text x="0" y="16" class="title">{escape(title)}</text>'
    return (f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{escape(title, quote=True)}">'
            f"{head}{inner}</svg>")  # fmt: skip


def _bars(plot: Bars) -> tuple[str, int]:
    most = max([*plot.values.values(), plot.goal or 0]) or 1
    rows = []
    for row, (name, value) in enumerate(plot.values.items()):
        y, width = 30 + 26 * row, SPAN * value / most
        rows.append(f'<text x="196" y="{y + 14}" text-anchor="end">{escape(name)}</text>'
                    f'<rect x="{LEFT}" y="{y}" width="{width:.1f}" height="20"/>'
                    f'<text x="{LEFT + 6 + width:.1f}" y="{y + 14}">{number(value)}</text>')  # fmt: skip
    height = 40 + 26 * len(plot.values)
    if plot.goal is not None:
        x = LEFT + SPAN * plot.goal / most
        rows.append(f'<path class="goal" d="M{x:.1f} 24V{height - 6}"/>')
    return "".join(rows), height


def _curve(plot: Curve) -> tuple[str, int]:
    """Sizes by their logarithm, values from naught."""
    points = [point for line in plot.lines.values() for point in line]
    most = max([y for _, y in points] + [plot.goal or 0]) or 1
    sizes = sorted({x for x, _ in points})
    low, high = math.log(max(sizes[0], 1e-9)), math.log(max(sizes[-1], 1e-9))

    def at(x: float, y: float) -> tuple[float, float]:
        share = (math.log(max(x, 1e-9)) - low) / (high - low) if high > low else 0.5
        return 70 + 460 * share, 200 - 160 * y / most

    said = [f'<path class="axis" d="M70 36V200H530"/><text x="64" y="44" text-anchor="end">{number(most)}</text>'
            f'<text x="64" y="204" text-anchor="end">0</text>'
            f'<text x="300" y="240" text-anchor="middle">{escape(plot.over)}</text>']  # fmt: skip
    said += [f'<text x="{at(x, 0)[0]:.1f}" y="220" text-anchor="middle">{number(x)}</text>' for x in sizes]
    if plot.goal is not None:
        y = at(sizes[0], plot.goal)[1]
        said.append(f'<path class="goal" d="M70 {y:.1f}H530"/><text x="536" y="{y - 6:.1f}">goal</text>')
    for n, (name, line) in enumerate(plot.lines.items()):
        told = [at(x, y) for x, y in line]
        way = " ".join(f"{x:.1f},{y:.1f}" for x, y in told)
        dots = "".join(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4"/>' for x, y in told)
        key = f'<circle cx="556" cy="{60 + 22 * n}" r="4"/><text x="566" y="{64 + 22 * n}">{escape(name)}</text>'
        said.append(f'<g class="line l{n % 4}"><polyline points="{way}"/>{dots}{key}</g>')
    return "".join(said), 250


# --- the three forms ---

STYLE = """:root{color-scheme:light dark}
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1d2125;background:#fff}
pre,.wide{overflow-x:auto}pre{font-size:.8rem}svg{width:100%;max-width:45rem;font-size:13px;display:block;margin:1rem 0}
svg text{fill:currentColor}svg rect{fill:#36648b}svg .title{font-weight:600}.axis{fill:none;stroke:currentColor}
svg .goal{stroke:#b03030;stroke-width:2;stroke-dasharray:5 3}.line polyline{fill:none;stroke-width:2}
.l0{--c:#36648b}.l1{--c:#a8651b}.l2{--c:#2e7d4f}.l3{--c:#8a4a9e}.line polyline{stroke:var(--c)}
.line circle{fill:var(--c)}
table{border-collapse:collapse;margin:0 0 1rem}
td,th{padding:.15rem .9rem .15rem 0;text-align:left;
vertical-align:top;font-weight:400}thead th{border-bottom:1px solid;font-weight:600}.missed{color:#a02525}
@media(prefers-color-scheme:dark){body{background:#16181c;color:#e6e6e6}svg rect{fill:#7ab0dd}.missed{color:#ff9a8f}
.l0{--c:#7ab0dd}.l1{--c:#e0a25c}.l2{--c:#74c394}.l3{--c:#cf9be0}svg .goal{stroke:#ff9a8f}a{color:#9cc7ee}}"""


def as_html(report: Report) -> str:
    said = [f"<h1>Benchmarks</h1><p>{escape(_about(report))}</p>", f"<h2>Goals</h2>{_table(goals(report))}"]
    for part in report.parts:
        said += [_section(section) for section in part.sections]
    said.append(_section(memory_of(report.parts)))
    head = ('<!doctype html><html lang="en"><head><meta charset="utf-8">'
            '<meta name="viewport" content="width=device-width">'
            f"<title>Benchmarks</title><style>{STYLE}</style></head><body><main>")  # fmt: skip
    return head + "\n".join(said) + "</main></body></html>\n"


def _about(report: Report) -> str:
    return f"{report.when}; {report.machine}; {report.sizes} sizes."


def goals(report: Report) -> Grid:
    """Every figure that has a goal."""
    return rows_of(f for section in report.sections for f in section.figures if f.goal is not None)


def _table(grid: Grid) -> str:
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in grid.heads)
    body = []
    for row in grid.rows:
        kind = ' class="missed"' if "missed" in row[-1:] else ""
        first = f'<th scope="row">{escape(row[0])}</th>'
        body.append(f"<tr{kind}>{first}{''.join(f'<td>{escape(cell)}</td>' for cell in row[1:])}</tr>")
    return f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>{"".join(body)}</tbody></table></div>'


def _section(section: Section) -> str:
    said = [f"<h2>{escape(section.title)}</h2><p>{escape(section.how)}</p>"]
    if not section.sound:
        said.append('<p class="missed">Some results are wrong.</p>')
    if section.figures:
        said.append(_table(rows_of(section.figures)))
    if section.grid:
        said.append(_table(section.grid))
    said += [drawn(plot) for plot in section.plots]
    if section.profile:
        wide = " open" if section.missed else ""
        said.append(f"<details{wide}><summary>Where the time goes</summary><pre>{escape(section.profile)}</pre>"
                    "</details>")  # fmt: skip
    return "\n".join(said)


def as_text(report: Report) -> str:
    said = ["Benchmarks", _about(report), "", "Goals", *_lines(goals(report))]
    for section in [*report.sections, memory_of(report.parts)]:
        said += ["", section.title, section.how]
        said += [] if section.sound else ["  SOME RESULTS ARE WRONG"]
        said += _lines(rows_of(section.figures)) if section.figures else []
        said += _lines(section.grid) if section.grid else []
        for plot in section.plots:
            said += _points(plot) if isinstance(plot, Curve) else []
        if section.missed and section.profile:
            said += ["  Where the time goes:", *("    " + s for s in section.profile.splitlines()[:SHOWN])]
    return "\n".join(said) + "\n"


def _lines(grid: Grid) -> list[str]:
    wide = [max(map(len, column)) for column in zip_longest(grid.heads, *grid.rows, fillvalue="")]
    return ["  " + "  ".join(cell.ljust(w) for cell, w in zip(row, wide, strict=False)).rstrip()
            for row in (grid.heads, *grid.rows)]  # fmt: skip


def _points(plot: Curve) -> list[str]:
    said = [f"  {plot.title}, {plot.unit}, over {plot.over}:"]
    for name, line in plot.lines.items():
        said.append(f"    {name}: " + "; ".join(f"{number(x)}: {number(y)}" for x, y in line))
    return said


def written(report: Report, folder: Path = FOLDER) -> Path:
    """Write all three forms; the page's path."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "index.html").write_text(as_html(report))
    (folder / "report.txt").write_text(as_text(report))
    (folder / "report.json").write_bytes(msgspec.json.format(msgspec.json.encode(report), indent=1))
    return folder / "index.html"


def read(folder: Path = FOLDER) -> Report:
    """The report that was written there."""
    return msgspec.json.decode((folder / "report.json").read_bytes(), type=Report)


def as_guide(report: Report, page: str) -> str:
    """The guide's page with these figures in their place."""
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    said = ["", f"Taken {_about(report)}", ""]
    for section in [*report.sections, memory_of(report.parts)]:
        said += [f"**{section.title}.** {section.how}", ""]
        for grid in (rows_of(section.figures) if section.figures else None, section.grid):
            said += _marked(grid) if grid else []
    return f"{before}{BEGIN}\n" + "\n".join(said) + f"\n{END}{after}"


def _marked(grid: Grid) -> list[str]:
    """A table in Markdown, with an empty line after it."""
    rows = [f"| {' | '.join(cell.replace('|', '/') for cell in row)} |" for row in (grid.heads, *grid.rows)]
    return [rows[0], "|---" * len(grid.heads) + "|", *rows[1:], ""]


def write_docs(folder: Path = FOLDER, guide: Path = GUIDE) -> None:
    guide.write_text(as_guide(read(folder), guide.read_text()))
