"""A page tells the same as text and as HTML; what few want to read lies folded only where it can be unfolded."""

from __future__ import annotations

from dragoman.game.page import Cell, Folded, Page, Section, html, text
from dragoman.game.saying import say


class Plain:
    """Reads what is English already."""

    def read(self, cell: Cell) -> str:
        return getattr(cell, "text", cell) if not isinstance(cell, tuple) else " ".join(map(self.read, cell))  # type: ignore[return-value]


def test_a_folded_sentence_lies_behind_its_title_in_html_and_open_in_text() -> None:
    page = Page("", (Section("", (Folded(say("Seal"), ("Seal: <00ff>",)),)),))
    assert "<details><summary>Seal</summary><p>Seal: &lt;00ff&gt;</p></details>" in html.render(page, Plain())
    assert text.render(page, Plain()) == "Seal: <00ff>\n"
