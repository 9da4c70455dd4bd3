"""A record as a file: what is read back is what was written, and what was altered is found."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from tests.referee.toys import ANN, GAMES, RED, SEATS, Add, Open

from dragoman.game.protocol import Speaker
from dragoman.referee import record
from dragoman.referee.hearing import Referee
from dragoman.referee.memory import MemoryLedger
from dragoman.referee.ports import Slip
from dragoman.referee.record import Record, Unreadable
from dragoman.referee.seeded import SeededEntropy

NOW = datetime(2026, 3, 2, 16, 0, tzinfo=UTC)


@pytest.fixture
def kalmar() -> Record:
    ledger = MemoryLedger(GAMES, SeededEntropy("7"))
    referee = Referee(ledger, GAMES)
    referee.open(Slip("kalmar", Speaker(ANN, RED), command=Open(SEATS)), "counter", NOW)
    for amount in (1, 2, 3):
        referee.hear(Slip("kalmar", Speaker(ANN, RED), command=Add(RED, amount)), NOW)
    return Record("kalmar", *ledger.record("kalmar"))


def test_what_is_read_back_is_what_was_written(kalmar: Record) -> None:
    assert record.read(record.write(kalmar)) == kalmar


def test_a_sound_record_verifies(kalmar: Record) -> None:
    assert record.verify(kalmar, GAMES) == ()


def test_a_record_restored_elsewhere_is_the_same_table(kalmar: Record) -> None:
    other = MemoryLedger(GAMES, SeededEntropy("other"))
    other.restore(kalmar.table, kalmar.game, kalmar.entries, None)
    referee = Referee(other, GAMES)
    assert referee.tables.at("kalmar").state.total == 6
    referee.hear(Slip("kalmar", Speaker(ANN, RED), command=Add(RED, 4)), NOW)
    assert record.verify(Record("kalmar", *other.record("kalmar")), GAMES) == ()


def test_an_altered_event_is_found(kalmar: Record) -> None:
    lines = list(record.write(kalmar))
    lines[2] = lines[2].replace(b'"amount":1', b'"amount":9')
    (fault,) = record.verify(record.read(lines), GAMES)
    assert fault.args == (("n", "2"),)


def test_a_record_that_ends_early_is_found_by_its_last_seal(kalmar: Record) -> None:
    """A chain cut at its end, by whoever mends the first line too, is whole in itself; only the seal of its head, known
    from elsewhere, tells."""
    cut = record.read(list(record.write(replace(kalmar, entries=kalmar.entries[:-1]))))
    assert record.verify(cut, GAMES) == ()
    assert cut.entries[-1].seal != kalmar.entries[-1].seal


def test_a_file_that_was_cut_is_not_taken_for_whole(kalmar: Record) -> None:
    lines = list(record.write(kalmar))
    for kept in range(1, len(lines)):
        with pytest.raises(Unreadable):
            record.read(lines[:kept])
    older = [lines[0].replace(b',"lines":%d' % (len(lines) - 1), b""), *lines[1:]]
    assert older[0] != lines[0]
    assert record.read(older) == kalmar


def test_a_record_of_an_unknown_game_says_that_its_chain_is_whole(kalmar: Record) -> None:
    (fault,) = record.verify(kalmar, {})
    assert "chain is whole" in fault.text


def test_events_that_do_not_fold_are_named(kalmar: Record) -> None:
    from dragoman.referee.chain import follow, origin

    entries = follow(origin("kalmar", "counter"), 0, NOW, [(bytes(16), b'{"type":"added","seat":"R","amount":1}')])
    (fault,) = record.verify(Record("kalmar", "counter", entries), GAMES)
    assert dict(fault.args)["n"] == "1"


@pytest.mark.parametrize(
    ("alter", "line"),
    [
        (lambda lines: [b"hello\n"], 1),
        (lambda lines: [], 1),
        (lambda lines: lines[:1], 1),
        (lambda lines: [lines[0].replace(b'"format":2', b'"format":3'), *lines[1:]], 1),
        (lambda lines: [*lines[:2], b"{}\n", *lines[3:]], 3),
        (lambda lines: [*lines[:3], re.sub(rb'"salt":"..', b'"salt":"xy', lines[3])], 4),
        (lambda lines: [*lines[:3], lines[3].replace(b'"at":"2026', b'"at":"2O26')], 4),
    ],
)
def test_what_is_no_record_is_refused_with_its_line(kalmar: Record, alter: object, line: int) -> None:
    assert callable(alter)
    with pytest.raises(Unreadable) as refused:
        record.read(alter(list(record.write(kalmar))))
    assert refused.value.line == line
