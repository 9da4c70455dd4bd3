"""How a table wants to be written to, by its own rules; and what receipts tell of how a letter was read."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from tests.diplomacy.tables import Table, opening

from dragoman.diplomacy.houserules.sheet import Sheet
from dragoman.game.saying import Saying
from dragoman.post.conventions import conventions
from dragoman.post.letter import Attachment, Cut, CutKind, Letter, Remark
from dragoman.post.remarks import SENTENCES, remarks
from dragoman.post.slips import Conventions
from dragoman.tongues.saying import put


@pytest.mark.parametrize(
    ("choice", "wanted"),
    [
        ("", Conventions()),
        ("address=any", Conventions(addressed=False)),
        ('address="gm@example.org"', Conventions(address="gm@example.org")),
        ('subject="kalmar S1901M"', Conventions(subject="kalmar S1901M")),
    ],
)
def test_clause_ii_2_is_what_counts(choice: str, wanted: Conventions) -> None:
    sheet = Sheet().with_choice("II.2", choice)
    assert isinstance(sheet, Sheet)
    assert conventions(SimpleNamespace(sheet=sheet)) == wanted


def test_what_falls_short_is_kept_where_somebody_presides() -> None:
    assert not conventions(Table(opening()).state).keeps
    assert conventions(Table(opening(gm=True)).state).keeps


def test_a_game_without_a_sheet_wants_our_address_alone() -> None:
    assert conventions(SimpleNamespace()) == Conventions()


def test_everything_worth_a_word_is_told() -> None:
    letter = Letter(
        remarks=(Remark("subject", Saying("x"), warning=True), Remark("other", Saying("As it is."))),
        cuts=(Cut(CutKind.QUOTED, 7, "On Monday"), Cut(CutKind.SIGNATURE, 2, "--"), Cut(CutKind.STRUCK, 1, "A VIE")),
        attachments=(Attachment("map.png", "image/png", 3), Attachment("", "message/rfc822", 0)),
    )
    assert [put(each, "en") for each in remarks(letter, read_html=True)] == [
        SENTENCES["subject"].text,
        "As it is.",
        SENTENCES["html"].text,
        "Left out, since quoted or no words of yours: 9 lines, from “On Monday”.",
        "Attachments are not read: map.png, message/rfc822.",
    ]


def test_an_ordinary_letter_is_not_commented_on() -> None:
    assert remarks(Letter(text="A Vie - Gal")) == ()
