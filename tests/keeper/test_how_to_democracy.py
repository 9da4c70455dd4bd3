"""All that the guide to Democracy shows is so: its game is played, its ballots are read, its seal is the seal."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from tests.diplomacy.tables import POWERS, Table, opening, speaker

from dragoman.ballots import receipts
from dragoman.diplomacy.commands import CastBallot, PlaceBids
from dragoman.diplomacy.democracy.count import COUNT, Contest, Rank, counted, option
from dragoman.diplomacy.democracy.telling import short
from dragoman.diplomacy.game import DIPLOMACY
from dragoman.diplomacy.houserules.presets import preset
from dragoman.diplomacy.houserules.sheet import Sheet
from dragoman.keeper.expecting import played
from dragoman.keeper.performance import stage
from dragoman.keeper.playfile import script

GUIDE = (Path(__file__).parents[2] / "docs" / "how-to" / "democracy.md").read_text("utf-8")
GAMES = re.findall(r"```toml\n(.*?)```", GUIDE, re.DOTALL)
BALLOTS = re.findall(r"```letter\n(.*?)```\n\n```counts\n(.*?)```", GUIDE, re.DOTALL)
BIDS = [text for text in re.findall(r"```letter\n(.*?)```", GUIDE, re.DOTALL) if text.startswith("bids")]
CODE = re.findall(r"```python\n(.*?)```", GUIDE, re.DOTALL)


def table(name: str) -> Table:
    sheet = preset(name)
    assert isinstance(sheet, Sheet)
    return Table(opening(rules=sheet.as_rules(), seated=POWERS))


def test_the_guide_has_something_of_each() -> None:
    assert (len(GAMES), len(BALLOTS), len(BIDS), len(CODE)) == (1, 3, 1, 1)


@pytest.mark.parametrize("text", GAMES)
def test_a_game_in_the_guide_comes_out_as_it_says(text: str) -> None:
    assert played(stage(script(tomllib.loads(text)))) == ()


@pytest.mark.parametrize(("letter", "counts"), BALLOTS)
def test_a_ballot_in_the_guide_counts_as_it_says(letter: str, counts: str) -> None:
    at = table("democracy")
    reading = DIPLOMACY.read(at.state, speaker("Russia"), "", letter, at.now)
    assert not reading.unread
    (ballot,) = reading.commands
    assert isinstance(ballot, CastBallot)
    assert [f"{line.votes} {line.option}" for line in ballot.lines] == counts.splitlines()


@pytest.mark.parametrize("letter", BIDS)
def test_bids_in_the_guide_are_read(letter: str) -> None:
    at = table("payola")
    reading = DIPLOMACY.read(at.state, speaker("Germany"), "", letter, at.now)
    assert not reading.unread
    (bids,) = reading.commands
    assert isinstance(bids, PlaceBids)
    assert len(bids.offer.bids) == 3
    assert (bids.offer.savings, bids.offer.accepts) == (10, (("MUN", ("France", "Italy")),))
    at.say(bids)


@pytest.mark.parametrize("code", CODE)
def test_the_seal_in_the_guide_is_the_seal(code: str) -> None:
    found: dict[str, object] = {}
    exec(code, found)  # noqa: S102  # what the guide shows is what runs
    reckoned = found["seal"]("aula 1", "observer Äiti", "5 F LON", "00" * 16)  # type: ignore[operator]
    assert reckoned == receipts.seal("aula 1", "observer Äiti", "5 F LON", bytes(16))


@pytest.mark.parametrize(("listed", "built"), re.findall(r"^\| ([^|]*Stp[^|]*) \| ([^|]*) \|$", GUIDE, re.MULTILINE))
def test_a_tie_in_the_guide_is_decided_as_it_says(listed: str, built: str) -> None:
    votes = {option("F STP/NC"): 12, option("A MOS"): 12, option("A WAR"): 12, option("F STP/SC"): 8}
    order = [Rank(option(each.upper()), "list") for each in re.findall(r"[AF] \w+(?:/\w+)?", listed)]
    outcome = counted(Contest("Russia", 1, ("MOS", "STP", "WAR")), votes, order, COUNT)
    assert [short(each) for each in outcome.built] == ([] if built == "Russia is asked" else [built])
    assert bool(outcome.asked) is (built == "Russia is asked")
