"""The chart of centres by year: lawful, within its frame, equal for equal values, and told in words as well."""

from __future__ import annotations

from xml.etree import ElementTree

from hypothesis import given
from hypothesis import strategies as st

from dragoman.diplomacy.board.mapfile import chart
from dragoman.diplomacy.drawing.years import HEIGHT, WIDTH, draw_years, told
from dragoman.diplomacy.state.endings import Year

STANDARD = chart("standard")
SVG = "{http://www.w3.org/2000/svg}"
COUNTS = st.dictionaries(st.sampled_from(sorted(STANDARD.powers)), st.integers(1, 34), min_size=1)
YEARS = st.lists(COUNTS, min_size=1, max_size=30).map(
    lambda some: tuple(Year(1900 + index, counts) for index, counts in enumerate(some))
)


@given(YEARS, st.integers(2, 34))
def test_every_power_has_a_line_and_a_name_within_the_frame(years: tuple[Year, ...], winning: int) -> None:
    drawn = ElementTree.fromstring(draw_years(STANDARD, years, winning))
    shown = {power for year in years for power in year.centres}
    texts = list(drawn.iter(f"{SVG}text"))
    names = {STANDARD.powers[power].names["en"] for power in shown}
    assert names <= {each.text for each in texts}
    for each in texts:
        assert 0 <= float(each.attrib["x"]) <= WIDTH
        assert 0 <= float(each.attrib["y"]) <= HEIGHT
    ends = [float(each.attrib["y"]) for each in texts if each.text in names]
    assert all(other - one > 10 for one, other in zip(sorted(ends), sorted(ends)[1:], strict=False))


@given(YEARS)
def test_equal_years_give_equal_bytes_and_the_words_hold_every_number(years: tuple[Year, ...]) -> None:
    again = tuple(Year(year.year, dict(reversed(year.centres.items()))) for year in years)
    assert draw_years(STANDARD, years, 18) == draw_years(STANDARD, again, 18)
    words = told(STANDARD, years)
    for year in years:
        for power, count in year.centres.items():
            assert f"{year.year} {count}" in words.partition(f"{STANDARD.powers[power].names['en']}: ")[2]
