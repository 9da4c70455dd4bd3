"""House rules are provisions: each choice keeps its history, and the book of a past moment says what stood then."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

from dragoman.diplomacy.houserules.provisions import CHOICE, Change, changes, chosen_anew, provisions
from dragoman.diplomacy.houserules.sheet import Sheet
from dragoman.keeper.performance import play
from dragoman.keeper.playfile import Written

AT = datetime(2026, 3, 1, tzinfo=UTC)
HOUR = timedelta(hours=1)
GAMES = Path(__file__).parent.parent.parent / "cases" / "games"


def test_a_choice_made_anew_is_a_version_of_its_provision() -> None:
    book = provisions({"VI.4": "A", "II.1": "B"}, AT)
    later = chosen_anew(book, {"VI.4": "D"}, AT + HOUR, "vote", "3")
    assert later.standing("VI.4").now.settings == {CHOICE: "D"}
    assert later.at(AT).standing("VI.4").now.settings == {CHOICE: "A"}
    assert changes(later) == (Change(AT + HOUR, "VI.4", "A", "D", "vote", "3"),)
    assert changes(book) == ()


def test_every_setting_of_a_sheet_is_a_provision() -> None:
    rules = Sheet().as_rules()
    book = provisions(rules, AT)
    assert {each.number: each.now.settings[CHOICE] for each in book.in_force} == rules


def test_what_a_vote_changed_is_told_with_the_rules() -> None:
    """The book of a game that changed its rules by a vote agrees with its sheet, and the answer to “rules” tells it."""
    stage = play(GAMES / "votes_on_the_rules.toml")
    state = stage.state
    assert changes(state.provisions) != ()
    now = {each.number: each.now.settings[CHOICE] for each in state.provisions.in_force}
    assert now == state.sheet.as_rules()
    stage.write(Written(stage.now, "england@example.org", "kalmar", "rules"))
    text = stage.sent[-1].words.text
    assert "What has changed since the game began" in text
    assert "II.1" in text.partition("What has changed")[2]
