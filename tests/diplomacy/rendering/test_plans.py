"""What people are told of rounds, plans, proxies and public orders, in words: lawful, whole, and in either tongue."""

from __future__ import annotations

import re
from datetime import UTC
from functools import cache

import pytest
from tests.diplomacy.games import some_manifold_game
from tests.diplomacy.tables import LETTERS, POWERS, Table, lines, opening, phase_of, position, speaker

from dragoman.diplomacy import commands as c
from dragoman.diplomacy.game import DIPLOMACY
from dragoman.diplomacy.orders.order import Hold, Ordered
from dragoman.game.protocol import Notice, Reading
from dragoman.game.seats import GM

WINTER = position(
    "W1902A",
    {"Austria": "A VIE", "Italy": "A VEN", "Russia": "A MOS"},
    {"Austria": "VIE BUD", "Italy": "VEN ROM", "Russia": "MOS"},
)


def told(table: Table, since: int) -> list[Notice]:
    return list(DIPLOMACY.tell(Table(opening(gm=True)).state, tuple(table.events[since:]), table.state))


def said(table: Table, *commands: c.Command) -> list[Notice]:
    """Everything that anybody is told because of these commands, the receipts among it."""
    notices: list[Notice] = []
    for command in commands:
        since = len(table.events)
        table.say(command)
        notices += told(table, since)
        by = command.by  # type: ignore[union-attr]
        notices.append(DIPLOMACY.receipt(table.state, by, (command,), Reading(), (), table.now))
    return notices


def _lend(power: str = "Austria", unit: str = "A VIE") -> c.GrantProxy:
    order = lines(f"{unit} H")[0].order
    assert isinstance(order, Hold)
    return c.GrantProxy(speaker(power), "Italy", (Ordered(order.unit.place, order.unit.kind),))


@cache
def everything() -> tuple[Notice, ...]:
    """Notices of every kind about plans, proxies, votes and public orders."""
    notices: list[Notice] = []
    for letter in ("B revocation told to=both", "C hours=24", "D hours=24"):
        table = Table(
            opening(gm=True, seated=(*POWERS, "observer Olga"), rules=LETTERS | {"II.3": letter, "IX.4": "C"})
        )
        notices += said(table, _lend())
        if letter[0] == "D":
            notices += said(table, *(c.CastVote(speaker(power), 1, "yes") for power in POWERS if power != "Austria"))
            notices += said(table, _lend(unit="A BUD"), c.CastVote(speaker("Italy"), 2, "no"))
        by_proxy = c.SubmitOrders(speaker("Italy"), lines("A VIE - GAL"), giver="Austria")
        notices += said(table, by_proxy, c.RevokeProxy(speaker("Austria")))
    for letter in ("B", "C"):
        table = Table(opening(gm=True, given=WINTER, rules=LETTERS | {"II.6": letter}))
        notices += said(
            table,
            c.AskPublic(speaker(GM)),
            c.SubmitOrders(speaker("Italy"), lines("A ROM B"), public=True),
            c.AcceptOrders(speaker(GM), "Austria", lines("A BUD B"), "the post was late"),
            c.ConfirmPublic(speaker(GM), table.state.phase) if letter == "C" else c.DemandPrivate(speaker("Russia")),
        )
    table = Table(opening(rules=LETTERS | {"II.4": "B"}))
    notices += said(
        table,
        c.SubmitOrders(speaker("Italy"), lines("A VEN H"), None, True, perpetual=True),
        c.SubmitOrders(speaker("Italy"), lines("A ROM H"), phase_of("F1901M")),
        c.ClearOrders(speaker("Italy")),
    )
    for seed in range(4):
        manifold = some_manifold_game(seed, 5)
        notices += told(manifold, len(manifold.events) // 2)
        for power in POWERS:
            asked = c.AskStatus(speaker(power))
            notices.append(DIPLOMACY.receipt(manifold.state, asked.by, (asked,), Reading(), (), manifold.now))
    return tuple(notices)


def test_every_kind_is_there() -> None:
    assert {"proxy", "public", "entered", "results", "receipt"} <= {notice.kind for notice in everything()}
    changes = {notice.body.change for notice in everything() if notice.kind in ("proxy", "public")}
    assert changes == {"given", "proposed", "revoked", "approved", "refused", "asked", "private"}
    assert any(notice.body.earlier for notice in everything() if notice.kind == "results")


def test_every_body_is_read_back_as_it_was_written() -> None:
    for notice in everything():
        assert DIPLOMACY.decode_body(notice.kind, DIPLOMACY.encode_body(notice.body)) == notice.body


@pytest.mark.parametrize("lang", ["en", "fi"])
def test_no_gap_is_left_open(lang: str) -> None:
    for notice in everything():
        words = DIPLOMACY.words(notice, lang, UTC)
        assert words.subject
        assert re.findall(r"\{\w+(?::\w+)?\}", words.subject + words.text) == []


def test_no_sentence_is_left_english() -> None:
    """Whatever has four words of English in a row, and is neither an order nor what a person wrote, has its Finnish."""
    for notice in everything():
        english, finnish = (DIPLOMACY.words(notice, lang, UTC).text for lang in ("en", "fi"))
        for line in english.splitlines():
            if len(re.findall(r"\b[a-z]{2,}\b", line)) >= 4 and not line.startswith("|"):
                assert line not in finnish.splitlines(), line
