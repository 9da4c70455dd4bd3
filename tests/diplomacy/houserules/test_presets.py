"""Presets by name and from files."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.diplomacy.houserules.sheets import named, sheets, under

from dragoman.diplomacy.houserules.abbreviations import abbreviations
from dragoman.diplomacy.houserules.catalogue import CATALOGUE
from dragoman.diplomacy.houserules.presets import (
    PresetFile,
    preset,
    preset_names,
    read_preset,
    read_preset_file,
    write_preset,
)
from dragoman.diplomacy.houserules.sheet import Sheet, switches
from dragoman.diplomacy.houserules.switches import ParadoxBase, RemovalDistance, RouteRule
from dragoman.tongues.saying import put


@pytest.mark.parametrize("name", preset_names())
def test_every_preset_is_a_sheet_that_survives_its_record(name: str) -> None:
    assert Sheet.of(named(name).as_rules()) == named(name.upper())


def test_what_sets_the_presets_apart() -> None:
    datc, droidippy, webdiplomacy = (switches(named(n)) for n in ("datc", "droidippy", "webdiplomacy"))
    assert (datc.route_rule, datc.land_fallback) == (RouteRule.OWN_FLEET_OR_TAG, False)
    assert (droidippy.route_rule, droidippy.land_fallback) == (RouteRule.OWN_FLEET_OR_TAG, True)
    assert (webdiplomacy.route_rule, webdiplomacy.land_fallback) == (RouteRule.TAG_ONLY, False)
    assert datc.removal_distance is RemovalDistance.OWNED_CENTRES


def test_rulebooks_of_the_same_rules_differ_in_name_only() -> None:
    for one, other in (("1971", "1976"), ("1982", "1992")):
        assert switches(named(one)) == switches(named(other))
    assert switches(named("1982")).paradox_base is ParadoxBase.RULES_1982
    assert switches(named("2000")).removal_distance is RemovalDistance.HOME_COUNTRY_ALL_SPACES


def test_an_unknown_name_is_told_with_the_nearest() -> None:
    made = preset("webdiplomasy")
    assert not isinstance(made, Sheet)
    assert "webdiplomacy" in put(made[0].says, "en")


@pytest.mark.parametrize(
    "text",
    ['"VI.4" = "A"\n"I.2" = 1982', 'VI.4 = "A"\nI.2 = 1982', 'rules = "1982"\n[set]\n"VI.4" = "A"'],
)
def test_a_file_holds_the_same_keys(text: str) -> None:
    made = read_preset(text)
    assert isinstance(made, Sheet), made
    assert made == named("1982").with_choice("VI.4", "A")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('"VI.4 = "A"', "syntax"),
        ('rules = "nowhere"', "unknown-preset"),
        ('"VI.44" = "A"', "unknown-clause"),
        ('"VI.4" = "A"\n"4.A.1" = "b"', "contradiction"),
        ("[set]\nVI.4 = [1]", "unknown-alternative"),
        ("set = 3", "unknown-clause"),
    ],
)
def test_a_faulty_file_is_told(text: str, code: str) -> None:
    made = read_preset(text)
    assert not isinstance(made, Sheet)
    assert [error.code for error in made] == [code]


def test_listed_abbreviations() -> None:
    sheet = named("datc").with_choice("III.2", 'A also="NRW=nwg; SKG=SKA, SKG = ska"')
    assert isinstance(sheet, Sheet)
    assert abbreviations(sheet) == (("NRW", "NWG"), ("SKG", "SKA"), ("SKG", "SKA"))
    assert abbreviations(named("datc")) == ()


@pytest.mark.parametrize(
    ("listed", "code", "told"),
    [
        ("NRW=NWG, odd", "unfit-value", "“odd” lists no abbreviation"),
        ("=NWG", "unfit-value", "“=NWG”"),
        ("NRW=NWG, nrw=NWY", "contradiction", "nrw is listed for NWG and for NWY"),
    ],
)
def test_a_list_that_lists_nothing_or_too_much_is_refused(listed: str, code: str, told: str) -> None:
    made = named("datc").with_choice("III.2", f'A also="{listed}"')
    assert not isinstance(made, Sheet)
    assert [(error.code, error.keys) for error in made] == [(code, ("III.2",))]
    assert told in put(made[0].says, "en")


@given(sheets(), st.sampled_from(["", *preset_names()]), st.text(max_size=30))
def test_a_sheet_written_as_a_file_comes_back(sheet: Sheet, base: str, about: str) -> None:
    written = write_preset(sheet, base, "A club", about)
    made = read_preset_file(written)
    assert isinstance(made, PresetFile), (written, made)
    assert (made.sheet, made.title, made.about) == (sheet, "A club", about)
    assert write_preset(made.sheet, made.base, made.title, made.about) == written


def test_a_file_says_only_what_it_changes() -> None:
    assert write_preset(named("1982")) == 'rules = "1982"\n'
    club = named("webdiplomacy").with_choice("VI.4", "B")
    assert isinstance(club, Sheet)
    assert write_preset(club, "webdiplomacy") == 'rules = "webdiplomacy"\n\n[set]\n"VI.4" = "B"\n'


def test_a_base_of_another_rulebook_is_not_taken() -> None:
    sheet = under("I.2=1971", "4.A.1=b")
    assert write_preset(sheet, "webdiplomacy").startswith('rules = "1971"\n')


def test_the_finnish_rules_are_followed_where_they_speak() -> None:
    suomi = named("suomi")
    for number in CATALOGUE:
        if number.startswith("F."):
            assert suomi.letter(number) == "B", number
    assert (suomi.letter("II.5"), suomi.letter("VII.3"), suomi.letter("X.1")) == ("A", "A", "C")
    assert suomi.choice("III.4").value("until") == "deadline"
    lengths = suomi.choice("VII.4")
    assert (lengths.number("retreat"), lengths.number("adjustment")) == (0, 0)
    assert switches(suomi).removal_distance is RemovalDistance.ABROAD_FIRST


@pytest.mark.parametrize(("text", "slip", "word"), [
    ('ruels = "suomi"\n"VI.4" = "B"', "ruels", "rules"),
    ('[sets]\n"VI.4" = "B"', "sets", "set"),
    ('titel = "Ours"', "titel", "title"),
])  # fmt: skip
def test_a_word_of_the_file_that_is_one_letter_off_is_told(text: str, slip: str, word: str) -> None:
    """It is no clause: the clauses near to it would mislead, and without it another club's rules would stand."""
    made = read_preset(text)
    assert not isinstance(made, Sheet)
    assert [put(each.says, "en") for each in made] == [f"there is no {slip} here; write {word}"]
