"""Conditions and the orders under them: read from cases, written back, and held against what really happened."""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman.diplomacy.adjudication import adjudicate
from dragoman.diplomacy.adjudication.verdict import Ruling
from dragoman.diplomacy.board.mapfile import chart
from dragoman.diplomacy.board.position import Phase, PhaseKind, Position
from dragoman.diplomacy.board.province import Place
from dragoman.diplomacy.board.unit import Unit, UnitKind
from dragoman.diplomacy.houserules.switches import Switches
from dragoman.diplomacy.orders.condition_reading import Parsed, parse
from dragoman.diplomacy.orders.condition_words import expansions, tables
from dragoman.diplomacy.orders.condition_writing import told, write
from dragoman.diplomacy.orders.conditions import (
    And,
    Bounces,
    Comparison,
    Condition,
    Counted,
    Deed,
    Dislodged,
    Facts,
    Has,
    Held,
    Moves,
    Not,
    Occupied,
    Or,
    Removed,
    Retreats,
    SupportCut,
    Tries,
    Who,
    all_of,
    any_of,
    facts,
    holds,
    negation,
)
from dragoman.diplomacy.orders.contingent import (
    Branch,
    Choice,
    ConditionalOrders,
    Entry,
    Planned,
    ahead,
    in_order,
    resolve,
    told_entry,
    write_entry,
    write_orders,
)
from dragoman.diplomacy.orders.contingent_reading import Found, read_conditional
from dragoman.diplomacy.orders.findings import Heading, Ignored, Read, ReadingContext
from dragoman.diplomacy.orders.misreading import Misreading
from dragoman.diplomacy.orders.order import Build, Disband, Hold, Line, Move, Order, Ordered, OrderSet, Retreat
from dragoman.diplomacy.orders.reading import read_canonical
from dragoman.diplomacy.orders.writing import write as write_order
from dragoman.tongues.lexicon import LANGUAGES

FILE = Path(__file__).parents[2] / "cases" / "orders" / "conditions.toml"
CASES = tomllib.loads(FILE.read_text(encoding="utf-8"))
STANDARD = chart("standard")
NOW = Phase("Fall", 1902, PhaseKind.MOVEMENT)
RUSSIA = ReadingContext(STANDARD, "Russia", position=STANDARD.opening)


# --- reading ---


@pytest.mark.parametrize("case", CASES["condition"], ids=lambda case: case["text"])
def test_a_condition_is_read(case: dict[str, Any]) -> None:
    found = parse(case["text"], replace(RUSSIA, tolerance=case.get("tolerance", "D")))
    if "is" in case:
        assert isinstance(found, Parsed), found
        assert write(found.condition) == case["is"]
        assert ", ".join(map(str, found.notes)) == case.get("notes", "")
    else:
        assert isinstance(found, Misreading), write(found.condition)
        assert (found.code, found.word) == (case["wrong"], case["word"])
        assert found.word == case["text"][found.column - 1 :][: len(found.word)]
        assert case.get("suggests", "") in (*found.suggestions, "")


@pytest.mark.parametrize("case", CASES["letter"], ids=lambda case: case["id"])
def test_a_letter_is_read(case: dict[str, Any]) -> None:
    found = read_conditional(case["text"], RUSSIA, NOW)
    assert write_orders(found.orders) == case["orders"].strip()
    assert [f"{wrong.code}: {wrong.word}" for wrong in unread(found)] == case.get("unread", [])
    passed = [*found.ignored, *(item for item in found.items if isinstance(item, Ignored))]
    assert len(passed) == case.get("passed", 0)
    assert [note for p in found.orders.planned for entry in p.entries for note in notes(entry)] == case.get("notes", [])


@pytest.mark.parametrize("case", CASES["letter"], ids=lambda case: case["id"])
def test_what_was_not_read_is_shown_where_it_stands(case: dict[str, Any]) -> None:
    lines = case["text"].split("\n")
    for wrong in unread(read_conditional(case["text"], RUSSIA, NOW)):
        assert lines[wrong.line - 1][wrong.column - 1 :].startswith(wrong.word)


# --- the page that tells people ---

PAGE = (Path(__file__).parents[3] / "docs" / "how-to" / "conditional-orders.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
LETTERS = [index for index, (kind, _) in enumerate(BLOCKS) if kind == "letter"]
ROWS = [
    tuple(cell.strip().strip("`") for cell in row.split("|")[1:3]) for row in PAGE.splitlines() if row.startswith("| `")
]


@pytest.mark.parametrize("index", LETTERS)
def test_a_letter_on_the_page_is_read_as_the_page_says(index: int) -> None:
    (_, text), (kind, understood), *after = BLOCKS[index : index + 3]
    assert kind == "understood"
    told_wrong = after[0][1] if after and after[0][0] == "unread" else ""
    found = read_conditional(text, RUSSIA, NOW)
    assert write_orders(found.orders) == understood.strip()
    assert [f"{wrong.code}: {wrong.word}" for wrong in unread(found)] == told_wrong.splitlines()


@pytest.mark.parametrize(("written", "understood"), ROWS)
def test_a_condition_on_the_page_is_read_as_the_page_says(written: str, understood: str) -> None:
    assert write(condition(written)) == understood


def test_the_page_has_examples_of_every_kind() -> None:
    assert {kind for kind, _ in BLOCKS} == {"letter", "understood", "unread"}
    kinds = {type(part) for _, understood in ROWS for part in parts(condition(understood))}
    assert kinds >= {Moves, Tries, Retreats, Bounces, Dislodged, Removed, SupportCut, Occupied, Held, Has, Not, And, Or}


def parts(said: Condition) -> list[Condition]:
    match said:
        case And(inner) | Or(inner):
            return [said, *(part for each in inner for part in parts(each))]
        case Not(what):
            return [said, *parts(what)]
        case _:
            return [said]


def unread(found: Found) -> list[Misreading]:
    wrong = [*found.unread, *(item for item in found.items if isinstance(item, Misreading))]
    return sorted(wrong, key=lambda each: (each.line, each.column))


def test_every_letter_has_a_name_of_its_own() -> None:
    names = [case["id"] for case in (*CASES["letter"], *CASES["outcome"])]
    assert len(names) == len(set(names))


# --- what holds ---


@pytest.mark.parametrize("case", CASES["outcome"], ids=lambda case: case["id"])
def test_what_happened_holds(case: dict[str, Any]) -> None:
    known = happened(case)
    assert [said for said in case["holds"] if not holds(condition(said), known)] == []
    assert [said for said in case["fails"] if holds(condition(said), known)] == []


def happened(case: dict[str, Any]) -> Facts:
    position = standing(case)
    rulings: list[Ruling] = []
    for orders in (case.get("orders", []), case.get("then", [])):
        if orders:
            rulings.append(adjudicate(STANDARD, position, sets(position, orders), Switches()))
            position = rulings[-1].after
    return facts(rulings, position)


def standing(case: dict[str, Any]) -> Position:
    letter, year, kind = case["phase"][0], case["phase"][1:5], case["phase"][5]
    seasons = {season[0]: season for season in (*STANDARD.turns, STANDARD.adjustment_season)}
    kinds = {each.value[0]: each for each in PhaseKind}
    units = sorted(unit(power, text) for power, said in case["units"].items() for text in said.split(", "))
    centres = {centre: power for power, said in case["centres"].items() for centre in said.split()}
    return Position(Phase(seasons[letter], int(year), kinds[kind]), tuple(units), centres)


def unit(power: str, text: str) -> Unit:
    kind, _, place = text.partition(" ")
    return Unit(power, UnitKind(kind), Place.parse(place))


def sets(position: Position, orders: list[str]) -> Mapping[str, OrderSet]:
    everyone = (*position.units, *(dislodged.unit for dislodged in position.dislodged))
    read = [(text, order) for text in orders if (order := read_canonical(STANDARD, text)) is not None]
    assert len(read) == len(orders)
    lines = [
        (next(u.power for u in everyone if str(u) == text[: len(str(u))]), Line(order, text)) for text, order in read
    ]
    return {power: OrderSet(power, tuple(line for each, line in lines if each == power)) for power, _ in lines}


def condition(text: str) -> Condition:
    found = parse(text, RUSSIA)
    assert isinstance(found, Parsed), found
    return found.condition


# --- drawn at random ---

POWERS = st.sampled_from(sorted(STANDARD.powers))
PROVINCES = st.sampled_from(sorted(p.id for p in STANDARD.provinces.values() if p.terrain.value != "impassable"))
PLACES = st.sampled_from(
    sorted(place for p in STANDARD.provinces.values() if p.terrain.value != "impassable" for place in p.places)
)
WHOS = st.builds(Who, st.just("") | POWERS, st.none() | st.sampled_from(UnitKind), st.none() | PLACES)
ATOMS = st.one_of(
    st.builds(Moves, WHOS, PLACES),
    st.builds(Tries, WHOS, PLACES),
    st.builds(Retreats, WHOS, PLACES),
    st.builds(Bounces, WHOS, st.none() | PLACES),
    st.builds(Dislodged, WHOS, WHOS),
    st.builds(Removed, WHOS),
    st.builds(SupportCut, WHOS),
    st.builds(Occupied, PLACES, WHOS),
    st.builds(Held, st.sampled_from(sorted(STANDARD.centres)), POWERS),
    st.builds(Has, POWERS, st.sampled_from(Counted), st.integers(0, 40), st.sampled_from(Comparison)),
)
CONDITIONS: st.SearchStrategy[Condition] = st.recursive(
    ATOMS,
    lambda inner: st.one_of(
        inner.map(negation),
        st.lists(inner, min_size=2, max_size=3).map(lambda parts: all_of(*parts)),
        st.lists(inner, min_size=2, max_size=3).map(lambda parts: any_of(*parts)),
    ),
    max_leaves=6,
)


@given(CONDITIONS)
def test_a_condition_is_read_back_as_it_was_written(drawn: Condition) -> None:
    found = parse(write(drawn), replace(RUSSIA, tolerance="A", power=""))
    assert isinstance(found, Parsed), found
    assert (found.condition, found.notes) == (drawn, ())


@given(CONDITIONS, st.sampled_from(LANGUAGES))
def test_what_people_are_told_is_read_back_in_every_tongue(drawn: Condition, lang: str) -> None:
    found = parse(told(drawn, STANDARD, lang), RUSSIA)
    assert isinstance(found, Parsed), (told(drawn, STANDARD, lang), found)
    assert found.condition == drawn


def test_every_tongue_has_the_same_sentences() -> None:
    for section in ("sentence", "denial", "shown", "shown-denial", "shown-who", "shown-many", "shown-one"):
        entries = [set(tables()[lang][section]) for lang in LANGUAGES]
        assert entries[0] == entries[1] or section in ("sentence", "denial"), section


@given(st.text())
def test_no_text_of_any_kind_makes_parsing_fail(text: str) -> None:
    found = parse(text, RUSSIA)
    assert isinstance(found, Parsed | Misreading)


WORDS = sorted({word for lang in LANGUAGES for phrases in tables()[lang]["word"].values() for word in phrases})
SOUP = st.lists(
    st.sampled_from(
        [*WORDS, "Austria", "Itävalta", "Galicia", "Galiciaan", "A Vie", "F Stp/nc", "ENG", "5", "moves to",
         "is dislodged", "liikkuu", "holds", "on tyhjä", "-", "(", ")", ":", ";", ",", ".", "1.", "\n", "A War H",
         "A War - Gal",
         "winter 1902:", "retreats:", "kevät 1903:", "build A War", "final", "Dear GM", "\t", "’s"]
    ),
    max_size=25,
)  # fmt: skip


@given(SOUP.map(" ".join) | st.text())
def test_no_text_of_any_kind_makes_reading_fail(text: str) -> None:
    found = read_conditional(text, RUSSIA, NOW)
    for planned in found.orders.planned:
        for entry in planned.entries:
            assert write_entry(entry)
            assert told_entry(entry, STANDARD, "fi")


@given(SOUP.map(" ".join))
def test_what_stands_behind_an_if_is_never_a_plain_order(text: str) -> None:
    """Whatever is on a line after `if` and the like is conditional, or is not taken at all."""
    found = read_conditional(f"if {text.replace(chr(10), ' ')}", RUSSIA, NOW)
    plain = [entry for p in found.orders.planned for entry in p.entries if isinstance(entry, Line)]
    behind = [item for item in found.items if isinstance(item, Read)]
    assert [item.line for item in behind] == plain
    assert all(item.column > 1 for item in behind)
    for item in behind:
        before = f"if {text}".replace("\n", " ")[: item.column - 1].rstrip()
        assert before.endswith((";", "."))


@given(SOUP.map(" ".join))
def test_what_was_understood_is_read_back_from_its_canonical_writing(text: str) -> None:
    found = read_conditional(text, RUSSIA, NOW).orders
    again = read_conditional(write_orders(found), RUSSIA, NOW)
    assert unread(again) == []
    assert [bare(p) for p in again.orders.planned] == [bare(p) for p in found.planned]


def bare(planned: Planned) -> tuple[Any, ...]:
    """What is planned, without how it was written."""

    def stripped(entry: Entry) -> Any:
        if isinstance(entry, Line):
            return entry.order
        return tuple((branch.condition, tuple(line.order for line in branch.lines)) for branch in entry.branches)

    return planned.phase, tuple(stripped(entry) for entry in planned.entries)


# --- slips of the pen ---

KEPT = re.compile(
    r"\b(?:if|jos|unless|ellei|mikäli|otherwise|else|then|not|muuten|muussa tapauksessa|nothing)\b"
    r"|\b(?:winter|talvi|kevät|\d+)\b|[:;\n]",
    re.IGNORECASE,
)
"""What a slip is kept out of here: the words that make a case a case, the signs that part it, and dates."""

CONDITIONAL = [
    case for case in CASES["letter"]
    if case["orders"] and all(line.startswith("if ") for line in case["orders"].split("\n")[1:])
    and case["id"] not in ("broken-before-the-condition", "no-orders-below")
]  # fmt: skip
"""Letters in which every order stands under a condition."""


@st.composite
def slipped(draw: st.DrawFn) -> str:
    """Such a letter with one letter of it changed, left out, put in or swapped with the next."""
    text: str = draw(st.sampled_from(CONDITIONAL))["text"].strip()
    kept = {index for found in KEPT.finditer(text) for index in range(found.start() - 1, found.end() + 1)}
    at = draw(st.sampled_from([index for index in range(len(text)) if index not in kept]))
    letter = draw(st.sampled_from("abcdefghijklmnopqrstuvwxyzäö ,()-"))
    swapped = text[at + 1 : at + 2] + text[at] if at + 1 not in kept else text[at] + letter
    return text[:at] + draw(st.sampled_from(("", letter, letter + text[at], swapped))) + text[at + len(swapped) - 1 :]


@given(slipped())
def test_a_slip_never_makes_a_plain_order_of_one_under_a_condition(text: str) -> None:
    found = read_conditional(text, RUSSIA, NOW)
    assert [entry for p in found.orders.planned for entry in p.entries if isinstance(entry, Line)] == []


@given(slipped())
def test_what_a_slip_changes_is_told(text: str) -> None:
    """The letter reads as before; or something was not read, passed over, or read by a tolerance; or every name in what
    is read now stands there to the letter."""
    found = read_conditional(text, RUSSIA, NOW)
    told_so = unread(found) or found.ignored or any(isinstance(item, Ignored) for item in found.items)
    if write_orders(found.orders) not in {case["orders"].strip() for case in CONDITIONAL} and not told_so:
        strict = read_conditional(text, replace(RUSSIA, tolerance="A"), NOW)
        exact = write_orders(strict.orders) == write_orders(found.orders)
        assert exact or any(notes(entry) for p in found.orders.planned for entry in p.entries)


def notes(entry: Entry) -> list[str]:
    if isinstance(entry, Line):
        return list(entry.notes)
    return [note for b in entry.branches for note in (*b.notes, *(each for line in b.lines for each in line.notes))]


@given(st.sampled_from(CASES["condition"]), st.data())
def test_tolerance_never_changes_what_is_written_exactly(case: dict[str, Any], data: st.DataObject) -> None:
    text = case["text"]
    at = data.draw(st.integers(0, len(text)))
    text = (
        text[:at]
        + data.draw(st.sampled_from(("", "a", "e", " ", "s", "t")))
        + text[at + data.draw(st.integers(0, 1)) :]
    )
    strict, loose = (parse(text, replace(RUSSIA, tolerance=letter)) for letter in "AD")
    if isinstance(strict, Parsed):
        assert strict == loose


# --- the laws of what holds ---

OUTCOMES = st.sampled_from([happened(case) for case in CASES["outcome"]])


@given(CONDITIONS, OUTCOMES)
def test_a_denial_holds_exactly_when_what_it_denies_does_not(drawn: Condition, known: Facts) -> None:
    assert holds(negation(drawn), known) != holds(drawn, known)
    assert negation(negation(drawn)) == drawn


@given(st.lists(CONDITIONS, min_size=1, max_size=3), OUTCOMES)
def test_and_or_mean_what_they_say(drawn: list[Condition], known: Facts) -> None:
    single = [holds(each, known) for each in drawn]
    assert holds(all_of(*drawn), known) == all(single)
    assert holds(any_of(*drawn), known) == any(single)


@given(WHOS, PLACES, OUTCOMES)
def test_what_succeeds_was_tried(who: Who, place: Place, known: Facts) -> None:
    assert not holds(Moves(who, place), known) or holds(Tries(who, place), known)
    assert not holds(Retreats(who, place), known) or holds(Moves(who, place), known)
    assert not holds(Bounces(who, place), known) or holds(Tries(who, place), known)


@given(POWERS, st.sampled_from(Counted), st.integers(0, 6), OUTCOMES)
def test_comparisons_agree_with_each_other(power: str, what: Counted, count: int, known: Facts) -> None:
    is_so = {comparison: holds(Has(power, what, count, comparison), known) for comparison in Comparison}
    assert is_so[Comparison.AT_LEAST] != is_so[Comparison.FEWER_THAN]
    assert is_so[Comparison.AT_MOST] != is_so[Comparison.MORE_THAN]
    assert is_so[Comparison.EXACTLY] == (is_so[Comparison.AT_LEAST] and is_so[Comparison.AT_MOST])


def test_a_unit_from_elsewhere_is_not_any_that_came_there_once() -> None:
    """Italy's army moved in, and was driven out again since."""
    came = Deed(unit("Italy", "A VEN"), Place("TRI"), done=True)
    for now, is_so in (("Italy", True), ("Austria", False)):
        position = Position(NOW, (unit(now, "A TRI"),), {})
        assert holds(condition("Tri is occupied by A Ven"), Facts(position, (came,))) == is_so
    fleet = Position(NOW, (unit("Italy", "F TRI"),), {})
    assert not holds(condition("Tri is occupied by A Ven"), Facts(fleet, (came,)))


def test_conditions_are_flat() -> None:
    one, two, three = (Held(centre, "Austria") for centre in ("VIE", "BUD", "TRI"))
    assert all_of(one, all_of(two, three)) == And((one, two, three))
    assert any_of(any_of(one, two), three) == Or((one, two, three))
    assert all_of(one) == one
    assert negation(negation(one)) == one
    assert negation(one) == Not(one)
    with pytest.raises(ValueError, match="at least one"):
        all_of()


# --- what is followed ---

GALICIA, VACANT = Moves(Who("Austria"), Place("GAL")), negation(Occupied(Place("GAL")))
ARMY, FLEET = (
    Line(Build(Ordered(Place(p), kind)), "") for p, kind in (("WAR", UnitKind.ARMY), ("SEV", UnitKind.FLEET))
)
CHOICE = Choice((Branch(GALICIA, (ARMY,)), Branch(VACANT, (ARMY, FLEET)), Branch(None, (FLEET,))))


def test_the_first_branch_that_holds_is_followed() -> None:
    bounced, quiet = (
        happened(case) for case in CASES["outcome"] if case["id"] in ("bounce-in-galicia", "a-coast-taken")
    )
    told_of = resolve((FLEET, CHOICE), bounced)
    assert told_of.lines == (FLEET, ARMY, FLEET)
    assert [(taken.branch, taken.condition) for taken in told_of.taken] == [(1, VACANT)]
    assert resolve((CHOICE,), quiet).taken[0].branch == 1


def test_otherwise_is_for_every_other_case_and_without_it_nothing_is_done() -> None:
    known = happened(CASES["outcome"][0])
    rest = Choice((Branch(GALICIA, (ARMY,)), Branch(None, (FLEET,))))
    assert resolve((rest,), known).lines == (FLEET,)
    assert resolve((rest,), known).taken[0].condition is None
    alone = resolve((Choice((Branch(GALICIA, (ARMY,)),)),), known)
    assert (alone.lines, alone.taken[0].branch, alone.taken[0].condition) == ((), None, None)


def test_what_is_planned_is_found_by_its_phase() -> None:
    winter = Phase("Winter", 1902, PhaseKind.ADJUSTMENT)
    orders = ConditionalOrders("Russia", (Planned(winter, (CHOICE,)),))
    assert orders.entries(winter) == (CHOICE,)
    assert orders.entries(NOW) == ()
    assert orders.is_plain(NOW)
    assert not orders.is_plain(winter)


def test_a_whole_round_is_followed_by_what_happened_in_it() -> None:
    """Finnish 5 and 6: retreats hang on the moves, builds on both, all written before any of it."""
    text = """
    F TRI H
    A SER H
    retreats:
    if F TRI is dislodged by Italy: F Tri - Alb; otherwise: F Tri D
    winter 1901:
    1. if Tri is held by Italy: remove F Alb
    2. otherwise: A Vie
    """
    case = next(case for case in CASES["outcome"] if case["id"] == "retreats-and-centres")
    fall = standing(case)
    austria = ReadingContext(STANDARD, "Austria", position=fall)
    orders = read_conditional(text, austria, fall.phase).orders
    assert [write_order(line.order) for line in resolve(orders.entries(fall.phase), facts((), fall)).lines] == [
        "F TRI H", "A SER H",
    ]  # fmt: skip
    moves = adjudicate(STANDARD, fall, sets(fall, case["orders"]), Switches())
    retreats = resolve(orders.entries(moves.after.phase), facts((moves,), moves.after))
    assert [line.order for line in retreats.lines] == [Retreat(Ordered(Place("TRI"), UnitKind.FLEET), Place("ALB"))]
    back = adjudicate(STANDARD, moves.after, {"Austria": OrderSet("Austria", retreats.lines)}, Switches())
    winter = resolve(orders.entries(back.after.phase), facts((moves, back), back.after))
    assert [line.order for line in winter.lines] == [Disband(Ordered(Place("ALB"), UnitKind.FLEET))]
    assert winter.taken[0].condition == Held("TRI", "Italy")


# --- phases ahead ---

AHEAD = [
    (Heading(""), "F1902M", "F1902M"),
    (Heading("", season="Fall", year=1902), "F1902M", "F1902M"),
    (Heading("", season="Fall", year=1902), "F1902R", "F1902R"),
    (Heading("", season="Fall"), "F1902M", "F1902M"),
    (Heading("", season="Spring"), "F1902M", "S1903M"),
    (Heading("", season="Winter"), "F1902M", "W1902A"),
    (Heading("", season="Winter", year=1904), "F1902M", "W1904A"),
    (Heading("", kind=PhaseKind.MOVEMENT), "F1902R", "F1902R"),
    (Heading("", kind=PhaseKind.RETREAT), "F1902M", "F1902R"),
    (Heading("", kind=PhaseKind.RETREAT), "F1902R", "F1902R"),
    (Heading("", kind=PhaseKind.RETREAT), "W1902A", "S1903R"),
    (Heading("", kind=PhaseKind.ADJUSTMENT, verb="build"), "S1902M", "W1902A"),
    (Heading("", kind=PhaseKind.ADJUSTMENT, verb="disband"), "F1902R", "F1902R"),
    (Heading("", season="Fall", year=1902, kind=PhaseKind.ADJUSTMENT), "S1902M", "W1902A"),
    (Heading("", season="Spring", year=1901), "F1902M", "S1901M"),
    (Heading("", season="Summer", year=1903), "F1902M", "S1903M"),
    (Heading("", year=9999), "F1902M", "F9999M"),
]


@pytest.mark.parametrize(("heading", "now", "names"), AHEAD)
def test_a_heading_names_the_next_phase_that_has_all_it_says(heading: Heading, now: str, names: str) -> None:
    phases = [
        Phase(season, 1902, kind)
        for season in ("Spring", "Fall", "Winter")
        for kind in PhaseKind
        if (season == "Winter") == (kind is PhaseKind.ADJUSTMENT)
    ]
    found = ahead(heading, next(phase for phase in phases if str(phase) == now), STANDARD)
    assert str(found) == names


@pytest.mark.parametrize(("sites", "order"), [("home", "A GRE D"), ("owned", "A GRE B")])
def test_a_unit_named_alone_is_built_wherever_the_map_lets_it(sites: str, order: str) -> None:
    map_of_its_own = replace(STANDARD, id=f"standard-{sites}", build_sites=sites)
    found = read_conditional("winter 1902:\nA Gre", replace(RUSSIA, chart=map_of_its_own), NOW)
    assert write_orders(found.orders) == f"W1902A:\n{order}"


def test_phases_stand_in_the_order_of_play() -> None:
    names = ["W1902A", "S1903M", "F1902R", "F1902M", "S1902M"]
    kinds = {each.value[0]: each for each in PhaseKind}
    seasons = {"S": "Spring", "F": "Fall", "W": "Winter"}
    phases = [Phase(seasons[n[0]], int(n[1:5]), kinds[n[5]]) for n in names]
    assert [str(phase) for phase in in_order(phases, STANDARD)] == ["S1902M", "F1902M", "F1902R", "W1902A", "S1903M"]


def test_the_work_of_a_line_hangs_on_that_line_alone() -> None:
    """Twice the lines take about twice the steps, counted and not timed."""
    line = "if Austria moves to Galicia: A War H; otherwise: F Sev - Bla\n"
    steps(line)
    assert steps(line * 80) <= 2.2 * steps(line * 40)


def steps(text: str) -> int:
    """The function calls that reading a text takes."""
    calls = 0

    def count(frame: FrameType, event: str, argument: Any) -> None:
        nonlocal calls
        calls += event == "call"

    sys.setprofile(count)
    try:
        read_conditional(text, RUSSIA, NOW)
    finally:
        sys.setprofile(None)
    return calls


@pytest.mark.parametrize(
    ("pattern", "said"),
    [
        ("a (b|c d) e", {"a b e", "a c d e"}),
        ("[a] b", {"a b", "b"}),
        ("WHO [(x|y) PLACE]", {"WHO", "WHO x PLACE", "WHO y PLACE"}),
    ],
)
def test_patterns_are_written_out_in_full(pattern: str, said: set[str]) -> None:
    assert {" ".join(each) for each in expansions(pattern)} == said


ORDERS: list[Order] = [
    Hold(Ordered(Place("WAR"), UnitKind.ARMY)),
    Move(Ordered(Place("SEV"), UnitKind.FLEET), Place("BLA")),
]
LINES = st.sampled_from(ORDERS).map(lambda order: Line(order, write_order(order)))
BRANCHES = st.tuples(CONDITIONS, st.lists(LINES, max_size=2))


@given(st.lists(BRANCHES, min_size=1, max_size=3), st.none() | st.lists(LINES, max_size=2))
def test_a_choice_is_read_back_from_its_canonical_writing(
    drawn: list[tuple[Condition, list[Line]]], rest: list[Line] | None
) -> None:
    """As long as there is any order in it, and the line is no longer than lines are read."""
    branches = [Branch(condition, tuple(lines)) for condition, lines in drawn]
    choice = Choice((*branches, *(() if rest is None else (Branch(None, tuple(rest)),))))
    text = write_entry(choice)
    if len(text) > 600 or not any(branch.lines for branch in choice.branches):
        return
    found = read_conditional(text, RUSSIA, NOW)
    assert unread(found) == []
    assert [bare(p) for p in found.orders.planned] == [bare(Planned(NOW, (choice,)))]
