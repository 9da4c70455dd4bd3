"""No order of any kind, in a phase of any kind, stops a phase or spoils what is beside it: not adjudicated, not read
line by line, not in a letter, not in the answer to it."""

from __future__ import annotations

import json
from datetime import UTC
from email.message import EmailMessage

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.diplomacy.orders.writings import BOARD, kinds, orders, powers
from tests.diplomacy.tables import position

from dragoman.diplomacy.adjudication import adjudicate, why
from dragoman.diplomacy.adjudication.verdict import Code, Outcome
from dragoman.diplomacy.board.position import Position
from dragoman.diplomacy.board.province import Place
from dragoman.diplomacy.commands import SubmitOrders
from dragoman.diplomacy.docket import Docket, answer
from dragoman.diplomacy.game import DIPLOMACY
from dragoman.diplomacy.houserules.sheet import switches
from dragoman.diplomacy.orders.order import (
    Build,
    Convoy,
    Disband,
    Hold,
    Line,
    Move,
    Order,
    Ordered,
    OrderSet,
    Retreat,
    SupportHold,
    SupportMove,
    Waive,
)
from dragoman.diplomacy.orders.writing import write
from dragoman.game.protocol import Speaker
from dragoman.game.seats import PersonId, Seat
from dragoman.keeper.letters import EARLIEST, Mailroom, standing_state
from dragoman.keeper.reading import Reader
from dragoman.keeper.rules import sheet_from
from dragoman.referee.hearing import weigh
from dragoman.referee.ports import Slip
from dragoman.tongues.saying import put

RULES = ("datc", "dptg", "suomi")
CENTRES = {"Austria": "BUD VIE TRI SER", "Italy": "VEN ROM NAP"}
POSITIONS: dict[str, Position] = {
    "movement": position("F1901M", {"Austria": "A BUD, A VIE, F TRI", "Italy": "A VEN, F ION"}, CENTRES),
    "retreat": position("F1901R", {"Austria": "A VIE, F TRI", "Italy": "A BUD, F ION"}, CENTRES, "Austria A BUD < RUM"),
    "builds": position("W1901A", {"Austria": "A VIE, F TRI", "Italy": "A VEN, F ION, A ROM"}, CENTRES),
    "removals": position("W1901A", {"Austria": "A VIE, A BUD, A SER, F TRI, A RUM", "Italy": "A VEN"}, CENTRES),
}
"""Austria may build two in one winter, and must remove one in the other."""

BUD, VIE = Ordered(Place("BUD")), Ordered(Place("VIE"))
OF_EACH_KIND: tuple[Order, ...] = (
    Hold(BUD), Move(BUD, Place("SER")), SupportHold(BUD, VIE), SupportMove(BUD, VIE, Place("GAL")),
    Convoy(BUD, VIE, Place("TRI")), Retreat(BUD, Place("GAL")), Disband(BUD), Build(BUD), Waive(),
)  # fmt: skip

nowhere = st.builds(Ordered, st.sampled_from([Place("XYZ"), Place("XYZ", "NC"), Place("BUD", "SC")]), kinds, powers)
off_the_board: st.SearchStrategy[Order] = st.one_of(
    *(st.builds(made, nowhere) for made in (Hold, Disband, Build)),
    st.builds(Waive, st.integers(-1, 3), st.just(Place("XYZ"))),
    st.builds(Move, st.just(BUD), st.just(Place("XYZ")), st.booleans(), st.just(("XYZ",))),
    st.builds(SupportHold, st.just(BUD), nowhere),
    st.builds(SupportMove, nowhere, st.just(VIE), st.just(Place("XYZ"))),
    st.builds(Convoy, st.just(BUD), st.just(VIE), st.just(Place("XYZ"))),
    st.builds(Retreat, st.just(BUD), st.just(Place("XYZ"))),
)


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("at", POSITIONS.values(), ids=POSITIONS)
@given(given_orders=st.lists(st.one_of(orders, off_the_board, st.sampled_from(OF_EACH_KIND)), max_size=6))
def test_any_set_is_adjudicated_line_by_line(at: Position, rules: str, given_orders: list[Order]) -> None:
    lines = tuple(Line(order, write(order)) for order in given_orders)
    ruling = adjudicate(BOARD, at, {"Austria": OrderSet("Austria", lines)}, switches(sheet_from(rules, ())))
    told = [v.text for v in ruling.verdicts if v.power == "Austria" and v.text]
    assert told == [line.text for line in lines], "every line has one verdict"
    assert all("{" not in put(why(v, BOARD), "en") for v in ruling.verdicts)


def _letter(text: str) -> bytes:
    letter = EmailMessage()
    letter["From"], letter["To"], letter["Subject"] = "austria@example.org", "dragoman@example.org", "orders"
    letter["Date"], letter["Message-ID"] = "Tue, 03 Mar 2026 19:42:11 +0000", "<any@example.org>"
    letter.set_content(text)
    return letter.as_bytes()


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("at", POSITIONS.values(), ids=POSITIONS)
@pytest.mark.parametrize("order", OF_EACH_KIND, ids=lambda order: type(order).__name__)
def test_an_order_of_any_kind_leaves_the_one_beside_it_alone(at: Position, rules: str, order: Order) -> None:
    """Beside it stands one that is good in that phase."""
    good = {"M": "F TRI H", "R": "A BUD R GAL", "A": "A BUD B" if len(at.units) == 5 else "A RUM D"}
    beside = good[str(at.phase)[-1]]
    sheet, odd = sheet_from(rules, ()), write(order)
    judged = Docket(sheet).judge_from(at, BOARD, {"Austria": [odd, beside]})
    verdicts = {v.text: v for v in judged.ruling.verdicts if v.power == "Austria"}
    assert beside in verdicts
    assert json.dumps(answer(judged))
    read = [line["order"] for line in Reader(BOARD, at, "Austria", sheet).told(f"{odd}\n{beside}\n")]
    assert beside in read
    state = standing_state(BOARD, at, sheet)
    speaker = Speaker(PersonId("Austria"), Seat("Austria"))
    assert Mailroom(state, power="Austria").take("any.eml", _letter(f"{odd}\n{beside}\n"))["disposition"] == "orders"
    hearing = weigh(DIPLOMACY, state, Slip("game", speaker, text=f"{odd}\n{beside}\n"), EARLIEST)
    filed = [line.text for said in hearing.heard if isinstance(said, SubmitOrders) for line in said.lines]
    assert beside in filed
    told = DIPLOMACY.receipt(hearing.after, speaker, hearing.heard, hearing.reading, hearing.refused, EARLIEST)
    answered = DIPLOMACY.words(told, "en", UTC).text
    assert beside in answered
    assert "{" not in answered


@pytest.mark.parametrize(
    "order",
    [o for o in OF_EACH_KIND if isinstance(o, (Retreat, Disband, Build, Waive))],
    ids=lambda o: type(o).__name__,
)
@pytest.mark.parametrize("rules", RULES)
def test_an_order_of_another_phase_is_impossible_in_a_movement_phase(rules: str, order: Order) -> None:
    judged = Docket(sheet_from(rules, ())).judge_from(POSITIONS["movement"], BOARD, {"Austria": [write(order)]})
    verdict = next(v for v in judged.ruling.verdicts if v.text)
    assert (verdict.outcome, verdict.code) == (Outcome.VOID, Code.IMPOSSIBLE)
