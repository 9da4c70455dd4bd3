"""What scribes answer by compiled code is what the long way comes to, on every map, in every phase and under any rules,
whatever questions they are."""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

import msgspec
import pytest
from tests.conftest import Depth, lacking
from tests.diplomacy.shorthand.tables import Orders, draw_orders, draw_position, draw_switches

from dragoman.diplomacy import docket as dockets
from dragoman.diplomacy import exchange
from dragoman.diplomacy.adjudication import compiled
from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.board.mapfile import chart, chart_names
from dragoman.diplomacy.board.position import PhaseKind, Position
from dragoman.diplomacy.docket import Docket
from dragoman.diplomacy.exchange import Question, Unfit, centers, triples
from dragoman.diplomacy.houserules.presets import preset
from dragoman.diplomacy.houserules.sheet import Sheet
from dragoman.diplomacy.houserules.switches import Switches

np = pytest.importorskip("numpy", reason="NumPy is not installed (the extra `fast`)")

from dragoman.diplomacy.scanning import lexicon, meanings, packed, pressing, scribe, teller, telling  # noqa: E402
from dragoman.diplomacy.scanning.scribes import Scribes  # noqa: E402

KINDS = tuple(PhaseKind)


@pytest.fixture
def _compiled() -> None:
    if not compiled.available():
        lacking("Numba is not installed (the extra `fast`)")


@pytest.fixture
def _plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same functions, as they stand."""
    plain = pressing.Compiled(packed.read_all, telling.tell_all)  # type: ignore[arg-type]
    for module in (scribe, teller):
        monkeypatch.setattr(module, "machine", lambda: plain)
    monkeypatch.setattr(compiled, "available", lambda: False)


def docket(switches: Switches) -> Docket:
    sheet = preset("datc")
    assert isinstance(sheet, Sheet)
    made = Docket(sheet)
    made.switches = switches
    return made


def asked(on: Chart, at: Position, orders: Orders) -> Question:
    """The question what comes after a phase."""
    closed = {each.unit.province: each.attacker_from for each in at.dislodged}
    return Question(
        variant=on.id, season=at.phase.season, year=at.phase.year, phase=at.phase.kind.value, units=triples(at.units),
        dislodged=triples(each.unit for each in at.dislodged), attacked_from=closed, contested=sorted(at.contested),
        centers=centers(at, on), orders=orders,
    )  # fmt: skip


def drawn(random: Random, on: Chart, count: int, hostile: bool) -> list[Question]:
    found = []
    for _ in range(count):
        at = draw_position(random, on, random.choice(KINDS))
        found.append(asked(on, at, draw_orders(random, on, at, hostile)))
    return found


def answers(judge: Docket, questions: Iterable[Question]) -> list[Position | str]:
    """What comes of each question by itself, the long way; of one that cannot be asked, why."""
    found: list[Position | str] = []
    for question in questions:
        try:
            on = dockets.chart_of(question.variant)
            found.append(judge.after(exchange.position(question, on), on, question.orders))
        except Unfit as unfit:
            found.append(str(unfit))
    return found


def share(judge: Docket, questions: list[Question]) -> float:
    """Holds what scribes answer against the long way; how many questions they took."""
    scribes = Scribes(judge.switches)
    scribes._ready = True
    found = scribes.after_all(questions)
    for question, after, wanted in zip(questions, found, answers(judge, questions), strict=True):
        assert after is None or (after == wanted and list(after.centres) == sorted(after.centres)), question
    return sum(after is not None for after in found) / len(found)


@pytest.mark.usefixtures("_plain")
def test_questions_of_all_sorts_are_answered_as_they_are_one_by_one() -> None:
    assert share(docket(Switches()), drawn(Random(1), chart("standard"), 40, hostile=False)) > 0.6


@pytest.mark.slow
@pytest.mark.usefixtures("_compiled")
@pytest.mark.parametrize("hostile", [False, True])
def test_compiled_they_are_answered_alike(hostile: bool, depth: Depth) -> None:
    questions = drawn(Random(2), chart("standard"), 3000 if depth == "full" else 120, hostile)
    assert share(docket(Switches()), questions) > (0.4 if hostile else 0.8)


@pytest.mark.slow
@pytest.mark.usefixtures("_compiled")
def test_under_any_switches(depth: Depth) -> None:
    taken = []
    for seed in range(300 if depth == "full" else 5):
        judge = docket(draw_switches(Random(seed)))
        if judge.can_be_scanned:
            taken.append(share(judge, drawn(Random(seed), chart("standard"), 40, hostile=False)))
    assert max(taken) > 0.5


@pytest.mark.slow
@pytest.mark.usefixtures("_compiled")
def test_on_every_map(depth: Depth) -> None:
    for variant in chart_names():
        assert share(docket(Switches()), drawn(Random(3), chart(variant), 300 if depth == "full" else 12, False)) > 0.5


@pytest.mark.slow
@pytest.mark.usefixtures("_compiled")
def test_whatever_is_asked(depth: Depth) -> None:
    """A question is altered anywhere: what is taken as plain is what a careful reader takes it for."""
    random, judge, on = Random("altered"), docket(Switches()), chart("standard")
    questions = [altered(random, each) for each in drawn(random, on, 4000 if depth == "full" else 150, hostile=False)]
    assert 0.2 < share(judge, questions) < 0.8
    judge.compile()
    wanted = answers(judge, questions)
    good = [each for each, after in zip(questions, wanted, strict=True) if not isinstance(after, str)]
    assert judge.after_all(good) == [after for after in wanted if not isinstance(after, str)]
    with pytest.raises(Unfit) as unfit:
        judge.after_all(questions)
    assert str(unfit.value) == next(after for after in wanted if isinstance(after, str))


ODD: tuple[Any, ...] = ("", "A", "f", "PAR", "par", "STP", "STP/NC", "France", "FRANCE", "xyz", "ä", "A PAR - BUR")


def altered(random: Random, question: Question) -> Question:
    """The question with something else somewhere, of the type that it must have."""
    told = msgspec.to_builtins(question)
    for _ in range(random.randint(0, 2)):
        match random.choice(("word", "year", "units", "dislodged", "attacked_from", "contested", "centers", "orders")):
            case "word":
                words = ("spring", "Fall", "Winter", "Retreat", "movement", "Adjustment", *ODD)
                told[random.choice(("season", "phase"))] = random.choice(words)
            case "year":
                told["year"] = random.choice((-1, 0, 127, 128, 30_000, 30_001, 70_000, 1 << 40, 10**30))
            case "units" | "dislodged" as name:
                odd = [random.choice(ODD) for _ in range(3)]
                told[name].append(random.choice([odd, *told[name], ["France", "F", "STP/NC"], ["Italy", "A", "STP"]]))
            case "attacked_from":
                told["attacked_from"][random.choice(ODD)] = random.choice((None, *ODD))
            case "contested":
                told["contested"].append(random.choice(ODD))
            case "centers":
                told["centers"] = random.choice((None, {}, told["centers"]))
                if told["centers"]:
                    random.choice([*told["centers"].values()]).append(random.choice(("PAR", "STP/NC", "BUR", "LON")))
            case _:
                told["orders"].setdefault(random.choice(ODD), []).append(random.choice((*ODD, "A" * 70_000)))
    return msgspec.convert(told, Question)


def test_a_question_has_the_fields_that_are_read() -> None:
    assert Question.__struct_fields__ == packed.FIELDS


def test_any_value_is_passed() -> None:
    """Whatever msgspec can pack, its end is found."""
    random = Random("values")
    for value in ([0] * 70_000, *(_value(random, 3) for _ in range(100))):
        data = np.frombuffer(msgspec.msgpack.encode(value) + b"\x93", dtype=np.uint8)
        assert packed.passed(data, 0) == len(data) - 1, value


def _value(random: Random, depth: int) -> Any:
    match random.randrange(10 if depth else 8):
        case 0:
            return random.choice((None, True, False))
        case 1:
            return random.choice((1, -1)) * random.getrandbits(random.randint(1, 63))
        case 2:
            return random.random()
        case 3:
            return "x" * random.choice((0, 31, 32, 255, 256, 70_000))
        case 4:
            return b"x" * random.choice((0, 255, 256, 70_000))
        case 5:
            return msgspec.msgpack.Ext(5, b"x" * random.choice((0, 1, 2, 3, 4, 8, 16, 255, 256, 70_000)))
        case 6:
            return 1 << 63
        case 7:
            return [0] * random.choice((15, 16, 300))
        case 8:
            return [_value(random, depth - 1) for _ in range(random.choice((0, 3, 15, 16, 40)))]
        case _:
            return {str(key): _value(random, depth - 1) for key in range(random.choice((0, 3, 15, 16, 40)))}


@pytest.mark.slow
@pytest.mark.usefixtures("_compiled")
def test_what_is_remembered_may_be_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    judge, questions = docket(Switches()), drawn(Random(5), chart("standard"), 60, hostile=False)
    for module in (lexicon, meanings):
        monkeypatch.setattr(module, "MOST_WORDS", 10)
    for name, few in (("AT_ONCE", 7), ("ASKS", 3)):
        monkeypatch.setattr(scribe, name, few)
    monkeypatch.setattr(teller, "MOST_PHASES", 1)
    assert share(judge, questions) > 0.6


@pytest.mark.slow
@pytest.mark.usefixtures("_compiled")
def test_many_threads_may_ask_one_docket() -> None:
    judge, questions = docket(Switches()), drawn(Random(6), chart("standard"), 200, hostile=False)
    judge.compile()
    wanted = judge.after_all(questions)
    with ThreadPoolExecutor(4) as pool:
        for found in pool.map(judge.after_all, [questions] * 12):
            assert found == wanted


def test_few_questions_are_answered_without(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for compiled code to be loaded, or made, for the sake of a few."""
    monkeypatch.setattr(Docket, "_lent", None)
    questions = drawn(Random(7), chart("standard"), 5, hostile=False)
    assert docket(Switches()).after_all(questions) == answers(docket(Switches()), questions)
