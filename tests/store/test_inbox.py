"""The inbox: a letter taken is never lost, is heard in its turn, and waits for its owner where it must."""

from __future__ import annotations

import threading
from datetime import UTC, datetime, timedelta

import pytest
from django.db import connections, transaction

from dragoman.store.inbox import MOST_TRIES, Arrival, Inbox, State
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


def test_several_are_taken_in_the_order_of_coming_whoever_wrote_them(inbox: Inbox) -> None:
    for n, (key, sender) in enumerate((("a1", "ann"), ("b", "ben"), ("a2", "ann"), ("c", "cat"))):
        came(inbox, key, sender, NOW + n * MINUTE)
    assert some(inbox, most=3) == ["a1", "b", "a2"]
    assert some(inbox, "w2") == ["c"]
    assert some(inbox, "w3") == []


def test_several_are_not_taken_over_the_head_of_one_that_another_has(inbox: Inbox) -> None:
    came(inbox, "a1", "ann", NOW)
    assert taken(inbox) == "a1"
    came(inbox, "a2", "ann", NOW + MINUTE)
    came(inbox, "b", "ben", NOW + 2 * MINUTE)
    assert some(inbox, "w2", most=1) == ["b"]
    assert some(inbox, "w2") == []
    inbox.finish("a1", State.HEARD)
    assert [(each.id, each.tries, each.sender) for each in inbox.claim_some("w2", NOW, LEASE, 9)] == [("a2", 1, "ann")]


def test_several_that_a_dead_worker_held_are_taken_by_another_in_their_order(inbox: Inbox) -> None:
    for n, key in enumerate(("a1", "a2", "a3")):
        came(inbox, key, "ann", NOW + n * MINUTE)
    assert some(inbox) == ["a1", "a2", "a3"]
    assert some(inbox, "w2", NOW + LEASE / 2) == []
    assert some(inbox, "w2", NOW + LEASE, 2) == ["a1", "a2"]
    assert some(inbox, "w3", NOW + LEASE) == []


def test_what_is_let_go_untried_is_free_and_not_counted(inbox: Inbox) -> None:
    came(inbox, "a")
    arrivals = inbox.claim_some("w1", NOW, LEASE, 9)
    inbox.let_go(arrivals)
    assert claimed(inbox).tries == 1


@pytest.mark.parametrize("most", [1, 2, 20])
def test_no_letter_is_taken_while_an_earlier_one_of_its_sender_is_just_being_taken(store: str, most: int) -> None:
    """The row is locked and not yet marked: it is passed over, and so must be what comes after it."""
    if not connections[store].features.has_select_for_update_skip_locked:
        pytest.skip("SQLite lets one take letters at a time")
    inbox, holds, done = Inbox(store), threading.Event(), threading.Event()
    came(inbox, "a1", "ann", NOW)
    came(inbox, "a2", "ann", NOW + MINUTE)

    def hold() -> None:
        with transaction.atomic(store):
            list(Incoming.objects.using(store).select_for_update().filter(id="a1"))
            holds.set()
            done.wait(20)
        connections[store].close()

    other = threading.Thread(target=hold)
    other.start()
    assert holds.wait(20)
    found = some(inbox, most=most)
    done.set()
    other.join()
    assert found == []
    assert some(inbox) == ["a1", "a2"]
