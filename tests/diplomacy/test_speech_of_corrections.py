"""Errors, corrections and conduct as people write of them: each saying in English and in Finnish comes to the same."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.diplomacy.tables import LETTERS, POWERS, START, Table, opening, phase_of, position, speaker, unit

from dragoman.diplomacy.adjudication.amending import Added, Decided, Given, Removed, Reordered
from dragoman.diplomacy.board.province import Place
from dragoman.diplomacy.board.unit import UnitKind
from dragoman.diplomacy.commands import (
    AskErrors,
    AskExport,
    AskReview,
    BlockMail,
    Caution,
    ClaimError,
    Command,
    CorrectRuling,
    EditPosition,
    Expel,
    HoldResults,
    ReleaseResults,
    Relocate,
    RemoveExtraUnit,
    ReportConduct,
    RollBack,
    TakeAdvice,
    UpholdRuling,
)
from dragoman.diplomacy.orders.writing import write
from dragoman.diplomacy.speech import read
from dragoman.game.seats import GM, Seat

S01, W01 = phase_of("S1901M"), phase_of("W1901A")
UNIT = unit("Austria", "A VIE")

SAID: list[tuple[str, str, str, Command]] = [
    ("Austria", "error: Wrong.", "virhe: Wrong.", ClaimError(speaker("Austria"), "Wrong.")),
    ("Austria", "error in S1901M: Wrong.", "virhe S1901M: Wrong.", ClaimError(speaker("Austria"), "Wrong.", S01)),
    ("Austria", "error in Spring 1901:\nWrong.", "virhe kevät 1901:\nWrong.",
     ClaimError(speaker("Austria"), "Wrong.", S01)),
    ("Austria", "errors", "virheet", AskErrors(speaker("Austria"))),
    ("Austria", "review 2: Still.", "tarkista 2: Still.", AskReview(speaker("Austria"), 2, "Still.")),
    ("Austria", "export S1901M", "vie S1901M", AskExport(speaker("Austria"), S01)),
    (
        "Austria", "report conduct of France (X.3): It did.", "ilmoita käytös Ranska (X.3): It did.",
        ReportConduct(speaker("Austria"), "It did.", "France", "X.3"),
    ),
    (GM, "gm rollback to S1901M because so", "pj palauta S1901M koska so", RollBack(speaker(GM), S01, "so")),
    (GM, "gm error 1 stands because so", "pj virhe 1 pysyy koska so", UpholdRuling(speaker(GM), 1, "so")),
    (GM, "gm advice 1 publicly: so", "pj neuvo 1 julkisesti: so", TakeAdvice(speaker(GM), 1, "so", True)),
    (GM, "gm hold results", "pj pidätä tulokset", HoldResults(speaker(GM), True)),
    (GM, "gm hold off", "pj pidätä pois", HoldResults(speaker(GM), False)),
    (GM, "gm release S1901M", "pj julkaise S1901M", ReleaseResults(speaker(GM), S01)),
    (
        GM, "gm extra unit Austria A Vie because so", "pj liikayksikkö Itävalta A Vie koska so",
        RemoveExtraUnit(speaker(GM), "Austria", "added", UNIT, None, "so"),
    ),
    (
        GM, "gm extra Austria built in W1901A because so",
        "pj liikayksikkö Itävalta rakennettu vaiheessa W1901A koska so",
        RemoveExtraUnit(speaker(GM), "Austria", "built", None, W01, "so"),
    ),
    (
        GM, "gm extra Austria not disbanded because so", "pj liikayksikkö Itävalta hajottamatta koska so",
        RemoveExtraUnit(speaker(GM), "Austria", "kept", None, None, "so"),
    ),
    (
        GM, "gm misplaced Austria A Vie rightly Boh because so",
        "pj väärässä paikassa Itävalta A Vie oikeastaan Boh koska so",
        Relocate(speaker(GM), UNIT, Place("BOH"), "so"),
    ),
    (
        GM, "gm misplaced Austria A Vie rightly disbanded because so",
        "pj väärässä paikassa Itävalta A Vie oikeastaan hajotettu koska so",
        Relocate(speaker(GM), UNIT, None, "so"),
    ),
    (GM, "gm caution France (X.5) because so", "pj huomauta Ranska (X.5) koska so",
     Caution(speaker(GM), "France", 0, "X.5", "so")),
    (GM, "gm caution the author of 17 because so", "pj huomauta viestin kirjoittaja 17 koska so",
     Caution(speaker(GM), "", 17, "", "so")),
    (GM, "gm block France to Italy grey press because so", "pj estä Ranska Italialle harmaa viesti koska so",
     BlockMail(speaker(GM), "Italy", "grey", "France", 0, "", "so")),
    (GM, "gm unblock France to Italy", "pj salli Ranska Italialle",
     BlockMail(speaker(GM), "Italy", "all", "France", 0, "", "", False)),
    (GM, "gm expel France (X.4) because so", "pj erota heti Ranska (X.4) koska so",
     Expel(speaker(GM), Seat("France"), "X.4", "so")),
]  # fmt: skip


def table() -> Table:
    return Table(opening(gm=True, seated=POWERS, rules=LETTERS | {"X.1": "A"}))


def heard(at: Table, seat: str, text: str) -> tuple[Command, ...]:
    reading = read(at.state, speaker(seat), "", text, START)
    assert reading.unread == (), reading.unread
    commands: tuple[Command, ...] = reading.commands
    return commands


@pytest.mark.parametrize(("seat", "english", "finnish", "command"), SAID, ids=[said[1] for said in SAID])
def test_a_saying_is_understood_in_both_tongues(seat: str, english: str, finnish: str, command: Command) -> None:
    at = table()
    assert heard(at, seat, english) == (command,)
    assert heard(at, seat, finnish) == (command,)


def changes(at: Table, text: str) -> Iterator[str]:
    """The changes that a correction names, written plainly."""
    (command,) = heard(at, GM, text)
    assert isinstance(command, CorrectRuling | EditPosition)
    assert command.why == "so"
    for change in command.changes:
        match change:
            case Reordered(power, line):
                yield f"{power}: {write(line.order)}"
            case Decided(line, succeeds):
                yield f"{write(line.order)} {'succeeds' if succeeds else 'fails'}"
            case Removed(place, kind, power):
                yield f"remove {power} {kind.value if isinstance(kind, UnitKind) else ''} {place}"
            case Added(each):
                yield f"add {each.power} {each}"
            case Given(centre, power):
                yield f"{centre} = {power}"


ALL = ["A VIE - GAL succeeds", "Italy: A VEN - TRI", "remove  F LON", "add England A LON", "BEL = France", "HOL = "]
STEPS = ("A Vie - Gal succeeds", "Italy: A Ven - Tri", "remove F Lon", "add England A Lon", "centre Bel = France",
         "centre Hol = nobody")  # fmt: skip
ASKELEET = ("A Vie - Gal onnistuu", "Italia: A Ven - Tri", "poista F Lon", "lisää Englanti A Lon",
            "keskus Bel = Ranska", "keskus Hol = ei kukaan")  # fmt: skip


@pytest.mark.parametrize(
    "text",
    [
        f"gm correct S1901M: {'; '.join(STEPS)} because so",
        "gm correct S1901M because so:\n" + "\n".join(STEPS),
        "gm correct S1901M:\n" + "\n".join(STEPS) + "\nbecause so",
        f"pj korjaa S1901M: {'; '.join(ASKELEET)} koska so",
        "pj korjaa S1901M koska so:\n" + "\n".join(ASKELEET),
    ],
)
def test_changes_are_read_on_one_line_and_on_several(text: str) -> None:
    assert list(changes(table(), text)) == ALL


def test_the_position_is_edited_with_the_reason_behind_a_colon() -> None:
    edits = ["remove  F LON", "add England A LON", "BEL = France"]
    assert list(changes(table(), "gm edit: remove F Lon; add England A Lon; centre Bel = France: so")) == edits
    assert list(changes(table(), "pj muokkaa: poista F Lon; lisää Englanti A Lon; keskus Bel = Ranska: so")) == edits


def test_an_order_without_its_power_is_whoses_unit_stood_there() -> None:
    assert list(changes(table(), "gm correct S1901M: A Ven - Tri because so")) == ["Italy: A VEN - TRI"]


def test_one_bad_change_spoils_the_correction_and_nothing_beside_it() -> None:
    at = table()
    reading = read(at.state, speaker(GM), "", "gm correct S1901M: A Vie dances because so\ngm hold results", START)
    assert [each.word for each in reading.unread] == ["dances"]
    assert reading.commands == (HoldResults(speaker(GM), True),)


def test_of_two_units_in_one_province_the_power_tells_which() -> None:
    at = Table(opening(gm=True, given=position("S1902M", {"Austria": "A VIE", "Russia": "A VIE"}, {}), rules=LETTERS))
    (command,) = heard(at, GM, "gm misplaced Russia A Vie rightly Gal because so")
    assert isinstance(command, Relocate)
    assert command.unit.power == "Russia"
    assert read(at.state, speaker(GM), "", "gm misplaced A Vie rightly Gal because so", START).unread


def test_prose_about_errors_is_no_claim() -> None:
    at = table()
    for text in ("Error on my side, sorry!", "errors happen to all of us", "review of the year: it was long"):
        reading = read(at.state, speaker("Austria"), "", text, START)
        assert not any(isinstance(each, ClaimError) for each in reading.commands), text


SLIPS = {
    "gm replace Rusia with x@example.org": ("unknown-power", "Rusia", "gm replace Russia with x@example.org"),
    "gm replace Italy with not an address": ("no-address", "not an address", "gm replace Italy with x@example.org"),
    "gm replace Italy": ("incomplete", "", "gm replace Italy with x@example.org"),
    "pj vaihda Italia tilalle roskaa": ("no-address", "roskaa", "gm replace Italy with x@example.org"),
    "gm call Trkey": ("unknown-power", "Trkey", "gm call Turkey"),
    "gm blacklist Rusia until 3 May": ("unknown-power", "Rusia", "gm blacklist Russia"),
    "gm edit: remove F Lon; add England A Zzz: so": ("unknown-province", "Zzz", ""),
    "gm edit: add A Lon: so": ("incomplete", "add A Lon", ""),
    "gm edit: centre Bel = Frnce: so": ("unknown-power", "Frnce", ""),
    "gm edit: centre Zzz = France: so": ("unknown-province", "Zzz", ""),
    "gm correct S1901M: A Xxx - Yyy succeeds": ("unknown-province", "Xxx", ""),
    "gm correct S1901M: Itly: A Ven - Tri because so": ("unknown-power", "Itly", ""),
    "gm correct nowhere: A Ven - Tri because so": ("unknown-phase", "nowhere", ""),
    "gm rollback to nowhere because so": ("unknown-phase", "nowhere", "gm rollback to S1901M"),
}


@pytest.mark.parametrize("text", SLIPS)
def test_a_slip_of_the_game_masters_names_the_word_at_fault(text: str) -> None:
    (unread,) = read(table().state, speaker(GM), "", text, START).unread
    code, word, instead = SLIPS[text]
    assert (unread.code, unread.word) == (code, word)
    assert unread.column == (text.find(word) + 1 if word else 0)
    assert unread.suggestions[0] == instead or not instead
