"""Laws of reading: what is written reads the same, a slip never makes one order of another, nothing fails."""

from __future__ import annotations

from dataclasses import replace
from time import process_time

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tests.diplomacy.orders.writings import BOARD, orders, slips, spelt

from dragoman.diplomacy.board.position import Phase, PhaseKind
from dragoman.diplomacy.orders.misreading import Misreading
from dragoman.diplomacy.orders.order import Line, Move, Order, Waive
from dragoman.diplomacy.orders.reading import (
    Heading,
    Ignored,
    Read,
    ReadingContext,
    read_canonical,
    read_order,
    read_set,
)
from dragoman.diplomacy.orders.writing import write

AUSTRIA = ReadingContext(BOARD, "Austria", position=BOARD.opening)
CODES = {"unreadable", "unknown-word", "unknown-province", "ambiguous", "incomplete", "doubtful"}


def reads(text: str, context: ReadingContext = AUSTRIA) -> list[Read]:
    return [item for item in read_set(text, context) if isinstance(item, Read)]


@given(orders)
def test_what_is_written_reads_as_the_same_order(order: Order) -> None:
    for tolerance in "ABCD":
        read = read_order(write(order), replace(AUSTRIA, tolerance=tolerance))
        assert isinstance(read, Line), read
        assert (read.order, read.notes) == (order, ())
    assert read_canonical(BOARD, write(order)) in (order, None)


@given(orders)
def test_the_canonical_writing_is_read_alike_by_the_short_way_and_the_long(order: Order) -> None:
    quick = read_canonical(BOARD, write(order))
    (long,) = reads(f"{write(order)} ")
    assert quick is None or quick == long.line.order


@given(spelt)
def test_a_move_in_a_retreat_phase_is_a_retreat(text: str) -> None:
    at = replace(BOARD.opening, phase=Phase("Spring", 1901, PhaseKind.RETREAT))
    now, then = reads(text), reads(text, replace(AUSTRIA, kind=PhaseKind.RETREAT, position=at))
    if isinstance(order := now[0].line.order, Move) and not order.via:
        assert [write(read.line.order) for read in then] == [write(order).replace(" - ", " R ")]
    else:
        assert [read.line.order for read in then] == [order]


def plain(order: Order) -> str:
    """An order without the types of units, which need not be written."""
    return write(order).replace("A ", "").replace("F ", "")


@given(slips())
@example(("A BUD S A VIE - TRI", "A BUD S A VIE , TRI"))
@example(("F NTH C A YOR - NWY", "F NTH , A YOR - NWY"))
@example(("F NTH C A YOR - NWY", "F NTH  A YOR - NWY"))
@example(("A VEN - TRI", "A VIEN - TRI"))
@example(("A PAR - BEL VIA", "A PAR - BELVIA"))
@example(("A NAF - BEL VIA", "A NAF - BEL IA"))
@example(("F Brest supports F Black Sea to TRL", "F Brest supports F Black; Sea to TRL"))
@example(("F NAF S Army Portugal moves to Bohemia", "F NAF S Army Portu;gal moves to Bohemia"))
@example(("Fleet Izmir to Venice", "Fleet Izmi r to Venice"))
@example(("F UKR supports Army Tyrrhenian-SER", "F UKR supports Army yTrrhenian-SER"))
@example(("A EAS C A ANK - YOR", "A EAS C AlANK - YOR"))
def test_a_slip_reads_as_the_same_order_or_is_told_or_is_an_exact_writing_of_another(pair: tuple[str, str]) -> None:
    good, spoilt = pair
    (meant,) = reads(good)
    found = read_set(spoilt, AUSTRIA)
    others = [r for r in found if isinstance(r, Read) and plain(r.line.order) != plain(meant.line.order)]
    told = any(isinstance(item, Misreading) for item in found)
    assert not others or (not told and all(not other.line.notes for other in others)), found


@given(st.one_of(st.text(), st.text("AaFfSsCcHhRrBbDd-–> /().,;:\nvieganodstpm 'é1", max_size=80)))
def test_no_text_makes_the_reader_fail(text: str) -> None:
    for kind in PhaseKind:
        for tolerance in "AD":
            at = replace(BOARD.opening, phase=Phase("Spring", 1901, kind))
            for item in read_set(text, ReadingContext(BOARD, "Russia", kind, at, tolerance)):
                match item:
                    case Misreading():
                        assert item.code in CODES
                        assert item.line >= 1
                        assert all(read_order(s, AUSTRIA) for s in item.suggestions)
                    case Read():
                        assert item.number >= 1
                        assert item.line.text.strip()
                    case Heading() | Ignored():
                        assert item.number >= 1


@given(st.lists(spelt, max_size=6), st.randoms(use_true_random=False))
def test_lines_are_read_alike_in_any_order(lines: list[str], mixing: object) -> None:
    shuffled = list(lines)
    getattr(mixing, "shuffle")(shuffled)  # noqa: B009 - hypothesis hides the type
    one = sorted(write(read.line.order) for read in reads("\n".join(lines)))
    other = sorted(write(read.line.order) for read in reads("\n".join(shuffled)))
    assert one == other
    assert len(one) == len(lines)


@given(spelt, st.sampled_from(["\n", "\r\n", "\r"]), st.integers(0, 200))
@example("A BOH S A BOH - ENG", "\n", 4)
def test_an_order_broken_in_two_is_put_together_or_told(text: str, end: str, at: int) -> None:
    """As far as it is not two good lines: a mail program may break a line at any space."""
    spaces = [i for i, c in enumerate(text) if c == " "]
    broken = text if not spaces else text[: spaces[at % len(spaces)]] + end + text[spaces[at % len(spaces)] + 1 :]
    (meant,) = reads(text)
    found = read_set(broken, AUSTRIA)
    got = [plain(item.line.order) for item in found if isinstance(item, Read)]
    assert got == [plain(meant.line.order)] or any(isinstance(item, Misreading) for item in found) or not got


HOSTILE = [
    "A " * 5000, "A VIE S " * 2000, "A VIE - GAL, " * 3000, "nor " * 3000, "north coast of " * 2000, "(" * 10_000,
    "A nor nor nor nor - " * 300, "x" * 100_000, "A VIE - " + "ENG - " * 200, "if " * 4000,
    "norwegain sea gulf " * 60, "A VIE S A BUD - GAL " * 12, "build A VIE and " * 100, "- " * 20_000,
    "via Eng and Mao and " * 50, "A Lon - Nwy via " + "Eng and " * 60, "England: " * 3000, "1. " * 3000, "\n" * 50_000,
    "A VIE -\n" * 2000, "A V\u0301\u0301\u0301" * 2000, "F gulf of bothnia north coast " * 40,
]  # fmt: skip


@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: text[:12].strip() or "blank")
def test_no_text_takes_long(text: str) -> None:
    begun = process_time()
    read_set(text, AUSTRIA)
    assert process_time() - begun < 5


def test_what_holds_for_all_units_leaves_out_those_with_an_order() -> None:
    found = reads("A Vie - Gal\nall other units hold")
    assert [write(read.line.order) for read in found] == ["A VIE - GAL", "A BUD H", "F TRI H"]
    assert isinstance(read_set("all units hold", replace(AUSTRIA, position=None))[0], Misreading)


def test_headings_hold_for_what_follows() -> None:
    text = "Germany:\nA Mun H\nbuilds:\nA War\nfinal\nF Kie\nEngland: F Lon - Nth\nA Ber"
    found = reads(text)
    assert [(write(r.line.order), r.heading and r.heading.power, r.heading and r.heading.kind) for r in found] == [
        ("A MUN H", "Germany", None),
        ("A WAR B", "", PhaseKind.ADJUSTMENT),
        ("F KIE B", "", PhaseKind.ADJUSTMENT),
        ("F LON - NTH", "England", None),
        ("A BER B", "", PhaseKind.ADJUSTMENT),
    ]


def test_a_heading_tells_the_phase() -> None:
    (heading,) = read_set("Orders of Turkey, Fall 1902, final:", AUSTRIA)
    assert isinstance(heading, Heading)
    assert (heading.power, heading.season, heading.year, heading.status) == ("Turkey", "Fall", 1902, "final")
    (short,) = read_set("F1902R:", AUSTRIA)
    assert isinstance(short, Heading)
    assert (short.season, short.year, short.kind) == ("Fall", 1902, PhaseKind.RETREAT)


def test_suggestions_are_whole_orders() -> None:
    (told,) = read_set("A Bud S A Nor - Swe", AUSTRIA)
    assert isinstance(told, Misreading)
    assert "A BUD S A NAF - SWE" in told.suggestions
    (unfinished,) = read_set("A Vie - Gal Bud", AUSTRIA)
    assert isinstance(unfinished, Misreading)
    assert unfinished.suggestions == ("A VIE - GAL",)


def test_one_order_is_asked_for_and_no_more() -> None:
    several = read_order("A Vie - Gal, A Bud H", AUSTRIA)
    assert isinstance(several, Misreading)
    assert several.code == "ambiguous"
    nothing = read_order("Dear all", AUSTRIA)
    assert isinstance(nothing, Misreading)
    assert nothing.code == "unreadable"


def test_a_waived_build_has_no_unit() -> None:
    (read,) = reads("waive", replace(AUSTRIA, kind=PhaseKind.ADJUSTMENT))
    assert read.line.order == Waive(1)


def test_an_abbreviation_of_a_province_that_the_map_lacks_means_nothing() -> None:
    listed = replace(AUSTRIA, tolerance="A", also=(("qq", "GAL"), ("xx", "XXX")))
    (good,) = reads("A Vie - qq", listed)
    assert write(good.line.order) == "A VIE - GAL"
    assert isinstance(read_set("A Vie - xx", listed)[0], Misreading)
