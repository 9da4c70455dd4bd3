"""A page tells the same as text and as HTML; what few want to read lies folded only where it can be unfolded."""

from __future__ import annotations

from dragoman.game.page import Cell, Folded, Page, Rows, Section, html, text
from dragoman.game.saying import say


class Plain:
    """Reads what is English already."""

    def read(self, cell: Cell) -> str:
        return getattr(cell, "text", cell) if not isinstance(cell, tuple) else " ".join(map(self.read, cell))  # type: ignore[return-value]


def test_a_folded_sentence_lies_behind_its_title_in_html_and_open_in_text() -> None:
    page = Page("", (Section("", (Folded(say("Seal"), ("Seal: <00ff>",)),)),))
    assert "<details><summary>Seal</summary><p>Seal: &lt;00ff&gt;</p></details>" in html.render(page, Plain())
    assert text.render(page, Plain()) == "Seal: <00ff>\n"


def test_what_is_long_in_a_first_column_stands_on_lines_of_its_own() -> None:
    short, long = ("status", "ask how things stand"), ("w " * 60, "how it is done " * 8)
    told = text.render(Page("", (Section("", (Rows((short, long), (False, True)),)),)), Plain())
    lines = told.splitlines()
    assert lines[0] == "  status  ask how things stand"
    assert lines[1].startswith("* w w")
    assert max(map(len, lines)) <= text.WIDTH
    assert lines[-1].startswith("      ")


def test_columns_that_fit_stand_beside_each_other() -> None:
    rows = Rows((("A VIE - GAL", "moves"), ("F NTH C A YOR - NWY", "convoys")))
    told = text.render(Page("", (Section("", (rows,)),)), Plain())
    assert told.splitlines() == ["A VIE - GAL          moves", "F NTH C A YOR - NWY  convoys"]
