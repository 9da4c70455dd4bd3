"""Rules as data: parameters and their bounds, precedence, rule sets, and amendments put on and taken off."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman.ballots.count import Base, Threshold
from dragoman.game.refusals import Refusal
from dragoman.game.rulebook import Version, rulebook
from dragoman.nomic import diffs, parameters
from dragoman.nomic.parameters import CATALOGUE, misfit, normal, read, rounded
from dragoman.nomic.precedence import prevails
from dragoman.nomic.rulesets import NAMES, RuleSet, read_plain, read_toml, ruleset
from dragoman.nomic.standing import collated
from dragoman.tongues.catalogue import catalogue

AT = datetime(2026, 3, 1, tzinfo=UTC)

# --- parameters ---


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("defeat_penalty", "10", 10),
        ("defeat_penalty", "-1", None),
        ("defeat_penalty", "1.5", None),
        ("start_points", "-5", -5),
        ("vote_open_min_h", "1/2", Fraction(1, 2)),
        ("vote_open_min_h", "0.25", Fraction(1, 4)),
        ("vote_length_h", "9000", None),
        ("vote_length_h", "0", None),
        ("post_within_h", "1/2", None),
        ("reg_quorum", "2/3", Fraction(2, 3)),
        ("reg_quorum", "3/2", None),
        ("threshold", "unanimous", Threshold(Fraction(1), of=Base.ENTITLED)),
        ("threshold", "majority", Threshold(Fraction(1, 2), strictly=True, of=Base.ENTITLED)),
        ("threshold", "2/3 of votes", Threshold(Fraction(2, 3), of=Base.COUNTED)),
        ("threshold", "0", None),
        ("threshold", "all of them", None),
        ("silence", "against", "against"),
        ("silence", "golden", None),
        ("changes", "enact, repeal", ("enact", "repeal")),
        ("changes", "enact, dream", None),
        ("over", "207, 330", ("207", "330")),
        ("delegates", "base_rate, target", ("base_rate", "target")),
        ("delegates", "the moon", None),
    ],
)
def test_a_parameter_has_a_type_and_bounds(name: str, text: str, value: object) -> None:
    assert read(CATALOGUE[name], text) == value


@pytest.mark.parametrize("name", CATALOGUE)
def test_no_text_makes_reading_a_parameter_fail(name: str) -> None:
    for text in ("", " ", "1/0", "²", "-", "1e9", "9" * 40, "majority of", "of", ","):
        assert (read(CATALOGUE[name], text) is None) == (misfit(name, text) is not None), text


@pytest.mark.parametrize("name", CATALOGUE)
def test_a_parameter_is_told_in_every_tongue(name: str) -> None:
    assert CATALOGUE[name].says.text in catalogue("fi")


def test_names_are_written_as_people_like() -> None:
    assert normal("Defeat Penalty") == "defeat_penalty"
    assert normal("penalty Parallel Turn medium long_term") == "penalty parallel turn medium long-term"
    assert normal("reading threshold_at") == "reading threshold-at"


def test_what_cannot_be_set_is_refused_with_what_can() -> None:
    assert misfit("defeat_penalty", "5") is None
    assert misfit("deafeat_penalty", "5").code == "no-such-parameter"
    assert "defeat_penalty" in dict(misfit("deafeat_penalty", "5").says.args)["near"]
    assert misfit("dues", "5", own=True) is None
    assert misfit("penalty noise extreme when", "judge").code == "no-such-severity"
    assert misfit("penalty noise minor when", "sunday").code == "bad-value"
    assert misfit("reading electorate", "opening") is None
    assert misfit("reading electorate", "never").code == "bad-value"
    assert misfit("reading tea-leaves", "now").code == "no-such-reading"


@given(st.fractions(min_value=-1000, max_value=1000))
def test_rounding_is_to_the_nearest_and_halves_go_up(number: Fraction) -> None:
    off = Fraction(rounded(number)) - number
    assert -Fraction(1, 2) < off <= Fraction(1, 2)


# --- precedence ---


def version(number: str, status: str = "mutable", **settings: str) -> Version:
    return Version(AT, number, f"Rule {number}.", status, settings)


@pytest.mark.parametrize(
    ("one", "other", "first"),
    [
        (version("207"), version("330"), "207"),
        (version("207"), version("330", over="207"), "330"),
        (version("207", over="330"), version("330", over="207"), "207"),
        (version("105", "immutable"), version("330", over="105"), "105"),
        (version("335", "immutable"), version("207"), "335"),
        (version("107", "immutable"), version("335", "immutable"), "107"),
        (version("340", defers="350"), version("350"), "350"),
        (version("340", defers="350"), version("350", defers="340"), "340"),
        (version("340", over="350"), version("350", defers="340"), "340"),
    ],
)
def test_which_of_two_rules_prevails(one: Version, other: Version, first: str) -> None:
    book = rulebook([one, other])
    pair = [book.provisions[one.number], book.provisions[other.number]]
    assert prevails(book, *pair).number == first
    assert prevails(book, *reversed(pair)).number == first


# --- rule sets ---


@pytest.mark.parametrize("name", NAMES)
def test_a_rule_set_is_whole(name: str) -> None:
    made = ruleset(name)
    numbers = [int(rule.number) for rule in made.rules]
    assert numbers == sorted(set(numbers))
    assert made.first_number > max(numbers)
    assert all(rule.text and rule.title for rule in made.rules)
    for each in (*made.rules, *made.regulations):
        assert [misfit(setting, text) for setting, text in each.settings.items()] == [None] * len(each.settings)


def test_the_rules_in_the_100s_are_immutable_at_first() -> None:
    for name in NAMES:
        assert {r.number for r in ruleset(name).rules if r.status == "immutable"} == {str(n) for n in range(101, 117)}


PLAIN = """
Our rules, 2026.

101. All players abide by the rules.
202) Everybody is polite.
On Sundays, too.
206. When a proposed rule-change is defeated, the player who proposed it loses 10 points.
(immutable)
R100: The base scoring rate is 15 points.
"""


def test_a_groups_own_text_is_read_rule_by_rule() -> None:
    made = read_plain(PLAIN)
    assert isinstance(made, RuleSet)
    assert [(rule.number, rule.status, rule.text) for rule in made.rules] == [
        ("101", "immutable", "All players abide by the rules."),
        ("202", "mutable", "Everybody is polite.\nOn Sundays, too."),
        ("206", "immutable",
         "When a proposed rule-change is defeated, the player who proposed it loses 10 points."),
    ]  # fmt: skip
    assert made.rules[2].settings == {"defeat_penalty": "10"}
    assert made.regulations[0].settings == {"base_rate": "15"}
    assert (made.first_number, made.first_regulation) == (301, 101)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Nothing here is numbered.", "no-rules"),
        ("101. One.\n101. Again.", "number-twice"),
    ],
)
def test_a_text_that_is_no_rule_set_is_refused(text: str, code: str) -> None:
    refused = read_plain(text)
    assert isinstance(refused, Refusal)
    assert refused.code == code


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("name = 'x'\n[[rule]]\nnumber = 1\n", "bad-rule-set"),
        ("this is not toml", "bad-rule-set"),
        ("name = 'x'\n[[rule]]\nnumber = 'two'\ntext = 'x'", "bad-number"),
        ("name = 'x'\n[[rule]]\nnumber = 1\ntext = 'x'\n[[rule]]\nnumber = 1\ntext = 'y'", "number-twice"),
        ("name = 'x'\n[[rule]]\nnumber = 1\ntext = 'x'\nset.silence = 'golden'", "bad-value"),
        ("name = 'x'\ntake.lounge = [999]", "no-such-rule"),
        ("name = 'x'\ntake.nowhere = [101]", "no-such-rule"),
    ],
)
def test_a_file_that_is_no_rule_set_is_refused(text: str, code: str) -> None:
    refused = read_toml(text)
    assert isinstance(refused, Refusal)
    assert refused.code == code


# --- differences ---

VOCABULARY = ["a", "rule", "may", "not", "be", "amended", "or", "repealed", "by", "less", "than", "two", "thirds"]
WORDS = st.lists(st.sampled_from(VOCABULARY), max_size=12)


@given(WORDS.map(" ".join), WORDS.map(" ".join))
def test_a_diff_holds_both_texts(before: str, after: str) -> None:
    pieces = diffs.words(before, after)
    assert "".join(each.text for each in pieces if each.fate != diffs.NEW).split() == before.split()
    assert "".join(each.text for each in pieces if each.fate != diffs.GONE).split() == after.split()


@given(WORDS.map(" ".join), WORDS.map(" ".join))
def test_a_change_carried_over_to_its_own_text_is_the_change(before: str, after: str) -> None:
    assert diffs.carried_over(before, after, before) == after


def test_a_change_is_carried_over_where_its_place_is_found() -> None:
    before, after = "There may be 25 mutable rules.", "There may be 30 mutable rules."
    assert diffs.carried_over(before, after, "At no time: there may be 25 mutable rules. Never.") == (
        "At no time: there may be 30 mutable rules. Never."
    )
    assert diffs.carried_over(before, after, "There may be as many as there are.") is None
    assert diffs.carried_over("a 25 b", "a 30 b", "a 25 b a 25 b") is None


def test_parameters_are_compared_in_a_table() -> None:
    assert diffs.table({"a": "1", "b": "2"}, {"b": "3", "c": "4"}) == (
        diffs.Row("a", "1", ""), diffs.Row("b", "2", "3"), diffs.Row("c", "", "4"),
    )  # fmt: skip


# --- the alphabet ---


def test_names_are_in_the_order_of_their_alphabet() -> None:
    names = ["Öde", "Zoe", "Åke", "äiti", "Bob", "ann"]
    assert sorted(names, key=lambda name: collated(name, "fi")) == ["ann", "Bob", "Zoe", "Åke", "äiti", "Öde"]
    assert sorted(names, key=lambda name: collated(name, "en")) == ["äiti", "Åke", "ann", "Bob", "Öde", "Zoe"]


def test_every_kind_of_value_is_used() -> None:
    used = {each.kind for each in CATALOGUE.values()}
    assert set(parameters.Kind) - used == {parameters.Kind.FREE}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("so " * 10_000, "so " * 9_000 + "on " * 10),
        ("on " + "so " * 3_000, "so " * 3_000 + "on "),
        ("so " * 3_000, ""),
        ("a b " * 2_000 + "c", "b a " * 2_000 + "c"),
    ],
)
def test_the_same_words_without_end_are_compared_at_once(old: str, new: str) -> None:
    began = time.process_time()
    pieces = diffs.words(old, new)
    assert "".join(piece.text for piece in pieces if piece.fate != diffs.GONE) == new
    assert "".join(piece.text for piece in pieces if piece.fate != diffs.NEW) == old
    assert diffs.carried_over(old, new, old) == new
    assert time.process_time() - began < 1
