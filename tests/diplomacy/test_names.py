"""Whatever a phase is called, short or in the words of a notice, is read back as that phase, wherever people name one;
and no name of a phase fells a reader."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest
from tests.diplomacy.tables import Table, opening, speaker

from dragoman.diplomacy import commands as c
from dragoman.diplomacy.board.mapfile import chart_names, chart_source
from dragoman.diplomacy.board.position import Phase, PhaseKind
from dragoman.diplomacy.game import DIPLOMACY
from dragoman.diplomacy.speech import names, statuses
from dragoman.diplomacy.state import State
from dragoman.diplomacy.state.rounds import is_phase
from dragoman.game.seats import GM
from dragoman.tongues.lexicon import LANGUAGES, lexicon
from dragoman.tongues.saying import phase as in_words


@cache
def _state(name: str) -> State:
    return Table(replace(opening(seated=(), begin=False), map=chart_source(name))).state


def _phases(state: State) -> Iterator[Phase]:
    first = state.chart.first_phase().year
    for year in range(first, first + 3 * state.chart.years):
        for season in dict.fromkeys((*state.chart.turns, state.chart.adjustment_season)):
            yield from (p for kind in PhaseKind if is_phase(state.chart, p := Phase(season, year, kind)))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", chart_names())
def test_a_phase_as_notices_call_it_is_that_phase(name: str, lang: str) -> None:
    state = _state(name)
    for phase in _phases(state):
        said = in_words(str(phase), lang)
        assert said != str(phase)
        for text in (said, said.upper(), f"Re: kalmar: {said}", f"{said}, due Monday 9 March 2026, 18:00", str(phase)):
            assert names.phase(state, text) == phase, text
        assert names.is_phase(state, said)


@cache
def _table() -> Table:
    table = Table(opening(gm=True))
    table.strike()
    return table


ASKED = ("history {}", "historia {}", "export {}", "error in {}: A Vie should stand")
RULED = ("gm process {}", "gm rollback to {} because of an error", "gm release {}", "pj ratkaise {}",
         "gm correct {}: A Vie - Gal succeeds because it does")  # fmt: skip


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("line", [*ASKED, *RULED])
def test_whoever_writes_a_phase_as_notices_call_it_is_understood(line: str, lang: str) -> None:
    table = _table()
    by = speaker(GM if line in RULED else "Austria")
    phase = Phase("Spring", 1901, PhaseKind.MOVEMENT)
    reading = DIPLOMACY.read(table.state, by, "", line.format(in_words(str(phase), lang)), table.now)
    short = DIPLOMACY.read(table.state, by, "", line.format(phase), table.now)
    assert reading.commands == short.commands
    assert phase in [getattr(command, "phase", None) for command in reading.commands]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_subject_of_a_notice_names_its_phase(lang: str) -> None:
    table = _table()
    said = in_words(str(table.state.phase), lang)
    for subject in (f"Re: kalmar: {said}", f"Orders for {said}", said):
        reading = DIPLOMACY.read(table.state, speaker("Austria"), subject, "A Vie - Gal", table.now)
        assert [each.phase for each in reading.commands if isinstance(each, c.SubmitOrders)] == [table.state.phase]


def _every_word() -> set[str]:
    return {w for lang in LANGUAGES for words in lexicon(lang).entries("phase").values() for w in words}


@pytest.mark.parametrize("season", ["Spring", "winter", "syksy", "year"])
def test_no_word_for_a_kind_of_phase_fells_a_reader(season: str) -> None:
    table = _table()
    for word in sorted(_every_word()):
        said = f"{season} 1901 {word}"
        assert names.phase(table.state, said) is not None or season == "year"
        for by in (speaker("Austria"), speaker(GM)):
            for line in (*ASKED, *RULED, "{}: A Vie - Gal", "final for {}, preliminary for fall"):
                DIPLOMACY.read(table.state, by, said, line.format(said), table.now)


def test_a_season_that_no_calendar_has_fells_no_status() -> None:
    (given,) = statuses.given("final for X1901M, preliminary for F1901M")
    assert (given.status, given.season) == ("preliminary", "Fall")


def test_orders_and_moves_out_of_their_season_name_no_kind() -> None:
    state = _table().state
    winter, spring = Phase("Winter", 1901, PhaseKind.ADJUSTMENT), Phase("Spring", 1903, PhaseKind.MOVEMENT)
    assert {names.phase(state, said) for said in ("talvi 1901 siirrot", "winter 1901 orders")} == {winter}
    assert names.phase(state, "my spring 1903 orders") == spring
