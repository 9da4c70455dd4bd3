"""What pages of the guide say one may write is understood: orders in tables, words of votes and of corrections."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from tests.diplomacy.tables import Table, opening, speaker
from tests.guide.examples import DOCS, read

from dragoman.cli import main
from dragoman.diplomacy.game import DIPLOMACY
from dragoman.diplomacy.houserules.clubs import CLUBS
from dragoman.game.seats import GM

POSITIONS: tuple[dict[str, Any], ...] = (
    {"season": "Spring", "year": 1901, "phase": "Movement",
     "units": [["France", "A", "PAR"], ["France", "A", "MAR"], ["France", "F", "BRE"]]},
    {"season": "Fall", "year": 1901, "phase": "Movement", "units": [["France", "A", "BRE"], ["France", "F", "MAO"]]},
    {"season": "Fall", "year": 1901, "phase": "Retreat", "units": [["Germany", "A", "BUR"]],
     "dislodged": [["France", "A", "BUR"]], "attacked_from": {"BUR": "MUN"}},
    {"season": "Winter", "year": 1901, "phase": "Adjustment", "units": [["France", "A", "SPA"]],
     "centers": {"France": ["PAR", "BRE", "MAR", "SPA"]}},
)  # fmt: skip
"""Where the orders that the pages show could be given by France."""


def writings(page: str, heading: str) -> list[str]:
    """What stands between backticks in the table under that head."""
    text = (DOCS / page).read_text("utf-8")
    table = text[text.index(heading) :].split("\n\n")[0]
    return re.findall(r"`([^`]+)`", table)


@pytest.mark.parametrize(
    ("page", "heading"),
    [("play/letters.md", "| order | you may write |"), ("fi/kirjeet.md", "| siirto | voit kirjoittaa |")],
)
def test_an_order_may_be_written_so(page: str, heading: str, tmp_path: Path) -> None:
    lines = writings(page, heading)
    assert len(lines) > 10
    understood: set[str] = set()
    for number, position in enumerate(POSITIONS):
        file = tmp_path / f"{number}.json"
        file.write_text(json.dumps(position))
        words = ("read", "--power", "France", "--position", str(file))
        told = CliRunner().invoke(main, words, input="\n".join(lines) + "\n").stdout.splitlines()
        understood |= {line["text"] for line in map(json.loads, told) if line["status"] == "order"}
    assert [line for line in lines if line not in understood] == []


VOTES = re.findall(
    r"`((?:propose|vote|abstain|withdraw|gm|ehdota|peru|ääni) [^`…]+[^`…:])`",
    (DOCS / "how-to/votes.md").read_text("utf-8") + (DOCS / "play/negotiate.md").read_text("utf-8"),
)
CORRECTING = read((DOCS / "how-to/correct-errors.md").read_text("utf-8"))
TOLD = [
    line
    for block in CORRECTING.words
    for line in re.findall(r"^(?:error|gm) .*(?:\n(?!gm|error).+)*", block, re.MULTILINE)
]


@pytest.mark.parametrize("text", sorted({*VOTES, *TOLD}))
def test_a_word_may_be_said_so(text: str) -> None:
    table = Table(opening(gm=True))
    by = speaker(GM if text.startswith("gm") else "France")
    reading = DIPLOMACY.read(table.state, by, "", text, table.now)
    assert reading.unread == ()
    assert reading.commands


def test_there_are_words_to_hear() -> None:
    assert len(VOTES) > 15
    assert len(TOLD) > 6


FINNISH = (DOCS / "fi" / "pelinjohtajalle.md").read_text("utf-8")
MASTERS = sorted({*re.findall(r"`(pj [^`\n]+)`", FINNISH), *re.findall(r"^pj .*(?:\n(?!`).+)*", FINNISH, re.MULTILINE)})


@pytest.mark.parametrize("text", MASTERS)
def test_a_finnish_game_master_may_say_so(text: str) -> None:
    table = Table(opening(gm=True, rules=CLUBS["suomi"]))
    reading = DIPLOMACY.read(table.state, speaker(GM), "", text, table.now)
    assert reading.commands
    assert reading.unread == ()
    assert reading.refused == ()
