"""The outbox: what is told is sent at least once, by one worker at a time, and by another if the first one dies."""

from __future__ import annotations

import threading
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from django.db import connections

from dragoman.store.models import Outgoing
from dragoman.store.outbox import LONGEST_WAIT, MOST_TRIES, Outbox, Parcel, wait

NOW = datetime(2026, 3, 2, 16, 0, tzinfo=UTC)
LEASE = timedelta(seconds=60)


@pytest.fixture
def outbox(store: str) -> Outbox:
    return Outbox(store)


def posted(outbox: Outbox, *keys: str) -> None:
    for key in keys:
        outbox.post(key, "host/test", b"sealed " + key.encode(), NOW)


def keys(parcels: tuple[Parcel, ...]) -> list[str]:
    return [parcel.key for parcel in parcels]


def test_letters_are_taken_in_the_order_of_posting(outbox: Outbox) -> None:
    posted(outbox, "b", "a", "c")
    assert keys(outbox.claim("w1", NOW, LEASE, 2)) == ["b", "a"]
    assert keys(outbox.claim("w2", NOW, LEASE, 2)) == ["c"]
    assert keys(outbox.claim("w3", NOW, LEASE, 2)) == []


def test_a_parcel_says_what_it_holds(outbox: Outbox) -> None:
    outbox.post("a", "host/test", b"\x00sealed", NOW, person="p-ann")
    (parcel,) = outbox.claim("w1", NOW, LEASE)
    assert (parcel.kind, parcel.sealed, parcel.person, parcel.tries) == ("host/test", b"\x00sealed", "p-ann", 1)


def test_what_a_dead_worker_held_is_sent_by_another(outbox: Outbox) -> None:
    posted(outbox, "a")
    outbox.claim("w1", NOW, LEASE)
    assert outbox.claim("w2", NOW + LEASE - timedelta(microseconds=1), LEASE) == ()
    (parcel,) = outbox.claim("w2", NOW + LEASE, LEASE)
    assert (parcel.key, parcel.tries) == ("a", 2)


def test_a_clock_that_leapt_holds_nothing_for_good(outbox: Outbox) -> None:
    """A machine whose clock is forty days ahead takes letters, fails at one, and is switched off."""
    posted(outbox, "a", "b")
    ahead = NOW + timedelta(days=40)
    held, failed = outbox.claim("w1", ahead, LEASE)
    outbox.failed(failed, "not taken", ahead)
    assert keys(outbox.claim("w2", NOW, LEASE)) == [held.key, failed.key]
    assert outbox.claim("w3", NOW, LEASE) == (), "and what a right clock gave is held"


def test_the_longest_wait_is_kept(outbox: Outbox) -> None:
    posted(outbox, "a")
    (parcel,) = outbox.claim("w1", NOW, LEASE)
    outbox.failed(replace(parcel, tries=MOST_TRIES - 1), "not taken", NOW)
    assert outbox.claim("w1", NOW + LONGEST_WAIT - LEASE, LEASE) == ()
    assert outbox.claim("w1", NOW, LEASE) == ()


def test_what_is_sent_is_not_sent_again(outbox: Outbox) -> None:
    posted(outbox, "a")
    outbox.claim("w1", NOW, LEASE)
    outbox.sent("a", NOW)
    assert outbox.claim("w2", NOW + 9 * LEASE, LEASE) == ()
    assert outbox.count() == (0, 0)


def test_the_same_key_is_the_same_letter(outbox: Outbox) -> None:
    posted(outbox, "a", "a")
    outbox.claim("w1", NOW, LEASE)
    outbox.sent("a", NOW)
    posted(outbox, "a")
    assert outbox.claim("w1", NOW + 9 * LEASE, LEASE) == ()


def test_a_failure_is_tried_again_after_longer_and_longer(outbox: Outbox) -> None:
    posted(outbox, "a")
    now = NOW
    for tries in range(1, MOST_TRIES + 1):
        (parcel,) = outbox.claim("w1", now, LEASE)
        assert parcel.tries == tries
        outbox.failed(parcel, "451 come again", now)
        assert outbox.claim("w1", now + wait(tries) - timedelta(seconds=1), LEASE) == ()
        now += wait(tries)
    assert outbox.claim("w1", now + timedelta(days=30), LEASE) == ()
    assert outbox.count() == (0, 1)
    assert timedelta(days=3) < now - NOW < timedelta(days=5)
    assert wait(1000) == LONGEST_WAIT


def test_a_failure_for_good_is_given_up_at_once(outbox: Outbox) -> None:
    posted(outbox, "a", "b")
    parcel, _ = outbox.claim("w1", NOW, LEASE)
    outbox.failed(parcel, "550 no such mailbox", NOW, for_good=True)
    assert outbox.count() == (1, 1)


def test_a_late_failure_does_not_undo_that_another_sent_it(outbox: Outbox) -> None:
    posted(outbox, "a")
    (mine,) = outbox.claim("w1", NOW, LEASE)
    outbox.claim("w2", NOW + LEASE, LEASE)
    outbox.sent("a", NOW + LEASE)
    outbox.failed(mine, "timeout", NOW + LEASE)
    assert outbox.claim("w3", NOW + timedelta(days=9), LEASE) == ()


def test_a_worker_on_its_way_out_lets_go(outbox: Outbox) -> None:
    posted(outbox, "a")
    outbox.put_back(keys(outbox.claim("w1", NOW, LEASE)))
    (parcel,) = outbox.claim("w2", NOW, LEASE)
    assert parcel.tries == 1


def test_old_letters_are_forgotten_but_not_those_still_to_be_sent(outbox: Outbox) -> None:
    posted(outbox, "a", "b", "c")
    first, second, _ = outbox.claim("w1", NOW, LEASE)
    outbox.sent(first.key, NOW)
    outbox.failed(second, "550", NOW, for_good=True)
    assert outbox.drop(NOW) == 0
    assert outbox.drop(NOW + LEASE) == 2
    assert outbox.count() == (1, 0)


def test_no_two_workers_take_the_same_letter(store: str) -> None:
    outbox = Outbox(store)
    posted(outbox, *(f"k{n}" for n in range(60)))
    taken: list[str] = []
    faults: list[BaseException] = []

    def work(name: str) -> None:
        try:
            while mine := outbox.claim(name, NOW, LEASE, 3):
                taken.extend(keys(mine))
        except BaseException as fault:
            faults.append(fault)
        finally:
            connections[store].close()

    threads = [threading.Thread(target=work, args=(f"w{n}",)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert faults == []
    assert sorted(taken) == sorted(f"k{n}" for n in range(60))


def test_what_was_given_up_is_listed_tried_again_and_dropped(outbox: Outbox, store: str) -> None:
    posted(outbox, "host")
    for key in ("a", "b"):
        row = Outgoing(
            key=key, table="kalmar", game="diplomacy", kind="results", seat="Italy", body="{}", posted_at=NOW
        )
        row.save(using=store)
    for parcel in outbox.claim("w1", NOW, LEASE):
        outbox.failed(parcel, "550 no", NOW, for_good=True)
    host, a, b = outbox.given_up()
    assert (host.table, host.kind, host.fault, host.whole) == ("", "host/test", "550 no", False)
    assert (a.table, a.seat, a.kind, a.at, a.whole) == ("kalmar", "Italy", "results", NOW, True)
    assert outbox.try_again([host.number, a.number]) == (a.number,), "the words of the host's own are gone"
    (parcel,) = outbox.claim("w1", NOW, LEASE)
    assert (parcel.key, parcel.tries) == ("a", 1)
    assert outbox.dismiss([host.number, a.number, b.number]) == (host.number, b.number), "what waits is not dropped"
    assert outbox.count() == (1, 0)
