"""What letters say, case by case, and that no text of any kind makes anything fail."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.nomic.tables import Table, speaker

from dragoman.game.asking import Ask
from dragoman.game.protocol import Reading
from dragoman.game.refusals import Refusal
from dragoman.nomic import commands as c
from dragoman.nomic.events.recorded import Change
from dragoman.nomic.game import NOMIC
from dragoman.tongues.lexicon import LANGUAGES, lexicon
from dragoman.tongues.saying import put

CASES = tomllib.loads((Path(__file__).parent.parent / "cases" / "nomic" / "speech.toml").read_text(encoding="utf-8"))


@cache
def table() -> Table:
    made = Table(gm="gm")
    made.does(c.Post(speaker("Ann"), Change("enact", text="Everybody is polite.")))
    made.does(c.Post(speaker("Bob"), Change("repeal", "210"), parallel=True))
    made.until(1)
    return made


@pytest.mark.parametrize("case", CASES["case"], ids=lambda case: case["id"])
def test_a_letter_is_understood(case: dict[str, Any]) -> None:
    seat = "gm" if case["text"].startswith("gm ") else "Ann"
    reading = NOMIC.read(table().state, speaker(seat), "", case["text"], table().now)
    assert [short(command) for command in reading.commands] == case["does"]
    assert [unread.code for unread in reading.unread] == case.get("unread", [])
    assert len(reading.ignored) == case.get("ignored", 0)
    assert len(reading.remarks) == case.get("passed", 0)


SIGNS = ["321_000", '"323', "\u202e323", "32\u00b23", "3\u0662\u0663", "(323)", "#323", "32_3: so"]
NUMBERED = ["cancel", "proposal", "rule", "argue", "revise", "announce", "buy off", "vote for"]


@pytest.mark.parametrize("number", SIGNS)
def test_what_only_looks_like_a_number_leads_nobody_astray(number: str) -> None:
    """Signs that are passed over between words: no reader looks for a number where another saw one."""
    for word in NUMBERED:
        found = NOMIC.read(table().state, speaker("Ann"), "", f"{word} {number}", table().now)
        assert {int(getattr(each, "number", 323)) for each in found.commands} <= {323}


def test_every_case_has_a_name_of_its_own() -> None:
    names = [case["id"] for case in CASES["case"]]
    assert len(names) == len(set(names))


def short(command: c.Command) -> str:  # one arm per kind of command
    """A command as the cases write it."""
    match command:
        case c.Post(change=change, parallel=parallel):
            return f"{'parallel' if parallel else 'post'} {described(change)}"
        case c.Regulate(change=change):
            return f"regulate {described(change)}"
        case c.Revise(number=number, change=change):
            return f"revise {number} {described(change)}"
        case c.Argue(number=number, text=text):
            return f"argue {number} | {text}"
        case c.AnnounceVote(number=number, opens=opens):
            return f"announce {number} {opens.isoformat()}"
        case c.CastVote(number=number, choice=choice):
            return f"vote {choice} {number}"
        case c.Cancel(number=number):
            return f"cancel {number}"
        case c.Invoke(question=question):
            return f"invoke {question}"
        case c.Judge(id=number, ruling=ruling, orders=orders):
            return " | ".join([f"judge {number} {ruling}", *map(ordered, orders)])
        case c.Overrule(agrees=agrees) | c.Consent(agrees=agrees) | c.Confirm(agrees=agrees):
            return f"{type(command).__name__.lower()} {agrees}"
        case c.Join(player=player, surname=surname):
            return f"join {player} {surname}".strip()
        case c.AskRules(number=number, at=at):
            return f"rules {number}{at.isoformat() if at else ''}".strip()
        case c.AskProposal(number=number):
            return f"proposal {number}"
        case c.SendPress(to=to, text=text):
            return f"press {', '.join(to)}: {text}"
        case c.Record(order=order, why=why):
            return f"record {ordered(order)}" + (f" because {why}" if why else "")
        case c.Announce(text=text):
            return f"announce {text}"
        case _:
            return type(command).__name__.removeprefix("Ask").lower()


def described(change: Change) -> str:
    parts = [f"{change.kind} {change.target}".rstrip() if change.kind else ""]
    parts += [change.text.replace("\n", "\\n")] if change.text else []
    parts += [f"{name}={value}" for name, value in change.settings.items()]
    parts += [f"code {len(change.code.splitlines())} lines"] if change.code else []
    parts += [f"also {change.also}"] if change.also else []
    return " | ".join(parts)


def ordered(order: c.Order) -> str:
    match order.what:
        case "points":
            return f"points {order.player} {order.amount}"
        case "penalty":
            return f"penalty {order.player} {order.name} {order.value}"
        case "reading" | "set":
            return f"{order.what} {order.name}={order.value}"
        case "opens":
            return f"{order.what} {order.amount} {order.moment.isoformat() if order.moment else ''}"
        case _:
            return f"{order.what} {' '.join(order.rules)}{order.player}"


# --- any text at all ---

WORDS = sorted(
    {
        word
        for lang in LANGUAGES
        for section in ("nomic", "nomic_change", "nomic_order")
        for writings in lexicon(lang).entries(section).values()
        for word in writings
    }
    | {"206", "323", "R102", "Ann", "set x = y", "```", ":", "end", "4 March 18:00", "a rule", "because", "@x.org"}
)


@given(st.lists(st.lists(st.sampled_from(WORDS), max_size=6).map(" ".join), max_size=12).map("\n".join))
def test_no_letter_makes_anything_fail(text: str) -> None:
    for seat in ("Ann", "gm", None):
        reading = NOMIC.read(table().state, speaker(seat), text[:40], text, table().now)
        for command in reading.commands:
            assert isinstance(NOMIC.decide(table().state, command, table().now), tuple | Refusal | Ask)


@given(st.text(max_size=400))
def test_no_text_makes_anything_fail(text: str) -> None:
    assert isinstance(NOMIC.read(table().state, speaker("Ann"), text, text, table().now), Reading)


def test_a_letter_too_long_is_not_half_read() -> None:
    for text in ("vote for 323\n" * 3000, "vote for 323\n" + "x" * 120_000):
        reading = NOMIC.read(table().state, speaker("Ann"), "", text, table().now)
        assert reading.commands == ()
        assert [unread.code for unread in reading.unread] == ["too-long"]


@cache
def voting() -> Table:
    """Proposal 323 is voted on, in the turn of Ann, and a ruling can be overruled by which Bob would win."""
    made = Table(gm="gm")
    made.does(c.Post(speaker("Ann"), Change("enact", text="Everybody is polite.")))
    made.until(49)
    made.says("Cid", "invoke judgment: Can Bob go on?")
    made.says("Eve", "judge: He cannot.\norder winner Bob")
    return made


ADVISED = {
    "vote for": ["vote for 323"],
    "I vote against": ["vote against 323"],
    "yes": ["vote for 323"],
    "äänestän vastaan": ["vote against 323"],
    "vote for 323, if Bob does": ["vote for 323"],
    "vote no on 323 unless it is revised": ["vote against 323"],
    "vote 323 perhaps": ["vote for 323", "vote against 323"],
    "ääni 323 ehkä": ["vote for 323", "vote against 323"],
    "vtoe for 323": ["vote for 323", "vote against 323"],
    "I propose to repeal rule 206": ["post repeal 206"],
    "I propose to transmute rule 112": ["post transmute 112"],
    "I propose that we repeal the amendment 311": ["post repeal amendment 311"],
    "I propose changing rule 206": ["post amend 206 | …"],
    "parallel propose to repeal rule 206": ["parallel repeal 206"],
    "Ehdotan säännön 206 kumoamista": ["post repeal 206"],
    "Ehdotan, että sääntö 112 muunnetaan": ["post transmute 112"],
    "propose repeal": ["post repeal 206"],
    "propose amend the rule on defeats": ["post amend 206 | …"],
    "ehdota kumoa": ["post repeal 206"],
    "regulate repeal": ["regulate repeal R102"],
    "regulate to repeal R102": ["regulate repeal R102"],
    "announce 323: soon": ["announce 323 2026-03-05T20:00:00+00:00"] * 3,
    "anounce 323 tomorrow": ["announce 323 2026-03-05T07:00:00+00:00"],
    "cancel 324 and everything": ["cancel 324"],
    "overrule that, it is all wrong": ["overrule True"],
    "do not confirm yet, for Bob may go on": ["confirm False"],
    "vahvistan, jos muutkin": ["confirm True"],
    "I invoke Judgment, may Bob go on?": ["invoke …"],
    "vaadin tuomiota siitä, saako Bob jatkaa": ["invoke …"],
    "press to Bob hello": ["press all: …"],
    "viesti Bobille moi": ["press all: …"],
}


@pytest.mark.parametrize("line", ADVISED)
def test_every_line_that_is_advised_does_what_was_meant(line: str) -> None:
    def read(text: str) -> Reading:
        return NOMIC.read(voting().state, speaker("Ann"), "", text, voting().now)

    (unread,) = read(line).unread
    found = [read(each) for each in unread.suggestions]
    assert [short(command) for each in found for command in each.commands] == ADVISED[line]
    assert all(not (each.unread or each.ignored or each.refused) for each in found)


@pytest.mark.parametrize(
    "text", ["propose amend 105: Nobody votes.", "propose transmute 105 and amend it to: Nobody votes."]
)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_a_refusal_advises_is_read_as_it_stands(text: str, lang: str) -> None:
    (refused,) = Table().says("Ann", text)
    (written,) = re.findall("[“”](.*?)”", put(refused.says, lang))
    reading = NOMIC.read(table().state, speaker("Ann"), "", written, table().now)
    assert [short(command) for command in reading.commands] == ["post transmute 105"]


def test_only_the_judge_is_told_how_to_write_a_ruling() -> None:
    made = Table()
    made.says("Bob", "invoke judgment: Is it so?")

    def unread(seat: str) -> list[tuple[str, ...]]:
        line = "judge Eve will decide soon"
        return [each.suggestions for each in NOMIC.read(made.state, speaker(seat), "", line, made.now).unread]

    assert (unread("Eve"), unread("Ann")) == ([("judge: …",)], [])


def test_answers_that_nobody_waits_for_are_prose() -> None:
    text = "vote for\nconfirm it with Bob before you go on\nconsent is a fine thing\nviesti meni perille"
    assert len(NOMIC.read(Table().state, speaker("Ann"), "", text, Table().now).ignored) == 4


def test_lines_that_are_not_read_keep_their_numbers() -> None:
    text = "propose enact:\nA rule.\nend\nvot for 323"
    (unread,) = NOMIC.read(table().state, speaker("Ann"), "", text, table().now).unread
    assert (unread.line, unread.word, unread.suggestions[0]) == (4, "vot", "vote for 323")
