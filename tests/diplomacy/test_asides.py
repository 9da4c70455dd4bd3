"""Words behind a command that are no part of it keep nobody's vote from being read, unless they could change it; and
what to write instead is told in the reader's own language, so that it is read as the English is."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path

import pytest
from tests.diplomacy.tables import POWERS, Table, opening, speaker
from tests.diplomacy.test_speech import short

from dragoman.diplomacy.commands import ProposeEnding
from dragoman.diplomacy.game import DIPLOMACY
from dragoman.game.protocol import Reading
from dragoman.game.saying import say
from dragoman.tongues.catalogue import read_catalogue
from dragoman.tongues.saying import put

CASES = tomllib.loads((Path(__file__).parent.parent / "cases" / "speech" / "asides.toml").read_text(encoding="utf-8"))
SUGGESTIONS = Path(__file__).parents[2] / "src/dragoman/tongues/fi/LC_MESSAGES/suggestions.po"
BARE = re.compile(r"[\W_]+")


@cache
def table() -> Table:
    at = Table(opening(gm=True, seated=(*POWERS, "observer Olga")))
    at.say(ProposeEnding(speaker("Italy"), "draw"))
    at.say(ProposeEnding(speaker("Turkey"), "win", (("Russia",),)))
    return at


def read(line: str, who: str = "Austria") -> Reading:
    return DIPLOMACY.read(table().state, speaker(who), "", line, table().now)


@pytest.mark.parametrize(("line", "does"), [(line, case["does"]) for case in CASES["passed"] for line in case["lines"]])
def test_an_aside_is_passed_over(line: str, does: list[str]) -> None:
    reading = read(line)
    assert [short(command).partition(" because ")[0] for command in reading.commands] == does
    assert reading.unread == ()


@pytest.mark.parametrize("line", CASES["turned"]["lines"])
def test_what_could_turn_a_command_keeps_it_from_being_read(line: str) -> None:
    assert read(line, "gm" if line.startswith("gm") else "Austria").commands == ()


def test_what_was_passed_over_is_told() -> None:
    assert read("vote no on 1 (sorry Austria)").ignored == ("(sorry Austria)",)
    assert read("propose draw, I must go home").ignored == (", I must go home",)


@pytest.mark.parametrize("line", ["No, sorry.", "vote no on 1, no, wait, yes", "ääni 1 ei, eikun kyllä"])
def test_a_vote_that_is_not_read_is_told(line: str) -> None:
    (unread,) = read(line).unread
    assert unread.suggestions


SAID_ELSEWHERE = ("choose", "15 no", "accept A", "pay", "perpetual", "all hold", "dark grey", "gm accept", "proxy")
"""Words of other games, or for other units than stand here; and press that is not carried here."""


@pytest.mark.parametrize(
    ("english", "finnish"),
    [
        (english, finnish)
        for english, finnish in read_catalogue(SUGGESTIONS.read_text("utf-8")).items()
        if not english.startswith(SAID_ELSEWHERE)
    ],
)
def test_suggestions_are_read_alike_in_either_language(english: str, finnish: str) -> None:
    gaps = {"{number}": "1", "{turn}": "S1901M", "…": "why"}
    for gap, value in gaps.items():
        english, finnish = english.replace(gap, value), finnish.replace(gap, value)
    english, finnish = english.replace("{power}", "Austria"), finnish.replace("{power}", "Itävalta")
    who = "gm" if english.startswith("gm ") else "England"
    one, two = read(english, who), read(finnish, who)
    assert [short(each) for each in two.commands] == [short(each) for each in one.commands]
    assert one.commands
    assert [each.code for each in two.unread] == [each.code for each in one.unread]


def test_a_suggestion_is_put_into_the_readers_language() -> None:
    told = say("Write for instance: {examples}.", examples="vote no on 1\nvote no on 23\npropose draw\nA MUN - BUR")
    assert put(told, "fi").endswith("ääni 1 ei, ääni 23 ei, ehdota tasapeliä, A MUN - BUR.")
    assert put(told, "en") == "Write for instance: vote no on 1, vote no on 23, propose draw, A MUN - BUR."
