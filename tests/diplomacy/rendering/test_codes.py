"""The notation of Finnish reports: every mark and code by a case, in text and in HTML, in either tongue."""

from __future__ import annotations

import re
import tomllib
from datetime import UTC
from pathlib import Path
from typing import Any

import pytest
from tests.diplomacy.tables import Table, opening, position, speaker

from dragoman.diplomacy.commands import ChooseReports, SubmitOrders
from dragoman.diplomacy.game import DIPLOMACY
from dragoman.diplomacy.orders.order import Line
from dragoman.diplomacy.orders.reading import ReadingContext, read_order
from dragoman.diplomacy.rendering.codes import LEGEND
from dragoman.game.protocol import Words
from dragoman.game.seats import GM

CASES = tomllib.loads((Path(__file__).parents[2] / "cases" / "reports" / "codes.toml").read_text("utf-8"))["case"]


def table(case: dict[str, Any], rules: dict[str, str]) -> Table:
    """The phase of a case, adjudicated."""
    at = position(case["phase"], case["units"], case.get("centres", {}), case.get("dislodged", ""))
    made = Table(opening(given=at, rules={"II.1": "B", **rules}))
    for power, texts in case.get("orders", {}).items():
        context = ReadingContext(made.state.chart, power, at.phase.kind, at)
        lines = tuple(line for text in texts if isinstance(line := read_order(text, context), Line))
        assert len(lines) == len(texts), texts
        made.say(SubmitOrders(speaker(power), lines, at.phase, False))
    made.strike()
    return made


def told(made: Table, lang: str = "en", seat: str = "Turkey") -> Words:
    """The results of the first phase that was adjudicated."""
    results = [n for n in DIPLOMACY.tell(None, tuple(made.events), made.state) if (n.kind, n.to) == ("results", seat)]
    return DIPLOMACY.words(results[0], lang, UTC)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_a_report_in_codes(case: dict[str, Any]) -> None:
    words = told(table(case, {"F.14": "B"}))
    lines = [" ".join(line.split()) for line in words.text.splitlines()]
    for line in case.get("says", ()):
        assert " ".join(line.split()) in lines, (line, words.text)
    for word in case.get("never", ()):
        assert word not in words.text, word
    underlined = re.findall(r"\* <u>(.*?)</u>", words.html)
    assert sorted(underlined) == sorted(case.get("marked", underlined))
    assert words.html.count("<u>") == len(underlined)


def test_every_code_has_a_case() -> None:
    """CD is shown in play, where a power comes to be in disorder."""
    shown = {case["id"].split()[0] for case in CASES}
    assert shown >= LEGEND.keys() - {"CD"}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_the_same_in_finnish_has_the_same_codes(case: dict[str, Any]) -> None:
    made = table(case, {"F.14": "B"})
    english, finnish = told(made), told(made, "fi")
    found = re.compile(r"\b(?:NSO|NSU|NMR|NOR|IMP|CD|ex)\b|&|^\* ", re.MULTILINE)
    assert found.findall(english.text) == found.findall(finnish.text)
    assert english.text != finnish.text


def test_in_words_no_code_is_seen() -> None:
    for case in CASES:
        assert not re.search(r"\b(?:NSO|NSU|NMR|NOR|IMP|CD)\b|<u>", told(table(case, {"F.14": "A"})).text)


def test_a_seat_chooses_for_itself_and_the_game_master_for_the_rest() -> None:
    made = Table(opening(gm=True))
    made.say(ChooseReports(speaker("Turkey"), "njudge"))
    made.say(ChooseReports(speaker(GM), "codes", everybody=True))
    assert made.refused(ChooseReports(speaker("France"), "codes", everybody=True)).code == "gm-only"
    assert made.refused(ChooseReports(speaker("France"), "runes")).code == "no-form"
    made.strike()
    assert "Movement results for Spring of 1901.  (kalmar.001)" in told(made).text
    assert "<pre>:: Judge:" in told(made).html
    assert "Austria (NMR)" in told(made, seat="France").text
    made.say(ChooseReports(speaker("Turkey"), ""))
    made.strike()
    later = [n for n in DIPLOMACY.tell(None, tuple(made.events), made.state) if (n.kind, n.to) == ("results", "Turkey")]
    assert "(NMR)" in DIPLOMACY.words(later[-1], "en", UTC).text


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("reports njudge", "njudge"), ("Reports: with codes.", "codes"), ("reports in words", "words"),
        ("reports default", ""), ("raportit lyhentein", "codes"), ("raportit sanoin", "words"),
        ("raportit njudge", "njudge"), ("raportit oletus", ""),
    ],
)  # fmt: skip
def test_the_form_is_asked_for_in_a_letter(text: str, form: str) -> None:
    made = Table(opening(gm=True))
    reading = DIPLOMACY.read(made.state, speaker("France"), "", text, made.now)
    assert reading.commands == (ChooseReports(speaker("France"), form),)
    office = DIPLOMACY.read(made.state, speaker(GM), "", f"gm {text}", made.now)
    assert office.commands == (ChooseReports(speaker(GM), form, everybody=True),)


def test_a_form_that_there_is_not_is_asked_back() -> None:
    made = Table(opening())
    reading = DIPLOMACY.read(made.state, speaker("France"), "", "reports in runes", made.now)
    assert [unread.suggestions[0] for unread in reading.unread] == ["reports words"]
