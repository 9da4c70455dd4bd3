"""Sentences that are said out of tables have no code without a sentence, and none is said that no table has."""

from __future__ import annotations

import ast
from pathlib import Path

from tests.nomic.tables import Table, speaker

import dragoman
from dragoman.game.saying import Saying
from dragoman.nomic import events
from dragoman.nomic.game import NOMIC
from dragoman.nomic.report import SUBJECTS
from dragoman.nomic.report.answers import HELP
from dragoman.nomic.report.telling import told, trial_fault
from dragoman.nomic.report.wording import FAULTS, FINDINGS, HELD, NO_EFFECT, NOT_TAKEN_BACK, WAITS
from dragoman.tongues.saying import put

CORE = Path(dragoman.__file__).parent / "nomic"
SILENT = {"GameOpened", "PersonInvited", "PlayerSeated", "ObserverSeated", "FactsRecorded", "VoteCast", "HourPassed",
          "RegulationCast", "TurnBegun", "TurnCompleted", "PostingMissed", "OverrulingCast", "ConsentGiven",
          "ConfirmationGiven", "TermEnded", "HookRan", "VariableSet", "TimerSet", "TimerCancelled", "TimerRang",
          "PressSent", "OrdersCarriedOut"}  # fmt: skip
"""What is told to nobody, but in the receipt or by what follows from it."""


def said(name: str) -> set[str]:
    """The texts that are given to a keyword of that name anywhere in the core."""
    return {
        keyword.value.value
        for path in CORE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call)
        for keyword in node.keywords
        if keyword.arg == name and isinstance(keyword.value, ast.Constant) and isinstance(keyword.value.value, str)
    }


def test_whatever_is_held_for_a_judge_is_told() -> None:
    assert said("what") - HELD.keys() == set()


def test_whatever_has_no_effect_is_told() -> None:
    assert {"target-gone", "limit", "last-mutable", "improper", "threshold", "cannot-rebuild"} == NO_EFFECT.keys()


def test_whatever_is_not_taken_back_of_a_ruling_is_told_and_why_a_win_waits_or_is_none() -> None:
    kept = {"penalty", "reading", "set", "code", "opens", "announced", "effect", "meanwhile"}
    assert kept == NOT_TAKEN_BACK.keys()
    assert {"ruling", "finding", "before"} == WAITS.keys()
    assert {"overruled", "denied", "left"} == FINDINGS.keys()
    assert all(put(each, "fi") != each.text for table in (NOT_TAKEN_BACK, WAITS, FINDINGS) for each in table.values())


def test_every_fault_of_code_is_told() -> None:
    from dragoman.game.asking import FaultKind

    assert {kind.value for kind in FaultKind} - FAULTS.keys() == {"off"}


def test_code_that_was_cut_short_on_the_past_is_told_in_words() -> None:
    told_of = trial_fault("on_proposal_adopted: Evaluation cancelled")
    assert isinstance(told_of, Saying)
    assert put(told_of, "fi") == "on_proposal_adopted: se vei liian monta askelta"
    assert trial_fault("check_winner: division by zero") == "check_winner: division by zero"


def test_every_event_is_told_or_meant_not_to_be() -> None:
    kinds = {each.__name__: each for each in events.Event.__args__}
    untold = {name for name, kind in kinds.items() if told.dispatch(kind) is told.dispatch(object)}
    assert untold == SILENT


def test_every_subject_is_of_an_event() -> None:
    assert {kind for kind, _, _ in SUBJECTS} <= set(events.Event.__args__)


def test_what_the_finnish_help_shows_is_finnish_and_read_as_the_english_is() -> None:
    table = Table(gm="Gus")

    def heard(line: str) -> list[object]:
        found: list[object] = []
        for part in line.split(" · "):
            body = part.replace(" … ", "\nx\n").replace("…", "enact: x")
            found += [type(each) for each in NOMIC.read(table.state, speaker("Ann"), "", body, table.now).commands]
        return found

    other = {finnish: (heard(finnish), heard(saying.text)) for saying, _ in HELP if (finnish := put(saying, "fi"))}
    assert {finnish: both for finnish, both in other.items() if both[0] != both[1]} == {}
    assert not {saying.text for saying, _ in HELP} & set(other), "each is put into Finnish"
    assert sum(bool(heard(saying.text)) for saying, _ in HELP) >= 13
