"""212: what a Judge decided is of no effect once overruled, whatever was ordered, and nobody wins by it before."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from tests.nomic.tables import PLAYERS, START, Table, speaker

from dragoman.nomic import commands as c
from dragoman.nomic import standing
from dragoman.nomic.events import decoded, encoded
from dragoman.nomic.events.judgment import JudgmentGiven, NotTakenBack, OrdersCarriedOut
from dragoman.nomic.events.ordered import Opens, ReadSo, Set, Unset, postponed, without
from dragoman.nomic.events.recorded import RuleRecord
from dragoman.nomic.evolve import evolve
from dragoman.nomic.readings import READINGS
from dragoman.nomic.rulesets import ruleset
from dragoman.nomic.state import State

NOISE = {"penalty noise minor when": "judge", "penalty noise minor immediate": "-2", "penalty noise minor removal": "4"}
CODED = "def on_timer(game, event):\n    return []\n"


def table() -> Table:
    """After Ann's turn: 323 is adopted and waits for a Judge, and 324 is debated. Ann holds a penalty."""
    lounge = ruleset("lounge")
    noise = RuleRecord("330", "Noise is penalised.", settings=NOISE, code=CODED)
    made = Table(replace(lounge, rules=(*lounge.rules, noise)), gm="gm")
    made.adopts("Ann", "propose repeal 203")
    assert made.says("Cid", "parallel propose enact: Everybody is polite.\nend") == []
    by_hand(made, c.Order("penalty", "Ann", name="noise", value="minor"))
    made.now += timedelta(minutes=1)
    return made


def by_hand(made: Table, order: c.Order) -> None:
    assert isinstance(made.does(c.Record(speaker("gm"), order)), tuple)


def ruled(made: Table, *orders: str, words: str = "So it is.") -> Table:
    number = len(made.state.judgments) + 1
    assert made.says("Bob", f"invoke judgment: Question {number}: is it so?") == []
    assert made.says("Eve", "\n".join([f"judge {number}: {words}", *orders, "end"])) == []
    made.now += timedelta(minutes=1)
    return made


def overruled(made: Table, number: int = 1, by: tuple[str, ...] = ("Ann", "Bob", "Cid", "Dee")) -> Table:
    for name in by:
        assert made.says(name, f"overrule {number}") == []
    return made


def stands(state: State) -> dict[str, Any]:
    """All that a ruling can change."""
    return {
        "scores": {name: each.score for name, each in state.players.items()},
        "penalties": {(each.id, each.player) for each in state.penalties if each.removed is None},
        "readings": {name: standing.reading(state, name) for name in READINGS},
        "rules": {each.number: (each.now.text, each.now.status, each.now.settings) for each in state.book.in_force},
        "suspended": {key: (each.why, each.says) for key, each in state.suspended.items()},
        "conflicts": state.conflicts,
        "openings": {number: each.opens for number, each in state.proposals.items()},
        "effects": {number: each.effect for number, each in state.proposals.items()},
        "held": {(each.what, each.about, each.clause) for each in state.held},
        "timers": state.timers,
        "won": (state.unplayable, state.wins, state.winner, state.stage),
    }


ORDERS = [
    ("order points Ann +5",),
    ("order points Bob -7", "order points Eve +600"),
    ("order penalty Bob noise minor",),
    ("order remove penalty 1",),
    ("order reading electorate = opening",),
    ("order set defeat_penalty = 99",),
    ("order set target = 0",),
    ("order suspend 330",),
    ("order conflict 101 206",),
    ("order conflict 206 207",),
    ("order winner Bob",),
    ("order open 324 5 March 18:00",),
    ("order effect 323",),
    ("order settled 323",),
    ("order settled",),
    ("order set defeat_penalty = 99", "order set defeat_penalty = 3", "order suspend 203", "order effect 323"),
]


@pytest.mark.parametrize("orders", ORDERS)
def test_what_an_overruled_judge_ordered_is_put_back(orders: tuple[str, ...]) -> None:
    made = table()
    before = stands(made.state)
    ruled(made, *orders)
    assert stands(made.state) != before
    overruled(made)
    assert stands(made.state) == before
    assert not any(isinstance(event, NotTakenBack) for event in made.events)


def test_code_that_a_judge_had_act_again_is_suspended_as_before() -> None:
    made = table()
    by_hand(made, c.Order("suspend", rules=("330",)))
    before = stands(made.state)
    overruled(ruled(made, "order restore 330"))
    assert stands(made.state) == before


def test_what_waited_and_was_spoken_of_waits_again() -> None:
    made = ruled(table(), words="323 has no effect.")
    assert made.state.held == ()
    overruled(made)
    assert [each.about for each in made.state.held] == ["323"]


def test_all_rulings_on_a_question_are_taken_back() -> None:
    made = table()
    before = stands(made.state)
    ruled(made, "order points Ann +5", "order set defeat_penalty = 99")
    assert made.says("Eve", "judge 1: No, more.\norder points Ann +5\norder set defeat_penalty = 3\nend") == []
    overruled(made)
    assert stands(made.state) == before


def test_of_two_rulings_neither_puts_back_what_the_other_had_ordered() -> None:
    made = table()
    before = stands(made.state)
    ruled(ruled(made, "order set defeat_penalty = 99"), "order set defeat_penalty = 3")
    overruled(made, 1)
    assert standing.whole(made.state, "defeat_penalty") == 3
    overruled(made, 2)
    assert stands(made.state) == before


# --- what stays ---


def stays(made: Table) -> list[tuple[str, str]]:
    return [(event.matter, event.about) for event in made.events if isinstance(event, NotTakenBack)]


@pytest.mark.parametrize(
    ("order", "meanwhile", "what"),
    [
        ("order set defeat_penalty = 99", c.Order("set", name="defeat_penalty", value="7"), ("set", "defeat_penalty")),
        (
            "order reading electorate = opening",
            c.Order("reading", name="electorate", value="now"),
            ("reading", "electorate"),
        ),
        ("order suspend 330", c.Order("restore", rules=("330",)), ("code", "330")),
        ("order penalty Bob noise minor", c.Order("remove penalty", amount=2), ("penalty", "2")),
        (
            "order open 324 5 March 18:00",
            c.Order("opens", amount=324, moment=START + timedelta(hours=70)),
            ("announced", "324"),
        ),
    ],
)
def test_what_was_changed_since_stays(order: str, meanwhile: c.Order, what: tuple[str, str]) -> None:
    made = ruled(table(), order)
    by_hand(made, meanwhile)
    before = stands(made.state)
    overruled(made)
    assert (stays(made), stands(made.state)["rules"]) == ([what], before["rules"])


def test_a_vote_that_has_begun_goes_on() -> None:
    made = ruled(table(), "order open 324 3 March 02:00")
    made.until(26)
    overruled(made)
    assert stays(made) == [("opens", "324")]
    assert made.state.proposals[324].opened is not None


def test_a_rule_amended_since_keeps_what_the_amendment_set() -> None:
    made = ruled(table(), "order set vote_length_h = 30", "order set defeat_penalty = 99")
    made.says("Ann", "consent"), made.says("Cid", "consent"), made.says("Dee", "consent"), made.says("Eve", "consent")
    number = made.state.next_number
    made.says("Dee", "parallel propose amend 206: A defeat costs 99.\nset defeat_penalty = 99\nend")
    made.does(c.AnnounceVote(speaker("Dee"), number, made.now + timedelta(hours=24)))
    made.until(51)
    made.votes(number, PLAYERS)
    overruled(made)
    assert stays(made) == [("set", "defeat_penalty"), ("meanwhile", "")]
    assert standing.whole(made.state, "vote_length_h") is None or standing.amount(made.state, "vote_length_h") == 48


def test_what_rulings_left_is_kept_true_through_a_pause_and_without_one_another() -> None:
    hour = timedelta(hours=1)
    traces = (Opens(324, None, START), Unset("330", "tick", START, "null"), ReadSo("electorate", "", "opening"))
    assert postponed(traces, hour) == (
        Opens(324, None, START + hour),
        Unset("330", "tick", START + hour, "null"),
        traces[2],
    )
    kept = (Set("206", "defeat_penalty", "99", "3"), Set("206", "other", "99", "3"))
    assert without(kept, (Set("206", "defeat_penalty", "10", "99"),)) == (
        Set("206", "defeat_penalty", "10", "3"),
        kept[1],
    )


def test_a_ruling_of_an_earlier_version_leaves_nothing_to_take_back() -> None:
    made = ruled(table(), "order points Ann +5")
    state: State | None = None
    for event in made.events:
        if not isinstance(event, OrdersCarriedOut):
            state = evolve(state, decoded(encoded(event)))
    assert state is not None
    assert (state.judgments[0].ordered, state.judgments[0].ruling) == ((), "So it is.")
    assert any(isinstance(event, JudgmentGiven) for event in made.events)


# --- winning ---


def test_a_win_waits_for_as_long_as_the_ruling_may_be_overruled() -> None:
    made = ruled(table(), "order points Eve +600")
    assert [(each.player, each.because, each.id) for each in made.state.wins] == [("Eve", "ruling", 1)]
    assert made.state.winner == ""
    assert made.says("Bob", "propose enact: Everybody is rude.\nend") == []
    assert (made.state.winner, made.state.won_by) == ("Eve", "322")


def test_a_win_waits_no_longer_than_anybody_would_overrule() -> None:
    made = ruled(table(), "order points Eve +600")
    for name in ("Ann", "Bob", "Cid"):
        made.says(name, "do not overrule")
    assert made.state.winner == ""
    made.does(c.Forfeit(speaker("Dee")))
    assert made.state.winner == "Eve"


def test_whoever_leaves_may_leave_all_others_agreed() -> None:
    made = overruled(ruled(table(), "order points Eve +100"), by=("Ann", "Bob", "Cid"))
    assert made.state.judgments[0].judge == "Eve"
    made.does(c.Forfeit(speaker("Dee")))
    assert made.state.judgments[0].judge == "Cid"
    assert made.state.players["Eve"].score == 0


def test_points_by_the_rules_that_reach_the_target_only_on_those_of_a_ruling_wait_too() -> None:
    made = ruled(table(), "order points Cid +499")
    by_hand(made, c.Order("points", "Cid", 1))
    assert (made.state.winner, [each.player for each in made.state.wins]) == ("", ["Cid"])
    by_hand(made, c.Order("points", "Dee", 500))
    assert (made.state.winner, [each.because for each in made.state.wins]) == ("", ["ruling", "before"])
    overruled(made)
    assert made.state.winner == "Dee"


def test_a_win_that_hangs_on_no_ruling_is_won_at_once() -> None:
    made = ruled(table(), "order points Cid +100", "order set defeat_penalty = 3")
    by_hand(made, c.Order("points", "Cid", 500))
    assert made.state.winner == "Cid"


def test_a_new_ruling_may_take_from_a_winner_what_wins() -> None:
    made = ruled(ruled(table(), "order points Eve +600"), "order points Eve -600")
    assert made.state.wins == ()
    made.says("Bob", "propose enact: Everybody is rude.\nend")
    assert made.state.winner == ""


def test_points_lost_by_the_rules_take_no_win_from_whoever_had_reached_the_target() -> None:
    made = ruled(table(), "order points Cid +500")
    made.until(28)  # the hour of Cid's parallel turn is over: it costs 5 points
    by_hand(made, c.Order("points", "Dee", 1))
    assert (made.state.players["Cid"].score, [each.player for each in made.state.wins]) == (495, ["Cid"])
    again = ruled(table(), "order points Cid +500")
    again.until(28)
    overruled(again)
    assert (again.state.players["Cid"].score, again.state.wins, again.state.winner) == (-5, (), "")
    made.says("Bob", "propose enact: Everybody is rude.\nend")
    assert made.state.winner == "Cid"


def test_whoever_a_ruling_kept_from_the_target_wins_once_it_is_overruled() -> None:
    made = ruled(table(), "order set target = 9999")
    by_hand(made, c.Order("points", "Cid", 500))
    assert made.state.winner == ""
    overruled(made)
    assert made.state.winner == "Cid"


def test_a_judge_who_says_which_of_several_has_won_can_be_overruled() -> None:
    made = Table(gm="gm", readings={"target-lowered": "wins"})
    made.adopts("Ann", "propose enact: Everybody is polite.\nend")
    for name in ("Ann", "Eve"):
        by_hand(made, c.Order("points", name, 300))
    by_hand(made, c.Order("set", name="target", value="200"))
    assert [each.what for each in made.state.held] == ["several-at-target"]
    ruled(made, "order winner Eve")
    assert (made.state.winner, made.state.held) == ("", ())
    overruled(made)
    assert (made.state.winner, made.state.wins) == ("", ())
    assert [each.what for each in made.state.held] == ["several-at-target"]


# --- play that cannot go on ---


def test_a_win_that_is_being_confirmed_comes_before_points() -> None:
    made = ruled(table(), "order winner Bob", "order points Eve +600")
    by_hand(made, c.Order("points", "Cid", 500))
    assert (made.state.winner, made.state.unplayable) == ("", "Bob")
    for name in ("Ann", "Cid", "Dee"):
        made.says(name, "confirm")
    assert (made.state.winner, made.state.won_by) == ("Bob", "213")


def test_points_win_once_all_others_say_that_play_can_go_on() -> None:
    made = ruled(table(), "order winner Bob")
    by_hand(made, c.Order("points", "Cid", 500))
    for name in ("Ann", "Cid", "Dee", "Eve"):
        assert made.state.winner == ""
        made.says(name, "do not confirm")
    assert (made.state.winner, made.state.unplayable) == ("Cid", "")


def test_whoever_has_left_does_not_win_by_what_is_being_confirmed() -> None:
    made = ruled(table(), "order winner Bob")
    made.does(c.Forfeit(speaker("Bob")))
    assert (made.state.winner, made.state.unplayable) == ("", "")
