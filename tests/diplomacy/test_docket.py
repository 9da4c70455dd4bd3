"""A phase ruled upon anew: the lines given then, read again under another sheet."""

from __future__ import annotations

from dataclasses import replace

from dragoman.diplomacy.adjudication.verdict import Outcome
from dragoman.diplomacy.board.mapfile import chart
from dragoman.diplomacy.docket import Docket, compared
from dragoman.diplomacy.houserules.catalogue import CATALOGUE
from dragoman.diplomacy.houserules.sheet import Sheet

STANDARD = chart("standard")
AT = STANDARD.opening
ORDERS = {
    "Austria": ["A VIE - GAL", "A VIE - BOH", "a budapest supports vienna"],
    "Italy": ["F VEN - TYR", "A Napels - Apulia", "gronks"],
}


def sheet(*said: tuple[str, str]) -> Sheet:
    made = Sheet().overlaid(said)
    assert isinstance(made, Sheet)
    return made


def test_the_same_comes_of_it_under_the_same_sheet() -> None:
    docket = Docket(sheet())
    first = docket.judge_from(AT, STANDARD, ORDERS)
    assert docket.again(AT, STANDARD, first.ruling).ruling == first.ruling


def test_another_sheet_rules_on_the_words_as_they_were_written() -> None:
    """IV.1 asks for the type that was written, which the board has long corrected in the verdict."""
    first = Docket(sheet()).judge_from(AT, STANDARD, ORDERS).ruling
    assert any(v.text == "F VEN - TYR" and v.outcome is Outcome.SUCCEEDS for v in first.verdicts)
    strict = Docket(sheet(("IV.1", "A"))).again(AT, STANDARD, first).ruling
    assert any(v.text == "F VEN - TYR" and v.outcome is Outcome.VOID for v in strict.verdicts)


def test_a_line_that_cannot_be_read_by_itself_counts_as_it_was_understood() -> None:
    first = Docket(sheet()).judge_from(AT, STANDARD, ORDERS).ruling
    heading = "as said under a heading"
    verdicts = tuple(replace(v, text=heading) if v.text == "F VEN - TYR" else v for v in first.verdicts)
    again = Docket(sheet()).again(AT, STANDARD, replace(first, verdicts=verdicts)).ruling
    assert any(v.text == heading and v.outcome is Outcome.SUCCEEDS for v in again.verdicts)


def test_choices_that_rule_alike_are_told_together() -> None:
    first = Docket(sheet()).judge_from(AT, STANDARD, ORDERS).ruling
    alike = compared(sheet(), CATALOGUE["III.6"], lambda docket: docket.again(AT, STANDARD, first))
    assert [each.choices for each in alike] == [("A", "C"), ("B", "D"), ("E which=first",), ("E which=last",)]
