"""What whoever writes code is told is so: every occasion with what it holds, and every effect. The page in `docs` is
this; `DRAGOMAN_WRITE=1` writes it anew."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from tests.nomic.tables import PLAYERS, Table, speaker

from dragoman.game.asking import Outcome, Ran
from dragoman.game.saying import Saying
from dragoman.nomic import commands as c
from dragoman.nomic.effects import PRELUDE
from dragoman.nomic.events.recorded import Change, RuleRecord
from dragoman.nomic.game import NOMIC
from dragoman.nomic.hooks import HOOKS
from dragoman.nomic.report.bodies import Table as Rows
from dragoman.nomic.report.occasions import ANSWERS, EFFECTS, EXAMPLE, GAME, OCCASIONS, signatures, uncalled
from dragoman.nomic.rulesets import ruleset
from dragoman.tongues.saying import put

PAGE = Path(__file__).parent.parent.parent / "docs" / "nomic-code.md"


def page() -> str:
    lines = [
        "# The code of a rule of Nomic", "",
        "Made by `tests/nomic/test_occasions.py` from what the answer to `help code` tells; not written by hand. Code",
        "stands in a proposal between two lines of ```` ``` ````, and its language is Starlark.", "",
        "```python", EXAMPLE.rstrip(), "```", "",
        "A function named for an occasion is called with a copy of the game and with what happened. It returns what",
        "stands in the last column; what answers nothing has nothing to say.", "",
        "| function | what `event` holds | when it is called, or what it is asked | what it answers |",
        "|---|---|---|---|",
        *(f"| `{hook}` | {OCCASIONS[hook][0]} | {OCCASIONS[hook][1].text} | {ANSWERS[kind].text} |"
          for hook, kind in HOOKS.items()), "",
        "| effect | what it does |", "|---|---|", *(f"| `{call}` | {says.text} |" for call, says in signatures()), "",
        "| `game` holds | |", "|---|---|", *(f"| `{name}` | {says.text} |" for name, says in GAME.items()),
    ]  # fmt: skip
    return "\n".join(lines) + "\n"


def test_the_page_is_what_players_are_told() -> None:
    if os.environ.get("DRAGOMAN_WRITE"):
        PAGE.write_text(page(), encoding="utf-8")
    assert PAGE.read_text(encoding="utf-8") == page()


def test_every_occasion_and_every_effect_is_told_in_each_language() -> None:
    assert OCCASIONS.keys() == HOOKS.keys()
    assert ANSWERS.keys() == set(HOOKS.values())
    assert EFFECTS.keys() == {line.split()[1].split("(")[0] for line in PRELUDE.split("\n") if line.startswith("def ")}
    said = (*(says for _, says in OCCASIONS.values()), *ANSWERS.values(), *EFFECTS.values(), *GAME.values())
    assert [each.text for each in said if put(each, "fi") == each.text] == []


class Listening:
    """A sandbox that keeps what each hook is told, and answers nothing."""

    def __init__(self) -> None:
        self.told: dict[str, set[str]] = {}
        self.game: set[str] = set()

    def run(self, call: Any) -> Outcome:
        if call.hook:
            game, about = json.loads(call.args)
            self.told.setdefault(call.hook, set()).add(", ".join(sorted(about)))
            self.game |= game.keys()
        answers = [{"effect": "schedule", "key": "tick", "after_h": 1}] if call.hook == "on_vote_opened" else None
        return Ran(json.dumps(answers), 1)


@pytest.mark.dear
def test_each_occasion_tells_what_it_is_said_to_tell() -> None:
    heard = Listening()
    code = "".join(f"def {hook}(game, event):\n    return None\n" for hook in HOOKS)
    lounge = ruleset("lounge")
    table = Table(replace(lounge, rules=(*lounge.rules, RuleRecord("330", "It listens.", code=code))), sandbox=heard)
    table.does(c.Invoke(speaker("Bob"), "Is it so?"))
    table.does(c.Judge(speaker("Eve"), "It is."))
    for name in ("Ann", "Bob", "Cid", "Dee"):
        table.does(c.Overrule(speaker(name)))
    table.says("Ann", "propose enact: Everybody is polite.\nend")
    number = max(table.state.proposals)
    table.says("Ann", f"revise {number}: Everybody is very polite.\nend")
    table.does(c.AnnounceVote(speaker("Ann"), number, table.now + timedelta(hours=24)))
    table.does(c.Post(speaker("Cid"), Change("repeal", "210"), parallel=True))
    table.does(c.Cancel(speaker("Cid"), number + 1))
    table.does(c.Post(speaker("Dee"), Change("repeal", "210"), parallel=True))
    table.does(c.Regulate(speaker("Bob"), Change("amend", "R100", "The rate is 20.", {"base_rate": "20"})))
    table.does(c.Join(speaker(None, "zoe"), "Zoe"))
    table.until(25)
    table.votes(number, PLAYERS)
    table.until(140)
    table.does(c.Forfeit(speaker("Eve")))
    for _ in range(12):
        table.until((table.now - table.state.opened) / timedelta(hours=1) + 100)
    table.does(c.Join(speaker(None, "Eve"), "Eve"))
    wanted = {hook: {", ".join(sorted(keys.split(", ")))} for hook, (keys, _) in OCCASIONS.items()}
    assert heard.told == wanted
    assert heard.game == GAME.keys()
    past = {each.hook: ", ".join(sorted(json.loads(each.about))) for each in table.state.occasions}
    assert all({keys} == wanted[hook] for hook, keys in past.items()), "code is tried on the past as it will be called"


def told(code: str) -> list[str]:
    return [says.text for block in uncalled(code) for says in block.says if isinstance(says, Saying)]  # type: ignore[union-attr]


def test_a_function_that_nothing_calls_is_told_with_the_nearest_occasion() -> None:
    blocks = list(uncalled("def on_votes_completed(game, event):\n    return []\ndef qqq(x):\n    return x\n"))
    said = [put(block.says[0], "en") for block in blocks]  # type: ignore[union-attr, arg-type]
    assert said == [
        "No occasion is called “on_votes_completed”, so that function is never called; the nearest is "
        "“on_vote_completed”. “help code” tells all.",
        "No occasion is called “qqq”, so that function is never called. “help code” tells all.",
    ]
    assert told(EXAMPLE) == []
    assert told("def double(x):\n    return 2 * x\ndef turn_points(game, event):\n    return double(2)\n") == []


def test_the_receipt_of_a_proposal_tells_it_and_help_lists_the_occasions() -> None:
    table = Table(sandbox=Listening())
    text = (
        "propose enact:\nDissent pays.\n```\n" + EXAMPLE + "def on_votes_closed(game, event):\n    return []\n```\nend"
    )
    reading = NOMIC.read(table.state, speaker("Ann"), "", text, table.now)
    table.does(reading.commands[0])
    receipt = NOMIC.receipt(table.state, speaker("Ann"), reading.commands, reading, (), table.now)
    assert "on_votes_closed" in str(receipt.body.heard[0].blocks[-2])
    for asked in ("help code", "ohje koodi"):
        reading = NOMIC.read(table.state, speaker("Ann"), "", asked, table.now)
        answer = NOMIC.receipt(table.state, speaker("Ann"), reading.commands, reading, (), table.now).body.answers
        (rows, *_) = [block for part in answer for block in part.blocks if isinstance(block, Rows)]
        assert [row[0] for row in rows.rows] == list(HOOKS)
