"""Who asks for a seat, or waits for one that is vacant, is told what they can do as the game stands."""

from __future__ import annotations

from zoneinfo import ZoneInfo

import pytest
from tests.diplomacy.tables import POWERS, Table, opening, person, speaker

from dragoman.diplomacy.commands import AskStatus, EndGame, Join, Resign, StandBy
from dragoman.diplomacy.game import DIPLOMACY, Diplomacy
from dragoman.game.protocol import Reading, Speaker
from dragoman.game.seats import GM
from dragoman.tongues.saying import put

GAME = Diplomacy()
WAITING = {"F.7": "B", "II.1": "A"}


def joining(table: Table) -> str:
    return put(GAME.joining(table.state, "en"), "en")


def news(table: Table, before: object, events: object, seat: str) -> str:
    told = DIPLOMACY.tell(before, events, table.state)  # type: ignore[arg-type]
    texts = [DIPLOMACY.words(each, "en", ZoneInfo("UTC")).text for each in told if each.to == seat]
    return " ".join(" ".join(texts).split())


def test_a_stranger_is_never_told_to_ask_for_what_is_taken() -> None:
    forming = Table(opening(seated=POWERS[:6], begin=False))
    assert "join as Turkey" in joining(forming)
    forming.say(Join(speaker(None, "p"), ("Turkey",)))
    running = Table()
    assert "standby" in joining(running)
    assert "join as" not in joining(running)
    running.say(Resign(speaker("Italy")))
    assert "join as Italy" in joining(running)
    moderated = Table(opening(gm=True))
    moderated.say(Resign(speaker("Italy")))
    assert "join as" not in joining(moderated), "there a game master seats people"
    moderated.say(EndGame(speaker(GM), "it snows"))
    assert joining(moderated) == "This game is over."


@pytest.mark.parametrize("gm", [True, False])
def test_the_way_out_of_waiting_for_a_vacant_seat_is_told(gm: bool) -> None:
    table = Table(opening(gm=gm, rules=WAITING))
    for power in POWERS[:-1]:
        table.order(power)
    before = table.state
    left = news(table, before, table.say(Resign(speaker("Turkey"))), "France")
    assert ("“standby” in a letter" in left) is not gm
    assert ("waits for its orders (F.7.B)" in left) is not gm
    before = table.state
    waits = table.strike()
    told = news(table, before, waits, "France")
    assert "those of Turkey are awaited" in told
    assert ("the game master can seat somebody" if gm else "“standby” in a letter") in told
    if gm:
        assert "“gm call Turkey”" in news(table, before, waits, GM)
        return
    receipt = DIPLOMACY.receipt(
        table.state, speaker("France"), (AskStatus(speaker("France")),), Reading(), (), table.now
    )
    assert "“standby” in a letter" in " ".join(DIPLOMACY.words(receipt, "en", ZoneInfo("UTC")).text.split())
    before = table.state
    taken = table.say(StandBy(Speaker(person("new"), None)))
    assert "“standby”" not in news(table, before, taken, "France")
    assert table.state.holder("Turkey") == person("new")  # type: ignore[arg-type]
