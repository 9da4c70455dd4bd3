"""A sheet of house rules: choosing, composing, contradicting, and coming back from writing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.diplomacy.houserules.sheets import choices, under

from dragoman.diplomacy.houserules.catalogue import CATALOGUE, SETTINGS
from dragoman.diplomacy.houserules.choosing import Chosen, choose
from dragoman.diplomacy.houserules.clause import Choice, Clause, SheetError
from dragoman.diplomacy.houserules.sheet import Sheet, switches
from dragoman.diplomacy.houserules.switches import (
    ConvoyDisruption,
    MultipleOrders,
    OwnCoast,
    ParadoxBackup,
    ParadoxBase,
    RouteRule,
    TooMany,
)
from dragoman.tongues.saying import put


def refused(*said: str) -> tuple[SheetError, ...]:
    made = Sheet().overlaid((key, value) for key, _, value in (s.partition("=") for s in said))
    assert not isinstance(made, Sheet)
    return made


SAME = [
    ("VI.4=A", "4.A.1=a"), ("VI.4=D", "4.A.1=b"), ("VI.1=A", "4.A.5=a"), ("VI.1=B", "4.A.5=b"), ("VI.2=B", "4.A.3=c"),
    ("VI.2=C", "4.A.3=u1"), ("VI.3=B", "4.A.6=a"), ("VI.3=A", "4.A.6=b"), ("VI.5=B", "4.A.4=a"), ("VI.5=A", "4.A.4=b"),
    ("IV.3=B", "4.B.2=a"), ("IV.3=A", "4.B.2=b"), ("IV.6=A", "4.B.4=u1"), ("IV.6=C", "4.B.4=u3"), ("IV.1=A", "4.C.2=a"),
    ("IV.2=A", "4.C.6=a"), ("V.1=A", "4.C.3=a"), ("V.1=C", "4.C.3=c"), ("V.5=B", "4.C.4=b"), ("III.4=A", "4.D.1=d"),
    ("III.6=E first", "4.D.3=a"), ("III.6=E last", "4.D.3=b"), ("III.6=C", "4.D.3=c"),
    ("V.3=C top to bottom", "4.D.5=b"),
    ("V.4=B", "4.D.8=u3"), ("V.4=A", "4.D.8=u2"), ("III.5=C", "4.E.1=u1"), ("III.5=A", "4.E.1=u2"),
    ("III.3=B", "4.E.3=a"),
    ("II.4=B", "4.E.4=a"), ("II.3=A", "4.E.5=c"), ("VI.6=B", "4.A.2=f"), ("VI.6=A", "4.A.2=d"),
    ("VIII.2=B", "4.E.6=immediate"),
]  # fmt: skip
"""A clause and the DATC point that it answers; their letters often cross."""


@pytest.mark.parametrize(("clause", "point"), SAME)
def test_a_clause_and_its_point_are_one_setting(clause: str, point: str) -> None:
    assert under(clause) == under(point) == under(clause, point)


def test_a_clause_that_ties_several_points_sets_them_all() -> None:
    strict = switches(under("IV.4=A"))
    assert (strict.target_coast_wrong, strict.start_coast_wrong) == (OwnCoast.VOID, OwnCoast.VOID)
    halves = under("4.B.3=a", "4.B.5=a")
    assert halves.choice("IV.4").letter == ""
    assert (halves.letter("4.B.3"), halves.letter("4.B.5"), halves.letter("IV.5")) == ("a", "a", "A")
    last = switches(under("V.2=B bottom to top"))
    assert (last.too_many_builds, last.too_many_disbands) == (TooMany.LAST, TooMany.LAST)
    apart = switches(under("4.D.4=a", "4.D.6=c"))
    assert (apart.too_many_builds, apart.too_many_disbands) == (TooMany.NONE, TooMany.LAST)


def test_a_paradox_is_base_and_backup() -> None:
    both = switches(under("4.A.2=a", "VI.6=A"))
    assert (both.paradox_base, both.paradox_backup) == (ParadoxBase.RULES_1971, ParadoxBackup.ALL_HOLD)
    assert under("4.A.2=b backup=all-hold") == under("4.A.2=b", "VI.6=A") == under("VI.6=A base=1982")
    assert under("4.A.2.base=2000", "4.A.2.backup=szykman") == under("4.A.2=c", "VI.6=B")
    based = under("4.A.2=c").overlaid([("4.A.2", "f")])
    assert isinstance(based, Sheet)
    assert switches(based).paradox_base is ParadoxBase.NONE


def test_an_adjacent_convoy_is_route_rule_and_fallback() -> None:
    rule = switches(under("4.A.3=c fallback"))
    assert (rule.route_rule, rule.land_fallback) == (RouteRule.OWN_FLEET_OR_TAG, True)
    assert under("VI.2=C", "4.A.3.fallback=yes") == under("4.A.3=u1 fallback=yes") == under("VI.2=C fallback")
    kept = under("4.A.3.fallback=yes").with_choice("VI.2", "A")
    assert isinstance(kept, Sheet)
    assert switches(kept).land_fallback


def test_point_labels_are_choices_of_the_clause_too() -> None:
    sheet = under("4.A.3=a")
    assert sheet.letter("VI.2") == "4.A.3.a"
    assert under("VI.2=4.A.3.a") == sheet
    assert switches(sheet).route_rule is RouteRule.OPPOSITE_1971


def test_a_proxy_rule_that_is_a_form_of_the_point_stands_with_it() -> None:
    assert under("4.E.5=a").letter("II.3") == "B"
    assert under("4.E.5=a", "II.3=C hours=12").choice("II.3") == Choice("C", (("hours", "12"),))


def test_case_and_spaces_do_not_matter() -> None:
    assert under("vi.4=d") == under("VI.4 = D ") == under("4.a.1=B")
    assert under("iii.6=e LAST") == under("III.6=E last")


def test_parameters_in_every_form() -> None:
    assert under("VII.6=B grace=24 contact=48").choice("VII.6").number("contact") == 48
    assert under("VII.6=B 24 36") == under("VII.6=B grace=24, contact=36")
    assert under("VII.4=7 3 2").choice("VII.4").number("adjustment") == 2
    assert under("V.2=B order=bottom to top") == under("V.2=B bottom to top")
    assert (
        under("II.2=subject=[kalmar] orders address=gm@example.org").choice("II.2").value("subject")
        == "[kalmar] orders"
    )
    assert switches(under("III.6=E first")).multiple_orders is MultipleOrders.FIRST


CONTRADICTIONS = [
    ("VI.4=A", "4.A.1=b"), ("VI.2=C", "4.A.3=c"), ("VI.5=A", "4.A.4=a"), ("IV.4=A", "4.B.3=a"), ("IV.4=B", "4.B.5=a"),
    ("V.2=A", "4.D.4=b"), ("V.2=B top to bottom", "4.D.6=c"), ("VI.8=A", "4.A.7=a"), ("VI.6=A", "4.A.2=f"),
    ("IV.1=A", "4.C.1=a"), ("III.6=E first", "III.6=E last"), ("4.A.3=c fallback", "4.A.3.fallback=no"),
    ("II.3=A", "4.E.5=a"), ("VI.4=A", "VI.4=D"),
]  # fmt: skip


@pytest.mark.parametrize(("one", "other"), CONTRADICTIONS)
def test_contradicting_sayings_are_refused_and_both_named(one: str, other: str) -> None:
    for errors in (refused(one, other), refused(other, one)):
        (error,) = errors
        assert error.code == "contradiction"
        assert set(error.keys) == {one, other}
        assert one in put(error.says, "en")
        assert other in put(error.says, "en")


def test_a_deadline_that_binds_and_orders_after_it_contradict_each_other() -> None:
    (error,) = refused("III.4=A deadline", "VII.3=B")
    assert error.keys == ("III.4", "VII.3")
    assert under("VII.3=B").letter("VII.3") == "B"


FAULTS = [
    ("VI.9=A", "unknown-clause", "VI.8"),
    ("4.A.8=a", "unknown-clause", "4.A.7"),
    ("4.B.1=a", "nothing-to-choose", "the move fails"),
    ("VII.1=A", "nothing-to-choose", "VII.1"),
    ("VI.4=E", "unknown-alternative", "A, B, C, D"),
    ("VI.4=", "unknown-alternative", "A, B, C, D"),
    ("4.A.2=e", "unknown-alternative", "a, b, c, d, f"),
    ("VI.4=D twice", "unknown-value", "nothing more"),
    ("VII.6=B grace=soon", "unfit-value", "0–1440 (hours)"),
    ("VII.6=B grace=9999", "unfit-value", "0–1440 (hours)"),
    ("VII.6=A grace=24", "unknown-value", "contact"),
    ("IX.2=B years=0", "unfit-value", "1–100 (years)"),
    ("III.6=E middle", "unknown-value", "first|last"),
    ("I.2=1977", "unknown-value", "1976|1982"),
]


@pytest.mark.parametrize(("said", "code", "told"), FAULTS)
def test_what_cannot_be_chosen_is_told_with_what_can(said: str, code: str, told: str) -> None:
    (error,) = refused(said)
    assert error.code == code
    assert told in put(error.says, "en")


def test_every_fault_is_told_at_once() -> None:
    assert [e.code for e in refused("VI.9=A", "VI.4=Q", "V.5=B", "4.C.4=a")] == [
        "unknown-clause", "unknown-alternative", "contradiction",
    ]  # fmt: skip


def test_another_rulebook_changes_only_what_the_old_one_decided() -> None:
    sheet = under("VI.4=B").with_choice("I.2", "1971")
    assert isinstance(sheet, Sheet)
    answers = switches(sheet)
    assert answers.convoy_disruption is ConvoyDisruption.ANY_NEEDED_FLEET
    assert (answers.paradox_base, answers.route_rule) == (ParadoxBase.RULES_1971, RouteRule.OPPOSITE_1971)
    back = sheet.with_choice("I.2", "datc")
    assert isinstance(back, Sheet)
    assert back == under("VI.4=B")


def test_a_recorded_sheet_comes_back_and_an_unreadable_one_is_told() -> None:
    sheet = under("VI.4=A", "VII.6=B grace=12 contact=72", r'II.2=address="a=b" subject="say \"hi\""')
    assert Sheet.of(sheet.as_rules()) == sheet
    with pytest.raises(ValueError, match=r"VI\.4"):
        Sheet.of({"VI.4": "Z"})


@given(choices())
def test_writing_a_choice_and_reading_it_gives_it_back(made: tuple[Clause, Choice]) -> None:
    clause, choice = made
    assert choose(clause, str(choice), clause.number) == Chosen(choice)


@given(st.lists(choices(), max_size=8))
def test_a_sheet_says_what_was_chosen_and_survives_its_record(made: list[tuple[Clause, Choice]]) -> None:
    sheet = Sheet()
    for clause, choice in made:
        after = sheet.with_choice(clause.number, str(choice))
        if isinstance(after, Sheet):
            sheet = after
            if clause.number in SETTINGS:
                assert sheet.choice(clause.number) == choice
    assert Sheet.of(sheet.as_rules()) == sheet
    switches(sheet)


@given(st.sampled_from(sorted(CATALOGUE)), st.text(max_size=30))
def test_no_writing_raises_an_error(number: str, written: str) -> None:
    made = Sheet().with_choice(number, written)
    assert isinstance(made, Sheet) or all(isinstance(e, SheetError) for e in made)


def test_a_sheet_in_the_making_holds_what_cannot_stand_together() -> None:
    sheet, errors = Sheet().composed([("II.5", "A"), ("F.5", "A"), ("VI.4", "A"), ("VI.5", "Z")])
    assert [error.code for error in errors] == ["unknown-alternative", "contradiction"]
    assert errors[1].keys == ("II.5", "F.5")
    assert [sheet.letter(number) for number in ("II.5", "F.5", "VI.4", "VI.5")] == ["A", "A", "A", "B"]
    assert Sheet().composed([("VI.4", "A")]) == (Sheet().with_choice("VI.4", "A"), ())
