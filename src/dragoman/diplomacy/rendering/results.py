"""The results of a phase, laid out so that the game can be followed from them alone: every order and what became of
it, who must retreat and where to, what was built and removed, centres, what must be ordered next and by when, and the
press."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, tzinfo
from functools import reduce
from itertools import groupby, zip_longest

from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.events.recorded import RulingRecord, UnitRecord, VerdictRecord
from dragoman.diplomacy.rendering import codes, judge
from dragoman.diplomacy.rendering.changes import change
from dragoman.diplomacy.rendering.market import ledger_sections
from dragoman.diplomacy.rendering.orders import comes, on_file, owed_rows, short
from dragoman.diplomacy.rendering.polls import count_sections
from dragoman.diplomacy.rendering.presiding import either
from dragoman.diplomacy.rendering.press import beside_orders, press_sections, writers
from dragoman.diplomacy.rendering.verdicts import failed, order_text, outcome, unit_text, units
from dragoman.diplomacy.rendering.votes import vote_sections
from dragoman.diplomacy.report import PhaseTold, Results, Standing, TakenTold
from dragoman.diplomacy.state.reports import CODES, NJUDGE
from dragoman.game.page import (
    Block,
    Cell,
    InTongues,
    Page,
    Paragraph,
    Rows,
    Section,
    Words,
    paragraph,
)
from dragoman.game.saying import Saying, say


def results_page(body: Results, zone: tzinfo = UTC) -> Page:
    """The whole letter, in the form that the body is to have; dates that are told in no tongue are in that zone."""
    on = judge.chart_of(body) if body.form == NJUDGE else None
    sections = _judged(body, on, zone) if on is not None else _sections(body)
    return Page(_subject(body), tuple(section for section in sections if section.blocks))


def _judged(body: Results, on: Chart, zone: tzinfo) -> Iterator[Section]:
    """What the old form tells, and what it does not."""
    yield judge.judged(body, on, zone)
    yield from vote_sections(body.votes)
    for taken in (*(told.taken for told in body.earlier), body.taken):
        yield Section(say("Your conditional orders"), tuple(block for each in taken for block in _taken(each)))
    yield from judge.press_beside(body)
    yield from _besides(body)


def _subject(body: Results) -> Saying:
    """The phase first named is the one to be ordered next, since answers come back under the same subject."""
    game, phase = body.head.game, short(body.ruling.phase)
    if body.next is None:
        return say("{game}: results of {phase_ruled}", game=game, phase_ruled=phase)
    return say("{game} {code}: results of {phase_ruled}", game=game, code=short(body.next.phase), phase_ruled=phase)


def _sections(body: Results) -> Iterator[Section]:
    yield _opening(body)
    told = [PhaseTold(body.before, body.ruling, body.missing, body.taken, body.disordered, body.seals)]
    phases = [section for each in (*body.earlier, *told) for section in _phase(body, each)]
    yield from phases
    if body.form == CODES:
        yield codes.legend(phases)
    if body.ledger is not None:
        yield from ledger_sections(body.ledger)
    if body.poll is not None:
        yield from count_sections(body.poll)
    yield Section(say("Supply centres"), (standings(body.standings),))
    yield from vote_sections(body.votes)
    yield Section(say("To be ordered"), tuple(_to_order(body)))
    yield from _besides(body)


def _besides(body: Results) -> Iterator[Section]:
    """What comes next, and what is the reader's own."""
    if body.next is not None and not body.preview:
        yield Section(say("What comes next"), tuple(_next(body)))
    if body.file is not None:
        yield on_file(body.file)
    said = either(body.head, say("The game master said"), say("Announced"))
    yield Section(said, tuple(_announced(body)))
    yield from press_sections(body)
    yield _seals(body)


def _announced(body: Results) -> Iterator[Words]:
    """Each with its day and phase: it was said before the results that it now stands under. (Reports of earlier
    versions have none.)"""
    for text, on in zip_longest(body.announced, body.announced_on):
        by = say("{time_at}, {phase_now}:", time_at=on[1].isoformat(), phase_now=short(on[0])) if on else ""
        yield Words(by, text)


def _seals(body: Results) -> Section:
    """By these each player sees that nobody changed the orders they had been told the seal of."""
    told = (*((each.ruling.phase, each.seals) for each in body.earlier), (body.ruling.phase, body.seals))
    rows = [
        (*((short(phase),) if body.earlier else ()), say("{power_of}", power_of=power), seal)
        for phase, seals in told
        for power, seal in seals
    ]
    return Section(say("Seals of the orders"), (Rows(tuple(rows)),) if rows else ())


def _phase(body: Results, told: PhaseTold) -> Iterator[Section]:
    """One phase: every order and what became of it, with the press that stands beside it, and the changes; of several,
    each title names its phase."""
    ruling, coded = told.ruling, body.form == CODES

    def title(*said: Cell) -> Cell:
        whole = said if not body.earlier else (say("{phase_ruled}:", phase_ruled=short(ruling.phase)), *said)
        return whole[0] if len(whole) == 1 else whole

    by_power = groupby(sorted(ruling.verdicts, key=lambda v: v.power), key=lambda v: v.power)
    ordered = {power: (_orders(body, told, power, tuple(verdicts)),) for power, verdicts in by_power}
    powers = next(iter(body.head.names.values()), {})
    for power in sorted(ordered.keys() | writers(body.press, ruling.phase, powers)):
        press = beside_orders(body.press, ruling.phase, power)
        behind = [code] if coded and (code := codes.of_power(power, told.missing, told.disordered)) else []
        yield Section(title(say("{power_of}", power_of=power), *behind), (*ordered.get(power, ()), *press))
    yield Section(title(say("Your conditional orders")), tuple(block for each in told.taken for block in _taken(each)))
    if not coded:
        yield Section(title(say("Changes")), tuple(changes(ruling)))


def _taken(taken: TakenTold) -> Iterator[Block]:
    """What a conditional order came to."""
    yield Rows(((InTongues(taken.choice.texts),),))
    if taken.followed is None:
        yield paragraph(say("No case of it held: nothing of it was followed."))
    else:
        yield Paragraph((say("Followed:"), InTongues(taken.followed.texts)))


def remarks(body: Results) -> Iterator[Section]:
    """What is said of a phase before its orders, but for its name: that is told where it is not the end as well."""
    yield Section("", _opening(body).blocks[0 if body.ruling.winner else 1 :])


def behind(body: Results) -> Iterator[Section]:
    """What is said of a phase beside its orders, its changes and the centres."""
    ruling = body.ruling
    powers = next(iter(body.head.names.values()), {})
    for power in sorted(writers(body.press, ruling.phase, powers)):
        yield Section(say("{power_of}", power_of=power), tuple(beside_orders(body.press, ruling.phase, power)))
    yield Section(say("Your conditional orders"), tuple(block for each in body.taken for block in _taken(each)))
    if body.ledger is not None:
        yield from ledger_sections(body.ledger)
    if body.poll is not None:
        yield from count_sections(body.poll)
    yield from vote_sections(body.votes)
    yield from _besides(body)


def _opening(body: Results) -> Section:
    game, phase = body.head.game, short(body.ruling.phase)
    if body.preview and body.earlier:
        text = say("{game}, {phase_first} to {phase_ruled}: what the orders on file would come to.", game=game,
                   phase_ruled=phase, phase_first=short(body.earlier[0].ruling.phase))  # fmt: skip
    elif body.preview:
        text = say("{game}, {phase_ruled}: what the orders on file would come to.", game=game, phase_ruled=phase)
    elif body.ruling.winner is not None:
        text = say("{game}, {phase_ruled}: {power_winner} wins the game.", game=game, phase_ruled=phase,
                   power_winner=body.ruling.winner)  # fmt: skip
    elif body.earlier:
        text = say("{game}, {phase_first} to {phase_ruled}: the results.", game=game, phase_ruled=phase,
                   phase_first=short(body.earlier[0].ruling.phase))  # fmt: skip
    else:
        text = say("{game}, {phase_ruled}: the results.", game=game, phase_ruled=phase)
    absent = tuple(dict.fromkeys((*(p for told in body.earlier for p in told.missing), *body.missing)))
    missing = (
        [paragraph(say("No orders were received from {seats_missing}.", seats_missing="; ".join(absent)))]
        if absent
        else []
    )
    return Section("", (paragraph(text), *_marked(body), *missing))


MARKS = {
    "amended": say("This is not what the orders come to by the rules: the game master has amended it (VIII.1):"),
    "correction": say("This ruling corrects an earlier one."),
    "corrected": say("This ruling is no longer in force: it has been corrected."),
    "taken-back": say("This ruling is no longer in force: the phase has been taken back."),
}


def _marked(body: Results) -> Iterator[Block]:
    """What has become of a ruling, or what it has replaced (VIII)."""
    if body.mark:
        yield paragraph(MARKS[body.mark])
        if body.changes:
            yield Rows(tuple((change(each),) for each in body.changes))
        if body.mark_why:
            yield Words(say("The game master says:"), body.mark_why)


def _orders(body: Results, told: PhaseTold, power: str, verdicts: tuple[VerdictRecord, ...]) -> Rows:
    if body.form == CODES:
        return codes.rows(verdicts, told.ruling, power in (*told.missing, *told.disordered))
    return Rows(tuple(_order(v) for v in verdicts), tuple(failed(v) for v in verdicts))


def _order(verdict: VerdictRecord) -> tuple[Cell, ...]:
    first, *others = outcome(verdict)
    return order_text(verdict), reduce(_and_then, others, first)


def _and_then(first: Saying, second: Saying) -> Saying:
    """Both in one sentence; what fills the gaps of the parts goes with the whole."""
    text = "{said_first}, {said_second}"
    if first.text == text:  # of three, the third is behind the first two
        text = "{said_first}, {said_second}, {said_third}"
        return say(text, **dict(first.args), **dict(second.args), said_third=second.text)
    return say(text, **dict(first.args), **dict(second.args), said_first=first.text, said_second=second.text)


def changes(ruling: RulingRecord) -> Iterator[Paragraph]:
    """Who stands dislodged and where they may go, what was removed, what was built."""
    for record in ruling.after.dislodged:
        yield paragraph(_dislodged(ruling, record[:3]))
    if ruling.removed:
        yield paragraph(say("Removed from the board: {units_gone}.", units_gone=units(ruling.removed)))
    if ruling.built:
        yield paragraph(say("Built: {units_new}.", units_new=units(ruling.built)))


def _dislodged(ruling: RulingRecord, unit: UnitRecord) -> Saying:
    power, _, place = unit
    places = dict(ruling.retreats).get(place.partition("/")[0], ())
    if not places:
        return say("{power_of} {unit} is dislodged and can only disband.", power_of=power, unit=unit_text(unit))
    return say(
        "{power_of} {unit} is dislodged and may retreat to {places}.",
        power_of=power,
        unit=unit_text(unit),
        places=", ".join(places),
    )


def standings(standing: tuple[Standing, ...]) -> Rows:
    """Centres now and before, and units, for each power that has any or had some."""
    shown = [each for each in standing if each.centres or each.before or each.units]
    return Rows(tuple(_standing(each) for each in shown))


def _standing(each: Standing) -> tuple[Cell, ...]:
    power = say("{power_of}", power_of=each.power)
    centres = say("centres: {count}", count=each.centres)
    change = say("before: {count}", count=each.before) if each.centres != each.before else ""
    return power, centres, say("units: {count}", count=each.units), change


def _to_order(body: Results) -> Iterator[Block]:
    for power, owed in sorted(body.all_owed.items()):
        yield paragraph(say("{power_of}:", power_of=power))
        yield owed_rows(owed)


DESERTED = (
    say(
        "No power has a player any more, and the game goes on by itself. Write “gm pause” to stop the clock, “gm "
        "replace … with x@example.org” to seat somebody, or “gm end: …” to end the game.",
    ),
    say(
        "Only one power has a player, and the game goes on by itself. Write “gm pause” to stop the clock, “gm "
        "replace … with x@example.org” to seat somebody, or “gm end: …” to end the game.",
    ),
)


def _next(body: Results) -> Iterator[Paragraph]:
    if body.next is None:
        return
    yield comes(body.next)
    if body.owed is not None and not (body.owed.units or body.owed.count):
        yield paragraph(say("You have nothing to order then, and nobody waits for you."))
    if body.played is not None:
        yield paragraph(DESERTED[min(body.played, 1)])
