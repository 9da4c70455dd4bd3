"""A draft of house rules: nothing chosen is lost, whatever it clashes with, and what is sound comes back as a file."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman.diplomacy.houserules.catalogue import CATALOGUE, choices_of
from dragoman.diplomacy.houserules.clause import Choice
from dragoman.diplomacy.houserules.presets import PresetFile, preset, preset_names, read_preset_file
from dragoman.diplomacy.houserules.sheet import Sheet
from dragoman.web.draft import Draft, decoded, from_file, from_sheet
from dragoman.web.stops import family_of, halves, neighbours, stops, way, whole_of

SAYINGS = st.sampled_from([(number, choice) for number in stops() for choice in choices_of(CATALOGUE[number])])


def said(*pairs: tuple[str, str], base: str = "datc") -> Draft:
    draft = Draft(base=base)
    for number, written in pairs:
        draft = draft.say(number, written)
    return draft


def test_what_is_said_is_what_the_sheet_has() -> None:
    sheet = said(("VI.4", "A"), ("III.6", "E last")).made().sheet
    assert (sheet.letter("VI.4"), str(sheet.choice("III.6"))) == ("A", "E which=last")


def test_the_last_word_on_a_setting_counts_under_whatever_name() -> None:
    draft = said(("4.B.3", "a"), ("IV.4", "A"))
    assert draft.said == (("IV.4", "A"),)
    assert draft.say("IV.4.own", "B").made() == Draft().made()
    assert said(("VI.4", "A"), ("VI.4", "D")).said == ()  # as it was


def test_of_a_clause_in_halves_the_other_half_stays() -> None:
    sheet = said(("IV.4", "B"), ("IV.4.own", "A")).made().sheet
    assert (sheet.letter("4.B.3"), sheet.letter("IV.4.own"), sheet.letter("IV.4")) == ("a", "A", "")


def test_what_clashes_is_kept_and_told() -> None:
    draft = said(("II.5", "A"), ("F.5", "A"), ("VI.4", "A"))
    made = draft.made()
    assert not made.sound
    assert [error.keys for error in made.errors] == [("II.5", "F.5")]
    assert [made.sheet.letter(number) for number in ("II.5", "F.5", "VI.4")] == ["A", "A", "A"]
    mended = draft.say("F.5", "C")
    assert mended.made().sound
    assert mended.made().sheet.letter("VI.4") == "A"


def test_what_follows_of_a_choice_follows_until_something_else_is_said() -> None:
    draft = said(("II.5", "A"))
    assert draft.made().sheet.letter("F.5") == "C"
    assert draft.say("II.5", "B").made().sheet == Draft().made().sheet


@given(st.lists(SAYINGS, max_size=12), st.sampled_from(preset_names()))
def test_every_draft_is_a_sheet_and_a_sound_one_a_file(pairs: list[tuple[str, str]], base: str) -> None:
    draft = said(*pairs, base=base).named("Kalmar", "For us.")
    assert decoded(draft.encoded()) == draft
    made = draft.made()
    for number, written in draft.said:
        assert made.sheet.choice(number) == _read(number, written), "nothing said is lost"
    if made.sound:
        read = read_preset_file(draft.file())
        assert isinstance(read, PresetFile)
        assert (read.sheet, read.title, read.about) == (made.sheet, "Kalmar", "For us.")
        again = from_file(draft.file())
        assert isinstance(again, Draft)
        assert again.made() == made


def _read(number: str, written: str) -> Choice:
    sheet, _ = Sheet().composed([(number, written)])
    return sheet.choice(number)


@pytest.mark.parametrize("name", preset_names())
def test_a_preset_makes_an_empty_draft(name: str) -> None:
    sheet = preset(name)
    assert isinstance(sheet, Sheet)
    draft = from_sheet(PresetFile(sheet, name))
    assert draft.made().sheet == sheet
    assert draft.made().sound


def test_a_file_that_is_none_is_told() -> None:
    for text in ("rules = ", 'rules = "atlantis"', '"VI.4" = "Z"', '"II.5" = "A"\n"F.5" = "A"'):
        assert isinstance(from_file(text), tuple), text


# --- the way through the clauses ---


def test_every_clause_with_a_choice_is_a_stop_or_another_name() -> None:
    names = {n for n, c in CATALOGUE.items() if c.parts and n[0] not in "IVX"}
    chosen = {n for n, c in CATALOGUE.items() if c.is_setting or c.parts}
    assert chosen - set(stops()) == names


def test_the_way_leads_from_the_first_stop_to_the_last_and_back() -> None:
    at, seen = way()[0], [way()[0]]
    while on := neighbours(at)[1]:
        assert neighbours(on)[0] == at
        at = on
        seen.append(at)
    assert tuple(seen) == way()
    assert neighbours(way()[0])[0] == ""


def test_a_half_leads_back_to_its_clause_and_on_past_it() -> None:
    assert halves("IV.4") == ("4.B.3", "IV.4.own")
    assert whole_of("4.B.3") == "IV.4"
    assert neighbours("4.B.3") == ("IV.4", "IV.5")
    assert family_of("4.B.3").numeral == "IV"
    assert (halves("VI.4"), whole_of("VI.4")) == ((), "")
