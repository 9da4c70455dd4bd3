"""Money in a game of Payola: what comes of it, what nobody else learns, and what becomes of it in a roll-back."""

from __future__ import annotations

from tests.diplomacy.payola.test_market import bid
from tests.diplomacy.tables import POWERS, Table, opening, speaker

from dragoman.diplomacy.commands import GiveMoney, PlaceBids
from dragoman.diplomacy.events import OrdersBought, decoded, encoded
from dragoman.diplomacy.evolve import evolve
from dragoman.diplomacy.evolve.corrections import taken_back
from dragoman.diplomacy.houserules.presets import preset
from dragoman.diplomacy.houserules.sheet import Sheet
from dragoman.diplomacy.payola.bids import Offer
from dragoman.diplomacy.sight import sight
from dragoman.diplomacy.state import State
from dragoman.game.seats import Seat


def table(**rules: str) -> Table:
    base = preset("payola")
    assert isinstance(base, Sheet)
    sheet = base.overlaid({"VII.2": "A", **{k.replace("_", "."): v for k, v in rules.items()}}.items())
    assert isinstance(sheet, Sheet), sheet
    return Table(opening(rules=sheet.as_rules(), seated=POWERS))


def bids(power: str, *texts: str, savings: int = 0) -> PlaceBids:
    return PlaceBids(speaker(power), Offer(tuple(bid(text) for text in texts), savings))


def test_the_dearest_orders_are_carried_out_and_paid_for() -> None:
    at = table()
    assert at.state.purses.money["Russia"] == 62
    at.order("Austria", "A VIE - GAL")
    at.say(bids("Russia", "3: A VIE - BOH"))
    at.say(bids("Italy", "1: A VIE - TYR"))
    at.strike()
    assert "A BOH" in map(str, at.state.position.units_of("Austria"))
    assert at.state.purses.money["Russia"] == 59
    assert at.state.purses.money["Italy"] == 48
    assert at.state.purses.offers == {}


def test_nobody_sees_anothers_bids_money_or_ledger() -> None:
    quiet, busy = table(), table()
    busy.say(bids("Russia", "3: F ANK H"))
    busy.say(GiveMoney(speaker("Russia"), "Turkey", 5))
    for seat in ("Austria", None):
        name = Seat(seat) if seat else None
        assert sight(quiet.state, name) == sight(busy.state, name)
    busy.strike()
    seen = sight(busy.state, Seat("Austria")).purse
    assert seen is not None
    assert seen.money == 48
    assert [(ledger.bids, ledger.prices, ledger.others) for ledger in seen.ledgers] == [((), (), {})]


def test_prices_are_told_where_the_house_rules_say_so() -> None:
    at = table(P_5="B")
    at.say(bids("Russia", "3: F ANK H"))
    at.strike()
    seen = sight(at.state, Seat("Austria")).purse
    assert seen is not None
    assert {each.unit.province: each.price for each in seen.ledgers[0].prices if each.price} == {"ANK": 3}
    assert seen.ledgers[0].others == {}


def test_money_is_kept_or_lost_when_a_year_ends() -> None:
    kept, lost = table(), table(P_3="B")
    for at in (kept, lost):
        while at.state.phase.year == 1901:
            at.strike()
    assert kept.state.purses.money["Austria"] == 96
    assert lost.state.purses.money["Austria"] == 48


def test_a_flat_income_counts_centres() -> None:
    assert table(P_2="B each=7").state.purses.money["Russia"] == 28


def test_what_is_not_allowed_is_refused_with_its_clause() -> None:
    at = table(P_6="B")
    assert at.refused(GiveMoney(speaker("Russia"), "Turkey", 5)).clause == "P.6.B"
    assert at.refused(bids("Russia", "3: A PIC H")).code == "no-such-unit"
    assert table().refused(GiveMoney(speaker("Russia"), "Turkey", 500)).code == "too-little"
    assert Table(opening()).refused(bids("Russia", "3: F ANK H")).clause == "P.1.A"


def test_money_and_bids_come_back_with_phases_that_are_taken_back() -> None:
    at = table()
    at.say(bids("Russia", "3: F ANK H"))
    at.strike()
    at.say(bids("Russia", "4: F ANK H"))
    while at.state.phase.year == 1901:
        at.strike()
    first = taken_back(at.state, 0, at.now, "", "taken-back")
    assert first.purses.money["Russia"] == 62
    assert [each.text for each in first.purses.offers["Russia"].bids] == ["3: F ANK H"]
    fall = taken_back(at.state, 1, at.now, "", "taken-back")
    assert fall.purses.money["Russia"] == 59
    assert len(fall.purses.markets) == 1


def test_a_record_of_a_market_folds_to_the_same_game() -> None:
    at = table()
    at.say(bids("Russia", "3: F ANK H | F ANK - CON", "2*5#3> A VIE - GAL", savings=4))
    at.strike()
    assert any(isinstance(event, OrdersBought) for event in at.events)
    state: State | None = None
    for event in at.events:
        state = evolve(state, decoded(encoded(event)))
    assert state == at.state
