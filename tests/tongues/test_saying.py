"""Sayings put into tongues: gaps filled, names and moments said as the reader's language says them."""

from __future__ import annotations

import re
from zoneinfo import ZoneInfo

import pytest

from dragoman.game.saying import Saying, say
from dragoman.tongues.catalogue import catalogue
from dragoman.tongues.saying import moment, phase, put

HELSINKI = ZoneInfo("Europe/Helsinki")


def names(sort: str, value: str, lang: str, form: str) -> str:
    return f"<{sort} {value} {lang} {form}>"


def test_gaps_are_filled_once() -> None:
    assert put(say("{a} and {b}", a="{b}", b="x"), "en") == "{b} and x"


def test_a_gap_that_nothing_fills_stays() -> None:
    assert put(Saying("Hello {who}"), "en") == "Hello {who}"


def test_a_sentence_without_a_translation_stays_english() -> None:
    assert put(say("No catalogue has this of {x}.", x=1), "fi") == "No catalogue has this of 1."


def test_each_line_to_write_is_put_into_the_tongue_that_has_it() -> None:
    lines = say("{examples}", examples="delay 12 hours\nno line of any tongue")
    assert put(lines, "fi") == "lykkäys 12 tuntia, no line of any tongue"
    assert put(lines, "en") == "delay 12 hours, no line of any tongue"


def test_names_are_for_the_game_to_say() -> None:
    said = put(say("{power_winner} {power_loser:genitive} {province_lost}", power_winner="Italy", power_loser="Russia",
                   province_lost="STP"), "fi", names)  # fmt: skip
    assert said == "<power Italy fi > <power Russia fi genitive> <province STP fi >"


@pytest.mark.parametrize(
    ("lang", "wanted"),
    [
        ("en", "Due Wednesday 4 March 2026, 22:00 (Europe/Helsinki)"),
        ("fi", "Due keskiviikko 4.3.2026 klo 22.00 (Europe/Helsinki)"),
    ],
)
def test_a_moment_is_told_in_the_readers_zone(lang: str, wanted: str) -> None:
    assert put(say("Due {time_deadline}", time_deadline="2026-03-04T20:00:00+00:00"), lang, zone=HELSINKI) == wanted


def test_a_moment_across_the_change_of_clocks() -> None:
    assert moment("2026-03-29T00:30:00+00:00", "en", HELSINKI) == "Sunday 29 March 2026, 02:30 (Europe/Helsinki)"
    assert moment("2026-03-29T01:30:00+00:00", "en", HELSINKI) == "Sunday 29 March 2026, 04:30 (Europe/Helsinki)"


def test_a_time_that_a_clock_shows_twice_says_which() -> None:
    first, second = (moment(f"2026-10-25T0{hour}:30:00+00:00", "en", HELSINKI) for hour in (0, 1))
    assert first == "Sunday 25 October 2026, 03:30 (Europe/Helsinki, UTC+03:00)"
    assert second == "Sunday 25 October 2026, 03:30 (Europe/Helsinki, UTC+02:00)"


def test_what_is_no_moment_or_phase_is_shown_as_it_is() -> None:
    assert moment("soon", "en", HELSINKI) == "soon"
    assert phase("soon", "en") == "soon"
    assert phase("Q1901M", "en") == "Q1901M"


@pytest.mark.parametrize(
    ("value", "lang", "wanted"),
    [
        ("S1901M", "en", "Spring 1901, moves"),
        ("F1902R", "en", "Fall 1902, retreats"),
        ("W1902A", "fi", "talvi 1902, rakentamiset ja poistot"),
        ("Spring 1901 Movement", "fi", "kevät 1901, siirrot"),
        ("S1M", "en", "Spring 1, moves"),
        ("Year 1425 Movement", "fi", "vuosi 1425, siirrot"),
    ],
)
def test_a_phase_is_told_in_words(value: str, lang: str, wanted: str) -> None:
    assert phase(value, lang) == wanted


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("viimeistään {time_x:on}", "viimeistään keskiviikkona 1.4.2026 klo 18.00 (UTC)"),
        ("{time_x:until} asti", "keskiviikkoon 1.4.2026 klo 18.00 (UTC) asti"),
        ("Määräaika: {time_x}", "Määräaika: keskiviikko 1.4.2026 klo 18.00 (UTC)"),
    ],
)
def test_a_weekday_stands_in_the_form_that_the_finnish_sentence_asks_for(text: str, said: str) -> None:
    assert put(say(text, time_x="2026-04-01T18:00:00+00:00"), "fi") == said


def test_no_finnish_sentence_has_a_weekday_in_the_nominative_where_it_wants_another_case() -> None:
    bare = re.compile(r"\{time_\w+\} (?:asti|saakka|mennessä)\b|\b(?i:viimeistään|alkaa|päättyy) \{time_\w+\}")
    assert [each for each in catalogue("fi").values() if bare.search(each)] == []
