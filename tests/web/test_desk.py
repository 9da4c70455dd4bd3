"""The game master's desk: who has ordered and never what; the master's deeds, and nobody else's."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
from tests.web.conftest import Host

from dragoman import assembly
from dragoman.diplomacy.commands import (
    AskDelay,
    AskReview,
    ClaimError,
    ProposeEnding,
    RemovePlayer,
    Resign,
    UpholdRuling,
)
from dragoman.diplomacy.state import Stage
from dragoman.game.protocol import Speaker
from dragoman.game.refusals import Refusal
from dragoman.game.saying import say
from dragoman.game.seats import GM, Seat
from dragoman.referee.ports import Slip
from dragoman.store.inbox import State
from dragoman.store.models import Outgoing
from dragoman.web.duties import duty

PATH = "/games/kalmar/desk/"
DEEDS = ("preview", "process", "deadline", "announce", "pause", "resume", "end", "replace", "invite", "accept")


def desk(host: Host) -> str:
    return host.client("gm").get(PATH).content.decode()


def do(host: Host, deed: str, **fields: str) -> str:
    return host.client("gm").post(f"{PATH}{deed}/", fields, follow=True).content.decode()


@pytest.mark.parametrize("who", ["austria", "stranger"])
def test_only_the_game_master_comes_to_the_desk(host: Host, who: str) -> None:
    host.table(gm=True)
    client = host.client(who)
    assert client.get(PATH).status_code == 403
    assert "This is not for you" in client.get(PATH).content.decode()
    for deed in DEEDS:
        assert (
            client.post(f"{PATH}{deed}/", {"sure": "yes", "text": "x", "address": "x@example.org"}).status_code == 403
        )
    assert host.state().stage is Stage.RUNNING
    assert host.state().paused is None


def test_a_stranger_is_asked_to_sign_in(host: Host) -> None:
    host.table(gm=True)
    assert host.client().get(PATH)["Location"] == "/sign-in/?next=%2Fgames%2Fkalmar%2Fdesk%2F"
    assert host.client().post(f"{PATH}pause/")["Location"].startswith("/sign-in/")


def test_the_desk_shows_who_has_ordered_and_not_what(host: Host) -> None:
    host.table(gm=True)
    host.orders("Austria", "A VIE - GAL")
    host.orders("Italy", "A VEN - TYR", "A ROM - VEN", "F NAP - ION", final=False)
    page = desk(host)
    rows = page[page.index("Who has ordered") : page.index("Letters that went unheard")]
    assert rows.count("none") == 5
    assert "2 units without an order" in rows
    assert "preliminary" in rows
    for secret in ("GAL", "Gal", "TYR", "Tyr"):
        assert secret not in page


def test_letters_that_went_unheard_are_told_without_their_words(host: Host) -> None:
    host.table(gm=True)
    assert "Every letter to this game has been heard." in desk(host)
    assembly.inbox().store("abc", "mark", "sender", b"sealed", "", 10, host.now)
    assembly.inbox().finish("abc", State.KEPT, "address", "kalmar", host.person("italy"), "Italy")
    assert "waits for its owner’s word" in desk(host)


def test_a_set_that_fell_short_is_taken_by_its_number(host: Host) -> None:
    host.table(gm=True)
    assert "Sets that fell short" not in desk(host)
    lacks = Refusal(
        "not-as-asked", say("The subject must hold “{words}”; nothing was recorded.", words="orders"), "II.2"
    )
    by = Speaker(host.person("austria"), Seat("Austria"))
    assembly.hear(Slip("kalmar", by, text="A Vie - Gal", lacks=lacks))
    page = desk(host)
    assert "Sets that fell short of the rules" in page
    assert "The subject must hold “orders”" in page
    assert "Gal" not in page
    assert "No set is kept under the number 7" in do(host, "accept", number="7")
    assert "Set 1 is taken." in do(host, "accept", number="1", why="it is no great matter")
    assert [str(line.order) for line in host.state().on_file("Austria")]
    assert "Sets that fell short" not in desk(host)
    assert "has been taken already" in do(host, "accept", number="1")
    assert "is kept under the number 0" in do(host, "accept", number="one")


def test_to_adjudicate_is_offered_only_where_it_can_be_done_and_else_told_why_not(host: Host) -> None:
    host.table(gm=True)
    page = desk(host)
    assert f"{PATH}process/" not in page
    assert "Not all players have sent final orders" in page
    for power in ("austria", "england", "france", "germany", "italy", "russia", "turkey"):
        host.client(power).post("/games/kalmar/orders/", {"deed": "final"})
    assert f"{PATH}process/" in desk(host)


def test_a_preview_changes_nothing_and_is_shown_to_the_master_alone(host: Host) -> None:
    host.table(gm=True)
    host.orders("Austria", "A VIE - GAL", "A BUD H", "F TRI H")
    version = assembly.table("kalmar").version
    assert "A VIE - GAL" in do(host, "preview")
    assert assembly.table("kalmar").version == version
    assert "A VIE - GAL" not in host.client("italy").get("/games/kalmar/").content.decode()


def test_a_phase_is_adjudicated_once_however_often_the_button_is_pressed(host: Host) -> None:
    host.table(gm=True)
    for power in ("austria", "england", "france", "germany", "italy", "russia", "turkey"):
        host.client(power).post("/games/kalmar/orders/", {"deed": "final"})
    do(host, "process", phase="S1901M")
    assert str(host.state().phase) == "F1901M"
    assert "Spring 1901, moves is over" in do(host, "process", phase="S1901M")
    assert str(host.state().phase) == "F1901M"


def test_too_early_is_refused_with_the_reason(host: Host) -> None:
    host.table(gm=True)
    assert "Not all players have sent final orders" in do(host, "process", phase="S1901M")


def test_the_deadline_moves_by_the_masters_own_clock(host: Host) -> None:
    host.table(gm=True)
    do(host, "deadline", deadline="2026-03-12T20:00", why="A holiday.")
    assert host.state().deadline == datetime(2026, 3, 12, 18, 0, tzinfo=UTC)
    assert "2026-03-12T20:00" in desk(host)
    assert "has passed already" in do(host, "deadline", deadline="2026-03-01T20:00")
    answer = host.client("gm").post(f"{PATH}deadline/", {"deadline": "soon"})
    assert answer.status_code == 422
    assert "Write the deadline as 2026-03-05 20:00." in answer.content.decode()


def test_the_clock_stops_and_goes_on(host: Host) -> None:
    host.table(gm=True)
    do(host, "pause", why="The host moves.")
    assert "The clock stands still" in desk(host)
    host.later(days=30)
    assert str(host.state().phase) == "S1901M"
    do(host, "resume")
    assert host.state().paused is None
    assert host.state().deadline == datetime(2026, 4, 9, 15, 0, tzinfo=UTC)  # at 18.00 of the local summer time


def test_a_word_to_everybody(host: Host) -> None:
    host.table(gm=True)
    do(host, "announce", text="Welcome, all.")
    assert [said.text for said in host.state().announcements] == ["Welcome, all."]
    assert host.client("gm").post(f"{PATH}announce/", {"text": " "}).status_code == 422


def test_another_player_is_put_into_a_seat_by_address(host: Host) -> None:
    host.table(gm=True)
    do(host, "replace", seat="Austria", address="New@Example.org", why="Ann is ill.")
    assert host.state().holder(Seat("Austria")) == assembly.register().find("new@example.org", verified=False)
    answer = host.client("gm").post(f"{PATH}replace/", {"seat": "Austria", "address": "nobody at all"})
    assert answer.status_code == 422
    assert "no address a letter can reach" in answer.content.decode()


def test_people_are_invited_by_address(host: Host) -> None:
    host.table(gm=True, seated=(), entry="invited")
    do(host, "invite", address="eve@example.org")
    assert host.person("eve") in host.state().invited
    assert Outgoing.objects.filter(kind="host/invitation").count() == 1


def test_to_end_a_game_is_asked_once_more(host: Host) -> None:
    host.table(gm=True)
    assert "End the game?" in do(host, "end", why="No players.")
    assert host.state().stage is Stage.RUNNING
    do(host, "end", why="No players.", sure="yes")
    assert host.state().stage is Stage.OVER
    assert "Close the game?" in do(host, "end")
    do(host, "end", sure="yes")
    assert host.state().stage is Stage.CLOSED


def test_a_deed_that_is_none_is_refused(host: Host) -> None:
    host.table(gm=True)
    assert host.client("gm").post(f"{PATH}abdicate/").status_code == 403


def test_a_game_is_not_ended_with_a_result_that_would_be_lost(host: Host) -> None:
    host.table(gm=True)
    answer = host.client("gm").post("/games/kalmar/desk/end/", {"why": "draw of England and France", "sure": "yes"})
    assert answer.status_code == 422
    assert "The game would end without this result." in answer.content.decode()
    host.client("gm").post("/games/kalmar/desk/end/", {"why": "", "sure": "yes"})
    assert "is over" not in host.client("france").get("/games/kalmar/").content.decode()


# --- what wants the game master first ---


def wanted(host: Host) -> str:
    """The sheet that tells what is to be done, as plain text."""
    page = desk(host)
    told = page[page.index('id="wants-title"') : page.index('id="who-title"')]
    return " ".join(re.sub(r"<[^>]+>", " ", told).split())


def test_where_nothing_is_to_be_done_the_desk_says_so(host: Host) -> None:
    host.table(gm=True)
    assert "Nothing waits for you" in wanted(host)
    assert "0 of 7 have final orders in" in wanted(host)


def test_a_strangers_letter_wants_nothing_of_the_game_master(host: Host) -> None:
    host.table(gm=True)
    assembly.inbox().store("abc", "mark", "sender", b"sealed", "", 10, host.now)
    assembly.inbox().finish("abc", State.KEPT, "word", "kalmar", host.person("eve"), "")
    assert "Nothing waits for you" in wanted(host)
    assert assembly.inbox().waiting_at(["kalmar"]) == {}


def test_what_is_to_be_done_is_told_with_the_place_where_it_is(host: Host) -> None:
    host.table(gm=True)
    host.says("Italy", AskDelay(Speaker(host.person("italy"), Seat("Italy")), timedelta(days=2), "A wedding"))
    assembly.inbox().store("abc", "mark", "sender", b"sealed", "", 10, host.now)
    assembly.inbox().finish("abc", State.KEPT, "address", "kalmar", host.person("italy"), "Italy")
    told = wanted(host)
    assert "2 things wait for you" in told
    assert told.index("Italy asks for a delay.") < told.index("A letter went unheard.")
    assert 'href="/games/kalmar/time/#clock-title"' in desk(host)
    assert "wedding" not in told


def test_a_seat_that_nobody_plays_waits_for_a_player_while_its_power_stands(host: Host) -> None:
    host.table(gm=True)
    host.says("Italy", Resign(Speaker(host.person("italy"), Seat("Italy"))))
    assert "Nobody plays Italy. Find a player" in wanted(host)
    host.says(GM, RemovePlayer(Speaker(host.person("gm"), GM), "Italy", "gone", disorder=True))
    assert "Nobody plays Italy" not in wanted(host), "whoever is in civil disorder is waited for no more"


ALL_FINAL = {"Austria": "A VIE - GAL", "England": "F LON - NTH", "France": "A PAR - BUR", "Germany": "A BER - KIE",
             "Italy": "A VEN - TYR", "Russia": "A MOS - UKR", "Turkey": "A CON - BUL"}  # fmt: skip


def test_votes_that_hold_up_a_ruling_and_a_review_asked_for_are_told(host: Host) -> None:
    host.table(gm=True, rules={"II.1": "B", "IX.4": "B", "VII.2": "B", "VIII.1": "B"})
    italy = Speaker(host.person("italy"), Seat("Italy"))
    host.says("Italy", ProposeEnding(italy, "draw"))
    for power, unit in ALL_FINAL.items():
        host.orders(power, unit)
    told = wanted(host)
    assert "All orders are final, but not everybody has voted on 1" in told
    assert "7 of 7 have final orders in" not in desk(host)
    presiding = duty(assembly.games()["diplomacy"].sight(host.state(), GM))
    assert presiding.says == "Spring 1901, moves: all orders are final, votes on 1 are awaited."
    host.later(days=8)
    host.says("Italy", ClaimError(italy, "A VEN moved"))
    host.says(GM, UpholdRuling(Speaker(host.person("gm"), GM), 1, "it did not"))
    assert "1 thing waits" not in wanted(host)
    host.says("Italy", AskReview(italy, 1, "it did"))
    assert "A review is asked for." in wanted(host)


def test_orders_that_are_missing_shortly_before_the_deadline_want_a_reminder(host: Host) -> None:
    host.table(gm=True)
    host.orders("Austria", "A VIE - GAL")
    host.at(host.state().deadline - timedelta(hours=3))  # type: ignore[operator]
    told = wanted(host)
    assert "1 thing waits for you" in told
    assert "orders are missing of England, France" in told
    assert "Austria" not in told
    assert "Remind the 6 who have not ordered" in desk(host)
    host.client("gm").post("/games/kalmar/time/remind/", {"whom": "", "text": ""})
    assert Outgoing.objects.filter(kind="reminder").count() == 6


def test_to_adjudicate_while_orders_are_missing_is_asked_once(host: Host) -> None:
    """Where the game master begins the adjudication (VII.2.start)."""
    host.table(gm=True, rules={"II.1": "B", "VII.2.start": "B"})
    host.orders("Austria", "A VIE - GAL")
    host.later(days=8)
    assert "the adjudication is yours to begin" in wanted(host)
    page = do(host, "process", phase="S1901M")
    assert "No orders have come of" in page
    assert "Adjudicate all the same" in page
    assert not host.state().turns
    do(host, "process", phase="S1901M", sure="yes")
    assert str(host.state().phase) == "F1901M"


def test_all_desks_of_one_game_master_lie_on_one_page(host: Host) -> None:
    host.table(gm=True)
    host.table("viborg", gm=True, seated=("Austria",))
    page = host.client("gm").get("/desks/").content.decode()
    assert page.index("viborg") < page.index("kalmar"), "what wants somebody comes first"
    assert "6 seats are free." in page
    assert "1 thing waits for you" in page
    assert "You preside over no game yet." in host.client("austria").get("/desks/").content.decode()
    assert host.client().get("/desks/")["Location"] == "/sign-in/?next=%2Fdesks%2F"
