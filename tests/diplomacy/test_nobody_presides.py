"""Where nobody presides, nothing is offered that a game master would have to hear, and nothing is said to be told to
one."""

from __future__ import annotations

from datetime import UTC

import pytest
from tests.diplomacy.tables import Table, opening, speaker

from dragoman.diplomacy.game import DIPLOMACY
from dragoman.game.refusals import Refusal


def answered(gm: bool, text: str, lang: str = "en") -> str:
    at = Table(opening(gm=gm))
    reading = DIPLOMACY.read(at.state, speaker("France"), "", text, at.now)
    outcomes = [(command, at.hear(command)) for command in reading.commands]
    heard = tuple(command for command, came in outcomes if not isinstance(came, Refusal))
    refused = tuple(came for _, came in outcomes if isinstance(came, Refusal))
    receipt = DIPLOMACY.receipt(at.state, speaker("France"), heard, reading, refused, at.now)
    return " ".join(DIPLOMACY.words(receipt, lang, UTC).text.split())


@pytest.mark.parametrize(
    ("lang", "word", "never", "still"),
    [
        (
            "en",
            "help",
            ("game master", "observers, gm", "report 12", "report conduct"),
            ("mute France", "press to France"),
        ),
        ("fi", "ohje", ("pelinjohtaja", "ilmoita 12", "ilmoita käytös"), ("vaimenna Ranska", "viesti Ranskalle")),
    ],
)
def test_help_offers_what_is_there(lang: str, word: str, never: tuple[str, ...], still: tuple[str, ...]) -> None:
    alone, presided = answered(False, word, lang), answered(True, word, lang)
    assert not [each for each in never if each in alone]
    assert [each for each in never if each in presided]
    assert all(each in alone for each in still)


@pytest.mark.parametrize("text", ["gm announce: hello", "gm process S1901M", "pj tauko"])
def test_a_game_masters_word_is_told_that_nobody_presides(text: str) -> None:
    assert "Nobody presides over this game" in answered(False, text)
    assert "Only the game master can do that" in answered(True, text)


def test_an_absence_is_told_to_nobody() -> None:
    assert "told to nobody" in answered(False, "absent 20 March to 25 March")
    assert "told to the game master alone" in answered(True, "absent 20 March to 25 March")
