"""What bodies become in a reader's words: as text and as HTML, in each tongue, in the reader's own time."""

from __future__ import annotations

import re
from datetime import UTC
from functools import cache
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.diplomacy.games import some_game
from tests.diplomacy.tables import DAY, POWERS, START, Table, opening, person, position, speaker

from dragoman.diplomacy import commands as c
from dragoman.diplomacy.adjudication.verdict import Code
from dragoman.diplomacy.events import GameStarted, PhaseAdjudicated
from dragoman.diplomacy.game import DIPLOMACY
from dragoman.diplomacy.houserules.document import document
from dragoman.diplomacy.rendering.reader import Reader
from dragoman.diplomacy.rendering.receipts import HELP, HELP_GM
from dragoman.diplomacy.rendering.verdicts import DONE, REASONS
from dragoman.game.clock import zone
from dragoman.game.page import Page, Rows, Section, Words, text
from dragoman.game.protocol import Notice, Reading, Speaker
from dragoman.game.saying import Saying, say
from dragoman.game.seats import GM, KEEPER, Seat
from dragoman.tongues.catalogue import catalogue

HELSINKI = zone("Europe/Helsinki")


def told(table: Table, since: int, seat: str) -> list[Notice]:
    notices = DIPLOMACY.tell(None, tuple(table.events[since:]), table.state)
    return [notice for notice in notices if notice.to == seat]


def results(table: Table, seat: str = "Austria", lang: str = "en") -> str:
    """The words of the last results."""
    last = max(number for number, event in enumerate(table.events) if isinstance(event, PhaseAdjudicated))
    (notice,) = [notice for notice in told(table, last, seat) if notice.kind == "results"]
    return DIPLOMACY.words(notice, lang, HELSINKI).text


def skirmish() -> Table:
    """A turn in which something of every kind happens."""
    table = Table(
        opening(
            given=position(
                "F1902M",
                {
                    "Austria": "A VIE, A TYR, F TRI",
                    "Italy": "A VEN, A ROM, F ION",
                    "Turkey": "F AEG, A GRE, F EAS",
                    "France": "A TUN, F WES",
                },
                {
                    "Austria": "VIE BUD TRI",
                    "Italy": "ROM NAP VEN",
                    "Turkey": "GRE CON SMY ANK",
                    "France": "PAR MAR TUN",
                },
            )
        )
    )
    table.order("Austria", "A TYR - VEN", "F TRI S A TYR - VEN", "A VIE H")
    table.order("Italy", "A VEN H", "A ROM S A VEN", "F ION C A TUN - GRE")
    table.order("Turkey", "F AEG - ION", "F EAS S F AEG - ION", "A GRE H")
    table.order("France", "A TUN - GRE VIA")
    return table


def test_the_results_tell_the_whole_turn() -> None:
    table = skirmish()
    table.say(c.SendPress(speaker("France"), ("all",), "The sea is calm.", "Paris, 3 October"))
    table.say(c.Announce(Speaker(KEEPER, GM), "A happy new year."))
    table.strike()
    told, seals = results(table).split("\nSeals of the orders\n")
    assert re.fullmatch(r"-+\n(?:(?:Austria|France|Italy|Turkey) +[0-9a-f]{64}\n){4}", seals)
    assert (
        told
        == """\
kalmar, Fall 1902, moves: the results.

Austria
-------
* A TYR - VEN          bounced with Italy A VEN, 2 against 2
  F TRI S A TYR - VEN  supports
  A VIE H              holds

France
------
* A TUN - GRE VIA  the convoy was broken by Turkey F AEG
  F WES H          no order: it holds
From France to everybody, Monday 2 March 2026, 20:00 (Europe/Helsinki)
| Paris, 3 October
| The sea is calm.

Italy
-----
  A VEN H              holds
  A ROM S A VEN        supports
* F ION C A TUN - GRE  dislodged by Turkey F AEG

Turkey
------
F AEG - ION          moves
F EAS S F AEG - ION  supports
A GRE H              holds

Changes
-------
Italy F ION is dislodged and may retreat to ADR, ALB, APU, NAP, TYS.

Supply centres
--------------
Austria  centres: 3  units: 3
France   centres: 3  units: 2
Italy    centres: 3  units: 2
Turkey   centres: 4  units: 3

To be ordered
-------------
Italy:
F ION  may retreat to ADR, ALB, APU, NAP, TYS

What comes next
---------------
Fall 1902, retreats, due Thursday 12 March 2026, 20:00 (Europe/Helsinki).
You have nothing to order then, and nobody waits for you.

Announced
---------
Monday 2 March 2026, 20:00 (Europe/Helsinki), Fall 1902, moves:
| A happy new year.
"""
    )


def test_a_draw_of_strength_and_a_lost_fleet_are_told_in_finnish() -> None:
    table = skirmish()
    table.strike()
    finnish = results(table, "Italy", "fi")
    assert "* A TYR - VEN          kimposi, vastassa Italia A VEN, 2 vastaan 2" in finnish
    assert "Italia F ION on syrjäytetty ja voi vetäytyä: ADR, ALB, APU, NAP, TYS." in finnish
    assert "torstai 12.3.2026 klo 20.00" in finnish


def test_who_sent_nothing_is_named_once() -> None:
    table = Table(opening())
    table.order("Austria", "A VIE - GAL")
    table.strike()
    assert "No orders were received from England, France, Germany, Italy, Russia, Turkey." in " ".join(
        results(table).split()
    )


def test_a_win_is_told_and_nothing_comes_next() -> None:
    homes = "PAR MAR BRE SPA POR BEL HOL MUN KIE BER DEN LON LVP EDI ROM VIE NAP"
    given_position = position("F1910M", {"France": "A PIE, F WES", "Italy": "A VEN"}, {"France": homes, "Italy": "TUN"})
    table = Table(opening(given=given_position))
    table.order("France", "F WES - TUN")
    table.strike()
    words = [DIPLOMACY.words(notice, "en", UTC) for notice in told(table, -4, "Turkey")]
    assert [each.subject for each in words] == ["kalmar: results of Fall 1910, moves", "kalmar: the game is over"]
    assert "France wins the game" in words[0].text
    assert "What comes next" not in words[0].text
    assert "France has won the game kalmar." in words[1].text


def test_a_mover_that_bounced_and_was_driven_out_is_told_in_one_sentence() -> None:
    """Whoever bounced with whom, and by what strength, is said beside that the unit was driven out."""
    table = Table(
        opening(
            given=position(
                "F1902M",
                {"Austria": "A VIE, A BUD", "Italy": "A TYR, A BOH", "Russia": "A WAR"},
                {"Austria": "VIE BUD", "Italy": "VEN ROM", "Russia": "WAR MOS"},
            )
        )
    )
    table.order("Austria", "A VIE - GAL")
    table.order("Italy", "A TYR - VIE", "A BOH S A TYR - VIE")
    table.order("Russia", "A WAR - GAL")
    table.strike()
    assert "* A VIE - GAL  bounced with Russia A WAR, 1 against 1, dislodged" in results(table)
    finnish = results(table, "Austria", "fi")
    assert "* A VIE - GAL  kimposi, vastassa Venäjä A WAR, 1 vastaan 1, syrjäytettiin" in finnish


@pytest.mark.dear
@pytest.mark.parametrize("lang", ["en", "fi"])
@pytest.mark.parametrize("rules", [{}, {"III.3": "B"}], ids=["plain", "inferred"])
def test_no_sentence_of_any_results_has_a_gap_left(lang: str, rules: dict[str, str]) -> None:
    for seed in range(12):
        table = some_game(seed, 8, opening(rules=rules))
        for notice in DIPLOMACY.tell(None, tuple(table.events), table.state):
            words = DIPLOMACY.words(notice, lang, HELSINKI)
            assert "{" not in words.subject + words.text + words.html, notice.kind


# --- the laws of all words ---


class Tags(HTMLParser):
    """Which tags there are, and whether each that is opened is closed."""

    VOID = frozenset({"br"})

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.add(tag)
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


PLAIN = {"section", "h2", "p", "table", "tr", "td", "blockquote", "br", "details", "summary"}
NASTY = "<script>alert('x')</script> & \"quoted\" {power_x} %s\r\nBcc: x@example.org"


@cache
def everything() -> tuple[Notice, ...]:
    """Notices of every kind there is, with nasty words wherever people's words can stand."""
    table = Table(opening(gm=True, seated=(*POWERS, "observer Olga"), begin=False))
    table.say(c.SendPress(speaker("France"), ("Italy", "all", "observers"), NASTY, NASTY))
    table.say(c.Announce(speaker(GM), NASTY))
    table.say(c.SetDeadline(speaker(GM), table.now + 9 * DAY, NASTY))
    table.say(c.Pause(speaker(GM), NASTY))
    table.say(c.Resume(speaker(GM)))
    for power in POWERS:
        table.order(power, final=True)
    table.say(c.Resign(speaker("Turkey")))
    table.say(c.ReplacePlayer(speaker(GM), Seat("Turkey"), person=person("new"), why=NASTY))
    table.strike()
    table.say(c.EndGame(speaker(GM), NASTY))
    table.say(c.EndGame(speaker(GM), NASTY))
    begun = next(n for n, event in enumerate(table.events, 1) if isinstance(event, GameStarted))
    first, later = tuple(table.events[:begun]), tuple(table.events[begun:])
    notices = [*DIPLOMACY.tell(None, first, table.state), *DIPLOMACY.tell(None, later, table.state), *_receipts()]
    before = Table(opening(gm=True))
    for power in POWERS:
        before.order(power, final=True)
    return *notices, *DIPLOMACY.tell(Table(opening(gm=True)).state, tuple(before.events[-1:]), before.state)


def _receipts() -> list[Notice]:
    notices = []
    letter = f"A Vie - Gal\nA Ven H\nA Vie - Foo\nvote yes on 3\nstatus\nmap\nrules\nhelp\nhistory\ngm preview\n{NASTY}"
    for seat in ("Austria", GM):
        table = some_game(1, 3, opening(gm=True))
        reading = DIPLOMACY.read(table.state, speaker(seat), "", letter, table.now)
        heard = tuple(command for command in reading.commands if isinstance(table.hear(command), tuple))
        notices.append(DIPLOMACY.receipt(table.state, speaker(seat), heard, reading, reading.refused, table.now))
    return notices


def test_every_kind_of_body_is_there() -> None:
    assert {notice.kind for notice in everything()} >= {
        "results", "started", "ended", "press", "deadline", "paused", "resumed", "announcement", "seat", "all-final",
        "receipt",
    }  # fmt: skip


@pytest.mark.parametrize("lang", ["en", "fi"])
def test_all_words_are_lawful(lang: str) -> None:
    for notice in everything():
        words = DIPLOMACY.words(notice, lang, HELSINKI)
        assert words.subject
        assert not re.search(r"[\r\n]", words.subject)
        tags = Tags()
        tags.feed(words.html)
        assert tags.open == []
        assert tags.seen <= PLAIN, notice.kind
        gaps = re.findall(r"\{\w+\}", (words.subject + words.text).replace("{power_x}", ""))
        assert gaps == [], (notice.kind, gaps)


def test_nothing_said_in_finnish_is_left_english() -> None:
    """Every sentence of a game's own has its Finnish."""
    finnish = catalogue("fi")
    for saying in (*DONE.values(), *REASONS.values()):
        assert saying.text in finnish
    english = [DIPLOMACY.words(notice, "en", HELSINKI) for notice in everything()]
    other = [DIPLOMACY.words(notice, "fi", HELSINKI) for notice in everything()]
    assert all(one.text != two.text for one, two in zip(english, other, strict=True))


NEXT = re.compile(
    "[;,] (?=gm|pj|propose|ehdota|withdraw|abstain|tyhjä|"
    "preliminary|alustava|revoke|peru|mute|vaimenna|map|kartta|rules|säännöt|help|ohje)"
)
"""Between what is shown in one line and can be said each by itself."""


@pytest.mark.parametrize("seat", ["Austria", GM])
def test_what_the_finnish_help_shows_is_read_as_the_english_is(seat: str) -> None:
    """A reader of the Finnish help sees Finnish words, and every one of them is heard."""
    rules = {"II.3": "B revocation told to=both", "X.1": "A"}
    state = Table(opening(gm=True, rules=rules, seated=(*POWERS, "observer Olga"))).state

    def heard(line: str, lang: str) -> list[object]:
        said = Reader(lang).read(line if seat == "Austria" and line == HELP[0][0] else say(line))
        found: list[object] = []
        for part in NEXT.split(said.replace("F NTH", "A VIE")):
            reading = DIPLOMACY.read(state, speaker(seat), "", part.replace("…", "x"), START)
            found += [type(command) for command in reading.commands]
        return found

    shown = HELP if seat == "Austria" else HELP_GM
    lines = [cell.text if isinstance(cell, Saying) else str(cell) for cell, _ in shown]
    for line in lines:
        assert heard(line, "fi") == heard(line, "en"), line
    assert sum(map(len, (heard(line, "fi") for line in lines))) >= 12


@pytest.mark.parametrize("lang", ["en", "fi"])
def test_help_and_rules_by_letter_fit_a_letter_and_leave_no_clause_without_its_title(lang: str) -> None:
    table = Table(opening(gm=True))
    heard = (c.AskHelp(speaker(GM)), c.AskRules(speaker(GM)))
    notice = DIPLOMACY.receipt(table.state, speaker(GM), heard, Reading(), (), table.now)
    written = DIPLOMACY.words(notice, lang, HELSINKI).text
    assert max(map(len, written.splitlines())) <= text.WIDTH
    shown, reader = " ".join(written.split()), Reader(lang)
    for chapter in document(table.state.sheet).chapters:
        for entry in (part for whole in chapter.entries for part in (whole, *whole.parts)):
            assert f"{entry.name} {reader.read(entry.title)}" in shown, entry.name
    masters, players = (reader.read(HELP_GM[1][0]), reader.read(HELP[2][0]))
    assert shown.index(masters) < shown.index(players), "whoever presides reads their own words first"


def test_every_verdict_has_its_words() -> None:
    assert set(REASONS) == set(Code)


@given(st.lists(st.lists(st.text(max_size=40), max_size=4).map(tuple), max_size=6).map(tuple), st.text())
def test_any_cells_become_lines_that_mail_can_carry(rows: tuple[tuple[str, ...], ...], words: str) -> None:
    page = Page("x", (Section("t", (Rows(rows), Words("", words))),))
    written = text.render(page, Reader("en"))
    assert written.endswith("\n")
    assert written.startswith("t\n-")
