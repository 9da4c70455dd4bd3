"""Machines' letters and floods: game masters are told what they show, nobody is answered, answers have a measure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path

import msgspec
import pytest
from pytest_django.fixtures import Settings
from tests.diplomacy.tables import opening

from dragoman import assembly
from dragoman.game.protocol import Speaker
from dragoman.game.seats import GM, PersonId, Seat
from dragoman.keeper.listening import Clerk
from dragoman.keeper.rounds import MACHINE, Mailbags
from dragoman.people.reaching import MOST_DAYS, Failing
from dragoman.post import machines
from dragoman.post.carrier import NotTaken
from dragoman.post.replies import message
from dragoman.referee.ports import Slip
from dragoman.settings import Limits
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


def test_neither_an_absence_nor_a_failing_address_is_news_where_the_game_is_over(post: Post) -> None:
    gm, ann = (assembly.register().find(f"{name}@example.org") for name in ("gm", "ann"))
    assert gm is not None
    assert ann is not None
    command = replace(opening(), name="lund", seats={**opening().seats, Seat("Austria"): ann}, gm=gm)
    assert assembly.open_table(Slip("lund", Speaker(gm, None), command=command), "diplomacy").version
    for over in (False, True):
        if over:
            assert assembly.hear(Slip("lund", Speaker(gm, GM), text="gm end: it snows")).events
        post.told()
        post.wait(timedelta(days=1))
        post.write("ann@example.org", *AWAY)
        machines.failed("ann@example.org", post.now)
        told = [text for _, text in post.told()]
        assert len(told) == 2
        assert all(("lund: Austria" in text) is not over for text in told), "of kalmar, and of lund while it goes on"


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


def report(action: str = "failed", *returned: str) -> tuple[str, ...]:
    """A delivery report (RFC 3464) about Ann, with what it gives back of the letter."""
    back = ("--x", "Content-Type: text/rfc822-headers", "", *returned, "") if returned else ()
    return (
        'Content-Type: multipart/report; report-type=delivery-status; boundary="x"', "", "--x", "", "sorry", "--x",
        "Content-Type: message/delivery-status", "", "Reporting-MTA: dns; mx", "",
        "Final-Recipient: rfc822; ann@example.org", f"Action: {action}", "Status: 5.1.1", "", *back, "--x--",
    )  # fmt: skip


MAILER = "mailer-daemon@mx.example.org"


def path_back(address: str = "ann@example.org") -> str:
    """The local part of the address to which a letter to somebody returns."""
    return assembly.returning(address).partition("@")[0]


def failing() -> Failing | None:
    ann = assembly.register().find("ann@example.org")
    assert ann is not None
    return assembly.reaching().failing(ann)


def test_a_bounce_is_told_to_the_game_master_and_a_delay_is_not(post: Post) -> None:
    post.write(MAILER, *report("delayed"), to=path_back())
    assert (post.told(), failing()) == ([], None)
    post.write(MAILER, *report("failed"), to=path_back())
    ((to, text),) = post.told()
    assert (to, "Austria" in text, "do not arrive" in text) == ("gm@example.org", True, True)
    assert failing() is not None


@pytest.mark.parametrize(
    "lines",
    [
        ("Subject: Undelivered mail returned to sender", "", "User unknown, whoever that may be."),
        ("X-Failed-Recipients: somebody.else@example.org", "", "sorry"),
    ],
    ids=["prose", "forwarded"],
)
def test_a_bounce_of_no_known_form_is_known_by_its_path(post: Post, lines: tuple[str, ...]) -> None:
    post.write(MAILER, *lines, to=path_back())
    assert failing() is not None


def test_a_bounce_to_the_mailbox_is_known_by_the_letter_that_it_gives_back(post: Post) -> None:
    ours = f"Reply-To: Kalmar <dragoman+kalmar+{post.token}@localhost>"
    post.write(MAILER, *report("failed", "Message-ID: <1@localhost>", ours))
    assert failing() is not None


@pytest.mark.parametrize(
    "to",
    ["dragoman", "dragoman+kalmar", "dragoman+bounce+abcdefghijklmnopqrstuvwx", "dragoman+bounce+aaaaaaaaaaaa"],
)
def test_a_bounce_that_anybody_could_make_up_silences_nobody(post: Post, to: str) -> None:
    post.write(MAILER, *report("failed", "Message-ID: <1@localhost>", "Reply-To: dragoman+kalmar@localhost"), to=to)
    assert (post.told(), failing()) == ([], None)


def test_the_path_of_one_reader_says_nothing_of_another(post: Post) -> None:
    post.write(MAILER, *report(), to=path_back("gm@example.org"))
    assert failing() is None


def test_an_address_that_fails_for_days_is_rested_until_its_owner_is_heard_from(post: Post) -> None:
    for day in range(MOST_DAYS):
        assert mailed(post, f"day {day}"), "it is written to until then"
        post.write(MAILER, *report(), to=path_back())
        post.write(MAILER, *report(), to=path_back())
        post.wait(timedelta(days=1))
    assert "no more are sent" in post.told()[-1][1]
    assert not mailed(post, "rested")
    post.write("ann@example.org", "", "status", to=f"dragoman+kalmar+{post.token}")
    assert failing() is None
    post.told()
    assert mailed(post, "heard from")


def mailed(post: Post, words: str) -> bool:
    """Whether a word of the game master's goes to Ann by mail. It is told her in any case."""
    gm, ann = (assembly.register().find(f"{name}@example.org") for name in ("gm", "ann"))
    assert gm is not None
    token = assembly.tokens().seat("kalmar", GM, gm)
    post.write("gm@example.org", "", f"gm announce: {words}", to=f"dragoman+kalmar+{token}")
    found = assembly.outbox().claim("test", MACHINE.now(), timedelta(hours=1), 1000)
    (parcel,) = [each for each in found if each.person == ann]
    for each in found:
        if each.person:
            assembly.outbox().sent(each.key, MACHINE.now())
    assembly.outbox().put_back(each.key for each in found if not each.person)
    return assembly.spread(parcel)


def test_a_reader_whom_the_next_server_does_not_know_is_known_as_such(post: Post) -> None:
    def refuse(despatch: assembly.Despatch) -> None:
        raise NotTaken("550 no such user", for_good=True, unknown=despatch.to)

    post.write("ann@example.org", "", "status", to=f"dragoman+kalmar+{post.token}")
    assert Mailbags(refuse).turn()
    assert failing() is not None
    ((to, text),) = post.told()
    assert (to, "do not arrive" in text) == ("gm@example.org", True)


def invite(post: Post, address: str) -> None:
    gm = assembly.register().find("gm@example.org")
    assert gm is not None
    token = assembly.tokens().seat("kalmar", GM, gm)
    post.write("gm@example.org", "", f"gm invite {address}", to=f"dragoman+kalmar+{token}")


@pytest.mark.parametrize("unknown", [True, False])
def test_whoever_invited_is_told_that_an_invitation_was_refused_and_can_send_it_again(
    post: Post, unknown: bool
) -> None:
    refused, taken = [], []

    def send(despatch: assembly.Despatch) -> None:
        taken.append(despatch.to)
        if despatch.to == "dead@example.org":
            refused.append(despatch)
            raise NotTaken("550 5.1.1 no such user", for_good=True, unknown=despatch.to if unknown else "")

    for times in (1, 2):
        invite(post, "dead@example.org")
        invite(post, "live@example.org")
        bags = Mailbags(send)
        while bags.turn():
            pass
        assert len(refused) == times, "the same address can be invited again"
        assert taken.count("live@example.org") == 1
    told = Outgoing.objects.filter(kind=assembly.UNINVITED)
    assert len(told) == 1, "once a day for each"
    assert taken.count("gm@example.org") >= 1
    assert assembly.outbox().count()[1] == 0, "whoever can act on it knows: it is no fault of the host"


def test_an_invitation_that_comes_back_is_told_to_whoever_invited(post: Post) -> None:
    invite(post, "dead@example.org")
    post.told()
    token = assembly.reaching().token("dead@example.org")
    post.write(MAILER, *report(), to=f"dragoman+bounce+{token}")
    ((to, text),) = post.told()
    assert (to, "dead@example.org" in text, "An invitation" in text or "came back" in text) == (
        "gm@example.org",
        True,
        True,
    )


def test_who_signs_in_by_a_code_reads_mail_there(post: Post) -> None:
    post.write(MAILER, *report(), to=path_back())
    assembly.register().verify("ann@example.org", post.now)
    assert failing() is None


def test_machines_that_concern_nobody_move_nobody(post: Post) -> None:
    post.write("stranger@example.org", *AWAY)
    post.write("gm@example.org", *AWAY)
    post.write("mailer-daemon@mx.example.org", "X-Failed-Recipients: stranger@example.org", "", "sorry")
    assert post.told() == []
    assert set(Incoming.objects.values_list("state", flat=True)) == {"passed over"}


def test_receipts_have_a_measure_and_letters_are_heard_beyond_it(post: Post, settings: Settings) -> None:
    """Whoever writes more is told so once, and everything is heard."""
    settings.HOUSE = msgspec.structs.replace(settings.HOUSE, limits=Limits(letters=3))
    to = f"dragoman+kalmar+{post.token}"
    for goal in ("Gal", "Tri", "Boh", "Tyr", "Bud"):
        post.write("ann@example.org", "", f"A Vie - {goal}", to=to)
    told = post.told()
    assert [reader for reader, _ in told] == ["ann@example.org"] * 4
    assert [text for _, text in told if "heard, and nothing in them is lost" in " ".join(text.split())] == [told[3][1]]
    assert [line.text for line in assembly.table("kalmar").state.on_file("Austria")] == ["A Vie - Bud"]
    post.wait(timedelta(hours=1, seconds=1))
    post.write("ann@example.org", "", "A Vie - Gal", to=to)
    assert [reader for reader, _ in post.told()] == ["ann@example.org"]


def test_a_player_is_not_refused_without_end(post: Post, settings: Settings) -> None:
    settings.HOUSE = msgspec.structs.replace(settings.HOUSE, limits=Limits(letters=2))
    for _ in range(5):
        post.write("ann@example.org", "Subject: [lund]", "", "A Vie - Gal")
    assert [reader for reader, _ in post.told()] == ["ann@example.org"] * 3


def test_strangers_are_answered_once_a_day_and_not_in_crowds(post: Post, settings: Settings) -> None:
    post.write("a@example.org", "Subject: [lund]", "", "hello")
    post.write("a@example.org", "Subject: [lund]", "", "hello")
    assert [reader for reader, _ in post.told()] == ["a@example.org"]
    settings.HOUSE = msgspec.structs.replace(settings.HOUSE, limits=Limits(unknown_letters=4))
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
