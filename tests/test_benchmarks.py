"""The report holds every figure with its goal and how it was taken, in all its forms; a missed goal brings its profile.
Nothing here asks how fast anything is."""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from bench import __main__ as command
from bench import report, server
from bench.figures import Bars, Curve, Figure, Grid, Measured, Section, median_pairs
from hypothesis import given
from hypothesis import strategies as st

from dragoman.settings import sensible_house

SLOW = Section(
    "From order text", "Ten <phases>, in turn.",
    [Figure("beside a peer", 12.34, "times", 60.0), Figure("memory", 80.0, "MB", 100.0, at_most=True),
     Figure("waiting", "p50 1.0, p95 2.0")],
    [Bars("Rates & bars", "phases/s", {"ours": 1200.0, "theirs": 100.0}, 2000.0),
     Curve("Growing", "games", "ms", {"sqlite": [(10, 1.0), (100, 2.5)], "postgres": [(10, 2.0)]}, 3.0)],
    Grid(["", "phases/s"], [["ours", "1,200"]]), "7 function calls\n  reading.py:3(read)",
)  # fmt: skip
QUICK = Section("Pages", "Each once.", [Figure("page", 5.0, "ms", 30.0, at_most=True)], profile="views.py:1(page)")
TOLD = report.Report(
    "2026-03-02 16:00 UTC", "x86_64, 2 cores", "tiny",
    [Measured("text", [SLOW], 3.0, 61.0), Measured("pages", [QUICK], 2.0, 90.0)],
)  # fmt: skip


@pytest.mark.parametrize(
    ("figure", "reached"),
    [
        (Figure("at least", 10, goal=10), True),
        (Figure("too slow", 9.9, goal=10), False),
        (Figure("at most", 30, goal=30, at_most=True), True),
        (Figure("too long", 30.1, goal=30, at_most=True), False),
        (Figure("no goal", 1), None),
        (Figure("not a number", "none", goal=1), None),
    ],
)
def test_a_goal_is_reached_or_missed(figure: Figure, reached: bool | None) -> None:
    assert figure.reached is reached


@pytest.mark.parametrize(
    ("pairs", "ratio"),
    [([(6, 2)], 3), ([(1, 1), (9, 1), (2, 1)], 2), ([(1, 1), (2, 1), (4, 1), (8, 1)], 3), ([(8, 2), (2, 8)], 2.125)],
)
def test_the_median_is_that_of_the_ratios_of_each_pair(pairs: list[tuple[float, float]], ratio: float) -> None:
    assert median_pairs(pairs) == ratio


def test_a_written_report_reads_back(tmp_path: Path) -> None:
    page = report.written(TOLD, tmp_path / "report")
    assert page == tmp_path / "report" / "index.html"
    assert report.read(page.parent) == TOLD
    assert json.loads((page.parent / "report.json").read_text())["parts"][0]["part"] == "text"
    assert sorted(path.name for path in page.parent.iterdir()) == ["index.html", "report.json", "report.txt"]


def test_the_text_tells_each_figure_its_goal_and_how_it_was_taken() -> None:
    text = report.as_text(TOLD)
    assert re.search(r"beside a peer +12.3 times +at least 60 +missed", text)
    assert re.search(r"memory +80 MB +at most 100 +reached", text)
    assert "Ten <phases>, in turn." in text
    assert "sqlite: 10: 1; 100: 2.5" in text
    assert re.search(r"text +61 +3\n +pages +90 +2", text)


def test_the_profile_is_told_where_a_goal_is_missed() -> None:
    text, page = report.as_text(TOLD), report.as_html(TOLD)
    assert "reading.py:3(read)" in text
    assert "views.py:1(page)" not in text
    assert re.search(r"<details open><summary>[^<]*</summary><pre>7 function calls", page)
    assert re.search(r"<details><summary>[^<]*</summary><pre>views.py", page)


def test_goals_come_first_and_are_all_there() -> None:
    assert [row[0] for row in report.goals(TOLD).rows] == ["beside a peer", "memory", "page"]
    page = report.as_html(TOLD)
    assert page.index("<h2>Goals</h2>") < page.index("<h2>From order text</h2>")


def test_wrong_results_are_told() -> None:
    wrong = Section("Kernel", "", [], sound=False)
    told = report.Report("", "", "tiny", [Measured("kernel", [wrong])])
    assert "SOME RESULTS ARE WRONG" in report.as_text(told)
    assert "Some results are wrong." in report.as_html(told)


def test_what_is_told_is_text_and_no_markup() -> None:
    page = report.as_html(TOLD)
    assert "Ten &lt;phases&gt;, in turn." in page
    assert "Rates &amp; bars" in page
    assert "<phases>" not in page


sizes = st.floats(0, 1e9, allow_nan=False)
names = st.text(st.characters(codec="utf-8", exclude_categories=("C",)), max_size=8)
lines = st.lists(st.tuples(sizes, sizes), min_size=1, max_size=4)


@given(st.one_of(
    st.builds(Bars, names, names, st.dictionaries(names, sizes, min_size=1, max_size=4), st.none() | sizes),
    st.builds(Curve, names, names, names, st.dictionaries(names, lines, min_size=1, max_size=4), st.none() | sizes),
))  # fmt: skip
def test_a_plot_is_a_drawing_that_stays_on_its_sheet(plot: Bars | Curve) -> None:
    drawing = ElementTree.fromstring(report.drawn(plot))
    _, _, width, height = map(float, drawing.attrib["viewBox"].split())
    for dot in drawing.iter("circle"):
        assert 0 <= float(dot.attrib["cx"]) <= width
        assert 0 <= float(dot.attrib["cy"]) <= height
    for bar in drawing.iter("rect"):
        assert float(bar.attrib["x"]) + float(bar.attrib["width"]) <= width
        assert float(bar.attrib["y"]) + float(bar.attrib["height"]) <= height


def test_a_taller_value_stands_higher_and_a_larger_size_further_right() -> None:
    drawing = ElementTree.fromstring(report.drawn(Curve("", "", "", {"one": [(10, 1.0), (100, 2.5)]})))
    first, second = list(drawing.iter("circle"))[:2]
    assert float(first.attrib["cx"]) < float(second.attrib["cx"])
    assert float(first.attrib["cy"]) > float(second.attrib["cy"])


def test_the_guide_takes_the_figures_into_their_place_and_keeps_the_rest() -> None:
    page = f"# Fast\n\n{report.BEGIN}\nold figures\n{report.END}\n\nAfterwards.\n"
    once = report.as_guide(TOLD, page)
    assert "old figures" not in once
    assert "| beside a peer | 12.3 times | at least 60 | missed |" in once
    assert once.startswith("# Fast\n\n")
    assert once.endswith("\n\nAfterwards.\n")
    assert report.as_guide(TOLD, once) == once


def test_the_guide_has_a_place_for_the_figures() -> None:
    page = report.GUIDE.read_text()
    assert page.count(report.BEGIN) == page.count(report.END) == 1


def test_every_part_is_there_and_in_the_guide() -> None:
    page = report.GUIDE.read_text()
    for part in command.PARTS:
        assert callable(command.sections(part)), part
        assert f"\n| `{part}` |" in page, part


def test_the_host_that_is_measured_has_settings_that_hold(tmp_path: Path) -> None:
    file = tmp_path / "dragoman.toml"
    file.write_text(server.SETTINGS)
    assert sensible_house(file, {}).set_up


def test_an_unknown_part_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        command.arguments(["--only", "kernel,speed", "--cases", "."])
    assert "there is no part speed; the parts are kernel," in capsys.readouterr().err


def test_the_guide_is_not_written_without_a_report(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        command.arguments(["--write-docs", "--to", str(tmp_path)])
    assert "measure first" in capsys.readouterr().err


def test_figures_that_mean_nothing_are_not_written_into_the_guide(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    report.written(TOLD, tmp_path)
    with pytest.raises(SystemExit):
        command.arguments(["--write-docs", "--to", str(tmp_path)])
    assert "mean nothing" in capsys.readouterr().err


@pytest.mark.slow
def test_a_part_measured_in_its_own_process_is_written(tmp_path: Path) -> None:
    assert command.main(["--tiny", "--only", "pages", "--cases", str(tmp_path), "--to", str(tmp_path / "out")]) == 0
    (part,) = report.read(tmp_path / "out").parts
    assert part.part == "pages"
    assert part.memory > 0
    (section,) = part.sections
    assert section.grid is not None
    assert {row[0] for row in section.grid.rows} >= {"/", "/games/decade/", "/games/decade/desk/"}
    assert all(len(row) == len(section.grid.heads) for row in section.grid.rows)
