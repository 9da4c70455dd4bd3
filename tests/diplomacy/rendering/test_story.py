"""The story of a turn: a line for each order in the map's order of powers, and all else that the letter tells, once."""

from __future__ import annotations

from dataclasses import replace

from dragoman.diplomacy.adjudication.verdict import Code, Outcome, Ruling, Verdict
from dragoman.diplomacy.board.mapfile import chart
from dragoman.diplomacy.board.province import Place
from dragoman.diplomacy.board.unit import Unit, UnitKind
from dragoman.diplomacy.orders.order import Build, Hold, Move, Ordered, SupportMove, Waive
from dragoman.diplomacy.rendering import story

CHART = chart("standard")
MUNICH, BURGUNDY, RUHR = Place("MUN"), Place("BUR"), Place("RUH")
ARMY = Ordered(MUNICH, UnitKind.ARMY)


def ruled(*verdicts: Verdict) -> Ruling:
    return Ruling(CHART.opening.phase, verdicts, CHART.opening)


def test_lines_come_by_power_in_the_maps_order() -> None:
    lines = story.lines(
        CHART,
        ruled(
            Verdict("Turkey", "", Hold(Ordered(Place("SMY"), UnitKind.ARMY)), Outcome.SUCCEEDS),
            Verdict("Germany", "", Move(ARMY, BURGUNDY), Outcome.SUCCEEDS),
        ),
    )
    assert [(line.power, line.province, line.text, line.good) for line in lines] == [
        ("Germany", "MUN", "A MUN - BUR", True),
        ("Turkey", "SMY", "A SMY H", True),
    ]


def test_a_line_names_every_place_of_its_order_its_own_first() -> None:
    order = SupportMove(Ordered(RUHR, UnitKind.ARMY), ARMY, BURGUNDY)
    (line,) = story.lines(CHART, ruled(Verdict("Germany", "", order, Outcome.SUCCEEDS)))
    assert line.goes == (RUHR, MUNICH, BURGUNDY)


def test_only_what_the_rulebook_leaves_open_is_cited() -> None:
    rules = ("rulebook", "VI.2.B", "4.D.9.a")
    verdicts = (
        Verdict("Germany", "", Move(ARMY, BURGUNDY), Outcome.FAILS, Code.BOUNCED, clause=rule) for rule in rules
    )
    assert [line.clause for line in story.lines(CHART, ruled(*verdicts))] == ["", "VI.2.B", "4.D.9.a"]


def test_what_could_not_be_understood_is_a_line_at_its_unit() -> None:
    unit = Unit("Germany", UnitKind.ARMY, MUNICH)
    verdict = Verdict("Germany", "A Mun to the moon", None, Outcome.VOID, Code.NO_SUCH_ORDER, unit=unit)
    (line,) = story.lines(CHART, ruled(verdict))
    assert (line.province, line.text, line.good, line.goes) == ("MUN", "A Mun to the moon", False, ())


def test_a_build_that_is_waived_stands_nowhere() -> None:
    (line,) = story.lines(CHART, ruled(Verdict("Germany", "", Waive(), Outcome.SUCCEEDS)))
    assert (line.province, line.goes) == ("", ())


def test_centres_won_and_lost_are_told_of_each_power_that_has_any() -> None:
    before = CHART.opening
    after = replace(before, centres={**before.centres, "MUN": "France"})
    assert story.taken(CHART, before, after) == (
        story.Taken("France", ("MUN",), ()),
        story.Taken("Germany", (), ("MUN",)),
    )
    assert story.taken(CHART, before, before) == ()


def test_beside_a_unit_that_was_built_nothing_is_cited() -> None:
    """V.5.B: an army for a fleet ordered inland is told by the unit; the reason is that of an order that failed."""
    build = Build(ARMY)
    verdicts = (
        Verdict("Germany", "F Mun", build, Outcome.SUCCEEDS, clause="V.5.B"),
        Verdict("Germany", "F Mun", build, Outcome.FAILS, Code.TOO_MANY, clause="V.3.C"),
    )
    assert [line.clause for line in story.lines(CHART, ruled(*verdicts))] == ["", "V.3.C"]
