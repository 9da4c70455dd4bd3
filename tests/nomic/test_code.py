"""Adopted code: what it may answer, what becomes of faults, and that nothing is recorded before a run is made."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.nomic.tables import START, Answering, Table, speaker

from dragoman.game.asking import Ask, Fault, FaultKind, NoSandbox, Outcome, Ran
from dragoman.game.refusals import Refusal
from dragoman.nomic import commands as c
from dragoman.nomic import effects, hooks
from dragoman.nomic.decide import decide
from dragoman.nomic.events.code import CodeRestored, CodeSuspended, HookRan, TaskLeft
from dragoman.nomic.events.recorded import Change, RuleRecord
from dragoman.nomic.events.turns import PointsAdded
from dragoman.nomic.rulesets import RuleSet, ruleset

CODE = "def on_vote_cast(game, event):\n    return []\n"


def coded(code: str = CODE, **settings: str) -> RuleSet:
    """The Lounge set with a rule that has code."""
    made = ruleset("lounge")
    rule = RuleRecord("330", "Votes are watched.", "mutable", settings, code)
    return RuleSet("own", "", (*made.rules, rule), made.regulations, 331, 103, {})


def voted(outcome: Outcome, code: str = CODE, **settings: str) -> Table:
    """A game in which somebody has voted, and the code of rule 330 answered with that."""
    name = hooks.functions(code)[0]
    table = Table(coded(code, **settings), sandbox=Answering(**{name: outcome}))
    table.does(c.Post(speaker("Ann"), Change("enact", text="Everybody is polite.")))
    table.until(49)
    table.does(c.CastVote(speaker("Bob"), "331", "for"))
    return table


def answering(*found: dict[str, Any]) -> Ran:
    return Ran(json.dumps(found), 3)


# --- effects ---


def test_effects_come_about_and_are_recorded() -> None:
    table = voted(answering({"effect": "add_points", "player": "Bob", "amount": 2, "because": "speed"}))
    ran = next(event for event in table.events if isinstance(event, HookRan))
    assert (ran.rule, ran.hook, ran.ticks, ran.code) == ("330", "on_vote_cast", 3, hooks.digest(CODE))
    assert json.loads(ran.about) == {"number": 331, "player": "Bob"}
    assert table.state.players["Bob"].score == 2


def test_code_is_not_told_what_was_voted_before_the_vote_is_complete() -> None:
    """What code does is everybody's: it could give away what it knew."""
    table = voted(answering({"effect": "notice", "text": "A vote."}))
    assert [piece.text for piece in table.state.pieces] == ["A vote."]
    ran = next(event for event in table.events if isinstance(event, HookRan))
    assert "for" not in json.loads(ran.about).values()


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        ("5", "no list of effects"),
        ('[{"effect": "repeal", "rule": 206}]', "no list of effects"),
        ('[{"effect": "add_points", "player": "Zoe", "amount": 1}]', "nobody plays as 'Zoe'"),
        ('[{"effect": "add_points", "player": "Bob", "amount": 1.5}]', "no list of effects"),
        ('[{"effect": "add_points", "player": "Bob", "amount": 10000000}]', "points are more"),
        ('[{"effect": "add_points", "player": "Bob", "amount": 1, "secretly": true}]', "no list of effects"),
        ('[{"effect": "assign_penalty", "player": "Bob", "category": "noise", "severity": "minor"}]',
         "no rule assigns (noise, minor)"),
        ('[{"effect": "remove_penalty", "id": 7}]', "there is no penalty 7"),
        ('[{"effect": "set_param", "name": "defeat_penalty", "value": 0}]', "is no parameter of rule 330"),
        ('[{"effect": "set_param", "name": "dues", "value": "' + "x" * 20 + '"}]', ""),
        ('[{"effect": "set_var", "name": "a", "value": "' + "x" * 5000 + '"}]', "4096 bytes"),
        ('[{"effect": "schedule", "key": "a", "after_h": 0}]', "1 to 8760 hours"),
        (json.dumps([{"effect": "schedule", "key": str(n), "after_h": 1} for n in range(17)]), "16 timers at most"),
        (json.dumps([{"effect": "schedule", "key": "one", "after_h": 1}] * 17), ""),
        (json.dumps([{"effect": "set_var", "name": str(n), "value": "x" * 200} for n in range(30)]), "4096 bytes"),
        (json.dumps([{"effect": "notice", "text": "x"}] * 65), "no more than 64"),
        (json.dumps([{"effect": "notice", "text": "x" * 17000}]), "more than 16384 bytes"),
    ],
)  # fmt: skip
def test_effects_that_cannot_be_suspend_the_code(answer: str, says: str) -> None:
    table = voted(Ran(answer), dues="1")
    suspended = [event for event in table.events if isinstance(event, CodeSuspended)]
    assert bool(suspended) == bool(says)
    if says:
        assert says in suspended[0].says
        assert not any(isinstance(event, HookRan | PointsAdded) for event in table.events)


def test_nothing_comes_about_of_a_list_with_one_bad_effect() -> None:
    good = {"effect": "add_points", "player": "Bob", "amount": 1}
    table = voted(answering(good, {**good, "player": "Zoe"}))
    assert table.state.players["Bob"].score == 0


# --- faults ---


@pytest.mark.parametrize("kind", [kind for kind in FaultKind if kind is not FaultKind.OFF])
def test_faulty_code_is_suspended_and_the_game_goes_on(kind: FaultKind) -> None:
    table = voted(Fault(kind, "it broke", 2, 1))
    assert table.state.suspended["330"].why == kind.value
    assert table.state.proposals[331].casts[-1].player == "Bob"
    assert isinstance(table.sandbox, Answering)
    before = list(table.sandbox.called)
    table.does(c.CastVote(speaker("Cid"), "331", "for"))
    assert table.sandbox.called == before


def test_where_no_code_is_run_it_is_left_as_a_task() -> None:
    table = voted(Fault(FaultKind.OFF))
    assert any(isinstance(event, TaskLeft) for event in table.events)
    assert (table.state.suspended, [each.what for each in table.state.held]) == ({}, ["task"])


def test_suspended_code_acts_again_once_it_is_restored_or_changed() -> None:
    table = voted(Fault(FaultKind.ERROR, "it broke"))
    table.does(c.Invoke(speaker("Bob"), "Is it so bad?"))
    table.does(c.Judge(speaker("Eve"), "No.", (c.Order("restore", rules=("330",)),)))
    assert any(isinstance(event, CodeRestored) for event in table.events)
    assert table.state.suspended == {}


def test_a_judge_can_have_code_suspended_and_its_effects_put_right() -> None:
    table = voted(answering({"effect": "add_points", "player": "Bob", "amount": 2}))
    table.does(c.Invoke(speaker("Cid"), "Does 330 give points at all?"))
    orders = (c.Order("suspend", rules=("330",)), c.Order("points", "Bob", -2))
    table.does(c.Judge(speaker("Eve"), "No: its words say nothing of points.", orders))
    assert table.state.players["Bob"].score == 0
    assert table.state.suspended["330"].why == "judgment"
    assert [event.amount for event in table.events if isinstance(event, PointsAdded)] == [2, -2]


# --- asking ---


def test_a_decision_records_nothing_before_the_run() -> None:
    table = Table(coded(), sandbox=Answering())
    table.does(c.Post(speaker("Ann"), Change("enact", text="Everybody is polite.")))
    table.until(49)
    asked = decide(table.state, c.CastVote(speaker("Bob"), "331", "for"), table.now)
    assert isinstance(asked, Ask)
    assert (asked.call.name, asked.call.hook, asked.call.code) == ("rule 330", "on_vote_cast", CODE)
    game, event = json.loads(asked.call.args)
    assert event == {"number": 331, "player": "Bob"}
    assert [player["name"] for player in game["players"]] == ["Ann", "Bob", "Cid", "Dee", "Eve"]
    assert asked.call.prelude == effects.PRELUDE


def test_code_is_told_no_moment_and_no_fraction() -> None:
    told = hooks.written(hooks.told(Table(coded()).state, "330"))
    assert str(START.year) not in told
    assert not any(isinstance(value, float) for value in _leaves(json.loads(told)))


def _leaves(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return [leaf for each in value.values() for leaf in _leaves(each)]
    return [leaf for each in value for leaf in _leaves(each)] if isinstance(value, list) else [value]


# --- proposing code ---


def propose(code: str, sandbox: Any) -> Any:
    table = Table(sandbox=sandbox)
    return table, table.does(c.Post(speaker("Ann"), Change("enact", text="A rule.", code=code)))


def test_code_that_cannot_be_read_is_refused_with_its_line() -> None:
    fault = Fault(FaultKind.ERROR, "unexpected end", 2, 11)
    _, refused = propose(CODE, Answering(read=fault))
    assert isinstance(refused, Refusal)
    assert refused.code == "bad-code"
    assert dict(refused.says.args) == {"line": "2", "column": "11", "fault": "unexpected end"}
    assert refused.text == "    return []"


def test_code_without_a_hook_is_refused() -> None:
    _, refused = propose("def on_sunday(game, event):\n    return []\n", Answering())
    assert isinstance(refused, Refusal)
    assert refused.code == "no-hook"


def test_code_can_be_proposed_where_none_is_run() -> None:
    table, done = propose(CODE, NoSandbox())
    assert not isinstance(done, Refusal)
    assert table.state.proposals[323].change.code == CODE


# --- hooks that are asked ---


@pytest.mark.parametrize(
    ("hook", "answer", "good"),
    [
        ("threshold", '"2/3"', True), ("threshold", '"most"', False), ("threshold", "null", True),
        ("turn_points", "7", True), ("turn_points", "true", False), ("turn_points", "1.5", False),
        ("tally", "[3, 5]", True), ("tally", "[3]", False), ("tally", "[-1, 5]", False),
        ("next_player", '"Bob"', True), ("next_player", "7", False),
    ],
)  # fmt: skip
def test_a_hook_answers_a_value_of_its_kind(hook: str, answer: str, good: bool) -> None:
    if good:
        hooks.value(hook, answer)
    else:
        with pytest.raises(ValueError, match=r"is no|write"):
            hooks.value(hook, answer)


@pytest.mark.parametrize(
    ("settings", "score"),
    [({}, 15), ({"over": "318"}, 7)],
)
def test_a_rules_own_way_and_a_code_are_in_the_order_of_precedence(settings: dict[str, str], score: int) -> None:
    """318 has the lower number; code of 330 decides the points only where it takes precedence in so many words."""
    code = "def turn_points(game, event):\n    return 7\n"
    table = Table(coded(code, **settings), sandbox=Answering(turn_points=Ran("7")))
    table.adopts("Ann", "propose enact:\nEverybody is polite.\nend")
    assert table.state.players["Ann"].score == score


def test_code_may_say_who_is_next() -> None:
    code = "def next_player(game, event):\n    return 'Dee'\n"
    table = Table(coded(code, over="201"), sandbox=Answering(next_player=Ran('"Dee"')))
    table.adopts("Ann", "propose enact:\nEverybody is polite.\nend")
    assert table.state.turn.mover == "Dee"


def test_every_hook_is_called_somewhere() -> None:
    from pathlib import Path

    import dragoman

    core = "".join(p.read_text("utf-8") for p in (Path(dragoman.__file__).parent / "nomic" / "decide").glob("*.py"))
    assert [hook for hook in hooks.HOOKS if f'"{hook}"' not in core] == []
