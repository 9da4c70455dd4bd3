"""The inbox: a letter taken is never lost, is heard in its turn, and waits for its owner where it must."""

from __future__ import annotations

import threading
from datetime import UTC, datetime, timedelta

import pytest
from django.db import connections

from dragoman.store.inbox import MOST_TRIES, Arrival, Inbox, State, Stored
from dragoman.store.models import Incoming

NOW = datetime(2026, 3, 2, 16, 0, tzinfo=UTC)
LEASE = timedelta(seconds=60)
MINUTE = timedelta(minutes=1)


@pytest.fixture
def inbox(store: str) -> Inbox:
    return Inbox(store)


def came(inbox: Inbox, key: str, sender: str = "ann", at: datetime = NOW) -> bool:
    return inbox.store(key, f"mark {key}", sender, b"\x00sealed " + key.encode(), "p-ann", 10, at)


def taken(inbox: Inbox, worker: str = "w1", now: datetime = NOW) -> str | None:
    arrival = inbox.claim(worker, now, LEASE)
    return arrival.id if arrival else None


def claimed(inbox: Inbox, now: datetime = NOW) -> Arrival:
    arrival = inbox.claim("w1", now, LEASE)
    assert arrival is not None
    return arrival


def test_a_letter_comes_out_as_it_went_in(inbox: Inbox) -> None:
    assert came(inbox, "a")
    arrival = claimed(inbox)
    assert (arrival.id, arrival.letter, arrival.sealed, arrival.sealed_for) == ("a", "mark a", b"\x00sealed a", "p-ann")
    assert (arrival.received_at, arrival.counts_from, arrival.confirmed) == (NOW, NOW, False)


def test_the_same_letter_again_is_known(inbox: Inbox) -> None:
    assert came(inbox, "a")
    assert not came(inbox, "a")
    claimed(inbox)
    inbox.finish("a", State.HEARD)
    assert not came(inbox, "a")
    assert taken(inbox) is None


def test_letters_are_heard_in_the_order_of_coming(inbox: Inbox) -> None:
    came(inbox, "b", "ben", NOW + MINUTE)
    came(inbox, "a", "ann", NOW)
    assert [taken(inbox), taken(inbox), taken(inbox)] == ["a", "b", None]


def test_two_letters_of_one_sender_are_never_in_work_at_once(inbox: Inbox) -> None:
    """Else the older of two sets of orders could be heard last, and count."""
    came(inbox, "a1", "ann", NOW)
    came(inbox, "a2", "ann", NOW + MINUTE)
    came(inbox, "b", "ben", NOW + 2 * MINUTE)
    assert [taken(inbox, "w1"), taken(inbox, "w2"), taken(inbox, "w3")] == ["a1", "b", None]
    inbox.finish("a1", State.HEARD)
    assert taken(inbox, "w2") == "a2"


def test_two_letters_of_the_same_moment_keep_an_order(inbox: Inbox) -> None:
    came(inbox, "a2")
    came(inbox, "a1")
    assert [taken(inbox), taken(inbox)] == ["a1", None]


def test_what_a_dead_worker_held_is_heard_by_another(inbox: Inbox) -> None:
    came(inbox, "a")
    assert taken(inbox, "w1") == "a"
    assert taken(inbox, "w2", NOW + LEASE / 2) is None
    assert taken(inbox, "w2", NOW + LEASE) == "a"


def test_a_letter_at_which_we_fail_is_tried_again_and_then_laid_aside(inbox: Inbox) -> None:
    came(inbox, "a")
    now = NOW
    for tries in range(1, MOST_TRIES + 1):
        arrival = claimed(inbox, now)
        assert arrival.tries == tries
        now += MINUTE
        assert inbox.put_back(arrival, now, "a fault") is (tries < MOST_TRIES)
    assert taken(inbox, now=now + 99 * MINUTE) is None
    assert inbox.count() == {"fault": 1}
    assert not inbox.earlier(now)


def test_waiting_through_no_fault_of_its_own_is_not_counted(inbox: Inbox) -> None:
    came(inbox, "a")
    for n in range(3 * MOST_TRIES):
        inbox.wait(claimed(inbox, NOW + n * MINUTE), NOW + n * MINUTE)
    assert claimed(inbox, NOW + 99 * MINUTE).tries == 1


def test_clocks_wait_for_letters_that_came_before(inbox: Inbox) -> None:
    came(inbox, "a")
    assert inbox.earlier(NOW + MINUTE)
    assert not inbox.earlier(NOW)
    claimed(inbox)
    assert inbox.earlier(NOW + MINUTE)
    inbox.finish("a", State.HEARD)
    assert not inbox.earlier(NOW + MINUTE)


def test_a_letter_waits_for_its_owner_and_counts_from_the_confirmation(inbox: Inbox) -> None:
    came(inbox, "a")
    claimed(inbox)
    inbox.finish("a", State.KEPT, "token", "kalmar", "p-ann", "Austria")
    assert not inbox.earlier(NOW + MINUTE)
    (kept,) = inbox.kept("p-ann")
    assert (kept.id, kept.table, kept.seat, kept.note) == ("a", "kalmar", "Austria", "token")
    assert inbox.kept("p-ben") == ()
    assert not inbox.confirm("a", "p-ben", NOW + MINUTE)
    assert inbox.confirm("a", "p-ann", NOW + MINUTE)
    assert not inbox.confirm("a", "p-ann", NOW + MINUTE)
    arrival = claimed(inbox, NOW + MINUTE)
    assert (arrival.confirmed, arrival.counts_from, arrival.received_at) == (True, NOW + MINUTE, NOW)
    assert (arrival.owner, arrival.seat) == ("p-ann", "Austria")


def test_a_letter_that_its_owner_disowns_is_never_heard(inbox: Inbox) -> None:
    came(inbox, "a")
    claimed(inbox)
    inbox.finish("a", State.KEPT, "address", "kalmar", "p-ann", "Austria")
    assert not inbox.disown("a", "p-ben")
    assert inbox.disown("a", "p-ann")
    assert not inbox.confirm("a", "p-ann", NOW)
    assert (taken(inbox), inbox.count()) == (None, {"refused": 1})


def test_old_letters_are_forgotten_but_not_those_still_to_be_heard(inbox: Inbox) -> None:
    for key in ("a", "b", "c"):
        came(inbox, key, key)
    claimed(inbox)
    inbox.finish("a", State.HEARD)
    claimed(inbox)
    inbox.finish("b", State.KEPT, owner="p-ann")
    assert inbox.drop(NOW) == 0
    assert inbox.drop(NOW + MINUTE) == 2
    assert inbox.count() == {"new": 1}


def test_letters_of_a_person_who_is_forgotten_go_with_them(inbox: Inbox) -> None:
    came(inbox, "a")
    inbox.store("b", "mark b", "ben", b"sealed", "p-ben", 6, NOW)
    inbox.forget("p-ann")
    assert taken(inbox) == "b"


def test_whoever_presides_learns_how_letters_stand_and_nothing_more(inbox: Inbox) -> None:
    for key, state in (("a", State.KEPT), ("b", State.HEARD), ("c", State.REFUSED), ("d", State.FAULT)):
        came(inbox, key, at=NOW + MINUTE * ord(key))
        inbox.finish(key, state, table="kalmar", owner="p-ann", seat="Austria" if key == "a" else "")
    assert [(seat, state) for _, seat, state in inbox.troubled("kalmar")] == [
        ("", "fault"), ("", "refused"), ("Austria", "kept"),
    ]  # fmt: skip
    assert inbox.troubled("other") == ()


def some(inbox: Inbox, worker: str = "w1", now: datetime = NOW, most: int = 20) -> list[str]:
    return [each.id for each in inbox.claim_some(worker, now, LEASE, most)]


def one_after_the_other(inbox: Inbox) -> None:
    for n, (key, sender) in enumerate((("a1", "ann"), ("b", "ben"), ("a2", "ann"), ("c", "cat"))):
        came(inbox, key, sender, NOW + n * MINUTE)


def test_several_are_taken_in_the_order_of_coming_whoever_wrote_them(inbox: Inbox) -> None:
    one_after_the_other(inbox)
    assert [(each.id, each.tries, each.worker) for each in inbox.claim_some("w1", NOW, LEASE, 3)] == [
        ("a1", 1, "w1"), ("b", 1, "w1"), ("a2", 1, "w1"),
    ]  # fmt: skip
    assert [some(inbox, "w2"), some(inbox, "w2")] == [["c"], []]


def test_none_is_taken_while_an_earlier_one_of_its_sender_is_in_work_or_waits(inbox: Inbox) -> None:
    one_after_the_other(inbox)
    first = claimed(inbox)
    assert (first.id, some(inbox, "w2")) == ("a1", ["b", "c"])
    assert inbox.put_back(first, NOW + LEASE / 2)
    assert some(inbox, "w2") == []
    assert [some(inbox, "w2", NOW + LEASE / 2), some(inbox, "w3", NOW + LEASE / 2)] == [["a1"], []]
    inbox.finish("a1", State.HEARD)
    assert some(inbox, "w3", NOW + LEASE / 2) == ["a2"]


def test_what_was_taken_before_and_never_finished_is_taken_by_itself(inbox: Inbox) -> None:
    """Its clerk was killed; whichever of them did that takes no other with it again, and is laid aside in the end."""
    one_after_the_other(inbox)
    assert some(inbox) == ["a1", "b", "a2", "c"]
    came(inbox, "d", "dan", NOW + 9 * MINUTE)
    now = NOW + LEASE
    assert [some(inbox, f"w{n}", now) for n in range(5)] == [["a1"], ["b"], ["c"], ["d"], []]


def test_large_letters_are_taken_few_at_a_time(inbox: Inbox) -> None:
    for n, megabytes in enumerate((1, 2, 3, 20, 1)):
        inbox.store(f"l{n}", f"mark {n}", f"sender {n}", b"sealed", "", megabytes * 1024 * 1024, NOW + n * MINUTE)
    assert [some(inbox) for _ in range(5)] == [["l0", "l1"], ["l2"], ["l3"], ["l4"], []]


def test_letters_that_were_not_tried_are_let_go(inbox: Inbox) -> None:
    one_after_the_other(inbox)
    first, *others = inbox.claim_some("w1", NOW, LEASE)
    inbox.put_down(others)
    inbox.done_all([(first, State.HEARD, "", "kalmar", "", "")])
    assert [(each.id, each.tries) for each in inbox.claim_some("w2", NOW, LEASE)] == [("b", 1), ("a2", 1), ("c", 1)]
    inbox.put_down(others)  # another has them by now
    assert some(inbox, "w3") == []


def test_of_letters_that_are_done_together_one_that_another_has_is_left_to_them(inbox: Inbox) -> None:
    one_after_the_other(inbox)
    held = inbox.claim_some("w1", NOW, LEASE, 3)
    assert inbox.claim("w2", NOW + LEASE, LEASE) is not None
    inbox.done_all([(each, State.HEARD, "", "kalmar", "", "") for each in held])
    assert inbox.count() == {"new": 2, "heard": 2}


def test_letters_that_come_together_are_each_stored_once(inbox: Inbox) -> None:
    came(inbox, "a")
    letters = [Stored(key, f"mark {key}", "ann", b"sealed", "p-ann", 6, NOW) for key in ("b", "a", "c", "b")]
    assert inbox.store_all(letters) == (True, False, True, False)
    assert dict(Incoming.objects.using(inbox._using).values_list("id", "repeats")) == {"a": 1, "b": 1, "c": 0}


def test_what_somebody_wrote_in_an_hour_is_counted_for_each_letter(inbox: Inbox) -> None:
    for n in range(4):
        came(inbox, f"a{n}", "ann", NOW + 25 * n * MINUTE)
    came(inbox, "b", "ben", NOW)
    taken = inbox.claim_some("w1", NOW, LEASE)
    assert inbox.written(taken, timedelta(hours=1)) == {"a0": 1, "a1": 2, "a2": 3, "a3": 3, "b": 1}
    assert inbox.written([], MINUTE) == {}


@pytest.mark.parametrize("way", ["done", "put back", "wait"])
def test_whoever_comes_back_after_the_lease_changes_nothing_of_anothers_letter(inbox: Inbox, way: str) -> None:
    came(inbox, "a")
    late = claimed(inbox)
    assert taken(inbox, "w2", NOW + LEASE) == "a"
    match way:
        case "done":
            inbox.done((late, State.KEPT, "", "", "p-ann", ""))
        case "put back":
            assert inbox.put_back(late, NOW)
        case _:
            inbox.wait(late, NOW)
    row = Incoming.objects.using(inbox._using).get()
    assert (row.state, row.worker, row.tries, row.free_at) == ("new", "w2", 2, NOW + 2 * LEASE)


def test_several_who_take_letters_take_each_once(store: str) -> None:
    """At once, each on a connection of its own: none is taken twice, and of one sender none out of turn."""
    if store == "default" or connections[store].vendor == "sqlite":
        pytest.skip("SQLite lets one write at a time")
    inbox = Inbox(store)
    for n in range(40):
        came(inbox, f"l{n:02}", f"sender {n % 10}", NOW + n * MINUTE)
    order: list[str] = []
    start = threading.Barrier(4)

    def work(worker: str) -> None:
        start.wait(20)
        while inbox.count().get("new"):
            for each in inbox.claim_some(worker, NOW, LEASE, 7):
                order.append(each.id)
                inbox.done((each, State.HEARD, "", "", "", ""))
        connections[store].close()

    workers = [threading.Thread(target=work, args=(f"w{n}",)) for n in range(4)]
    for each in workers:
        each.start()
    for each in workers:
        each.join(60)
    assert sorted(order) == [f"l{n:02}" for n in range(40)]
    for sender in range(10):
        of_one = [key for key in order if int(key[1:]) % 10 == sender]
        assert of_one == sorted(of_one)
