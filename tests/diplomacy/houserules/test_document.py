"""The document: whole, numbered, marked where it differs and where the rulebook is silent; and two sheets compared."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest
from hypothesis import example, given
from tests.diplomacy.houserules.sheets import named, sheets, under

from dragoman.diplomacy.houserules.catalogue import CATALOGUE
from dragoman.diplomacy.houserules.document import Entry, applies, differences, document, settings_of
from dragoman.diplomacy.houserules.editions import Standing, standings
from dragoman.diplomacy.houserules.presets import preset_names
from dragoman.diplomacy.houserules.sheet import Sheet
from dragoman.diplomacy.rendering.houserules import (
    TITLE,
    differences_html,
    differences_text,
    document_html,
    document_text,
    whole_page,
)
from dragoman.tongues.lexicon import LANGUAGES
from dragoman.tongues.saying import put


def entry(sheet: Sheet, number: str, against: Sheet | None = None) -> Entry:
    (found,) = [e for e in document(sheet, against).entries if e.number == number]
    return found


def test_every_clause_of_the_menu_is_printed_once_and_in_order() -> None:
    numbers = [e.number for e in document(Sheet()).entries]
    menu = [n for n in CATALOGUE if n[0] in "IVX" and n != "IV.4.own"]
    assert numbers[: len(menu)] == menu
    assert len(set(numbers)) == len(numbers)


@given(sheets())
def test_every_setting_of_any_sheet_is_printed(sheet: Sheet) -> None:
    printed = {e.number for top in document(sheet).entries for e in (top, *top.parts)}
    for number, choice in sheet.choices:
        if not applies(CATALOGUE[number], sheet):
            assert number not in printed
            continue
        tied = [
            n for n, clause in CATALOGUE.items() if number in {p.setting for ps in clause.parts.values() for p in ps}
        ]
        assert number in printed or any(n in printed and sheet.letter(n) for n in tied), (number, choice)


def test_the_numerals_run_on() -> None:
    chapters = document(Sheet()).chapters
    numerals = ["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "F", "D", "P", "4"]
    assert [c.numeral for c in chapters] == numerals


def test_a_clause_is_cited_by_its_letter() -> None:
    assert entry(Sheet(), "VI.4").name == "VI.4.D"
    assert entry(Sheet(), "VII.1").name == "VII.1"
    assert entry(under("4.A.3=a"), "VI.2").name == "VI.2=4.A.3.a"


def test_what_differs_from_the_preset_is_marked_with_what_the_preset_has() -> None:
    sheet = under("VI.4=B", "4.D.4=a")
    changed = {e.number: e.before for e in document(sheet).entries if e.differs}
    assert changed == {"VI.4": "D", "V.2": "B order=top to bottom"}
    assert not any(e.differs for e in document(sheet, sheet).entries)


def test_parts_that_stand_apart_are_told_in_their_clause() -> None:
    told = entry(under("4.D.4=a", "4.D.6=c"), "V.2")
    assert told.letter == ""
    assert [part.name for part in told.parts] == ["4.D.4.a", "4.D.6.c"]
    assert [part.before for part in told.parts] == ["b", "b"]
    assert entry(under("V.2=A"), "V.2").parts == ()


@pytest.mark.parametrize("year", ["1971", "1982", "2000", "2023", "dptg"])
def test_what_a_rulebook_leaves_open_is_filled_and_said(year: str) -> None:
    printed = [e for top in document(named(year)).entries for e in (top, *top.parts) if not e.parts]
    for point, standing in standings(year).items():
        asked = set(settings_of(CATALOGUE[point]))
        told = {e.number: e.standing for e in printed if asked & set(settings_of(CATALOGUE[e.number]))}
        assert told, point
        if standing is Standing.STATED:
            assert set(told.values()) == {None}, (year, point, told)
        else:
            assert None not in told.values(), (year, point, told)
            assert standing in told.values(), (year, point, told)


def test_open_points_are_told_apart_from_those_that_datc_does_not_speak_of() -> None:
    sheet = named("1982")
    assert entry(sheet, "III.6").standing is Standing.UNDEFINED
    assert entry(sheet, "III.3").standing is Standing.NOT_STATED
    assert entry(sheet, "VI.6").standing is Standing.CANNOT_ARISE
    assert entry(sheet, "V.4").standing is Standing.PARTLY
    assert entry(sheet, "VI.4").standing is None
    note = entry(sheet, "III.6").note
    assert note is not None
    assert put(note, "en").startswith("Not settled by this rulebook")


def test_what_the_game_master_chose_is_no_gap_in_the_rulebook() -> None:
    sheet = named("1982").with_choice("III.6", "A")
    assert isinstance(sheet, Sheet)
    assert entry(sheet, "III.6").standing is None
    assert all(e.standing is None for e in document(Sheet()).entries)


def test_two_sheets_compared() -> None:
    found = {d.number: (d.one, d.other) for d in differences(named("1971"), named("1982"))}
    assert found == {
        "I.2": ('year=1971 publisher=""', 'year=1982 publisher=""'),
        "VI.2": ("4.A.3.a", "4.A.3.b"),
        "VI.4": ("A", "D"),
        "4.A.2.base": ("1971", "1982"),
    }
    apart = {d.number: (d.one, d.other) for d in differences(under("4.D.4=a"), under("V.2=B bottom to top"))}
    assert apart == {"4.D.4": ("a", "c"), "4.D.6": ("b", "c")}


@given(sheets(), sheets())
@example(Sheet(), under("D.3=B"))
def test_equal_sheets_and_only_they_have_no_difference(one: Sheet, other: Sheet) -> None:
    assert (differences(one, other) == ()) == (one == other)
    assert differences(one, one) == ()


class Page(HTMLParser):
    """What a page is made of; every tag that is opened is closed, in order."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.levels: list[int] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag != "meta":
            self.open.append(tag)
        self.ids += [value or "" for name, value in attrs if name == "id"]
        self.levels += [int(tag[1])] if re.fullmatch(r"h\d", tag) else []

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", preset_names())
def test_pages_are_well_made(name: str, lang: str) -> None:
    page = Page()
    page.feed(whole_page(document_html(document(named(name)), lang), TITLE, lang))
    assert page.open == []
    assert len(set(page.ids)) == len(page.ids)
    assert page.levels[0] == 1
    assert all(after - before <= 1 for before, after in zip(page.levels, page.levels[1:], strict=False))


@given(sheets(), sheets())
def test_any_sheet_can_be_printed_and_compared(one: Sheet, other: Sheet) -> None:
    for lang in LANGUAGES:
        text = document_text(document(one, other, "another"), lang)
        assert max(len(line) for line in text.splitlines() if " " in line.strip()) <= 76
        for html in (
            document_html(document(one, other), lang),
            differences_html(differences(one, other), "x", "y", lang),
        ):
            page = Page()
            page.feed(html)
            assert page.open == []
        assert differences_text(differences(one, other), "x", "y", lang)


def test_what_people_wrote_is_escaped() -> None:
    sheet = under('II.2=address=<script>alert(1)</script> subject="a & b"')
    html = document_html(document(sheet), "en")
    assert "<script>" not in html
    assert "&lt;script&gt;" in html
    assert "a &amp; b" in html
