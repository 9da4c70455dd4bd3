"""Orders on file and what there is to order, laid out for their owner."""

from __future__ import annotations

from collections.abc import Iterator

from dragoman.diplomacy.adjudication.reasons import COAST_LEFT_OUT
from dragoman.diplomacy.adjudication.verdict import Closed, Code
from dragoman.diplomacy.board.position import PhaseKind
from dragoman.diplomacy.events import recorded
from dragoman.diplomacy.events.recorded import UnitRecord
from dragoman.diplomacy.orders.inference import INFERRED
from dragoman.diplomacy.orders.nowhere import NOWHERE
from dragoman.diplomacy.orders.order import Waive
from dragoman.diplomacy.orders.writing import write
from dragoman.diplomacy.rendering.verdicts import CLOSED, REASONS, unit_text
from dragoman.diplomacy.report import AheadNow, ChoiceTold, FileNow, Next, Owed, ProxyTold, Written
from dragoman.game.page import Block, Cell, Folded, InTongues, Paragraph, Rows, Section, paragraph
from dragoman.game.saying import Saying, filled, say


def rows(lines: tuple[Written, ...]) -> Rows:
    """Orders as understood, each with the tolerances used to read it, and the fault that makes it void."""
    return Rows(
        tuple((_order(line), *_remarks(line)) for line in lines),
        tuple(bool(line.flaw) for line in lines),
    )


def _order(line: Written) -> str:
    """The order as understood; one to move nowhere in the words of its writer (III.5.A)."""
    return line.text if _nowhere(line) else write(recorded.order(line.order))


def _nowhere(line: Written) -> bool:
    return bool(line.notes) and line.notes[-1].startswith(NOWHERE)


BARE = {"Build": say("read as a build"), "Disband": say("read as a removal")}
"""A unit with nothing beside it, by what it is taken for."""


def _remarks(line: Written) -> Iterator[Cell]:
    if _nowhere(line):
        yield say("ordered to move to no space of the board: it stands, and cannot be supported in that (III.5.A)")
    elif line.closed == Closed.ALTERNATIVE:
        yield say("one of several for the unit: followed only if every other is impossible by then ({clause})",
                  clause=line.clause)  # fmt: skip
    elif line.flaw:
        yield _fault(_why(line), line.clause)
    elif line.notes and line.notes[-1].startswith(INFERRED):
        yield say("inferred from {orders_for}", orders_for=_note(line.notes[-1]).partition(" = ")[0])
    elif line.notes and (plain := BARE.get(line.notes[-1].rpartition(" = ")[2])) and line.notes[-1].startswith("bare"):
        yield plain
    elif line.notes:
        yield say("read so: {notes_used}", notes_used="; ".join(_note(note) for note in line.notes))


def _why(line: Written) -> str:
    if line.flaw == Code.AMBIGUOUS and line.clause in COAST_LEFT_OUT:
        return NO_COAST.text
    return CLOSED.get(line.closed, REASONS[Code(line.flaw)]).text


NO_COAST = say("it does not say which coast")


def _fault(why: str, clause: str) -> Saying:
    """Why an order will not be followed, and by which house rule, if not by the rulebook alone."""
    if clause in ("", "rulebook"):
        return say("{said_why}; it will not be followed", said_why=why)
    return say("{said_why}; it will not be followed ({clause})", said_why=why, clause=clause)


def _note(note: str) -> str:
    """`typo: Albb = ALB` as `Albb = ALB`: what was written, and what it was taken for."""
    return note.partition(": ")[2] or note


def choice_rows(choices: tuple[ChoiceTold, ...]) -> Rows:
    """Conditional orders, in canonical words."""
    return Rows(tuple((InTongues(choice.texts),) for choice in choices))


def on_file(file: FileNow, title: Saying | None = None) -> Section:
    """The full set on file: its orders, the units without one, and whether it is final; what was sent ahead, perpetual
    sets, and proxies."""
    blocks: list[Block] = [rows(file.lines)] if file.lines else []
    if file.choices:
        blocks.append(choice_rows(file.choices))
    blocks.extend(_doubtful(file.doubtful))
    if file.owed.units or file.owed.count or file.lines:
        blocks.extend(_without(file))
        blocks.extend(_many_or_few(file))
        blocks.append(_standing(file))
        if file.seal:
            blocks.append(Folded(say("Seal"), (say("Seal: {seal}", seal=file.seal),)))
    blocks.extend(block for ahead in file.ahead for block in _ahead(ahead))
    blocks.extend(paragraph(filled(_lacking(file, phase[2]), phase_lacking=short(phase))) for phase in file.lacking)
    blocks.extend(paragraph(PERPETUAL[kind]) for kind in file.perpetual)
    blocks.extend(paragraph(_proxy(file.power, proxy)) for proxy in file.proxies)
    for each in file.by_proxy:
        blocks.append(paragraph(say("On file by the proxy of {power_giver}:", power_giver=each.giver)))
        blocks.append(rows(each.lines))
    return Section(title or say("Orders on file for {power_whose}", power_whose=file.power), tuple(blocks))


def _doubtful(lines: tuple[Written, ...]) -> Iterator[Block]:
    """Orders under conditions that will not be followed, whichever condition holds."""
    if lines:
        yield paragraph(say("Of these, whatever holds:"))
        yield rows(lines)


LACKING = {
    "Retreat": say(
        "For {phase_lacking}, in the same round, nothing is on file: of your units, those that must retreat would be "
        "disbanded."
    ),
    "Adjustment": say(
        "For {phase_lacking}, in the same round, nothing is on file: nothing would be built for you, and units that "
        "you must remove would be chosen by the rules."
    ),
}
"""F.5: what comes of phases that are adjudicated together with this one."""
SENT_OFF = say(
    "For {phase_lacking}, in the same round, nothing is on file: of your units, those that must retreat would go to "
    "the first place that is open by the order of F.12.B, and be disbanded only where none is."
)


def _lacking(file: FileNow, kind: str) -> Saying:
    return SENT_OFF if kind == "Retreat" and file.sent_off else LACKING[kind]


PERPETUAL = {
    "Movement": say("A perpetual set is in force for all moves to come, until you send another set for moves."),
    "Retreat": say("A perpetual set is in force for all retreats to come, until you send another set for retreats."),
    "Adjustment": say(
        "A perpetual set is in force for all adjustments to come, until you send another set for adjustments."
    ),
}
"""II.4.B: what every acknowledgment says of a perpetual set."""


def _ahead(ahead: AheadNow) -> Iterator[Block]:
    """What is on file for a phase to come."""
    phase = short(ahead.phase)
    if ahead.final:
        yield paragraph(say("For {phase_ahead}, final:", phase_ahead=phase))
    else:
        yield paragraph(say("For {phase_ahead}, preliminary:", phase_ahead=phase))
    if ahead.lines:
        yield rows(ahead.lines)
    if ahead.choices:
        yield choice_rows(ahead.choices)
    yield from _doubtful(ahead.doubtful)
    if ahead.phase[2] == PhaseKind.RETREAT.value and any(line.clause.startswith("III.6") for line in ahead.lines):
        yield paragraph(
            say(
                "A second retreat, for where the first is closed, is written as a condition: “if Bud is occupied: "
                "A Tri - Alb; otherwise: A Tri - Bud”."
            )
        )
    if not (ahead.lines or ahead.choices):
        yield paragraph(say("no orders"))


PROXIES = {
    ("giver", "in-force"): say("By your proxy {power_other} may order {units}."),
    ("giver", "pending"): say("Your proxy to {power_other} for {units} waits for its vote."),
    ("giver", "revoked"): say("Your proxy to {power_other} for {units} is revoked."),
    ("giver", "refused"): say("Your proxy to {power_other} for {units} was refused in its vote."),
    ("receiver", "in-force"): say("By the proxy of {power_other} you may order {units}."),
    ("receiver", "pending"): say("The proxy of {power_other} to you for {units} waits for its vote."),
    ("receiver", "revoked"): say("The proxy of {power_other} to you for {units} is revoked."),
    ("receiver", "refused"): say("The proxy of {power_other} to you for {units} was refused in its vote."),
}


def _proxy(power: str, proxy: ProxyTold) -> Saying:
    part, other = ("giver", proxy.receiver) if power == proxy.giver else ("receiver", proxy.giver)
    return filled(PROXIES[part, proxy.standing], power_other=other, units=", ".join(proxy.units))


def short(phase: tuple[str, int, str]) -> str:
    """A phase as `S1901M`."""
    season, year, kind = phase
    return f"{season[0]}{year}{kind[0]}"


def _without(file: FileNow) -> Iterator[Paragraph]:
    if not file.unordered:
        return
    lent = {name for each in _lent(file) for name in each.units}
    ours = [unit for unit in file.unordered if unit_text(unit) not in lent]
    theirs = [unit for unit in file.unordered if unit_text(unit) in lent]
    for units, sentences in ((ours, WITHOUT), (theirs, WITHOUT_BY_PROXY)):
        for what in sentences:
            listed = ", ".join(unit_text(unit) for unit in units if _becomes(file, unit) == what)
            if listed:
                yield paragraph(filled(sentences[what], listed=listed))


WITHOUT = {
    "gone": say("Without an order, and so disbanded: {listed}."),
    "sent": say("Without an order, and so sent to the first place that is open by the order of F.12.B: {listed}."),
    "stays": say("Without an order, and so holding: {listed}."),
    "bought": say("Without an order, and so holding where nobody bids for them: {listed}."),
}
WITHOUT_BY_PROXY = {
    "gone": say("Without an order of yours, and so disbanded unless your proxy is used for it: {listed}."),
    "sent": say(
        "Without an order of yours, and so sent to the first place that is open by the order of F.12.B, unless your "
        "proxy is used for it: {listed}."
    ),
    "stays": say("Without an order of yours, and so holding unless your proxy is used for it: {listed}."),
    "bought": say(
        "Without an order of yours, and so holding where nobody bids for them, unless your proxy is used: {listed}."
    ),
}
"""II.3: whoever holds a proxy may order the unit, and the owner is not told whether they have."""


def _becomes(file: FileNow, unit: UnitRecord) -> str:
    """What comes of a unit that nobody orders: it holds; or it must retreat, and is disbanded or, by F.12.B, sent where
    a place is open."""
    if not file.owed.retreats:
        return "bought" if file.bought else "stays"
    return "sent" if file.sent_off and file.owed.retreats.get(unit[2].partition("/")[0]) else "gone"


def _lent(file: FileNow) -> Iterator[ProxyTold]:
    """The proxies that the power has given and that are in force."""
    yield from (each for each in file.proxies if each.giver == file.power and each.standing == "in-force")


def _many_or_few(file: FileNow) -> Iterator[Paragraph]:
    """More or fewer builds, or removals, than are due."""
    due, building = abs(file.owed.count), file.owed.count > 0
    many = next((line for line in file.lines if line.flaw == Code.TOO_MANY), None)
    good = sum(_uses(line) for line in file.lines if not line.flaw)
    if not due or file.choices:
        return
    if many is not None:
        sentence = MANY_BUILDS if building else MANY_REMOVALS
        yield paragraph(filled(sentence, count=due, clause=many.clause))
    elif good < due and file.at is not None:
        few = FEW_BY_PROXY if any(_lent(file)) else FEW
        yield paragraph(filled(few[building], count=due, given=good))


MANY_BUILDS = say("Builds due: {count}. More are ordered: those marked are not made ({clause}).")
MANY_REMOVALS = say("Removals due: {count}. More are ordered: those marked are not made ({clause}).")
FEW = {
    True: say("Builds due: {count}, ordered: {given}. The others are not made."),
    False: say("Removals due: {count}, ordered: {given}. The others are chosen by the rules."),
}
FEW_BY_PROXY = {
    True: say("Builds due: {count}, ordered by you: {given}. The others are made only by your proxy."),
    False: say(
        "Removals due: {count}, ordered by you: {given}. The others are chosen by the rules, unless your proxy is used "
        "for them."
    ),
}
"""What comes of builds (True) and removals (False) that are not ordered."""


def _uses(line: Written) -> int:
    """How many of the builds or removals due a line uses up."""
    order = recorded.order(line.order)
    return order.count if isinstance(order, Waive) else 1


def _standing(file: FileNow) -> Paragraph:
    if file.at is None and file.bid:
        return paragraph(say("Bids have been received, and no orders beside them."))
    if file.at is None:
        return paragraph(say("Nothing has been received."))
    if file.final:
        return paragraph(say("The set is final."))
    return paragraph(say("The set is preliminary: write “final” when it may be acted upon before the deadline."))


def owed_rows(owed: Owed) -> Block:
    """What must be ordered: retreats with the places open, builds with their sites, disbands with the units."""
    if owed.earned > owed.count > 0:
        return paragraph(
            say(
                "Builds: {count}, in {places}: {earned} are due, but no other centre is free to build in.",
                count=owed.count, places=", ".join(owed.sites), earned=owed.earned,
            )
        )  # fmt: skip
    if owed.count > 0:
        return paragraph(say("Builds: {count}, in {places}.", count=owed.count, places=", ".join(owed.sites)))
    if owed.count < 0:
        listed = ", ".join(unit_text(unit) for unit in owed.units)
        return paragraph(say("Disbands: {count}, of {listed}.", count=-owed.count, listed=listed))
    if owed.retreats:
        return Rows(tuple((unit_text(unit), _open(owed, unit[2])) for unit in owed.units))
    return paragraph(say("Units to order: {listed}.", listed=", ".join(unit_text(unit) for unit in owed.units)))


def _open(owed: Owed, place: str) -> Cell:
    places = owed.retreats.get(place.partition("/")[0], ())
    return say("may retreat to {places}", places=", ".join(places)) if places else say("can only disband")


def comes(following: Next) -> Paragraph:
    """The phase that comes, and its deadline."""
    phase = short(following.phase)
    if following.deadline is None:
        return paragraph(say("{phase_now}; no deadline is set.", phase_now=phase))
    if following.vote:
        ends = following.deadline.isoformat()
        return paragraph(
            say("{phase_now}: the vote on builds ends {time_deadline}.", phase_now=phase, time_deadline=ends)
        )
    if following.passed:
        ended = following.deadline.isoformat()
        return paragraph(say("{phase_now}; the deadline was {time_deadline}.", phase_now=phase, time_deadline=ended))
    return paragraph(
        say("{phase_now}, due {time_deadline}.", phase_now=phase, time_deadline=following.deadline.isoformat())
    )
