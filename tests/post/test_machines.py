"""Machines' letters and floods: game masters are told what they show, nobody is answered, answers have a measure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path

import pytest
from pytest_django.fixtures import Settings
from tests.diplomacy.tables import opening

from dragoman import assembly
from dragoman.game.protocol import Speaker
from dragoman.game.seats import PersonId, Seat
from dragoman.keeper.listening import Clerk
from dragoman.keeper.rounds import MACHINE
from dragoman.post import courtesy
from dragoman.post.replies import message
from dragoman.referee.ports import Slip
from dragoman.store.models import Incoming, Outgoing

pytestmark = pytest.mark.django_db

START = datetime(2026, 3, 2, 18, tzinfo=UTC)


class Post:
    """A host at which Ann plays Austria under a game master, and whoever writes to it."""

    def __init__(self, clock: Path) -> None:
        self._clock = clock
        self._numbers = count(1)
        self.now = START
        self.wait(timedelta(0))
        gm, ann = (assembly.register().verify(f"{name}@example.org", START) for name in ("gm", "ann"))
        command = replace(opening(seated=()), seats={Seat("Austria"): ann}, gm=gm)
        assert assembly.open_table(Slip("kalmar", Speaker(gm, None), command=command), "diplomacy").version
        self.token = assembly.tokens().seat("kalmar", Seat("Austria"), PersonId(ann))
        self.told()

    def wait(self, span: timedelta) -> None:
        self.now += span
        self._clock.write_text(f'now = {self.now.isoformat()}\nseed = "7"\n')

    def write(self, sender: str, *lines: str, to: str = "dragoman") -> None:
        """A letter comes, and the clerk sees to it."""
        number = next(self._numbers)
        head = [f"From: {sender}", f"To: {to}@localhost", f"Message-ID: <{number}@example.org>"]
        raw = "\r\n".join((*head, *lines)).encode()
        assert assembly.receive(raw, sender, f"<{number}@example.org>", sender, (f"{to}@localhost",))
        clerk = Clerk()
        while clerk.turn():
            pass

    def told(self) -> list[tuple[str, str]]:
        """To whom what was told since the last time."""
        found = []
        for parcel in assembly.outbox().claim("test", MACHINE.now(), timedelta(hours=1), 1000):
            letter = assembly.despatch(parcel)
            assembly.outbox().sent(parcel.key, MACHINE.now())
            if letter is not None:
                found.append((letter.to, letter.words.text))
        return found


@pytest.fixture
def post(tmp_path: Path, settings: Settings) -> Iterator[Post]:
    clock = tmp_path / "clock.toml"
    clock.write_text(f'now = {START.isoformat()}\nseed = "7"\n')
    settings.CLOCK_FILE = str(clock)
    assembly.forget_assembly()
    yield Post(clock)
    assembly.forget_assembly()


AWAY = ("Auto-Submitted: auto-replied", "Subject: away", "", "I am away until 16 March.")


def test_an_absence_is_told_to_the_game_master_once_a_day(post: Post) -> None:
    post.write("ann@example.org", *AWAY)
    ((to, text),) = post.told()
    assert to == "gm@example.org"
    assert "Austria" in text
    assert "16 March" in text
    post.write("ann@example.org", *AWAY)
    assert post.told() == []
    post.wait(timedelta(days=1))
    post.write("ann@example.org", *AWAY)
    assert len(post.told()) == 1


def test_that_a_letter_was_read_is_told_to_nobody(post: Post) -> None:
    post.write(
        "ann@example.org", "Subject: Read: kalmar", "Auto-Submitted: auto-replied",
        'Content-Type: multipart/report; report-type=disposition-notification; boundary="x"', "", "--x", "",
        "Your letter was displayed. I am away until 16 March.", "--x", "Content-Type: message/disposition-notification",
        "", "Final-Recipient: rfc822; ann@example.org",
        "Disposition: manual-action/MDN-sent-manually; displayed", "", "--x--",
    )  # fmt: skip
    assert post.told() == []
    assert set(Incoming.objects.values_list("state", flat=True)) == {"passed over"}


def test_a_bounce_is_told_to_the_game_master_and_a_delay_is_not(post: Post) -> None:
    def report(action: str) -> tuple[str, ...]:
        return (
            'Content-Type: multipart/report; report-type=delivery-status; boundary="x"', "", "--x", "", "sorry", "--x",
            "Content-Type: message/delivery-status", "", "Reporting-MTA: dns; mx", "",
            "Final-Recipient: rfc822; ann@example.org", f"Action: {action}", "Status: 5.1.1", "", "--x--",
        )  # fmt: skip

    post.write("mailer-daemon@mx.example.org", *report("delayed"))
    assert post.told() == []
    post.write("mailer-daemon@mx.example.org", *report("failed"))
    ((to, text),) = post.told()
    assert (to, "Austria" in text, "do not arrive" in text) == ("gm@example.org", True, True)


def test_machines_that_concern_nobody_move_nobody(post: Post) -> None:
    post.write("stranger@example.org", *AWAY)
    post.write("gm@example.org", *AWAY)
    post.write("mailer-daemon@mx.example.org", "X-Failed-Recipients: stranger@example.org", "", "sorry")
    assert post.told() == []
    assert set(Incoming.objects.values_list("state", flat=True)) == {"passed over"}


def test_receipts_have_a_measure_and_letters_are_heard_beyond_it(post: Post, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(courtesy, "MOST_ANSWERS", 3)
    to = f"dragoman+kalmar+{post.token}"
    for goal in ("Gal", "Tri", "Boh", "Tyr", "Bud"):
        post.write("ann@example.org", "", f"A Vie - {goal}", to=to)
    assert [reader for reader, _ in post.told()] == ["ann@example.org"] * 3
    assert [line.text for line in assembly.table("kalmar").state.on_file("Austria")] == ["A Vie - Bud"]
    post.wait(timedelta(hours=1, seconds=1))
    post.write("ann@example.org", "", "A Vie - Gal", to=to)
    assert [reader for reader, _ in post.told()] == ["ann@example.org"]


def test_a_player_is_not_refused_without_end(post: Post, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(courtesy, "MOST_ANSWERS", 2)
    for _ in range(5):
        post.write("ann@example.org", "Subject: [lund]", "", "A Vie - Gal")
    assert [reader for reader, _ in post.told()] == ["ann@example.org"] * 2


def test_strangers_are_answered_once_a_day_and_not_in_crowds(post: Post, monkeypatch: pytest.MonkeyPatch) -> None:
    post.write("a@example.org", "Subject: [lund]", "", "hello")
    post.write("a@example.org", "Subject: [lund]", "", "hello")
    assert [reader for reader, _ in post.told()] == ["a@example.org"]
    monkeypatch.setattr(courtesy, "MOST_STRANGERS", 4)
    for name in "bcdef":
        post.write(f"{name}@example.org", "Subject: [lund]", "", "hello")
    assert [reader for reader, _ in post.told()] == ["b@example.org", "c@example.org"]


def test_a_receipt_tells_how_the_letter_was_read(post: Post) -> None:
    post.write(
        "ann@example.org", "Subject: =?utf-8?q?kalmar=0D=0ABcc:_x?=", "Content-Type: text/html", "",
        "<p>A Vie - Gal</p><s>A Bud H</s><blockquote>A VIE - TRI</blockquote>",
        to=f"dragoman+kalmar+{post.token}",
    )  # fmt: skip
    ((_, text),) = post.told()
    flowing = " ".join(text.split())
    assert "Control characters were taken out of your subject." in flowing
    assert "What you struck out was not read." in flowing
    assert "Left out, since quoted or no words of yours: 1 lines, from “> A VIE - TRI”." in flowing


def test_nothing_we_send_is_answered_when_it_comes_back(post: Post) -> None:
    """Two hosts that write to each other fall silent at once."""
    post.write("ann@example.org", "", "status", to=f"dragoman+kalmar+{post.token}")
    (parcel,) = assembly.outbox().claim("test", MACHINE.now(), timedelta(hours=1), 1000)
    letter = assembly.despatch(parcel)
    assert letter is not None
    ours = message(letter, "dragoman@localhost")
    us = "dragoman@localhost"
    assert assembly.receive(ours.as_bytes(), us, str(ours["Message-ID"]), us, (us,))
    while Clerk().turn():
        pass
    assert Outgoing.objects.exclude(key=parcel.key).filter(sent_at=None).count() == 0
