"""The parameters by which rules act: each has a type, bounds and a meaning, and belongs to whichever rule sets it.

A parameter that no rule in force sets is undefined, and whatever hangs on it does not happen; nothing is ever assumed
for a rule that is not there.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from enum import StrEnum
from fractions import Fraction

from dragoman.ballots.count import Base, Threshold
from dragoman.game.refusals import Refusal
from dragoman.game.saying import Saying, say
from dragoman.nomic.readings import PREFIX, READINGS


class Kind(StrEnum):
    """What a parameter's value is."""

    WHOLE = "whole"
    """A whole number."""
    AMOUNT = "amount"
    """A number of hours or minutes, or a rate; exact, so that `1/2` is possible."""
    SHARE = "share"
    """A fraction between 0 and 1."""
    THRESHOLD = "threshold"
    """`unanimous`, `majority`, a fraction of the eligible voters (`2/3`), or one `of votes`."""
    CHOICE = "choice"
    LIST = "list"
    """Words of a fixed choice, parted by commas."""
    NUMBERS = "numbers"
    """Numbers of rules."""
    NAMES = "names"
    """Names of parameters."""
    FREE = "free"
    """A word or number that only a rule's own code reads."""


Value = int | Fraction | Threshold | str | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter: its type, its bounds, what it may be, and what it means. `rule` is the number that the Lounge set
    gives the rule it stands in, for whoever looks it up; no code asks for it."""

    name: str
    kind: Kind
    says: Saying
    rule: str
    choices: tuple[str, ...] = ()
    least: int = 0
    most: int = 1_000_000


CHANGES = ("enact", "amend", "repeal", "amend amendment", "repeal amendment", "transmute")
SEVERITIES = ("minor", "medium", "severe")


def _known(*parameters: Parameter) -> Mapping[str, Parameter]:
    return {each.name: each for each in parameters}


CATALOGUE = _known(
    Parameter("changes", Kind.LIST, say("What may be proposed as a rule-change"), "103", CHANGES),
    Parameter("transmutation_needs", Kind.THRESHOLD, say("What making an immutable rule mutable needs"), "109"),
    Parameter("min_mutable", Kind.WHOLE, say("Mutable rules there must be at least"), "114"),
    Parameter("order", Kind.CHOICE, say("By what the order of turns goes"), "201", ("nickname", "surname", "seating")),
    Parameter("start_points", Kind.WHOLE, say("Points everybody begins with"), "201", least=-1_000_000),
    Parameter("threshold", Kind.THRESHOLD, say("What a rule-change needs"), "203"),
    Parameter("threshold_after", Kind.THRESHOLD, say("What it changes to by itself"), "203"),
    Parameter("circuits_until", Kind.WHOLE, say("Circuits after which it changes by itself"), "203", least=1),
    Parameter("defeat_penalty", Kind.WHOLE, say("Points that a defeat costs the proponent"), "206"),
    Parameter("dissent_points", Kind.WHOLE, say("Points for a vote against a proposal that is adopted"), "204"),
    Parameter("dissent_after", Kind.CHOICE, say("From when dissent is rewarded"), "204", ("majority", "always")),
    Parameter("votes_each", Kind.WHOLE, say("Votes that each player has"), "207", most=1000),
    Parameter("max_mutable", Kind.WHOLE, say("Mutable rules there may be at most"), "209", least=1),
    Parameter("consultation", Kind.CHOICE, say("Whether players may consult each other"), "210", ("free", "barred")),
    Parameter("precedence", Kind.CHOICE, say("Which of two rules of a kind prevails"), "211", ("lowest", "highest")),
    Parameter("over", Kind.NUMBERS, say("Rules it takes precedence over"), "211"),
    Parameter("defers", Kind.NUMBERS, say("Rules it defers to"), "211"),
    Parameter("judge", Kind.CHOICE, say("Who judges"), "212", ("player-before",)),
    Parameter("overruling", Kind.THRESHOLD, say("What overruling a Judge needs"), "212"),
    Parameter("consent", Kind.THRESHOLD, say("What lets the next turn begin"), "212"),
    Parameter("unplayable_winner", Kind.CHOICE, say("Who wins when play cannot go on"), "213", ("unable-to-complete",)),
    Parameter("join_points", Kind.WHOLE, say("Points a newcomer begins with"), "306", least=-1_000_000),
    Parameter("rejoin_after_votes", Kind.WHOLE, say("Completed votes before one may return"), "306"),
    Parameter("vote_open_min_h", Kind.AMOUNT, say("Hours of debate at least"), "307", most=8760),
    Parameter("vote_open_max_h", Kind.AMOUNT, say("Hours of debate at most"), "307", most=8760),
    Parameter("vote_length_h", Kind.AMOUNT, say("Hours that a vote lasts"), "307", least=1, most=8760),
    Parameter("closes_early", Kind.CHOICE, say("When a vote closes early"), "307", ("all-voted", "never")),
    Parameter("silence", Kind.CHOICE, say("What not voting counts as"), "307", ("against", "for", "nothing")),
    Parameter(
        "post_within_h", Kind.AMOUNT, say("Hours within which to post the next proposal"), "307", least=1, most=8760
    ),
    Parameter(
        "fallback", Kind.CHOICE, say("What is deemed proposed when none is"), "307", ("last-defeated", "nothing")
    ),
    Parameter("severities", Kind.LIST, say("How severe a penalty can be"), "313", SEVERITIES),
    Parameter("long_term_after_turns", Kind.WHOLE, say("Turns before long-term effects set in"), "313"),
    Parameter(
        "turn_points", Kind.CHOICE, say("How a turn is scored"), "318", ("rate", "flat", "die", "arithmetic", "nothing")
    ),
    Parameter("fallback_base_rate", Kind.AMOUNT, say("The scoring rate where none is defined"), "318"),
    Parameter("base_rate", Kind.AMOUNT, say("The base scoring rate"), "R100"),
    Parameter("flat_points", Kind.WHOLE, say("Points for each turn"), "318", least=-1_000_000),
    Parameter("die_sides", Kind.WHOLE, say("Sides of the die"), "202", least=1, most=1000),
    Parameter("points_from", Kind.WHOLE, say("What is taken from the number of the proposal"), "202"),
    Parameter("parallel_turns", Kind.WHOLE, say("Parallel turns that one player may have"), "319", most=100),
    Parameter("cancel_within_min", Kind.AMOUNT, say("Minutes within which one can be cancelled"), "319", most=525600),
    Parameter("parallel_cost", Kind.WHOLE, say("Points that a parallel turn costs"), "319", least=-1_000_000),
    Parameter("reg_quorum", Kind.SHARE, say("Quorum of a vote on a regulation"), "320"),
    Parameter("reg_threshold", Kind.THRESHOLD, say("What a regulation-change needs of the votes"), "320"),
    Parameter("reg_vote_h", Kind.AMOUNT, say("Hours that a vote on a regulation lasts"), "R101", least=1, most=8760),
    Parameter("delegates", Kind.NAMES, say("What it leaves to regulations"), "320"),
    Parameter("winner", Kind.CHOICE, say("Who wins"), "322", ("first-to-target",)),
    Parameter("target", Kind.WHOLE, say("The target score"), "R102", least=-1_000_000),
)
"""Every parameter that the referee itself reads."""

PENALTY = re.compile(r"penalty (?P<category>.+) (?P<severity>\S+) (?P<part>when|immediate|long-term|removal|delegates)")
"""A setting that defines something of a penalty: on which condition it is assigned (`when`: `silence`, `parallel`,
`code`), the points of its immediate effect, those of its long-term effect for each turn, the points for which it can be
removed, and what is delegated to other rules (`effects`, `conditions`)."""

PARTS: Mapping[str, Parameter] = _known(
    Parameter("when", Kind.LIST, say("When it is assigned"), "313", ("silence", "parallel", "code", "judge")),
    Parameter("immediate", Kind.WHOLE, say("Points at once"), "313", least=-1_000_000),
    Parameter("long-term", Kind.WHOLE, say("Points for each turn while it is held"), "313", least=-1_000_000),
    Parameter("removal", Kind.WHOLE, say("Points for which it can be removed"), "313", least=-1_000_000),
    Parameter("delegates", Kind.LIST, say("What it leaves to other rules"), "313", ("effects", "conditions")),
)


def parameter(name: str) -> Parameter | None:
    """The parameter of that name; a part of a penalty is named with its penalty; None for a rule's own word."""
    found = PENALTY.fullmatch(name)
    return PARTS[found["part"]] if found else CATALOGUE.get(name)


def normal(name: str) -> str:
    """A parameter's name as it is kept: `Defeat penalty` is `defeat_penalty`; a penalty's parts keep their blanks."""
    words = " ".join(name.lower().replace("_", " ").split())
    if words.startswith("penalty "):
        return words.replace("long term", "long-term")
    if words.startswith(PREFIX):
        return PREFIX + words.removeprefix(PREFIX).replace(" ", "-")
    return words.replace(" ", "_").replace("-", "_")


def misfit(name: str, text: str, own: bool = False, severities: tuple[str, ...] = SEVERITIES) -> Refusal | None:
    """Why a setting cannot be, or None. `own`: names that the referee does not know are allowed, for code to read."""
    found = PENALTY.fullmatch(name)
    if found and found["severity"] not in severities:
        says = say("There is no severity “{word}”; there are {known}.", word=found["severity"],
                   known=", ".join(severities))  # fmt: skip
        return Refusal("no-such-severity", says, "313", f"{name} = {text}")
    if name.startswith(PREFIX):
        return _misread(name.removeprefix(PREFIX), text)
    known = parameter(name)
    if known is None:
        return None if own and re.fullmatch(r"[a-z][a-z0-9_]{0,39}", name) else _unknown(name, text)
    if read(known, text) is None:
        says = say("“{value}” is no value for {name}: write {form}.", value=text, name=name, form=form(known))
        return Refusal("bad-value", says, known.rule, f"{name} = {text}")
    return None


def _misread(name: str, text: str) -> Refusal | None:
    """Why a reading cannot be chosen."""
    found = READINGS.get(name)
    if found is None:
        near = get_close_matches(name, READINGS, n=3, cutoff=0.3)
        says = say("There is no reading “{name}”; near to it are {near}.", name=name, near=", ".join(near))
        if not near:
            says = say("There is no reading “{name}”; write “readings” to see them all.", name=name)
        return Refusal("no-such-reading", says, text=f"{PREFIX}{name} = {text}")
    if text in found.options:
        return None
    says = say("“{value}” is no value for {name}: write {form}.", value=text, name=name, form=" | ".join(found.options))
    return Refusal("bad-value", says, found.rules[0], f"{PREFIX}{name} = {text}")


def _unknown(name: str, text: str) -> Refusal:
    near = get_close_matches(name, CATALOGUE, n=2, cutoff=0.5)
    says = say("There is no parameter “{name}”; near to it are {near}. A rule with code of its own may name its own.",
               name=name, near=", ".join(near))  # fmt: skip
    if not near:
        says = say("There is no parameter “{name}”, and none like it. A rule with code of its own may name its own.",
                   name=name)  # fmt: skip
    return Refusal("no-such-parameter", says, text=f"{name} = {text}")


def form(of: Parameter) -> str:
    """What may be written for a parameter, in few words that need no translation."""
    match of.kind:
        case Kind.CHOICE:
            return " | ".join(of.choices)
        case Kind.LIST:
            return ", ".join(of.choices)
        case Kind.THRESHOLD:
            return "unanimous | majority | 2/3 | 2/3 of votes"
        case Kind.SHARE:
            return "0 … 1 (2/3)"
        case Kind.WHOLE | Kind.AMOUNT:
            return f"{of.least} … {of.most}"
        case Kind.NUMBERS:
            return "207, 330"
        case _:
            return "…"


def read(of: Parameter, text: str) -> Value | None:
    """The value that a text gives a parameter; None if it is none."""
    text = text.strip()
    match of.kind:
        case Kind.WHOLE:
            return int(text) if re.fullmatch(r"-?\d{1,7}", text) and of.least <= int(text) <= of.most else None
        case Kind.AMOUNT:
            number = fraction(text)
            return number if number is not None and of.least <= number <= of.most else None
        case Kind.SHARE:
            number = fraction(text)
            return number if number is not None and 0 <= number <= 1 else None
        case Kind.THRESHOLD:
            return threshold(text)
        case Kind.CHOICE:
            return text if text in of.choices else None
        case Kind.LIST:
            words = _listed(text)
            return words if set(words) <= set(of.choices) else None
        case Kind.NUMBERS:
            words = _listed(text)
            return words if all(re.fullmatch(r"R?\d{1,6}", word) for word in words) else None
        case Kind.NAMES:
            words = _listed(text)
            return words if set(words) <= CATALOGUE.keys() else None
        case Kind.FREE:
            return text


def _listed(text: str) -> tuple[str, ...]:
    return tuple(word for each in text.split(",") if (word := " ".join(each.split())))


def fraction(text: str) -> Fraction | None:
    """An exact number: `15`, `2/3`, `0.5`."""
    if not re.fullmatch(r"-?\d{1,7}(?:\.\d{1,6}|/[1-9]\d{0,6})?", text.strip()):
        return None
    return Fraction(text.strip())


def threshold(text: str) -> Threshold | None:
    """`unanimous` and `majority` are of all eligible voters, as is a fraction, unless it says `of votes`."""
    words, _, base = text.strip().partition(" of ")
    of = Base.COUNTED if base.strip() == "votes" else Base.ENTITLED
    if base.strip() not in ("", "votes", "voters"):
        return None
    if words == "unanimous":
        return Threshold(Fraction(1), of=of)
    if words == "majority":
        return Threshold(Fraction(1, 2), strictly=True, of=of)
    share = fraction(words)
    return Threshold(share, of=of) if share is not None and 0 < share <= 1 else None


def rounded(number: Fraction) -> int:
    """To the nearest whole number, exact halves up (318; ours)."""
    return (number + Fraction(1, 2)).__floor__()
