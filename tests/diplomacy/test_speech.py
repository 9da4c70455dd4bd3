"""What letters say, case by case, and that no text of any kind makes anything fail."""

from __future__ import annotations

import re
import tomllib
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.diplomacy.games import some_game
from tests.diplomacy.tables import DAY, POWERS, Table, opening, person, speaker

from dragoman.diplomacy import commands as c
from dragoman.diplomacy.game import DIPLOMACY
from dragoman.diplomacy.orders.contingent import write_entry
from dragoman.diplomacy.orders.writing import write
from dragoman.diplomacy.state import State
from dragoman.game.protocol import Speaker
from dragoman.game.seats import GM, Seat
from dragoman.tongues.lexicon import LANGUAGES, lexicon

CASES = tomllib.loads((Path(__file__).parent.parent / "cases" / "speech" / "words.toml").read_text(encoding="utf-8"))


@cache
def table() -> Table:
    """A game at Fall 1902, in which everybody has held since the beginning."""
    at = Table(opening(gm=True, seated=(*POWERS, "observer Olga")))
    for _ in range(3):
        at.strike()
    for power in POWERS:  # of whoever missed turns, a letter is contact besides whatever it says
        at.say(c.MakeContact(speaker(power)))
    assert str(at.state.phase) == "F1902M"
    return at


def writer(case: dict[str, Any]) -> Speaker:
    seat = case.get("from", "Austria")
    return speaker(seat or None, None if seat else "stranger")


@pytest.mark.parametrize("case", CASES["case"], ids=lambda case: case["id"])
def test_a_letter_is_understood(case: dict[str, Any]) -> None:
    reading = DIPLOMACY.read(table().state, writer(case), case.get("subject", ""), case["text"], table().now)
    assert [short(command) for command in reading.commands] == case.get("does", [])
    assert [unread.code for unread in reading.unread] == case.get("unread", [])
    assert [refusal.code for refusal in reading.refused] == case.get("refused", [])
    assert len(reading.ignored) == case.get("ignored", 0)


def test_every_case_has_a_name_of_its_own() -> None:
    names = [case["id"] for case in CASES["case"]]
    assert len(names) == len(set(names))


def short(command: c.Command) -> str:  # one arm per kind of command
    """A command as the cases write it."""
    match command:
        case c.SubmitOrders():
            return f"orders {' | '.join(_set(command))}"
        case c.MarkStatus(final=final):
            return "final" if final else "preliminary"
        case c.ClearOrders():
            return "clear"
        case c.AskDelay(span=span, why=why):
            return f"delay {span.total_seconds() / 3600:.0f}h {why}".strip()
        case c.PlanAbsence(begins=begins, ends=ends, why=why, announced=announced):
            days = f"{begins:%Y-%m-%d} {ends - DAY:%Y-%m-%d}"
            return " ".join(filter(None, ("absent", days, "announced" if announced else "", why)))
        case c.WithdrawAbsence(number=number):
            return f"withdraw absence {number}"
        case c.ObjectToPace(stands=stands):
            return "object" if stands else "withdraw objection"
        case c.AnswerDelay(number=number, granted=granted, why=why):
            return f"{'grant' if granted else 'refuse'} {number} {why}".strip()
        case c.Warn(seat=seat, why=why):
            return f"warn {seat} {why}".strip()
        case c.SetPace(lengths=lengths, why=why):
            return " ".join(filter(None, ("pace", *(f"{k}={n}" for k, n in lengths.items()), why)))
        case c.Remind(powers=powers, text=text, broadcast=broadcast):
            return " ".join(filter(None, ("remind", "all" if broadcast else ", ".join(powers), text)))
        case c.Pause(why=why, until=until) if until is not None:
            return f"pause {until:%Y-%m-%dT%H:%M} {why}".strip()
        case c.SendPress(to=to, text=text, dateline=dateline):
            return f"press {', '.join(to)}: {f'[{dateline}] ' if dateline else ''}{text}"
        case c.Join(wishes=wishes):
            return f"join {', '.join(wishes)}".strip()
        case c.Observe(name=name):
            return f"observe {name}".strip()
        case c.AskHistory(phase=phase):
            return f"history {phase or ''}".strip()
        case c.Process(phase=phase):
            return f"process {phase or ''}".strip()
        case c.SetDeadline(deadline=deadline, why=why):
            return f"deadline {deadline.isoformat()} {why}".strip()
        case c.Announce(text=text):
            return f"announce {text}"
        case c.Pause(why=why):
            return f"pause {why}".strip()
        case c.EndGame(why=why):
            return f"end {why}".strip()
        case c.AcceptOrders(power=power, lines=lines, why=why):
            return f"accept {power}: {'; '.join(write(line.order) for line in lines)} because {why}"
        case c.AskPublic(powers=powers):
            return f"ask public {', '.join(powers)}".strip()
        case c.ConfirmPublic(phase=phase):
            return f"confirm {phase or ''}".strip()
        case c.GrantProxy(to=to, units=units):
            return f"proxy {to}: {', '.join(map(str, units))}"
        case c.RevokeProxy(to=to):
            return f"revoke proxy {to}"
        case c.CastBallot(lines=lines):
            return " ".join(["ballot", ", ".join(f"{line.votes} {line.option}" for line in lines)])
        case c.BreakTie(order=order):
            return " ".join(["choose", ", ".join(map(str, order))])
        case c.CastVote(number=number, choice=choice):
            return f"vote {choice} on {number}"
        case c.ProposeEnding(form=form, places=places):
            return f"propose {form} {' | '.join(' '.join(place) for place in places)}".strip()
        case c.ProposeRules(changes=changes):
            return f"propose rules {_changes(changes)}"
        case c.WithdrawProposal(number=number):
            return f"withdraw {number}"
        case c.RefuseProposal(number=number, why=why):
            return f"refuse proposal {number} {why}"
        case c.ChangeRules(changes=changes, why=why):
            return f"change rules {_changes(changes)} {why}"
        case c.WarnOfDraw(why=why):
            return f"warn of draw {why}".strip()
        case c.DeclareDraw(why=why):
            return f"declare draw {why}".strip()
        case c.ReplacePlayer(seat=seat, address=address, why=why):
            return f"replace {seat} {address} {why}".strip()
        case _:
            return type(command).__name__.removeprefix("Ask").lower()


def _changes(changes: c.Changes) -> str:
    return " ".join(f"{clause}={choice}" for clause, choice in changes)


def _set(command: c.SubmitOrders) -> list[str]:
    """The parts of a set: its orders, whose they are by proxy, its status, and its phase if that is not the current
    one."""
    parts = ["; ".join(write(line.order) for line in command.lines)]
    parts += [write_entry(each) for _, each in command.choices]
    parts += [f"by proxy of {command.giver}"] if command.giver else []
    parts += [{None: "unmarked", True: "final", False: "preliminary"}[command.final]]
    parts += ["perpetual"] if command.perpetual else []
    return [*parts, str(command.phase)] if command.phase != table().state.phase else parts


def test_a_misreading_names_its_line_and_its_smallest_bad_piece() -> None:
    reading = DIPLOMACY.read(table().state, speaker("Austria"), "", "A Vie - Gal\n\nA Bud - Atlantis", table().now)
    (unread,) = reading.unread
    assert (unread.line, unread.word, unread.column) == (3, "Atlantis", 9)


@pytest.mark.parametrize(
    ("lang", "text", "orders", "suggested"),
    [
        ("fi", "A Con - Kre", ["A CON - GRE"], []),
        ("fi", "A Con - Tan", ["A CON - DEN"], []),
        ("fi", "A Con - Liv", [], [("A CON - LVN", "A CON - LVP")]),
        ("en", "A Con - Tan", [], [("A CON - DEN", "A CON - TUN", "A CON - TYS")]),
        ("en", "A Con Bul", [], [("A CON - BUL",)]),
        ("en", "A Con is fine", [], [()]),
        ("en", "clear A Con", [], [("clear orders",)]),
        ("fi", "tyhjennä A Con", [], [("poista siirrot",)]),
        ("en", "F Ank - Nor", [], [tuple(f"F ANK - {place}" for place in ("NAF", "NAO", "NTH", "NWG", "NWY"))]),
    ],
)
def test_a_shortened_name_counts_in_the_language_of_the_game(
    lang: str, text: str, orders: list[str], suggested: list[tuple[str, ...]]
) -> None:
    """III.2.B: any abbreviation that only one name has, though a slip could make it of another."""
    state = Table(replace(opening(), lang=lang)).state
    reading = DIPLOMACY.read(state, speaker("Turkey"), "", text, table().now)
    assert [write(line.order) for each in reading.commands for line in getattr(each, "lines", ())] == orders
    assert [each.suggestions for each in reading.unread] == suggested


def test_lines_keep_their_numbers_behind_commands() -> None:
    text = "press to Italy: hello\nsecond line\nend press\nA Bud - Atlantis"
    (unread,) = DIPLOMACY.read(table().state, speaker("Austria"), "", text, table().now).unread
    assert unread.line == 4


def test_a_letter_too_long_is_not_half_read() -> None:
    """PB22: the limit is told, and nothing is half applied."""
    for text in ("A Vie - Gal\n" * 3000, "A Vie - Gal\n" + "x" * 120_000):
        reading = DIPLOMACY.read(table().state, speaker("Austria"), "", text, table().now)
        assert reading.commands == ()
        assert [unread.code for unread in reading.unread] == ["too-long"]


# --- any text at all ---

WORDS = sorted(
    {
        word
        for lang in LANGUAGES
        for section in lexicon(lang).sections.values()
        for writings in section.values()
        for word in writings
    }
    | {"A", "F", "Vie", "Gal", "Tri", "stp/nc", "S1902M", "France", "Italialle", "5", "March", "20:00", "x@example.org"}
    | {":", "-", "->", ";", "end press", "gm", "pj", "because", "\n", "\n\n", "(", ")", "{power_x}", "%s", "\0", "”"}
)
texts = st.one_of(st.text(max_size=200), st.lists(st.sampled_from(WORDS), max_size=30).map(" ".join))
writers = st.sampled_from([*POWERS, GM, "observer Olga", None])


@cache
def states() -> tuple[State, ...]:
    """Games at every kind of moment: forming, moving, retreating, adjusting, over."""
    forming = Table(opening(seated=(), begin=False)).state
    played = [some_game(seed, phases).state for seed in (1, 2, 3) for phases in range(9)]
    ended = Table(opening(gm=True))
    ended.say(c.EndGame(speaker(GM), "enough"))
    return forming, *played, ended.state


@given(st.integers(0, 28), writers, texts, texts)
def test_no_text_makes_reading_deciding_or_telling_fail(number: int, seat: str | None, subject: str, text: str) -> None:
    state = states()[number]
    by = Speaker(person(seat or "stranger"), Seat(seat) if seat else None)
    reading = DIPLOMACY.read(state, by, subject, text, table().now)
    heard = []
    for command in reading.commands:
        outcome = DIPLOMACY.decide(state, command, table().now)
        if isinstance(outcome, tuple):
            heard.append(command)
            for event in outcome:
                assert DIPLOMACY.decode_event(DIPLOMACY.encode_event(event)) == event
                state = DIPLOMACY.evolve(state, event)
    notice = DIPLOMACY.receipt(state, by, tuple(heard), reading, reading.refused, table().now)
    assert DIPLOMACY.decode_body(notice.kind, DIPLOMACY.encode_body(notice.body)) == notice.body
    for lang in LANGUAGES:
        assert DIPLOMACY.words(notice, lang, table().now.tzinfo).text  # type: ignore[arg-type]


@given(texts)
def test_what_is_not_the_game_masters_to_say_is_refused(text: str) -> None:
    state = table().state
    for command in DIPLOMACY.read(state, speaker("Austria"), "", f"gm {text}", table().now).commands:
        if isinstance(command, c.Preview | c.Process | c.SetDeadline | c.Announce | c.Pause | c.EndGame):
            outcome = DIPLOMACY.decide(state, replace(command), table().now)
            assert not isinstance(outcome, tuple)


GUIDE = (Path(__file__).parents[2] / "docs" / "how-to" / "time.md").read_text(encoding="utf-8")
WORDS_OF_TIME = [
    words.replace("…:", "because:").replace("…", "it is so")
    for row in re.findall(r"^\| [a-z].*\|$", GUIDE, re.MULTILINE)
    for words in re.findall(r"`([^`]+)`", row)
]


@pytest.mark.parametrize("words", WORDS_OF_TIME)
def test_what_the_guide_to_time_writes_is_read(words: str) -> None:
    body = "\nA Vie - Gal\nend" if words.endswith(":") else ""
    by = speaker(GM if words.startswith(("gm ", "pj ")) else "Austria")
    reading = DIPLOMACY.read(table().state, by, "", words + body, table().now)
    assert reading.unread == ()
    assert len(reading.commands) == 1


UNSENT = [
    ("press to Rusia and Itly:\nhi\nA Vie - Gal", ["A Vie - Gal"]),
    ("press to Rusia and Itly:\nhi\nA Vie - Gal\nfinal\nend", ["A Vie - Gal", "final"]),
    ("press to Rusia:\nItaly - Vienna is not my concern\nend", []),
]


@pytest.mark.parametrize(("text", "lines"), UNSENT)
def test_orders_in_press_that_was_not_sent_are_named(text: str, lines: list[str]) -> None:
    reading = DIPLOMACY.read(table().state, speaker("Austria"), "", text, table().now)
    told = [each for each in reading.remarks if "was not sent" in each.text]
    assert [dict(each.args)["lines"] for each in told] == ([", ".join(f"“{line}”" for line in lines)] if lines else [])
    assert all("is a part of your press" not in each.text for each in reading.remarks)
