"""The host's own letters: each wholly in its reader's tongue, and none promises what its code does not do."""

from __future__ import annotations

from collections.abc import Mapping
from zoneinfo import ZoneInfo

import pytest

from dragoman.game.saying import Saying
from dragoman.people.letters import (
    CONFIRM,
    DECIDE,
    FAULT,
    HELP,
    INVITATION,
    KINDS,
    MANY,
    REFUSED,
    SIGN_IN,
    UNINVITED,
    UNREACHED,
    WRITERS,
    words,
)
from dragoman.tongues.catalogue import catalogue

AT = "2026-03-03T16:00:00+00:00"
CODE = {"host": "https://games.example.org", "sign_in": "s1", "code": "12345678", "until": AT}
KEPT = {"host": "https://games.example.org", "table": "kalmar", "letter": "l1", "received": AT}
AWAY = {"seats": "kalmar: Italy"}
OFTEN = {"seats": "kalmar: Italy\nlund: France"}
LETTERS: tuple[tuple[str, Mapping[str, str]], ...] = (
    (SIGN_IN, CODE),
    (SIGN_IN, {**CODE, "adds": "yes"}),
    *((CONFIRM, {**KEPT, "lacks": lacks, "text": "A Vie - Gal"}) for lacks in ("token", "address", "word")),
    (INVITATION, {"host": "https://games.example.org", "table": "kalmar", "by": "Ann"}),
    (REFUSED, {"host": "https://games.example.org", "subject": "x", "why": "because"}),
    (UNREACHED, {**AWAY, "fails": "yes"}),
    (UNREACHED, {**AWAY, "until": "16 March"}),
    (UNREACHED, AWAY),
    (UNREACHED, {**AWAY, "fails": "rested"}),
    *((UNREACHED, {**OFTEN, **more}) for more in ({}, {"until": "16 March"}, {"fails": "yes"}, {"fails": "rested"})),
    (UNREACHED, {"table": "kalmar", "seat": "Italy"}),
    (
        REFUSED,
        {"host": "https://games.example.org", "subject": "", "why": "so", "mailbox": "dragoman+NAME@example.org"},
    ),
    *(
        (UNINVITED, {"host": "https://games.example.org", "table": "kalmar", "address": "dead@example.org", "why": why})
        for why in ("550 no such user", "")
    ),
    (FAULT, {"table": "kalmar", "what": "x", "at": AT}),
    (DECIDE, {"table": "kalmar", "subject": "s", "text": "t"}),
    (HELP, {"host": "https://games.example.org", "table": "kalmar", "subject": "s", "text": "t"}),
    (MANY, {"host": "https://games.example.org", "most": "60"}),
)


def test_every_kind_is_among_them() -> None:
    assert {kind for kind, _ in LETTERS} == set(KINDS)


@pytest.mark.parametrize(("kind", "parts"), LETTERS)
def test_a_letter_is_in_one_tongue(kind: str, parts: Mapping[str, str]) -> None:
    finnish = catalogue("fi")
    assert [each for each in WRITERS[kind](parts) if isinstance(each, Saying) and each.text not in finnish] == []
    for lang in ("en", "fi"):
        written = words(kind, parts, lang, ZoneInfo("Europe/Helsinki"))
        assert "{" not in written.subject + written.text


def test_a_code_that_adds_an_address_signs_nobody_in() -> None:
    text = words(SIGN_IN, {**CODE, "adds": "yes"}, "en", ZoneInfo("UTC")).text
    assert "signs you in" not in text
    assert "/account/addresses/s1/?code=12345678" in text


def test_a_kept_letter_is_shown_line_by_line() -> None:
    parts = {**KEPT, "lacks": "token", "subject": "[kalmar] S1901M", "text": "A Vie - Gal\n\nA Bud H"}
    text = words(CONFIRM, parts, "en", ZoneInfo("UTC")).text
    assert "    [kalmar] S1901M\n\n    A Vie - Gal\n\n    A Bud H\n" in text
