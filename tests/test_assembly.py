"""The assembly: letters in and out of their seals, tokens that speak, a person forgotten, the real game at a table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from tests.diplomacy.tables import POWERS, opening

from dragoman import assembly
from dragoman.game.protocol import Speaker, Words
from dragoman.game.seats import PersonId, Seat
from dragoman.people.models import Person
from dragoman.people.signing_in import Asked
from dragoman.people.speaking import Acts, standing
from dragoman.referee.ports import Slip
from dragoman.store.inbox import Arrival, State
from dragoman.store.models import Incoming, Outgoing
from dragoman.store.outbox import Parcel

pytestmark = pytest.mark.django_db
START = datetime(2026, 3, 2, tzinfo=UTC)
RAW = b"From: ann@example.org\r\nMessage-ID: <1@example.org>\r\n\r\nA Vie - Gal\r\n"


@pytest.fixture(autouse=True)
def fresh() -> Iterator[None]:
    assembly.forget_assembly()
    yield
    assembly.forget_assembly()


def arrival() -> Arrival:
    found = assembly.inbox().claim("w", assembly.clock().now(), timedelta(minutes=1))
    assert found is not None
    return found


def parcels() -> tuple[Parcel, ...]:
    return assembly.outbox().claim("w", assembly.clock().now(), timedelta(minutes=1), 100)


def came(**more: object) -> bool:
    given = {"sender": "ann@example.org", "message_id": "<1@example.org>", "envelope_sender": "ann@example.org",
             "recipients": ("dragoman@example.org",)}  # fmt: skip
    return assembly.receive(RAW, **(given | more))  # type: ignore[arg-type]


def seated() -> dict[str, PersonId]:
    """Open kalmar with seven people who have addresses."""
    now = assembly.clock().now()
    people = {power: assembly.register().verify(f"{power.lower()}@example.org", now) for power in POWERS}
    command = opening(seated=())
    from dataclasses import replace

    command = replace(command, seats={Seat(power): person for power, person in people.items()})
    reply = assembly.open_table(Slip("kalmar", Speaker(people["Austria"], None), command=command), "diplomacy")
    assert reply.version, reply
    return people


def test_a_letter_comes_out_of_its_seal_as_it_came(fresh: None) -> None:
    assert came()
    mail = assembly.opened(arrival())
    assert (mail.raw, mail.envelope_sender, mail.recipients, mail.lost) == (
        RAW, "ann@example.org", ("dragoman@example.org",), False,
    )  # fmt: skip


def test_nothing_of_a_letter_is_stored_as_it_is() -> None:
    came()
    row = Incoming.objects.get()
    stored = f"{row.id} {row.letter} {row.sender} {bytes(row.sealed)!r} {row.note}"
    for told in ("ann@", "example.org", "A Vie"):
        assert told not in stored


def test_the_same_delivery_is_known_and_another_delivery_of_the_letter_bears_the_same_mark() -> None:
    assert came()
    assert not came()
    assert came(recipients=("dragoman+kalmar@example.org",))
    assert Incoming.objects.count() == 2
    assert len(set(Incoming.objects.values_list("letter", flat=True))) == 1
    assert came(sender="eve@example.org")
    assert came(message_id="<2@example.org>")


def test_a_known_persons_letter_is_lost_with_their_key() -> None:
    ann = assembly.register().verify("ann@example.org", assembly.clock().now())
    came()
    taken = arrival()
    assert taken.sealed_for == ann
    assert assembly.opened(taken).raw == RAW
    assembly.register().erase(ann, assembly.clock().now())
    assert assembly.opened(taken).lost


def test_to_forget_a_person_is_to_forget_their_letters_and_to_keep_the_games_whole() -> None:
    people = seated()
    austria = people["Austria"]
    came(sender="austria@example.org")
    _, before = assembly.ledger().record("kalmar")
    assembly.erase(austria)
    assert Incoming.objects.count() == 0
    _, after = assembly.ledger().record("kalmar")
    assert after[: len(before)] == before
    assert b'"SeatResigned"' in b"".join(each.data for each in after[len(before) :]), "another can be called to it"
    assert not Outgoing.objects.filter(person=austria).exists(), "what was for them holds their own words"
    assert Outgoing.objects.filter(table="kalmar").exists(), "what others are told stays"


def test_letters_of_somebody_forgotten_go_though_they_came_before_they_were_known() -> None:
    came(sender="Ann@example.org")
    came(sender="eve@example.org", message_id="<2@example.org>")
    assert set(Incoming.objects.values_list("sealed_for", flat=True)) == {""}
    ann = assembly.register().verify("ann@example.org", assembly.clock().now())
    assembly.erase(ann)
    assert Incoming.objects.count() == 1


def test_what_somebody_wrote_stands_in_no_letter_to_themselves_when_they_are_forgotten() -> None:
    """Press that others have received is part of the game; the receipt of it is not."""
    people = seated()
    words = "my telephone is 555-1234"
    by = Speaker(people["Austria"], Seat("Austria"))
    text = f"A Vie - {words}\npress to France:\n{words}\nend press"
    assembly.hear(Slip("kalmar", by, text=text, letter="l1", answer=True))
    told = Outgoing.objects.filter(body__contains=words)
    assert {row.person for row in told} == {people["Austria"], people["France"]}
    assembly.erase(people["Austria"])
    assert {row.person for row in told.all()} == {people["France"]}


def test_a_code_goes_out_sealed_and_signs_in() -> None:
    asked = assembly.door().ask("ann@example.org", "192.0.2.1", assembly.clock().now())
    assert isinstance(asked, Asked)
    assembly.post_code(asked, "en", "Europe/Helsinki")
    assert asked.code not in str(Outgoing.objects.values_list().get())
    (parcel,) = parcels()
    letter = assembly.despatch(parcel)
    assert letter is not None
    assert letter.to == "ann@example.org"
    assert f"{asked.code[:4]} {asked.code[4:]}" in letter.words.text
    assert f"/sign-in/{asked.id}/?code={asked.code}" in letter.words.text
    assembly.outbox().sent(parcel.key, assembly.clock().now())
    assert Outgoing.objects.get().sealed is None


def test_a_letter_that_tells_of_events_bears_the_seal_of_the_record() -> None:
    """So that whoever keeps their letters can check the record by them. An answer without an event bears none: two of
    them would show whether others had acted in between."""
    people = seated()
    _, entries = assembly.ledger().record("kalmar")
    letters = [assembly.despatch(parcel) for parcel in parcels()]
    assert {letter.seal for letter in letters if letter is not None} == {entries[-1].seal.hex()}
    italy = Speaker(people["Italy"], Seat("Italy"))
    assembly.referee().hear(Slip("kalmar", italy, text="status", letter="x", answer=True), assembly.clock().now())
    (asked,) = [parcel for parcel in parcels() if parcel.kind == "receipt"]
    assert asked.seal == b""


def test_a_notice_goes_to_its_reader_and_a_reply_to_it_speaks_for_the_seat() -> None:
    people = seated()
    by_person = {p.person: p for p in parcels()}
    assert set(people.values()) <= set(by_person)
    letter = assembly.despatch(by_person[people["Italy"]])
    assert letter is not None
    assert letter.to == "italy@example.org"
    assert letter.words.text
    local, _, domain = letter.reply_to.partition("@")
    mailbox, table, token = local.split("+")
    assert (f"{mailbox}@{domain}", table) == (assembly.house().host.address, "kalmar")
    at = assembly.table("kalmar")
    stands = standing(assembly.tokens(), table, token, people["Italy"], False, at.game.seats(at.state))
    assert stands == Acts(Speaker(people["Italy"], Seat("Italy")))


def test_a_persons_tables_are_found_and_they_speak_as_whom_they_sit() -> None:
    people = seated()
    assert assembly.ledger().tables_of(people["Italy"]) == (("kalmar", "Italy"),)
    assert assembly.speakers(people["Italy"], "kalmar") == (Speaker(people["Italy"], Seat("Italy")),)
    stranger = assembly.register().verify("eve@example.org", assembly.clock().now())
    assert assembly.speakers(stranger, "kalmar") == (Speaker(stranger, None),)


def test_writing_is_heard_at_a_real_table() -> None:
    people = seated()
    reply = assembly.hear(Slip("kalmar", Speaker(people["Austria"], Seat("Austria")), "kalmar", "A Vie - Gal\n"))
    assert reply.receipt is not None
    assert reply.error is None
    assert len(reply.events) == 1


def test_who_may_open_games(settings: object) -> None:
    now = assembly.clock().now()
    ann = assembly.register().verify("ann@example.org", now)
    assert not assembly.may_open(ann)
    Person.objects.filter(id=ann).update(may_open=True)
    assert assembly.may_open(ann)


def test_what_is_over_is_swept_away_and_marks_stay() -> None:
    came()
    assembly.inbox().finish(arrival().id, State.HEARD)
    assembly.sweep()
    assert Incoming.objects.count() == 1
    Incoming.objects.update(counts_from=assembly.clock().now() - timedelta(days=91))
    assembly.sweep()
    assert Incoming.objects.count() == 0


def test_an_owner_is_asked_once_whether_a_letter_is_theirs() -> None:
    people = seated()
    parcels()
    came(sender="italy@example.org")
    taken = arrival()
    for _ in range(2):
        assembly.ask_owner(taken, "kalmar", people["Italy"], "token")
    (parcel,) = parcels()
    letter = assembly.despatch(parcel)
    assert letter is not None
    assert letter.to == "italy@example.org"
    assert "kalmar" in letter.words.subject
    _, tag, token = letter.reply_to.partition("@")[0].split("+")
    assert tag == "confirm"
    assert assembly.tokens().confirms(token, taken.id, people["Italy"])


def test_a_fault_is_told_to_the_keeper_once(settings: object) -> None:
    from django.conf import settings as conf
    from msgspec.structs import replace

    house = conf.HOUSE
    settings.HOUSE = replace(house, host=replace(house.host, keeper="gm@example.org"))  # type: ignore[attr-defined]
    for _ in range(2):
        assembly.tell_keeper("kalmar", "the clock failed (ZeroDivisionError)")
    (parcel,) = parcels()
    letter = assembly.despatch(parcel)
    assert letter is not None
    assert (letter.to, "ZeroDivisionError" in letter.words.text) == ("gm@example.org", True)


@pytest.mark.parametrize(
    ("game", "kind", "shown"),
    [("diplomacy", "results", True), ("diplomacy", "ended", True), ("diplomacy", "press", False),
     ("diplomacy", "news", False), ("nomic", "news", True), ("nomic", "press", False), ("nomic", "receipt", False)],
)  # fmt: skip
def test_what_everybody_is_told_ends_with_the_seal_of_the_record(game: str, kind: str, shown: bool) -> None:
    parcel = Parcel("k", "t", game, kind, "", "p", b"", "", START, 1, seal=b"\7" * 32)
    words = assembly.sealed_words(Words("s", "It is so.\n", "<p>It is so.</p>"), parcel, "en")
    assert words.text.endswith(f"Seal of the record up to here: {'07' * 32}\n") is shown
    assert ("07" * 32 in words.html) is shown
    assert assembly.sealed_words(words, replace(parcel, seal=b""), "en") == words
