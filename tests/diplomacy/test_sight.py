"""Nobody learns before its time what others order, whether they have, or what they write to each other.

Two worlds that differ only in what a seat must not know are the same for that seat: its view, what it is told, and
every word of it.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC
from random import Random

from hypothesis import given
from hypothesis import strategies as st
from tests.diplomacy.games import some_doings, some_game, some_manifold_game, some_orders
from tests.diplomacy.tables import HOUR, POWERS, Table, opening, person, speaker

from dragoman.diplomacy.commands import (
    AskStatus,
    ClearOrders,
    GrantProxy,
    Join,
    MarkStatus,
    Preview,
    RevokeProxy,
    SendPress,
    SubmitOrders,
)
from dragoman.diplomacy.game import DIPLOMACY
from dragoman.diplomacy.orders.order import Hold, Line, Ordered
from dragoman.diplomacy.orders.writing import write
from dragoman.diplomacy.sight import sight
from dragoman.diplomacy.state import Stage
from dragoman.game.protocol import Reading, Speaker
from dragoman.game.refusals import Refusal
from dragoman.game.seats import GM, Seat

SEATS = (*POWERS, "observer Olga", None)
seats = st.sampled_from(SEATS)
seeds = st.integers(0, 100_000)


def world(seed: int, phases: int, *, gm: bool) -> Table:
    return some_game(seed, phases, opening(gm=gm, seated=(*POWERS, "observer Olga"), seed=seed))


def seen(table: Table, seat: str | None, since: int) -> tuple[object, ...]:
    """Everything that comes to a seat: its view, and what it was told since then, word for word."""
    before = Table(opening()).state
    told = [n for n in DIPLOMACY.tell(before, tuple(table.events[since:]), table.state) if n.to == seat]
    words = [DIPLOMACY.words(notice, "fi", UTC) for notice in told]
    return sight(table.state, None if seat is None else Seat(seat)), [notice.body for notice in told], words


def others(seat: str | None) -> list[str]:
    return [power for power in POWERS if power != seat]


def meddle(table: Table, seat: str | None, chance: Random) -> None:
    """Others order, revise, take back, and write to each other; none of it is this seat's to know."""
    for power in others(seat):
        for _ in range(chance.randrange(4)):
            table.now += HOUR / 60
            acts: list[Callable[[str], object]] = [
                lambda p: SubmitOrders(speaker(p), some_orders(table.state, p, chance), table.state.phase, False),
                lambda p: ClearOrders(speaker(p)),
                lambda p: MarkStatus(speaker(p), False),
                lambda p: SendPress(speaker(p), tuple(chance.sample(others(seat), 2)), chance.choice("abc")),
            ]
            table.hear(chance.choice(acts)(power))  # type: ignore[arg-type]


@given(seats, seeds, st.integers(0, 6), seeds, seeds, st.booleans())
def test_what_others_do_in_private_is_hidden(
    seat: str | None, game: int, phases: int, one: int, other: int, gm: bool
) -> None:
    first, second = world(game, phases, gm=gm), world(game, phases, gm=gm)
    since = len(first.events)
    for table, seed in ((first, one), (second, other)):
        if table.state.stage is Stage.RUNNING:
            meddle(table, seat, Random(seed))
    first.now = second.now = max(first.now, second.now)
    assert seen(first, seat, since) == seen(second, seat, since)
    assert receipt(first, seat) == receipt(second, seat)


def receipt(table: Table, seat: str | None) -> object:
    """The answer to a question, which shows what is on file."""
    by = Speaker(person(seat or "stranger"), Seat(seat) if seat else None)
    command = AskStatus(by)
    outcome = table.hear(command)
    heard = () if isinstance(outcome, Refusal) else (command,)
    notice = DIPLOMACY.receipt(table.state, by, heard, Reading(commands=(command,)), (), table.now)
    return DIPLOMACY.encode_body(notice.body), DIPLOMACY.words(notice, "en", UTC)


@given(seats, seeds, st.integers(0, 3), seeds, seeds)
def test_what_others_plan_and_entrust_is_hidden(seat: str | None, game: int, phases: int, one: int, other: int) -> None:
    """Orders ahead, conditional and perpetual ones, secret proxies among others and what is ordered by them."""
    seated = (*POWERS, "observer Olga")
    first, second = (some_manifold_game(game, phases, seated) for _ in range(2))
    since, moment = len(first.events), first.now
    for table, seed in ((first, one), (second, other)):
        chance = Random(seed)
        for _ in range(chance.randrange(15)):
            if table.state.stage is Stage.RUNNING and not _ends_the_phase(table):
                table.now += HOUR / 60
                some_doings(table, chance, others(seat))
    first.now = second.now = max(first.now, second.now, moment)
    assert seen(first, seat, since) == seen(second, seat, since)
    assert receipt(first, seat) == receipt(second, seat)


def _ends_the_phase(table: Table) -> bool:
    """Whether the next final set may be the last one waited for, which everybody would see."""
    waited = [p for p in table.state.players() if table.state.due(p) and not table.state.is_final(p)]
    return len(waited) <= 1


@given(seeds, st.integers(1, 3))
def test_a_receiver_knows_nothing_of_a_revocation_told_to_the_giver(game: int, phases: int) -> None:
    """II.3.B: two worlds, in one of which Austria has taken its proxy back; Italy's is the same, and so is what Italy
    may write."""
    kept, revoked = some_manifold_game(game, phases), some_manifold_game(game, phases)
    if kept.state.stage is not Stage.RUNNING or not kept.state.due("Austria").units:
        return
    since = len(kept.events)
    unit = kept.state.due("Austria").units[0]
    for table in (kept, revoked):
        table.hear(RevokeProxy(speaker("Austria")))
        table.say(GrantProxy(speaker("Austria"), "Italy", (Ordered(unit.place, unit.kind),)))
    revoked.say(RevokeProxy(speaker("Austria")))
    for table in (kept, revoked):
        order = Hold(Ordered(unit.place, unit.kind))
        table.say(SubmitOrders(speaker("Italy"), (Line(order, write(order)),), giver="Austria"))
    assert seen(kept, "Italy", since) == seen(revoked, "Italy", since)
    assert receipt(kept, "Italy") == receipt(revoked, "Italy")
    assert seen(kept, "Austria", since) != seen(revoked, "Austria", since)


@given(seeds, st.integers(2, 6))
def test_which_case_was_followed_its_owner_alone_is_told(game: int, phases: int) -> None:
    table = some_manifold_game(game, phases)
    for seat in SEATS:
        for turn in sight(table.state, None if seat is None else Seat(seat)).turns:
            assert turn.taken.keys() <= {seat}


@given(seats, seeds, seeds)
def test_how_a_set_came_about_stays_hidden_when_it_is_adjudicated(seat: str | None, game: int, noise: int) -> None:
    """Once sent or thrice revised, final or not, with or without private press: the results are the same."""
    chance = Random(game)
    plain, busy = world(game, 3, gm=False), world(game, 3, gm=False)
    since = len(plain.events)
    if plain.state.stage is not Stage.RUNNING:
        return
    last = {power: some_orders(plain.state, power, chance) for power in POWERS if plain.state.due(power)}
    meddle(busy, seat, Random(noise))
    for table in (plain, busy):
        for power, orders in last.items():
            table.hear(ClearOrders(speaker(power)))
            table.say(SubmitOrders(speaker(power), orders, table.state.phase, False))
        table.strike()
    assert seen(plain, seat, since) == seen(busy, seat, since)


@given(seeds, seeds)
def test_wishes_are_between_a_player_and_the_referee(one: int, other: int) -> None:
    tables = [Table(opening(seated=(), begin=False)) for _ in range(2)]
    for table, seed in zip(tables, (one, other), strict=True):
        chance = Random(seed)
        for number in range(5):
            table.say(Join(speaker(None, f"p{number}"), tuple(chance.sample(POWERS, chance.randrange(4)))))
    for seat in (None, "gm"):
        views = [sight(table.state, None if seat is None else Seat(seat)) for table in tables]
        assert views[0] == views[1]


def test_each_sees_their_own_and_the_game_master_all() -> None:
    table = Table(opening(gm=True))
    table.order("Austria", "A VIE - GAL")
    assert [line.text for line in sight(table.state, Seat("Austria")).on_file["Austria"].lines] == ["A VIE - GAL"]
    assert list(sight(table.state, Seat("France")).on_file) == ["France"]
    assert sight(table.state, GM).on_file["Austria"].lines
    assert sight(table.state, None).on_file == {}


def test_press_goes_to_its_readers_and_is_numbered_among_them() -> None:
    table = Table(opening(gm=True, seated=(*POWERS, "observer Olga")))
    table.say(SendPress(speaker("France"), ("Italy",), "one"))
    table.say(SendPress(speaker("Italy"), ("France", "gm"), "two"))
    table.say(SendPress(speaker("Turkey"), ("all",), "three"))
    table.say(SendPress(speaker("Turkey"), ("observers",), "four"))

    def read(seat: str | None) -> list[tuple[int, str]]:
        return [(p.number, p.text) for p in sight(table.state, None if seat is None else Seat(seat)).press]

    assert read("France") == [(1, "one"), (2, "two"), (3, "three")]
    assert read("gm") == [(1, "two"), (2, "three")]
    assert read("Russia") == [(1, "three")]
    assert read("observer Olga") == [(1, "three"), (2, "four")]
    assert read(None) == [(1, "three")]


def test_only_the_game_master_looks_ahead() -> None:
    table = Table(opening(gm=True))
    assert table.refused(Preview(speaker("Austria"))).code == "gm-only"
