"""What goes together, what is refused, and what is only remarked upon: always with both clauses, and a way out."""

from __future__ import annotations

import pytest
from hypothesis import given
from tests.diplomacy.houserules.sheets import named, sheets, under

from dragoman.diplomacy.houserules.accord import CONTRADICTIONS, REMARKS
from dragoman.diplomacy.houserules.clause import SheetError
from dragoman.diplomacy.houserules.presets import preset_names
from dragoman.diplomacy.houserules.sheet import Sheet
from dragoman.tongues.saying import put

AT_ODDS = [
    (("III.4=A until=deadline", "VII.3=B"), ("III.4", "VII.3")),
    (("II.5=A", "F.5=A"), ("II.5", "F.5")),
    (("II.5=A", "F.5=D"), ("II.5", "F.5")),
    (("F.5=B",), ("II.5", "F.5")),
    (("II.5=B", "F.5=C"), ("II.5", "F.5")),
    (("II.5=A", "VII.4=movement=7 retreat=3"), ("II.5", "VII.4")),
    (("VII.4=retreat=0",), ("II.5", "VII.4")),
    (("II.5=A", "F.5=B", "VII.4=adjustment=2"), ("F.5", "VII.4")),
    (("F.5=D", "VII.4=adjustment=2"), ("F.5", "VII.4")),
    (("VII.4=adjustment=0",), ("F.5", "VII.4")),
    (("II.5=A", "VII.4=adjustment=0"), ("F.5", "VII.4")),
    (("II.6=B", "II.5=A", "F.5=B"), ("II.6", "F.5")),
    (("II.6=C", "II.5=A", "F.5=B"), ("II.6", "F.5")),
    (("II.3=C hours=200",), ("II.3", "VII.4")),
    (("II.3=D hours=24", "VII.4=movement=1"), ("II.3", "VII.4")),
]
"""Choices that cannot stand together, and the two clauses that are named."""

IDLE = [
    (("X.1=D", "X.2=C"), ("X.1", "X.2")),
    (("IX.5=C",), ("IX.1", "IX.5")),
    (("F.1=B",), ("F.1", "IX.3")),
    (("VI.4=C",), ("VI.3", "VI.4")),
    (("VI.4=B",), ("VI.3", "VI.4")),
    (("VI.3=A",), ("VI.3", "VI.4")),
    (("4.A.6=c",), ("VI.3", "VI.4")),
    (("4.A.2=b", "VI.6=A"), ("4.A.2.base", "VI.6")),
    (("4.A.3=a", "VI.5=A"), ("VI.2", "VI.5")),
    (("II.1=B", "VII.2=A"), ("II.1", "VII.2")),
    (("II.5=A", "II.6=B"), ("II.5", "II.6")),
    (("II.6=C", "VII.2=A"), ("II.6", "VII.2")),
    (("II.3=C hours=100",), ("II.3", "VII.4")),
    (("4.D.9=a",), ("III.5", "4.D.9")),
]
"""Choices of which one has less effect than it seems beside another."""


def refused(*said: str) -> tuple[SheetError, ...]:
    made = Sheet().overlaid((key, value) for key, _, value in (s.partition("=") for s in said))
    assert not isinstance(made, Sheet), said
    return made


@pytest.mark.parametrize(("said", "keys"), AT_ODDS)
def test_a_contradiction_is_refused_with_both_clauses_and_a_way_out(
    said: tuple[str, ...], keys: tuple[str, str]
) -> None:
    (error,) = refused(*said)
    assert (error.code, error.keys) == ("contradiction", keys)
    told = put(error.says, "en")
    assert all(key in told for key in keys)
    assert error.instead
    for number, written in error.instead:
        assert f"{number}={written}" in told


@pytest.mark.parametrize(("said", "keys"), AT_ODDS)
def test_each_way_out_is_one(said: tuple[str, ...], keys: tuple[str, str]) -> None:
    (error,) = refused(*said)
    for number, written in error.instead:
        kept = [(key, value) for key, _, value in (s.partition("=") for s in said) if key != number]
        made = Sheet().overlaid([*kept, (number, written)])
        if not isinstance(made, Sheet):  # what was said of a third clause may stand in the way, but this is mended
            assert all(e.keys != keys for e in made), (number, written, made)


@pytest.mark.parametrize(("said", "keys"), IDLE)
def test_what_has_no_effect_is_remarked_upon_and_can_be_changed(said: tuple[str, ...], keys: tuple[str, str]) -> None:
    sheet = under(*said)
    (remark,) = [r for r in sheet.remarks() if r.keys == keys]
    told = put(remark.says, "en")
    for number, written in remark.instead:
        assert f"{number}={written}" in told
        changed = sheet.with_choice(number, written)
        assert isinstance(changed, Sheet), (number, changed)
        assert remark not in changed.remarks()


def test_every_rule_of_accord_is_shown() -> None:
    def sort(clash: tuple[str, str]) -> tuple[str, str]:
        return clash[0].partition(" ")[0], clash[1].partition(" ")[0]

    assert {sort((c.one, c.other)) for c in CONTRADICTIONS} == {keys for _, keys in AT_ODDS}
    assert {sort((c.one, c.other)) for c in REMARKS} == {keys for _, keys in IDLE}


@pytest.mark.parametrize("name", preset_names())
def test_presets_are_at_one_with_themselves(name: str) -> None:
    expected = {("F.1", "IX.3")} if name == "suomi" else set()
    assert {remark.keys for remark in named(name).remarks()} == expected


def test_what_follows_is_filled_in() -> None:
    together = under("II.5=A")
    assert together.letter("F.5") == "C"
    assert dict(together.choice("VII.4").values) == {"movement": "7", "retreat": "0", "adjustment": "3"}
    two_rounds = together.with_choice("F.5", "B")
    assert isinstance(two_rounds, Sheet)
    assert two_rounds.choice("VII.4").number("adjustment") == 0
    apart = two_rounds.with_choice("II.5", "B")
    assert isinstance(apart, Sheet)
    assert apart == Sheet()
    assert under("V.4=F.13").letter("4.D.8.ties") == "name"
    assert under("V.4=F.13", "4.D.8.ties=fleets-then-name").letter("4.D.8.ties") == "fleets-then-name"


def test_what_was_said_is_never_filled_in() -> None:
    assert refused("II.5=A", "VII.4=movement=7 retreat=3 adjustment=3")
    assert under("II.5=A", "VII.4=movement=5").choice("VII.4").number("movement") == 5


def test_what_was_recorded_is_not_judged_again() -> None:
    rules = Sheet().as_rules() | {"III.4": "A until=deadline", "VII.3": "B"}
    assert Sheet.of(rules).letter("VII.3") == "B"


@given(sheets())
def test_any_sheet_comes_back_from_its_record(sheet: Sheet) -> None:
    assert Sheet.of(sheet.as_rules()) == sheet


@given(sheets())
def test_any_remark_names_what_is_chosen(sheet: Sheet) -> None:
    for remark in sheet.remarks():
        assert "{" not in put(remark.says, "en")
        assert "{" not in put(remark.says, "fi")
