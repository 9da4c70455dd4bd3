"""Results in the form of the old judges: as their own description has it, and read back to what they were made of."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.diplomacy.games import some_game
from tests.diplomacy.tables import Table, opening, position

from dragoman.diplomacy.adjudication import adjudicate
from dragoman.diplomacy.board.mapfile import chart
from dragoman.diplomacy.board.position import Phase, PhaseKind
from dragoman.diplomacy.board.province import Place
from dragoman.diplomacy.houserules.sheet import switches
from dragoman.diplomacy.njudge import Judgement, follow, read, write
from dragoman.diplomacy.njudge.names import places_named, powers_named
from dragoman.diplomacy.orders.order import OrderSet
from dragoman.diplomacy.state import Turn
from dragoman.game.clock import zone

CHART = chart("standard")
DUE = datetime(2002, 10, 28, 22, 30, tzinfo=UTC)


def judgements(turns: tuple[Turn, ...]) -> list[Judgement]:
    return [Judgement(number, turn.before, turn.ruling, turn.deadline) for number, turn in enumerate(turns, 1)]


def skirmish() -> Table:
    """A turn in which something of every kind happens."""
    table = Table(
        opening(
            given=position(
                "F1903M",
                {
                    "Austria": "A BUL, A TYR, F TRI", "England": "F ENG, F NTH, A EDI",
                    "France": "F BRE, F MAO, A GAS", "Italy": "A VEN, A ROM, F ION",
                    "Turkey": "F AEG, A GRE, F EAS",
                },
                {"Austria": "BUL TRI", "England": "LON EDI", "France": "BRE PAR", "Italy": "ROM NAP VEN TUN"},
            )
        )
    )  # fmt: skip
    table.order("Austria", "A TYR - VEN", "F TRI S A TYR - VEN", "A BUL - CON")
    table.order("England", "F NTH C A EDI - NWY", "A EDI - NWY", "F ENG H")
    table.order("France", "F BRE - ENG", "F MAO S F BRE - ENG", "A GAS - SPA")
    table.order("Italy", "A VEN H", "A ROM S A VEN", "F ION S A GRE")
    table.order("Turkey", "F AEG - ION", "F EAS S F AEG - ION")
    table.strike()
    return table


def test_the_moves_of_a_turn_as_the_form_has_them() -> None:
    turn = skirmish().state.turns[-1]
    told = Judgement(10, turn.before, turn.ruling, DUE)
    text = write(CHART, "kalmar", [told], (turn.ruling.after.phase, DUE), zone("Europe/Paris"))
    assert (
        text
        == """\
:: Judge: DRAG  Game: Kalmar  Variant: Standard\x20\x20
:: Deadline: F1903M Mon Oct 28 2002 23:30:00 +0100\x20\x20

Movement results for Fall of 1903.  (kalmar.010)

Austria: Army Bulgaria -> Constantinople.
Austria: Army Tyrolia -> Venice.  (*bounce*)
Austria: Fleet Trieste SUPPORT Army Tyrolia -> Venice.

England: Army Edinburgh -> North Sea -> Norway.
England: Fleet English Channel HOLD.  (*dislodged*)
England: Fleet North Sea CONVOY Army Edinburgh -> Norway.

France: Army Gascony -> Spain.
France: Fleet Brest -> English Channel.
France: Fleet Mid-Atlantic Ocean SUPPORT Fleet Brest -> English Channel.

Italy: Army Rome SUPPORT Army Venice.
Italy: Army Venice HOLD.
Italy: Fleet Ionian Sea SUPPORT Turkish Army Greece.  (*cut, dislodged*)

Turkey: Army Greece, No Order Processed.
Turkey: Fleet Aegean Sea -> Ionian Sea.
Turkey: Fleet Eastern Mediterranean SUPPORT Fleet Aegean Sea -> Ionian Sea.


The following units were dislodged:

The English Fleet in the English Channel can retreat to Belgium or Irish Sea or London or Picardy or Wales.
The Italian Fleet in the Ionian Sea can retreat to Adriatic Sea or Albania or Apulia or Naples or Tunis or Tyrrhenian \
Sea.


The next phase of 'kalmar' will be Retreats for Fall of 1903.
The deadline for orders will be Mon Oct 28 2002 23:30:00 +0100.
"""
    )  # fmt: skip


def test_retreats_owners_and_adjustments_as_the_form_has_them() -> None:
    table = skirmish()
    table.order("England", "F ENG R BEL")
    table.order("Italy", "F ION D")
    table.strike()
    table.order("Italy", "F NAP B")
    table.order("England", "A LON B")
    table.strike()
    retreats, adjustments = judgements(table.state.turns)[-2:]
    text = write(CHART, "kalmar", [retreats, adjustments])
    for line in (
        "Retreat results for Fall of 1903.  (kalmar.002)",
        "England: Fleet English Channel -> Belgium.",
        "Italy: Fleet Ionian Sea DISBAND.",
        "Ownership of supply centers:",
        "England:   Belgium, Edinburgh, London, Norway.",
        "Italy:     Naples, Rome, Tunis, Venice.",
        "England:    4 Supply centers,  3 Units:  Builds   1 unit.",
        "Italy:      4 Supply centers,  2 Units:  Builds   2 units.",
        "Turkey:     1 Supply center,  3 Units:  Removes  2 units.",
        "Adjustment results for Winter of 1903.  (kalmar.003)",
        "England:   Builds an army in London.",
        "Italy:     Builds a fleet in Naples.",
    ):
        assert line in text.splitlines(), line
    assert "Turkey:    Removes the fleet in the Eastern Mediterranean." in text.splitlines()


SOME = st.integers(0, 100_000)


@given(SOME, st.integers(1, 9))
def test_what_is_written_is_read_back_to_position_and_orders(seed: int, phases: int) -> None:
    """Every movement phase comes back whole, and adjudicated anew it comes to the same."""
    state = some_game(seed, phases).state
    if not state.turns:
        return
    text = write(CHART, "kalmar", judgements(state.turns))
    told = read(CHART, text)
    assert [each.phase for each in told] == [turn.phase for turn in state.turns]
    assert [(each.game, each.number) for each in told] == [("kalmar", n) for n, _ in enumerate(state.turns, 1)]
    rules = switches(state.sheet)
    for turn, each in zip(state.turns, told, strict=True):
        sets = {power: OrderSet(power, lines) for power, lines in each.orders.items()}
        match turn.phase.kind:
            case PhaseKind.MOVEMENT:
                at = each.position(turn.before.centres)
                assert at.units == turn.before.units
                again = adjudicate(CHART, at, sets, rules)
                assert again.after.units == turn.ruling.after.units
                assert again.after.dislodged == turn.ruling.after.dislodged
                assert dict(each.open) | dict(turn.ruling.retreats) == dict(each.open)
            case PhaseKind.RETREAT:
                driven = tuple(exile.unit for exile in turn.before.dislodged)
                assert tuple(exile.unit for exile in each.position({}).dislodged) == tuple(sorted(driven))
                assert adjudicate(CHART, turn.before, sets, rules).after.units == turn.ruling.after.units
            case PhaseKind.ADJUSTMENT:
                assert adjudicate(CHART, turn.before, sets, rules).after.units == turn.ruling.after.units
        if each.centres is not None:
            assert each.centres == turn.ruling.after.centres


@given(SOME, st.integers(1, 6))
def test_what_is_read_back_is_written_the_same_again(seed: int, phases: int) -> None:
    """The orders that were read, adjudicated and written, give the same lines: nothing is lost on the way."""
    state = some_game(seed, phases).state
    for number, turn in enumerate(state.turns, 1):
        if turn.phase.kind is PhaseKind.MOVEMENT:
            text = write(CHART, "kalmar", [Judgement(number, turn.before, turn.ruling)])
            (told,) = read(CHART, text)
            sets = {power: OrderSet(power, lines) for power, lines in told.orders.items()}
            again = adjudicate(CHART, turn.before, sets, switches(state.sheet))
            assert write(CHART, "kalmar", [Judgement(number, turn.before, again)]) == text


@given(SOME, st.integers(1, 12))
def test_a_game_is_followed_from_its_results_alone(seed: int, phases: int) -> None:
    """Every position that the game went through is found again, without adjudication."""
    state = some_game(seed, phases).state
    if not state.turns:
        return
    told = read(CHART, write(CHART, "kalmar", judgements(state.turns)))
    for turn, (each, at) in zip(state.turns, follow(told, state.turns[0].before.centres), strict=True):
        assert each.phase == turn.phase == at.phase
        assert at.units == turn.before.units
        assert sorted(exile.unit for exile in at.dislodged) == sorted(exile.unit for exile in turn.before.dislodged)
        assert at.centres == turn.before.centres


def test_everything_is_ascii_and_every_name_is_one_place() -> None:
    assert len(places_named(CHART)) == sum(len(province.places) for province in CHART.provinces.values())
    assert powers_named(CHART)["austrian"] == powers_named(CHART)["austria"] == "Austria"
    for seed in range(5):
        write(CHART, "kalmar", judgements(some_game(seed, 6).state.turns)).encode("ascii")


def test_what_others_wrote_in_that_form_is_read() -> None:
    """Folded lines, an older heading, capitals, and words around it that mean nothing."""
    text = """\
Dear all, here they are: Austria: Army nowhere.

Retreat orders for Fall of 1902.  (ferret.006)

France:    \tArmy  Belgium -> Burgundy.
Russia:    \tFleet St Petersburg (south coast) -> Gulf of Bothnia.
Russia:    \tArmy Warsaw DISBAND.

Movement results for Spring of 1903.  (ferret.008)

Italy: Fleet Ionian Sea -> Aegean Sea.  (*bounce,
        dislodged*)
Turkey: Army Smyrna, No Order Processed.

The Italian Fleet in the Ionian Sea can retreat to Apulia or
        Eastern Mediterranean.

Adjustment orders for Winter of 1902.  (ferret.007)

France:    \tRemoves the fleet in Brest.
Germany:    Builds an army in Berlin.
Germany:    Build waived.
"""
    retreats, moves, builds = read(CHART, text)
    assert [line.text for line in retreats.orders["Russia"]] == ["F STP/SC R BOT", "A WAR D"]
    assert moves.phase == Phase("Spring", 1903, PhaseKind.MOVEMENT)
    assert moves.marks == {"ION": ("bounce", "dislodged")}
    assert moves.open == {"ION": (Place("APU"), Place("EAS"))}
    assert moves.orders.keys() == {"Italy"}
    assert [str(unit) for unit in moves.units] == ["F ION", "A SMY"]
    assert [line.text for line in builds.orders["Germany"]] == ["A BER B", "WAIVE"]
    assert builds.game == "ferret"


@pytest.mark.parametrize("text", ["", "Hello.\n\nAustria: Army Vienna HOLD.\n", ":: Judge: FROG  Game: Azur\n"])
def test_what_is_of_another_kind_tells_no_phase(text: str) -> None:
    assert read(CHART, text) == ()
