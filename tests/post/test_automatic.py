"""Telling machines' letters from people's."""

from __future__ import annotations

from email import message_from_string

import pytest

from dragoman.post.automatic import automatic, away_until, failures
from dragoman.post.letter import Automatic, Failure


def kind(*headers: str, path: str | None = "ann@example.org") -> Automatic | None:
    return automatic(message_from_string("\n".join((*headers, "", "text"))), path)


@pytest.mark.parametrize(
    "header",
    [
        "Auto-Submitted: auto-replied (vacation)",
        "Auto-Submitted: auto-generated; owner-email=x",
        "Precedence: bulk",
        "Precedence: junk",
        "Precedence: auto_reply",
        "X-Auto-Response-Suppress: All",
        "X-Auto-Response-Suppress: DR, OOF, AutoReply",
        "X-Autoreply: yes",
        "X-Autorespond: away",
        "Subject: Automatic reply: kalmar",
        "Subject: Out of Office AutoReply: kalmar",
        "Subject: Out of office",
        "Subject: Automaattinen vastaus: kalmar",
        "Subject: Poissa: kalmar",
        "Subject: Poissaoloilmoitus",
        "Subject: Automatische Antwort: kalmar",
        "Subject: Abwesenheitsnotiz: kalmar",
        "Subject: Autosvar: kalmar",
        "Subject: Automatiskt svar: kalmar",
        "Subject: Frånvaromeddelande",
        "Subject: =?utf-8?q?R=C3=A9ponse_automatique_=3A_kalmar?=",
    ],
)
def test_a_program_answers_for_somebody(header: str) -> None:
    assert kind(header) is Automatic.AUTOREPLY


@pytest.mark.parametrize(
    "headers",
    [
        ("Content-Type: multipart/report; report-type=disposition-notification; boundary=x",),
        ("Content-Type: multipart/report; report-type=disposition-notification; b=x", "Auto-Submitted: auto-replied"),
        ("Content-Type: message/disposition-notification",),
    ],
)
def test_a_note_that_a_letter_was_read_is_no_absence(headers: tuple[str, ...]) -> None:
    assert kind(*headers) is Automatic.RECEIPT


@pytest.mark.parametrize(
    ("headers", "path"),
    [
        (("Content-Type: multipart/report; report-type=delivery-status; boundary=x",), "ann@example.org"),
        (("Content-Type: multipart/report; boundary=x",), "ann@example.org"),
        (("From: Mail Delivery System <MAILER-DAEMON@mx.example.org>",), "ann@example.org"),
        (("From: postmaster@example.org",), None),
        (("X-Failed-Recipients: bo@example.org",), "ann@example.org"),
        (("Subject: Undeliverable: kalmar",), ""),
        (("Subject: Viestin toimittaminen epäonnistui",), ""),
    ],
)
def test_a_letter_came_back(headers: tuple[str, ...], path: str | None) -> None:
    assert kind(*headers, path=path) is Automatic.BOUNCE


@pytest.mark.parametrize(
    "header", ["List-Id: <players.example.org>", "Precedence: list", "List-Unsubscribe: <mailto:x@y>"]
)
def test_a_mailing_list_brings_it(header: str) -> None:
    assert kind(header) is Automatic.LIST


@pytest.mark.parametrize(
    "header",
    [
        "Auto-Submitted: no",
        "Auto-Submitted: no (really)",
        "Auto-Submitted:",
        "X-Auto-Response-Suppress: DR, RN, NRN",
        "Precedence: first-class",
        "X-Autoreply: no",
        "Subject: poissa 3.3.-10.3.",
        "Subject: away from Kalmar",
        "Subject: absent 3 March to 10 March",
        "Subject: my automatic pilot",
        "Subject: out of the blue",
        "Subject: Undeliverable orders?",
        "From: postman@example.org",
    ],
)
def test_people_write_such_things_too(header: str) -> None:
    assert kind(header) is None


def test_the_null_path_is_a_machines() -> None:
    assert kind("Subject: hello", path="") is Automatic.AUTOREPLY
    assert kind("Subject: hello", path=None) is None


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("I am away until 16 March and read no mail.", "16 March"),
        ("I will be back on Monday, 9 March 2026.", "Monday, 9 March 2026"),
        ("Out until March 16th, 2026. Bye", "March 16th, 2026"),
        ("away until 2026-03-16", "2026-03-16"),
        ("I am away till Monday", "Monday"),
        ("Olen lomalla 16.3. asti", "16.3"),
        ("Olen poissa 16. maaliskuuta saakka", "16. maaliskuuta"),
        ("Palaan 16.3.2026", "16.3.2026"),
        ("Ich bin bis zum 16. März weg", "16. März"),
        ("Jag är borta till och med den 16 mars.", "16 mars"),
        ("I am away.", ""),
        ("Please call 123 until further notice", ""),
    ],
)
def test_until_when_somebody_is_away(text: str, day: str) -> None:
    assert away_until(text) == day


def test_whom_a_letter_did_not_reach() -> None:
    report = message_from_string(
        'Content-Type: multipart/report; report-type=delivery-status; boundary="x"\n\n--x\n\nsorry\n--x\n'
        "Content-Type: message/delivery-status\n\nReporting-MTA: dns; mx\n\n"
        "Final-Recipient: rfc822; Ann@example.org\nAction: Failed\nStatus: 5.1.1\n\n"
        "Original-Recipient: rfc822; bo@example.org\nAction: delayed\nStatus: 4.4.1\n\n--x\n"
        "Content-Type: text/rfc822-headers\n\nMessage-ID: <1@us>\nReply-To: Kalmar <a@us>\n\n--x--\n"
    )
    assert failures(report) == (
        Failure("ann@example.org", "failed", "5.1.1", "<1@us>", "a@us"),
        Failure("bo@example.org", "delayed", "4.4.1", "<1@us>", "a@us"),
    )
    whole = message_from_string("X-Failed-Recipients: ann@example.org, bo@example.org\n\ntext")
    assert [failure.recipient for failure in failures(whole)] == ["ann@example.org", "bo@example.org"]
