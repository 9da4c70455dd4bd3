"""What one adjudication brings one player comes in one letter; press, answers and what is for another seat come by
themselves; what of it cannot be written holds up nothing."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import timedelta

import pytest
from tests.diplomacy.tables import START, opening
from tests.keeper.test_listening import Scene, scene

from dragoman import assembly
from dragoman.assembly import Despatch, joined, together
from dragoman.game.protocol import Speaker, Words
from dragoman.game.seats import KEEPER, Seat
from dragoman.keeper.rounds import Bells, Mailbags
from dragoman.referee.ports import Slip
from dragoman.store.models import Outgoing
from dragoman.store.outbox import Parcel

__all__ = ["scene"]


def parcel(kind: str, person: str = "ann", seat: str = "France", table: str = "kalmar", key: str = "") -> Parcel:
    return Parcel(key or f"{table}/{person}/{seat}/{kind}", table, "diplomacy", kind, seat, person, b"", "", START, 1)


def test_what_one_moment_brings_one_seat_goes_together() -> None:
    same = [parcel("players"), parcel("results"), parcel("seat")]
    apart = [
        parcel("results", seat="Turkey"),
        parcel("results", person="bob"),
        parcel("results", table="oslo"),
        parcel("press"),
        parcel("press", key="another"),
        parcel("receipt"),
        replace(parcel("results", key="later"), posted_at=START + timedelta(seconds=1)),
        parcel("host/invitation", table=""),
    ]
    assert together([*same, *apart]) == (tuple(same), *((each,) for each in apart))


def despatch(kind: str, subject: str, html: str = "") -> Despatch:
    words = Words(subject, f"words of {kind}\n", html)
    return Despatch(kind, "ann@example.org", "", "en", words, "", "", "kalmar", kind, START)


def test_the_weightiest_comes_first_and_gives_the_subject() -> None:
    letter = joined([despatch("players", "A seat", "<p>seat</p>"), despatch("results", "Results", "<p>moves</p>")])
    assert letter.words.subject == "Results"
    assert letter.words.text == "words of results\n\n\nA seat\n------\n\nwords of players\n"
    assert letter.words.html == "<p>moves</p>\n<h1>A seat</h1>\n<p>seat</p>"
    assert joined([letter]) == letter


def test_a_subject_is_no_markup() -> None:
    assert (
        "<h1>&lt;b&gt;</h1>"
        in joined([despatch("results", "R", "<p></p>"), despatch("seat", "<b>", "<p></p>")]).words.html
    )


@pytest.fixture
def missed(scene: Scene) -> list[Despatch]:
    """A game in which nobody orders anything, at the adjudication that costs them their seats (VII.6: F.8)."""
    command = replace(opening(seated=(), rules={"VII.6": "F.8", "F.9": "B"}), name="visby")
    people = {Seat(each): scene.person(f"{each.lower()}@example.org") for each in ("France", "Italy", "Turkey")}
    assembly.open_table(
        Slip("visby", Speaker(KEEPER, None), command=replace(command, seats=people, begin=True)), "diplomacy"
    )
    for _ in range(2):
        due = assembly.table("visby").game.due(assembly.table("visby").state)
        assert due is not None
        scene.post()
        scene.set(due)
        while Bells().turn():
            pass
    sent: list[Despatch] = []
    bags = Mailbags(sent.append)
    assert Outgoing.objects.filter(sent_at=None).exclude(table="kalmar").count() > len(people)
    while bags.turn():
        pass
    return [each for each in sent if each.table == "visby"]


@pytest.mark.django_db
def test_an_adjudication_is_one_letter_to_each(missed: list[Despatch]) -> None:
    assert set(Counter((each.to, each.posted_at) for each in missed).values()) == {1}
    assert not Outgoing.objects.filter(sent_at=None).exists()


@pytest.mark.django_db
def test_what_cannot_be_written_holds_up_nothing(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    right = assembly.despatch

    def wrong(one: Parcel) -> Despatch | None:
        if one.kind == "players":
            raise ValueError(one.key)
        return right(one)

    sent: list[Despatch] = []
    bag = (parcel("players"), parcel("started"))
    monkeypatch.setattr(
        assembly, "despatch", lambda one: wrong(one) if one.kind == "players" else despatch(one.kind, "S")
    )
    Mailbags(sent.append)._carry(bag)
    assert [each.words.subject for each in sent] == ["S"]
