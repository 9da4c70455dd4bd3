"""A turn in three pictures, and a game in many: each shows what came of the orders, and says it in words as well."""

from __future__ import annotations

import itertools
import re
from functools import cache
from html import unescape
from pathlib import Path
from xml.etree import ElementTree

import pytest

from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.board.position import PhaseKind
from dragoman.diplomacy.drawing import summary
from dragoman.diplomacy.drawing.geometry import geometry
from dragoman.diplomacy.drawing.turn import Stage, Told, draw_turn, moment, tell_turn, told
from dragoman.keeper.performance import play

GAMES = Path(__file__).parents[2] / "cases" / "games"
SVG = "{http://www.w3.org/2000/svg}"


@cache
def game(name: str) -> tuple[Chart, tuple[Told, ...]]:
    state = play(GAMES / f"{name}.toml").state
    return state.chart, told(state.turns)


TURNS = [(name, n) for name in ("a_year", "hundred_to_1440", "cold_war") for n in range(len(game(name)[1]))]


def drawn(name: str, n: int, stage: Stage, **look: object) -> ElementTree.Element:
    chart, turns = game(name)
    return ElementTree.fromstring(draw_turn(geometry(chart.id), chart, turns[n], stage, **look))  # type: ignore[arg-type]


def with_class(root: ElementTree.Element, class_: str) -> list[ElementTree.Element]:
    return [each for each in root.iter() if class_ in (each.get("class") or "").split()]


@pytest.mark.parametrize(("name", "n"), TURNS)
@pytest.mark.parametrize("stage", list(Stage))
def test_the_picture_says_what_the_text_says(name: str, n: int, stage: Stage) -> None:
    chart, turns = game(name)
    root = drawn(name, n, stage)
    title, desc = root.findtext(f"{SVG}title"), root.findtext(f"{SVG}desc")
    assert [title, *(desc or "").split("\n")[1:]] == tell_turn(chart, turns[n], stage).split("\n")


@pytest.mark.parametrize(("name", "n"), TURNS)
def test_every_order_given_is_a_group_with_its_result_and_cause(name: str, n: int) -> None:
    _, turns = game(name)
    signs = [each for each in drawn(name, n, Stage.ORDERS).iter() if each.get("data-order")]
    groups = {each.get("data-order"): each for each in signs if not each.get("aria-hidden")}
    given = {
        verdict.order.unit.place.province: verdict
        for verdict in turns[n].ruling.verdicts
        if verdict.order is not None and hasattr(verdict.order, "unit")
    }
    assert groups.keys() >= given.keys()
    for province in given:
        assert (groups[province].findtext(f"{SVG}title") or "").strip()
        assert groups[province].get("tabindex") == "0"
    assert [each for each in drawn(name, n, Stage.ORDERS, tabbed=False).iter() if each.get("tabindex")] == []


@pytest.mark.parametrize(("name", "n"), TURNS)
def test_no_order_is_seen_before_it_was_ruled_upon_nor_after(name: str, n: int) -> None:
    for stage in (Stage.BEFORE, Stage.AFTER):
        assert [each for each in drawn(name, n, stage).iter() if each.get("data-order")] == []


def test_what_was_built_and_what_is_gone_is_marked() -> None:
    marked = 0
    for name, n in TURNS:
        _, turns = game(name)
        ruling, after = turns[n].ruling, drawn(name, n, Stage.AFTER)
        assert len(with_class(after, "born")) == len(ruling.built)
        gone = [unit for unit in ruling.removed if not ruling.after.unit_in(unit.province)]
        assert len(with_class(after, "gone")) == len(gone)
        marked += len(ruling.built)
    assert marked > 0, "no game of these builds anything"


def test_the_retreats_left_open_stand_beside_the_next_turn() -> None:
    for name in ("a_year", "hundred_to_1440", "cold_war"):
        _, turns = game(name)
        for before, turn in itertools.pairwise(turns):
            open_ = moment(turn, Stage.BEFORE).retreats
            assert open_ == before.ruling.retreats
            if turn.phase.kind is PhaseKind.RETREAT:
                assert {province for province, _ in open_} == {e.unit.province for e in turn.before.dislodged}


def test_the_same_turn_gives_the_same_bytes() -> None:
    chart, turns = game("a_year")
    for stage in Stage:
        once = draw_turn(geometry(chart.id), chart, turns[0], stage)
        assert once == draw_turn(geometry(chart.id), chart, turns[0], stage)


# --- a whole game ---


def test_moving_pictures_show_every_turn_with_orders_and_the_end() -> None:
    chart, turns = game("hundred_to_1440")
    frames = list(summary.frames(geometry(chart.id), chart, turns, game="hundred"))
    ordered = [turn for turn in turns if any(verdict.order for verdict in turn.ruling.verdicts)]
    assert len(frames) == len(ordered) + 1
    assert [time for _, time in frames] == [summary.ORDERS_MS] * len(ordered) + [summary.LAST_MS]
    for turn, (svg, _) in zip(ordered, frames, strict=False):
        assert str(turn.phase.year) in re.sub(r"<[^>]+>", " ", unescape(svg))


def test_a_sheet_has_the_board_of_every_year_once() -> None:
    chart, turns = game("hundred_to_1440")
    svg = summary.sheet(geometry(chart.id), chart, turns, game="hundred")
    root = ElementTree.fromstring(svg)
    years = summary.years(turns)
    said = (root.findtext(f"{SVG}desc") or "").split("\n")
    title, *heads = with_class(root, "told-when")
    assert "hundred" in (title.text or "")
    assert len(said) == len(years) == len(heads)
    seen = [each.text for each in with_class(root, "tally") if each.text and each.text.strip()]
    named = [name for line in said[:1] for name in re.findall(r"[A-Z]\w+(?= \d+)", line.split(": ", 1)[1])]
    counts = [str(held) for _, at in years for power in chart.powers if (held := len(at.centres_of(power)))]
    assert named
    assert seen[1 : 1 + len(named)] == named, "the key: which sign is whose"
    assert [each for each in seen[1 + len(named) :] if each.isdigit() and len(each) < 4] == counts, "above each board"
    for (year, at), line in zip(years[1:], said[1:], strict=True):
        assert line.startswith(f"{year}: ")
        assert all(str(len(at.centres_of(power))) in line for power in chart.powers)
    assert svg == summary.sheet(geometry(chart.id), chart, turns, game="hundred")


def test_of_nothing_played_there_is_no_sheet() -> None:
    chart, _ = game("a_year")
    with pytest.raises(ValueError, match="nothing"):
        summary.sheet(geometry(chart.id), chart, ())
    assert list(summary.frames(geometry(chart.id), chart, ())) == []
