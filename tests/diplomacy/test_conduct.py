"""Conduct and sanctions (X.3 to X.6): what is offered, what a block stops, and that no sanction tells who wrote a
piece."""

from __future__ import annotations

from datetime import UTC

import pytest
from tests.diplomacy.tables import LETTERS, POWERS, Table, opening, person, speaker

from dragoman.diplomacy.commands import BlockMail, Caution, Expel, ReplacePlayer, ReportConduct, SendPress
from dragoman.diplomacy.game import DIPLOMACY
from dragoman.diplomacy.houserules.conduct import CLAUSES, SANCTIONS, in_full, offered
from dragoman.diplomacy.houserules.sheet import Sheet
from dragoman.diplomacy.sight import sight
from dragoman.game.press import Colour
from dragoman.game.protocol import Reading
from dragoman.game.seats import GM, Seat

OLGA = "observer Olga"
MASTER = speaker(GM)


def table(**rules: str) -> Table:
    chosen = {"X.1": "A"} | {f"X.{name[1:]}": choice for name, choice in rules.items()}
    return Table(opening(gm=True, seated=(*POWERS, OLGA), rules=LETTERS | chosen))


def send(by: str, *to: str, colour: Colour = Colour.WHITE) -> SendPress:
    return SendPress(speaker(by), to, "Hear!", colour=colour)


# --- what is offered ---


@pytest.mark.parametrize("clause", sorted(SANCTIONS))
def test_a_sanction_is_taken_where_it_is_offered_and_refused_where_not(clause: str) -> None:
    number, letter = clause[:3], clause[4:]
    at = table(**({f"X{number[2:]}": letter} if letter else {}))
    caution = Caution(MASTER, "France", 0, number, "so")
    block = BlockMail(MASTER, "Italy", "all", "France", 0, number, "so")
    assert isinstance(at.hear(caution), tuple) is ("caution" in SANCTIONS[clause])
    assert isinstance(at.hear(block), tuple) is ("block" in SANCTIONS[clause])
    expelled = at.hear(Expel(MASTER, Seat("France"), number, "so"))
    assert isinstance(expelled, tuple) is ("expel" in SANCTIONS[clause])
    if isinstance(expelled, tuple):
        assert at.state.holder(Seat("France")) is None


def test_every_clause_and_letter_has_its_sanctions() -> None:
    for clause in CLAUSES:
        for letter in "ABC":
            sheet = Sheet().with_choice(clause, letter) if clause != "X.4" else Sheet()
            if isinstance(sheet, Sheet):
                assert offered(sheet, clause) == SANCTIONS[in_full(sheet, clause)]


def test_every_sanction_needs_its_reason_and_a_clause_of_conduct() -> None:
    at = table(X5="C")
    assert at.refused(Caution(MASTER, "France", 0, "X.5", " ")).code == "no-reason"
    assert at.refused(Caution(MASTER, "France", 0, "VII.6", "so")).code == "no-such-clause"
    assert at.refused(Caution(MASTER, "Atlantis", 0, "X.5", "so")).code == "unknown-seat"
    assert at.refused(BlockMail(MASTER, GM, "all", "France", 0, "X.5", "so")).code == "no-such-reader"
    assert at.refused(BlockMail(MASTER, "Italy", "pink", "France", 0, "X.5", "so")).code == "no-such-kind"


def test_under_b_nobody_is_put_out_before_a_block() -> None:
    at = table(X5="B")
    expel = Expel(MASTER, Seat("France"), "X.5", "repeated")
    assert at.refused(expel).clause == "X.5.B"
    at.say(BlockMail(MASTER, "Italy", "grey", "France", 0, "", "Italy asked"))
    at.say(expel)
    abuses = Expel(MASTER, Seat("Italy"), "X.5", "abused the rule")
    at.say(abuses)
    assert at.state.holder(Seat("Italy")) is None


# --- what a block stops ---


def test_a_block_stops_its_kind_to_its_receiver_and_nothing_else() -> None:
    at = table(X5="B")
    at.say(BlockMail(MASTER, "Italy", "grey", "France", 0, "", "Italy asked"))
    assert at.refused(send("France", "Italy", colour=Colour.GREY)).code == "blocked"
    assert at.refused(send("France", "all", colour=Colour.GREY)).code == "blocked", "everybody is Italy, too"
    at.say(send("France", "Italy"))
    at.say(send("France", "Turkey", colour=Colour.GREY))
    at.say(send("Italy", "France", colour=Colour.GREY))
    at.say(BlockMail(MASTER, "Italy", "all", "France", 0, "", "Italy asked again"))
    assert at.refused(send("France", "Italy")).code == "blocked"
    at.say(BlockMail(MASTER, "Italy", "all", "France", blocked=False))
    at.say(send("France", "Italy", colour=Colour.GREY))
    assert sight(at.state, GM).blocks == ()


def test_a_block_to_an_observer_holds_for_all_observers_together() -> None:
    at = table(X5="B")
    at.say(BlockMail(MASTER, OLGA, "all", "France", 0, "", "so"))
    assert at.refused(send("France", "observers")).code == "blocked"


def test_a_block_falls_with_the_person() -> None:
    at = table(X5="B")
    at.say(BlockMail(MASTER, "Italy", "all", "France", 0, "", "so"))
    at.say(ReplacePlayer(MASTER, Seat("France"), person=person("somebody new"), why="so"))
    said = SendPress(speaker("France", "somebody new"), ("Italy",), "Good morning.")
    at.say(said)
    assert sight(at.state, GM).blocks == ()


# --- who wrote it ---


def test_a_sanction_on_the_author_of_a_piece_tells_nobody_who_that_is() -> None:
    """Two worlds that differ in the author alone are one to all but these two, sanctions and letters and all."""
    worlds = []
    for author in ("France", "Russia"):
        at = table(X5="C")
        at.say(send(author, "Italy", "gm", colour=Colour.GREY))
        since = len(at.events)
        commands = (Caution(MASTER, "", 1, "", "so"), BlockMail(MASTER, "Italy", "grey", "", 1, "", "so"))
        for command in commands:
            at.say(command)
        told = {
            seat: [DIPLOMACY.words(n, "en", UTC) for n in DIPLOMACY.tell(None, tuple(at.events[since:]), at.state)
                   if n.to == seat]
            for seat in (*POWERS, OLGA, GM)
        }  # fmt: skip
        receipt = DIPLOMACY.receipt(at.state, MASTER, commands, Reading(), (), at.now)
        worlds.append((at, told, DIPLOMACY.words(receipt, "en", UTC)))
    (one, told_one, receipt_one), (other, told_other, receipt_other) = worlds
    assert receipt_one == receipt_other
    for seat in (*POWERS, OLGA, GM, None):
        if seat not in ("France", "Russia"):
            mine, yours = (sight(at.state, Seat(seat) if seat else None) for at in (one, other))
            assert mine == yours, seat
            assert seat is None or told_one[seat] == told_other[seat]
    assert told_one["France"]
    assert not told_one["Russia"], "only whoever wrote it is told"


def test_a_report_of_conduct_is_the_game_masters_and_its_makers() -> None:
    at = table(X3="B")
    at.say(ReportConduct(speaker("Italy"), "It showed my letter.", "France", "X.3"))
    assert [each.text for each in sight(at.state, GM).reports] == ["It showed my letter."]
    assert len(sight(at.state, Seat("Italy")).reports) == 1
    assert sight(at.state, Seat("France")).reports == ()
    assert at.refused(ReportConduct(speaker("Italy"), "x", "France", "VI.1")).code == "no-such-clause"
    assert at.refused(ReportConduct(speaker("Italy"), "x", "Italy", "X.3")).code == "unknown-seat"
    quiet = Table(opening(rules=LETTERS))
    assert quiet.refused(ReportConduct(speaker("Italy"), "x")).code == "no-gm"
