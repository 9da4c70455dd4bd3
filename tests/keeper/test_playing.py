"""Whole games in files are played through the real door, and what they expect holds."""

from __future__ import annotations

import json
import tomllib
from datetime import UTC, datetime, timedelta
from email import policy
from email.parser import BytesParser
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st

from dragoman.cli import main
from dragoman.game.seats import PersonId
from dragoman.keeper import playfile
from dragoman.keeper.expecting import played
from dragoman.keeper.performance import Performance, play, stage
from dragoman.keeper.playfile import Unplayable

GAMES = Path(__file__).parent.parent / "cases" / "games"
FILES = sorted(GAMES.glob("*.toml"))
SHOWN = sorted((Path(playfile.__file__).parent.parent / "demonstration").glob("*.toml"))

BRIEF = """
name = "kalmar"
start = 2026-03-02T18:00:00+02:00
[set]
"II.1" = "B"
[seats]
Austria = "ann@example.org"
Russia = "rhea@example.org"
[[letter]]
at = "P1DT2H"
from = "ann@example.org"
text = "A Vie - Gal"
[[letter]]
at = "P2D"
from = "rhea@example.org"
text = "A War - Gal"
[[expect]]
at = "P7DT1H"
to = "ann@example.org"
says = ["A Vie - Gal", "bounce"]
never = ["secret"]
[[expect]]
at = "P7DT1H"
phase = "F1901M"
units.Austria = ["A BUD", "A VIE", "F TRI"]
"""


def write(folder: Path, text: str) -> Path:
    path = folder / "game.toml"
    path.write_text(text, encoding="utf-8")
    return path


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, ["play", *map(str, arguments)])


# --- the games ---


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_what_a_game_expects_holds(path: Path) -> None:
    assert played(stage(playfile.load(path))) == ()


@pytest.mark.parametrize("path", [*FILES, *SHOWN], ids=lambda path: path.stem)
def test_a_record_replays_to_the_same_state(path: Path) -> None:
    performance = play(path)
    game, state = performance.game, None
    for event in performance.ledger.load(performance.script.name).events:
        state = game.evolve(state, game.decode_event(game.encode_event(event)))
    assert state == performance.state


@pytest.mark.parametrize("path", [*FILES, *SHOWN], ids=lambda path: path.stem)
def test_a_game_plays_to_the_same_bytes_each_time(path: Path) -> None:
    first, second = play(path), play(path)
    name = first.script.name
    assert first.ledger.record(name) == second.ledger.record(name)
    assert first.sent == second.sent


def test_there_is_a_game_of_each_kind() -> None:
    assert len(FILES) >= 8


# --- the command ---


def test_a_game_that_goes_as_expected(tmp_path: Path) -> None:
    result = run(write(tmp_path, BRIEF))
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == "kalmar: F1901M, running; letters heard 2, sent 8; expectations 2, unmet 0\n"


def test_what_lies_after_the_moment_of_stopping_is_not_said_to_hold(tmp_path: Path) -> None:
    result = run(write(tmp_path, BRIEF), "--until", "P1D")
    assert result.exit_code == 0
    assert result.stdout.endswith("expectations 0, unmet 0, still ahead 2\n")


@pytest.mark.parametrize(
    ("change", "line"),
    [
        (('phase = "F1901M"', 'phase = "S1901M"'), "phase is F1901M, not S1901M"),
        (('"A VIE"', '"A GAL"'), "units of Austria are A BUD, A VIE, F TRI; expected A BUD, A GAL, F TRI"),
        (('"bounce"', '"triumph"'), "'triumph' is said in none of the 4 letters to ann@example.org"),
        (('never = ["secret"]', 'never = ["a war - GAL"]'), "'a war - GAL' is said to ann@example.org"),
        (('phase = "F1901M"', 'winner = "Turkey"'), "winner is nobody, not Turkey"),
        (('phase = "F1901M"', 'deadline = "P14DT1H"'), "deadline is 2026-03-16T16:00:00+00:00, not 2026-03-16T17"),
        (('phase = "F1901M"', 'seats.Austria = "x@example.org"'), "seat Austria is held by ann@example.org, not by x@"),
        (('phase = "F1901M"', 'seats.Italy = "x@example.org"'), "seat Italy is held by nobody, not by x@example.org"),
        (('phase = "F1901M"', 'centers.Austria = ["VIE"]'), "centers of Austria are BUD, TRI, VIE; expected VIE"),
        (('phase = "F1901M"', 'rules."II.1" = "A"'), "rule II.1 is B, not A"),
        (('phase = "F1901M"', 'orders.Austria = ["A VIE H"]'), "orders on file of Austria are none; expected A VIE H"),
        (('phase = "F1901M"', 'dislodged.Austria = ["A VIE"]'), "dislodged units of Austria are none; expected A VIE"),
        (('phase = "F1901M"', 'stage = "over"'), "stage is running, not over"),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_what_does_not_hold_is_told_in_a_line(tmp_path: Path, change: tuple[str, str], line: str) -> None:
    result = run(write(tmp_path, BRIEF.replace(*change)))
    assert result.exit_code == 1
    assert line in result.stdout
    assert result.stdout.splitlines()[1].startswith("expect ")


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("name = ", "Invalid value"),
        ('game = "chess"', "no game is called 'chess' here"),
        ('nmae = "kalmar"', "there is no “nmae”"),
        ('map = "atlantis"', "no map is called 'atlantis'"),
        ('rules = "nonsense"', "no house rules called nonsense"),
        ('[set]\n"VI.4" = "Q"', "VI.4"),
        ('[seats]\nAtlantis = "x@example.org"', "nobody sits as 'Atlantis'"),
        ('[seats]\nAustria = "ann"', "'ann' is no address"),
        ('[[letter]]\nfrom = "x@example.org"', "“at” is missing in “letter[0]”"),
        ('[[letter]]\nat = "P1D"', "“from” is missing in “letter[0]”"),
        ('[[letter]]\nat = "tomorrow"\nfrom = "x@example.org"', "letter 1: 'tomorrow' is no time"),
        ('[[letter]]\nat = "P"\nfrom = "x@example.org"', "letter 1: 'P' is no span of time"),
        (
            '[[letter]]\nat = "P10000000D"\nfrom = "x@example.org"',
            "letter 1: 'P10000000D' ends later than any calendar",
        ),
        ('[[letter]]\nat = "P99999999999D"\nfrom = "x@example.org"', "ends later than any calendar goes"),
        ('start = "9999-12-31T23:59:00-10:00"', "is outside the years that a calendar has"),
        ('[[expect]]\nat = "P1D"\ncolour = "red"', "'colour' cannot be expected"),
        ('[given]\nphase = "X1901M"', "'X1901M' is no phase"),
        ('[given]\nunits.Austria = ["A NTH"]', "'A NTH': no such unit can stand there"),
        ('[given]\nunits.Austria = ["Vienna"]', "'Vienna' is no unit"),
        ('[given]\ncenters.Austria = ["XYZ"]', "the map has no province 'XYZ'"),
        ('zone = "Mars/Olympus"', "there is no time zone 'Mars/Olympus'"),
        ('seed = "seven"', "“seed” must be a whole number, not text"),
        ("seats = 3", "“seats” must be a table, not a whole number"),
        ('lang = "la"', "no language is called 'la'"),
        ('[[expect]]\nat = "P1D"\nunits = 3', "units are expected by power"),
        ('[[expect]]\nat = "P1D"\nsays = 3', "says: not in the form that is understood"),
        ('hour = "25:99"', "is no time of day"),
        ('name = "Kal Mar"', "cannot be the name of a game"),
    ],
    ids=lambda value: value.splitlines()[-1],
)
def test_a_file_that_cannot_be_read_is_told_in_one_line(tmp_path: Path, text: str, line: str) -> None:
    result = run(write(tmp_path, text))
    assert result.exit_code == 2
    assert line in result.stderr
    assert result.stderr.count("\n") == 1
    assert "Traceback" not in result.output


def test_a_file_that_is_not_there() -> None:
    result = run("nowhere.toml")
    assert result.exit_code == 2
    assert "nowhere.toml" in result.stderr


def test_events_are_printed_a_line_each(tmp_path: Path) -> None:
    result = run(write(tmp_path, BRIEF), "--json")
    kinds = [json.loads(line)["type"] for line in result.stdout.splitlines()]
    assert kinds == [
        "GameOpened", "PersonSeated", "PersonSeated", "GameStarted", "DeadlineSet", "OrdersReceived", "OrdersReceived",
        "Reminded", "PhaseAdjudicated", "RoundPlayed", "DeadlineSet",
    ]  # fmt: skip


def test_play_stops_where_it_is_told(tmp_path: Path) -> None:
    result = run(write(tmp_path, BRIEF), "--until", "P1D")
    assert result.stdout.startswith("kalmar: S1901M, running; letters heard 0")
    later = run(write(tmp_path, BRIEF), "--until", "2026-03-20T18:00:00Z")
    assert later.stdout.startswith("kalmar: S1902M, running")
    assert run(write(tmp_path, BRIEF), "--until", "never").exit_code == 2


@pytest.mark.dear
def test_every_letter_sent_is_written(tmp_path: Path) -> None:
    folder = tmp_path / "letters"
    result = run(write(tmp_path, BRIEF), "--letters", folder)
    assert result.exit_code == 0
    letters = [BytesParser(policy=policy.default).parsebytes(path.read_bytes()) for path in sorted(folder.iterdir())]
    assert [str(letter["To"]) for letter in letters].count(
        "ann@example.org"
    ) == 4  # the beginning, a receipt, a reminder, the results
    assert len(letters) == 8
    results = letters[-1]
    assert str(results["Subject"]) == "kalmar F1901M: results of Spring 1901, moves"
    assert "bounced with" in results.get_body(("plain",)).get_content()
    assert "<table>" in results.get_body(("html",)).get_content()


# --- for whoever plays a file on another ledger ---


def test_a_file_is_played_with_the_people_of_a_host() -> None:
    known = {"ann@example.org": PersonId("ann"), "rhea@example.org": PersonId("rhea")}
    performance = play(tomllib.loads(BRIEF), person_at=known.__getitem__)
    assert performance.state.seats["Austria"] == "ann"  # type: ignore[index]


# --- moments ---


@given(st.integers(0, 400), st.integers(0, 23), st.integers(0, 59))
def test_spans_count_from_the_start(days: int, hours: int, minutes: int) -> None:
    start = datetime(2026, 3, 2, 16, tzinfo=UTC)
    span = timedelta(days=days, hours=hours, minutes=minutes)
    assert playfile.when(f"P{days}DT{hours}H{minutes}M", start) == start + span
    assert playfile.when((start + span).isoformat(), start) == start + span


@given(st.text(max_size=12))
def test_no_time_is_ever_guessed(text: str) -> None:
    """A text is a moment, or is told as none with the place where it stands."""
    told = ""
    try:
        moment = playfile.when(text, datetime(2026, 3, 2, tzinfo=UTC), "here")
    except Unplayable as fault:
        told = str(fault)
    assert told.startswith("here: ") or moment.tzinfo is not None


def test_the_clock_strikes_before_a_letter_of_the_same_moment() -> None:
    data: dict[str, Any] = {
        "set": {"II.1": "B"},
        "seats": {"Austria": "ann@example.org"},
        "letter": [{"at": "P7D", "from": "ann@example.org", "text": "A Vie - Gal"}],
    }
    performance: Performance = play(data)
    assert str(performance.state.phase) == "F1901M"
    assert performance.state.sets.keys() == {"Austria"}


KEYS = ["game", "name", "map", "rules", "lang", "start", "seed", "zone", "hour", "weekdays", "begin", "entry", "set",
        "given", "seats", "letter", "expect", "at", "from", "text", "to", "says", "never", "phase", "units", "centers",
        "winner", "deadline", "Austria", "gm", "VI.4", "nonsense"]  # fmt: skip
VALUES = ["diplomacy", "kalmar", "standard", "datc", "en", "P1D", "S1901M", "A VIE", "VIE", "x@example.org", "", "B"]
values = st.recursive(
    st.sampled_from(VALUES) | st.integers(-3, 40) | st.booleans() | st.none() | st.floats(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=3),
    max_leaves=12,
)


@given(st.dictionaries(st.sampled_from(KEYS), values, max_size=6))
def test_any_tables_are_played_or_told_to_be_unplayable(data: dict[str, Any]) -> None:
    try:
        failures = played(stage(playfile.script(data, "kalmar")))
    except Unplayable as fault:
        failures = (str(fault),)
    assert all(isinstance(failure, str) and failure for failure in failures)


def test_letters_of_a_game_whose_press_bears_no_number_are_written(tmp_path: Path) -> None:
    folder = tmp_path / "letters"
    result = run(GAMES.parent / "nomic" / "by_hand_with_who_and_why.toml", "--letters", folder)
    assert result.exit_code == 0, result.output
    assert len(list(folder.glob("*press-bob@example.org.eml"))) == 1
