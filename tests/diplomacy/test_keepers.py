"""Where nobody presides, whoever keeps the host decides on reviews (VIII.4), keeps the game going, sees nothing secret,
and is named for what they do."""

from __future__ import annotations

from zoneinfo import ZoneInfo

import pytest
from tests.diplomacy.tables import Table, opening, phase_of, speaker

from dragoman.diplomacy.commands import (
    Announce,
    AskExport,
    AskReview,
    AskStatus,
    BlockMail,
    ClaimError,
    Command,
    CorrectRuling,
    EditPosition,
    EndGame,
    HoldResults,
    Pause,
    Preview,
    Process,
    Remind,
    RollBack,
    SetDeadline,
    TakeAdvice,
    UpholdRuling,
)
from dragoman.diplomacy.game import DIPLOMACY, Diplomacy
from dragoman.diplomacy.sight import sight
from dragoman.game.protocol import Notice, Reading, Speaker
from dragoman.game.seats import GM, KEEPER

HOST = Speaker(KEEPER, GM)
GAME = Diplomacy()


def reviewable(gm: bool = False) -> Table:
    """A table at which Italy has claimed an error in spring 1901."""
    table = Table(opening(gm=gm))
    table.order("Italy", "A VEN - TYR")
    table.order("Austria", "A VIE - TYR", "A BUD - GAL")
    table.strike()
    table.say(ClaimError(speaker("Italy"), "A Ven - Tyr should succeed", phase_of("S1901M")))
    table.order("Austria", "A BUD - SER")
    return table


def reviewed() -> Table:
    table = reviewable()
    table.say(AskReview(speaker("Italy"), 1, "look again"))
    return table


def words(notice: Notice) -> str:
    return " ".join(DIPLOMACY.words(notice, "en", ZoneInfo("UTC")).text.split())


def told(table: Table, command: Command) -> str:
    """What Italy is told of it."""
    before, events = table.state, table.say(command)
    return " ".join(words(each) for each in DIPLOMACY.tell(before, events, table.state) if each.to == "Italy")


@pytest.mark.parametrize(
    "command",
    [
        Preview(HOST),
        Process(HOST, phase_of("F1901M")),
        HoldResults(HOST, True),
        RollBack(HOST, phase_of("S1901M"), "so"),
        EditPosition(HOST, (), "so"),
        Remind(HOST),
        BlockMail(HOST, "Italy", seat="France", why="so"),
        UpholdRuling(HOST, 1, "so"),
        CorrectRuling(HOST, phase_of("S1901M"), (), "so"),
        TakeAdvice(HOST, 1, "so"),
    ],
    ids=lambda each: type(each).__name__,
)
def test_what_the_sheet_does_not_leave_to_the_keeper_is_refused(command: Command) -> None:
    assert reviewable().refused(command).code == "keeper-only"


def test_a_deadline_is_not_the_keepers() -> None:
    table = reviewable()
    assert table.state.deadline is not None
    assert table.refused(SetDeadline(HOST, table.state.deadline, "so")).code == "keeper-only"


def test_the_keeper_sees_what_everybody_does() -> None:
    table = reviewed()
    mine, everybodys = sight(table.state, GM), sight(table.state, None)
    assert (mine.on_file, mine.proxies, mine.reports) == (everybodys.on_file, everybodys.proxies, everybodys.reports)
    receipt = DIPLOMACY.receipt(table.state, HOST, (AskStatus(HOST),), Reading(), (), table.now)
    assert "BUD" not in words(receipt)
    begun = Table()
    begun.order("Austria", "A BUD - SER")
    assert begun.refused(AskExport(HOST, None)).code == "no-such-phase"


def test_a_review_waits_for_the_keeper_with_the_words_that_decide_it() -> None:
    assert GAME.for_keeper(reviewable().state) == {}
    table = reviewed()
    ((matter, notice),) = GAME.for_keeper(table.state).items()
    assert (matter, notice.person) == ("review 1", KEEPER)
    text = words(notice)
    for each in ("look again", "A Ven - Tyr should", 'as gm "gm error 1 stands', "gm correct S1901M: A Vie - Gal"):
        assert each in text, text
    after = told(table, UpholdRuling(HOST, 1, "it bounced with Austria"))
    assert "The keeper of the host has decided that the ruling stands" in after
    assert "The keeper of the host says: | it bounced with Austria" in after
    assert "game master" not in after
    assert GAME.for_keeper(table.state) == {}


def test_a_game_with_a_game_master_leaves_nothing_to_the_keeper() -> None:
    table = reviewable(gm=True)
    table.say(UpholdRuling(speaker("gm"), 1, "so"))
    table.say(AskReview(speaker("Italy"), 1, "look again"))
    assert GAME.for_keeper(table.state) == {}


@pytest.mark.parametrize(
    "command",
    [Announce(HOST, "Hello"), Pause(HOST, "the disk"), EndGame(HOST, "it snows")],
    ids=lambda each: type(each).__name__,
)
def test_what_the_keeper_does_is_told_as_the_keepers(command: Command) -> None:
    after = told(reviewable(), command)
    assert "keeper of the host" in after
    assert "game master" not in after
