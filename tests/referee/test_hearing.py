"""Hearing: one refusal loses nothing beside it, one transaction holds all, nothing is heard over an earlier letter."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from tests.referee.toys import ANN, BEN, BLUE, GAMES, RED, SEATS, Add, Ask, Open

from dragoman.game.protocol import Speaker
from dragoman.game.refusals import Refusal
from dragoman.game.saying import say
from dragoman.game.seats import KEEPER, Seat
from dragoman.referee.hearing import HEARD_BEFORE, Referee, unfit
from dragoman.referee.memory import MemoryLedger
from dragoman.referee.ports import Posting, Slip, Stale, UnknownTable, Waiting
from dragoman.referee.seeded import SeededEntropy
from dragoman.referee.table import UnknownGame

NOW = datetime(2026, 3, 2, 16, 0, tzinfo=UTC)
RED_SPEAKS, BLUE_SPEAKS = Speaker(ANN, RED), Speaker(BEN, BLUE)


@pytest.fixture
def ledger() -> MemoryLedger:
    return MemoryLedger(GAMES, SeededEntropy("7"))


@pytest.fixture
def referee(ledger: MemoryLedger) -> Referee:
    return Referee(ledger, GAMES)


def whose(posting: Posting) -> str:
    """The table and the person that a key begins with."""
    return posting.key.rsplit("/", 2)[0]


def opened(referee: Referee, game: str = "counter", name: str = "kalmar", **how: Any) -> None:
    reply = referee.open(Slip(name, RED_SPEAKS, command=Open(SEATS, **how)), game, NOW)
    assert reply.version == 1, reply


def letter(text: str, key: str = "L1", table: str = "kalmar") -> Slip:
    return Slip(table, RED_SPEAKS, "kalmar", text, letter=key, answer=True, message_id="<1@example.org>")


def test_opening_tells_everybody_who_sits(referee: Referee, ledger: MemoryLedger) -> None:
    opened(referee)
    assert [(whose(p), p.notice.to) for p in ledger.postings] == [("kalmar/p-ann", RED), ("kalmar/p-ben", BLUE)]


def test_a_taken_name_is_refused(referee: Referee) -> None:
    opened(referee)
    reply = referee.open(Slip("kalmar", BLUE_SPEAKS, command=Open(SEATS)), "counter", NOW)
    assert [r.code for r in reply.refused] == ["name-taken"]


def test_what_the_game_refuses_to_open_is_not_opened(referee: Referee, ledger: MemoryLedger) -> None:
    reply = referee.open(Slip("kalmar", RED_SPEAKS, command=Open({})), "counter", NOW)
    assert [r.code for r in reply.refused] == ["no-seats"]
    assert ledger.tables() == ()


@pytest.mark.parametrize(
    "name", ["../x", "x/y", "CON", "Kalmar", "", "a" * 25, "1st", "-a", "a-", "a--b", "kälmar", "k\u0430lmar", "a b",
             "postmaster", "confirm", "help", "all", "open", "con", "com1", "keeper", "a\n", ".", "a.b", "a+b"],
)  # fmt: skip
def test_names_that_would_leave_their_folder_or_address_are_refused(referee: Referee, name: str) -> None:
    reply = referee.open(Slip(name, RED_SPEAKS, command=Open(SEATS)), "counter", NOW)
    assert [r.code for r in reply.refused] == ["bad-name"]


@pytest.mark.parametrize("name", ["kalmar", "a", "k2", "summer-cup-2026", "a" * 24])
def test_plain_names_pass(name: str) -> None:
    assert unfit(name) is None


@pytest.mark.parametrize("speaker", [Speaker(BEN, RED), Speaker(ANN, Seat("Green")), Speaker(ANN, Seat("Purple"))])
def test_nobody_speaks_for_a_seat_that_is_not_theirs(referee: Referee, speaker: Speaker) -> None:
    opened(referee)
    for slip in (Slip("kalmar", speaker, text="5"), Slip("kalmar", speaker, command=Add(speaker.seat, 5))):
        reply = referee.hear(slip, NOW)
        assert ([r.code for r in reply.refused], reply.events) == (["not-your-seat"], ())
        assert reply.receipt is not None
        assert reply.receipt.to == ""
    assert referee.tables.at("kalmar").version == 1


def test_the_keeper_may_speak_for_any_seat(referee: Referee) -> None:
    opened(referee)
    assert referee.hear(Slip("kalmar", Speaker(KEEPER, Seat("Green")), text="5"), NOW).version == 2


def test_an_unknown_game_or_table_is_told(referee: Referee) -> None:
    with pytest.raises(UnknownGame):
        referee.open(Slip("kalmar", RED_SPEAKS, command=Open(SEATS)), "chess", NOW)
    with pytest.raises(UnknownTable):
        referee.hear(letter("5", table="nowhere"), NOW)


def test_one_refusal_and_one_unread_line_lose_nothing_beside_them(referee: Referee) -> None:
    opened(referee)
    reply = referee.hear(letter("5\n101\nhello\n7"), NOW)
    assert [event.amount for event in reply.events] == [5, 7]
    assert [r.code for r in reply.refused] == ["too-much"]
    assert [u.text for u in reply.unread] == ["hello"]
    assert reply.version == 3
    assert referee.tables.at("kalmar").state.total == 12
    assert reply.receipt is not None
    assert (reply.receipt.body.total, reply.receipt.body.heard, reply.receipt.body.refused) == (12, 2, ("too-much",))


def test_what_did_not_come_as_asked_is_for_the_game_to_keep_or_refuse(referee: Referee) -> None:
    opened(referee)
    lacks = Refusal("not-as-asked", say("The subject is wanting."), "II.2")
    for text, refused in (("5\n7\nhello", ["not-as-asked"]), ("hello", ["not-as-asked"])):
        reply = referee.hear(replace(letter(text, key=text), lacks=lacks), NOW)
        assert (reply.events, [r.code for r in reply.refused]) == ((), refused)
        assert [u.text for u in reply.unread] == ["hello"]


def test_a_letter_is_answered_by_a_posting_under_its_own_key(referee: Referee, ledger: MemoryLedger) -> None:
    opened(referee)
    referee.hear(letter("5"), NOW)
    receipt, *notices = ledger.postings[2:]
    assert (receipt.key, receipt.in_reply_to) == ("kalmar/letter/L1/p-ann", "<1@example.org>")
    assert [whose(notice) for notice in notices] == ["kalmar/p-ann", "kalmar/p-ben"]
    assert len({notice.key for notice in notices}) == 2


def test_a_click_is_answered_by_the_reply_alone(referee: Referee, ledger: MemoryLedger) -> None:
    opened(referee)
    before = len(ledger.postings)
    reply = referee.hear(Slip("kalmar", RED_SPEAKS, command=Ask()), NOW)
    assert reply.receipt is not None
    assert reply.version == 1
    assert len(ledger.postings) == before


def test_a_question_by_letter_is_answered_and_changes_no_version(referee: Referee, ledger: MemoryLedger) -> None:
    opened(referee)
    for key in ("L1", "L2"):
        assert referee.hear(letter("status", key), NOW).version == 1
    assert [p.key for p in ledger.postings[2:]] == ["kalmar/letter/L1/p-ann", "kalmar/letter/L2/p-ann"]


def test_a_letter_heard_again_changes_nothing_and_says_so(referee: Referee, ledger: MemoryLedger) -> None:
    opened(referee)
    referee.hear(letter("5"), NOW)
    told = len(ledger.postings)
    reply = referee.hear(letter("5"), NOW)
    assert reply.error == HEARD_BEFORE
    assert referee.tables.at("kalmar").state.total == 5
    assert len(ledger.postings) == told


def test_a_letter_of_which_nothing_was_understood_is_known_again(referee: Referee) -> None:
    opened(referee)
    assert referee.hear(letter("hello"), NOW).error is None
    assert referee.hear(letter("hello"), NOW).error == HEARD_BEFORE


def test_a_person_with_two_seats_is_told_the_same_thing_once(referee: Referee, ledger: MemoryLedger) -> None:
    referee.open(Slip("kalmar", RED_SPEAKS, command=Open({RED: ANN, BLUE: ANN})), "counter", NOW)
    assert [p.notice.person for p in ledger.postings] == [ANN]


def test_a_fault_in_the_game_records_nothing_at_all(referee: Referee, ledger: MemoryLedger) -> None:
    opened(referee)
    told = len(ledger.postings)
    with pytest.raises(ZeroDivisionError):
        referee.hear(letter("5\n13"), NOW)
    assert (referee.tables.at("kalmar").version, len(ledger.postings)) == (1, told)
    assert referee.hear(letter("5"), NOW).error is None


class Contested(MemoryLedger):
    """Somebody else appends first, `times` times."""

    times = 1

    def append(self, table: str, expected: int, *rest: Any, **more: Any) -> bytes:
        if self.times:
            self.times -= 1
            super().append(table, expected, (GAMES["counter"].decode_event(b'{"type":"added","seat":"B","amount":1}'),),
                           NOW, None, ())  # fmt: skip
        return super().append(table, expected, *rest, **more)


def test_who_comes_second_is_decided_anew_on_what_the_first_did() -> None:
    ledger = Contested(GAMES, SeededEntropy("7"))
    referee = Referee(ledger, GAMES)
    opened(referee)
    ledger.times = 3
    reply = referee.hear(letter("5"), NOW)
    assert (reply.version, referee.tables.at("kalmar").state.total) == (5, 8)


def test_a_table_that_was_looked_up_before_is_heard_as_it_stands_now(referee: Referee, ledger: MemoryLedger) -> None:
    opened(referee)
    before = referee.current("kalmar", NOW)
    assert referee.hear(letter("2"), NOW, before).version == 2
    assert referee.hear(letter("3", "L2"), NOW, before).version == 3
    assert referee.tables.at("kalmar").state.total == 5
    assert referee.hear(letter("3", "L2"), NOW, before).error == HEARD_BEFORE


def test_a_fold_of_that_number_of_other_events_is_not_appended_to(referee: Referee, ledger: MemoryLedger) -> None:
    """As after a record was put back as it was a while ago, and went on otherwise."""
    opened(referee)
    table = referee.current("kalmar", NOW)
    referee.hear(letter("7"), NOW)
    other = replace(referee.current("kalmar", NOW), state=replace(table.state, total=100), seal=b"another")
    assert referee.hear(letter("1", "L2"), NOW, other).version == 3
    assert referee.tables.at("kalmar").state.total == 8


def test_what_was_recorded_is_remembered_as_the_ledger_has_it(referee: Referee, ledger: MemoryLedger) -> None:
    opened(referee)
    referee.hear(letter("2"), NOW)
    recalled = referee.tables.recalled("kalmar")
    assert recalled == Referee(ledger, GAMES).tables.at("kalmar")
    assert referee.tables.recalled("visby") is None


def test_endless_contest_ends_in_a_plain_answer() -> None:
    ledger = Contested(GAMES, SeededEntropy("7"))
    referee = Referee(ledger, GAMES)
    opened(referee)
    ledger.times = 1000
    reply = referee.hear(letter("5"), NOW)
    assert reply.error is not None
    assert reply.events == ()


def test_the_clock_is_heard_before_what_comes_after_it(referee: Referee) -> None:
    """A letter that comes a second after the deadline finds the deadline passed, though no loop has gone round yet."""
    opened(referee, "timer", every=timedelta(hours=1), until=2)
    referee.hear(letter("5"), NOW + timedelta(hours=1, seconds=1))
    kinds = [type(e).__name__ for e in referee.ledger.load("kalmar").events]
    assert kinds == ["Opened", "Rang", "Added"]


def test_the_clock_waits_for_letters_that_came_in_time(ledger: MemoryLedger) -> None:
    due = NOW + timedelta(hours=1)
    unheard = [due - timedelta(minutes=1)]
    referee = Referee(ledger, GAMES, earlier=lambda moment: any(at < moment for at in unheard))
    opened(referee, "timer", every=timedelta(hours=1), until=2)
    late = due + timedelta(minutes=1)
    assert referee.go_round(late).waiting == ("kalmar",)
    with pytest.raises(Waiting):
        referee.hear(letter("1", "L2"), late)
    referee.hear(letter("5", "L1"), unheard[0])
    unheard.clear()
    assert referee.go_round(late).struck == ("kalmar",)
    kinds = [type(e).__name__ for e in ledger.load("kalmar").events]
    assert kinds == ["Opened", "Added", "Rang"]


def test_a_record_never_goes_back_in_time(referee: Referee, ledger: MemoryLedger) -> None:
    opened(referee)
    referee.hear(letter("5", "L1"), NOW + timedelta(minutes=5))
    referee.hear(letter("6", "L2"), NOW)
    times = [entry.at for entry in ledger.record("kalmar")[1]]
    assert times == sorted(times)


def test_folds_that_are_kept_are_the_folds_of_the_ledger(ledger: MemoryLedger) -> None:
    here, elsewhere = Referee(ledger, GAMES), Referee(ledger, GAMES)
    opened(here)
    for n in range(10):
        (here, elsewhere)[n % 2].hear(letter(str(n), f"L{n}"), NOW)
    assert here.tables.at("kalmar").state == elsewhere.tables.at("kalmar").state
    assert here.tables.at("kalmar").state.total == sum(range(10))


def test_a_fold_that_the_ledger_no_longer_bears_is_thrown_away(ledger: MemoryLedger) -> None:
    referee = Referee(ledger, GAMES)
    opened(referee)
    referee.hear(letter("5"), NOW)
    other = MemoryLedger(GAMES, SeededEntropy("8"))
    opened(Referee(other, GAMES))
    Referee(other, GAMES).hear(letter("99"), NOW)
    ledger._sheets = other._sheets
    assert referee.tables.at("kalmar").state.total == 99


def test_nothing_is_appended_over_another(ledger: MemoryLedger, referee: Referee) -> None:
    opened(referee)
    with pytest.raises(Stale):
        ledger.append("kalmar", 0, (), NOW, None, ())
