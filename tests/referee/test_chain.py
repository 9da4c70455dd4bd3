"""The chain: any change of a record is seen, and its seals tell nothing."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from dragoman.referee.chain import Entry, broken, follow, origin

AT = datetime(2026, 3, 2, 16, 0, 0, 123456, tzinfo=UTC)

salted = st.tuples(st.binary(min_size=16, max_size=16), st.binary(max_size=40))


def chained(events: list[tuple[bytes, bytes]]) -> tuple[Entry, ...]:
    return follow(origin("kalmar", "counter"), 0, AT, events)


@given(st.lists(salted, max_size=8))
def test_a_record_as_kept_is_whole(events: list[tuple[bytes, bytes]]) -> None:
    assert broken("kalmar", "counter", chained(events)) is None


@given(st.lists(salted, min_size=1, max_size=8), st.data())
def test_no_part_of_any_entry_can_be_changed_unseen(events: list[tuple[bytes, bytes]], data: st.DataObject) -> None:
    entries = list(chained(events))
    k = data.draw(st.integers(0, len(entries) - 1))
    e = entries[k]
    entries[k] = data.draw(
        st.sampled_from(
            [
                replace(e, data=e.data + b" "),
                replace(e, salt=bytes(reversed(e.salt)) + b"\0"),
                replace(e, at=e.at + timedelta(microseconds=1)),
                replace(e, n=e.n + 1),
                replace(e, seal=bytes(32)),
            ]
        )
    )
    assert broken("kalmar", "counter", entries) == k + 1


@given(st.lists(salted, min_size=2, max_size=8, unique=True), st.data())
def test_no_entry_can_be_taken_out_or_moved(events: list[tuple[bytes, bytes]], data: st.DataObject) -> None:
    entries = list(chained(events))
    k = data.draw(st.integers(0, len(entries) - 2))
    assert broken("kalmar", "counter", entries[:k] + entries[k + 1 :]) == k + 1
    entries[k], entries[k + 1] = entries[k + 1], entries[k]
    assert broken("kalmar", "counter", entries) == k + 1


def test_a_record_cannot_pass_for_another_tables() -> None:
    entries = chained([(bytes(16), b"{}")])
    assert broken("uppsala", "counter", entries) == 1
    assert broken("kalmar", "timer", entries) == 1


def test_the_same_moment_in_another_zone_is_the_same_seal() -> None:
    from zoneinfo import ZoneInfo

    elsewhere = AT.astimezone(ZoneInfo("Europe/Helsinki"))
    assert follow(b"", 0, AT, [(b"s", b"d")])[0].seal == follow(b"", 0, elsewhere, [(b"s", b"d")])[0].seal


def test_equal_events_bear_different_seals_under_different_salts() -> None:
    one, other = follow(b"", 0, AT, [(b"1" * 16, b"d")]), follow(b"", 0, AT, [(b"2" * 16, b"d")])
    assert one[0].seal != other[0].seal


def test_parts_cannot_flow_into_each_other() -> None:
    """Salt and data are framed by their lengths, so the border between them cannot be moved."""
    assert follow(b"", 0, AT, [(b"ab", b"c")])[0].seal != follow(b"", 0, AT, [(b"a", b"bc")])[0].seal
