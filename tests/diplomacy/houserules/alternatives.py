"""What tells the alternatives of a clause apart: the cases, what comes of them under every choice, and the page of the
guide that is written from both.

`python -m tests.diplomacy.houserules.alternatives` writes the page anew.
"""

from __future__ import annotations

import itertools
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from dragoman.diplomacy.board.mapfile import chart
from dragoman.diplomacy.docket import Docket
from dragoman.diplomacy.examples import counting
from dragoman.diplomacy.exchange import Question, position, triples
from dragoman.diplomacy.houserules.catalogue import CATALOGUE, FAMILIES, choices_of
from dragoman.diplomacy.houserules.choosing import Chosen, choose
from dragoman.diplomacy.houserules.clause import Alternative, Clause, Sort
from dragoman.diplomacy.houserules.presets import preset_names
from dragoman.diplomacy.houserules.sheet import Sheet
from dragoman.diplomacy.houserules.wording import filled, help_of, offered
from dragoman.diplomacy.orders.order import Move
from dragoman.diplomacy.plays import Outcome, Play, plays
from dragoman.keeper import playfile
from dragoman.keeper.expecting import played
from dragoman.keeper.performance import stage
from dragoman.tongues.saying import put

ROOT = Path(__file__).parents[3]
PAGE = ROOT / "docs" / "houserules.md"
EXAMPLES = ROOT / "src" / "dragoman" / "diplomacy" / "houserules" / "examples"
STANDARD = chart("standard")
FILES = ("general", "reading", "designation", "adjustments", "convoys")

Case = Mapping[str, Any]

INERT = {
    ("I.2", "publisher"): "It is printed in the house rules, and decides nothing.",
}
"""Blanks that change nothing in what is done, and why."""

EQUAL = {
    ("III.2", "A", "C"): "Under both, only what is written exactly is read; a word that is another province's name is"
    " that province, since nothing like it is sought.",
    **{
        ("III.4", letter, letter): "VII.3 decides until when sets are taken; what III.4 says of it must only not"
        " contradict that."
        for letter in ("A", "B", "4.D.1.b", "4.D.1.c")
    },
    (
        "III.4",
        "B",
        "4.D.1.b",
    ): "A set that clearly replaces all earlier ones orders every unit, and so replaces them unit by unit as well.",
    ("I.2", "year=1971", "year=1976"): "The two editions answer every question alike.",
    ("I.2", "year=1982", "year=1992"): "The two editions answer every question alike.",
    ("IX.1.centres", "A", "B"): "On the usual map 18 centres win, which is what stands in the blank at first.",
    ("4.D.2", "a", "b"): "Sets are received one after another, so that which is the later is always known, and III.4"
    " decides.",
}
"""Pairs of choices that always come to the same, and why."""

SHOWN = (
    "I.", "II.", "III.", "IV.", "V.", "VI.", "VII.", "VIII.", "IX.", "X.", "F.12", "F.14", "F.15", "F.2", "F.4", "F.5",
    "F.6", "F.7", "F.9", "F.16", "4.",
)  # fmt: skip
"""How the numbers begin of the clauses of which every pair of choices must be told apart. The points that only another
clause answers (4.A.1 is VI.4) are told with it."""

ALSO = ("F.1",)
"""Clauses of which that must be so besides."""


def cases() -> list[Case]:
    """All cases of the families, in the order of the files."""
    texts = ((EXAMPLES / f"{name}.toml").read_text("utf-8") for name in FILES)
    return [case for text in texts for case in tomllib.loads(text)["case"]]


def written(clause: Clause, choice: str) -> str:
    """A choice as it is written in full: `E first` is `E which=first`."""
    made = choose(clause, choice, clause.number)
    assert isinstance(made, Chosen), (clause.number, choice)
    return str(made.choice)


def question(case: Case, sheet: Sheet) -> Question:
    kind = case.get("phase", "Movement")
    asked = Question(
        season="Winter" if kind == "Adjustment" else "Spring",
        year=1901,
        phase=kind,
        units=[(power, *text.split()) for power, texts in case["units"].items() for text in texts],
        centers=case.get("centres", {}),
        orders=case["orders"],
    )
    at = position(asked, STANDARD)
    return msgspec.structs.replace(asked, orders=counting(case.get("earlier", {}), asked.orders, sheet, at, STANDARD))


def sheet_of(case: Case) -> Sheet:
    """The sheet on which the case stands, before its clause is chosen."""
    made = Sheet().overlaid((key, value) for key, _, value in (said.partition("=") for said in case.get("rules", ())))
    assert isinstance(made, Sheet), made
    return made


def outcomes(case: Case) -> Mapping[str, Mapping[str, Any]]:
    """What comes of the case under every choice of its clause that can stand there, by the choice in full."""
    clause, base, found = CATALOGUE[case["clause"]], sheet_of(case), {}
    for choice in choices_of(clause):
        sheet = base.with_choice(clause.number, choice)
        if isinstance(sheet, Sheet):
            found[choice] = outcome(Docket(sheet), question(case, sheet))
    return found


def outcome(docket: Docket, asked: Question) -> Mapping[str, Any]:
    """What becomes of the board: who went where, who was driven out and where to, who came and who left."""
    judged = docket.judge(asked)
    ruling = judged.ruling
    moved = [
        f"{v.unit} - {v.order.to}" for v in ruling.verdicts if isinstance(v.order, Move) and v.outcome == "succeeds"
    ]
    driven = sorted([str(d.unit) for d in ruling.after.dislodged] + [str(u) for u in ruling.removed])
    exits = dict(ruling.retreats)
    return {
        "moves": sorted(moved),
        "dislodged": driven if asked.phase == "Movement" else [],
        "open": sorted(f"{d.unit} - {p}" for d in ruling.after.dislodged for p in exits[d.unit.province]),
        "built": sorted(str(u) for u in ruling.built),
        "removed": sorted(str(u) for u in ruling.removed) if asked.phase != "Movement" else [],
        "after": triples(ruling.after.units),
    }


# --- plays ---


def all_plays() -> list[Play]:
    return [play for some in plays().values() for play in some]


@cache
def unmet(clause: str, ident: str, choice: str, number: int) -> tuple[str, ...]:
    """What a play's outcome of that number expects and does not come about when it is played under a choice."""
    play = next(each for each in plays()[clause] if each.id == ident)
    return played(stage(playfile.script(play.tables(choice, play.outcome[number]))))


def unmet_of(play: Play, choice: str, expected: Outcome) -> tuple[str, ...]:
    return unmet(play.clause, play.id, choice, play.outcome.index(expected))


def in_play(play: Play, one: str, other: str) -> bool:
    """Whether a play tells two choices apart: what is expected under one of them fails under the other."""
    first, second = play.outcome_of(one), play.outcome_of(other)
    if first is None or second is None or first is second:
        return False
    return bool(unmet_of(play, other, first) or unmet_of(play, one, second))


# --- pairs ---


@cache
def told_apart() -> Mapping[tuple[str, str, str], tuple[str, ...]]:
    """For each clause and pair of its choices, the cases that come out otherwise under the one than under the other."""
    found: dict[tuple[str, str, str], tuple[str, ...]] = {}
    for case in cases():
        result = outcomes(case)
        for one, other in itertools.combinations(result, 2):
            if result[one] != result[other]:
                key = (case["clause"], one, other)
                found[key] = (*found.get(key, ()), case["id"])
    for play in all_plays():
        for one, other in itertools.combinations(play.choices(), 2):
            if in_play(play, one, other):
                key = (play.clause, one, other)
                found[key] = (*found.get(key, ()), play.id)
    return found


def shown_clauses() -> list[Clause]:
    """The clauses that the table is about, and DATC's points that are settings by themselves."""
    return [
        c
        for c in CATALOGUE.values()
        if (c.number.startswith(SHOWN) or c.number in ALSO) and (c.is_setting or c.number[0] in "IV")
    ]


@cache
def named_choices(clause: str) -> tuple[str, ...]:
    """The choices that plays name besides those of every word: with other numbers or texts in their blanks."""
    number = CATALOGUE[clause]
    named = [choice for play in plays().get(clause, ()) for choice in play.choices()]
    return tuple(choice for choice in dict.fromkeys(named) if choice not in set(choices_of(number)))


def pairs(clause: Clause) -> list[tuple[str, str]]:
    """Every pair of choices that must be told apart: of all there are with each word in their blanks, and each with
    another number or text beside the same letter with the usual one."""
    usual = list(choices_of(clause))
    beside = [
        (one, other)
        for other in named_choices(clause.number)
        for one in usual
        if _letter(one, clause) == _letter(other, clause)
    ]
    return [*itertools.combinations(usual, 2), *beside]


def _letter(choice: str, clause: Clause) -> str:
    return choice.split(" ")[0] if clause.alternatives else ""


def unmoved() -> list[tuple[str, str, str]]:
    """Blanks for a number or a text (clause, letter, name) whose filling changes nothing in any case."""
    return [
        (clause.number, letter, blank.name)
        for clause in shown_clauses()
        for letter in [a.letter for a in clause.alternatives] or [""]
        for blank in clause.blanks(letter)
        if blank.sort is not Sort.WORD
        and not _moves(clause, letter, blank.name)
        and (clause.number, blank.name) not in INERT
    ]


def _moves(clause: Clause, letter: str, blank: str) -> bool:
    """Whether two choices of a letter that differ in that blank are told apart."""
    return any(
        _value(clause, one, blank) != _value(clause, other, blank)
        for number, one, other in told_apart()
        if number == clause.number and _letter(one, clause) == _letter(other, clause) == letter
    )


def _value(clause: Clause, choice: str, blank: str) -> str:
    made = choose(clause, choice, clause.number)
    assert isinstance(made, Chosen)
    return made.choice.value(blank)


def reason(clause: Clause, one: str, other: str) -> str:
    """Why two choices always come to the same; "" if they do not."""
    return EQUAL.get((clause.number, one.split(" ")[0], other.split(" ")[0]), "")


def missing() -> list[tuple[str, str, str]]:
    """Pairs for which there is no case, and no reason why there can be none."""
    return [
        (clause.number, one, other)
        for clause in shown_clauses()
        for one, other in pairs(clause)
        if (clause.number, one, other) not in told_apart() and not reason(clause, one, other)
    ]


# --- the page ---

INTRODUCTION = """\
# House rules

A game is played under a sheet of house rules: a choice for every clause. The clauses are those of a customary list for
correspondence games, numbered I to X; the further settings of Finnish play by mail, under F; and the points that
rulebooks leave open, under the numbers of the Diplomacy Adjudicator Test Cases (DATC 3.0, chapter 4). A clause and the
point that it answers are one setting: `VI.4=A` and `4.A.1=a` say the same.

`dragoman houserules` prints the sheet of a preset, with `--lang fi` in Finnish, with `--html` as a page to be read or
printed. `--set "VI.4=B"` chooses a clause anew; `--toml` writes a preset file, to be kept by a club and given by
`--rules club.toml` wherever rules are asked for; `--diff datc club.toml` tells what sets two presets apart.
`dragoman adjudicate --compare VI.4` shows what a phase comes to under every choice of a clause.

Presets: {presets}.

An asterisk marks an alternative that bears one in the customary list. The choice in **bold** is the one that holds
where nothing is chosen; it is DATC's preference wherever DATC has one.
"""

TABLE = """\
# What tells the alternatives apart

For every pair of choices in a clause, cases that come to something else under the one than under the other. They are
the examples that the program shows beside the clause: phases, on which the tests rule under every choice, and letters,
which the tests have played under every choice.
"""


def page() -> str:
    """The whole page."""
    lines = [INTRODUCTION.format(presets=", ".join(f"`{name}`" for name in preset_names()))]
    for title, clauses in FAMILIES:
        lines += [f"## {title}\n", *(line for clause in clauses for line in _clause(clause))]
    lines += [TABLE.replace("# What", "## What"), "| clause | choices | cases |", "| --- | --- | --- |"]
    lines += [line for clause in shown_clauses() for line in _pairs(clause)]
    lines += ["", *_missing()]
    return "\n".join(lines).rstrip() + "\n"


def _clause(clause: Clause) -> Iterator[str]:
    yield f"### {clause.number} {clause.title}\n"
    if clause.text:
        values = {p.name: p.default for p in clause.parameters}
        yield put(filled(clause.text, clause.parameters, values.__getitem__), "en") + "\n"
    for alternative in clause.alternatives:
        bold = "**" if clause.default.split(" ")[0] == alternative.letter else ""
        letter = alternative.letter + ("\\*" if alternative.asterisk else "")
        yield f"- {bold}{letter}{bold}: {put(offered(clause, alternative), 'en')}{_blanks(alternative)}"
    if clause.alternatives:
        yield ""
    for parameter in clause.parameters:
        yield f"- `{parameter.name}`: {parameter.title}"
    if clause.parameters:
        yield ""
    yield f"*{put(help_of(clause), 'en')}*\n"


def _blanks(alternative: Alternative) -> str:
    asked = [f"`{p.name}`: {p.title}" for p in alternative.parameters]
    return f" ({'; '.join(asked)})" if asked else ""


def _pairs(clause: Clause) -> Iterator[str]:
    if not pairs(clause):
        yield f"| {clause.number} | – | nothing to choose |"
    for one, other in pairs(clause):
        found = told_apart().get((clause.number, one, other), ())
        why = reason(clause, one, other)
        told = "; ".join(found) if found else f"the same: {why}" if why else "no case"
        yield f"| {clause.number} | {_short(one)} / {_short(other)} | {told} |"


def _short(choice: str) -> str:
    return (
        choice.replace(' also=""', "")
        .replace(' publisher=""', "")
        .replace("year=", "")
        .replace("which=", "")
        .replace("order=", "")
        .replace("reading=", "")
    )


def _missing() -> Iterator[str]:
    lacking = [*missing(), *unmoved()]
    numbers = sorted({number for number, _, _ in lacking}, key=list(CATALOGUE).index)
    yield f"Without a case: {', '.join(numbers)}." if numbers else "None missing."


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
