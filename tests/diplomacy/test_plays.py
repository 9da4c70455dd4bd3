"""Plays of clauses as they are read. That they come out as told, and tell all choices apart, is held by
`houserules/test_alternatives.py`."""

from __future__ import annotations

from importlib import resources

import pytest

from dragoman.diplomacy.houserules.catalogue import CATALOGUE, choices_of
from dragoman.diplomacy.plays import Outcome, Play, address, plays
from dragoman.tongues.catalogue import read_catalogue

FINNISH = resources.files("dragoman.tongues") / "fi" / "LC_MESSAGES"
DATA = resources.files("dragoman.diplomacy.houserules") / "plays"
ALL = [play for some in plays().values() for play in some]


@pytest.mark.parametrize("play", ALL, ids=lambda play: f"{play.clause}: {play.id}")
def test_every_choice_that_can_stand_is_played_and_told(play: Play) -> None:
    stands = [choice for choice in choices_of(CATALOGUE[play.clause]) if play.sheet(choice) is not None]
    assert set(stands) <= set(play.choices())
    for choice in play.choices():
        assert play.outcome_of(choice) is not None, choice
    assert all(outcome.expect for outcome in play.outcome)


def test_a_play_is_written_as_a_file_of_a_game() -> None:
    play = plays()["II.4"][0]
    (expected,) = [outcome for outcome in play.outcome if outcome.choices == ("B",)]
    tables = play.tables("B", expected)
    assert (tables["set"]["II.4"], tables["set"]["II.1"]) == ("B", "B")
    assert tables["letter"][0]["from"] == tables["seats"]["Turkey"] == "turkey@example.org"
    assert address("observer Olga") == "observer-olga@example.org"


def test_a_choice_that_cannot_stand_beside_the_rules_is_not_played() -> None:
    play = Play("one", "VII.3", (), (), (), rules=("III.4=A until=deadline",))
    assert play.choices() == ("A",)
    assert play.outcome_of("A") is None
    with pytest.raises(ValueError, match="cannot stand beside"):
        play.tables("B", Outcome(("B",), "One.", ()))


@pytest.mark.parametrize("name", sorted(each.name for each in DATA.iterdir()))
def test_every_title_and_sentence_has_its_finnish_and_no_other(name: str) -> None:
    text = (DATA / name).read_text("utf-8")
    some = [play for play in ALL if f'id = "{play.id}"' in text]
    english = {play.id for play in some} | {outcome.says for play in some for outcome in play.outcome}
    finnish = read_catalogue((FINNISH / f"plays-{name.removesuffix('.toml')}.po").read_text("utf-8"))
    assert english - finnish.keys() == set()
    assert finnish.keys() - english == set()
    assert [said for said, told in finnish.items() if said == told] == []
